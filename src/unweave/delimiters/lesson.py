"""A labelled page as the flat learners see it, and how its label divides it.

Legend

    lesson    Lesson('p1', 'h[A](B)t', (((2, 3), (5, 6)),))
    head      'h['      in front of the first value (on a page without records: all of it)
    between   the gaps between the last value of a record and the first of the next
    inner     ']('      in front of a later value of a record
    tail      ')t'      behind the last value (on a page without records: all of it)

Where a cell is not known (a hole), or only some records are, a gap may hide a value: it is not *sure*. Only what holds
whatever hides there is asked of it; the rest is left to execution, which is the judge (``plain`` says that it is not
needed).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Protocol

from unweave.delimiters.candidates import Gap
from unweave.page import Span
from unweave.records import Unknown

Cells = tuple[Span | Unknown | None, ...]


class Taught(Protocol):
    """What flat and nested lessons have in common.

    >>> lesson: Taught = Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> lesson.shown
    True
    """

    @property
    def source(self) -> str:
        """The page's text."""

    @property
    def plain(self) -> bool:
        """Whether everything is known of the page."""

    @property
    def shown(self) -> bool:
        """Whether the page has records."""

    @property
    def head(self) -> Gap:
        """Everything in front of the first value."""

    @property
    def between(self) -> list[Gap]:
        """The gaps at which a class may have to tell what comes next."""

    @property
    def tail(self) -> Gap:
        """Everything behind the last value."""

    @property
    def rights(self) -> list[list[tuple[Span, Gap]]]:
        """Per field, its values and the gaps behind them."""


@dataclass(frozen=True)
class Lesson:
    """A page, and the rows of its label in order; ``whole`` when there are no others.

    >>> lesson = Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> lesson.head.text, lesson.tail.text, [gap.text for gap in lesson.lefts[1]]
    ('h[', ')t', [']('])
    """

    page: str
    source: str
    rows: tuple[Cells, ...]
    whole: bool = True
    fields: int = 0

    @property
    def plain(self) -> bool:
        """Whether everything is known, so that the constraints say all there is to say."""
        return self.whole and not any(isinstance(cell, Unknown) for row in self.rows for cell in row)

    @property
    def shown(self) -> bool:
        """Whether the page has records."""
        return bool(self.rows)

    @property
    def head(self) -> Gap:
        """Everything in front of the first known value."""
        return self._divided.head

    @property
    def between(self) -> list[Gap]:
        """The gaps in front of the first value of each record but the first."""
        return self.lefts[0][self._heads :] if self.lefts else []

    @property
    def begins(self) -> list[Gap]:
        """The gaps in front of each record's first value; of the head only its end counts, so it is not sure."""
        heads = self.lefts[0][: self._heads] if self.lefts else []
        return [gap._replace(sure=False) for gap in heads] + self.between

    @property
    def tail(self) -> Gap:
        """Everything behind the last known value."""
        return self._divided.tail

    @property
    def lefts(self) -> list[list[Gap]]:
        """Per field, the gaps in front of its values."""
        return self._divided.lefts

    @property
    def rights(self) -> list[list[tuple[Span, Gap]]]:
        """Per field, its values and the gaps behind them."""
        return self._divided.rights

    @property
    def _heads(self) -> int:
        """1 when the head is a gap in front of a first value, else 0."""
        return int(self.shown and isinstance(self.rows[0][0], Span))

    @cached_property
    def _divided(self) -> "_Divided":
        return _divide(self)


@dataclass
class _Divided:
    head: Gap
    tail: Gap
    lefts: list[list[Gap]] = field(default_factory=list)
    rights: list[list[tuple[Span, Gap]]] = field(default_factory=list)


def _divide(lesson: Lesson) -> _Divided:
    known = list(_known(lesson))
    starts = [0, *(span.end for _, span, _ in known[:-1])]
    gaps = [
        Gap(lesson.source, start, span.start, lesson.page, sure)
        for start, (_, span, sure) in zip(starts, known, strict=True)
    ]
    width = len(lesson.rows[0]) if lesson.rows else lesson.fields
    divided = _Divided(gaps[0], gaps[-1], [[] for _ in range(width)], [[] for _ in range(width)])
    for (at, span, _), (before, behind) in zip(known[:-1], pairwise(gaps), strict=True):
        divided.lefts[at].append(before)
        divided.rights[at].append((span, behind))
    return divided


def _known(lesson: Lesson) -> Iterator[tuple[int, Span, bool]]:
    """The known values in order: which field, where, whether nothing unknown stands in front; last, the page's end."""
    sure = True
    for row in lesson.rows:
        sure = sure and lesson.whole
        for at, cell in enumerate(row):
            if isinstance(cell, Span):
                yield at, cell, sure
            sure = isinstance(cell, Span) or (sure and cell is None)
    size = len(lesson.source)
    yield -1, Span(size, size), sure and lesson.whole


def lefts_of(lessons: Sequence[Lesson], at: int) -> list[Gap]:
    """The gaps in front of a field's values on all pages.

    >>> [gap.text for gap in lefts_of([Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))], 0)]
    ['h[']
    """
    return [gap for lesson in lessons if lesson.rows for gap in lesson.lefts[at]]


def rights_of(lessons: Sequence[Lesson], at: int) -> list[tuple[Span, Gap]]:
    """A field's values on all pages, with the gaps behind them.

    >>> [gap.text for _, gap in rights_of([Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))], 0)]
    ['](']
    """
    return [place for lesson in lessons if lesson.rows for place in lesson.rights[at]]
