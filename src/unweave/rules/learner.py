"""The learner of the rule family: examples in, rules out."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from unweave.clock import look
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.program import Condition, Selection
from unweave.records import Example, Field, Schema, schema_of
from unweave.records.agree import disagreements
from unweave.rules.attribute import seen
from unweave.rules.bias import BIAS, Preference, called
from unweave.rules.compose import Given
from unweave.rules.cut import Cut
from unweave.rules.foil import Master, Panel
from unweave.rules.record import one_by_one, record_lessons
from unweave.rules.teach import Shown, course
from unweave.rules.template import Template
from unweave.rules.view import View, view_of
from unweave.rules.vote import answers
from unweave.rules.wrapper import RulesWrapper
from unweave.wrapper import Origin

KIND = "rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Learns rules for each field from what a few pages show.

    ``bias`` is the order of preferences; ``panel`` limits how many rules vote (1: the first that agrees, as in the
    paper); with ``lenient`` a value that no rule covers is left out instead of being an error. With ``records``, of
    pages with many records first a rule for a record's node is learned, then each field's rules inside it, where that
    agrees with the examples; without, or where it does not, values are grouped into records by their order.

    >>> from unweave.page import Page
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"price": "$5"}])])
    >>> [one.to_dict() for one in wrapper.extract(Page("<table><tr><th>Price<td>$7<tr><th>Year<td>1815</table>"))]
    [{'price': '$7'}]
    >>> wrapper.explain().statements[0].text
    "the text after 'Price'"
    """

    bias: tuple[Preference, ...] = BIAS
    panel: int | None = None
    lenient: bool = False
    records: bool = True

    def learn(self, examples: Sequence[Example]) -> RulesWrapper:
        """Rules that agree with the examples, or it raises NoConsistentWrapper."""
        labelled = [example for example in examples if example.records]
        single = all(example.status == "complete" and len(example.records) == 1 for example in labelled)
        shown = [(view_of(example.page), example) for example in examples]
        chained = self._chained(shown) if self.records and not single else None
        if chained is not None:
            return chained
        wrapper = self._wrapper(shown, examples, single=single)
        if not self.lenient:
            _check(wrapper, examples)
        return wrapper

    def _wrapper(self, shown: Shown, examples: Sequence[Example], *, single: bool) -> RulesWrapper:
        schema = schema_of(examples)
        template = Template([view for view, _ in shown])
        labelled = [view for view, example in shown if example.status != "unlabelled"]
        rules = tuple(rule for each in schema.fields for rule in self._field(shown, each, template, single=single))
        return RulesWrapper(
            schema=schema,
            rules=rules,
            single=single,
            repeats=tuple(_repeating(examples, schema)),
            labels=tuple(_labels(rules, labelled, template)),
            origin=Origin(method=KIND),
        )

    def _chained(self, shown: Shown) -> RulesWrapper | None:
        """Rules for the record's node and for the fields inside it, where they agree with the examples."""
        examples = [example for _, example in shown]
        for lessons, bias, tag in record_lessons(shown):
            panels, left = Master(bias=bias, reserve=(), panel=self.panel).panels(lessons)
            if left or len(panels) != 1:
                continue
            found = tuple(_selections("", panels, Cut()))
            records = tuple(rule for rule in found if rule.steps[0].tag == tag) or found
            with suppress(NoConsistentWrapper):
                inside = self._wrapper(one_by_one(shown, records), examples, single=True)
                wrapper = replace(inside, single=False, records=records)
                _check(wrapper, examples)
                return wrapper
        return None

    def _field(self, shown: Shown, each: Field, template: Template, *, single: bool) -> Iterator[Selection]:
        if each.fields:
            raise _failure(each.name, None, "it is a nested level, for which rules have no words")
        lessons, cut, take = course(shown, each.name, single=single, lenient=self.lenient)
        if cut is None:
            raise _failure(
                each.name, None, "it has values that are neither whole texts nor cut out of texts by two strings"
            )
        bias = _holding(self.bias, cut) if take == "text" else self.bias
        panels, left = Master(bias=bias, panel=self.panel, template=template).panels(lessons)
        if left and not self.lenient:
            look()  # else it may have been cut short
            page, number = left[0]
            raise _failure(each.name, lessons[page].view.page.name, f"no rule covers its value number {number + 1}")
        yield from _selections(each.name, panels, cut, take)


def _holding(bias: tuple[Preference, ...], cut: Cut) -> tuple[Preference, ...]:
    """The bias, for texts that hold the strings between which a part of them is cut out."""
    held = tuple(Condition("contains", each) for side in cut if (each := side.strip()))
    return tuple(replace(one, builder=Given(one.builder, held)) for one in bias) if held else bias


def _selections(name: str, panels: Sequence[Panel], cut: Cut, take: str = "text") -> Iterator[Selection]:
    for number, panel in enumerate(panels):
        for rule in panel.rules:
            yield Selection(name, (rule.concept,), take, *cut, number, rule.weight, rule.silence, rule.builder)


def _repeating(examples: Sequence[Example], schema: Schema) -> Iterator[str]:
    """The fields of which some record shows the same value twice."""
    for each in schema.fields:
        rows = [record.get(each.name, []) for example in examples for record in example.records if each.many]
        if any(len(set(row)) < len(row) for row in rows):
            yield each.name


def relabelled(wrapper: RulesWrapper, pages: Sequence[Page]) -> RulesWrapper:
    """The wrapper with the labels that its rules rest on, and their like, as the labelled pages show them.

    Of rules that were taken out since it was learned, no label is left.

    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price:<td>$5</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"price": "$5"}])])
    >>> wrapper.labels, relabelled(replace(wrapper, rules=()), [page]).labels
    (('Price:',), ())
    """
    views = [view_of(page) for page in pages]
    return replace(wrapper, labels=tuple(_labels(wrapper.rules, views, Template(views))))


def _labels(rules: Sequence[Selection], views: Sequence[View], template: Template) -> Iterator[str]:
    """The labels of the template, where a rule rests on one of them; without those that may precede other values."""
    labels, astray = set[str](), set[str]()
    for name in dict.fromkeys(rule.field for rule in rules):
        mine = [rule for rule in rules if rule.field == name]
        own = {text for rule in mine for text in called(rule.steps[0])}
        for view in views:
            own_view = seen(view, mine[0].take)
            places = {place for _, found in answers(mine, own_view) for place in found}
            before = {own_view.texts_before(place) - 1 for place in places}
            for at in before.intersection(view.shown):
                if view.words[at] in own:
                    labels |= template.labels_like(view, at)
                else:
                    astray.add(view.words[at])
    yield from sorted(labels - astray)


def _check(wrapper: RulesWrapper, examples: Sequence[Example]) -> None:
    for example in examples:
        problems = disagreements(wrapper.extract(example.page), example)
        if problems:
            raise _failure(None, example.page.name, problems[0])


def _failure(field: str | None, page: str | None, reason: str) -> NoConsistentWrapper:
    return NoConsistentWrapper(kind=KIND, field=field, page=page, reason=reason)
