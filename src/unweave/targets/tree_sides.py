"""What may stand right beside the way to a marked node: labels, and shapes as deep as the language sees.

Legend

    side        left or right of the way, below a node a certain number of steps above the marked one
    inside      {3: {1: {}}}, the numbers of the labels that examples have there, and below, as deep as it counts
    labels      those right there, and 0, for nothing
    fits        {7: True}, whether all the forks of the shape with this number are those of examples' nodes there
    lone        {(3, 1): 7}, the shape's number by those of an element's label and of the one text in it (0 for none);
                -1 where it does not fit

A node whose neighbour does not fit is not in the language, whatever else is around it: some window holds the two, so
each fork of the neighbour is part of a fork that an example would have to have.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from unweave.targets.tree_labels import Number, Numbers
from unweave.targets.tree_select import beside
from unweave.trees.automaton import Level, Shapes
from unweave.trees.language import Language
from unweave.trees.outline import TEXT

Ahead = Callable[[Any], Any]
Inside = dict[Number, "Inside"]
_AHEAD = attrgetter("previous_sibling"), attrgetter("next_sibling")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the way, with what examples have right beside it."""

    is_right: bool
    inside: Inside
    labels: frozenset[Number]
    level: Level
    fits: dict[Number, bool] = field(default_factory=dict)
    lone: dict[tuple[Number, Number], Number] = field(default_factory=dict)

    @property
    def ahead(self) -> Ahead:
        """From a node to the next one on this side."""
        return _AHEAD[self.is_right]


def sides_of(language: Language, steps: int, numbers: Numbers, shapes: Shapes) -> tuple[Side, Side]:
    """Both sides of the way below the node so many steps above the marked one; the one that says more comes first.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("p", ["x", ("br", [])]))
    >>> numbers = Numbers()
    >>> language = Language.learned([(page, 1)], width=2, depth=2)
    >>> first, second = sides_of(language, 1, numbers, Shapes(language.shapes))
    >>> first.labels, second.labels == {0, numbers["br"]}, second.is_right
    (frozenset({0}), True, True)
    """
    lefts, rights = beside(language, steps)
    left = _side(language, lefts, numbers, shapes, is_right=False)
    right = _side(language, rights, numbers, shapes, is_right=True)
    text = numbers[TEXT]
    return (right, left) if text in left.labels and text not in right.labels else (left, right)


def _side(language: Language, found: frozenset[int], numbers: Numbers, shapes: Shapes, *, is_right: bool) -> Side:
    inside = _inside(language, found, numbers)
    return Side(is_right, inside, frozenset([0, *inside]), Level(shapes, found))


def _inside(language: Language, found: Iterable[int], numbers: Numbers) -> Inside:
    """As many ways down as examples have nodes there, at the most."""
    below: dict[str, set[int]] = {}
    for shape in (language.shapes[each] for each in found):
        below.setdefault(shape.label, set()).update(each for window in shape.windows or () for each in window)
    return {numbers[label]: _inside(language, some, numbers) for label, some in sorted(below.items())}
