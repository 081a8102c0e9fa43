"""A program of selections on a page: the values of each field, and the records that they make.

Legend

    prepared    a program made ready to run: the panels of each field, and that of the record's element
    found       a value: the node that won, its text, and how it is taken of the node
    single      a page is one record
    grouped     a page has many records; values are grouped into them by their order on the page
    scope       with rules for a record's element, each field is looked for inside one element at a time
    distinct    of values with equal texts, the first counts
    rows        the rules of a field find one value; where it is in a row with others (``engine.rows``), all are values
    labels      texts of the template: what is in a row with one of them is a label and its value, and no row of values
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from unweave.engine.index import Index, index_of
from unweave.engine.rows import row_of
from unweave.engine.values import value_span, whole_span
from unweave.engine.vote import Panel, panel_of
from unweave.page import Page
from unweave.page.embedded_document import EmbeddedValue
from unweave.page.parser import parse
from unweave.program import Selection, Selections, Step, labels_of
from unweave.records import Field, Record, Schema, group
from unweave.records.located import Located
from unweave.values.parts import TextPart

WHOLE = TextPart()


class Found(NamedTuple):
    """A value on a page: its node, or the value of the data that it is; its text, and how it is taken of the node."""

    peer: Any
    text: str
    attribute: str = ""
    part: TextPart = WHOLE

    def located(self, index: Index, page: Page) -> Located:
        """The value with its span, which is computed when asked for."""
        if isinstance(self.peer, EmbeddedValue):
            return Located(self.text, partial(getattr, self.peer, "span"))
        if not self.attribute and self.part is WHOLE:
            return Located(self.text, partial(whole_span, index, page, self.peer))
        return Located(self.text, partial(value_span, index, page, self.peer, self.attribute, self.part))


@dataclass(frozen=True, slots=True)
class PreparedField:
    """The panels of one field; what they find is joined."""

    field: Field
    panels: tuple[Panel, ...]
    distinct: bool
    rows: bool = False
    labels: frozenset[str] = frozenset()

    def values(self, index: Index, scope: Any = None) -> list[Found]:
        """The field's values inside the scope, in document order."""
        won = [one for panel in self.panels for one in _won(panel, index, scope)]
        if len(won) > 1:
            won = self._once(index, won)
        found = [
            found for one, rule in won if (found := _cut(one, rule) if rule.left or rule.right else one) is not None
        ]
        return self._in_row(index, found[0]) if self.rows and found else found

    def _in_row(self, index: Index, found: Found) -> list[Found]:
        """The value and what is in a row with it, each text once."""
        if found.attribute or found.part is not WHOLE or isinstance(found.peer, EmbeddedValue):
            return [found]
        peers: dict[str, Any] = {}
        for peer in row_of(index, found.peer):
            peers.setdefault(index.text(peer), peer)
        is_row = len(peers) > 1 and self.labels.isdisjoint(peers)
        return [Found(peer, text) for text, peer in peers.items()] if is_row else [found]

    def is_list(self, found: Sequence[Found]) -> bool:
        """Whether values are given as a list, even if there is one."""
        return self.field.many or (self.rows and len(found) > 1)

    def _once(self, index: Index, won: Sequence[tuple[Found, Selection]]) -> list[tuple[Found, Selection]]:
        """In document order, without what says the same, or shows the same texts of the page."""
        if len(self.panels) > 1:
            order = {peer: at for at, peer in enumerate(index.in_order(one.peer for one, _ in won))}
            won = sorted(won, key=lambda pair: order[pair[0].peer])
        first: dict[Any, tuple[Found, Selection]] = {}
        for one, rule in won:
            first.setdefault(one.text if self.distinct else _place(index, one), (one, rule))
        return list(first.values())


def _won(panel: Panel, index: Index, scope: Any) -> list[tuple[Found, Selection]]:
    peers, texts, rule = panel.winner(index, scope)
    if rule is None:
        return []
    return [(Found(peer, text, panel.attribute), rule) for peer, text in zip(peers, texts, strict=True)]


def _place(index: Index, found: Found) -> Any:
    """What tells one place of a page from another: nodes around the same texts are the same place."""
    return found.peer if found.attribute else (index.first_text(found.peer), index.last_text(found.peer))


def _cut(found: Found, rule: Selection) -> Found | None:
    """The part of a value that a rule takes; None where there is none."""
    part = TextPart(rule.left, rule.right)
    text = part.apply(found.text)
    return found._replace(text=text, part=part) if text else None


