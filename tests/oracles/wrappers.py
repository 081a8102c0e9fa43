"""The slow definitions: every wrapper of a class, tried one by one by executing it.

Two oracles for each class. The first ranges over the class as the thesis defines it, by its constraints C1 to C5: every
delimiter lies within the fragments between the values. The second (``beyond``) ranges over all strings, so also over
delimiters that contain a part of a value, which the definition excludes (docs/decisions/0013).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import TypeVar

from unweave.delimiters.execution import Leveled, Row, is_absent, levels, rows
from unweave.delimiters.labelled_page import FlatPage, FollowedValue, Fragment, NestedPage
from unweave.errors import DoesNotFit
from unweave.page import Span
from unweave.program import Cut, Scan

Source = TypeVar("Source")


def prefixes(text: str) -> list[str]:
    """Every non-empty prefix."""
    return [text[:end] for end in range(1, len(text) + 1)]


def suffixes(text: str) -> list[str]:
    """Every non-empty suffix."""
    return [text[start:] for start in range(len(text))]


def substrings(text: str) -> list[str]:
    """Every non-empty substring, once."""
    return sorted({text[start:end] for start in range(len(text)) for end in range(start + 1, len(text) + 1)})


def common(texts: Iterable[Source], parts: Callable[[Source], list[str]]) -> list[str]:
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
    """The strings that the delimiters of a class may be, by its definition: they lie within the fragments of the pages.

    With ``beyond`` they need only begin there (left delimiters: end there), and may contain parts of values. A search
    goes forward only, so no other string can be found where a delimiter must be found: these are all wrappers there
    are. A tail must be in every page's tail, by the definition of the class: one that never occurs stops nothing.
    """

    def __init__(self, pages: Sequence[FlatPage], *, beyond: bool = False) -> None:
        shown = [page for page in pages if page.rows]
        self.width = len(shown[0].rows[0])
        self.fields = [f"f{at}" for at in range(self.width)]
        lefts = [[fragment for each in shown for fragment in each.lefts[at]] for at in range(self.width)]
        rights = [[followed for each in shown for followed in each.rights[at]] for at in range(self.width)]
        closes = [fragment for each in shown for fragment in (each.tail, *each.between)]
        self.lefts = [common((_before(one, beyond) for one in some), suffixes) for some in lefts]
        self.rights = [_rights(some, beyond) for some in rights]
        self.heads = _shared((each.head for each in pages), beyond)
        self.tails = common((each.tail.text for each in pages), substrings)
        self.openings = _shared(lefts[0], beyond)
        self.closings = ["", *_shared(closes, beyond)]

    def scans(self, kind: str) -> Iterator[Scan]:
        """Every scan of a flat class."""
        framed, opened = kind in {"hlrt", "hoclrt"}, kind in {"oclr", "hoclrt"}
        frames = product(self.heads, self.tails) if framed else [("", "")]
        around = list(product(self.openings, self.closings) if opened else [("", "")])
        for frame, opening in product(frames, around):
            for strings in product(*self.lefts, *self.rights):
                cuts = cuts_of(self.fields, strings[: self.width], strings[self.width :])
                yield Scan(cuts, *frame, *opening)


def _before(fragment: Fragment, beyond: bool) -> str:
    return fragment.source[: fragment.end] if beyond else fragment.text


def _rights(values: Sequence[FollowedValue], beyond: bool) -> list[str]:
    """The strings that begin every fragment after a value and that a search from the value's start finds there."""
    after = (fragment.source[fragment.start :] if beyond else fragment.text for _, fragment in values)
    return [
        right
        for right in common(after, prefixes)
        if all(fragment.source.find(right, value.start) == value.end for value, fragment in values)
    ]


def _shared(fragments: Iterable[Fragment], beyond: bool) -> list[str]:
    """The strings that are in all fragments, or begin in all of them and may go on beyond them."""
    if not beyond:
        return common((fragment.text for fragment in fragments), substrings)
    starts = ([each.source[start:] for start in range(each.start, each.end)] for each in fragments)
    return common(starts, lambda texts: [part for text in texts for part in prefixes(text)])


def flat_scans(kind: str, pages: Sequence[FlatPage], *, beyond: bool = False) -> Iterator[Scan]:
    """Every scan of a flat class that reproduces all labels; with ``beyond`` delimiters may contain parts of values."""
    for scan in Bounds(pages, beyond=beyond).scans(kind):
        if all(result(page.source, scan) == list(page.rows) for page in pages):
            yield scan


