"""Fields inside a region: rules that select one node of a record, and the choice among them.

Legend

    address     how a node is found inside a region: ``("class", "td.price")``, ``("label", "Citation: > #text")``
    rule        an address, which of the nodes with it, the attribute that is taken, and the part of the text
    shown       the regions of the shown records with their values
    similarity  of a value to the shown ones, between 0 and 1: which signs and kinds of letters it has, how long it is
    score       of a rule: the mean similarity of its values over all regions, 0 where it finds nothing

All rules that agree with the shown records are tried on all regions: records without labels cost nothing, and a rule
that rests on what only the shown records have in common finds little in the others. Of equally good rules the one with
the more stable address wins (attribute, class, label, position).
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from typing import Any, NamedTuple

from unweave.records.normal_text import normal
from unweave.regions.boundaries import Boundary, Region
from unweave.regions.nodes import CELLS, TEXT, PageNodes
from unweave.regions.parts import PartPattern, PartSample, part_patterns
from unweave.regions.places import Place
from unweave.tuning import (
    REGION_ADDRESS_COST,
    REGION_ENOUGH_LIKE,
    REGION_LOOK_WEIGHTS,
    REGION_OPTIONAL_COST,
    REGION_ORDINAL_COST,
    REGION_PART_COST,
    REGION_PATTERN_COST,
)

NAMED = ("itemprop", "headers", "data-label", "data-title", "data-th", "property", "rel", "aria-label", "data-field")
"""Attributes that name what an element holds."""
PRIOR = ("attribute", "class", "header", "path", "label", "own text", "extension", "tags", "before")
ANYWHERE = "anywhere"
"""The kind of address that names no tag: ``("anywhere", "#text")``, ``("anywhere", "@href")``, or ``".year"``, a class;
reserves have it."""
BY_ATTRIBUTES = frozenset({"attribute", "class", "own text", "extension"})
LONGEST_LABEL = 60
MOST_CANDIDATES = 120
MOST_PARTS = 6
LONGEST_HEADING = 200
LONGEST_REST = 400
LONGEST_PART_TEXT = 3000
_SIGN = re.compile(r"[^\w\s]|_")
_DIGIT = re.compile(r"\d")
_EXTENSION = re.compile(r"\.([a-z0-9]{2,5})(?:[?#]|$)", re.IGNORECASE)


def extension_of(link: Any) -> str:
    """The ending of the file that a link of the parser leads to; empty where it has none.

    >>> from unweave.page import Page
    >>> extension_of(Page("<a href=/docs/x.PDF>x").document.select_one("a"))
    'pdf'
    """
    found = _EXTENSION.search((link.attr("href") or "").rpartition("/")[2])
    return found[1].lower() if found else ""


ADDRESS_KINDS = frozenset({*PRIOR, ANYWHERE})
ADDRESS_PATH = re.compile(r"\.|[^/\[\]]+\[[1-9][0-9]{0,5}\](?:/[^/\[\]]+\[[1-9][0-9]{0,5}\])*+")
"""What the value of a path is: ``.``, or steps such as ``b[1]/#text[2]``."""


class Address(NamedTuple):
    """How nodes are found inside a region: what ``kind`` of address, one of ``ADDRESS_KINDS``, and which."""

    kind: str
    value: str


