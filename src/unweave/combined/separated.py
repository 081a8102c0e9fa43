"""Several values in one text: another wrapper finds the text, "Ann Lee, Bob Ray and Cy Lo", which is then split.

Legend

    whole         the wrapper of the texts that hold the values: it learns where one text is, as it does for any field
    separators    for each such field what is between its values: ``{"by": (" and ", ", ")}``; ``<br>`` is a line break
    joined        an example in which the values of such a field are one text, from the first to the last
    remark        "(Author)" behind a value (``values.separators``); behind the last one it belongs to the joined text

Where a text is and how it is split are told apart, so that a label ("Directed by") helps to find a text with two names
as much as one with a single name. Values are joined only if all examples allow it: those of a record are in one text,
in order, with nothing but separators (``values.separators``) or a line break between them.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from itertools import pairwise
from typing import Literal

from unweave.engine.values import part_span
from unweave.errors import CannotCompile
from unweave.page import Page, Span
from unweave.program import Program
from unweave.records import Example, Record, Schema, schema_of
from unweave.records.cells import Either
from unweave.records.record import Item, members
from unweave.records.typed import with_bound_types
from unweave.values.parts import Sample, separators_of
from unweave.values.separators import REMARK, REMARKS, separated, separates, without_remarks
from unweave.wrapper import Explanation, Mark, Origin, Statement, Wrapper, summary_of, wrapper_html

_SPACE = re.compile(r"\s+")
_REMARKS = re.compile(f"{REMARKS}+")
_BREAK = re.compile(r"\s*<br\b[^>]*>\s*", re.IGNORECASE)
LINE_BREAK = "<br>"
Separators = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Separated:
    """The records of another wrapper, with the texts of some fields split into several values.

    >>> from unweave.delimiters import LR
    >>> page = Page("<b>Emma</b> by <i>Ann, Bob</i>")
    >>> whole = LR().learn([Example.from_values(page, [{"title": "Emma", "by": "Ann, Bob"}])])
    >>> wrapper = Separated.of(whole, {"by": (", ",)})
    >>> [record.to_dict() for record in wrapper.extract(Page("<b>Kim</b> by <i>Cy, Di, Ed</i>"))]
    [{'title': 'Kim', 'by': ['Cy', 'Di', 'Ed']}]
    """

    schema: Schema
    whole: Wrapper
    separators: dict[str, tuple[str, ...]]
    kind: Literal["separated"] = "separated"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @classmethod
    def of(cls, whole: Wrapper, separators: Separators) -> "Separated":
        """The wrapper for the values in the texts that another one finds."""
        fields = tuple(replace(one, many=one.many or one.name in separators) for one in whole.schema.fields)
        return cls(replace(whole.schema, fields=fields), whole, dict(separators), origin=whole.origin)

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The records with the values of each text; it raises DoesNotFit when the other wrapper does."""
        return [self._split(record) for record in self.whole.extract(page)]

    def _split(self, record: Record) -> Record:
        page = record.page
        cells = {name: record.cell(name) for name in record}
        for name, between in self.separators.items():
            values = {page.text(span): span for one in record.spans(name) for span in _parts(page, one, between)}
            cells[name] = tuple(values.values())
        return Record(page, cells, type=record.type)

    def explain(self, page: Page | None = None) -> Explanation:
        """The rules for the texts, and how they are split."""
        whole = self.whole.explain(page)
        split = (Statement(name, f"of it, the texts {_in_words(between)}") for name, between in self.separators.items())
        records = () if page is None or whole.problem else tuple(self.extract(page))
        marks = [mark for mark in whole.marks if mark.field not in self.separators]
        marks += [Mark(span, "value", name) for one in records for name in self.separators for span in one.spans(name)]
        in_order = tuple(sorted(marks, key=lambda one: one.span))
        return replace(whole, statements=(*whole.statements, *split), marks=in_order, records=records)

    def program(self) -> Program:
        """Not possible: a program takes one value of a text."""
        raise CannotCompile(target="one program", reason="it splits texts into several values")


def _in_words(separators: Sequence[str]) -> str:
    """How a text is split, for a person."""
    signs = [repr(one) for one in separators if one != REMARK]
    without = ["without what is in brackets behind them"] if REMARK in separators else []
    return ", ".join([f"between {' or '.join(signs)}"] * bool(signs) + without)


