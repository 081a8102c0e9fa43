"""The tree, compared with justhtml, another HTML5 parser, where HTML is at its most awkward."""

import subprocess
import sys

import pytest

from page.oracle import our_tree, their_tree
from unweave.page import Page, Span, Tree

AWKWARD = {
    "foster parenting": "<table>a<tr>b<td>c</td>d</tr>e</table>f",
    "fostered elements": "<table><b>x<i>y</b>z<tr><td>1</table>",
    "hidden input in a table": '<table><tr><input type="hidden" name=a><td>x</table>',
    "hidden input beside wide characters": '<table><input type="hidden"><tr><td>\u4e2d</table>',
    "hidden in single quotes": "<table><form><input name=a type = 'HIDDEN'/><tr><td>\U0001f600</table>",
    "hidden in a script": '<script>\'<input type="hidden">\u4e2d\'</script><table><input type="hidden">',
    "nested forms": "<form id=1><div><form id=2><input></div></form><p>x</form>y",
    "form in a table": "<table><form><tr><td><input></td></tr></form></table>",
    "nested anchors": "<a href=1>1<div>2<a href=2>3</div>4",
    "anchor in a paragraph": "<p><a href=1>x<p>y</a>z",
    "missing tbody": "<table><tr><td>1<tr><td>2<th>3</table>",
    "missing everything": "<td>x",
    "caption and columns": "<table><caption>c<col><colgroup><col><tr><td>x</table>",
    "nested tables": "<table><tr><td><table><tr><td>x</table>y</table>z",
    "adoption agency": "<b>1<p>2</b>3</p>",
    "adoption agency, nested": "<b><i><u>1<div>2</b>3</i>4</div>5",
    "adoption agency, many": "<b><b><b><b>x<p></b></b>y</p></b>z",
    "font across blocks": "<font size=1><p>a<p>b</font>c",
    "templates": "<template><td>x</td><b>y</template><p>z",
    "nested templates": "<template><div><template><tr><td>x</template></div></template>",
    "template in a table": "<table><template><tr><td>1</template><tr><td>2</table>",
    "shadow roots": "<div><template shadowrootmode=open><p>x</template></div>",
    "svg": "<svg viewbox='0 0 1 1'><lineargradient><title>a<b>c</svg>d",
    "svg with html": "<svg><foreignobject><p>x<svg><desc><b>y</foreignobject></svg>z",
    "html that ends svg": "<svg><g><p>x</g></svg>",
    "svg attributes": "<svg xlink:href=a xml:lang=b definitionurl=c preserveaspectratio=d></svg>",
    "svg script and style": "<svg><style>a<b>{}</style><script>1<2</script></svg>",
    "cdata": "<svg><![CDATA[a<b>&amp;]]></svg><![CDATA[c]]>",
    "math": "<math><mi>a<b>c</b></mi><annotation-xml encoding='text/html'><p>x</annotation-xml></math>",
    "raw text": "<script>a<b>&amp;</script><style>p>q{}</style><xmp><b></xmp><iframe><p></iframe>",
    "escapable raw text": "<title>a<b>&amp;</title><textarea>\n\n<p>&lt;</textarea>",
    "scripts in scripts": "<script><!--<script></script>--></script>x",
    "noscript": "<head><noscript><link><style>a</style></noscript></head><noscript><p>x</noscript>",
    "plaintext": "<p>a<plaintext><b>c</plaintext>",
    "newline after pre": "<pre>\nx</pre><pre>\n\ny</pre><listing>\nz</listing>",
    "headings": "<h1>a<h2>b</h1>c",
    "lists": "<ul><li>a<ul><li>b</ul><li>c</ul><dl><dt>a<dd>b<dt>c</dl>",
    "select": "<select><option>a<optgroup><option>b<option>c</select>",
    "buttons": "<button>a<button>b</button>c",
    "second body": "<body class=a><p>x<body class=b id=c><html lang=d>",
    "text before html": "x<!doctype html><html><head><title>t</title></head><body>y",
    "text after body": "<body>a</body></html> b <p>c",
    "comments everywhere": "<!--a--><html><!--b--><head><!--c--></head><!--d--><body></body><!--e--></html><!--f-->",
    "br and p end tags": "a</br>b</p>c",
    "image": "<image src=x>",
    "frameset": "<frameset cols='1,2'><frame><frame><noframes><p>x</noframes></frameset>",
    "ruby": "<ruby>a<rt>b<rp>c</ruby>",
    "no tags": "just text &amp; more",
    "nothing": "",
}


