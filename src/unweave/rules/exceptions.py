"""What is meant, but for some: "the <li> in <ul class=ingredients>, but not those of class=section".

Legend

    right, wrong   of the nodes that a concept finds, those at wanted places, and those at places that are wrong
    sign           what can be seen of a node without reading it: its marks, those of elements around and inside it,
                   and the tags inside it

A list often has lines of another kind between its own: headings of sections, notes, advertisements. Where every such
line has a sign that none of the wanted ones has, the sign is excepted. One sign must do, and a few must be wanted: what
sets two lines apart from one is chance.

Departure from the paper: there is no negation in its rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from unweave.page import Node
from unweave.program import Axis, Condition, Step
from unweave.rules.builder import Concept
from unweave.rules.execute import compiled, execute, extents
from unweave.rules.lesson import Lesson
from unweave.rules.paths import levels_of, marked
from unweave.rules.view import View

FEWEST_RIGHT = 3


def excepting(concept: Concept, lessons: Sequence[Lesson]) -> Concept | None:
    """The concept without the wrong nodes that it finds; None where no sign tells them, or they are the most.

    >>> from unweave.page import Page
    >>> from unweave.rules.view import Extent
    >>> view = View(Page("<ul><li class=part>Dough<li>flour<li>eggs<li>salt"))
    >>> lesson = Lesson(view, tuple((Extent(at, at + 1),) for at in (1, 2, 3)))
    >>> excepting(Step("descendant", "li"), [lesson]).conditions
    (Condition(property='class', value='part', name='', negated=True, steps=()),)
    """
    right: list[tuple[View, Node]] = []
    wrong: list[tuple[View, Node]] = []
    for lesson in lessons:
        for node in execute(concept, lesson.view):
            for place in lesson.in_zone(extents([node], lesson.view)):
                (wrong if lesson.is_wrong(place) else right).append((lesson.view, node))
    if not wrong or len(right) < max(FEWEST_RIGHT, len(wrong)):
        return None
    for sign in dict.fromkeys(_signs(*wrong[0])):
        shows = compiled(sign)
        if all(shows(*one) for one in wrong) and not any(shows(*one) for one in right):
            return replace(concept, conditions=(*concept.conditions, replace(sign, negated=True)))
    return None


def _signs(view: View, node: Node) -> Iterator[Condition]:
    own, *above = levels_of(view, node)
    yield from marked(own)
    for level in above:
        yield from (_having("ancestor", mark) for mark in marked(level))
    inside = [below for below in node.descendants() if below.kind == "element"]
    for below in inside:
        yield from (_having("descendant", mark) for mark in marked(levels_of(view, below)[0]))
    yield from (Condition("has", steps=(Step("descendant", below.tag),)) for below in inside)


def _having(axis: Axis, mark: Condition) -> Condition:
    return Condition("has", steps=(Step(axis, "", (mark,)),))
