"""Whether extracted records agree with what an example knows. Every learner is checked with it.

Legend

    complete          status of an example whose records are all there are (in its section, where one is given)
    partial           status of an example whose records are among those of the page
    unlabelled        status of an example of which nothing is known
    rejected          spans that must not be extracted, whatever the status
    disagreement      a difference, in words: 'record 2 was not found'
    contradiction     a disagreement that remains where values were given as texts and their places do not count

Each record of the example needs an extracted record of its own, of the same type; the order does not count, since cells
have places. Differences are named by the number under which a record was given. An unknown cell agrees with
anything, an ``Either`` with any of its spans, an absent cell only with an absent one.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from unweave.page import Span
from unweave.records.cells import Either, Unknown, possible_spans
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


def contradictions(records: Sequence[Record], example: Example) -> list[str]:
    """The same, but of values that were given as texts only the texts count, not their places.

    >>> from unweave.page import Page
    >>> page = Page("<b> Emma </b>")
    >>> example = Example.from_values(page, [{"title": "Emma"}])
    >>> found = [Record(page, {"title": Span(3, 9)})]
    >>> disagreements(found, example), contradictions(found, example)
    (["record 1 should be {'title': 'Emma'}, not {'title': 'Emma'}"], [])
    """
    problems = disagreements(records, example)
    if not problems or not example.by_value or example.rejected or example.section:
        return problems
    left = list(records)
    for known in example.records:
        same = next((at for at, one in enumerate(left) if _have_same_texts(one, known)), None)
        if same is None:
            return problems
        del left[same]
    return problems if left and example.status == "complete" else []


def _have_same_texts(found: Record, known: Record) -> bool:
    names = [name for name in known if not isinstance(known.cell(name), Unknown)]
    return found.type == known.type and all(_texts(found, name) == _texts(known, name) for name in names)


def _texts(record: Record, name: str) -> list[str]:
    spans = record.spans(name) if name in record else ()
    return ["".join(record.page.text(span).split()) for span in spans]


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
    if example.status == "unlabelled":
        return
    given = list(zip(example.records, example.numbers, strict=True))
    for kind in dict.fromkeys(record.type for record in [*example.records, *found]):
        known = sorted(((number, record) for record, number in given if record.type == kind), key=lambda one: one[0])
        # Records of a named type are numbered by themselves.
        numbers = [rank if kind else number for rank, (number, _) in enumerate(known, 1)]
        yield from _differences(
            [record for record in found if record.type == kind],
            [record for _, record in known],
            numbers,
            kind or "record",
            complete=example.status == "complete",
        )


def _differences(
    found: Sequence[Record], known: Sequence[Record], numbers: Sequence[int], noun: str, *, complete: bool
) -> Iterator[str]:
    matched = _matched(found, known)
    missing = [at for at in range(len(known)) if at not in matched]
    others = sorted(set(range(len(found))) - set(matched.values())) if complete else []
    for at, other in zip(missing, others, strict=False):
        yield f"{noun} {numbers[at]} should be {known[at].to_dict()}, not {found[other].to_dict()}"
    for at in missing[len(others) :]:
        yield f"{noun} {numbers[at]} was not found" + ("" if complete else f": {known[at].to_dict()}")
    for other in others[len(missing) :]:
        yield f"{noun} {other + 1} should not be there: {found[other].to_dict()}"


def _matched(found: Sequence[Record], known: Sequence[Record]) -> dict[int, int]:
    """For as many known records as possible, the number of an extracted record of its own that agrees with it."""
    telling = [_telling_field(record) for record in known]
    by_cell = _by_cell(found, set(filter(None, telling)))
    agreeing = [
        [at for at in _likely(record, name, by_cell, len(found)) if records_agree(found[at], record)]
        for record, name in zip(known, telling, strict=True)
    ]
    owner: dict[int, int] = {}
    owned: dict[int, int] = {}
    for number in range(len(known)):
        _claim(number, agreeing, owner, owned)
    return owned


def _telling_field(known: Record) -> str:
    """The first field of which the record has a single value; "" where there is none."""
    return next((name for name in known if isinstance(known.cell(name), Span | Either)), "")


def _by_cell(found: Sequence[Record], names: AbstractSet[str]) -> dict[tuple[str, Span], list[int]]:
    """The numbers of the extracted records by their values of some fields; other values need not be located."""
    numbers = defaultdict[tuple[str, Span], list[int]](list)
    for at, record in enumerate(found):
        for name in names:
            cell = record.cell(name) if name in record else None
            if isinstance(cell, Span):
                numbers[name, cell].append(at)
    return numbers


def _likely(
    known: Record, telling: str, by_cell: Mapping[tuple[str, Span], Sequence[int]], count: int
) -> Sequence[int]:
    """The extracted records that have the known record's value of its telling field; all, if it has none."""
    cell = known.cell(telling) if telling else None
    if isinstance(cell, Span | Either):
        return sorted({at for span in possible_spans(cell) for at in by_cell.get((telling, span), ())})
    return range(count)


def _claim(number: int, agreeing: Sequence[Sequence[int]], owner: dict[int, int], owned: dict[int, int]) -> None:
    """Give the known record an extracted one; others change theirs where it is needed (an augmenting path)."""
    wanted_by: dict[int, int] = {}
    waiting = [number]
    for one in waiting:
        for at in agreeing[one]:
            if at in wanted_by:
                continue
            wanted_by[at] = one
            if at in owner:
                waiting.append(owner[at])
                continue
            free: int | None = at
            while free is not None:
                taker = wanted_by[free]
                before = owned.get(taker)
                owner[free], owned[taker] = taker, free
                free = before
            return
