"""Confidence of a field: a level and the reasons for it. The one place that decides how sure a learned wrapper is.

Legend

    share       on one unlabelled page, the share of the weight behind the values of the wrapper
    constant    the field has the same values on every page: they may be template text
    panels      sets of rules whose values are joined; several panels mean that no single rule covers the examples
    contested   an unlabelled page on which the voters for other values have much of the weight

*High* means: expect the field to be right on every page. It needs unlabelled pages, and one quantity decides: the share
of the weight behind the values on the page where it is least. The limit is the least one for which at most one field
in fifty is expected to be wrong, by counting on sites with labels (``benchmarks/calibration.py``). Agreement says
nothing of a constant field, since all places of the template agree, nor of a field with several panels, since another
one may be needed elsewhere. Held-out labelled pages alone are no proof: one in ten fields that were right on all of
them was wrong elsewhere. So without unlabelled pages the reasons say how often such fields are right.

*Low* means: check the values before use. Where voters that agree with the examples find different values on an
unlabelled page, one of them is wrong, and it may be the one that won. ``benchmarks/learn.py`` prints how often each
level is right.

Two statistical statements about the examples can be printed beside it (``statements``). The PAC bound of delimiter
wrappers with head and tail assumes nothing about the site, and asks for far more pages than are needed. Resampling
assumes that other pages are like these, and guarantees nothing.
"""

from collections.abc import Sequence
from statistics import fmean

from unweave.choose.data_votes import doubted_pages
from unweave.choose.evidence import FieldEvidence, ListEvidence
from unweave.choose.methods import EMBEDDED
from unweave.choose.voters import FieldVoter
from unweave.delimiters import HLRT, pac
from unweave.records import Example
from unweave.resampling import resample
from unweave.tuning import (
    HIGH_WORST_SHARE,
    LIST_ALIKE,
    LIST_HIGH,
    LOW_AGAINST,
    LOW_MEAN_SHARE,
    RIGHT_UNCOMPARED,
    TELLING_PAGES,
)
from unweave.wording import counted
from unweave.wrapper import Confidence, Learner, Level


def confidence(evidence: FieldEvidence) -> Confidence:
    """The level of a field and the reasons for it, those against it first.

    >>> confidence(FieldEvidence(known=1, found=1, pages=1)).level
    'medium'
    >>> confidence(FieldEvidence(known=3, found=1, pages=1)).reasons[0]
    '1 of its 3 known values are found'
    """
    if evidence.of_list is not None:
        return _list_confidence(evidence, evidence.of_list)
    against = _reasons_against(evidence)
    level: Level = "medium"
    if not evidence.is_exact or evidence.ambiguities or _is_weak(evidence) or _contested(evidence):
        level = "low"
    elif evidence.consensus is None:
        against = [*against, *_chance_uncompared(evidence)]
    elif not (against := [*against, *_doubts(_shares(evidence))]):
        level = "high"
    basis = [_basis(evidence), _agreements(evidence)]
    first, then = reversed(basis) if level == "high" else basis
    return Confidence(level, (*against, *first, *then))


def _list_confidence(evidence: FieldEvidence, found: ListEvidence) -> Confidence:
    """The level of a field of a list, by what can be checked without labels.

    Two things are asked: has the field a reason against it, and does another kind of wrapper, or the data in scripts,
    have the same records?
    *High* needs both answers to be good, *medium* one of them. That a value is a part of a text speaks against *high*
    only: the other kind, LR, seldom finds such parts, so this is no second reason.
    """
    reasons = [
        (not evidence.is_exact, f"{evidence.found} of its {evidence.known} known values are found"),
        *((True, reason) for reason in evidence.ambiguities),
        (evidence.different > 0, f"auto finds other values on {counted(evidence.different, 'page')}"),
        *((True, reason) for reason in found.doubts),
        (found.filled < LIST_HIGH, f"{_percent(found.filled)} of the records have a value"),
        (found.regular < LIST_HIGH, "some of its values look different from the shown ones"),
        (found.shown < 2, "only one record was shown"),
        (
            found.shown > 1 and found.stable < LIST_HIGH,
            f"one record alone gives {_percent(found.stable)} of its values",
        ),
        (found.skipped > 0, f"not taken as records: {counted(found.skipped, 'region')} with some of the fields"),
        (found.alike < LIST_ALIKE, f"{_percent(1 - found.alike)} of the records are made differently from the others"),
        (found.bare, "its records are single texts, as other links of a page may be"),
        (found.records <= found.shown, "no further record was found"),
        (
            found.in_data is not None and found.in_data < 1,
            f"the data in scripts has other values in {_percent(1 - (found.in_data or 0))} of the records",
        ),
    ]
    against = [reason for holds, reason in reasons if holds]
    wrong = not evidence.is_exact or bool(evidence.ambiguities or found.doubts) or evidence.different > 0
    wrong = wrong or found.alike < LIST_ALIKE
    second = found.seconded or found.same_in_data
    level: Level = ("low", "medium", "high")[(not against) + second] if not wrong else "low"
    if not found.whole:
        level = "medium" if level == "high" else level
        against.append("it is a part of a text")
    basis = [f"{counted(found.records, 'record')} found, {found.shown} shown"]
    basis += ["another kind of wrapper finds the same records"] * found.seconded
    basis += ["the data in scripts has the same records"] * found.same_in_data
    alone = [] if second else ["another kind of wrapper does not find the same records"]
    return Confidence(level, (*against, *alone, *basis))