@dataclass(frozen=True, slots=True)
class PreparedProgram:
    """A program of selections for the records of a schema, made ready to run."""

    schema: Schema
    fields: tuple[PreparedField, ...]
    record: Panel | None
    grouped: bool
    needs_source: bool = False

    def records(self, page: Page) -> list[Record]:
        """The records of a page, whose spans are computed when asked for."""
        index = index_of(page)
        if self.grouped:
            found = {each.field.name: each.values(index) for each in self.fields}
            spans = {name: [one.located(index, page).span for one in values] for name, values in found.items()}
            return group(page, spans, self.schema)
        rows = [self._row(index, scope) for scope in self.scopes(index)]
        return [self._record(page, index, row) for row in rows if any(row)]

    def dicts(self, page: Page) -> list[dict[str, Any]]:
        """The records of a page as plain values; parsed without locations where neither spans nor source are needed."""
        if self.grouped or self.needs_source:
            return [record.to_dict() for record in self.records(page)]
        index = Index(parse(page.source, located=False, name=page.name), page)
        rows = [self._row(index, scope) for scope in self.scopes(index)]
        return [self._dict(row) for row in rows if any(row)]

    def scopes(self, index: Index) -> list[Any]:
        """The elements of the records; None, the page, where it is one record."""
        return [None] if self.record is None else _elements(self.record, index)

    def _row(self, index: Index, scope: Any) -> list[list[Found]]:
        return [each.values(index, scope) for each in self.fields]

    def _record(self, page: Page, index: Index, row: Sequence[Sequence[Found]]) -> Record:
        cells: dict[str, Any] = {}
        for each, found in zip(self.fields, row, strict=True):
            if each.is_list(found):
                cells[each.field.name] = tuple(one.located(index, page) for one in found)
            else:
                cells[each.field.name] = found[0].located(index, page) if found else None
        return Record.found(page, cells, kind=self.schema.name)

    def _dict(self, row: Sequence[Sequence[Found]]) -> dict[str, Any]:
        return {
            each.field.name: [one.text for one in found] if each.is_list(found) else found[0].text if found else None
            for each, found in zip(self.fields, row, strict=True)
        }


def record_elements(rules: Sequence[Selection], index: Index) -> list[Any]:
    """The elements of the records on a page, by the vote of their rules, in document order.

    >>> from unweave.program import Step
    >>> index = Index(Page("<ul><li>Emma<li>Kim</ul>").document)
    >>> record_elements([Selection("", (Step("descendant", "li"),))], index)
    [Element('li'), Element('li')]
    """
    return _elements(panel_of(rules), index)


def _elements(panel: Panel, index: Index) -> list[Any]:
    """The elements that win; of those around the same texts the innermost."""
    peers = [peer for peer in panel.winner(index).peers if hasattr(peer, "tag")]
    if any(one in other.ancestors for one, other in pairwise(peers)):
        return list({(index.first_text(peer), index.last_text(peer)): peer for peer in peers}.values())
    return list({index.first_text(peer): peer for peer in peers}.values())  # none is around another


def found_by(rule: Selection, index: Index, *, foreign: AbstractSet[str] = frozenset()) -> list[Found]:
    """What one rule finds by itself, each place of the page once; nothing where it is right behind a foreign label.

    >>> from unweave.program import Step
    >>> index = Index(Page("<i>a</i><b>b</b>").document)
    >>> [found.text for found in found_by(Selection("x", (Step("descendant", "b"),)), index)]
    ['b']
    """
    return _alone(rule, frozenset(foreign)).values(index)


@lru_cache(maxsize=8192)
def _alone(rule: Selection, foreign: frozenset[str]) -> PreparedField:
    """One rule, made ready to run by itself."""
    return PreparedField(Field(rule.field), (panel_of([rule], foreign=foreign),), distinct=False)


def foreign_labels(program: Selections, field: str) -> frozenset[str]:
    """The labels of the template that name other fields.

    >>> from unweave.program import Condition, Step
    >>> row = Condition("has", steps=(Step("parent", "tr", (Condition("begins", "Brand:"),)),))
    >>> program = Selections((Selection("brand", (Step("descendant", "td", (row,)),)),), labels=("Brand:", "Price:"))
    >>> foreign_labels(program, "brand")
    frozenset({'Price:'})
    """
    own = {text for rule in program.fields if rule.field == field for text in labels_of(rule.steps[0])}
    return frozenset(program.labels) - own


def prepare(program: Selections, schema: Schema) -> PreparedProgram:
    """A program made ready to run.

    >>> from unweave.program import Step
    >>> program = Selections((Selection("title", (Step("descendant", "h1"),)),))
    >>> prepared = prepare(program, Schema((Field("title"),)))
    >>> prepared.dicts(Page("<h1>Emma</h1>")), prepared.records(Page("<h1>Emma</h1>"))[0].span("title")
    ([{'title': 'Emma'}], Span(start=4, end=8))
    """
    fields = tuple(_prepared_field(program, field) for field in schema.fields)
    record = panel_of(program.records) if program.records else None
    steps = [step for rule in (*program.fields, *program.records) for step in rule.steps]
    return PreparedProgram(schema, fields, record, program.grouped, any(map(_asks_for_source, steps)))


def _asks_for_source(step: Step) -> bool:
    """Whether a step asks what is in the source beside a node."""
    return any(one.property in {"left", "right"} or any(map(_asks_for_source, one.steps)) for one in step.conditions)


def wants_many_values(program: Selections, field: Field) -> bool:
    """Whether the rules of a field vote for several values; of the fields in ``rows`` they find one.

    >>> wants_many_values(Selections(()), Field("by", many=True)), wants_many_values(Selections(()), Field("by"))
    (True, False)
    """
    return program.grouped or (field.many and field.name not in program.rows)


def _prepared_field(program: Selections, field: Field) -> PreparedField:
    rules = [rule for rule in program.fields if rule.field == field.name]
    foreign = foreign_labels(program, field.name)
    numbers = dict.fromkeys(rule.panel for rule in rules)
    many = wants_many_values(program, field)
    data = next((one for one in program.data if one.path.field == field.name), None)
    panels = tuple(
        panel_of([rule for rule in rules if rule.panel == number], foreign=foreign, many=many, data=data)
        for number in numbers
    )
    distinct = not program.grouped and field.name not in program.repeats
    return PreparedField(field, panels, distinct, field.name in program.rows, frozenset(program.labels))
