"""Candidates for list pages: whole wrappers, of which the one is taken that the other families agree with most.

Legend

    candidate     a method's wrapper that agrees with the examples
    family        methods of one kind: the delimiter classes are one family, and count as one
    agreement     how similar the records of two candidates are, page by page: twice the common records by all records
    support       the mean agreement of a candidate with the other families
    plausibility  how many of its records look like those of the examples, less those that do not
    version       the examples as they are or, for delimiters, with the white space around values given as texts

Candidates are compared by support, then by plausibility, then by the order in which they are given, which is the prior
of stability and simplicity. A method's candidate is the first wrapper that agrees with all examples. A slow method is
stopped after half of the remaining time; once there is a candidate, further methods run only while there is time.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from statistics import fmean
from typing import TypeAlias

from unweave.budget import Budget, OutOfTime
from unweave.choose.methods import learner
from unweave.choose.places import padded
from unweave.choose.voters import FieldVoter, records_on, wrapper_voters
from unweave.combined import Sectioned, UnderHeading
from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example, Record
from unweave.records.agree import disagreements
from unweave.tuning import CANDIDATE_TIME_SHARE, CLOSE_SUPPORT
from unweave.values.kinds import kind_of
from unweave.wrapper import Learner, Wrapper

UNDER_HEADING = " under a heading"
"""The suffix of a method that learns the list under a heading: "rules under a heading"."""
FAMILIES = {"rules": "rules", "tree": "tree"}

Failures: TypeAlias = list[NoConsistentWrapper | BadInput]
"""Why methods have no candidate."""


@dataclass(frozen=True, slots=True)
class WrapperCandidate:
    """A method's wrapper, and the records it finds on each page at hand; None where a page does not fit.

    ``counts`` are the same records as texts, for comparing.
    """

    method: str
    wrapper: Wrapper
    found: tuple[tuple[Record, ...] | None, ...] = ()
    counts: tuple[Counter[str] | None, ...] = ()
    voters: Mapping[str, FieldVoter] = field(default_factory=dict)


def family_of(method: str) -> str:
    """The family of a method, with or without headings.

    >>> family_of("tree under a heading"), family_of("m-lr")
    ('tree', 'delimiters')
    """
    return FAMILIES.get(method.removesuffix(UNDER_HEADING), "delimiters")


def candidate(
    method: str, wrapper: Wrapper, pages: Sequence[Page], found: Sequence[tuple[Record, ...] | None] = ()
) -> WrapperCandidate:
    """A method's wrapper with what it finds on the pages at hand; ``found``: where that is known.

    >>> from unweave.delimiters import LR
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> candidate("lr", wrapper, [Page("<b>Kim</b>")]).counts
    (Counter({"{'title': 'Kim'}": 1}),)
    """
    found = tuple(found) or tuple(records_on(wrapper, page) for page in pages)
    counts = (None if records is None else Counter(str(record.to_dict()) for record in records) for records in found)
    return WrapperCandidate(method, wrapper, found, tuple(counts), wrapper_voters(method, wrapper, pages, found))


def candidates(
    methods: Sequence[str], known: Sequence[Example], pages: Sequence[Page], budget: Budget, failures: Failures
) -> Iterator[WrapperCandidate]:
    """The candidate of each method; after the first, only while there is time.

    >>> shown = [Example.from_values(Page("<b>Emma</b><b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])]
    >>> [one.method for one in candidates(["lr", "n-lr"], shown, [], Budget(30.0), [])]
    ['lr', 'n-lr']
    """
    some = False
    for method in methods:
        if not some or budget.allows(method):
            found = _in_time(method, known, pages, budget, failures)
            some = some or bool(found)
            yield from found


def _in_time(
    method: str, known: Sequence[Example], pages: Sequence[Page], budget: Budget, failures: Failures
) -> list[WrapperCandidate]:
    """A method's candidate, if it has one within its share of the remaining time."""
    with suppress(OutOfTime), budget.limit(method, share=CANDIDATE_TIME_SHARE):
        return list(islice(_consistent(method, known, pages, failures), 1))
    return []


def _consistent(
    method: str, known: Sequence[Example], pages: Sequence[Page], failures: Failures
) -> Iterator[WrapperCandidate]:
    """The method's wrappers for the versions of the examples, if they agree with them."""
    for shown in _versions(known, method):
        try:
            wrapper = _learner(method).learn(shown)
        except (NoConsistentWrapper, BadInput) as failure:
            failures.append(failure)
            continue
        problems = list(_problems(method, wrapper, shown))
        failures += problems
        if not problems and not _needs_no_heading(wrapper, shown):
            yield candidate(method, wrapper, pages)


def _learner(method: str) -> Learner:
    base = method.removesuffix(UNDER_HEADING)
    return learner(method) if base == method else UnderHeading(learner(base))


def _needs_no_heading(wrapper: Wrapper, shown: Sequence[Example]) -> bool:
    """Whether it uses a heading without need: the inner wrapper alone agrees with the examples."""
    return isinstance(wrapper, Sectioned) and not any(_problems("sectioned", wrapper.inner, shown))


def _versions(known: Sequence[Example], method: str) -> Iterator[Sequence[Example]]:
    yield known
    if family_of(method) == "delimiters" and all(example.by_value for example in known):
        wider = list(map(padded, known))
        yield from [wider] * (wider != list(known))


def _problems(method: str, wrapper: Wrapper, shown: Sequence[Example]) -> Iterator[NoConsistentWrapper]:
    """Where a learned wrapper disagrees with the examples: the first disagreement of each page."""
    for example in shown:
        try:
            reasons = disagreements(wrapper.extract(example.page), example)
        except DoesNotFit as error:
            reasons = [str(error)]
        for reason in reasons[:1]:
            name = example.page.name or None
            yield NoConsistentWrapper(kind=method, page=name, constraint="what it finds", reason=reason)


def best_candidate(every: Sequence[WrapperCandidate], known: Sequence[Example]) -> WrapperCandidate:
    """The candidate with most support; of those that are close the most plausible, and of these the first."""
    useful = [one for one in every if _finds_more(one, known)] or list(every)
    supported = _closest_to_best(useful, [support(one, useful) for one in useful])
    values = [plausibility(one, known) for one in supported]
    return _closest_to_best(supported, [value / max(1, *map(abs, values)) for value in values])[0]


def _finds_more(candidate: WrapperCandidate, known: Sequence[Example]) -> bool:
    """Whether it finds further records on the partial pages, which are the first pages at hand."""
    partial = [example for example in known if example.status == "partial"]
    shown = sum(len(example.records) for example in partial)
    return not shown or sum(len(records) for records in candidate.found[: len(partial)] if records) > shown


def _closest_to_best(every: Sequence[WrapperCandidate], values: Sequence[float]) -> list[WrapperCandidate]:
    """The candidates whose value is close to the highest."""
    return [one for one, value in zip(every, values, strict=True) if value >= max(values) - CLOSE_SUPPORT]


def plausibility(candidate: WrapperCandidate, known: Sequence[Example]) -> int:
    """How many of its records on the pages at hand look like those of the examples, less those that do not."""
    looks = {_look(record) for example in known for record in example.records}
    found = [record for records in candidate.found if records for record in records]
    return sum(1 if _look(record) in looks else -1 for record in found)


def _look(record: Record) -> tuple[object, ...]:
    """Which fields a record has, and the kind of each value."""
    return tuple((name, tuple(sorted({kind_of(text) for text in _texts(record, name)}))) for name in sorted(record))


def _texts(record: Record, name: str) -> list[str]:
    return [record.page.text(span) for span in record.spans(name)]


def support(candidate: WrapperCandidate, every: Sequence[WrapperCandidate]) -> float:
    """The mean, over the other families, of the best agreement of one of their candidates with this one."""
    best: dict[str, float] = {}
    for other in every:
        family = family_of(other.method)
        if family != family_of(candidate.method):
            best[family] = max(best.get(family, 0.0), agreement(candidate, other))
    return fmean(best.values()) if best else 0.0


def agreement(one: WrapperCandidate, other: WrapperCandidate) -> float:
    """How similar the records of two candidates are, page by page; a page that does not fit agrees with nothing."""
    pages = [_similarity(mine, theirs) for mine, theirs in zip(one.counts, other.counts, strict=True)]
    return fmean(pages) if pages else 1.0


def _similarity(mine: Counter[str] | None, theirs: Counter[str] | None) -> float:
    if mine is None or theirs is None:
        return 0.0
    if not mine and not theirs:
        return 1.0
    return 2 * (mine & theirs).total() / (mine.total() + theirs.total())
