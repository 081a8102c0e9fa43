"""Records of several types in one example: what the example says of one of them.

Legend

    type        the name of a kind of record: "book" on a page of books and authors; ``Record.type``
    own         the example with the records of one type, which need not say it any more; a complete page without any
                has none of that type
    theirs      spans at which values of other types stand
    open        a value that is given as an ``Either``: it is not known yet which of its places is meant
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from unweave.errors import BadInput
from unweave.page import Span
from unweave.records.cells import Either
from unweave.records.example import Example, schema_of
from unweave.records.grouping import paths
from unweave.records.record import Cell, Item, Record, members


def types_of(examples: Iterable[Example]) -> tuple[str, ...]:
    """The types of the examples' records, in the order in which they are shown; several must all have names.

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


def own(example: Example, kind: str) -> Example:
    """The example with the records of that type only, as records without a type.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("<b>Emma</b>"), [{"type": "book", "record": {"title": "Emma"}}])
    >>> own(example, "book").records, own(example, "author").records
    ((Record(the page, {'title': 'Emma'}),), ())
    """
    return replace(example, records=tuple(retyped(record, "") for record in example.records if record.type == kind))


def retyped(record: Record, kind: str) -> Record:
    """The record as one of that type.

    >>> from unweave.page import Page
    >>> retyped(Record(Page("<b>Emma</b>"), {"title": Span(3, 7)}), "book").type
    'book'
    """
    return record if record.type == kind else Record(record.page, {n: record.cell(n) for n in record}, type=kind)


def openness(examples: Iterable[Example]) -> float:
    """Which share of the examples' values is open.

    >>> from unweave.page import Page
    >>> openness([Example.from_values(Page("Emma Emma Kim"), [{"title": "Emma"}, {"title": "Kim"}])])
    0.5
    """
    given = [item for example in examples for item in _values(example.records)]
    return sum(isinstance(item, Either) for item in given) / max(1, len(given))


def theirs(example: Example, kind: str) -> set[Span]:
    """Where values of other types are known to stand.

    >>> from unweave.page import Page
    >>> theirs(Example.from_values(Page("<b>Emma"), [{"type": "book", "record": {"title": "Emma"}}]), "author")
    {Span(start=3, end=7)}
    """
    others = (record for record in example.records if record.type != kind)
    return {item for item in _values(others) if isinstance(item, Span)}


def rejecting(example: Example, spans: set[Span]) -> Example:
    """The example that rejects these spans for every field of its records, as far as they are no values of theirs.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("<b>Emma</b>Kim"), [{"title": "Emma"}], status="partial")
    >>> dict(rejecting(example, {Span(3, 7), Span(11, 14)}).rejected)
    {'title': (Span(start=11, end=14),)}
    """
    values = list(_values(example.records))
    taken = {span for item in values for span in (item.spans if isinstance(item, Either) else (item,))}
    names, more = paths(schema_of([example]).fields), tuple(spans - taken)
    return replace(example, rejected={**example.rejected, **{name: _more(example, name, more) for name in names}})


def narrowed(example: Example, spans: set[Span]) -> Example:
    """The example whose open values do not stand at these places, as long as a place is left to them.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("Emma Emma"), [{"title": "Emma"}])
    >>> narrowed(example, {Span(0, 4)}).records[0].cell("title")
    Span(start=5, end=9)
    """
    return replace(example, records=tuple(_narrowed(record, spans) for record in example.records))


def _more(example: Example, name: str, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    return example.rejected.get(name, ()) + spans


def _values(records: Iterable[Record]) -> Iterator[Item]:
    """Every value of the records, those of nested records included."""
    for record in records:
        for name in record:
            for item in members(record.cell(name)):
                yield from _values((item,)) if isinstance(item, Record) else (item,)


def _narrowed(record: Record, spans: set[Span]) -> Record:
    return Record(record.page, {name: _narrowed_cell(record.cell(name), spans) for name in record}, type=record.type)


def _narrowed_cell(cell: Cell, spans: set[Span]) -> Cell:
    if isinstance(cell, Either):
        return _narrowed_either(cell, spans)
    if isinstance(cell, tuple) and not isinstance(cell, Span):
        return tuple(_narrowed_member(item, spans) for item in cell)  # type: ignore[return-value]  # all are records, or none is
    return cell


def _narrowed_member(item: Item | Record, spans: set[Span]) -> Item | Record:
    if isinstance(item, Record):
        return _narrowed(item, spans)
    return _narrowed_either(item, spans) if isinstance(item, Either) else item


def _narrowed_either(cell: Either, spans: set[Span]) -> Item:
    left: Sequence[Span] = [span for span in cell.spans if span not in spans] or cell.spans
    return left[0] if len(left) == 1 else Either(tuple(left))
