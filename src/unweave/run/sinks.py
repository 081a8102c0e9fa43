"""Output files: the ending gives the format; a file is written whole or not at all.

    .jsonl      one JSON object per record; lists and nested records as they are; .jsonl.gz and .jsonl.zst are the
                same, compressed
    .json       one list of such objects
    .csv        one line per record; lists and nested records as JSON text in their cell, an absent value as nothing;
                .tsv is the same with tabs between the cells
    .sqlite     a table ``records``; lists as JSON text, nested records in tables of their own (``unweave.run.sqlite``);
                .db is the same
    .parquet    columns of texts, lists and structures; needs the extra ``bulk``

Fields with a type have numbers, dates as ISO texts, and in .parquet dates of its own (``unweave.run.typed_rows``).

Every row carries its page, its number on the page, and where it begins and ends in the page's source. Records of
several types go together into a .jsonl, where each row has its type, and into an .sqlite, with a table for each type;
the other formats hold one type.

    >>> import tempfile
    >>> from unweave.records import Field, Schema
    >>> out = Path(tempfile.mkdtemp()) / "books.csv"
    >>> with open_sink(out, Schema((Field("title"), Field("by", many=True)))) as write:
    ...     write(OutputRow("p1.html", 1, 3, 40, {"title": "Emma, again", "by": ["Ann", "Bo"]}))
    >>> print(out.read_text())
    page,record,start,end,title,by
    p1.html,1,3,40,"Emma, again","[""Ann"",""Bo""]"
"""

import csv
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from gzip import BadGzipFile
from io import BytesIO
from pathlib import Path
from shutil import copyfile
from typing import IO, Any

import msgspec

from unweave.errors import BadInput
from unweave.files import replacing
from unweave.records import Field, Schema
from unweave.run.existing import (
    DATABASES,
    Update,
    check_update,
    ending_of,
    key_of,
    merged_lines,
    opened_lines,
    zstandard,
)
from unweave.run.rows import ColumnNames, OutputRow, as_text, columns_of, flat
from unweave.run.sqlite import sqlite_sink

Write = Callable[[OutputRow], None]
Sink = Callable[[Path, Schema], AbstractContextManager[Write]]

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
BATCH = 5000


@contextmanager
def open_sink(
    out: str | Path, schema: Schema, *, spreadsheet_safe: bool = False, update: Update | None = None
) -> Iterator[Write]:
    """A function that writes a row to the file; the file appears when all rows are written, and only then.

    ``spreadsheet_safe`` is for .csv: a text that a spreadsheet would take for a formula gets an apostrophe in front.
    With ``update`` the rows of a file that exists are kept, see ``unweave.run.existing``.

    >>> with open_sink("books.xlsx", Schema(())) as write:
    ...     pass
    Traceback (most recent call last):
    unweave.errors.BadInput: books.xlsx: this ending is not known. It would help to use one of
    .jsonl .jsonl.gz .jsonl.zst .json .csv .tsv .sqlite .db .parquet
    """
    sink = _sink_for(Path(out), spreadsheet_safe=spreadsheet_safe)
    if ending_of(out) in ONE_TYPE:
        _need_one_type(Path(out), schema)
    if update is None:
        with replacing(out) as draft, sink(draft, schema) as write:
            yield write
        return
    check_update(Path(out), schema, update)
    with replacing(out) as draft, _updating_sink(Path(out), draft, schema, update) as write:
        yield write


@contextmanager
def _updating_sink(out: Path, draft: Path, schema: Schema, update: Update) -> Iterator[Write]:
    """Rows in a copy of the file, if there is one."""
    if ending_of(out) in DATABASES:
        if out.exists():
            copyfile(out, draft)
        with sqlite_sink(draft, schema, key=update.key) as write:
            yield write
        return
    rows: dict[tuple[Any, ...], bytes] = {}
    line = line_of(schema)

    def write_line(row: OutputRow) -> None:
        written = line(row)
        key = key_of(msgspec.json.decode(written), update.key)
        rows[key if update.key and None not in key else ("", len(rows))] = written

    yield write_line
    ending = ending_of(out)
    there = opened_lines(out, "rb", ending=ending) if out.exists() else nullcontext(BytesIO())
    with opened_lines(draft, "wb", ending=ending) as stream, there as old:
        try:
            stream.writelines(merged_lines(old, rows, update.key))
        except (ValueError, BadGzipFile) as error:
            raise BadInput(source=str(out), reason=f"it is no file of JSON lines: {error}") from error


