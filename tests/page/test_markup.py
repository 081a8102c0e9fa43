"""Where tokens begin and end, compared with the parser's own tokenizer."""

import re

import pytest
import turbohtml
from hypothesis import given

from page.soups import any_text, soup
from unweave.page.markup import lower, scan_markup

LONG = 300_000
HOSTILE = {
    "angles": "<" * LONG,
    "open tags": "<a " * LONG,
    "open quotes": '<a x="' * LONG,
    "open single quotes": "<a x='" * LONG,
    "equals": "<a " + "=" * LONG,
    "attributes": "<p " + " ".join(f"a{number}=1" for number in range(100_000)) + ">",
    "blanks": "<a" + " " * LONG + "b",
    "blanks after name": "<a b" + " " * LONG,
    "open comments": "<!--" * LONG,
    "dashes": "<!--" + "-" * LONG,
    "open declarations": "<!" * LONG,
    "open endings": "</" * LONG,
    "scripts in scripts": "<script><!--<script>" * 50_000,
    "scripts that stay open": "<script><!--</script>" * 50_000,
    "open scripts": "<script>" * LONG,
    "open titles": "<title></titl" * LONG,
    "sections": "<svg>" + "<![CDATA[" * LONG,
    "nested svg": "<svg>" * LONG,
    "closed svg": "<svg></svg>" * 50_000,
    "integration points": "<svg><desc>" * 50_000 + "</svg>" * 50_000,
    "endings in deep svg": "<svg>" * 100_000 + "</desc>" * 100_000,
    "references": "&" * LONG,
    "slashes": "<a" + "/" * LONG,
    "NULs": "\0" * LONG,
}


def tokens_of(source: str) -> list[tuple[str, str]]:
    """The tokens of a source: kind and text."""
    return [(token.kind, source[token.start : token.end]) for token in scan_markup(source)]


def their_tags(source: str) -> list[tuple[int, int, str | None]]:
    """The tags that the parser's tokenizer sees: kind, position, name."""
    lines = [0, *(match.end() for match in re.finditer("\n", source))]
    return [
        (int(token.type), lines[token.line - 1] + token.col, token.tag)
        for token in turbohtml.tokenize(source)
        if token.type in {turbohtml.TokenType.START_TAG, turbohtml.TokenType.END_TAG}
    ]


@given(any_text | soup)
def test_pieces_cover_the_source(source: str) -> None:
    """Tokens are adjacent and not empty, from the first character to the last."""
    tokens = list(scan_markup(source))
    assert [token.start for token in tokens] == [0, *(token.end for token in tokens)][: len(tokens)]
    assert "".join(text for _, text in tokens_of(source)) == source
    assert all(token.start < token.end for token in tokens)


