"""Inputs in shards: archives and tables give their pages, in order, and what they hold is only data."""

import csv
import gzip
import io
import json
import os
import sqlite3
import zipfile
from contextlib import closing, nullcontext
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from oracles.fragile import Fragile
from oracles.warcs import compressed, record
from unweave.errors import BadInput
from unweave.run import RunOptions, SourceOptions, extract, shards
from unweave.run.outcomes import PageLooks
from unweave.run.raw_pages import Moved, RawPage, Unread
from unweave.run.shards import Plan, WarcShard, make_plan, pages_before, pages_of

PAGES = [(f"http://a.example/{number}", f"<b>Book {number}</b>") for number in range(5)]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pages(*inputs: str, options: SourceOptions | None = None) -> list[tuple[str, str]]:
    """Name and text of each page; a page that cannot be read has its reason as text."""
    plan = make_plan(inputs, options)
    return [_shown(page) for shard in plan.shards for page in pages_of(shard, limit=10_000)]


def _shown(page: RawPage | Unread | Moved) -> tuple[str, str]:
    if isinstance(page, Unread):
        return page.name, page.reason
    if isinstance(page, Moved):
        return page.name, page.target
    return page.name, page.data.decode() if isinstance(page.data, bytes) else str(page.data)


def write_table(name: str, columns: tuple[str, str] = ("url", "html")) -> None:
    """A table of the pages, by the ending of the name."""
    rows = [dict(zip(columns, page, strict=True)) for page in PAGES]
    if name.endswith((".csv", ".tsv")):
        with Path(name).open("w", newline="") as stream:
            writer = csv.DictWriter(stream, columns, delimiter="\t" if name.endswith(".tsv") else ",")
            writer.writeheader()
            writer.writerows(rows)
    elif name.endswith(".parquet"):
        parquet.write_table(pa.Table.from_pylist(rows), name, row_group_size=2)
    elif name.endswith(".sqlite"):
        with closing(sqlite3.connect(name)) as connection, connection:
            connection.execute("CREATE TABLE other (x)")
            connection.execute('CREATE TABLE "the ""pages""" ({}, {})'.format(*map(shards_quoted, columns)))
            connection.executemany('INSERT INTO "the ""pages""" VALUES (?, ?)', PAGES)
    else:
        data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        Path(name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)


def shards_quoted(name: str) -> str:
    """A name for SQL."""
    return f'"{name}"'


