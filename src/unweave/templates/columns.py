"""Columns of a template: which values a column selects on a page, and the record they make.

Legend

    column      a name, a selector, and for a part of a text the template words around it and the slot between them
    level       the name of the nested list a column belongs to; "" for the page's own record
    height      how many nodes above a value the element of its nested record is
    attribute   the attribute whose value it is, as in ``href``; "" for texts
    header      the text above a column of many values, which is not one of them
    in record   its path begins at a record of the page's main list, see ``list_columns``

Single columns become values, columns of many values lists, and columns that repeat together nested records.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records import Field, Record, Schema
from unweave.records.record import Cell
from unweave.templates.selectors import SelectorIndex, SelectorMatch, TextSelector
from unweave.templates.template_texts import TemplateText
from unweave.templates.template_words import slot_span, tight
from unweave.templates.texts import PathText, ancestor

Values = dict[str, list[tuple[Span, PathText]]]
Cells = dict[str, Cell]


@dataclass(frozen=True, slots=True)
class TemplateColumn:
    """One column of a template.

    >>> TemplateColumn("title", TextSelector("html/body/h1")).many
    False
    """

    name: str
    selector: TextSelector
    many: bool = False
    optional: bool = False
    words: tuple[str, ...] = ()
    slot: int = -1
    level: str = ""
    height: int = 0
    header: str = ""
    attribute: str = ""
    in_record: bool = False

    @property
    def full_name(self) -> str:
        """The name with its level, as in ``list_1.price``."""
        return f"{self.level}.{self.name}" if self.level else self.name

    def sentence(self) -> str:
        """What it selects, in words.

        >>> isbn = TextSelector("html/body/td2", "behind", (TemplateText("html/body/td1", "ISBN"),))
        >>> TemplateColumn("isbn", isbn).sentence()
        "the text at html/body/td2 behind 'ISBN'"
        """
        selector = self.selector
        if selector.scope == "position":
            return f"position {selector.path} of the template of tokens"
        what = f"the {self.attribute}" if self.attribute else "the text"
        path = selector.path.removesuffix("@" + self.attribute)
        text = "all text" if selector.scope == "run" else f"{what} at {path}"
        text += " in each record of the main list" * self.in_record
        if selector.behind and selector.scope != "elsewhere":
            text += " behind " + " or ".join(repr(each.text) for each in selector.behind[:3])
        text += f" that begins with {selector.prefix!r}" * bool(selector.prefix)
        text += f", number {selector.ordinal + 1}" * (selector.ordinal >= 0)
        return text + f", part {self.slot + 1} around {' '.join(self.words)!r}" * (self.slot >= 0)


def attributes_in(columns: Sequence[TemplateColumn]) -> tuple[str, ...]:
    """The attributes that columns select."""
    return tuple(dict.fromkeys(column.attribute for column in columns if column.attribute))


def names_in(columns: Sequence[TemplateColumn]) -> list[str]:
    """The names that can be changed: full names of columns, and levels."""
    levels = dict.fromkeys(column.level for column in columns if column.level)
    return [*(column.full_name for column in columns), *levels]


def renamed_columns(columns: Sequence[TemplateColumn], names: Mapping[str, str]) -> tuple[TemplateColumn, ...]:
    """The same columns with other names for columns (``price``, ``list_1.price``) or levels (``list_1``)."""
    check_names(names, names_in(columns))
    return tuple(
        replace(column, name=names.get(column.full_name, column.name), level=names.get(column.level, column.level))
        for column in columns
    )


def check_names(names: Mapping[str, str], known: Sequence[str]) -> None:
    """It raises BadInput where a name to be changed is not there."""
    unknown = [name for name in names if name not in known]
    if unknown:
        raise BadInput(
            source="the new names",
            reason=f"there is no column {unknown[0]!r}. It would help to use a name that is printed",
        )


def schema_of(columns: Sequence[TemplateColumn], name: str = "") -> Schema:
    """The schema of columns: levels become nested fields, in the order of their first columns."""
    fields: dict[str, Field] = {}
    for column in columns:
        if column.level and column.level not in fields:
            inner = [other for other in columns if other.level == column.level]
            nested = tuple(Field(other.name, optional=True, many=other.in_record and other.many) for other in inner)
            fields[column.level] = Field(column.level, many=True, fields=nested)
        elif not column.level:
            fields[column.name] = Field(column.name, optional=column.optional, many=column.many)
    return Schema(tuple(fields.values()), name)


def texts_in(row: Sequence[PathText]) -> list[PathText]:
    """The row without the values of attributes."""
    return [text for text in row if not text.attribute]


def attribute_values_in(row: Sequence[PathText], template_texts: frozenset[TemplateText]) -> list[PathText]:
    """The values of attributes alone, and the template texts before them."""
    return [text for text in row if text.attribute or text[:2] in template_texts]


def values_of(
    page: Page, row: Sequence[PathText], columns: Sequence[TemplateColumn], template_texts: Sequence[TemplateText]
) -> Values:
    """For each column, by full name, the spans of its values, each with its first text."""
    known = frozenset(template_texts)
    values: Values = {}
    for texts, chosen in (
        (texts_in(row), [c for c in columns if not c.attribute and c.selector.scope != "position"]),
        (attribute_values_in(row, known), [c for c in columns if c.attribute]),
    ):
        matches: dict[TextSelector, list[SelectorMatch]] = defaultdict(list)
        for found in SelectorIndex([column.selector for column in chosen], known).find(texts):
            matches[found[0].selector] += found
        values |= {column.full_name: _spans(page, texts, column, matches[column.selector]) for column in chosen}
    return {name: spans for name, spans in values.items() if spans}


def _spans(
    page: Page, row: Sequence[PathText], column: TemplateColumn, matches: Sequence[SelectorMatch]
) -> list[tuple[Span, PathText]]:
    spans: list[tuple[Span, PathText]] = []
    headed = bool(matches and column.header) and row[matches[0].first].text == column.header
    for match in matches[headed:]:
        whole = _span(page, row, match)
        span = tight(page.source, whole) if whole else None
        if span and column.slot >= 0:
            span = slot_span(page.source, span, column.words, column.slot)
        if span:
            spans.append((span, row[match.first]))
    return spans if column.many else spans[:1]


def _span(page: Page, row: Sequence[PathText], match: SelectorMatch) -> Span | None:
    nodes, text = page.tree.nodes, row[match.first]
    if text.attribute:
        return nodes[text.node].attribute_span(text.attribute)
    first, last = nodes[text.node].span, nodes[row[match.last].end].span
    return Span(first.start, last.end) if first and last and first.start <= last.end else None


def record_of(
    page: Page,
    schema: Schema,
    columns: Sequence[TemplateColumn],
    values: Values,
    nested: Mapping[str, Sequence[Record]] | None = None,
) -> Record:
    """The record that the values of columns make; ``nested``: the records of levels that are read apart."""
    cells: Cells = {}
    for entry in schema.fields:
        if nested and entry.name in nested:
            cells[entry.name] = tuple(nested[entry.name])
        elif entry.fields:
            cells[entry.name] = tuple(_nested(page, [c for c in columns if c.level == entry.name], values))
        else:
            spans = [span for span, _ in values.get(entry.name, [])]
            cells[entry.name] = tuple(spans) if entry.many else spans[0] if spans else None
    return Record(page, cells)


def _nested(page: Page, columns: Sequence[TemplateColumn], values: Values) -> list[Record]:
    """Records of one level: values below the same element; a second value of a column begins another record."""
    found: dict[tuple[int, int], Cells] = {}
    for column in columns:
        times: dict[int, int] = defaultdict(int)
        for span, text in values.get(column.full_name, []):
            element = ancestor(page.tree.nodes[text.node], column.height).index
            found.setdefault((element, times[element]), {})[column.name] = span
            times[element] += 1
    return [Record(page, {column.name: found[key].get(column.name) for column in columns}) for key in sorted(found)]
