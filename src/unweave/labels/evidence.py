"""What all recognizers together say about a page: per field, which spans are values, and which may be.

Legend

    report     Report("unsound", (Span(5, 10), ...), Rates(...))    what one recognizer said
    sure       the spans that are values, if the declared kinds are true: those of perfect and incomplete recognizers
    possible   the spans that can be values: those that all perfect and unsound recognizers report; None when there is
               no such recognizer, so that a value may stand anywhere
    settled    sure and possible are the same: it is known what the values are

So the thesis's kinds become one form: perfect (sure = possible), incomplete (sure, None), unsound (nothing sure,
possible), unreliable (nothing sure, None), and a field may have any number of recognizers. A person's labels are a
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
    """What one recognizer said about a page.

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
class Evidence:
    """What is known about one field on one page.

    >>> weighed([Report("unsound", (Span(5, 10), Span(15, 20))), Report("incomplete", (Span(15, 20),))])
    Evidence(sure=(Span(start=15, end=20),), possible=(Span(start=5, end=10), Span(start=15, end=20)), ...)
    """

    sure: tuple[Span, ...]
    possible: tuple[Span, ...] | None
    reports: tuple[Report, ...] = ()

    def __repr__(self) -> str:
        return f"Evidence(sure={self.sure}, possible={self.possible}, ...)"

    @property
    def settled(self) -> bool:
        """Whether it is known what the values are."""
        return self.sure == self.possible

    @property
    def spans(self) -> tuple[Span, ...]:
        """Every span that somebody reported, in document order."""
        return tuple(sorted({span for report in self.reports for span in report.spans}))


Evidences: TypeAlias = Mapping[str, Evidence]
"""Per field, what is known about it on one page."""


def weighed(reports: Sequence[Report], *, source: str = "the page", field: str | None = None) -> Evidence:
    """The evidence that some reports about one field make up; BadInput when their kinds cannot all be true.

    >>> weighed([Report("perfect", (Span(3, 7),))]).settled
    True
    """
    sure = {span for report in reports if report.kind in CERTAIN for span in report.spans}
    exhaustive = [set(report.spans) for report in reports if report.kind in EXHAUSTIVE]
    possible = reduce(set.intersection, exhaustive) if exhaustive else None
    if possible is not None and not sure <= possible:
        start, end = min(sure - possible)
        reason = f"one recognizer is sure of the span {start}-{end}, another that misses nothing does not report it"
        raise BadInput(source=source, field=field, reason=f"{reason}: their kinds cannot both be true")
    return Evidence(tuple(sorted(sure)), None if possible is None else tuple(sorted(possible)), tuple(reports))


def collected(page: Page, recognizers: Iterable[Recognizer], example: Example | None = None) -> dict[str, Evidence]:
    """What the recognizers, and a person's labels if there are any, say about a page.

    >>> found = collected(Page("<b>Emma</b>"), [Recognizer("title", lambda page: [Span(3, 7)], kind="perfect")])
    >>> found["title"].settled
    True
    """
    reports: dict[str, list[Report]] = {}
    for recognizer in recognizers:
        said = Report(recognizer.kind, recognizer(page), recognizer.rates)
        reports.setdefault(recognizer.field, []).append(said)
    for name, said in _told(example) if example else ():
        reports.setdefault(name, []).append(said)
    source = page.name or "the page"
    return {name: weighed(told, source=source, field=name) for name, told in reports.items()}


def _told(example: Example) -> Iterator[tuple[str, Report]]:
    """A person's labels: perfect where the page is labelled completely, incomplete where it is in part."""
    if example.status == "unlabelled":
        return
    for name in example.schema.names:
        items = [item for record in example.records if name in record for item in members(record.cell(name))]
        spans = tuple(item for item in items if isinstance(item, Span))
        whole = example.status == "complete" and example.section is None and len(spans) == len(items)
        yield name, Report("perfect" if whole else "incomplete", tuple(sorted(spans)))
