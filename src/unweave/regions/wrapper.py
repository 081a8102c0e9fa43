"""The wrapper that is learned: a boundary, and rules for each field inside a region.

Legend

    row         the cells of one region: {"title": "Emma", "year": None}
    reserves    other boundaries, asked on pages on which the boundary has no records (``reserves``), and other rules of
                a field, asked where its own rules find nothing, or what does not look like its values
                (``reserve_values``). A page may also have no records because it has nothing to list: other boundaries
                count only if they have several records with several values, other rules only in several regions
    score       0.5: the mean plausibility of the row's values; it and what the regions are made of decide which of them
                are records (``members``)
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from operator import is_not
from typing import Any, Literal, NamedTuple

from unweave.engine.values import part_span, value_span, whole_span
from unweave.page import Page, Span
from unweave.program import Program
from unweave.records import Field, Record, Schema
from unweave.records.located import Located
from unweave.records.typed import with_bound_types
from unweave.regions.addresses import ANYWHERE, FieldRule, Opinion, RegionNodes
from unweave.regions.boundaries import Boundary, Region
from unweave.regions.extraction import PreparedBoundary, PreparedRegions, prepared_regions
from unweave.regions.group_headings import is_heading, texts_of_headings
from unweave.regions.likeness import Features, Likeness
from unweave.regions.lowering import lowered
from unweave.regions.members import members
from unweave.regions.nodes import TEXT, PageNodes, nodes_of
from unweave.regions.parsed_nodes import ParsedNodes
from unweave.regions.reserve_values import fails, first, reserve_column
from unweave.values.parts import TextPart
from unweave.wording import counted
from unweave.wrapper import Explanation, Mark, Origin, Statement, summary_of, wrapper_html

FEWEST = 2


class FoundRecords(NamedTuple):
    """The records of a page and their regions; the scores are those of all regions of the boundary."""

    records: list[Record]
    regions: list[Region]
    scores: list[float]


@dataclass(frozen=True)
class RegionsWrapper:
    """Records are the regions of a boundary in which enough fields have a value."""

    schema: Schema
    boundary: Boundary
    rules: Mapping[str, tuple[FieldRule, ...]]
    looks: Mapping[str, tuple[Features, ...]] = field(default_factory=dict)
    reserves: tuple[Boundary, ...] = ()
    reserve_rules: Mapping[str, tuple[FieldRule, ...]] = field(default_factory=dict)
    kind: Literal["regions"] = "regions"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @cached_property
    def _prepared(self) -> PreparedRegions:
        return prepared_regions([self.boundary, *self.reserves], self.rules, self.reserve_rules)

    def __reduce__(self) -> tuple[Any, ...]:
        # The prepared form has functions, which are not pickled.
        return type(self), tuple(getattr(self, one.name) for one in fields(self))

    def ready(self) -> None:
        """Prepare what pages are read by, which otherwise happens with the first page."""
        self._prepared  # noqa: B018  # it is kept

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The page's records; spans are computed when they are asked for."""
        nodes = ParsedNodes(page)
        return self._first_list(self._prepared_within(page, nodes, one) for one in self._prepared.boundaries).records

    def found_in(self, nodes: PageNodes) -> FoundRecords:
        """The records of a page whose nodes are known, with their regions.

        The last answer is kept with the nodes: learning asks several times what the chosen wrapper finds on a page.
        """
        asked = self.boundary, self.rules, self.looks, self.schema, self.reserves, self.reserve_rules
        if nodes.found is None or any(map(is_not, nodes.found[0], asked)):
            nodes.found = asked, self.uncached(nodes)
        found: FoundRecords = nodes.found[1]
        return found

    def uncached(self, nodes: PageNodes) -> FoundRecords:
        """The records of a page; what is kept with its nodes stays as it is."""
        return self._first_list(self._numbered_within(nodes, one) for one in (self.boundary, *self.reserves))

    @staticmethod
    def _first_list(found: Iterator[FoundRecords]) -> FoundRecords:
        """What the boundary finds, or else the first of the reserves whose records are a list."""
        first = next(found)
        return first if first.records else next((one for one in found if _is_list(one.records)), first)

    def _numbered_within(self, nodes: PageNodes, boundary: Boundary) -> FoundRecords:
        found = boundary.regions(nodes)

        def read(rules: Mapping[str, Sequence[FieldRule]]) -> Iterator[RegionNodes]:
            return _read(nodes, found, boundary, rules.values())

        return self._within(nodes, found, read, self.rules, self.reserve_rules)

    def _prepared_within(self, page: Page, nodes: ParsedNodes, boundary: Boundary | PreparedBoundary) -> FoundRecords:
        if isinstance(boundary, Boundary):
            return self._numbered_within(nodes_of(page), boundary)
        found: Sequence[Any] = boundary.regions(nodes)
        prepared = self._prepared
        return self._within(nodes, found, lambda _rules: found, prepared.rules, prepared.reserve_rules)

    def _within(
        self,
        nodes: PageNodes,
        found: Sequence[Any],
        read: Callable[[Any], Iterable[Any]],
        rules: Mapping[str, Sequence[Any]],
        reserve_rules: Mapping[str, Sequence[Any]],
    ) -> FoundRecords:
        """The records of a page in the regions of one boundary: numbered or parsed ones, with the rules for these."""
        likenesses = {name: Likeness.like(shown).remembered(nodes) for name, shown in self.looks.items()}
        columns = [(one.name, rules[one.name], one.many) for one in self.schema.fields]
        rows = [{name: _cell(region, some, many=many) for name, some, many in columns} for region in read(rules)]
        for one in self.schema.fields:
            likeness, own = likenesses[one.name], [row[one.name] for row in rows]
            if len(rows) >= FEWEST and one.name in reserve_rules and fails(own, likeness):
                _fill(rows, one, own, reserve_rules[one.name], read(reserve_rules), likeness)
        plausible = [self._plausibilities(row, likenesses) for row in rows]
        scores = [region_score(some) for some in plausible]
        present = [region_score(one or None for one in some) for some in plausible]
        sizes = [sum(map(bool, some)) for some in plausible]
        headings, are_records = texts_of_headings(nodes, rules, read), members(nodes, found, scores, present, sizes)
        kept = [at for at, one in enumerate(are_records) if one and not is_heading(nodes, found[at], headings)]
        records = [Record.found(nodes.page, rows[at], kind=self.schema.name) for at in kept]
        return FoundRecords(records, [found[at] for at in kept], scores)

    def _plausibilities(self, row: Mapping[str, Any], likenesses: Mapping[str, Likeness]) -> list[float | None]:
        plausibilities: list[float | None] = []
        for one in self.schema.fields:
            cell = row[one.name]
            missing = None if one.optional or one.many else 0.0
            plausibilities.append(likenesses[one.name].plausibility(first(cell).text) if cell else missing)
        return plausibilities

    def explain(self, page: Page | None = None) -> Explanation:
        """The boundary and the rules in words, and what they find on a page."""
        number = len(self.reserves)
        finds = "finds" if number == 1 else "find"
        others = f"or, on a page without such records, what {counted(number, 'other description')} {finds}"
        statements = [Statement("", f"each record is {self.boundary}", (others,) if number else ())]
        for name, rules in self.rules.items():
            texts = [_in_words(rule) for rule in rules]
            statements.append(Statement(name, texts[0], tuple(f"or {text}" for text in texts[1:])))
        records = self.extract(page) if page is not None else []
        marks = [Mark(span, "value", name) for record in records for name in record for span in record.spans(name)]
        title = f"regions with {counted(len(self.schema.fields), 'field')}"
        return Explanation(title, tuple(statements), page, tuple(sorted(marks, key=_start)), tuple(records))

    def program(self) -> Program:
        """The record's element and the fields inside it as selections, or it raises CannotCompile."""
        return lowered(self.boundary, self.rules)


