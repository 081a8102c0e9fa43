"""The slow definitions: every wrapper of a class, tried one by one by executing it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from unweave.delimiters.execution import Leveled, Row, levels, rows
from unweave.delimiters.labelled_page import FlatPage, Fragment, NestedPage
from unweave.errors import DoesNotFit
from unweave.page import Span
from unweave.program import Cut, Scan


def prefixes(text: str) -> list[str]:
    """Every non-empty prefix."""
    return [text[:end] for end in range(1, len(text) + 1)]


def suffixes(text: str) -> list[str]:
    """Every non-empty suffix."""
    return [text[start:] for start in range(len(text))]


def substrings(text: str) -> list[str]:
    """Every non-empty substring, once."""
    return sorted({text[start:end] for start in range(len(text)) for end in range(start + 1, len(text) + 1)})


def common(texts: Iterable[str], parts: Callable[[str], list[str]]) -> list[str]:
    """The parts that all texts have."""
    sets = [set(parts(text)) for text in texts]
    return sorted(set.intersection(*sets)) if sets else []


def result(source: str, scan: Scan) -> list[Row] | None:
    """What execution gives; None when it fails."""
    try:
        return list(rows(source, scan))
    except DoesNotFit:
        return None


def nested_result(source: str, scan: Scan) -> list[Leveled] | None:
    """What execution of a nested scan gives; None when it fails."""
    try:
        return list(levels(source, scan))
    except DoesNotFit:
        return None


def cuts_of(
    fields: Sequence[str], lefts: Sequence[str], rights: Sequence[str], missing: Sequence[str] = ()
) -> tuple[Cut, ...]:
    """A cut per field."""
    absent = missing or [""] * len(fields)
    return tuple(Cut(*cut) for cut in zip(fields, lefts, rights, absent, strict=True))


class Bounds:
    """The strings that the delimiters of a class may be, as the fragments of some pages bound them."""

    def __init__(self, pages: Sequence[FlatPage]) -> None:
        shown = [page for page in pages if page.rows]
        self.width = len(shown[0].rows[0])
        self.fields = [f"f{at}" for at in range(self.width)]
        lefts = [_texts(fragment for each in shown for fragment in each.lefts[at]) for at in range(self.width)]
        rights = [_texts(fragment for each in shown for _, fragment in each.rights[at]) for at in range(self.width)]
        closes = [each.tail.text for each in shown] + _texts(fragment for each in shown for fragment in each.between)
        self.lefts = [common(texts, suffixes) for texts in lefts]
        self.rights = [common(texts, prefixes) for texts in rights]
        self.heads = common((each.head.text for each in pages), substrings)
        self.tails = common((each.tail.text for each in pages), substrings)
        self.openings = common(lefts[0], substrings)
        self.closings = ["", *common(closes, substrings)]

    def scans(self, kind: str) -> Iterator[Scan]:
        """Every scan of a flat class."""
        framed, opened = kind in {"hlrt", "hoclrt"}, kind in {"oclr", "hoclrt"}
        frames = product(self.heads, self.tails) if framed else [("", "")]
        around = list(product(self.openings, self.closings) if opened else [("", "")])
        for frame, opening in product(frames, around):
            for strings in product(*self.lefts, *self.rights):
                cuts = cuts_of(self.fields, strings[: self.width], strings[self.width :])
                yield Scan(cuts, *frame, *opening)


def flat_scans(kind: str, pages: Sequence[FlatPage]) -> Iterator[Scan]:
    """Every scan of a flat class that reproduces all labels."""
    for scan in Bounds(pages).scans(kind):
        if all(result(page.source, scan) == list(page.rows) for page in pages):
            yield scan


def missing_scans(pages: Sequence[FlatPage]) -> Iterator[Scan]:
    """Every M-LR scan that reproduces all labels; the delimiter of a missing value is any substring of the pages."""
    bounds = Bounds(pages)
    anything = sorted({part for page in pages for part in substrings(page.source)})
    records = [row for page in pages for row in page.rows]
    optional = [any(row[at] is None for row in records) for at in range(bounds.width)]
    third = [anything if is_optional else [""] for is_optional in optional]
    for strings in product(*bounds.lefts, *bounds.rights, *third):
        lefts, rights, missing = (strings[at * bounds.width : (at + 1) * bounds.width] for at in range(3))
        scan = Scan(cuts_of(bounds.fields, lefts, rights, missing))
        if all(result(page.source, scan) == list(page.rows) for page in pages):
            yield scan


def unbounded_scans(pages: Sequence[FlatPage], *, missing: bool = False) -> Iterator[Scan]:
    """Every LR or M-LR scan that reproduces all labels, whatever its delimiters contain.

    A value begins after its left delimiter and ends at its right one, so these are common suffixes and prefixes of all
    that is before and after the values, up to the ends of the page.
    """
    width = len(next(row for page in pages for row in page.rows))
    values = [[(page.source, row[at]) for page in pages for row in page.rows] for at in range(width)]
    known = [[(source, span) for source, span in some if isinstance(span, Span)] for some in values]
    lefts = [common((source[: span.start] for source, span in some), suffixes) for some in known]
    rights = [common((source[span.end :] for source, span in some), prefixes) for some in known]
    anything = sorted({part for page in pages for part in substrings(page.source)})
    third = [anything if missing and len(known[at]) < len(values[at]) else [""] for at in range(width)]
    for strings in product(*lefts, *rights, *third):
        parts = (strings[at * width : (at + 1) * width] for at in range(3))
        scan = Scan(cuts_of([f"f{at}" for at in range(width)], *parts))
        if all(result(page.source, scan) == list(page.rows) for page in pages):
            yield scan


def contains_values(scan: Scan, pages: Sequence[FlatPage]) -> bool:
    """Whether a left or right delimiter, where it is found beside a value, contains a part of another value."""
    for page in pages:
        spans = _spans([cell for row in page.rows for cell in row])
        for row in page.rows:
            for cut, cell in zip(scan.cuts, row, strict=True):
                if isinstance(cell, Span):
                    beside = (cell.start - len(cut.left), cell.start), (cell.end, cell.end + len(cut.right))
                    if any(start < one.end and one.start < end for start, end in beside for one in spans):
                        return True
    return False


def is_safe(string: str, at: int, pages: Sequence[FlatPage]) -> bool:
    """Whether a delimiter of a missing value loses no record, whichever record lacks the value, by its definition.

    It lies within the text after every record, or within the text before the next value of every record that lacks it.
    """
    endings: list[str] = []
    gaps: list[str | None] = []
    for page in pages:
        spans = [[cell for cell in row if isinstance(cell, Span)] for row in page.rows]
        ends = [*(row[0].start for row in spans[1:]), len(page.source)][: len(spans)]
        endings += [page.source[row[-1].end : end] for row, end in zip(spans, ends, strict=True)]
        for row, present, before in zip(page.rows, spans, [[], *spans], strict=False):
            if row[at] is None:
                start = max((one.end for one in [*before, *_spans(row[:at])]), default=0)
                own = [one.start for one in present if one.start >= start]
                gaps.append(page.source[start : own[0]] if own else None)
    inside = bool(gaps) and all(gap is not None and string in gap for gap in gaps)
    return inside or all(string in ending for ending in endings)


def is_clean(string: str, at: int, pages: Sequence[FlatPage]) -> bool:
    """Whether a delimiter of a missing value lies within the text before the next value, wherever it is missing."""
    for page in pages:
        spans = _spans([cell for row in page.rows for cell in row])
        for number, row in enumerate(page.rows):
            if row[at] is None:
                before = _spans([cell for other in page.rows[:number] for cell in other]) + _spans(row[:at])
                start = max((one.end for one in before), default=0)
                end = min((one.start for one in spans if one.start >= start), default=len(page.source))
                if string not in page.source[start:end]:
                    return False
    return True


def _spans(row: Sequence[object]) -> list[Span]:
    return [cell for cell in row if isinstance(cell, Span)]


def nested_scans(kind: str, pages: Sequence[NestedPage]) -> Iterator[Scan]:
    """Every scan of a nested class, as bounded by the fragments, that reproduces all labels."""
    transitions, depth = [each for page in pages for each in page.transitions], pages[0].depth
    lefts = [
        common((s.fragment.text for s in transitions if s.level == level), suffixes) for level in range(1, depth + 1)
    ]
    rights = [
        common((fragment.text for page in pages for _, fragment in page.rights[at]), prefixes) for at in range(depth)
    ]
    heads = common((page.head.text for page in pages), substrings) if kind == "n-hlrt" else [""]
    tails = common((page.tail.text for page in pages), substrings) if kind == "n-hlrt" else [""]
    for head, tail, *strings in product(heads, tails, *lefts, *rights):
        cuts = cuts_of([f"f{at}" for at in range(depth)], strings[:depth], strings[depth:])
        scan = Scan(cuts, head, tail, nested=True)
        if all(nested_result(page.source, scan) == list(page.values) for page in pages):
            yield scan


def _texts(fragments: Iterable[Fragment]) -> list[str]:
    return [fragment.text for fragment in fragments]
