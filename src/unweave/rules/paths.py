"""What stands above a node: its levels, what several nodes have in common there, and how it is said as a concept.

Legend

    Level        what is known of one node of a path: tag, marks, place among its like from the front and from the end
    mark         an attribute's value or a class token that may be the same on other pages: ``("class", "price")``
    levels       a node's own level first, then its parent's, up to the root
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from unweave.page import Node
from unweave.program import Condition, Step
from unweave.rules.view import View

MARKS = frozenset({"id", "itemprop", "role", "property", "rel", "name", "headers", "scope", "for"})
LONGEST_MARK = 60
_NUMBERED = re.compile(r"[0-9][0-9]|[0-9].*[0-9]")


class Level(NamedTuple):
    """What is known of one node of a path; 0 where a place is not known.

    >>> Level("td", frozenset({("class", "price")}), 2, 1).tag
    'td'
    """

    tag: str
    marks: frozenset[tuple[str, str]]
    nth: int
    nth_from_end: int


def levels_of(view: View, node: Node) -> list[Level]:
    """A node's levels, its own first.

    >>> from unweave.page import Page
    >>> view = View(Page("<p>one<p class='note x12'>two"))
    >>> levels_of(view, view.by_tag["p"][1])[0]
    Level(tag='p', marks=frozenset({('class', 'note')}), nth=2, nth_from_end=1)
    """
    found = []
    above: Node | None = node
    while above is not None and above.parent is not None and above is not view.outer:
        found.append(_level(view, above))
        above = above.parent
    return found


def _level(view: View, node: Node) -> Level:
    if node.index not in view.levels:
        tag = "#text" if node.kind == "text" else node.tag
        view.levels[node.index] = Level(tag, marks_of(node), *view.place(node))
    found: Level = view.levels[node.index]
    return found


def marks_of(node: Node) -> frozenset[tuple[str, str]]:
    """The attributes and class tokens of a node that may be the same on other pages.

    What carries numbers of two digits or more (``postid-123``, ``step-0-2``) is left out: it names one page or item.

    >>> from unweave.page import Page
    >>> sorted(marks_of(Page("<b id=x class='a post-4711' href=y>").tree.nodes[-1]))
    [('class', 'a'), ('id', 'x')]
    """
    return lasting_marks(node.attributes)


def lasting_marks(attributes: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    """The same, of an element's attributes.

    >>> sorted(lasting_marks({"class": "price x12", "href": "/emma"}))
    [('class', 'price')]
    """
    tokens = [("class", token) for token in attributes.get("class", "").split()]
    others = [(name, value) for name, value in attributes.items() if name in MARKS or name.startswith("data-")]
    return frozenset((name, value) for name, value in [*tokens, *others] if _lasting(value))


def _lasting(value: str) -> bool:
    return 0 < len(value) <= LONGEST_MARK and not _NUMBERED.search(value)


def common_levels(paths: Sequence[Sequence[Level]]) -> tuple[Level, ...]:
    """What several paths have in common, level by level, as far as the shortest reaches.

    >>> common_levels([[Level("p", frozenset(), 1, 2)], [Level("p", frozenset(), 2, 2)]])
    (Level(tag='p', marks=frozenset(), nth=0, nth_from_end=2),)
    """
    return tuple(_common(levels) for levels in zip(*paths, strict=False))


def _common(levels: Sequence[Level]) -> Level:
    tags, nths, ends = ({level[at] for level in levels} for at in (0, 2, 3))
    return Level(
        levels[0].tag if len(tags) == 1 else "",
        frozenset.intersection(*(level.marks for level in levels)),
        levels[0].nth if len(nths) == 1 else 0,
        levels[0].nth_from_end if len(ends) == 1 else 0,
    )


def marked(level: Level) -> tuple[Condition, ...]:
    """A level's marks as conditions.

    >>> marked(Level("p", frozenset({("class", "note")}), 1, 1))
    (Condition(property='class', value='note', name='', negated=False, steps=()),)
    """
    return tuple(
        Condition("class", value) if name == "class" else Condition("attribute", value, name)
        for name, value in sorted(level.marks)
    )


def placed(level: Level) -> tuple[Condition, ...]:
    """A level's place from the front as a condition.

    >>> placed(Level("p", frozenset(), 2, 0))
    (Condition(property='nth', value='2', name='', negated=False, steps=()),)
    """
    return (Condition("nth", str(level.nth)),) if level.nth else ()


def placed_from_end(level: Level) -> tuple[Condition, ...]:
    """A level's place from the end as a condition.

    >>> placed_from_end(Level("p", frozenset(), 0, 0))
    ()
    """
    return (Condition("nth-from-end", str(level.nth_from_end)),) if level.nth_from_end else ()


def path(tag: str, levels: Sequence[tuple[str, tuple[Condition, ...]]]) -> Step:
    """The concept of a node with this tag, below these levels: (tag, conditions), the node's own first.

    >>> path("td", [("td", ()), ("tr", ())]).conditions[0].steps
    (Step(axis='parent', tag='tr', conditions=()),)
    """
    own = levels[0][1] if levels else ()
    above = tuple(Step("parent", name, conditions) for name, conditions in levels[1:])
    return Step("descendant", tag, (*own, Condition("has", steps=above)) if above else own)
