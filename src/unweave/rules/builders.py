"""Cohen and Jensen's learner as they describe it: builders in an order, the first consistent one gives the rule.

W. W. Cohen and L. S. Jensen: A structured wrapper induction system for extracting information from semi-structured
documents. IJCAI workshop on adaptive text extraction and mining, 2001.

Legend

    BUILDERS      the bias: an ordered list of builders; their languages are in ``elementary`` and ``builder``
    TEXT_BEFORE   a decomposition function of a chain: from a value to the text before it
    definition    what ``paper_master`` learns for a field: one rule, or a disjunction of several
    part          where a value is a part of a text, the strings around it: TextPart("(", ")")

Values that are parts of a text are found by a chain of the paper: a builder finds the smallest node around the part,
and the two strings around it in the node's text cut it out (``TextPart``).

Departure from the paper, whose order of builders is lost: ours is the order of the stability of what they use (see
``bias``). Those of the master learner are in ``paper_master``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from unweave.errors import NoConsistentWrapper
from unweave.program import Condition, Selection, Step
from unweave.records import Example, Field, schema_of
from unweave.rules.builder import Builder, Chain, Conjunction, Filtered, Sample, WithConditions
from unweave.rules.elementary import (
    AnchoredPath,
    AttributePath,
    Brackets,
    ColumnHeader,
    CommonWords,
    Formatting,
    FullPath,
    InsideElement,
    LabelBefore,
    MainHeading,
    PositionPath,
    PositionPathFromEnd,
    RowLabel,
    SectionHeading,
    TagPath,
    TextAfter,
    ValueKind,
)
from unweave.rules.paper_master import PaperMaster
from unweave.rules.training_data import ViewedExamples, field_training, part_conditions
from unweave.rules.views import view_of
from unweave.rules.wrapper import RulesWrapper
from unweave.tuning import RULE_WORDS_BEFORE
from unweave.values.parts import TextPart
from unweave.wrapper import Origin, check_agrees, check_html

KIND = "builders"
TEXT_BEFORE = Step("preceding", "#text", (Condition("filled"), Condition("position", "1")))
"""The decomposition function of a chain: the text before a node."""


def has_short_text_before(sample: Sample) -> bool:
    """Whether the text before every node has few words.

    >>> from unweave.page import Page
    >>> from unweave.rules.views import PageView
    >>> view = PageView(Page("<p>To apply: <a>jobs@example.com</a>"))
    >>> has_short_text_before(Sample(((view, view.by_tag["a"][0]),), "a"))
    True
    """
    return all(len(view.text_before(node, 1).split()) <= RULE_WORDS_BEFORE for view, node in sample.nodes)


def has_one_a_page(sample: Sample) -> bool:
    """Whether there is one value a page; of several, the first text of an element around them is data, not a label.

    >>> has_one_a_page(Sample(()))
    True
    """
    return len(sample.nodes) == sample.pages


BUILDERS: tuple[Builder, ...] = (
    LabelBefore(distances=(1,), positions=False),
    Filtered(RowLabel(), has_one_a_page),
    AttributePath(),
    Filtered(Chain(TEXT_BEFORE, Conjunction((CommonWords(), Formatting()))), has_short_text_before),
    MainHeading(),
    SectionHeading(),
    ColumnHeader(),
    TextAfter(),
    LabelBefore(distances=(2,), positions=False),
    PositionPath(),
    Conjunction((AttributePath(), ValueKind())),
    TagPath(),
    AnchoredPath(),
    InsideElement(),
    PositionPathFromEnd(),
    FullPath(),
    Formatting(),
    ValueKind(),
    CommonWords(),
    Brackets(),
    Brackets(tokens=False),
)
"""The builders, in the order in which they are asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Builders:
    """Learns the rules of each field as the paper does; with ``lenient`` a field without rules is left out.

    >>> from unweave.page import Page
    >>> page = Page("<p>Offices:<ul><li>Pittsburgh, PA<li>Provo, UT</ul><p>Jobs")
    >>> wrapper = Builders().learn([Example.from_values(page, [{"city": "Pittsburgh, PA"}, {"city": "Provo, UT"}])])
    >>> [one["city"] for one in wrapper.extract(Page("<p>Offices:<ul><li>Provo, UT<li>Austin, TX</ul><p>Jobs"))]
    ['Provo, UT', 'Austin, TX']
    """

    builders: tuple[Builder, ...] = BUILDERS
    lenient: bool = False

    def learn(self, examples: Sequence[Example]) -> RulesWrapper:
        """A definition for each field, or it raises NoConsistentWrapper."""
        check_html(KIND, examples)
        labelled = [example for example in examples if example.status != "unlabelled"]
        single = all(example.status == "complete" and len(example.records) == 1 for example in labelled)
        viewed = [(view_of(example.page), example) for example in labelled]
        schema = schema_of(labelled)
        rules = tuple(rule for each in schema.fields for rule in self._field(viewed, each, single=single))
        wrapper = RulesWrapper(schema=schema, rules=rules, single=single, origin=Origin(method=KIND))
        if not self.lenient:
            check_agrees(wrapper, labelled, KIND)
        return wrapper

    def _field(self, viewed: ViewedExamples, each: Field, *, single: bool) -> Iterator[Selection]:
        if each.fields:
            raise _failure(each.name, None, "it is a nested level, which rules cannot describe")
        training, part, take = field_training(viewed, each.name, single=single, lenient=self.lenient)
        if part is None:
            reason = "it has values that are neither whole texts nor cut out of texts by two strings"
            raise _failure(each.name, None, reason)
        pages = [page if page.complete else replace(page, max_found=None) for page in training]
        found, failed = PaperMaster(_containing(self.builders, part)).definition(pages)
        if failed and not self.lenient:
            page, number = failed[0]
            raise _failure(each.name, pages[page].view.page.name, f"no rule covers its value number {number + 1}")
        for panel, rule in enumerate(found):
            yield Selection(each.name, (rule.concept,), take, *part, panel=panel, builder=rule.builder)


def _containing(builders: tuple[Builder, ...], part: TextPart) -> tuple[Builder, ...]:
    """The builders, limited to texts that contain the strings around the part that is the value."""
    conditions = part_conditions(part)
    return tuple(WithConditions(one, conditions) for one in builders) if conditions else builders


def _failure(field: str, page: str | None, reason: str) -> NoConsistentWrapper:
    return NoConsistentWrapper(kind=KIND, field=field, page=page, reason=reason)
