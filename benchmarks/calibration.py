"""The levels of the fields of detail pages: the limit chosen on four fifths of the sites, measured on the others.

Legend

    limit      ``HIGH_WORST_SHARE`` of ``tuning``: on every unlabelled page this share of the weight is behind a value
    chosen     the least limit for which the expected share of imperfect fields among those called high is allowed. Of
               so many fields so many imperfect ones are expected as were counted, and one more (Laplace's rule): a
               limit that just keeps to what is allowed on the sites at hand does not on others
    held out   the fields of the fold that did not choose, of all folds together
    shipped    the same fields with the shipped limit

Learning does not depend on the limit: the evidence of each answer is kept, and its level computed again.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from tuned import FOLDS, folds_of, tuned
from unweave import tuning
from unweave.choose import auto
from unweave.choose.confidence import confidence
from unweave.choose.evidence import ChosenWrapper, FieldEvidence
from unweave.wrapper import Wrapper

ALLOWED = 0.02
LIMIT = "HIGH_WORST_SHARE"
LIMITS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0)
SHIPPED = getattr(tuning, LIMIT)


class JudgedField(NamedTuple):
    """The evidence for a field of a site, or of a page of it, and whether all of its values are right."""

    site: str
    evidence: FieldEvidence
    is_right: bool


class HighFields(NamedTuple):
    """Of so many fields, how many are called high, and how many of these are imperfect."""

    fields: int = 0
    high: int = 0
    imperfect: int = 0

    def __str__(self) -> str:
        perfect = 1 - self.imperfect / max(1, self.high)
        return f"{self.high / max(1, self.fields):8.1%}{perfect:10.1%}{self.imperfect:4} of {self.high}"


@contextmanager
def evidence_kept() -> Iterator[dict[str, FieldEvidence]]:
    """The evidence for each field that ``learn`` decides on inside, by the name of the field."""
    kept: dict[str, FieldEvidence] = {}
    original = auto._with_origin  # noqa: SLF001  # nothing public has the evidence, which is of no use elsewhere

    def keeping(chosen: ChosenWrapper) -> Wrapper:
        kept.update(chosen.evidence)
        return original(chosen)

    auto._with_origin = keeping  # noqa: SLF001  # likewise
    try:
        yield kept
    finally:
        auto._with_origin = original  # noqa: SLF001  # likewise


def high_fields(cases: Sequence[JudgedField], limit: float) -> HighFields:
    """The fields that are called high with a limit."""
    with tuned({LIMIT: limit}):
        high = [case for case in cases if confidence(case.evidence).level == "high"]
    return HighFields(len(cases), len(high), sum(not case.is_right for case in high))


def chosen_limit(cases: Sequence[JudgedField]) -> float:
    """The least limit that is expected to keep to what is allowed on other sites; the largest where none is."""
    for limit in LIMITS:
        found = high_fields(cases, limit)
        if found.imperfect + 1 <= ALLOWED * (found.high + 2):
            return limit
    return LIMITS[-1]


def in_folds(settings: Mapping[str, Sequence[JudgedField]]) -> dict[str, float]:
    """A line for each setting, of all of which together the limit is chosen; the shares of the fields held out."""
    folds = folds_of(case.site for cases in settings.values() for case in cases)
    every = [case for cases in settings.values() for case in cases]
    limits = [chosen_limit([case for case in every if folds[case.site] != fold]) for fold in range(FOLDS)]
    print(f"\nlimits chosen on the other folds {limits}, on all {chosen_limit(every)}, shipped {SHIPPED}")
    print(f"{'called high':24}{'held out':>10}{'perfect':>8}{'':13}{'shipped':>8}{'perfect':>10}")
    figures = {}
    for name, cases in settings.items():
        found = [high_fields([c for c in cases if folds[c.site] == fold], limits[fold]) for fold in range(FOLDS)]
        held_out = HighFields(*(sum(numbers) for numbers in zip(*found, strict=True)))
        print(f"{name:24}{held_out}      {high_fields(cases, SHIPPED)}")
        figures[f"{name}_high_share"] = held_out.high / max(1, held_out.fields)
        figures[f"{name}_high_perfect"] = 1 - held_out.imperfect / max(1, held_out.high)
    return figures
