"""The text that follows the value: "lbs", "pages", "reviews"."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.program import Condition, Step
from unweave.rules.builder import Ladder, Sample, both
from unweave.rules.paths import marked, path

LEVELS = 4


@dataclass(frozen=True, slots=True)
class Following:
    """The same text stands behind every place; then, more and more of what stands above."""

    name: str = "following"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder, where all places have the same text behind them."""
        text = sample.common(lambda view, node: view.behind(node))
        if text:
            conditions = (Condition("filled"), Condition("position", "1"), Condition("text", text))
            followed = Step(
                "descendant",
                sample.tag,
                (Condition("has", steps=(Step("following", "#text", conditions),)),),
            )
            levels = [(level.tag, marked(level)) for level in sample.levels[:LEVELS]]
            yield [both(followed, path(sample.tag, levels[: size + 1])) for size in range(len(levels))]