@pytest.mark.parametrize("name", AWKWARD)
def test_same_tree_as_another_parser(name: str) -> None:
    """Nodes, data and attributes are those that justhtml finds."""
    assert our_tree(AWKWARD[name]) == their_tree(AWKWARD[name])


def test_nodes_know_their_neighbours() -> None:
    """Index, position, last, parent and children agree with each other."""
    tree = Tree("<ul><li>a<b>c</b><li>d</ul><!-- e -->")
    for index, node in enumerate(tree.nodes):
        assert node.index == index
        assert node.last == (node.children[-1].last if node.children else index)
        assert [child.position for child in node.children] == list(range(len(node.children)))
        assert all(child.parent is node for child in node.children)
        assert list(node.descendants()) == tree.nodes[index + 1 : node.last + 1]


def test_walks() -> None:
    """Elements and texts come in document order, ancestors nearest first."""
    tree = Tree("<p>a<b>c</b>")
    assert [node.tag for node in tree.elements()] == ["html", "head", "body", "p", "b"]
    assert [node.data for node in tree.texts()] == ["a", "c"]
    assert [node.tag for node in tree.nodes[-1].ancestors()] == ["b", "p", "body", "html", ""]
    assert repr(tree.nodes[-2:]) == "[Node(6, 'b'), Node(7, 'c')]"
    assert repr(tree) == "Tree(8 nodes)"


def test_attributes_are_strings() -> None:
    """Class and rel are strings, as in the source; a name without value has an empty one; only elements have any."""
    tree = Tree('<a class=" x  y " rel="a b" hidden href="?a&amp;b&copy=1">z')
    expected = {"class": " x  y ", "rel": "a b", "hidden": "", "href": "?a&b&copy=1"}
    assert [node.attributes for node in tree.nodes[-2:]] == [expected, {}]


def test_a_byte_order_mark_is_no_text() -> None:
    """A mark that came through decoding does not push doctype and head into the body, and moves no position."""
    page = Page("\ufeff<!doctype html><title>x</title>")
    assert [node.tag or node.kind for node in page.tree.nodes[1:5]] == ["doctype", "html", "head", "title"]
    assert [page[node.span] for node in page.tree.texts() if node.span] == ["x"]


def test_instructions_are_comments() -> None:
    """What begins with a question mark is a comment, as browsers have it."""
    kinds = [node.kind for node in Tree("<?xml version='1.0'?><p>x<?php y ?>").nodes]
    assert kinds == ["document", "comment", "element", "element", "element", "element", "text", "comment"]


def test_50_000_nested_tags() -> None:
    """Depth neither crashes nor hangs; ``flattened`` is true where the parser made siblings of the deepest."""
    tree = Tree("<div>" * 50_000 + "x")
    assert (len(tree.nodes), tree.flattened) == (50_005, True)
    assert tree.nodes[-1].span == Span(250_000, 250_001)
    assert tree.root.text == "x"


def test_not_flattened() -> None:
    """As deep as pages go, nothing is flattened."""
    assert not Tree("<div>" * 400).flattened


@pytest.mark.parametrize(
    "source", ["<b>" * 50_000, "<b><p>" * 5_000, "<table>" * 20_000, "<svg>" * 50_000, "<p>" * 50_000]
)
def test_hostile_nesting_ends(source: str) -> None:
    """Formatting elements, tables and svg without end are read, with spans."""
    tree = Tree(source)
    assert len(tree.node_spans) == len(tree.nodes)


def test_100_000_attributes_on_one_tag() -> None:
    """All values and their spans are read."""
    page = Page("<p " + " ".join(f'a{number}="{number}"' for number in range(100_000)) + ">x")
    node = page.tree.nodes[4]
    spans = [node.attribute_span(name) for name in node.attributes]
    assert [page[span] for span in spans if span] == [str(number) for number in range(100_000)]


def test_the_parser_is_loaded_when_needed() -> None:
    """Reading a page, its tokens and its text costs no parser."""
    program = (
        "import sys; from unweave.page import Page, Span\n"
        "page = Page('<p>a &amp; b'); page.tokens, page.text(Span(0, 12)); print('turbohtml' in sys.modules)\n"
        "page.tree; print('turbohtml' in sys.modules)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