@given(any_text | soup)
def test_tags_are_those_of_html5(source: str) -> None:
    """Outside svg and math our tags are those of the parser's tokenizer, with the same names at the same places."""
    source = re.sub("(?i)svg|math|noscript|\r|\0", "x", source)
    kinds = {"start": 1, "end": 2}
    ours = [(kinds[token.kind], token.start, token.name) for token in scan_markup(source) if token.kind in kinds]
    assert ours == their_tags(source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("1 < 2", [("text", "1 < 2")]),
        ("a<5>b", [("text", "a<5>b")]),
        ('<a title="x > y">', [("start", '<a title="x > y">')]),
        ("<a title=x>y>", [("start", "<a title=x>"), ("text", "y>")]),
        ("<a'>'>", [("start", "<a'>"), ("text", "'>")]),
        ("<a =x>y", [("start", "<a =x>"), ("text", "y")]),
        ("<a b=>c", [("start", "<a b=>"), ("text", "c")]),
        ("<!-->x", [("comment", "<!-->"), ("text", "x")]),
        ("<!--->x", [("comment", "<!--->"), ("text", "x")]),
        ("<!-- a --!>x", [("comment", "<!-- a --!>"), ("text", "x")]),
        ("<!-- a -- b -->x", [("comment", "<!-- a -- b -->"), ("text", "x")]),
        ("<!---!>-->x", [("comment", "<!---!>-->"), ("text", "x")]),
        ("<!-- open", [("comment", "<!-- open")]),
        ("<!x>y", [("comment", "<!x>"), ("text", "y")]),
        ("<?php 1 > 2 ?>", [("comment", "<?php 1 >"), ("text", " 2 ?>")]),
        ("</ p>x", [("comment", "</ p>"), ("text", "x")]),
        ("</>x", [("comment", "</>"), ("text", "x")]),
        ("x</", [("text", "x</")]),
        ("<!DocType html>x", [("doctype", "<!DocType html>"), ("text", "x")]),
        ("x<a href=", [("text", "x"), ("comment", "<a href=")]),
        ('x<a href="y>z</a>', [("text", "x"), ("comment", '<a href="y>z</a>')]),
        ("x</a", [("text", "x"), ("comment", "</a")]),
    ],
)
def test_boundaries(source: str, expected: list[tuple[str, str]]) -> None:
    """Quotes, comments and unfinished markup end where HTML5 ends them."""
    assert tokens_of(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<script>a<b</script>", [("raw", "a<b")]),
        ("<SCRIPT>a</sCript >", [("raw", "a")]),
        ("<script></scripts></script>", [("raw", "</scripts>")]),
        ("<script><!-- <script> </script> --></script>", [("raw", "<!-- <script> </script> -->")]),
        ("<script><!-- </script> -->", [("raw", "<!-- "), ("text", " -->")]),
        ("<script><!--><script></script>x", [("raw", "<!--><script>"), ("text", "x")]),
        ("<script>open", [("raw", "open")]),
        ("<script></script>", []),
        ("<script/>x</script>", [("raw", "x")]),
        ("<style>a > b {}</style>", [("raw", "a > b {}")]),
        ("<title>a<b>&amp;</title>", [("text", "a<b>&amp;")]),
        ("<textarea><p></textarea>", [("text", "<p>")]),
        ("<plaintext>a</plaintext>", [("raw", "a</plaintext>")]),
        ("<svg><title>a<b>c</b></title></svg>", [("text", "a"), ("text", "c")]),
        ("<svg><style>a</style><![CDATA[b&amp;]]></svg>", [("text", "a"), ("raw", "b&amp;")]),
        ("<svg><desc><style>a<</style></desc></svg>", [("raw", "a<")]),
        ("<svg/><style>a<b></style>", [("raw", "a<b>")]),
        ("<svg width=5/><style>a</style></svg>", [("text", "a")]),
        ("<svg><p><style>a<b></style>", [("raw", "a<b>")]),
        ("<svg><font size=1><style>a<b></style>", [("raw", "a<b>")]),
        ("<svg><font><style>a</style>", [("text", "a")]),
        ("<math><mi><style>a<b></style>", [("raw", "a<b>")]),
        ("<math><annotation-xml><style>a</style>", [("text", "a")]),
        ("<math><annotation-xml encoding='text/html'><style>a<b></style>", [("raw", "a<b>")]),
        ("<svg><![CDATA[a", [("raw", "a")]),
        ("<svg><![CDATA[]]>a", [("text", "a")]),
        ("<![CDATA[a>b]]>", [("text", "b]]>")]),
    ],
)
def test_raw_text(source: str, expected: list[tuple[str, str]]) -> None:
    """The content of script and its like is one token, up to its own end tag; in svg they are plain elements."""
    assert [token for token in tokens_of(source) if token[0] in {"raw", "text"}] == expected


def test_raw_pieces_are_named() -> None:
    """A raw text has the name of the element that contains it."""
    assert [token.name for token in scan_markup("<script>a</script><xmp>b</xmp>") if token.kind == "raw"] == [
        "script",
        "xmp",
    ]


def test_names_are_lowered_as_html_does() -> None:
    """Only A to Z have a lower case, so that no other letter becomes another tag."""
    assert [lower("DIV"), lower("\u212aBD"), lower("\u0130")] == ["div", "\u212abd", "\u0130"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sources_are_read_to_their_end(name: str) -> None:
    """Every character is in one token."""
    tokens = list(scan_markup(HOSTILE[name]))
    assert sum(token.end - token.start for token in tokens) == len(HOSTILE[name])
