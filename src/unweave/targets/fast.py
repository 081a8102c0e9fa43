r"""The fast form of a program: text or bytes in, plain values out; no spans, no tree, no explanation.

A scan never parses. The first record of a page is cut with plain ``find`` (a page with one record is done then, and
nothing is faster over long distances), the others with one regular expression, which is faster over short ones. Both do
exactly what the execution of the delimiter classes does:

    stay    searching for h, o, c and r leaves the scan at the first character of what was found
    pass    searching for l leaves it behind what was found

The regular expression never goes back: "up to the next ``</td>``" is ``[^<]*+(?:<(?!/td>)[^<]*+)*+``. It also passes
what it found of r, as far as nothing that is searched next can begin there. Delimiters enter it escaped; they are data.

A Page makes its source fit: newlines become ``\n``, what is no character U+FFFD. Searching for delimiters that contain
neither finds the same with and without that, so it is done only where a value, or a delimiter, contains such.

Values are cleaned as ``page.text`` cleans them. A value without ``<``, ``&`` and odd white space is clean as it stands,
and that is asked of all values of a page at once; only where it fails are they looked at singly. When something does
not fit, the slow form runs, and says where and why.
"""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from unweave.delimiters.execution import run_scan
from unweave.errors import CannotCompile
from unweave.page import Page, Span
from unweave.page.encoding import decode
from unweave.page.page import NO_CHARACTER, fit
from unweave.page.text import collapse
from unweave.program import Program, Scan

Compiled = Callable[[str | bytes], list[dict[str, Any]]]
Values = Sequence[str]
"""One record as it stands in the source."""


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
        return lambda page: _slowly(program, _text(page))
    return _flat(program)


def _flat(scan: Scan) -> Compiled:
    names = [cut.field for cut in scan.cuts]
    rows, must_fit = _rows(scan), _must_fit(scan)

    def run(page: str | bytes) -> list[dict[str, Any]]:
        source = _text(page)
        if must_fit(source):
            source = fit(source)
        try:
            starts, values = rows(source)
        except ValueError:
            return _slowly(scan, source)
        if not _clean(values):
            if (fitted := fit(source)) is not source:
                return run(fitted)
            values = _Reader(scan, source).read(starts, values)
        return [dict(zip(names, one)) for one in values]  # noqa: B905 - as long by construction, and asked for speed

    return run


def _slowly(scan: Scan, source: str) -> list[dict[str, Any]]:
    return [record.to_dict() for record in run_scan(scan, Page(source))]


def _text(page: str | bytes) -> str:
    return page if isinstance(page, str) else decode(page)[0]


def _must_fit(scan: Scan) -> Callable[[str], bool]:
    """Whether a source must be made fit before it is searched: only what delimiters contain matters."""
    delimiters = "".join(_delimiters(scan))
    if "\r" in delimiters or "\ufffd" in delimiters or NO_CHARACTER.search(delimiters):
        return lambda _source: True
    if "\n" in delimiters:
        return lambda source: "\r" in source
    return lambda _source: False


def _delimiters(scan: Scan) -> list[str]:
    sides = [side for cut in scan.cuts for side in (cut.left, cut.right)]
    return [scan.head, scan.tail, scan.opening, scan.closing, *sides]


def _rows(scan: Scan) -> Callable[[str], tuple[list[int], list[Values]]]:
    """From a source to where its records begin and their values; the function raises ValueError when a search fails."""
    begins, head, tail = scan.opening or scan.cuts[0].left, scan.head, scan.tail
    first, later = _by_find(scan), re.compile(_pattern(scan), re.DOTALL).match

    def rows(source: str) -> tuple[list[int], list[Values]]:
        find, at, stop = source.find, source.index(head), -1 if tail else len(source) + 1
        starts: list[int] = []
        values: list[Values] = []
        while (start := find(begins, at)) >= 0:
            if stop < at:
                stop = found if (found := find(tail, at)) >= 0 else len(source) + 1
            if stop <= start:
                break
            if not starts:
                one, at = first(source, start)
            elif row := later(source, start):
                one, at = row.groups(), row.end()
            else:
                raise ValueError
            starts.append(start)
            values.append(one)
        return starts, values

    return rows


