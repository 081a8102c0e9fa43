"""HOCLRT: OCLR behind a head delimiter and in front of a tail delimiter.

Legend

    wrapper    <P> <HR> <LI> <BR> <B> </B> <I> </I>      h t o c l1 r1 l2 r2
    C5         h, t, o, c and l_1 together: behind h the first o leads to the first record, in front of any t; behind
               each record comes c, then o in front of any t, then l_1 where the next begins; behind the last one and
               c, t comes before (or at) any further o

What HLRT can wrap, HOCLRT can, with o = l_1 and an empty c (theorem 5.1): that is preferred. Otherwise, for each l_1,
o and c, in the order of preference, h and t are found as in HLRT, o taking the part of l_1 (see ``frame`` and
``openings``).

Departure: the thesis's printed algorithm draws o, c and t from the head; ours draws each from where its constraint
has it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice

from unweave.delimiters import hlrt
from unweave.delimiters.candidates import Gap
from unweave.delimiters.constraints import all_five_agree
from unweave.delimiters.delimited import DelimiterWrapper
from unweave.delimiters.frame import Frame, Pair, Range, frames
from unweave.delimiters.ground import Ground
from unweave.delimiters.landmarks import Place
from unweave.delimiters.learning import learned
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.lr import cuts
from unweave.delimiters.oclr import first_lefts, simple
from unweave.delimiters.openings import Closings, Zone, openings, tried, zones_of
from unweave.delimiters.reading import Reading, Terms, readings
from unweave.delimiters.sides import sides, with_strings
from unweave.errors import NoConsistentWrapper
from unweave.program import Scan
from unweave.records import Example

C5 = "C5, head, tail, opening, closing and first left delimiter"
TRIALS = 2000
"""How many different pairs of opening and closing are tried for one first left delimiter."""


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
    ground, found = Ground(reading.lessons), False
    for left in first_lefts("HOCLRT", reading):
        for opening, closing in islice(_around(ground, left), TRIALS):
            for head, tail in _framed(ground, opening, closing, left):
                found = True
                yield (head, tail, opening, closing), left
    if not found:
        reason = "no strings of head, tail and gaps keep it from what else looks like the beginning of a record"
        raise NoConsistentWrapper(kind="HOCLRT", field=reading.order[0], constraint=C5, reason=reason)


def _around(ground: Ground[Lesson], left: str) -> Iterator[Pair]:
    """The openings and closings that lead from record to record; of those found at the same places, the first."""
    heads, between = zones_of(ground, left)
    found = openings(ground, [*heads, *between], [])
    closings, seen = Closings(ground, between, stop=False), set()
    for opening in tried(found) if found else ():
        for closing in closings.of(opening):
            places = tuple(_places(lesson, opening, closing) for lesson in ground.lessons)
            if places not in seen:
                seen.add(places)
                yield opening, closing


def _places(lesson: Lesson, opening: str, closing: str) -> tuple[tuple[int, ...], ...]:
    """Everything through which an opening and a closing matter to head and tail."""
    opened = tuple(_occurrences(lesson.source, opening, lesson.head.end))
    return opened, *(_closed_and_opened(lesson, gap, opening, closing) for gap in (*lesson.between, lesson.tail))


def _occurrences(source: str, string: str, end: int) -> Iterator[int]:
    at = source.find(string)
    while 0 <= at < end:
        yield at
        at = source.find(string, at + 1)


def _closed_and_opened(lesson: Lesson, gap: Gap, opening: str, closing: str) -> Range:
    """Where c is found behind a record, and o behind that."""
    closed = lesson.source.find(closing, gap.start)
    return closed, lesson.source.find(opening, closed)


def _framed(ground: Ground[Lesson], opening: str, closing: str, left: str) -> Iterator[Pair]:
    """The heads and tails that go with an opening, a closing and a first left delimiter, best first."""
    heads = {zone.lesson: zone for zone in zones_of(ground, left)[0]}
    windows = [_window(lesson, heads.get(at), opening) for at, lesson in enumerate(ground.lessons)]
    zones, apart = [], []
    for at, lesson in enumerate(ground.lessons):
        for gap in lesson.between:
            closed, opened = _closed_and_opened(lesson, gap, opening, closing)
            zones += [Place(ground.page(at), closed, opened + 1)] * gap.sure
        apart += [Place(ground.page(at), *windows[at])] * (bool(lesson.rows) and lesson.head.sure)
    limits = tuple(_limit(lesson, opening, closing) for lesson in ground.lessons)
    frame = Frame(tuple(windows), limits, tuple(zones), tuple(apart))
    whole = tuple(
        window if lesson.rows else (0, window[1]) for window, lesson in zip(windows, ground.lessons, strict=True)
    )
    agree = partial(_agree, ground.lessons, opening, closing, left)
    return frames(ground, frame, replace(frame, windows=whole), agree)


def _window(lesson: Lesson, zone: Zone | None, opening: str) -> Range:
    if zone is None:
        return lesson.source.rfind(opening) + 1, len(lesson.source)
    return zone.bounds(opening) if lesson.head.sure else (0, lesson.head.end)


def _limit(lesson: Lesson, opening: str, closing: str) -> Range:
    closed, opened = _closed_and_opened(lesson, lesson.tail, opening, closing)
    if lesson.rows and lesson.tail.sure and opened >= 0:
        return closed, opened + 1
    return lesson.tail.start, len(lesson.source)


def _agree(lessons: Sequence[Lesson], opening: str, closing: str, left: str, head: str, tail: str) -> bool:
    return all(all_five_agree(head, tail, opening, closing, left, lesson) for lesson in lessons if lesson.plain)
