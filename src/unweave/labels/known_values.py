"""Recognizers of known values: a list, the lines of a file, a column of a CSV file or of an SQLite table.

Legend

    known value    "Emma": one of the values that the user has
    instance       a span of the page that shows a known value

"I already have half of this data": every occurrence of one of the values is an instance. Values are compared as in
examples (composed letters, white space collapsed), and found at token boundaries, also across tags.
"""

import csv
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from unweave.errors import BadInput
from unweave.labels.recognizer import Kind, Recognizer
from unweave.page import Page, Span
from unweave.records import occurrences
from unweave.records.attributes import attribute_values
from unweave.records.normal_text import normal
from unweave.records.visible_text import visible_text

SQLITE_ENDINGS = (".sqlite", ".sqlite3", ".db")


def of_values(field: str, values: Iterable[str], *, kind: Kind = "incomplete", **rates: float) -> Recognizer:
    """Reports the occurrences of known values.

    >>> page = Page("<li>Emma<li>Kim and Emma")
    >>> [page[span] for span in of_values("title", ["Emma", "Dune"])(page)]
    ['Emma', 'Emma']
    """
    known = tuple(dict.fromkeys(text for value in values if (text := normal(value))))
    if not known:
        raise BadInput(source="the recognizer", field=field, reason="the list of known values is empty")
    return Recognizer(field, partial(_find, values=known), kind, name="values", **rates)


def of_file(
    field: str,
    path: str | Path,
    *,
    column: str | None = None,
    table: str | None = None,
    kind: Kind = "incomplete",
    **rates: float,
) -> Recognizer:
    r"""Reports the occurrences of the values of a file: its lines, or a column of a .csv or of a table in an .sqlite.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "titles.txt"
    >>> _ = path.write_text("Emma\nDune\n")
    >>> len(of_file("title", path)(Page("<b>Dune</b>")))
    1
    """
    return of_values(field, read_values(path, column=column, table=table), kind=kind, **rates)


def read_values(path: str | Path, *, column: str | None = None, table: str | None = None) -> list[str]:
    """The values of a file: its lines, or those of a column.

    >>> read_values("no-such-file.txt")
    Traceback (most recent call last):
    unweave.errors.BadInput: no-such-file.txt: No such file or directory
    """
    path = Path(path)
    if not path.is_file():
        reason = "it is not a file" if path.exists() else "No such file or directory"
        raise BadInput(source=str(path), reason=reason)
    if path.name.lower().endswith(SQLITE_ENDINGS):
        return _from_sqlite(path, column, table)
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            return [line.strip() for line in lines] if column is None else _from_csv(path, lines, column)
    except UnicodeDecodeError as error:
        raise BadInput(source=str(path), reason=f"it is not UTF-8 text: {error.reason} at {error.start}") from error


def _from_csv(path: Path, lines: Iterable[str], column: str) -> list[str]:
    rows = csv.DictReader(lines)
    if column not in (rows.fieldnames or ()):
        reason = f"it has no column {column!r}; the columns are {', '.join(rows.fieldnames or ())}"
        raise BadInput(source=str(path), reason=reason)
    return [row[column] or "" for row in rows]


def _from_sqlite(path: Path, column: str | None, table: str | None) -> list[str]:
    if column is None:
        raise BadInput(source=str(path), reason="name the column of the database that holds the values")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            name = table or _only_table(path, connection)
            known = [row[1] for row in connection.execute(f"PRAGMA table_info({_quoted(name)})")]
            if column not in known:
                reason = f"table {name!r} has no column {column!r}; the columns are {', '.join(known) or 'none'}"
                raise BadInput(source=str(path), reason=reason)
            query = f"SELECT DISTINCT {_quoted(column)} FROM {_quoted(name)}"  # noqa: S608  # names are quoted
            return [str(row[0]) for row in connection.execute(query) if row[0] is not None]
    except sqlite3.Error as error:
        raise BadInput(source=str(path), reason=f"it cannot be read as an SQLite database: {error}") from error


def _only_table(path: Path, connection: sqlite3.Connection) -> str:
    names = [str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    if len(names) != 1:
        reason = f"name the table that holds the values; the tables are {', '.join(names) or 'none'}"
        raise BadInput(source=str(path), reason=reason)
    return names[0]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _find(page: Page, values: tuple[str, ...]) -> Iterator[Span]:
    shown = visible_text(page, spaces="all").text
    in_attributes = {value.text for value in attribute_values(page).all}
    for value in values:
        if value in shown or value in in_attributes:
            yield from _places(page, value)


def _places(page: Page, value: str) -> list[Span]:
    """The occurrences of a value, without those inside a longer word or name.

    ``occurrences`` falls back to those inside words where there is no better one; a list of known values must not.
    """
    visible = visible_text(page, spaces="all")
    whole = any(visible.is_boundary(start) and visible.is_boundary(end) for start, end in visible.find(value))
    return occurrences(page, value, embedded=False) if whole or attribute_values(page).with_text(value) else []
