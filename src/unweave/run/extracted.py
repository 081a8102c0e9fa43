"""``unweave.extract``: the records of some pages, in memory; as an Arrow table or a pandas DataFrame if wanted.

Legend

    inputs      what pages are taken from: a Page, the name of a file or folder, a glob, or several of these
    problems    the pages that were set aside: they cannot be read, or do not fit the wrapper
    row         a record with the name of its page and its number there, as in output files (``rows``)
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, overload

from unweave.errors import BadInput
from unweave.field_types import decided_types
from unweave.page import Page
from unweave.page.address import base_of
from unweave.records import Field, Record, Schema
from unweave.records.notebook import records_table
from unweave.records.typed import bound, texts_of, types_of_fields, with_types
from unweave.run.rows import OutputRow, columns_of, flat, row_of
from unweave.run.run_summary import Problem, problem_of
from unweave.run.sinks import arrow_schema, shaped
from unweave.run.sources import find_pages
from unweave.run.typed_rows import TypedRows, mixed_paths
from unweave.wrapper import Wrapper

PageInput = Page | str | Path


@dataclass(frozen=True, slots=True)
class ExtractedRecords:
    """The records of some pages, in order, and the pages that were set aside; it is used like a list.

    Each record has its page: ``record.page.name``. A notebook shows it as a table. Where the wrapper has types, which
    number of a date is the day is told by all dates of its field.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> page = Page("<b>Emma</b><b>Kim</b>", name="p1.html")
    >>> wrapper = LR().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> found = extract(wrapper, page)
    >>> len(found), found[0]["title"], [record["title"] for record in found], found.problems
    (2, 'Emma', ['Emma', 'Kim'], ())
    """

    records: tuple[Record, ...]
    schema: Schema
    problems: tuple[Problem, ...] = ()

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    @overload
    def __getitem__(self, at: int) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, at: int | slice) -> Record | tuple[Record, ...]:
        return self.records[at]

    def _repr_html_(self) -> str:
        return records_table([(record.page.name, record.to_dict()) for record in self.records])


def extract(wrapper: Wrapper, pages: PageInput | Iterable[PageInput]) -> ExtractedRecords:
    """The records of pages: each a Page, or the name of a file, a folder or a glob, as the command takes them.

    A page that cannot be read or does not fit is set aside, and ``problems`` names it with the reason. For more pages
    than memory holds, use ``unweave.run.extract`` or the command, which write to a file.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> emma, kim = Page("<b>Emma</b>", name="p1.html"), Page("<b>Kim</b>", name="p2.html")
    >>> wrapper = LR().learn([Example.from_values(emma, [{"title": "Emma"}])])
    >>> [(record.page.name, record["title"]) for record in extract(wrapper, [emma, kim])]
    [('p1.html', 'Emma'), ('p2.html', 'Kim')]
    """
    records: list[Record] = []
    problems: list[Problem] = []
    for one in _each(pages):
        try:
            records += wrapper.extract(one if isinstance(one, Page) else Page.read(one))
        except Exception as error:  # noqa: BLE001  # one page must not end a run
            problems.append(problem_of(error, one.name if isinstance(one, Page) else str(one)))
    schema = _decided(wrapper.schema, records)
    return ExtractedRecords(tuple(bound(records, schema)), schema, tuple(problems))


def _decided(schema: Schema, records: Iterable[Record]) -> Schema:
    """The schema whose types have the settings that all values tell of."""
    types = types_of_fields(schema)
    if not types:
        return schema
    texts: dict[str, list[str]] = {}
    for record in records:
        for path, text in texts_of(record.to_dict(), f"{record.type}." if schema.types else ""):
            texts.setdefault(path, []).append(text)
    return with_types(schema, decided_types(types, texts))


def _each(pages: PageInput | Iterable[PageInput]) -> Iterator[Page | Path]:
    """The pages and files, one by one; a name that is no file or folder is an error at once."""
    for one in [pages] if isinstance(pages, Page | str | Path) else pages:
        if isinstance(one, Page):
            yield one
        elif isinstance(one, str | Path):
            yield from find_pages([one])
        else:
            raise BadInput(
                source="extract", reason=f"{type(one).__name__} is no page: give a Page or the name of a file"
            )


def records_to_arrow(records: Iterable[Record], schema: Schema | None = None) -> Any:
    """A pyarrow Table with a row for each record: page, number, start and end, and a column for each field.

    Fields with many values are columns of lists, nested records lists of structures; fields with a type have columns of
    that type (``unweave.with_types``). It needs the extra ``bulk``.

    >>> from unweave.page import Span
    >>> page = Page("<b>Emma</b>", name="p1.html")
    >>> records_to_arrow([Record(page, {"title": Span(3, 7)})]).to_pylist()
    [{'page': 'p1.html', 'record': 1, 'start': 3, 'end': 7, 'title': 'Emma'}]
    """
    try:
        import pyarrow as pa  # noqa: PLC0415  # an extra, and heavy
    except ImportError as error:
        reason = "this needs pyarrow. It would help to install it: pip install pyarrow"
        raise BadInput(source="records_to_arrow", reason=reason) from error
    rows, known = _typed(*_rows_and_schema(records, schema))
    names = columns_of(known)
    made = [flat(_shaped_row(row, known), names) for row in rows]
    return pa.Table.from_pylist(made, schema=arrow_schema(pa, known, names))


def to_pandas(records: Iterable[Record], schema: Schema | None = None) -> Any:
    """A pandas DataFrame with a row for each record: page, number, start and end, and a column for each field.

    It needs pandas: ``pip install pandas``. ``to_pandas(extract(wrapper, "pages/"))`` is the usual call.
    ``records_to_arrow`` gives the same columns with types of their own.

    >>> from unweave.page import Span
    >>> page = Page("<b>Emma</b>", name="p1.html")
    >>> frame = to_pandas([Record(page, {"title": Span(3, 7)})])  # doctest: +SKIP
    >>> list(frame["title"])  # doctest: +SKIP
    ['Emma']
    """
    try:
        pandas: Any = import_module("pandas")  # no dependency, and it has no types of its own
    except ImportError as error:
        reason = "this needs pandas, which is not installed: pip install pandas"
        raise BadInput(source="to_pandas", reason=reason) from error
    rows, known = _typed(*_rows_and_schema(records, schema))
    names = columns_of(known)
    return pandas.DataFrame([flat(_shaped_row(row, known), names) for row in rows], columns=names.names)


def _rows_and_schema(records: Iterable[Record], schema: Schema | None) -> tuple[list[OutputRow], Schema]:
    known = schema or getattr(records, "schema", None)
    kept = list(records)
    if known is None:
        known = _schema_of(kept)
    if known.types:
        names = ", ".join(each.name for each in known.types)
        reason = f"a table holds records of one type, and here are several, {names}: choose with unweave.combined.only"
        raise BadInput(source="the records", reason=reason)
    return list(_numbered(kept)), known


def _typed(rows: list[OutputRow], schema: Schema) -> tuple[list[OutputRow], Schema]:
    """The rows with the columns of typed values."""
    if not types_of_fields(schema):
        return rows, schema
    typed = TypedRows(schema, native=True, mixed=mixed_paths(schema, rows))
    return [typed.row(row) for row in rows], typed.columns()


def _numbered(records: Sequence[Record]) -> Iterator[OutputRow]:
    """The rows of records, numbered on each page."""
    numbers: dict[int, int] = {}
    for record in records:
        key = id(record.page)
        numbers[key] = numbers.get(key, 0) + 1
        yield row_of(record, page=record.page.name, number=numbers[key], base=base_of(record.page))


def _schema_of(records: Sequence[Record]) -> Schema:
    """The fields that records have: many where one has a list, with levels below where one has records."""
    values: dict[str, list[Any]] = {}
    for record in records:
        for name, value in record.to_dict().items():
            values.setdefault(name, []).append(value)
    return Schema(tuple(_field_of(name, some) for name, some in values.items()))


def _field_of(name: str, values: Sequence[Any]) -> Field:
    items = [item for value in values if isinstance(value, list) for item in value]
    nested = [item for item in items if isinstance(item, dict)]
    names = dict.fromkeys(key for item in nested for key in item)
    below = tuple(_field_of(key, [item.get(key) for item in nested]) for key in names)
    return Field(name, many=any(isinstance(value, list) for value in values), fields=below)


def _shaped_row(row: OutputRow, schema: Schema) -> OutputRow:
    values = {each.name: shaped(row.values.get(each.name), each) for each in schema.fields}
    return OutputRow(row.page, row.record, row.start, row.end, values)