def _parts(page: Page, whole: Span, between: tuple[str, ...]) -> Iterator[Span]:
    in_lines = tuple(one for one in between if one != LINE_BREAK)
    for line in [whole] if in_lines == between else _lines(page, whole):
        text = page.text(line)
        for start, end in separated(text, 0, len(text), in_lines):
            if text[start:end].strip():
                yield part_span(page, line, text, start, end)


def _lines(page: Page, whole: Span) -> Iterator[Span]:
    """What is between the line breaks of a text."""
    start = whole.start
    for found in _BREAK.finditer(page.source, whole.start, whole.end):
        yield Span(start, found.start())
        start = found.end()
    yield Span(start, whole.end)


def with_joined_values(
    examples: Sequence[Example], names: Collection[str]
) -> tuple[list[Example], dict[str, tuple[str, ...]]]:
    """The examples with one text for the values of those of the fields that allow it, and what separates these.

    >>> page = Page("<p>by <i>Ann, Bob</i>")
    >>> [one], separators = with_joined_values([Example.from_values(page, [{"by": ["Ann", "Bob"]}])], ["by"])
    >>> one.records[0].to_dict(), separators
    ({'by': 'Ann, Bob'}, {'by': (', ',)})
    """
    found: dict[str, tuple[str, ...]] = {}
    joined = list(examples)
    for each in schema_of([one for one in examples if one.records]).fields:
        if each.name in names and each.many and not each.fields:
            tried = [_joined(example, each.name) for example in joined]
            samples = [sample for one in tried if one is not None for sample in one[1]]
            if None not in tried and any(len(places) > 1 for _, places in samples):
                found[each.name] = separators_of(samples)
                if REMARK in found[each.name]:
                    tried = [_joined(example, each.name, remarks=True) for example in joined]
                joined = [one[0] for one in tried if one is not None]
    return joined, found


def _joined(example: Example, name: str, *, remarks: bool = False) -> tuple[Example, list[Sample]] | None:
    """The example with one text for each record's values, and where these are in it; None where they are in several.

    With ``remarks``, the text goes on over those behind the last value.
    """
    records: list[Record] = []
    samples: list[Sample] = []
    for record in example.records:
        items = members(record.cell(name)) if name in record else ()
        if not items:
            records.append(record)
            continue
        rows = list(_rows(example.page, [item for item in items if not isinstance(item, Record)]))
        if not rows:
            return None
        spans = tuple(Span(row[0].start, row[-1].end) for row in rows)
        if remarks:
            spans = _with_remarks(example.page, spans)
        cells = {each: record.cell(each) for each in record} | {name: spans[0] if len(spans) == 1 else Either(spans)}
        records.append(Record(example.page, cells, type=record.type))
        samples.append(_sample(example.page, rows[0]))
    return replace(example, records=tuple(records)), samples


def _rows(page: Page, items: Sequence[Item]) -> Iterator[list[Span]]:
    """For each place of the first value that is in one text with the others, the places of all of them."""
    for first in _places(items[0]):
        row = [first]
        for item in items[1:]:
            behind = [one for one in _places(item) if one.start >= row[-1].end]
            row += [min(behind)] if behind else []
        if len(row) == len(items) and all(_is_separated(page, *pair) for pair in pairwise(row)):
            yield row


def _with_remarks(page: Page, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The places with the remarks behind them; where some have remarks, these alone."""
    found = [(span, _REMARKS.match(page.source, span.end)) for span in spans]
    return tuple(Span(span.start, remark.end()) for span, remark in found if remark) or tuple(spans)


def _places(item: Item) -> tuple[Span, ...]:
    return item.spans if isinstance(item, Either) else (item,)


def _is_separated(page: Page, one: Span, other: Span) -> bool:
    between = _between(page, one, other)
    return between == LINE_BREAK or (
        bool(between.strip()) and "<" not in between and separates(without_remarks(between))
    )


def _between(page: Page, one: Span, other: Span) -> str:
    """The source between two values, with references resolved and white space collapsed, as in a text."""
    source = page[one.end, other.start]
    return LINE_BREAK if _BREAK.fullmatch(source) else _SPACE.sub(" ", unescape(source))


def _sample(page: Page, row: Sequence[Span]) -> Sample:
    """The text of a row, and the places of its values in it."""
    text = page.text(row[0])
    places = [(0, len(text))]
    for one, other in pairwise(row):
        text += _between(page, one, other)
        places.append((len(text), len(text) + len(page.text(other))))
        text += page.text(other)
    return text, places
