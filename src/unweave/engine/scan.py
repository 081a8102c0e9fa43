r"""A scan as a fast function: the text or the bytes of a page in, plain records out; no tree, no spans.

Legend

    scan        Scan((Cut("code", "<i>", "</i>"),), head="<p>")     delimiters, as ``program`` defines them
    row         ["Congo", "242"]                                    the values of one record, as the source has them
    start       17                                                  where a record begins in the source
    clean       "Congo", not "Congo " or "C&ocirc;te"               a value that is shown exactly as the source has it
    slow form   ``wrapper.extract``                                 what runs when a search fails

The first record of a page is cut with ``str.find``, which is fastest over long distances, so a page with one record
needs nothing else. The other records are cut with one regular expression, which is faster over short distances. Both
follow the definition of a scan: a search for head, tail, opening, closing and right delimiter leaves the position at
the first character of what was found, a search for a left delimiter leaves it behind.

The regular expression never backtracks: "up to the next ``</td>``" is ``[^<]*+(?:<(?!/td>)[^<]*+)*+``. Delimiters are
escaped in it.

A Page replaces ``\r\n`` by ``\n`` and what is no character by U+FFFD. That does not change where a delimiter without
such characters is found, so it is done only where a delimiter or a value contains them.

Values are cleaned as ``Page.text`` cleans them. All values of a page are tested at once whether they are clean; only
if they are not, each is read by itself.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from unweave.page import Page, Span
from unweave.page.encoding import decode
from unweave.page.html import collapse
from unweave.page.page import INVALID_CHARACTER, normalize_source
from unweave.program import Scan
from unweave.records import Record

Row = Sequence[str]
Value = TypeVar("Value")


def compile_scan(scan: Scan, extract: Callable[[Page], list[Record]]) -> Callable[[str | bytes], list[dict[str, Any]]]:
    """The scan as a function from a page's text or bytes to its records as plain dicts.

    ``extract`` is its slow form: it runs on pages on which a search fails, and raises DoesNotFit there. Nested scans
    and scans with optional fields have no other form.

    >>> from unweave.delimiters.execution import run_scan
    >>> from unweave.program import Cut
    >>> scan = Scan((Cut("country", "<b>", "</b>"), Cut("code", "<i>", "</i>")))
    >>> run = compile_scan(scan, lambda page: run_scan(scan, page))
    >>> run("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i>")
    [{'country': 'Congo', 'code': '242'}, {'country': 'Egypt', 'code': '20'}]
    """

    def slowly(source: str) -> list[dict[str, Any]]:
        return [record.to_dict() for record in extract(Page(source))]

    if scan.nested or any(cut.missing for cut in scan.cuts):
        return lambda page: slowly(source_of(page))
    names = [cut.field for cut in scan.cuts]
    cut_rows = _row_cutter(scan, lambda source, start, end: source[start:end], re.Match.groups)
    must_normalize = _normalize_test(scan)

    def run(page: str | bytes) -> list[dict[str, Any]]:
        source = source_of(page)
        if must_normalize(source):
            source = normalize_source(source)
        try:
            starts, rows = cut_rows(source)
        except ValueError:
            return slowly(source)
        if not _are_clean(rows):
            if (normal := normalize_source(source)) is not source:
                return run(normal)
            return [dict(zip(names, row, strict=True)) for row in _cleaned(scan, source, starts, rows)]
        return [dict(zip(names, row)) for row in rows]  # noqa: B905 - equal lengths; the check costs time

    return run


def source_of(page: str | bytes) -> str:
    r"""The text of a page that is given as text or as bytes.

    >>> source_of("caf\xe9"), source_of(b"caf\xe9")
    ('café', 'café')
    """
    return page if isinstance(page, str) else decode(page)[0]


def _normalize_test(scan: Scan) -> Callable[[str], bool]:
    """A test whether a source must be normalized before it is searched for the delimiters."""
    sides = [side for cut in scan.cuts for side in (cut.left, cut.right)]
    delimiters = "".join([scan.head, scan.tail, scan.opening, scan.closing, *sides])
    if "\r" in delimiters or "\ufffd" in delimiters or INVALID_CHARACTER.search(delimiters):
        return lambda _source: True
    if "\n" in delimiters:
        return lambda source: "\r" in source
    return lambda _source: False


def span_cutter(scan: Scan) -> Callable[[str], list[tuple[Span, ...]]] | None:
    """A function from the source of a page to the spans of its records; it raises ValueError when a search fails.

    None for scans that are nested, have optional fields, or read lines.

    >>> from unweave.program import Cut
    >>> span_cutter(Scan((Cut("code", "<i>", "</i>"),)))("<i>242</i><i>20</i>")
    [(Span(start=3, end=6),), (Span(start=13, end=15),)]
    """
    if scan.nested or scan.lines or any(cut.missing for cut in scan.cuts):
        return None
    numbers = range(1, len(scan.cuts) + 1)
    cut_rows = _row_cutter(
        scan,
        lambda _source, start, end: Span(start, end),
        lambda match: tuple([Span(*match.span(number)) for number in numbers]),
    )
    return lambda source: cut_rows(source)[1]


def _row_cutter(
    scan: Scan, value: Callable[[str, int, int], Value], values: Callable[[re.Match[str]], tuple[Value, ...]]
) -> Callable[[str], tuple[list[int], list[tuple[Value, ...]]]]:
    """A function from a source to its records' starts and rows; it raises ValueError when a search fails.

    ``value`` is what is taken of the source between two positions, ``values`` of the groups of a match.
    """
    begin, head, tail = scan.opening or scan.cuts[0].left, scan.head, scan.tail
    cut_first = _first_row_cutter(scan, value)
    matcher = cache(lambda: re.compile(_pattern(scan), re.DOTALL).match)  # pages with one record do not need it

    def cut_rows(source: str) -> tuple[list[int], list[tuple[Value, ...]]]:
        find, at, stop = source.find, source.index(head), -1 if tail else len(source) + 1
        starts: list[int] = []
        rows: list[tuple[Value, ...]] = []
        while (start := find(begin, at)) >= 0:
            if stop < at:
                stop = found if (found := find(tail, at)) >= 0 else len(source) + 1
            if stop <= start:
                break
            if not starts:
                row, at = cut_first(source, start)
            elif match := matcher()(source, start):
                row, at = values(match), match.end()
            else:
                raise ValueError
            starts.append(start)
            rows.append(row)
        return starts, rows

    return cut_rows


def _first_row_cutter(
    scan: Scan, value: Callable[[str, int, int], Value]
) -> Callable[[str, int], tuple[tuple[Value, ...], int]]:
    """A function that cuts one record with a search per delimiter; it raises ValueError when a search fails."""
    cuts = [(cut.left, len(cut.left), cut.right) for cut in scan.cuts]
    closing = scan.closing

    def cut_first(source: str, at: int) -> tuple[tuple[Value, ...], int]:
        index, row = source.index, []
        for left, length, right in cuts:
            start = index(left, at) + length
            at = index(right, start)
            row.append(value(source, start, at))
        return tuple(row), index(closing, at)

    return cut_first


def _pattern(scan: Scan) -> str:
    """The regular expression of one record, from its first character to where the next search begins.

    >>> from unweave.program import Cut
    >>> _pattern(Scan((Cut("code", "<i>", "</i>"),)))
    '[^<]*+(?:<(?!i>)[^<]*+)*+<i>([^<]*+(?:<(?!/i>)[^<]*+)*+)</i>'
    """
    between = [scan.opening or scan.cuts[0].left, *[scan.tail] * bool(scan.tail)]
    searched_next = [[cut.left] for cut in scan.cuts[1:]] + [[scan.closing] if scan.closing else between]
    values = [
        f"{_up_to(cut.left)}{re.escape(cut.left)}({_up_to(cut.right)}){_passed(cut.right, searched)}"
        for cut, searched in zip(scan.cuts, searched_next, strict=True)
    ]
    return "".join(values) + (_up_to(scan.closing) + f"(?={re.escape(scan.closing)})" if scan.closing else "")


def _up_to(delimiter: str) -> str:
    """Everything before the next occurrence of the delimiter, without backtracking."""
    first, rest = re.escape(delimiter[0]), re.escape(delimiter[1:])
    others = f"[^{first}]*+"
    return f"{others}(?:{first}(?!{rest}){others})*+" if rest else others


def _passed(right: str, searched: Sequence[str]) -> str:
    """A right delimiter, consumed as far as nothing that is searched next can begin in it.

    >>> _passed("</i>", ["<b>"]), _passed("</i><b", ["<b>"])
    ('</i>', '</i>(?=<b)')
    """
    offsets = (at for at in range(len(right)) if any(right[at:].startswith(one[: len(right) - at]) for one in searched))
    free = next(offsets, len(right))
    return re.escape(right[:free]) + (f"(?={re.escape(right[free:])})" if free < len(right) else "")


def _are_clean(rows: Sequence[Row]) -> bool:
    """Whether all values are shown as the source has them: they are joined by spaces and tested at once.

    >>> _are_clean([["Congo", "242"], ["Egypt", "20"]]), _are_clean([["Congo ", "242"]]), _are_clean([["d&#39;Ivoire"]])
    (True, False, False)
    """
    joined = f" {' '.join([' '.join(row) for row in rows])} "
    return "&" not in joined and "<" not in joined and "  " not in joined and _has_only_plain_spaces(joined)


def _has_only_plain_spaces(text: str) -> bool:
    """Whether it has no white space but plain spaces, and nothing that must be normalized."""
    if not text.isascii():
        return text.isprintable()
    # Written out, since a loop over ten characters takes longer than all the searches.
    return not (
        "\n" in text
        or "\t" in text
        or "\r" in text
        or "\0" in text
        or "\v" in text
        or "\f" in text
        or "\x1c" in text
        or "\x1d" in text
        or "\x1e" in text
        or "\x1f" in text
    )


def _cleaned(scan: Scan, source: str, starts: Sequence[int], rows: Sequence[Row]) -> list[Row]:
    """The rows as a reader sees them, given where each record begins."""
    page = cache(partial(Page, source))  # made only if a value needs it
    return [
        row if _are_clean([row]) else _cleaned_row(scan, source, page, at, row)
        for at, row in zip(starts, rows, strict=True)
    ]


def _cleaned_row(scan: Scan, source: str, page: Callable[[], Page], at: int, row: Row) -> Row:
    cleaned = []
    for cut, value in zip(scan.cuts, row, strict=True):
        start = source.find(cut.left, at) + len(cut.left)
        at = start + len(value)
        cleaned.append(page().text(Span(start, at)) if "<" in value or "&" in value else collapse(value))
    return cleaned
