"""When a wrapper agrees with a labelled page: one predicate per constraint, each exactly what execution would do.

Legend

    page       a page and its complete label, divided into head, fragments between values, and tail
    fragment   the text between two values; a delimiter lies within one
    found      the position at which a search from some other position finds the delimiter; -1 when there is none

Constraints C1 to C5 are numbered as in the thesis (figure 4.3 and section 5.2.4). Its nested classes have no numbers;
theirs are called N1 and N2 here. C1, C2 and C4 need no predicate: ``candidates`` and ``oclr`` compute exactly the
strings that satisfy them (the tests compare with their definitions). Departure: on a page without records head and
tail are both the whole page.
"""

from collections.abc import Sequence

from unweave.delimiters.labelled_page import FlatPage, Fragment, NestedPage, Transition


def head_tail_and_first_left_agree(head: str, tail: str, left: str, page: FlatPage) -> bool:
    """C3: after h each record begins with l_1, before the next t; after the last record t comes first.

    >>> from unweave.page import Span
    >>> page = FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> head_tail_and_first_left_agree("h", "t", "[", page), head_tail_and_first_left_agree("h", "h", "[", page)
    (True, False)
    """
    at = _in_head(head, page)
    if at < 0 or not _in_tail(tail, page):
        return False
    if not page.rows:
        return _stops(page.source, tail, left, at)
    starts = [at, *(fragment.start for fragment in page.between)]
    return all(
        _begins(page.source, left, tail, start, fragment.end)
        for start, fragment in zip(starts, page.lefts[0], strict=True)
    ) and _stops(page.source, tail, left, page.tail.start)


def all_five_agree(head: str, tail: str, opening: str, closing: str, left: str, page: FlatPage) -> bool:
    """C5: as C4 after h, each o before the next t; after the last record and c, t comes before any o.

    >>> from unweave.page import Span
    >>> page = FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> all_five_agree("h", "t", "[", ")", "[", page)
    True
    """
    at = _in_head(head, page)
    if at < 0 or not _in_tail(tail, page):
        return False
    if not page.rows:
        return _stops(page.source, tail, opening, at)
    last = _closed(closing, page.tail)
    return (
        all(
            _opens(opening, left, start, fragment) and not _before(page.source, tail, opening, start)
            for start, fragment in _searches(at, closing, page)
        )
        and last >= 0
        and _stops(page.source, tail, opening, last)
    )


def _searches(first: int, closing: str, page: FlatPage) -> list[tuple[int, Fragment]]:
    """Where the search for each opening begins, and the fragment that the opening lies in."""
    starts = [first, *(_closed(closing, fragment) for fragment in page.between)]
    return list(zip(starts, page.lefts[0], strict=True))


def _in_head(head: str, page: FlatPage) -> int:
    """Where h is found, within the head; -1 when nowhere."""
    return page.source.find(head, 0, page.head.end)


def _in_tail(tail: str, page: FlatPage) -> bool:
    return page.source.find(tail, page.tail.start) >= 0


def _begins(source: str, left: str, tail: str, start: int, end: int) -> bool:
    """Whether a search from the start finds l_1 immediately before the value, and t not before (or at) it."""
    found = source.find(left, start, end)
    return 0 <= found == end - len(left) and not 0 <= source.find(tail, start) <= found


def _stops(source: str, tail: str, following: str, start: int) -> bool:
    """Whether the loop ends: the string that begins the next record does not occur, or t comes before (or at) it."""
    return source.find(following, start) < 0 or _before(source, tail, following, start)


def _before(source: str, tail: str, following: str, start: int) -> bool:
    found = source.find(following, start)
    return 0 <= source.find(tail, start) <= found


def _closed(closing: str, fragment: Fragment) -> int:
    """Where c is found within the fragment; -1 when nowhere."""
    return fragment.source.find(closing, fragment.start, fragment.end)


def _opens(opening: str, left: str, start: int, fragment: Fragment) -> bool:
    """Whether o occurs in the fragment, and searches from the start find it and then l_1 directly before the value."""
    inside = fragment.source.find(opening, fragment.start, fragment.end) >= 0
    found = fragment.source.find(opening, start) if inside and start >= 0 else -1
    return found >= 0 and 0 <= fragment.source.find(left, found, fragment.end) == fragment.end - len(left)


def levels_agree(lefts: Sequence[str], page: NestedPage, head: str = "", tail: str = "") -> bool:
    """N1 and, with head and tail, N2: every fragment leads to the level after it, and the tail to none.

    >>> from unweave.page import Span
    >>> page = NestedPage("p1", "[I](1)", ((1, Span(1, 2)), (2, Span(4, 5))), depth=2)
    >>> levels_agree(["[", "("], page), levels_agree(["[", "["], page)
    (True, False)
    """
    at = page.source.find(head, 0, page.head.end)
    if at < 0 or page.source.find(tail, page.tail.start) < 0:
        return False
    first, *others = page.transitions
    return all(_leads(lefts, tail, each, at if each is first else each.fragment.start) for each in (first, *others))


def _leads(lefts: Sequence[str], tail: str, transition: Transition, start: int) -> bool:
    """Whether a search finds the level after the fragment first, directly before its value; or, in the tail, none."""
    fragment = transition.fragment
    found = [
        (fragment.source.find(left, start), -level) for level, left in enumerate(lefts[: transition.before + 1], 1)
    ]
    begin, level = min((each for each in found if each[0] >= 0), default=(-1, 0))
    stopped = begin < 0 or (bool(tail) and 0 <= fragment.source.find(tail, start) <= begin)
    if not transition.level:
        return stopped
    return not stopped and -level == transition.level and begin == fragment.end - len(lefts[transition.level - 1])
