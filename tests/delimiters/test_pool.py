"""What is concluded about all closings of an opening together, against looking for a tail for each of them."""

from hypothesis import given, settings

from brute.lessons import flat_lessons
from brute.wrappers import common, substrings
from unweave.delimiters.ground import Ground
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.openings import zones_of
from unweave.delimiters.pool import Pool, places_of

EVERY_LEFT = ("abcd", "abcd"), ("a", "a"), ("b", "b"), ("ab", "b")


def has_tail(lessons: list[Lesson], opening: str, closing: str) -> bool:
    """Whether a string of all tails stops the loop behind the last records, and nowhere between records."""

    def stops(tail: str, source: str, at: int) -> bool:
        found = source.find(opening, at)
        return found < 0 or 0 <= source.find(tail, at) <= found

    def goes_on(tail: str, source: str, at: int) -> bool:
        return not 0 <= source.find(tail, at) <= source.find(opening, at)

    shown = [each for each in lessons if each.rows]
    return any(
        all(stops(tail, each.source, each.source.find(closing, each.tail.start)) for each in shown)
        and all(
            goes_on(tail, each.source, each.source.find(closing, gap.start)) for each in shown for gap in each.between
        )
        for tail in common((each.tail.text for each in lessons), substrings)
    )


@settings(max_examples=300, deadline=None)
@given(lessons=flat_lessons(size=3, fields=1))
def test_no_closing_that_has_a_tail_is_refused(lessons: list[Lesson]) -> None:
    """Whatever the opening and the first left delimiter, by trying every string as tail."""
    ground = Ground(lessons)
    gaps = [(at, gap) for at, one in enumerate(lessons) for gap in (*one.between, one.tail)]
    pool, shown = Pool(ground, gaps), [each for each in lessons if each.rows]
    openings = common((gap.text for each in shown for gap in each.lefts[0]), substrings)
    closings = ["", *common([gap.text for each in shown for gap in (*each.between, each.tail)], substrings)]
    for opening in openings:
        for longest, shortest in EVERY_LEFT:
            between = zones_of(ground, longest, shortest)[1]
            possible = pool.possible(opening, between)
            fitting = [one for one in closings if all(_fits(one, *z.bounds(opening), z.gap.text) for z in between)]
            refused = [one for one in fitting if places_of(gaps, one) not in possible]
            assert not [one for one in refused if has_tail(lessons, opening, one)]


def _fits(closing: str, first: int, end: int, gap: str) -> bool:
    return first <= gap.find(closing) < end
