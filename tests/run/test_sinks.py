"""Output files: the content of each format, and that a file is written whole or not at all."""

import csv
import gzip
import io
import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from unweave.errors import BadInput
from unweave.records import Field, Schema
from unweave.run import OutputRow, open_sink
from unweave.run.rows import writable
from unweave.run.sinks import SINKS

SCHEMA = Schema(
    (
        Field("title"),
        Field("by", many=True),
        Field("price", optional=True),
        Field("reviews", many=True, fields=(Field("by"), Field("tags", many=True))),
    )
)
EMMA = {
    "title": "Emma",
    "by": ["Jane", "Ann"],
    "price": None,
    "reviews": [{"by": "Bo", "tags": ["slow", "wise"]}, {"by": "Cy", "tags": []}],
}
KIM = {"title": "Kim", "by": [], "price": "$7", "reviews": []}
ROWS = [OutputRow("p1.html", 1, 3, 90, EMMA), OutputRow("p1.html", 2, 95, 140, KIM)]
ENDINGS = list(SINKS)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


def written(out: Path, schema: Schema = SCHEMA, rows: list[OutputRow] = ROWS) -> Path:
    """The file with these rows."""
    with open_sink(out, schema) as write:
        for row in rows:
            write(row)
    return out


def selected(database: Path, query: str) -> list[tuple[Any, ...]]:
    """What the query finds."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def read_jsonl(out: Path) -> list[dict[str, Any]]:
    """The lines' objects."""
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def read_compressed(out: Path) -> list[dict[str, Any]]:
    """The objects of compressed lines."""
    opened: Any = zstandard.open if out.suffix == ".zst" else gzip.open
    with opened(out, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def read_parquet(out: Path) -> list[dict[str, Any]]:
    """The table's rows."""
    from pyarrow import parquet  # noqa: PLC0415  # an extra

    rows: list[dict[str, Any]] = parquet.read_table(out).to_pylist()
    return rows


@pytest.mark.parametrize(
    ("ending", "read"),
    [
        (".jsonl", read_jsonl),
        (".jsonl.gz", read_compressed),
        (".jsonl.zst", read_compressed),
        (".parquet", read_parquet),
    ],
)
def test_nested_formats_keep_the_shape(ending: str, read: Callable[[Path], Any], tmp_path: Path) -> None:
    """JSON lines and Parquet hold lists and nested records as they are, and the place of every record."""
    assert read(written(tmp_path / f"books{ending}")) == [
        {"page": "p1.html", "record": 1, "start": 3, "end": 90, **EMMA},
        {"page": "p1.html", "record": 2, "start": 95, "end": 140, **KIM},
    ]


def test_csv(tmp_path: Path) -> None:
    """In a CSV file, lists and nested records are JSON text, and an absent value is an empty cell."""
    with written(tmp_path / "books.csv").open(encoding="utf-8", newline="") as stream:
        assert list(csv.reader(stream)) == [
            ["page", "record", "start", "end", "title", "by", "price", "reviews"],
            [
                "p1.html",
                "1",
                "3",
                "90",
                "Emma",
                '["Jane","Ann"]',
                "",
                json.dumps(EMMA["reviews"], separators=(",", ":")),
            ],
            ["p1.html", "2", "95", "140", "Kim", "[]", "$7", "[]"],
        ]


def test_sqlite(tmp_path: Path) -> None:
    """In an SQLite file, lists are JSON text, and nested records are in a table of their own with their parent."""
    database = written(tmp_path / "books.sqlite")
    assert selected(database, "SELECT * FROM records") == [
        (1, "p1.html", 1, 3, 90, "Emma", '["Jane","Ann"]', None),
        (2, "p1.html", 2, 95, 140, "Kim", "[]", "$7"),
    ]
    assert selected(database, "SELECT * FROM records_reviews") == [
        (1, 1, 1, "Bo", '["slow","wise"]'),
        (2, 1, 2, "Cy", "[]"),
    ]
    assert selected(database, "PRAGMA integrity_check") == [("ok",)]


def test_sqlite_nests_as_deep_as_records_do(tmp_path: Path) -> None:
    """Records in records in records: a table per level, and names that would meet are kept apart."""
    inner = Field("b", many=True, fields=(Field("c"),))
    schema = Schema((Field("a", many=True, fields=(inner,)), Field("a_b", many=True, fields=(Field("d"),))))
    row = OutputRow("p", 1, 0, 9, {"a": [{"b": [{"c": "1"}, {"c": "2"}]}], "a_b": [{"d": "3"}]})
    database = written(tmp_path / "deep.sqlite", schema, [row])
    assert selected(database, "SELECT name FROM sqlite_master") == [
        ("records",), ("records_a",), ("records_a_b",), ("records_a_b_2",),
    ]  # fmt: skip
    assert selected(database, "SELECT * FROM records_a_b") == [(1, 1, 1, "1"), (2, 1, 2, "2")]
    assert selected(database, "SELECT * FROM records_a_b_2") == [(1, 1, 1, "3")]


AWKWARD = [
    "page",
    "END",
    'the "best" price',
    "x'); DROP TABLE records; --",
    "Price",
    "price",
    "id",
    "été",
    "a,b\nc",
    "=",
]


@pytest.mark.parametrize("ending", ENDINGS)
def test_names_of_fields_are_data(ending: str, tmp_path: Path) -> None:
    """Fields may be called like our own columns, like each other, or like SQL: every format keeps every value."""
    schema = Schema(tuple(Field(name) for name in AWKWARD))
    out = written(tmp_path / f"out{ending}", schema, [OutputRow("p", 1, 0, 9, {name: f"<{name}>" for name in AWKWARD})])
    readers: dict[str, Callable[[Path], Any]] = {
        ".jsonl": lambda path: list(read_jsonl(path)[0].values()),
        ".parquet": lambda path: list(read_parquet(path)[0].values()),
        ".csv": lambda path: list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))[1],
        ".sqlite": lambda path: selected(path, "SELECT * FROM records")[0][1:],
        ".jsonl.gz": lambda path: list(read_compressed(path)[0].values()),
        ".jsonl.zst": lambda path: list(read_compressed(path)[0].values()),
        ".json": lambda path: list(json.loads(path.read_bytes())[0].values()),
        ".tsv": lambda path: list(csv.reader(io.StringIO(path.read_text("utf-8"), newline=""), delimiter="\t"))[1],
        ".db": lambda path: selected(path, "SELECT * FROM records")[0][1:],
    }
    assert [str(value) for value in readers[ending](out)] == ["p", "1", "0", "9", *(f"<{name}>" for name in AWKWARD)]


