"""A concept with an exception: "the lines of the list, but not its headings".

Legend

    right, wrong   of the nodes that a concept finds, those at targets, and those that are wrong
    exception      a negated condition: "the <li> in <ul class=ingredients>, but not with class=section"
    feature        what may be excepted: attributes of a node, of its ancestors or descendants, and tags inside it

Lists often have lines of another kind between their own: headings of sections, notes, advertisements. Where all wrong
nodes have a feature that no right one has, the feature is excepted. It must be a single feature, and there must be a
few right nodes: what distinguishes one node from two others may be chance.

Departure from the paper: its rules have no negation.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from unweave.page import Node
from unweave.program import Axis, Condition, Step
from unweave.rules.builder import Concept
from unweave.rules.execute import execute, holds
from unweave.rules.paths import attribute_conditions, path_of
from unweave.rules.training_page import TrainingPage
from unweave.rules.views import PageView
from unweave.tuning import RULE_EXCEPTION_TARGETS


def with_exception(concept: Concept, training: Sequence[TrainingPage]) -> Concept | None:
    """The concept without the wrong nodes that it finds; None where no feature distinguishes them, or most are wrong.

    >>> from unweave.page import Page
    >>> from unweave.rules.views import Extent
    >>> view = PageView(Page("<ul><li class=part>Dough<li>flour<li>eggs<li>salt"))
    >>> training_page = TrainingPage(view, tuple((Extent(at, at + 1),) for at in (1, 2, 3)))
    >>> with_exception(Step("descendant", "li"), [training_page]).conditions
    (Condition(property='class', value='part', name='', negated=True, steps=()),)
    """
    right: list[tuple[PageView, Node]] = []
    wrong: list[tuple[PageView, Node]] = []
    for training_page in training:
        for node in execute(concept, training_page.view):
            for extent in training_page.in_section(training_page.view.extents([node])):
                (wrong if training_page.is_negative(extent) else right).append((training_page.view, node))
    if not wrong or len(right) < max(RULE_EXCEPTION_TARGETS, len(wrong)):
        return None
    for feature in dict.fromkeys(_features(*wrong[0])):
        if all(holds(feature, *one) for one in wrong) and not any(holds(feature, *one) for one in right):
            return replace(concept, conditions=(*concept.conditions, replace(feature, negated=True)))
    return None


def _features(view: PageView, node: Node) -> Iterator[Condition]:
    own, *above = path_of(view, node)
    yield from attribute_conditions(own)
    for level in above:
        yield from (_has("ancestor", one) for one in attribute_conditions(level))
    inside = [inner for inner in node.descendants() if inner.kind == "element"]
    for inner in inside:
        yield from (_has("descendant", one) for one in attribute_conditions(path_of(view, inner)[0]))
    yield from (Condition("has", steps=(Step("descendant", inner.tag),)) for inner in inside)


def _has(axis: Axis, one: Condition) -> Condition:
    return Condition("has", steps=(Step(axis, "", (one,)),))