class RegionNodes:
    """The nodes of one region by their addresses; ``wanted``: only by these, which is quicker and takes less memory.

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
        label, begun = "", -1
        by_tags, by_label = "tags" in self.kinds, "label" in self.kinds
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
            elif by_label:
                text = nodes.text(number)
                if label:
                    self._label(number, begun, label)
                label, begun = (text if len(text) <= LONGEST_LABEL else ""), number

    def _label(self, number: int, begun: int, label: str) -> None:
        """A text behind a label, and the elements that begin with that text."""
        self._add(number, "label", f"{label} > {TEXT}")
        for above in self.nodes.ancestors(number):
            if above <= begun or above < self.region.start:
                break
            self._add(above, "label", f"{label} > {self.nodes.tags[above]}")

    def _element(self, number: int, tag: str) -> None:
        nodes, kinds = self.nodes, self.kinds
        if "header" in kinds and tag in CELLS and (header := nodes.column_headers.get(number)):
            self._add(number, "header", f"{header} > {tag}")
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


Opinion = tuple[str, bool]
"""What a rule rests on, and whether it counts from the last node."""


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
        """The nodes that it selects."""
        if self.address.kind == "before":
            return _before(region, self.address.value)
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


def _before(region: RegionNodes, path: str) -> Sequence[int]:
    """The last node with a path of tags before a region: the heading of its group."""
    numbers = region.nodes.by_path.get(tuple(path.split("/")), [])
    at = bisect_left(numbers, region.region.start)
    return numbers[at - 1 : at] if at else []


class Shown(NamedTuple):
    """A shown record: its region, and the values of one field."""

    region: RegionNodes
    values: tuple[str, ...]


class RatedRule(NamedTuple):
    """A rule with its score and the values that it finds in each region."""

    rule: FieldRule
    score: float
    found: tuple[tuple[str, ...], ...]


def rate(rule: FieldRule, regions: Sequence[RegionNodes], typical: "Likeness") -> RatedRule:
    """The rule with its score over all regions."""
    return _rated(rule, regions, tuple(tuple(rule.values_in(region)) for region in regions), typical)


def _rated(
    rule: FieldRule, regions: Sequence[RegionNodes], found: tuple[tuple[str, ...], ...], typical: "Likeness"
) -> RatedRule:
    if rule.address.kind == "before" and not _is_heading(rule, regions):
        return RatedRule(rule, 0.0, found)
    total = sum(typical.plausibility(values[0]) for values in found if values)
    return RatedRule(rule, total / max(1, len(regions)) - _prior_cost(rule), found)


def _is_heading(rule: FieldRule, regions: Sequence[RegionNodes]) -> bool:
    """Whether the nodes before the regions can be headings: they are none that begin a region themselves."""
    path = tuple(rule.address.value.split("/"))
    own = regions[0].nodes.path(regions[0].region.start)
    return path[: len(own)] != own


def _prior_cost(rule: FieldRule) -> float:
    """What a rule costs before anything is known: the less stable its address, the more."""
    cost = REGION_ADDRESS_COST * PRIOR.index(rule.address.kind) + REGION_ORDINAL_COST * abs(rule.ordinal or 0)
    if rule.part is not None:
        cost += REGION_PART_COST + REGION_OPTIONAL_COST * rule.part.optional
    return cost


class Likeness:
    """How much values look like the shown ones."""

    def __init__(self, shown: Iterable[str]) -> None:
        texts = list(shown)
        self.shown = tuple(dict.fromkeys(map(_features, texts)))
        self.differ = len(texts) > 1 and len(set(texts)) == len(texts)
        self._plausible: dict[str, float] = {}

    @classmethod
    def like(cls, shown: Sequence["Features"]) -> "Likeness":
        """The likeness to values that look so."""
        made = cls(())
        made.shown = tuple(shown)
        return made

    def remembered(self, nodes: PageNodes) -> "Likeness":
        """The same; what is computed is kept with a page, since many boundaries are tried on the same texts."""
        self._plausible = nodes.likeness.setdefault(self.shown, {})
        return self

    def of(self, text: str) -> float:
        """Between 0 and 1.

        >>> dates = Likeness(["22-0282/AR", "21-0193/AR"])
        >>> dates.of("20-0001/NA"), dates.of("Home") < 0.3
        (1.0, True)
        """
        own = _features(text)
        return max((_alike(own, other) for other in self.shown), default=1.0)

    def plausibility(self, text: str) -> float:
        """The likeness, where everything that looks enough like a shown value is equally good."""
        found = self._plausible.get(text)
        if found is None:
            own, most = _features(text), 0.0 if self.shown else 1.0
            for other in self.shown:
                most = max(most, _alike(own, other))
                if most >= REGION_ENOUGH_LIKE:
                    break
            found = self._plausible[text] = min(1.0, most / REGION_ENOUGH_LIKE)
        return found


class Features(NamedTuple):
    """What a value looks like."""

    digits: float
    first: str
    signs: frozenset[str]
    size: int
    words: int


def _features(text: str) -> Features:
    signs = frozenset(_SIGN.findall(text))
    digits = len(_DIGIT.findall(text)) if text.isascii() else sum(map(str.isdigit, text))
    first = "" if not text else "9" if text[0].isdigit() else "A" if text[0].isalpha() else text[0]
    return Features(digits / max(1, len(text)), first, signs, len(text), len(text.split()))


def _alike(one: Features, other: Features) -> float:
    digits, first, signs, size, words = one
    other_digits, other_first, other_signs, other_size, other_words = other
    of_digits, of_first, of_signs, of_size, of_words = REGION_LOOK_WEIGHTS
    shared = 1.0 if signs == other_signs else len(signs & other_signs) / len(signs | other_signs)
    sizes = sqrt(min(size, other_size) / max(1, size, other_size))
    counts = sqrt(min(words, other_words) / max(1, words, other_words))
    return (
        (1 - of_digits * (1 - (1 - abs(digits - other_digits))))
        * (1 - of_first * (1 - (first == other_first)))
        * (1 - of_signs * (1 - shared))
        * (1 - of_size * (1 - sizes))
        * (1 - of_words * (1 - counts))
    )


def rules_for(shown: Sequence[Shown], places: Sequence[Place], regions: Sequence[RegionNodes]) -> list[RatedRule]:
    """The rules for a field that agree with the shown records, the best first.

    ``places`` are those of the first shown value on its page.
    """
    typical = Likeness(value for one in shown for value in one.values).remembered(regions[0].nodes)
    many = any(len(one.values) != 1 for one in shown)
    candidates = list(dict.fromkeys(_candidates(shown[0], places, many=many)))[:MOST_CANDIDATES]
    whole = [rule for rule in candidates if all(agrees(rule, one) for one in shown)]
    rated = [rate(rule, regions, typical) for rule in whole]
    if not many and not any(_is_everywhere(one, typical) for one in rated):
        partial = [rule for rule in candidates if rule not in whole]
        rated += _parts(shown, partial, regions, typical, optional=not whole)
    return sorted((one for one in rated if one.score > 0), key=lambda one: -one.score)


def _is_everywhere(one: RatedRule, typical: Likeness) -> bool:
    """Whether a rule finds a plausible value in every region: then a rule that takes parts of texts is no better."""
    return all(values and typical.plausibility(values[0]) == 1.0 for values in one.found)


def agrees(rule: FieldRule, shown: Shown) -> bool:
    """Whether a rule finds the shown values."""
    return tuple(map(normal, rule.values_in(shown.region))) == shown.values


def _candidates(first: Shown, places: Sequence[Place], *, many: bool) -> Iterator[FieldRule]:
    region = first.region
    start, stop = region.region
    inside = {place: _same_text(region, place) for place in places if start <= place.node < stop}
    addresses = region.addresses_of(number for numbers in inside.values() for number in numbers)
    for place in places:
        if place not in inside:
            if place.node < start and len(region.nodes.text(place.node)) <= LONGEST_HEADING:
                path = "/".join(region.nodes.path(place.node))
                yield FieldRule(Address("before", path), 0, place.attribute)
            continue
        for number in inside[place]:
            for address in addresses[number]:
                same = region.at(address)
                if many:
                    yield FieldRule(address, None, place.attribute)
                    continue
                at = same.index(number)
                if address.kind in {"path", "attribute", "header"} and len(same) == 1:
                    yield FieldRule(address, 0, place.attribute)
                else:
                    yield FieldRule(address, at, place.attribute)
                    yield FieldRule(address, at - len(same), place.attribute)


def _same_text(region: RegionNodes, place: Place) -> list[int]:
    """The elements around a place that show the same, the node of the place, and elements that show little more.

    An element is the better choice than the text in it: in another record the text may be a link, or bold.
    """
    if place.attribute:
        return [place.node]
    nodes, text = region.nodes, region.nodes.text(place.node)
    around = [above for above in nodes.ancestors(place.node) if above >= region.region.start]
    same = [above for above in around if nodes.text(above) == text]
    more = [above for above in around if 0 < len(nodes.text(above)) - len(text) <= LONGEST_REST]
    return [*same, place.node, *more]


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
    return [one for one in near if nodes.text(one) == text]


def _parts(
    shown: Sequence[Shown],
    candidates: Sequence[FieldRule],
    regions: Sequence[RegionNodes],
    typical: Likeness,
    *,
    optional: bool,
) -> Iterator[RatedRule]:
    """Rules that take a part of a text.

    What is behind the part may be missing only if it is ``optional``: it is not where a whole text is the value, since
    then a text without it has no value, and is not all value.
    """
    fitting: dict[tuple[str, ...], list[FieldRule]] = {}
    for rule in candidates:
        texts = [rule.texts_in(one.region) for one in shown]
        if any(len(some) == 1 and len(some[0]) > LONGEST_PART_TEXT for some in texts):
            continue
        if all(len(some) == 1 and one.values[0] in normal(some[0]) for some, one in zip(texts, shown, strict=True)):
            fitting.setdefault(tuple(some[0] for some in texts), []).append(rule)
    for whole, rules in _fullest(fitting, regions):
        samples = tuple(
            PartSample(text, *_occurrence(text, one.values[0])) for text, one in zip(whole, shown, strict=True)
        )
        parts = [part for part in part_patterns(samples) if optional or not part.optional]
        for rule in rules:
            yield from _rated_parts(rule, parts, regions, typical)


def _rated_parts(
    rule: FieldRule, parts: Sequence[PartPattern], regions: Sequence[RegionNodes], typical: Likeness
) -> Iterator[RatedRule]:
    """The rule with each of these parts; the texts of the regions are read once for all of them."""
    texts = [rule.texts_in(region) for region in regions]
    for cost, part in enumerate(parts):
        found = tuple(tuple(part.values(some)) for some in texts)
        rated = _rated(replace(rule, part=part), regions, found, typical)
        yield rated._replace(score=rated.score - REGION_PATTERN_COST * cost)


def _fullest(
    fitting: dict[tuple[str, ...], list[FieldRule]], regions: Sequence[RegionNodes]
) -> list[tuple[tuple[str, ...], list[FieldRule]]]:
    """The texts that a part may be taken of, the shortest first, each with the two rules that find most texts.

    Of rules that find the same texts in all regions the first is enough.
    """
    ranked = sorted(fitting.items(), key=lambda item: sum(map(len, item[0])))[:MOST_PARTS]
    return [(texts, _different(rules, regions)[:2]) for texts, rules in ranked]


def _different(rules: Sequence[FieldRule], regions: Sequence[RegionNodes]) -> list[FieldRule]:
    found: dict[tuple[tuple[str, ...], ...], FieldRule] = {}
    for rule in rules:
        found.setdefault(tuple(tuple(rule.texts_in(region)) for region in regions), rule)
    return [rule for _, rule in sorted(found.items(), key=lambda item: -sum(map(len, item[0])))]


def _occurrence(text: str, value: str) -> tuple[int, int]:
    """Where a value is in a text: at word boundaries if possible."""
    found = re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text)
    at = found.start() if found else text.find(value)
    return at, at + len(value)
