"""How well extracted records explain everything that the recognizers said: likelihood, and how regular the list is.

Legend

    values     {Span(78, 83), ...}      those extracted for a field on a page
    report     what one recognizer said about that field, with its rates
    texts      1200                     how many texts of the page a recognizer that errs could have taken instead
    shape      ('b', '/b', 'i', '/i', 'br')       the tags of a record, from one record's first value to its last

Each value is missed with the recognizer's rate, else reported. What it invents besides is as much as its rate says (a
Poisson number), any text of the page alike. So a wrapper gains much for every instance that it extracts exactly, and
pays a little for every value that nobody reported. Records of rare shapes cost as many nats as it takes to name their
shape.

Source of the idea: Dalvi, Kumar, Soliman, "Automatic wrappers for large scale web extraction" (VLDB 2011), who rank
wrappers learned from subsets of noisy labels by the labels' likelihood and by how list-like the extraction is.
Departures: recognizers have their own rates; an instance that is no value is one of finitely many texts instead of a
fixed factor; the prior looks at tags instead of a learned distribution of list features.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log

from unweave.labels.evidence import Evidences, Report
from unweave.page import Page, Span
from unweave.records import Record

WORD = re.compile(r"\w+")
TEXTS_PER_WORD = 4
"""A text may begin at any word and have up to so many."""


def texts_on(page: Page) -> int:
    """How many texts of the page could be taken for a value.

    >>> texts_on(Page("<b>Emma</b> and Kim"))
    20
    """
    return max(1, TEXTS_PER_WORD * sum(1 for _ in WORD.finditer(page.source)))


def likelihood(values: Mapping[str, Iterable[Span]], evidence: Evidences, texts: int) -> float:
    """The logarithm of how likely the reports about a page are, if these are its values.

    >>> from unweave.labels.evidence import weighed
    >>> told = {"title": weighed([Report("unreliable", (Span(3, 7), Span(20, 24)))])}
    >>> right, wrong = {"title": [Span(3, 7), Span(20, 24)]}, {"title": [Span(5, 9)]}
    >>> likelihood(right, told, 100) > likelihood(wrong, told, 100)
    True
    """
    return sum(
        _of_report(frozenset(values.get(name, ())), report, texts)
        for name, told in evidence.items()
        for report in told.reports
    )


def _of_report(values: frozenset[Span], report: Report, texts: int) -> float:
    misses, _ = report.rates
    seen = len(values.intersection(report.spans))
    invented = _inventions(len(values), report)
    believed = seen * log(1 - misses) + (len(values) - seen) * log(misses)
    return believed - invented + (len(report.spans) - seen) * log(invented / texts)


def _inventions(size: int, report: Report) -> float:
    """How many instances a recognizer is expected to invent on a page with so many values."""
    misses, invents = report.rates
    return max(size, 1) * (1 - misses) * invents / (1 - invents)


def gain(report: Report, texts: int) -> float:
    """What is gained, roughly, by extracting an instance that a report names: it need not have been invented.

    >>> gain(Report("unreliable", (Span(3, 7),)), 1000) > 5
    True
    """
    size = (1 - report.rates.invents) * len(report.spans) / (1 - report.rates.misses)
    return log(1 - report.rates.misses) - log(_inventions(round(size), report) / texts)


def loss(report: Report) -> float:
    """What is lost by extracting a value that a report does not name: it was missed, and more may have been invented.

    >>> loss(Report("unsound", ())) < loss(Report("incomplete", ())) < 0
    True
    """
    return log(report.rates.misses) - _inventions(1, report)


def shape_of(record: Record) -> tuple[str, ...]:
    """The tags of a record, from its first value to its last.

    >>> shape_of(Record(Page("<b>Emma</b> <i>$5</i>"), {"title": Span(3, 7), "price": Span(15, 17)}))
    ('/b', 'i')
    """
    extent = record.extent
    return () if extent is None else tags_in(record.page, extent)


def tags_in(page: Page, span: Span) -> tuple[str, ...]:
    """The tags that lie in a span.

    >>> tags_in(Page("<b>Emma</b> <i>$5</i>"), Span(3, 15))
    ('/b', 'i')
    """
    tokens = page.tokens
    first = _first_at(page, span.start)
    found = []
    for at in range(first, len(tokens)):
        token = tokens[at]
        if token.start >= span.end:
            break
        if token.kind in {"start", "end"} and token.start >= span.start:
            found.append(token.name if token.kind == "start" else f"/{token.name}")
    return tuple(found)


def _first_at(page: Page, position: int) -> int:
    low, high = 0, len(page.tokens)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if page.tokens[middle].end <= position else (low, middle)
    return low


def irregularity(records: Sequence[Record]) -> float:
    """How many nats it takes to name the shapes of all records; 0 when they are all alike.

    >>> page = Page("<b>Emma</b> <i>$5</i>")
    >>> record = Record(page, {"title": Span(3, 7), "price": Span(15, 17)})
    >>> irregularity([record, record])
    0.0
    """
    return naming(Counter(shape_of(record) for record in records))


def naming(shapes: Counter[tuple[str, ...]]) -> float:
    """How many nats it takes to name so many shapes one by one.

    >>> naming(Counter({("b",): 4}))
    0.0
    """
    size = shapes.total()
    return sum(count * log(size / count) for count in shapes.values())
