"""The constraints of the thesis that only tests need: C1, C2 and C4, and whether a flat scan satisfies all its own.

C3 and C5 are in ``unweave.delimiters.constraints``, where the learners use them.
"""

from collections.abc import Sequence

from unweave.delimiters.constraints import (
    _closed,
    _opens,
    _searches,
    all_five_agree,
    head_tail_and_first_left_agree,
)
from unweave.delimiters.labelled_page import FlatPage, FollowedValue, Fragment
from unweave.program import Scan


def agrees(scan: Scan, page: FlatPage) -> bool:
    """Whether a flat scan agrees with a completely labelled page: the constraints of its class hold."""
    inner = all(
        right_delimiter_ends_values(cut.right, page.rights[at])
        and (at == 0 or left_delimiter_begins_values(cut.left, page.lefts[at]))
        for at, cut in enumerate(scan.cuts)
        if page.rows
    )
    return inner and _outer(scan, page)


def _outer(scan: Scan, page: FlatPage) -> bool:
    first = scan.cuts[0].left
    if scan.head and scan.opening:
        return all_five_agree(scan.head, scan.tail, scan.opening, scan.closing, first, page)
    if scan.opening:
        return opening_closing_and_first_left_agree(scan.opening, scan.closing, first, page)
    if scan.head:
        return head_tail_and_first_left_agree(scan.head, scan.tail, first, page)
    return first_left_begins_records(first, page)


def right_delimiter_ends_values(right: str, values: Sequence[FollowedValue]) -> bool:
    """C1: a search from the beginning of each value finds the delimiter at its end, within the fragment after it."""
    return all(
        fragment.source.find(right, value.start) == value.end <= fragment.end - len(right) for value, fragment in values
    )


def left_delimiter_begins_values(left: str, fragments: Sequence[Fragment]) -> bool:
    """C2: a search from the beginning of each fragment finds the delimiter at its end."""
    return all(0 <= fragment.source.find(left, fragment.start) == fragment.end - len(left) for fragment in fragments)


def first_left_begins_records(left: str, page: FlatPage) -> bool:
    """C2 for l_1 of LR: it begins each record, and does not occur after the last."""
    after = page.tail.source.find(left, page.tail.start)
    return after < 0 and (not page.rows or left_delimiter_begins_values(left, page.lefts[0]))


def opening_closing_and_first_left_agree(opening: str, closing: str, left: str, page: FlatPage) -> bool:
    """C4: between records c, o and l_1 are found, l_1 where the next one begins; after the last, c, but then no o."""
    if not page.rows:
        return opening not in page.source
    last = _closed(closing, page.tail)
    return (
        all(_opens(opening, left, start, fragment) for start, fragment in _searches(0, closing, page))
        and last >= 0
        and page.source.find(opening, last) < 0
    )
