"""The headline: the page's ``h1``, whatever marks it has."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.rules.builder import Ladder, Sample
from unweave.rules.paths import path


@dataclass(frozen=True, slots=True)
class Headline:
    """The ``h1``, or the text right in it; marks that a build of the site wrote there may be others tomorrow."""

    name: str = "headline"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One rung, where all places are of that kind."""
        tags = [level.tag for level in sample.levels[:2]]
        size = 1 if tags[:1] == ["h1"] else 2 if tags == ["#text", "h1"] else 0
        if size:
            yield [path(sample.tag, [(tag, ()) for tag in tags[:size]])]
