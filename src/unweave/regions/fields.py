"""Fields inside a region: the choice among the rules that select one node of a record.

Legend

    rule        an address, which of the nodes with it, the attribute that is taken, and the part (``addresses``)
    shown       the regions of the shown records with their values
    plausible   a value that looks like the shown ones (``likeness``)
    score       of a rule: how plausible its values are in the mean over all regions, 0 where it finds nothing

All rules that agree with the shown records are tried on all regions: records without labels cost nothing, and a rule
that rests on what only the shown records have in common finds little in the others. Of equally good rules the one with
the more stable address wins (attribute, class, label, position).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from unweave.records.normal_text import normal
from unweave.regions.addresses import PRIOR, Address, FieldRule, RegionNodes, is_marked, marks_of
from unweave.regions.likeness import Likeness
from unweave.regions.nodes import TEXT, PageNodes
from unweave.regions.parallel import parallel_ways
from unweave.regions.parts import PartPattern, PartSample, part_patterns
from unweave.regions.places import Place
from unweave.tuning import (
    REGION_ADDRESS_COST,
    REGION_OPTIONAL_COST,
    REGION_PART_COST,
    REGION_WORTH_VALUE,
)

MOST_CANDIDATES = 120
MOST_PARTS = 6
MOST_OUTSIDE = 24  # places of a value outside its record that are looked at
LONGEST_HEADING = 200
LONGEST_REST = 400
LONGEST_PART_TEXT = 3000


class Shown(NamedTuple):
    """A shown record: its region, and the values of one field."""

    region: RegionNodes
    values: tuple[str, ...]


class RatedRule(NamedTuple):
    """A rule with its score and the values that it finds in each region."""

    rule: FieldRule
    score: float
    found: tuple[tuple[str, ...], ...]


def rules_for(shown: Sequence[Shown], places: Sequence[Place], regions: Sequence[RegionNodes]) -> list[RatedRule]:
    """The rules for a field that agree with the shown records, the best first.

    ``places`` are those of the first shown value on its page.
    """
    typical = Likeness(value for one in shown for value in one.values).remembered(regions[0].nodes)
    many = any(len(one.values) != 1 for one in shown)
    candidates = list(dict.fromkeys(_candidates(shown[0], places, many=many)))[:MOST_CANDIDATES]
    whole = [rule for rule in candidates if all(agrees(rule, one) for one in shown)]
    rated = [_less_for_a_text(rate(rule, regions, typical), shown) for rule in whole]
    if not many and not any(_is_everywhere(one, typical) for one in rated):
        partial = [rule for rule in candidates if rule not in whole]
        rated += _parts(shown, partial, regions, typical, optional=not whole)
    return sorted((one for one in rated if one.score > 0), key=lambda one: -one.score)


def _is_everywhere(one: RatedRule, typical: Likeness) -> bool:
    """Whether a rule finds a plausible value in every region: then a rule that takes parts of texts is no better."""
    return all(values and typical.plausibility(values[0]) == 1.0 for values in one.found)


def _less_for_a_text(one: RatedRule, shown: Sequence[Shown]) -> RatedRule:
    """The rule, scored less if it takes a text that is all of its element here: in other records it may be a part."""
    found = [(region, number) for region, _ in shown for number in one.rule.nodes_in(region)]
    only = all(_is_all_of_its_element(region.nodes, number) for region, number in found)
    return one._replace(score=one.score - REGION_PART_COST) if only and not one.rule.attribute else one


def _is_all_of_its_element(nodes: PageNodes, number: int) -> bool:
    return nodes.tags[number] == TEXT and nodes.text(nodes.parents[number]) == nodes.text(number)


def agrees(rule: FieldRule, shown: Shown) -> bool:
    """Whether a rule finds the shown values."""
    return tuple(map(normal, rule.values_in(shown.region))) == shown.values


def _candidates(first: Shown, places: Sequence[Place], *, many: bool) -> Iterator[FieldRule]:
    region = first.region
    start, stop = region.region
    inside = {place: _same_text(region, place) for place in places if start <= place.node < stop}
    addresses = region.addresses_of(number for numbers in inside.values() for number in numbers)
    spanned = [
        (cell, Address("column", f"{header} > {region.nodes.tags[cell]}")) for cell, header in region.spanned.items()
    ]
    for place in places if inside else places[:MOST_OUTSIDE]:
        if place not in inside:
            yield from () if inside else _parallel(region, place)
            yield from (
                FieldRule(one)
                for cell, one in spanned
                if cell <= place.node < region.nodes.ends[cell] and not place.attribute
            )
            if place.node < start and len(region.nodes.text(place.node)) <= LONGEST_HEADING:
                for address in _headings(region, place.node):
                    yield FieldRule(address, 0, place.attribute)
            continue
        for number in inside[place]:
            for address in addresses[number]:
                same = region.at(address)
                if address.kind == "icon" and len(same) > 1:  # before several texts it names none of them
                    continue
                if many:
                    yield FieldRule(address, None, place.attribute)
                    continue
                at = same.index(number)
                if address.kind in {"path", "attribute", "header", "column"} and len(same) == 1:
                    yield FieldRule(address, 0, place.attribute)
                else:
                    yield FieldRule(address, at, place.attribute)
                    yield FieldRule(address, at - len(same), place.attribute)


def _parallel(region: RegionNodes, place: Place) -> Iterator[FieldRule]:
    """The rules for a value in a row of another list that has as many rows as that of the records."""
    nodes, text = region.nodes, region.nodes.text(place.node)
    around = [] if place.attribute else [one for one in nodes.ancestors(place.node) if nodes.text(one) == text]
    for number in (*reversed(around), place.node):
        for way in parallel_ways(nodes, region.region.start, number):
            yield FieldRule(Address("parallel", way), 0, place.attribute)


def _headings(region: RegionNodes, number: int) -> Iterator[Address]:
    """The addresses by which a node before a region may be its heading.

    By its path alone; or with a mark, in an element like those of the records ("May 2" in a row between others), if no
    node of the record has both.
    """
    nodes, start = region.nodes, region.region.start
    path, own = nodes.path(number), nodes.path(start)
    written = "/".join(path)
    yield Address("before", written)
    if path[: len(own)] == own:
        inside = [one for one in range(*region.region) if nodes.path(one) == path]
        for mark in marks_of(nodes, number, len(path) - len(own)):
            if not any(is_marked(nodes.peers[one], mark) for one in inside):
                yield Address("before", f"{written} {mark}")


def _same_text(region: RegionNodes, place: Place) -> list[int]:
    """The elements around a place that show the same, the node of the place, and elements that show little more.

    An element is the better choice than the text in it: in another record the text may be a link, or bold. One that
    goes on behind the record holds other records.
    """
    if place.attribute:
        return [place.node]
    nodes, text = region.nodes, region.nodes.text(place.node)
    start, stop = region.region
    around = [above for above in nodes.ancestors(place.node) if above >= start and nodes.ends[above] <= stop]
    same = [above for above in around if nodes.text(above) == text]
    more = [above for above in around if 0 < len(nodes.text(above)) - len(text) <= LONGEST_REST]
    return [*same, place.node, *more]


def rate(rule: FieldRule, regions: Sequence[RegionNodes], typical: Likeness) -> RatedRule:
    """The rule with its score over all regions."""
    return _rated(rule, regions, tuple(tuple(rule.values_in(region)) for region in regions), typical)


def _rated(
    rule: FieldRule, regions: Sequence[RegionNodes], found: tuple[tuple[str, ...], ...], typical: Likeness
) -> RatedRule:
    if rule.address.kind == "before" and not _is_heading(rule, regions):
        return RatedRule(rule, 0.0, found)
    total = sum(worth(typical.plausibility(values[0])) for values in found if values)
    return RatedRule(rule, total / max(1, len(regions)) - _prior_cost(rule), found)


def worth(plausibility: float) -> float:
    """What a value is worth to the rule that finds it: one that looks like no shown value is worth nothing.

    >>> worth(0.9), worth(0.2)
    (0.9, 0.0)
    """
    return plausibility if plausibility >= REGION_WORTH_VALUE else 0.0


def _is_heading(rule: FieldRule, regions: Sequence[RegionNodes]) -> bool:
    """Whether the nodes before the regions can be headings: they are none that begin a region themselves."""
    path, _, mark = rule.address.value.partition(" ")
    own = regions[0].nodes.path(regions[0].region.start)
    return bool(mark) or tuple(path.split("/"))[: len(own)] != own


def _prior_cost(rule: FieldRule) -> float:
    """What a rule costs before anything is known: the less stable its address, the more."""
    cost = REGION_ADDRESS_COST * PRIOR.index(rule.address.kind)
    if rule.part is not None:
        cost += REGION_PART_COST + REGION_OPTIONAL_COST * rule.part.optional
    return cost


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
    for part in parts:
        found = tuple(tuple(part.values(some)) for some in texts)
        yield _rated(replace(rule, part=part), regions, found, typical)


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
