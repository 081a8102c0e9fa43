"""A quick look at which closings can have a tail at all, for one opening, before it is looked for in earnest.

Legend

    gaps       all gaps between records and all tails; a column of the tables below is one of them
    closed     closed[closing, gap]      where a closing is found in each of them
    opened     opened[closing, gap]      where the opening is found behind that, NOWHERE where it is not
    longest    ['</ul>', '/ul>', ...]    for each start in a tail, the longest string that all tails share
    next       next[place][start]        where, from a place of a gap on, the longest string of a start is found next

t must be found in the tail between c and the next o, and in no gap between c and the next o. Of the strings that begin
at some start the longest that all tails share is found in the fewest gaps: where even that one is found in a gap, for
every start between c and o, there is no t. Nothing else is concluded; only some gaps are looked at, and of the tails
the one in which the opening is found behind most closings.
"""

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from unweave.delimiters.candidates import Gap
from unweave.delimiters.ground import Ground
from unweave.delimiters.lesson import Lesson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from unweave.delimiters.index import Starts

    Mask = NDArray[np.bool_]

GAPS = 48
"""How many gaps are looked at, the shortest ones."""
LENGTH = 600
"""How much of a tail is looked at; longer gaps are not."""
NOWHERE = 2**40

Places = tuple[int, ...]
"""Where a string is found, per gap and tail."""


class Doubt:
    """What is looked up once for all openings and closings; ``gaps`` are all gaps and tails, each with its lesson.

    >>> import numpy as np
    >>> from unweave.page import Span
    >>> first = Lesson("p1", "o[A]-o[B]-o[D]", ((Span(2, 3),), (Span(7, 8),)))
    >>> ground = Ground([first, Lesson("p2", "o[C]-", ((Span(2, 3),),))])
    >>> gaps = [(0, first.between[0]), (0, first.tail), (1, ground.lessons[1].tail)]
    >>> Doubt(ground, gaps).possible(np.array([[4, 9, 4]]), np.array([[5, 10, NOWHERE]])).tolist()
    [False]
    """

    def __init__(self, ground: Ground[Lesson], gaps: Sequence[tuple[int, Gap]]) -> None:
        self._ground, self._gaps = ground, gaps
        lessons = ground.lessons
        tails = {number for number, (at, gap) in enumerate(gaps) if gap is lessons[at].tail}
        self._tails = [number for number in sorted(tails) if gaps[number][1].sure and lessons[gaps[number][0]].rows]
        inner = [number for number, (_, gap) in enumerate(gaps) if number not in tails and gap.sure]
        short = sorted((number for number in inner if self._length(number) <= LENGTH), key=self._length)[:GAPS]
        self._order = {tail: list(short) for tail in self._tails}
        self._strings: dict[int, list[str]] = {}
        self._next: dict[tuple[int, int], Starts] = {}

    def possible(self, closed: "Starts", opened: "Starts") -> "Mask":
        """For each closing, whether a tail may go with it, given where it and the opening behind it are found."""
        import numpy as np  # noqa: PLC0415 - only learners pay for it

        possible = np.ones(len(closed), dtype=bool)
        tail = max(self._tails, key=lambda tail: int((opened[:, tail] < NOWHERE).sum()), default=None)
        if tail is not None:
            end = self._gaps[tail][1].start + min(self._length(tail), LENGTH)
            rows = np.flatnonzero(opened[:, tail] < end)
            possible[rows] = self._free(tail, closed[rows], opened[rows])
        return possible

    def _free(self, tail: int, closed: "Starts", opened: "Starts") -> "Mask":
        """For each closing, whether some start of a tail has a longest string that is in no gap before the opening."""
        import numpy as np  # noqa: PLC0415 - as above

        free, rows = np.ones(len(closed), dtype=bool), np.arange(len(closed))
        starts = self._gaps[tail][1].start + np.arange(min(self._length(tail), LENGTH))
        alive = (starts >= closed[:, tail, None]) & (starts <= opened[:, tail, None])
        for gap in list(self._order[tail]) if len(rows) else ():
            following = self._table(tail, gap)[closed[rows, gap] - self._gaps[gap][1].start]
            alive &= following > opened[rows, gap, None]
            keep = alive.any(axis=1)
            free[rows[~keep]] = False
            rows, alive = rows[keep], alive[keep]
            if not len(rows):
                self._order[tail].remove(gap)
                self._order[tail].insert(0, gap)  # what refused all is asked first the next time
                break
        return free

    def _table(self, tail: int, gap: int) -> "Starts":
        if (tail, gap) not in self._next:
            if tail not in self._strings:
                self._strings[tail] = _longest(self._ground, *self._gaps[tail])
            self._next[tail, gap] = _next(self._strings[tail], self._gaps[gap][1])
        return self._next[tail, gap]

    def _length(self, number: int) -> int:
        gap = self._gaps[number][1]
        return gap.end - gap.start


def _longest(ground: Ground[Lesson], lesson: int, tail: Gap) -> list[str]:
    """For each start in a tail, as much of what begins there as begins in every other tail too."""
    index, end = ground.index, min(tail.end, tail.start + LENGTH)
    starts = index.starts([index.stretch(ground.page(lesson), tail.start, end)])
    tails = [index.stretch(ground.page(at), one.tail.start, len(one.source)) for at, one in enumerate(ground.lessons)]
    shared = [index.longest(starts, index.starts([stretch])) for stretch in tails]
    lengths = reduce(lambda one, other: one.clip(max=other), shared).tolist()
    return [tail.source[at : at + length] for at, length in zip(range(tail.start, end), lengths, strict=True)]


def _next(strings: Sequence[str], gap: Gap) -> "Starts":
    """Per place of a gap and string, where it is found next; NOWHERE where it is not."""
    import numpy as np  # noqa: PLC0415 - as above

    found = np.full((gap.end - gap.start + 1, len(strings)), NOWHERE, dtype=np.int64)
    found[:, [not string for string in strings]] = np.arange(gap.start, gap.end + 1)[:, None]
    for which, string in [(which, string) for which, string in enumerate(strings) if string]:
        at = gap.source.find(string, gap.start, gap.end + len(string))
        while at >= 0:
            found[at - gap.start, which] = at
            at = gap.source.find(string, at + 1, gap.end + len(string))
    following: Starts = np.minimum.accumulate(found[::-1])[::-1]
    return following
