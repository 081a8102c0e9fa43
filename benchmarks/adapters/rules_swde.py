"""Connects rules with the SWDE scorer: ``fit`` and ``predict`` as its docstring requires.

Labels are texts; a value may be any of its occurrences, so its cell is an either/or of all of them. These are whole
text nodes or whole elements, as the benchmark defines values (text nodes joined without changes); a value that is
neither is looked for as a part of a text. Fields are learned together, leniently: what no rule covers is left out.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from unweave.page import Page, Span
from unweave.records import Either, Example, occurrences
from unweave.rules import Rules, RulesWrapper
from unweave.rules.views import PageView, view_of

Values = Mapping[str, Sequence[str]]
LEARNER = Rules(lenient=True)


def fit(train: Sequence[tuple[str, Values]]) -> RulesWrapper:
    """A wrapper for all attributes of a site."""
    return LEARNER.learn(examples_of(train))


def examples_of(train: Sequence[tuple[str, Values]]) -> list[Example]:
    """The labelled pages as examples."""
    many = {name for _, values in train for name in values if len(set(values[name])) > 1}
    examples = []
    for html, values in train:
        page = page_of(html)
        cells = {name: _cell(page, values[name], many=name in many) for name in values}
        examples.append(Example.from_spans(page, [cells]))
    return examples


def predict(model: RulesWrapper, html: str) -> dict[str, list[str]]:
    """The values of each attribute on one page."""
    page = page_of(html)
    view = view_of(page)
    records = model.extract(page)
    return {name: [_text_of(view, span) for one in records for span in one.spans(name)] for name in model.schema.names}


def page_of(html: str) -> Page:
    """The page, in the composed form in which the scorer compares texts."""
    return Page(unicodedata.normalize("NFC", html), html=True)


def _cell(page: Page, values: Sequence[str], *, many: bool) -> Any:
    found = [spans for value in dict.fromkeys(values) if (spans := _spans(page, value))]
    cells = [spans[0] if len(spans) == 1 else Either(tuple(spans)) for spans in found]
    return cells if many else cells[0] if cells else None


def _spans(page: Page, value: str) -> list[Span]:
    view = view_of(page)
    whole = [span for extent in view.find_value(value) if (span := view.span(extent)) is not None]
    return whole or occurrences(page, value)


def _text_of(view: PageView, span: Span) -> str:
    extent = view.extent_of_span(span)
    if extent is None or view.span(extent) != span:
        return view.page.text(span)
    return view.text(extent)
