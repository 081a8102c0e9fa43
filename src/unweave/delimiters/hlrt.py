"""HLRT: LR behind a head delimiter and in front of a tail delimiter.

Legend

    wrapper    <P> <HR> <B> </B> <I> </I>      h t l1 r1 l2 r2
    C3         h, t and l_1 together: behind h each record begins with l_1, in front of the next t; behind the last one
               t comes before (or at) any further l_1

The delimiters inside a record are those of LR. For each l_1, in the order of preference, h and t matter only through
where they are found (see ``frame``). l_1 is one of the suffixes that all heads and gaps between records share; those
that LR would accept come first, since then nothing hangs on h and t.

The class, as bounded here: h is a non-empty substring of every head, t of every tail.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from unweave.delimiters.choice import preferred
from unweave.delimiters.constraints import head_tail_and_first_left_agree
from unweave.delimiters.delimited import DelimiterWrapper
from unweave.delimiters.frame import Frame, Pair, Range, count_pairs, frames
from unweave.delimiters.ground import Ground
from unweave.delimiters.landmarks import Place
from unweave.delimiters.learning import learned
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.lr import cuts
from unweave.delimiters.reading import Reading, Terms, complete, readings
from unweave.delimiters.sides import left_of, sides, with_strings
from unweave.errors import NoConsistentWrapper
from unweave.program import Scan
from unweave.records import Example

C3 = "C3, head, tail and first left delimiter"


@dataclass(frozen=True, slots=True, kw_only=True)
class HLRT:
    """Learns a head and a tail delimiter, and a left and a right one per field.

    >>> from unweave.page import Page
    >>> page = Page("<b>Codes</b><p><b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i><br><hr><b>End</b>")
    >>> shown = [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]
    >>> scan = HLRT().learn([Example.from_values(page, shown)]).scan
    >>> scan.head, scan.tail, scan.cuts[0].left
    ('<p>', '<hr>', '<b>')
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The HLRT wrapper that agrees with the examples and is preferred, or it raises NoConsistentWrapper."""
        terms = Terms("HLRT", empty=self.empty_values)
        return learned("hlrt", examples, readings(examples, terms), scans, terms)

    def count_consistent(self, examples: Sequence[Example]) -> int:
        """How many HLRT wrappers agree with examples of which everything is known, without listing them.

        >>> from unweave.page import Page
        >>> HLRT().count_consistent([Example.from_values(Page("h[A]t"), [{"a": "A"}])])
        30
        """
        return count(complete(examples, Terms("HLRT", empty=self.empty_values)))


def scans(reading: Reading) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> scan = next(scans(reading))
    >>> scan.head, scan.tail, [(cut.left, cut.right) for cut in scan.cuts]
    ('h', 't', [('h[', ']'), ('](', ')')])
    """
    rest = sides("HLRT", reading, first=1)
    for (head, tail, left), strings in with_strings(joint(reading), rest.strings()):
        yield Scan(cuts(reading.order, (left, *strings)), head=head, tail=tail)


def joint(reading: Reading) -> Iterator[tuple[str, str, str]]:
    """Every head, tail and first left delimiter that agree, best first; it raises when there are none.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> next(joint(reading))
    ('h', 't', 'h[')
    """
    ground, found = Ground(reading.lessons), False
    for left in first_lefts("HLRT", reading):
        for head, tail in framed(ground, left):
            found = True
            yield head, tail, left
    if not found:
        reason = "no string of the heads and no string of the tails keep it from what looks like a record there"
        raise NoConsistentWrapper(kind="HLRT", field=reading.order[0], constraint=C3, reason=reason)


def first_lefts(kind: str, reading: Reading) -> Iterator[str]:
    """The candidates for l_1, best first, but those that do without head and tail before the others.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> list(first_lefts("HLRT", reading))
    ['h[', '[']
    """
    begins = [gap for lesson in reading.lessons for gap in lesson.begins]
    candidates = left_of(kind, reading.order[0], begins)
    alone = candidates.at_least(lambda left: all(_alone(left, lesson) for lesson in reading.lessons))
    yield from map(alone.string, preferred(alone))
    others = replace(candidates, most=alone.least - 1)
    yield from map(others.string, preferred(others))


def count(reading: Reading) -> int:
    """How many HLRT wrappers agree with a reading.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> count(reading)
    120
    """
    try:
        rest = sides("HLRT", reading, first=1)
        lefts = list(first_lefts("HLRT", reading))
    except NoConsistentWrapper:
        return 0
    ground = Ground(reading.lessons)
    return rest.count * sum(_count(ground, left) for left in lefts)


def _count(ground: Ground[Lesson], left: str) -> int:
    """How many pairs of head and tail agree with a first left delimiter."""
    if all(lesson.rows for lesson in ground.lessons):
        return count_pairs(ground, frame_of(ground, left))
    return sum(1 for _ in framed(ground, left))


def framed(ground: Ground[Lesson], left: str) -> Iterator[Pair]:
    """The heads and tails that agree with a first left delimiter, best first.

    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))])
    >>> next(framed(ground, "["))
    ('h', 't')
    """
    frame = frame_of(ground, left)
    whole = tuple(
        window if lesson.rows else (0, window[1]) for window, lesson in zip(frame.windows, ground.lessons, strict=True)
    )
    return frames(ground, frame, replace(frame, windows=whole), partial(_agree, ground.lessons, left))


def frame_of(ground: Ground[Lesson], left: str) -> Frame:
    """Where head and tail may be found for a first left delimiter; on a page without records, h behind the last l_1.

    >>> from unweave.page import Span
    >>> frame = frame_of(Ground([Lesson("p1", "h[A](B)t[", ((Span(2, 3), Span(5, 6)),))]), "[")
    >>> frame.windows, frame.limits
    (((0, 2),), ((6, 9),))
    """
    numbered = list(enumerate(ground.lessons))
    windows = [_window(lesson, left) for lesson in ground.lessons]
    zones = [
        Place(ground.page(at), gap.start, gap.end - len(left) + 1)
        for at, lesson in numbered
        for gap in lesson.between
        if gap.sure
    ]
    apart = [Place(ground.page(at), *windows[at]) for at, lesson in numbered if lesson.rows and lesson.head.sure]
    return Frame(tuple(windows), tuple(_limit(lesson, left) for lesson in ground.lessons), tuple(zones), tuple(apart))


def _alone(left: str, lesson: Lesson) -> bool:
    """Whether l_1 is fooled neither by the head nor by the tail."""
    head, tail = lesson.head, lesson.tail
    in_head = not lesson.rows or not head.sure or head.source.find(left, 0, head.end) == head.end - len(left)
    return in_head and (not tail.sure or tail.source.find(left, tail.start) < 0)


def _window(lesson: Lesson, left: str) -> Range:
    if not lesson.rows:
        return lesson.source.rfind(left) + 1, len(lesson.source)
    if not lesson.head.sure:
        return 0, lesson.head.end
    return lesson.source.rfind(left, 0, lesson.head.end - 1) + 1, lesson.head.end - len(left) + 1


def _limit(lesson: Lesson, left: str) -> Range:
    first = lesson.source.find(left, lesson.tail.start) if lesson.rows and lesson.tail.sure else -1
    return lesson.tail.start, len(lesson.source) if first < 0 else first + 1


def _agree(lessons: Sequence[Lesson], left: str, head: str, tail: str) -> bool:
    return all(head_tail_and_first_left_agree(head, tail, left, lesson) for lesson in lessons if lesson.plain)
