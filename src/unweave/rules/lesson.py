"""What the master is taught: per page, which places are wanted and which are wrong.

Legend

    want       the places that may be meant by one value: several where its text stands in several
    closed     every place that no want allows is wrong (a complete page); else only the refused ones are
    zone       where that holds, when only a section was labelled
    most       how many places a rule may find: with many records a page, no more than there are values
    near       of wants with several places, those that bear the field's name or are among the record's other values
    covered    the wants that a concept finds: ``{(page, want), ...}``
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from unweave.page import Node
from unweave.rules.builder import Concept
from unweave.rules.execute import execute, extents
from unweave.rules.paths import Level, levels_of
from unweave.rules.view import Extent, View

Want: TypeAlias = tuple[Extent, ...]
Covered: TypeAlias = frozenset[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Lesson:
    """One page: what is wanted there, and what is not."""

    view: View
    wants: tuple[Want, ...]
    closed: bool = True
    refused: frozenset[Extent] = frozenset()
    zone: Extent | None = None
    most: int | None = None
    near: frozenset[Extent] = frozenset()
    allowed: frozenset[Extent] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "allowed", frozenset(place for want in self.wants for place in want))

    def in_zone(self, found: list[Extent]) -> list[Extent]:
        """Those of the places about which this lesson can say something."""
        zone = self.zone
        return found if zone is None else [one for one in found if zone.first <= one.first and one.end <= zone.end]

    def is_wrong(self, place: Extent) -> bool:
        """Whether this place must not be found."""
        return place in self.refused or (self.closed and place not in self.allowed)

    def is_far(self, place: Extent) -> bool:
        """Whether the same value also stands at a place that is more likely to be meant."""
        return place not in self.near and any(place in want and not self.near.isdisjoint(want) for want in self.wants)

    def covers(self, found: Sequence[Extent]) -> list[int]:
        """The numbers of the wants that are among the places."""
        places = set(found)
        return [number for number, want in enumerate(self.wants) if not places.isdisjoint(want)]


def is_without(lesson: Lesson) -> bool:
    """Whether a lesson shows a record of a list that lacks the value."""
    return lesson.closed and not lesson.wants and lesson.view.outer is not None


Narrowed: TypeAlias = dict[int, list[Node]]
"""Per page, the nodes that the rung before selected: a rung that says more selects some of these."""


def judge(concept: Concept, lessons: Sequence[Lesson], narrowed: Narrowed | None = None) -> Covered | None:
    """The wants that the concept covers; None when it finds something wrong."""
    covered: list[tuple[int, int]] = []
    narrowed = {} if narrowed is None else narrowed
    for number, lesson in enumerate(lessons):
        nodes = narrowed[number] = execute(concept, lesson.view, narrowed.get(number))
        found = lesson.in_zone(extents(nodes, lesson.view))
        if (lesson.most is not None and len(found) > lesson.most) or any(map(lesson.is_wrong, found)):
            return None
        covered += [(number, want) for want in lesson.covers(found)]
    return frozenset(covered)


def errors(concept: Concept, lessons: Sequence[Lesson]) -> int:
    """How many wrong places the concept finds on all pages."""
    found = ((lesson, lesson.in_zone(extents(execute(concept, lesson.view), lesson.view))) for lesson in lessons)
    return sum(lesson.is_wrong(place) for lesson, places in found for place in places)


Todo: TypeAlias = Mapping[tuple[int, int], Want]
Places: TypeAlias = dict[tuple[int, int], Extent]


def aligned(lessons: Sequence[Lesson], todo: Todo, seed: tuple[int, int], place: Extent) -> Places:
    """For each want the one of its places that is most like the seed's, when the seed stands at ``place``."""
    at = lessons[seed[0]].view
    chosen: Places = {}
    for (page, number), want in todo.items():
        view = lessons[page].view
        if (page, number) == seed or len(want) == 1:
            chosen[page, number] = place if (page, number) == seed else want[0]
        else:
            near = place.first if page == seed[0] else None
            chosen[page, number] = max(want, key=lambda one: _likeness(at, place, view, one, near))  # used at once
    return chosen


def _likeness(view: View, place: Extent, other: View, one: Extent, near: int | None) -> tuple[float, int]:
    return likeness(view, place, other, one), 0 if near is None else -abs(one.first - near)


def likeness(view: View, place: Extent, other: View, one: Extent) -> float:
    """How alike two places are: the levels they share from below, and the texts beside them.

    >>> from unweave.page import Page
    >>> view = View(Page("<b>a</b><b>b</b><i>c</i>"))
    >>> same, different = (likeness(view, Extent(0, 1), view, Extent(at, at + 1)) for at in (1, 2))
    >>> same > different
    True
    """
    first, second = _levels(view, place), _levels(other, one)
    score = 2.0 * (len(first) == len(second))
    for mine, theirs in zip(first, second, strict=False):
        if mine.tag != theirs.tag:
            break
        score += 1 + (mine.marks == theirs.marks) + 0.5 * (mine.nth == theirs.nth)
    before = view.word_before(place) == other.word_before(one)
    behind = view.word_behind(place) == other.word_behind(one)
    return score + 3 * before + behind


def _levels(view: View, place: Extent) -> list[Level]:
    return levels_of(view, view.innermost(place))


def shape(view: View, place: Extent) -> tuple[str, ...]:
    """The tags from the innermost node of a place up to the root.

    >>> from unweave.page import Page
    >>> shape(View(Page("<b>a</b>")), Extent(0, 1))
    ('#text', 'b', 'body', 'html')
    """
    return tuple(level.tag for level in levels_of(view, view.chain(place)[0]))
