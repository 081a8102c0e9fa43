"""Records of several types in one example: the example of each type.

Legend

    type        the name of a type of record: "book" on a page of books and authors; ``Record.type``
    ambiguous   a value that is given as an ``Either``: it is not known yet which of its spans is meant
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from unweave.errors import BadInput
from unweave.page import Span
from unweave.records.cells import Either, possible_spans
from unweave.records.example import Example, schema_of
from unweave.records.grouping import paths
from unweave.records.record import Cell, Item, Record, items_of


def types_of(examples: Iterable[Example]) -> tuple[str, ...]:
    """The types of the examples' records, in the order of their first record; several types must all have names.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b><i>Jane</i>")
    >>> book, author = ({"type": kind, "record": {"name": name}} for kind, name in [("book", "Emma"), ("by", "Jane")])
    >>> types_of([Example.from_values(page, [book, author])])
    ('book', 'by')
    """
    types = tuple(dict.fromkeys(record.type for example in examples for record in example.records))
    if len(types) > 1 and "" in types:
        named = ", ".join(filter(None, types))
        raise BadInput(source="the examples", reason=f"some records have a type ({named}), others have none")
    return types


def of_type(example: Example, kind: str) -> Example:
    """The example with the records of that type only, as records without a type; a complete page may have none.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("<b>Emma</b>"), [{"type": "book", "record": {"title": "Emma"}}])
    >>> of_type(example, "book").records, of_type(example, "author").records
    ((Record(the page, {'title': 'Emma'}),), ())
    """
    given = zip(example.records, example.numbers, strict=True)
    kept = [(retyped(record, ""), number) for record, number in given if record.type == kind]
    return replace(example, records=tuple(record for record, _ in kept), numbers=tuple(number for _, number in kept))


def retyped(record: Record, kind: str) -> Record:
    """The record as one of that type.

    >>> from unweave.page import Page
    >>> retyped(Record(Page("<b>Emma</b>"), {"title": Span(3, 7)}), "book").type
    'book'
    """
    return record if record.type == kind else Record(record.page, {n: record.cell(n) for n in record}, type=kind)


def ambiguous_share(examples: Iterable[Example]) -> float:
    """The share of the examples' values that is ambiguous.

    >>> from unweave.page import Page
    >>> ambiguous_share([Example.from_values(Page("Emma Emma Kim"), [{"title": "Emma"}, {"title": "Kim"}])])
    0.5
    """
    given = _values(record for example in examples for record in example.records)
    return sum(isinstance(item, Either) for item in given) / max(1, len(given))


def spans_of_other_types(example: Example, kind: str) -> set[Span]:
    """The known spans of values of other types.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("<b>Emma"), [{"type": "book", "record": {"title": "Emma"}}])
    >>> spans_of_other_types(example, "author")
    {Span(start=3, end=7)}
    """
    others = (record for record in example.records if record.type != kind)
    return {item for item in _values(others) if isinstance(item, Span)}


def rejecting(example: Example, spans: set[Span]) -> Example:
    """The example that rejects these spans for every field of its records, except spans of its own values.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("<b>Emma</b>Kim"), [{"title": "Emma"}], status="partial")
    >>> dict(rejecting(example, {Span(3, 7), Span(11, 14)}).rejected)
    {'title': (Span(start=11, end=14),)}
    """
    taken = {span for item in _values(example.records) for span in possible_spans(item)}
    more = tuple(spans - taken)
    rejected = {name: example.rejected.get(name, ()) + more for name in paths(schema_of([example]).fields)}
    return replace(example, rejected={**example.rejected, **rejected})


def excluding(example: Example, spans: set[Span]) -> Example:
    """The example whose ambiguous values are not at these spans, as long as a span is left to them.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("Emma Emma"), [{"title": "Emma"}])
    >>> excluding(example, {Span(0, 4)}).records[0].cell("title")
    Span(start=5, end=9)
    """
    return replace(example, records=tuple(_record_excluding(record, spans) for record in example.records))


def _values(records: Iterable[Record]) -> list[Item]:
    return [item for record in records for _, item in items_of(record)]


def _record_excluding(record: Record, spans: set[Span]) -> Record:
    return Record(record.page, {name: _cell_excluding(record.cell(name), spans) for name in record}, type=record.type)


def _cell_excluding(cell: Cell, spans: set[Span]) -> Cell:
    if isinstance(cell, Either):
        return _either_excluding(cell, spans)
    if isinstance(cell, tuple) and not isinstance(cell, Span):
        return tuple(_item_excluding(item, spans) for item in cell)  # type: ignore[return-value]  # all are records, or none is
    return cell


def _item_excluding(item: Item | Record, spans: set[Span]) -> Item | Record:
    if isinstance(item, Record):
        return _record_excluding(item, spans)
    return _either_excluding(item, spans) if isinstance(item, Either) else item


def _either_excluding(cell: Either, spans: set[Span]) -> Item:
    left: Sequence[Span] = [span for span in cell.spans if span not in spans] or cell.spans
    return left[0] if len(left) == 1 else Either(tuple(left))
