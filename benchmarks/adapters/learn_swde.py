"""Connects ``unweave.learn``, with all its defaults, with the SWDE scorer: ``fit`` and ``predict`` as it wants them.

Labels are texts, given as they are to ``Example.from_values``; a text that is not on its page is left out, as a person
would do who is told so. An attribute with several values on some page is given as a list. With the site's other pages
at hand (``--unlabelled``) they are given as pages of which nothing is known.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import unweave
from unweave.errors import NoConsistentWrapper, ValueNotFound
from unweave.rules.views import PageView, view_of
from unweave.wrapper import Wrapper

Values = Mapping[str, Sequence[str]]


def fit(train: Sequence[tuple[str, Values]], unlabelled: Sequence[str] = ()) -> Wrapper | None:
    """A wrapper for all attributes of a site; without the fields that cannot be learned, None where that is all."""
    examples = examples_of(train)
    others = [unweave.Example(page_of(html)) for html in unlabelled]
    while examples[0].schema.fields:
        try:
            return unweave.learn([*examples, *others])
        except NoConsistentWrapper as failure:
            examples = [without(example, failure.field) for example in examples]
    return None


def examples_of(train: Sequence[tuple[str, Values]]) -> list[unweave.Example]:
    """The labelled pages as examples."""
    many = {name for _, values in train for name in values if len(set(values[name])) > 1}
    pages = [(page_of(html), values) for html, values in train]
    return [unweave.Example.from_values(page, [_record(page, values, many)]) for page, values in pages]


def predict(model: Wrapper | None, html: str) -> dict[str, list[str]]:
    """The values of each attribute on one page."""
    if model is None:
        return {}
    page = page_of(html)
    view, records = view_of(page), model.extract(page)
    return {
        name: [as_it_stands(view, span) for one in records for span in one.spans(name)] for name in model.schema.names
    }


def page_of(html: str) -> unweave.Page:
    """The page, in the composed form in which the scorer compares texts."""
    return unweave.Page(unicodedata.normalize("NFC", html), html=True)


def as_it_stands(view: PageView, span: unweave.Span) -> str:
    """The text of a span, text nodes joined as they stand: the benchmark counts no space where a block ends."""
    extent = view.extent_of_span(span)
    if extent is None or view.span(extent) != span:
        return view.page.text(span)
    return view.text(extent)


def _record(page: unweave.Page, values: Values, many: set[str]) -> dict[str, Any]:
    return {name: _cell(page, values[name], many=name in many) for name in values}


def _cell(page: unweave.Page, values: Sequence[str], *, many: bool) -> Any:
    found = [value for value in dict.fromkeys(values) if _is_on(page, value)]
    return found if many else found[0] if found else None


def _is_on(page: unweave.Page, value: str) -> bool:
    try:
        unweave.Example.from_values(page, [{"value": value}])
    except ValueNotFound:
        return False
    return True


def without(example: unweave.Example, field: str | None) -> unweave.Example:
    """The example without a field; without any, where no field is to blame."""
    (record,) = example.records
    cells = {name: record.cell(name) for name in record if field is not None and name != field}
    return unweave.Example(example.page, (unweave.Record(example.page, cells),), status="complete")
