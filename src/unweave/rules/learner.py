"""The learner: rules for each field, from examples.

Legend

    single      there is one record a page; otherwise there are many
    viewed      the examples, each with the view of its page (``views``)
    panel       rules of one field that vote; several panels of a field are joined
    by record   rules for the record's node first, then rules for the fields inside it
    lenient     values that no rule covers are left out; on pages that are not HTML, all of them

For pages with many records, rules for the record node are learned first, then rules for the fields inside it. The
wrapper is tested on the examples; where that way fails, values are found on the whole page and grouped into records.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby

from unweave.budget import check_time
from unweave.engine.index import index_of
from unweave.engine.rows import row_of
from unweave.engine.run import foreign_labels, found_by
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.program import Selection, labels_of
from unweave.records import Example, Field, Schema, schema_of
from unweave.rules.bias import BIAS, BiasEntry
from unweave.rules.builder import WithConditions
from unweave.rules.execute import extents_of
from unweave.rules.master import LearnedPanel, MasterLearner
from unweave.rules.partial_views import view_for
from unweave.rules.record_training import record_examples, record_training
from unweave.rules.template_labels import TemplateLabels
from unweave.rules.training_data import ViewedExamples, field_training, first_of_rows, part_conditions
from unweave.rules.views import PageView, view_of
from unweave.rules.wrapper import RulesWrapper
from unweave.values.parts import TextPart
from unweave.wrapper import Origin, check_agrees, check_html

KIND = "rules"
MENU_ENTRIES = 3  # so many labels without a value between them are a menu, or the head of a table


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Learns rules for each field from a few pages.

    ``bias`` is the ordered list of builders. ``panel`` limits how many rules vote (1: only the first consistent one).
    With ``lenient`` a value that no rule covers is left out instead of being an error. With ``records``,
    rules for the record node are learned for pages with many records, and the fields inside it, where that agrees with
    the examples; otherwise values are grouped into records by their order.

    >>> from unweave.page import Page
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"price": "$5"}])])
    >>> [one.to_dict() for one in wrapper.extract(Page("<table><tr><th>Price<td>$7<tr><th>Year<td>1815</table>"))]
    [{'price': '$7'}]
    >>> wrapper.explain().statements[0].text
    "the text after 'Price'"
    """

    bias: tuple[BiasEntry, ...] = BIAS
    panel: int | None = None
    lenient: bool = False
    records: bool = True

    def learn(self, examples: Sequence[Example]) -> RulesWrapper:
        """Rules that agree with the examples, or it raises NoConsistentWrapper."""
        if not all(example.page.is_html for example in examples) and self.lenient:
            return RulesWrapper(schema=schema_of(examples), rules=(), origin=Origin(method=KIND))
        check_html(KIND, examples)
        labelled = [example for example in examples if example.records]
        single = all(example.status == "complete" and len(example.records) == 1 for example in labelled)
        viewed = [(view_of(example.page), example) for example in examples]
        by_record = self._by_record(viewed) if self.records and not single else None
        if by_record is not None:
            return by_record
        wrapper = self._wrapper(viewed, examples, single=single)
        if single:
            alone = _never_in_a_row(wrapper, [example.page for example in labelled])
            wrapper = replace(wrapper, rows=(*wrapper.rows, *alone))
        if not self.lenient:
            check_agrees(wrapper, examples, KIND)
        return wrapper

    def _wrapper(self, viewed: ViewedExamples, examples: Sequence[Example], *, single: bool) -> RulesWrapper:
        schema = schema_of(examples)
        labels = TemplateLabels([view for view, _ in viewed])
        labelled = [view for view, example in viewed if example.status != "unlabelled"]
        learned: list[Selection] = []
        rows: list[str] = []
        for each in schema.fields:
            firsts = first_of_rows(viewed, each.name) if each.many and single else None
            by_first: list[Selection] = []
            if firsts is not None:
                with suppress(NoConsistentWrapper):
                    by_first = list(self._field(firsts, each, labels, single=True, lenient=False))
            rows += [each.name] * bool(by_first)
            learned += by_first or self._field(viewed, each, labels, single=single, lenient=self.lenient)
        rules = tuple(learned)
        return RulesWrapper(
            schema=schema,
            rules=rules,
            rows=tuple(rows),
            single=single,
            repeats=tuple(_repeating(examples, schema)),
            labels=tuple(_labels(rules, labelled, [view for view, _ in viewed if view not in labelled])),
            origin=Origin(method=KIND),
        )

    def _by_record(self, viewed: ViewedExamples) -> RulesWrapper | None:
        """Rules for the record node and for the fields inside it; None where they do not agree with the examples."""
        examples = [example for _, example in viewed]
        for training, bias, tag in record_training(viewed):
            panels, failed = MasterLearner(bias=bias, reserve=(), panel=self.panel).panels(training)
            if failed or len(panels) != 1:
                continue
            found = tuple(_selections("", panels, TextPart()))
            records = tuple(rule for rule in found if rule.steps[0].tag == tag) or found
            with suppress(NoConsistentWrapper):
                inside = self._wrapper(record_examples(viewed, records), examples, single=True)
                wrapper = replace(inside, single=False, records=records)
                check_agrees(wrapper, examples, KIND)
                return wrapper
        return None

    def _field(
        self, viewed: ViewedExamples, each: Field, template_labels: TemplateLabels, *, single: bool, lenient: bool
    ) -> Iterator[Selection]:
        if each.fields:
            raise _failure(each.name, None, "it is a nested level, which rules cannot describe")
        training, part, take = field_training(viewed, each.name, single=single, lenient=lenient)
        if part is None:
            raise _failure(
                each.name, None, "it has values that are neither whole texts nor cut out of texts by two strings"
            )
        bias = _containing(self.bias, part) if take == "text" else self.bias
        panels, failed = MasterLearner(bias=bias, panel=self.panel, labels=template_labels).panels(training)
        if failed and not lenient:
            check_time()  # otherwise the search may have ended early
            page, number = failed[0]
            raise _failure(each.name, training[page].view.page.name, f"no rule covers its value number {number + 1}")
        yield from _selections(each.name, panels, part, take)


