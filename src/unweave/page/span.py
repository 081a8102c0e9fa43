"""Span: an interval of a page's source, the only coordinate in the project.

A span is a half-open interval of ``page.source``, counted in code points; ``page[span]`` is its text.

    >>> value = Span(3, 7)
    >>> start, end = value
    >>> value.length, Span(0, 10).contains(value), value.overlaps(Span(7, 9))
    (4, True, False)
"""

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open interval of a page's source; iterates, compares and sorts as (start, end).

    >>> sorted([Span(5, 6), Span(1, 9), Span(1, 2)])
    [Span(start=1, end=2), Span(start=1, end=9), Span(start=5, end=6)]
    """

    start: int
    end: int

    @property
    def length(self) -> int:
        """How many code points it covers.

        >>> Span(78, 83).length
        5
        """
        return self.end - self.start

    def contains(self, other: "Span") -> bool:
        """Whether the other span is inside this one; equal spans contain each other.

        >>> Span(0, 5).contains(Span(2, 5))
        True
        """
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether the two share a code point; touching spans do not.

        >>> Span(0, 5).overlaps(Span(5, 9))
        False
        """
        return self.start < other.end and other.start < self.end


def around(spans: Iterable[Span]) -> Span:
    """The smallest span that contains all of them; there must be at least one.

    >>> around([Span(9, 12), Span(3, 7)])
    Span(start=3, end=12)
    """
    spans = list(spans)
    return Span(min(span.start for span in spans), max(span.end for span in spans))
