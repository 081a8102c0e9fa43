"""The wrappers that discovery returns: of one template, of a page's main list, of several templates.

Legend

    columns         what is selected, see ``columns``
    template texts  ``("html/body/tr/th", "Publisher")``: texts of the template, see ``template_texts``
    required texts  the template texts of nearly every page; a page without half of them does not follow the template
    vocabulary      the ids and classes that are part of a path
    tokens          EXALG's template, where some columns are positions of it, see ``exalg_columns``
    in records      the template of the records of the main list, where some columns are in them, see ``list_columns``
    fit             the share of the required texts that a page has
    union           the fields of all templates; a record has those of its own template, the others are absent

A name that two templates use for fields of the same shape is one field. Where shapes differ, and for nested levels
always, the field of the later template gets a number.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Literal

from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.program import Program
from unweave.records import Field, Record, Schema
from unweave.records.typed import with_bound_types
from unweave.regions.main_list import ListRecord, list_records, list_spans
from unweave.templates.columns import (
    TemplateColumn,
    attributes_in,
    check_names,
    names_in,
    record_of,
    renamed_columns,
    schema_of,
    values_of,
)
from unweave.templates.explanation import explained
from unweave.templates.positions import position_values
from unweave.templates.template import ExalgTemplate
from unweave.templates.template_texts import TemplateText
from unweave.templates.texts import CollectionTexts, PathText, Row, Vocabulary, read_texts, row_of
from unweave.wrapper import Explanation, Mark, Origin, Statement, summary_of, wrapper_html


@dataclass(frozen=True, slots=True)
class RecordTemplate:
    """What the records of a list have in common: their template texts, and the ids and classes in their paths."""

    template_texts: tuple[TemplateText, ...] = ()
    vocabulary: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TemplateWrapper:
    """The wrapper of one template: a page gives one record, columns that repeat together are nested records."""

    schema: Schema
    columns: tuple[TemplateColumn, ...]
    template_texts: tuple[TemplateText, ...]
    required_texts: tuple[TemplateText, ...] = ()
    vocabulary: tuple[str, ...] = ()
    tokens: ExalgTemplate | None = None
    in_records: RecordTemplate | None = None
    kind: Literal["template"] = "template"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @classmethod
    def of(
        cls,
        columns: Sequence[TemplateColumn],
        template_texts: Mapping[TemplateText, int],
        known: Vocabulary,
        *,
        required: float,
    ) -> "TemplateWrapper":
        """A wrapper of these columns; ``required``: texts on so many pages are expected on every page."""
        return cls(
            schema=schema_of(columns),
            columns=tuple(columns),
            template_texts=tuple(template_texts),
            required_texts=tuple(text for text, pages in template_texts.items() if pages >= required),
            vocabulary=tuple(sorted(known)),
        )

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The page's record, or it raises DoesNotFit."""
        row = row_of(page, frozenset(self.vocabulary), attributes_in(self.columns))
        self._check(page, row)
        own = [column for column in self.columns if not column.in_record]
        values = values_of(page, row, own, self.template_texts)
        if self.tokens:
            values |= position_values(page, self.tokens, self.columns)
        return [record_of(page, self.schema, self.columns, values, self._list_records(page))]

    def _list_records(self, page: Page) -> dict[str, list[Record]]:
        """The records of the main list, by the name of their level; none where no column is in them."""
        columns = [replace(column, level="", in_record=False) for column in self.columns if column.in_record]
        if not columns or not self.in_records:
            return {}
        level = next(column.level for column in self.columns if column.in_record)
        texts = self.in_records
        reader = ListWrapper(schema_of(columns), tuple(columns), texts.template_texts, texts.vocabulary)
        return {level: reader.records_in(page, list_records(page))}

    def explain(self, page: Page | None = None) -> Explanation:
        """What each column selects and, given a page, its values and template texts."""
        title = f"template of {len(self.columns)} columns and {len(self.template_texts)} template texts"
        by_field: dict[str, list[str]] = defaultdict(list)
        for column in self.columns:
            by_field[column.level or column.name].append(column.sentence())
        statements = [Statement(name, "; ".join(sentences)) for name, sentences in by_field.items()]
        return explained(title, statements, page, self.extract, self._anchors)

    def program(self) -> Program:
        """A template cannot be written as a program."""
        raise CannotCompile(target="a program", reason="its columns depend on the template text before each value")

    def renamed(self, names: Mapping[str, str]) -> "TemplateWrapper":
        """The same wrapper with other names for columns (``price``, ``list_1.price``) or levels (``list_1``).

        >>> from unweave.templates import discover
        >>> pages = [Page(f"<h1>{title}</h1><p>A book</p>") for title in ("Emma", "Kim", "Dune")]
        >>> discover(pages).renamed({"h1": "title"}).schema.names
        ('title',)
        """
        columns = renamed_columns(self.columns, names)
        return replace(self, columns=columns, schema=schema_of(columns, self.schema.name))

    def fit(self, texts: CollectionTexts) -> float:
        """The share of the required texts that a page has, given its texts."""
        missing = self._missing(texts.rows(frozenset(self.vocabulary))[0])
        return 1 - len(missing) / max(1, len(self.required_texts))

    def _missing(self, row: Sequence[PathText]) -> list[TemplateText]:
        present = {text[:2] for text in row}
        return [text for text in self.required_texts if text not in present]

    def _check(self, page: Page, row: Sequence[PathText]) -> None:
        missing = self._missing(row)
        if 2 * len(missing) > len(self.required_texts):
            texts = f"{len(missing)} of the template's {len(self.required_texts)} texts"
            reason = f"{texts} are missing, first {missing[0].text!r}"
            raise DoesNotFit(page=page.name, field=None, where=None, reason=reason)

    def _anchors(self, page: Page) -> list[Mark]:
        known = frozenset(self.template_texts)
        row = row_of(page, frozenset(self.vocabulary))
        spans = [page.tree.nodes[text.node].span for text in row if TemplateText(text.path, text.text) in known]
        return [Mark(span, "anchor") for span in spans if span]


