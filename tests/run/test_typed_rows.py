"""Typed columns: round trips through files, misfits, and types that all values decide."""

import csv
import json
import sqlite3
from contextlib import closing
from datetime import date, time, timedelta
from pathlib import Path
from typing import Any

import pytest

import unweave
from unweave import run
from unweave.page import Page
from unweave.records import Example
from unweave.run.typed_rows import TypedField
from unweave.wrapper import Wrapper

TYPES = {
    "n": "integer", "x": "decimal", "price": "money", "day": "date", "at": "time", "long": "duration", "on": "boolean",
    "link": "url", "mail": "email",
}  # fmt: skip
ROWS: list[dict[str, str]] = [
    {"n": "1,299", "x": "12.50", "price": "$1,299.00", "day": "03/12/2026", "at": "2:30 pm", "long": "1 h 30 min",
     "on": "yes", "link": "/a", "mail": "A@B.org"},
    {"n": "-5", "x": "0.125", "price": "12,5 €", "day": "31/12/2026", "at": "9:05", "long": "PT45M", "on": "no",
     "link": "https://c.org/", "mail": "d@e.org"},
]  # fmt: skip
WRITTEN: list[dict[str, Any]] = [
    {"n": 1299, "x": 12.5, "price": 1299.0, "price_currency": "$", "day": "2026-12-03", "at": "14:30:00",
     "long": "PT1H30M", "on": True, "link": "https://a.org/a", "mail": "A@b.org"},
    {"n": -5, "x": 0.125, "price": 12.5, "price_currency": "EUR", "day": "2026-12-31", "at": "09:05:00",
     "long": "PT45M", "on": False, "link": "https://c.org/", "mail": "d@e.org"},
]  # fmt: skip


def page_of(row: dict[str, str]) -> str:
    return "<base href='https://a.org/'>" + "".join(f"<p>{name}: <b>{text}</b></p>" for name, text in row.items())


@pytest.fixture(autouse=True)
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pages").mkdir()
    for number, row in enumerate(ROWS, start=1):
        Path(f"pages/{number}.html").write_text(page_of(row), encoding="utf-8")


def learned() -> Wrapper:
    return unweave.learn([Example.from_values(Page.read("pages/1.html"), [ROWS[0]])])


def extracted(out: str, **options: Any) -> run.RunSummary:
    return run.extract(learned(), ["pages"], out, options=run.RunOptions(types=TYPES, **options))


def without_place(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in {"id", "page", "record", "start", "end"}}


@pytest.mark.parametrize("workers", [0, 2])
def test_json_lines(workers: int) -> None:
    """Numbers are numbers, dates ISO texts; the same with workers."""
    summary = extracted("out.jsonl", workers=workers)
    lines = Path("out.jsonl").read_text(encoding="utf-8").splitlines()
    assert [without_place(json.loads(line)) for line in lines] == WRITTEN
    assert all(not one.misfits for one in summary.typed)
    assert {one.name: one.type for one in summary.typed} == {**TYPES, "day": "date:day-first", "x": "decimal:point"}


def test_csv() -> None:
    """The texts of a CSV file are read back as the same values."""
    extracted("out.csv")
    with Path("out.csv").open(encoding="utf-8", newline="") as stream:
        rows = [without_place(row) for row in csv.DictReader(stream)]
    texts = [
        {name: value if isinstance(value, str) else json.dumps(value) for name, value in row.items()} for row in WRITTEN
    ]
    assert rows == texts


def test_sqlite() -> None:
    """Columns have types, and values come back as they were."""
    extracted("out.sqlite")
    with closing(sqlite3.connect("out.sqlite")) as connection:
        connection.row_factory = sqlite3.Row
        rows = [without_place(dict(row)) for row in connection.execute("SELECT * FROM records")]
        declared = {row[1]: row[2] for row in connection.execute("PRAGMA table_info(records)")}
    assert rows == WRITTEN
    assert without_place(declared) == {
        **dict.fromkeys(WRITTEN[0], "TEXT"),
        "n": "INTEGER",
        "x": "REAL",
        "price": "REAL",
        "on": "BOOLEAN",
    }


def test_parquet() -> None:
    """Dates, times and durations are those of Parquet."""
    parquet = pytest.importorskip("pyarrow.parquet")
    extracted("out.parquet")
    found = [without_place(row) for row in parquet.read_table("out.parquet").to_pylist()]
    native = [
        {"day": date(2026, 12, 3), "at": time(14, 30), "long": timedelta(minutes=90)},
        {"day": date(2026, 12, 31), "at": time(9, 5), "long": timedelta(minutes=45)},
    ]
    assert found == [row | other for row, other in zip(WRITTEN, native, strict=True)]


