"""When a wrapper agrees with a labelled page: one predicate per constraint, each exactly what execution would do.

Legend

    lesson    a page and its complete label, divided into head, gaps and tail
    gap       what stands between two values; a delimiter lies within one
    found     where a search that begins at some place would find the delimiter; -1 when nowhere

Constraints C1 to C5 are numbered as in the thesis (figure 4.3 and section 5.2.4), whose nested classes have none;
theirs are called N1 and N2 here. Differences: C1 also refuses a right delimiter that is found across the end of its
value; what must hold of the tail is said for LR too; on a page without records head and tail are both the whole page.
"""

from collections.abc import Sequence

from unweave.delimiters.candidates import Gap
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.nest import Nest, Step
from unweave.page import Span
from unweave.program import Scan


def agrees(scan: Scan, lesson: Lesson) -> bool:
    """Whether a flat scan agrees with a completely labelled page: the constraints of its class hold.

    >>> from unweave.program import Cut
    >>> lesson = Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> agrees(Scan((Cut("a", "[", "]"), Cut("b", "(", ")"))), lesson)
    True
    """
    inner = all(
        right_delimiter_ends_values(cut.right, lesson.rights[at])
        and (at == 0 or left_delimiter_begins_values(cut.left, lesson.lefts[at]))
        for at, cut in enumerate(scan.cuts)
        if lesson.rows
    )
    return inner and _outer(scan, lesson)


def _outer(scan: Scan, lesson: Lesson) -> bool:
    first = scan.cuts[0].left
    if scan.head and scan.opening:
        return all_five_agree(scan.head, scan.tail, scan.opening, scan.closing, first, lesson)
    if scan.opening:
        return opening_closing_and_first_left_agree(scan.opening, scan.closing, first, lesson)
    if scan.head:
        return head_tail_and_first_left_agree(scan.head, scan.tail, first, lesson)
    return first_left_begins_records(first, lesson)


def right_delimiter_ends_values(right: str, values: Sequence[tuple[Span, Gap]]) -> bool:
    """C1: a search from the beginning of each value finds the delimiter at its end, within the gap behind it.

    >>> right_delimiter_ends_values("abab", [(Span(0, 3), Gap("xababab", 3, 7))])
    False
    """
    return all(gap.source.find(right, value.start) == value.end <= gap.end - len(right) for value, gap in values)


def left_delimiter_begins_values(left: str, gaps: Sequence[Gap]) -> bool:
    """C2: a search from the beginning of each gap finds the delimiter at its end.

    >>> left_delimiter_begins_values(">", [Gap("<b> <i>242", 0, 7)])
    False
    """
    return all(0 <= gap.source.find(left, gap.start) == gap.end - len(left) for gap in gaps)


def first_left_begins_records(left: str, lesson: Lesson) -> bool:
    """C2 for l_1 of LR: it begins each record, and does not occur behind the last.

    >>> lesson = Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> first_left_begins_records("[", lesson), first_left_begins_records("(", lesson)
    (True, False)
    """
    behind = lesson.tail.source.find(left, lesson.tail.start)
    return behind < 0 and (not lesson.rows or left_delimiter_begins_values(left, lesson.lefts[0]))


def head_tail_and_first_left_agree(head: str, tail: str, left: str, lesson: Lesson) -> bool:
    """C3: behind h each record begins with l_1, in front of the next t; behind the last record t comes first.

    >>> lesson = Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> head_tail_and_first_left_agree("h", "t", "[", lesson), head_tail_and_first_left_agree("h", "h", "[", lesson)
    (True, False)
    """
    at = _in_head(head, lesson)
    if at < 0 or not _in_tail(tail, lesson):
        return False
    if not lesson.rows:
        return _stops(lesson.source, tail, left, at)
    starts = [at, *(gap.start for gap in lesson.between)]
    return all(
        _begins(lesson.source, left, tail, start, gap.end) for start, gap in zip(starts, lesson.lefts[0], strict=True)
    ) and _stops(lesson.source, tail, left, lesson.tail.start)


def opening_closing_and_first_left_agree(opening: str, closing: str, left: str, lesson: Lesson) -> bool:
    """C4: between records c, o and l_1 are found, l_1 where the next one begins; behind the last c, but then no o.

    >>> lesson = Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> opening_closing_and_first_left_agree("h", "t", "[", lesson)
    True
    """
    if not lesson.rows:
        return opening not in lesson.source
    last = _closed(closing, lesson.tail)
    return (
        all(_opens(opening, left, start, gap) for start, gap in _searches(0, closing, lesson))
        and last >= 0
        and lesson.source.find(opening, last) < 0
    )


