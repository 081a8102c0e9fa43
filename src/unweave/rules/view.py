"""A page as the builders see it: the texts a reader sees, in order, and what each node shows of them.

Legend

    texts     the text nodes that show something, in document order
    words     what they say, white space collapsed: ``["Brand:", "Acme"]``
    Extent    which of the texts a node shows, half-open: ``(3, 5)``; nodes with the same extent show the same
    chain     the nodes of one extent, innermost first: the text, its ``<a>``, its ``<td>``

An extent, not a node, is what a value is: whether it is linked, bold or bare on this page makes no difference to it.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from unweave.page import Node, Page, Span
from unweave.page.text import HIDDEN, collapse
from unweave.properties import HEADINGS, UNSEEN, place_among_like
from unweave.rules.blanks import Letters, begin_of, end_of


class Extent(NamedTuple):
    """Which of a page's visible texts: from ``first``, before ``end``.

    >>> Extent(3, 5).first
    3
    """

    first: int
    end: int


class View:
    """What builders ask of a page, at hand.

    >>> view = View(Page("<p><b>Brand:</b> <a>Acme</a>"))
    >>> view.words, [node.tag or node.kind for node in view.chain(Extent(1, 2))]
    (['Brand:', 'Acme'], ['text', 'a'])
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.outer: Node | None = None  # the record's node, where only a record is seen
        self.nodes = page.tree.nodes
        self.texts: list[Node] = []
        self.elements: list[Node] = []
        self.by_tag: dict[str, list[Node]] = defaultdict(list)
        self._shown_before = self._look_through()
        self.words = [collapse(node.data) for node in self.texts]
        self._said: dict[Extent, str] = {}
        self._places: dict[int, tuple[int, int]] = {}
        self._headings: list[tuple[int, str]] | None = None
        self.levels: dict[int, Any] = {}
        self._standing: tuple[list[int], list[int]] | None = None
        self._letters: Letters | None = None

    def _look_through(self) -> list[int]:
        """Fill ``texts`` and ``by_tag``; for each node, how many visible texts stand before it."""
        before, hidden_up_to = [], -1
        for node in self.nodes:
            before.append(len(self.texts))
            if node.index <= hidden_up_to:
                continue
            if node.kind == "text" and node.data.strip():
                self.texts.append(node)
            elif node.kind == "element":
                self.elements.append(node)
                self.by_tag[node.tag].append(node)
                if node.tag in UNSEEN:
                    hidden_up_to = node.last
        self.by_tag["#text"] = self.texts
        return [*before, len(self.texts)]

    @property
    def shown(self) -> range:
        """The numbers of the texts that are seen.

        >>> View(Page("<p>a<p>b")).shown
        range(0, 2)
        """
        return range(len(self.texts))

    def extent(self, node: Node) -> Extent:
        """Which texts a node shows.

        >>> view = View(Page("<p>a<b>b</b>c"))
        >>> view.extent(view.by_tag["b"][0])
        Extent(first=1, end=2)
        """
        return Extent(self._shown_before[node.index], self._shown_before[node.last + 1])

    def chain(self, extent: Extent) -> list[Node]:
        """The nodes that show exactly these texts, innermost first; empty where there is none.

        >>> View(Page("<p>a<b>b</b>c")).chain(Extent(0, 2))
        []
        """
        node: Node | None = self.texts[extent.first]
        found = []
        while node is not None and node.parent is not None and node is not self.outer:
            shown = self.extent(node)
            if shown == extent:
                found.append(node)
            elif shown.first < extent.first or shown.end > extent.end:
                break
            node = node.parent
        return found

    def around(self, extent: Extent) -> Extent:
        """What the innermost node around these texts shows.

        >>> View(Page("<p>a<b>b</b>c")).around(Extent(0, 2))
        Extent(first=0, end=3)
        """
        node = self.texts[extent.first]
        while self.extent(node).end < extent.end and node.parent is not None:
            node = node.parent
        return self.extent(node)

    def places(self, nodes: Sequence[Node]) -> list[Extent]:
        """What the nodes show, each once; nodes that show nothing are left out.

        >>> view = View(Page("<b><b>a</b></b><b></b>"))
        >>> view.places(view.by_tag["b"])
        [Extent(first=0, end=1)]
        """
        shown = dict.fromkeys(map(self.extent, nodes))
        return [extent for extent in shown if extent.end > extent.first]

    def innermost(self, place: Extent) -> Node:
        """The node with which a place begins.

        >>> View(Page("<p>a<b>b</b>c")).innermost(Extent(1, 2)).text
        'b'
        """
        return self.texts[place.first]

    def sees(self, node: Node) -> bool:
        """Whether a text node is one of those that a reader sees.

        >>> view = View(Page("<p>a<script>b</script>"))
        >>> [view.sees(node) for node in view.page.tree.texts()]
        [True, False]
        """
        shown = self.extent(node)
        return shown.end > shown.first

    def said(self, extent: Extent) -> str:
        """What these texts say, joined as they stand.

        >>> View(Page("<p>2 <b>cups</b> flour")).said(Extent(0, 3))
        '2 cups flour'
        """
        if extent not in self._said:
            self._said[extent] = self.words[extent.first] if extent.end == extent.first + 1 else self._joined(extent)
        return self._said[extent]

    def _joined(self, extent: Extent) -> str:
        if extent.end <= extent.first:
            return ""
        inside = self.nodes[self.texts[extent.first].index : self.texts[extent.end - 1].index + 1]
        return collapse("".join(n.data for n in inside if n.kind == "text" and n.parent and n.parent.tag not in HIDDEN))

    def before(self, node: Node, distance: int = 1) -> str:
        """The text that stands so many texts before a node; empty before the first.

        >>> view = View(Page("<p>Brand:<b>Acme</b>"))
        >>> view.before(view.by_tag["b"][0])
        'Brand:'
        """
        at = self._shown_before[node.index] - distance
        return self.words[at] if at >= 0 else ""

    def word_before(self, place: Extent) -> str:
        """The text right before a place; empty before the first.

        >>> View(Page("<p>Brand:<b>Acme</b>")).word_before(Extent(1, 2))
        'Brand:'
        """
        before = self.texts_before(place)
        return self.words[before - 1] if before > self.shown.start else ""

    def word_behind(self, place: Extent) -> str:
        """The text right behind a place; empty behind the last.

        >>> View(Page("<b>265</b> lbs")).word_behind(Extent(0, 1))
        'lbs'
        """
        return self.words[place.end] if place.end < self.shown.stop else ""

    def texts_before(self, place: Extent) -> int:
        """How many texts stand before a place.

        >>> View(Page("<p>Brand:<b>Acme</b>")).texts_before(Extent(1, 2))
        1
        """
        return place.first

    def behind(self, node: Node, distance: int = 1) -> str:
        """The text that stands so many texts behind a node; empty behind the last.

        >>> view = View(Page("<p><b>265</b> lbs"))
        >>> view.behind(view.by_tag["b"][0])
        'lbs'
        """
        at = self._shown_before[node.last + 1] + distance - 1
        return self.words[at] if at < len(self.words) else ""

    def place(self, node: Node) -> tuple[int, int]:
        """The node's place among its like, from the front and from the end (see ``properties``).

        >>> view = View(Page("<p>a<p>b<p>c"))
        >>> view.place(view.by_tag["p"][1])
        (2, 2)
        """
        if node.index not in self._places and node.parent is not None:
            self._count_children(node.parent)
        return self._places.get(node.index) or place_among_like(node)

    def _count_children(self, parent: Node) -> None:
        like: dict[tuple[str, str], list[int]] = defaultdict(list)
        for child in parent.children:
            like[child.kind, child.tag].append(child.index)
        for group in like.values():
            for at, index in enumerate(group):
                self._places[index] = (at + 1, len(group) - at)

    def heading(self, node: Node) -> str:
        """The nearest heading before a node; empty where there is none.

        >>> view = View(Page("<h2>Method</h2><p>Stir."))
        >>> view.heading(view.by_tag["p"][0])
        'Method'
        """
        if self._headings is None:
            found = sorted((node.last, self.said(self.extent(node))) for tag in HEADINGS for node in self.by_tag[tag])
            self._headings = [one for one in found if one[1]]
        at = bisect_left(self._headings, (node.index, "")) - 1
        return self._headings[at][1] if at >= 0 else ""

    def find(self, value: str) -> list[Extent]:
        """Every extent that says the value and is shown by some node of its own.

        >>> View(Page("<p>Emma<p><b>Em</b>ma<p>Emma!")).find("Emma")
        [Extent(first=0, end=1), Extent(first=1, end=3)]
        """
        if self._letters is None:
            self._letters = Letters(self.words)
        found = (Extent(*numbers) for numbers in self._letters.saying(value))
        return [extent for extent in found if self.said(extent) == collapse(value) and self.chain(extent)]

    def span(self, extent: Extent) -> Span | None:
        """Where these texts stand in the source, without the white space at their ends.

        >>> page = Page("<p>&nbsp; 2 <b>cups</b> <p>")
        >>> page[View(page).span(Extent(0, 2))]
        '2 <b>cups'
        """
        first, last = self.texts[extent.first].span, self.texts[extent.end - 1].span
        if first is None or last is None:
            return None
        return Span(begin_of(self.page.source, first), end_of(self.page.source, last))

    def shown_by(self, span: Span) -> Extent | None:
        """The texts that a span of the source touches; None where it touches none.

        >>> page = Page("<p>Brand:<b>Acme</b>")
        >>> View(page).shown_by(Span(3, 12))
        Extent(first=0, end=1)
        """
        ends, numbers = self._stand()
        touched = []
        for at in range(bisect_right(ends, span.start), len(numbers)):
            where = self.texts[numbers[at]].span
            if where is None or where.start >= span.end:
                break
            touched.append(numbers[at])
        return Extent(min(touched), max(touched) + 1) if touched else None

    def _stand(self) -> tuple[list[int], list[int]]:
        """Where the texts end in the source, in its order, and their numbers."""
        if self._standing is None:
            placed = sorted((node.span.end, number) for number, node in enumerate(self.texts) if node.span)
            self._standing = [end for end, _ in placed], [number for _, number in placed]
        return self._standing


@lru_cache(maxsize=64)
def view_of(page: Page) -> View:
    """The view of a page, remembered for the last pages.

    >>> page = Page("<b>Emma</b>")
    >>> view_of(page) is view_of(page)
    True
    """
    return View(page)