def _containing(bias: tuple[BiasEntry, ...], part: TextPart) -> tuple[BiasEntry, ...]:
    """The bias, limited to texts that contain the strings around the part that is the value."""
    conditions = part_conditions(part)
    return tuple(replace(one, builder=WithConditions(one.builder, conditions)) for one in bias) if conditions else bias


def _selections(name: str, panels: Sequence[LearnedPanel], part: TextPart, take: str = "text") -> Iterator[Selection]:
    for number, panel in enumerate(panels):
        for rule in panel.rules:
            yield Selection(name, (rule.concept,), take, *part, number, rule.weight, rule.silence, rule.builder)


def _repeating(examples: Sequence[Example], schema: Schema) -> Iterator[str]:
    """The fields of which some record has the same value twice."""
    for each in schema.fields:
        rows = [record.get(each.name, []) for example in examples for record in example.records if each.many]
        if any(len(set(row)) < len(row) for row in rows):
            yield each.name


def _never_in_a_row(wrapper: RulesWrapper, pages: Sequence[Page]) -> Iterator[str]:
    """The fields with one value that no rule finds in a row with others on a labelled page.

    Where it is in one on another page, all of the row are values: with one labelled page that is so for all 29 such
    values of SWDE, which are on four sites. Neither there nor on recipes is one value right and the row wrong. Without
    a separator between them, elements are no row: of 14 such values of SWDE one alone was right. Every rule is asked,
    since any of them may be the one whose node is taken on another page: a company alone in its cell may also be the
    last one of "Home > Jobs > Acme".
    """
    indexes = [index_of(page) for page in pages]
    for each in wrapper.schema.fields:
        rules, foreign = wrapper.of(each.name), foreign_labels(wrapper.program(), each.name)
        is_whole = all(rule.take == "text" and not (rule.left or rule.right) for rule in rules)
        if each.many or each.fields or not is_whole:
            continue
        found = ((index, one) for index in indexes for rule in rules for one in found_by(rule, index, foreign=foreign))
        if not any(row_of(index, one.peer) for index, one in found):
            yield each.name


def relabelled(wrapper: RulesWrapper, pages: Sequence[Page]) -> RulesWrapper:
    """The wrapper with the labels that its rules use, and their peers, on the labelled pages.

    Labels of rules that were removed since it was learned are left out.

    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"price": "$5"}])])
    >>> wrapper.labels, relabelled(replace(wrapper, rules=()), [page]).labels
    (('Brand', 'Price'), ())
    """
    views = [view_of(page) for page in pages]
    return replace(wrapper, labels=tuple(_labels(wrapper.rules, views)))


def _labels(rules: Sequence[Selection], views: Sequence[PageView], others: Sequence[PageView] = ()) -> Iterator[str]:
    """The labels of the template, of contexts in which a rule uses a label; without values and texts before them."""
    names = dict.fromkeys(rule.field for rule in rules)
    before = {name: list(_texts_before([rule for rule in rules if rule.field == name], views)) for name in names}
    values = [(view, at + 1) for texts in before.values() for view, at in texts if at + 1 in view.text_numbers]
    template_labels = TemplateLabels([*views, *others], before.values(), values)
    labels, no_labels = set[str](), {view.strings[at] for view, at in values}
    for name, texts in before.items():
        own = {text for rule in rules if rule.field == name for text in labels_of(rule.steps[0])}
        for view, at in texts:
            if view.strings[at] in own:
                labels |= template_labels.labels_with(view, at)
            else:
                no_labels.add(view.strings[at])
    named = labels - no_labels - _entries(labels, views)
    yield from sorted(text for text in named if any(map(str.isalnum, text)))  # a comma is no label


def _entries(labels: AbstractSet[str], views: Sequence[PageView]) -> set[str]:
    """The entries of menus among the labels: texts that are only found with others of them right beside them."""
    alone = set[str]()
    for view in views:
        texts = [view.strings[at] for at in view.text_numbers]
        for is_label, found in groupby(texts, labels.__contains__):
            some = list(found)
            if is_label and len(some) < MENU_ENTRIES:
                alone.update(some)
    return {text for text in labels if text not in alone}


def _texts_before(rules: Sequence[Selection], views: Sequence[PageView]) -> Iterator[tuple[PageView, int]]:
    """The numbers of the texts right before what the rules of a field find on the labelled pages."""
    for view in views:
        own_view = view_for(view, rules[0].take)
        extents = {one for rule in rules for one in extents_of(rule.steps[0], own_view)}
        before = {own_view.count_before(one) - 1 for one in extents}
        yield from ((view, at) for at in sorted(before.intersection(view.text_numbers)))


def _failure(field: str | None, page: str | None, reason: str) -> NoConsistentWrapper:
    return NoConsistentWrapper(kind=KIND, field=field, page=page, reason=reason)
