"""Labelled fields from discovered columns: unlabelled pages show the template, the labels choose its columns.

    examples -> pages of one template -> all columns -> for each field the one that agrees with its labels

Legend

    column      a selector of the template, or a part of its texts; here their number is not limited
    agrees      its values on every labelled page are the labelled ones, by their spans; an either/or cell allows any of
                its spans, an unknown one anything
                Of several that agree the one that looks most like data is taken: present on many pages, varied

The wrapper has these columns alone, with the names of the examples.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example, Field, Schema
from unweave.records.agree import cells_agree, disagreements
from unweave.records.example import schema_of
from unweave.records.record import Cell, members
from unweave.templates.arrangement import with_attribute
from unweave.templates.clusters import similar_pages
from unweave.templates.columns import TemplateColumn, attributes_in, values_of
from unweave.templates.deduction import Deduction
from unweave.templates.discover import Discover, sampled
from unweave.templates.texts import CollectionTexts, read_texts, row_of
from unweave.templates.wrappers import TemplateWrapper
from unweave.tuning import CLUSTER_MIN_PAGES, CLUSTER_SIMILARITY, NEARLY_ALL
from unweave.wrapper import Origin

KIND = "template"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledColumns:
    """Learns fields of pages with one record each, from a few labelled pages among others of the same template.

    ``settings`` are those of discovery; with ``lenient`` a field that no column agrees with is left out, and absent on
    every page, instead of being an error.

    >>> books = [("Emma", "Austen"), ("Kim", "Kipling"), ("Dune", "Herbert"), ("Ulysses", "Joyce")]
    >>> pages = [Page(f"<h1>{title}</h1><table><tr><th>Author:<td>{author}</table>") for title, author in books]
    >>> labelled = Example.from_values(pages[0], [{"by": "Austen"}])
    >>> wrapper = LabelledColumns().learn([labelled, *map(Example, pages[1:])])
    >>> wrapper.extract(pages[1])[0].to_dict()
    {'by': 'Kipling'}
    """

    settings: Discover = field(default_factory=Discover)
    lenient: bool = False

    def learn(self, examples: Sequence[Example]) -> TemplateWrapper:
        """A wrapper whose columns agree with the labels, or it raises NoConsistentWrapper."""
        schema, labelled = schema_of(examples), [example for example in examples if example.records]
        _check(schema, labelled)
        every = self._every_column([*labelled, *(example for example in examples if not example.records)])
        spans = [spans_of(every, example.page) for example in labelled]
        chosen = {entry.name: _chosen(entry, every.columns, labelled, spans) for entry in schema.fields}
        wrapper = replace(
            every,
            schema=Schema(tuple(_as_found(entry, chosen[entry.name]) for entry in schema.fields)),
            columns=tuple(column for column in chosen.values() if column),
        )
        if not self.lenient:
            _check_wrapper(wrapper, chosen, examples)
        return wrapper

    def _every_column(self, examples: Sequence[Example]) -> TemplateWrapper:
        """All columns of the first example's template, those first that look most like data."""
        texts = self._of_one_template([example.page for example in examples])
        known = texts.vocabulary()
        deduced, attributes = self.settings.deductions(texts.rows(known))
        values = _columns(attributes) if attributes else []
        columns = [*_columns(deduced), *map(with_attribute, values)]
        numbered = [replace(column, name=str(number)) for number, column in enumerate(columns)]
        required = NEARLY_ALL * len(texts.pages)
        wrapper = TemplateWrapper.of(numbered, deduced.template_texts, known, required=required)
        history = (f"chosen among {len(columns)} columns of {len(texts.pages)} pages",)
        return replace(wrapper, origin=Origin(method=KIND, history=history))

    def _of_one_template(self, pages: Sequence[Page]) -> CollectionTexts:
        texts = read_texts(sampled(pages, self.settings.sample), self.settings.attributes, keep=True)
        numbers = next(numbers for numbers in similar_pages(texts, CLUSTER_SIMILARITY) if 0 in numbers)
        if len(numbers) < CLUSTER_MIN_PAGES:
            reason = f"a template needs {CLUSTER_MIN_PAGES} pages or more, and there are {len(numbers)} like this one"
            raise NoConsistentWrapper(kind=KIND, page=pages[0].name, reason=reason)
        return texts.only(numbers)


def _columns(deduced: Deduction) -> list[TemplateColumn]:
    return [column for selector in deduced.ranked() for column in deduced.with_parts(selector)]


def spans_of(wrapper: TemplateWrapper, page: Page) -> dict[str, list[Span]]:
    """The spans of each column on a page, by the column's name."""
    row = row_of(page, frozenset(wrapper.vocabulary), attributes_in(wrapper.columns))
    columns = [replace(column, many=True) for column in wrapper.columns]
    found = values_of(page, row, columns, wrapper.template_texts)
    return {name: [span for span, _ in values] for name, values in found.items()}


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
    entry: Field,
    columns: Sequence[TemplateColumn],
    labelled: Sequence[Example],
    spans: Sequence[Mapping[str, list[Span]]],
) -> TemplateColumn | None:
    """The first column that agrees with the labels of a field."""
    for column in columns:
        cells = [_cell(found.get(column.name, []), entry) for found in spans]
        if all(_agrees(cell, example, entry.name) for cell, example in zip(cells, labelled, strict=True)):
            return replace(column, name=entry.name, many=entry.many)
    return None


def _as_found(entry: Field, column: TemplateColumn | None) -> Field:
    return replace(entry, optional=entry.optional or not column or column.optional)


def _cell(spans: Sequence[Span], entry: Field) -> Cell:
    return tuple(spans) if entry.many else spans[0] if spans else None


def _agrees(cell: Cell, example: Example, name: str) -> bool:
    taken = {item for item in members(cell) if isinstance(item, Span)}
    rejected = any(span in taken for span in example.rejected.get(name, ()))
    return not rejected and cells_agree(cell, example.cell(example.records[0], name))


def _check_wrapper(
    wrapper: TemplateWrapper, chosen: Mapping[str, TemplateColumn | None], examples: Sequence[Example]
) -> None:
    """It raises NoConsistentWrapper unless every field has a column and the wrapper agrees with all examples."""
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
