"""Either/or cells of lists, resolved together: for each value the place at which the records become most regular.

Legend

    value       one value of a record and its places: ``PossiblePlaces("price", (Span(12, 13), Span(40, 41)))``
    context     the context of a place: tags above it, the attribute, whether the value is the whole of its text
    frequency   the share of a field's values that occur in a context, over all pages
    order       the order of the fields in most records; in the first round the order of the examples
    chain       the values of a page, record by record, each record in order

The values of a record are close to one another, records follow one another, and a field's values occur in the same
context. So the places of a chain are chosen together, as its path of least cost (Viterbi); ``frequency`` and ``order``
are then computed from the chosen places, and the places are chosen once more.

It never takes the first match: a title in a heading and in its record is resolved by the places of the other titles.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import log2
from statistics import fmean
from typing import NamedTuple, TypeAlias

from unweave.budget import out_of_time
from unweave.page import Page, Span
from unweave.records import Either, Example, Record
from unweave.records.locate import all_occurrences
from unweave.records.record import Cell, Item, members
from unweave.tuning import (
    BACKWARD_COST,
    DISTANCE_COST,
    MOST_PLACES,
    PART_OF_TEXT_COST,
    PLACE_ROUNDS,
    PLACES_AHEAD,
    RECORD_DISTANCE_COST,
)

_ABOVE = 3  # tags

Context: TypeAlias = tuple[object, ...]
Frequency: TypeAlias = Mapping[tuple[str, Context], float]


@dataclass(frozen=True, slots=True)
class PossiblePlaces:
    """One value: the path of its field, its places, its number in the record, and whether it begins a record."""

    path: str
    places: tuple[Span, ...]
    number: int = 0
    begins: bool = False


Row: TypeAlias = list[PossiblePlaces]
"""The values of one record."""
Contexts: TypeAlias = Callable[[Span], Context]


def resolved(examples: Sequence[Example]) -> list[Example]:
    """The examples with every either/or cell replaced by the place that fits the others best.

    >>> page = Page("<h1>Emma</h1><p><b>Kim</b> <i>5</i><p><b>Emma</b> <i>5</i>")
    >>> shown = Example.from_values(page, [{"title": "Kim", "price": "5"}, {"title": "Emma", "price": "5"}])
    >>> [record.span("title").start for record in resolved([shown])[0].records]
    [19, 41]
    """
    pages = [[_row(record) for record in example.records] for example in examples]
    if not any(len(value.places) > 1 for rows in pages for row in rows for value in row):
        return list(examples)
    contexts = [cache(partial(_context, example.page)) for example in examples]
    chosen = pages
    for _ in range(PLACE_ROUNDS):
        frequency, rank = _frequency(chosen, contexts), {} if chosen is pages else _order(chosen)
        if chosen is not pages and out_of_time():
            break
        chosen = [
            _chosen([_in_order(row, rank) for row in rows], frequency, context)
            for rows, context in zip(pages, contexts, strict=True)
        ]
    return [_with_places(example, rows) for example, rows in zip(examples, chosen, strict=True)]


def _row(record: Record) -> Row:
    return [replace(value, number=number) for number, value in enumerate(_values(record))]


def _values(record: Record, inside: str = "") -> Iterator[PossiblePlaces]:
    """Every value of a record and of the records in it, in the given order."""
    for name in record:
        for item in members(record.cell(name)):
            if isinstance(item, Record):
                yield from _values(item, f"{inside}{name}.")
            else:
                yield PossiblePlaces(inside + name, item.spans if isinstance(item, Either) else (item,))


def _context(page: Page, span: Span) -> Context:
    node = page.tree.smallest(span)
    above = tuple(one.tag for one in (node, *node.ancestors()) if one.tag)[:_ABOVE]
    if node.kind == "element" and node.start_tag is not None and node.start_tag.contains(span):
        name = next((one for one in node.attributes if (at := node.attribute_span(one)) and at.contains(span)), "")
        return ("attribute", name, *above)
    before, behind = page.source[: span.start].rstrip()[-1:], page.source[span.end : span.end + 40].lstrip()[:1]
    return ("text", before == ">", behind == "<", *above)


def _frequency(pages: Sequence[Sequence[Row]], contexts: Sequence[Contexts]) -> Frequency:
    """The share of a field's values that may occur in each context."""
    counts: Counter[tuple[str, Context]] = Counter()
    totals: Counter[str] = Counter()
    for rows, context in zip(pages, contexts, strict=True):
        for value in (value for row in rows for value in row):
            totals[value.path] += 1
            counts.update({(value.path, context(span)) for span in value.places})
    return {key: count / totals[key[0]] for key, count in counts.items()}


def _order(pages: Sequence[Sequence[Row]]) -> dict[str, float]:
    """The mean rank of each flat field among the places of its record."""
    ranks: dict[str, list[int]] = defaultdict(list)
    for row in (row for rows in pages for row in rows):
        for rank, value in enumerate(sorted(row, key=lambda value: value.places[0])):
            ranks[value.path].append(rank)
    return {path: fmean(known) for path, known in ranks.items()}


