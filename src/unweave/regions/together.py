"""The rules of all fields of a list together: no text of a record is a value of two fields.

Legend

    candidates   the rules of a field that agree with the shown records, the best first
    piece        what a rule takes: of a text, by the number of its node, from where to where
    taken        of each region, the pieces that the rules of the fields before take
    free         a rule is free if none of its pieces overlaps with a taken one, or with one that another field has
                 behind its label or before its unit; except in a shown record that has the value nowhere else

Fields choose their best free rule one after the other, the surest first: the one whose best rule has the highest score,
of equal ones the one that was given first. A rule for the second item of a record finds the size of a house where the
number of baths is missing; but the size is what is behind "Size:", so the text behind "Baths:" is taken for the baths.
A rule for the first amount finds the only price where there is no former price. A field that did not get its best rule
chooses first, if the rules of all fields are better together then.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from unweave.records import Field
from unweave.regions.addresses import BY_HEADERS, RegionNodes
from unweave.regions.fields import RatedRule
from unweave.regions.likeness import Likeness
from unweave.regions.nodes import TEXT
from unweave.tuning import REGION_USEFUL_VALUE

_WORD = re.compile(r"[^\W\d_]")
BY_LABEL = BY_HEADERS | {"icon", "label"}
MOST_COMPARED = 12  # rules of a field, each finding something else, that are compared with the texts of other fields
FURTHER_RULES = 2
FEWEST_FILLED = 10  # a further rule must fill a tenth of the regions without a value


class RuledField(NamedTuple):
    """A field, its rules, what its values look like, and the regions of the records that show it."""

    field: Field
    rules: Sequence[RatedRule]
    typical: Likeness
    showing: Sequence[RegionNodes]


class _Choice(NamedTuple):
    """The rules of each field, and the names of the fields without free ones."""

    rules: Mapping[str, Sequence[RatedRule]]
    without: Sequence[str]


class TextPiece(NamedTuple):
    """From where to where of a text, by the number of its node."""

    node: int
    begin: int
    end: int


def rules_together(fields: Sequence[RuledField], regions: Sequence[RegionNodes]) -> dict[str, list[RatedRule]]:
    """For each field its best free rule, and rules that find a value where it finds none."""
    labelled = {one.field.name: _labelled(one, regions) for one in fields}
    surest = sorted(fields, key=lambda one: -round(one.rules[0].score, 1))  # of equal ones the one given first
    chosen = _in_order(surest, regions, labelled)
    lost = [
        one for one in surest if one.field.name in chosen.without or _first(chosen, one).found != one.rules[0].found
    ]
    orders = [[one, *(other for other in surest if other is not one)] for one in lost]
    chosen = max([chosen, *(_in_order(order, regions, labelled) for order in orders)], key=_worth)
    return {one.field.name: _compatible(chosen.rules[one.field.name], one.typical) for one in fields}


def _first(choice: _Choice, one: RuledField) -> RatedRule:
    return choice.rules[one.field.name][0]


def _worth(choice: _Choice) -> tuple[int, float]:
    """First how many fields have free rules, then how good these are."""
    free = [rules[0].score for name, rules in choice.rules.items() if name not in choice.without]
    return len(free), round(sum(free), 1)


def _in_order(
    fields: Sequence[RuledField], regions: Sequence[RegionNodes], labelled: Mapping[str, list[list[TextPiece]]]
) -> _Choice:
    """The free rules of the fields, where they choose in this order; all rules of a field without free ones."""
    taken: list[list[TextPiece]] = [[] for _ in regions]
    rules: dict[str, Sequence[RatedRule]] = {}
    without: list[str] = []
    for one in fields:
        others = [some for name, some in labelled.items() if name != one.field.name]
        free = _free(one, regions, [list(chain.from_iterable(some)) for some in zip(taken, *others, strict=True)])
        without += [] if free else [one.field.name]
        rules[one.field.name] = free or one.rules
        for at, before in enumerate(taken):
            before.extend(_pieces(rules[one.field.name][0], at, regions[at]))
    return _Choice(rules, without)


def _labelled(one: RuledField, regions: Sequence[RegionNodes]) -> list[list[TextPiece]]:
    """Of each region what is behind a label of the field, or under its header."""
    shown = [at for at, region in enumerate(regions) if region in one.showing]
    rules = [rated for rated in one.rules if _is_by_label(rated, one.rules[0], shown, regions)]
    return [[some for rated in rules for some in _pieces(rated, at, region)] for at, region in enumerate(regions)]


def _is_by_label(rated: RatedRule, best: RatedRule, shown: Sequence[int], regions: Sequence[RegionNodes]) -> bool:
    """Whether a rule rests on a label or header.

    The label of a part is in the same text as the shown values. From one record it is told badly where the part ends
    (with the text, in place of ":"), so that it must never contradict the best rule of its field. A number before its
    unit, "3 beds", ends there.
    """
    part = rated.rule.part
    if part is None or rated.rule.address.kind in BY_LABEL:
        return rated.rule.address.kind in BY_LABEL
    if part.has_unit and all(_goes_on(piece, regions[at]) for at in shown for piece in _pieces(rated, at, regions[at])):
        return True
    if not part.has_label or not all(map(_same_or_none, rated.found, best.found)):
        return False
    return all(piece.begin for at in shown for piece in _pieces(rated, at, regions[at]))


def _goes_on(piece: TextPiece, region: RegionNodes) -> bool:
    """Whether a word is behind a piece in the same text: "3 beds", but not the label of the next text."""
    return _WORD.search(region.nodes.text(piece.node)[piece.end :]) is not None


def _free(one: RuledField, regions: Sequence[RegionNodes], taken: Sequence[list[TextPiece]]) -> Sequence[RatedRule]:
    """The rules of a field that are free; of those that find the same, one is asked."""
    own = [at for at, region in enumerate(regions) if region in one.showing]
    asked: dict[tuple[tuple[str, ...], ...], bool] = {}
    for rated in one.rules:
        if rated.found not in asked and len(asked) < MOST_COMPARED:
            asked[rated.found] = _is_free(rated, regions, own, taken)
    return [rated for rated in one.rules if asked.get(rated.found)]


def _is_free(
    one: RatedRule, regions: Sequence[RegionNodes], own: Sequence[int], taken: Sequence[list[TextPiece]]
) -> bool:
    shares = [bool(some) and _overlap(_pieces(one, at, regions[at]), some) for at, some in enumerate(taken)]
    return not any(shares) or any(shares[at] and _times(regions[at], one.found[at][0]) <= 1 for at in own)


def _overlap(mine: Sequence[TextPiece], others: Sequence[TextPiece]) -> bool:
    return any(
        one.node == other.node and one.begin < other.end and other.begin < one.end for one in mine for other in others
    )


def _times(region: RegionNodes, value: str) -> int:
    """How many texts of a region are this value."""
    nodes = region.nodes
    numbers = range(region.region.start, region.region.stop)
    return sum(nodes.tags[one] == TEXT and nodes.text(one) == value for one in numbers)


def _pieces(rated: RatedRule, at: int, region: RegionNodes) -> list[TextPiece]:
    """What a rule takes in the region with this number; nothing of attributes."""
    rule, nodes = rated.rule, region.nodes
    if rule.attribute or not rated.found[at]:
        return []
    found = []
    for number in rule.nodes_in(region):
        text = nodes.text(number)
        place = rule.part.find(text) if rule.part else (0, len(text))
        found += list(_inside(region, number, *place)) if place else []
    return found


def _inside(region: RegionNodes, number: int, begin: int, end: int) -> Iterator[TextPiece]:
    """What is from one place of a node's text to another, in the texts inside the node."""
    nodes, last = region.nodes, 0
    for inside in _texts_inside(region, number):
        text = nodes.text(inside)
        start = nodes.text(number).find(text, last)
        if text and start >= last:
            last = start + len(text)
            if begin < last and start < end:
                yield TextPiece(inside, max(begin, start) - start, min(end, last) - start)


def _texts_inside(region: RegionNodes, number: int) -> list[int]:
    nodes = region.nodes
    return [one for one in range(number, nodes.ends[number]) if nodes.tags[one] == TEXT]


def _compatible(found: Sequence[RatedRule], typical: Likeness) -> list[RatedRule]:
    """The best rule, and others that never contradict it and find a value where it finds none."""
    chosen = [found[0]]
    missing = [at for at, values in enumerate(found[0].found) if not values]
    others = [one for one in found[1:] if all(map(_same_or_none, one.found, found[0].found))]
    while missing and others and len(chosen) <= FURTHER_RULES:
        filled = [sum(_is_useful(one, at, typical) for at in missing) for one in others]
        most = max(filled)
        if most * FEWEST_FILLED < len(missing) or not most:
            break
        best = others[filled.index(most)]
        chosen.append(best)
        missing = [at for at in missing if not best.found[at]]
        others = [one for one in others if all(map(_same_or_none, one.found, best.found))]
    return chosen


def _same_or_none(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    return not mine or not theirs or mine == theirs


def _is_useful(one: RatedRule, at: int, typical: Likeness) -> bool:
    return bool(one.found[at]) and typical.plausibility(one.found[at][0]) > REGION_USEFUL_VALUE
