"""The order of records on their page: records may be given in any order, an example has them in the order of the page.

Legend

    places       the spans at which a value may be: one, or several where its text occurs several times
    shared       a value that more records have than it has places: the date of a heading, above all its records
    anchor       the value of a record that gives its position: of those not shared, one with the fewest places
    candidate    a place of an anchor, with its cost for the record
    context      the tags around a place, and whether it is the whole text there: ``("text", ("p", "b"), "/b", True)``

A record whose anchor has one place is there. For the others all candidates of all records are compared, the cheapest
first, and a place is given to one record only. A candidate is cheap where the record's other values are near, where no
other record lies between them, where the context is that of the field's other values, and where it is a whole text.
This is done twice: the second time the positions of all records are known.

The result does not depend on the order in which the records were given. Either/or cells stay as they are; only the
order is decided here. A record without any value follows the record after which it was given.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from math import log2
from typing import NamedTuple, TypeAlias

from unweave.page import Page, Span
from unweave.records.cells import possible_spans
from unweave.records.record import Record, items_of
from unweave.tuning import (
    ORDER_BACKWARD_COST,
    ORDER_CANDIDATES,
    ORDER_CONTEXT_COST,
    ORDER_DISTANCE_COST,
    ORDER_PART_OF_TEXT_COST,
    ORDER_ROUNDS,
    RECORD_BETWEEN_COST,
)

_TAG = re.compile(r"<(/?[A-Za-z][\w:-]*)")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*[\"']?[^\"'>]*$")
_CONTEXT = 200  # characters of source in which the tags around a place are searched

Context: TypeAlias = tuple[object, ...]
Outline: TypeAlias = tuple[int, Span, Span]


class PlacedValue(NamedTuple):
    """A value of a record: the path of its field and its places.

    >>> PlacedValue("price", (Span(12, 14), Span(40, 42))).outline
    (2, Span(start=12, end=14), Span(start=40, end=42))
    """

    path: str
    places: tuple[Span, ...]

    @property
    def outline(self) -> Outline:
        """A short key for its places: how many, the first and the last; a text may occur thousands of times."""
        return len(self.places), self.places[0], self.places[-1]


class Candidate(NamedTuple):
    """A possible position of a record: the cost, the anchor's place and path, the record, the places of all its values.

    ``own`` are those that no other record can have: the places of values that are not shared.
    """

    cost: float
    place: Span
    path: str
    record: int
    near: tuple[Span, ...]
    own: tuple[Span, ...]


def page_order(page: Page, records: Sequence[Record]) -> list[int]:
    """The numbers (from 0) of the records in the order of the page.

    >>> page = Page("<h1>Kim</h1><p>Emma <i>5</i><p>Kim <i>5</i><p>Dune <i>7</i>")
    >>> values = [("Dune", "7"), ("Kim", "5"), ("Emma", "5")]
    >>> from unweave.records.locate import occurrences
    >>> from unweave.records.cells import Either
    >>> records = [Record(page, {name: Either(tuple(occurrences(page, text))) for name, text in zip(["title", "price"],
    ...     pair)}) for pair in values]
    >>> page_order(page, records)
    [2, 1, 0]
    """
    if len(records) < 2:
        return list(range(len(records)))
    values = [_values(record) for record in records]
    outlines = [(_outline(row), tuple(record)) for row, record in zip(values, records, strict=True)]
    # Records are compared in an order of their own, so that the order in which they were given changes nothing.
    ranked = sorted(range(len(records)), key=outlines.__getitem__)
    found = _positions(page, [values[number] for number in ranked])
    # Records with the same values take their positions in the order in which they were given.
    alike = sorted(found, key=lambda rank: (outlines[ranked[rank]], found[rank].place))
    keys = {ranked[rank]: (found[other].place, rank) for rank, other in zip(sorted(found), alike, strict=True)}
    before = (Span(0, 0), 0)
    for number in range(len(records)):
        before = keys.setdefault(number, before)
    return sorted(keys, key=lambda number: (keys[number], number))


def repeated(records: Sequence[Record]) -> dict[int, int]:
    """Records that say the same as an earlier one, and have no place of their own: their number -> the earlier number.

    >>> page = Page("<p>Emma <i>5</i><p>Kim <i>5</i>")
    >>> emma, again = (Record(page, {"title": Span(3, 7)}) for _ in range(2))
    >>> repeated([emma, again])
    {1: 0}
    """
    values = [_values(record) for record in records]
    groups: dict[object, list[int]] = {}
    for number, record in enumerate(records):
        if values[number]:
            key = record.type, tuple(record), _outline(values[number])
            groups.setdefault(key, []).append(number)
    firsts = [values[numbers[0]] for numbers in groups.values()]
    if all(len(numbers) == 1 for numbers in groups.values()):
        return {}
    holders = _holders(firsts)
    return {
        number: numbers[0]
        for row, numbers in zip(firsts, groups.values(), strict=True)
        for number in numbers[_copies(row, holders) :]
        if records[number] == records[numbers[0]]
    }


def _copies(row: Sequence[PlacedValue], holders: Mapping[Outline, int]) -> int:
    """How often the page can show the record: as often as the value that no other record has and that occurs least."""
    own = [len(value.places) for value in row if holders[value.outline] == 1]
    return min(own) if own else max(len(value.places) for value in row)


def _holders(values: Sequence[Sequence[PlacedValue]]) -> Counter[Outline]:
    """How many records have each value."""
    return Counter(outline for row in values for outline in {value.outline for value in row})


def _values(record: Record) -> list[PlacedValue]:
    return [PlacedValue(path, possible_spans(item)) for path, item in items_of(record)]


def _outline(values: Sequence[PlacedValue]) -> tuple[tuple[str, Outline], ...]:
    """A short key that tells records apart, whatever the order in which they were given."""
    return tuple(sorted((value.path, value.outline) for value in values))


def _positions(page: Page, values: Sequence[Sequence[PlacedValue]]) -> dict[int, Candidate]:
    """The position of each record that has a value."""
    holders = _holders(values)
    candidates = {
        number: list(_candidates(number, row, _anchors(row, holders), holders))
        for number, row in enumerate(values)
        if row
    }
    found = {number: min(those) for number, those in candidates.items() if _is_certain(those)}
    if len(found) == len(candidates):
        return found
    open_ = {number: those for number, those in candidates.items() if number not in found}
    context = cache(partial(_context, page.source))
    certain = found
    for _ in range(ORDER_ROUNDS):
        chosen = _assigned(open_, certain, _Costs(open_, found, context))
        found = certain | chosen
    return found


def _is_certain(candidates: Sequence[Candidate]) -> bool:
    """Whether each anchor has one place: then the one nearest to the other values counts."""
    return len({one.path for one in candidates}) == len(candidates)


def _is_shared(value: PlacedValue, holders: Mapping[Outline, int]) -> bool:
    return len(value.places) < holders[value.outline]


def _anchors(row: Sequence[PlacedValue], holders: Mapping[Outline, int]) -> list[PlacedValue]:
    own = [value for value in row if not _is_shared(value, holders)] or row
    fewest = min(len(value.places) for value in own)
    anchors = [value for value in own if len(value.places) == fewest]
    return list({value.path: value for value in anchors}.values()) if fewest == 1 else anchors[:1]


def _candidates(
    number: int, row: Sequence[PlacedValue], anchors: Sequence[PlacedValue], holders: Mapping[Outline, int]
) -> Iterator[Candidate]:
    for anchor in anchors:
        behind = False
        others: list[tuple[PlacedValue, bool]] = []
        for value in row:
            behind = behind or value is anchor
            others += [(value, behind)] * (value is not anchor)
        for place in anchor.places[:ORDER_CANDIDATES]:
            near = [
                _nearest(value.places, place, behind=behind, other=value.outline == anchor.outline)
                for value, behind in others
            ]
            cost = sum(cost for cost, _ in near)
            spans = [span for _, span in near]
            own = [span for span, (value, _) in zip(spans, others, strict=True) if not _is_shared(value, holders)]
            yield Candidate(round(cost, 6), place, anchor.path, number, tuple(sorted([place, *spans])), (place, *own))


def _nearest(places: tuple[Span, ...], place: Span, *, behind: bool, other: bool) -> tuple[float, Span]:
    """The nearest of the places and its cost: a little less on the side on which the record has the field.

    Where two values have the same text it is another one than the place itself.
    """
    at = bisect_left(places, place)
    near = [one for one in places[max(0, at - 1) : at + 2] if not other or one != place] or places[:1]
    return min((log2(1 + _gap(place, one)) + ORDER_BACKWARD_COST * ((one > place) != behind), one) for one in near)


def _gap(one: Span, other: Span) -> int:
    return max(other.start - one.end, one.start - other.end, 0)


class _Costs:
    """The cost of a candidate, given the positions of other records that are known so far."""

    def __init__(
        self,
        candidates: Mapping[int, Sequence[Candidate]],
        known: Mapping[int, Candidate],
        context: Callable[[Span], Context],
    ) -> None:
        self._context = context
        self._known = known
        self._starts = sorted(one.place.start for one in known.values())
        self._counts: Counter[tuple[str, Context]] = Counter()
        self._totals: Counter[str] = Counter()
        for number in {*candidates, *known}:
            those = [known[number]] if number in known else candidates[number]
            self._totals[those[0].path] += 1
            self._counts.update({(one.path, context(one.place)) for one in those})

    def of(self, one: Candidate) -> float:
        context = self._context(one.place)
        rare = 1.0 - self._counts[one.path, context] / max(1, self._totals[one.path])
        cost = one.cost + ORDER_CONTEXT_COST * rare + ORDER_PART_OF_TEXT_COST * (not _is_whole(context))
        return cost + RECORD_BETWEEN_COST * self._between(one) + self._distance(one)

    def _between(self, one: Candidate) -> bool:
        """Whether another record lies between its values."""
        first, last = one.near[0].start, max(span.end for span in one.near)
        mine = self._known.get(one.record)
        inside = bisect_left(self._starts, last) - bisect_left(self._starts, first)
        return inside > (mine is not None and first <= mine.place.start < last)

    def _distance(self, one: Candidate) -> float:
        """A little for the distance from the next record: records are close to one another."""
        mine = self._known.get(one.record)
        at = bisect_right(self._starts, one.place.start)
        beside = [start for start in self._starts[max(0, at - 2) : at + 2] if mine is None or start != mine.place.start]
        apart = min((abs(start - one.place.start) for start in beside), default=0)
        return ORDER_DISTANCE_COST * log2(1 + apart)


def _assigned(
    candidates: Mapping[int, Sequence[Candidate]], certain: Mapping[int, Candidate], costs: _Costs
) -> dict[int, Candidate]:
    """For each record a candidate, the cheapest of all first; a place belongs to one record, as far as possible."""
    ranked = [
        one for _, one in sorted((round(costs.of(one), 6), one) for those in candidates.values() for one in those)
    ]
    anchors = {one.place for one in certain.values()}
    taken = set(anchors)
    found: dict[int, Candidate] = {}
    for one in ranked:
        if one.record not in found and taken.isdisjoint(one.own):
            found[one.record] = one
            taken.update(one.own)
            anchors.add(one.place)
    for one in ranked:
        if one.record not in found and one.place not in anchors:
            found[one.record] = one
            anchors.add(one.place)
    for one in ranked:
        found.setdefault(one.record, one)
    return found


def _context(source: str, span: Span) -> Context:
    """The attribute that a place is in; or the tags around it, and whether it is the whole text between them."""
    before, behind = source[max(0, span.start - _CONTEXT) : span.start], source[span.end : span.end + _CONTEXT]
    tags = tuple(_TAG.findall(before)[-2:])
    if before.rfind("<") > before.rfind(">"):
        attribute = _ATTRIBUTE.search(before)
        return ("attribute", tags[-1:], attribute[1] if attribute else "")
    after = _TAG.search(behind)
    is_whole = before.rstrip().endswith(">") and behind.lstrip().startswith("<")
    return ("text", tags, after[1] if after else "", is_whole)


def _is_whole(context: Context) -> bool:
    return context[0] == "text" and bool(context[-1])
