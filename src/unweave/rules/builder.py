"""Builders, and builders made of other builders.

Legend

    Concept       what a rule requires of a node: a ``program.Step`` along "descendant", ``//td[@class='price']``
    Sample        the positives of a rule, as nodes of one tag: ``[(view of page 1, <td>), (view of page 2, <td>)]``
    series        concepts of one builder that cover the sample, from the most general to the least general
    lgg           least general generalisation: the conjunction of the last concepts of all series of a builder
    refinements   the next concepts of the series: less general, and they still cover the sample
    top           the most general concept, which requires only the tag

    Conjunction   the concepts of several builders, conjoined
    Chain         a builder applied to another node, which a step reaches from the value: "its parent has ..."
    Filtered      a builder that is used only where a test on the sample is true
    WithConditions  a builder whose concepts all have the same further conditions

A builder has a restricted language of concepts. Given a sample, it returns series; ``lgg``, ``refine`` and ``top`` use
nothing else. Concepts are steps of a program, so all that a builder learns can be stored, run, described and exported.

Departures from the paper. Its builders implement LGG and Refine and hide their predicates; ours return series, from
which both follow. Its spans are pairs of boundaries; ours are nodes, and parts of texts are cut out after the rule has
found the node. Its chain has any function as decomposition; ours has a step of a program, so that it can be exported.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, TypeAlias

from unweave.definition import select
from unweave.page import Node
from unweave.program import Condition, Step
from unweave.rules.paths import PathLevel, common_path, path_of
from unweave.rules.views import PageView
from unweave.tuning import RULE_LABEL_LENGTH, RULE_OWN_VALUE_LENGTH

Concept: TypeAlias = Step
Series: TypeAlias = Sequence[Concept]


@dataclass(frozen=True)
class Sample:
    """The positives of a rule, as nodes of one tag ("" where their tags differ)."""

    nodes: tuple[tuple[PageView, Node], ...]
    tag: str = field(default="")

    @cached_property
    def path(self) -> tuple[PathLevel, ...]:
        """What the paths of the nodes have in common, without attributes that contain a value."""
        common = common_path([path_of(view, node) for view, node in self.nodes])
        return tuple(
            level._replace(attributes=frozenset(one for one in level.attributes if not self.contains_value(one[1])))
            for level in common
        )

    def contains_value(self, text: str) -> bool:
        """Whether a text contains a value of the sample; such a text will differ on other pages.

        >>> from unweave.page import Page
        >>> view = PageView(Page("<h2 id=green-bean-casserole>Green Bean Casserole"))
        >>> Sample(((view, view.texts[0]),), "#text").contains_value("green-bean-casserole")
        True
        """
        letters = _letters(text)
        return any(value in letters for value in self._values)

    @cached_property
    def _values(self) -> frozenset[str]:
        values = (_letters(view.text(view.extent(node))) for view, node in self.nodes)
        return frozenset(value for value in values if len(value) >= RULE_OWN_VALUE_LENGTH)

    @property
    def pages(self) -> int:
        """The number of pages with nodes of the sample."""
        return len({id(view) for view, _ in self.nodes})

    def common_text(self, feature: "TextFeature") -> str:
        """The text that a feature has at all nodes; empty where it differs, or occurs only on this page."""
        texts = {feature(view, node) for view, node in self.nodes}
        text = texts.pop() if len(texts) == 1 else ""
        return "" if self.contains_value(text) or (self.pages == 1 and len(text) > RULE_LABEL_LENGTH) else text


class TextFeature(Protocol):
    """A text that belongs to a node, such as the text before it."""

    def __call__(self, view: PageView, node: Node, /) -> str:
        """The text; empty where there is none."""


class Builder(Protocol):
    """A restricted language of concepts; see the top of this module."""

    @property
    def name(self) -> str:
        """The name that explanations show."""

    def series(self, sample: Sample) -> Iterable[Series]:
        """Concepts that cover the sample, each series from the most general to the least general."""


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def top(sample: Sample) -> Concept:
    """The most general concept.

    >>> top(Sample((), "td"))
    Step(axis='descendant', tag='td', conditions=())
    """
    return Step("descendant", sample.tag)


def lgg(builder: Builder, sample: Sample) -> Concept | None:
    """The least general concept of the builder that covers the sample; None where the builder has no concept."""
    lasts = [series[-1] for series in builder.series(sample) if series]
    return conjoin(*lasts) if lasts else None


def refine(builder: Builder, concept: Concept, sample: Sample) -> list[Concept]:
    """The refinements of a concept; those of the top are the first concepts of all series."""
    all_series = [[top(sample), *series] for series in builder.series(sample)]
    following = (series[at + 1] for series in all_series for at in range(len(series) - 1) if series[at] == concept)
    return [one for one in dict.fromkeys(following) if one != concept]


def conjoin(*concepts: Concept) -> Concept:
    """The conjunction: all conditions of all the concepts, each once.

    >>> conjoin(Step("descendant", "b", (Condition("nth", "1"),)), Step("descendant", "b")).conditions
    (Condition(property='nth', value='1', name='', negated=False, steps=()),)
    """
    conditions = dict.fromkeys(condition for concept in concepts for condition in concept.conditions)
    return Step("descendant", concepts[0].tag, tuple(conditions))


@dataclass(frozen=True, slots=True)
class Conjunction:
    """The least general concepts of several builders, conjoined.

    >>> from unweave.rules.elementary import Formatting, ValueKind
    >>> Conjunction((ValueKind(), Formatting())).name
    'kind and formatting'
    """

    builders: tuple[Builder, ...]

    @property
    def name(self) -> str:
        """The names of all builders."""
        return " and ".join(builder.name for builder in self.builders)

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series: each concept has the conditions of one more builder."""
        concepts = [concept for builder in self.builders if (concept := lgg(builder, sample)) is not None]
        if concepts:
            yield [conjoin(*concepts[: size + 1]) for size in range(len(concepts))]