@given(
    st.lists(TEXTS.filter(str.strip), min_size=1, max_size=4, unique=True),
    st.data(),
)
def test_any_name_and_any_value_comes_back_from_sqlite(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], data: st.DataObject
) -> None:
    """Whatever the fields are called and whatever the values are, SQLite gives the values back."""
    values = data.draw(st.lists(TEXTS, min_size=len(names), max_size=len(names)))
    row = OutputRow("p", 1, 0, 9, dict(zip(names, values, strict=True)))
    out = written(tmp_path_factory.mktemp("any") / "out.sqlite", Schema(tuple(Field(name) for name in names)), [row])
    assert selected(out, "SELECT * FROM records") == [(1, "p", 1, 0, 9, *values)]


def test_formulas(tmp_path: Path) -> None:
    """A CSV file has the text of the page; made safe for spreadsheets, what looks like a formula gets an apostrophe."""
    schema, values = Schema((Field("=a"), Field("b"), Field("c"))), {"=a": "=1+1", "b": "-5", "c": "a=b"}
    out = written(tmp_path / "plain.csv", schema, [OutputRow("p", 1, 0, 9, values)])
    assert out.read_text() == "page,record,start,end,=a,b,c\np,1,0,9,=1+1,-5,a=b\n"
    with open_sink(tmp_path / "safe.csv", schema, spreadsheet_safe=True) as write:
        write(OutputRow("p", 1, 0, 9, values))
    assert (tmp_path / "safe.csv").read_text() == "page,record,start,end,'=a,b,c\np,1,0,9,'=1+1,'-5,a=b\n"


