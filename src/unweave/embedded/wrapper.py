"""The wrapper that is learned: a path for each field, and one for the object of each record.

Legend

    path        products[*].price: the keys from a document to values; [*] is each item of an array
    neighbour   where "@type" is "Recipe": what an object on the path must have
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal
from weakref import WeakKeyDictionary

from unweave.engine.data import data_rows
from unweave.engine.data_words import in_words
from unweave.page import Page, Span
from unweave.page.embedded import EmbeddedData
from unweave.page.embedded_document import EmbeddedValue
from unweave.program import DataPaths
from unweave.records import Field, Record, Schema
from unweave.records.located import Located
from unweave.records.typed import with_bound_types
from unweave.wording import counted
from unweave.wrapper import Explanation, Mark, Origin, Statement, summary_of, wrapper_html


@dataclass(frozen=True, slots=True)
class EmbeddedWrapper:
    """Records are objects in the data of scripts, or the page is one record; fields are paths there.

    >>> from unweave.program import DataPath
    >>> from unweave.records import Field
    >>> paths = DataPaths((DataPath("title", ("title",)),), DataPath("", ("books", None), "window.STATE"))
    >>> wrapper = EmbeddedWrapper(Schema((Field("title"),)), paths)
    >>> page = Page('<script>window.STATE = {"books": [{"title": "Emma"}, {"title": "Kim"}]}</script>')
    >>> [record.to_dict() for record in wrapper.extract(page)]
    [{'title': 'Emma'}, {'title': 'Kim'}]
    """

    schema: Schema
    paths: DataPaths
    kind: Literal["embedded"] = "embedded"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The page's records; none where the page has no such data."""
        return [
            Record.found(
                page, {one.name: _cell(row[one.name], one) for one in self.schema.fields}, kind=self.schema.name
            )
            for row in _rows(page, self.paths)
        ]

    def explain(self, page: Page | None = None) -> Explanation:
        """The paths in words, and what they find on a page."""
        record = self.paths.record
        statements = [] if record is None else [Statement("", f"each record is {in_words(record)}")]
        statements += [Statement(one.field, in_words(one, inside=record is not None)) for one in self.paths.fields]
        records = self.extract(page) if page is not None else []
        marks = [Mark(span, "value", name) for one in records for name in one for span in one.spans(name)]
        title = f"data in scripts with {counted(len(self.schema.fields), 'field')}"
        return Explanation(title, tuple(statements), page, tuple(sorted(marks, key=_place)), tuple(records))

    def program(self) -> DataPaths:
        """The paths."""
        return self.paths


Rows = list[dict[str, list[EmbeddedValue]]]
# What was last found on a page, as long as the page is there: learning asks for the same rows three times.
_last_rows: WeakKeyDictionary[EmbeddedData, tuple[DataPaths, Rows]] = WeakKeyDictionary()


def _rows(page: Page, paths: DataPaths) -> Rows:
    known = _last_rows.get(page.embedded)
    if known is None or known[0] != paths:
        known = _last_rows[page.embedded] = paths, data_rows(page.embedded.documents, paths)
    return known[1]


def wrapper_of(schema: Schema, paths: DataPaths) -> EmbeddedWrapper:
    """The wrapper that was learned."""
    return EmbeddedWrapper(schema, paths, origin=Origin(method="embedded"))


def repeats(fields: Sequence[Field]) -> tuple[str, ...]:
    """The fields with many values.

    >>> repeats([Field("title"), Field("tags", many=True)])
    ('tags',)
    """
    return tuple(one.name for one in fields if one.many)


def _place(mark: Mark) -> Span:
    return mark.span


def _cell(found: Sequence[EmbeddedValue], one: Field) -> Any:
    if one.many:
        return tuple(map(_located, found))
    return _located(found[0]) if found else None


def _located(value: EmbeddedValue) -> Located:
    return Located(value.shown, partial(getattr, value, "span"))
