"""Records proposed from noisy evidence: around the instances of a field stands mostly what stands around its values.

Legend

    context    ('<b>', '</b>')              what two instances of a field have in common in front and behind
    pattern    a context per field, in the order of the page
    row        (Span(3, 8), Span(16, 19))   where a pattern fits: the first context, then behind it the second, ...
    gain       how much better a row explains the evidence than no row
    proposal   per page the rows of the best pattern that do not overlap

Two instances are a small piece of evidence; most pairs of true ones show the same context, and a pair with a wrong
one shows a context that explains little else. So every pair proposes, the likelihood of each field alone keeps a few
contexts, and then they are exchanged one by one as long as the rows of all fields explain more. The rows that do not
overlap are chosen so that they explain most (weighted intervals); rows that nobody reported are kept where they cost
nothing.

This is not a wrapper: it says which records a page probably has, for any learner to learn from.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import TypeAlias

from unweave.labels.evidence import Evidences
from unweave.labels.likelihood import gain, loss, naming, tags_in, texts_on
from unweave.page import Page, Span

REACH = 60
"""How many characters in front and behind are looked at."""
SHARE = 0.4
"""A side that fewer of the expected values share is not looked at."""
NEARLY = 0.85
"""The longest side that so many of the expected values share is tried first."""
KEPT = 6
"""How many sides of a field are tried on each side."""
LEFT, RIGHT = 0, 1
PAGES = 6
"""On how many pages patterns are compared; the best one is fitted to all."""
LONGEST = 4000
"""No value is longer."""

Context: TypeAlias = tuple[str, str]
Row: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True)
class Ground:
    """A page and its evidence, with what is asked again and again."""

    page: Page
    evidence: Evidences

    @cached_property
    def texts(self) -> int:
        """How many texts of the page could be taken for a value."""
        return texts_on(self.page)

    @cached_property
    def gains(self) -> dict[str, dict[Span, float]]:
        """Per field, what each reported span gains over one that nobody reported."""
        found: dict[str, dict[Span, float]] = {}
        for name, told in self.evidence.items():
            mine = found.setdefault(name, {})
            for report in told.reports:
                extra = gain(report, self.texts) - log(report.rates.misses)
                for span in report.spans:
                    mine[span] = mine.get(span, 0.0) + extra
        return found

    @cached_property
    def costs(self) -> dict[str, float]:
        """Per field, what a value costs that nobody reported."""
        return {name: sum(loss(report) for report in told.reports) for name, told in self.evidence.items()}

    @cached_property
    def borders(self) -> tuple[list[int], list[int]]:
        """Where the instances of all fields end, and where they begin."""
        spans = [span for told in self.evidence.values() for span in told.spans]
        return sorted(span.end for span in spans), sorted(span.start for span in spans)

    def beside(self, span: Span, side: int, *, near: bool) -> str:
        """What stands in front of a span, or behind it, read away from it; near: only up to the next instance."""
        ends, starts = self.borders if near else ([], [])
        if side == RIGHT:
            at = bisect_left(starts, span.end)
            return self.page.source[span.end : min([span.end + REACH, *starts[at : at + 1]])]
        at = bisect_right(ends, span.start)
        return self.page.source[max([0, span.start - REACH, *ends[max(0, at - 1) : at]]) : span.start][::-1]


@dataclass(frozen=True, slots=True)
class Fit:
    """A row, and how much better it explains the evidence than no row; ``seen`` when a part of it was reported."""

    row: Row
    gain: float
    seen: bool

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.row[0].start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.row[-1].end


def proposed(grounds: Sequence[Ground], order: Sequence[str]) -> list[list[list[Fit]]]:
    """Per page the rows of a pattern, for each of the best patterns; none when some field has no context.

    >>> from unweave.labels.evidence import Report, weighed
    >>> page = Page("<b>Emma</b> by Ann<hr><b>Kim</b> by Bob<hr><b>Dune</b>")
    >>> told = weighed([Report("unreliable", (Span(3, 7), Span(15, 18), Span(25, 28), Span(44, 48)))])
    >>> [[page[fit.row[0]] for fit in fits] for fits in proposed([Ground(page, {"title": told})], ["title"])[0]]
    [['Emma', 'Kim', 'Dune']]
    """
    shown = most_reported(grounds, PAGES)
    far, near = (
        [sides_of(shown, name, side, near=near) for name in order for side in (LEFT, RIGHT)] for near in (False, True)
    )
    choices = [list(dict.fromkeys([*one, *other])) for one, other in zip(far, near, strict=True)]
    starts = [[sides[0] for sides in begun] for begun in (far, near) if all(begun)]
    climbed = sorted((_climbed(shown, order, choices, start) for start in starts), key=lambda each: -each[0])
    patterns = list(dict.fromkeys(tuple(_paired(sides)) for _, sides in climbed))
    return [[fitting(ground, order, pattern) for ground in grounds] for pattern in patterns]


def most_reported(grounds: Sequence[Ground], size: int) -> list[Ground]:
    """The pages with the most reports; the order of pages stays."""
    numbered = sorted(
        range(len(grounds)), key=lambda at: -sum(len(each.spans) for each in grounds[at].evidence.values())
    )
    return [grounds[at] for at in sorted(numbered[:size])]


def _climbed(
    grounds: Sequence[Ground], order: Sequence[str], choices: Sequence[Sequence[str]], sides: Sequence[str]
) -> tuple[float, list[str]]:
    """The sides from which no exchange of one leads to a better pattern, and how good that is."""
    sides, best, improved = list(sides), _total(grounds, order, sides), True
    while improved:
        improved = False
        for at, others in enumerate(choices):
            for other in others:
                tried = [*sides[:at], other, *sides[at + 1 :]]
                total = best if other == sides[at] else _total(grounds, order, tried)
                if total > best + 1e-9:
                    sides, best, improved = tried, total, True
    return best, sides


def _paired(sides: Sequence[str]) -> list[Context]:
    return list(zip(sides[::2], sides[1::2], strict=True))


def _total(grounds: Sequence[Ground], order: Sequence[str], sides: Sequence[str]) -> float:
    pattern = _paired(sides)
    return sum(sum(fit.gain for fit in trimmed(fitting(ground, order, pattern))) for ground in grounds)


def sides_of(grounds: Sequence[Ground], name: str, side: int, *, near: bool = False) -> list[str]:
    """What may stand in front of (or behind) a field's values, the most plausible first; near: up to other instances.

    >>> from unweave.labels.evidence import Report, weighed
    >>> told = weighed([Report("unreliable", (Span(3, 7), Span(15, 18), Span(25, 28)))])
    >>> ground = Ground(Page("<b>Emma</b> by Ann<hr><b>Kim</b> by Bob<hr><b>Dune</b>"), {"title": told})
    >>> sides_of([ground], "title", LEFT)
    ['<b>']
    """
    texts, expected = [], 0.0
    for ground in grounds:
        for report in ground.evidence[name].reports:
            texts += [ground.beside(span, side, near=near) for span in report.spans]
            expected += (1 - report.rates.invents) * len(report.spans)
    steps = [(text, count) for text, count in _steps(texts) if count >= max(SHARE * expected, min(2, len(texts)))]
    enough = [step for step in steps if step[1] >= NEARLY * expected]
    first = enough[-1:] or steps[:1]
    found = [text for text, _ in first + [step for step in steps[::-1] if step not in first]]
    return [text if side == RIGHT else text[::-1] for text in found[:KEPT]]


def _steps(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Beginnings that many texts share, the longest for each number of texts that share one, the most shared first."""
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
    """The value behind a left context that stands at a position."""
    start = at + len(left)
    end = source.find(right, start, start + LONGEST)
    return None if end < 0 else Span(start, end)


