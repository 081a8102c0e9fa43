"""A quick look at whether an opening and a closing can have a tail at all, before it is looked for in earnest.

Legend

    tail       the longest tail of all pages, in which a false beginning is likeliest, or what it begins with
    longest    ['</ul>', '/ul>', ...]    for each start in it, the longest string that all tails share
    next       next[place][start]        where, from a place of a gap on, the longest string of a start is found next

t must be found in the tail between c and the next o, and in no gap between c and the next o. Of the strings that begin
at some start the longest that all tails share is found in the fewest gaps: where even that one is found in one of a
few gaps, for every start between c and o, there is no t. Nothing else is concluded.
"""

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from unweave.delimiters.candidates import Gap
from unweave.delimiters.ground import Ground
from unweave.delimiters.lesson import Lesson

if TYPE_CHECKING:
    from unweave.delimiters.index import Starts

GAPS = 4
"""How many gaps are looked at, the shortest ones."""
LENGTH = 1000
"""How much of a tail is looked at; longer gaps are not."""

Places = tuple[int, ...]
"""Where a string is found, per gap and tail."""


class Doubt:
    """What is looked up once for all openings and closings; ``gaps`` are all gaps and tails, each with its lesson.

    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p", "o[A]-o[B]-o[D]", ((Span(2, 3),), (Span(7, 8),)))])
    >>> gaps = [(0, ground.lessons[0].between[0]), (0, ground.lessons[0].tail)]
    >>> Doubt(ground, gaps).refuses(closed=(4, 9), opened=(5, 10))
    False
    """

    def __init__(self, ground: Ground[Lesson], gaps: Sequence[tuple[int, Gap]]) -> None:
        lessons = ground.lessons
        tails = [
            number for number, (at, gap) in enumerate(gaps)
            if gap is lessons[at].tail and gap.sure and lessons[at].rows
        ]  # fmt: skip
        self._tail = max(tails, key=lambda number: _length(gaps[number][1]), default=-1)
        self._next: list[tuple[int, int, Starts]] = []
        if tails:
            at, tail = gaps[self._tail]
            self._start, self._end = tail.start, min(tail.end, tail.start + LENGTH)
            starts, longest = _longest(ground, at, self._start, self._end)
            self._next = [
                (number, gap.start, _next(ground, starts, longest, gaps[number])) for number, gap in _few(gaps, lessons)
            ]

    def refuses(self, closed: Places, opened: Places) -> bool:
        """Whether no tail goes with a closing and an opening that are found there, per gap and tail."""
        if not self._next or not 0 <= opened[self._tail] < self._end:
            return False
        first, end = closed[self._tail] - self._start, opened[self._tail] + 1 - self._start
        free = [following[closed[gap] - start, first:end] > opened[gap] for gap, start, following in self._next]
        return not reduce(lambda one, other: one & other, free).any()


def _few(gaps: Sequence[tuple[int, Gap]], lessons: Sequence[Lesson]) -> list[tuple[int, Gap]]:
    inner = [(number, gap) for number, (at, gap) in enumerate(gaps) if gap is not lessons[at].tail and gap.sure]
    return sorted([one for one in inner if _length(one[1]) <= LENGTH], key=lambda one: _length(one[1]))[:GAPS]


def _length(gap: Gap) -> int:
    return gap.end - gap.start


def _longest(ground: Ground[Lesson], lesson: int, first: int, end: int) -> "tuple[Starts, Starts]":
    """The starts in a tail and, for each, how much of what begins there begins in every other tail too."""
    index = ground.index
    starts = index.starts([index.stretch(ground.page(lesson), first, end)])
    tails = [index.stretch(ground.page(at), one.tail.start, len(one.source)) for at, one in enumerate(ground.lessons)]
    shared = [index.longest(starts, index.starts([tail])) for tail in tails]
    return starts, reduce(lambda one, other: one.clip(max=other), shared)


def _next(ground: Ground[Lesson], starts: "Starts", longest: "Starts", place: tuple[int, Gap]) -> "Starts":
    """Per place of a gap and start, where the start's longest string is found next; far away where it is not."""
    import numpy as np  # noqa: PLC0415 - only learners pay for it

    lesson, gap = place
    there = ground.index.starts([ground.index.stretch(ground.page(lesson), gap.start, gap.end + 1)])
    places = np.arange(gap.start, gap.end + 1)[:, None]
    found = np.where(ground.index.common(there, starts) >= longest, places, len(gap.source) + 1)
    following: Starts = np.minimum.accumulate(found[::-1])[::-1]
    return following
