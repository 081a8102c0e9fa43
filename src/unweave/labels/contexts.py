"""Records proposed from noisy reports: most instances of a field have the same context as its values.

Legend

    context    ('<b>', '</b>')              the text that many instances of a field have before and after them
    pattern    a context per field, in the order of the page
    row        (Span(3, 8), Span(16, 19))   a match of a pattern: the first context, then after it the second, ...
    gain       how much better a row explains the reports than no row
    proposal   per page the rows of the best pattern that do not overlap
    follows    ('title', 'price') -> 31     how often the next reported instance after one field's is the other's
    cycle      ('title', 'price', 'by')     an order in which all instances follow one another, again and again

Of each field a few contexts are kept that many of its instances share; then they are exchanged one by one as long as
the rows of all fields explain more, and as long as there is time. Of a page with very many reports only the first part
is compared. The rows that do not overlap are chosen so that they explain most (weighted intervals); rows that no
recognizer reported are kept where they cost nothing.

Where the order of the fields is not given, consecutive records make a cycle: the one with the most followings. The
field at which records begin in it is determined by the rows it gives: begun at the wrong field, a row takes half of one
record and half of the next, and the first and the last are lost.

This is not a wrapper, and not in the thesis (whose Corrob tries all orders, and whose Corrob* is given one). It
proposes the records that a page probably has, for any learner to learn from.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from unweave.budget import out_of_time
from unweave.labels.corroborate import all_orders
from unweave.labels.likelihood import LEFT, RIGHT, ReportedPage, irregularity
from unweave.page import Span
from unweave.tuning import (
    CONTEXT_MAJORITY,
    CONTEXT_PAGES,
    CONTEXT_SHARE,
    CONTEXTS_TRIED,
    LONGEST_VALUE,
    ORDER_PAGES,
)

Context: TypeAlias = tuple[str, str]
Row: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """A row, and how much better it explains the reports than no row; ``seen`` when a part of it was reported."""

    row: Row
    gain: float
    seen: bool

    @property
    def start(self) -> int:
        """Its first character."""
        return self.row[0].start

    @property
    def end(self) -> int:
        """The end of its last value."""
        return self.row[-1].end


def proposed(pages: Sequence[ReportedPage], order: Sequence[str]) -> list[list[list[Fit]]]:
    """Per page the rows of a pattern, for each of the best patterns; none when some field has no context.

    >>> from unweave.labels.instances import Report, combined_reports
    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b> by Ann<hr><b>Kim</b> by Bob<hr><b>Dune</b>")
    >>> titles = combined_reports([Report("unreliable", (Span(3, 7), Span(15, 18), Span(25, 28), Span(44, 48)))])
    >>> [[page[fit.row[0]] for fit in fits] for fits in proposed([ReportedPage(page, {"title": titles})], ["title"])[0]]
    [['Emma', 'Kim', 'Dune']]
    """
    return [[_fitting(page, order, pattern) for page in pages] for pattern in _patterns(pages, order)]


def _patterns(pages: Sequence[ReportedPage], order: Sequence[str]) -> list[tuple[Context, ...]]:
    """The best patterns, those first that explain most."""
    shown = _most_reported(pages, CONTEXT_PAGES)
    far, near = (
        [contexts_of(shown, name, side, near=near) for name in order for side in (LEFT, RIGHT)]
        for near in (False, True)
    )
    choices = [list(dict.fromkeys([*one, *other])) for one, other in zip(far, near, strict=True)]
    starts = [[sides[0] for sides in begun] for begun in (far, near) if all(begun)]
    climbed = sorted((_climbed(shown, order, choices, start) for start in starts), key=lambda each: -each[0])
    return list(dict.fromkeys(tuple(_paired(sides)) for _, sides in climbed))


def _most_reported(pages: Sequence[ReportedPage], size: int) -> list[ReportedPage]:
    """The pages with the most reports; the order of pages stays."""
    numbered = sorted(range(len(pages)), key=lambda at: -sum(len(each.spans) for each in pages[at].instances.values()))
    return [pages[at] for at in sorted(numbered[:size])]


def _climbed(
    pages: Sequence[ReportedPage], order: Sequence[str], choices: Sequence[Sequence[str]], sides: Sequence[str]
) -> tuple[float, list[str]]:
    """The sides from which no exchange of one leads to a better pattern, and how much that explains."""
    sides, best, improved = list(sides), _total(pages, order, sides), True
    while improved:
        improved = False
        for at, others in enumerate(choices):
            for other in () if out_of_time() else others:
                tried = [*sides[:at], other, *sides[at + 1 :]]
                total = best if other == sides[at] else _total(pages, order, tried)
                if total > best + 1e-9:
                    sides, best, improved = tried, total, True
    return best, sides


def _paired(sides: Sequence[str]) -> list[Context]:
    return list(zip(sides[::2], sides[1::2], strict=True))


def _total(pages: Sequence[ReportedPage], order: Sequence[str], sides: Sequence[str]) -> float:
    pattern = _paired(sides)
    return sum(sum(fit.gain for fit in _compared(page, order, pattern)) for page in pages)


def _compared(page: ReportedPage, order: Sequence[str], pattern: Sequence[Context]) -> list[Fit]:
    """The rows by which a pattern is compared with others."""
    return trimmed(_fitting(page, order, pattern, page.compared_end))


def contexts_of(pages: Sequence[ReportedPage], name: str, side: int, *, near: bool = False) -> list[str]:
    """The contexts before (or after) the values of a field, the most plausible first; near: up to other instances.

    >>> from unweave.labels.instances import Report, combined_reports
    >>> from unweave.page import Page
    >>> titles = combined_reports([Report("unreliable", (Span(3, 7), Span(15, 18), Span(25, 28)))])
    >>> page = ReportedPage(Page("<b>Emma</b> by Ann<hr><b>Kim</b> by Bob<hr><b>Dune</b>"), {"title": titles})
    >>> contexts_of([page], "title", LEFT)
    ['<b>']
    """
    texts, expected = [], 0.0
    for page in pages:
        for report in page.instances[name].reports:
            texts += [page.beside(span, side, near=near) for span in report.spans]
            expected += (1 - report.rates.invents) * len(report.spans)
    steps = [
        (text, count) for text, count in _steps(texts) if count >= max(CONTEXT_SHARE * expected, min(2, len(texts)))
    ]
    enough = [step for step in steps if step[1] >= CONTEXT_MAJORITY * expected]
    first = enough[-1:] or steps[:1]
    found = [text for text, _ in first + [step for step in steps[::-1] if step not in first]]
    return [text if side == RIGHT else text[::-1] for text in found[:CONTEXTS_TRIED]]


def _steps(texts: Sequence[str]) -> list[tuple[str, int]]:
    """The prefixes that many texts share, the longest for each number of texts, the most shared first."""
    steps: list[tuple[str, int]] = []
    prefix, group = "", list(texts)
    while group:
        following = Counter(text[len(prefix)] for text in group if len(text) > len(prefix))
        if not following:
            break
        letter = min(following, key=lambda each: (-following[each], each))
        if following[letter] < len(group) and prefix:
            steps.append((prefix, len(group)))
        prefix += letter
        group = [text for text in group if text.startswith(prefix)]
    return [*steps, (prefix, len(group))] if prefix else []


def _value(source: str, left: str, right: str, at: int) -> Span | None:
    """The value after a left context at a position."""
    start = at + len(left)
    end = source.find(right, start, start + LONGEST_VALUE)
    return None if end < 0 else Span(start, end)


def _fitting(page: ReportedPage, order: Sequence[str], pattern: Sequence[Context], end: int | None = None) -> list[Fit]:
    """The rows of a pattern, up to some end, that do not overlap and explain most."""
    fits = [_fit(page, order, row) for row in _rows(page.page.source[:end], pattern)]
    return _without_overlaps(sorted(fits, key=lambda fit: (fit.end, -fit.start)))


def _rows(source: str, pattern: Sequence[Context]) -> Iterator[Row]:
    at = source.find(pattern[0][0])
    while at >= 0:
        row = _row(source, pattern, at)
        if row is not None:
            yield row
        at = source.find(pattern[0][0], at + 1)


def _row(source: str, pattern: Sequence[Context], at: int) -> Row | None:
    row: list[Span] = []
    for left, right in pattern:
        at = source.find(left, max(0, at - len(left)), at + LONGEST_VALUE) if row else at
        value = None if at < 0 else _value(source, left, right, at)
        if value is None:
            return None
        row.append(value)
        at = value.end
    return tuple(row)


def _fit(page: ReportedPage, order: Sequence[str], row: Row) -> Fit:
    gains = [page.gains[name].get(span, 0.0) for name, span in zip(order, row, strict=True)]
    return Fit(row, sum(gains) + sum(page.costs[name] for name in order), seen=any(gains))


def _without_overlaps(fits: Sequence[Fit]) -> list[Fit]:
    """Of rows sorted by their ends, those that do not overlap and weigh most; rows without a report weigh little."""
    ends = [fit.end for fit in fits]
    best: list[tuple[float, Fit | None, int]] = [(0.0, None, 0)]
    for at, fit in enumerate(fits):
        before = bisect_right(ends, fit.start, 0, at)
        weight = best[before][0] + (max(fit.gain, 0.0) + 1 if fit.seen else 0.01)
        best.append((weight, fit, before) if weight > best[at][0] else (best[at][0], None, at))
    chosen: list[Fit] = []
    at = len(fits)
    while at:
        _, picked, before = best[at]
        chosen += [picked] if picked else []
        at = before
    return chosen[::-1]


def trimmed(fits: Sequence[Fit]) -> list[Fit]:
    """The consecutive rows that explain most: those between the first and the last that were reported."""
    best, total, start, kept = 0.0, 0.0, 0, (0, 0)
    for at, fit in enumerate(fits):
        if total <= 0:
            total, start = 0.0, at
        total += fit.gain
        if total > best:
            best, kept = total, (start, at + 1)
    return list(fits[slice(*kept)])


def _explained(pages: Sequence[ReportedPage], order: Sequence[str]) -> float:
    """How much the rows of the best pattern of that order explain, minus what it takes to name their shapes."""
    return max((_gain(pages, order, pattern) for pattern in _patterns(pages, order)), default=0.0)


def _gain(pages: Sequence[ReportedPage], order: Sequence[str], pattern: Sequence[Context]) -> float:
    found = [(page.page, fit) for page in pages for fit in _compared(page, order, pattern)]
    return sum(fit.gain for _, fit in found) - irregularity((page, Span(fit.start, fit.end)) for page, fit in found)


def probable_order(pages: Sequence[ReportedPage], fields: Sequence[str]) -> tuple[str, ...]:
    """The order of the fields that explains the reports best.

    >>> from unweave.labels.instances import Report, combined_reports
    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b> <i>$5</i><b>Kim</b> <i>$7</i><b>Dune</b> <i>$9</i>")
    >>> titles = combined_reports([Report("unreliable", (Span(3, 7), Span(24, 27), Span(44, 48)))])
    >>> prices = combined_reports([Report("unreliable", (Span(15, 17), Span(35, 37), Span(56, 58)))])
    >>> probable_order([ReportedPage(page, {"price": prices, "title": titles})], ["price", "title"])
    ('title', 'price')
    """
    if len(fields) == 1:
        return tuple(fields)
    follows: Counter[tuple[str, str]] = Counter()
    for page in pages:
        values = sorted((span, name) for name, each in page.instances.items() for span in each.spans)
        follows.update((one, other) for (_, one), (_, other) in pairwise(values) if one != other)
    cycles = (order for order in all_orders(fields) if order[0] == fields[0])
    cycle = max(cycles, key=lambda each: sum(follows[pair] for pair in pairwise((*each, each[0]))))
    orders = [cycle[at:] + cycle[:at] for at in range(len(cycle))]
    shown = _most_reported(pages, ORDER_PAGES)
    return max(orders, key=lambda order: _explained(shown, order))
