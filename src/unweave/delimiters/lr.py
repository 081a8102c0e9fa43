"""LR: a left and a right delimiter per field.

Legend

    wrapper    <B> </B> <I> </I>       l1 r1 l2 r2
    C1         r_k begins what follows each value, and is not found before the value's end
    C2         l_k ends what stands before each value, and is not found before that; l_1 is not found in the tail

All 2K delimiters are independent of one another, so each is chosen by itself (``sides``), and the number of consistent
wrappers is a product.

Departures from the thesis: C1 as printed there misses a right delimiter that is found across the end of the value
(value ``xab`` followed by ``abab``); ours asks where execution would find it. That l_1 must not occur behind the last
record is left unsaid there (``S/l_1 = l_1`` cannot hold of the tail), though execution depends on it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unweave.delimiters.candidates import Candidates
from unweave.delimiters.delimited import DelimiterWrapper
from unweave.delimiters.learning import learned
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.reading import Reading, Terms, complete, readings
from unweave.delimiters.sides import C2, Sides, best_first, sides
from unweave.errors import NoConsistentWrapper
from unweave.program import Cut, Scan
from unweave.records import Example


@dataclass(frozen=True, slots=True, kw_only=True)
class LR:
    """Learns a left and a right delimiter per field.

    ``empty_values`` allows values of length zero, which are refused otherwise.

    >>> from unweave.page import Page
    >>> page = Page("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i>")
    >>> shown = [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]
    >>> wrapper = LR().learn([Example.from_values(page, shown)])
    >>> [(cut.left, cut.right) for cut in wrapper.scan.cuts]
    [('<b>', '</b>'), ('<i>', '</i>')]
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The LR wrapper that agrees with the examples and is preferred, or it raises NoConsistentWrapper."""
        terms = Terms("LR", empty=self.empty_values)
        return learned("lr", examples, readings(examples, terms), scans, terms)

    def count_consistent(self, examples: Sequence[Example]) -> int:
        """How many LR wrappers agree with examples of which everything is known.

        >>> from unweave.page import Page
        >>> LR().count_consistent([Example.from_values(Page("<b>Congo</b>"), [{"country": "Congo"}])])
        4
        """
        return count(complete(examples, Terms("LR", empty=self.empty_values)))


def count(reading: Reading) -> int:
    """How many LR wrappers agree with a reading.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> count(reading)
    16
    """
    try:
        return lr_sides(reading).count
    except NoConsistentWrapper:
        return 0


def scans(reading: Reading) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> [(cut.left, cut.right) for cut in next(scans(reading)).cuts]
    [('h[', ']'), ('](', ')')]
    """
    for strings in best_first(lr_sides(reading).strings()):
        yield Scan(cuts(reading.order, strings))


def cuts(order: Sequence[str], strings: Sequence[str]) -> tuple[Cut, ...]:
    """A cut per field from all left delimiters followed by all right ones.

    >>> cuts(["a", "b"], ["[", "(", "]", ")"])[1].left
    '('
    """
    lefts, rights = strings[: len(order)], strings[len(order) :]
    return tuple(Cut(*cut) for cut in zip(order, lefts, rights, strict=True))


def lr_sides(reading: Reading) -> Sides:
    """The candidates of all delimiters of an LR wrapper.

    >>> from unweave.page import Span
    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> [len(one.lengths) for one in lr_sides(reading).lefts]
    [2, 2]
    """
    found = sides("LR", reading)
    first = found.lefts[0]
    for lesson in reading.lessons:
        first = _absent_behind(first, lesson)
        if not first.lengths:
            reason = "every candidate also occurs behind the last record, where no record begins"
            raise NoConsistentWrapper(kind="LR", field=reading.order[0], page=lesson.page, constraint=C2, reason=reason)
    return Sides((first, *found.lefts[1:]), found.rights)


def _absent_behind(candidates: Candidates, lesson: Lesson) -> Candidates:
    tail = lesson.tail
    return candidates.at_least(lambda left: tail.source.find(left, tail.start) < 0) if tail.sure else candidates
