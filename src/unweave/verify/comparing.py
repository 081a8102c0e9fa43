"""Comparing: a signal is a count that differs from good pages, with the chance of as much if nothing has changed.

Legend

    signal      Signal("kind", hits=8, values=8, chance=0.0001): 8 of 8 values are of an unseen kind
    known       hits and misses on good pages, with those that are added for what sites have (DRIFT_PRIOR)
    limit       of a feature that is a number: how many values are beyond it, now and before

A change may give to all values what a few had before. So a feature that is a number is compared at each of the numbers
that good pages have, and the most surprising one counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unweave.tuning import DRIFT_PRIOR, DRIFT_PRIORS, VALUES_OF_A_PAGE
from unweave.values.profile import Counts, FieldProfile
from unweave.verify.chance import chance_beside_change

EXAMPLES = 3
"""So many texts are kept with a signal."""


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that is different: so many of so many, and the chance of as many if nothing has changed.

    >>> Signal("fill", 8, 8, 1e-4, "8 of 8 records have no value; before 0 of 15").chance
    0.0001
    """

    name: str
    hits: int
    values: int
    chance: float
    text: str = ""
    examples: tuple[str, ...] = ()


def most_of(feature: str, profile: FieldProfile) -> int | None:
    """The largest number that good pages have of a feature; None where nothing is known of it.

    >>> most_of("rivals", FieldProfile(9, 9, 9, {"rivals": Counts({"0": 8, "2": 1})}))
    2
    """
    return max(map(int, profile.features.get(feature, Counts()).seen), default=None)


def known_of(feature: str, hits: float, misses: float) -> tuple[float, float]:
    """Hits and misses on good pages as they count for a feature, with its prior.

    >>> known_of("kind", 0, 10)
    (0.05, 11.0)
    """
    prior = DRIFT_PRIORS.get(feature, DRIFT_PRIOR)
    return hits + prior[0], misses + prior[1]


def chance_of(feature: str, new: tuple[int, int, int], before: tuple[int, int, int]) -> float:
    """The chance of so many hits among so many values of so many pages, after those before, beside a change.

    The values of one page are alike, so that many of them tell little more than a few do: of a page at most
    VALUES_OF_A_PAGE count.

    >>> chance_of("kind", (8, 8, 8), (0, 15, 15)) < 1e-5 < chance_of("kind", (1, 8, 8), (0, 15, 15))
    True
    """
    (hits, values), (old, total) = _counted(*new), _counted(*before)
    return chance_beside_change(round(hits), round(values), known_of(feature, old, total - old))


def _counted(hits: int, values: int, pages: int) -> tuple[float, float]:
    scale = min(1.0, VALUES_OF_A_PAGE * pages / values) if values else 1.0
    return hits * scale, values * scale


def tenths(shares: Sequence[float]) -> list[int]:
    """Shares as numbers of tenths.

    >>> tenths([0.47, 1.0])
    [5, 10]
    """
    return [round(10 * share) for share in shares]


def exceeding(
    feature: str, numbers: Sequence[int], profile: FieldProfile, pages: int, *, least: int = 0
) -> tuple[int, float]:
    """How many numbers exceed one that most of good pages do not, and the chance of as many.

    Of all such limits that one is taken which the new numbers exceed most surprisingly: a change may give to all values
    what a few had before.

    >>> few = FieldProfile(4, 40, 40, {"rivals": Counts({"0": 38, "1": 2})})
    >>> hits, chance = exceeding("rivals", [1] * 40, few, 4)
    >>> hits, chance < 1e-4
    (40, True)
    """
    counts = profile.features.get(feature, Counts())
    known = {int(number): count for number, count in counts.seen.items()}
    limits = sorted({max(one, least) for one in known})
    tried = [_beyond(feature, limit, numbers, profile, pages, known) for limit in limits]
    return min(tried, key=lambda one: one[1], default=(0, 1.0))


def _beyond(
    feature: str, limit: int, numbers: Sequence[int], profile: FieldProfile, pages: int, known: Mapping[int, int]
) -> tuple[int, float]:
    hits = sum(number > limit for number in numbers)
    before = sum(count for number, count in known.items() if number > limit)
    return hits, chance_of(feature, (hits, len(numbers), pages), (before, sum(known.values()), profile.pages))
