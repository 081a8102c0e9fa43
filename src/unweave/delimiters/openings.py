"""Opening and closing delimiters for a given first left one: where they may begin, and how they depend on each other.

Legend, per gap in front of a record

    zone       the starts at which o may be found: behind the last false l_1 of the gap, up to the true one
    false      the starts in front of the zone: an o found there would lead to the false l_1
    bounds     (3, 7)    c must be found from 3 to 7: behind the last false o, not behind the last true one

Without c (it may be empty) an o must begin in every zone and nowhere in front of one. With c it may, as long as some
c is found behind each false o and in front of a true one. That is a landmark again, for each o; and those that are
found at the same places need to be tried only once.

A longer l_1 has fewer false occurrences, a shorter one a true one further to the right. So a zone that is bounded by
the longest and the shortest candidate contains that of every other: where it leads to nothing, no l_1 does.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from unweave.clock import look
from unweave.delimiters.candidates import Gap
from unweave.delimiters.ground import Ground
from unweave.delimiters.landmarks import Landmarks, Near, Place
from unweave.delimiters.lesson import Lesson


@dataclass(frozen=True, slots=True)
class Zone:
    """A gap in front of a record: its lesson, the text of the ground that it is, and where o may be found in it.

    >>> Zone(lesson=0, text=0, gap=Gap("o[A]", 0, 2), first=0, end=2).bounds("o")
    (0, 1)
    """

    lesson: int
    text: int
    gap: Gap
    first: int
    end: int

    def inside(self, ground: Ground[Lesson]) -> Place:
        """The starts where o may be found, on the page."""
        return Place(ground.page(self.lesson), self.first, self.end)

    def before(self, ground: Ground[Lesson]) -> Place:
        """The starts where it would be found too early."""
        return Place(ground.page(self.lesson), self.gap.start, self.first)

    def whole(self) -> Place:
        """Every start within the gap."""
        return Place(self.text, 0, self.gap.end - self.gap.start)

    def bounds(self, opening: str) -> tuple[int, int]:
        """From where to where c must be found, so that the next o is in the zone; relative to the gap."""
        source, length = self.gap.source, len(opening)
        last_false = source.rfind(opening, self.gap.start, self.first - 1 + length)
        last_true = source.rfind(opening, self.first, self.end - 1 + length)
        return max(last_false + 1, self.gap.start) - self.gap.start, last_true + 1 - self.gap.start


def zones_of(ground: Ground[Lesson], longest: str, shortest: str) -> tuple[list[Zone], list[Zone]]:
    """The zones of all heads, and those of all gaps between records, for first left delimiters from one to another.

    >>> from unweave.page import Span
    >>> heads, between = zones_of(Ground([Lesson("p", "[o[A]", ((Span(3, 4),),))]), "[", "[")
    >>> (heads[0].first, heads[0].end), between
    ((1, 3), [])
    """
    heads, between = [], []
    for at, lesson in enumerate(ground.lessons):
        if lesson.rows:
            heads.append(_zone(at, ground.head(at), lesson.head, longest, shortest))
        gaps = enumerate(lesson.between)
        between += [_zone(at, ground.gap(at, number), gap, longest, shortest) for number, gap in gaps]
    return heads, between


def _zone(lesson: int, text: int, gap: Gap, longest: str, shortest: str) -> Zone:
    false = gap.source.rfind(longest, gap.start, gap.end - 1) if gap.sure else -1
    return Zone(lesson, text, gap, max(false + 1, gap.start), gap.end - len(shortest) + 1)


def openings(ground: Ground[Lesson], zones: Iterable[Zone], nowhere: Iterable[Place]) -> Landmarks:
    """The strings that occur in every gap, begin in every zone, and begin nowhere in some places.

    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p", "o[A]", ((Span(2, 3),),))])
    >>> sorted(openings(ground, zones_of(ground, "[", "[")[0], []).all())
    ['[', 'o', 'o[']
    """
    zones = list(zones)
    return ground.landmarks(
        [*(zone.inside(ground) for zone in zones), *(zone.whole() for zone in zones)], list(nowhere)
    )


class Closings:
    """The closing delimiters that go with an opening, for the gaps between records of a ground.

    With ``stop`` no o may follow the last c of a page. What led to nothing is remembered, whatever l_1 it was for.

    >>> from unweave.delimiters.lesson import Lesson
    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p", "o[A]c-o[B]co", ((Span(2, 3),), (Span(8, 9),)))])
    >>> list(Closings(ground, stop=True).of("o", zones_of(ground, "[", "[")[1]))
    []
    """

    def __init__(self, ground: Ground[Lesson], *, stop: bool) -> None:
        self._ground, self._stop = ground, stop
        self._tails = [(at, one.tail) for at, one in enumerate(ground.lessons) if one.rows and one.tail.sure]
        self._fruitless: set[_Where] = set()

    def of(self, opening: str, between: Sequence[Zone]) -> Iterator[str]:
        """Those that go with this opening, the empty one first; none at once where one found like it had none."""
        where = _Where(
            tuple([zone.bounds(opening) for zone in between]),
            tuple([tail.source.rfind(opening, tail.start) if self._stop else -1 for _, tail in self._tails]),
        )
        found = False
        for closing in self._at(where, between) if where not in self._fruitless else ():
            found = True
            yield closing
        if not found:
            self._fruitless.add(where)

    def _at(self, where: "_Where", between: Sequence[Zone]) -> Iterator[str]:
        if all(first == 0 for first, _ in where.bounds) and all(last < 0 for last in where.last):
            yield ""
        bounds = [(zone.text, *bound) for zone, bound in zip(between, where.bounds, strict=True)]
        tails = [
            (self._ground.page(at), tail.start, max(tail.start, last + 1), len(tail.source))
            for (at, tail), last in zip(self._tails, where.last, strict=True)
        ]
        everywhere = [Place(text, first, end) for text, _, first, end in tails] + [Place(*bound) for bound in bounds]
        nowhere = [Place(text, start, first) for text, start, first, _ in tails] + [
            Place(text, 0, first) for text, first, _ in bounds
        ]
        if everywhere:
            yield from tried(self._ground, self._ground.landmarks(everywhere, nowhere), "first")


class _Where(NamedTuple):
    """All through which an opening matters to c: its bounds in each gap, and its last occurrence in each tail."""

    bounds: tuple[tuple[int, int], ...]
    last: tuple[int, ...]


def tried(ground: Ground[Lesson], found: Landmarks, near: Near) -> Iterator[str]:
    """The strings to try, the natural ones first, of others those that are found at different places.

    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p", "<li><b>A", ((Span(7, 8),),))])
    >>> next(tried(ground, openings(ground, zones_of(ground, "<b>", "<b>")[0], []), "last"))
    '<b>'
    """
    seen: set[str] = set()
    for string in chain(found.natural(near), found.different(ground.count)) if found else ():
        look()
        if string not in seen:
            seen.add(string)
            yield string
