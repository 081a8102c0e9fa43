"""What tells, on the records that were not shown, that they are not what was shown.

Legend

    different    a record that lacks what all shown ones and most others have, and has something that none of the shown
                 ones and few others have: an advertisement among results, an answer of the seller among reviews
    comes again  the first record has the same text as a later one, with others between: a row of headers
    headers      the first record has the names of fields as values, or all of its texts are in bold, those of the shown
                 ones not; or it is the only one before the shown ones, which mostly are the first
    a sum        the last record has the sum of all others in a column: a row of totals
    several      its value is several texts in elements of one kind, that of each shown record only one: a list of tags
    one of       beside the element of the value are others of its kind that belong to no field and look like values,
                 in the shown records none: the former price before the price
    label        before the value, in the same text, is the word that is before another field in the shown records:
                 "Gross: 89.00"
    same         most values of an attribute are one text, those shown are all different: a picture to be loaded later

Each compares records with the shown ones, which are known to be right; none uses the labels or the words of a page.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from unweave.regions.addresses import FieldRule, RegionNodes
from unweave.regions.boundaries import Boundary, Region
from unweave.regions.features import features_of, start_tag
from unweave.regions.likeness import Features, Likeness
from unweave.regions.members import MOST_FORMS, SURE
from unweave.regions.nodes import TEXT, PageNodes
from unweave.tuning import DOUBT_RARE, DOUBT_USUAL
from unweave.wording import counted

FEWEST_SUMMED = 3
FEWEST_SAME = 3
LONGEST_NUMBER = 40
LONGEST_TEXT = 40
EMPHASIS = frozenset({"b", "strong"})
_NUMBER = re.compile(r"[^\d\w]*\d[\d.,'\s]*[^\d\w]*")
_NO_DIGIT = re.compile(r"\D+")


class ValueNode(NamedTuple):
    """The rule that finds a value, and the first node that it finds."""

    rule: FieldRule
    node: int


class Columns(NamedTuple):
    """What a wrapper says of the records: where they are, and where the values of each field are."""

    boundary: Boundary
    rules: Mapping[str, Sequence[FieldRule]]
    looks: Mapping[str, tuple[Features, ...]]

    def places(self, nodes: PageNodes, region: Region) -> dict[str, ValueNode]:
        """For each field where its value is found in a region."""
        addresses = frozenset(rule.address for some in self.rules.values() for rule in some)
        inside = RegionNodes.for_rules(nodes, region, self.boundary, addresses)
        found = {name: _place(rules, inside) for name, rules in self.rules.items()}
        return {name: place for name, place in found.items() if place}


def _place(rules: Sequence[FieldRule], region: RegionNodes) -> ValueNode | None:
    places = (ValueNode(rule, node) for rule in rules for node in rule.nodes_in(region))
    return next((one for one in places if region.nodes.value(one.node, one.rule.attribute)), None)


@dataclass(frozen=True)
class FoundOn:
    """The regions of the records of a page, their values, and the numbers of those that were shown."""

    nodes: PageNodes
    regions: Sequence[Region]
    values: Sequence[Mapping[str, Any]]
    shown: frozenset[int]
    columns: Columns

    @cached_property
    def others(self) -> list[int]:
        """The numbers of the records that were not shown; of a long list, of the first ones."""
        return [at for at in range(min(len(self.regions), MOST_FORMS)) if at not in self.shown]

    @cached_property
    def compared(self) -> list[int]:
        """The numbers of the records that are compared."""
        return sorted({*self.others, *self.shown})

    @cached_property
    def places(self) -> dict[int, dict[str, ValueNode]]:
        """Where the values of the compared records are."""
        return {at: self.columns.places(self.nodes, self.regions[at]) for at in self.compared}

    def text(self, at: int) -> str:
        """The text of a record."""
        return " ".join(map(self.nodes.text, self.nodes.texts_in(self.regions[at])))


def doubts(page: FoundOn) -> dict[str, tuple[str, ...]]:
    """For each field why some of its values may be wrong, or some records something else.

    >>> from unweave.page import Page
    >>> from unweave.regions.addresses import Address
    >>> nodes = PageNodes(Page("<p><i>$5</i><p><i>$7</i><p><i>$9</i> <i>$6</i>"))
    >>> boundary, rule = Boundary(("body", "p")), FieldRule(Address("path", "i[1]"))
    >>> columns = Columns(boundary, {"price": [rule]}, {"price": Likeness(["$5", "$7"]).shown})
    >>> values = [{"price": price} for price in ("$5", "$7", "$9")]
    >>> doubts(FoundOn(nodes, boundary.regions(nodes), values, frozenset({0, 1}), columns))
    {'price': ("in 1 record others like its value are beside it, first '$9'",)}
    """
    if not page.shown or not page.others:
        return {}
    of_records = tuple(_of_records(page))
    return {name: (*of_records, *_of_field(name, page)) for name in page.columns.rules}


def _of_records(page: FoundOn) -> Iterator[str]:
    """Why some of the records may be something else."""
    if different := _different(page):
        made = "is made" if len(different) == 1 else "are made"
        first = _shortened(page.text(different[0]))
        yield f"{counted(len(different), 'record')} {made} differently from the shown ones, the first is {first}"
    if header := _header(page):
        yield f"the first record {header}: {_shortened(page.text(0))}"
    if summed := _summed(page.values):
        yield f"the last record has the sum of the others in {' and '.join(summed)}"


def _different(page: FoundOn) -> list[int]:
    """The records that lack something that most have, and have something that few have."""
    features = features_of(page.nodes)
    forms = {at: features.form(page.regions[at]).features for at in page.compared}
    counts = Counter(feature for form in forms.values() for feature in form)
    # How many texts there are differs with their markup: "<b>Kim</b> 1901" has one more than "Kim 1901".
    elements = frozenset(feature for feature in counts if TEXT not in features.name(feature))
    of_shown = [forms[at] & elements for at in page.shown]
    usual = {one for one in frozenset.intersection(*of_shown) if counts[one] >= DOUBT_USUAL * len(forms)}
    rare = {one for one in elements.difference(*of_shown) if counts[one] <= DOUBT_RARE * len(forms)}
    return [at for at in page.others if not forms[at] >= usual and forms[at] & rare]


def _header(page: FoundOn) -> str:
    """Why the first record, which was not shown, may be a row of headers."""
    if 0 in page.shown:
        return ""
    texts = [page.text(at) for at in page.compared]
    repeated = {text for text, count in Counter(texts).items() if count > 1}
    names = [name for name, value in page.values[0].items() if str(value).casefold() == name.casefold()]
    reasons = {
        "comes again, as headers do": repeated == set(texts[:1]) and texts[0] != texts[1],
        "has the names of fields": len(names) > 1,
        "is in bold, as headers are": bool(
            _around_all(page, 0).difference(*(_around_all(page, at) for at in page.shown))
        ),
        "is the only one before the shown ones": page.shown == set(range(1, len(page.shown) + 1)),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _around_all(page: FoundOn, at: int) -> frozenset[str]:
    """The tags of emphasis that are around each text of a record."""
    nodes, region = page.nodes, page.regions[at]
    around = [
        {nodes.tags[one] for one in nodes.ancestors(text) if one >= region.start} & EMPHASIS
        for text in nodes.texts_in(region)
    ]
    return frozenset.intersection(*map(frozenset, around)) if around else frozenset()


def _summed(values: Sequence[Mapping[str, Any]]) -> list[str]:
    """The fields in which the last record has the sum of the others."""
    if len(values) <= FEWEST_SUMMED:
        return []
    columns = {name: [_number(row.get(name)) for row in values] for name in values[0]}
    return [name for name, (*column, last) in columns.items() if last and sum(column) == last and all(column)]


def _number(value: Any) -> int:
    """The digits of an amount as one number; 0 where a value is something else. All have as many decimals, or none."""
    is_number = isinstance(value, str) and len(value) <= LONGEST_NUMBER and _NUMBER.fullmatch(value)
    return int(_NO_DIGIT.sub("", value)) if is_number else 0


def _of_field(name: str, page: FoundOn) -> Iterator[str]:
    """Why some values of a field may be wrong."""
    likeness = Likeness.like(page.columns.looks[name]).remembered(page.nodes)
    places = page.places
    checks = {
        "its value is several texts": {at: _parts(page.nodes, own.get(name)) for at, own in places.items()},
        "others like its value are beside it": {at: _beside(page, at, name, likeness) for at in places},
        "its value has the label of another field": _has_label_of_others(name, page),
    }
    for what, found in checks.items():
        more = [at for at in page.others if found[at]]
        if more and not any(found[at] for at in page.shown):
            first = _shortened(str(page.values[more[0]].get(name)))
            yield f"in {counted(len(more), 'record')} {what}, first {first}"
    if any(rule.attribute for rule in page.columns.rules[name]) and (same := _same(name, page)):
        yield f"most of its values are the same: {_shortened(same)}"


def _parts(nodes: PageNodes, place: ValueNode | None) -> bool:
    """Whether the value is made of several texts, all in elements of one kind."""
    if place is None or place.rule.attribute or nodes.tags[place.node] == TEXT:
        return False
    number = place.node
    texts = nodes.texts_in(Region(number, nodes.ends[number]))
    around = [nodes.parents[text] for text in texts if any(map(str.isalnum, nodes.text(text)))]
    return len(set(around)) > 1 and number not in around and len({nodes.path(one) for one in around}) == 1


def _has_label_of_others(name: str, page: FoundOn) -> dict[int, bool]:
    """For each record whether the word before the value is before another field in a shown record, and not this one."""
    labels = {at: {one: _label(page.nodes, place) for one, place in own.items()} for at, own in page.places.items()}
    mine = {labels[at].get(name, "") for at in page.shown}
    others = {label for at in page.shown for one, label in labels[at].items() if one != name} - mine - {""}
    return {at: own.get(name, "") in others for at, own in labels.items()}


def _label(nodes: PageNodes, place: ValueNode) -> str:
    """The word before a value that is a part of a text."""
    text = nodes.value(place.node, place.rule.attribute)
    part = place.rule.part.find(text) if place.rule.part else None
    return "".join(text[: part[0]].split()[-1:]) if part else ""


def _beside(page: FoundOn, at: int, name: str, likeness: Likeness) -> bool:
    """Whether there are nodes beside that of the value that are of its kind, have no field, and look like values."""
    nodes, places = page.nodes, page.places[at]
    place = places.get(name)
    if place is None or place.rule.attribute or place.rule.part or place.rule.ordinal is None:
        return False
    taken = {one for other in places.values() for one in (other.node, *nodes.ancestors(other.node))}
    beside = (
        one
        for own in _all_of_it(nodes, place.node, page.regions[at])
        for one in _children_in(nodes, nodes.parents[own], page.regions[at])
        if one not in taken and _is_like(nodes, own, one)
    )
    return any(text and likeness.plausibility(text) >= SURE for text in map(nodes.text, beside))


def _children_in(nodes: PageNodes, parent: int, region: Region) -> Sequence[int]:
    """The children of a node that are in a region: a list of stretches has the children of all its records."""
    children = nodes.children[parent]
    return children[bisect_left(children, region.start) : bisect_left(children, region.stop)]


def _all_of_it(nodes: PageNodes, number: int, region: Region) -> Iterator[int]:
    """A node, and the elements of its record around it that have no other text."""
    text = nodes.text(number)
    for own in (number, *nodes.ancestors(number)):
        if own <= region.start or nodes.text(own) != text:
            return
        yield own


def _is_like(nodes: PageNodes, own: int, other: int) -> bool:
    """Whether two nodes have one tag and the same attributes, other values of these aside."""
    if nodes.tags[own] != nodes.tags[other]:
        return False
    return nodes.tags[own] == TEXT or start_tag(nodes, own) == start_tag(nodes, other)


def _same(name: str, page: FoundOn) -> str:
    """The value that more than half of the records have, though the shown ones are all different."""
    shown = [page.values[at].get(name) for at in page.shown]
    others = [str(value) for at in page.others if (value := page.values[at].get(name))]
    if len(shown) < 2 or len(set(map(str, shown))) < len(shown) or len(others) < FEWEST_SAME:
        return ""
    text, count = Counter(others).most_common(1)[0]
    return text if 2 * count > len(others) else ""


def _shortened(text: str) -> str:
    return repr(text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…")
