"""group: the values of each field -> records, by the regularity of their sequence.

Legend:
    value      a field and a span: ``("price", Span(40, 45))``
    sequence   all values in document order
    anchor     the field that every record has once (the schema's first that is neither optional nor many; failing
               that, the single-valued field with most values)
    leading    a field that stands before its record's anchor; the others follow it
    begins     the numbers of the values, in the sequence, with which a record begins: ``[0, 3, 5]``

The rule. A record begins at a value that the record before it cannot hold: its field is filled already and has not
many values, or it is a leading field and the record already has its anchor. A field is leading when it stands before
the page's first anchor and not behind the last one; when that does not tell (both or neither), when the schema names
it before the anchor. So optional fields may be missing anywhere.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from unweave.page import Page, Span
from unweave.records.record import Cell, Record, wrong
from unweave.records.schema import Field, Schema


class Value(NamedTuple):
    """A value of a field.

    >>> Value("price", Span(40, 45)).field
    'price'
    """

    field: str
    span: Span


Begins: TypeAlias = Callable[[Sequence[Value], Schema], list[int]]
"""How a sequence is cut: the numbers of the values with which a record begins, 0 first."""


def begins_by_order(sequence: Sequence[Value], schema: Schema) -> list[int]:
    """Where records begin, by the rule above.

    >>> schema = Schema((Field("title"), Field("price", optional=True)))
    >>> begins_by_order([Value("title", Span(0, 4)), Value("price", Span(5, 7)), Value("title", Span(8, 18))], schema)
    [0, 2]
    """
    anchor = _anchor(sequence, schema)
    leading = _leading(sequence, schema, anchor)
    many = {field.name for field in schema.fields if field.many}
    begins, filled = [0], set[str]()
    for number, value in enumerate(sequence):
        if (value.field in filled and value.field not in many) or (value.field in leading and anchor in filled):
            begins.append(number)
            filled.clear()
        filled.add(value.field)
    return begins if sequence else []


def group(
    page: Page,
    spans_by_field: Mapping[str, Sequence[Span]],
    schema: Schema,
    *,
    begins: Begins = begins_by_order,
) -> list[Record]:
    """The records that the values make up, in document order; ``begins`` may be another way to cut.

    Of several values that a cut leaves in one record for a field that is not many, the first counts.

    >>> page = Page("<p>NEW! <b>Emma</b> $5<p><b>Persuasion</b><p>NEW! <b>Sanditon</b> $7")
    >>> schema = Schema((Field("badge", optional=True), Field("title"), Field("price", optional=True)))
    >>> spans = {"title": [Span(11, 15), Span(28, 38), Span(53, 61)], "price": [Span(20, 22), Span(66, 68)],
    ...          "badge": [Span(3, 7), Span(45, 49)]}
    >>> [list(record.to_dict().values()) for record in group(page, spans, schema)]
    [['NEW!', 'Emma', '$5'], [None, 'Persuasion', None], ['NEW!', 'Sanditon', '$7']]
    """
    _check(page, spans_by_field, schema)
    sequence = _in_document_order(spans_by_field, schema)
    cuts = [*begins(sequence, schema), len(sequence)]
    return [_record(page, sequence[start:end], schema) for start, end in pairwise(cuts)]


def _check(page: Page, spans_by_field: Mapping[str, Sequence[Span]], schema: Schema) -> None:
    for name in spans_by_field:
        if name not in schema:
            raise wrong(page, name, f"the schema has no such field; it has {', '.join(schema.names)}")
        if schema[name].fields:
            raise wrong(page, name, "a nested level cannot be grouped from spans")


def _in_document_order(spans_by_field: Mapping[str, Sequence[Span]], schema: Schema) -> list[Value]:
    values = [Value(name, span) for name in schema.names for span in spans_by_field.get(name, ())]
    return sorted(values, key=lambda value: value.span)


def _anchor(sequence: Sequence[Value], schema: Schema) -> str | None:
    counts = Counter(value.field for value in sequence)
    single = [field.name for field in schema.fields if not field.many]
    return schema.anchor or max(single, key=counts.__getitem__, default=None)


def _leading(sequence: Sequence[Value], schema: Schema, anchor: str | None) -> set[str]:
    names = [value.field for value in sequence]
    if anchor is None or anchor not in names:
        return set()
    before = set(names[: names.index(anchor)])
    behind = set(names[len(names) - names[::-1].index(anchor) :])
    named_before = set(schema.names[: schema.names.index(anchor)])
    return {name for name in schema.names if name in (before if (name in before) != (name in behind) else named_before)}


def _record(page: Page, values: Sequence[Value], schema: Schema) -> Record:
    return Record(page, {field.name: _cell(field, values) for field in schema.fields}, type=schema.name)


def _cell(field: Field, values: Sequence[Value]) -> Cell:
    spans = tuple(value.span for value in values if value.field == field.name)
    return spans if field.many else spans[0] if spans else None
