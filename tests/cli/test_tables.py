"""``unweave learn TABLE``: examples from a .csv, .tsv or .jsonl file."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

import unweave
from oracles.error_text import in_one_line
from unweave.cli.tables import read_table
from unweave.records import UNKNOWN

Call = Callable[..., Result]

BOOKS = [("Emma", "$5", "Ann"), ("Kim", "$7", "Bo"), ("Dune", "$9", "Cy"), ("She", "$4", "Di")]
PAGE = "<h1>{}</h1><table><tr><th>Price<td>{}<tr><th>By<td>{}</table><p>Contact us</p>"


@pytest.fixture(autouse=True)
def pages(here: Path) -> Path:
    """A page for each book, in a folder; the tables are beside the pages."""
    (here / "data").mkdir()
    for number, book in enumerate(BOOKS):
        (here / "data" / f"p{number}.html").write_text(PAGE.format(*book))
    return here


def table(text: str, name: str = "books.csv") -> str:
    (Path("data") / name).write_text(text, encoding="utf-8")
    return f"data/{name}"


def extracted(page: str) -> list[dict[str, object]]:
    return [record.to_dict() for record in unweave.load("w.json").extract(unweave.Page.read(page))]


TEXTS = {
    "books.csv": "page,title,price\np0.html,Emma,$5\np1.html,Kim,$7\n",
    "books.tsv": "url\ttitle\tprice\np0.html\tEmma\t$5\np1.html\tKim\t$7\n",
    "books.jsonl": '{"page": "p0.html", "title": "Emma", "price": "$5"}\n\n{"page": "p1.html", "title": "Kim"}\n',
}


@pytest.mark.parametrize("name", TEXTS)
def test_it_learns(name: str, call: Call) -> None:
    """Pages are named relative to the table, and the result is right on the other pages."""
    result = call("learn", table(TEXTS[name], name), "data/p*.html", "-o", "w.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[0] == "Learned title and price from 2 records on 2 pages: w.json"
    assert extracted("data/p3.html") == [{"title": "She", "price": "$4"}]


def test_missing_values_are_listed(call: Call) -> None:
    """By default they are unknown, and printed; with --missing error they are an error."""
    path = table("page,title,price\np0.html,Emma,$5\np1.html,Kim,$77\np2.html,Dune,\n")
    result = call("learn", path, "-o", "w.json")
    assert "  data/p1.html: record 1, field price: '$77' is not on the page and is taken as unknown" in result.stdout
    assert extracted("data/p3.html") == [{"title": "She", "price": "$4"}]
    refused = call("learn", path, "-o", "v.json", "--missing", "error")
    assert (refused.exit_code, "'$77' is not on the page" in refused.stderr) == (2, True)


def test_a_row_whose_values_are_all_missing(call: Call) -> None:
    """Its page is unlabelled, and its values are listed."""
    result = call("learn", table("page,title,price\np0.html,Emma,$5\np1.html,Kimm,$77\n"), "-o", "w.json")
    assert result.stdout.splitlines()[0] == "Learned title and price from 1 record on 1 page: w.json"
    assert result.stdout.count("is not on the page and is taken as unknown") == 2
    assert extracted("data/p3.html") == [{"title": "She", "price": "$4"}]


def test_empty_cells() -> None:
    """Not known, or with complete absent; a row with only a page is an unlabelled page."""
    path = table("page,title,price\np0.html,Emma,\np1.html,,\n")
    first, second = read_table(path)
    assert (first.status, first.records[0].cell("price"), second.status) == ("partial", UNKNOWN, "unlabelled")
    whole, _ = read_table(path, complete=True)
    assert (whole.status, whole.records[0].cell("price")) == ("complete", None)


def test_rows_of_one_page_are_its_records(call: Call) -> None:
    """In any order, and between rows of other pages: a list page."""
    rows = "".join(f"<li><b>{title}</b> <i>{price}</i></li>" for title, price, _ in BOOKS)
    Path("data/list.html").write_text(f"<ul>{rows}</ul>")
    result = call("learn", table("title,page,price\nKim,list.html,$7\nEmma,list.html,$5\n"), "-o", "w.json")
    assert "Read as some of the records of the page; if they are all records of it, give --complete." in result.stdout
    assert [record["title"] for record in extracted("data/list.html")] == [title for title, _, _ in BOOKS]


def test_a_page_has_one_example() -> None:
    """However its name is written."""
    rows = "<li>Emma</li><li>Kim</li>"
    Path("data/list.html").write_text(rows)
    (example,) = read_table(table("page,title\nlist.html,Emma\n./list.html,Kim\n"))
    assert len(example.records) == 2


def test_no_value_of_a_complete_table_is_there(call: Call) -> None:
    """The same error as for a partial one."""
    result = call("learn", table("page,title\np0.html,Anna\n"), "--complete", "-o", "w.json")
    assert (result.exit_code, "its only value, " in result.stderr) == (2, True)


def test_what_extract_wrote_can_be_learned_from(call: Call) -> None:
    """The columns record, start and end are not fields; a list in a cell is a list."""
    text = 'page,record,start,end,title,by\np0.html,1,4,8,Emma,"[""Ann""]"\n'
    (example,) = read_table(table(text))
    assert example.records[0].to_dict() == {"title": "Emma", "by": ["Ann"]}
    assert call("learn", "data/books.csv", "-o", "w.json").exit_code == 0
    (example,) = read_table(table("_page,record,start,end,page\np0.html,1,4,8,Emma\n"))
    assert example.records[0].to_dict() == {"page": "Emma"}


def test_texts_are_kept_as_they_are_written() -> None:
    """A number in JSON is the text on the page; brackets that are no JSON list are text; quotes and newlines."""
    Path("data/n.html").write_text('<b>5.50</b> <i>[1]</i> <u>say "hi"</u> <s>one\ntwo</s>')
    (example,) = read_table(table('{"page": "n.html", "price": 5.50}\n', "n.jsonl"))
    assert example.records[0].to_dict() == {"price": "5.50"}
    (example,) = read_table(table('\ufeffpage,note,said,lines\nn.html,[1],"say ""hi""","one\ntwo"\n'))
    assert example.records[0]["note"] == "[1]"
    assert example.records[0]["said"] == 'say "hi"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "data/books.csv: the table has no rows"),
        ("page,title\n", "data/books.csv: the table has no rows"),
        ("file,title\np0.html,Emma\n", "data/books.csv: no column is called page or url"),
        ("page\np0.html\n", "data/books.csv: the table has no column beside page"),
        ("page,title\n,Emma\n", "data/books.csv: line 2: the column 'page' is empty"),
        ("page,title\ngone.html,Emma\n", "data/books.csv: page gone.html: no such file"),
        ("page,title\nhttp://x.org/a,Emma\n", "data/books.csv: page http://x.org/a: pages are read from files"),
        ("page,title\np0.html,Emma,and Kim\n", "data/books.csv: line 2: it has 3 cells, and the first line has 2"),
        ("page,title,title\np0.html,Emma,Kim\n", "data/books.csv: two columns have the name 'title'"),
        ("page,title,\np0.html,Emma,Kim\n", "data/books.csv: column 3 has no name in the first line"),
        ("page,title\np0.html,Anna\n", "data/books.csv: its only value, 'Anna' of title, is not on data/p0.html"),
        ("page,title\np0.html,\n", "data/books.csv: the table has no values beside the names of the pages"),
    ],
)
def test_what_it_refuses(text: str, message: str, call: Call) -> None:
    """One line with the place and the reason, exit status 2, and no wrapper."""
    result = call("learn", table(text), "-o", "w.json")
    assert (result.exit_code, result.stdout, Path("w.json").exists()) == (2, "", False)
    assert in_one_line(result.stderr).startswith(message)
    assert result.stderr.count("\n") in {2, 3}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[1]\n", "data/books.jsonl: line 1: it is not an object"),
        (b'{"page": \n', "data/books.jsonl: line 1: it is not JSON"),
        (b'{"page": "\xff"}\n', "data/books.jsonl: it is not UTF-8 text"),
    ],
)
def test_lines_that_are_no_rows(data: bytes, message: str, call: Call) -> None:
    """The line is named."""
    Path("data/books.jsonl").write_bytes(data)
    result = call("learn", "data/books.jsonl", "-o", "w.json")
    assert (result.exit_code, in_one_line(result.stderr).startswith(message)) == (2, True)


