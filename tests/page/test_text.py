"""What a reader sees of a span."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from page.soups import any_text, soup
from unweave.page import Page, Span
from unweave.page.html import collapse, span_text
from unweave.page.markup import scan_markup

CASES = [
    ("<p>Tea &amp; cake</p>", "Tea & cake"),
    ("<b>2</b>42", "242"),
    ("a<br>b", "a b"),
    ("<table><td>a</td><td>b</td></table>", "a b"),
    ("<p>a<p>b", "a b"),
    ("a<div>b</div>c", "a b c"),
    ("<li>a<ul><li>b</ul>c", "a b c"),
    ("a<img>b<wbr>c<span>d</span>", "abcd"),
    (" a \n\t b&nbsp;\u00a0c ", "a b c"),
    ("a<!-- b -->c", "ac"),
    ("a<script>b</script>c<style>d</style>", "ac"),
    ("<title>a &lt;b&gt; <i></title>", "a <b> <i>"),
    ("<textarea><p></textarea>", "<p>"),
    ("<xmp>a<b>&amp;</xmp>", "a<b>&amp;"),
    ("<svg><text>a</text><![CDATA[b&amp;]]></svg>", "ab&amp;"),
    ("<option>a<option>b", "a b"),
    ("1 < 2 &lt; 3", "1 < 2 < 3"),
    ("a<b", "a"),
    ('<a title="x">y', "y"),
    ("<iframe>a</iframe>b<noscript>c</noscript>", "b"),
    ("a<template>b<template>c</template>d</template>e", "ae"),
    ("a<noscript><style>b</style><p>c</p></noscript>d", "ad"),
    ("a<template>b", "a"),
    ("<head><noscript><style>a</style><title>b</title></noscript><p>c", "b c"),
    ("<div><noscript><style>a</style></div>b", "b"),
]


@settings(max_examples=500, deadline=None)
@given(source=any_text | soup, ends=st.lists(st.tuples(st.integers(0, 200), st.integers(0, 30)), max_size=6))
def test_the_text_of_a_span_does_not_depend_on_what_was_asked_before(source: str, ends: list[tuple[int, int]]) -> None:
    """However far a page is scanned for a span, its text is that by all tokens of the page."""
    page = Page(source, html=True)
    for start, length in ends:
        span = Span(min(start, len(page)), min(start + length, len(page)))
        by_all_tokens = span_text(page.source, list(scan_markup(page.source)), span)
        assert page.text(span) == collapse(by_all_tokens if {"<", "&"} & set(page[span]) else page[span])


@pytest.mark.parametrize(("source", "text"), CASES)
def test_what_a_reader_sees(source: str, text: str) -> None:
    """No tags, references decoded, white space collapsed; block tags separate words, inline tags do not."""
    page = Page(source, html=True)
    assert page.text(Span(0, len(page))) == text
    assert page.tree.root.text == text


def test_a_span_in_a_script_is_read_as_it_is() -> None:
    """A script is hidden from readers, but a span inside it has its text."""
    page = Page("<p>x<script>if (a < b && c) 1</script>")
    script = page.tree.nodes[-1]
    assert script.span == Span(12, 29)
    assert (page.text(Span(12, 29)), script.text, page.text(Span(16, 23))) == (
        "if (a < b && c) 1",
        "if (a < b && c) 1",
        "a < b &",
    )
    assert (page.text(Span(4, 38)), page.tree.nodes[-2].text) == ("", "")


def test_a_span_in_an_attribute_is_decoded_as_one() -> None:
    """In an attribute value tags are letters, and a name without semicolon may be part of a link."""
    page = Page("""<a href="/?a=1&copy=2&amp;b" title='<b>x</b> &lt;'>y</a>""")
    node = page.tree.nodes[4]
    spans = [node.attribute_span(name) for name in ("href", "title")]
    assert [page.text(span) for span in spans if span] == ["/?a=1&copy=2&b", "<b>x</b> <"]


def test_a_span_that_cuts_tags() -> None:
    """Only the text between is seen, wherever in a tag the span begins and ends."""
    page = Page("<p class=x>a &amp; b</p><p>c")
    assert [page.text(Span(*pair)) for pair in [(3, 20), (0, 26), (9, 22), (11, 20)]] == ["a & b"] * 4
    assert page.text(Span(3, 28)) == "a & b c"


def test_tags_and_comments_have_no_text() -> None:
    """A whole tag or comment has no text; a part of a comment is read as it is."""
    page = Page("<p class='a&amp;b'><!-- x < y --></p>")
    assert [page.text(Span(*pair)) for pair in [(0, 19), (19, 33), (33, 37)]] == ["", "", ""]
    assert page.text(Span(24, 29)) == "x < y"


def test_plain_text_is_not_decoded() -> None:
    """On a page that is no HTML, only white space is collapsed."""
    page = Page("AT&amp;T  <b>", name="x.txt")
    assert page.text(Span(0, 13)) == "AT&amp;T <b>"


def test_empty_spans() -> None:
    """An empty span has no text, not even at the very end."""
    page = Page("<p>x</p>")
    assert {page.text(Span(position, position)) for position in range(9)} == {""}
    assert Page("", html=True).text(Span(0, 0)) == ""


@given(any_text | soup)
def test_every_span_has_a_text(source: str) -> None:
    """No span makes it raise, and what comes back has no white space to collapse."""
    page = Page(source, html=True)
    for start in range(0, len(page) + 1, 7):
        for end in range(start, len(page) + 1, 5):
            text = page.text(Span(start, end))
            assert text == " ".join(text.split())
