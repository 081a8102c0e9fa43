"""Mistakes that people make, and the message that each gets: ``docs/mistakes.md`` is this table.

To change a message, change it here and write the page again: ``UNWEAVE_REFRESH=1 pytest tests/cli/test_mistakes.py``.
"""

# ruff: noqa: E501  # a line of a message is a line here

import json
import os
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import unweave
from unweave.cli import main

DOCUMENT = Path(__file__).parents[2] / "docs" / "mistakes.md"
HEAD = """# Mistakes and their messages

An error has a line that says what happened, one that says where, and one that says what would help; the reason in the
words of the method comes after them. With `-v` the errors of Python that caused it are named, too. The exit status is
2, and nothing is written. `unweave:` is printed before each message.
"""


class Mistake:
    """What is wrong, the command that does it, and the lines of the message."""

    def __init__(self, title: str, command: str, *lines: str) -> None:
        self.title = title
        self.command = command
        self.lines = lines

    def __str__(self) -> str:
        return self.title

    @property
    def text(self) -> str:
        """The section of the document."""
        return "\n".join([f"**{self.title}**\n", "```console", f"$ unweave {self.command}", *self.lines, "```\n"])


MISTAKES = {
    "Files and folders": [
        Mistake(
            "The name of the page is wrong",
            "learn emmma.html --value title=Emma -o w.json",
            "there is no such file or folder",
            "Where: emmma.html",
            "It would help to check its name.",
        ),
        Mistake(
            "The page is empty",
            "learn empty.html --value title=Emma -o w.json",
            "the file is empty",
            "Where: empty.html",
            "It would help to save the page again.",
        ),
        Mistake(
            "The page is a picture",
            "learn logo.html --value title=Emma -o w.json",
            "a picture, not a page",
            "Where: logo.html",
            "It would help to save the page as HTML.",
        ),
        Mistake(
            "The page is a PDF document",
            "learn flyer.pdf --value title=Emma -o w.json",
            "a PDF document, not a page",
            "Where: flyer.pdf",
            "It would help to save the page as HTML.",
        ),
        Mistake(
            "The page is a folder without pages",
            "extract books.json notes -o out.csv",
            "there are no pages in this folder",
            "Where: notes",
            "It would help to save pages there (.html .htm .xhtml .xht .shtml .xml .txt .text .log .tex).",
        ),
        Mistake(
            "A pattern matches nothing",
            "extract books.json 'page*.html' -o out.csv",
            "no file or folder matches this pattern",
            "Where: page*.html",
            "It would help to check it with ls.",
        ),
        Mistake(
            "The page is an address on the network",
            "extract books.json https://example.org/ -o out.csv",
            "single pages are not read from the network",
            "Where: https://example.org/",
            "It would help to save the page first.",
        ),
        Mistake(
            "The pages are packed in one file",
            "discover crawl.warc.gz -o all.json",
            "only `unweave extract` reads many pages in one file",
            "Where: crawl.warc.gz",
            "It would help to unpack it: pages are read from single files (.html .htm .xhtml .xht .shtml .xml .txt .text .log .tex and others), folders and globs.",
        ),
        Mistake(
            "A folder where a page is expected",
            "explain books.json pages",
            "a folder, not a page",
            "Where: pages",
            "It would help to name a file in it.",
        ),
        Mistake(
            "Standard input is empty",
            "explain books.json -",
            "it is empty",
            "Where: standard input",
            "It would help to send a page to it.",
        ),
    ],
    "Values on the command line": [
        Mistake(
            "No values, and no terminal",
            "learn emma.html -o w.json",
            "no values of this page are given, and there is no terminal to ask on",
            "Where: emma.html",
            "It would help to show a record: --value NAME=TEXT, once for each field, or to give examples in a file.",
        ),
        Mistake(
            "No name for the wrapper",
            "learn emma.html --value title=Emma",
            "Missing option '-o' / '--output'",
            "It would help to look at the options: unweave learn --help",
        ),
        Mistake(
            "A value that is not on the page",
            "learn emma.html --value title=Emma --value price=$6 -o w.json",
            "'$6' is not on the page; nearest: '$5.50'",
            "Where: emma.html, field price",
            "It would help to write values as the page shows them, or to leave them out.",
        ),
        Mistake(
            "A value of a hidden part of the page",
            "learn emma.html --value stock=17 -o w.json",
            "'17' is not on the page; it is only in the code of a script, a style or a comment, which are not searched",
            "Where: emma.html, field stock",
            "It would help to write values as the page shows them, or to leave them out.",
        ),
        Mistake(
            "Several values that are not on the page",
            "learn emma.html --value title=Ema --value price=$5.05 -o w.json",
            "2 values are not on the page",
            "Where: emma.html",
            "It would help to write values as the page shows them, or to leave them out.",
            "  record 1, field title: 'Ema'; nearest: 'Emma'",
            "  record 1, field price: '$5.05'; nearest: '$5.50'",
        ),
        Mistake(
            "A page in another encoding than it says",
            "learn latin.html --value author=Brontë -o w.json",
            "'Brontë' is not on the page; nearest: 'Bront�', 'by'",
            "Where: latin.html, field author",
            "It would help to save the page as UTF-8: some of its characters are in another encoding than it says.",
        ),
        Mistake(
            "A value without a name",
            "learn emma.html --value Emma -o w.json",
            "'Emma' has no field name",
            "Where: --value",
            "It would help to write NAME=TEXT: --value title=Emma.",
        ),
        Mistake(
            "A value without a text",
            "learn emma.html --value title= -o w.json",
            "its text is empty",
            "Where: --value, field title",
            "It would help to leave it out, or to put a text with a $ into single quotes.",
        ),
        Mistake(
            "--record without a value after it",
            "learn emma.html --record -o w.json",
            "there is no value after it",
            "Where: --record",
            "It would help to give --value NAME=TEXT.",
        ),
        Mistake(
            "A second record without --record",
            "learn list.html --value title=Emma --value price=$5 --value title=Kim -o w.json",
            "it is given again after price",
            "Where: --value, field title",
            "It would help to put --record before the values of another record.",
        ),
        Mistake(
            "A folder before the values",
            "learn pages --value title=Emma -o w.json",
            "values are on one page, and these are 2",
            "Where: pages",
            "It would help to put the page of the values first.",
        ),
    ],
    "Examples files": [
        Mistake(
            "The name of the examples file is wrong",
            "learn example.json -o w.json",
            "No such file or directory",
            "Where: example.json",
            "It would help to check its name.",
        ),
        Mistake(
            "A trailing comma in JSON",
            "learn comma.json -o w.json",
            "it is not JSON: a comma before a closing bracket at line 2, column 53",
            "Where: comma.json",
            "It would help to correct it there.",
        ),
        Mistake(
            "Another JSON file",
            "learn list.json -o w.json",
            "this is no examples file",
            "Where: list.json",
            'It would help to give a file of the form {"unweave": 1, "pages": []}.',
        ),
        Mistake(
            "A wrapper instead of examples",
            "learn books.json -o w.json",
            "this is a wrapper, not an examples file",
            "Where: books.json",
            "It would help to run it: unweave extract.",
        ),
        Mistake(
            "A key that is not known",
            "learn key.json -o w.json",
            "unknown key 'values'",
            "Where: key.json: page emma.html",
            "It would help to use one of page, url, charset, status, section, records, rejected.",
        ),
        Mistake(
            "A status that is not known",
            "learn status.json -o w.json",
            "'done' is no status",
            "Where: status.json: page emma.html",
            "It would help to use one of complete, partial, unlabelled.",
        ),
        Mistake(
            "Examples of another version",
            "learn version.json -o w.json",
            "it has version 2; this program reads version 1",
            "Where: version.json",
            "It would help to write 1.",
        ),
        Mistake(
            "A page that is not there",
            "learn gone.json -o w.json",
            "no such file",
            "Where: gone.json: page gone.html",
            "It would help to check its name and folder.",
        ),
        Mistake(
            "Examples without a record",
            "learn none.json -o w.json",
            "no page has a record, so there is nothing to learn from",
            "Where: the examples",
            "It would help to show a record.",
        ),
        Mistake(
            "A span outside the page",
            "learn span.json -o w.json",
            "the span 4-9000 does not lie on the page, which has 94 characters",
            "Where: span.json: page emma.html, field title",
        ),
    ],
    "Tables": [
        Mistake(
            "A table without a column for pages",
            "learn nopage.csv -o w.json",
            "no column is called page or url; its columns are file, title",
            "Where: nopage.csv",
            "It would help to add a column page with files.",
        ),
        Mistake(
            "A table whose page is not there",
            "learn gone.csv -o w.json",
            "no such file",
            "Where: gone.csv: page gone.html",
            "It would help to check its name and folder.",
        ),
        Mistake(
            "A table whose page is an address",
            "learn url.csv -o w.json",
            "pages are read from files",
            "Where: url.csv: page https://example.org/emma",
            "It would help to save it, and to put the name of the file into the table.",
        ),
        Mistake(
            "A row with too many cells",
            "learn cells.csv -o w.json",
            "it has 3 cells, and the first line has 2",
            "Where: cells.csv: line 2",
            "It would help to put values with a comma into double quotes.",
        ),
        Mistake(
            "A table without rows",
            "learn head.csv -o w.json",
            "the table has no rows",
            "Where: head.csv",
            "It would help to add a row with a page and its values.",
        ),
        Mistake(
            "Two columns with one name",
            "learn twice.csv -o w.json",
            "two columns have the name 'title'",
            "Where: twice.csv",
            "It would help to rename one.",
        ),
        Mistake(
            "No value of the table is on its page",
            "learn wrong.csv -o w.json",
            "its only value, 'Kim' of title, is not on emma.html",
            "Where: wrong.csv",
            "It would help to check the names of the pages and how values are written.",
        ),
        Mistake(
            "A line that is not JSON",
            "learn line.jsonl -o w.json",
            "it is not JSON: Expecting value: line 1 column 31 (char 30)",
            "Where: line.jsonl: line 2",
            "It would help to correct this line.",
        ),
        Mistake(
            "A database with several tables",
            "learn books.sqlite -o w.json",
            "the database has several tables: books, authors",
            "Where: books.sqlite",
            'It would help to choose one: --query "SELECT * FROM books".',
        ),
        Mistake(
            "A query with a table that is not there",
            "learn books.sqlite --query 'SELECT * FROM book' -o w.json",
            "the query cannot be used: no such table: book",
            "Where: books.sqlite: --query",
            "It would help to write a SELECT statement, with the names of tables and columns as they are in the file.",
        ),
        Mistake(
            "A query that would change the database",
            "learn books.sqlite --query 'DROP TABLE books' -o w.json",
            "the query cannot be used: not authorized",
            "Where: books.sqlite: --query",
            "It would help to write a SELECT statement, with the names of tables and columns as they are in the file.",
        ),
        Mistake(
            "A query without a table",
            "learn emma.html --value title=Emma --query 'SELECT 1' -o w.json",
            "--query is for tables: leave out --value",
            "It would help to look at the options: unweave learn --help",
        ),
    ],
    "Wrappers and outputs": [
        Mistake(
            "The name of the wrapper is wrong",
            "extract book.json emma.html -o out.csv",
            "cannot be read: No such file or directory",
            "Where: book.json",
            "It would help to give a wrapper file, as `unweave learn` writes it.",
        ),
        Mistake(
            "Examples instead of a wrapper",
            "extract examples.json emma.html -o out.csv",
            "this is an examples file, not a wrapper",
            "Where: examples.json",
            "It would help to learn a wrapper from it: unweave learn.",
        ),
        Mistake(
            "A page instead of a wrapper",
            "extract emma.html list.html -o out.csv",
            "this is not a complete wrapper file: JSON is malformed: invalid character (byte 0)",
            "Where: emma.html",
            "It would help to give a wrapper file, as `unweave learn` writes it.",
        ),
        Mistake(
            "A damaged wrapper",
            "extract torn.json emma.html -o out.csv",
            "this is not a complete wrapper file: Input data was truncated",
            "Where: torn.json",
            "It would help to give a wrapper file, as `unweave learn` writes it.",
        ),
        Mistake(
            "A wrapper of a newer version",
            "extract newer.json emma.html -o out.csv",
            "this wrapper was written by a newer unweave (format 2; this one reads up to 1)",
            "Where: newer.json",
            "It would help to learn it again.",
        ),
        Mistake(
            "A wrapper of an unknown kind",
            "extract kind.json emma.html -o out.csv",
            "this wrapper has an unknown kind, 'magic'",
            "Where: kind.json",
            "It would help to learn it again.",
        ),
        Mistake(
            "The output exists",
            "learn emma.html --value title=Emma -o examples.json",
            "this file exists, and is an examples file; it is not overwritten",
            "Where: examples.json",
            "It would help to choose another name, or to give --force.",
        ),
        Mistake(
            "The output is somebody's table",
            "extract books.json emma.html -o wrong.csv",
            "this file exists, and this command did not make it; it is not overwritten",
            "Where: wrong.csv",
            "It would help to choose another name, or to give --force.",
        ),
        Mistake(
            "The folder of the output does not exist",
            "extract books.json emma.html -o no/out.csv",
            "cannot write there: the folder no does not exist",
            "Where: no/out.csv",
            "It would help to choose another place.",
        ),
        Mistake(
            "An output in an unknown format",
            "extract books.json emma.html -o out.xls",
            "this ending is not known",
            "Where: out.xls",
            "It would help to use one of .jsonl .jsonl.gz .jsonl.zst .json .csv .tsv .sqlite .db .parquet.",
        ),
        Mistake(
            "The output is one of the pages",
            "extract books.json pages -o pages/p1.html --force",
            "cannot write there: it is one of the pages to read",
            "Where: pages/p1.html",
            "It would help to choose another name.",
        ),
        Mistake(
            "Rows added to a .csv file",
            "extract books.json emma.html --append -o out.csv",
            "rows cannot be added to such a file",
            "Where: out.csv",
            "It would help to use .jsonl .jsonl.gz .jsonl.zst .sqlite .db.",
        ),
        Mistake(
            "A key that is no column",
            "extract books.json emma.html --upsert isbn -o out.jsonl",
            "the key 'isbn' is no column",
            "Where: out.jsonl",
            "It would help to use one of page, record, start, end, title, price.",
        ),
        Mistake(
            "--append without a file",
            "extract books.json emma.html --append",
            "--append and --upsert need a file: give it with -o",
            "It would help to look at the options: unweave extract --help",
        ),
    ],
    "Commands, options and methods": [
        Mistake(
            "A command that does not exist",
            "lern emma.html",
            "No such command 'lern'",
            "It would help to look at the options: unweave --help",
        ),
        Mistake(
            "An option that does not exist",
            "learn emma.html --valeu title=Emma -o w.json",
            "No such option '--valeu'. Did you mean '--value'?",
            "It would help to look at the options: unweave learn --help",
        ),
        Mistake(
            "A method that does not exist",
            "learn examples.json --method best -o w.json",
            "'best' is not known",
            "Where: method",
            "It would help to use one of auto, lr, hlrt, oclr, hoclrt, m-lr, n-lr, n-hlrt, tree, rules, builders, regions, embedded, template.",
        ),
        Mistake(
            "A method that is not for these examples",
            "learn heading.json --method lr -o w.json",
            "no LR wrapper agrees with the examples",
            "Where: field title, page heading.html",
            "It would help to leave out --method lr: then all methods are compared.",
            "The reason: C2, the left delimiter: every candidate also occurs after the last record, where no record begins",
        ),
        Mistake(
            "--complete with an examples file",
            "learn examples.json --complete -o w.json",
            "--complete is for --value and for tables: an examples file has a status for each page",
            "It would help to look at the options: unweave learn --help",
        ),
        Mistake(
            "A type of records that is not there",
            "extract books.json emma.html --type author -o out.csv",
            "the wrapper has no 'author'; its records have no types",
            "Where: type",
        ),
        Mistake(
            "An export to a language that is not known",
            "export books.json --to java",
            "'java' is not known; there are xpath, css, regex, python, scrapy, web-poet",
            "Where: export",
        ),
        Mistake(
            "Nothing in common: discover with one page",
            "discover emma.html",
            "nothing repeats on them, so there is no list, and a template needs several pages",
            "Where: the pages",
            "It would help to show values to `unweave learn`.",
        ),
        Mistake(
            "A column that is not there",
            "discover pages --list --rename price=cost",
            "there is no column 'price'",
            "Where: the new names",
            "It would help to use a name that is printed.",
        ),
        Mistake(
            "--rename without =",
            "discover pages --rename price",
            "'price' is not of the form OLD=NEW",
            "Where: --rename",
            "It would help to write --rename h1=title.",
        ),
    ],
}
NOTED = [
    Mistake(
        "A field name with a typo",
        "learn typo.json -o w.json",
        "  the field 'pirce' is in one record only: is it a typo of 'price'?",
    ),
    Mistake(
        "The same record twice",
        "learn emma.html --value title=Emma --record --value title=Emma -o w.json",
        "  emma.html: record 2 has the same values as record 1, and the page shows them once: it is used once",
    ),
    Mistake(
        "A value of a table that is not on its page",
        "learn half.csv -o w.json",
        "  kim.html: record 1, field price: '$8' is not on the page and is taken as unknown",
    ),
    Mistake(
        "A single record of a list",
        "learn list.html --value title=Emma --value price=$5 -o w.json",
        "Next: show a second record of the page. One alone does not determine what the others look like.",
    ),
    Mistake(
        "A page of another site",
        "extract shop.json shop.html news.html -o out.csv",
        "Warning: 1 of 2 pages looks like another site: news.html",
        "Next: unweave learn news.html, for a wrapper of its own, or leave this page out.",
    ),
    Mistake(
        "A page that cannot be used, among others",
        "extract books.json emma.html empty.html -o out.csv",
        "1 page set aside: out.csv.problems.jsonl",
        "  empty.html: the file is empty. It would help to save the page again",
    ),
]