@dataclass(frozen=True, slots=True)
class ListWrapper:
    """The wrapper that ``discover_list`` returns: each element of a page's main list is a record of these columns."""

    schema: Schema
    columns: tuple[TemplateColumn, ...]
    template_texts: tuple[TemplateText, ...] = ()
    vocabulary: tuple[str, ...] = ()
    kind: Literal["list"] = "list"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The records of the page's main list, or it raises DoesNotFit."""
        records = self.records_in(page, list_records(page))
        if not any(record.extent for record in records):
            reason = "nothing repeats on this page" if not records else "its main list has none of the columns"
            raise DoesNotFit(page=page.name, field=None, where=None, reason=reason)
        return records

    def records_in(self, page: Page, records: Sequence[ListRecord]) -> list[Record]:
        """The values of these records of a page; those without any value are there, too."""
        rows = record_rows(page, records, frozenset(self.vocabulary), attributes_in(self.columns))
        values = [values_of(page, row, self.columns, self.template_texts) for row in rows]
        return [record_of(page, self.schema, self.columns, found) for found in values]

    def explain(self, page: Page | None = None) -> Explanation:
        """What each column selects in a record and, given a page, its records and values."""
        title = f"records of the main list, {len(self.columns)} columns"
        statements = [Statement(column.name, column.sentence()) for column in self.columns]
        return explained(title, statements, page, self.extract, _record_marks)

    def program(self) -> Program:
        """The main list cannot be written as a program."""
        raise CannotCompile(target="a program", reason="the main list is searched on each page")

    def renamed(self, names: Mapping[str, str]) -> "ListWrapper":
        """The same wrapper with other names for columns."""
        columns = renamed_columns(self.columns, names)
        return replace(self, columns=columns, schema=schema_of(columns, self.schema.name))


ColumnWrapper = TemplateWrapper | ListWrapper


def _record_marks(page: Page) -> list[Mark]:
    return [Mark(span, "record") for span in list_spans(page)]


def record_rows(
    page: Page, records: Sequence[ListRecord], known: Vocabulary, attributes: Sequence[str] = ()
) -> list[Row]:
    """The texts of each record; their paths begin at the record's elements.

    >>> page = Page("<ul><li><b>One</b> 1<li><b>Two</b> 2<li><b>Three</b> 3</ul>")
    >>> [[text[:2] for text in row] for row in record_rows(page, list_records(page), frozenset())][0]
    [('li/b', 'One'), ('li/~b', '1')]
    >>> page = Page("<dl><dt>One<dd>1<dt>Two<dd>2<dt>Three<dd>3</dl>")
    >>> [[text[:2] for text in row] for row in record_rows(page, list_records(page), frozenset())][0]
    [('dt', 'One'), ('dd', '1')]
    """
    row = row_of(page, known, attributes)
    return [[text._replace(path=_path_within(text, one)) for text in _below(row, one)] for one in records]


