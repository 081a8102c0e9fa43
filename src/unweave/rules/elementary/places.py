"""Position among siblings: from the front, from the back, along the whole path, below a marked ancestor."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.rules.builder import Ladder, Sample
from unweave.rules.paths import marked, path, placed, placed_from_end


@dataclass(frozen=True, slots=True)
class Places:
    """Marks and positions from the front, a level more with each rung."""

    name: str = "places"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder: a level more with each rung."""
        levels = [(level.tag, marked(level) + placed(level)) for level in sample.levels]
        yield [path(sample.tag, levels[: size + 1]) for size in range(len(levels))]


@dataclass(frozen=True, slots=True)
class PlacesFromEnd:
    """Marks and positions from the back, a level more with each rung."""

    name: str = "places from the end"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder: a level more with each rung."""
        levels = [(level.tag, marked(level) + placed_from_end(level)) for level in sample.levels]
        yield [path(sample.tag, levels[: size + 1]) for size in range(len(levels))]


@dataclass(frozen=True, slots=True)
class FullPath:
    """Tags and positions alone: its least general concept is the absolute path."""

    name: str = "full path"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder: a level more with each rung."""
        levels = [(level.tag, placed(level)) for level in sample.levels]
        yield [path(sample.tag, levels[: size + 1]) for size in range(len(levels))]


@dataclass(frozen=True, slots=True)
class Anchored:
    """Positions below an ancestor that has marks, the nearest first."""

    name: str = "anchored"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One rung for each ancestor (or the node itself) that has marks."""
        placing = [(level.tag, placed(level)) for level in sample.levels]
        for height, level in enumerate(sample.levels):
            if level.marks:
                yield [path(sample.tag, [*placing[:height], (level.tag, marked(level))])]
