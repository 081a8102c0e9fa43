"""The HTML5 tree of a page, as turbohtml builds it; the only module of the page that knows the parser.

    >>> tree = Tree("<table><tr><td>Congo<td>242</table>")
    >>> [node.tag for node in tree.elements()]
    ['html', 'head', 'body', 'table', 'tbody', 'tr', 'td', 'td']
    >>> [node.data for node in tree.texts()]
    ['Congo', '242']

Departures from a browser's tree: scripting is off, so the content of noscript is parsed; the content of a template
stands in the template; below depth 512 elements become siblings (``tree.flattened`` says so).
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any

from unweave.page.dye import Dye
from unweave.page.markup import Token, scan
from unweave.page.node import Node
from unweave.page.positions import Places, place
from unweave.page.span import Span
from unweave.page.tokens import attributes

if TYPE_CHECKING:
    import turbohtml

DEEPEST = 512
MARK = "\ufeff"  # a byte order mark that came through decoding is no text, but keeps its place
KINDS = {
    "Document": "document",
    "Element": "element",
    "Text": "text",
    "Comment": "comment",
    "Doctype": "doctype",
    "ProcessingInstruction": "comment",
    "DocumentFragment": "fragment",
}
MERGED = frozenset({"html", "body"})
SPEAKING = frozenset({"text", "comment"})


class Tree:
    r"""The tree of a source: its nodes in document order, the document first.

    Attributes:
        source: the text it was built from; newlines must be ``\n``, as a Page makes them.
        nodes: all nodes in document order.
        flattened: whether elements are nested so deep that the parser made siblings of them.

    >>> tree = Tree("<p>Congo <b>242</b>")
    >>> tree.root, len(tree.nodes), tree.flattened
    (Node(0, 'document'), 8, False)
    """

    def __init__(self, source: str, pieces: Callable[[], Sequence[Token]] | None = None) -> None:
        self.source = " " + source[1:] if source.startswith(MARK) else source
        self.nodes: list[Node] = []
        self._pieces = pieces or (lambda: list(scan(self.source)))  # a page that has them need not scan again
        self._peers: list[Any] = []  # the parser's own nodes, by index
        self._value_spans: dict[int, dict[str, Span | None]] = {}
        self.flattened = self._grow(_parse(self.source)) >= DEEPEST

    def __repr__(self) -> str:
        return f"Tree({len(self.nodes)} nodes)"

    @property
    def root(self) -> Node:
        """The document, the parent of all.

        >>> Tree("x").root.kind
        'document'
        """
        return self.nodes[0]

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

    def smallest(self, span: Span) -> Node:
        """The smallest node whose span contains the given one.

        >>> tree = Tree("<p>Congo <b>242</b></p>")
        >>> tree.smallest(Span(12, 15)), tree.smallest(Span(3, 15)), tree.smallest(Span(0, 1))
        (Node(7, '242'), Node(4, 'p'), Node(4, 'p'))
        """
        starts, indices = self._anchors
        node: Node | None = self.nodes[indices[bisect_right(starts, span[0]) - 1]]
        while node is not None and not ((own := node.span) and own.contains(span)):
            node = node.parent
        return node or self.root

    @cached_property
    def places(self) -> Places:
        """The spans of all nodes, computed when first asked for.

        >>> Tree("<b>x").places.spans
        [Span(start=0, end=4), None, None, None, Span(start=0, end=4), Span(start=3, end=4)]
        """
        tags = [_tag_spans(peer) for peer in self._peers]
        dye = Dye(self.source, self._pieces())
        return place(self.nodes, tags, dye, self._twins(dye.source))

    @cached_property
    def _anchors(self) -> tuple[list[int], list[int]]:
        found = sorted((span.start, index) for index, span in enumerate(self.places.spans) if span)
        return [start for start, _ in found], [index for _, index in found]

    def attributes(self, node: Node) -> dict[str, str]:
        """The attributes of one node; what ``node.attributes`` asks once.

        >>> tree = Tree("<p class=x>")
        >>> tree.attributes(tree.nodes[-1])
        {'class': 'x'}
        """
        peer = self._peers[node.index]
        found = peer.attrs.copy() if node.kind == "element" else {}  # dict(attrs) takes quadratic time
        return {name: value if isinstance(value, str) else peer.attr(name, "") for name, value in found.items()}

    def value_spans(self, node: Node) -> dict[str, Span | None]:
        """Where the attribute values of one node stand, by the name in lower case.

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
        # A second <html> or <body> makes no element, but the first takes over the attributes it has not.
        tags = [piece.span for piece in self._pieces() if piece.name == tag and piece.kind == "start"]
        found = (_value_spans(self.source, span) for span in reversed(tags))
        return {name: span for spans in found for name, span in spans.items()}

    def _grow(self, document: Any) -> int:
        deepest = 0
        self._add(None, document)
        path = [(self.nodes[0], iter(document.children))]
        while path:
            parent, peers = path[-1]
            for peer in peers:
                node = self._add(parent, peer)
                if node.kind == "element":
                    deepest = max(deepest, len(path))
                    path.append((node, iter(_content(peer))))
                    break
            else:
                parent.last = len(self.nodes) - 1
                path.pop()
        return deepest

    def _add(self, parent: Node | None, peer: Any) -> Node:
        kind = _kind(peer)
        tag = peer.tag if kind == "element" else ""
        data = peer.data if kind in SPEAKING else ""
        siblings = parent.children if parent else []
        node = Node(self, kind, tag, data, parent, len(self.nodes), len(siblings))
        siblings.append(node)
        self.nodes.append(node)
        self._peers.append(peer)
        return node

    def _twins(self, source: str) -> list[str]:
        """What the nodes of a like source say at the places of our nodes; "" where the trees differ."""
        peers: list[Any] = [peer for peer in _parse(source, located=False).descendants if _kind(peer) != "fragment"]
        kinds = [_kind(peer) for peer in peers]
        said = [peer.data if kind in SPEAKING else "" for peer, kind in zip(peers, kinds, strict=True)]
        labels = [peer.tag if kind == "element" else kind for peer, kind in zip(peers, kinds, strict=True)]
        return ["", *_aligned(self.nodes[1:], labels, said)]


