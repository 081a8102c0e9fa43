"""The spans of nodes: on pages we wrote, on well-formed pages, on tag soup."""

import re
from itertools import pairwise

import pytest
from hypothesis import given

from page.soups import soup, well_formed
from steps import NeverWalked
from unweave.page import Node, Page, Span
from unweave.page.entities import decode_attribute, decode_text
from unweave.page.markup import scan_markup
from unweave.page.node_spans import TextLocator
from unweave.page.spans import text_span


def spans_of(source: str) -> list[tuple[str, str | None]]:
    """The nodes below the body: what they are, and the source at their span."""
    page = Page(source, html=True)
    nodes = [node for node in page.tree.nodes if node.tag not in {"html", "head", "body"}][1:]
    return [(node.tag or node.kind, page[node.span] if node.span else None) for node in nodes]


def text_in(page: Page, span: Span) -> str:
    """The texts in a span, without tags, white space kept."""
    inside = [token for token in scan_markup(page.source) if token.start < span.end and span.start < token.end]
    cut = [(token.kind, page.source[max(token.start, span.start) : min(token.end, span.end)]) for token in inside]
    return "".join(decode_text(text) if kind == "text" else text for kind, text in cut if kind in {"text", "raw"})


CASES = {
    "tags left out": (
        "<ul><li>Congo<li>Egypt</ul>",
        [
            ("ul", "<ul><li>Congo<li>Egypt</ul>"),
            ("li", "<li>Congo"),
            ("text", "Congo"),
            ("li", "<li>Egypt"),
            ("text", "Egypt"),
        ],
    ),
    "implied elements": (
        "<table><td>x</table>",
        [("table", "<table><td>x</table>"), ("tbody", None), ("tr", None), ("td", "<td>x"), ("text", "x")],
    ),
    "copies of formatting elements": (
        "<b>1<p>2</b>3</p>",
        [("b", "<b>1"), ("text", "1"), ("p", "<p>2</b>3</p>"), ("b", None), ("text", "2"), ("text", "3")],
    ),
    "foster parenting": (
        "<table><tr>x<td>y</table>",
        [
            ("text", "x"),
            ("table", "<table><tr>x<td>y</table>"),
            ("tbody", None),
            ("tr", "<tr>x<td>y"),
            ("td", "<td>y"),
            ("text", "y"),
        ],
    ),
    "joined from several places": (
        "<table>a<tr><td>b</td></tr>c</table>",
        [
            ("text", None),
            ("table", "<table>a<tr><td>b</td></tr>c</table>"),
            ("tbody", None),
            ("tr", "<tr><td>b</td></tr>"),
            ("td", "<td>b</td>"),
            ("text", "b"),
        ],
    ),
    "joined over an ignored tag": ("<p>a</b>c", [("p", "<p>a</b>c"), ("text", "a</b>c")]),
    "references": ("<p>1 &lt; 2 &amp c", [("p", "<p>1 &lt; 2 &amp c"), ("text", "1 &lt; 2 &amp c")]),
    "newline after pre": ("<pre>\n\n x</pre>", [("pre", "<pre>\n\n x</pre>"), ("text", "\n x")]),
    "newline alone after pre": ("<pre>\n</pre>", [("pre", "<pre>\n</pre>")]),
    "newline after textarea": ("<textarea>\nx</textarea>", [("textarea", "<textarea>\nx</textarea>"), ("text", "x")]),
    "reference to a newline after pre": ("<pre>&#10;x</pre>", [("pre", "<pre>&#10;x</pre>"), ("text", "x")]),
    "white space dropped": ("  x", [("text", "x")]),
    "reference to white space dropped": ("&#32; x", [("text", "x")]),
    "white space kept apart": (
        "<table> <tr> <td>x",
        [
            ("table", "<table> <tr> <td>x"),
            ("text", " "),
            ("tbody", None),
            ("tr", "<tr> <td>x"),
            ("text", " "),
            ("td", "<td>x"),
            ("text", "x"),
        ],
    ),
    "equal texts": (
        "<i>x</i><i>x</i> <i>x</i>",
        [
            ("i", "<i>x</i>"),
            ("text", "x"),
            ("i", "<i>x</i>"),
            ("text", "x"),
            ("text", " "),
            ("i", "<i>x</i>"),
            ("text", "x"),
        ],
    ),
    "scripts": (
        "<p><script>a<b></script>",
        [("p", "<p><script>a<b></script>"), ("script", "<script>a<b></script>"), ("text", "a<b>")],
    ),
    "noscript": (
        "<p><noscript>a<b>c</b></noscript>",
        [
            ("p", "<p><noscript>a<b>c</b></noscript>"),
            ("noscript", "<noscript>a<b>c</b></noscript>"),
            ("text", "a"),
            ("b", "<b>c</b>"),
            ("text", "c"),
        ],
    ),
    "templates": (
        "<template><td>x</template>y",
        [("template", "<template><td>x</template>"), ("td", "<td>x"), ("text", "x"), ("text", "y")],
    ),
    "svg": (
        "<svg><title>a</title><![CDATA[b&]]></svg>",
        [
            ("svg", "<svg><title>a</title><![CDATA[b&]]></svg>"),
            ("title", "<title>a</title>"),
            ("text", "a"),
            ("text", "b&"),
        ],
    ),
    "plaintext": ("<plaintext>a</b>", [("plaintext", "<plaintext>a</b>"), ("text", "a</b>")]),
    "comments and doctype": (
        "<!doctype html><!-- a --><p><!b>x<?c?></ d>",
        [
            ("doctype", "<!doctype html>"),
            ("comment", "<!-- a -->"),
            ("p", "<p><!b>x<?c?></ d>"),
            ("comment", "<!b>"),
            ("text", "x"),
            ("comment", "<?c?>"),
            ("comment", "</ d>"),
        ],
    ),
    "renamed": ("<image src=x>", [("img", "<image src=x>")]),
    "void and self-closing": ("<br/>a<div/>b", [("br", "<br/>"), ("text", "a"), ("div", "<div/>b"), ("text", "b")]),
    "wide characters": (
        "\u4e2d<b>\U0001f600</b>\u00e9",
        [("text", "\u4e2d"), ("b", "<b>\U0001f600</b>"), ("text", "\U0001f600"), ("text", "\u00e9")],
    ),
    "unfinished": ("x<b>y</b", [("text", "x"), ("b", "<b>y"), ("text", "y")]),
}