BOOK = "<h1>{}</h1><p>by <i>{}</i></p><p>Price: <b>{}</b></p><script>var stock = 17;</script>"
LIST = "<ul><li><a>Emma</a> <b>$5</b></li><li><a>Kim</a> <b>$7</b></li><li><a>Dune</a> <b>$9</b></li></ul>"

SHOP = "<div class=shop><h1>{}</h1>" + "".join(f"<p class=a{row}>{row}<b class=b{row}>{row}</b>" for row in range(20))


def examples(**entry: object) -> str:
    """An examples file of one page."""
    return json.dumps({"unweave": 1, "pages": [{"page": "emma.html", "records": [{"title": "Emma"}]} | entry]})


TEXTS = {
    "emma.html": BOOK.format("Emma", "Austen", "$5.50"),
    "list.html": LIST,
    "heading.html": "<b>Books</b><b>Emma</b><b>Kim</b><b>Next</b>",
    "pages/p1.html": LIST,
    "pages/p2.html": LIST.replace("Emma", "Vathek"),
    "kim.html": BOOK.format("Kim", "Kipling", "$7"),
    "dune.html": BOOK.format("Dune", "Herbert", "$9"),
    "shop.html": SHOP.format("Emma"),
    "news.html": "<article><h1>Rain</h1><p>It <i>rains</i>.</p><p>It <b>pours</b>.</p></article>",
    "notes/todo.md": "- save the pages",
    "empty.html": "",
    "examples.json": examples(),
    "comma.json": '{"unweave": 1, "pages": [\n  {"page": "emma.html", "records": [{"title": "Emma",}]}]}',
    "list.json": '[{"title": "Emma"}]',
    "key.json": examples(values=[]),
    "status.json": examples(status="done"),
    "version.json": examples().replace('"unweave": 1', '"unweave": 2'),
    "gone.json": examples(page="gone.html"),
    "typo.json": """{"unweave": 1, "pages": [
        {"page": "emma.html", "records": [{"title": "Emma", "price": "$5.50"}]},
        {"page": "dune.html", "records": [{"title": "Dune", "price": "$9"}]},
        {"page": "kim.html", "records": [{"title": "Kim", "pirce": "$7"}]}]}""",
    "none.json": examples(records=[]),
    "span.json": examples(records=[{"title": {"span": [4, 9000]}}]),
    "heading.json": examples(page="heading.html", records=[{"title": "Emma"}, {"title": "Kim"}]),
    "nopage.csv": "file,title\nemma.html,Emma\n",
    "gone.csv": "page,title\ngone.html,Emma\n",
    "url.csv": "url,title\nhttps://example.org/emma,Emma\n",
    "cells.csv": "page,title\nemma.html,Emma, by Austen\n",
    "head.csv": "page,title\n",
    "twice.csv": "page,title,title\nemma.html,Emma,Emma\n",
    "wrong.csv": "page,title\nemma.html,Kim\n",
    "half.csv": "page,title,price\nemma.html,Emma,$5.50\nkim.html,Kim,$8\n",
    "line.jsonl": '{"page": "emma.html", "title": "Emma"}\n{"page": "kim.html", "title": }\n',
}
BYTES = {
    "logo.html": b"\x89PNG\r\n\x1a\n",
    "flyer.pdf": b"%PDF-1.7 Emma",
    "crawl.warc.gz": b"\x1f\x8b",
    "latin.html": b'<meta charset="utf-8"><p>by <i>Bront\xeb</i></p>',
}


