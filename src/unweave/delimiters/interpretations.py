"""From examples to labelled pages: the order of the fields, what is known of each page, either/or cells decided.

Legend

    order            ('country', 'code')      the fields in the order of the page, whatever order they were given in
    option           a row of a record with every either/or cell decided
    interpretation   a labelled page per example, with every cell decided. The first one from which a wrapper can be
                     learned is used

A value that occurs at several positions is taken where its context is that of most other values of its field, and
where the values of the record are closest together. Other interpretations follow, in document order, up to a limit.
Not in the thesis, whose labels are spans.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product
from typing import Generic, TypeVar

from unweave.budget import check_time
from unweave.delimiters.labelled_page import Cells, FlatPage, FollowedValue, LabelledPage
from unweave.delimiters.wrapper import Kind
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Either, Example, Record, Schema, Unknown, schema_of
from unweave.tuning import CONTEXT_CHARACTERS, INTERPRETATIONS, ROWS_OF_A_RECORD

Shown = TypeVar("Shown", bound=LabelledPage)


@dataclass(frozen=True, slots=True)
class WrapperClass:
    """A class of wrappers, and whether its values may be absent or of length zero.

    >>> WrapperClass("m-lr", absent=True).name
    'M-LR'
    """

    kind: Kind
    absent: bool = False
    empty: bool = False

    @property
    def name(self) -> str:
        """Its name in the thesis and in errors."""
        return self.kind.upper()


@dataclass(frozen=True, slots=True)
class Interpretation(Generic[Shown]):
    """The fields (or levels) in the order of the page, and a labelled page per example.

    >>> shown = Interpretation(("a",), (FlatPage("p1", "[A]", ((Span(1, 2),),)),))
    >>> [fragment.text for _, fragment in shown.rights(0)]
    [']']
    """

    order: tuple[str, ...]
    pages: tuple[Shown, ...]

    def rights(self, at: int) -> list[FollowedValue]:
        """The values of a field on all pages, with the fragments after them."""
        return [value for page in self.pages if page.has_records for value in page.rights[at]]


def interpretations(examples: Sequence[Example], wrapper_class: WrapperClass) -> Iterator[Interpretation[FlatPage]]:
    """Every way to interpret the labelled examples as rows, best first; it raises when there is none.

    >>> page = Page("<i>242</i> is <b>Congo</b>", name="p1")
    >>> shown = [Example.from_values(page, [{"country": "Congo", "code": "242"}])]
    >>> next(interpretations(shown, WrapperClass("lr"))).order
    ('code', 'country')
    """
    labelled, schema = labelled_examples(examples)
    names = schema.names
    options = [_options(example, names, wrapper_class) for example in labelled]
    order = page_order(names, [rows[0] for per_page in options for rows in per_page if rows])
    ordered_names = tuple(names[at] for at in order)
    ordered = [[[tuple(row[at] for at in order) for row in rows] for rows in per_page] for per_page in options]
    pages = [_pages(*each, ordered_names, wrapper_class) for each in zip(labelled, ordered, strict=True)]
    for choice in islice(product(*pages), INTERPRETATIONS):
        yield Interpretation(ordered_names, choice)


def labelled_examples(examples: Sequence[Example]) -> tuple[list[Example], Schema]:
    """The examples with labels and their schema; it raises BadInput where none of them shows a record.

    >>> labelled_examples([Example(Page("<b>Congo</b>"))])
    Traceback (most recent call last):
    unweave.errors.BadInput: the examples: no page shows a record with a field, so there is nothing to learn
    """
    labelled = [example for example in examples if example.status != "unlabelled"]
    schema = schema_of(labelled)
    if not schema.fields or not any(example.records for example in labelled):
        reason = "no page shows a record with a field, so there is nothing to learn"
        raise BadInput(source="the examples", reason=reason)
    return labelled, schema


def fully_known(examples: Sequence[Example], wrapper_class: WrapperClass) -> Interpretation[FlatPage]:
    """The first interpretation, of which everything must be known; else it raises BadInput.

    >>> shown = Example.from_values(Page("<b>Congo</b>"), [{"country": "Congo"}])
    >>> fully_known([shown], WrapperClass("lr")).order
    ('country',)
    """
    first = next(interpretations(examples, wrapper_class))
    unknown = next((page.name for page in first.pages if not page.fully_known), None)
    if unknown is not None:
        raise BadInput(source=unknown or "the page", reason="wrappers can only be counted where everything is known")
    return first


def is_complete(example: Example) -> bool:
    """Whether all records of the page are labelled.

    >>> is_complete(Example.from_values(Page("<b>Congo</b>"), [{"country": "Congo"}]))
    True
    """
    return example.status == "complete" and example.section is None


def _options(example: Example, names: Sequence[str], wrapper_class: WrapperClass) -> list[list[Cells]]:
    """Per record its possible rows, best first."""
    cells = [
        [_alternatives(example, record, number, name, wrapper_class) for name in names]
        for number, record in enumerate(example.records, 1)
    ]
    support = Counter(
        (at, near)
        for row in cells
        for at, cell in enumerate(row)
        for near in {context(example.page.source, span) for span in cell if isinstance(span, Span)}
    )

    def rank(row: Cells) -> tuple[int, int, list[int]]:
        check_time()
        spans = [(at, cell) for at, cell in enumerate(row) if isinstance(cell, Span)]
        agreeing = sum(support[at, context(example.page.source, span)] for at, span in spans)
        starts = sorted(span.start for _, span in spans)
        return -agreeing, starts[-1] - starts[0] if starts else 0, starts

    return [
        sorted(filter(_disjoint, islice(product(*row), ROWS_OF_A_RECORD)), key=rank) or [tuple(cell[0] for cell in row)]
        for row in cells
    ]


def context(source: str, span: Span) -> tuple[str, str]:
    """The characters immediately before and after a value.

    >>> context("<b>Congo</b>", Span(3, 8))
    ('<b>', '</b')
    """
    before, after = max(0, span.start - CONTEXT_CHARACTERS), span.end + CONTEXT_CHARACTERS
    return source[before : span.start], source[span.end : after]


def _alternatives(example: Example, record: Record, number: int, name: str, wrapper_class: WrapperClass) -> Cells:
    cell = example.cell(record, name)
    if isinstance(cell, Unknown) or (cell is None and wrapper_class.absent):
        return (cell,)
    if isinstance(cell, Span | Either):
        spans = cell.spans if isinstance(cell, Either) else (cell,)
        check_not_empty(example.page, name, spans, wrapper_class)
        return spans
    reason = "it has lists of values, and a flat record has one value per field"
    if cell is None:
        reason = f"record {number} has no value for it, and this class does not allow absent values"
    raise NoConsistentWrapper(kind=wrapper_class.name, field=name, page=example.page.name, reason=reason)


def check_not_empty(page: Page, name: str, spans: Iterable[Span], wrapper_class: WrapperClass) -> None:
    """It raises BadInput for a value of length zero, where these are not allowed.

    >>> check_not_empty(Page("<b></b>", name="p1"), "country", [Span(3, 3)], WrapperClass("lr", empty=True))
    """
    empty = next((span for span in spans if not span.length), None)
    if empty is not None and not wrapper_class.empty:
        reason = (
            f"the value at {empty.start} has length zero, which is rarely intended (allow it with empty_values=True)"
        )
        raise BadInput(source=page.name or "the page", field=name, reason=reason)


def _disjoint(row: Cells) -> bool:
    spans = sorted(cell for cell in row if isinstance(cell, Span))
    return all(one.end <= other.start for one, other in pairwise(spans))


def page_order(names: Sequence[str], rows: Iterable[Cells]) -> list[int]:
    """The fields in the order of the page: each after those it follows in some row, else in the given order.

    Where rows contradict each other any order is returned; they will not follow it.

    >>> page_order(("country", "code"), [(Span(9, 14), Span(3, 6))])
    [1, 0]
    """
    after: dict[int, set[int]] = {at: set() for at in range(len(names))}
    for row in rows:
        present = sorted((cell, at) for at, cell in enumerate(row) if isinstance(cell, Span))
        for (_, one), (_, other) in pairwise(present):
            after[other].add(one)
    order: list[int] = []
    while len(order) < len(names):
        left = [at for at in after if at not in order]
        order.append(next((at for at in left if after[at] <= set(order)), left[0]))
    return order


def _pages(
    example: Example, options: Sequence[Sequence[Cells]], names: Sequence[str], wrapper_class: WrapperClass
) -> list[FlatPage]:
    """The labelled pages that one example can be: rows whose values follow one another through the page."""
    name, source, complete = example.page.name, example.page.source, is_complete(example)
    found = [
        FlatPage(name, source, rows, complete=complete, fields=len(names))
        for rows in islice(ascending(options), INTERPRETATIONS)
    ]
    if not found:
        raise _not_ascending(example, [rows[0] for rows in options], names, wrapper_class)
    return found


def ascending(options: Sequence[Sequence[Cells]]) -> Iterator[tuple[Cells, ...]]:
    """One row of each list of options, so that every value follows the one before it; best first.

    Depth first, without recursion: a page may have more records than Python has stack.

    >>> list(ascending([[(Span(5, 6),)], [(Span(2, 3),), (Span(8, 9),)]]))
    [((Span(start=5, end=6),), (Span(start=8, end=9),))]
    """
    if not options:
        yield ()
        return
    rows: list[Cells] = []
    path = [_Choice(0, iter(options[0]))]
    dead_ends: set[tuple[int, int]] = set()  # record and position from which nothing follows: each is tried once
    while path:
        check_time()
        choice, depth = path[-1], len(path)
        step = next(((row, end) for row in choice.rest if (end := _end(row, choice.start)) is not None), None)
        if step is None:
            dead_ends |= set() if choice.completed else {(depth, choice.start)}
            path.pop()
            del rows[-1:]
        elif depth == len(options):
            for above in path:
                above.completed = True
            yield (*rows, step[0])
        elif (depth + 1, step[1]) not in dead_ends:
            rows.append(step[0])
            path.append(_Choice(step[1], iter(options[depth])))


@dataclass(slots=True)
class _Choice:
    """Where the next row may begin, the options that are left for it, and whether one of them led to the end."""

    start: int
    rest: Iterator[Cells]
    completed: bool = False


def _end(row: Cells, start: int) -> int | None:
    """The end of the row when all its values follow one another from the start on; None when they do not."""
    for cell in row:
        if isinstance(cell, Span):
            if cell.start < start:
                return None
            start = cell.end
    return start


def _not_ascending(
    example: Example, rows: Sequence[Cells], names: Sequence[str], wrapper_class: WrapperClass
) -> NoConsistentWrapper:
    """What is wrong with rows that do not follow one another: the first value that begins before the last one ends."""
    kind, page = wrapper_class.name, example.page.name
    values = [(number, name, cell) for number, row in enumerate(rows, 1) for name, cell in zip(names, row, strict=True)]
    known = [(number, name, cell) for number, name, cell in values if isinstance(cell, Span)]
    for (before, last, one), (number, name, other) in pairwise(known):
        if other.start < one.end:
            reason = f"in record {number} it comes before {last}, elsewhere after it: fields must keep one order"
            if number != before:
                reason = f"record {number} begins before record {before} ends: records must follow one another"
            elif one.overlaps(other):
                reason = f"its value in record {number} overlaps that of {last}"
            return NoConsistentWrapper(kind=kind, field=name, page=page, reason=reason)
    reason = "no choice among the positions of its values brings its records into the order of the page"
    return NoConsistentWrapper(kind=kind, page=page, reason=reason)