@pytest.mark.parametrize("name", CASES)
def test_spans(name: str) -> None:
    """What the span of each node slices out of the source."""
    source, expected = CASES[name]
    assert spans_of(source) == expected


def test_tags_and_values() -> None:
    """Start tag, end tag and attribute values have spans of their own; values without quotes around them."""
    page = Page("<p><a href='/x' Class = y hidden empty=''>z</a>")
    node = page.tree.nodes[5]
    assert (node.start_tag, node.end_tag, node.span) == (Span(3, 42), Span(43, 47), Span(3, 47))
    names = ("href", "CLASS", "hidden", "empty", "none")
    assert [node.attribute_span(name) for name in names] == [Span(12, 14), Span(24, 25), None, Span(40, 40), None]


def test_values_of_svg_attributes() -> None:
    """Names that the tree writes with capitals are found as they are and in lower case."""
    page = Page("<svg viewbox='0 0 1 1'>")
    node = page.tree.nodes[4]
    assert list(node.attributes) == ["viewBox"]
    assert {node.attribute_span("viewBox"), node.attribute_span("viewbox")} == {Span(14, 21)}


def test_values_of_a_second_body() -> None:
    """Attributes that the body takes over from a second tag have spans in that tag; the first tag wins."""
    page = Page("<body class=a><p>x<body class=b id=c>")
    body = page.tree.nodes[3]
    assert body.attributes == {"class": "a", "id": "c"}
    assert [page[span] for name in body.attributes if (span := body.attribute_span(name))] == ["a", "c"]


def test_hidden_inputs_beside_wide_characters() -> None:
    """What helps the parser over its fault moves no position and changes no value."""
    page = Page("<table><input name='\u4e2d' TYPE = 'Hidden' value=\"a\"><tr><td>x</table>y")
    table, field = (node for node in page.tree.elements() if node.tag in {"table", "input"})
    assert field.parent is table
    assert field.attributes == {"name": "\u4e2d", "type": "Hidden", "value": "a"}
    assert [page[span] for name in field.attributes if (span := field.attribute_span(name))] == [
        "\u4e2d",
        "Hidden",
        "a",
    ]
    assert [page[node.span] for node in page.tree.texts() if node.span] == ["x", "y"]


def test_a_body_reaches_over_what_follows_it() -> None:
    """Text behind the end tag of the body belongs to the body, so the body reaches over it."""
    page = Page("<html><body>a</body></html> b")
    body = page.tree.nodes[3]
    assert (body.end_tag, body.span) == (Span(13, 20), Span(6, 29))
    assert page.tree.nodes[-1].span == Span(12, 29)


def test_white_space_between_head_and_body() -> None:
    """A run of text that the parser cuts in two gives each part its own span."""
    page = Page("<head></head>\n x")
    assert [(node.parent.tag, node.span) for node in page.tree.texts() if node.parent] == [
        ("html", Span(13, 15)),
        ("body", Span(15, 16)),
    ]


