"""Tables of pages: .jsonl, .csv, .tsv, .parquet and SQLite files with a column of HTML, or with places in archives.

Legend

    form        how a table is stored: "jsonl", "csv", "tsv", "parquet", "sqlite"
    columns     which column has what: ``{"html": "body", "url": "url"}``
    index       a table without pages, but with the file, offset and length of WARC records, as Common Crawl has them
    part        some rows: bytes of a .jsonl, row groups of a .parquet, numbers of rows in SQLite; a .csv is one part

An index names its files relative to its own folder, or to a folder or URL that is given; a name that leads out of it
is not followed. Of the files, only the records that the index names are read.
"""

import csv
import gzip
import io
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from unweave.errors import BadInput
from unweave.run.raw_pages import Moved, RawPage, Unread, is_remote, open_binary
from unweave.run.sqlite import columns_in, quoted
from unweave.run.warc_parts import read_part
from unweave.run.warc_records import Window

NAMES = {
    "html": ("html", "content", "body", "source"),
    "url": ("url", "uri", "warc_target_uri"),
    "file": ("file", "filename", "warc_filename"),
    "offset": ("offset", "warc_record_offset"),
    "length": ("length", "warc_record_length"),
}
"""The names by which columns are recognized."""
FORMS = {
    ".jsonl": "jsonl",
    ".jsonl.gz": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
    ".sqlite": "sqlite",
    ".db": "sqlite",
}
PART_BYTES = 32 << 20
PART_ROWS = 1024
Row = Mapping[str, Any]
Part = tuple[int, int]


def form_of(name: str) -> str | None:
    """How a table of this name is stored; None if it is no table.

    >>> form_of("pages.JSONL.gz"), form_of("pages.html")
    ('jsonl', None)
    """
    return next((form for ending, form in FORMS.items() if name.lower().endswith(ending)), None)


def roles_of(columns: Sequence[str], given: Mapping[str, str]) -> dict[str, str] | None:
    """Which of the columns has what; None if it is neither a table of pages nor an index.

    >>> roles_of(["URL", "body"], {})
    {'html': 'body', 'url': 'URL'}
    >>> roles_of(["url", "warc_filename", "warc_record_offset", "warc_record_length"], {})
    {'url': 'url', 'file': 'warc_filename', 'offset': 'warc_record_offset', 'length': 'warc_record_length'}
    >>> roles_of(["title", "price"], {}) is None
    True
    """
    lower = {column.lower(): column for column in reversed(columns)}
    found = {role: next((lower[name] for name in names if name in lower), None) for role, names in NAMES.items()}
    roles = {role: name for role, name in found.items() if name is not None}
    roles |= {role: name for role, name in given.items() if name in columns}
    return roles if "html" in roles or {"file", "offset", "length"} <= set(roles) else None


def columns_of_table(path: str, form: str, given: Mapping[str, str]) -> tuple[str, list[str]]:
    """The name of the table, for SQLite, and its columns; BadInput if the file is no such table."""
    try:
        return _sqlite_columns(path, given) if form == "sqlite" else _COLUMNS[form](path)
    except (OSError, ValueError, StopIteration, csv.Error, sqlite3.Error) as error:
        reason = f"it cannot be read as {form}: {getattr(error, 'strerror', None) or error}"
        raise BadInput(source=path, reason=reason) from error


def parts_of(path: str, form: str, table: str) -> list[Part]:
    """The parts of a table, in order."""
    if form == "parquet":
        with open_binary(path) as stream:
            return [(at, at + 1) for at in range(_parquet(stream).num_row_groups)]
    if form == "sqlite":
        return _sqlite_parts(path, table)
    if form == "jsonl" and not path.lower().endswith(".gz") and not is_remote(path):
        size = Path(path).stat().st_size
        return [(at, min(at + PART_BYTES, size)) for at in range(0, size, PART_BYTES)]
    return [(0, 1)]


def rows_of(path: str, form: str, table: str, columns: Sequence[str], part: Part) -> Iterator[tuple[str, Row | str]]:
    """The rows of a part, each with its place in the file; a row that cannot be read is a reason."""
    return _ROWS[form](path, table, columns, part)


