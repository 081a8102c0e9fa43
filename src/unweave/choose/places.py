"""Either/or cells of lists, resolved jointly: of all places that show a value, the one that makes the records regular.

Legend

    leaf        one value of a record and the places that show it: ``Leaf("price", (Span(12, 13), Span(40, 41)))``
    manner      how a value stands at a place: tags above it, in which attribute, whether it is the whole of its text
    usual       how many of a field's values stand in this manner, over all pages
    order       the fields in the order in which they stand in most records; at first as they were given
    chain       the leaves of a page, record by record, each record in order

Values stand close to one another inside a record, records follow one another, and a field's values stand in the same
manner. So the places of a chain are chosen together, the cheapest way through it (Viterbi); ``usual`` and ``order`` are
then read off what was chosen, and it is chosen once more.

Never the first match: a title that stands in a heading and in its record is resolved by where the other titles stand.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import log2
from statistics import fmean
from typing import NamedTuple, TypeAlias

from unweave.clock import out_of_time
from unweave.page import Page, Span
from unweave.records import Either, Example, Record
from unweave.records.locate import everywhere
from unweave.records.record import Cell, Item, members

ROUNDS = 3
MOST_PLACES, AHEAD = 40, 4  # of one value; of more, only the next few are looked at
FAR, FAR_A_RECORD = 0.15, 0.03  # what twice the distance costs, where a value in an unusual manner costs 1
BACK, BACK_A_RECORD = 2.0, 5.0
BACK_AT_FIRST = 0.3  # as long as the order of the fields is only how somebody wrote them down
NO_TEXT = 0.5
_ABOVE = 3  # tags

Manner: TypeAlias = tuple[object, ...]
Usual: TypeAlias = Mapping[tuple[str, Manner], float]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value: the path of its field, where it may stand, its number in the record, and whether a record begins."""

    path: str
    places: tuple[Span, ...]
    number: int = 0
    begins: bool = False


Row: TypeAlias = list[Leaf]
"""The leaves of one record."""
Manners: TypeAlias = Callable[[Span], Manner]


def resolved(examples: Sequence[Example]) -> list[Example]:
    """The examples with every either/or cell replaced by the one place that fits the others best.

    >>> page = Page("<h1>Emma</h1><p><b>Kim</b> <i>5</i><p><b>Emma</b> <i>5</i>")
    >>> shown = Example.from_values(page, [{"title": "Kim", "price": "5"}, {"title": "Emma", "price": "5"}])
    >>> [record.span("title").start for record in resolved([shown])[0].records]
    [19, 41]
    """
    pages = [[_row(record) for record in example.records] for example in examples]
    if not any(len(leaf.places) > 1 for rows in pages for row in rows for leaf in row):
        return list(examples)
    manners = [cache(partial(_manner, example.page)) for example in examples]
    chosen = pages
    for _ in range(ROUNDS):
        usual, rank = _usual(chosen, manners), {} if chosen is pages else _order(chosen)
        if chosen is not pages and out_of_time():
            break
        chosen = [
            _chosen([_in_order(row, rank) for row in rows], usual, manner, back=BACK if rank else BACK_AT_FIRST)
            for rows, manner in zip(pages, manners, strict=True)
        ]
    return [_with_places(example, rows) for example, rows in zip(examples, chosen, strict=True)]


def _row(record: Record) -> Row:
    return [replace(leaf, number=number) for number, leaf in enumerate(_leaves(record))]


def _leaves(record: Record, inside: str = "") -> Iterator[Leaf]:
    """Every value of a record and of the records in it, in the order in which they were given."""
    for name in record:
        for item in members(record.cell(name)):
            if isinstance(item, Record):
                yield from _leaves(item, f"{inside}{name}.")
            else:
                yield Leaf(inside + name, item.spans if isinstance(item, Either) else (item,))


def _manner(page: Page, span: Span) -> Manner:
    node = page.tree.smallest(span)
    above = tuple(one.tag for one in (node, *node.ancestors()) if one.tag)[:_ABOVE]
    if node.kind == "element" and node.start_tag is not None and node.start_tag.contains(span):
        name = next((one for one in node.attributes if (at := node.attribute_span(one)) and at.contains(span)), "")
        return ("attribute", name, *above)
    before, behind = page.source[: span.start].rstrip()[-1:], page.source[span.end : span.end + 40].lstrip()[:1]
    return ("text", before == ">", behind == "<", *above)


def _usual(pages: Sequence[Sequence[Row]], manners: Sequence[Manners]) -> Usual:
    """The share of a field's values that may stand in each manner."""
    counts: Counter[tuple[str, Manner]] = Counter()
    totals: Counter[str] = Counter()
    for rows, manner in zip(pages, manners, strict=True):
        for leaf in (leaf for row in rows for leaf in row):
            totals[leaf.path] += 1
            counts.update({(leaf.path, manner(span)) for span in leaf.places})
    return {key: count / totals[key[0]] for key, count in counts.items()}


