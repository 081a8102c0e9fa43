"""Labelled fields from discovered columns: the pages without labels find the template, the labels choose its columns.

    examples -> pages of one template -> every column there is -> for each field the one that agrees with its labels

Legend

    column      a place of the template, or a part of its texts, as in a layout; here there is no limit to their number
    agrees      its values on every labelled page are the labelled ones, by their spans; an either/or cell allows any of
                its places, an unknown one anything
                Of several that agree the one that looks most like data is taken: filled on many pages, varied

The wrapper is a layout with these columns alone, named as the examples name them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example, Field, Schema
from unweave.records.agree import cells_agree, disagreements
from unweave.records.example import schema_of
from unweave.records.record import Cell, members
from unweave.templates.deduction import Deduction
from unweave.templates.discover import Discover, sampled
from unweave.templates.families import WORTH, like_pages
from unweave.templates.finish import attribute_in
from unweave.templates.layout import Column, LayoutWrapper, attributes_in, values_of
from unweave.templates.leaves import vocabulary
from unweave.templates.outlines import Outlines, leaves, outlined
from unweave.wrapper import Origin

KIND = "template"


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Learns fields of pages with one record each, from a few labelled pages among others of the same template.

    ``settings`` are those of discovery; with ``lenient`` a field that no column agrees with is left out, and absent on
    every page, instead of being an error.

    >>> books = [("Emma", "Austen"), ("Kim", "Kipling"), ("Dune", "Herbert"), ("Ulysses", "Joyce")]
    >>> pages = [Page(f"<h1>{title}</h1><table><tr><th>Author:<td>{author}</table>") for title, author in books]
    >>> labelled = Example.from_values(pages[0], [{"by": "Austen"}])
    >>> wrapper = Columns().learn([labelled, *map(Example, pages[1:])])
    >>> wrapper.extract(pages[1])[0].to_dict()
    {'by': 'Kipling'}
    """

    settings: Discover = field(default_factory=Discover)
    lenient: bool = False

    def learn(self, examples: Sequence[Example]) -> LayoutWrapper:
        """A layout whose columns agree with the labels, or it raises NoConsistentWrapper."""
        schema, labelled = schema_of(examples), [example for example in examples if example.records]
        _check(schema, labelled)
        layout = self._layout([*labelled, *(example for example in examples if not example.records)])
        spans = [spans_of(layout, example.page) for example in labelled]
        chosen = {entry.name: _chosen(entry, layout.columns, labelled, spans) for entry in schema.fields}
        wrapper = replace(
            layout,
            schema=Schema(tuple(_as_found(entry, chosen[entry.name]) for entry in schema.fields)),
            columns=tuple(column for column in chosen.values() if column),
        )
        if not self.lenient:
            _judge(wrapper, chosen, examples)
        return wrapper

    def _layout(self, examples: Sequence[Example]) -> LayoutWrapper:
        """All columns of the first example's template there are, those first that look most like data."""
        outlines = self._of_one_template([example.page for example in examples])
        known = vocabulary(outlines.names())
        texts, attributes = self.settings.deductions(outlines.rows(known))
        beside = _columns(attributes) if attributes else []
        columns = [*_columns(texts), *(replace(column, attribute=attribute_in(column.place)) for column in beside)]
        named = [replace(column, name=str(number)) for number, column in enumerate(columns)]
        history = (f"chosen among {len(columns)} columns of {len(outlines.pages)} pages",)
        layout = LayoutWrapper.of(named, texts.marks, known, steady=self.settings.shares.steady * len(outlines.pages))
        return replace(layout, origin=Origin(method=KIND, history=history))

    def _of_one_template(self, pages: Sequence[Page]) -> Outlines:
        outlines = outlined(sampled(pages, self.settings.sample), self.settings.attributes, keep=True)
        members = next(numbers for numbers in like_pages(outlines) if 0 in numbers)
        if len(members) < WORTH:
            reason = f"a template shows on {WORTH} pages or more, and there are {len(members)} of its kind"
            raise NoConsistentWrapper(kind=KIND, page=pages[0].name, reason=reason)
        return outlines.only(members)


def _columns(made: Deduction) -> list[Column]:
    return [column for place in made.ranked() for column in made.with_parts(place)]


def spans_of(layout: LayoutWrapper, page: Page) -> dict[str, list[Span]]:
    """The spans of each column on a page, by the column's name."""
    row = leaves(page, frozenset(layout.vocabulary), attributes_in(layout.columns))
    columns = [replace(column, many=True) for column in layout.columns]
    found = values_of(page, row, columns, layout.landmarks)
    return {name.removeprefix("/"): [span for span, _ in values] for name, values in found.items()}


def _check(schema: Schema, labelled: Sequence[Example]) -> None:
    if not labelled:
        raise NoConsistentWrapper(kind=KIND, reason="no page is labelled")
    several = next((example for example in labelled if len(example.records) > 1), None)
    if several:
        raise NoConsistentWrapper(kind=KIND, page=several.page.name, reason="it has more than one record")
    nested = next((entry for entry in schema.fields if entry.fields), None)
    if nested:
        raise NoConsistentWrapper(kind=KIND, field=nested.name, reason="it has records inside records")


def _chosen(
    entry: Field, columns: Sequence[Column], labelled: Sequence[Example], spans: Sequence[Mapping[str, list[Span]]]
) -> Column | None:
    """The first column that agrees with the labels of a field."""
    for column in columns:
        cells = [_cell(found.get(column.name, []), entry) for found in spans]
        if all(_agrees(cell, example, entry.name) for cell, example in zip(cells, labelled, strict=True)):
            return replace(column, name=entry.name, many=entry.many)
    return None


def _as_found(entry: Field, column: Column | None) -> Field:
    return replace(entry, optional=entry.optional or not column or column.optional)


def _cell(spans: Sequence[Span], entry: Field) -> Cell:
    return tuple(spans) if entry.many else spans[0] if spans else None


def _agrees(cell: Cell, example: Example, name: str) -> bool:
    taken = {item for item in members(cell) if isinstance(item, Span)}
    rejected = any(span in taken for span in example.rejected.get(name, ()))
    return not rejected and cells_agree(cell, example.cell(example.records[0], name))


def _judge(wrapper: LayoutWrapper, chosen: Mapping[str, Column | None], examples: Sequence[Example]) -> None:
    """Every field has its column; then all the rest that examples say: pages without a record, sections, types."""
    missing = next((name for name, column in chosen.items() if column is None), None)
    if missing:
        reason = f"no column has its values on all labelled pages ({wrapper.origin.history[0]})"
        raise NoConsistentWrapper(kind=KIND, field=missing, reason=reason)
    for example in examples:
        if example.status == "unlabelled":
            continue
        try:
            wrong = disagreements(wrapper.extract(example.page), example)
        except DoesNotFit as misfit:
            wrong = [misfit.reason]
        if wrong:
            raise NoConsistentWrapper(kind=KIND, page=example.page.name, reason=wrong[0])