def pages_of_table(  # what a part of a table is
    path: str, *, form: str, table: str, columns: Mapping[str, str], part: Part, base: str, limit: int
) -> Iterator[RawPage | Unread | Moved]:
    """The pages of a part of a table, or of the records that a part of an index names."""
    index = IndexedRecords(base, limit) if "html" not in columns else None
    for place, row in rows_of(path, form, table, list(columns.values()), part):
        name = f"{path} {place}"
        if isinstance(row, str):
            yield Unread(name, f"{name}: {row}")
            continue
        values = {role: row.get(column) for role, column in columns.items()}
        url = values.get("url")
        url = url if isinstance(url, str) and url else None
        if index is not None:
            yield from index.pages(values, url, name)
        else:
            yield _page(values["html"], url or name, url)
    if index is not None:
        index.close()


def _page(html: Any, name: str, url: str | None) -> RawPage | Unread | Moved:
    if not isinstance(html, str | bytes):
        kind = "nothing" if html is None else type(html).__name__
        return Unread(name, f"{name}: there is no HTML, but {kind}")
    return RawPage(name, html, url=url, html=True)


class IndexedRecords:
    """Records of WARC files by file, offset and length; the file of the last record is kept open."""

    def __init__(self, base: str, limit: int) -> None:
        self._base, self._limit = base, limit
        self._name = ""
        self._stream: IO[bytes] = io.BytesIO()

    def pages(self, values: Row, url: str | None, place: str) -> Iterator[RawPage | Unread | Moved]:
        """The page of the record that a row of the index names."""
        try:
            name = joined(self._base, str(values["file"]))
            offset, length = int(values["offset"]), int(values["length"])
            window = Window(self._opened(name), offset, length)
            yield from read_part(window, name=f"{name} at {offset}", start=0, stop=1, limit=self._limit)
        except (OSError, ValueError, TypeError) as error:
            yield Unread(url or place, f"{place}: {getattr(error, 'strerror', None) or error}")

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def _opened(self, name: str) -> IO[bytes]:
        if name != self._name:
            self._stream.close()
            self._name, self._stream = name, open_binary(name)
        return self._stream


def joined(base: str, name: str) -> str:
    """A name relative to a folder or URL; ValueError if it leads out of it.

    >>> joined("crawls", "2024/a.warc.gz"), joined("https://data.example.org/", "a.warc.gz")
    ('crawls/2024/a.warc.gz', 'https://data.example.org/a.warc.gz')
    >>> joined("crawls", "../private")
    Traceback (most recent call last):
    ValueError: the file '../private' is not below crawls
    """
    if is_remote(base):
        if is_remote(name) or ".." in name.split("/"):
            raise ValueError(f"the file {name!r} is not below {base}")
        return f"{base.rstrip('/')}/{name.lstrip('/')}"
    inside = os.path.normpath(Path(base, name))
    root = os.path.normpath(base)
    if root != "." and Path(root) not in Path(inside).parents:
        raise ValueError(f"the file {name!r} is not below {base}")
    if root == "." and (Path(inside).is_absolute() or inside.startswith("..")):
        raise ValueError(f"the file {name!r} is not below {base}")
    return inside


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    """The file, unpacked if it is compressed."""
    with open_binary(path) as stream:
        if not path.lower().endswith(".gz"):
            yield stream
            return
        with gzip.GzipFile(fileobj=stream) as unpacked:
            yield unpacked  # type: ignore[misc]  # it can do what IO can


def _jsonl_columns(path: str) -> tuple[str, list[str]]:
    with _opened(path) as stream:
        row = msgspec.json.decode(stream.readline(PART_BYTES))
    return "", list(row) if isinstance(row, dict) else []


def _jsonl_rows(path: str, _table: str, _columns: Sequence[str], part: Part) -> Iterator[tuple[str, Row | str]]:
    start, stop = part
    whole = part == (0, 1)
    with _opened(path) as stream:
        if start:
            stream.seek(start - 1)
            start += len(stream.readline()) - 1
        while (whole or start < stop) and (line := stream.readline()):
            if line.strip():
                yield f"at {start}", _decoded(line)
            start += len(line)


