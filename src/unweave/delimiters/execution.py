"""What a delimiter wrapper does with a page: find a delimiter, find the next one, extract the text between them.

Legend

    source    'h[A](B)[C](D)t'    the text of the page
    at        1                   the position at which the next search begins, the thesis's i
    row       ((2, 3), (5, 6))    the spans of one record, None where a value is absent
    leveled   (2, (5, 6))         a value and its level in a hierarchy, 1 is the outermost
    path      'chapters[].name'   the place of a level's values in a record: in each of the records of ``chapters``. A
                                  path that ends with ``[]`` is a list of single values, the last level

The parts of a scan decide its class: head and tail make it HLRT, opening (and closing) OCLR, both HOCLRT, ``nested``
N-LR or N-HLRT, a cut with ``missing`` M-LR. A search leaves the position *at* the first character of head, opening,
closing and right delimiter, but *after* the left delimiter, where the value begins. A tail that begins where the next
record would begin stops the loop. A tail that does not occur never does. A search that fails inside a record is a
failed extraction, and raises DoesNotFit. With ``lines`` the page is framed first (see ``lines``).

Departures from the thesis, which leaves M-LR a sketch (its section 9.2.1)

* A value is absent where ``missing`` is found before ``left``, or where ``left`` is not found at all. The search then
  continues from the same position, not from ``missing``. So one delimiter that closes the record (``</li>``) can
  serve all optional fields of it, also those in its middle.
* A search whose last answer is still ahead is not made again (``ForwardSearch``), so a delimiter that never occurs is
  looked for once, not once for each record.
* Another record begins while the left delimiter of the first obligatory field occurs. Where no field is obligatory,
  while the left delimiter of any field does.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from unweave.delimiters.lines import framed
from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.program import Cut, Scan
from unweave.records import Cell, Record

LIST = "[]"
"""The end of a path that is a list."""
Row = tuple[Span | None, ...]
Leveled = tuple[int, Span]
"""A value and its level in a hierarchy, 1 is the outermost."""


class Searchable(Protocol):
    """The text of a page: a string, or a ``ForwardSearch`` in one."""

    def find(self, delimiter: str, at: int, end: int = ..., /) -> int:
        """The first position from ``at`` on at which the delimiter is found (before ``end``), or -1."""


class ForwardSearch:
    """Searches in one text that mostly go forward: each delimiter's last answer is kept as long as it holds.

    >>> text = ForwardSearch("<b>Emma</b>")
    >>> text.find("</b>", 0), text.find("</b>", 3), text.find("</b>", 3, 9), text.find("<i>", 3)
    (7, 7, -1, -1)
    """

    __slots__ = ("_answers", "_source")

    def __init__(self, source: str) -> None:
        self._source = source
        self._answers: dict[str, tuple[int, int]] = {}

    def find(self, delimiter: str, at: int, end: int | None = None, /) -> int:
        """As ``str.find``."""
        asked, found = self._answers.get(delimiter, (at + 1, -1))
        if asked > at or 0 <= found < at:
            found = self._source.find(delimiter, at)
            self._answers[delimiter] = at, found
        return found if end is None or found + len(delimiter) <= end else -1


def run_scan(scan: Scan, page: Page, *, type: str = "") -> list[Record]:  # noqa: A002 - as Record has it
    """The records of a page, of the given type, or it raises DoesNotFit.

    >>> book = Scan((Cut("part", "<b>", "</b>"), Cut("chapters[]", "<i>", "</i>")), nested=True)
    >>> [record.to_dict() for record in run_scan(book, Page("<b>One</b><i>1</i><i>2</i><b>Two</b>"))]
    [{'part': 'One', 'chapters': ['1', '2']}, {'part': 'Two', 'chapters': []}]
    """
    paths = [cut.field for cut in scan.cuts]
    if scan.nested:
        return _nested_records(page, paths, levels(page.source, scan, page=page.name), type)
    found = rows_of_lines(page, scan) if scan.lines else rows(page.source, scan, page=page.name)
    return [Record(page, dict(zip(paths, row, strict=True)), type=type) for row in found]


def rows_of_lines(page: Page, scan: Scan) -> Iterator[Row]:
    r"""The records of a page that is read as lines (see ``lines``): found on the framed page, and moved back.

    >>> trees = Scan((Cut("tree", "\n", ","), Cut("age", ",", "\n")), tail="\n\x03", lines=True)
    >>> list(rows_of_lines(Page("Oak,31\nElm,7"), trees))[1]
    (Span(start=7, end=10), Span(start=11, end=12))
    """
    try:
        for row in rows(framed(page.source), scan, page=page.name):
            yield tuple(None if value is None else Span(value.start - 1, value.end - 1) for value in row)
    except DoesNotFit as misfit:
        where = max(0, (misfit.where or 0) - 1)
        raise DoesNotFit(page=misfit.page, field=misfit.field, where=where, reason=misfit.reason) from None


def rows(source: str, scan: Scan, *, page: str = "") -> Iterator[Row]:
    """The records of a page, one after the other; ``page`` is its name in errors.

    >>> country = Scan((Cut("country", "<B>", "</B>"), Cut("code", "<I>", "</I>")), head="<P>", tail="<HR>")
    >>> list(rows("<B>Codes</B><P><B>Congo</B> <I>242</I><BR><HR><B>End</B>", country))
    [(Span(start=18, end=23), Span(start=31, end=34))]
    """
    text = ForwardSearch(source)
    at = _at_head(text, scan, page)
    while (begin := _next_record(text, scan, at)) is not None:
        row, at = _row(text, scan, begin, page)
        if not any(row):
            raise DoesNotFit(
                page=page, field=None, where=begin, reason="a record begins after it, but none of its values is found"
            )
        yield row
        if scan.opening:
            at = _found(text, scan.closing, at, page, None, "closing delimiter")


def levels(source: str, scan: Scan, *, page: str = "") -> Iterator[Leveled]:
    """The values of a hierarchy in the order of the page, each with its level.

    >>> book = Scan((Cut("part", "[", "]"), Cut("chapter", "(", ")")), nested=True)
    >>> list(levels("[I][II](1)(2)", book))
    [(1, Span(start=1, end=2)), (1, Span(start=4, end=6)), (2, Span(start=8, end=9)), (2, Span(start=11, end=12))]
    """
    text, level = ForwardSearch(source), 0
    at = _at_head(text, scan, page)
    while (found := next_level(text, scan, at, level)) is not None:
        begin, level = found
        value = _value(text, scan.cuts[level - 1], begin, page)
        yield level, value
        at = value.end


def _at_head(source: Searchable, scan: Scan, page: str) -> int:
    return _found(source, scan.head, 0, page, None, "head delimiter") if scan.head else 0


def _next_record(source: Searchable, scan: Scan, at: int) -> int | None:
    """Where the next record begins (at its opening, or at the current position), or None when there is no more."""
    if scan.opening:
        begin = source.find(scan.opening, at)
    else:
        begin = min((found for left in beginnings(scan) if (found := source.find(left, at)) >= 0), default=-1)
    if begin < 0 or _stopped(source, scan.tail, at, begin):
        return None
    return begin if scan.opening else at


def beginnings(scan: Scan) -> list[str]:
    """The left delimiters that begin a record: that of the first obligatory field, or all where none is obligatory.

    >>> beginnings(Scan((Cut("badge", "<u>", "</u>", missing="<b>"), Cut("title", "<b>", "</b>"))))
    ['<b>']
    """
    obligatory = [cut.left for cut in scan.cuts if not cut.missing]
    return obligatory[:1] or [cut.left for cut in scan.cuts]


def next_level(source: Searchable, scan: Scan, at: int, level: int) -> tuple[int, int] | None:
    """The position of the search for the next value of a hierarchy, and its level; None when there is no more.

    The left delimiter that is found first decides, at the same position that of the deepest level.

    >>> next_level("[I](1)", Scan((Cut("part", "[", "]"), Cut("chapter", "(", ")")), nested=True), 2, 1)
    (2, 2)
    """
    reachable = scan.cuts[: level + 1]
    found = [(source.find(cut.left, at), -deep) for deep, cut in enumerate(reachable, 1)]
    begin, deep = min((each for each in found if each[0] >= 0), default=(-1, 0))
    return None if begin < 0 or _stopped(source, scan.tail, at, begin) else (at, -deep)


def _stopped(source: Searchable, tail: str, at: int, begin: int) -> bool:
    """Whether the tail is found before (or at) the position where the next record would begin."""
    return bool(tail) and source.find(tail, at, begin + len(tail)) >= 0


def _row(source: Searchable, scan: Scan, at: int, page: str) -> tuple[Row, int]:
    row: list[Span | None] = []
    for cut in scan.cuts:
        value = None if cut.missing and is_absent(source, cut, at) else _value(source, cut, at, page)
        row.append(value)
        at = at if value is None else value.end
    return tuple(row), at


def is_absent(source: Searchable, cut: Cut, at: int) -> bool:
    """Whether a search from there finds the delimiter of a missing value before the left delimiter.

    >>> is_absent("<li></li><b>", Cut("title", "<b>", "</b>", missing="</li>"), 0)
    True
    """
    left = source.find(cut.left, at)
    return left < 0 or source.find(cut.missing, at, left + len(cut.missing) - 1) >= 0


def _value(source: Searchable, cut: Cut, at: int, page: str) -> Span:
    start = _found(source, cut.left, at, page, cut.field, "left delimiter") + len(cut.left)
    return Span(start, _found(source, cut.right, start, page, cut.field, "right delimiter"))


def _found(source: Searchable, delimiter: str, at: int, page: str, field: str | None, what: str) -> int:
    found = source.find(delimiter, at)
    if found < 0:
        raise DoesNotFit(page=page, field=field, where=at, reason=f"the {what} {delimiter!r} does not occur after it")
    return found


def _nested_records(page: Page, paths: Sequence[str], values: Iterable[Leveled], record_type: str) -> list[Record]:
    """The records whose values these are; it raises DoesNotFit where a single field is found twice."""
    drafts: list[dict[str, Any]] = []
    opened: list[dict[str, Any]] = []  # the record that is being filled, and those around it, outermost first
    split = [path.split(LIST + ".") for path in paths]
    for level, span in values:
        *around, name = split[level - 1]
        if level == 1 or around != split[level - 2][:-1]:
            below = opened[len(around) - 1][around[-1]] if around else drafts
            below.append(_draft(paths, around))
            opened[len(around) :] = [below[-1]]
        _put(opened[len(around)], name, span, page)
        del opened[len(around) + 1 :]
    return [_record(page, draft, record_type) for draft in drafts]


def _draft(paths: Sequence[str], around: Sequence[str]) -> dict[str, Any]:
    """An empty record of the level inside these lists."""
    inside = "".join(name + LIST + "." for name in around)
    names = [path.removeprefix(inside) for path in paths if path.startswith(inside)]
    return {name.partition(LIST)[0]: [] if LIST in name else None for name in names}


def _put(draft: dict[str, Any], name: str, span: Span, page: Page) -> None:
    if name.endswith(LIST):
        draft[name.removesuffix(LIST)].append(span)
    elif draft[name] is None:
        draft[name] = span
    else:
        raise DoesNotFit(
            page=page.name, field=name, where=span.start, reason="a record would get a second value of this field"
        )


def _record(page: Page, draft: dict[str, Any], record_type: str = "") -> Record:
    return Record(page, {name: _cell(page, value) for name, value in draft.items()}, type=record_type)


def _cell(page: Page, value: Any) -> Cell:
    if isinstance(value, list):
        return tuple(_record(page, item) if isinstance(item, dict) else item for item in value)
    return value  # type: ignore[no-any-return]  # a span or None