def test_only_csv_can_be_made_safe(tmp_path: Path) -> None:
    """Asking for spreadsheet safety elsewhere is an error, not a promise that is not kept."""
    with (
        pytest.raises(BadInput, match=r"only a \.csv or \.tsv file"),
        open_sink(tmp_path / "a.jsonl", SCHEMA, spreadsheet_safe=True),
    ):
        pass


@pytest.mark.parametrize("ending", ENDINGS)
def test_nothing_half_written_remains(ending: str, tmp_path: Path) -> None:
    """When a run breaks off, an old output is untouched and no draft lies about."""
    out = tmp_path / f"books{ending}"
    out.write_text("yesterday's")

    def break_off() -> None:
        with open_sink(out, SCHEMA) as write:
            write(ROWS[0])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {out.name: "yesterday's"}


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_output_appears_at_the_end(ending: str, tmp_path: Path) -> None:
    """Until the last row is written nobody sees the file; then it is there and nothing else is."""
    out = tmp_path / f"books{ending}"
    with open_sink(out, SCHEMA) as write:
        write(ROWS[0])
        assert not out.exists()
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_records_are_an_output_too(ending: str, tmp_path: Path) -> None:
    """A run that found nothing leaves a file of its kind without rows."""
    out = written(tmp_path / f"none{ending}", rows=[])
    readers: dict[str, Callable[[Path], Any]] = {
        ".jsonl": read_jsonl,
        ".parquet": read_parquet,
        ".csv": lambda path: path.read_text().splitlines()[1:],
        ".sqlite": lambda path: selected(path, "SELECT * FROM records"),
        ".jsonl.gz": read_compressed,
        ".jsonl.zst": read_compressed,
        ".json": lambda path: json.loads(path.read_bytes()),
        ".tsv": lambda path: path.read_text().splitlines()[1:],
        ".db": lambda path: selected(path, "SELECT * FROM records"),
    }
    assert readers[ending](out) == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("books.xlsx", "It would help to use one of .jsonl .jsonl.gz .jsonl.zst .json .csv .tsv .sqlite .db .parquet"),
        ("books", "It would help to use one of .jsonl .jsonl.gz .jsonl.zst .json .csv .tsv .sqlite .db .parquet"),
        ("no/such/folder/books.csv", "does not exist"),
        ("folder.csv", "it is a directory"),
    ],
)
def test_where_it_cannot_write(name: str, reason: str, tmp_path: Path) -> None:
    """An output that cannot be written is refused before anything is done, with its name and the reason."""
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(BadInput) as caught, open_sink(tmp_path / name, SCHEMA):
        pytest.fail("it was opened")
    assert caught.value.source == str(tmp_path / name)
    assert reason in caught.value.reason


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pyarrow is missing, the error names the extra that brings it."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadInput, match="pip install pyarrow"), open_sink(tmp_path / "a.parquet", SCHEMA):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_database_in_use(tmp_path: Path) -> None:
    """A database that another program is writing to is not replaced under its feet."""
    (tmp_path / "books.sqlite-wal").write_bytes(b"")
    with (
        pytest.raises(BadInput, match="another program writes to it"),
        open_sink(tmp_path / "books.sqlite", SCHEMA),
    ):
        pass


def test_many_rows_in_parquet(tmp_path: Path) -> None:
    """More rows than a batch holds all arrive, in order."""
    rows = [OutputRow("p", number, 0, 9, {"title": str(number)}) for number in range(1, 12_002)]
    out = written(tmp_path / "many.parquet", Schema((Field("title"),)), rows)
    assert [row["title"] for row in read_parquet(out)] == [str(number) for number in range(1, 12_002)]


