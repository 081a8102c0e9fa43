"""A parsed page in an exported program, on lxml's tree: the texts that a reader sees, and which node shows them.

Legend

    words      ["Brand:", "Acme"]   the texts that a reader sees, in order, white space collapsed
    pieces     ["Brand: ", None]    all texts as the page has them, and None for the tag of a block, which ends a word
    place      (3, 5, "")           the texts from number 3 to before number 5; or an attribute of what shows them, with
                                    its value: (3, 5, "/emma.html")
    hit        (7, (3, 5, ""))      the number of the element in which something was found, and its place

Its words mean what they mean in ``unweave.rules.views``, but lxml's tree is not always the tree of a browser.
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from lxml import etree

from unweave.page.html import BLOCKS, HEADINGS, HIDDEN

Place = tuple[int, int, str]
Hit = tuple[int, Place]


def parsed(source: str) -> Any:
    """The tree that lxml makes of a page."""
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    root = etree.fromstring(source.encode() or b"<p>", parser)
    return etree.fromstring("<html/>") if root is None else root


class ReaderTexts:
    """The texts of a page that a reader sees, and which of them each node shows."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self.words: list[str] = []
        self.pieces: list[str | None] = []
        self.parents: list[Any] = []
        self.shown: dict[Any, tuple[int, int]] = {}  # the first text that an element shows, and the end of them
        self._pieces_at: list[int] = []  # for each of the words its number among the pieces
        self._ranges: dict[Any, tuple[int, int]] = {None: (-1, -1)}  # an element's number and the last one inside it
        self._numbers: dict[tuple[Any, bool], int] = {}
        self._headings: list[tuple[int, str]] = []
        self._found: dict[str, list[Hit]] = {}
        self._number(root)

    def _number(self, root: Any) -> None:
        begun: list[int] = []
        hidden = 0
        # lxml makes several roots of a page that goes on behind its end.
        roots = (*reversed(list(root.itersiblings(preceding=True))), root, *root.itersiblings())
        for top in (one for one in roots if isinstance(one.tag, str)):
            for event, node in etree.iterwalk(top, events=("start", "end", "comment", "pi")):
                if event in {"start", "end"}:
                    step = 1 if event == "start" else -1
                    hidden += step * (node.tag in HIDDEN)
                    self.pieces += [None] * (node.tag in BLOCKS)
                if event == "start":
                    begun.append(len(self.words))
                    self._ranges[node] = len(self._ranges), 0
                    self._add(node, node.text, False, bool(hidden))
                else:
                    if event == "end":
                        self._close(node, begun.pop())
                    self._add(node, node.tail, True, bool(hidden))

    def _add(self, node: Any, text: str | None, is_tail: bool, is_hidden: bool) -> None:
        if not text or is_hidden:
            return
        if not text.isspace():
            self._numbers[node, is_tail] = len(self.words)
            self.parents.append(node.getparent() if is_tail else node)
            self._pieces_at.append(len(self.pieces))
            self.words.append(" ".join(text.split()))
        self.pieces.append(text)

    def _close(self, node: Any, first: int) -> None:
        self.shown[node] = first, len(self.words)
        self._ranges[node] = self._ranges[node][0], len(self._ranges) - 1
        if node.tag in HEADINGS and first < len(self.words):
            self._headings.append((len(self.words), self.text((first, len(self.words), ""))))

    def find(self, path: str) -> list[Hit]:
        """What an XPath finds, each once; it is looked for once."""
        if path not in self._found:
            functions = {(None, "first-text"): self._first_text}
            self._found[path] = list(dict.fromkeys(map(self._hit, self.root.xpath(path, extensions=functions))))
        return self._found[path]

    def _first_text(self, context: Any) -> str:
        """In a path, ``first-text()``: the first text that the element shows."""
        first, end = self.shown[context.context_node]
        return self.words[first] if first < end else ""

    def _hit(self, node: Any) -> Hit:
        if not isinstance(node, str):
            return self._ranges[node.getparent()][0], (*self.shown[node], "")
        parent: Any = node.getparent()  # type: ignore[attr-defined]  # lxml's texts know their parents
        if node.is_attribute:  # type: ignore[attr-defined]  # same
            return self._ranges[parent][0], (*self.shown[parent], " ".join(node.split()))
        number = self._numbers.get((parent, bool(node.is_tail)))  # type: ignore[attr-defined]  # same
        return (-1, (0, 0, "")) if number is None else (self._ranges[self.parents[number]][0], (number, number + 1, ""))

    def is_inside(self, node: Any, hit: Hit) -> bool:
        """Whether a hit is inside an element; everything is inside None."""
        first, last = self._ranges[node]
        return node is None or first <= hit[0] <= last

    def text(self, place: Place) -> str:
        """What a reader sees at a place."""
        first, end, value = place
        if value:
            return value
        if end == first + 1:
            return self.words[first]
        pieces = self.pieces[self._pieces_at[first] : self._pieces_at[end - 1] + 1] if end > first else []
        return " ".join("".join(" " if piece is None else piece for piece in pieces).split())

    def near(self, place: Place, distance: int, node: Any = None) -> str:
        """The text so many texts before (-1, -2) or behind (1, 2) a place, if the node shows it."""
        number = place[0] + distance if distance < 0 else place[1] + distance - 1
        first, end = (0, len(self.words)) if node is None else self.shown[node]
        return self.words[number] if first <= number < end else ""

    def heading(self, place: Place) -> str:
        """The nearest heading before a place."""
        at = bisect_right(self._headings, place[0], key=lambda heading: heading[0])
        return self._headings[at - 1][1] if at else ""

    def around(self, place: Place) -> Iterator[Any]:
        """The elements around a place's first text, innermost first."""
        node = self.parents[place[0]] if place[0] < len(self.parents) else None
        while node is not None:
            yield node
            node = node.getparent()
