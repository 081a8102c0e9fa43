"""The nodes of one region by their addresses, and the rules that select nodes by them.

Legend

    address     how a node is found inside a region: ``("class", "td.price")``, ``("label", "Citation: > #text")``
    rule        an address, which of the nodes with it, the attribute that is taken, and the part of the text
    opinion     what a rule rests on
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from unweave.page.html import class_tokens
from unweave.regions.boundaries import Boundary, Region
from unweave.regions.nodes import CELLS, TEXT, PageNodes
from unweave.regions.parallel import parallel_nodes
from unweave.regions.parts import PartPattern

NAMED = ("itemprop", "headers", "data-label", "data-title", "data-th", "property", "rel", "aria-label", "data-field")
"""Attributes that name what an element holds."""
PRIOR = (
    *("attribute", "class", "header", "column", "path", "label", "icon", "own text"),
    *("extension", "tags", "before", "parallel"),
)
"""The kinds of addresses, the most stable first."""
ANYWHERE = "anywhere"
"""The kind of address that names no tag: ``("anywhere", "#text")``, ``("anywhere", "@href")``, or ``".year"``, a class;
reserves have it."""
ADDRESS_KINDS = frozenset({*PRIOR, ANYWHERE})
ADDRESS_PATH = re.compile(r"\.|[^/\[\]]+\[[1-9][0-9]{0,5}\](?:/[^/\[\]]+\[[1-9][0-9]{0,5}\])*+")
"""What the value of a path is: ``.``, or steps such as ``b[1]/#text[2]``."""
BY_HEADERS = frozenset({"header", "column"})
BY_ATTRIBUTES = frozenset({"attribute", "class", "own text", "extension"})
ICON_NAMES = ("aria-label", "title", "alt", "data-icon", "href", "xlink:href")
"""Attributes that say what an element without text stands for; a link says it of a shape that is used (``use``)."""
LONGEST_ICON = 40
LONGEST_LABEL = 60
_MARK = re.compile(r"([0-9])(?:\.([\w-]+)|@colspan)")
_EXTENSION = re.compile(r"\.([a-z0-9]{2,5})(?:[?#]|$)", re.IGNORECASE)
Opinion = tuple[str, bool]
"""What a rule rests on, and whether it counts from the last node."""


def extension_of(link: Any) -> str:
    """The ending of the file that a link of the parser leads to; empty where it has none.

    >>> from unweave.page import Page
    >>> extension_of(Page("<a href=/docs/x.PDF>x").document.select_one("a"))
    'pdf'
    """
    found = _EXTENSION.search((link.attr("href") or "").rpartition("/")[2])
    return found[1].lower() if found else ""


class Address(NamedTuple):
    """How nodes are found inside a region: what ``kind`` of address, one of ``ADDRESS_KINDS``, and which."""

    kind: str
    value: str


