"""The wrapper of all delimiter classes: a scan, the schema of its records, and how it explains itself.

Legend

    scan        Scan((Cut("country", "<B>", "</B>"),), head="<P>")    the delimiters, as data (``program``)
    kind        "hlrt"                          the class in which it was learned
    statement   "it begins at the first '<P>'"  one rule in words
    mark        Mark((75, 78), "left")          a delimiter or a value at its position on a page
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal

from unweave.delimiters.execution import LIST, Row, beginnings, is_absent, levels, next_level, rows, run_scan
from unweave.delimiters.lines import framed
from unweave.engine.scan import span_cutter
from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.program import Cut, Scan
from unweave.records import Record, Schema
from unweave.records.typed import with_bound_types
from unweave.wording import counted
from unweave.wrapper import Explanation, Mark, Origin, Statement, summary_of, wrapper_html

Kind = Literal["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt", "m-lr"]


@dataclass(frozen=True)
class DelimiterWrapper:
    """Finds delimiters and extracts the text between them; ``kind`` is the class in which it was learned.

    >>> from unweave.records import Field
    >>> scan = Scan((Cut("country", "<b>", "</b>"), Cut("code", "<i>", "</i>")))
    >>> wrapper = DelimiterWrapper(Schema((Field("country"), Field("code"))), scan)
    >>> [record.to_dict() for record in wrapper.extract(Page("<b>Congo</b> <i>242</i>"))]
    [{'country': 'Congo', 'code': '242'}]
    """

    schema: Schema
    scan: Scan
    kind: Kind = "lr"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @cached_property
    def _cutter(self) -> Callable[[str], list[tuple[Span, ...]]] | None:
        return span_cutter(self.scan)

    @cached_property
    def _columns(self) -> tuple[tuple[str, int], ...]:
        """The fields in the order of the schema, each with the number of its cut."""
        numbers = {cut.field: number for number, cut in enumerate(self.scan.cuts)}
        return tuple((name, numbers[name]) for name in self.schema.names)

    def __reduce__(self) -> tuple[Any, ...]:
        # The cutter has functions, which are not pickled.
        return type(self), tuple(getattr(self, one.name) for one in fields(self))

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The records of a page, or it raises DoesNotFit with the field and the position of the search that failed."""
        if self._cutter is not None:
            with suppress(ValueError):  # a search fails: the slow form tells which one
                rows = self._cutter(page.source)
                cells = [{name: row[number] for name, number in self._columns} for row in rows]
                return [Record.found(page, one, kind=self.schema.name) for one in cells]
        return list(self._records(page))

    def explain(self, page: Page | None = None) -> Explanation:
        """Its delimiters in words and, given a page, the position of each of them."""
        return _explanation(self.kind, self.schema, self.scan, page)

    def program(self) -> Scan:
        """The scan itself."""
        return self.scan

    def _records(self, page: Page) -> Iterator[Record]:
        """Fields in the order of the schema, which may differ from that of the page."""
        found = run_scan(self.scan, page, type=self.schema.name)
        names = self.schema.names
        if self.scan.nested or names == tuple(cut.field for cut in self.scan.cuts):
            yield from found
        else:
            yield from (Record(page, {name: one.cell(name) for name in names}, type=one.type) for one in found)


def _explanation(kind: str, schema: Schema, scan: Scan, page: Page | None) -> Explanation:
    """A statement per rule; given a page, a mark for every delimiter and value, up to the search that failed if any."""
    title = f"{kind.upper()} wrapper of {counted(len(scan.cuts), 'field')}"
    statements = (*_page_rules(scan), *(_rule(scan, level) for level in range(1, len(scan.cuts) + 1)))
    if page is None:
        return Explanation(title, statements)
    marks: list[Mark] = []
    with suppress(DoesNotFit):
        marks.extend(_marks_of_lines(scan, page) if scan.lines else _marks(scan, page))
    try:
        records = tuple(run_scan(scan, page, type=schema.name))
    except DoesNotFit as misfit:
        return Explanation(title, statements, page, tuple(marks), problem=str(misfit))
    return Explanation(title, statements, page, tuple(marks), records)


def _page_rules(scan: Scan) -> Iterator[Statement]:
    """The rules of the page as a whole."""
    if scan.lines:
        yield Statement("", "it is read as lines: its beginning and its end are line ends, U+0003 is its end")
    if scan.head:
        yield Statement("", f"it begins at the first {scan.head!r}")
    if scan.opening:
        yield Statement("", f"a record opens at the next {scan.opening!r}")
        yield Statement(
            "", f"after a record it continues {f'at the next {scan.closing!r}' if scan.closing else 'immediately'}"
        )
    elif not scan.nested:
        yield Statement("", f"a record begins while {' or '.join(map(repr, beginnings(scan)))} follows")
    if scan.tail:
        yield Statement("", f"it stops where {scan.tail!r} comes before the next record")


