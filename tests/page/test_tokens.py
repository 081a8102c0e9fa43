from itertools import pairwise

from hypothesis import given

from page.soups import any_text, soup
from unweave.page import Attribute, Span, Token, attributes, tokenize


@given(any_text | soup)
def test_tokens_join_to_the_source(source: str) -> None:
    """Nothing is lost, with markup or without."""
    for html in (True, False):
        tokens = tokenize(source, html=html)
        assert "".join(source[token.start : token.end] for token in tokens) == source


@given(soup)
def test_words_have_no_white_space(source: str) -> None:
    """Words and white space are as long as they can be: two of a kind never touch in one run of text."""
    tokens = tokenize(source, html=False)
    assert all(one.kind != other.kind for one, other in pairwise(tokens))
    assert all((token.kind == "space") == (not source[token.start : token.end].strip(" \t\n\f\r")) for token in tokens)


def test_tokens_of_a_page() -> None:
    """Tags have names; references and no-break spaces are part of words; scripts are raw."""
    source = "<p CLASS=x>Tea &amp; a\u00a0cake</p><script>1 < 2</script><!-- x -->"
    assert tokenize(source) == [
        Token("start", 0, 11, "p"),
        Token("word", 11, 14),
        Token("space", 14, 15),
        Token("word", 15, 20),
        Token("space", 20, 21),
        Token("word", 21, 27),
        Token("end", 27, 31, "p"),
        Token("start", 31, 39, "script"),
        Token("raw", 39, 44, "script"),
        Token("end", 44, 53, "script"),
        Token("comment", 53, 63),
    ]


def test_the_title_has_words() -> None:
    """The content of title and textarea is read by people, so it has words like any text."""
    assert [token.kind for token in tokenize("<title>a <b></title>")] == ["start", "word", "space", "word", "end"]


def test_plain_text_has_no_tags() -> None:
    """Without markup every token is a word or white space."""
    assert {token.kind for token in tokenize("if a <b and c> d </e>", html=False)} == {"word", "space"}


def test_attributes_as_html5_reads_them() -> None:
    """Quoted, unquoted, without value, twice, with odd names; values decoded by the rule of attributes."""
    source = "<a HREF='/?a&amp;b&copy=1' x = y/ z='' Hidden href=2 =q e=>"
    assert attributes(source) == (
        Attribute("href", Span(9, 25), "/?a&b&copy=1"),
        Attribute("x", Span(31, 33), "y/"),
        Attribute("z", Span(37, 37), ""),
        Attribute("hidden", None, ""),
        Attribute("=q", None, ""),
        Attribute("e", None, ""),
    )


def test_attributes_of_one_tag_among_others() -> None:
    """Given a token, only its own attributes are read, and spans refer to the whole source."""
    source = "<a b=1><c d=2>"
    assert attributes(source, tokenize(source)[1]) == (Attribute("d", Span(12, 13), "2"),)


def test_many_attributes() -> None:
    """100,000 attributes on one tag are all read."""
    source = "<p " + " ".join(f"a{number}={number}" for number in range(100_000)) + ">"
    assert len(attributes(source)) == 100_000
