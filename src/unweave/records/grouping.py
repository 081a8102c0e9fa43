"""Grouping: the values of each field -> records. All families of wrappers share this module.

Legend

    path            a field, or a field of a nested level: "title", "reviews.by"
    value           a path and a span: Value("price", Span(40, 45))
    values          all values of a page, in document order
    row             the values of one record: [Value("title", Span(3, 7)), Value("price", Span(20, 22))]
    anchor          the field that every record has once
    order           the paths in the order in which a record shows them: ("title", "author", "price")
    by "node"       a record is the content of the highest node that contains its anchor and no other anchor
    by "sequence"   a record ends before a value whose field does not come later in the learned order
    by "column"     records are columns of a table: values in the same column belong together
    by "order"      no order was learned; see below
    by "page"       the page is one record; it is never tried by ``groupings``, only chosen by a caller

``groupings`` lists what to try, in the order above. The first grouping that reproduces the examples is taken: a node
separates records even where fields are missing or change places. Values outside every anchor's node are grouped by
sequence.

By "order". A record begins at a value that the record before it cannot hold: its field has a value already and is not
many-valued, or it is a leading field and the record already has its anchor. A field is *leading* when it occurs before
the first anchor of the page and not after the last one. Where both or neither is true, it is leading when the schema
names it before the anchor. So optional fields may be missing anywhere. Without a schema's anchor, the single-valued
field with most values is the anchor.

Nested levels: for the outer record their fields are many-valued; within it their values are grouped by sequence.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise, takewhile
from typing import Any, Literal, NamedTuple, TypeAlias

from unweave.page import Node, Page, Span
from unweave.page.element_spans import SourcePlaces, UnknownPlace
from unweave.page.spans import text_span
from unweave.records.cells import Either
from unweave.records.record import Cell, Record, bad_input
from unweave.records.schema import Field, Schema

By: TypeAlias = Literal["node", "sequence", "column", "order", "page"]
TABLE_CELLS = frozenset({"td", "th"})


class Value(NamedTuple):
    """A value of a field.

    >>> Value("price", Span(40, 45)).field
    'price'
    """

    field: str
    span: Span


Rows: TypeAlias = list[list[Value]]


@dataclass(frozen=True, slots=True)
class Grouping:
    """How the values of a page are grouped into records.

    >>> page = Page("<p><b>Emma</b> $5</p><p><b>Persuasion</b></p>")
    >>> schema = Schema((Field("title"), Field("price", optional=True)))
    >>> spans = {"title": [Span(6, 10), Span(27, 37)], "price": [Span(15, 17)]}
    >>> [record.to_dict() for record in Grouping("node", ("title", "price")).records(page, spans, schema)]
    [{'title': 'Emma', 'price': '$5'}, {'title': 'Persuasion', 'price': None}]
    """

    by: By = "order"
    order: tuple[str, ...] = ()

    def records(self, page: Page, spans: Mapping[str, Sequence[Span]], schema: Schema) -> list[Record]:
        """The records, in document order; of several values for a field that is not many-valued the first counts.

        >>> page, schema = Page("Emma $5 Kim"), Schema((Field("title"), Field("price", optional=True)))
        >>> spans = {"title": [Span(0, 4), Span(8, 11)], "price": [Span(5, 7)]}
        >>> [record["price"] for record in Grouping("order").records(page, spans, schema)]
        ['$5', None]
        """
        values = [Value(path, span) for path in paths(schema.fields) for span in spans.get(path, ())]
        values.sort(key=lambda value: value.span)
        rows = _ROWS[self.by](page, values, schema, self.order)
        return [_record(page, row, schema.fields, self.order, type_name=schema.name) for row in rows if row]

    def describe(self, schema: Schema) -> str:
        """The grouping in words.

        >>> Grouping("node").describe(Schema((Field("title"),)))
        'a record is the content of the highest node that contains one title and no other'
        """
        if self.by == "node":
            return f"a record is the content of the highest node that contains one {schema.anchor} and no other"
        if self.by == "column":
            return "a record is a column of a table"
        if self.by == "page":
            return "the page is one record"
        order = ", ".join(self.order or schema.names)
        return f"each field is found by itself; a record takes {order} in the order of the page"


def group(page: Page, spans_by_field: Mapping[str, Sequence[Span]], schema: Schema) -> list[Record]:
    """The records that the values make up by the order of the page alone; a nested level cannot be grouped so.

    >>> page = Page("<p>NEW! <b>Emma</b> $5<p><b>Persuasion</b><p>NEW! <b>Sanditon</b> $7")
    >>> schema = Schema((Field("badge", optional=True), Field("title"), Field("price", optional=True)))
    >>> spans = {"title": [Span(11, 15), Span(28, 38), Span(53, 61)], "price": [Span(20, 22), Span(66, 68)],
    ...          "badge": [Span(3, 7), Span(45, 49)]}
    >>> [list(record.to_dict().values()) for record in group(page, spans, schema)]
    [['NEW!', 'Emma', '$5'], [None, 'Persuasion', None], ['NEW!', 'Sanditon', '$7']]
    """
    for name in spans_by_field:
        if name not in schema:
            raise bad_input(page, name, f"the schema has no such field; it has {', '.join(schema.names)}")
        if schema[name].fields:
            raise bad_input(page, name, "a nested level cannot be grouped from spans")
    return Grouping("order").records(page, spans_by_field, schema)


def groupings(records: Sequence[Record], schema: Schema) -> Iterator[Grouping]:
    """The groupings to try, the most robust first; the order within a record is learned from the records.

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
    """Every value of a record whose span is known.

    >>> list(spans_of(Record(Page("Emma"), {"title": Span(0, 4), "price": None})))
    [Value(field='title', span=Span(start=0, end=4))]
    """
    for name in record:
        cell = record.cell(name)
        nested = [item for item in cell if isinstance(item, Record)] if isinstance(cell, tuple) else []
        for item in nested:
            yield from spans_of(item, f"{inside}{name}.")
        if not nested and not isinstance(cell, Either):
            yield from (Value(inside + name, span) for span in record.spans(name))


