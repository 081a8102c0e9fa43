"""Table geometry: the column under a header cell (the row beside a row header is the builder ``row``)."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.program import Condition, Step
from unweave.properties import column_title
from unweave.rules.builder import Ladder, Sample, both
from unweave.rules.paths import marked, path

LEVELS = 4


@dataclass(frozen=True, slots=True)
class Column:
    """All places stand in a table's column whose first cell says the same."""

    name: str = "column"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder, where all places have the same column title."""
        title = sample.common(lambda _view, node: column_title(node))
        if title:
            under = Step("descendant", sample.tag, (Condition("column", title),))
            levels = [(level.tag, marked(level)) for level in sample.levels[:LEVELS]]
            yield [both(under, path(sample.tag, levels[: size + 1])) for size in range(len(levels))]
