"""Outputs that exist: what may be replaced, and how rows are added."""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from unweave.errors import BadInput
from unweave.files import check_not_overwritten
from unweave.records import Field, Schema
from unweave.run import OutputRow, Update, open_sink
from unweave.run.existing import is_output_of
from unweave.run.sinks import SINKS

SCHEMA = Schema((Field("isbn"), Field("price"), Field("reviews", fields=(Field("by"),))))
OTHER = Schema((Field("isbn"), Field("title")))
UPDATED = [".jsonl", ".jsonl.gz", ".sqlite", ".db"]


def row(isbn: str | None, price: str, *by: str) -> OutputRow:
    return OutputRow("p1.html", 1, 3, 9, {"isbn": isbn, "price": price, "reviews": [{"by": one} for one in by]})


def written(out: Path, *rows: OutputRow, update: Update | None = None) -> Path:
    with open_sink(out, SCHEMA, update=update) as write:
        for one in rows:
            write(one)
    return out


def read(out: Path) -> list[tuple[Any, ...]]:
    """The isbn, price and reviewers of each row."""
    if out.suffix in {".sqlite", ".db"}:
        with closing(sqlite3.connect(out)) as connection:
            found = connection.execute("SELECT id, isbn, price FROM records ORDER BY id").fetchall()
            query = 'SELECT "by" FROM records_reviews WHERE parent = ? ORDER BY position'
            return [(*one, *(by for (by,) in connection.execute(query, [number]))) for number, *one in found]
    data = out.read_bytes()
    lines = (gzip.decompress(data) if out.suffix == ".gz" else data).splitlines()
    rows = [json.loads(line) for line in lines]
    return [(one["isbn"], one["price"], *(inner["by"] for inner in one["reviews"])) for one in rows]


@pytest.mark.parametrize("ending", UPDATED)
def test_append(ending: str, tmp_path: Path) -> None:
    """Rows are added after those that are there; without a file it is a new one."""
    out = written(tmp_path / f"books{ending}", row("1", "$5", "Ann"), update=Update())
    written(out, row("2", "$7", "Bob", "Cy"), row("1", "$6"), update=Update())
    assert read(out) == [("1", "$5", "Ann"), ("2", "$7", "Bob", "Cy"), ("1", "$6")]


@pytest.mark.parametrize("ending", UPDATED)
def test_upsert(ending: str, tmp_path: Path) -> None:
    """A row takes the place of the one with the same key, nested records included; one without a key is added."""
    out = written(tmp_path / f"books{ending}", row("1", "$5", "Ann"), row("2", "$7", "Bob"), row("3", "$9"))
    update = Update(("isbn",))
    written(out, row("2", "$8", "Cy", "Di"), row("4", "$1"), row(None, "$0"), row("4", "$2"), update=update)
    assert sorted(read(out), key=str) == sorted(
        [("1", "$5", "Ann"), ("2", "$8", "Cy", "Di"), ("3", "$9"), ("4", "$2"), (None, "$0")], key=str
    )
    assert read(out)[1] == ("2", "$8", "Cy", "Di")
    before = read(out)
    written(out, row("2", "$8", "Cy", "Di"), update=update)
    assert read(out) == before


@pytest.mark.parametrize("ending", UPDATED)
def test_a_key_of_several_columns(ending: str, tmp_path: Path) -> None:
    """One of ours may be among them."""
    out = written(tmp_path / f"books{ending}", row("1", "$5"), row("2", "$5"))
    written(out, row("2", "$5", "Ann"), update=Update(("page", "isbn", "price")))
    assert read(out) == [("1", "$5"), ("2", "$5", "Ann")]


@pytest.mark.parametrize(
    ("name", "key", "reason"),
    [
        (
            "books.csv",
            (),
            "rows cannot be added to such a file. It would help to use .jsonl .jsonl.gz .jsonl.zst .sqlite .db",
        ),
        (
            "books.jsonl",
            ("ISBN",),
            "the key 'ISBN' is no column. It would help to use one of page, record, start, end, isbn, price",
        ),
        ("books.db", ("reviews",), "a field with nested records cannot be a key"),
    ],
)
def test_what_cannot_be_updated(name: str, key: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    """The reason is named, and nothing is written."""
    with pytest.raises(BadInput) as caught:
        written(tmp_path / name, row("1", "$5"), update=Update(key))
    assert reason in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_rows_of_other_columns_are_not_added(tmp_path: Path) -> None:
    """A table with other columns is left as it is, and so is a file that is no JSON."""
    out = tmp_path / "books.db"
    with open_sink(out, OTHER) as write:
        write(OutputRow("p", 1, 0, 1, {"isbn": "1", "title": "Emma"}))
    before = out.read_bytes()
    with pytest.raises(BadInput, match="the table records has the columns id, page, record, start, end, isbn, title"):
        written(out, row("1", "$5"), update=Update())
    assert out.read_bytes() == before
    notes = tmp_path / "notes.jsonl"
    notes.write_text("my notes\n")
    with pytest.raises(BadInput, match="it is no file of JSON lines"):
        written(notes, row("1", "$5"), update=Update())
    assert notes.read_text() == "my notes\n"


def test_other_tables_of_a_database_stay(tmp_path: Path) -> None:
    """Rows can be appended to a database of one's own."""
    out = tmp_path / "own.db"
    with closing(sqlite3.connect(out)) as connection:
        connection.execute("CREATE TABLE notes (text)")
        connection.execute("INSERT INTO notes VALUES ('mine')")
        connection.commit()
    written(out, row("1", "$5"), update=Update())
    with closing(sqlite3.connect(out)) as connection:
        assert connection.execute("SELECT * FROM notes").fetchall() == [("mine",)]
    assert read(out) == [("1", "$5")]
    assert not is_output_of(SCHEMA)(out)


@pytest.mark.parametrize("ending", list(SINKS))
@pytest.mark.parametrize("count", [0, 2])
def test_what_may_be_replaced(ending: str, count: int, tmp_path: Path) -> None:
    """A file that a run with the same columns made; no other."""
    out = written(tmp_path / f"books{ending}", *[row("1", "$5", "Ann")] * count)
    check_not_overwritten(out, is_replaceable=is_output_of(SCHEMA))
    if count or ending not in {".jsonl", ".jsonl.gz", ".jsonl.zst", ".json"}:
        with pytest.raises(BadInput, match="this command did not make it"):
            check_not_overwritten(out, is_replaceable=is_output_of(OTHER))
    check_not_overwritten(out, force=True)
    out.write_text("my notes")
    with pytest.raises(BadInput, match="it is not overwritten"):
        check_not_overwritten(out, is_replaceable=is_output_of(SCHEMA))
