"""What the rule family learns: rules per field, which vote, and one record or many a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from unweave.page import Page, Span
from unweave.program import Selection, Selections
from unweave.records import Cell, Field, Record, Schema, group, occurrences
from unweave.rules.attribute import seen
from unweave.rules.bias import called
from unweave.rules.cut import Cut
from unweave.rules.record import RecordView, record_nodes
from unweave.rules.say import describe
from unweave.rules.view import Extent, View, view_of
from unweave.rules.vote import answers, distinct, elected
from unweave.wrapper import Explanation, Mark, Origin, Statement

MOST_TOLD = 3  # rules that say the same thing in other words


@dataclass(frozen=True, slots=True)
class RulesWrapper:
    """Rules for each field; those of one panel vote, panels are joined.

    With ``single`` there is one record a page. Else ``records`` are the rules for a record's node, inside which the
    fields' rules look; without them values are grouped. Of the fields in ``repeats`` a value may come more than once.
    ``labels`` are texts of the template: a rule that takes what stands behind one that is not its own has no vote.
    """

    schema: Schema
    rules: tuple[Selection, ...]
    single: bool = True
    repeats: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    records: tuple[Selection, ...] = ()
    kind: Literal["rules"] = "rules"
    origin: Origin = field(default=Origin(), compare=False)

    def extract(self, page: Page) -> list[Record]:
        """The page's record, or its records."""
        view = view_of(page)
        if self.records:
            views = [RecordView(view, node) for node in record_nodes(self.records, view)]
            return [record for one in views for record in self._one(one)]
        return self._one(view) if self.single else group(page, self._found(view), self.schema)

    def _one(self, view: View) -> list[Record]:
        """The record that a view shows, if it shows one."""
        found = self._found(view)
        if not any(found.values()):
            return []
        cells = {each.name: _cell(each, found[each.name]) for each in self.schema.fields}
        return [Record(view.page, cells, type=self.schema.name)]

    def _found(self, view: View) -> dict[str, list[Span]]:
        return {each.name: self._values(each, view) for each in self.schema.fields}

    def _values(self, each: Field, view: View) -> list[Span]:
        rules = self.of(each.name)
        view = seen(view, rules[0].take) if rules else view
        is_one = self.single or bool(self.records)
        places = elected(answers(rules, view), view, self._strange(rules), many=each.many or not is_one)
        if is_one and each.name not in self.repeats:
            places = distinct(places, view)
        return [span for place, rule in places if (span := where(view, place, rule)) is not None]

    def _strange(self, rules: Sequence[Selection]) -> frozenset[str]:
        """The labels that name something else than what these rules find."""
        return frozenset(self.labels) - {text for rule in rules for text in called(rule.steps[0])}

    def of(self, name: str) -> list[Selection]:
        """The rules of one field, panel by panel."""
        return [rule for rule in self.rules if rule.field == name]

    def explain(self, page: Page | None = None) -> Explanation:
        """The rules in words, and the values that they find on a page."""
        records = self.extract(page) if page is not None else []
        return Explanation(
            title=f"rules for {len(self.schema.fields)} fields",
            statements=tuple(_statements(self)),
            page=page,
            marks=tuple(sorted(_marks(records), key=lambda mark: mark.span)),
            records=tuple(records),
        )

    def program(self) -> Selections:
        """The rules themselves: they are written in the words of a program; of those for a record, the heaviest."""
        record = self.records[0] if self.records else None
        return Selections(self.rules, record, grouped=not self.single and record is None)


def where(view: View, place: Extent, rule: Selection) -> Span | None:
    """Where a value stands: the whole place, or the part of it that the rule cuts out."""
    span = view.span(place)
    if span is None or not (rule.left or rule.right):
        return span
    part = Cut(rule.left, rule.right).apply(view.said(place))
    found = occurrences(view.page, part, within=span) if part else []
    behind = [one for one in found if rule.left.strip() in view.page.text(Span(span.start, one.start))]
    return behind[0] if behind else None


def _cell(each: Field, spans: Sequence[Span]) -> Cell:
    if each.many:
        return tuple(spans)
    return spans[0] if spans else None


def _statements(wrapper: RulesWrapper) -> Iterator[Statement]:
    if wrapper.records:
        yield _statement("", "each record is ", wrapper.records)
    for name in wrapper.schema.names:
        rules = wrapper.of(name)
        for panel in dict.fromkeys(rule.panel for rule in rules):
            yield _statement(name, "", [rule for rule in rules if rule.panel == panel])
        if not rules:
            yield Statement(name, "never seen")


def _statement(name: str, lead: str, panel: Sequence[Selection]) -> Statement:
    told = [f"or, by {one.builder}: {describe(one)}" for one in panel[1 : 1 + MOST_TOLD]]
    rest = len(panel) - 1 - len(told)
    more = [f"and {rest} more that agree{'s' * (rest == 1)} with the examples"] * bool(rest)
    return Statement(name, lead + describe(panel[0]), (*told, *more))


def _marks(records: Sequence[Record]) -> Iterator[Mark]:
    for record in records:
        for name in record:
            yield from (Mark(span, "value", name) for span in record.spans(name))
