"""The HTML5 tree of a page in our own nodes, for learning and explaining; extraction works on the parser's nodes.

    >>> tree = Tree("<table><tr><td>Congo<td>242</table>")
    >>> [node.tag for node in tree.elements()]
    ['html', 'head', 'body', 'table', 'tbody', 'tr', 'td', 'td']
    >>> [node.data for node in tree.texts()]
    ['Congo', '242']

Legend
    peer        the parser's own node for one of our nodes: ``Text('Congo')``

Departures from a browser's tree: scripting is off, so the content of noscript is parsed; the content of a template
belongs to the template; below depth 512 elements become siblings (then ``tree.flattened`` is true).
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from sys import intern
from typing import Any

from unweave.page.html import HEADINGS, HIDDEN
from unweave.page.markup import Token, scan_markup
from unweave.page.node import Node
from unweave.page.node_spans import SpanTable, TextLocator, aligned, compute_node_spans
from unweave.page.parser import BYTE_ORDER_MARK, numbered, parse
from unweave.page.span import Span
from unweave.page.tokens import attributes

DEEPEST = 512  # the parser makes siblings of elements nested deeper
KINDS = {
    "Document": "document",
    "Element": "element",
    "Text": "text",
    "Comment": "comment",
    "Doctype": "doctype",
    "ProcessingInstruction": "comment",
    "DocumentFragment": "fragment",
}
MERGED = frozenset({"html", "body"})  # a second such tag makes no element
HAVE_DATA = frozenset({"text", "comment"})


class Tree:
    r"""The tree of a source: its nodes in document order, the document first.

    Attributes:
        source: the text it was built from; newlines must be ``\n``, as a Page makes them.
        nodes: all nodes in document order.

    >>> tree = Tree("<p>Congo <b>242</b>")
    >>> tree.root, len(tree.nodes), tree.flattened
    (Node(0, 'document'), 8, False)
    """

    def __init__(self, source: str, markup: Callable[[], Sequence[Token]] | None = None, document: Any = None) -> None:
        self.source = " " + source[1:] if source.startswith(BYTE_ORDER_MARK) else source
        self.nodes: list[Node] = []
        self._markup = markup or (lambda: list(scan_markup(self.source)))  # a page has them already
        self._peers: list[Any] = []  # the parser's own nodes, by index
        self._value_spans: dict[int, dict[str, Span | None]] = {}
        self._build(document or parse(self.source))

    def __repr__(self) -> str:
        return f"Tree({len(self.nodes)} nodes)"

    @property
    def root(self) -> Node:
        """The document, the ancestor of all other nodes.

        >>> Tree("x").root.kind
        'document'
        """
        return self.nodes[0]

    @cached_property
    def lasts(self) -> "array[int]":
        """The number of the last node of each node's subtree.

        >>> list(Tree("<p>x<br>").lasts)
        [6, 6, 2, 6, 6, 5, 6]
        """
        # Numbers are kept in arrays: as objects they would take a third of the memory of a node.
        lasts = array("i", range(len(self.nodes)))
        for node in reversed(self.nodes):
            if node.parent and lasts[node.parent.index] < lasts[node.index]:
                lasts[node.parent.index] = lasts[node.index]
        return lasts

    @cached_property
    def positions(self) -> "array[int]":
        """The number of each node among its parent's children.

        >>> list(Tree("<p>x<br>").positions)
        [0, 0, 0, 1, 0, 0, 1]
        """
        counts, positions = [0] * len(self.nodes), array("i")
        for node in self.nodes:
            above = node.parent.index if node.parent else 0
            positions.append(counts[above] if node.parent else 0)
            counts[above] += 1 if node.parent else 0
        return positions

    @cached_property
    def flattened(self) -> bool:
        """Whether elements are nested so deep that the parser made siblings of them.

        >>> Tree("<p>x").flattened, Tree("<b>" * 600).flattened
        (False, True)
        """
        depths: list[int] = []
        for node in self.nodes:
            depths.append(depths[node.parent.index] + 1 if node.parent else 0)
        return any(depths[node.index] >= DEEPEST for node in self.elements())

    def elements(self) -> Iterator[Node]:
        """The elements, in document order.

        >>> [node.tag for node in Tree("<p>x").elements()]
        ['html', 'head', 'body', 'p']
        """
        return (node for node in self.nodes if node.kind == "element")

    def texts(self) -> Iterator[Node]:
        """The texts, in document order.

        >>> [node.data for node in Tree("a<b>b</b>&amp;").texts()]
        ['a', 'b', '&']
        """
        return (node for node in self.nodes if node.kind == "text")

    @cached_property
    def visible_texts(self) -> list[int]:
        """The numbers of the texts that a reader sees: they are not blank, and in no hidden element.

        >>> tree = Tree("<b>a</b> <script>b</script>")
        >>> [tree.nodes[number] for number in tree.visible_texts]
        [Node(5, 'a')]
        """
        hidden: set[int] = set()
        for node in self.nodes[1:]:
            if node.parent is not None and (node.parent.tag in HIDDEN or node.parent.index in hidden):
                hidden.add(node.index)
        return [node.index for node in self.texts() if node.index not in hidden and not node.data.isspace()]

    @cached_property
    def headings(self) -> list[Node]:
        """The elements h1 to h6, in document order.

        >>> Tree("<h1>Tea</h1><p>x").headings
        [Node(4, 'h1')]
        """
        return [node for node in self.elements() if node.tag in HEADINGS]

    def smallest(self, span: Span) -> Node:
        """The smallest node whose span contains the given one.

        >>> tree = Tree("<p>Congo <b>242</b></p>")
        >>> tree.smallest(Span(12, 15)), tree.smallest(Span(3, 15)), tree.smallest(Span(0, 1))
        (Node(7, '242'), Node(4, 'p'), Node(4, 'p'))
        """
        starts, indices = self._by_start
        node: Node | None = self.nodes[indices[bisect_right(starts, span[0]) - 1]]
        while node is not None and not ((own := node.span) and own.contains(span)):
            node = node.parent
        return node or self.root

    def peer(self, node: Node) -> Any:
        """The parser's own node for one of ours.

        >>> tree = Tree("<p>x")
        >>> tree.peer(tree.nodes[-1]).data
        'x'
        """
        return self._peers[node.index]

    def node_of(self, peer: Any) -> Node:
        """Our node for one of the parser's nodes of the same document.

        >>> tree = Tree("<p>x")
        >>> tree.node_of(tree.peer(tree.nodes[-1]))
        Node(5, 'x')
        """
        return self._by_peer[peer]

    @cached_property
    def _by_peer(self) -> dict[Any, Node]:
        return dict(zip(self._peers, self.nodes, strict=True))

    @cached_property
    def node_spans(self) -> SpanTable:
        """The spans of all nodes, computed when first asked for.

        >>> list(Tree("<b>x").node_spans)
        [Span(start=0, end=4), None, None, None, Span(start=0, end=4), Span(start=3, end=4)]
        """
        locator = TextLocator(self.source, self._markup())
        coded = self._coded_texts(locator.coded_source)
        return compute_node_spans(self.nodes, *self.tag_spans, locator, coded)

    @cached_property
    def tag_spans(self) -> tuple[SpanTable, SpanTable]:
        """The spans of all start tags and of all end tags: the parser knows them, so no text has to be located.

        >>> [list(table)[-2:] for table in Tree("<b>x</b>").tag_spans]
        [[Span(start=0, end=3), None], [Span(start=4, end=8), None]]
        """
        start_tags, end_tags = SpanTable(len(self.nodes)), SpanTable(len(self.nodes))
        for index, peer in enumerate(self._peers):
            if (location := peer.source_location) is not None:
                start, end = location.start_tag, location.end_tag
                start_tags[index] = start[2], start[5]
                end_tags[index] = (end[2], end[5]) if end else None
        return start_tags, end_tags

    @cached_property
    def _by_start(self) -> tuple[list[int], list[int]]:
        found = sorted((span.start, index) for index, span in enumerate(self.node_spans) if span)
        return [start for start, _ in found], [index for _, index in found]

    def attributes(self, node: Node) -> dict[str, str]:
        """The attributes of one node; ``node.attributes`` keeps them.

        >>> tree = Tree("<p class=x>")
        >>> tree.attributes(tree.nodes[-1])
        {'class': 'x'}
        """
        peer = self._peers[node.index]
        found = peer.attrs.copy() if node.kind == "element" else {}  # dict(attrs) takes quadratic time
        return {name: value if isinstance(value, str) else peer.attr(name, "") for name, value in found.items()}

    def children(self, node: Node) -> list[Node]:
        """The nodes directly in one; ``node.children`` keeps them.

        >>> tree = Tree("<p>x<br>")
        >>> tree.children(tree.nodes[4])
        [Node(5, 'x'), Node(6, 'br')]
        """
        found, at = [], node.index + 1
        while at <= self.lasts[node.index]:
            found.append(self.nodes[at])
            at = self.lasts[at] + 1
        return found

    def value_spans(self, node: Node) -> dict[str, Span | None]:
        """The spans of the attribute values of one node, by the name in lower case.

        >>> tree = Tree("<p class=x hidden>")
        >>> tree.value_spans(tree.nodes[-1])
        {'class': Span(start=9, end=10), 'hidden': None}
        """
        if node.index not in self._value_spans:
            own = _value_spans(self.source, node.start_tag)
            if node.tag in MERGED and not own.keys() >= node.attributes.keys():
                own = {**self._merged_spans(node.tag), **own}
            self._value_spans[node.index] = own
        return self._value_spans[node.index]

    def _merged_spans(self, tag: str) -> dict[str, Span | None]:
        # A second <html> or <body> makes no element, but gives the first one the attributes that it does not have.
        tags = [token.span for token in self._markup() if token.name == tag and token.kind == "start"]
        found = (_value_spans(self.source, span) for span in reversed(tags))
        return {name: span for spans in found for name, span in spans.items()}

    def _build(self, document: Any) -> None:
        nodes, peers = self.nodes, self._peers
        for index, (peer, above) in enumerate(numbered(document)):
            kind = KINDS[type(peer).__name__]
            tag = intern(peer.tag) if kind == "element" else ""
            data = peer.data if kind in HAVE_DATA else ""
            nodes.append(Node(self, kind, tag, data, nodes[above] if index else None, index))
            peers.append(peer)

    def _coded_texts(self, coded_source: str) -> list[str]:
        """The coded text of each node (see ``node_spans``)."""
        document = parse(coded_source, located=False)
        peers: list[Any] = [peer for peer in document.descendants if _kind(peer) != "fragment"]
        kinds = [_kind(peer) for peer in peers]
        texts = [peer.data if kind in HAVE_DATA else "" for peer, kind in zip(peers, kinds, strict=True)]
        coded_labels = [peer.tag if kind == "element" else kind for peer, kind in zip(peers, kinds, strict=True)]
        labels = [node.tag or node.kind for node in self.nodes[1:]]
        return ["", *aligned(labels, coded_labels, texts)]


def _value_spans(source: str, tag: Span | None) -> dict[str, Span | None]:
    found = attributes(source, tag) if tag else ()
    return {attribute.name: attribute.value_span for attribute in found}


def _kind(peer: Any) -> str:
    return KINDS[type(peer).__name__]