class RegionNodes:
    """The nodes of one region by their addresses; ``wanted``: only by these, which is quicker and takes less memory.

    ``is_nested``: an element of it goes on behind it, since other records are inside.
    Every node has a path, and every path one node, so paths are followed when they are asked for, and not kept.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<ul><li><b>Emma</b> <i class=year>1815</i>"))
    >>> region = RegionNodes(nodes, Region(4, 9), Boundary(("html", "body", "ul", "li")))
    >>> region.at(Address("class", "i.year")), region.at(Address("path", "i[1]/#text[1]"))
    ((7,), (8,))
    """

    def __init__(
        self, nodes: PageNodes, region: Region, boundary: Boundary, wanted: frozenset[Address] | None = None
    ) -> None:
        self.nodes = nodes
        self.region = region
        self.wanted = wanted
        self.kinds = frozenset(PRIOR) if wanted is None else frozenset(address.kind for address in wanted)
        self._by_address: dict[Address, Sequence[int]] = {}
        self._top = nodes.parents[region.start] if boundary.stretch else region.start
        self.is_nested = region.stop < len(nodes.tags) and nodes.parents[region.stop] >= region.start
        self._read()

    @classmethod
    def of(cls, nodes: PageNodes, region: Region, boundary: Boundary) -> "RegionNodes":
        """The nodes of a region; they are read once for all boundaries of a page."""
        key = (*region, boundary.stretch)
        if key not in nodes.regions:
            nodes.regions[key] = cls(nodes, region, boundary)
        found: RegionNodes = nodes.regions[key]
        return found

    @classmethod
    def for_rules(
        cls, nodes: PageNodes, region: Region, boundary: Boundary, wanted: frozenset[Address]
    ) -> "RegionNodes":
        """The nodes of a region by the addresses that some rules have."""
        found: RegionNodes | None = nodes.regions.get((*region, boundary.stretch))
        return cls(nodes, region, boundary, wanted) if found is None else found

    def at(self, address: Address) -> Sequence[int]:
        """The nodes with an address, in the order of the page."""
        return self._followed(address.value) if address.kind == "path" else self._by_address.get(address, ())

    def addresses_of(self, numbers: Iterable[int]) -> dict[int, list[Address]]:
        """The addresses of each of some nodes, in the order of the first nodes that have them."""
        found: dict[int, list[Address]] = {number: [] for number in numbers}
        for address, some in self._by_address.items():
            for number in () if found.keys().isdisjoint(some) else some:
                if number in found:
                    found[number].append(address)
        for number, addresses in found.items():
            before = sum(self._by_address[address][0] < number for address in addresses)
            addresses.insert(before, Address("path", self._path(number)))
        return found

    def _followed(self, path: str) -> Sequence[int]:
        """The node that a path leads to, if there is one: ``i[1]/#text[1]``."""
        if path == ".":
            return (self._top,) if self._top == self.region.start else ()
        number = self._top
        for step in path.split("/"):
            tag, _, nth = step[:-1].rpartition("[")
            found = self._child(number, tag, int(nth))
            if found is None:
                return ()
            number = found
        return (number,)

    def _child(self, parent: int, tag: str, nth: int) -> int | None:
        """The n-th child of a tag; of a stretch, the n-th that is in the region."""
        nodes = self.nodes
        children = nodes.children[parent]
        if parent == self._top != self.region.start:
            inside = children[bisect_left(children, self.region.start) : bisect_left(children, self.region.stop)]
            return next(islice((one for one in inside if nodes.tags[one] == tag), nth - 1, None), None)
        return next((one for one in children if nodes.nths[one] == nth and nodes.tags[one] == tag), None)

    def _path(self, number: int) -> str:
        """The tags from the region to a node, each with its number among its siblings of that tag."""
        nodes, steps = self.nodes, list[str]()
        while number != self._top:
            tag, nth, parent = nodes.tags[number], nodes.nths[number], nodes.parents[number]
            if parent == self._top != self.region.start:
                nth = sum(nodes.tags[one] == tag for one in self._between(parent, number))
            steps.append(f"{tag}[{nth}]")
            number = parent
        return "/".join(reversed(steps)) or "."

    def _between(self, parent: int, number: int) -> Sequence[int]:
        """The children of a node from the start of the region to a number."""
        children = self.nodes.children[parent]
        return children[bisect_left(children, self.region.start) : bisect_left(children, number) + 1]

    @property
    def spanned(self) -> dict[int, str]:
        """The cells before the region that cover a place of its rows, with their headers."""
        rows = self.nodes.headed_rows
        inside = [rows[number].spanned for number in range(*self.region) if number in rows] if rows else []
        return {cell: header for row in inside for cell, header in row.items() if cell < self.region.start}

    def anywhere(self, what: str) -> list[int]:
        """The texts of the region, or its elements with an attribute (``@href``) or a class (``.year``), of any tag."""
        nodes, texts = self.nodes, what == TEXT
        found = [number for number in range(*self.region) if (nodes.tags[number] == TEXT) == texts]
        if what.startswith("."):
            return [number for number in found if what[1:] in nodes.classes(number)]
        return found if texts else [number for number in found if what[1:] in nodes.peers[number].attrs]

    def _read(self) -> None:
        nodes, top = self.nodes, self._top
        steps = [(top, "")]  # of the open elements
        by_tags, before = "tags" in self.kinds, -1
        since: list[int] = []  # the elements behind the text before
        for cell, header in self.spanned.items() if "column" in self.kinds else ():
            self._add(cell, "column", f"{header} > {nodes.tags[cell]}")
        for number in range(*self.region):
            if number == top:
                continue
            tag, parent = nodes.tags[number], nodes.parents[number]
            if by_tags:
                while steps[-1][0] != parent:
                    steps.pop()
                tags = f"{steps[-1][1]}/{tag}"
                steps.append((number, tags))
                self._add(number, "tags", tags[1:])
            if tag != TEXT:
                self._element(number, tag)
                since.append(number)
                continue
            self._behind_icons(number, since)
            self._behind_label(number, before)
            since, before = [], number

    def _behind_icons(self, number: int, since: Sequence[int]) -> None:
        """A text behind elements without text."""
        if "icon" in self.kinds:
            empty = [one for one in since if self.nodes.ends[one] <= number]
            for mark in dict.fromkeys(mark for one in empty for mark in icon_marks(self.nodes.peers[one])):
                self._add(number, "icon", mark)

    def _behind_label(self, number: int, before: int) -> None:
        """A text behind a label, and the elements that begin with that text."""
        label = self.nodes.text(before) if before >= 0 and "label" in self.kinds else ""
        if not 0 < len(label) <= LONGEST_LABEL:
            return
        self._add(number, "label", f"{label} > {TEXT}")
        for above in self.nodes.ancestors(number):
            if above <= before or above < self.region.start:
                break
            self._add(above, "label", f"{label} > {self.nodes.tags[above]}")

    def _element(self, number: int, tag: str) -> None:
        nodes, kinds = self.nodes, self.kinds
        if not kinds.isdisjoint(BY_HEADERS) and tag in CELLS and (header := nodes.column_headers.get(number)):
            self._add(number, "header", f"{header} > {tag}")
            self._add(number, "column", f"{header} > {tag}")
        if kinds.isdisjoint(BY_ATTRIBUTES):
            return
        attributes = nodes.peers[number].attrs
        if not attributes:
            return
        for token in nodes.classes(number) if "class" in kinds else ():
            self._add(number, "class", f"{tag}.{token}")
        for name in NAMED:
            if name in attributes:
                self._add(number, "attribute", f"{tag}[{name}={nodes.peers[number].attr(name)}]")
        if tag == "a":
            if found := extension_of(nodes.peers[number]):
                self._add(number, "extension", f"a.{found}")
            text = nodes.text(number)
            if text and len(text) <= LONGEST_LABEL:
                self._add(number, "own text", f"a={text}")

    def _add(self, number: int, kind: str, value: str) -> None:
        if kind in self.kinds and (self.wanted is None or (kind, value) in self.wanted):
            address = Address(kind, value)
            same = self._by_address.get(address)
            if same is None:  # regions have addresses in common, and most addresses one node: this is for memory
                known = self.nodes.addresses.setdefault(address, address)
                self._by_address[known] = self.nodes.alone.setdefault(number, (number,))
            elif isinstance(same, array):
                same.append(number)
            else:
                self._by_address[address] = array("i", (*same, number))


