"""OCLR: LR with an opening and a closing delimiter around each record.

Legend

    wrapper    <LI> <BR> <B> </B> <I> </I>      o c l1 r1 l2 r2
    C4         o, c and l_1 together: behind c comes o, and behind o the first l_1 is where the record begins; behind
               the last record comes c, and then no o

What LR can wrap, OCLR can, with o = l_1 and an empty c (theorem 5.1): that is preferred, since nothing else hangs on
o and c then. Otherwise, for each l_1 in the order of preference, o and c matter only through where they are found
(see ``openings``).

The class, as bounded here: o is a non-empty substring of every head and every gap between records; c, which may be
empty, of every gap between records and every tail.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from unweave.delimiters import lr
from unweave.delimiters.candidates import Candidates
from unweave.delimiters.delimited import DelimiterWrapper
from unweave.delimiters.ground import Ground
from unweave.delimiters.landmarks import Place
from unweave.delimiters.learning import Scans, learned
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.openings import Closings, openings, tried, zones_of
from unweave.delimiters.reading import Reading, Terms, readings
from unweave.delimiters.sides import left_of, sides, strings_of, with_strings
from unweave.errors import NoConsistentWrapper
from unweave.program import Scan
from unweave.records import Example

C4 = "C4, opening, closing and first left delimiter"


@dataclass(frozen=True, slots=True, kw_only=True)
class OCLR:
    """Learns an opening and a closing delimiter, and a left and a right one per field.

    >>> from unweave.page import Page
    >>> page = Page("[x o[A](B) o[C](D) ox[E](F)")
    >>> shown = [{"a": "A", "b": "B"}, {"a": "C", "b": "D"}, {"a": "E", "b": "F"}]
    >>> scan = OCLR().learn([Example.from_values(page, shown)]).scan
    >>> scan.opening, scan.closing, scan.cuts[0].left
    ('o', '', '[')
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The OCLR wrapper that agrees with the examples and is preferred, or it raises NoConsistentWrapper."""
        terms = Terms("OCLR", empty=self.empty_values)
        return learned("oclr", examples, readings(examples, terms), scans, terms)


def scans(reading: Reading) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> next(scans(reading)).opening
    'h['
    """
    return chain(simple(lr.scans, reading), _opened(reading))


def simple(scans: Scans, reading: Reading) -> Iterator[Scan]:
    """What a class without opening and closing gives, opened by the first left delimiter; maybe nothing.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> next(simple(lr.scans, reading)).opening
    'h['
    """
    try:
        yield from (replace(scan, opening=scan.cuts[0].left) for scan in scans(reading))
    except NoConsistentWrapper:
        return


def _opened(reading: Reading) -> Iterator[Scan]:
    rest = sides("OCLR", reading, first=1)
    for (opening, closing, left), strings in with_strings(_joint(reading), rest.strings()):
        yield Scan(lr.cuts(reading.order, (left, *strings)), opening=opening, closing=closing)


def _joint(reading: Reading) -> Iterator[tuple[str, str, str]]:
    """Every opening, closing and first left delimiter that agree, best first; it raises when there are none."""
    ground, lefts, found = Ground(reading.lessons), first_lefts("OCLR", reading), False
    closings = Closings(ground, stop=True)
    for rank, left in enumerate(strings_of([lefts])[0]):
        for opening, closing in _around(ground, closings, left, left):
            found = True
            yield opening, closing, left
        if rank == 0 and not found and _hopeless(ground, closings, lefts):
            break
    if not found:
        reason = "no string that opens every record keeps it from what else looks like its beginning"
        raise NoConsistentWrapper(kind="OCLR", field=reading.order[0], constraint=C4, reason=reason)


def first_lefts(kind: str, reading: Reading) -> Candidates:
    """The strings that end all heads and all gaps between records.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> first_lefts("OCLR", reading).lengths
    range(1, 3)
    """
    begins = [gap._replace(sure=False) for lesson in reading.lessons for gap in lesson.begins]
    return left_of(kind, reading.order[0], begins)


def _hopeless(ground: Ground[Lesson], closings: Closings, lefts: Candidates) -> bool:
    """Whether certainly no first left delimiter has an opening and a closing."""
    longest, shortest = lefts.string(lefts.most), lefts.string(lefts.least)
    return next(_around(ground, closings, longest, shortest), None) is None


def _around(ground: Ground[Lesson], closings: Closings, longest: str, shortest: str) -> Iterator[tuple[str, str]]:
    """The openings and closings for first left delimiters from one to another."""
    heads, between = zones_of(ground, longest, shortest)
    empty = [
        Place(ground.page(at), 0, len(lesson.source)) for at, lesson in enumerate(ground.lessons) if not lesson.rows
    ]
    found = openings(ground, [*heads, *between], [*empty, *(zone.before(ground) for zone in heads)])
    for opening in tried(ground, found, "last"):
        yield from ((opening, closing) for closing in closings.of(opening, between))
