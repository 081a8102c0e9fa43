"""Words inside the value: "Posted" in "Posted: December 4"."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.program import Condition, Step
from unweave.rules.builder import Ladder, Sample
from unweave.rules.execute import said_by


@dataclass(frozen=True, slots=True)
class Inside:
    """The words that the texts of all places have in common, if there are at least two different texts."""

    name: str = "inside"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One rung for each word that all places share."""
        texts = [said_by(view, node) for view, node in sample.places]
        if len(set(texts)) > 1:
            for word in dict.fromkeys(texts[0].split()):
                if all(word in text for text in texts):
                    yield [Step("descendant", sample.tag, (Condition("contains", word),))]