@dataclass(frozen=True, slots=True)
class FieldRule:
    """How the value of a field is found in a region.

    ``ordinal`` counts the nodes with the address from 0; a negative one counts from the end; None takes them all.
    """

    address: Address
    ordinal: int | None = 0
    attribute: str = ""
    part: PartPattern | None = None

    @property
    def opinion(self) -> Opinion:
        """What it rests on, and whether it counts from the last node; a path is the first of its tags.

        >>> FieldRule(Address("path", "td[3]")).opinion, FieldRule(Address("tags", "td"), -4).opinion
        (('tags', False), ('tags', True))
        """
        kind, value = self.address
        what = {"path": "tags", ANYWHERE: f"{ANYWHERE} {value[:1]}"}.get(kind, kind)
        return what, self.ordinal is not None and self.ordinal < 0

    def nodes_in(self, region: RegionNodes) -> Sequence[int]:
        """The nodes that it selects; for a text none that goes on behind the region, since other records are in it."""
        if self.address.kind == "before":
            return _before(region, self.address.value)
        if self.address.kind == "parallel":
            return parallel_nodes(region.nodes, region.region.start, self.address.value)
        found = self._selected(region)
        if self.attribute or not region.is_nested:
            return found
        return [number for number in found if region.nodes.ends[number] <= region.region.stop]

    def _selected(self, region: RegionNodes) -> Sequence[int]:
        found = region.anywhere(self.address.value) if self.address.kind == ANYWHERE else region.at(self.address)
        if self.ordinal is None:
            return found
        at = self.ordinal if self.ordinal >= 0 else len(found) + self.ordinal
        return [found[at]] if 0 <= at < len(found) else []

    def texts_in(self, region: RegionNodes) -> list[str]:
        """The texts of the nodes, before a part is taken."""
        return [text for number in self.nodes_in(region) if (text := region.nodes.value(number, self.attribute))]

    def values_in(self, region: RegionNodes) -> list[str]:
        """The values."""
        texts = self.texts_in(region)
        return texts if self.part is None else self.part.values(texts)


