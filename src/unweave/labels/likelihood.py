"""How well extracted records explain all reports of the recognizers: their likelihood, and how regular the list is.

Legend

    values     {Span(78, 83), ...}      those extracted for a field on a page
    report     the instances of one recognizer of that field, with its rates
    texts      1200                     how many texts of the page a recognizer that errs could have reported instead
    gain       how much more likely a report is when a value is extracted than when it is not, in nats
    shape      ('/b', 'i')              the tags of a record, from its first value to its last

Each value is missed at the recognizer's rate, else reported. The number of invented instances follows its rate (a
Poisson number), and each is any text of the page with the same chance. So a wrapper gains much for every instance that
it extracts exactly, and pays a little for every value that no recognizer reported. Records of rare shapes cost as many
nats as it takes to name their shape.

Source of the idea: Dalvi, Kumar, Soliman, "Automatic wrappers for large scale web extraction" (VLDB 2011), who rank
wrappers learned from subsets of noisy labels by the labels' likelihood and by how list-like the extraction is.
Departures: recognizers have their own rates; an instance that is no value is one of finitely many texts instead of a
fixed factor; the prior uses tags instead of a learned distribution of list features.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from math import log

from unweave.labels.instances import PageInstances, Report
from unweave.page import Page, Span
from unweave.tuning import COMPARED_REPORTS, CONTEXT_REACH, TEXTS_PER_WORD

WORD = re.compile(r"\w+")
LEFT, RIGHT = 0, 1


def texts_on(page: Page) -> int:
    """How many texts of the page could be reported as a value.

    >>> texts_on(Page("<b>Emma</b> and Kim"))
    20
    """
    return max(1, TEXTS_PER_WORD * sum(1 for _ in WORD.finditer(page.source)))


def likelihood(values: Mapping[str, Iterable[Span]], instances: PageInstances, texts: int) -> float:
    """The logarithm of how likely the reports about a page are, if these are its values.

    >>> from unweave.labels.instances import combined_reports
    >>> reported = {"title": combined_reports([Report("unreliable", (Span(3, 7), Span(20, 24)))])}
    >>> right, wrong = {"title": [Span(3, 7), Span(20, 24)]}, {"title": [Span(5, 9)]}
    >>> likelihood(right, reported, 100) > likelihood(wrong, reported, 100)
    True
    """
    return sum(
        _of_report(frozenset(values.get(name, ())), report, texts)
        for name, each in instances.items()
        for report in each.reports
    )


def _of_report(values: frozenset[Span], report: Report, texts: int) -> float:
    misses, _ = report.rates
    seen = len(values.intersection(report.spans))
    invented = _inventions(len(values), report)
    explained = seen * log(1 - misses) + (len(values) - seen) * log(misses)
    return explained - invented + (len(report.spans) - seen) * log(invented / texts)


def _inventions(size: int, report: Report) -> float:
    """How many instances a recognizer is expected to invent on a page with so many values."""
    misses, invents = report.rates
    return max(size, 1) * (1 - misses) * invents / (1 - invents)


def gain(report: Report, texts: int) -> float:
    """About how much is gained by extracting an instance of a report: it need not have been invented.

    >>> gain(Report("unreliable", (Span(3, 7),)), 1000) > 5
    True
    """
    size = (1 - report.rates.invents) * len(report.spans) / (1 - report.rates.misses)
    return log(1 - report.rates.misses) - log(_inventions(round(size), report) / texts)


def loss(report: Report) -> float:
    """What is lost by extracting a value that is not in a report: it was missed, and more may have been invented.

    >>> loss(Report("unsound", ())) < loss(Report("incomplete", ())) < 0
    True
    """
    return log(report.rates.misses) - _inventions(1, report)


def irregularity(records: Iterable[tuple[Page, Span | None]]) -> float:
    """How many nats it takes to name the shapes of all records, given their extents; 0 when they are all alike.

    >>> page = Page("<b>Emma</b> <i>$5</i>")
    >>> irregularity([(page, Span(3, 17)), (page, Span(3, 17))])
    0.0
    """
    shapes = Counter(() if extent is None else _tags(page, extent) for page, extent in records)
    return sum(count * log(shapes.total() / count) for count in shapes.values())


def _tags(page: Page, extent: Span) -> tuple[str, ...]:
    """The shape of a record: the tags from its first value to its last."""
    tokens = page.tokens
    first = bisect_right(tokens, extent.start, key=lambda token: token.end)
    inside = takewhile(lambda token: token.start < extent.end, (tokens[at] for at in range(first, len(tokens))))
    tags = (token for token in inside if token.kind in {"start", "end"} and token.start >= extent.start)
    return tuple(token.name if token.kind == "start" else f"/{token.name}" for token in tags)


@dataclass(frozen=True)
class ReportedPage:
    """A page and the instances of its fields, with what is computed from them once."""

    page: Page
    instances: PageInstances

    @cached_property
    def texts(self) -> int:
        """How many texts of the page could be reported as a value."""
        return texts_on(self.page)

    @cached_property
    def compared_end(self) -> int:
        """Where the part of the page ends by which patterns of contexts are compared."""
        ends = sorted(span.end for each in self.instances.values() for span in each.spans)
        many = len(ends) > COMPARED_REPORTS
        return min(len(self.page), ends[COMPARED_REPORTS] + CONTEXT_REACH) if many else len(self.page)

    @cached_property
    def gains(self) -> dict[str, dict[Span, float]]:
        """Per field, how much each reported span gains over one that no recognizer reported."""
        found: dict[str, dict[Span, float]] = {}
        for name, each in self.instances.items():
            gains = found.setdefault(name, {})
            for report in each.reports:
                extra = gain(report, self.texts) - log(report.rates.misses)
                for span in report.spans:
                    gains[span] = gains.get(span, 0.0) + extra
        return found

    @cached_property
    def costs(self) -> dict[str, float]:
        """Per field, the cost of a value that no recognizer reported."""
        return {name: sum(loss(report) for report in each.reports) for name, each in self.instances.items()}

    @cached_property
    def borders(self) -> tuple[list[int], list[int]]:
        """The ends and the starts of the instances of all fields."""
        spans = [span for each in self.instances.values() for span in each.spans]
        return sorted(span.end for span in spans), sorted(span.start for span in spans)

    def beside(self, span: Span, side: int, *, near: bool) -> str:
        """The text before a span (reversed), or after it; with ``near``, only up to the next instance."""
        ends, starts = self.borders if near else ([], [])
        if side == RIGHT:
            at = bisect_left(starts, span.end)
            return self.page.source[span.end : min([span.end + CONTEXT_REACH, *starts[at : at + 1]])]
        at = bisect_right(ends, span.start)
        return self.page.source[max([0, span.start - CONTEXT_REACH, *ends[max(0, at - 1) : at]]) : span.start][::-1]
