"""Marks and records of a page: what the client draws and shows in its table.

Legend

    mark       ["f1", "X", 78, 83, ["t", 12, 0, 0, 5], "Congo"]: field, state, span, target, text
    state      X extracted, P accepted, N rejected, S suggested, U uncertain, C conflict; M (missing) is in records only
    row        a record as the table has it: its number on the page, its cells, its facets
    odd        a value whose kind or length is unlike that of the other values of its field
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple, TypeAlias

from unweave.page import Span
from unweave.records import Record
from unweave.records.grouping import spans_of
from unweave.studio.pages import StudioPage
from unweave.studio.statements import ProjectState
from unweave.studio.units import SHOWN_TEXT, Target
from unweave.values.kinds import kind_of

FACETS = ("missing", "odd", "uncertain", "new", "flagged", "conflict")
FEWEST_FOR_ODD = 5
"""So many values must a field have before one of them can be unlike the others."""
COMMON_KIND = 0.8
"""The kind of so many values is the kind of the field."""
ODD_LENGTH = 4
"""A value that is so many times longer or shorter than the middle one is odd."""


class MarkKey(NamedTuple):
    """What a mark is about, on its page."""

    field: str
    start: int
    end: int


PageMarks: TypeAlias = dict[MarkKey, str]
"""The state of every mark of a page."""


def page_marks(
    page: str,
    state: ProjectState,
    found: Mapping[str, Sequence[Span]],
    *,
    suggested: Mapping[str, Iterable[Span]],
    uncertain: Collection[MarkKey],
) -> PageMarks:
    """The marks of a page: what is extracted, labelled, suggested and uncertain; ``found`` has all fields of the page.

    >>> from unweave.studio.statements import StudioLabel, LabelKey
    >>> state = ProjectState(labels={LabelKey("p1", "f1", 3, 7): StudioLabel(-1, 2)})
    >>> page_marks("p1", state, {"f1": [Span(9, 12)]}, suggested={}, uncertain=())
    {MarkKey(field='f1', start=9, end=12): 'X', MarkKey(field='f1', start=3, end=7): 'N'}
    """
    marks: PageMarks = {MarkKey(name, *span): "X" for name, spans in found.items() for span in spans}
    extracted = set(marks)
    for key in uncertain:
        marks[key] = "U" if key in extracted else "S"
    for label_key, label in state.labels.items():
        if label_key.page == page and label_key.field in found:
            key = MarkKey(*label_key[1:])
            agrees = (label.sign > 0) == (key in extracted)
            marks[key] = "C" if not agrees else "P" if label.sign > 0 else "N"
    for name, spans in suggested.items():
        for span in spans:
            marks.setdefault(MarkKey(name, *span), "S")
    return marks


def written_marks(page: StudioPage, marks: Mapping[MarkKey, str]) -> list[list[Any]]:
    """Marks as the client gets them, in document order."""
    ordered = sorted(marks.items(), key=lambda one: (one[0].start, one[0].end, one[0].field))
    return [[key.field, state, key.start, key.end, *drawn(page, Span(key.start, key.end))] for key, state in ordered]


def drawn(page: StudioPage, span: Span) -> tuple[Target, str]:
    """Where a span is drawn, and its text.

    >>> from unweave.page import Page
    >>> drawn(StudioPage("p1", "", "x", Page("<b>Emma</b>")), Span(3, 7))
    (['t', 4, 0, 0, 4], 'Emma')
    """
    return page.units.target(span), page.page.text(span)[:SHOWN_TEXT]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A record in the table: the page, its number there, its values by field, and the facets it belongs to."""

    page: str
    number: int
    extent: Span
    values: Mapping[str, tuple[Span, ...]]
    texts: Mapping[str, tuple[str, ...]]
    facets: set[str] = field(default_factory=set)


def table_rows(page: StudioPage, records: Sequence[Record], ids: Mapping[str, str]) -> list[TableRow]:
    """The records of a page as rows; ``ids`` has the id of each field by its name.

    >>> from unweave.page import Page
    >>> page = StudioPage("p1", "", "x", Page("<b>Emma</b>"))
    >>> table_rows(page, [Record(page.page, {"title": Span(3, 7)})], {"title": "f1"})[0].texts
    {'f1': ('Emma',)}
    """
    rows = []
    for number, record in enumerate(records, start=1):
        values: dict[str, tuple[Span, ...]] = {}
        for value in spans_of(record):
            if value.field in ids:
                values[ids[value.field]] = (*values.get(ids[value.field], ()), value.span)
        texts = {name: tuple(page.page.text(span) for span in spans) for name, spans in values.items()}
        rows.append(TableRow(page.id, number, record.extent or Span(0, 0), values, texts))
    return rows


def odd_values(rows: Sequence[TableRow]) -> dict[str, set[str]]:
    """For each field the texts that are unlike the others: of another kind, or much longer or shorter.

    >>> def row(text): return TableRow("p1", 1, Span(0, 1), {}, {"f1": (text,)})
    >>> odd_values([row(text) for text in ("$5", "$7", "$9", "$4", "$3", "$8", "call us")])
    {'f1': {'call us'}}
    """
    texts: dict[str, list[str]] = {}
    for row in rows:
        for name, some in row.texts.items():
            texts.setdefault(name, []).extend(some)
    return {name: odd for name, some in texts.items() if (odd := _odd(some))}


def _odd(texts: Sequence[str]) -> set[str]:
    if len(texts) < FEWEST_FOR_ODD:
        return set()
    kinds = {text: kind_of(text) for text in texts}
    kind, count = Counter(kinds[text] for text in texts).most_common(1)[0]
    odd = (
        {text for text in texts if kinds[text] != kind}
        if kind != "text" and count >= COMMON_KIND * len(texts)
        else set()
    )
    middle = max(1, median(map(len, texts)))
    return odd | {
        text for text in texts if len(text) > ODD_LENGTH * middle + 20 or ODD_LENGTH * (len(text) + 2) < middle
    }


def written_row(
    page: StudioPage, row: TableRow, fields: Sequence[str], marks: Mapping[MarkKey, str], flag: bool
) -> dict[str, Any]:
    """A row as the client gets it."""
    cells = [
        [
            {
                "text": text,
                "span": list(span),
                "target": page.units.target(span),
                "state": marks.get(MarkKey(name, *span), "X"),
            }
            for span, text in zip(row.values.get(name, ()), row.texts.get(name, ()), strict=True)
        ]
        for name in fields
    ]
    return {
        "page": row.page,
        "row": row.number,
        "span": list(row.extent),
        "flag": flag,
        "facets": sorted(row.facets),
        "cells": cells,
    }
