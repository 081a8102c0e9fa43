"""``unweave extract``: from pages to rows, with a report of problems."""

import csv
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oracles.error_text import in_one_line
from unweave.cli import main
from unweave.combined import PerType
from unweave.delimiters import LR
from unweave.demo import COUNTRIES
from unweave.page import Page
from unweave.records import Example
from unweave.store import dump

Call = Callable[..., Result]

PAGE = "countries/plain/page-03.html"


def truth(page: str = PAGE) -> list[list[object]]:
    """The records of the page."""
    return [
        [record["country"], record["code"]]
        for example in COUNTRIES.pages()
        for record in example.records
        if example.page.name == page
    ]


def test_it_extracts(wrapper: str, call: Call) -> None:
    """A folder's pages become rows of a file, and the summary has their number and the file."""
    result = call("extract", wrapper, "countries/plain", "-o", "out.csv")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "110 records from 12 pages: out.csv",
        "  field    filled      distinct  examples",
        *result.stdout.splitlines()[2:4],
        "Compared with 2 pages known before: ok (12 pages checked)",
    ]
    assert [line.split()[:4] for line in result.stdout.splitlines()[2:4]] == [
        ["country", "110", "of", "110"],
        ["code", "110", "of", "110"],
    ]
    with Path("out.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [[row["country"], row["code"]] for row in rows if row["page"] == PAGE] == truth()


def test_rows_know_their_place(wrapper: str, call: Call) -> None:
    """A row's start and end are the position of its record in the page's source."""
    call("extract", wrapper, PAGE, "-o", "out.jsonl")
    source = Path(PAGE).read_text(encoding="utf-8")
    for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        shown = source[row["start"] : row["end"]].replace("&amp;", "&")
        assert shown == f"{row['country']}</B> <I>{row['code']}"


def test_without_output_it_prints_lines(wrapper: str, call: Call) -> None:
    """Without -o, standard output has the records as JSON lines and nothing else."""
    result = call("extract", wrapper, PAGE)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [[row["country"], row["code"]] for row in rows] == truth()
    assert result.stderr.splitlines()[0] == f"{len(rows)} records from 1 page"
    assert [line.split()[0] for line in result.stderr.splitlines()[1:]] == ["field", "country", "code", "Compared"]


def test_bad_pages_are_set_aside(wrapper: str, call: Call) -> None:
    """Empty, binary and unfitting pages are set aside: printed, written to the problems file, status 3."""
    Path("empty.html").write_bytes(b"")
    Path("image.html").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    Path("torn.html").write_text("<BODY>\n<B>Congo</B> <I>2")
    result = call("extract", wrapper, PAGE, "empty.html", "image.html", "torn.html", "-o", "out.csv")
    assert (result.exit_code, result.stderr) == (3, "")
    lines = result.stdout.splitlines()
    assert lines[:2] == [
        f"{len(truth())} records from 1 page: out.csv",
        "3 pages set aside: out.csv.problems.jsonl",
    ]
    assert [line.split(".html")[0].strip() for line in lines[2:5]] == ["empty", "image", "torn"]
    assert len(Path("out.csv.problems.jsonl").read_text().splitlines()) == 3


def test_pages_may_be_large(wrapper: str, call: Call) -> None:
    """A page above the limit is set aside unread; a larger limit lets it in."""
    Path("large.html").write_text(Path(PAGE).read_text(encoding="utf-8") + " " * 2_000_000, encoding="utf-8")
    small = call("extract", wrapper, "large.html", "-o", "out.csv", "--limit", "1")
    assert (small.exit_code, small.stdout.splitlines()[1]) == (1, "1 page set aside: out.csv.problems.jsonl")
    assert "limit" in small.stdout.splitlines()[2]
    large = call("extract", wrapper, "large.html", "-o", "out.csv", "--limit", "3")
    assert large.stdout.splitlines()[0] == f"{len(truth())} records from 1 page: out.csv"


def test_a_page_of_100_megabytes(wrapper: str, call: Call) -> None:
    """A huge page is set aside by its size, without being read."""
    with Path("huge.html").open("wb") as stream:
        stream.truncate(100_000_000)
    result = call("extract", wrapper, PAGE, "huge.html", "-o", "out.csv")
    assert (result.exit_code, result.stdout.splitlines()[1]) == (3, "1 page set aside: out.csv.problems.jsonl")


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_exit_status_tells_whether_pages_are_lacking(wrapper: str, call: Call, workers: str) -> None:
    """0 for all pages, 3 for some, 1 for none; 2 where more are set aside than allowed, and OUT is not written."""
    Path("empty.html").write_bytes(b"")
    run = ["-o", "out.csv", "-j", workers, "--force"]
    assert [call("extract", wrapper, *pages, *run).exit_code for pages in ([PAGE], [PAGE, "empty.html"])] == [0, 3]
    Path("out.csv").unlink()
    stopped = call("extract", wrapper, PAGE, "empty.html", *run, "--max-rejects", "0")
    assert (stopped.exit_code, Path("out.csv").exists(), stopped.stderr.splitlines()[0]) == (
        2,
        False,
        "unweave: more than 0 pages were set aside, the first: empty.html: the file is empty",
    )
    assert call("extract", wrapper, PAGE, "empty.html", *run, "--max-rejects", "1").exit_code == 3
    assert call("extract", wrapper, "empty.html", *run).exit_code == 1


def test_no_page_could_be_used(wrapper: str, call: Call) -> None:
    """When every page is set aside the exit status is 1; the output is there, without rows."""
    Path("empty.html").write_bytes(b"")
    result = call("extract", wrapper, "empty.html", "-o", "out.csv")
    assert (result.exit_code, Path("out.csv").read_text()) == (1, "page,record,start,end,country,code\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.json", PAGE], "nowhere.json: cannot be read"),
        (["w.json", "nowhere.html"], "nowhere.html: there is no such file or folder"),
        (["w.json", "hollow"], "hollow: there are no pages in this folder"),
        (["w.json", "crawl.warc.gz"], "crawl.warc.gz: the file is empty"),
        (
            ["w.json", PAGE, "-o", "out.xls"],
            "out.xls: this ending is not known. It would help to use one of .jsonl ",
        ),
        (["w.json", PAGE, "-o", "no/out.csv"], "no/out.csv: cannot write there"),
        (["w.json", PAGE, "-o", "o.jsonl", "--spreadsheet-safe"], "o.jsonl: only a .csv or .tsv file can be made safe"),
        (["newer.json", PAGE], "newer.json: this wrapper was written by a newer unweave"),
        (["torn.json", PAGE], "torn.json: this is not a complete wrapper file"),
        (["list.json", PAGE], "list.json: this is not a wrapper file"),
        (["countries", PAGE], "countries: cannot be read"),
    ],
)
def test_what_it_refuses(arguments: list[str], message: str, wrapper: str, call: Call) -> None:
    """What cannot be used is refused in one line with its name and the reason, status 2, and nothing is written."""
    text = Path(wrapper).read_text()
    Path("newer.json").write_text(text.replace('"unweave": 1', '"unweave": 999'))
    Path("torn.json").write_text(text[: len(text) // 2])
    Path("list.json").write_text("[]")
    Path("hollow").mkdir()
    Path("crawl.warc.gz").write_bytes(b"")
    before = sorted(Path().rglob("*"))
    result = call("extract", *arguments)
    assert (result.exit_code, result.stdout, result.stderr.count("\n") in {2, 3}) == (2, "", True)
    assert in_one_line(result.stderr).startswith(message)
    assert sorted(Path().rglob("*")) == before


def test_spreadsheet_safe(wrapper: str, call: Call) -> None:
    """The option puts an apostrophe before what looks like a formula."""
    Path("p.html").write_text("<HTML><TITLE>Codes</TITLE><BODY>\n<B>=1+1</B> <I>-5</I><BR>\n</BODY></HTML>\n")
    call("extract", wrapper, "p.html", "-o", "out.csv", "--spreadsheet-safe")
    assert Path("out.csv").read_text().splitlines()[1].endswith(",'=1+1,'-5")


def test_a_closed_pipe_is_no_crash(wrapper: str) -> None:
    """``unweave extract ... | head`` ends quietly."""
    command = f"{sys.executable} -m unweave extract {wrapper} countries/plain | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)  # noqa: S602  # a pipe, as a user writes it
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr


def on_a_terminal(*arguments: str) -> str:
    """What the program shows when standard error is a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "unweave", *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=theirs, check=False)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:
        pass
    os.close(ours)
    return shown.decode()


def test_progress_on_a_terminal_only(wrapper: str) -> None:
    """There is a progress bar when standard error is a terminal, and not a word when it is a pipe."""
    command = [sys.executable, "-m", "unweave", "extract", wrapper, "countries/plain", "-o", "out.csv"]
    assert "Extracting" in on_a_terminal(*command[3:])
    assert subprocess.run(command, capture_output=True, text=True, check=True).stderr == ""


@pytest.fixture
def shop(here: Path) -> str:
    """A wrapper file for books and authors, and a page of them."""
    page = Page("<li>Emma</li>\n<p>Jane</p>\n<li>Kim</li>\n", name="shop.html")
    (here / "shop.html").write_text(page.source, encoding="utf-8")
    books: list[dict[str, Any]] = [{"type": "book", "record": {"title": title}} for title in ("Emma", "Kim")]
    author = {"type": "author", "record": {"name": "Jane"}}
    dump(PerType(LR()).learn([Example.from_values(page, [*books, author])]), here / "shop.json")
    return "shop.json"


def test_records_of_several_types(shop: str, call: Call) -> None:
    """Lines say their type and come in the order of the page; the summary counts each type."""
    result = call("extract", shop, "shop.html")
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"page": "shop.html", "record": 1, "start": 4, "end": 8, "type": "book", "title": "Emma"},
        {"page": "shop.html", "record": 2, "start": 17, "end": 21, "type": "author", "name": "Jane"},
        {"page": "shop.html", "record": 3, "start": 30, "end": 33, "type": "book", "title": "Kim"},
    ]
    assert result.stderr.splitlines() == [
        "3 records (2 book, 1 author) from 1 page",
        "  field        filled  distinct  examples",
        "  book.title   2 of 2  2         Emma; Kim",
        "  author.name  1 of 1  1         Jane",
    ]


def test_one_of_several_types(shop: str, call: Call) -> None:
    """A .csv holds one type, which is chosen with --type; a type that is not there is an error."""
    refused = call("extract", shop, "shop.html", "-o", "out.csv")
    assert (refused.exit_code, Path("out.csv").exists()) == (2, False)
    assert "choose one of them (--type book), or to write .jsonl or .sqlite" in refused.stderr
    chosen = call("extract", shop, "shop.html", "-o", "out.csv", "--type", "book")
    assert chosen.stdout.splitlines()[0] == "2 records from 1 page: out.csv"
    assert Path("out.csv").read_text(encoding="utf-8").splitlines() == [
        "page,record,start,end,title", "shop.html,1,4,8,Emma", "shop.html,2,30,33,Kim",
    ]  # fmt: skip
    missing = call("extract", shop, "shop.html", "--type", "poet")
    assert (missing.exit_code, missing.stderr) == (
        2,
        "unweave: the wrapper has no 'poet'; its types are book, author\nWhere: type\n",
    )


def test_several_types_are_explained(shop: str, call: Call) -> None:
    """Fields are called by their full names, in the terminal and in the file, where each type has its table."""
    shown = call("explain", shop, "shop.html").stdout
    assert "2 wrappers, one per type of record: book, author" in shown
    assert "[book.title: Emma]" in shown
    assert "[author.name: Jane]" in shown
    call("explain", shop, "shop.html", "--html", "why.html")
    html = Path("why.html").read_text(encoding="utf-8")
    tables = re.sub(r' style="background:#\w+"', "", html[html.index("<h3>") : html.index("<h2>Source")])
    assert tables.replace("\n", "") == (
        '<h3>book</h3><table><tr><th class="column">title</th></tr><tr><td>Emma</td></tr><tr><td>Kim</td></tr></table>'
        '<h3>author</h3><table><tr><th class="column">name</th></tr><tr><td>Jane</td></tr></table>'
    )


def test_what_another_made_is_not_overwritten(wrapper: str, call: Call) -> None:
    """Examples, wrappers, notes and tables with other columns need --force; an output of the same columns does not."""
    for name, text in (("mine.csv", "name,age\nAnn,42\n"), ("notes.jsonl", '{"note": 1}\n')):
        Path(name).write_text(text)
        result = call("extract", wrapper, PAGE, "-o", name)
        assert (result.exit_code, Path(name).read_text()) == (2, text)
        assert "It would help to choose another name, or to give --force." in result.stderr
        assert call("extract", wrapper, PAGE, "-o", name, "--force").exit_code == 0
        assert call("extract", wrapper, PAGE, "-o", name).exit_code == 0


def test_rows_are_added(wrapper: str, call: Call) -> None:
    """With --append twice as many, with --upsert the same; both need a file that can take them."""
    call("extract", wrapper, PAGE, "-o", "out.jsonl")
    once = Path("out.jsonl").read_text()
    assert call("extract", wrapper, PAGE, "-o", "out.jsonl", "--append").exit_code == 0
    assert Path("out.jsonl").read_text() == once * 2
    call("extract", wrapper, PAGE, "-o", "keyed.jsonl", "--upsert", "page,record")
    call("extract", wrapper, PAGE, "-o", "keyed.jsonl", "--upsert", "page,record")
    assert Path("keyed.jsonl").read_text() == once
    assert call("extract", wrapper, PAGE, "--append").exit_code == 2
    assert call("extract", wrapper, PAGE, "-o", "out.jsonl", "--append", "--upsert", "page").exit_code == 2
    assert call("extract", wrapper, PAGE, "-o", "out.csv", "--append").exit_code == 2


def test_a_page_on_standard_input(wrapper: str) -> None:
    """The page is called -; an empty input is set aside."""
    data = Path(PAGE).read_bytes()
    result = CliRunner().invoke(main, ["extract", wrapper, "-", "-o", "-"], input=data)
    rows = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    assert rows
    assert {row["page"] for row in rows} == {"-"}
    assert "standard input: it is empty" in CliRunner().invoke(main, ["extract", wrapper, "-"], input=b"").output


def test_the_summary_names_what_is_empty(call: Call, here: Path) -> None:
    """Fields that are often empty get a warning, and pages without records are named."""
    row = "<h1>{}</h1><table><tr><th>Price<td>{}</table>"
    for number, price in enumerate(["$5", "$7", "$8", "$9"]):
        (here / f"p{number}.html").write_text(row.format(f"Book {number}", price))
    (here / "p4.html").write_text("<h1>Book 4</h1><p>Sold out</p>")
    assert call("learn", "p0.html", "--value", "title=Book 0", "--value", "price=$5", "-o", "w.json").exit_code == 0
    lines = call("extract", "w.json", ".", "-o", "out.csv").stdout.splitlines()
    assert lines[2:] == [
        "  title  5 of 5  5         Book 0; Book 1",
        "  price  4 of 5  4         $5; $7",
        "Warning: price is empty in 1 of 5 records",
        "Compared with 1 page known before: ok (5 pages checked)",
    ]


def test_pages_without_records_are_named(wrapper: str, call: Call) -> None:
    """The first ten by their names, the others as a number."""
    for number in range(12):
        Path(f"none{number:02}.html").write_text("<p>Nothing here</p>")
    lines = call("extract", wrapper, PAGE, "none*.html", "-o", "out.csv").stdout.splitlines()
    last, step = [line for line in lines if line.startswith(("Warning", "Next"))]
    names = ", ".join(f"none{number:02}.html" for number in range(10))
    assert last == f"Warning: 12 of 13 pages have no records: {names} and 2 more"
    assert step == "Next: unweave explain w.json none00.html, to see where the rules apply."


def test_the_summary_as_json(wrapper: str, call: Call) -> None:
    """One object; without -o it is on standard error, since the records are on standard output."""
    data = json.loads(call("extract", wrapper, PAGE, "-o", "out.csv", "--json").stdout)
    assert (data["output"], data["pages"], data["records"]) == ("out.csv", 1, len(truth()))
    assert [each["name"] for each in data["fields"]] == ["country", "code"]
    assert json.loads(call("extract", wrapper, PAGE, "--json").stderr)["output"] is None


@pytest.mark.parametrize("options", [[], ["--provenance"], ["--flatten", "--provenance"]])
def test_an_output_is_replaced_by_the_next_run(options: list[str], wrapper: str, call: Call) -> None:
    """Whatever columns a run has added; also by a run that adds none."""
    assert call("extract", wrapper, PAGE, "-o", "out.csv", *options).exit_code == 0
    header = Path("out.csv").read_text().splitlines()[0]
    assert header == (
        "page,record,start,end,wrapper,version,country,code" if options else "page,record,start,end,country,code"
    )
    assert call("extract", wrapper, PAGE, "-o", "out.csv", *options).exit_code == 0
    assert call("extract", wrapper, PAGE, "-o", "out.csv").exit_code == 0