def test_a_table_that_is_not_there(call: Call) -> None:
    """It is named."""
    result = call("learn", "gone.csv", "-o", "w.json")
    assert (result.exit_code, result.stderr) == (
        2,
        "unweave: No such file or directory\nWhere: gone.csv\nIt would help to check its name.\n",
    )


def test_the_summary_as_json(call: Call) -> None:
    """One object with the wrapper's file, how the table was read, and the counts of each field."""
    result = call("learn", table(TEXTS["books.csv"]), "data/p*.html", "-o", "w.json", "--json")
    data = json.loads(result.stdout)
    assert (data["wrapper"], data["pages"], data["records"]) == ("w.json", 4, 4)
    assert [(each["name"], each["filled"], each["fill"], each["distinct"]) for each in data["fields"]] == [
        ("title", 4, 1.0, 4),
        ("price", 4, 1.0, 4),
    ]
    assert [(page["page"], page["shown"], page["found"]) for page in data["labelled"]] == [
        ("data/p0.html", 1, 1),
        ("data/p1.html", 1, 1),
    ]
    assert data["read_as"][0].startswith("Read as one record for each page")


def database(file: str = "books.sqlite") -> str:
    """A database with two tables, the pages of their rows, and a column that no page has."""
    for number, (title, price) in enumerate([("Emma", "$5"), ("Kim", "$7")], 1):
        Path(f"p{number}.html").write_text(f"<h1>{title}</h1><p>Price: <b>{price}</b></p>")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE books (file, title, price, stock)")
        connection.execute("INSERT INTO books VALUES ('p1.html', 'Emma', '$5', 17), ('p2.html', 'Kim', '$7', 3)")
        connection.execute("CREATE TABLE authors (name)")
    return file