def lines(stream: IO[bytes], schema: Schema) -> Write:
    r"""A function that writes a row to the stream as a line of JSON.

    >>> import io
    >>> stream = io.BytesIO()
    >>> lines(stream, Schema(()))(OutputRow("p1.html", 1, 3, 7, {"title": "Emma"}))
    >>> stream.getvalue()
    b'{"page":"p1.html","record":1,"start":3,"end":7,"title":"Emma"}\n'
    """
    line = line_of(schema)

    def write(row: OutputRow) -> None:
        stream.write(line(row))

    return write


def line_of(schema: Schema) -> Callable[[OutputRow], bytes]:
    r"""A function that gives a row as a line of JSON.

    >>> line_of(Schema(()))(OutputRow("p1.html", 1, 3, 7, {}))
    b'{"page":"p1.html","record":1,"start":3,"end":7}\n'
    """
    ours = columns_of(schema).ours

    def line(row: OutputRow) -> bytes:
        place = {column: getattr(row, name) for name, column in ours.items()}
        return msgspec.json.encode(place | dict(row.values)) + b"\n"

    return line


@contextmanager
def _jsonl_sink(path: Path, schema: Schema, *, ending: str = ".jsonl") -> Iterator[Write]:
    """Rows as lines of JSON."""
    with opened_lines(path, "wb", ending=ending) as stream:
        yield lines(stream, schema)


@contextmanager
def _json_sink(path: Path, schema: Schema) -> Iterator[Write]:
    """Rows as one list of JSON objects, each on a line of its own."""
    line, comma = line_of(schema), b""
    with path.open("wb") as stream:
        stream.write(b"[\n")

        def write(row: OutputRow) -> None:
            nonlocal comma
            stream.write(comma + line(row).rstrip(b"\n"))
            comma = b",\n"

        yield write
        stream.write((b"\n" if comma else b"") + b"]\n")


@contextmanager
def _csv_sink(path: Path, schema: Schema, *, spreadsheet_safe: bool = False, delimiter: str = ",") -> Iterator[Write]:
    """Rows as comma-separated values, with a header."""
    names = columns_of(schema)
    shown: Callable[[Any], Any] = _harmless if spreadsheet_safe else _cell
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n", delimiter=delimiter)
        writer.writerow([shown(name) for name in names.names])

        def write(row: OutputRow) -> None:
            writer.writerow([shown(value) for value in flat(row, names).values()])

        yield write


@contextmanager
def _parquet_sink(path: Path, schema: Schema) -> Iterator[Write]:
    """Rows as columns of an Arrow table, written batch by batch."""
    import pyarrow as pa  # noqa: PLC0415  # an extra, and heavy
    from pyarrow import parquet  # noqa: PLC0415  # an extra

    names = columns_of(schema)
    arrow = arrow_schema(pa, schema, names)
    columns: list[list[Any]] = [[] for _ in arrow]
    places = list(zip(names.ours, columns, strict=False))
    fields = list(zip(schema.fields, columns[len(places) :], strict=True))
    with parquet.ParquetWriter(path, arrow) as writer:

        def flush() -> None:
            arrays = [pa.array(column, type=each.type) for column, each in zip(columns, arrow, strict=True)]
            writer.write_batch(pa.RecordBatch.from_arrays(arrays, schema=arrow))
            for column in columns:
                column.clear()

        def write(row: OutputRow) -> None:
            for name, column in places:
                column.append(getattr(row, name))
            for each, column in fields:
                column.append(shaped(row.values.get(each.name), each))
            if len(columns[0]) >= BATCH:
                flush()

        yield write
        flush()


SINKS: dict[str, Sink] = {
    ".jsonl": _jsonl_sink,
    ".jsonl.gz": partial(_jsonl_sink, ending=".jsonl.gz"),
    ".jsonl.zst": partial(_jsonl_sink, ending=".jsonl.zst"),
    ".json": _json_sink,
    ".csv": _csv_sink,
    ".tsv": partial(_csv_sink, delimiter="\t"),
    ".sqlite": sqlite_sink,
    ".db": sqlite_sink,
    ".parquet": _parquet_sink,
}
ONE_TYPE = (".csv", ".tsv", ".parquet")


