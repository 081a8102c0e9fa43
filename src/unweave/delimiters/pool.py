"""All closings at once: which of them go with an opening and may have a tail.

Legend

    gaps      all gaps between records and all tails, each with its lesson
    closed    closed[closing, gap]    where each string that may be a closing is found in them; of those found alike one

A closing goes with an opening when it is found, in every gap between records, behind the last false one and not behind
the last true one (``Zone.bounds``). Few of the openings of a page have such closings, and fewer a tail (``doubt``).
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from unweave.delimiters.candidates import Gap
from unweave.delimiters.doubt import NOWHERE, Doubt, Places
from unweave.delimiters.ground import Ground
from unweave.delimiters.landmarks import Place
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.openings import Zone, tried

if TYPE_CHECKING:
    from unweave.delimiters.index import Starts


class Pool:
    """The strings that may be closings of some lessons, through where they are found.

    >>> from unweave.delimiters.openings import zones_of
    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p", "o[A]c-o[B]c", ((Span(2, 3),), (Span(8, 9),)))])
    >>> gaps = [(0, ground.lessons[0].between[0]), (0, ground.lessons[0].tail)]
    >>> sorted(Pool(ground, gaps).possible("o", zones_of(ground, "[", "[")[1]))
    [(3, 9), (4, 10)]
    """

    def __init__(self, ground: Ground[Lesson], gaps: Sequence[tuple[int, Gap]]) -> None:
        self._ground, self._gaps, self._doubt = ground, gaps, Doubt(ground, gaps)
        self._inner = [number for number, (at, gap) in enumerate(gaps) if gap is not ground.lessons[at].tail]
        self._order = list(range(len(self._inner)))
        self._starts = list(accumulate((len(one.source) + 1 for one in ground.lessons), initial=0))

    def possible(self, opening: str, between: Sequence[Zone]) -> set[Places]:
        """Where the closings that go with an opening, and may have a tail, are found."""
        fit = self._fitting(opening, between)
        if not len(fit):
            return set()
        closed = self._closed[fit]
        possible = self._doubt.possible(closed, self._behind(opening, closed))
        return {self._places[at] for at in fit[possible].tolist()}

    def _fitting(self, opening: str, between: Sequence[Zone]) -> "Starts":
        """The closings that lead to a true opening in every gap; the gap that refused the last ones is asked first."""
        import numpy as np  # noqa: PLC0415 - only learners pay for it

        fit: Starts = np.arange(len(self._places))
        for rank, which in enumerate(self._order):
            first, end = between[which].bounds(opening)
            at = self._closed[fit, self._inner[which]] - between[which].gap.start
            fit = fit[(at >= first) & (at < end)]
            if not len(fit):
                self._order.insert(0, self._order.pop(rank))
                break
        return fit

    def _behind(self, opening: str, closed: "Starts") -> "Starts":
        """Where an opening is found behind each closing, per gap and tail; NOWHERE where it is not."""
        import numpy as np  # noqa: PLC0415 - as above

        starts, ends = (np.array([self._starts[at + more] for at, _ in self._gaps]) for more in (0, 1))
        pages = zip(self._starts[:-1], self._ground.lessons, strict=True)
        found = [start + at for start, one in pages for at in occurrences(one.source, opening, len(one.source))]
        all_found = np.array([*found, NOWHERE], dtype=np.int64)
        following = all_found[np.searchsorted(all_found, closed + starts)]
        return np.where(following < ends, following - starts, NOWHERE)

    @cached_property
    def _places(self) -> list[Places]:
        strings = tried(self._ground, self._ground.landmarks(self._all, []), "first") if self._all else ()
        return list(dict.fromkeys(places_of(self._gaps, string) for string in ("", *strings)))

    @cached_property
    def _closed(self) -> "Starts":
        import numpy as np  # noqa: PLC0415 - as above

        return np.array(self._places, dtype=np.int64)

    @property
    def _all(self) -> list[Place]:
        """Where a closing must be found: in every tail, and in every gap between records."""
        lessons, ground = list(enumerate(self._ground.lessons)), self._ground
        tails = [
            Place(ground.page(at), one.tail.start, len(one.source)) for at, one in lessons if one.rows and one.tail.sure
        ]
        return tails + [
            Place(ground.gap(at, number), 0, gap.end - gap.start)
            for at, one in lessons
            for number, gap in enumerate(one.between)
        ]


def places_of(gaps: Sequence[tuple[int, Gap]], string: str) -> Places:
    """Where a string is found in each gap, or behind it; -1 where it is not.

    >>> places_of([(0, Gap("o[A]c-o[B]c", 3, 8))], "c")
    (4,)
    """
    return tuple([gap.source.find(string, gap.start) for _, gap in gaps])


def occurrences(source: str, string: str, end: int) -> Iterator[int]:
    """Where a string begins, up to some place.

    >>> list(occurrences("aaab", "aa", 4))
    [0, 1]
    """
    at = source.find(string)
    while 0 <= at < end:
        yield at
        at = source.find(string, at + 1)
