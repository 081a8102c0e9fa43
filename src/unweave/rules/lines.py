"""Lines: what one page writes as a list, another page of the site writes as paragraphs.

Legend

    line        an ``li`` or a ``p``
    otherwise   a concept for lines of one tag, said of the other: "the <p> somewhere in <div class=ingredients>"
    seldom      how little of a rule's weight it has otherwise: it wins where nothing else is found

Departure from the paper: a rule there finds something on the examples; one for lines that are written otherwise must
find nothing on them.
"""

from collections.abc import Sequence
from dataclasses import replace

from unweave.rules.builder import Concept
from unweave.rules.execute import execute
from unweave.rules.lesson import Lesson

OTHER = {"li": "p", "p": "li"}
SELDOM = 0.1
FEWEST_LINES = 3
"""So many values must be lines for others to be expected."""


def otherwise(concept: Concept, lessons: Sequence[Lesson]) -> Concept | None:
    """The concept for lines of the other tag; None where it is not for lines, or those are there already.

    >>> from unweave.page import Page
    >>> from unweave.program import Step
    >>> from unweave.rules.view import View
    >>> otherwise(Step("descendant", "li"), [Lesson(View(Page("<ul><li>flour<li>eggs")), ())])
    Step(axis='descendant', tag='p', conditions=())
    """
    if concept.tag not in OTHER:
        return None
    other = replace(concept, tag=OTHER[concept.tag])
    return None if any(execute(other, lesson.view) for lesson in lessons) else other