def prepare(folder: Path) -> None:
    """Write the files that the commands name."""
    for name, text in TEXTS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for name, data in BYTES.items():
        (folder / name).write_bytes(data)
    with closing(sqlite3.connect(folder / "books.sqlite")) as connection, connection:
        connection.execute("CREATE TABLE books (page, title)")
        connection.execute("CREATE TABLE authors (name)")
    page = unweave.Page.read(folder / "emma.html")
    wrapper = unweave.learn([unweave.Example.from_values(page, [{"title": "Emma", "price": "$5.50"}])])
    unweave.dump(wrapper, folder / "books.json")
    page = unweave.Page.read(folder / "shop.html")
    unweave.dump(unweave.learn([unweave.Example.from_values(page, [{"title": "Emma"}])]), folder / "shop.json")
    text = (folder / "books.json").read_text()
    (folder / "torn.json").write_text(text[:100])
    (folder / "newer.json").write_text(text.replace('"unweave": 1', '"unweave": 2'))
    (folder / "kind.json").write_text(text.replace('"kind": "rules"', '"kind": "magic"'))


@pytest.fixture(autouse=True)
def folder(here: Path) -> Path:
    """The files that the commands name."""
    prepare(here)
    return here


def run(mistake: Mistake) -> Result:
    """What the command does, with nothing on standard input."""
    arguments = shlex.split(mistake.command)
    return CliRunner().invoke(main, arguments, prog_name="unweave", input="", catch_exceptions=False)


