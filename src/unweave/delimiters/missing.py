"""M-LR: LR for records in which some values are absent.

Legend

    wrapper    <B> </B>  <I> </I> <BR>  ...    l1 r1, l2 r2 x2: the third delimiter of an optional field
    x_k        the value is absent where x_k is found before l_k, or where there is no l_k any more
    place      Place(page, 40, 97)     a missing value: the search for it begins at 40, the next l_k stands at 97
    M1         l_k as in LR, its gap reaching back to the last value that is there; x_k begins in no gap before l_k
    M2         at every missing value x_k begins before the next l_k, if there is one

A field is optional when some record of the examples lacks it. Each pair (l_k, x_k) is independent of all others: x_k
is a landmark (see ``landmarks``) that begins in every place and in no gap. Which records there are is told by the
first obligatory field, or by all together if none is (see ``execution``, where the departures from the thesis's
sketch are listed).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from unweave.delimiters.candidates import Candidates
from unweave.delimiters.choice import preferred
from unweave.delimiters.delimited import DelimiterWrapper
from unweave.delimiters.ground import Ground
from unweave.delimiters.landmarks import Place
from unweave.delimiters.learning import learned
from unweave.delimiters.lesson import Lesson, lefts_of, rights_of
from unweave.delimiters.reading import Reading, Terms, readings
from unweave.delimiters.sides import C2, best_first, left_of, right_of, strings_of
from unweave.errors import NoConsistentWrapper
from unweave.page import Span
from unweave.program import Cut, Scan
from unweave.records import Example

M2 = "M2, the delimiter that stands for a missing value"


@dataclass(frozen=True, slots=True, kw_only=True)
class MLR:
    """Learns a left and a right delimiter per field, and a third for fields that some records lack.

    >>> from unweave.page import Page
    >>> page = Page("<li><b>Emma</b><i>new</i><u>$5</u><li><b>Kim</b><u>$7</u><li><b>Dune</b><i>old</i><u>$9</u>")
    >>> shown = [
    ...     {"title": "Emma", "state": "new", "price": "$5"},
    ...     {"title": "Kim", "state": None, "price": "$7"},
    ...     {"title": "Dune", "state": "old", "price": "$9"},
    ... ]
    >>> wrapper = MLR().learn([Example.from_values(page, shown)])
    >>> [cut.missing for cut in wrapper.scan.cuts]
    ['', '<u>', '']
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The M-LR wrapper that agrees with the examples and is preferred, or it raises NoConsistentWrapper."""
        terms = Terms("M-LR", absent=True, empty=self.empty_values)
        return learned("m-lr", examples, readings(examples, terms), scans, terms)


def scans(reading: Reading) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> reading = Reading(("a", "b"), (Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> [cut.missing for cut in next(scans(reading)).cuts]
    ['', '']
    """
    _check_records(reading)
    ground, fields = Ground(reading.lessons), range(len(reading.order))
    announcing = _announcing(reading.lessons, fields)
    lefts = [_left_of(reading, at, announces=at in announcing) for at in fields]
    rights = [right_of("M-LR", reading.order[at], rights_of(reading.lessons, at)) for at in fields]
    pairs = [_pairs(ground, reading.order[at], at, lefts[at]) for at in fields]
    for left_and_missing in best_first(pairs):
        for strings in best_first(strings_of(rights)):
            yield Scan(tuple(Cut(*cut) for cut in _cuts(reading.order, left_and_missing, strings)))


def _cuts(
    order: Sequence[str], lefts: Sequence[tuple[str, str]], rights: Sequence[str]
) -> Iterator[tuple[str, str, str, str]]:
    for name, (left, missing), right in zip(order, lefts, rights, strict=True):
        yield name, left, right, missing


def _check_records(reading: Reading) -> None:
    for lesson in reading.lessons:
        for number, row in enumerate(lesson.rows, 1):
            if all(cell is None for cell in row):
                raise NoConsistentWrapper(kind="M-LR", page=lesson.page, reason=f"record {number} has no value at all")


def _announcing(lessons: Sequence[Lesson], fields: Iterable[int]) -> list[int]:
    """The fields that tell whether there is another record: the first obligatory one, or all if none is."""
    obligatory = [at for at in fields if not is_optional(lessons, at)]
    return obligatory[:1] or list(fields)


def is_optional(lessons: Sequence[Lesson], at: int) -> bool:
    """Whether some record lacks the field.

    >>> is_optional([Lesson("p1", "[A]", ((Span(1, 2), None),))], 1)
    True
    """
    return any(row[at] is None for lesson in lessons for row in lesson.rows)


def _left_of(reading: Reading, at: int, *, announces: bool) -> Candidates:
    """The left delimiters of a field; one that announces records must not occur behind the last."""
    found = left_of("M-LR", reading.order[at], lefts_of(reading.lessons, at))
    tails = [lesson.tail for lesson in reading.lessons if lesson.tail.sure] if announces else []
    for tail in tails:
        found = found.at_least(lambda left, tail=tail: tail.source.find(left, tail.start) < 0)  # type: ignore[misc]  # a default is no argument
        if not found.lengths:
            reason = "every candidate also occurs behind the last record, where no record begins"
            raise NoConsistentWrapper(
                kind="M-LR", field=reading.order[at], page=tail.page, constraint=C2, reason=reason
            )
    return found


def _pairs(ground: Ground[Lesson], name: str, at: int, candidates: Candidates) -> Iterator[tuple[str, str]]:
    """Every left delimiter with one that stands for the missing value, best first; it raises when there are none."""
    if not is_optional(ground.lessons, at):
        yield from ((candidates.string(length), "") for length in preferred(candidates))
        return
    found = False
    for length in preferred(candidates):
        left = candidates.string(length)
        for missing in _missing(ground, at, left):
            found = True
            yield left, missing
    if not found:
        reason = "no string is found wherever it is missing, and never before its left delimiter where it is not"
        raise NoConsistentWrapper(kind="M-LR", field=name, constraint=M2, reason=reason)


def _missing(ground: Ground[Lesson], at: int, left: str) -> Iterator[str]:
    """What can stand for a missing value, given the left delimiter; that itself, where nothing is needed."""
    places = [
        Place(ground.page(number), start, found)
        for number, lesson in enumerate(ground.lessons)
        for start in _missing_at(lesson, at)
        if (found := lesson.source.find(left, start)) >= 0
    ]
    gaps = [
        Place(ground.page(number), gap.start, gap.end - len(left))
        for number, lesson in enumerate(ground.lessons)
        for gap in (lesson.lefts[at] if lesson.rows else ())
        if gap.sure
    ]
    if places:
        yield from ground.landmarks(places, gaps).preferred("first")
    else:
        yield left


def _missing_at(lesson: Lesson, at: int) -> Iterator[int]:
    """Where the search for each missing value of a field begins, as far as that is known."""
    end: int | None = 0
    for row in lesson.rows:
        end = end if lesson.whole else None
        for number, cell in enumerate(row):
            if number == at and cell is None and end is not None:
                yield end
            if cell is not None:
                end = cell.end if isinstance(cell, Span) else None
