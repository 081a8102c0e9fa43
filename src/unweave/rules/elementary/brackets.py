"""Strings left and right of the value in the source, on characters and on tokens (whole tags and words)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unweave.program import Condition, Step
from unweave.properties import before, behind
from unweave.rules.builder import Ladder, Sample
from unweave.rules.cut import common_start

TOKEN = re.compile(r"<[^<>]*>?|\s+|[^<\s]+")


@dataclass(frozen=True, slots=True)
class Brackets:
    """The longest string that stands left of all places, and the longest right of them; whole tokens unless told."""

    name: str = "brackets"
    tokens: bool = True

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder for the left and one for the right: longer strings with each rung."""
        left = common_start([before(node)[::-1] for _, node in sample.places])[::-1]
        right = common_start([behind(node) for _, node in sample.places])
        yield [_concept(sample, "left", text) for text in self._growing(left, from_end=True)]
        yield [_concept(sample, "right", text) for text in self._growing(right, from_end=False)]

    def _growing(self, text: str, *, from_end: bool) -> Sequence[str]:
        cuts = [match.start() if from_end else match.end() for match in TOKEN.finditer(text)]
        if not self.tokens:
            cuts = list(range(len(text))) if from_end else list(range(1, len(text) + 1))
        return [text[cut:] for cut in reversed(cuts)] if from_end else [text[:cut] for cut in cuts]


def _concept(sample: Sample, side: str, text: str) -> Step:
    return Step("descendant", sample.tag, (Condition("left" if side == "left" else "right", text),))