def fitting(ground: Ground, order: Sequence[str], pattern: Sequence[Context]) -> list[Fit]:
    """The rows of a pattern that do not overlap and explain most."""
    fits = [_fit(ground, order, row) for row in _rows(ground.page.source, pattern)]
    return _apart(sorted(fits, key=lambda fit: (fit.end, -fit.start)))


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
        at = source.find(left, max(0, at - len(left)), at + LONGEST) if row else at
        value = None if at < 0 else _value(source, left, right, at)
        if value is None:
            return None
        row.append(value)
        at = value.end
    return tuple(row)


def _fit(ground: Ground, order: Sequence[str], row: Row) -> Fit:
    gains = [ground.gains[name].get(span, 0.0) for name, span in zip(order, row, strict=True)]
    return Fit(row, sum(gains) + sum(ground.costs[name] for name in order), seen=any(gains))


def _apart(fits: Sequence[Fit]) -> list[Fit]:
    """Of rows sorted by their ends, those that do not overlap and weigh most; what nobody reported weighs little."""
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
    """The rows between the first and the last that were reported, so cut that they explain most."""
    best, total, start, kept = 0.0, 0.0, 0, (0, 0)
    for at, fit in enumerate(fits):
        if total <= 0:
            total, start = 0.0, at
        total += fit.gain
        if total > best:
            best, kept = total, (start, at + 1)
    return list(fits[slice(*kept)])


def explained(grounds: Sequence[Ground], order: Sequence[str]) -> float:
    """How much the rows of the best pattern of that order explain, less what it takes to name their shapes."""
    return max((_explained(grounds, proposal) for proposal in proposed(grounds, order)), default=0.0)


def _explained(grounds: Sequence[Ground], proposal: Sequence[Sequence[Fit]]) -> float:
    rows = [(ground.page, fit) for ground, fits in zip(grounds, proposal, strict=True) for fit in trimmed(fits)]
    shapes = Counter(tags_in(page, Span(fit.start, fit.end)) for page, fit in rows)
    return sum(fit.gain for _, fit in rows) - naming(shapes)