def _by_find(scan: Scan) -> Callable[[str, int], tuple[Values, int]]:
    """Cut the record that begins at some place with one search per delimiter; ValueError when one fails."""
    cuts = [(cut.left, len(cut.left), cut.right) for cut in scan.cuts]
    closing = scan.closing

    def cut(source: str, at: int) -> tuple[Values, int]:
        index, values = source.index, []
        for left, length, right in cuts:
            start = index(left, at) + length
            at = index(right, start)
            values.append(source[start:at])
        return values, index(closing, at)

    return cut


def _pattern(scan: Scan) -> str:
    """One record, from its first character to where the scan goes on.

    >>> from unweave.program import Cut
    >>> _pattern(Scan((Cut("code", "<i>", "</i>"),)))
    '[^<]*+(?:<(?!i>)[^<]*+)*+<i>([^<]*+(?:<(?!/i>)[^<]*+)*+)</i>'
    """
    behind = [[cut.left] for cut in scan.cuts[1:]] + [[scan.closing] if scan.closing else _beginning(scan)]
    values = [
        f"{_up_to(cut.left)}{re.escape(cut.left)}({_up_to(cut.right)}){_passed(cut.right, searched)}"
        for cut, searched in zip(scan.cuts, behind, strict=True)
    ]
    return "".join(values) + (_up_to(scan.closing) + f"(?={re.escape(scan.closing)})" if scan.closing else "")


def _beginning(scan: Scan) -> list[str]:
    """What is searched between records."""
    return [scan.opening or scan.cuts[0].left] + [scan.tail] * bool(scan.tail)


def _up_to(delimiter: str) -> str:
    """Everything before the next occurrence of the delimiter, without ever going back."""
    first, rest = re.escape(delimiter[0]), re.escape(delimiter[1:])
    others = f"[^{first}]*+"
    return f"{others}(?:{first}(?!{rest}){others})*+" if rest else others


def _passed(right: str, searched: Sequence[str]) -> str:
    """A right delimiter, passed as far as nothing that is searched from its first character on can begin in it.

    >>> _passed("</i>", ["<b>"]), _passed("</i><b", ["<b>"])
    ('</i>', '</i>(?=<b)')
    """
    offsets = (at for at in range(len(right)) if any(_may_begin(text, right[at:]) for text in searched))
    free = next(offsets, len(right))
    return re.escape(right[:free]) + (f"(?={re.escape(right[free:])})" if free < len(right) else "")


def _may_begin(text: str, rest: str) -> bool:
    return rest.startswith(text[: len(rest)])


def _clean(values: Sequence[Values]) -> bool:
    """Whether all values are what a reader sees, as they stand: joined by spaces, they are asked at once.

    >>> _clean([["Congo", "242"], ["Egypt", "20"]]), _clean([["Congo ", "242"]]), _clean([["C\u00f4te d&#39;Ivoire"]])
    (True, False, False)
    """
    joined = f" {' '.join([' '.join(one) for one in values])} "
    return "&" not in joined and "<" not in joined and "  " not in joined and _only_plain_space(joined)


def _only_plain_space(text: str) -> bool:
    """Whether all its white space is plain spaces, and nothing is to be made fit; other controls are suspected too."""
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


class _Reader:
    """Reads single values as ``page.text`` does, with a page that is made only when a value needs it."""

    def __init__(self, scan: Scan, source: str) -> None:
        self._scan, self._source = scan, source

    @cached_property
    def _page(self) -> Page:
        return Page(self._source)

    def read(self, starts: Sequence[int], values: Sequence[Values]) -> list[Values]:
        """The values as a reader sees them, given where each record begins."""
        return [one if _clean([one]) else self._row(start, one) for start, one in zip(starts, values, strict=True)]

    def _row(self, at: int, values: Values) -> Values:
        row = []
        for cut, value in zip(self._scan.cuts, values, strict=True):
            start = self._source.find(cut.left, at) + len(cut.left)
            at = start + len(value)
            row.append(self._page.text(Span(start, at)) if "<" in value or "&" in value else collapse(value))
        return row