def _aligned(nodes: list[Node], twins: list[str], said: list[str]) -> list[str]:
    labels = [node.tag or node.kind for node in nodes]
    if labels == twins:
        return said
    head = _same(labels, twins)
    tail = min(_same(reversed(labels), reversed(twins)), len(labels) - head, len(twins) - head)
    return [*said[:head], *[""] * (len(labels) - head - tail), *said[len(said) - tail :]]


def _same(first: Iterable[str], second: Iterable[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def _value_spans(source: str, tag: Span | None) -> dict[str, Span | None]:
    found = attributes(source, tag) if tag else ()
    return {attribute.name: attribute.value_span for attribute in found}


def _kind(peer: "turbohtml.Node") -> str:
    return KINDS[type(peer).__name__]


def _content(peer: Any) -> Sequence[Any]:
    # What stands in a template is the parser's only child of it, a fragment.
    children: Sequence[Any] = peer.children
    if len(children) == 1 and _kind(children[0]) == "fragment":
        return _content(children[0])
    return children


def _tag_spans(peer: Any) -> tuple[Span | None, Span | None]:
    location = peer.source_location
    if location is None:
        return None, None
    start, end = location.start_tag, location.end_tag
    return Span(start[2], start[5]), Span(end[2], end[5]) if end else None


QUOTED_HIDDEN = re.compile(r"""(\btype[ \t\n\f]*+=[ \t\n\f]*+)(?:"(hidden)"|'(hidden)')""", re.IGNORECASE)


def _parse(source: str, *, located: bool = True) -> "turbohtml.Document":
    document = _parse_html(source, located=located)
    if _is_wide(source) and _out_of_order(document):
        return _parse_html(_without_quotes(source), located=located)
    return document


def _parse_html(source: str, *, located: bool) -> "turbohtml.Document":
    from turbohtml import parse  # noqa: PLC0415  (heavy, and not every page needs a tree)

    return parse(source, source_locations=located, allow_declarative_shadow_roots=False)


def _is_wide(source: str) -> bool:
    """Whether there may be characters beyond Latin-1: where there are, each character takes two bytes or more."""
    return sys.getsizeof(source) > 2 * len(source)


def _out_of_order(document: "turbohtml.Document") -> bool:
    if document.select_one('input[type="hidden" i]') is None:
        return False
    places = [peer.position or (0, 0) for peer in document.select("table, input")]
    return any(first > second for first, second in pairwise(places))


def _without_quotes(source: str) -> str:
    # In a page with characters beyond Latin-1, turbohtml 1.15 does not see that a quoted "hidden" is hidden, and moves
    # such inputs out of their tables. Without quotes it does. Spaces keep the length.
    pieces = ((piece.name, source[piece.start : piece.end]) for piece in scan(source))
    return "".join(QUOTED_HIDDEN.sub(r"\1\2\3  ", text) if name == "input" else text for name, text in pieces)