TABLES = ["p.jsonl", "p.jsonl.gz", "p.csv", "p.tsv", "p.parquet", "p.sqlite"]


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_pages(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A column has the HTML, another the URL, by which the page is called; parts give every row once, in order."""
    monkeypatch.setattr("unweave.run.page_tables.PART_BYTES", 100)
    monkeypatch.setattr("unweave.run.page_tables.PART_ROWS", 2)
    write_table(name)
    assert pages(name) == PAGES


@pytest.mark.parametrize("name", TABLES)
def test_columns_can_be_named(name: str) -> None:
    """Any column can have the HTML; names may be strange."""
    write_table(name, ("where; DROP TABLE x", "the code"))
    with pytest.raises(BadInput, match="no column with HTML") if "sv" not in name else _no_error():
        assert pages(name)[0][0] == name  # a .csv without such a column is a text like any other
    options = SourceOptions(columns={"html": "the code", "url": "where; DROP TABLE x"})
    assert pages(name, options=options) == PAGES


def _no_error() -> nullcontext[None]:
    return nullcontext()


@pytest.mark.parametrize("name", TABLES)
def test_an_index_names_records(name: str) -> None:
    """Only the records that it names are read, each from its place in its file."""
    Path("crawl").mkdir()
    members = [compressed([record(url, html.encode())]) for url, html in PAGES]
    Path("crawl/a.warc.gz").write_bytes(b"".join(members))
    rows = [
        {"filename": "crawl/a.warc.gz", "offset": sum(map(len, members[:at])), "length": len(members[at])}
        for at in (3, 1)
    ]
    rows += [{"filename": "../../etc/passwd", "offset": 0, "length": 10}]
    _write_rows(name, rows)
    *found, outside = pages(name)
    assert found == [PAGES[3], PAGES[1]]
    assert "the file '../../etc/passwd' is not below ." in outside[1]
    assert pages(name, options=SourceOptions(base=str(Path.cwd())))[0] == PAGES[3]


def _write_rows(name: str, rows: list[dict[str, object]]) -> None:
    if name.endswith((".csv", ".tsv")):
        with Path(name).open("w", newline="") as stream:
            writer = csv.DictWriter(stream, list(rows[0]), delimiter="\t" if name.endswith(".tsv") else ",")
            writer.writeheader()
            writer.writerows(rows)
    elif name.endswith(".parquet"):
        parquet.write_table(pa.Table.from_pylist(rows), name)
    elif name.endswith(".sqlite"):
        with closing(sqlite3.connect(name)) as connection, connection:
            connection.execute("CREATE TABLE places (filename, offset, length)")
            connection.executemany("INSERT INTO places VALUES (:filename, :offset, :length)", rows)
    else:
        data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        Path(name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)


def test_rows_that_cannot_be_read_are_named() -> None:
    """A line that is no JSON, a row without HTML: the others are read."""
    Path("p.jsonl").write_text('{"html": "<b>a</b>"}\nno json\n{"html": null}\n[]\n{"html": "<b>e</b>"}\n')
    assert [text for _, text in pages("p.jsonl")] == [
        "<b>a</b>",
        "p.jsonl at 21: this is no JSON: JSON is malformed: invalid character (byte 4)",
        "p.jsonl at 29: there is no HTML, but nothing",
        "p.jsonl at 44: this is no JSON object",
        "<b>e</b>",
    ]


def test_zip_files() -> None:
    """Pages by their endings, in the archive's order; names in it are names, they lead nowhere."""
    with zipfile.ZipFile("p.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("b.html", "<b>b</b>")
        archive.writestr("../../../tmp/evil.html", "<b>evil</b>")
        archive.writestr("/etc/a.html", "<b>a</b>")
        archive.writestr("notes.pdf", "%PDF")
        archive.writestr("__MACOSX/b.html", "junk")
        archive.writestr("bomb.html", "0" * 5_000_000)
    found = pages("p.zip")
    assert [name for name, _ in found] == [
        "p.zip/b.html",
        "p.zip/../../../tmp/evil.html",
        "p.zip//etc/a.html",
        "p.zip/bomb.html",
    ]
    assert len(found[-1][1]) == 10_001  # one more than the limit, so that it is set aside
    assert [path.name for path in Path().iterdir()] == ["p.zip"]


def test_wacz_files() -> None:
    """The WARC files in them are read where they are."""
    with zipfile.ZipFile("p.wacz", "w") as archive:
        archive.writestr("archive/a.warc.gz", compressed(record(url, html.encode()) for url, html in PAGES[:3]))
        archive.writestr("pages/pages.jsonl", "{}")
        archive.writestr("archive/b.warc", b"".join(record(url, html.encode()) for url, html in PAGES[3:]))
    assert pages("p.wacz") == PAGES


@pytest.mark.parametrize("name", ["p.zip", "p.wacz", "p.parquet", "p.sqlite", "p.jsonl", "p.warc"])
def test_files_that_are_not_what_they_say(name: str) -> None:
    """They are an error at once, with the name of the file; a WARC is only read when it is its turn."""
    Path(name).write_bytes(b"no such thing")
    if name == "p.warc":
        assert pages(name) == [("p.warc at 0", "p.warc at 0: this is no WARC record")]
    else:
        with pytest.raises(BadInput, match=rf"^{name}: it cannot be read as"):
            pages(name)


def test_archives_in_folders() -> None:
    """A folder gives pages and archives, but no tables: these may be outputs. Loops of links are not followed."""
    Path("in/sub").mkdir(parents=True)
    Path("in/a.html").write_text("<b>a</b>")
    Path("in/sub/c.warc").write_bytes(record("http://a.example/", b"<b>c</b>"))
    Path("in/out.jsonl").write_text('{"html": "<b>out</b>"}\n')
    Path("in/sub/loop").symlink_to("..")
    assert pages("in") == [("in/a.html", "<b>a</b>"), ("http://a.example/", "<b>c</b>")]


def test_names_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of names is a list if the first exists; else it is a page."""
    for name in ("a.html", "b.html"):
        Path(name).write_text(f"<b>{name}</b>")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"b.html\na.html\n")))
    assert pages("-") == [("b.html", "<b>b.html</b>"), ("a.html", "<b>a.html</b>")]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"<b>\na.html\n")))
    assert pages("-") == [("-", "<b>\na.html\n")]


def test_urls_are_opened_by_fsspec() -> None:
    """Files behind URLs are read like others, by parts."""
    fsspec = pytest.importorskip("fsspec")
    data = compressed(record(url, html.encode()) for url, html in PAGES)
    memory = fsspec.filesystem("memory")
    memory.pipe("/crawl/a.warc.gz", data)
    memory.pipe("/crawl/b.html", b"<b>b</b>")
    assert pages("memory://crawl") == [*PAGES, ("memory:///crawl/b.html", "<b>b</b>")]
    assert pages("memory://crawl/*.warc.gz") == PAGES
    with pytest.raises(BadInput, match="there is no such file or folder"):
        pages("memory://nothing")


def test_a_large_warc_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its shards give every page once, also where a page looks like a record."""
    monkeypatch.setattr(shards, "SHARD_BYTES", 64)
    inner = record("http://inner.example/", b"<b>inner</b>")
    records = [record(url, f"{html}<p>\r\n\r\n".encode() + inner * 4) for url, html in PAGES]
    for name, data in {"a.warc.gz": compressed(records), "a.warc": b"".join(records)}.items():
        Path(name).write_bytes(data)
        plan = make_plan([name])
        assert len(plan.shards) >= 4
        assert all(isinstance(shard, WarcShard) for shard in plan.shards)
        summary = extract(Fragile(), [name], "out.jsonl", options=RunOptions(provenance=False))
        rows = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
        assert [(row["page"], f"<b>{row['title']}</b>") for row in rows] == PAGES
        assert (summary.pages, summary.set_aside) == (5, 0)


def test_provenance_and_flattening() -> None:
    """Rows from files with many pages tell their wrapper and version; others do if asked."""
    write_table("p.jsonl")
    extract(Fragile(), ["p.jsonl"], "out.jsonl")
    [first, *_] = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    assert list(first) == ["page", "record", "start", "end", "wrapper", "version", "title"]
    assert len(first["wrapper"]) == 12


def test_a_plan_is_plain_data() -> None:
    """It depends on the inputs alone, and knows the fingerprint of every file."""
    write_table("p.jsonl")
    plan = make_plan(["p.jsonl"])
    assert plan == make_plan(["p.jsonl"])
    assert list(plan.files) == ["p.jsonl"]
    os.utime("p.jsonl", ns=(1, 1))
    assert plan != make_plan(["p.jsonl"])
    assert Plan().shards == ()


@pytest.mark.parametrize("pages", [1, 70, 490])
def test_of_all_parts_of_a_warc_one_page_of_a_thousand_is_looked_at(pages: int) -> None:
    """Whether they have a few pages or many; of the first part, the begin of the run, all up to 500."""
    part = WarcShard("crawl.warc.gz", size=100, start=50, stop=100)
    looked = [
        sum(PageLooks.of(pages_before(number, part) + page).compared for page in range(pages)) for number in range(1001)
    ]
    assert (looked[0], sum(looked[1:])) == (pages, pages)
