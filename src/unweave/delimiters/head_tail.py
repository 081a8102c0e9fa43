"""Head and tail delimiters for given left ones: where they may begin, and how the two depend on each other.

Legend, per page

    next         '<b>'   the string that would begin the next record: the first left delimiter, or the opening
    heads        the positions at which h may be found: after the last false beginning of a record in the head, up to
                 the true one
    tails        the positions at which t may be found: after the last record, up to the first false beginning in the
                 tail
    forbidden    between records, where t must not begin: from the end of one up to the beginning of the next
    independent  where t does not begin either if it is to be independent of h: the ranges of the head

Where no t occurs in a range of the head, any h goes with any t. Pairs are tried only when that leads to no answer, and
then by where they are found: for each position the longest h (found last) and the longest t (found least often) are
enough.

The choice: h immediately after what it excludes, t immediately before it (measured on the WIEN sites: text that varies
between the records and a false beginning then does no harm). Where there is nothing to exclude, the first h and the
last t.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from unweave.budget import check_time
from unweave.delimiters.choice import best_first
from unweave.delimiters.common_substrings import CommonSubstrings, FragmentIndex
from unweave.delimiters.labelled_page import LabelledPage
from unweave.delimiters.suffix_array import TextRange
from unweave.tuning import HEAD_TAIL_PAIRS

Pair = tuple[str, str]
Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class HeadTailRanges:
    """Where head and tail delimiters may be found; a range of the head and one of the tail per page.

    >>> from unweave.delimiters.labelled_page import FlatPage
    >>> from unweave.page import Span
    >>> index = FragmentIndex([FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))])
    >>> sorted(HeadTailRanges(heads=((0, 2),), tails=((6, 8),), forbidden=()).head_strings(index).all())
    ['[', 'h', 'h[']
    """

    heads: tuple[Range, ...]
    tails: tuple[Range, ...]
    forbidden: tuple[TextRange, ...]

    def head_strings(self, index: FragmentIndex[Any]) -> CommonSubstrings:
        """The heads: found in every range of a head, and nowhere before it."""
        inside = [TextRange(index.head(at), *head) for at, head in enumerate(self.heads)]
        before = [index.source(at, 0, first) for at, (first, _) in enumerate(self.heads)]
        return index.common(inside, before)

    def tail_strings(self, index: FragmentIndex[Any], *, independent: bool = False) -> CommonSubstrings:
        """The tails: found in every range of a tail, and nowhere that is forbidden."""
        inside = [index.source(at, *tail) for at, tail in enumerate(self.tails)]
        return index.common(inside, [*self.forbidden, *(self.independent(index) if independent else ())])

    def independent(self, index: FragmentIndex[Any]) -> list[TextRange]:
        """The ranges of the heads in which a tail would matter to the head."""
        numbered = zip(index.pages, self.heads, strict=True)
        return [
            index.source(at, *head)
            for at, (page, head) in enumerate(numbered)
            if page.has_records and page.head.certain
        ]

    def after(self, positions: Sequence[int]) -> "HeadTailRanges":
        """The same with each range of a head cut off after a position in it."""
        cut = [(max(first, at + 1), end) for (first, end), at in zip(self.heads, positions, strict=True)]
        return replace(self, heads=tuple(cut))

    def loose(self, pages: Sequence[LabelledPage]) -> "HeadTailRanges":
        """The same, but h may be found anywhere on pages without records."""
        each = zip(self.heads, pages, strict=True)
        return replace(self, heads=tuple([head if page.has_records else (0, head[1]) for head, page in each]))


def head_range(page: LabelledPage, left: str) -> Range:
    """Where h may be found on a page, given the first left delimiter; without records, after the last occurrence of it.

    >>> from unweave.delimiters.labelled_page import FlatPage
    >>> from unweave.page import Span
    >>> head_range(FlatPage("p1", "[h[A]", ((Span(3, 4),),)), "[")
    (1, 3)
    """
    if not page.has_records:
        return page.source.rfind(left) + 1, len(page.source)
    if not page.head.certain:
        return 0, page.head.end
    return page.source.rfind(left, 0, page.head.end - 1) + 1, page.head.end - len(left) + 1


def heads_and_tails(
    index: FragmentIndex[Any], ranges: HeadTailRanges, agree: Callable[[str, str], bool]
) -> Iterator[Pair]:
    """Every head and tail that go together, best first: the head as early, the tail as late as possible.

    Those in the ranges go together when they are independent; of others, and of heads that are found elsewhere on pages
    without records, ``agree`` decides.

    >>> from unweave.delimiters.labelled_page import FlatPage
    >>> from unweave.page import Span
    >>> index = FragmentIndex([FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))])
    >>> next(heads_and_tails(index, HeadTailRanges(heads=((0, 2),), tails=((6, 8),), forbidden=()), str.__ne__))
    ('h', 't')
    """
    done: set[Pair] = set()
    loose = ranges.loose(index.pages)
    tails = ranges.tail_strings(index, independent=True)
    heads = ranges.head_strings(index) if tails else None
    if heads and tails:
        page = index.pages[heads.number].source
        for head, tail in best_first([heads.preferred("first", page=page), tails.preferred("last", page=tails.text)]):
            done.add((head, tail))
            yield head, tail
    if heads is None or heads or loose != ranges:
        yield from (pair for pair in _pairs(index, loose, agree) if pair not in done)


def count_pairs(index: FragmentIndex[Any], ranges: HeadTailRanges) -> int:
    """How many pairs of head and tail go together, on pages that all have records.

    A tail allows the heads that are found after its last occurrence in every range of a head; most tails occur in none.

    >>> from unweave.delimiters.labelled_page import FlatPage
    >>> from unweave.page import Span
    >>> index = FragmentIndex([FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))])
    >>> count_pairs(index, HeadTailRanges(heads=((0, 2),), tails=((6, 8),), forbidden=()))
    9
    """
    heads, tails = ranges.head_strings(index), ranges.tail_strings(index)
    if not heads or not tails:
        return 0
    independent = ranges.tail_strings(index, independent=True).count
    last = Counter(
        tuple(
            page.source.rfind(tail, first, end - 1 + len(tail))
            for page, (first, end) in zip(index.pages, ranges.heads, strict=True)
        )
        for tail in index.beginning(tails, ranges.independent(index)).all()
    )
    return independent * heads.count + sum(
        number * ranges.after(positions).head_strings(index).count for positions, number in last.items()
    )


def _pairs(index: FragmentIndex[Any], ranges: HeadTailRanges, agree: Callable[[str, str], bool]) -> Iterator[Pair]:
    tails = ranges.tail_strings(index)
    heads = ranges.head_strings(index) if tails else None
    if heads and tails:
        if heads.count * tails.count <= HEAD_TAIL_PAIRS:
            pairs = product(list(heads.all()), tails.all())
        else:
            pairs = product(_found_differently(index, heads, ranges), _found_differently(index, tails, ranges))
        for pair in pairs:
            check_time()
            if agree(*pair):
                yield pair


def _found_differently(index: FragmentIndex[Any], found: CommonSubstrings, ranges: HeadTailRanges) -> list[str]:
    """One of the longest strings for each way to be found first and last in the ranges of the heads."""

    def positions(string: str) -> tuple[Range, ...]:
        return tuple(
            (page.source.find(string, first, end), page.source.rfind(string, first, end - 1 + len(string)))
            for page, (first, end) in zip(index.pages, ranges.heads, strict=True)
        )

    return list({positions(string): string for string in dict.fromkeys(found.longest())}.values())