def _sink_for(out: Path, *, spreadsheet_safe: bool) -> Sink:
    ending = ending_of(out)
    if ending not in SINKS:
        raise BadInput(
            source=str(out), reason=f"this ending is not known. It would help to use one of {' '.join(SINKS)}"
        )
    if ending in NEEDS:
        NEEDS[ending](out)
    if not spreadsheet_safe:
        return SINKS[ending]
    if ending not in {".csv", ".tsv"}:
        raise BadInput(
            source=str(out),
            reason="only a .csv or .tsv file can be made safe for spreadsheets. It would help to write such a file",
        )
    return partial(_csv_sink, spreadsheet_safe=True, delimiter="\t" if ending == ".tsv" else ",")


def _need_one_type(out: Path, schema: Schema) -> None:
    if schema.types:
        names = [each.name for each in schema.types]
        ways = f"It would help to choose one of them (--type {names[0]}), or to write .jsonl or .sqlite"
        raise BadInput(
            source=str(out),
            reason=f"a {out.suffix} file holds records of one type, and here are several, {', '.join(names)}. {ways}",
        )


def _need_pyarrow(out: Path) -> None:
    try:
        import pyarrow  # noqa: F401, ICN001, PLC0415  # only asked whether it is there
    except ImportError as error:
        reason = "writing .parquet needs pyarrow. It would help to install it: pip install pyarrow"
        raise BadInput(source=str(out), reason=reason) from error


def _need_no_other_writer(out: Path) -> None:
    """SQLite keeps these files beside a database in use; with them the new database could not be read."""
    for helper in (Path(f"{out}-wal"), Path(f"{out}-journal")):
        if helper.exists():
            raise BadInput(
                source=str(out),
                reason=f"another program writes to it ({helper.name} exists). It would help to wait for it",
            )


def _need_zstandard(out: Path) -> None:
    try:
        zstandard()
    except ImportError as error:
        reason = "writing .zst needs zstandard. It would help to install it: pip install zstandard"
        raise BadInput(source=str(out), reason=reason) from error


NEEDS = {
    ".parquet": _need_pyarrow,
    ".jsonl.zst": _need_zstandard,
    ".sqlite": _need_no_other_writer,
    ".db": _need_no_other_writer,
}


def _cell(value: Any) -> Any:
    """Whole numbers stay numbers, everything else is text: true, 5.5."""
    return value if type(value) is int else as_text(value)


def _harmless(value: Any) -> Any:
    text = _cell(value)
    return (
        f"'{text}"
        if isinstance(text, str) and not isinstance(value, float) and text.startswith(FORMULA_SIGNS)
        else text
    )


def arrow_schema(pa: Any, schema: Schema, names: ColumnNames) -> Any:
    """The Arrow schema of a table of records, given the module pyarrow."""
    kinds = {"page": pa.string(), "record": pa.int64(), "start": pa.int64(), "end": pa.int64()}
    place = [(column, kinds[name]) for name, column in names.ours.items()]
    return pa.schema(place + [(names.fields[each.name], _arrow_type(pa, each)) for each in schema.fields])


def _arrow_type(pa: Any, each: Field) -> Any:
    if each.fields:
        return pa.list_(pa.struct([(part.name, _arrow_type(pa, part)) for part in each.fields]))
    single = _arrow_value_type(pa, each.type)
    return pa.list_(single) if each.many else single


def _arrow_value_type(pa: Any, name: str) -> Any:
    types = {
        "integer": pa.int64(),
        "decimal": pa.float64(),
        "money": pa.float64(),
        "date": pa.date32(),
        "time": pa.time64("us"),
        "duration": pa.duration("us"),
        "boolean": pa.bool_(),
    }
    return types.get(name.partition(":")[0], pa.string())


def shaped(value: Any, each: Field) -> Any:
    """The value in its column's shape: a column of lists takes a single text as a list of one."""
    if each.fields:
        return [{part.name: shaped(row.get(part.name), part) for part in each.fields} for row in value or []]
    if each.many:
        return value if value is None or isinstance(value, list) else [value]
    return value if each.type else as_text(value)