def icon_marks(peer: Any) -> Iterator[str]:
    """What an element without text stands for: a bed before the number of rooms.

    >>> from unweave.page import Page
    >>> list(icon_marks(Page("<i class='fa fa-bed' aria-label=Beds></i>").document.select_one("i")))
    ['i[aria-label=Beds]', 'i.fa', 'i.fa-bed']
    """
    if not len(peer.attrs):
        return
    for name in ICON_NAMES:
        value = (peer.attr(name) or "") if name in peer.attrs else ""
        if 0 < len(value) <= LONGEST_ICON and (peer.tag == "use" or not name.endswith("href")):
            yield f"{peer.tag}[{name}={value}]"
    yield from (f"{peer.tag}.{token}" for token in dict.fromkeys(class_tokens(peer.attr("class") or "")))


def _before(region: RegionNodes, value: str) -> Sequence[int]:
    """The last node with a path of tags, and a mark if there is one, before a region: the heading of its group."""
    nodes = region.nodes
    if value not in nodes.headings:
        path, _, mark = value.partition(" ")
        numbers = nodes.by_path.get(tuple(path.split("/")), [])
        nodes.headings[value] = [one for one in numbers if is_marked(nodes.peers[one], mark)] if mark else numbers
    numbers = nodes.headings[value]
    at = bisect_left(numbers, region.region.start)
    return numbers[at - 1 : at] if at else []


def marks_of(nodes: PageNodes, number: int, height: int) -> Iterator[str]:
    """What tells a node from others with its path of tags: classes and ``colspan`` of it and of the nodes above it.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<table><tr class=day><td colspan=3>May 2"))
    >>> list(marks_of(nodes, nodes.tags.index("td"), 1))
    ['0@colspan', '1.day']
    """
    for at, above in enumerate(islice([number, *nodes.ancestors(number)], height + 1)):
        yield from (f"{at}.{token}" for token in nodes.classes(above) if _MARK.fullmatch(f"{at}.{token}"))
        if nodes.tags[above] in CELLS and "colspan" in nodes.peers[above].attrs:
            yield f"{at}@colspan"


def is_marked(peer: Any, mark: str) -> bool:
    """Whether a node of the parser has a mark.

    >>> from unweave.page import Page
    >>> cell = Page("<table><tr class=day><td>May 2").document.select_one("td")
    >>> is_marked(cell, "1.day"), is_marked(cell, "0@colspan")
    (True, False)
    """
    found = _MARK.fullmatch(mark)
    for _ in range(int(found[1]) if found else 0):
        peer = None if peer is None else peer.parent
    if found is None or not hasattr(peer, "attr"):
        return False
    return found[2] in class_tokens(peer.attr("class") or "") if found[2] else "colspan" in peer.attrs


def nodes_showing(region: RegionNodes, number: int, attribute: str) -> list[int]:
    """The nodes around a node, inside it and itself that show the same, the outermost first; of an attribute, itself.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<ul><li><b><i>Emma</i></b> 1815"))
    >>> region = RegionNodes(nodes, Region(4, 9), Boundary(("html", "body", "ul", "li")))
    >>> [nodes.tags[at] for at in nodes_showing(region, 6, "")]
    ['b', 'i', '#text']
    """
    if attribute:
        return [number]
    nodes, text = region.nodes, region.nodes.text(number)
    around = [above for above in nodes.ancestors(number) if above >= region.region.start]
    near = [*reversed(around), *range(number, nodes.ends[number])]
    return [one for one in near if nodes.text(one) == text and nodes.ends[one] <= region.region.stop]
