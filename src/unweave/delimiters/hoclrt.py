"""HOCLRT: OCLR behind a head delimiter and in front of a tail delimiter.

Legend

    wrapper    <P> <HR> <LI> <BR> <B> </B> <I> </I>      h t o c l1 r1 l2 r2
    C5         h, t, o, c and l_1 together: behind h the first o leads to the first record, in front of any t; behind
               each record comes c, then o in front of any t, then l_1 where the next begins; behind the last one and
               c, t comes before (or at) any further o

What HLRT can wrap, HOCLRT can, with o = l_1 and an empty c (theorem 5.1): that is preferred. Otherwise, for each l_1,
o and c, in the order of preference, h and t are found as in HLRT, o taking the part of l_1 (see ``frame`` and
``openings``). Where c is found behind each record, and o behind that, is all through which t depends on them; of those
found alike one is tried, and what led to no t is remembered, whatever l_1 it was for. When much has led to nothing, all
closings of an opening are looked at together (see ``pool`` and ``doubt``): nothing is given up.

Departure: the thesis's printed algorithm draws o, c and t from the head; ours draws each from where its constraint
has it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from unweave.delimiters import hlrt
from unweave.delimiters.candidates import Candidates
from unweave.delimiters.constraints import all_five_agree
from unweave.delimiters.delimited import DelimiterWrapper
from unweave.delimiters.doubt import Places
from unweave.delimiters.frame import Frame, Pair, Range, frames
from unweave.delimiters.ground import Ground
from unweave.delimiters.landmarks import Place
from unweave.delimiters.learning import learned
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.lr import cuts
from unweave.delimiters.oclr import first_lefts, simple
from unweave.delimiters.openings import Closings, Zone, openings, tried, zones_of
from unweave.delimiters.pool import Pool, occurrences, places_of
from unweave.delimiters.reading import Reading, Terms, readings
from unweave.delimiters.sides import sides, strings_of, with_strings
from unweave.errors import NoConsistentWrapper
from unweave.program import Scan
from unweave.records import Example

C5 = "C5, head, tail, opening, closing and first left delimiter"
DOUBTFUL = 20
"""When so many openings had no closing, or pairs no tail, all closings of an opening are first looked at together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HOCLRT:
    """Learns head, tail, opening and closing delimiters, and a left and a right one per field.

    >>> from unweave.page import Page
    >>> page = Page("o[ho[A](B)cox[C](D)co[E](F)c")
    >>> shown = [{"a": "A", "b": "B"}, {"a": "C", "b": "D"}, {"a": "E", "b": "F"}]
    >>> wrapper = HOCLRT().learn([Example.from_values(page, shown)])
    >>> wrapper.scan.tail, [record.to_dict() for record in wrapper.extract(page)] == shown
    (')c', True)
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The HOCLRT wrapper that agrees with the examples and is preferred, or it raises NoConsistentWrapper."""
        terms = Terms("HOCLRT", empty=self.empty_values)
        return learned("hoclrt", examples, readings(examples, terms), scans, terms)