@pytest.mark.parametrize("mistake", [one for some in MISTAKES.values() for one in some], ids=str)
def test_the_message(mistake: Mistake, folder: Path) -> None:
    """The whole message, exit status 2, nothing on standard output, and no file written."""
    before = sorted(folder.rglob("*"))
    result = run(mistake)
    assert result.stderr.removeprefix("unweave: ").splitlines() == list(mistake.lines)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize("mistake", NOTED, ids=str)
def test_the_note(mistake: Mistake) -> None:
    """What is no error, but worth a look: the lines are part of the summary, and the exit status is 0, or 3 for pages set aside."""
    result = run(mistake)
    assert [line for line in mistake.lines if line not in result.stdout.splitlines()] == []
    assert (result.exit_code, result.stderr) == (3 if "set aside" in mistake.lines[0] else 0, "")


def test_an_error_in_detail() -> None:
    """With -v the causes follow."""
    result = run(Mistake("", "extract book.json emma.html -v"))
    assert (
        result.stderr.splitlines()[-1]
        == "Caused by FileNotFoundError: [Errno 2] No such file or directory: 'book.json'"
    )


def test_the_document() -> None:
    """The page for users is this table."""
    parts = [HEAD, *(f"\n## {title}\n\n" + "\n".join(one.text for one in some) for title, some in MISTAKES.items())]
    noted = "\n## No error, but a note\n\nThe command goes on; these lines are part of its summary.\n\n"
    text = "".join([*parts, noted, "\n".join(one.text for one in NOTED)])
    if os.environ.get("UNWEAVE_REFRESH"):
        DOCUMENT.write_text(text, encoding="utf-8")
    assert DOCUMENT.read_text(encoding="utf-8") == text
