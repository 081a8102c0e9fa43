"""Paths of tags alone, in the paper's words: the longest common sequence of ancestor tags."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.rules.builder import Ladder, Sample
from unweave.rules.paths import path


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags above the node, up to the root."""

    name: str = "tags"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder: a tag more with each rung."""
        levels = [(level.tag, ()) for level in sample.levels]
        yield [path(sample.tag, levels[: size + 1]) for size in range(len(levels))]