def _percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def _shares(evidence: FieldEvidence) -> tuple[float, ...]:
    """The share of the weight behind the wrapper's values, on each unlabelled page."""
    return (*evidence.consensus.shares, *evidence.further.shares) if evidence.consensus else ()


def _reasons_against(evidence: FieldEvidence) -> list[str]:
    """The reasons not to be sure, the strongest first."""
    reasons: list[tuple[object, str]] = [
        (not evidence.is_exact, f"{evidence.found} of its {evidence.known} known values are found"),
        *((True, reason) for reason in evidence.ambiguities),
        (evidence.different > 0, f"auto finds other values on {counted(evidence.different, 'page')}"),
        (
            _contested(evidence),
            f"other rules find something else on {counted(_contested(evidence), 'unlabelled page')}",
        ),
        (_is_weak(evidence), "rules that find the known values find different ones on other pages"),
        (evidence.panels > 1, f"it takes {evidence.panels} rules of different kinds to find the known values"),
        (_is_constant(evidence), "it has the same value on every page"),
        (_is_alone(evidence), "no other kind of wrapper finds its known values"),
        (
            doubted_pages(evidence),
            f"the data in scripts says something else on {counted(doubted_pages(evidence), 'unlabelled page')}",
        ),
    ]
    return [reason for holds, reason in reasons if holds]


def _is_weak(evidence: FieldEvidence) -> bool:
    """Whether the share of the weight behind the values, on unlabelled and held-out pages, is small in the mean."""
    shares = [*_shares(evidence), *evidence.held_out]
    return bool(shares) and fmean(shares) < LOW_MEAN_SHARE


def _is_alone(evidence: FieldEvidence) -> bool:
    """Whether one wrapper has nobody to agree with: its own vote is behind its values on every page."""
    every = [*evidence.voters, *evidence.others]
    return evidence.consensus is not None and len(every) == 1 and every[0].method != "rules"


def _contested(evidence: FieldEvidence) -> int:
    """On how many unlabelled pages voters for other values have much of the weight."""
    against = (*evidence.consensus.against, *evidence.further.against) if evidence.consensus else ()
    return sum(share >= LOW_AGAINST for share in against)


def _doubts(compared: Sequence[float]) -> list[str]:
    """What is missing on the unlabelled pages for high confidence; ``compared`` is the share of the votes on each.

    >>> _doubts([0.9]), _doubts([0.9, 0.7, 1.0, 1.0, 1.0])
    (['rules were compared on 1 unlabelled page'], ['on one of 5 unlabelled pages the votes agree to 70 % only'])
    """
    if len(compared) < TELLING_PAGES:
        return [f"rules were compared on {counted(len(compared), 'unlabelled page')}"]
    below = [share for share in compared if share < HIGH_WORST_SHARE]
    if not below:
        return []
    pages = f"{_number(len(below))} of {counted(len(compared), 'unlabelled page')}"
    return [f"on {pages} the votes agree to {_percent(fmean(below))} only"]


