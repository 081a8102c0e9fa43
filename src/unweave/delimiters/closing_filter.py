"""Rules out many closing delimiters at once, for one opening, before a tail is searched for each of them.

Legend

    fragments  all fragments between records and all tails, each with the number of its page; a column of the tables
               below is one of them
    closed     closed[closing, fragment]    where each string that may be a closing is found in them; of those found at
                                            the same positions one
    opened     opened[closing, fragment]    where the opening is found after that, NOWHERE where it is not
    longest    ['</ul>', '/ul>', ...]       for each start in a tail, the longest string that all tails share
    next       next[position][start]        where, from a position of a fragment on, the longest string of a start is
                                            found next

A closing goes with an opening when it is found, in every fragment between records, after the last false opening and not
after the last true one (``OpeningRange.bounds``). Then t must be found in the tail between c and the next o, and in no
fragment between c and the next o. Of the strings that begin at some start, the longest that all tails share is found in
the fewest fragments: where even that one is found in a fragment, for every start between c and o, there is no t.
Nothing else is concluded; only some fragments are used, and of the tails the one in which the opening is found after
most closings.
"""

from collections.abc import Sequence
from functools import cached_property, reduce
from itertools import accumulate
from typing import TYPE_CHECKING

from unweave.delimiters.common_substrings import FragmentIndex, occurrences
from unweave.delimiters.labelled_page import FlatPage, Fragment
from unweave.delimiters.oclr import OpeningRange
from unweave.delimiters.suffix_array import TextRange
from unweave.tuning import FILTER_CHARACTERS, FILTER_FRAGMENTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from unweave.delimiters.suffix_array import Starts

    Mask = NDArray[np.bool_]

NOWHERE = 2**40
Positions = tuple[int, ...]
"""Where a string is found, per fragment and tail."""


class ClosingFilter:
    """The strings that may be closings of some pages, by the positions at which they are found.

    >>> from unweave.delimiters.oclr import opening_ranges
    >>> from unweave.page import Span
    >>> index = FragmentIndex([FlatPage("p", "o[A]c-o[B]c", ((Span(2, 3),), (Span(8, 9),)))])
    >>> fragments = [(0, index.pages[0].between[0]), (0, index.pages[0].tail)]
    >>> sorted(ClosingFilter(index, fragments).possible("o", opening_ranges(index, "[", "[")[1]))
    [(3, 9), (4, 10)]
    """

    def __init__(self, index: FragmentIndex[FlatPage], fragments: Sequence[tuple[int, Fragment]]) -> None:
        self._index, self._fragments, self._tails = index, fragments, _TailFilter(index, fragments)
        self._inner = [n for n, (at, fragment) in enumerate(fragments) if fragment is not index.pages[at].tail]
        self._order = list(range(len(self._inner)))
        self._starts = list(accumulate((len(page.source) + 1 for page in index.pages), initial=0))

    def possible(self, opening: str, between: Sequence[OpeningRange]) -> set[Positions]:
        """The positions of the closings that go with an opening and may have a tail."""
        fit = self._fitting(opening, between)
        if not len(fit):
            return set()
        closed = self._closed[fit]
        possible = self._tails.possible(closed, self._after(opening, closed))
        return {self._positions[at] for at in fit[possible].tolist()}

    def _fitting(self, opening: str, between: Sequence[OpeningRange]) -> "Starts":
        """The closings that lead to a true opening in every fragment; one that excludes all comes first next time."""
        import numpy as np  # noqa: PLC0415 - only learners pay for it

        fit: Starts = np.arange(len(self._positions))
        for rank, which in enumerate(self._order):
            first, end = between[which].bounds(opening)
            at = self._closed[fit, self._inner[which]] - between[which].fragment.start
            fit = fit[(at >= first) & (at < end)]
            if not len(fit):
                self._order.insert(0, self._order.pop(rank))
                break
        return fit

    def _after(self, opening: str, closed: "Starts") -> "Starts":
        """Where an opening is found after each closing, per fragment and tail; NOWHERE where it is not."""
        import numpy as np  # noqa: PLC0415 - as above

        starts, ends = (np.array([self._starts[at + more] for at, _ in self._fragments]) for more in (0, 1))
        pages = zip(self._starts[:-1], self._index.pages, strict=True)
        found = [start + at for start, page in pages for at in occurrences(page.source, opening)]
        all_found = np.array([*found, NOWHERE], dtype=np.int64)
        following = all_found[np.searchsorted(all_found, closed + starts)]
        return np.where(following < ends, following - starts, NOWHERE)

    @cached_property
    def _positions(self) -> list[Positions]:
        strings = self._index.tried(self._index.common(self._ranges, []), "first") if self._ranges else ()
        return list(dict.fromkeys(positions_of(self._fragments, string) for string in ("", *strings)))

    @cached_property
    def _closed(self) -> "Starts":
        import numpy as np  # noqa: PLC0415 - as above

        return np.array(self._positions, dtype=np.int64)

    @property
    def _ranges(self) -> list[TextRange]:
        """Where a closing must be found: in every tail, and in every fragment between records."""
        pages, index = list(enumerate(self._index.pages)), self._index
        certain = [(at, page) for at, page in pages if page.rows and page.tail.certain]
        return [index.source(at, page.tail.start, len(page.source)) for at, page in certain] + [
            TextRange(index.fragment(at, number), 0, fragment.end - fragment.start)
            for at, page in pages
            for number, fragment in enumerate(page.between)
        ]


