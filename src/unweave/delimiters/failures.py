"""What failed when it was executed, and why: so that nothing which fails for the same reasons is executed again.

Legend

    part       '<b>'      one of a scan's strings; part 0 is its head, 1 its tail, 2 its opening, 3 its closing, and
               from 4 on left, right and missing delimiter of each cut
    search     Search(40, 43, 43)    looked for from 40 on, the part was found at 43
    race       of several parts the one found first wins, no matter how far it is ahead
    trace      per part the searches for it, all that a scan's result on a page depends on

A scan whose parts all answer the searches of a trace in the same way does the same on that page, and fails as well. The
parts of many scans are combined from few strings, so which traces a string agrees with is kept per string, as the
bits of a number: the scan is known to fail when its strings have one in common.
"""

from collections.abc import Sequence
from contextlib import suppress
from sys import maxsize as NOWHERE  # noqa: N812 - a constant
from typing import NamedTuple

from unweave.program import Scan

HEAD, TAIL, OPENING, CLOSING, CUTS = range(5)
LEFT, RIGHT, MISSING, WIDTH = range(4)
FIRST_TRACES, PAY = 16, 20
"""How many traces are kept at first, and how many failures must have been foreseen for each further one."""


class Search(NamedTuple):
    """A part that is looked for from ``at`` on is found from ``least`` to ``most``; where it ends, if ``behind``.

    >>> Search(0, 2, 2).answers("[", "h [A]"), Search(0, 3, 3, behind=True).answers(" [", "h [A]")
    (True, True)
    """

    at: int
    least: int
    most: int
    behind: bool = False

    def answers(self, part: str, source: str) -> bool:
        """Whether a part is found there too."""
        found = _find(source, part, self.at)
        return self.least <= found + len(part) * (self.behind and found < NOWHERE) <= self.most


class _LostError(Exception):
    """A search in the middle of a record failed."""


class Failures:
    """Scans that failed on some page, and which others must.

    >>> from unweave.program import Cut
    >>> failures, source = Failures(), "<p><b>Congo</b> <i>242</i>"
    >>> failures.add(Scan((Cut("code", "<b>", "</b>"),)), source)
    >>> failures.foreseen(Scan((Cut("code", "p><b>", "</"),))), failures.foreseen(Scan((Cut("code", "<i>", "</"),)))
    (True, False)
    """

    def __init__(self) -> None:
        self._traces: list[tuple[str, dict[int, set[Search]], tuple[bool, ...]]] = []
        self._agreeing: list[dict[str, int]] = []
        self._foreseen = 0

    def foreseen(self, scan: Scan) -> bool:
        """Whether the scan does the same as one that failed."""
        if not self._traces:
            return False
        common = -1
        for part, string in enumerate(parts_of(scan)):
            known = self._agreeing[part]
            if string not in known:
                known[string] = sum(self._agrees(which, part, string) << which for which in range(len(self._traces)))
            common &= known[string]
            if not common:
                return False
        self._foreseen += 1
        return True

    def add(self, scan: Scan, source: str) -> None:
        """Remember that a scan fails on a page; not for ever, where that does not pay."""
        if len(self._traces) >= FIRST_TRACES + self._foreseen // PAY:
            return
        strings = parts_of(scan)
        self._agreeing = self._agreeing or [{} for _ in strings]
        self._traces.append((source, trace(scan, source), tuple(map(bool, strings))))
        which = len(self._traces) - 1
        for part, known in enumerate(self._agreeing):
            known.update({each: mask | self._agrees(which, part, each) << which for each, mask in known.items()})

    def _agrees(self, which: int, part: int, string: str) -> bool:
        source, searches, given = self._traces[which]
        return given[part] == bool(string) and all(one.answers(string, source) for one in searches.get(part, ()))


def parts_of(scan: Scan) -> list[str]:
    """The strings that a scan is made of.

    >>> from unweave.program import Cut
    >>> parts_of(Scan((Cut("code", "<b>", "</b>"),), head="<p>"))
    ['<p>', '', '', '', '<b>', '</b>', '']
    """
    frame = [scan.head, scan.tail, scan.opening, scan.closing]
    return frame + [part for cut in scan.cuts for part in (cut.left, cut.right, cut.missing)]