def test_a_query_chooses_rows_and_columns_of_a_database(call: Call) -> None:
    """The names of its columns are the fields."""
    query = "SELECT file AS page, title, price FROM books"
    result = call("learn", database(), "--query", query, "-o", "w.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Learned title and price from 2 records on 2 pages: w.json\n")


def test_a_database_that_extract_wrote_is_a_table(call: Call) -> None:
    """Its table ``records`` is read without a query, and the columns for places are no fields."""
    database()
    assert call("learn", "p1.html", "--value", "title=Emma", "-o", "w.json").exit_code == 0
    assert call("extract", "w.json", "p1.html", "p2.html", "-o", "out.db").exit_code == 0
    result = call("learn", "out.db", "-o", "again.json")
    assert result.stdout.startswith("Learned title from 2 records on 2 pages: again.json\n")


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_query_on_a_table_of_text(ending: str, call: Call) -> None:
    """The file is the table ``rows``."""
    database()
    rows = {
        "csv": "file,name,note\np1.html,Emma,x\np2.html,Kim,\n",
        "jsonl": '{"file": "p1.html", "name": "Emma", "note": 5}\n{"file": "p2.html", "name": "Kim"}\n',
    }
    Path(f"t.{ending}").write_text(rows[ending])
    query = "SELECT file AS page, name AS title FROM rows WHERE note IS NULL OR note = ''"
    result = call("learn", f"t.{ending}", "--query", query, "-o", "w.json")
    assert result.stdout.startswith("Learned title from 1 record on 1 page: w.json\n")


@pytest.mark.parametrize("query", ["DELETE FROM books", "ATTACH 'new.db' AS other", "PRAGMA user_version = 5"])
def test_a_query_can_only_read(query: str, call: Call) -> None:
    """Nothing is changed, and no file is made."""
    before = Path(database()).read_bytes()
    result = call("learn", "books.sqlite", "--query", query, "-o", "w.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("unweave: the query cannot be used: ")
    assert Path("books.sqlite").read_bytes() == before
    assert not Path("new.db").exists()
