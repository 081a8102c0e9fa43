"""The text that names the value: "Brand:" right before it, or a text or two further ahead."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.program import Condition, Step
from unweave.rules.builder import Ladder, Sample, both
from unweave.rules.paths import marked, path, placed

FURTHEST = 3
LEVELS = 4


def named_by(label: str, distance: int) -> Condition:
    """The condition that the text so far before a node says this.

    >>> named_by("Brand:", 1).steps[0].axis
    'preceding'
    """
    conditions = (Condition("filled"), Condition("position", str(distance)), Condition("text", label))
    return Condition("has", steps=(Step("preceding", "#text", conditions),))


@dataclass(frozen=True, slots=True)
class Label:
    """The same text stands before every place; then, more and more of what stands above."""

    name: str = "label"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder for each distance at which all places have the same text before them."""
        for distance in range(1, FURTHEST + 1):
            label = sample.common(lambda view, node, far=distance: view.before(node, far))
            if label:
                yield self._ladder(sample, Step("descendant", sample.tag, (named_by(label, distance),)))

    def _ladder(self, sample: Sample, named: Step) -> Ladder:
        levels = sample.levels[:LEVELS]
        marks = [(level.tag, marked(level)) for level in levels]
        exact = [(level.tag, marked(level) + placed(level)) for level in levels]
        paths = [path(sample.tag, marks[: size + 1]) for size in range(len(levels))]
        return [both(named, one) for one in [*paths, path(sample.tag, exact)]]
