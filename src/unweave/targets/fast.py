"""The fast form of a program: text or bytes in, plain values out; no spans, no tree, no explanation.

A scan never parses. The first record of a page is cut with plain ``find`` (a page with one record is done then, and
nothing is faster over long distances), the others with one regular expression, which is faster over short ones. Both do
exactly what the execution of the delimiter classes does:

    stay    searching for h, o, c and r leaves the scan at the first character of what was found
    pass    searching for l leaves it behind what was found

The regular expression never goes back: "up to the next ``</td>``" is ``[^<]*+(?:<(?!/td>)[^<]*+)*+``. Delimiters enter
it escaped; they are data.

Values are cleaned as ``page.text`` cleans them. A value without ``<``, ``&`` and odd white space is clean as it stands,
and that is asked of all values of a page at once; only where it fails are they looked at singly. When something does
not fit, the slow form runs, and says where and why.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from unweave.delimiters.execution import run_scan
from unweave.errors import CannotCompile
from unweave.page import Page, Span
from unweave.page.encoding import decode
from unweave.page.page import fit
from unweave.page.text import collapse
from unweave.program import Program, Scan

Compiled = Callable[[str | bytes], list[dict[str, Any]]]


def compile_program(program: Program) -> Compiled:
    """The program as a function from a page's text (or bytes) to its records as plain dicts.

    >>> from unweave.program import Cut
    >>> run = compile_program(Scan((Cut("country", "<b>", "</b>"), Cut("code", "<i>", "</i>"))))
    >>> run("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i>")
    [{'country': 'Congo', 'code': '242'}, {'country': 'Egypt', 'code': '20'}]
    """
    if not isinstance(program, Scan):
        raise CannotCompile(target="fast", reason="only scans have a fast form so far")
    if program.nested or any(cut.missing for cut in program.cuts):
        return lambda page: _slowly(program, _source(page))
    return _flat(program)


class Cuts:
    """One record as the search found it; it answers like a match of a regular expression."""

    __slots__ = ("_end", "_values", "regs")

    def __init__(self, values: tuple[str, ...], regs: Sequence[tuple[int, int]], end: int) -> None:
        self._values, self.regs, self._end = values, regs, end

    def groups(self) -> tuple[str, ...]:
        """The values as they stand in the source."""
        return self._values

    def end(self) -> int:
        """Where the scan goes on."""
        return self._end


Row = Cuts | re.Match[str]
Cutter = Callable[[str, int], Row | None]
"""From the source and where a record begins to its row; None when a search fails."""


def _flat(scan: Scan) -> Compiled:
    names = [cut.field for cut in scan.cuts]
    first, later = _by_find(scan), re.compile(_pattern(scan), re.DOTALL).match

    def run(page: str | bytes) -> list[dict[str, Any]]:
        source = _source(page)
        rows = _rows(scan, source, first, later)
        if rows is None:
            return _slowly(scan, source)
        values = [row.groups() for row in rows]
        if not _clean(chain.from_iterable(values)):
            values = _Reader(source).read(rows, values)
        return [dict(zip(names, one)) for one in values]  # noqa: B905 - as long by construction, and asked for speed

    return run


def _slowly(scan: Scan, source: str) -> list[dict[str, Any]]:
    return [record.to_dict() for record in run_scan(scan, Page(source))]


def _source(page: str | bytes) -> str:
    """The text as a Page holds it."""
    return fit(page if isinstance(page, str) else decode(page)[0])


def _rows(scan: Scan, source: str, first: Cutter, later: Cutter) -> list[Row] | None:
    """Every record's row; None when a search fails."""
    begins, tail, find = scan.opening or scan.cuts[0].left, scan.tail, source.find
    at, stop, cut = source.find(scan.head), -1, first
    rows: list[Row] = []
    while at >= 0 and (start := find(begins, at)) >= 0:
        if tail and stop < at:
            stop = find(tail, at) if find(tail, at) >= 0 else len(source)
        if tail and stop <= start:
            break
        row = cut(source, start)
        if row is None:
            return None
        rows.append(row)
        at, cut = row.end(), later
    return rows if at >= 0 else None


def _by_find(scan: Scan) -> Cutter:
    """Cut a record with one search per delimiter."""
    cuts = [(cut.left, len(cut.left), cut.right) for cut in scan.cuts]
    closing = scan.closing

    def cut(source: str, at: int) -> Cuts | None:
        find, regs = source.find, [(at, at)]
        for left, length, right in cuts:
            start = find(left, at) + length
            at = find(right, start)
            if at < 0 or start < length:
                return None
            regs.append((start, at))
        end = find(closing, at) if closing else at
        return Cuts(tuple([source[start:stop] for start, stop in regs[1:]]), regs, end) if end >= 0 else None

    return cut


def _pattern(scan: Scan) -> str:
    """One record, from its first character to where the scan goes on.

    >>> from unweave.program import Cut
    >>> _pattern(Scan((Cut("code", "<i>", "</i>"),)))
    '[^<]*+(?:<(?!i>)[^<]*+)*+<i>([^<]*+(?:<(?!/i>)[^<]*+)*+)(?=</i>)'
    """
    values = [
        f"{_up_to(cut.left)}{re.escape(cut.left)}({_up_to(cut.right)})(?={re.escape(cut.right)})" for cut in scan.cuts
    ]
    return "".join(values) + (_up_to(scan.closing) + f"(?={re.escape(scan.closing)})" if scan.closing else "")


def _up_to(delimiter: str) -> str:
    """Everything before the next occurrence of the delimiter, without ever going back."""
    first, rest = re.escape(delimiter[0]), re.escape(delimiter[1:])
    others = f"[^{first}]*+"
    return f"{others}(?:{first}(?!{rest}){others})*+" if rest else others


def _clean(values: Iterable[str]) -> bool:
    """Whether all the values are what a reader sees, as they stand; joined, they are asked at once.

    >>> _clean(["Congo", "242"]), _clean(["Congo ", "242"]), _clean(["Côte d&#39;Ivoire"])
    (True, False, False)
    """
    texts = list(values)
    joined = f"<{'<'.join(texts)}<"
    return (
        "&" not in joined
        and _only_plain_space(joined)
        and "  " not in joined
        and "< " not in joined
        and " <" not in joined
        and joined.count("<") == len(texts) + 1
    )


def _only_plain_space(text: str) -> bool:
    """Whether all its white space is plain spaces; of other than ASCII text every control is suspected as well."""
    if not text.isascii():
        return text.isprintable()
    # Written out, since a loop over nine characters takes longer than all the searches.
    return not (
        "\n" in text
        or "\t" in text
        or "\r" in text
        or "\v" in text
        or "\f" in text
        or "\x1c" in text
        or "\x1d" in text
        or "\x1e" in text
        or "\x1f" in text
    )


class _Reader:
    """Reads single values as ``page.text`` does, with a page that is made only when a value needs it."""

    def __init__(self, source: str) -> None:
        self._source = source

    @cached_property
    def _page(self) -> Page:
        return Page(self._source)

    def read(self, rows: Sequence[Row], values: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The rows' values as a reader sees them."""
        return [one if _clean(one) else self._row(row, one) for row, one in zip(rows, values, strict=True)]

    def _row(self, row: Row, values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([self._one(value, span) for value, span in zip(values, row.regs[1:], strict=True)])

    def _one(self, value: str, span: tuple[int, int]) -> str:
        if "<" in value or "&" in value:
            return self._page.text(Span(*span))
        return collapse(value)