def _learned_order(records: Sequence[Record], schema: Schema) -> tuple[str, ...]:
    """The paths, sorted by which of two comes first in most records; ties keep the order of the schema."""
    before: dict[tuple[str, str], int] = defaultdict(int)
    for record in records:
        first = _first_spans(record)
        for one, other in pairwise(sorted(first, key=first.__getitem__)):
            before[one, other] += 1
        for one in first:
            for other in first:
                before[one, other] += first[one] < first[other]
    names = list(paths(schema.fields))

    def compare(one: str, other: str) -> int:
        return before[other, one] - before[one, other] or names.index(one) - names.index(other)

    return tuple(sorted(names, key=cmp_to_key(compare)))


def _first_spans(record: Record) -> dict[str, Span]:
    first: dict[str, Span] = {}
    for value in spans_of(record):
        first[value.field] = min(first.get(value.field, value.span), value.span)
    return first


def _rows_by_node(page: Page, values: Sequence[Value], schema: Schema, order: Sequence[str]) -> Rows:
    regions = _regions(page, [value.span for value in values if value.field == schema.anchor])
    rows: Rows = [[] for _ in regions]
    outside: list[Value] = []
    starts = [region.start for region in regions]
    for value in values:
        at = bisect_left(starts, value.span.start + 1) - 1
        inside = at >= 0 and regions[at].contains(value.span)
        (rows[at] if inside else outside).append(value)
    rows += _rows_by_sequence(page, outside, schema, order)
    return sorted((row for row in rows if row), key=lambda row: row[0].span)


def _regions(page: Page, anchors: Sequence[Span]) -> list[Span]:
    """For each anchor the span of the highest node that contains it and no other anchor."""
    if len(anchors) < 2:
        return [Span(0, len(page))] * len(anchors)
    starts = [anchor.start for anchor in anchors]
    try:
        return _tidy_regions(page, anchors, starts)
    except UnknownPlace:
        return [_region(anchor, starts, _spans_around(page.tree.smallest(anchor))) for anchor in anchors]


def _tidy_regions(page: Page, anchors: Sequence[Span], starts: Sequence[int]) -> list[Span]:
    """The same without the spans of all nodes, where no node is moved about; else it raises UnknownPlace."""
    if page.start_tags.has_copies or not page.is_html:
        raise UnknownPlace
    places = SourcePlaces(page)
    texts = [places.text_at(anchor) for anchor in anchors]
    counts = Counter(above for text in texts for above in text.ancestors)

    def spans(text: Any) -> Iterator[Span | None]:
        yield text_span(page, text)
        alone = takewhile(lambda above: counts[above] == 1, text.ancestors)  # what is around it has two anchors or more
        yield from map(places.span, alone)

    return [_region(anchor, starts, spans(text)) for anchor, text in zip(anchors, texts, strict=True)]


def _spans_around(node: Node) -> Iterator[Span | None]:
    return (each.span for each in (node, *node.ancestors()))