def _is_list(records: Sequence[Record]) -> bool:
    """Whether records that a reserve has found are a list, and no footer of a page whose own list is empty.

    There are several of them, and each has values at two places or more.
    """
    return len(records) >= FEWEST and all(len(_places(record)) >= FEWEST for record in records)


def _places(record: Record) -> set[Span]:
    return {span for name in record for span in record.spans(name)}


def region_score(plausibilities: Iterable[float | None]) -> float:
    """The mean plausibility of a region's values; None is a missing value of an optional field.

    >>> region_score([1.0, 0.0]), region_score([1.0, None])
    (0.5, 1.0)
    """
    counted = [one for one in plausibilities if one is not None]
    return sum(counted) / len(counted) if counted else 0.0


def _read(
    nodes: PageNodes, regions: Iterable[Region], boundary: Boundary, rules: Iterable[Sequence[FieldRule]]
) -> Iterator[RegionNodes]:
    """The nodes of one region after the other, by the addresses that rules have; all at once take much memory."""
    wanted = frozenset(rule.address for some in rules for rule in some)
    return (RegionNodes.for_rules(nodes, region, boundary, wanted) for region in regions)


def _cell(region: Any, rules: Sequence[Any], *, many: bool) -> Any:
    """What the first of the rules that finds anything finds in a region."""
    for rule in rules:
        found = tuple(_located(region, rule))
        if found:
            return found if many else found[0]
    return () if many else None


