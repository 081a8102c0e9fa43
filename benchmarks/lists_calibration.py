"""The levels of the fields of lists: limits chosen on one half of the sites, measured on the other half.

Legend

    limits     ``LIST_HIGH`` and ``LIST_ALIKE`` of ``tuning``
    half       every second site in the order of their names, and the others
    allowed    the most fields of a level that may be imperfect: 2 % of those called high, 15 % of those called medium
    chosen     the limits that call most fields high, and then most medium, of those that keep to what is allowed on the
               half that chooses; the shipped ones where they are as good. Where none do, those with fewest imperfect
    held out   the fields of the half that did not choose, of both halves together

Learning does not depend on the limits: the evidence of each answer is kept, and its level computed again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from calibration import JudgedField
from tuned import tuned
from unweave import tuning
from unweave.choose.confidence import confidence

ALLOWED: Mapping[str, float] = {"high": 0.02, "medium": 0.15}
LIMITS: Mapping[str, Sequence[float]] = {
    "LIST_HIGH": (0.8, 0.9, 0.95, 0.97, 0.99, 1.0),
    "LIST_ALIKE": (0.0, 0.7, 0.8, 0.9, 0.95, 1.0),
}
SHIPPED = {name: getattr(tuning, name) for name in LIMITS}


class LevelCounts(NamedTuple):
    """How many fields have each level, and how many of these are imperfect."""

    fields: Counter[str]
    imperfect: Counter[str]

    def share(self, level: str) -> float:
        """The share of the fields of a level that are imperfect."""
        return self.imperfect[level] / max(1, self.fields[level])

    def __str__(self) -> str:
        return "".join(f"{self.fields[level]:7}{self.imperfect[level]:11}{self.share(level):8.1%}" for level in ALLOWED)


def counted(cases: Sequence[JudgedField], limits: Mapping[str, float]) -> LevelCounts:
    """The levels of the fields with these limits."""
    with tuned(limits):
        levels = [confidence(case.evidence).level for case in cases]
    imperfect = [level for level, case in zip(levels, cases, strict=True) if not case.is_right]
    return LevelCounts(Counter(levels), Counter(imperfect))


def chosen_limits(cases: Sequence[JudgedField]) -> dict[str, float]:
    """The best limits for these fields."""
    every = [SHIPPED, *(dict(zip(LIMITS, values, strict=True)) for values in product(*LIMITS.values()))]
    return max(every, key=lambda limits: _goodness(counted(cases, limits)))


def _goodness(found: LevelCounts) -> tuple[float, ...]:
    excess = sum(max(0.0, found.share(level) - most) for level, most in ALLOWED.items())
    return -excess, found.fields["high"], found.fields["medium"]


def calibration_figures(cases: Sequence[JudgedField]) -> dict[str, float]:
    """Both tables, and the shares of imperfect fields among those held out."""
    sites = sorted({case.site for case in cases})
    halves = [[case for case in cases if sites.index(case.site) % 2 == half] for half in (0, 1)]
    print(f"\n{'limits chosen on':34}{'measured on':13}{'high':>7}{'imperfect':>11}{'share':>8}", end="")
    print(f"{'medium':>7}{'imperfect':>11}{'share':>8}")
    held_out = LevelCounts(Counter(), Counter())
    for half in (0, 1):
        limits = chosen_limits(halves[half])
        title = f"half {half + 1}: " + ", ".join(f"{value:g}" for value in limits.values())
        for other in (half, 1 - half):
            found = counted(halves[other], limits)
            print(f"{title:34}half {other + 1:<8}{found}")
        held_out = LevelCounts(held_out.fields + found.fields, held_out.imperfect + found.imperfect)
    print(f"{'':34}{'held out':13}{held_out}")
    for half in (0, 1):
        print(f"{'shipped: ' + ', '.join(f'{value:g}' for value in SHIPPED.values()):34}half {half + 1:<8}", end="")
        print(counted(halves[half], SHIPPED), flush=True)
    return {f"held_out_{level}_imperfect": held_out.share(level) for level in ALLOWED}
