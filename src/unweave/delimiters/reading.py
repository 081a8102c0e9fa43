"""From examples to lessons: which field comes when, what is known of each page, and how an either/or cell is read.

Legend

    order      ('country', 'code')      the fields in the order of the page, whatever order they were given in
    option     a row of a record with every either/or cell decided
    reading    a lesson per page, with every cell decided; the first reading from which a wrapper can be learned wins

A value that stands at several places is read where its surroundings are those of most other values of its field, and
where the record is closest together; other readings follow, in document order, up to a bound.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from unweave.clock import look
from unweave.delimiters.lesson import Cells, Lesson
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Either, Example, Record, Unknown, schema_of

READINGS = 64
"""How many readings of either/or cells are tried."""
OPTIONS = 500
"""How many options of one record are looked at."""
CONTEXT = 3
"""How many characters on each side make the surroundings of a value."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a class asks of its examples: its name for errors, and whether values may be absent or of length zero.

    >>> Terms("M-LR", absent=True).empty
    False
    """

    kind: str
    absent: bool = False
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """The fields in the order of the page, and a lesson per labelled example.

    >>> Reading(("a",), (Lesson("p1", "[A]", ((Span(1, 2),),)),)).order
    ('a',)
    """

    order: tuple[str, ...]
    lessons: tuple[Lesson, ...]


def readings(examples: Sequence[Example], terms: Terms) -> Iterator[Reading]:
    """Every way to read the labelled examples as rows, best first; it raises when there is none.

    >>> from unweave.page import Page
    >>> page = Page("<i>242</i> is <b>Congo</b>", name="p1")
    >>> next(readings([Example.from_values(page, [{"country": "Congo", "code": "242"}])], Terms("LR"))).order
    ('code', 'country')
    """
    shown = [example for example in examples if example.status != "unlabelled"]
    names = schema_of(shown).names
    if not names or not any(example.records for example in shown):
        raise BadInput(
            source="the examples", reason="no page shows a record with a field, so there is nothing to learn"
        )
    options = [_options(example, names, terms) for example in shown]
    order = _order(names, [rows[0] for per_page in options for rows in per_page if rows])
    ordered = [_readings_of(example, [_in_order(rows, order) for rows in per_page], names, order, terms)
               for example, per_page in zip(shown, options, strict=True)]  # fmt: skip
    for choice in islice(product(*ordered), READINGS):
        yield Reading(tuple(names[at] for at in order), choice)


def complete(examples: Sequence[Example], terms: Terms) -> Reading:
    """The first reading, of which everything must be known; else it raises BadInput.

    >>> shown = Example.from_values(Page("<b>Congo</b>"), [{"country": "Congo"}])
    >>> complete([shown], Terms("LR")).order
    ('country',)
    """
    reading = next(readings(examples, terms))
    doubtful = next((lesson.page for lesson in reading.lessons if not lesson.plain), None)
    if doubtful is not None:
        raise BadInput(source=doubtful or "the page", reason="wrappers can only be counted where everything is known")
    return reading


def _options(example: Example, names: Sequence[str], terms: Terms) -> list[list[Cells]]:
    """Per record its rows, best first."""
    cells = [[_alternatives(example, record, number, name, terms) for name in names]
             for number, record in enumerate(example.records, 1)]  # fmt: skip
    support = Counter(
        (at, near)
        for row in cells
        for at, cell in enumerate(row)
        for near in {context(example.page.source, span) for span in cell if isinstance(span, Span)}
    )

    def rank(row: Cells) -> tuple[int, int, list[int]]:
        look()
        spans = [(at, cell) for at, cell in enumerate(row) if isinstance(cell, Span)]
        agreeing = sum(support[at, context(example.page.source, span)] for at, span in spans)
        starts = sorted(span.start for _, span in spans)
        return -agreeing, starts[-1] - starts[0] if starts else 0, starts

    return [sorted(filter(_disjoint, islice(product(*row), OPTIONS)), key=rank) or [tuple(cell[0] for cell in row)]
            for row in cells]  # fmt: skip


def context(source: str, span: Span) -> tuple[str, str]:
    """The characters right before and right behind a value.

    >>> context("<b>Congo</b>", Span(3, 8))
    ('<b>', '</b')
    """
    return source[max(0, span.start - CONTEXT) : span.start], source[span.end : span.end + CONTEXT]


def _alternatives(
    example: Example, record: Record, number: int, name: str, terms: Terms
) -> tuple[Span | Unknown | None, ...]:
    cell, page = example.cell(record, name), example.page.name
    if isinstance(cell, Unknown):
        return (cell,)
    if cell is None and terms.absent:
        return (None,)
    if isinstance(cell, Span | Either):
        spans = cell.spans if isinstance(cell, Either) else (cell,)
        check_not_empty(example.page, name, spans, terms)
        return spans
    reason = (f"record {number} has no value for it, and this class knows no absent values" if cell is None
              else "it has lists of values, and a flat record has one value per field")  # fmt: skip
    raise NoConsistentWrapper(kind=terms.kind, field=name, page=page, reason=reason)


def check_not_empty(page: Page, name: str, spans: Iterable[Span], terms: Terms) -> None:
    """It raises BadInput for a value of length zero, where these are not allowed.

    >>> check_not_empty(Page("<b></b>", name="p1"), "country", [Span(3, 3)], Terms("LR", empty=True))
    """
    empty = next((span for span in spans if not span.length), None)
    if empty is not None and not terms.empty:
        reason = (
            f"the value at {empty.start} has length zero: such values say nothing (allow them with empty_values=True)"
        )
        raise BadInput(source=page.name or "the page", field=name, reason=reason)


def _disjoint(row: Cells) -> bool:
    spans = sorted(cell for cell in row if isinstance(cell, Span))
    return all(one.end <= other.start for one, other in pairwise(spans))


def _order(names: Sequence[str], rows: Iterable[Cells]) -> list[int]:
    """The fields in the order of the page: each behind those it follows in some row, else in the order given.

    Where rows contradict each other any order is returned; they will not follow it.
    """
    behind: dict[int, set[int]] = {at: set() for at in range(len(names))}
    for row in rows:
        present = sorted((cell, at) for at, cell in enumerate(row) if isinstance(cell, Span))
        for (_, one), (_, other) in pairwise(present):
            behind[other].add(one)
    order: list[int] = []
    while len(order) < len(names):
        left = [at for at in behind if at not in order]
        order.append(next((at for at in left if behind[at] <= set(order)), left[0]))
    return order


def _in_order(rows: Iterable[Cells], order: Sequence[int]) -> list[Cells]:
    return [tuple(row[at] for at in order) for row in rows]


def _readings_of(
    example: Example, options: list[list[Cells]], names: Sequence[str], order: Sequence[int], terms: Terms
) -> list[Lesson]:
    """The lessons that one example can be read as: rows whose values follow one another all the way down the page."""
    found = [
        Lesson(
            example.page.name,
            example.page.source,
            rows,
            whole=example.status == "complete" and example.section is None,
            fields=len(names),
        )
        for rows in islice(paths_down(options), READINGS)
    ]
    if not found:
        raise _disordered(example, [rows[0] for rows in options], [names[at] for at in order], terms)
    return found


def paths_down(options: Sequence[Sequence[Cells]]) -> Iterator[tuple[Cells, ...]]:
    """One row of each list of options, so that every value stands behind the one before it; best first.

    Depth first, without recursion: a page may have more records than Python has stack.

    >>> list(paths_down([[(Span(5, 6),)], [(Span(2, 3),), (Span(8, 9),)]]))
    [((Span(start=5, end=6),), (Span(start=8, end=9),))]
    """
    if not options:
        yield ()
        return
    rows: list[Cells] = []
    levels = [_Level(0, iter(options[0]))]
    dead: set[tuple[int, int]] = set()  # which record and from where, when nothing follows: looked at only once
    while levels:
        look()
        level, depth = levels[-1], len(levels)
        step = next(((row, end) for row in level.rest if (end := _end(row, level.start)) is not None), None)
        if step is None:
            dead |= set() if level.fruitful else {(depth, level.start)}
            levels.pop()
            del rows[-1:]
        elif depth == len(options):
            for above in levels:
                above.fruitful = True
            yield (*rows, step[0])
        elif (depth + 1, step[1]) not in dead:
            rows.append(step[0])
            levels.append(_Level(step[1], iter(options[depth])))


@dataclass(slots=True)
class _Level:
    """Where the next row may begin, the options that are left for it, and whether one of them led to the end."""

    start: int
    rest: Iterator[Cells]
    fruitful: bool = False


def _end(row: Cells, start: int) -> int | None:
    """Where the row ends when all its values follow one another from the start on; None when they do not."""
    for cell in row:
        if isinstance(cell, Span):
            if cell.start < start:
                return None
            start = cell.end
    return start


def _disordered(example: Example, rows: Sequence[Cells], names: Sequence[str], terms: Terms) -> NoConsistentWrapper:
    """What is wrong with rows that do not follow one another: the first value that begins before the last one ends."""
    values = [(number, name, cell) for number, row in enumerate(rows, 1) for name, cell in zip(names, row, strict=True)]
    known = [(number, name, cell) for number, name, cell in values if isinstance(cell, Span)]
    for (before, last, one), (number, name, other) in pairwise(known):
        if other.start < one.end:
            reason = _problem(f"record {number}", f"record {before}", last, overlaps=one.overlaps(other))
            return NoConsistentWrapper(kind=terms.kind, field=name, page=example.page.name, reason=reason)
    reason = "no choice of places brings its records into the order of the page"
    return NoConsistentWrapper(kind=terms.kind, page=example.page.name, reason=reason)


def _problem(record: str, before: str, last: str, *, overlaps: bool) -> str:
    if record != before:
        return f"{record} begins before {before} ends: records must follow one another"
    if overlaps:
        return f"its value in {record} overlaps that of {last}"
    return f"in {record} it stands before {last}, elsewhere behind it: fields must keep one order"