def _fill(
    rows: Sequence[dict[str, Any]],
    field: Field,
    own: Sequence[Any],
    rules: Sequence[Any],
    regions: Iterable[Any],
    likeness: Likeness,
) -> None:
    """Give each row what the reserves of a field say, if its rules fail (``reserve_values``)."""
    cells = [[_cell(region, (rule,), many=field.many) for rule in rules] for region in regions]
    columns: dict[Opinion, list[Sequence[Any]]] = defaultdict(list)
    for rule, column in zip(rules, zip(*cells, strict=True), strict=True):
        columns[rule.opinion].append(column)
    for row, cell in zip(rows, reserve_column(own, columns, likeness), strict=True):
        row[field.name] = cell


def _start(mark: Mark) -> Span:
    return mark.span


def _located(region: Any, rule: Any) -> list[Located]:
    found = []
    nodes = region.nodes
    for number in rule.nodes_in(region):
        text = nodes.value(number, rule.attribute)
        if not text:
            continue
        place = rule.part.find(text) if rule.part else (0, len(text))
        if place:
            found.append(Located(text[slice(*place)], _locator(nodes, number, rule.attribute, text, *place)))
    return found


def _locator(nodes: PageNodes, number: Any, attribute: str, text: str, start: int, end: int) -> Callable[[], Span]:
    page, peer = nodes.page, nodes.peers[number]
    if attribute:
        locate = partial(value_span, nodes.index, page, peer, attribute, TextPart())
    else:
        locate = partial(whole_span, nodes.index, page, peer)
    if (start, end) == (0, len(text)):
        return locate
    return lambda: part_span(page, locate(), text, start, end)


def _in_words(rule: FieldRule) -> str:
    what = f"the attribute {rule.attribute!r} of" if rule.attribute else "the text of"
    which = f", number {rule.ordinal + 1}" if rule.ordinal and rule.ordinal > 0 else ""
    which = f", number {-rule.ordinal} from the end" if rule.ordinal and rule.ordinal < 0 else which
    part = f", {rule.part}" if rule.part else ""
    return f"{what} {_node_in_words(*rule.address)}{which}{part}"


def _node_in_words(kind: str, value: str) -> str:
    """A node of a record by its address.

    >>> _node_in_words("label", "Citation: > #text"), _node_in_words("before", "html/body/h2")
    ("the text behind 'Citation:'", 'the last h2 before the record')
    >>> _node_in_words("before", "html/body/table/tr/td 1.day")
    "the last td in an element of the class 'day' before the record"
    """
    if kind == "label":
        label, _, tag = value.rpartition(" > ")
        return f"the {tag.removeprefix('#')} behind {label!r}"
    if kind == "path":
        return f"the node {value} of the record" if value != "." else "the record"
    what = "the class" if value[:1] == "." else "the attribute"
    words = {
        ANYWHERE: "any text" if value == TEXT else f"any element with {what} {value[1:]!r}",
        "header": f"the cell under the header {value.rpartition(' > ')[0]!r}",
        "column": f"the cell in the column {value.rpartition(' > ')[0]!r}",
        "own text": f"the link with the text {value.partition('=')[2]!r}",
        "extension": f"the link to a file .{value.partition('.')[2]}",
        "before": f"the last {_heading_in_words(value)} before the record",
        "icon": f"the text right behind {value}",
        "parallel": f"{value.rpartition(' ')[2]} in the item with the same number of another list".removeprefix(
            ". in "
        ),
    }
    return words.get(kind, f"the element {value}")


def _heading_in_words(value: str) -> str:
    """A node by its path, and by its mark if it has one."""
    path, _, mark = value.partition(" ")
    tag, (level, _, token) = path.rpartition("/")[2].removeprefix("#"), mark.partition(".")
    if not mark:
        return tag
    if not token:
        return f"{tag} in a cell that spans columns" if level[0] != "0" else f"{tag} that spans columns"
    return f"{tag} in an element of the class {token!r}" if level != "0" else f"{tag} of the class {token!r}"
