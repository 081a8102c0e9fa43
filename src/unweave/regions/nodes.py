"""The visible nodes of a page, numbered in document order: what regions and rules inside them are found in.

Legend

    number      of a node in document order: 0 is the top element; a subtree is a range of numbers
    tag         "td" of an element, "#text" of a text
    end         the number behind the last node of a subtree
    nth         a node's position among its parent's children with the same tag, from 1
    position    a node's position among all of its parent's children, from 0
    text        the reader's text of a node (``page.html``)

Hidden elements, blank texts and comments have no number.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from sys import intern
from typing import Any

from unweave.engine.index import index_of
from unweave.page import Page
from unweave.page.html import HIDDEN, class_tokens
from unweave.page.parser import content, kinds
from unweave.regions.table_columns import HeadedRow, headed_rows

TEXT = "#text"
ANY = "*"
NO_NODE = -1  # the parent of the top element
CELLS = frozenset({"td", "th"})


class ChildNumbers(dict[int, Sequence[int]]):
    """The numbers of each node's children, found when they are asked for, since few nodes' are; from where nodes end.

    >>> ChildNumbers([4, 3, 3, 4])[0]
    array('i', [1, 3])
    """

    def __init__(self, ends: Sequence[int]) -> None:
        super().__init__()
        self._ends = ends

    def __missing__(self, number: int) -> Sequence[int]:
        found, child = array("i"), number + 1
        while child < self._ends[number]:
            found.append(child)
            child = self._ends[child]
        self[number] = found
        return found


class PageNodes:
    """The visible nodes of a page, by number.

    >>> nodes = PageNodes(Page("<ul><li>Emma <i>1815</i><li>Kim</ul>"))
    >>> [nodes.tags[at] for at in nodes.children[nodes.tags.index("ul")]]
    ['li', 'li']
    >>> nodes.text(nodes.tags.index("li"))
    'Emma 1815'
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.index = index_of(page)
        self.peers: list[Any] = []
        self.tags: list[str] = []
        # Numbers are kept in arrays: as objects they would take more memory than the parser's nodes.
        self.parents, self.ends, self.nths, self.positions = (array("i") for _ in range(4))
        self.children = ChildNumbers(self.ends)
        self._paths: list[tuple[str, ...]] = []  # all that the page has, each once
        self._path_numbers = array("i")
        self._read(page.document)
        self._texts: dict[int, str] = {}
        # What other modules find out about the nodes, kept as long as the page: many boundaries are tried on it.
        self.regions: dict[Any, Any] = {}
        self.addresses: dict[Any, Any] = {}
        self.alone: dict[int, tuple[int]] = {}
        self.headings: dict[Any, Any] = {}
        self.tests: dict[int, Any] = {}
        self.passed: dict[Any, dict[int, bool]] = {}
        self.likeness: dict[Any, dict[str, float]] = {}
        self.features: Any = None
        self.found: Any = None
        self._ending: dict[tuple[str, ...], list[int]] = {}

    def _read(self, document: Any) -> None:
        text, element, _ = kinds()
        waiting: list[tuple[Any, int]] = [(peer, -1) for peer in reversed(content(document)) if type(peer) is element]
        last: list[int] = []  # the open elements
        counts: list[dict[str, int]] = []  # of the children of each open element, by tag; all of them by ""
        paths: dict[tuple[int, str], int] = {}  # by the path above, and the tag
        while waiting:
            peer, parent = waiting.pop()
            while last and last[-1] != parent:
                self.ends[last.pop()] = len(self.tags)
                counts.pop()
            is_text = type(peer) is text
            tag = TEXT if is_text else intern(peer.tag)
            number = len(self.tags)
            self.peers.append(peer)
            self.tags.append(tag)
            self.parents.append(parent)
            self.ends.append(number + 1)
            seen = counts[-1] if parent >= 0 else {"": 0}
            seen[tag] = nth = seen.get(tag, 0) + 1
            self.nths.append(nth)
            self.positions.append(seen[""])
            seen[""] += 1
            self._add_path(self._path_numbers[parent] if parent >= 0 else -1, tag, paths)
            if not is_text:
                last.append(number)
                counts.append({"": 0})
                waiting += [(child, number) for child in reversed(content(peer)) if is_visible(child)]
        for number in last:
            self.ends[number] = len(self.tags)

    def _add_path(self, above: int, tag: str, known: dict[tuple[int, str], int]) -> None:
        number = known.setdefault((above, tag), len(self._paths))
        if number == len(self._paths):
            self._paths.append((*(self._paths[above] if above >= 0 else ()), tag))
        self._path_numbers.append(number)

    def text(self, number: int) -> str:
        """The reader's text of a node."""
        found = self._texts.get(number)
        if found is None:
            found = self._texts[number] = self.index.text(self.peers[number])
        return found

    def value(self, number: int, attribute: str) -> str:
        """The value of an attribute with white space collapsed, or the node's text where none is named."""
        if not attribute:
            return self.text(number)
        return "" if self.tags[number] == TEXT else " ".join((self.peers[number].attr(attribute) or "").split())

    def path(self, number: int) -> tuple[str, ...]:
        """The tags from the top down to a node."""
        return self._paths[self._path_numbers[number]]

    def ancestors(self, number: int) -> Iterator[int]:
        """The nodes around a node, the innermost first."""
        while (number := self.parents[number]) != NO_NODE:
            yield number

    def roots(self, start: int, stop: int) -> Sequence[int]:
        """The nodes beside each other that a range of numbers is made of."""
        parent = self.parents[start]
        if parent == NO_NODE or stop <= self.ends[start]:
            return (start,)
        children = self.children[parent]
        return children[bisect_left(children, start) : bisect_left(children, stop)]

    def texts_in(self, region: tuple[int, int]) -> list[int]:
        """The texts in a range of numbers."""
        return [number for number in range(*region) if self.tags[number] == TEXT]

    def size(self, number: int) -> int:
        """How many nodes a subtree has."""
        return self.ends[number] - number

    def common(self, one: int, other: int) -> int:
        """The innermost node that contains both."""
        while not one <= other < self.ends[one]:
            one = self.parents[one]
        return one

    def classes(self, number: int) -> list[str]:
        """The class tokens of an element."""
        return [] if self.tags[number] == TEXT else class_tokens(self.peers[number].attr("class") or "")

    @cached_property
    def by_path(self) -> dict[tuple[str, ...], Sequence[int]]:
        """The numbers of the nodes with each path of tags."""
        found = [array("i") for _ in self._paths]
        for number, path in enumerate(self._path_numbers):
            found[path].append(number)
        return dict(zip(self._paths, found, strict=True))

    def ending(self, path: tuple[str, ...]) -> list[int]:
        """The numbers of the nodes whose path of tags ends so; ANY stands for the tag of any element.

        >>> nodes = PageNodes(Page("<p><b>x</b><i><b>y</b></i>"))
        >>> nodes.ending(("p", "b")), nodes.ending(("p", ANY))
        ([4], [4, 6])
        """
        if path not in self._ending:
            found = [numbers for own, numbers in self.by_path.items() if _ends(own, path)]
            self._ending[path] = sorted(number for numbers in found for number in numbers)
        return self._ending[path]

    @cached_property
    def headed_rows(self) -> dict[int, HeadedRow]:
        """The rows of the tables with a row of headers.

        >>> nodes = PageNodes(Page("<table><tr><th>Title<th>Year<tr><td>Emma<td>1815"))
        >>> [{nodes.text(cell): header for cell, header in row.own.items()} for row in nodes.headed_rows.values()]
        [{}, {'Emma': 'Title', '1815': 'Year'}]
        """
        tables: dict[int, list[int]] = {}
        for number, tag in enumerate(self.tags):
            if tag == "tr":
                table = next((above for above in self.ancestors(number) if self.tags[above] == "table"), NO_NODE)
                tables.setdefault(table, []).append(number)
        found: dict[int, HeadedRow] = {}
        for rows in tables.values():
            cells = [[child for child in self.children[row] if self.tags[child] in CELLS] for row in rows]
            found |= zip(rows, headed_rows(cells, self.peers.__getitem__, self.text), strict=True)
        return found

    @cached_property
    def column_headers(self) -> dict[int, str]:
        """The header above each cell of the tables that have headers."""
        return {cell: header for row in self.headed_rows.values() for cell, header in row.own.items()}

    @cached_property
    def text_numbers(self) -> list[int]:
        """The numbers of the texts."""
        return [number for number, tag in enumerate(self.tags) if tag == TEXT]


def nodes_of(page: Page) -> PageNodes:
    """The nodes of a page, read once and kept as long as the page.

    >>> page = Page("<p>x")
    >>> nodes_of(page) is nodes_of(page)
    True
    """
    kept = vars(page)
    if "_nodes" not in kept:
        kept["_nodes"] = PageNodes(page)
    nodes: PageNodes = kept["_nodes"]
    return nodes


def _ends(own: tuple[str, ...], path: tuple[str, ...]) -> bool:
    end = own[-len(path) :]
    if ANY not in path or end == path:
        return end == path
    return len(end) == len(path) and all(
        tag in (mine, ANY) and mine != TEXT for mine, tag in zip(end, path, strict=True)
    )


def is_visible(peer: Any) -> bool:
    """Whether a node of the parser, in no hidden element, is visible itself.

    >>> document = Page("<p>x</p> <style>y</style>").document
    >>> [is_visible(peer) for peer in document.select_one("body").children]
    [True, False, False]
    """
    text, element, _ = kinds()
    if type(peer) is text:
        return not peer.data.isspace()
    return type(peer) is element and peer.tag not in HIDDEN
