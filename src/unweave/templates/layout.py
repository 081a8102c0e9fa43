"""A layout wrapper: the places of a template, each with the name of its column, applied to pages.

Legend

    column      a name, a place, and for a part of a text the template words around it and the slot between them
    level       the name of the nested records a column belongs to; "" for the page's own record
    depth       how many steps below the document the element of one nested record stands
    attribute   the attribute whose value it is, as in ``href``; "" for texts
    header      the text above a column of many values, which is none of them
    steady      landmarks of nearly every page; a page without half of them does not follow the template

A page gives one record: single columns as values, columns of many values as lists, and columns that repeat together as
nested records.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page, Span
from unweave.program import Program
from unweave.records import Field as SchemaField
from unweave.records import Record, Schema
from unweave.records.record import Cell
from unweave.templates.landmarks import Landmark
from unweave.templates.leaves import Leaf, Vocabulary, ancestor
from unweave.templates.outlines import Outlines, leaves
from unweave.templates.parts import slot_span, tight
from unweave.templates.places import Found, Index, Place
from unweave.templates.telling import told
from unweave.wrapper import Explanation, Mark, Origin, Statement

Values = dict[str, list[tuple[Span, Leaf]]]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a layout.

    >>> Column("title", Place("html/body/h1")).many
    False
    """

    name: str
    place: Place
    many: bool = False
    optional: bool = False
    words: tuple[str, ...] = ()
    slot: int = -1
    level: str = ""
    depth: int = 0
    header: str = ""
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class LayoutWrapper:
    """The wrapper that ``discover`` returns: vocabulary, landmarks and columns of a template."""

    schema: Schema
    columns: tuple[Column, ...]
    landmarks: tuple[Landmark, ...]
    steady: tuple[Landmark, ...] = ()
    vocabulary: tuple[str, ...] = ()
    kind: Literal["layout"] = "layout"
    origin: Origin = field(default=Origin(), compare=False)

    @classmethod
    def of(
        cls, columns: Sequence[Column], marks: Mapping[Landmark, int], known: Vocabulary, *, steady: float
    ) -> "LayoutWrapper":
        """A layout of these columns; ``steady``: landmarks on so many pages are expected on every page."""
        return cls(
            schema=schema_of(columns),
            columns=tuple(columns),
            landmarks=tuple(marks),
            steady=tuple(mark for mark, pages in marks.items() if pages >= steady),
            vocabulary=tuple(sorted(known)),
        )

    def extract(self, page: Page) -> list[Record]:
        """The page's record, or it raises DoesNotFit."""
        row = leaves(page, frozenset(self.vocabulary), attributes_in(self.columns))
        self._check(page, row)
        values = values_of(page, row, self.columns, self.landmarks)
        return [Record(page, cells_of(page, self.schema, self.columns, values))]

    def explain(self, page: Page | None = None) -> Explanation:
        """Where each column stands and, given a page, its values and landmarks."""
        title = f"template of {len(self.columns)} columns and {len(self.landmarks)} fixed texts"
        return told(title, self._statements(), page, self.extract, self._anchors)

    def program(self) -> Program:
        """A layout has no small form."""
        raise CannotCompile(target="a program", reason="a layout looks at the text before each value")

    def _statements(self) -> list[Statement]:
        of_level: dict[str, list[str]] = defaultdict(list)
        for column in self.columns:
            of_level[column.level or column.name].append(sentence(column))
        return [Statement(name, "; ".join(said)) for name, said in of_level.items()]

    def fit(self, outlines: Outlines) -> float:
        """Which share of the template's fixed texts a page has that was read."""
        missing = self._missing(outlines.rows(frozenset(self.vocabulary))[0])
        return 1 - len(missing) / max(1, len(self.steady))

    def _missing(self, row: Sequence[Leaf]) -> list[Landmark]:
        here = {Landmark(leaf.path, leaf.text) for leaf in row}
        return [mark for mark in self.steady if mark not in here]

    def _check(self, page: Page, row: Sequence[Leaf]) -> None:
        missing = self._missing(row)
        if len(missing) * 2 > len(self.steady):
            reason = f"{len(missing)} of the template's {len(self.steady)} texts are missing, first {missing[0].text!r}"
            raise DoesNotFit(page=page.name, field=None, where=None, reason=reason)

    def _anchors(self, page: Page) -> list[Mark]:
        marks = frozenset(self.landmarks)
        row = leaves(page, frozenset(self.vocabulary))
        spans = [page.tree.nodes[leaf.node].span for leaf in row if Landmark(leaf.path, leaf.text) in marks]
        return [Mark(span, "anchor") for span in spans if span]


