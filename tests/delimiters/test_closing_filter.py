"""The filter of closings, against a search for a tail of each of them."""

from hypothesis import given, settings

from oracles.labelled_pages import flat_pages
from oracles.wrappers import common, substrings
from unweave.delimiters.closing_filter import ClosingFilter, positions_of
from unweave.delimiters.common_substrings import FragmentIndex
from unweave.delimiters.labelled_page import FlatPage
from unweave.delimiters.oclr import opening_ranges

EVERY_LEFT = ("abcd", "abcd"), ("a", "a"), ("b", "b"), ("ab", "b")


def has_tail(pages: list[FlatPage], opening: str, closing: str) -> bool:
    """Whether a string of all tails stops the loop after the last records, and nowhere between records."""

    def stops(tail: str, source: str, at: int) -> bool:
        found = source.find(opening, at)
        return found < 0 or 0 <= source.find(tail, at) <= found

    def goes_on(tail: str, source: str, at: int) -> bool:
        return not 0 <= source.find(tail, at) <= source.find(opening, at)

    shown = [each for each in pages if each.rows]
    return any(
        all(stops(tail, each.source, each.source.find(closing, each.tail.start)) for each in shown)
        and all(
            goes_on(tail, each.source, each.source.find(closing, fragment.start))
            for each in shown
            for fragment in each.between
        )
        for tail in common((each.tail.text for each in pages), substrings)
    )


@settings(max_examples=100, deadline=None)
@given(pages=flat_pages(size=3, fields=1))
def test_no_closing_that_has_a_tail_is_refused(pages: list[FlatPage]) -> None:
    """Whatever the opening and the first left delimiter, by trying every string as tail."""
    index = FragmentIndex(pages)
    fragments = [(at, fragment) for at, one in enumerate(pages) for fragment in (*one.between, one.tail)]
    closing_filter, shown = ClosingFilter(index, fragments), [each for each in pages if each.rows]
    openings = common((fragment.text for each in shown for fragment in each.lefts[0]), substrings)
    closings = ["", *common([fragment.text for each in shown for fragment in (*each.between, each.tail)], substrings)]
    for opening in openings:
        for longest, shortest in EVERY_LEFT:
            between = opening_ranges(index, longest, shortest)[1]
            possible = closing_filter.possible(opening, between)
            fitting = [one for one in closings if all(_fits(one, *z.bounds(opening), z.fragment.text) for z in between)]
            refused = [one for one in fitting if positions_of(fragments, one) not in possible]
            assert not [one for one in refused if has_tail(pages, opening, one)]


def _fits(closing: str, first: int, end: int, fragment: str) -> bool:
    return first <= fragment.find(closing) < end