def _order(pages: Sequence[Sequence[Row]]) -> dict[str, float]:
    """The mean rank of each flat field among the places of its record."""
    ranks: dict[str, list[int]] = defaultdict(list)
    for row in (row for rows in pages for row in rows):
        for rank, leaf in enumerate(sorted(row, key=lambda leaf: leaf.places[0])):
            ranks[leaf.path].append(rank)
    return {path: fmean(known) for path, known in ranks.items()}


def _in_order(row: Row, rank: Mapping[str, float]) -> Row:
    """The leaves of a record in the learned order; records in records stay as given."""
    nested = any("." in leaf.path for leaf in row)
    leaves = row if nested else sorted(row, key=lambda leaf: (rank.get(leaf.path, 0.0), leaf.number))
    return [replace(leaf, begins=at == 0) for at, leaf in enumerate(leaves)]


class State(NamedTuple):
    """The cheapest way to a place: what it costs, and the place before it."""

    cost: float
    place: Span
    before: "State | None"


def _chosen(rows: Sequence[Row], usual: Usual, manner: Manners, *, back: float) -> list[Row]:
    """The leaves of a page, each with the one place that lies on the cheapest way through all of them."""
    chain = [leaf for row in rows for leaf in row]
    states = [State(0.0, Span(0, 0), None)]
    for leaf in chain:
        near = _near(states, leaf)
        states = [_reached(states, leaf, place, _surprise(leaf.path, manner(place), usual), back) for place in near]
    places = list(_way(min(states, key=lambda one: one[:2])))[::-1]
    fixed = iter(replace(leaf, places=(place,)) for leaf, place in zip(chain, places, strict=True))
    return [[next(fixed) for _ in row] for row in rows]


def _surprise(path: str, manner: Manner, usual: Usual) -> float:
    """What it costs that a value stands in this manner: that others do not, and that it is no text of its own."""
    return 1.0 - usual.get((path, manner), 0.0) + (manner[:3] != ("text", True, True)) * NO_TEXT


def _near(before: Sequence[State], leaf: Leaf) -> Sequence[Span]:
    """The places worth looking at: all of them or, of very many, the next few behind each place before."""
    places = leaf.places
    if len(places) <= MOST_PLACES:
        return places
    ahead = {at for one in before for at in _ahead(places, one.place.end)}
    return [places[at] for at in sorted(ahead)] or places[:MOST_PLACES]


def _ahead(places: Sequence[Span], end: int) -> range:
    first = bisect_left(places, (end, end))
    return range(first, min(first + AHEAD, len(places)))


def _reached(before: Sequence[State], leaf: Leaf, place: Span, surprise: float, back: float) -> State:
    steps = [
        (one.cost + _step(one.place, place, BACK_A_RECORD if leaf.begins else back, begins=leaf.begins), number)
        for number, one in enumerate(before)
    ]
    cost, number = min(steps)
    return State(cost + surprise, place, before[number])


def _step(one: Span, other: Span, back: float, *, begins: bool) -> float:
    """What it costs to go from one place to another: backwards much, far a little, into the next record less."""
    far = (FAR_A_RECORD if begins else FAR) * log2(1 + max(other.start - one.end, one.start - other.end, 0))
    return far + back * (other.start < one.end)


def _way(state: State) -> Iterator[Span]:
    while state.before is not None:
        yield state.place
        state = state.before


def _with_places(example: Example, rows: Sequence[Row]) -> Example:
    """The example with each value at its one place."""
    rest = [iter([leaf.places[0] for leaf in sorted(row, key=lambda leaf: leaf.number)]) for row in rows]
    records = (_mapped(record, partial(_next, spans)) for record, spans in zip(example.records, rest, strict=True))
    return replace(example, records=tuple(records))


def _next(spans: Iterator[Span], _page: Page, _item: Item) -> Item:
    return next(spans)


def widened(example: Example) -> Example:
    """The example, given by value, with every place that shows a value in any way: in a word, in part of an attribute.

    >>> page = Page("<b>Emma</b> <img alt='Emma.gif'>")
    >>> len(widened(Example.from_values(page, [{"title": "Emma"}])).records[0].cell("title").spans)
    2
    """
    return replace(example, records=tuple(_mapped(record, _everywhere) for record in example.records))


def _everywhere(page: Page, item: Item) -> Item:
    found = everywhere(page, page.text(item.first if isinstance(item, Either) else item))
    return Either(tuple(found)) if len(found) > 1 else item


def padded(example: Example) -> Example:
    """The example, given by value, with the white space around each value taken for part of it.

    Nobody who gives a text says anything of the white space around it, but delimiters are told apart by it.

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
