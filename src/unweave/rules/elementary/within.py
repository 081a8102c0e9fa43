"""Anywhere inside an element that has marks: ``.ingredients li``, whatever stands between."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.program import Condition, Step
from unweave.rules.builder import Ladder, Sample
from unweave.rules.paths import marked


@dataclass(frozen=True, slots=True)
class Within:
    """Nodes of the tag somewhere below an element that has marks, the nearest first."""

    name: str = "within"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One rung for each element above that has marks."""
        for level in sample.levels[1:]:
            if level.marks:
                inside = Condition("has", steps=(Step("ancestor", level.tag, marked(level)),))
                yield [Step("descendant", sample.tag, (inside,))]
