"""OCLR: LR with an opening and a closing delimiter around each record.

Legend

    wrapper    <LI> <BR> <B> </B> <I> </I>      o c l1 r1 l2 r2
    C4         o, c and l_1 together: after c comes o, and after o the first l_1 is where the record begins; after the
               last record comes c, and then no o
    range      per fragment before a record, the positions at which o may be found: after the last false l_1, up to
               the true one. An o before it would lead to the false l_1
    bounds     (3, 7)    c must be found from 3 to 7: after the last false o, not after the last true one

What LR can wrap, OCLR can, with o = l_1 and an empty c (theorem 5.1): that is preferred, since nothing else depends on
o and c then. Otherwise, for each l_1 in the order of preference, o and c matter only through where they are found.
Without c (it may be empty) an o must begin in every range and nowhere before one. With c it may, as long as some c is
found after each false o and before a true one. These are common substrings again, for each o; and those that are found
at the same places need to be tried only once.

A longer l_1 has fewer false occurrences, a shorter one a true one further to the right. So a range that is bounded by
the longest and the shortest candidate contains that of every other: where it leads to nothing, no l_1 does.

The class, as bounded here: o is a non-empty substring of every head and every fragment between records; c, which may be
empty, of every fragment between records and every tail.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from unweave.delimiters import lr
from unweave.delimiters.candidates import Candidates, field_candidates, left_candidates
from unweave.delimiters.choice import strings_of, with_independent
from unweave.delimiters.common_substrings import CommonSubstrings, FragmentIndex
from unweave.delimiters.interpretations import Interpretation, WrapperClass, interpretations
from unweave.delimiters.labelled_page import FlatPage, Fragment
from unweave.delimiters.learning import learn_wrapper
from unweave.delimiters.suffix_array import TextRange
from unweave.delimiters.wrapper import DelimiterWrapper
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
        """The preferred OCLR wrapper that is consistent with the examples, or it raises NoConsistentWrapper."""
        wrapper_class = WrapperClass("oclr", empty=self.empty_values)
        return learn_wrapper(wrapper_class, examples, interpretations(examples, wrapper_class), scans)


def scans(shown: Interpretation[FlatPage]) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> shown = Interpretation(("a", "b"), (FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> next(scans(shown)).opening
    'h['
    """
    return chain(opened_by_first_left(lr.scans, shown), _opened(shown))


def opened_by_first_left(
    scans: Callable[[Interpretation[FlatPage]], Iterator[Scan]], shown: Interpretation[FlatPage]
) -> Iterator[Scan]:
    """The scans of a class without opening and closing, opened by the first left delimiter; maybe none.

    >>> from unweave.page import Span
    >>> shown = Interpretation(("a", "b"), (FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> next(opened_by_first_left(lr.scans, shown)).opening
    'h['
    """
    try:
        yield from (replace(scan, opening=scan.cuts[0].left) for scan in scans(shown))
    except NoConsistentWrapper:
        return


def _opened(shown: Interpretation[FlatPage]) -> Iterator[Scan]:
    rest = field_candidates("OCLR", shown, first=1)
    for (opening, closing, left), strings in with_independent(_joint(shown), strings_of(rest.all)):
        yield Scan(lr.cuts(shown.order, (left, *strings)), opening=opening, closing=closing)


def _joint(shown: Interpretation[FlatPage]) -> Iterator[tuple[str, str, str]]:
    """Every opening, closing and first left delimiter that agree, best first; it raises when there are none."""
    index, lefts, found = FragmentIndex(shown.pages), first_lefts("OCLR", shown), False
    closings = Closings(index, last=True)
    for rank, left in enumerate(strings_of([lefts])[0]):
        for opening, closing in _openings_and_closings(index, closings, left, left):
            found = True
            yield opening, closing, left
        if rank == 0 and not found and _excluded(index, closings, lefts):
            break
    if not found:
        reason = "no string that opens every record excludes the other text that looks like its beginning"
        raise NoConsistentWrapper(kind="OCLR", field=shown.order[0], constraint=C4, reason=reason)


def first_lefts(kind: str, shown: Interpretation[FlatPage]) -> Candidates:
    """The strings that end all heads and all fragments between records.

    >>> from unweave.page import Span
    >>> shown = Interpretation(("a", "b"), (FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> first_lefts("OCLR", shown).lengths
    range(1, 3)
    """
    fragments = [each._replace(certain=False) for page in shown.pages for each in page.before_records]
    return left_candidates(kind, shown.order[0], fragments)


def _excluded(index: FragmentIndex[FlatPage], closings: "Closings", lefts: Candidates) -> bool:
    """Whether certainly no first left delimiter has an opening and a closing."""
    longest, shortest = lefts.string(lefts.most), lefts.string(lefts.least)
    return next(_openings_and_closings(index, closings, longest, shortest), None) is None


def _openings_and_closings(
    index: FragmentIndex[FlatPage], closings: "Closings", longest: str, shortest: str
) -> Iterator[tuple[str, str]]:
    """The openings and closings for first left delimiters from one to another."""
    heads, between = opening_ranges(index, longest, shortest)
    empty = [index.source(at, 0, len(page.source)) for at, page in enumerate(index.pages) if not page.rows]
    found = openings(index, [*heads, *between], [*empty, *(each.before(index) for each in heads)])
    for opening in index.tried(found, "last"):
        yield from ((opening, closing) for closing in closings.of(opening, between))


