"""``unweave learn PAGE``: the dialogue on a terminal, and what is said where there is none."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import unweave
from unweave.cli import main
from unweave.cli.dialogue import PICK_HELP

BOOKS = [("Emma", "Austen", "$5"), ("Kim", "Kipling", "$7"), ("Dune", "Herbert", "$9"), ("She", "Haggard", "$4")]


@pytest.fixture(autouse=True)
def pages(here: Path) -> None:
    """A list page, and two detail pages."""
    rows = "".join(f"<li><a href=/{title}>{title}</a> <i>{by}</i> <b>{price}</b></li>" for title, by, price in BOOKS)
    (here / "books.html").write_text(f"<h1>Shop</h1><ul>{rows}</ul><p>Contact</p>")
    for title, _, price in BOOKS:
        (here / f"{title.lower()}.html").write_text(f"<h1>{title}</h1><p>Price: <b>{price}</b></p>")


def talk(*arguments: str, answers: str) -> Result:
    """The dialogue with these lines typed."""
    return CliRunner().invoke(main, ["learn", "--guided", *arguments], input=answers, catch_exceptions=False)


def test_columns_are_picked_and_named() -> None:
    """The columns are printed with values; the records that the wrapper finds, before it is written."""
    result = talk("books.html", answers="1=title, 4=price\ny\n\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[:9] == [
        "books.html: 4 records, 4 columns",
        "   1  a     4 of 4  Emma | Kim | Dune",
        "   2  link  4 of 4  /Emma | /Kim | /Dune",
        "   3  i     4 of 4  Austen | Kipling | Herbert",
        "   4  b     4 of 4  $5 | $7 | $9",
        PICK_HELP,
        "> 1=title, 4=price",
        "The wrapper finds 4 records on this page.",
        "  first record: title='Emma', price='$5'",
    ]
    wrapper = unweave.load("books.wrapper.json")
    found = [record.to_dict() for record in wrapper.extract(unweave.Page.read("books.html"))]
    assert found == [{"title": title, "price": price} for title, _, price in BOOKS]


def test_a_field_is_added_and_another_left_out() -> None:
    """A value adds a field; a minus takes one away; a value that is not on the page changes nothing."""
    result = talk("books.html", "-o", "w.json", answers="1=title, 4\nby=Austen\n-b\ntitle=Emmma\ny\n")
    assert "'Emmma' is not on the page; nearest: 'Emma'" in result.stdout
    assert "The records stay as they were." in result.stdout
    assert unweave.load("w.json").schema.names == ("title", "by")


def test_a_wrong_last_record_is_corrected() -> None:
    """The last record with another value is one more example."""
    result = talk("books.html", "-o", "w.json", answers="1=title\nlast title=She\ny\n")
    assert "Learned title from 4 records on 1 page: w.json" in result.stdout.splitlines()


def test_values_are_typed_where_no_column_is_seen() -> None:
    """A single detail page: the values of its record are typed."""
    result = talk("emma.html", answers="title=Emma\nEmma\nprice=$5\n\ny\n\n")
    assert "emma.html: no columns are seen on this page alone." in result.stdout
    assert "'Emma' has no field name. Write NAME=TEXT." in result.stdout
    assert [
        record.to_dict() for record in unweave.load("emma.wrapper.json").extract(unweave.Page.read("kim.html"))
    ] == [{"title": "Kim", "price": "$7"}]


def test_columns_of_detail_pages() -> None:
    """Several pages of one kind: what they have in common is the template, the rest are columns."""
    result = talk("emma.html", "kim.html", "dune.html", "she.html", "-o", "w.json", answers="1=title, 2=price\ny\n")
    assert "   2  price  1 of 1  $5" in result.stdout.splitlines()
    assert "Learned title and price from 1 record on 1 page: w.json" in result.stdout


@pytest.mark.parametrize("answers", ["", "q\n", "1=title\nq\n", "1=title\n", "0\n\n", "1=title\ny\nq\n"])
def test_nothing_is_written_when_the_person_stops(answers: str) -> None:
    """At whatever question; the exit status is 1."""
    result = talk("books.html", answers=answers)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, "Stopped; nothing is written.")
    assert not list(Path().glob("*.json"))


def test_a_column_that_is_not_there() -> None:
    """The question is asked again."""
    result = talk("books.html", "-o", "w.json", answers="9=title\n1=x, 2=x\n1=title\ny\n")
    assert "There is no column 9; write numbers from 1 to 4." in result.stdout
    assert "Two columns have the name x; give each its own." in result.stdout
    assert result.exit_code == 0


def test_no_file_is_overwritten() -> None:
    """The proposed name is free, and another name that is taken is refused."""
    Path("books.wrapper.json").write_text("mine")
    result = talk("books.html", answers="1=title\ny\nbooks.wrapper.json\n\n")
    assert "books.wrapper.json exists, and is not overwritten. Choose another name." in result.stdout
    assert Path("books.wrapper.json").read_text() == "mine"
    assert unweave.load("books-2.wrapper.json").schema.names == ("title",)


def test_without_a_terminal_the_ways_are_named() -> None:
    """A program that calls it is not left waiting."""
    result = CliRunner().invoke(main, ["learn", "books.html", "-o", "w.json"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "unweave: no values of this page are given, and there is no terminal to ask on",
        "Where: books.html",
        "It would help to show a record: --value NAME=TEXT, once for each field, or to give examples in a file.",
    ]


def test_on_a_terminal_no_option_is_needed(here: Path) -> None:
    """``unweave learn PAGE`` alone begins the dialogue on a real terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "unweave", "learn", "books.html"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=here, stdin=theirs, stdout=pipe) as process:
        os.write(ours, b"1=title\ny\n\n")
        printed, _ = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert (process.returncode, b"The wrapper finds 4 records" in printed) == (0, True)
    assert (here / "books.wrapper.json").exists()
