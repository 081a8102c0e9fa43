"""The delimiters that do not depend on one another: every right one, and the left ones but the first.

Legend

    Sides(lefts=(...), rights=(...))      the candidates for each field; the class itself decides those that are missing

Each is an interval of lengths (see ``candidates``), so counting them is a product and choosing them is one choice each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice
from math import prod
from typing import Any, TypeVar

from unweave.clock import look
from unweave.delimiters.candidates import Candidates, Gap, left_candidates, right_candidates
from unweave.delimiters.choice import preferred
from unweave.delimiters.lesson import lefts_of, rights_of
from unweave.delimiters.reading import Reading
from unweave.errors import NoConsistentWrapper
from unweave.page import Span

C1 = "C1, the right delimiter"
C2 = "C2, the left delimiter"
PATIENCE = 40
"""How many choices of the jointly decided delimiters are tried before the next one of another."""

Item = TypeVar("Item")
First = TypeVar("First")


@dataclass(frozen=True, slots=True)
class Sides:
    """Per field, the candidates for its left and its right delimiter.

    >>> right = Candidates("<b>Congo</b> ", 8, "right", least=2, most=4)
    >>> Sides((), (right,)).count
    3
    """

    lefts: tuple[Candidates, ...]
    rights: tuple[Candidates, ...]

    @property
    def count(self) -> int:
        """In how many ways all of them can be chosen."""
        return prod(len(one.lengths) for one in (*self.lefts, *self.rights))

    def strings(self) -> list[Iterator[str]]:
        """The candidates of all left delimiters, then of all right ones, each best first."""
        return strings_of((*self.lefts, *self.rights))


def strings_of(candidates: Sequence[Candidates]) -> list[Iterator[str]]:
    """The strings of some candidates, each best first.

    >>> [next(strings) for strings in strings_of([Candidates("<b>Congo</b> ", 8, "right", least=1, most=5)])]
    ['</b>']
    """
    return [map(one.string, preferred(one)) for one in candidates]


def sides(kind: str, reading: Reading, *, first: int = 0) -> Sides:
    """The candidates of every right delimiter, and of every left one from field number ``first`` on.

    It raises NoConsistentWrapper, with field, page and constraint, where there is none.

    >>> from unweave.delimiters.lesson import Lesson
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> sides("LR", reading).count
    16
    """
    names = list(enumerate(reading.order))
    return Sides(
        tuple(left_of(kind, name, lefts_of(reading.lessons, at)) for at, name in names[first:]),
        tuple(right_of(kind, name, rights_of(reading.lessons, at)) for at, name in names),
    )


def left_of(kind: str, field: str, gaps: Sequence[Gap]) -> Candidates:
    """The left delimiters of a field, given the gaps in front of its values.

    >>> left_of("LR", "code", [Gap("</b> <i>", 0, 8, "p1")]).lengths
    range(2, 9)
    """
    _check_shown(kind, field, gaps)
    found, culprit = left_candidates(gaps)
    if culprit is None:
        return found
    value = _short(culprit.source[culprit.end : culprit.end + 20])
    reason = (
        f"every string that ends what stands before its values occurs earlier too, before {value}"
        if found.most
        else f"what stands before {value} has no ending in common with what stands before its other values"
    )
    raise NoConsistentWrapper(kind=kind, field=field, page=culprit.page, constraint=C2, reason=reason)


def right_of(kind: str, field: str, values: Sequence[tuple[Span, Gap]]) -> Candidates:
    """The right delimiters of a field, given its values and the gaps behind them.

    >>> right_of("LR", "code", [(Span(0, 3), Gap("242</i>", 3, 7, "p1"))]).lengths
    range(1, 5)
    """
    _check_shown(kind, field, values)
    found, culprit = right_candidates(values)
    if culprit is None:
        return found
    (start, end), gap = culprit
    value = _short(gap.source[start:end])
    reason = (
        f"every string that follows its values is found before the end of {value}"
        if found.most
        else f"what follows {value} has no beginning in common with what follows its other values"
    )
    raise NoConsistentWrapper(kind=kind, field=field, page=gap.page, constraint=C1, reason=reason)


def best_first(lists: Sequence[Iterator[Item]], *, patience: int = 1) -> Iterator[tuple[Item, ...]]:
    """One item of each list, in every combination, the earlier items of all lists first; the lists may be long.

    With ``patience`` so many items of the first list are tried before the next ones of the others.

    >>> list(best_first([iter("ab"), iter("xy")]))
    [('a', 'x'), ('a', 'y'), ('b', 'x'), ('b', 'y')]
    """
    seen: list[list[Item]] = [[] for _ in lists]

    def item(which: int, rank: int) -> list[Item]:
        """The item of that rank, or nothing when the list is shorter."""
        known = seen[which]
        if rank >= len(known):
            known.extend(islice(lists[which], rank + 1 - len(known)))
        return known[rank : rank + 1]

    heap = [(0, (0,) * len(lists), 0)]
    while heap:
        look()
        total, ranks, last = heappop(heap)
        picked = [item(which, rank) for which, rank in enumerate(ranks)]
        if not all(picked):
            continue
        yield tuple(one for (one,) in picked)
        for which in range(last, len(ranks)):  # each combination is reached once: ranks are raised from left to right
            raised = (*ranks[:which], ranks[which] + 1, *ranks[which + 1 :])
            heappush(heap, (total + (patience if which else 1), raised, which))


def with_strings(joint: Iterator[First], strings: Sequence[Iterator[str]]) -> Iterator[tuple[First, tuple[str, ...]]]:
    """What is decided jointly together with a choice of the other delimiters, best first; the joint part varies most.

    >>> list(with_strings(iter([1, 2]), [iter("ab")]))
    [(1, ('a',)), (2, ('a',)), (1, ('b',)), (2, ('b',))]
    """
    lists: list[Iterator[Any]] = [joint, *strings]
    for one, *others in best_first(lists, patience=PATIENCE):
        yield one, tuple(others)


def _check_shown(kind: str, field: str, places: Sequence[object]) -> None:
    if not places:
        reason = "none of its values is shown, so its delimiters cannot be learned"
        raise NoConsistentWrapper(kind=kind, field=field, reason=reason)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
