"""The shape of the value: a price, a date, an ISBN, ..."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.program import Condition, Step
from unweave.rules.builder import Ladder, Sample
from unweave.rules.execute import said_by
from unweave.values import kinds_of


@dataclass(frozen=True, slots=True)
class Shape:
    """The kinds that the texts of all places share."""

    name: str = "shape"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One rung for each kind that all places share."""
        kinds = [kinds_of(said_by(view, node)) for view, node in sample.places]
        for kind in kinds[0] if kinds else ():
            if all(kind in others for others in kinds):
                yield [Step("descendant", sample.tag, (Condition("kind", kind),))]
