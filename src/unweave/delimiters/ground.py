"""The lessons' pages and gaps laid out as texts of one index, so that landmarks can be looked for in them.

Legend

    head(0)         the number of the text that is the head of the first lesson's page, without its first value
    gap(0, 1)       the second gap between its records
    page(0)         the whole page

A delimiter is *read* from a gap, since it must lie within one; it is *refused* where it begins anywhere on a page,
since a search also finds it across the border of a value.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import Generic, TypeVar

from unweave.clock import look
from unweave.delimiters.index import Index
from unweave.delimiters.landmarks import Landmarks, Place, landmarks
from unweave.delimiters.lesson import Taught

Page = TypeVar("Page", bound=Taught)


class Ground(Generic[Page]):
    """The texts of some lessons: all heads, all gaps between records, all pages.

    >>> from unweave.delimiters.lesson import Lesson
    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))])
    >>> ground.texts
    ['h[', 'h[A](B)t']
    """

    def __init__(self, lessons: Sequence[Page]) -> None:
        self.lessons = tuple(lessons)
        between = [gap.text for lesson in lessons for gap in lesson.between]
        self.texts = [lesson.head.text for lesson in lessons] + between + [lesson.source for lesson in lessons]
        self._counts: dict[str, int] = {}
        self._gaps = list(accumulate((len(lesson.between) for lesson in lessons), initial=len(lessons)))

    @cached_property
    def index(self) -> Index:
        """The index of all texts, made when first asked for."""
        return Index(self.texts)

    def head(self, lesson: int) -> int:
        """The text that is a lesson's head."""
        return lesson

    def gap(self, lesson: int, number: int) -> int:
        """The text that is one of a lesson's gaps between records."""
        return self._gaps[lesson] + number

    def page(self, lesson: int) -> int:
        """The text that is a lesson's whole page."""
        return self._gaps[-1] + lesson

    def count(self, string: str) -> int:
        """At how many places of the pages a string begins.

        >>> from unweave.delimiters.lesson import Lesson
        >>> Ground([Lesson("p", "ababa[A", ())]).count("aba")
        2
        """
        if string not in self._counts:
            self._counts[string] = sum(_places(lesson.source, string) for lesson in self.lessons)
        return self._counts[string]

    def landmarks(self, everywhere: Sequence[Place], nowhere: Sequence[Place]) -> Landmarks:
        """The strings that begin in each of some places and in none of others."""
        look()
        return landmarks(self.index, self.texts, everywhere, nowhere)

    def beginning(self, found: Landmarks, places: Sequence[Place]) -> Landmarks:
        """Those of some landmarks that also begin in one of the places."""
        there = self.index.starts(self.index.stretch(*place) for place in places)
        shared = self.index.longest(found.starts + self.index.at(found.number, 0), there)
        return replace(found, most=found.most.clip(max=shared))


def _places(text: str, string: str) -> int:
    """At how many places a string begins, those included at which another one has not ended yet."""
    if string[0] not in string[1:]:
        return text.count(string)
    number, at = 0, text.find(string)
    while at >= 0:
        number, at = number + 1, text.find(string, at + 1)
    return number
