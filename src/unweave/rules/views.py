"""A page as the builders see it: its visible texts in document order, and which of them each node contains.

Legend, for ``<p><b>Brand:</b> <a>Acme</a>``

    texts      the text nodes with visible text, in document order
    strings    their text with white space collapsed: ``["Brand:", "Acme"]``
    Extent     the numbers of consecutive texts, half-open: ``(1, 2)`` is "Acme"
    extent of  a node: the texts in it. The text "Acme" and its ``<a>`` have the same extent
    position   the number of a node among the children of its parent with the same tag, from the start or the end

A value is an extent, not a node: on another page the same value may be linked, bold or plain.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from unweave.definition import place_among_like
from unweave.engine.index import Index, index_of
from unweave.engine.values import begin_of, end_of
from unweave.page import Node, Page, Span
from unweave.page.html import HEADINGS, HIDDEN, collapse


class Extent(NamedTuple):
    """A range of a page's visible texts: from number ``first`` up to, but not including, number ``end``.

    >>> Extent(3, 5).first
    3
    """

    first: int
    end: int

    def contains(self, other: "Extent") -> bool:
        """Whether all texts of the other extent are in this one.

        >>> Extent(3, 5).contains(Extent(4, 5)), Extent(3, 5).contains(Extent(4, 6))
        (True, False)
        """
        return self.first <= other.first and other.end <= self.end

    def overlaps(self, other: "Extent") -> bool:
        """Whether the extents have a text in common.

        >>> Extent(3, 5).overlaps(Extent(4, 6)), Extent(3, 5).overlaps(Extent(5, 6))
        (True, False)
        """
        return self.first < other.end and other.first < self.end


class PageView:
    """The visible texts of a page, and the nodes around them.

    >>> view = PageView(Page("<p><b>Brand:</b> <a>Acme</a>"))
    >>> view.strings, [node.tag or node.kind for node in view.nodes_of(Extent(1, 2))]
    (['Brand:', 'Acme'], ['text', 'a'])
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.index: Index = index_of(page)
        self.record: Node | None = None  # the node of the record, where the view is limited to one
        self.scope: Any = None  # the parser's node of the record
        self.nodes = page.tree.nodes
        self.texts: list[Node] = []
        self.elements: list[Node] = []
        self.by_tag: dict[str, list[Node]] = defaultdict(list)
        self._texts_before = self._collect()
        self.strings = [collapse(node.data) for node in self.texts]
        self._text_of: dict[Extent, str] = {}
        self._extents: dict[Any, Extent | None] = {}  # of nodes of the parser; None where they have no visible text
        self._same: dict[Extent, Extent] = {}
        self._positions = array("i", [0]) * (2 * len(self.nodes))  # of each node two numbers, 0 if not known yet
        self._headings: list[tuple[int, str]] | None = None
        self.path_levels: dict[int, Any] = {}
        self._ends: tuple[list[int], list[int]] | None = None
        self._search: StringSearch | None = None
        self.kept: dict[str, Any] = {}  # what others find out about this view

    def _collect(self) -> "array[int]":
        """Fill ``texts``, ``elements`` and ``by_tag``; return for each node the number of visible texts before it."""
        before, hidden_up_to = array("i"), -1
        for node in self.nodes:
            before.append(len(self.texts))
            if node.index <= hidden_up_to:
                continue
            if node.kind == "text" and node.data.strip():
                self.texts.append(node)
            elif node.kind == "element":
                self.elements.append(node)
                self.by_tag[node.tag].append(node)
                if node.tag in HIDDEN:
                    hidden_up_to = node.last
        self.by_tag["#text"] = self.texts
        before.append(len(self.texts))
        return before

    def node(self, peer: Any) -> Node:
        """The node of our tree for one of the parser's."""
        return self.page.tree.node_of(peer)

    def peer(self, node: Node) -> Any:
        """The parser's node for one of our tree."""
        return self.page.tree.peer(node)

    @property
    def text_numbers(self) -> range:
        """The numbers of the texts in this view.

        >>> PageView(Page("<p>a<p>b")).text_numbers
        range(0, 2)
        """
        return range(len(self.texts))

    def extent(self, node: Node) -> Extent:
        """The extent of a node.

        >>> view = PageView(Page("<p>a<b>b</b>c"))
        >>> view.extent(view.by_tag["b"][0])
        Extent(first=1, end=2)
        """
        return Extent(self._texts_before[node.index], self._texts_before[node.last + 1])

    def extents(self, nodes: Sequence[Node]) -> list[Extent]:
        """The extents of nodes, each once; nodes without visible text are left out.

        >>> view = PageView(Page("<b><b>a</b></b><b></b>"))
        >>> view.extents(view.by_tag["b"])
        [Extent(first=0, end=1)]
        """
        found = dict.fromkeys(map(self.extent, nodes))
        return [extent for extent in found if extent.end > extent.first]

    def extents_of_peers(self, peers: Sequence[Any]) -> tuple[Extent, ...]:
        """The same for nodes of the parser. One object stands for an extent, whichever rules find it.

        >>> view = PageView(Page("<b><b>a</b></b><b></b>"))
        >>> view.extents_of_peers(view.index.select("b"))
        (Extent(first=0, end=1),)
        """
        known = self._extents
        for peer in peers:
            if peer not in known:
                extent = self.extent(self.node(peer))
                known[peer] = self._same.setdefault(extent, extent) if extent.end > extent.first else None
        return tuple([extent for extent in dict.fromkeys([known[peer] for peer in peers]) if extent is not None])

    def nodes_of(self, extent: Extent) -> list[Node]:
        """The nodes with exactly this extent, innermost first.

        >>> PageView(Page("<p>a<b>b</b>c")).nodes_of(Extent(0, 2))
        []
        """
        node: Node | None = self.texts[extent.first]
        found = []
        while node is not None and node.parent is not None and node is not self.record:
            own = self.extent(node)
            if own == extent:
                found.append(node)
            elif not extent.contains(own):
                break
            node = node.parent
        return found

    def enclosing(self, extent: Extent) -> Extent:
        """The extent of the innermost node that contains these texts.

        >>> PageView(Page("<p>a<b>b</b>c")).enclosing(Extent(0, 2))
        Extent(first=0, end=3)
        """
        node = self.texts[extent.first]
        while self.extent(node).end < extent.end and node.parent is not None:
            node = node.parent
        return self.extent(node)

    def first_node(self, extent: Extent) -> Node:
        """The text node with which an extent begins.

        >>> PageView(Page("<p>a<b>b</b>c")).first_node(Extent(1, 2)).text
        'b'
        """
        return self.texts[extent.first]

    def is_visible(self, node: Node) -> bool:
        """Whether a node has visible text.

        >>> view = PageView(Page("<p>a<script>b</script>"))
        >>> [view.is_visible(node) for node in view.page.tree.texts()]
        [True, False]
        """
        extent = self.extent(node)
        return extent.end > extent.first

    def text(self, extent: Extent) -> str:
        """The visible text of an extent.

        >>> PageView(Page("<p>2 <b>cups</b> flour")).text(Extent(0, 3))
        '2 cups flour'
        """
        if extent not in self._text_of:
            is_one = extent.end == extent.first + 1
            self._text_of[extent] = self.strings[extent.first] if is_one else self._joined(extent)
        return self._text_of[extent]

    def _joined(self, extent: Extent) -> str:
        nodes = self.nodes_of(extent) if extent.end > extent.first else ()
        if nodes:
            return nodes[0].text
        span = self.span(extent) if extent.end > extent.first else None
        return self.page.text(span) if span else " ".join(self.strings[extent.first : extent.end])

    def text_before(self, node: Node, distance: int = 1) -> str:
        """The text that is so many texts before a node; empty where there is none.

        >>> view = PageView(Page("<p>Brand:<b>Acme</b>"))
        >>> view.text_before(view.by_tag["b"][0])
        'Brand:'
        """
        at = self._texts_before[node.index] - distance
        return self.strings[at] if at >= 0 else ""

    def text_after(self, node: Node, distance: int = 1) -> str:
        """The text that is so many texts after a node; empty where there is none.

        >>> view = PageView(Page("<p><b>265</b> lbs"))
        >>> view.text_after(view.by_tag["b"][0])
        'lbs'
        """
        at = self._texts_before[node.last + 1] + distance - 1
        return self.strings[at] if at < len(self.strings) else ""

    def previous_text(self, extent: Extent) -> str:
        """The text right before an extent; empty where there is none.

        >>> PageView(Page("<p>Brand:<b>Acme</b>")).previous_text(Extent(1, 2))
        'Brand:'
        """
        before = self.count_before(extent)
        return self.strings[before - 1] if before > self.text_numbers.start else ""

    def next_text(self, extent: Extent) -> str:
        """The text right after an extent; empty where there is none.

        >>> PageView(Page("<b>265</b> lbs")).next_text(Extent(0, 1))
        'lbs'
        """
        return self.strings[extent.end] if extent.end < self.text_numbers.stop else ""

    def count_before(self, extent: Extent) -> int:
        """The number of texts before an extent.

        >>> PageView(Page("<p>Brand:<b>Acme</b>")).count_before(Extent(1, 2))
        1
        """
        return extent.first

    def position(self, node: Node) -> tuple[int, int]:
        """The node's position, from the start and from the end.

        >>> view = PageView(Page("<p>a<p>b<p>c"))
        >>> view.position(view.by_tag["p"][1])
        (2, 2)
        """
        if node.parent is None:
            return place_among_like(node)
        if not self._positions[2 * node.index]:
            self._number_children(node.parent)
        return self._positions[2 * node.index], self._positions[2 * node.index + 1]

    def _number_children(self, parent: Node) -> None:
        same_tag: dict[tuple[str, str], list[int]] = defaultdict(list)
        for child in parent.children:
            same_tag[child.kind, child.tag].append(child.index)
        for group in same_tag.values():
            for at, index in enumerate(group):
                self._positions[2 * index] = at + 1
                self._positions[2 * index + 1] = len(group) - at

    def heading(self, node: Node) -> str:
        """The text of the nearest heading before a node; empty where there is none.

        >>> view = PageView(Page("<h2>Method</h2><p>Stir."))
        >>> view.heading(view.by_tag["p"][0])
        'Method'
        """
        if self._headings is None:
            found = sorted((node.last, self.text(self.extent(node))) for tag in HEADINGS for node in self.by_tag[tag])
            self._headings = [one for one in found if one[1]]
        at = bisect_left(self._headings, (node.index, "")) - 1
        return self._headings[at][1] if at >= 0 else ""

    def find_value(self, value: str) -> list[Extent]:
        """Every extent that has this text and is the extent of a node.

        >>> PageView(Page("<p>Emma<p><b>Em</b>ma<p>Emma!")).find_value("Emma")
        [Extent(first=0, end=1), Extent(first=1, end=3)]
        """
        if self._search is None:
            self._search = StringSearch(self.strings)
        return [extent for extent in self._search.find(value) if self.nodes_of(extent)]

    def span(self, extent: Extent) -> Span | None:
        """The span of an extent in the source, without the white space at its ends.

        >>> page = Page("<p>&nbsp; 2 <b>cups</b> <p>")
        >>> page[PageView(page).span(Extent(0, 2))]
        '2 <b>cups'
        """
        first, last = self.texts[extent.first].span, self.texts[extent.end - 1].span
        if first is None or last is None:
            return None
        return Span(begin_of(self.page.source, first), end_of(self.page.source, last))

    def extent_of_span(self, span: Span) -> Extent | None:
        """The texts that overlap a span of the source; None where there are none.

        >>> page = Page("<p>Brand:<b>Acme</b>")
        >>> PageView(page).extent_of_span(Span(3, 12))
        Extent(first=0, end=1)
        """
        ends, numbers = self._texts_by_end()
        found = []
        for at in range(bisect_right(ends, span.start), len(numbers)):
            own = self.texts[numbers[at]].span
            if own is None or own.start >= span.end:
                break
            found.append(numbers[at])
        return Extent(min(found), max(found) + 1) if found else None

    def _texts_by_end(self) -> tuple[list[int], list[int]]:
        """The ends of the texts in the source, in ascending order, and the numbers of these texts."""
        if self._ends is None:
            located = sorted((node.span.end, number) for number, node in enumerate(self.texts) if node.span)
            self._ends = [end for end, _ in located], [number for _, number in located]
        return self._ends


def view_of(page: Page) -> PageView:
    """The view of a page, made once and kept as long as the page.

    >>> page = Page("<b>Emma</b>")
    >>> view_of(page) is view_of(page)
    True
    """
    kept = vars(page)
    if "_view" not in kept:
        kept["_view"] = PageView(page)
    view: PageView = kept["_view"]
    return view


class StringSearch:
    """The strings of a page without white space, to find values that consist of several of them.

    >>> list(StringSearch(["2", "cups flour", "2"]).find("2 cups flour"))
    [Extent(first=0, end=2)]
    """

    def __init__(self, strings: Sequence[str]) -> None:
        packed = ["".join(string.split()) for string in strings]
        self._all = "".join(packed)
        self._number_at: dict[int, int] = {}
        at = 0
        for number, string in enumerate([*packed, ""]):
            self._number_at[at] = number
            at += len(string)

    def find(self, value: str) -> Iterator[Extent]:
        """The sequences of whole strings that have this text."""
        wanted = "".join(value.split())
        at = self._all.find(wanted) if wanted else -1
        while at >= 0:
            first, end = (self._number_at.get(offset) for offset in (at, at + len(wanted)))
            if first is not None and end is not None:
                yield Extent(first, end)
            at = self._all.find(wanted, at + 1)
