"""Scans that failed when they were executed, and why: so that no scan that fails for the same reasons is executed.

Legend

    part       '<b>'      one of a scan's strings; part 0 is its head, 1 its tail, 2 its opening, 3 its closing, and
               from 4 on left, right and missing delimiter of each cut
    match      ExpectedMatch(40, 43, 43)    searched for from 40 on, the part was found at 43
    trace      per part the expected matches, all that the result of a scan on a page depends on

A scan whose parts all have the expected matches of a trace does the same on that page, and fails as well. Where several
parts are searched for and the one found first decides, it is enough that the same one is found first. The parts of many
scans are combined from few strings, so the traces that a string agrees with are kept per string, as the bits of a
number: the scan is known to fail when its strings have one trace in common.
"""

from collections.abc import Sequence
from contextlib import suppress
from sys import maxsize as NOWHERE  # noqa: N812 - a constant
from typing import NamedTuple

from unweave.program import Scan

HEAD, TAIL, OPENING, CLOSING, CUTS = range(5)
LEFT, RIGHT, MISSING, WIDTH = range(4)
FIRST_TRACES, FAILURES_PER_TRACE = 16, 20
"""How many traces are kept at first, and how many failures must have been predicted for each further one."""


class ExpectedMatch(NamedTuple):
    """A part that is searched for from ``at`` on is found from ``least`` to ``most``; with ``after``, its end is.

    >>> ExpectedMatch(0, 2, 2).holds("[", "h [A]"), ExpectedMatch(0, 3, 3, after=True).holds(" [", "h [A]")
    (True, True)
    """

    at: int
    least: int
    most: int
    after: bool = False

    def holds(self, part: str, source: str) -> bool:
        """Whether a part is found there."""
        found = _find(source, part, self.at)
        return self.least <= found + len(part) * (self.after and found < NOWHERE) <= self.most


class _NotFoundError(Exception):
    """A search inside a record failed."""


class FailureCache:
    """Scans that failed on some page, and which others must fail.

    >>> from unweave.program import Cut
    >>> failures, source = FailureCache(), "<p><b>Congo</b> <i>242</i>"
    >>> failures.add(Scan((Cut("code", "<b>", "</b>"),)), source)
    >>> failures.predicts(Scan((Cut("code", "p><b>", "</"),))), failures.predicts(Scan((Cut("code", "<i>", "</"),)))
    (True, False)
    """

    def __init__(self) -> None:
        self._traces: list[tuple[str, dict[int, set[ExpectedMatch]], tuple[bool, ...]]] = []
        self._agreeing: list[dict[str, int]] = []
        self._predicted = 0

    def predicts(self, scan: Scan) -> bool:
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
        self._predicted += 1
        return True

    def add(self, scan: Scan, source: str) -> None:
        """Remember that a scan fails on a page, as long as predictions are worth their time."""
        if len(self._traces) >= FIRST_TRACES + self._predicted // FAILURES_PER_TRACE:
            return
        strings = parts_of(scan)
        self._agreeing = self._agreeing or [{} for _ in strings]
        self._traces.append((source, trace(scan, source), tuple(map(bool, strings))))
        which = len(self._traces) - 1
        for part, known in enumerate(self._agreeing):
            known.update({each: mask | self._agrees(which, part, each) << which for each, mask in known.items()})

    def _agrees(self, which: int, part: int, string: str) -> bool:
        source, matches, given = self._traces[which]
        return given[part] == bool(string) and all(one.holds(string, source) for one in matches.get(part, ()))


def parts_of(scan: Scan) -> list[str]:
    """The strings that a scan is made of.

    >>> from unweave.program import Cut
    >>> parts_of(Scan((Cut("code", "<b>", "</b>"),), head="<p>"))
    ['<p>', '', '', '', '<b>', '</b>', '']
    """
    around = [scan.head, scan.tail, scan.opening, scan.closing]
    return around + [part for cut in scan.cuts for part in (cut.left, cut.right, cut.missing)]