def all_five_agree(head: str, tail: str, opening: str, closing: str, left: str, lesson: Lesson) -> bool:
    """C5: as C4 behind h, each o in front of the next t; behind the last record and c, t comes before any o.

    >>> lesson = Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> all_five_agree("h", "t", "[", ")", "[", lesson)
    True
    """
    at = _in_head(head, lesson)
    if at < 0 or not _in_tail(tail, lesson):
        return False
    if not lesson.rows:
        return _stops(lesson.source, tail, opening, at)
    last = _closed(closing, lesson.tail)
    return (
        all(
            _opens(opening, left, start, gap) and not _before(lesson.source, tail, opening, start)
            for start, gap in _searches(at, closing, lesson)
        )
        and last >= 0
        and _stops(lesson.source, tail, opening, last)
    )


def _searches(first: int, closing: str, lesson: Lesson) -> list[tuple[int, Gap]]:
    """Where the search for each opening begins, and the gap that the opening lies in."""
    starts = [first, *(_closed(closing, gap) for gap in lesson.between)]
    return list(zip(starts, lesson.lefts[0], strict=True))


def _in_head(head: str, lesson: Lesson) -> int:
    """Where h is found, within the head; -1 when nowhere."""
    return lesson.source.find(head, 0, lesson.head.end)


def _in_tail(tail: str, lesson: Lesson) -> bool:
    return lesson.source.find(tail, lesson.tail.start) >= 0


def _begins(source: str, left: str, tail: str, start: int, end: int) -> bool:
    """Whether a search from the start finds l_1 right before the value, and t not before (or at) it."""
    found = source.find(left, start, end)
    return 0 <= found == end - len(left) and not 0 <= source.find(tail, start) <= found


def _stops(source: str, tail: str, next_one: str, start: int) -> bool:
    """Whether the loop ends: what would begin the next record does not occur, or t comes before (or at) it."""
    return source.find(next_one, start) < 0 or _before(source, tail, next_one, start)


def _before(source: str, tail: str, next_one: str, start: int) -> bool:
    found = source.find(next_one, start)
    return 0 <= source.find(tail, start) <= found


def _closed(closing: str, gap: Gap) -> int:
    """Where c is found within the gap; -1 when nowhere."""
    return gap.source.find(closing, gap.start, gap.end)


def _opens(opening: str, left: str, start: int, gap: Gap) -> bool:
    """Whether o occurs in the gap, and searches from the start find it and then l_1 right before the value."""
    inside = gap.source.find(opening, gap.start, gap.end) >= 0
    found = gap.source.find(opening, start) if inside and start >= 0 else -1
    return found >= 0 and 0 <= gap.source.find(left, found, gap.end) == gap.end - len(left)


def levels_agree(lefts: Sequence[str], nest: Nest, head: str = "", tail: str = "") -> bool:
    """N1 and, with head and tail, N2: every gap leads to the level behind it, and the tail to none.

    >>> nest = Nest("p1", "[I](1)", ((1, Span(1, 2)), (2, Span(4, 5))), depth=2)
    >>> levels_agree(["[", "("], nest), levels_agree(["[", "["], nest)
    (True, False)
    """
    at = nest.source.find(head, 0, nest.head.end)
    if at < 0 or nest.source.find(tail, nest.tail.start) < 0:
        return False
    first, *others = nest.steps
    return all(_leads(lefts, tail, step, at if step is first else step.gap.start) for step in (first, *others))


def _leads(lefts: Sequence[str], tail: str, step: Step, start: int) -> bool:
    """Whether a search finds the level behind the gap first, right before its value; or, in the tail, none."""
    gap = step.gap
    found = [(gap.source.find(left, start), -level) for level, left in enumerate(lefts[: step.before + 1], 1)]
    begin, level = min((each for each in found if each[0] >= 0), default=(-1, 0))
    stopped = begin < 0 or (bool(tail) and 0 <= gap.source.find(tail, start) <= begin)
    if not step.level:
        return stopped
    return not stopped and -level == step.level and begin == gap.end - len(lefts[step.level - 1])
