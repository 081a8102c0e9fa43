"""The left delimiters of a hierarchy, all at once.

Legend

    lengths    [3, 9]       of each level's left delimiter, one of the suffixes that the gaps in front of its values
               share
    step       a gap between a value of level k and one of level k'; a search from its beginning looks for the
               delimiters of levels 1 to k + 1, and must find that of k' first (the deepest among equals)
    needed     12           how long k' must be so that a given delimiter of another level is not found before it

N1: in every gap the left delimiter of the level behind it is found first, at the gap's end; in the tail none is found.

The thesis conjectures that this cannot be decomposed, and tries all combinations. It can: another level's delimiter
l'' is found at a place that depends on l'' alone, and l' must begin no later, so each constraint says *l' is at least
so long, given l''*. For constraints of that form (max-closed ones) the longest of two solutions, level by level, is
again a solution. So there is a longest solution, found by shortening, step by step, whatever cannot be kept; and
fixing some of the delimiters leaves a problem of the same form, so that each can be chosen in turn without ever going
back.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from unweave.clock import look
from unweave.delimiters.candidates import Candidates, Gap
from unweave.delimiters.choice import preferred
from unweave.delimiters.nest import Step

Lengths = tuple[int, ...]


@dataclass(frozen=True)
class Levels:
    """The candidates of each level's left delimiter, and the gaps in which they must be told apart.

    ``allows`` says, where it is given, whether a level (counted from 0) may have a delimiter of some length.

    >>> from unweave.delimiters.nest import Nest
    >>> from unweave.page import Span
    >>> nest = Nest("p1", "[I](1)", ((1, Span(1, 2)), (2, Span(4, 5))), depth=2)
    >>> first, second = (Candidates(nest.source, at, "left", 1, most) for at, most in ((1, 1), (4, 2)))
    >>> Levels((first, second), tuple(nest.steps)).longest()
    (1, 2)
    """

    candidates: tuple[Candidates, ...]
    steps: tuple[Step, ...]
    allows: Callable[[int, int], bool] | None = None
    _needed: dict[tuple[int, int, int], int] = field(default_factory=dict, compare=False)
    _between: dict[tuple[int, int], list[Gap]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        for step in () if self._between else self.steps:
            for other in self._rivals(step):
                self._between.setdefault((step.level - 1, other), []).append(step.gap)

    def strings(self, lengths: Lengths) -> tuple[str, ...]:
        """The delimiters of these lengths."""
        return tuple(one.string(length) for one, length in zip(self.candidates, lengths, strict=True))

    def solutions(self) -> Iterator[Lengths]:
        """Every choice of lengths that tells the levels apart; the outer levels are chosen first, each best first."""
        if self.longest() is not None:
            yield from self._solutions(())

    def fixed(self, level: int, length: int) -> "Levels":
        """The same with one delimiter fixed."""
        changed = list(self.candidates)
        changed[level] = replace(changed[level], least=length, most=length)
        return replace(self, candidates=tuple(changed))

    def longest(self) -> Lengths | None:
        """The longest solution, level by level; None when there is none."""
        lengths = [one.most for one in self.candidates]
        changed = all(self._shorten(level, lengths, 0) for level in range(len(lengths)))
        if not changed:
            return None
        while changed:
            look()
            changed = False
            for level, other in self._between:
                if self._need(level, other, lengths[other]) > lengths[level]:
                    changed = True
                    if not self._shorten(other, lengths, 1, level):
                        return None
        return tuple(lengths)

    def _solutions(self, chosen: Lengths) -> Iterator[Lengths]:
        level = len(chosen)
        if level == len(self.candidates):
            yield chosen
            return
        for length in preferred(self.candidates[level]):
            rest = self.fixed(level, length)
            if rest.longest() is not None:
                yield from rest._solutions((*chosen, length))  # noqa: SLF001 - its own kind

    def _shorten(self, other: int, lengths: list[int], by: int, level: int | None = None) -> bool:
        """Take the next shorter length that is allowed and lets a level be found first; False when there is none."""
        lengths[other] -= by
        while lengths[other] >= self.candidates[other].least:
            allowed = self.allows is None or self.allows(other, lengths[other])
            if allowed and (level is None or self._need(level, other, lengths[other]) <= lengths[level]):
                return True
            lengths[other] -= 1
        return False

    def _need(self, level: int, other: int, length: int) -> int:
        """How long a level's delimiter must be so that another's, of that length, is not found before it anywhere."""
        key = level, other, length
        if key not in self._needed:
            text, deeper = self.candidates[other].string(length), int(other > level)
            self._needed[key] = max(_needed(gap, text, deeper) for gap in self._between[level, other])
        return self._needed[key]

    def _rivals(self, step: Step) -> list[int]:
        """The levels, counted from 0, whose delimiters a search in the gap looks for besides the right one."""
        reachable = min(step.before + 1, len(self.candidates)) if step.level and step.gap.sure else 0
        return [other for other in range(reachable) if other != step.level - 1]


def _needed(gap: Gap, text: str, deeper: int) -> int:
    """How long the delimiter of a gap must be so as not to be found behind another, which wins where it is deeper."""
    found = gap.source.find(text, gap.start, gap.end - 1 + len(text))
    return 0 if found < 0 else gap.end - found + deeper
