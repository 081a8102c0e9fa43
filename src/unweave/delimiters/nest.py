"""A labelled page as the nested learners see it: its values in order, each with its level.

Legend

    paths     ('title', 'chapters[].name', 'chapters[].sections[]')     the levels, outermost first
    nest      Nest('p1', '[I](1)', ((1, (1, 2)), (2, (4, 5))), depth=2)
    step      Step(gap, 1, 2)     the gap between a value of level 1 and one of level 2; level 0 is the page's beginning
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from unweave.delimiters.candidates import Gap
from unweave.delimiters.folding import Leveled
from unweave.page import Span


class Step(NamedTuple):
    """A gap with the level of the value before it (0 for none) and of the value behind it (0 for the page's end).

    >>> Step(Gap("[I](1)", 2, 4), before=1, level=2).gap.text
    ']('
    """

    gap: Gap
    before: int
    level: int


@dataclass(frozen=True)
class Nest:
    """A page and its values in order, each with its level; ``None`` stands where something is not known.

    >>> nest = Nest("p1", "[I](1)", ((1, Span(1, 2)), (2, Span(4, 5))), depth=2)
    >>> [(step.gap.text, step.before, step.level) for step in nest.steps]
    [('[', 0, 1), ('](', 1, 2), (')', 2, 0)]
    """

    page: str
    source: str
    values: tuple[Leveled | None, ...]
    depth: int
    whole: bool = True

    @property
    def plain(self) -> bool:
        """Whether everything is known of the page."""
        return self.whole and None not in self.values

    @property
    def shown(self) -> bool:
        """Whether the page has values at all."""
        return bool(self.values)

    @property
    def head(self) -> Gap:
        """Everything in front of the first value; on a page without values, all of it."""
        return self.steps[0].gap

    @property
    def tail(self) -> Gap:
        """Everything behind the last value; on a page without values, all of it."""
        return self.steps[-1].gap

    @property
    def between(self) -> list[Gap]:
        """The gaps that are neither head nor tail."""
        return [step.gap for step in self.steps[1:-1]]

    @cached_property
    def steps(self) -> list[Step]:
        """Every gap, from the page's beginning to its end."""
        return list(_steps(self))

    @cached_property
    def rights(self) -> list[list[tuple[Span, Gap]]]:
        """Per level, its values and the gaps behind them."""
        found: list[list[tuple[Span, Gap]]] = [[] for _ in range(self.depth)]
        known = [value for value in self.values if value is not None]
        for (level, span), step in zip(known, self.steps[1:], strict=True):
            found[level - 1].append((span, step.gap))
        return found


@dataclass(frozen=True, slots=True)
class NestedReading:
    """The paths of the levels, outermost first, and a nest per labelled example.

    >>> nest = Nest("p1", "[I](1)", ((1, Span(1, 2)), (2, Span(4, 5))), depth=2)
    >>> NestedReading(("part", "chapters[]"), (nest,)).order
    ('part', 'chapters[]')
    """

    order: tuple[str, ...]
    lessons: tuple[Nest, ...]


def _steps(nest: Nest) -> Iterator[Step]:
    at, before, sure = 0, 0, True
    for value in nest.values:
        if value is None:
            sure = False
            continue
        level, span = value
        yield Step(Gap(nest.source, at, span.start, nest.page, sure and (nest.whole or level > 1)), before, level)
        at, before, sure = span.end, level, True
    yield Step(Gap(nest.source, at, len(nest.source), nest.page, sure and nest.whole), before, 0)
