"""Which strings can be a delimiter: for each left or right delimiter, an interval of lengths.

Legend

    gap         Gap(source, 5, 12, 'p1')     a stretch of a page between two values (or its head, or its tail)
    candidates  </i><br>, from 4 to 8        the strings that end (or begin) every gap: one per length

A right delimiter must be a prefix of every gap behind its values, a left one a suffix of every gap in front of them.
A longer one is found at fewer places, so from some length on it is found first exactly where it should be: the
consistent lengths form one interval, from the shortest that is not fooled to the longest that all gaps share.

A delimiter never reaches into a value: it lies within the gap, as the thesis has it (its figure B.3 has no OCLR
wrapper for page C only because of this).
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar

from unweave.page import Span

Side = Literal["left", "right"]
Place = TypeVar("Place")


class Gap(NamedTuple):
    """A stretch of a page between two known values; ``page`` is the page's name.

    It is ``sure`` when nothing in it is a value; where cells or records are unknown it is not.

    >>> Gap("<b>Congo</b>", 0, 3, "p1").text
    '<b>'
    """

    source: str
    start: int
    end: int
    page: str = ""
    sure: bool = True

    @property
    def text(self) -> str:
        """What stands in it."""
        return self.source[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Candidates:
    """The strings of ``least`` to ``most`` characters that end (left) or begin (right) at one position of a page.

    ``gap`` is the length of the shortest gap they come from.

    >>> right = Candidates("<b>Congo</b> ", 8, "right", least=2, most=4)
    >>> [right.string(length) for length in right.lengths]
    ['</', '</b', '</b>']
    """

    source: str
    at: int
    side: Side
    least: int
    most: int
    gap: int = 0

    @property
    def lengths(self) -> range:
        """Every length that will do; empty when none does."""
        return range(self.least, self.most + 1)

    def string(self, length: int) -> str:
        """The candidate of that length.

        >>> Candidates("<b>Congo</b>", 3, "left", least=1, most=3).string(3)
        '<b>'
        """
        first = self.at - length if self.side == "left" else self.at
        return self.source[first : first + length]

    def at_least(self, holds: Callable[[str], bool]) -> "Candidates":
        """The candidates for which a condition holds that, once it holds, holds for all longer ones too.

        >>> Candidates("<i><b>Congo", 6, "left", least=1, most=6).at_least(lambda left: "b" in left).least
        2
        """
        lengths = self.lengths
        return replace(
            self, least=self.least + bisect_left(lengths, True, key=lambda length: holds(self.string(length)))
        )

    def at_most(self, holds: Callable[[str], bool]) -> "Candidates":
        """The candidates for which a condition holds that, once it fails, fails for all longer ones too.

        >>> Candidates("<i><b>Congo", 6, "left", least=1, most=6).at_most("</i><b>".endswith).most
        5
        """
        lengths = range(1, self.most + 1)
        return replace(self, most=bisect_left(lengths, True, key=lambda length: not holds(self.string(length))))


def left_candidates(gaps: Sequence[Gap]) -> tuple[Candidates, Gap | None]:
    """The strings that end all gaps and occur in each only there; and the gap at which none was left, if so.

    >>> left_candidates([Gap("<b> <i>242", 0, 7)])[0].lengths
    range(2, 8)
    """
    first, shortest = gaps[0], min(gap.end - gap.start for gap in gaps)
    return _narrowed(Candidates(first.source, first.end, "left", 1, shortest, shortest), gaps, _ends, _only_ends)


def right_candidates(values: Sequence[tuple[Span, Gap]]) -> tuple[Candidates, tuple[Span, Gap] | None]:
    """The strings that begin the gap behind each value and are found first there; and where none was left, if so.

    >>> page = "<b>Congo</b> <i>"
    >>> right_candidates([(Span(3, 8), Gap(page, 8, 16))])[0].lengths
    range(1, 9)
    """
    (_value, first), shortest = values[0], min(gap.end - gap.start for _, gap in values)
    whole = Candidates(first.source, first.start, "right", 1, shortest, shortest)
    return _narrowed(whole, values, _begins, _first_behind)


def _narrowed(
    candidates: Candidates,
    places: Iterable[Place],
    shared: Callable[[str, Place], bool],
    unfooled: Callable[[str, Place], bool],
) -> tuple[Candidates, Place | None]:
    for place in places:
        if not shared(candidates.string(candidates.most), place):
            candidates = candidates.at_most(lambda text, here=place: shared(text, here))  # type: ignore[misc]  # a default is no argument
        if not unfooled(candidates.string(candidates.least), place):
            candidates = candidates.at_least(lambda text, here=place: unfooled(text, here))  # type: ignore[misc]  # a default is no argument
        if not candidates.lengths:
            return candidates, place
    return candidates, None


def _ends(text: str, gap: Gap) -> bool:
    return gap.source.endswith(text, gap.start, gap.end)


def _only_ends(text: str, gap: Gap) -> bool:
    return not gap.sure or gap.source.find(text, gap.start, gap.end) == gap.end - len(text)


def _begins(text: str, place: tuple[Span, Gap]) -> bool:
    _value, gap = place
    return gap.source.startswith(text, gap.start, gap.end)


def _first_behind(text: str, place: tuple[Span, Gap]) -> bool:
    value, gap = place
    return gap.source.find(text, value.start, gap.end) == gap.start
