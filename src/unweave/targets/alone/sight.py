"""A page as a stand-alone file sees it, on lxml's tree: the texts that a reader sees, in order, and who shows them.

Legend

    words      what the texts say, white space collapsed: ``["Brand:", "Acme"]``
    pieces     all the page's texts as they stand, and None where the tag of a block parts words
    place      ``(3, 5, "")``: the texts from number 3, before number 5; with an attribute's value where that is meant
    hit        the number of the element in which something was found, and its place

It is the twin of ``unweave.rules.view``, and its words mean the same; the tree is another one.
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from lxml import etree

HIDDEN = frozenset(["script", "style", "iframe", "noembed", "noframes"])
UNSEEN = HIDDEN | {"noscript", "template"}
HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
BLOCKS_NAMES = """
address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset
figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu
nav ol optgroup option p plaintext pre search section select summary table tbody td textarea tfoot th thead title tr
ul xmp
"""
BLOCKS = frozenset(BLOCKS_NAMES.split())
Place = tuple[int, int, str]
Hit = tuple[int, Place]


def walked(root: Any) -> Iterator[tuple[str, Any]]:
    """The tree in document order; where a page has several roots, as lxml allows, all of them."""
    for top in (*reversed(list(root.itersiblings(preceding=True))), root, *root.itersiblings()):
        if isinstance(top.tag, str):
            yield from etree.iterwalk(top, events=("start", "end", "comment", "pi"))


class Sight:
    """The texts of a page that a reader sees, and which of them each node shows."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self.words: list[str] = []
        self.pieces: list[str | None] = []
        self.at: list[int] = []  # where in ``pieces`` each of the words stands
        self.shown: dict[Any, tuple[int, int]] = {}
        self.parents: list[Any] = []
        self._ranges: dict[Any, tuple[int, int]] = {None: (-1, -1)}  # an element's number and the last one inside it
        self._numbers: dict[tuple[Any, bool], int] = {}
        self._headings: list[tuple[int, str]] = []
        self._found: dict[str, list[Hit]] = {}
        self._look_through(root)

    def _look_through(self, root: Any) -> None:
        begun: list[int] = []
        hidden = unseen = 0
        for event, node in walked(root):
            if event in {"start", "end"}:
                step = 1 if event == "start" else -1
                hidden += step * (node.tag in HIDDEN)
                unseen += step * (node.tag in UNSEEN)
                self.pieces += [None] * (node.tag in BLOCKS)
            if event == "start":
                begun.append(len(self.words))
                self._ranges[node] = len(self._ranges), 0
                self._add(node, node.text, False, bool(hidden), bool(unseen))
            else:
                if event == "end":
                    self._close(node, begun.pop())
                self._add(node, node.tail, True, bool(hidden), bool(unseen))

    def _add(self, node: Any, text: str | None, is_tail: bool, is_hidden: bool, is_unseen: bool) -> None:
        if not text or is_hidden:
            return
        if not is_unseen and not text.isspace():
            self._numbers[node, is_tail] = len(self.words)
            self.parents.append(node.getparent() if is_tail else node)
            self.at.append(len(self.pieces))
            self.words.append(" ".join(text.split()))
        self.pieces.append(text)

    def _close(self, node: Any, first: int) -> None:
        self.shown[node] = first, len(self.words)
        self._ranges[node] = self._ranges[node][0], len(self._ranges) - 1
        if node.tag in HEADINGS and first < len(self.words):
            self._headings.append((len(self.words), self.joined((first, len(self.words), ""))))

    def find(self, path: str) -> list[Hit]:
        """What a path finds, remembered."""
        if path not in self._found:
            self._found[path] = list(dict.fromkeys(map(self._hit, self.root.xpath(path))))
        return self._found[path]

    def _hit(self, node: Any) -> Hit:
        if not isinstance(node, str):
            return self._ranges[node.getparent()][0], (*self.shown[node], "")
        parent: Any = node.getparent()  # type: ignore[attr-defined]  # lxml's texts know where they stand
        if node.is_attribute:  # type: ignore[attr-defined]  # same
            return self._ranges[parent][0], (*self.shown[parent], " ".join(node.split()))
        number = self._numbers.get((parent, bool(node.is_tail)))  # type: ignore[attr-defined]  # same
        return (-1, (0, 0, "")) if number is None else (self._ranges[self.parents[number]][0], (number, number + 1, ""))

    def holds(self, node: Any, hit: Hit) -> bool:
        """Whether a hit stands in an element; everything stands in None."""
        first, last = self._ranges[node]
        return node is None or first <= hit[0] <= last

    def said(self, place: Place) -> str:
        """What a reader reads there."""
        return self._read(place, " ")

    def joined(self, place: Place) -> str:
        """The same, the texts joined as they stand."""
        return self._read(place, "")

    def _read(self, place: Place, between: str) -> str:
        first, end, value = place
        if value:
            return value
        if end == first + 1:
            return self.words[first]
        pieces = self.pieces[self.at[first] : self.at[end - 1] + 1] if end > first else []
        return " ".join("".join(between if piece is None else piece for piece in pieces).split())

    def near(self, place: Place, distance: int, node: Any = None) -> str:
        """The text so many texts before (-1, -2) or behind (1, 2) a place, where it stands in the node."""
        number = place[0] + distance if distance < 0 else place[1] + distance - 1
        first, end = (0, len(self.words)) if node is None else self.shown[node]
        return self.words[number] if first <= number < end else ""

    def heading(self, place: Place) -> str:
        """The nearest heading before a place."""
        at = bisect_right(self._headings, place[0], key=lambda one: one[0])
        return self._headings[at - 1][1] if at else ""

    def around(self, place: Place) -> Iterator[Any]:
        """The elements around a place's first text, innermost first."""
        node = self.parents[place[0]] if place[0] < len(self.parents) else None
        while node is not None:
            yield node
            node = node.getparent()
