"""Grouping: which values belong to one record, as a learned value; shared by all families.

Legend

    path            a field, or a field of a nested level: "title", "reviews.by"
    values          what was found, in document order: [Value("title", Span(3, 7)), Value("price", Span(20, 22)), ...]
    anchor          the field that every record has once
    by "node"       a record is what stands in the highest node around its anchor that holds no other anchor
    by "sequence"   a record goes on as long as fields follow in the learned order, and begins anew where they do not
    by "column"     records stand side by side in a table: what is in the same column belongs together
    by "order"      no order was learned; see ``group``
    by "page"       all that a page shows is one record; never guessed, only said by who knows it
    order           the paths in the order in which they stand within a record: ("title", "author", "price")

Which of them is right is not said by the values alone but by examples of records: the first that gives the examples
back is taken, in the order above, for a node separates records even where fields are missing or change places. Values
in a page's column or outside every anchor's node are cut by sequence.

Nested levels are cut the same way: for the outer record their fields are many-valued, and within it their own values
are a sequence.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise
from typing import Literal

from unweave.page import Node, Page, Span
from unweave.records.cells import Either
from unweave.records.group import Value, begins_by_order
from unweave.records.record import Cell, Record
from unweave.records.schema import Field, Schema

By = Literal["node", "sequence", "column", "order", "page"]
Rows = list[list[Value]]
CELLS = frozenset({"td", "th"})


@dataclass(frozen=True, slots=True)
class Grouping:
    """How the values of a page are put together to records.

    >>> page = Page("<p><b>Emma</b> $5</p><p><b>Persuasion</b></p>")
    >>> schema = Schema((Field("title"), Field("price", optional=True)))
    >>> spans = {"title": [Span(6, 10), Span(27, 37)], "price": [Span(15, 17)]}
    >>> [record.to_dict() for record in Grouping("node", ("title", "price")).records(page, spans, schema)]
    [{'title': 'Emma', 'price': '$5'}, {'title': 'Persuasion', 'price': None}]
    """

    by: By = "order"
    order: tuple[str, ...] = ()

    def records(self, page: Page, spans: Mapping[str, Sequence[Span]], schema: Schema) -> list[Record]:
        """The records that the values make up, in document order."""
        values = _in_document_order(spans, schema)
        rows = _ROWS[self.by](self, page, values, schema)
        return [_record(page, row, schema.fields, self, type_name=schema.name) for row in rows if row]

    def told(self, schema: Schema) -> str:
        """In words.

        >>> Grouping("node").told(Schema((Field("title"),)))
        'a record is what stands in the highest node around title that holds no other title'
        """
        if self.by == "node":
            anchor = schema.anchor
            return f"a record is what stands in the highest node around {anchor} that holds no other {anchor}"
        if self.by == "column":
            return "a record is what stands in the same column of a table"
        if self.by == "page":
            return "the page is one record"
        order = ", ".join(self.order or schema.names)
        return f"each field is found by itself; a record takes {order} in the order of the page"


def groupings(records: Sequence[Record], schema: Schema) -> Iterator[Grouping]:
    """The groupings to try, the most robust first; the order within a record is read off the records.

    >>> schema = Schema((Field("title"), Field("price")))
    >>> record = Record(Page("$5 Emma"), {"title": Span(3, 7), "price": Span(0, 2)})
    >>> [(each.by, each.order) for each in groupings([record], schema)][1]
    ('sequence', ('price', 'title'))
    """
    order = _learned_order(records, schema)
    if schema.anchor:
        yield Grouping("node", order)
    yield Grouping("sequence", order)
    yield Grouping("column", order)
    yield Grouping("order", order)


def paths(fields: Iterable[Field], inside: str = "") -> Iterator[str]:
    """Every field that holds values, those of nested levels with the names of the levels above.

    >>> list(paths((Field("title"), Field("reviews", fields=(Field("by"), Field("text"))))))
    ['title', 'reviews.by', 'reviews.text']
    """
    for field in fields:
        if field.fields:
            yield from paths(field.fields, f"{inside}{field.name}.")
        else:
            yield inside + field.name


def spans_of(record: Record, inside: str = "") -> Iterator[Value]:
    """Every value of a record whose place is known, by its path."""
    for name in record:
        cell = record.cell(name)
        nested = [item for item in cell if isinstance(item, Record)] if isinstance(cell, tuple) else []
        for item in nested:
            yield from spans_of(item, f"{inside}{name}.")
        if not nested and not isinstance(cell, Either):
            yield from (Value(inside + name, span) for span in record.spans(name))


def _learned_order(records: Sequence[Record], schema: Schema) -> tuple[str, ...]:
    """The paths by which of two comes first in most records; as the schema has them where that does not tell."""
    before: dict[tuple[str, str], int] = defaultdict(int)
    for record in records:
        first = _first_places(record)
        for one, other in pairwise(sorted(first, key=first.__getitem__)):
            before[one, other] += 1
        for one in first:
            for other in first:
                before[one, other] += first[one] < first[other]
    names = list(paths(schema.fields))

    def compare(one: str, other: str) -> int:
        return before[other, one] - before[one, other] or names.index(one) - names.index(other)

    return tuple(sorted(names, key=cmp_to_key(compare)))


def _first_places(record: Record) -> dict[str, Span]:
    first: dict[str, Span] = {}
    for value in spans_of(record):
        first[value.field] = min(first.get(value.field, value.span), value.span)
    return first


def _in_document_order(spans: Mapping[str, Sequence[Span]], schema: Schema) -> list[Value]:
    values = [Value(path, span) for path in paths(schema.fields) for span in spans.get(path, ())]
    return sorted(values, key=lambda value: value.span)


def _many(fields: Iterable[Field], inside: str = "") -> Iterator[str]:
    """The paths that a record may have several values of."""
    for field in fields:
        if field.fields:
            yield from paths(field.fields, f"{inside}{field.name}.")
        elif field.many:
            yield inside + field.name


def _by_sequence(grouping: Grouping, values: Sequence[Value], many: frozenset[str]) -> Rows:
    """A record ends before a value whose field does not come later in the order than what it has already."""
    rows: Rows = []
    reached = -1
    for value in values:
        place = grouping.order.index(value.field)
        last = rows[-1][-1].field if rows else None
        same_level = last is not None and _level(last) == _level(value.field) != ""
        if last is None or not (place > reached or (value.field in many and place == reached) or same_level):
            rows.append([])
            reached = -1
        rows[-1].append(value)
        reached = max(reached, place)
    return rows


def _level(path: str) -> str:
    """The nested level of a path, empty for the fields of the record itself."""
    return path.rpartition(".")[0]


def _rows_by_sequence(grouping: Grouping, page: Page, values: Sequence[Value], schema: Schema) -> Rows:
    del page
    return _by_sequence(grouping, values, frozenset(_many(schema.fields)))


def _rows_by_order(grouping: Grouping, page: Page, values: Sequence[Value], schema: Schema) -> Rows:
    del grouping, page
    flat = [_flat(path, schema) for path in paths(schema.fields)]
    cuts = [*begins_by_order(values, Schema(tuple(flat))), len(values)]
    return [list(values[start:end]) for start, end in pairwise(cuts)]


def _rows_by_page(grouping: Grouping, page: Page, values: Sequence[Value], schema: Schema) -> Rows:
    del grouping, page, schema
    return [list(values)]


def _flat(path: str, schema: Schema) -> Field:
    return Field(path, many=True) if "." in path and path not in schema else schema[path]


def _rows_by_node(grouping: Grouping, page: Page, values: Sequence[Value], schema: Schema) -> Rows:
    regions = _regions(page, [value.span for value in values if value.field == schema.anchor])
    rows: Rows = [[] for _ in regions]
    outside: list[Value] = []
    starts = [region.start for region in regions]
    for value in values:
        at = bisect_left(starts, value.span.start + 1) - 1
        inside = at >= 0 and regions[at].contains(value.span)
        (rows[at] if inside else outside).append(value)
    rows += _rows_by_sequence(grouping, page, outside, schema)
    return sorted((row for row in rows if row), key=lambda row: row[0].span)


def _regions(page: Page, anchors: Sequence[Span]) -> list[Span]:
    """For each anchor the span of the highest node around it that holds no other one."""
    if len(anchors) < 2:
        return [Span(0, len(page))] * len(anchors)
    starts = [anchor.start for anchor in anchors]
    return [_region(page, anchor, starts) for anchor in anchors]


def _region(page: Page, anchor: Span, starts: Sequence[int]) -> Span:
    region = anchor
    smallest = page.tree.smallest(anchor)
    for node in (smallest, *smallest.ancestors()):
        span = node.span
        if span is not None and span.contains(anchor):
            if bisect_left(starts, span.end) - bisect_left(starts, span.start) > 1:
                break
            region = span
    return region


def _rows_by_column(grouping: Grouping, page: Page, values: Sequence[Value], schema: Schema) -> Rows:
    del grouping, schema
    columns: dict[tuple[int, int], list[Value]] = defaultdict(list)
    for value in values:
        columns[_column(page.tree.smallest(value.span))].append(value)
    return [columns[key] for key in sorted(columns)]


def _column(node: Node) -> tuple[int, int]:
    """The table in which a node stands, and the number of its cell in its row."""
    cell = next((each for each in (node, *node.ancestors()) if each.tag in CELLS), None)
    if cell is None or cell.parent is None:
        return -1, 0
    table = next((each.index for each in cell.ancestors() if each.tag == "table"), -1)
    return table, sum(each.tag in CELLS for each in cell.parent.children[: cell.position])


_ROWS: Mapping[By, Callable[[Grouping, Page, Sequence[Value], Schema], Rows]] = {
    "node": _rows_by_node,
    "sequence": _rows_by_sequence,
    "column": _rows_by_column,
    "order": _rows_by_order,
    "page": _rows_by_page,
}


def _record(
    page: Page,
    values: Sequence[Value],
    fields: Iterable[Field],
    grouping: Grouping,
    *,
    inside: str = "",
    type_name: str = "",
) -> Record:
    cells = {field.name: _cell(page, values, field, grouping, inside) for field in fields}
    return Record(page, cells, type=type_name)


def _cell(page: Page, values: Sequence[Value], field: Field, grouping: Grouping, inside: str) -> Cell:
    path = inside + field.name
    if field.fields:
        below = [value for value in values if value.field.startswith(f"{path}.")]
        rows = _by_sequence_within(grouping, below, field, path)
        return tuple(_record(page, row, field.fields, grouping, inside=f"{path}.") for row in rows)
    spans = tuple(value.span for value in values if value.field == path)
    return spans if field.many else spans[0] if spans else None


def _by_sequence_within(grouping: Grouping, values: Sequence[Value], field: Field, path: str) -> Rows:
    """The records of a nested level: its own fields are no level for themselves."""
    many = frozenset(each.removeprefix(f"{path}.") for each in _many(field.fields, f"{path}."))
    order = tuple(each.removeprefix(f"{path}.") for each in grouping.order if each.startswith(f"{path}."))
    stripped = [Value(value.field.removeprefix(f"{path}."), value.span) for value in values]
    rows = _by_sequence(Grouping("sequence", order), stripped, many)
    return [[Value(f"{path}.{value.field}", value.span) for value in row] for row in rows]