def test_texts_beside() -> None:
    """With raw, the text of each typed value stands beside it."""
    extracted("out.jsonl", raw=True)
    rows = [json.loads(line) for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [{name: row[f"{name}_raw"] for name in TYPES} for row in rows] == ROWS


HUGE = "9" * 30


@pytest.mark.parametrize("out", ["out.jsonl", "out.csv", "out.sqlite", "out.parquet"])
def test_what_does_not_fit_stays_text(out: str) -> None:
    """A misfit is written as it stands, counted and listed; in Parquet it stands beside its empty column."""
    Path("pages/3.html").write_text(page_of({**ROWS[0], "n": HUGE, "price": "Sold out"}), encoding="utf-8")
    summary = extracted(out)
    row = read_rows(out)[-1]
    beside = "_raw" if out == "out.parquet" else ""
    assert (row[f"n{beside}"], row[f"price{beside}"]) == (HUGE, "Sold out")
    if beside:
        assert (row["n"], row["price"], row["price_currency"]) == (None, None, None)
    told = {
        one.name: (one.misfits, one.values, [shown.text for shown in one.shown]) for one in summary.typed if one.misfits
    }
    assert told == {"n": (1, 3, [HUGE]), "price": (1, 3, ["Sold out"])}


def read_rows(out: str) -> list[dict[str, Any]]:
    if out.endswith(".jsonl"):
        return [json.loads(line) for line in Path(out).read_text(encoding="utf-8").splitlines()]
    if out.endswith(".csv"):
        with Path(out).open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))
    if out.endswith(".sqlite"):
        with closing(sqlite3.connect(out)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute("SELECT * FROM records")]
    rows: list[dict[str, Any]] = pytest.importorskip("pyarrow.parquet").read_table(out).to_pylist()
    return rows


def test_auto_types() -> None:
    """Types that values suggest, and those that are given, which may be text."""
    options = run.RunOptions(auto_types=True, types={"n": "text", "x": "decimal"})
    summary = run.extract(learned(), ["pages"], "out.jsonl", options=options)
    types = {one.name: one.type.partition(":")[0] for one in summary.typed}
    assert types == {name: kind for name, kind in TYPES.items() if name != "n"}
    assert [row["n"] for row in read_rows("out.jsonl")] == ["1,299", "-5"]


def test_ambiguous_dates_are_told() -> None:
    """Where nothing tells which number is the day, the texts stay, and the reason names both dates."""
    Path("pages/2.html").unlink()
    summary = run.extract(learned(), ["pages"], "out.jsonl", options=run.RunOptions(types={"day": "date"}))
    [told] = summary.typed
    assert str(told) == (
        "day: date; 1 of 1 values do not fit and stay text: '03/12/2026' on pages/1.html "
        "(it may be 2026-12-03 or 2026-03-12)"
    )
    assert read_rows("out.jsonl")[0]["day"] == "03/12/2026"


def test_nested_and_flattened() -> None:
    """Nested fields have types too, and keep them where their records are flattened."""
    source = (
        "<div><h1>Emma</h1><ul><li><b>5</b> <i>12 mars 2026</i></li><li><b>4</b> <i>13 mars 2026</i></li></ul></div>"
    )
    Path("nested").mkdir()
    Path("nested/1.html").write_text(source, encoding="utf-8")
    reviews = [{"stars": "5", "on": "12 mars 2026"}, {"stars": "4", "on": "13 mars 2026"}]
    wrapper = unweave.learn([Example.from_values(Page(source), [{"title": "Emma", "reviews": reviews}])])
    typed = {"reviews.stars": "integer", "reviews.on": "date"}
    run.extract(wrapper, ["nested"], "out.jsonl", options=run.RunOptions(types=typed))
    wanted = [{"stars": 5, "on": "2026-03-12"}, {"stars": 4, "on": "2026-03-13"}]
    assert read_rows("out.jsonl")[0]["reviews"] == wanted
    run.extract(wrapper, ["nested"], "out.parquet", options=run.RunOptions(types=typed, flatten=True))
    assert read_rows("out.parquet")[0]["reviews_on"] == [date(2026, 3, 12), date(2026, 3, 13)]


def test_records_in_memory() -> None:
    """``unweave.extract`` decides by all values; Arrow tables have typed columns."""
    pytest.importorskip("pyarrow")
    wrapper = unweave.with_types(learned(), {"day": "date", "price": "money"})
    found = unweave.extract(wrapper, "pages")
    assert [record.to_dict(typed=True)["day"] for record in found] == [date(2026, 12, 3), date(2026, 12, 31)]
    table = unweave.records_to_arrow(found).to_pylist()
    assert [(row["day"], row["price"], row["price_currency"]) for row in table] == [
        (date(2026, 12, 3), 1299.0, "$"),
        (date(2026, 12, 31), 12.5, "EUR"),
    ]


def test_a_wrong_output_is_told_before_pages_are_read() -> None:
    """A run may take hours: the ending of the output is checked first."""
    with pytest.raises(unweave.errors.BadInput, match="this ending is not known"):
        extracted("out.xlsx")


def test_summary_is_plain_data() -> None:
    """The summary of a field can be written as JSON."""
    assert TypedField("price", "money", 2).to_dict() == {
        "name": "price", "type": "money", "values": 2, "misfits": 0, "shown": (),
    }  # fmt: skip