def _chance_uncompared(evidence: FieldEvidence) -> list[str]:
    """How often fields are right whose rules were compared on no unlabelled page; it is known of detail pages only.

    >>> _chance_uncompared(FieldEvidence(pages=3, panels=1))
    ['compared on no unlabelled page: about 93 % of such fields are right on all pages of a site']
    """
    if not evidence.panels:
        return ["compared on no unlabelled page"]
    chance = RIGHT_UNCOMPARED["several rules" if evidence.panels > 1 else "pages" if evidence.pages > 1 else "one page"]
    return [f"compared on no unlabelled page: about {_percent(chance)} of such fields are right on all pages of a site"]


def _number(number: int) -> str:
    return "one" if number == 1 else f"{number}"


def _basis(evidence: FieldEvidence) -> list[str]:
    """What the choice is based on."""
    basis = [f"learned from {counted(evidence.pages, 'labelled page')}"]
    if evidence.places > 1:
        basis.append(f"a known value occurs at {evidence.places} places")
    if evidence.held_out:
        right = sum(share > 0 for share in evidence.held_out)
        basis.append(f"{right} of {counted(len(evidence.held_out), 'held-out labelled page')} are right")
    return basis


def _agreements(evidence: FieldEvidence) -> list[str]:
    """How far rules and other methods agree on the unlabelled pages."""
    shares = _shares(evidence)
    if not shares:
        return []
    agreement = f"the votes agree to {fmean(shares):.0%}, at worst {min(shares):.0%}".replace("%", " %")
    others = (_agreement(one, evidence) for one in evidence.others)
    return [f"on {counted(len(shares), 'unlabelled page')} {agreement}", *others]


def _agreement(voter: FieldVoter, evidence: FieldEvidence) -> str:
    won = evidence.consensus.values if evidence.consensus else ()
    same = sum(one == other for one, other in zip(voter.values, won, strict=True))
    if voter.method == EMBEDDED:
        return f"the data in scripts says the same on {same} of them"
    return f"{voter.method} finds the same on {same} of them"


def _is_constant(evidence: FieldEvidence) -> bool:
    won = evidence.consensus.values if evidence.consensus else ()
    return len(won) > 1 and len({values for values in won if values}) == 1


NO_BOUND = f"PAC bound: none, it is proven for the method {' and '.join(pac.PROVEN_FOR)} only"


def statements(learner: Learner, examples: Sequence[Example], *, epsilon: float = 0.1, delta: float = 0.1) -> list[str]:
    """Two sentences: the PAC bound for these examples, and the result of resampling them.

    The bound is proven for HLRT only; for other learners the first sentence says so.

    >>> from unweave.delimiters import HLRT, LR
    >>> from unweave.page import Page
    >>> titles = ["Emma", "Kim", "Dune"]
    >>> shown = [Example.from_values(Page(f"<b>{title}</b>"), [{"title": title}]) for title in titles]
    >>> for sentence in statements(HLRT(), shown):
    ...     print(sentence)
    PAC bound, for any site: 0 % sure that at most 10 % of the pages go wrong; 90 % sure takes 78 pages like these
    Resampling, of these pages: 3 of 3 wrappers learned from a part agree with the held-out pages
    >>> statements(LR(), shown)[0]
    'PAC bound: none, it is proven for the method hlrt only'
    """
    shown = [example for example in examples if example.records]
    bound = _pac_bound(shown, epsilon, delta) if isinstance(learner, HLRT) else NO_BOUND
    return [bound, _resampling(learner, shown)]


def _pac_bound(shown: Sequence[Example], epsilon: float, delta: float) -> str:
    seen = pac.count_examples(shown)
    per_page = sum(seen.values) / len(seen.values) / len(shown)
    needed = pac.pages_needed(
        fields=len(seen.values), values_per_page=per_page, shortest=seen.shortest, epsilon=epsilon, delta=delta
    )
    sure = f"{pac.confidence(seen, epsilon=epsilon):.0%} sure that at most {epsilon:.0%} of the pages go wrong"
    return f"PAC bound, for any site: {sure}; {1 - delta:.0%} sure takes {needed:,} pages like these".replace("%", " %")


def _resampling(learner: Learner, shown: Sequence[Example]) -> str:
    result = resample(learner, shown)
    if not result.trials:
        return "Resampling, of these pages: not possible with one page"
    agreed = f"{result.agreed} of {result.trials} wrappers learned from a part agree with the held-out pages"
    return f"Resampling, of these pages: {agreed}"
