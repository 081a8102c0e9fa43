"""The training data of a field, made of the examples: the candidates of its values on each page.

Legend

    ViewedExamples   the examples, each with the view of its page
    candidate        the extent of a node with exactly the value's text, or an element with the value in an attribute
    part             where a value is only part of a text, the candidate is the text around it, and a ``TextPart``
                     cuts the value out: ``TextPart("(", ")")``
    take             what is taken of a node: "text", or an attribute as ``@href``
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, TypeAlias, cast

from unweave.page import Page, Span
from unweave.program import Condition
from unweave.records import Either, Example, Record, Unknown
from unweave.records.record import Cell
from unweave.rules.likely_candidates import likely_candidates
from unweave.rules.partial_views import ATTRIBUTE_SIGN, attribute_of, view_for
from unweave.rules.rows import row_around
from unweave.rules.training_page import Target, TrainingPage
from unweave.rules.views import Extent, PageView
from unweave.values.parts import TextPart, learn_text_part

ViewedExamples: TypeAlias = Sequence[tuple[PageView, Example]]


class FieldTraining(NamedTuple):
    """The training pages of one field, the part of the texts that is the value, and what is taken of the nodes."""

    pages: list[TrainingPage]
    part: TextPart | None
    take: str = "text"


def field_training(examples: ViewedExamples, name: str, *, single: bool, lenient: bool = False) -> FieldTraining:
    """The training data of one field; ``single``: there is one record a page.

    With ``lenient``, values that have no candidate are left out; otherwise ``part`` is None if there are any.
    """
    known = [one for one in examples if one[1].status != "unlabelled" or name in one[1].rejected]
    texts = _training_pages(known, name, single=single)
    if _is_complete(texts):
        return FieldTraining(texts, TextPart())
    attributes = [
        ([(view_for(view, take), example) for view, example in known], take) for take in _attributes(known, name)
    ]
    for viewed, take in attributes:
        values = _training_pages(viewed, name, single=single)
        if _is_complete(values):
            return FieldTraining(values, TextPart(), take)
    for viewed, take in [(known, "text"), *attributes]:
        if (part := _text_part(viewed, name)) is not None:
            return FieldTraining(_training_pages(viewed, name, single=single, is_part=True), part, take)
    some = [replace(page, targets=tuple(filter(None, page.targets))) for page in texts]
    return FieldTraining(some, TextPart() if lenient else None)


def first_of_rows(examples: ViewedExamples, name: str) -> ViewedExamples | None:
    """The examples with the first of several values only, where these are always a row; else None.

    Items of lists are no such row: they are found by what they have in common, also where there are two lists of them.

    >>> from unweave.page import Page
    >>> page = Page("by <a>Ann</a>, <a>Bob</a>")
    >>> [(_, first)] = first_of_rows([(PageView(page), Example.from_values(page, [{"by": ["Ann", "Bob"]}]))], "by")
    >>> first.records[0].to_dict()
    {'by': 'Ann'}
    """
    firsts = [(view, _with_first(view.page, example, name)) for view, example in examples]
    if all(new is example for (_, new), (_, example) in zip(firsts, examples, strict=True)):
        return None
    return None if any(example is None for _, example in firsts) else cast("ViewedExamples", firsts)


def _with_first(page: Page, example: Example, name: str) -> Example | None:
    """The example with the first of several values; None where they are no row."""
    items = list(_items(example, name))
    if len(example.records) != 1 or len(items) < 2:
        return example
    texts = [page.text(span) for item in items for span in _spans(item)[:1]]
    found = (span for span in _spans(items[0]) if _is_row(page, span, texts))
    if (first := next(found, None)) is None:
        return None
    record = example.records[0]
    cells = {each: first if each == name else example.cell(record, each) for each in record}
    return replace(example, records=(Record(page, cells, type=record.type),))


def _is_row(page: Page, span: Span, texts: Sequence[str]) -> bool:
    row = row_around(page, span)
    between = [page[one.end, other.start].lower() for one, other in pairwise(row)]
    return [page.text(one) for one in row] == texts and not any("<li" in source for source in between)


def _is_complete(training: Sequence[TrainingPage]) -> bool:
    """Whether every target has a candidate."""
    return all(all(page.targets) for page in training)


def _attributes(examples: ViewedExamples, name: str) -> list[str]:
    """The attributes that contain values of a field, the most frequent first, as a selection takes them."""
    found = Counter(
        attribute_of(span, view)
        for view, example in examples
        for item in _items(example, name)
        for span in _spans(item)
    )
    return [f"{ATTRIBUTE_SIGN}{attribute}" for attribute, _ in found.most_common() if attribute]


def _training_pages(examples: ViewedExamples, name: str, *, single: bool, is_part: bool = False) -> list[TrainingPage]:
    is_only = sum(any(record.get(name) for record in example.records) for _, example in examples) == 1
    return [
        _training_page(view, example, name, single=single, is_part=is_part, is_only=is_only)
        for view, example in examples
    ]


def _training_page(
    view: PageView, example: Example, name: str, *, single: bool, is_part: bool, is_only: bool
) -> TrainingPage:
    """The training data of one page; where it is the only one with values, likely candidates are determined."""
    items = list(_items(example, name))
    known = [item for item in items if not isinstance(item, Unknown)]
    targets = tuple(
        tuple(extent for span in _spans(item) for extent in _candidates(view, span, is_part=is_part)) for item in known
    )
    rejected = (
        extent for span in example.rejected.get(name, ()) for extent in _candidates(view, span, is_part=is_part)
    )
    likely = likely_candidates(view, example, name, targets) if is_only else frozenset[Extent]()
    return TrainingPage(
        view,
        tuple(_likely_first(target, likely) for target in targets),
        complete=example.status == "complete" and len(known) == len(items),
        rejected=frozenset(rejected),
        section=view.extent_of_span(example.section) if example.section else None,
        max_found=None if single else len(targets),
        likely=likely,
    )


def _likely_first(target: Target, likely: frozenset[Extent]) -> Target:
    return tuple(sorted(target, key=lambda extent: extent not in likely))


def unambiguous_values(view: PageView, example: Example, record: Record) -> list[Extent]:
    """The texts of those values of a record that occur once on the page.

    >>> from unweave.page import Page
    >>> page = Page("<p>Emma<p>5<p>5")
    >>> example = Example.from_values(page, [{"title": "Emma", "price": "5"}])
    >>> unambiguous_values(PageView(page), example, example.records[0])
    [Extent(first=0, end=1)]
    """
    items = [item for name in record for item in _flat(example.cell(record, name))]
    found = (view.extent_of_span(item) for item in items if isinstance(item, Span))
    return [extent for extent in found if extent is not None]


def _items(example: Example, name: str) -> Iterator[Span | Either | Unknown]:
    for record in example.records:
        yield from _flat(example.cell(record, name))


def _flat(cell: Cell) -> Iterator[Span | Either | Unknown]:
    match cell:
        case Span() | Either() | Unknown():
            yield cell
        case tuple():
            yield from cell  # type: ignore[misc]  # nested levels were refused before


def _spans(item: Span | Either | Unknown) -> tuple[Span, ...]:
    match item:
        case Span():
            return (item,)
        case Either():
            return item.spans
        case _:
            return ()


def _candidates(view: PageView, span: Span, *, is_part: bool) -> Iterator[Extent]:
    """The extent that has exactly the text of the span (for parts, the innermost one around it), if there is one."""
    extent = view.extent_of_span(span)
    if extent is None:
        return
    if is_part:
        around = view.enclosing(extent)
        yield from [around] if view.nodes_of(around) else []
    elif view.nodes_of(extent) and _is_same(view.text(extent), view.page.text(span)):
        yield extent


def _is_same(one: str, other: str) -> bool:
    """Whether two texts differ in white space at most: at the end of a block one may have a space, the other none."""
    return one == other or "".join(one.split()) == "".join(other.split())


def _text_part(examples: ViewedExamples, name: str) -> TextPart | None:
    """The part that gives each value out of the text around its first span."""
    pairs = [
        (view.text(view.enclosing(extent)), example.page.text(span))
        for view, example in examples
        for item in _items(example, name)
        for span in _spans(item)[:1]
        if (extent := view.extent_of_span(span)) is not None
    ]
    return learn_text_part(pairs) if pairs else None


def part_conditions(part: TextPart) -> tuple[Condition, ...]:
    """The conditions that a text contains the strings around a part.

    >>> part_conditions(TextPart(left="Brand: "))
    (Condition(property='contains', value='Brand:', name='', negated=False, steps=()),)
    """
    return tuple(Condition("contains", each) for side in part if (each := side.strip()))
