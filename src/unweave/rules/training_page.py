"""The training data of one field on one page: which extents are positives, and which are negatives.

Legend

    target       the extents that may be one value, its candidates: several where its text occurs several times
    complete     every extent that is no candidate is a negative; otherwise only the rejected ones are
    section      where that is so, if only a section of the page was labelled
    max_found    how many extents a rule may find: on a page with many records, no more than there are values
    likely       the candidates of ambiguous targets that are probably meant (``likely_candidates``)
    covered      the targets that a concept finds: ``{(number of the page, number of the target), ...}``
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from unweave.rules.builder import Concept
from unweave.rules.execute import extents_of
from unweave.rules.views import Extent, PageView

Target: TypeAlias = tuple[Extent, ...]
TargetId: TypeAlias = tuple[int, int]
"""The number of the page, and the number of the target on it."""
Covered: TypeAlias = frozenset[TargetId]


@dataclass(frozen=True, eq=False)
class TrainingPage:
    """Positives and negatives of one page."""

    view: PageView
    targets: tuple[Target, ...]
    complete: bool = True
    rejected: frozenset[Extent] = frozenset()
    section: Extent | None = None
    max_found: int | None = None
    likely: frozenset[Extent] = frozenset()
    candidates: frozenset[Extent] = field(init=False)
    unlikely: frozenset[Extent] = field(init=False)

    def __post_init__(self) -> None:
        decided = [target for target in self.targets if not self.likely.isdisjoint(target)]
        object.__setattr__(self, "candidates", frozenset(one for target in self.targets for one in target))
        object.__setattr__(self, "unlikely", frozenset(one for target in decided for one in target) - self.likely)

    def found_by(self, concept: Concept) -> Sequence[Extent]:
        """The extents that a concept finds in the labelled section."""
        return self.in_section(extents_of(concept, self.view))

    def in_section(self, found: Sequence[Extent]) -> Sequence[Extent]:
        """Those of the extents that are in the labelled section."""
        return found if self.section is None else [one for one in found if self.section.contains(one)]

    def is_negative(self, extent: Extent) -> bool:
        """Whether this extent must not be found."""
        return extent in self.rejected or (self.complete and extent not in self.candidates)

    def is_unlikely(self, extent: Extent) -> bool:
        """Whether another candidate of the same target is more likely."""
        return extent in self.unlikely


def covered_targets(concept: Concept, training: Sequence[TrainingPage]) -> Covered | None:
    """The targets that a concept covers; None where it is inconsistent with the training data."""
    covered: list[TargetId] = []
    for number, page in enumerate(training):
        found = page.found_by(concept)
        if (page.max_found is not None and len(found) > page.max_found) or any(map(page.is_negative, found)):
            return None
        extents = set(found)
        covered += [(number, at) for at, target in enumerate(page.targets) if not extents.isdisjoint(target)]
    return frozenset(covered)


def count_negatives(concept: Concept, training: Sequence[TrainingPage]) -> int:
    """How many negatives a concept finds on all pages."""
    return sum(page.is_negative(extent) for page in training for extent in page.found_by(concept))
