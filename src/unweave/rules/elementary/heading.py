"""The heading under which the value stands: "Ingredients", "Product details"."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.program import Condition, Step
from unweave.rules.builder import Ladder, Sample, both
from unweave.rules.paths import marked, path, placed


@dataclass(frozen=True, slots=True)
class Heading:
    """The nearest heading before every place says the same; then, more and more of what stands above."""

    name: str = "heading"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """Two ladders, by marks and by marks and places, where all places stand under the same heading."""
        text = sample.common(lambda view, node: view.heading(node))
        if text:
            conditions = (Condition("heading"), Condition("position", "1"), Condition("text", text))
            headed = Condition("has", steps=(Step("preceding", "", conditions),))
            under = Step("descendant", sample.tag, (headed,))
            for exact in (False, True):
                levels = [(level.tag, marked(level) + placed(level) * exact) for level in sample.levels]
                yield [both(under, path(sample.tag, levels[: size + 1])) for size in range(len(levels))]
