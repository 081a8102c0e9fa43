"""Wrappers from noisy reports: learn from the records that the pages probably have, rank by how well all is explained.

Legend

    proposal   per page the records that it probably has (see ``contexts``), in two variants: all rows that match, and
               only those between the first and the last that a recognizer reported
    score      log likelihood of all reports given what the wrapper extracts, minus the irregularity of its records
    ranked     every wrapper that was learned, with its score, the best first

Wrappers are learned from all pages of a proposal and from single pages. No label is taken as true: a wrapper learned
from one page is scored on all of them. It helps that wrong labels seldom have a wrapper at all (thesis, 6.5), and that
a wrong wrapper explains less (Dalvi, Kumar, Soliman 2011; see ``likelihood``). At last a wrapper is learned from all
that the best one extracts, as if it were true, so that it is supported by every page. Where no proposal has a
wrapper, or there is no time for one, a few well supported rows are shown as partial examples.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from unweave.budget import OutOfTime, check_time, first_answer
from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper
from unweave.labels.contexts import Fit, proposed, trimmed
from unweave.labels.likelihood import ReportedPage, irregularity, likelihood
from unweave.page import Page, Span
from unweave.records import Example, Record
from unweave.tuning import PARTIAL_ROWS, SINGLE_PAGES
from unweave.wrapper import Learner, Wrapper


@dataclass(frozen=True, slots=True)
class Ranked:
    """A wrapper, how well it explains the reports, and the examples it was learned from."""

    wrapper: Wrapper
    score: float
    examples: tuple[Example, ...] = field(compare=False, repr=False)


def ranked(pages: Sequence[ReportedPage], order: Sequence[str], learner: Learner) -> list[Ranked]:
    """Every wrapper that was learned, the best first; it raises NoConsistentWrapper when none was.

    >>> from unweave.delimiters import LR
    >>> from unweave.labels.instances import Report, combined_reports
    >>> page = Page("<b>Emma</b> by Ann<hr><b>Kim</b> by Bob<hr><b>Dune</b> by Cy<hr><b>She</b> by Di")
    >>> titles = combined_reports([Report("unreliable", (Span(3, 7), Span(15, 18), Span(25, 28), Span(45, 49)))])
    >>> best = ranked([ReportedPage(page, {"title": titles})], ["title"], LR())[0]
    >>> [record["title"] for record in best.wrapper.extract(page)]
    ['Emma', 'Kim', 'Dune', 'She']
    """
    proposals = _variants(pages, order)
    attempts = _Attempts(learner, pages)
    attempts.learn_all(_all_pages(pages, order, proposals))
    if len(pages) > 1 and (len(proposals) > 1 or not attempts.found):
        attempts.learn_all(_single_pages(pages, order, proposals))
    if not attempts.found:
        with first_answer("a few rows"):
            attempts.learn_all(_partial(pages, order, proposals))
    if not attempts.found:
        check_time()
        raise attempts.failures[0] if attempts.failures else _too_few_reports(order)
    best = max(attempts.found, key=lambda each: each.score)
    return sorted([*_supported_by_all(best, pages, learner), *attempts.found], key=lambda each: -each.score)


@dataclass(slots=True)
class _Attempts:
    """The wrappers and failures of learning from one list of examples after the other."""

    learner: Learner
    pages: Sequence[ReportedPage]
    found: list[Ranked] = field(default_factory=list)
    failures: list[NoConsistentWrapper | BadInput] = field(default_factory=list)

    def learn_all(self, lists: Iterator[list[Example]]) -> None:
        for examples in lists:
            try:
                check_time()
                wrapper = self.learner.learn(examples)
            except (NoConsistentWrapper, BadInput) as failure:
                self.failures.append(failure)
            except OutOfTime:
                return  # the best so far is the answer
            else:
                self.found.append(Ranked(wrapper, score(wrapper, self.pages), tuple(examples)))


def score(wrapper: Wrapper, pages: Sequence[ReportedPage]) -> float:
    """How well a wrapper explains the reports on all pages; on a page that it does not fit it extracts nothing."""
    total, records = 0.0, list[Record]()
    for page in pages:
        found = _extracted(wrapper, page.page) or []
        values = {name: [span for record in found for span in record.spans(name)] for name in wrapper.schema.names}
        total += likelihood(values, page.instances, page.texts)
        records += found
    return total - irregularity((record.page, record.extent) for record in records)


def _extracted(wrapper: Wrapper, page: Page) -> list[Record] | None:
    """The records of a page, None when it does not fit."""
    try:
        return wrapper.extract(page)
    except DoesNotFit:
        return None


Variant: TypeAlias = list[list[Fit]]


def _variants(pages: Sequence[ReportedPage], order: Sequence[str]) -> list[Variant]:
    """The proposals in both variants, each once."""
    found: dict[tuple[tuple[tuple[Span, ...], ...], ...], Variant] = {}
    for proposal in proposed(pages, order):
        for variant in (proposal, [trimmed(fits) for fits in proposal]):
            if any(variant):
                found.setdefault(tuple(tuple(fit.row for fit in fits) for fits in variant), variant)
    return list(found.values())


def _all_pages(
    pages: Sequence[ReportedPage], order: Sequence[str], variants: Sequence[Variant]
) -> Iterator[list[Example]]:
    """Every variant with all its pages."""
    for variant in variants:
        yield [_example(page.page, order, [fit.row for fit in fits]) for page, fits in zip(pages, variant, strict=True)]


def _single_pages(
    pages: Sequence[ReportedPage], order: Sequence[str], variants: Sequence[Variant]
) -> Iterator[list[Example]]:
    """Single pages, each with every variant of its rows, those first that explain most per row."""
    numbered = [(at, fits) for variant in variants for at, fits in enumerate(variant) if fits]
    numbered.sort(key=lambda each: -sum(fit.gain for fit in each[1]) / len(each[1]))
    distinct = dict.fromkeys((at, tuple(fit.row for fit in fits)) for at, fits in numbered)
    for at, rows in list(distinct)[:SINGLE_PAGES]:
        yield [_example(pages[at].page, order, rows)]


def _partial(
    pages: Sequence[ReportedPage], order: Sequence[str], variants: Sequence[Variant]
) -> Iterator[list[Example]]:
    """The best supported rows of all pages, as partial examples."""
    for variant in variants:
        best = [sorted((fit for fit in fits if fit.seen), key=lambda fit: -fit.gain)[:PARTIAL_ROWS] for fits in variant]
        examples = [
            _example(page.page, order, sorted(fit.row for fit in fits), whole=False)
            for page, fits in zip(pages, best, strict=True)
            if fits
        ]
        if examples:
            yield examples


def _example(page: Page, order: Sequence[str], rows: Sequence[tuple[Span, ...]], *, whole: bool = True) -> Example:
    records = tuple(Record(page, dict(zip(order, row, strict=True))) for row in rows)
    return Example(page, records, status="complete" if whole else "partial")


def _supported_by_all(best: Ranked, pages: Sequence[ReportedPage], learner: Learner) -> list[Ranked]:
    """The wrapper learned from all that the best one extracts, where there is one and it is no worse."""
    found = [(page.page, _extracted(best.wrapper, page.page)) for page in pages]
    examples = [Example(page, tuple(records), status="complete") for page, records in found if records is not None]
    if not any(example.records for example in examples):
        return []
    try:
        wrapper = learner.learn(examples)
    except (NoConsistentWrapper, BadInput, OutOfTime):
        return []
    total = score(wrapper, pages)
    return [Ranked(wrapper, total, tuple(examples))] if total >= best.score - 1e-9 else []


def _too_few_reports(order: Sequence[str]) -> NoConsistentWrapper:
    reason = f"the recognizers report too little of {', '.join(order)} to find the context of the values"
    return NoConsistentWrapper(kind="recognizers", reason=reason)
