"""HOCLRT: OCLR after a head delimiter and before a tail delimiter.

Legend

    wrapper    <P> <HR> <LI> <BR> <B> </B> <I> </I>      h t o c l1 r1 l2 r2
    C5         h, t, o, c and l_1 together: after h the first o leads to the first record, before any t; after each
               record comes c, then o before any t, then l_1 where the next begins; after the last one and c, t comes
               before (or at) any further o
    closed     (4, 9)     where c is found in each fragment between records and each tail
    opened     (5, -1)    where o is found after that; -1 when it is not

What HLRT can wrap, HOCLRT can, with o = l_1 and an empty c (theorem 5.1): that is preferred. Otherwise, for each l_1,
o and c, in the order of preference, h and t are found as in HLRT, with o in place of l_1 (see ``head_tail``). t depends
on o and c only through ``closed`` and ``opened``; of those with the same positions one is tried, and what led to no t
is remembered, whatever l_1 it was for. When much has led to nothing, all closings of an opening are tested together
(see ``closing_filter``). No consistent wrapper is lost.

Departure: the thesis's printed algorithm draws o, c and t from the head; ours draws each from where its constraint
has it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NamedTuple

from unweave.delimiters import hlrt
from unweave.delimiters.candidates import Candidates, field_candidates
from unweave.delimiters.choice import strings_of, with_independent
from unweave.delimiters.closing_filter import ClosingFilter, Positions, positions_of
from unweave.delimiters.common_substrings import FragmentIndex, occurrences
from unweave.delimiters.constraints import all_five_agree
from unweave.delimiters.head_tail import HeadTailRanges, Pair, Range, heads_and_tails
from unweave.delimiters.interpretations import Interpretation, WrapperClass, interpretations
from unweave.delimiters.labelled_page import FlatPage
from unweave.delimiters.learning import learn_wrapper
from unweave.delimiters.lr import cuts
from unweave.delimiters.oclr import Closings, OpeningRange, first_lefts, opened_by_first_left, opening_ranges, openings
from unweave.delimiters.wrapper import DelimiterWrapper
from unweave.errors import NoConsistentWrapper
from unweave.program import Scan
from unweave.records import Example
from unweave.tuning import FAILURES_BEFORE_FILTER

C5 = "C5, head, tail, opening, closing and first left delimiter"


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
        """The preferred HOCLRT wrapper that is consistent with the examples, or it raises NoConsistentWrapper."""
        wrapper_class = WrapperClass("hoclrt", empty=self.empty_values)
        return learn_wrapper(wrapper_class, examples, interpretations(examples, wrapper_class), scans)


def scans(shown: Interpretation[FlatPage]) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> shown = Interpretation(("a", "b"), (FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> next(scans(shown)).opening
    'h['
    """
    return chain(opened_by_first_left(hlrt.scans, shown), _opened(shown))


def _opened(shown: Interpretation[FlatPage]) -> Iterator[Scan]:
    rest = field_candidates("HOCLRT", shown, first=1)
    for (around, left), strings in with_independent(_joint(shown), strings_of(rest.all)):
        yield Scan(cuts(shown.order, (left, *strings)), *around)


def _joint(shown: Interpretation[FlatPage]) -> Iterator[tuple[tuple[str, str, str, str], str]]:
    """Every head, tail, opening and closing with a first left delimiter that agree; it raises when there are none."""
    lefts, found = first_lefts("HOCLRT", shown), False
    pairs = _OpeningsAndClosings(FragmentIndex(shown.pages))
    for rank, left in enumerate(strings_of([lefts])[0]):
        for one in pairs.between(left, left):
            agree = partial(_agree, shown.pages, one.opening, one.closing, left)
            for head, tail in pairs.heads_and_tails(one, agree):
                found = True
                yield (head, tail, one.opening, one.closing), left
        if rank == 0 and not found and pairs.are_excluded(lefts):
            break
    if not found:
        reason = (
            "no strings of head, tail and fragments exclude the other text that looks like the beginning of a record"
        )
        raise NoConsistentWrapper(kind="HOCLRT", field=shown.order[0], constraint=C5, reason=reason)


class _OpeningAndClosing(NamedTuple):
    """An opening, a closing, where h may be found with them, and where they are found (see the legend)."""

    opening: str
    closing: str
    heads: tuple[Range, ...]
    closed: Positions
    opened: Positions