def scans(reading: Reading) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> next(scans(reading)).opening
    'h['
    """
    return chain(simple(hlrt.scans, reading), _opened(reading))


def _opened(reading: Reading) -> Iterator[Scan]:
    rest = sides("HOCLRT", reading, first=1)
    for (frame, left), strings in with_strings(_joint(reading), rest.strings()):
        yield Scan(cuts(reading.order, (left, *strings)), *frame)


def _joint(reading: Reading) -> Iterator[tuple[tuple[str, str, str, str], str]]:
    """Every head, tail, opening and closing with a first left delimiter that agree; it raises when there are none."""
    lefts, found = first_lefts("HOCLRT", reading), False
    search = _Search(Ground(reading.lessons))
    for rank, left in enumerate(strings_of([lefts])[0]):
        for opened in search.opened(left, left):
            agree = partial(_agree, reading.lessons, opened.opening, opened.closing, left)
            for head, tail in search.framed(opened, agree):
                found = True
                yield (head, tail, opened.opening, opened.closing), left
        if rank == 0 and not found and search.is_hopeless(lefts):
            break
    if not found:
        reason = "no strings of head, tail and gaps keep it from what else looks like the beginning of a record"
        raise NoConsistentWrapper(kind="HOCLRT", field=reading.order[0], constraint=C5, reason=reason)


class _Opened(NamedTuple):
    """An opening and a closing: where h may be found, and per gap and tail where c is found, and o behind that."""

    opening: str
    closing: str
    windows: tuple[Range, ...]
    closed: Places
    opened: Places


class _Search:
    """Looks for openings and closings that have a head and a tail, and remembers what led to nothing."""

    def __init__(self, ground: Ground[Lesson]) -> None:
        self._ground = ground
        self._closings = Closings(ground, stop=False)
        self._gaps = [(at, gap) for at, one in enumerate(ground.lessons) for gap in (*one.between, one.tail)]
        self._pool = Pool(ground, self._gaps)
        self._fruitless = 0
        self._closed: dict[str, Places] = {}
        self._tailless: set[tuple[Places, Places]] = set()

    def is_hopeless(self, lefts: Candidates) -> bool:
        """Whether certainly no first left delimiter has all the others."""
        return not any(map(self._has_tails, self.opened(lefts.string(lefts.most), lefts.string(lefts.least))))

    def opened(self, longest: str, shortest: str) -> Iterator[_Opened]:
        """The openings and closings for first left delimiters from one to another; of those found alike the first."""
        heads, between = zones_of(self._ground, longest, shortest)
        found, seen = openings(self._ground, [*heads, *between], []), set()
        for opening in tried(self._ground, found, "last"):
            windows: tuple[Range, ...] = ()
            in_heads: tuple[Places, ...] = ()
            for closing, closed, opened in self._between(opening, between):
                if not windows:
                    windows, in_heads = self._windows(heads, opening), self._in_heads(opening)
                if (in_heads, closed, opened) not in seen:
                    seen.add((in_heads, closed, opened))
                    yield _Opened(opening, closing, windows, closed, opened)

    def framed(self, one: _Opened, agree: Callable[[str, str], bool]) -> Iterator[Pair]:
        """The heads and tails that go with an opening and a closing, best first."""
        if not self._has_tails(one):
            return iter(())
        frame = self._frame(one)
        return frames(self._ground, frame, self._loose(frame), agree)

    def _between(self, opening: str, between: Sequence[Zone]) -> Iterator[tuple[str, Places, Places]]:
        """The closings that go with an opening, those found at the same places once."""
        possible = self._pool.possible(opening, between) if self._fruitless >= DOUBTFUL else None
        seen: set[Places] = set()
        for closing in self._closings.of(opening, between) if possible != set() else ():
            closed = self._closed.get(closing) or self._closed.setdefault(closing, places_of(self._gaps, closing))
            if closed not in seen and (possible is None or closed in possible):
                each = zip(self._gaps, closed, strict=True)
                yield closing, closed, tuple([gap.source.find(opening, at) for (_, gap), at in each])
            seen.add(closed)
        self._fruitless += not seen

    def _in_heads(self, opening: str) -> tuple[Places, ...]:
        return tuple(tuple(occurrences(one.source, opening, one.head.end)) for one in self._ground.lessons)

    def _windows(self, heads: Sequence[Zone], opening: str) -> tuple[Range, ...]:
        zones = {zone.lesson: zone for zone in heads}
        return tuple(_window(lesson, zones.get(at), opening) for at, lesson in enumerate(self._ground.lessons))

    def _has_tails(self, one: _Opened) -> bool:
        where = one.closed, one.opened
        if where in self._tailless:
            return False
        if not self._frame(one).tails(self._ground):
            self._tailless.add(where)
            self._fruitless += 1
        return where not in self._tailless

    def _frame(self, one: _Opened) -> Frame:
        zones, apart, limits = [], [], []
        for (at, gap), closed, opened in zip(self._gaps, one.closed, one.opened, strict=True):
            lesson, page = self._ground.lessons[at], self._ground.page(at)
            if gap is not lesson.tail:
                zones += [Place(page, closed, opened + 1)] * gap.sure
                continue
            limits.append(_limit(lesson, closed, opened))
            apart += [Place(page, *one.windows[at])] * (bool(lesson.rows) and lesson.head.sure)
        return Frame(one.windows, tuple(limits), tuple(zones), tuple(apart))

    def _loose(self, frame: Frame) -> Frame:
        """The frame in which h may be found anywhere on pages without records."""
        each = zip(frame.windows, self._ground.lessons, strict=True)
        return replace(frame, windows=tuple([window if lesson.rows else (0, window[1]) for window, lesson in each]))


def _window(lesson: Lesson, zone: Zone | None, opening: str) -> Range:
    if zone is None:
        return lesson.source.rfind(opening) + 1, len(lesson.source)
    return zone.bounds(opening) if lesson.head.sure else (0, lesson.head.end)


def _limit(lesson: Lesson, closed: int, opened: int) -> Range:
    if lesson.rows and lesson.tail.sure and opened >= 0:
        return closed, opened + 1
    return lesson.tail.start, len(lesson.source)


def _agree(lessons: Sequence[Lesson], opening: str, closing: str, left: str, head: str, tail: str) -> bool:
    return all(all_five_agree(head, tail, opening, closing, left, lesson) for lesson in lessons if lesson.plain)
