"""Records in an SQLite file.

A table ``records`` has a row per record: ``id``, the place (``page``, ``record``, ``start``, ``end``) and a column per
field. A field with many values holds them as JSON text. Nested records are in a table of their own, named after both
(``records_reviews``), with ``parent``, the ``id`` of the record they belong to, and ``position``, their number in it;
so a record that has none, and one that has an empty list of them, look the same. Where there are several types of
records, each has a table of its own, named after the type, in place of ``records``.

Names of tables and columns are data and are quoted. SQLite takes ``Price`` and ``price`` for one name: the second of
two such fields is called ``price_2``. Where a field has one of our own names, ours gets an underscore in front.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from errno import EIO
from pathlib import Path
from typing import Any

from unweave.records import Field, Schema
from unweave.run.rows import PLACE, ColumnNames, OutputRow, as_text, columns, columns_of, free, writable

NESTED = ("id", "parent", "position")
TOP = ("id", *PLACE)
KINDS = {
    "id": "INTEGER PRIMARY KEY",
    "page": "TEXT",
    "record": "INTEGER",
    "start": "INTEGER",
    "end": "INTEGER",
    "parent": "INTEGER",
    "position": "INTEGER",
}


DECLARED = {
    "": "TEXT",
    "text": "",
    "integer": "INTEGER",
    "decimal": "REAL",
    "money": "REAL",
    "boolean": "BOOLEAN",
}
"""The declared types of columns, by the types of fields; all others are texts."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table, the names of its columns, the tables of the records nested in it and the types of columns, by field.

    >>> [table] = tables(Schema((Field("title"), Field("reviews", many=True, fields=(Field("by"),))))).values()
    >>> table.name, table.columns.names, table.nested["reviews"].name
    ('records', ['id', 'page', 'record', 'start', 'end', 'title'], 'records_reviews')
    """

    name: str
    columns: ColumnNames
    nested: Mapping[str, "Table"]
    declared: Mapping[str, str]

    @property
    def all(self) -> "list[Table]":
        """The table, and those of nested records.

        >>> [one.name for one in tables(Schema((Field("reviews", fields=(Field("by"),)),)))[""].all]
        ['records', 'records_reviews']
        """
        return [self, *(inner for nested in self.nested.values() for inner in nested.all)]


def tables(schema: Schema) -> dict[str, Table]:
    """The table of each type's records, with all that are nested in it; a single type is called ``""`` here.

    >>> tables(Schema((Field("page"),)))[""].columns.names
    ['id', '_page', 'record', 'start', 'end', 'page']
    >>> book, author = Schema((Field("title"),), name="book"), Schema((Field("name"),), name="author")
    >>> [(kind, table.name) for kind, table in tables(Schema(types=(book, author))).items()]
    [('book', 'book'), ('author', 'author')]
    """
    if not schema.types:
        return {"": _table("records", schema.fields, TOP, {"records"})}
    taken: set[str] = set()
    names = [free(_allowed(each.name), taken, fold=True) for each in schema.types]
    return {each.name: _table(name, each.fields, TOP, taken) for each, name in zip(schema.types, names, strict=True)}


def columns_in(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The tables of a database, with the names of their columns.

    >>> with closing(sqlite3.connect(":memory:")) as connection:
    ...     _ = connection.execute("CREATE TABLE records (id, title)")
    ...     columns_in(connection)
    {'records': ['id', 'title']}
    """
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {
        name: [row[1] for row in connection.execute(f"PRAGMA table_info({quoted(name)})")]
        for (name,) in names.fetchall()
    }


@contextmanager
def sqlite_sink(path: Path, schema: Schema, *, key: tuple[str, ...] = ()) -> Iterator[Callable[[OutputRow], None]]:
    """Rows in the table ``records`` of an SQLite file, or in the table of their type; rows that are there stay.

    With a key, a row takes the place of the row with the same values in these columns.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "books.sqlite"
    >>> with sqlite_sink(file, Schema((Field("title"),))) as write:
    ...     write(OutputRow("p1.html", 1, 3, 7, {"title": "Emma"}))
    >>> with closing(sqlite3.connect(file)) as connection:
    ...     connection.execute("SELECT * FROM records").fetchall()
    [(1, 'p1.html', 1, 3, 7, 'Emma')]
    """
    found = tables(schema)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            # The file is a draft: if anything goes wrong it is deleted.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("BEGIN")
            _prepare(connection, found)
            earlier = EarlierRows(connection, found[""], schema, key) if key else None

            def write(row: OutputRow) -> None:
                place, table = _place(row), found[row.type if schema.types else ""]
                if earlier is None:
                    _insert(connection, table, place, row.values)
                else:
                    earlier.replace(place, row.values)

            yield write
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        # Without the name of the draft, which users do not know; the caller adds the name of the output.
        raise OSError(EIO, f"SQLite: {error}") from error