@dataclass(frozen=True, slots=True)
class OpeningRange:
    """Where o may be found in a fragment before a record; ``text`` is the number of the fragment in the index.

    >>> OpeningRange(page=0, text=0, fragment=Fragment("o[A]", 0, 2), first=0, end=2).bounds("o")
    (0, 1)
    """

    page: int
    text: int
    fragment: Fragment
    first: int
    end: int

    def inside(self, index: FragmentIndex[FlatPage]) -> TextRange:
        """The positions on the page at which o may be found."""
        return index.source(self.page, self.first, self.end)

    def before(self, index: FragmentIndex[FlatPage]) -> TextRange:
        """The positions on the page at which it would be found too early."""
        return index.source(self.page, self.fragment.start, self.first)

    def whole(self) -> TextRange:
        """Every position within the fragment."""
        return TextRange(self.text, 0, self.fragment.end - self.fragment.start)

    def bounds(self, opening: str) -> tuple[int, int]:
        """From where to where c must be found, so that the next o is in the range; relative to the fragment."""
        source, start, length = self.fragment.source, self.fragment.start, len(opening)
        last_false = source.rfind(opening, start, self.first - 1 + length)
        last_true = source.rfind(opening, self.first, self.end - 1 + length)
        return max(last_false + 1, start) - start, last_true + 1 - start


def opening_ranges(
    index: FragmentIndex[FlatPage], longest: str, shortest: str
) -> tuple[list[OpeningRange], list[OpeningRange]]:
    """The ranges of all heads, and those of all fragments between records, for l_1 from the longest to the shortest.

    >>> from unweave.page import Span
    >>> heads, between = opening_ranges(FragmentIndex([FlatPage("p", "[o[A]", ((Span(3, 4),),))]), "[", "[")
    >>> (heads[0].first, heads[0].end), between
    ((1, 3), [])
    """

    def found(at: int, text: int, fragment: Fragment) -> OpeningRange:
        false = fragment.source.rfind(longest, fragment.start, fragment.end - 1) if fragment.certain else -1
        first, end = max(false + 1, fragment.start), fragment.end - len(shortest) + 1
        return OpeningRange(at, text, fragment, first, end)

    pages = list(enumerate(index.pages))
    heads = [found(at, index.head(at), page.head) for at, page in pages if page.rows]
    between = [found(at, index.fragment(at, n), each) for at, page in pages for n, each in enumerate(page.between)]
    return heads, between


def openings(
    index: FragmentIndex[FlatPage], ranges: Iterable[OpeningRange], nowhere: Iterable[TextRange]
) -> CommonSubstrings:
    """The strings that occur in every fragment, begin in every range, and begin nowhere in some other ranges.

    >>> from unweave.page import Span
    >>> index = FragmentIndex([FlatPage("p", "o[A]", ((Span(2, 3),),))])
    >>> sorted(openings(index, opening_ranges(index, "[", "[")[0], []).all())
    ['[', 'o', 'o[']
    """
    ranges = list(ranges)
    return index.common([*(each.inside(index) for each in ranges), *(each.whole() for each in ranges)], list(nowhere))


class Closings:
    """The closing delimiters that go with an opening.

    With ``last`` no o may follow the last c of a page. What led to nothing is remembered, whatever l_1 it was for.

    >>> from unweave.page import Span
    >>> index = FragmentIndex([FlatPage("p", "o[A]c-o[B]co", ((Span(2, 3),), (Span(8, 9),)))])
    >>> list(Closings(index, last=True).of("o", opening_ranges(index, "[", "[")[1]))
    []
    """

    def __init__(self, index: FragmentIndex[FlatPage], *, last: bool) -> None:
        self._index, self._last = index, last
        self._tails = [(at, page.tail) for at, page in enumerate(index.pages) if page.rows and page.tail.certain]
        self._without: set[_Occurrences] = set()

    def of(self, opening: str, between: Sequence[OpeningRange]) -> Iterator[str]:
        """Those that go with this opening, the empty one first; none where an opening found alike had none."""
        where = _Occurrences(
            tuple([each.bounds(opening) for each in between]),
            tuple([tail.source.rfind(opening, tail.start) if self._last else -1 for _, tail in self._tails]),
        )
        found = False
        for closing in self._at(where, between) if where not in self._without else ():
            found = True
            yield closing
        if not found:
            self._without.add(where)

    def _at(self, where: "_Occurrences", between: Sequence[OpeningRange]) -> Iterator[str]:
        if all(first == 0 for first, _ in where.bounds) and all(last < 0 for last in where.last):
            yield ""
        everywhere, nowhere = [], []
        for (at, tail), last in zip(self._tails, where.last, strict=True):
            first = max(tail.start, last + 1)
            everywhere.append(self._index.source(at, first, len(tail.source)))
            nowhere.append(self._index.source(at, tail.start, first))
        for each, (first, end) in zip(between, where.bounds, strict=True):
            everywhere.append(TextRange(each.text, first, end))
            nowhere.append(TextRange(each.text, 0, first))
        if everywhere:
            yield from self._index.tried(self._index.common(everywhere, nowhere), "first")


class _Occurrences(NamedTuple):
    """All through which an opening matters to c: its bounds in each fragment, and its last occurrence in each tail."""

    bounds: tuple[tuple[int, int], ...]
    last: tuple[int, ...]
