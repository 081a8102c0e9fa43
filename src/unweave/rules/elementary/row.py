"""The row, list item or box whose first text names the value, and the way down from it."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.page import Node
from unweave.program import Condition, Step
from unweave.rules.builder import Ladder, Sample
from unweave.rules.execute import said_by
from unweave.rules.paths import marked, path, placed
from unweave.rules.view import View

HIGHEST = 6


@dataclass(frozen=True, slots=True)
class Row:
    """An ancestor begins with the same text everywhere; the value is found below it by marks, then by place."""

    name: str = "row"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder for each level at which all ancestors begin with the same text."""
        for height in range(1, min(len(sample.levels), HIGHEST + 1)):
            label = sample.common(lambda view, node, up=height: _first_text_above(view, node, up))
            if label:
                yield [self._concept(sample, height, label, exact=exact) for exact in (False, True)]

    def _concept(self, sample: Sample, height: int, label: str, *, exact: bool) -> Step:
        below = [(one.tag, marked(one) + placed(one) * exact) for one in sample.levels[:height]]
        row = sample.levels[height]
        found = path(sample.tag, [*below, (row.tag, (*marked(row), Condition("begins", label)))])
        return Step("descendant", sample.tag, (*found.conditions, Condition("text", label, negated=True)))


def _first_text_above(view: View, node: Node, height: int) -> str:
    """The first text of the ancestor so far up, where it stands before the node; else nothing."""
    above: Node | None = node
    for _ in range(height):
        above = above.parent if above else None
    if above is None:
        return ""
    first = view.extent(above).first
    label = view.words[first] if first < view.extent(node).first else ""
    return "" if label == said_by(view, node) else label
