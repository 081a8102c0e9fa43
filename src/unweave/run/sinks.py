"""Output files: the ending gives the format; a file is written whole or not at all.

    .jsonl      one JSON object per record; lists and nested records as they are
    .csv        one line per record; lists and nested records as JSON text in their cell, an absent value as nothing
    .sqlite     a table ``records``; lists as JSON text, nested records in tables of their own (``unweave.run.sqlite``)
    .parquet    columns of texts, lists and structures; needs the extra ``bulk``

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
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any

import msgspec

from unweave.errors import BadInput
from unweave.files import replacing
from unweave.records import Field, Schema
from unweave.run.rows import ColumnNames, OutputRow, as_text, columns_of, flat
from unweave.run.sqlite import sqlite_sink

Write = Callable[[OutputRow], None]
Sink = Callable[[Path, Schema], AbstractContextManager[Write]]

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
BATCH = 5000


@contextmanager
def open_sink(out: str | Path, schema: Schema, *, spreadsheet_safe: bool = False) -> Iterator[Write]:
    """A function that writes a row to the file; the file appears when all rows are written, and only then.

    ``spreadsheet_safe`` is for .csv: a text that a spreadsheet would take for a formula gets an apostrophe in front.

    >>> with open_sink("books.xlsx", Schema(())) as write:
    ...     pass
    Traceback (most recent call last):
    unweave.errors.BadInput: books.xlsx: do not know how to write this; known endings are .jsonl .csv .sqlite .parquet
    """
    sink = _sink_for(Path(out), spreadsheet_safe=spreadsheet_safe)
    if Path(out).suffix.lower() in ONE_TYPE:
        _need_one_type(Path(out), schema)
    with replacing(out) as draft, sink(draft, schema) as write:
        yield write


def lines(stream: IO[bytes], schema: Schema) -> Write:
    r"""A function that writes a row to the stream as a line of JSON.

    >>> import io
    >>> stream = io.BytesIO()
    >>> lines(stream, Schema(()))(OutputRow("p1.html", 1, 3, 7, {"title": "Emma"}))
    >>> stream.getvalue()
    b'{"page":"p1.html","record":1,"start":3,"end":7,"title":"Emma"}\n'
    """
    ours = columns_of(schema).ours

    def write(row: OutputRow) -> None:
        place = {column: getattr(row, name) for name, column in ours.items()}
        stream.write(msgspec.json.encode(place | dict(row.values)) + b"\n")

    return write


@contextmanager
def _jsonl_sink(path: Path, schema: Schema) -> Iterator[Write]:
    """Rows as lines of JSON."""
    with path.open("wb") as stream:
        yield lines(stream, schema)


@contextmanager
def _csv_sink(path: Path, schema: Schema, *, spreadsheet_safe: bool = False) -> Iterator[Write]:
    """Rows as comma-separated values, with a header."""
    names = columns_of(schema)
    shown: Callable[[Any], Any] = _harmless if spreadsheet_safe else _cell
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([shown(name) for name in names.names])

        def write(row: OutputRow) -> None:
            writer.writerow([shown(value) for value in flat(row, names).values()])

        yield write


@contextmanager
def _parquet_sink(path: Path, schema: Schema) -> Iterator[Write]:
    """Rows in an Arrow table, written batch by batch."""
    import pyarrow as pa  # noqa: PLC0415  # an extra, and heavy
    from pyarrow import parquet  # noqa: PLC0415

    names = columns_of(schema)
    arrow = _arrow_schema(pa, schema, names)
    rows: list[dict[str, Any]] = []
    with parquet.ParquetWriter(path, arrow) as writer:

        def flush() -> None:
            writer.write_batch(pa.RecordBatch.from_pylist(rows, schema=arrow))
            rows.clear()

        def write(row: OutputRow) -> None:
            values = {each.name: _shaped(row.values.get(each.name), each) for each in schema.fields}
            rows.append(flat(OutputRow(row.page, row.record, row.start, row.end, values), names))
            if len(rows) >= BATCH:
                flush()

        yield write
        flush()


SINKS: dict[str, Sink] = {
    ".jsonl": _jsonl_sink,
    ".csv": _csv_sink,
    ".sqlite": sqlite_sink,
    ".parquet": _parquet_sink,
}
ONE_TYPE = (".csv", ".parquet")


def _sink_for(out: Path, *, spreadsheet_safe: bool) -> Sink:
    ending = out.suffix.lower()
    if ending not in SINKS:
        raise BadInput(source=str(out), reason=f"do not know how to write this; known endings are {' '.join(SINKS)}")
    if ending in NEEDS:
        NEEDS[ending](out)
    if not spreadsheet_safe:
        return SINKS[ending]
    if ending != ".csv":
        raise BadInput(source=str(out), reason="only a .csv file can be made safe for spreadsheets")
    return partial(_csv_sink, spreadsheet_safe=True)


def _need_one_type(out: Path, schema: Schema) -> None:
    if schema.types:
        names = [each.name for each in schema.types]
        ways = f"choose one of them (--type {names[0]}), or write .jsonl or .sqlite"
        raise BadInput(
            source=str(out),
            reason=f"a {out.suffix} file holds records of one type, and here are several, {', '.join(names)}: {ways}",
        )


def _need_pyarrow(out: Path) -> None:
    try:
        import pyarrow  # noqa: F401, ICN001, PLC0415  # only asked whether it is there
    except ImportError as error:
        reason = "writing .parquet needs pyarrow, which comes with the extra 'bulk': pip install 'unweave[bulk]'"
        raise BadInput(source=str(out), reason=reason) from error


def _need_no_other_writer(out: Path) -> None:
    """SQLite keeps these files beside a database in use; with them the new database could not be read."""
    for helper in (Path(f"{out}-wal"), Path(f"{out}-journal")):
        if helper.exists():
            raise BadInput(source=str(out), reason=f"another program is writing to it ({helper.name} is there)")


NEEDS = {".parquet": _need_pyarrow, ".sqlite": _need_no_other_writer}


def _cell(value: Any) -> Any:
    """Numbers stay numbers, everything else is text."""
    return value if isinstance(value, int) else as_text(value)


def _harmless(value: Any) -> Any:
    text = _cell(value)
    return f"'{text}" if isinstance(text, str) and text.startswith(FORMULA_SIGNS) else text


def _arrow_schema(pa: Any, schema: Schema, names: ColumnNames) -> Any:
    kinds = {"page": pa.string(), "record": pa.int64(), "start": pa.int64(), "end": pa.int64()}
    place = [(column, kinds[name]) for name, column in names.ours.items()]
    return pa.schema(place + [(names.fields[each.name], _arrow_type(pa, each)) for each in schema.fields])


def _arrow_type(pa: Any, each: Field) -> Any:
    if each.fields:
        return pa.list_(pa.struct([(part.name, _arrow_type(pa, part)) for part in each.fields]))
    return pa.list_(pa.string()) if each.many else pa.string()


def _shaped(value: Any, each: Field) -> Any:
    """The value in its column's shape: a column of lists takes a single text as a list of one."""
    if each.fields:
        return [{part.name: _shaped(row.get(part.name), part) for part in each.fields} for row in value or []]
    if each.many:
        return [value] if isinstance(value, str) else value
    return as_text(value)