def _in_order(row: Row, rank: Mapping[str, float]) -> Row:
    """The values of a record in the learned order; records with nested records stay as given."""
    nested = any("." in value.path for value in row)
    ordered = row if nested else sorted(row, key=lambda value: (rank.get(value.path, 0.0), value.number))
    return [replace(value, begins=at == 0) for at, value in enumerate(ordered)]


class PartialPath(NamedTuple):
    """The path of least cost to a place: its cost, and the path before it."""

    cost: float
    place: Span
    before: "PartialPath | None"


def _chosen(rows: Sequence[Row], frequency: Frequency, context: Contexts) -> list[Row]:
    """The values of a page, each with its place on the path of least cost through all of them."""
    chain = [value for row in rows for value in row]
    ends = [PartialPath(0.0, Span(0, 0), None)]
    for value in chain:
        near = _near(ends, value)
        ends = [_extended(ends, value, place, _context_cost(value.path, context(place), frequency)) for place in near]
    places = list(_places(min(ends, key=lambda one: one[:2])))[::-1]
    fixed = iter(replace(value, places=(place,)) for value, place in zip(chain, places, strict=True))
    return [[next(fixed) for _ in row] for row in rows]


def _context_cost(path: str, context: Context, frequency: Frequency) -> float:
    """The cost of a context: it is rare for the field, or the value is not a whole text."""
    return 1.0 - frequency.get((path, context), 0.0) + (context[:3] != ("text", True, True)) * PART_OF_TEXT_COST


def _near(before: Sequence[PartialPath], value: PossiblePlaces) -> Sequence[Span]:
    """The places to consider: all of them or, of very many, the next few behind each earlier place."""
    places = value.places
    if len(places) <= MOST_PLACES:
        return places
    ahead = {at for one in before for at in _ahead(places, one.place.end)}
    return [places[at] for at in sorted(ahead)] or places[:MOST_PLACES]


def _ahead(places: Sequence[Span], end: int) -> range:
    first = bisect_left(places, (end, end))
    return range(first, min(first + PLACES_AHEAD, len(places)))


def _extended(before: Sequence[PartialPath], value: PossiblePlaces, place: Span, context_cost: float) -> PartialPath:
    """The path of least cost to this place of the value."""
    distance = RECORD_DISTANCE_COST if value.begins else DISTANCE_COST
    steps = [(one.cost + _step_cost(one.place, place, distance), number) for number, one in enumerate(before)]
    cost, number = min(steps)
    return PartialPath(cost + context_cost, place, before[number])


def _step_cost(one: Span, other: Span, distance: float) -> float:
    """The cost of the distance between two places, and of going backward."""
    apart = max(other.start - one.end, one.start - other.end, 0)
    return distance * log2(1 + apart) + BACKWARD_COST * (other.start < one.end)


def _places(path: PartialPath) -> Iterator[Span]:
    while path.before is not None:
        yield path.place
        path = path.before


def _with_places(example: Example, rows: Sequence[Row]) -> Example:
    """The example with each value at its chosen place."""
    rest = [iter([value.places[0] for value in sorted(row, key=lambda value: value.number)]) for row in rows]
    records = (_mapped(record, partial(_next, spans)) for record, spans in zip(example.records, rest, strict=True))
    return replace(example, records=tuple(records))


def _next(spans: Iterator[Span], _page: Page, _item: Item) -> Item:
    return next(spans)


def widened(example: Example) -> Example:
    """The example, given by value, with every place of each value, also inside a word or an attribute.

    >>> page = Page("<b>Emma</b> <img alt='Emma.gif'>")
    >>> len(widened(Example.from_values(page, [{"title": "Emma"}])).records[0].cell("title").spans)
    2
    """
    return replace(example, records=tuple(_mapped(record, _everywhere) for record in example.records))


def _everywhere(page: Page, item: Item) -> Item:
    found = all_occurrences(page, page.text(item.first if isinstance(item, Either) else item))
    return Either(tuple(found)) if len(found) > 1 else item


def padded(example: Example) -> Example:
    """The example, given by value, with the white space around each value as part of it.

    A value given as a text leaves open whether white space belongs to it, but delimiters depend on it.

    >>> page = Page("<b> Emma </b>")
    >>> page[padded(Example.from_values(page, [{"title": "Emma"}])).records[0].span("title")]
    ' Emma '
    """
    return replace(example, records=tuple(_mapped(record, _padded) for record in example.records))


def _padded(page: Page, item: Item) -> Item:
    if isinstance(item, Either):
        return item
    source, (start, end) = page.source, item
    while start > 0 and source[start - 1].isspace():
        start -= 1
    while end < len(source) and source[end].isspace():
        end += 1
    return Span(start, end)


def _mapped(record: Record, change: Callable[[Page, Item], Item]) -> Record:
    """The record with each of its items changed."""
    cells = {name: _mapped_cell(record.page, record.cell(name), change) for name in record}
    return Record(record.page, cells, type=record.type)


def _mapped_cell(page: Page, cell: Cell, change: Callable[[Page, Item], Item]) -> Cell:
    if isinstance(cell, Span | Either):
        return change(page, cell)
    if isinstance(cell, tuple):
        items = members(cell)
        return tuple(_mapped(item, change) if isinstance(item, Record) else change(page, item) for item in items)  # type: ignore[return-value]  # all are records, or none is
    return cell
