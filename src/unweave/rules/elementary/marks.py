"""Paths of tags with what marks them: id, class, itemprop, role, data-*."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.rules.builder import Ladder, Sample
from unweave.rules.paths import marked, path


@dataclass(frozen=True, slots=True)
class Marks:
    """The node's tag and marks, its parent's, its grandparent's, up to the root."""

    name: str = "marks"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder: a level more with each rung."""
        levels = [(level.tag, marked(level)) for level in sample.levels]
        yield [path(sample.tag, levels[: size + 1]) for size in range(len(levels))]
