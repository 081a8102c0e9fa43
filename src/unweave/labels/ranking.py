"""Wrappers from noisy evidence: learn from what probably stands on the pages, rank by what explains all evidence.

Legend

    proposal   per page the records that it probably has (see ``surroundings``), in two variants: all rows that fit, and
               only those between the first and the last that somebody reported
    shelf      the examples that a wrapper is learned from: all pages of a proposal, or a single one
    score      log likelihood of all reports given what the wrapper extracts, minus the irregularity of its records
    ranked     every wrapper that was learned, with its score, the best first

No label is believed: a wrapper learned from one page is judged by all of them. What decides is that wrong labels
seldom have a wrapper at all (thesis, 6.5), and that a wrapper that is wrong explains less (Dalvi, Kumar, Soliman
2011; see ``likelihood``). The best wrapper's own extraction is at last learned from as if it were the truth, so that
the wrapper rests on every page. Where no proposal can be learned from, a few well supported rows are shown as partial
examples.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper
from unweave.labels.likelihood import irregularity, likelihood
from unweave.labels.surroundings import Fit, Ground, proposed, trimmed
from unweave.page import Page, Span
from unweave.records import Example, Record
from unweave.wrapper import Learner, Wrapper

SINGLES = 10
"""From how many single pages a proposal is learned."""
FEW = 3
"""How many rows of a page are shown where only the best supported are."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A wrapper, how well it explains the evidence, and the examples it was learned from."""

    wrapper: Wrapper
    score: float
    examples: tuple[Example, ...] = field(compare=False, repr=False)


def ranked(grounds: Sequence[Ground], order: Sequence[str], learner: Learner) -> list[Ranked]:
    """Every wrapper that was learned, the best first; it raises NoConsistentWrapper when none was.

    >>> from unweave.delimiters import LR
    >>> from unweave.labels.evidence import Report, weighed
    >>> page = Page("<b>Emma</b> by Ann<hr><b>Kim</b> by Bob<hr><b>Dune</b> by Cy<hr><b>She</b> by Di")
    >>> told = weighed([Report("unreliable", (Span(3, 7), Span(15, 18), Span(25, 28), Span(45, 49)))])
    >>> best = ranked([Ground(page, {"title": told})], ["title"], LR())[0]
    >>> [record["title"] for record in best.wrapper.extract(page)]
    ['Emma', 'Kim', 'Dune', 'She']
    """
    proposals = _variants(grounds, order)
    attempt = _Attempt(learner, grounds)
    attempt.all(_wholes(grounds, order, proposals))
    if len(grounds) > 1 and (len(proposals) > 1 or not attempt.found):
        attempt.all(_singles(grounds, order, proposals))
    if not attempt.found:
        attempt.all(_partial(grounds, order, proposals))
    if not attempt.found:
        raise attempt.failures[0] if attempt.failures else _nothing_seen(order)
    best = max(attempt.found, key=lambda each: each.score)
    return sorted([*_rested(best, grounds, learner), *attempt.found], key=lambda each: -each.score)


@dataclass(slots=True)
class _Attempt:
    """What came of learning from one shelf after the other."""

    learner: Learner
    grounds: Sequence[Ground]
    found: list[Ranked] = field(default_factory=list)
    failures: list[NoConsistentWrapper | BadInput] = field(default_factory=list)

    def all(self, shelves: Iterator[list[Example]]) -> None:
        for examples in shelves:
            try:
                wrapper = self.learner.learn(examples)
            except (NoConsistentWrapper, BadInput) as failure:
                self.failures.append(failure)
            else:
                self.found.append(Ranked(wrapper, score(wrapper, self.grounds), tuple(examples)))


def score(wrapper: Wrapper, grounds: Sequence[Ground]) -> float:
    """How well a wrapper explains the evidence of all pages; a page that it does not fit has no values for it."""
    total, records = 0.0, list[Record]()
    for ground in grounds:
        found = extracted(wrapper, ground.page) or []
        values = {name: [span for record in found for span in record.spans(name)] for name in wrapper.schema.names}
        total += likelihood(values, ground.evidence, ground.texts)
        records += found
    return total - irregularity(records)


def extracted(wrapper: Wrapper, page: Page) -> list[Record] | None:
    """The records of a page, None when it does not fit."""
    try:
        return wrapper.extract(page)
    except DoesNotFit:
        return None


Variant: TypeAlias = list[list[Fit]]


def _variants(grounds: Sequence[Ground], order: Sequence[str]) -> list[Variant]:
    """The proposals in both variants, each once."""
    found: dict[tuple[tuple[tuple[Span, ...], ...], ...], Variant] = {}
    for proposal in proposed(grounds, order):
        for variant in (proposal, [trimmed(fits) for fits in proposal]):
            if any(variant):
                found.setdefault(tuple(tuple(fit.row for fit in fits) for fits in variant), variant)
    return list(found.values())


def _wholes(grounds: Sequence[Ground], order: Sequence[str], variants: Sequence[Variant]) -> Iterator[list[Example]]:
    """Every variant with all its pages."""
    for variant in variants:
        yield [
            _example(ground.page, order, [fit.row for fit in fits])
            for ground, fits in zip(grounds, variant, strict=True)
        ]


def _singles(grounds: Sequence[Ground], order: Sequence[str], variants: Sequence[Variant]) -> Iterator[list[Example]]:
    """Single pages, each with every variant of its rows, those first that explain most per row."""
    pages = [(at, fits) for variant in variants for at, fits in enumerate(variant) if fits]
    pages.sort(key=lambda page: -sum(fit.gain for fit in page[1]) / len(page[1]))
    distinct = dict.fromkeys((at, tuple(fit.row for fit in fits)) for at, fits in pages)
    for at, rows in list(distinct)[:SINGLES]:
        yield [_example(grounds[at].page, order, rows)]


def _partial(grounds: Sequence[Ground], order: Sequence[str], variants: Sequence[Variant]) -> Iterator[list[Example]]:
    """The best supported rows of all pages, as partial examples."""
    for variant in variants:
        best = [sorted((fit for fit in fits if fit.seen), key=lambda fit: -fit.gain)[:FEW] for fits in variant]
        examples = [
            _example(ground.page, order, sorted(fit.row for fit in fits), whole=False)
            for ground, fits in zip(grounds, best, strict=True)
            if fits
        ]
        if examples:
            yield examples


def _example(page: Page, order: Sequence[str], rows: Sequence[tuple[Span, ...]], *, whole: bool = True) -> Example:
    records = tuple(Record(page, dict(zip(order, row, strict=True))) for row in rows)
    return Example(page, records, status="complete" if whole else "partial")


def _rested(best: Ranked, grounds: Sequence[Ground], learner: Learner) -> list[Ranked]:
    """The wrapper learned from all that the best one extracts, where that is possible and no worse; it comes first."""
    found = [(ground.page, extracted(best.wrapper, ground.page)) for ground in grounds]
    examples = [Example(page, tuple(records), status="complete") for page, records in found if records is not None]
    if not any(example.records for example in examples):
        return []
    try:
        wrapper = learner.learn(examples)
    except (NoConsistentWrapper, BadInput):
        return []
    total = score(wrapper, grounds)
    return [Ranked(wrapper, total, tuple(examples))] if total >= best.score - 1e-9 else []


def _nothing_seen(order: Sequence[str]) -> NoConsistentWrapper:
    reason = f"the recognizers report too little of {', '.join(order)} to say what stands around the values"
    return NoConsistentWrapper(kind="recognizers", reason=reason)
