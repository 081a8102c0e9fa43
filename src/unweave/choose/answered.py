"""What a person has said, as examples: a question and its answer, put into what was known before.

    True                    it is so: the field has these values on the page (or, of a list, this one among others)
    False                   it is not so: the value asked about is wrong, at every place at which it was found; the
                            one beside which it was asked about is all there is, unless the field has many
    "Hardcover"             the right value; of a list, one of them
    ["red", "blue"]         the right values
    None                    the page has no value of the field

Of a page with one record all other fields stay unknown, so that an answer about one field says nothing of another.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from unweave.choose.enumerated import as_lists
from unweave.choose.question import Question
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Either, Example, Record, schema_of
from unweave.records.record import Cell, members

Said: TypeAlias = bool | str | Sequence[str] | None
"""What may be answered."""


def answered(examples: Sequence[Example], question: Question, answer: Said) -> list[Example]:
    """The examples with what the person said about the page; what was known of it before is kept.

    It raises ValueNotFound when the right value does not stand on the page.

    >>> shown = [Example.from_values(Page("<b>Emma</b> <i>Paperback</i>"), [{"format": "Paperback"}])]
    >>> page = Page("<b>Kim</b> <i>Hardcover</i>")
    >>> told = answered(shown, Question("format", page, (Span(14, 23),)), True)
    >>> told[1].status, told[1].records[0].to_dict()
    ('complete', {'format': 'Hardcover'})
    >>> answered(shown, Question("format", page, (Span(3, 6),)), False)[1].rejected["format"]
    (Span(start=3, end=6),)
    """
    page = question.page
    before = next((example for example in examples if example.page == page), Example(page))
    say = _one_of_a_list if question.among else _of_the_record
    told = say(examples, before, question, answer)
    there = any(example.page == page for example in examples)
    now = [told if example.page == page else example for example in examples] + [told] * (not there)
    return as_lists(now, [question.field]) if _is_many(told, question.field) else now


def _of_the_record(examples: Sequence[Example], before: Example, question: Question, answer: Said) -> Example:
    """The page's one record, with what was said of this field."""
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


def _one_of_a_list(examples: Sequence[Example], before: Example, question: Question, answer: Said) -> Example:
    """The page's records so far, and one more with this value; or none more."""
    page, name = question.page, question.field
    cell = None if answer is False or answer is None else _cell(question, answer)
    more = [Record(page, {name: item}, type=schema_of(examples).name) for item in members(cell)]  # type: ignore[dict-item]  # a cell of texts
    records = sorted((*before.records, *more), key=lambda record: record.extent or Span(0, 0))
    return Example(
        page,
        tuple(records),
        status="complete" if before.status == "complete" else "partial",
        rejected=_rejected(before, question, answer, cell),
        section=before.section,
        by_value=_by_value(examples),
    )


def _is_many(example: Example, name: str) -> bool:
    cells = [record.cell(name) for record in example.records if name in record]
    return any(isinstance(cell, tuple) and not isinstance(cell, Span) for cell in cells)


def _cell(question: Question, answer: Said) -> Cell:
    """What the field holds, when this is the answer."""
    if isinstance(answer, bool):
        found = question.whole if answer else question.beside
        return found if question.many or len(found) > 1 else found[0] if found else None
    values = [answer] if isinstance(answer, str) else list(answer or ())
    given = values if question.many or len(values) > 1 else values[0] if values else None
    return _found(question.page, question.field, given)


def _found(page: Page, name: str, given: list[str] | str | None) -> Cell:
    return Example.from_values(page, [{name: given}]).records[0].cell(name)


def _rejected(before: Example, question: Question, answer: Said, cell: Cell) -> Mapping[str, tuple[Span, ...]]:
    """What is known to be wrong: what was, and what "no" adds; the last word about a place counts."""
    wrong = answer is False or (question.among and answer is None)
    refused = question.places if wrong and question.refutable else ()
    places = {span for item in members(cell) for span in _places(item)}
    mine = {*before.rejected.get(question.field, ()), *refused} - places
    others = {name: spans for name, spans in before.rejected.items() if name != question.field}
    return {**others, question.field: tuple(sorted(mine))} if mine else others


def _places(item: Span | Either | Record) -> tuple[Span, ...]:
    if isinstance(item, Record):
        return tuple(span for name in item for span in item.spans(name))
    return item.spans if isinstance(item, Either) else (item,)


def _by_value(examples: Sequence[Example]) -> bool:
    """Whether all that was known was given as texts: then an answer stands for a text as well."""
    return all(example.by_value for example in examples if example.records)