def _region(anchor: Span, starts: Sequence[int], spans: Iterable[Span | None]) -> Span:
    """The largest of the spans of the nodes around an anchor, innermost first, that contains no other anchor."""
    region = anchor
    for span in spans:
        if span is not None and span.contains(anchor):
            if bisect_left(starts, span.end) - bisect_left(starts, span.start) > 1:
                break
            region = span
    return region


def _rows_by_sequence(_page: Page, values: Sequence[Value], schema: Schema, order: Sequence[str]) -> Rows:
    return _in_sequence(values, schema.fields, order)


def _in_sequence(values: Sequence[Value], fields: Iterable[Field], order: Sequence[str], inside: str = "") -> Rows:
    """The rows of a record's own fields, or of the fields of the nested level ``inside``."""
    many = frozenset(_many_valued(fields, inside))
    rows: Rows = []
    reached = -1
    for value in values:
        place = order.index(value.field)
        last = rows[-1][-1].field if rows else None
        same_level = last is not None and _level(last, inside) == _level(value.field, inside) != ""
        if last is None or not (place > reached or (value.field in many and place == reached) or same_level):
            rows.append([])
            reached = -1
        rows[-1].append(value)
        reached = max(reached, place)
    return rows


def _many_valued(fields: Iterable[Field], inside: str = "") -> Iterator[str]:
    """The paths that a record may have several values of."""
    for field in fields:
        if field.fields:
            yield from paths(field.fields, f"{inside}{field.name}.")
        elif field.many:
            yield inside + field.name


def _level(path: str, inside: str) -> str:
    """The nested level of a path, seen from the level ``inside``; empty for the fields of that level itself."""
    return path.removeprefix(inside).rpartition(".")[0]


def _rows_by_column(page: Page, values: Sequence[Value], _schema: Schema, _order: Sequence[str]) -> Rows:
    columns: dict[tuple[int, int], list[Value]] = defaultdict(list)
    for value in values:
        columns[_column(page.tree.smallest(value.span))].append(value)
    return [columns[key] for key in sorted(columns)]


def _column(node: Node) -> tuple[int, int]:
    """The table that contains a node, and the number of its cell in its row."""
    cell = next((each for each in (node, *node.ancestors()) if each.tag in TABLE_CELLS), None)
    if cell is None or cell.parent is None:
        return -1, 0
    table = next((each.index for each in cell.ancestors() if each.tag == "table"), -1)
    return table, sum(each.tag in TABLE_CELLS for each in cell.parent.children[: cell.position])


def _rows_by_order(_page: Page, values: Sequence[Value], schema: Schema, _order: Sequence[str]) -> Rows:
    anchor = _anchor(values, schema)
    leading = _leading(values, list(paths(schema.fields)), anchor)
    many = frozenset(_many_valued(schema.fields))
    rows: Rows = []
    filled = set[str]()
    for value in values:
        full = value.field in filled and value.field not in many
        if not rows or full or (value.field in leading and anchor in filled):
            rows.append([])
            filled.clear()
        rows[-1].append(value)
        filled.add(value.field)
    return rows


def _anchor(values: Sequence[Value], schema: Schema) -> str | None:
    counts = Counter(value.field for value in values)
    single = [field.name for field in schema.fields if not field.many]
    return schema.anchor or max(single, key=counts.__getitem__, default=None)


def _leading(values: Sequence[Value], names: Sequence[str], anchor: str | None) -> set[str]:
    found = [value.field for value in values]
    if anchor is None or anchor not in found:
        return set()
    before = set(found[: found.index(anchor)])
    after = set(found[len(found) - found[::-1].index(anchor) :])
    named_before = set(names[: names.index(anchor)])
    return {name for name in names if name in (before if (name in before) != (name in after) else named_before)}


def _rows_by_page(_page: Page, values: Sequence[Value], _schema: Schema, _order: Sequence[str]) -> Rows:
    return [list(values)]


_ROWS: Mapping[By, Callable[[Page, Sequence[Value], Schema, Sequence[str]], Rows]] = {
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
    order: Sequence[str],
    *,
    inside: str = "",
    type_name: str = "",
) -> Record:
    cells = {field.name: _cell(page, values, field, order, inside) for field in fields}
    return Record(page, cells, type=type_name)


def _cell(page: Page, values: Sequence[Value], field: Field, order: Sequence[str], inside: str) -> Cell:
    path = inside + field.name
    if field.fields:
        nested = f"{path}."
        below = [value for value in values if value.field.startswith(nested)]
        rows = _in_sequence(below, field.fields, order, nested)
        return tuple(_record(page, row, field.fields, order, inside=nested) for row in rows)
    spans = tuple(value.span for value in values if value.field == path)
    return spans if field.many else spans[0] if spans else None