def trace(scan: Scan, source: str) -> dict[int, set[Search]]:
    """Per part the searches for it when a scan is executed on a page, up to the end or where one fails.

    >>> from unweave.program import Cut
    >>> trace(Scan((Cut("code", "<b>", "</b>"),)), "<b>1</b>")[5]
    {Search(at=3, least=4, most=4, behind=False)}
    """
    tracer = _Tracer(scan, source)
    with suppress(_LostError):
        (tracer.levels if scan.nested else tracer.rows)()
    return tracer.searches


class _Tracer:
    """Executes a scan as ``execution`` does, and writes down its searches."""

    def __init__(self, scan: Scan, source: str) -> None:
        self._scan, self._source, self._parts = scan, source, parts_of(scan)
        self._tail = [TAIL] if scan.tail else []
        self._all_lefts = [_part(number, LEFT) for number in range(len(scan.cuts))]
        self.searches: dict[int, set[Search]] = {}

    def rows(self) -> None:
        scan, lefts = self._scan, [_part(number, LEFT) for number, cut in enumerate(self._scan.cuts) if not cut.missing]
        next_ones = [*self._tail, *([OPENING] if scan.opening else lefts[:1] or self._all_lefts)]
        at = self._before(next_ones, HEAD, 0)
        while self._first(at, next_ones) not in {None, TAIL}:
            begin = self._before(self._all_lefts[:1], OPENING, at) if scan.opening else at
            end = self._row(begin)
            if end == begin:
                return
            at = self._before(next_ones, CLOSING, end) if scan.opening else end

    def levels(self) -> None:
        lefts = self._all_lefts
        at, level = self._before([*self._tail, lefts[0]], HEAD, 0), 0
        while (won := self._first(at, [*self._tail, *lefts[level::-1]])) not in {None, TAIL}:
            level = lefts.index(won) + 1
            at = self._value(level - 1, at)

    def _before(self, next_ones: Sequence[int], part: int, at: int) -> int:
        """Where a part is found. It may as well be found later, if what comes next still is at it or behind it."""
        found = _find(self._source, self._parts[part], at)
        if found == NOWHERE or not self._parts[part] or any(cut.missing for cut in self._scan.cuts):
            return self._at(part, at)
        begin = min(_find(self._source, self._parts[each], found) for each in next_ones)
        self._note(Search(at, found, min(begin, NOWHERE - 1)), part)
        self._note(Search(found, begin, NOWHERE), *next_ones)
        return found

    def _row(self, at: int) -> int:
        for number, cut in enumerate(self._scan.cuts):
            left = _part(number, LEFT)
            if not cut.missing or self._first(at, [left, _part(number, MISSING)]) == left:
                at = self._value(number, at)
        return at

    def _value(self, number: int, at: int) -> int:
        return self._at(_part(number, RIGHT), self._at(_part(number, LEFT), at, behind=True))

    def _at(self, part: int, at: int, *, behind: bool = False) -> int:
        """Where a part is found, or where it ends."""
        string = self._parts[part]
        found = _find(self._source, string, at)
        place = found + len(string) * (behind and found < NOWHERE)
        self._note(Search(at, place, place, behind), part)
        if found == NOWHERE:
            raise _LostError
        return place

    def _first(self, at: int, parts: Sequence[int]) -> int | None:
        """The part that is found first, the earlier one in the list among equals."""
        found = [(_find(self._source, self._parts[part], at), rank) for rank, part in enumerate(parts)]
        (place, rank), *others = sorted(found)
        if place == NOWHERE:
            self._note(Search(at, NOWHERE, NOWHERE), *parts)
            return None
        second = min([*others[:1], (place + len(self._parts[parts[rank]]), len(parts))])
        for other, part in enumerate(parts):
            self._note(_ahead(at, rank, second) if other == rank else _after(at, other, second), part)
        return parts[rank]

    def _note(self, search: Search, *parts: int) -> None:
        for part in parts:
            self.searches.setdefault(part, set()).add(search)


def _ahead(at: int, rank: int, second: tuple[int, int]) -> Search:
    place, other = second
    return Search(at, 0, place - (rank > other))


def _after(at: int, rank: int, second: tuple[int, int]) -> Search:
    place, other = second
    return Search(at, place + (rank < other), NOWHERE)


def _part(number: int, which: int) -> int:
    return CUTS + WIDTH * number + which


def _find(source: str, string: str, at: int) -> int:
    found = source.find(string, at)
    return NOWHERE if found < 0 else found