def test_a_page_name_that_is_not_unicode(tmp_path: Path) -> None:
    """File names may hold bytes that are no UTF-8; rows still can be written."""
    assert (
        read_jsonl(written(tmp_path / "a.jsonl", SCHEMA, [OutputRow(writable("caf\udce9"), 1, 0, 9, KIM)]))[0]["page"]
        == "caf\N{REPLACEMENT CHARACTER}"
    )


BOOK = Schema((Field("title"), Field("reviews", fields=(Field("by"),))), name="book")
AUTHOR = Schema((Field("name"), Field("type", optional=True)), name="author")
BOTH = Schema(types=(BOOK, AUTHOR))
MIXED = [
    OutputRow("p1.html", 1, 3, 40, {"title": "Emma", "reviews": [{"by": "Ann"}, {"by": "Bo"}]}, type="book"),
    OutputRow("p1.html", 2, 50, 60, {"name": "Jane", "type": "poet"}, type="author"),
    OutputRow("p1.html", 3, 70, 90, {"title": "Kim", "reviews": [{"by": "Cy"}]}, type="book"),
]


def test_several_types_in_json_lines(tmp_path: Path) -> None:
    """Each row has its type, in one column for all of them, which is renamed where a field has that name."""
    assert read_jsonl(written(tmp_path / "shop.jsonl", BOTH, MIXED)) == [
        {"page": "p1.html", "record": 1, "start": 3, "end": 40, "_type": "book", **MIXED[0].values},
        {"page": "p1.html", "record": 2, "start": 50, "end": 60, "_type": "author", **MIXED[1].values},
        {"page": "p1.html", "record": 3, "start": 70, "end": 90, "_type": "book", **MIXED[2].values},
    ]


def test_several_types_in_sqlite(tmp_path: Path) -> None:
    """A table for each type, called after it, with its nested records below; numbers on the page go through all."""
    database = written(tmp_path / "shop.sqlite", BOTH, MIXED)
    tables = [name for (name,) in selected(database, "SELECT name FROM sqlite_master")]
    assert {name: selected(database, f'SELECT * FROM "{name}"') for name in tables} == {  # noqa: S608  # ours
        "book": [(1, "p1.html", 1, 3, 40, "Emma"), (2, "p1.html", 3, 70, 90, "Kim")],
        "book_reviews": [(1, 1, 1, "Ann"), (2, 1, 2, "Bo"), (3, 2, 1, "Cy")],
        "author": [(1, "p1.html", 2, 50, 60, "Jane", "poet")],
    }


def test_names_of_types_are_data(tmp_path: Path) -> None:
    """Types may be called like SQL, like each other, like a nested table, or as SQLite calls its own."""
    nested = Schema((Field("b", fields=(Field("c"),)),), name="a")
    names = ["x'); DROP TABLE a; --", "Book", "book", "a_b", "sqlite_master", 'the "best"']
    schema = Schema(types=(nested, *(Schema((Field("c"),), name=name) for name in names)))
    rows = [OutputRow("p", 1, 0, 9, {"c": f"<{name}>"}, type=name) for name in names]
    database = written(tmp_path / "names.sqlite", schema, rows)
    tables = [name for (name,) in selected(database, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    assert sorted(tables) == sorted(["a", "a_b_2", names[0], "Book", "book_2", "a_b", "_sqlite_master", 'the "best"'])
    assert selected(database, 'SELECT c FROM "book_2"') == [("<book>",)]
    assert selected(database, 'SELECT c FROM "_sqlite_master"') == [("<sqlite_master>",)]


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_several_types_in_a_format_of_one(ending: str, tmp_path: Path) -> None:
    """Refused before anything is written, with the ways out; one of the types alone is like any other."""
    with pytest.raises(BadInput) as caught, open_sink(tmp_path / f"shop{ending}", BOTH):
        pytest.fail("it was opened")
    assert caught.value.reason == (
        f"a {ending} file holds records of one type, and here are several, book, author. It would help to "
        "choose one of them (--type book), or to write .jsonl or .sqlite"
    )
    assert list(tmp_path.iterdir()) == []
    written(tmp_path / f"authors{ending}", AUTHOR, MIXED[1:2])