class _OpeningsAndClosings:
    """Finds openings and closings that have a head and a tail, and remembers what led to nothing."""

    def __init__(self, index: FragmentIndex[FlatPage]) -> None:
        self._index = index
        self._closings = Closings(index, last=False)
        self._fragments = [(at, each) for at, page in enumerate(index.pages) for each in (*page.between, page.tail)]
        self._filter = ClosingFilter(index, self._fragments)
        self._failures = 0
        self._closed: dict[str, Positions] = {}
        self._without_tail: set[tuple[Positions, Positions]] = set()

    def are_excluded(self, lefts: Candidates) -> bool:
        """Whether certainly no first left delimiter has all the others."""
        return not any(map(self._has_tail, self.between(lefts.string(lefts.most), lefts.string(lefts.least))))

    def between(self, longest: str, shortest: str) -> Iterator[_OpeningAndClosing]:
        """The openings and closings for l_1 from the longest to the shortest; of those found alike the first."""
        heads, between = opening_ranges(self._index, longest, shortest)
        found, seen = openings(self._index, [*heads, *between], []), set()
        for opening in self._index.tried(found, "last"):
            ranges: tuple[Range, ...] = ()
            in_heads: tuple[Positions, ...] = ()
            for closing, closed, opened in self._closings_of(opening, between):
                if not ranges:
                    ranges, in_heads = self._head_ranges(heads, opening), self._in_heads(opening)
                if (in_heads, closed, opened) not in seen:
                    seen.add((in_heads, closed, opened))
                    yield _OpeningAndClosing(opening, closing, ranges, closed, opened)

    def heads_and_tails(self, one: _OpeningAndClosing, agree: Callable[[str, str], bool]) -> Iterator[Pair]:
        """The heads and tails that go with an opening and a closing, best first."""
        return heads_and_tails(self._index, self._ranges(one), agree) if self._has_tail(one) else iter(())

    def _closings_of(self, opening: str, between: Sequence[OpeningRange]) -> Iterator[tuple[str, Positions, Positions]]:
        """The closings that go with an opening, those found at the same positions once."""
        possible = self._filter.possible(opening, between) if self._failures >= FAILURES_BEFORE_FILTER else None
        seen: set[Positions] = set()
        for closing in self._closings.of(opening, between) if possible != set() else ():
            closed = self._closed.get(closing)
            if closed is None:
                closed = self._closed[closing] = positions_of(self._fragments, closing)
            if closed not in seen and (possible is None or closed in possible):
                each = zip(self._fragments, closed, strict=True)
                yield closing, closed, tuple([fragment.source.find(opening, at) for (_, fragment), at in each])
            seen.add(closed)
        self._failures += not seen

    def _in_heads(self, opening: str) -> tuple[Positions, ...]:
        return tuple(tuple(occurrences(page.source, opening, page.head.end)) for page in self._index.pages)

    def _head_ranges(self, heads: Sequence[OpeningRange], opening: str) -> tuple[Range, ...]:
        by_page = {each.page: each for each in heads}
        return tuple(_head_range(page, by_page.get(at), opening) for at, page in enumerate(self._index.pages))

    def _has_tail(self, one: _OpeningAndClosing) -> bool:
        where = one.closed, one.opened
        if where in self._without_tail:
            return False
        if not self._ranges(one).tail_strings(self._index):
            self._without_tail.add(where)
            self._failures += 1
        return where not in self._without_tail

    def _ranges(self, one: _OpeningAndClosing) -> HeadTailRanges:
        forbidden, tails = [], []
        for (at, fragment), closed, opened in zip(self._fragments, one.closed, one.opened, strict=True):
            page = self._index.pages[at]
            if fragment is page.tail:
                tails.append(_tail_range(page, closed, opened))
            elif fragment.certain:
                forbidden.append(self._index.source(at, closed, opened + 1))
        return HeadTailRanges(one.heads, tuple(tails), tuple(forbidden))


def _head_range(page: FlatPage, opening_range: OpeningRange | None, opening: str) -> Range:
    if opening_range is None:
        return page.source.rfind(opening) + 1, len(page.source)
    return opening_range.bounds(opening) if page.head.certain else (0, page.head.end)


def _tail_range(page: FlatPage, closed: int, opened: int) -> Range:
    if page.rows and page.tail.certain and opened >= 0:
        return closed, opened + 1
    return page.tail.start, len(page.source)


def _agree(pages: Sequence[FlatPage], opening: str, closing: str, left: str, head: str, tail: str) -> bool:
    return all(all_five_agree(head, tail, opening, closing, left, page) for page in pages if page.fully_known)