def _rule(scan: Scan, level: int) -> Statement:
    cut = scan.cuts[level - 1]
    text = f"the text between {cut.left!r} and {cut.right!r}"
    if cut.missing:
        text += f"; absent where {cut.missing!r} comes before {cut.left!r}"
    if scan.nested and level > 1:
        text += f"; below the last {scan.cuts[level - 2].field}"
    return Statement(cut.field, text)


def _marks_of_lines(scan: Scan, page: Page) -> Iterator[Mark]:
    """The marks of a page that is read as lines, as far as they are inside the page."""
    for mark in _marks(replace(scan, lines=False), Page(framed(page.source), html=False)):
        start, end = max(0, mark.span.start - 1), min(len(page), mark.span.end - 1)
        if start < end:
            yield replace(mark, span=Span(start, end))


def _marks(scan: Scan, page: Page) -> Iterator[Mark]:
    at = 0
    if scan.head and (at := page.source.find(scan.head)) >= 0:
        yield _mark(at, scan.head, "head")
    at = yield from (_marks_of_levels if scan.nested else _marks_of_rows)(scan, page, at)
    if scan.tail and (end := page.source.find(scan.tail, at)) >= 0:
        yield _mark(end, scan.tail, "tail")


def _marks_of_levels(scan: Scan, page: Page, at: int) -> Generator[Mark, None, int]:
    """The marks of a hierarchy, up to the search that failed if one did; it returns the end of the last value."""
    level = 0
    try:
        for level, value in levels(page.source, scan, page=page.name):
            yield from _value_marks(scan.cuts[level - 1], value)
            at = value.end
    except DoesNotFit:
        if at >= 0 and (failed := next_level(page.source, scan, at, level)):
            yield from _failed_marks([scan.cuts[failed[1] - 1]], page, at)
        raise
    return at


def _marks_of_rows(scan: Scan, page: Page, at: int) -> Generator[Mark, None, int]:
    """The marks of all records, up to the search that failed if one did; it returns the end of the last record."""
    try:
        for row in rows(page.source, scan, page=page.name):
            yield from _row_marks(scan, page, row, at)
            at = max(value.end for value in row if value)
            if scan.closing and (at := page.source.find(scan.closing, at)) >= 0:
                yield _mark(at, scan.closing, "close")
    except DoesNotFit:
        yield from _failed_record(scan, page, at)
        raise
    return at


def _failed_record(scan: Scan, page: Page, at: int) -> Iterator[Mark]:
    """The marks of a record in which a search fails; none where it fails between records."""
    if scan.opening and at >= 0:
        at = page.source.find(scan.opening, at)
    if at >= 0:
        yield from [_mark(at, scan.opening, "open")] * bool(scan.opening)
        yield from _failed_marks(scan.cuts, page, at)


def _failed_marks(cuts: Sequence[Cut], page: Page, at: int) -> Iterator[Mark]:
    """The marks of consecutive values, up to the first delimiter that is not found."""
    for cut in cuts:
        if cut.missing and is_absent(page.source, cut, at):
            continue
        start = page.source.find(cut.left, at)
        at = page.source.find(cut.right, start + len(cut.left)) if start >= 0 else -1
        if at >= 0:
            yield from _value_marks(cut, Span(start + len(cut.left), at))
            continue
        if start >= 0:
            yield _mark(start, cut.left, "left", cut.field.removesuffix(LIST))
        return


def _row_marks(scan: Scan, page: Page, row: Row, at: int) -> Iterator[Mark]:
    if scan.opening:
        yield _mark(page.source.find(scan.opening, at), scan.opening, "open")
    for cut, value in zip(scan.cuts, row, strict=True):
        if value is not None:
            yield from _value_marks(cut, value)


def _value_marks(cut: Cut, value: Span) -> Iterator[Mark]:
    name = cut.field.removesuffix(LIST)
    yield _mark(value.start - len(cut.left), cut.left, "left", name)
    yield Mark(value, "value", name)
    yield _mark(value.end, cut.right, "right", name)


def _mark(at: int, delimiter: str, role: str, name: str = "") -> Mark:
    return Mark(Span(at, at + len(delimiter)), role, name)
