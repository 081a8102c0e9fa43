"""Whether extracted records agree with what an example knows. Every learner is checked with it.

What an example knows depends on its status. *Complete*: the records, in order, and no others (within the section,
where one is given). *Partial*: the records are among the extracted ones, in order. *Unlabelled*: nothing.
Rejected spans must not be extracted. Records of several types are compared type by type: independent lists may be
given one after the other, whatever their order on the page.
An unknown cell agrees with anything, an ``Either`` with any of its spans, an absent cell only with an absent one.
"""

from collections.abc import Iterator, Sequence

from unweave.page import Span
from unweave.records.cells import Either, Unknown
from unweave.records.example import Example
from unweave.records.record import Cell, Item, Record


def disagreements(records: Sequence[Record], example: Example) -> list[str]:
    """The differences between the records and the example, in words; empty when they agree.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("<b>Emma</b><b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])
    >>> disagreements(example.records[:1], example)
    ['record 2 was not found']
    >>> disagreements(example.records, example)
    []
    """
    found = [record for record in records if _inside(record, example.section)]
    return [*_rejected(found, example), *_missing_or_wrong(found, example)]


def cells_agree(found: Cell, known: Cell) -> bool:
    """Whether an extracted cell is one that the known cell allows.

    >>> cells_agree(Span(3, 7), Either((Span(3, 7), Span(20, 24)))), cells_agree(None, Span(3, 7))
    (True, False)
    """
    match known:
        case Unknown():
            return True
        case Either():
            return found in known.spans
        case Span() | None:
            return (found or None) == known
        case _:
            return _lists_agree(() if found is None else found, known)


def _lists_agree(found: Cell, known: tuple[Item, ...] | tuple[Record, ...]) -> bool:
    """An absent list agrees with an empty one."""
    if not isinstance(found, tuple) or isinstance(found, Span) or len(found) != len(known):
        return False
    return all(_items_agree(one, other) for one, other in zip(found, known, strict=True))


def _items_agree(found: Item | Record, known: Item | Record) -> bool:
    if isinstance(known, Record):
        return isinstance(found, Record) and records_agree(found, known)
    return not isinstance(found, Record) and cells_agree(found, known)


def records_agree(found: Record, known: Record) -> bool:
    """Whether every cell of the known record is matched by the found one.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b>")
    >>> records_agree(Record(page, {"title": Span(3, 7)}), Record(page, {"title": Either((Span(3, 7),))}))
    True
    """
    return found.type == known.type and all(
        name in found and cells_agree(found.cell(name), known.cell(name)) for name in known
    )


def _inside(record: Record, section: Span | None) -> bool:
    return section is None or record.extent is None or section.contains(record.extent)


def _rejected(found: Sequence[Record], example: Example) -> Iterator[str]:
    for name, spans in example.rejected.items():
        taken = {span for record in found if name in record for span in record.spans(name)}
        yield from (f"{name} takes {example.page.text(span)!r}, which was rejected" for span in spans if span in taken)


def _missing_or_wrong(found: Sequence[Record], example: Example) -> Iterator[str]:
    compare = {"complete": _one_by_one, "partial": _in_order}.get(example.status)
    if compare:
        for kind in dict.fromkeys(record.type for record in [*example.records, *found]):
            yield from compare(_of_type(kind, found), _of_type(kind, example.records), kind or "record")


def _of_type(kind: str, records: Sequence[Record]) -> list[Record]:
    return [record for record in records if record.type == kind]


def _one_by_one(found: Sequence[Record], given: Sequence[Record], noun: str) -> Iterator[str]:
    for number, (one, known) in enumerate(zip(found, given, strict=False), 1):
        if not records_agree(one, known):
            yield f"{noun} {number} should be {known.to_dict()}, not {one.to_dict()}"
    for number in range(len(found) + 1, len(given) + 1):
        yield f"{noun} {number} was not found"
    for number in range(len(given) + 1, len(found) + 1):
        yield f"{noun} {number} should not be there: {found[number - 1].to_dict()}"


def _in_order(found: Sequence[Record], given: Sequence[Record], noun: str) -> Iterator[str]:
    rest = iter(found)
    for number, known in enumerate(given, 1):
        if not any(records_agree(one, known) for one in rest):
            yield f"{noun} {number} was not found: {known.to_dict()}"
            return
