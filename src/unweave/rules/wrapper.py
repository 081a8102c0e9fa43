"""What the rule family learns: rules per field, which vote, and one record or many a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from unweave.page import Page, Span
from unweave.program import Selection, Selections
from unweave.records import Cell, Field, Record, Schema, group, occurrences
from unweave.rules.cut import Cut
from unweave.rules.say import describe
from unweave.rules.view import Extent, View, view_of
from unweave.rules.vote import distinct, elect
from unweave.wrapper import Explanation, Mark, Origin, Statement


@dataclass(frozen=True, slots=True)
class RulesWrapper:
    """Rules for each field; those of one panel vote, panels are joined.

    With ``single`` there is one record a page, else values are grouped; of the fields in ``repeats`` a value may come
    more than once.
    """

    schema: Schema
    rules: tuple[Selection, ...]
    single: bool = True
    repeats: tuple[str, ...] = ()
    kind: Literal["rules"] = "rules"
    origin: Origin = field(default=Origin(), compare=False)

    def extract(self, page: Page) -> list[Record]:
        """The page's record, or its records."""
        view = view_of(page)
        found = {each.name: self._values(each, view) for each in self.schema.fields}
        if not self.single:
            return group(page, found, self.schema)
        if not any(found.values()):
            return []
        return [Record(page, {each.name: _cell(each, found[each.name]) for each in self.schema.fields})]

    def _values(self, each: Field, view: View) -> list[Span]:
        places = elect(self.of(each.name), view)
        if self.single and each.name not in self.repeats:
            places = distinct(places, view)
        return [span for place, rule in places if (span := where(view, place, rule)) is not None]

    def of(self, name: str) -> list[Selection]:
        """The rules of one field, the heaviest of each panel first."""
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
        """The rules themselves: they are written in the words of a program."""
        return Selections(self.rules, grouped=not self.single)


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
    for name in wrapper.schema.names:
        rules = wrapper.of(name)
        for panel in dict.fromkeys(rule.panel for rule in rules):
            lead, *others = [rule for rule in rules if rule.panel == panel]
            yield Statement(name, describe(lead), tuple(f"or, by {one.builder}: {describe(one)}" for one in others))
        if not rules:
            yield Statement(name, "never seen")


def _marks(records: Sequence[Record]) -> Iterator[Mark]:
    for record in records:
        for name in record:
            yield from (Mark(span, "value", name) for span in record.spans(name))