def _decoded(line: bytes) -> Row | str:
    try:
        row = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return f"this is no JSON: {error}"
    return row if isinstance(row, dict) else "this is no JSON object"


def _csv_columns(path: str, delimiter: str = ",") -> tuple[str, list[str]]:
    with open_binary(path) as stream, io.TextIOWrapper(stream, encoding="utf-8-sig", newline="") as text:
        return "", next(csv.reader([text.readline(1 << 20)], delimiter=delimiter))


def _csv_rows(
    path: str, _table: str, _columns: Sequence[str], _part: Part, *, delimiter: str = ","
) -> Iterator[tuple[str, Row | str]]:
    csv.field_size_limit(max(csv.field_size_limit(), 1 << 30))  # a page is one field
    with open_binary(path) as stream, io.TextIOWrapper(stream, encoding="utf-8-sig", newline="") as text:
        for number, row in enumerate(csv.DictReader(text, delimiter=delimiter), start=1):
            yield f"row {number}", row


def _parquet(stream: IO[bytes]) -> Any:
    try:
        from pyarrow import lib, parquet  # noqa: PLC0415  # an extra, and heavy
    except ImportError as error:
        raise BadInput(
            source="a .parquet file",
            reason="reading it needs pyarrow. It would help to install it: pip install pyarrow",
        ) from error
    try:
        return parquet.ParquetFile(stream)
    except lib.ArrowException as error:
        raise ValueError(str(error)) from error


def _parquet_columns(path: str) -> tuple[str, list[str]]:
    with open_binary(path) as stream:
        return "", list(_parquet(stream).schema_arrow.names)


def _parquet_rows(path: str, _table: str, columns: Sequence[str], part: Part) -> Iterator[tuple[str, Row | str]]:
    with open_binary(path) as stream:
        file = _parquet(stream)
        before = sum(file.metadata.row_group(at).num_rows for at in range(part[0]))
        for batch in file.iter_batches(64, row_groups=range(*part), columns=list(columns)):
            for row in batch.to_pylist():
                before += 1
                yield f"row {before}", row


def _connected(path: str) -> sqlite3.Connection:
    if is_remote(path):
        raise BadInput(source=path, reason="an SQLite file is read on this machine only. It would help to copy it here")
    return sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True)


def _sqlite_columns(path: str, given: Mapping[str, str]) -> tuple[str, list[str]]:
    """The first table with pages or places, or else the first."""
    with closing(_connected(path)) as connection:
        found = columns_in(connection)
    usable = [(table, columns) for table, columns in found.items() if roles_of(columns, given)]
    return next(iter(usable or found.items()), ("", []))


def _sqlite_parts(path: str, table: str) -> list[Part]:
    with closing(_connected(path)) as connection:
        query = f"SELECT min(rowid), max(rowid) FROM {quoted(table)}"  # noqa: S608  # the name is quoted
        first, last = connection.execute(query).fetchone()
    if first is None:
        return []
    return [(at, at + PART_ROWS) for at in range(first, last + 1, PART_ROWS)]


def _sqlite_rows(path: str, table: str, columns: Sequence[str], part: Part) -> Iterator[tuple[str, Row | str]]:
    names = ", ".join(map(quoted, ["rowid", *columns]))
    query = f"SELECT {names} FROM {quoted(table)} WHERE rowid >= ? AND rowid < ? ORDER BY rowid"  # noqa: S608  # names are quoted
    with closing(_connected(path)) as connection:
        for number, *values in connection.execute(query, part):
            yield f"row {number}", dict(zip(columns, values, strict=True))


_COLUMNS: dict[str, Callable[[str], tuple[str, list[str]]]] = {
    "jsonl": _jsonl_columns,
    "csv": _csv_columns,
    "tsv": lambda path: _csv_columns(path, "\t"),
    "parquet": _parquet_columns,
}
_ROWS: dict[str, Callable[[str, str, Sequence[str], Part], Iterator[tuple[str, Row | str]]]] = {
    "jsonl": _jsonl_rows,
    "csv": _csv_rows,
    "tsv": lambda path, table, columns, part: _csv_rows(path, table, columns, part, delimiter="\t"),
    "parquet": _parquet_rows,
    "sqlite": _sqlite_rows,
}