def trace(scan: Scan, source: str) -> dict[int, set[ExpectedMatch]]:
    """Per part its matches when a scan is executed on a page, up to the end or the search that fails.

    >>> from unweave.program import Cut
    >>> trace(Scan((Cut("code", "<b>", "</b>"),)), "<b>1</b>")[5]
    {ExpectedMatch(at=3, least=4, most=4, after=False)}
    """
    tracer = _Tracer(scan, source)
    with suppress(_NotFoundError):
        (tracer.levels if scan.nested else tracer.rows)()
    return tracer.matches


class _Tracer:
    """Executes a scan as ``execution`` does, and notes its matches."""

    def __init__(self, scan: Scan, source: str) -> None:
        self._scan, self._source, self._parts = scan, source, parts_of(scan)
        self._tail = [TAIL] if scan.tail else []
        self._all_lefts = [_part(number, LEFT) for number in range(len(scan.cuts))]
        self.matches: dict[int, set[ExpectedMatch]] = {}

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
        while (first := self._first(at, [*self._tail, *lefts[level::-1]])) not in {None, TAIL}:
            level = lefts.index(first) + 1
            at = self._value(level - 1, at)

    def _before(self, next_ones: Sequence[int], part: int, at: int) -> int:
        """Where a part is found. It may as well be found later, if what comes next is still at or after it."""
        found = _find(self._source, self._parts[part], at)
        if found == NOWHERE or not self._parts[part] or any(cut.missing for cut in self._scan.cuts):
            return self._at(part, at)
        begin = min(_find(self._source, self._parts[each], found) for each in next_ones)
        self._note(ExpectedMatch(at, found, min(begin, NOWHERE - 1)), part)
        self._note(ExpectedMatch(found, begin, NOWHERE), *next_ones)
        return found

    def _row(self, at: int) -> int:
        for number, cut in enumerate(self._scan.cuts):
            left = _part(number, LEFT)
            if not cut.missing or self._first(at, [left, _part(number, MISSING)]) == left:
                at = self._value(number, at)
        return at

    def _value(self, number: int, at: int) -> int:
        return self._at(_part(number, RIGHT), self._at(_part(number, LEFT), at, after=True))

    def _at(self, part: int, at: int, *, after: bool = False) -> int:
        """Where a part is found, or where it ends."""
        string = self._parts[part]
        found = _find(self._source, string, at)
        place = found + len(string) * (after and found < NOWHERE)
        self._note(ExpectedMatch(at, place, place, after), part)
        if found == NOWHERE:
            raise _NotFoundError
        return place

    def _first(self, at: int, parts: Sequence[int]) -> int | None:
        """The part that is found first; at the same position the earlier one in the list."""
        found = [(_find(self._source, self._parts[part], at), rank) for rank, part in enumerate(parts)]
        (place, rank), *others = sorted(found)
        if place == NOWHERE:
            self._note(ExpectedMatch(at, NOWHERE, NOWHERE), *parts)
            return None
        second = min([*others[:1], (place + len(self._parts[parts[rank]]), len(parts))])
        for other, part in enumerate(parts):
            self._note(
                _before_second(at, rank, second) if other == rank else _not_before_second(at, other, second), part
            )
        return parts[rank]

    def _note(self, match: ExpectedMatch, *parts: int) -> None:
        for part in parts:
            self.matches.setdefault(part, set()).add(match)


def _before_second(at: int, rank: int, second: tuple[int, int]) -> ExpectedMatch:
    place, other = second
    return ExpectedMatch(at, 0, place - (rank > other))


def _not_before_second(at: int, rank: int, second: tuple[int, int]) -> ExpectedMatch:
    place, other = second
    return ExpectedMatch(at, place + (rank < other), NOWHERE)


def _part(number: int, which: int) -> int:
    return CUTS + WIDTH * number + which


def _find(source: str, string: str, at: int) -> int:
    found = source.find(string, at)
    return NOWHERE if found < 0 else found
