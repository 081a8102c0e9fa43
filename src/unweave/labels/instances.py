"""What all recognizers together report about a page: per field, which spans are values, and which may be.

Legend

    report     Report("unsound", (Span(5, 10), ...), Rates(...))    the instances of one recognizer
    sure       the spans that are values, if the declared kinds are true: those of perfect and incomplete recognizers
    possible   the spans that can be values: those that all perfect and unsound recognizers report; None when there is
               no such recognizer, so that any span can be a value
    settled    sure and possible are the same: the values are known

So the kinds of the thesis become one form: perfect (sure = possible), incomplete (sure, None), unsound (nothing sure,
possible), unreliable (nothing sure, None). Departure: a field may have any number of recognizers. A user's labels are a
perfect one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from unweave.errors import BadInput
from unweave.labels.recognizer import RATES, Kind, Rates, Recognizer
from unweave.page import Page, Span
from unweave.records import Example
from unweave.records.record import members

CERTAIN: tuple[Kind, ...] = ("perfect", "incomplete")
EXHAUSTIVE: tuple[Kind, ...] = ("perfect", "unsound")


@dataclass(frozen=True, slots=True)
class Report:
    """The instances of one recognizer on a page.

    >>> Report("perfect", (Span(3, 7),)).rates.misses
    0.002
    """

    kind: Kind
    spans: tuple[Span, ...]
    given: Rates | None = None

    @property
    def rates(self) -> Rates:
        """How often the recognizer errs."""
        return self.given or RATES[self.kind]


@dataclass(frozen=True, slots=True)
class Instances:
    """The instances of one field on one page.

    >>> combined_reports([Report("unsound", (Span(5, 10), Span(15, 20))), Report("incomplete", (Span(15, 20),))])
    Instances(sure=(Span(start=15, end=20),), possible=(Span(start=5, end=10), Span(start=15, end=20)), ...)
    """

    sure: tuple[Span, ...]
    possible: tuple[Span, ...] | None
    reports: tuple[Report, ...] = ()

    def __repr__(self) -> str:
        return f"Instances(sure={self.sure}, possible={self.possible}, ...)"

    @property
    def settled(self) -> bool:
        """Whether the values are known."""
        return self.sure == self.possible

    @property
    def spans(self) -> tuple[Span, ...]:
        """Every span that a recognizer reported, in document order."""
        return tuple(sorted({span for report in self.reports for span in report.spans}))


PageInstances: TypeAlias = Mapping[str, Instances]
"""Per field, its instances on one page."""


def combined_reports(reports: Sequence[Report], *, source: str = "the page", field: str | None = None) -> Instances:
    """The instances of one field according to some reports; BadInput when their kinds cannot all be true.

    >>> combined_reports([Report("perfect", (Span(3, 7),))]).settled
    True
    """
    sure = {span for report in reports if report.kind in CERTAIN for span in report.spans}
    exhaustive = [set(report.spans) for report in reports if report.kind in EXHAUSTIVE]
    possible = reduce(set.intersection, exhaustive) if exhaustive else None
    if possible is not None and not sure <= possible:
        start, end = min(sure - possible)
        reason = (
            f"a recognizer that reports nothing wrong reports the span {start}-{end}, one that misses nothing does not"
        )
        raise BadInput(source=source, field=field, reason=f"{reason}: their kinds cannot both be true")
    return Instances(tuple(sorted(sure)), None if possible is None else tuple(sorted(possible)), tuple(reports))


def run_recognizers(
    page: Page, recognizers: Iterable[Recognizer], example: Example | None = None
) -> dict[str, Instances]:
    """The reports of the recognizers, and of a user's labels if there are any, combined per field.

    >>> found = run_recognizers(Page("<b>Emma</b>"), [Recognizer("title", lambda page: [Span(3, 7)], kind="perfect")])
    >>> found["title"].settled
    True
    """
    reports: dict[str, list[Report]] = {}
    for recognizer in recognizers:
        report = Report(recognizer.kind, recognizer(page), recognizer.rates)
        reports.setdefault(recognizer.field, []).append(report)
    for name, report in _labels(example) if example else ():
        reports.setdefault(name, []).append(report)
    source = page.name or "the page"
    return {name: combined_reports(each, source=source, field=name) for name, each in reports.items()}


def _labels(example: Example) -> Iterator[tuple[str, Report]]:
    """A user's labels: perfect where the page is labelled completely, incomplete where it is in part."""
    if example.status == "unlabelled":
        return
    for name in example.schema.names:
        items = [item for record in example.records if name in record for item in members(record.cell(name))]
        spans = tuple(item for item in items if isinstance(item, Span))
        whole = example.status == "complete" and example.section is None and len(spans) == len(items)
        yield name, Report("perfect" if whole else "incomplete", tuple(sorted(spans)))