def missing_scans(pages: Sequence[FlatPage], *, beyond: bool = False) -> Iterator[Scan]:
    """Every M-LR scan that reproduces all labels; the delimiter of a missing value is any substring of the pages."""
    bounds = Bounds(pages, beyond=beyond)
    anything = sorted({part for page in pages for part in substrings(page.source)})
    records = [row for page in pages for row in page.rows]
    optional = [any(row[at] is None for row in records) for at in range(bounds.width)]
    cuts = [
        [
            cut
            for strings in product(bounds.lefts[at], bounds.rights[at], anything if optional[at] else [""])
            if all(_cuts_right(cut := Cut(bounds.fields[at], *strings), at, page) for page in pages)
        ]
        for at in range(bounds.width)
    ]
    for scan in map(Scan, product(*cuts)):
        if all(result(page.source, scan) == list(page.rows) for page in pages):
            yield scan


def _cuts_right(cut: Cut, at: int, page: FlatPage) -> bool:
    """Whether a cut gives every cell of its field, searched for where the value before it ends, as it must be."""
    end = 0
    for row in page.rows:
        for number, cell in enumerate(row):
            if number == at and not _is_cut_out(cut, cell, page.source, end):
                return False
            end = cell.end if isinstance(cell, Span) else end
    return True


def _is_cut_out(cut: Cut, cell: object, source: str, at: int) -> bool:
    if not isinstance(cell, Span):
        return is_absent(source, cut, at)
    begins = source.find(cut.left, at) == cell.start - len(cut.left) and source.find(cut.right, cell.start) == cell.end
    return begins and not (cut.missing and is_absent(source, cut, at))


def contains_values(scan: Scan, pages: Sequence[FlatPage] | Sequence[NestedPage]) -> bool:
    """Whether a delimiter, where execution finds it, contains a part of a value that is not its own.

    Of the delimiter of a missing value nothing is asked.
    """
    return any(
        start < value.end and value.start < end
        for page in pages
        for start, end in _places(scan, page)
        for value in _values(page)
    )


def _values(page: FlatPage | NestedPage) -> list[Span]:
    if isinstance(page, NestedPage):
        return [span for _, span in _known(page)]
    return _spans([cell for row in page.rows for cell in row])


def _places(scan: Scan, page: FlatPage | NestedPage) -> Iterator[tuple[int, int]]:
    """Where execution finds head, opening, closing, left and right delimiters, for a scan that gives the labels."""
    source, at = page.source, page.source.find(scan.head)
    yield at, at + len(scan.head)
    if isinstance(page, NestedPage):
        for level, span in _known(page):
            yield from _beside(scan.cuts[level - 1], span)
        return
    for row in page.rows:
        at = source.find(scan.opening, at)
        yield at, at + len(scan.opening)
        for cut, cell in zip(scan.cuts, row, strict=True):
            if isinstance(cell, Span):
                yield from _beside(cut, cell)
                at = cell.end
        at = source.find(scan.closing, at)
        yield at, at + len(scan.closing)


def _beside(cut: Cut, value: Span) -> Iterator[tuple[int, int]]:
    yield value.start - len(cut.left), value.start
    yield value.end, value.end + len(cut.right)


def _known(page: NestedPage) -> list[Leveled]:
    return [value for value in page.values if value is not None]


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


def nested_scans(kind: str, pages: Sequence[NestedPage], *, beyond: bool = False) -> Iterator[Scan]:
    """Every scan of a nested class that reproduces all labels; with ``beyond`` as in ``flat_scans``."""
    transitions, depth = [each for page in pages for each in page.transitions], pages[0].depth
    lefts = [
        common((_before(each.fragment, beyond) for each in transitions if each.level == level), suffixes)
        for level in range(1, depth + 1)
    ]
    rights = [_rights([followed for page in pages for followed in page.rights[at]], beyond) for at in range(depth)]
    heads = _shared((page.head for page in pages), beyond) if kind == "n-hlrt" else [""]
    tails = common((page.tail.text for page in pages), substrings) if kind == "n-hlrt" else [""]
    for head, tail, *strings in product(heads, tails, *lefts, *rights):
        cuts = cuts_of([f"f{at}" for at in range(depth)], strings[:depth], strings[depth:])
        scan = Scan(cuts, head, tail, nested=True)
        if all(nested_result(page.source, scan) == list(page.values) for page in pages):
            yield scan
