"""The path of a node: its ancestors' tags, attributes and positions, what several paths share, and paths as concepts.

Legend, for ``<table><tr><td class="price x12">$5``

    path         the levels of a node, its own first, then its parent's, up to the root
    PathLevel    what is known of one node of a path: ``("td", {("class", "price")}, 1, 1)``
    attributes   pairs of name and value that may be the same on other pages; each class token is a pair of its own
    position     the number among the siblings with the same tag, from the start or from the end
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from unweave.page import Node
from unweave.program import Condition, Step
from unweave.rules.views import PageView
from unweave.tuning import RULE_ATTRIBUTE_LENGTH

NAMES = frozenset({"id", "itemprop", "role", "property", "rel", "name", "headers", "scope", "for"})
_NUMBERED = re.compile(r"[0-9][0-9]|[0-9].*[0-9]")


class PathLevel(NamedTuple):
    """What is known of one node of a path; 0 where a position is not known.

    >>> PathLevel("td", frozenset({("class", "price")}), 2, 1).tag
    'td'
    """

    tag: str
    attributes: frozenset[tuple[str, str]]
    nth: int
    nth_from_end: int


def path_of(view: PageView, node: Node) -> list[PathLevel]:
    """The path of a node; inside a record it ends below the record's node.

    >>> from unweave.page import Page
    >>> view = PageView(Page("<p>one<p class='note x12'>two"))
    >>> path_of(view, view.by_tag["p"][1])[0]
    PathLevel(tag='p', attributes=frozenset({('class', 'note')}), nth=2, nth_from_end=1)
    """
    found = []
    above: Node | None = node
    while above is not None and above.parent is not None and above is not view.record:
        found.append(_level(view, above))
        above = above.parent
    return found


def _level(view: PageView, node: Node) -> PathLevel:
    if node.index not in view.path_levels:
        tag = "#text" if node.kind == "text" else node.tag
        view.path_levels[node.index] = PathLevel(tag, stable_attributes(node.attributes), *view.position(node))
    found: PathLevel = view.path_levels[node.index]
    return found


def stable_attributes(attributes: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    """The attributes and class tokens of an element that may be the same on other pages.

    Values with a number of two digits or more (``postid-123``, ``step-0-2``) are left out: they name one page or item.

    >>> sorted(stable_attributes({"id": "x", "class": "price post-4711", "href": "/emma"}))
    [('class', 'price'), ('id', 'x')]
    """
    tokens = [("class", token) for token in attributes.get("class", "").split()]
    others = [(name, value) for name, value in attributes.items() if name in NAMES or name.startswith("data-")]
    return frozenset((name, value) for name, value in [*tokens, *others] if _is_stable(value))


def _is_stable(value: str) -> bool:
    return 0 < len(value) <= RULE_ATTRIBUTE_LENGTH and not _NUMBERED.search(value)


def common_path(paths: Sequence[Sequence[PathLevel]]) -> tuple[PathLevel, ...]:
    """What several paths have in common, level by level, as far as the shortest reaches.

    >>> common_path([[PathLevel("p", frozenset(), 1, 2)], [PathLevel("p", frozenset(), 2, 2)]])
    (PathLevel(tag='p', attributes=frozenset(), nth=0, nth_from_end=2),)
    """
    return tuple(_common(levels) for levels in zip(*paths, strict=False))


def _common(levels: Sequence[PathLevel]) -> PathLevel:
    tags, nths, ends = ({level[at] for level in levels} for at in (0, 2, 3))
    return PathLevel(
        levels[0].tag if len(tags) == 1 else "",
        frozenset.intersection(*(level.attributes for level in levels)),
        levels[0].nth if len(nths) == 1 else 0,
        levels[0].nth_from_end if len(ends) == 1 else 0,
    )


def attribute_conditions(level: PathLevel) -> tuple[Condition, ...]:
    """The attributes of a level as conditions.

    >>> attribute_conditions(PathLevel("p", frozenset({("class", "note")}), 1, 1))
    (Condition(property='class', value='note', name='', negated=False, steps=()),)
    """
    return tuple(
        Condition("class", value) if name == "class" else Condition("attribute", value, name)
        for name, value in sorted(level.attributes)
    )


def position_condition(level: PathLevel) -> tuple[Condition, ...]:
    """The position from the start as a condition, if it is known.

    >>> position_condition(PathLevel("p", frozenset(), 2, 0))
    (Condition(property='nth', value='2', name='', negated=False, steps=()),)
    """
    return (Condition("nth", str(level.nth)),) if level.nth else ()


def end_position_condition(level: PathLevel) -> tuple[Condition, ...]:
    """The position from the end as a condition, if it is known.

    >>> end_position_condition(PathLevel("p", frozenset(), 0, 0))
    ()
    """
    return (Condition("nth-from-end", str(level.nth_from_end)),) if level.nth_from_end else ()


def path_concept(tag: str, levels: Sequence[tuple[str, tuple[Condition, ...]]]) -> Step:
    """The concept of nodes with this tag and path: (tag, conditions) of each level, the node's own first.

    >>> path_concept("td", [("td", ()), ("tr", ())]).conditions[0].steps
    (Step(axis='parent', tag='tr', conditions=()),)
    """
    own = levels[0][1] if levels else ()
    above = tuple(Step("parent", name, conditions) for name, conditions in levels[1:])
    return Step("descendant", tag, (*own, Condition("has", steps=above)) if above else own)


def growing_concepts(tag: str, levels: Sequence[tuple[str, tuple[Condition, ...]]]) -> list[Step]:
    """The concepts of the first level, of the first two, and so on; the steps are made once for all of them.

    >>> levels = [("td", ()), ("tr", ()), ("table", ())]
    >>> growing_concepts("td", levels) == [path_concept("td", levels[: size + 1]) for size in range(3)]
    True
    """
    above = tuple(Step("parent", name, conditions) for name, conditions in levels[1:])
    own = levels[0][1] if levels else ()
    around = (((Condition("has", steps=above[:size]),) if size else ()) for size in range(len(levels)))
    return [Step("descendant", tag, (*own, *one)) for one in around]


def shared_ancestors(one: Node, other: Node) -> int:
    """How many elements are around both nodes.

    >>> from unweave.page import Page
    >>> texts = PageView(Page("<div><b>a</b><i>b</i></div><p>c")).texts
    >>> shared_ancestors(texts[0], texts[1]), shared_ancestors(texts[1], texts[2])
    (4, 3)
    """
    above = {node.index for node in one.ancestors()}
    return sum(node.index in above for node in other.ancestors())