@dataclass(frozen=True, slots=True)
class Chain:
    """A builder applied to the first node that a step reaches from each node of the sample.

    >>> from unweave.rules.elementary import AttributePath
    >>> Chain(Step("parent"), AttributePath()).name
    'attributes of the parent'
    """

    step: Step
    builder: Builder

    @property
    def name(self) -> str:
        """The builder's name, and the node that it is applied to."""
        return f"{self.builder.name} of the {self.step.axis}"

    def series(self, sample: Sample) -> Iterator[Series]:
        """The builder's series for the nodes that the step reaches, if it reaches one from every node."""
        reached = [(view, found[0]) for view, node in sample.nodes if (found := select(node, (self.step,)))]
        if len(reached) == len(sample.nodes):
            for series in self.builder.series(Sample(tuple(reached), _tag(node for _, node in reached))):
                yield [Step("descendant", sample.tag, (self._condition(concept),)) for concept in series]

    def _condition(self, concept: Concept) -> Condition:
        step = replace(self.step, tag=concept.tag, conditions=(*self.step.conditions, *concept.conditions))
        return Condition("has", steps=(step,))


def _tag(nodes: Iterable[Node]) -> str:
    """The tag that all nodes have; empty where their tags differ."""
    tags = {"#text" if node.kind == "text" else node.tag for node in nodes}
    return tags.pop() if len(tags) == 1 else ""


@dataclass(frozen=True, slots=True)
class Filtered:
    """A builder that has concepts only for samples that pass a test.

    >>> from unweave.rules.elementary import ValueKind
    >>> many = Filtered(ValueKind(), lambda sample: len(sample.nodes) >= 3)
    >>> list(many.series(Sample(())))
    []
    """

    builder: Builder
    test: Callable[[Sample], bool]

    @property
    def name(self) -> str:
        """The builder's name."""
        return self.builder.name

    def series(self, sample: Sample) -> Iterable[Series]:
        """The builder's series, or none."""
        return self.builder.series(sample) if self.test(sample) else ()


@dataclass(frozen=True, slots=True)
class WithConditions:
    """A builder whose concepts all have the same further conditions.

    >>> from unweave.rules.elementary import ValueKind
    >>> WithConditions(ValueKind(), (Condition("contains", "Brand:"),)).name
    'kind'
    """

    builder: Builder
    conditions: tuple[Condition, ...]

    @property
    def name(self) -> str:
        """The builder's name."""
        return self.builder.name

    def series(self, sample: Sample) -> Iterator[Series]:
        """The builder's series, each concept with the conditions."""
        further = Step("descendant", sample.tag, self.conditions)
        return ([conjoin(concept, further) for concept in series] for series in self.builder.series(sample))