def _below(row: Row, record: ListRecord) -> Row:
    index = attrgetter("node")
    start = bisect_left(row, record.first.index, key=index)
    return row[start : bisect_right(row, record.last.last, key=index)]


def _path_within(text: PathText, record: ListRecord) -> str:
    """The path of a text from the record's elements on; a cell that is a record has no number."""
    above = sum(node.kind == "element" for node in record.first.ancestors())
    own, *below = text.path.split("/")[above:] or [""]
    if record.first is record.last:
        own = record.first.tag + own[len(own.partition("@")[0]) :]
    return "/".join([own, *below])


@dataclass(frozen=True, slots=True)
class MultiTemplateWrapper:
    """The wrappers of several templates, the largest cluster first; a record's type is the name of its template."""

    schema: Schema
    templates: tuple[TemplateWrapper, ...]
    kind: Literal["templates"] = "templates"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @classmethod
    def of(cls, templates: Sequence[TemplateWrapper]) -> "MultiTemplateWrapper":
        """One wrapper of several templates ``template_1``, ..., its fields all different."""
        fields: dict[str, Field] = {}
        named: list[TemplateWrapper] = []
        for number, template in enumerate(templates, 1):
            other = template.renamed(_other_names(template, fields))
            named.append(replace(other, schema=replace(other.schema, name=f"template_{number}")))
            fields |= {entry.name: entry for entry in other.schema.fields}
        union = tuple(replace(entry, optional=not entry.many) for entry in fields.values())
        return cls(Schema(union), tuple(named))

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The page's record, by the template that fits best, or it raises DoesNotFit."""
        template = self.choose(page)
        return [self._widened(record, template) for record in template.extract(page)]

    def choose(self, page: Page) -> TemplateWrapper:
        """The template with the largest share of its texts on the page; of equals, the one that finds most values."""
        texts = read_texts([page], keep=True)
        fits = [template.fit(texts) for template in self.templates]
        best = [template for template, fit in zip(self.templates, fits, strict=True) if fit == max(fits)]
        return best[0] if len(best) == 1 else max(best, key=lambda template: _count_values(template, page))

    def explain(self, page: Page | None = None) -> Explanation:
        """What the columns of each template select and, given a page, its values by the template that fits best."""
        title = f"{len(self.templates)} templates"
        statements = tuple(statement for each in self.templates for statement in each.explain().statements)
        if page is None:
            return Explanation(title, statements)
        template = self.choose(page)
        own = template.explain(page)
        records = tuple(self._widened(record, template) for record in own.records)
        title = f"{title}; this page follows {template.schema.name}"
        return Explanation(title, statements, page, own.marks, records, own.problem)

    def program(self) -> Program:
        """Several templates cannot be written as a program."""
        raise CannotCompile(target="a program", reason="the template of a page is chosen when the page is read")

    def renamed(self, names: Mapping[str, str]) -> "MultiTemplateWrapper":
        """The same wrapper with other names for columns or levels, in every template that has them."""
        known = [names_in(template.columns) for template in self.templates]
        check_names(names, [name for some in known for name in some])
        templates = [
            template.renamed({old: new for old, new in names.items() if old in some})
            for template, some in zip(self.templates, known, strict=True)
        ]
        return replace(MultiTemplateWrapper.of(templates), origin=self.origin)

    def _widened(self, record: Record, template: TemplateWrapper) -> Record:
        absent = {entry.name: () if entry.many else None for entry in self.schema.fields}
        found = {name: record.cell(name) for name in record}
        return Record(record.page, {**absent, **found}, type=template.schema.name)


def _count_values(template: TemplateWrapper, page: Page) -> int:
    try:
        return sum(bool(record.spans(name)) for record in template.extract(page) for name in record)
    except DoesNotFit:
        return -1


def _other_names(template: TemplateWrapper, fields: Mapping[str, Field]) -> dict[str, str]:
    """New names for the fields of a template that have another shape in the templates before it."""
    taken = {*fields, *template.schema.names}
    names: dict[str, str] = {}
    for entry in template.schema.fields:
        other = fields.get(entry.name)
        if other and (other.fields or entry.fields or other.many != entry.many):
            number = next(n for n in range(2, len(taken) + 3) if f"{entry.name}_{n}" not in taken)
            names[entry.name] = f"{entry.name}_{number}"
            taken.add(names[entry.name])
    return names