def _prepare(connection: sqlite3.Connection, found: Mapping[str, Table]) -> None:
    """Create the tables that are not there; those that are must have the same columns."""
    known = columns_in(connection)
    for table in found.values():
        if table.name not in known:
            _create(connection, table)
        for one in table.all:
            columns = known.get(one.name, one.columns.names)
            if columns != one.columns.names:
                there, wanted = ", ".join(columns), ", ".join(one.columns.names)
                raise sqlite3.Error(f"the table {one.name} has the columns {there}; the rows have {wanted}")


class EarlierRows:
    """The rows of a table by their key; a new row with a known key replaces the earlier one, and keeps its ``id``."""

    def __init__(self, connection: sqlite3.Connection, table: Table, schema: Schema, key: tuple[str, ...]) -> None:
        self._connection, self._table = connection, table
        fields = {column: name for name, column in columns_of(schema).fields.items()}
        ours = {column: name for name, column in columns_of(schema).ours.items()}
        self._names = [(fields[name], True) if name in fields else (ours[name], False) for name in key]
        columns = [(table.columns.fields if is_field else table.columns.ours)[name] for name, is_field in self._names]
        wanted = ", ".join(map(quoted, [table.columns.ours["id"], *columns]))
        rows = connection.execute(f"SELECT {wanted} FROM {quoted(table.name)}")  # noqa: S608  # names are quoted
        self._ids = {tuple(values): number for number, *values in rows}
        for one in table.all[1:]:
            index, name, parent = f"{one.name}_parent", one.name, one.columns.ours["parent"]
            statement = f"CREATE INDEX IF NOT EXISTS {quoted(index)} ON {quoted(name)} ({quoted(parent)})"
            connection.execute(statement)

    def replace(self, place: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """Insert a row in place of the one with the same key; a row without a value for its key is only inserted."""
        key = tuple(_sql_value(values.get(name)) if is_field else place[name] for name, is_field in self._names)
        number = None if None in key else self._ids.get(key)
        if number is not None:
            _delete(self._connection, self._table, number)
        self._ids[key] = _insert(self._connection, self._table, {**place, "id": number}, values)


def _delete(connection: sqlite3.Connection, table: Table, number: int) -> None:
    """Delete a row, and the nested rows below it."""
    for nested in table.nested.values():
        names = quoted(nested.columns.ours["id"]), quoted(nested.name), quoted(nested.columns.ours["parent"])
        query = "SELECT {} FROM {} WHERE {} = ?".format(*names)  # noqa: S608  # names are quoted
        for (inner,) in connection.execute(query, [number]).fetchall():
            _delete(connection, nested, inner)
    name, column = quoted(table.name), quoted(table.columns.ours["id"])
    connection.execute(f"DELETE FROM {name} WHERE {column} = ?", [number])  # noqa: S608  # names are quoted


def _table(name: str, fields: tuple[Field, ...], ours: tuple[str, ...], taken: set[str]) -> Table:
    nested = {each.name: each.fields for each in fields if each.fields}
    return Table(
        name=name,
        columns=columns([each.name for each in fields if not each.fields], ours=ours, fold=True),
        nested={
            field: _table(free(f"{name}_{field}", taken, fold=True), parts, NESTED, taken)
            for field, parts in nested.items()
        },
        declared={each.name: _declared(each) for each in fields if not each.fields},
    )


def _declared(each: Field) -> str:
    """The type of a column; "" for one with values of several types, so that SQLite keeps each as it is."""
    return "TEXT" if each.many else DECLARED.get(each.type.partition(":")[0], "TEXT")


def _allowed(name: str) -> str:
    """The name as one of a table: names that begin with ``sqlite_`` are reserved."""
    text = writable(name)
    return f"_{text}" if text.lower().startswith("sqlite_") else text


def _create(connection: sqlite3.Connection, table: Table) -> None:
    ours = [f"{quoted(column)} {KINDS[name]}" for name, column in table.columns.ours.items()]
    fields = [f"{quoted(column)} {table.declared[name]}".rstrip() for name, column in table.columns.fields.items()]
    connection.execute(f"CREATE TABLE {quoted(table.name)} ({', '.join(ours + fields)})")
    for nested in table.nested.values():
        _create(connection, nested)


def _insert(connection: sqlite3.Connection, table: Table, place: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    row = [place.get(name) for name in table.columns.ours] + [
        _sql_value(values.get(name)) for name in table.columns.fields
    ]
    names = ", ".join(quoted(column) for column in table.columns.names)
    marks = ", ".join("?" * len(row))
    statement = f"INSERT INTO {quoted(table.name)} ({names}) VALUES ({marks})"  # noqa: S608  # names are quoted
    parent = connection.execute(statement, row).lastrowid or 0
    for name, nested in table.nested.items():
        for position, inner in enumerate(values.get(name) or (), start=1):
            _insert(connection, nested, {"parent": parent, "position": position}, inner)
    return parent


def _sql_value(value: Any) -> Any:
    """Numbers stay numbers, true and false are 1 and 0, everything else is text."""
    return value if isinstance(value, int | float) else as_text(value)


def _place(row: OutputRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in PLACE}


def quoted(name: str) -> str:
    """A name as SQL takes any name: in double quotes.

    >>> print(quoted('the "best" price'))
    "the ""best"" price"
    """
    return '"' + name.replace('"', '""') + '"'