def attributes_in(columns: Sequence[Column]) -> tuple[str, ...]:
    """The attributes that columns look at."""
    return tuple(dict.fromkeys(column.attribute for column in columns if column.attribute))


def values_of(page: Page, row: Sequence[Leaf], columns: Sequence[Column], landmarks: Sequence[Landmark]) -> Values:
    """For each column its values' spans, each with its first leaf."""
    marks = frozenset(landmarks)
    texts = [leaf for leaf in row if not leaf.attribute]
    others = [leaf for leaf in row if leaf.attribute or Landmark(leaf.path, leaf.text) in marks]
    values: Values = {}
    for part, chosen in (
        (texts, [c for c in columns if not c.attribute]),
        (others, [c for c in columns if c.attribute]),
    ):
        by_place: dict[Place, list[Found]] = defaultdict(list)
        for found in Index([column.place for column in chosen], marks).find(part):
            by_place[found.place].append(found)
        values |= {_key(column): _spans(page, part, column, by_place[column.place]) for column in chosen}
    return {name: spans for name, spans in values.items() if spans}


def _key(column: Column) -> str:
    return f"{column.level}/{column.name}"


def cells_of(page: Page, schema: Schema, columns: Sequence[Column], values: Values) -> dict[str, Cell]:
    """The cells of one record."""
    cells: dict[str, Cell] = {}
    for entry in schema.fields:
        if entry.fields:
            cells[entry.name] = tuple(_nested(page, [c for c in columns if c.level == entry.name], values))
        else:
            spans = [span for span, _ in values.get(f"/{entry.name}", [])]
            cells[entry.name] = tuple(spans) if entry.many else spans[0] if spans else None
    return cells


def sentence(column: Column) -> str:
    """Where a column stands, in words.

    >>> sentence(Column("isbn", Place("html/body/td2", "behind", (Landmark("html/body/td1", "ISBN"),))))
    "the text at html/body/td2 behind 'ISBN'"
    """
    place = column.place
    what = f"the {column.attribute}" if column.attribute else "the text"
    said = "all text" if place.scope == "run" else f"{what} at {place.path.removesuffix('@' + column.attribute)}"
    if place.marks and place.scope != "elsewhere":
        said += " behind " + " or ".join(repr(mark.text) for mark in place.marks[:3])
    said += f" that begins with {place.prefix!r}" * bool(place.prefix)
    said += f", number {place.ordinal + 1}" * (place.ordinal >= 0)
    return said + f", part {column.slot + 1} around {' '.join(column.words)!r}" * (column.slot >= 0)


def _spans(page: Page, row: Sequence[Leaf], column: Column, found: Sequence[Found]) -> list[tuple[Span, Leaf]]:
    made: list[tuple[Span, Leaf]] = []
    headed = bool(found and column.header) and row[found[0].first].text == column.header
    for value in found[headed:]:
        whole = _span(page, row, value)
        span = tight(page.source, whole) if whole else None
        if span and column.slot >= 0:
            span = slot_span(page.source, span, column.words, column.slot)
        if span:
            made.append((span, row[value.first]))
    return made if column.many else made[:1]


def _span(page: Page, row: Sequence[Leaf], value: Found) -> Span | None:
    nodes, leaf = page.tree.nodes, row[value.first]
    if leaf.attribute:
        return nodes[leaf.node].attribute_span(leaf.attribute)
    first, last = nodes[leaf.node].span, nodes[row[value.last].node].span
    return Span(first.start, last.end) if first and last and first.start <= last.end else None


def _nested(page: Page, columns: Sequence[Column], values: Values) -> list[Record]:
    """Records of one level: values below the same element, a second value of a column beginning another record."""
    found: dict[tuple[int, int], dict[str, Cell]] = {}
    for column in columns:
        times: dict[int, int] = defaultdict(int)
        for span, leaf in values.get(_key(column), []):
            element = ancestor(page.tree.nodes[leaf.node], column.depth).index
            found.setdefault((element, times[element]), {})[column.name] = span
            times[element] += 1
    return [Record(page, {column.name: found[key].get(column.name) for column in columns}) for key in sorted(found)]


def schema_of(columns: Sequence[Column], name: str = "") -> Schema:
    """The schema of columns: levels become nested fields where their first column stands."""
    fields: dict[str, SchemaField] = {}
    for column in columns:
        if column.level and column.level not in fields:
            inner = tuple(SchemaField(other.name, optional=True) for other in columns if other.level == column.level)
            fields[column.level] = SchemaField(column.level, many=True, fields=inner)
        elif not column.level:
            fields[column.name] = SchemaField(column.name, optional=column.optional, many=column.many)
    return Schema(tuple(fields.values()), name)
