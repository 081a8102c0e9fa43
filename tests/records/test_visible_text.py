import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page, Span
from unweave.records.normal_text import composed, normal
from unweave.records.visible_text import VisibleText

LETTERS = st.text(st.sampled_from("a e\u0301\u0327\u0323é \n\u00a0\u1100\u1161\u11a8\u09c7\u09be中"))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>Tom</p><p>Ann</p>", "Tom Ann"),
        ("<b>Em</b>ma<!-- x -->!", "Emma!"),
        ("  <b> Tom </b>\n\n &amp;&nbsp; Ann  ", "Tom & Ann"),
        ("one<br>two<td>three", "one two three"),
        ("<title>Tom &amp; Ann</title><textarea> x</textarea>", "Tom & Ann x"),
        ("<script>var x = 'Emma'</script><style>p {}</style>Kim", "Kim"),
        ("&notit; &#8364;5 &copy2 AT&T &unknown;", "¬it; €5 ©2 AT&T &unknown;"),
        ("&nbsp;", ""),
        ("<p></p>", ""),
    ],
)
def test_text(source: str, text: str) -> None:
    """The visible text is what a reader sees: entities decoded, white space collapsed, no markup, no scripts."""
    assert VisibleText(Page(source, html=True)).text == text


def test_plain_text() -> None:
    """On a page that is not HTML every character is text."""
    assert VisibleText(Page("if x <b> y &amp; z\n", html=False)).text == "if x <b> y &amp; z"


@pytest.mark.parametrize(
    ("source", "part", "span"),
    [
        ("<b>Em</b>ma", "Emma", "Em</b>ma"),
        ("Tom &amp; Ann", "&", "&amp;"),
        ("Tom &notit; Ann", "it;", "it;"),
        ("Tom\n  Ann", "Tom Ann", "Tom\n  Ann"),
        ("Cafe\u0301 Flore", "Café", "Cafe\u0301"),
        ("Cafe&#769; Flore", "Café", "Cafe&#769;"),
        ("&NotEqualTilde;", "≂", "&NotEqualTilde;"),
    ],
)
def test_span(source: str, part: str, span: str) -> None:
    """A part of the visible text has the smallest span of source that shows it."""
    page = Page(source, html=True)
    visible = VisibleText(page)
    [(start, end)] = visible.find(part)
    assert page[visible.span(start, end)] == span


def test_boundaries() -> None:
    """Tokens may begin or end beside markup, space and punctuation, not inside words and numbers."""
    visible = VisibleText(Page("Emma's <b>U</b>ndoing, $1,250.50, 7."))
    cut = "".join("|" * visible.is_boundary(i) + letter for i, letter in enumerate(visible.text))
    assert cut == "|Emma|'|s| |U|ndoing|,| |$|1,250.50|,| |7|."


@given(LETTERS)
def test_composed_is_nfc(text: str) -> None:
    """Composing by clusters gives Unicode's composed form."""
    assert composed(text) == unicodedata.normalize("NFC", text)


@given(st.text())
def test_plain_text_in_normal_form(text: str) -> None:
    """The visible text of a plain page is its source in normal form, and its span is the whole source."""
    page = Page(text, html=False)
    visible = VisibleText(page)
    assert visible.text == normal(page.source)
    if visible.text:
        span = visible.span(0, len(visible.text))
        assert page[span].strip() == page[span]
        assert normal(page[span]) == visible.text
        assert normal(page.source[: span.start] + page.source[span.end :]) == ""


def test_texts() -> None:
    """The texts between markup come each once, in document order."""
    assert VisibleText(Page("<b>Tom</b> and <b>Ann</b><p> <b>Tom</b>")).texts() == ["Tom", "and", "Ann"]


def test_hidden_elements_are_not_visible() -> None:
    """What no reader sees is not found; a hidden element is a break, as every tag is."""
    visible = VisibleText(Page("<p>Tea<noscript>x</noscript>cake<template><b>y</b></template><script>z</script>"))
    assert (visible.text, visible.texts()) == ("Teacake", ["Tea", "cake"])


def test_empty_page() -> None:
    """An empty page has an empty text, in which nothing is found."""
    visible = VisibleText(Page(""))
    assert (visible.text, list(visible.find("")), visible.texts()) == ("", [], [])


def test_find_overlapping() -> None:
    """Places may overlap, since only some of them may be at boundaries."""
    assert [Span(*place) for place in VisibleText(Page("11 1 1")).find("1 1")] == [Span(1, 4), Span(3, 6)]
