"""Output files that are there already: whether a run may replace them, and how rows are added to them.

Legend

    columns    the names of the columns of a schema, ours first: ``["page", "record", "start", "end", "title"]``
    key        the columns that tell rows apart: a row with the key of an earlier row takes its place
    update     rows are added to the file (``Update()``), or take the place of rows with the same key (``Update(key)``)

A file may be replaced if a run with the same columns could have made it, or with those that typed values add. Rows can
be added to .jsonl, .jsonl.gz, .jsonl.zst and SQLite files.
"""

import csv
import gzip
import io
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from unweave.errors import BadInput
from unweave.records import Schema
from unweave.run.rows import columns_of
from unweave.run.sqlite import columns_in, tables

COMPRESSED = (".jsonl.gz", ".jsonl.zst")
LINES = (".jsonl", *COMPRESSED)
DATABASES = (".sqlite", ".db")
UPDATABLE = (*LINES, *DATABASES)


@dataclass(frozen=True, slots=True)
class Update:
    """How rows are added to a file that exists; without a key they are appended.

    >>> Update(("isbn",)).key
    ('isbn',)
    """

    key: tuple[str, ...] = ()


def ending_of(path: str | Path) -> str:
    """The ending that gives the format.

    >>> ending_of("books.JSONL.gz"), ending_of("books.csv"), ending_of("books")
    ('.jsonl.gz', '.csv', '')
    """
    name = Path(path).name.lower()
    return next((ending for ending in COMPRESSED if name.endswith(ending)), Path(name).suffix)


def check_update(out: Path, schema: Schema, update: Update) -> None:
    """Raise BadInput where rows cannot be added to such a file, or the key is no column.

    >>> check_update(Path("books.csv"), Schema(()), Update())
    Traceback (most recent call last):
    unweave.errors.BadInput: books.csv: rows cannot be added to such a file. It would help to use .jsonl
    .jsonl.gz .jsonl.zst .sqlite .db
    """
    if ending_of(out) not in UPDATABLE:
        raise BadInput(
            source=str(out), reason=f"rows cannot be added to such a file. It would help to use {' '.join(UPDATABLE)}"
        )
    names = columns_of(schema).names
    unknown = [name for name in update.key if name not in names]
    if unknown:
        raise BadInput(
            source=str(out),
            reason=f"the key {unknown[0]!r} is no column. It would help to use one of {', '.join(names)}",
        )
    nested = [each.name for each in schema.fields if each.fields and each.name in update.key]
    if nested:
        raise BadInput(source=str(out), field=nested[0], reason="a field with nested records cannot be a key")
    if update.key and schema.types and ending_of(out) in DATABASES:
        raise BadInput(
            source=str(out), reason="a key is for records of one type. It would help to choose it with --type"
        )


def is_output_of(schema: Schema) -> Callable[[Path], bool]:
    """A function that tells whether a run with these columns could have made a file.

    >>> is_output_of(Schema(()))(Path("no-such-file.csv"))
    False
    """

    def made_by_a_run(path: Path) -> bool:
        try:
            return _READERS[ending_of(path)](path, schema)
        except (KeyError, OSError, ValueError, ImportError, csv.Error, sqlite3.Error, StopIteration, AttributeError):
            return False

    return made_by_a_run


def is_problems_file(path: Path) -> bool:
    """Whether a file lists pages that were set aside.

    >>> is_problems_file(Path("no-such-file.jsonl"))
    False
    """
    try:
        with path.open("rb") as stream:
            return set(json.loads(stream.readline())) == {"page", "reason"}
    except (OSError, ValueError, TypeError):
        return False