def test_texts_of_a_frameset_have_no_span() -> None:
    """Where the parser picks white space out of words there is no span, and the rest of the page keeps its own."""
    page = Page("<head><title>t</title></head><frameset>a b<frame></frameset>")
    assert [page[node.span] if node.span else None for node in page.tree.texts()] == ["t", None]


def test_smallest() -> None:
    """The smallest node around a span: a text, an element by its tag, a parent over several, the document."""
    page = Page("<ul><li>Congo <b>242</b></li> <li>Egypt</ul>")
    smallest = [
        page.tree.smallest(Span(*pair)) for pair in [(8, 13), (17, 20), (8, 20), (4, 8), (20, 24), (8, 36), (29, 30)]
    ]
    assert [node.data or node.tag for node in smallest] == ["Congo ", "242", "li", "li", "b", "ul", " "]
    assert page.tree.smallest(Span(0, 44)).tag == "ul"
    assert Page("x<p>y").tree.smallest(Span(0, 5)).kind == "document"
    assert Page("").tree.smallest(Span(0, 0)).kind == "document"


@given(well_formed)
def test_well_formed_pages(source: str) -> None:
    """Every node has its span, spans are nested or disjoint, parents contain children, and a span shows its text."""
    page = Page(source)
    spans = [node.span for node in page.tree.nodes]
    assert None not in spans
    assert [span for span in spans if span] == sorted((span for span in spans if span), key=lambda s: (s.start, -s.end))
    for node in page.tree.nodes:
        _check_node(page, node)


def _check_node(page: Page, node: Node) -> None:
    span = node.span
    assert span is not None
    siblings = [child.span for child in node.children if child.span]
    assert all(span.contains(child) for child in siblings)
    assert all(one.end <= other.start for one, other in pairwise(siblings))
    assert page.text(span) == node.text
    if node.kind == "text":
        assert decode_text(page[span]) == node.data
    if node.start_tag and node.end_tag:
        assert (span.start, span.end) == (node.start_tag.start, node.end_tag.end)


@given(well_formed)
def test_smallest_of_a_text_is_the_text(source: str) -> None:
    """Looked up by its own span, every text is found again."""
    tree = Page(source).tree
    assert all(tree.smallest(node.span) is node for node in tree.texts() if node.span)


@given(soup)
def test_tag_soup(source: str) -> None:
    """Whatever the source, a span is right or None: it shows the tag's name, the attribute's value, the text."""
    page = Page(source, html=True)
    for node in page.tree.nodes:
        if node.kind == "text" and node.span:
            assert text_in(page, node.span) == node.data
        if node.start_tag and node.span:
            assert re.match(f"<(?:{re.escape(node.tag)}|image)", page[node.start_tag], re.IGNORECASE)
            assert node.span.start == node.start_tag.start
        for name, value in node.attributes.items():
            span = node.attribute_span(name)
            assert decode_attribute(page[span] if span else "") == value


@given(soup)
def test_texts_are_found(source: str) -> None:
    """In tag soup too, only a text joined from several places has no span."""
    page = Page(source, html=True)
    lost = [node for node in page.tree.texts() if node.span is None]
    assert all(len(node.data) > 1 for node in lost)


@pytest.mark.parametrize(
    "source",
    [
        "<p><!-- a --> x",
        "<p>x &amp; y<!-- a --><!-- b -->z",
        "<p><b>x</b> <!-- a -->\n y",
        "x<!-- a -->y<!bogus>z",
        "<i><body><",
        "<i>a<body><",
        "<i><body>a < b",
    ],
)
def test_texts_are_located_one_by_one(source: str) -> None:
    """The span of a text behind comments, other texts and tags without effect is that of the whole computation."""
    page = Page(source, html=True)
    texts = list(page.tree.texts())
    assert [text_span(page, page.tree.peer(node)) for node in texts] == [node.span for node in texts]


@given(source=soup)
def test_single_spans_are_those_of_the_whole_computation(source: str) -> None:
    """On tag soup too: a single text is located where the computation of all spans locates it."""
    page = Page(source, html=True)
    for node in page.tree.texts():
        assert text_span(page, page.tree.peer(node)) == node.span


def test_a_text_with_entities_is_looked_up() -> None:
    """Its source is another text, so that it is decoded: not those before it, which may be thousands."""
    locator = TextLocator("<p>a &amp; b<p>c &amp; d<p>e")
    locator._texts = NeverWalked(locator._texts)  # noqa: SLF001  # nothing else shows a walk
    assert [locator.text_span(code, text) for code, text in (("0", "a & b"), ("1", "c & d"), ("1", "c & e"))] == [
        Span(3, 12),
        Span(15, 24),
        None,
    ]
