"""Rows of a table of examples, chosen by a query: ``SELECT title, file AS page FROM books WHERE price IS NOT NULL``.

Legend

    database   a .sqlite or .db file, which is opened for reading only; without a query its only table is read
    rows       the name of the table that a .csv, .tsv or .jsonl file is, in a query
    text       every value is a text, as on the page: the number 5 is "5", an empty cell is ""

A query can only read: whatever else it says is refused.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from unweave.errors import BadInput
from unweave.run.sqlite import columns_in, quoted

ROWS = "rows"
TRANSFERRED = ("records", "pages")  # which of several tables is meant, where there is no query

Row = tuple[int, dict[str, Any]]
"""A line number, and the values of the line by column."""


def rows_of_database(path: Path, query: str | None) -> Iterator[Row]:
    """The rows of a database that a query gives; without a query, those of its only table.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "books.sqlite"
    >>> with closing(sqlite3.connect(file)) as connection, connection:
    ...     _ = connection.execute("CREATE TABLE books (file, title, year)")
    ...     _ = connection.execute("INSERT INTO books VALUES ('p1.html', 'Emma', 1815)")
    >>> list(rows_of_database(file, None))
    [(1, {'file': 'p1.html', 'title': 'Emma', 'year': '1815'})]
    >>> list(rows_of_database(file, "SELECT file AS page, title FROM books"))
    [(1, {'page': 'p1.html', 'title': 'Emma'})]
    """
    if not path.is_file():
        raise BadInput(source=str(path), reason="there is no such file. It would help to check its name")
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        yield from _selected(path, connection, query)


def asked_rows(path: Path, rows: Iterable[Row], query: str) -> Iterator[Row]:
    """The rows that a query gives when it is put to a table called ``rows``.

    >>> given = [(2, {"file": "p1.html", "title": "Emma"}), (3, {"file": "p2.html", "title": ""})]
    >>> list(asked_rows(Path("books.csv"), given, "SELECT file AS page, title FROM rows WHERE title <> ''"))
    [(1, {'page': 'p1.html', 'title': 'Emma'})]
    """
    values = [row for _, row in rows]
    names = list(dict.fromkeys(name for row in values for name in row))
    if not names:
        return
    with closing(sqlite3.connect(":memory:")) as connection:
        columns, marks = ", ".join(map(quoted, names)), ", ".join("?" * len(names))
        try:
            connection.execute(f"CREATE TABLE {ROWS} ({columns})")
        except sqlite3.Error as error:
            raise _refused(path, query, error) from error
        cells = ([_stored(row.get(name)) for name in names] for row in values)
        connection.executemany(f"INSERT INTO {ROWS} VALUES ({marks})", cells)  # noqa: S608  # a number of marks
        yield from _selected(path, connection, query)


def _selected(path: Path, connection: sqlite3.Connection, query: str | None) -> Iterator[Row]:
    try:
        query = query or f"SELECT * FROM {quoted(_only_table(path, columns_in(connection)))}"  # noqa: S608  # quoted
        connection.set_authorizer(_may_only_read)
        cursor = connection.execute(query)
        _check_names(path, [name for name, *_ in cursor.description or ()])
        for number, row in enumerate(cursor, 1):
            pairs = zip(cursor.description, row, strict=True)
            yield number, {name: _text(path, number, name, value) for (name, *_), value in pairs}
    except sqlite3.Error as error:
        raise _refused(path, query, error) from error


def _only_table(path: Path, tables: dict[str, list[str]]) -> str:
    """The table to read: the only one, or that of ``unweave extract``."""
    known = [name for name in TRANSFERRED if name in tables] or list(tables)
    if len(tables) == 1 or (known and known[0] == TRANSFERRED[0]):
        return known[0]
    if not tables:
        raise BadInput(source=str(path), reason="the database has no table. It would help to check its name")
    reason = f"the database has several tables: {', '.join(tables)}"
    first = next(iter(tables))
    advice = f'It would help to choose one: --query "SELECT * FROM {first}"'  # noqa: S608  # shown, not run
    raise BadInput(source=str(path), reason=f"{reason}. {advice}")


def _may_only_read(action: int, *_: object) -> int:
    allowed = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
    return sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY


def _refused(path: Path, query: str | None, error: sqlite3.Error) -> BadInput:
    if query is None or "not a database" in str(error):
        return BadInput(source=str(path), reason=f"it cannot be read: {error}. It would help to check what file it is")
    advice = "It would help to write a SELECT statement, with the names of tables and columns as they are in the file"
    return BadInput(source=f"{path}: --query", reason=f"the query cannot be used: {error}. {advice}")


def _check_names(path: Path, names: Sequence[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if not names:
        reason = "the query has no columns. It would help to write a SELECT statement"
        raise BadInput(source=f"{path}: --query", reason=reason)
    if twice is not None:
        reason = f"the query has two columns {twice!r}. It would help to rename one: SELECT ... AS NAME"
        raise BadInput(source=f"{path}: --query", reason=reason)


def _stored(value: Any) -> Any:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _text(path: Path, number: int, name: str, value: Any) -> str:
    if isinstance(value, bytes):
        reason = "its value is binary data. It would help to leave this column out of the query"
        raise BadInput(source=f"{path}: row {number}", field=name, reason=reason)
    return "" if value is None else str(value)