def positions_of(fragments: Sequence[tuple[int, Fragment]], string: str) -> Positions:
    """Where a string is found in each fragment, or after it; -1 where it is not.

    >>> positions_of([(0, Fragment("o[A]c-o[B]c", 3, 8))], "c")
    (4,)
    """
    return tuple([fragment.source.find(string, fragment.start) for _, fragment in fragments])


class _TailFilter:
    """Which closings may have a tail. What depends neither on opening nor on closing is computed once."""

    def __init__(self, index: FragmentIndex[FlatPage], fragments: Sequence[tuple[int, Fragment]]) -> None:
        self._index, self._fragments = index, fragments
        pages = index.pages
        numbered = [(number, at, fragment) for number, (at, fragment) in enumerate(fragments) if fragment.certain]
        self._tails = [number for number, at, each in numbered if each is pages[at].tail and pages[at].rows]
        inner = [number for number, at, each in numbered if each is not pages[at].tail]
        short = [number for number in sorted(inner, key=self._length) if self._length(number) <= FILTER_CHARACTERS]
        used = short[:FILTER_FRAGMENTS]
        self._order = {tail: list(used) for tail in self._tails}
        self._strings: dict[int, list[str]] = {}
        self._next: dict[tuple[int, int], Starts] = {}

    def possible(self, closed: "Starts", opened: "Starts") -> "Mask":
        """For each closing, whether a tail may go with it, given where it and the opening after it are found."""
        import numpy as np  # noqa: PLC0415 - only learners pay for it

        possible = np.ones(len(closed), dtype=bool)
        tail = max(self._tails, key=lambda tail: int((opened[:, tail] < NOWHERE).sum()), default=None)
        if tail is not None:
            end = self._fragments[tail][1].start + min(self._length(tail), FILTER_CHARACTERS)
            rows = np.flatnonzero(opened[:, tail] < end)
            possible[rows] = self._free(tail, closed[rows], opened[rows])
        return possible

    def _free(self, tail: int, closed: "Starts", opened: "Starts") -> "Mask":
        """For each closing, whether some start of a tail has a longest string that no fragment has before o."""
        import numpy as np  # noqa: PLC0415 - as above

        free, rows = np.ones(len(closed), dtype=bool), np.arange(len(closed))
        starts = self._fragments[tail][1].start + np.arange(min(self._length(tail), FILTER_CHARACTERS))
        alive = (starts >= closed[:, tail, None]) & (starts <= opened[:, tail, None])
        for which in list(self._order[tail]) if len(rows) else ():
            following = self._table(tail, which)[closed[rows, which] - self._fragments[which][1].start]
            alive &= following > opened[rows, which, None]
            keep = alive.any(axis=1)
            free[rows[~keep]] = False
            rows, alive = rows[keep], alive[keep]
            if not len(rows):
                self._order[tail].remove(which)
                self._order[tail].insert(0, which)  # it excluded all closings: use it first next time
                break
        return free

    def _table(self, tail: int, which: int) -> "Starts":
        if (tail, which) not in self._next:
            if tail not in self._strings:
                self._strings[tail] = _longest(self._index, *self._fragments[tail])
            self._next[tail, which] = _next(self._strings[tail], self._fragments[which][1])
        return self._next[tail, which]

    def _length(self, number: int) -> int:
        fragment = self._fragments[number][1]
        return fragment.end - fragment.start


def _longest(index: FragmentIndex[FlatPage], page: int, tail: Fragment) -> list[str]:
    """For each start in a tail, the longest string there that begins in every other tail too."""
    array, end = index.array, min(tail.end, tail.start + FILTER_CHARACTERS)
    starts = array.starts([index.source(page, tail.start, end)])
    tails = [index.source(at, one.tail.start, len(one.source)) for at, one in enumerate(index.pages)]
    shared = [array.longest(starts, array.starts([each])) for each in tails]
    lengths = reduce(lambda one, other: one.clip(max=other), shared).tolist()
    return [tail.source[at : at + length] for at, length in zip(range(tail.start, end), lengths, strict=True)]


def _next(strings: Sequence[str], fragment: Fragment) -> "Starts":
    """Per position of a fragment and string, where it is found next; NOWHERE where it is not."""
    import numpy as np  # noqa: PLC0415 - as above

    source, start, end = fragment.source, fragment.start, fragment.end
    found = np.full((end - start + 1, len(strings)), NOWHERE, dtype=np.int64)
    found[:, [not string for string in strings]] = np.arange(start, end + 1)[:, None]
    for which, string in [(which, string) for which, string in enumerate(strings) if string]:
        at = source.find(string, start, end + len(string))
        while at >= 0:
            found[at - start, which] = at
            at = source.find(string, at + 1, end + len(string))
    following: Starts = np.minimum.accumulate(found[::-1])[::-1]
    return following