@contextmanager
def opened_lines(path: Path, mode: str, *, ending: str) -> Iterator[IO[bytes]]:
    """The lines of a .jsonl, .jsonl.gz or .jsonl.zst file, to read or to write.

    A compressed file has no time in it, so that the same rows give the same bytes.

    >>> with opened_lines(Path("/dev/null"), "rb", ending=".jsonl") as stream:
    ...     stream.readline()
    b''
    """
    with path.open(mode) as file:
        if ending == ".jsonl":
            yield file
            return
        if ending == ".jsonl.zst":
            library = zstandard()
            try:
                with library.open(file, mode) as stream:
                    yield io.BufferedReader(stream) if mode == "rb" else stream
            except library.ZstdError as error:
                raise ValueError(str(error)) from error
            return
        with gzip.GzipFile(filename="", mode=mode, fileobj=file, mtime=0) as stream:
            yield stream  # type: ignore[misc]  # it can do what IO can


def zstandard() -> Any:
    """The library for .zst files, which is an extra."""
    return import_module("zstandard")


def merged_lines(old: IO[bytes], new: Mapping[tuple[Any, ...], bytes], key: tuple[str, ...]) -> Iterator[bytes]:
    r"""The old lines, those with a new key replaced by the new line, and then the new lines that are left.

    >>> import io
    >>> list(merged_lines(io.BytesIO(b'{"id":"1"}\n{"id":"2"}\n'), {("2",): b"two\n", ("3",): b"three\n"}, ("id",)))
    [b'{"id":"1"}\n', b'two\n', b'three\n']
    """
    left = dict(new)
    for line in old:
        if not line.strip():
            continue
        found = key_of(json.loads(line), key)
        yield left.pop(found) if found in left else line.rstrip(b"\n") + b"\n"
    yield from left.values()


def key_of(row: Any, key: tuple[str, ...]) -> tuple[Any, ...]:
    """The values of the key; a list as JSON text.

    >>> key_of({"isbn": "1", "by": ["Ann"]}, ("isbn", "by"))
    ('1', '["Ann"]')
    """
    values = [row.get(name) for name in key] if isinstance(row, dict) else []
    return tuple(value if value is None or isinstance(value, str | int) else json.dumps(value) for value in values)


def _table(path: Path, schema: Schema, delimiter: str) -> bool:
    with path.open(encoding="utf-8", newline="") as stream:
        header = next(csv.reader(stream, delimiter=delimiter))
    names = columns_of(schema).names
    return _untyped([name.removeprefix("'") for name in header], names) == [name.removeprefix("'") for name in names]


def _untyped(found: Sequence[str], names: Sequence[str]) -> list[str]:
    """The columns of a file without those that typed values add: ``price_currency``, ``price_raw``."""
    added = {f"{name}_{what}" for name in names for what in ("currency", "raw")} - set(names)
    return [name for name in found if name not in added]


def _object(line: bytes, schema: Schema) -> bool:
    names = columns_of(schema)
    return set(names.ours.values()) <= set(_untyped(list(json.loads(line)), names.names)) <= set(names.names)


def _jsonl(path: Path, schema: Schema) -> bool:
    with opened_lines(path, "rb", ending=ending_of(path)) as stream:
        line = stream.readline()
    return not line or _object(line, schema)


def _json(path: Path, schema: Schema) -> bool:
    with path.open("rb") as stream:
        first, line = stream.readline(), stream.readline()
    return first == b"[\n" and (line == b"]\n" or _object(line.rstrip().rstrip(b","), schema))


def _database(path: Path, schema: Schema) -> bool:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        wanted = {table.name: table.columns.names for top in tables(schema).values() for table in top.all}
        there = columns_in(connection)
        return there.keys() == wanted.keys() and all(
            _untyped(there[name], names) == names for name, names in wanted.items()
        )


def _parquet(path: Path, schema: Schema) -> bool:
    from pyarrow import parquet  # noqa: PLC0415  # an extra, and heavy

    names = columns_of(schema).names
    return _untyped(list(parquet.read_schema(path).names), names) == names


_READERS: dict[str, Callable[[Path, Schema], bool]] = {
    ".jsonl": _jsonl,
    ".jsonl.gz": _jsonl,
    ".jsonl.zst": _jsonl,
    ".json": _json,
    ".csv": lambda path, schema: _table(path, schema, ","),
    ".tsv": lambda path, schema: _table(path, schema, "\t"),
    ".sqlite": _database,
    ".db": _database,
    ".parquet": _parquet,
}
