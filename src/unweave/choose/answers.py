"""The answer to a question, added to the examples.

    True                    yes: the field has these values on the page (or, in a list, this one among others)
    False                   no: the value asked about is wrong, at every place at which it was found; the value beside
                            it is the only one, unless the field has many
    "Hardcover"             the right value; in a list, one of them
    ["red", "blue"]         the right values
    None                    the page has no value of the field

On a page with one record all other fields stay unknown, so that an answer about one field does not affect another.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from unweave.choose.questions import Question
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Either, Example, Record, schema_of
from unweave.records.field_shapes import with_lists
from unweave.records.record import Cell, members

Answer: TypeAlias = bool | str | Sequence[str] | None
"""What can be answered."""


def with_answer(examples: Sequence[Example], question: Question, answer: Answer) -> list[Example]:
    """The examples with the answer about the page; what was known about it before is kept.

    It raises ValueNotFound when the right value is not on the page.

    >>> shown = [Example.from_values(Page("<b>Emma</b> <i>Paperback</i>"), [{"format": "Paperback"}])]
    >>> page = Page("<b>Kim</b> <i>Hardcover</i>")
    >>> now = with_answer(shown, Question("format", page, (Span(14, 23),)), True)
    >>> now[1].status, now[1].records[0].to_dict()
    ('complete', {'format': 'Hardcover'})
    >>> with_answer(shown, Question("format", page, (Span(3, 6),)), False)[1].rejected["format"]
    (Span(start=3, end=6),)
    """
    page = question.page
    before = next((example for example in examples if example.page == page), Example(page))
    update = _in_a_list if question.among else _in_the_record
    changed = update(examples, before, question, answer)
    there = any(example.page == page for example in examples)
    now = [changed if example.page == page else example for example in examples] + [changed] * (not there)
    return with_lists(now, [question.field]) if _is_many(changed, question.field) else now


def _in_the_record(examples: Sequence[Example], before: Example, question: Question, answer: Answer) -> Example:
    """The page's one record, with the answer about this field."""
    schema, name = schema_of(examples), question.field
    cells: dict[str, Cell] = dict.fromkeys(schema.names, UNKNOWN)
    for record in before.records:
        cells |= {each: before.cell(record, each) for each in schema.names}
    is_open = answer is False and (question.many or not question.beside)
    cells |= {} if is_open else {name: _cell(question, answer)}
    record = Record(question.page, cells, type=schema.name)
    return Example(
        question.page,
        (record,),
        status="complete",
        rejected=_rejected(before, question, answer, cells[name]),
        section=before.section,
        by_value=_by_value(examples),
    )


def _in_a_list(examples: Sequence[Example], before: Example, question: Question, answer: Answer) -> Example:
    """The page's records so far, and one more with this value if it is right."""
    page, name = question.page, question.field
    cell = None if answer is False or answer is None else _cell(question, answer)
    more = [Record(page, {name: item}, type=schema_of(examples).name) for item in members(cell)]  # type: ignore[dict-item]  # a cell of texts
    return Example(
        page,
        (*before.records, *more),
        status="complete" if before.status == "complete" else "partial",
        rejected=_rejected(before, question, answer, cell),
        section=before.section,
        by_value=_by_value(examples),
    )


def _is_many(example: Example, name: str) -> bool:
    cells = [record.cell(name) for record in example.records if name in record]
    return any(isinstance(cell, tuple) and not isinstance(cell, Span) for cell in cells)


def _cell(question: Question, answer: Answer) -> Cell:
    """The values of the field according to the answer."""
    if isinstance(answer, bool):
        found = question.whole if answer else question.beside
        return found if question.many or len(found) > 1 else found[0] if found else None
    values = [answer] if isinstance(answer, str) else list(answer or ())
    given = values if question.many or len(values) > 1 else values[0] if values else None
    return _found(question.page, question.field, given)


def _found(page: Page, name: str, given: list[str] | str | None) -> Cell:
    return Example.from_values(page, [{name: given}]).records[0].cell(name)


def _rejected(before: Example, question: Question, answer: Answer, cell: Cell) -> Mapping[str, tuple[Span, ...]]:
    """What is known to be wrong: what was before, and what "no" adds; the last answer about a place counts."""
    wrong = answer is False or (question.among and answer is None)
    rejected = question.places if wrong and question.refutable else ()
    places = {span for item in members(cell) for span in _places(item)}
    mine = {*before.rejected.get(question.field, ()), *rejected} - places
    others = {name: spans for name, spans in before.rejected.items() if name != question.field}
    return {**others, question.field: tuple(sorted(mine))} if mine else others


def _places(item: Span | Either | Record) -> tuple[Span, ...]:
    if isinstance(item, Record):
        return tuple(span for name in item for span in item.spans(name))
    return item.spans if isinstance(item, Either) else (item,)


def _by_value(examples: Sequence[Example]) -> bool:
    """Whether all values so far were given as texts: then an answer is a text as well."""
    return all(example.by_value for example in examples if example.records)
