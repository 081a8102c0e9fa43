"""``unweave learn PAGE --value NAME=TEXT``: examples without a file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import unweave
from oracles.error_text import in_one_line
from unweave.cli.values import RECORD, ValuesInOrder, records_of
from unweave.errors import BadInput

Call = Callable[..., Result]

LIST = "<h1>Books</h1><ul>{}</ul><p>Contact</p>"
BOOKS = [("Emma", "$5"), ("Kim", "$7"), ("Dune", "$9"), ("She", "$4"), ("a = b", "$3")]


@pytest.fixture(autouse=True)
def pages(here: Path) -> Path:
    """A list of five books, and a page for each of them."""
    rows = "".join(f'<li><a class="t">{title}</a> <i>{price}</i></li>' for title, price in BOOKS)
    (here / "list.html").write_text(LIST.format(rows))
    for number, (title, price) in enumerate(BOOKS):
        (here / f"p{number}.html").write_text(f"<h1>{title}</h1><table><tr><th>Price<td>{price}</table><p>Contact</p>")
    return here


def values(*pairs: str) -> list[str]:
    """Options with these values; an empty text begins another record."""
    return [text for pair in pairs for text in (("--value", pair) if pair else ("--record",))]


def extracted(page: str) -> list[tuple[object, ...]]:
    records = unweave.load("w.json").extract(unweave.Page.read(page))
    return [tuple(record.to_dict().values()) for record in records]


def test_a_list(call: Call) -> None:
    """Two of five records are shown, and all are found; the summary says how many, and how it was read."""
    result = call("learn", "list.html", *values("title=Emma", "price=$5", "", "title=Kim", "price=$7"), "-o", "w.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[:2] == [
        "Learned title and price from 2 records on 1 page: w.json",
        "Read as some of the records of the page; if they are all records of it, give --complete.",
    ]
    assert "  list.html: 5 records found, 2 shown" in result.stdout.splitlines()
    assert "  first record: title='Emma', price='$5'" in result.stdout.splitlines()
    assert "  last record:  title='a = b', price='$3'" in result.stdout.splitlines()
    assert extracted("list.html") == BOOKS


def test_one_record_of_a_list(call: Call) -> None:
    """One record of a page that has more of the same kind is read as some of its records."""
    result = call("learn", "list.html", *values("title=Kim", "price=$7"), "-o", "w.json")
    assert "Read as some of the records of the page" in result.stdout
    assert extracted("list.html") == BOOKS


def test_a_detail_page(call: Call) -> None:
    """One record of a page without others like it is read as the only one; further pages are unlabelled."""
    result = call("learn", "p0.html", "p1.html", "p2.html", *values("title=Emma", "price=$5"), "-o", "w.json")
    assert result.stdout.splitlines()[:2] == [
        "Learned title and price from 1 record on 1 page: w.json",
        "Read as one record for the page, since no others like it were found; for a list, show two records of a page.",
    ]
    assert [extracted(f"p{number}.html") for number in range(5)] == [[book] for book in BOOKS]
    assert [entry["page"] for entry in unweave.load("w.json").origin.examples] == ["p0.html"]


def test_all_records(call: Call) -> None:
    """With --complete no other records are found, and the summary says that it was read so."""
    result = call("learn", "p0.html", *values("title=Emma", "price=$5"), "--complete", "-o", "w.json")
    assert result.stdout.splitlines()[1] == "Read as all records of the page, as --complete says."
    assert unweave.load("w.json").origin.examples[0]["status"] == "complete"


def test_the_order_of_the_options() -> None:
    """--record begins a record wherever it is; the first one may be left out, and several in a row are one."""
    arguments = [
        "--record",
        *values("a=1", "b=2", "", "", "a=3"),
        "-o",
        "w.json",
        "--record",
        "--value=a=4",
        "--record",
    ]
    marked = ValuesInOrder.marked(arguments)
    given = [text.removeprefix("--value=") for text in marked if text.startswith("--value=") or "=" in text]
    assert records_of(given) == [{"a": "1", "b": "2"}, {"a": "3"}, {"a": "4"}]


def test_several_values_of_a_field(call: Call) -> None:
    """The same name twice in a row is a field with several values, which a line of the summary says."""
    Path("by.html").write_text("<h1>Emma</h1><ul><li>Ann Lee</li><li>Bo Ray</li></ul>")
    result = call("learn", "by.html", *values("title=Emma", "by=Ann Lee", "by=Bo Ray"), "-o", "w.json")
    assert "by is a field with several values; for another record, put --record before its values" in result.stdout
    assert extracted("by.html") == [("Emma", ["Ann Lee", "Bo Ray"])]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["Emma"], "--value: 'Emma' has no field name. It would help to write NAME=TEXT: --value title=Emma"),
        (["=Emma"], "--value: '=Emma' has no field name. It would help to write NAME=TEXT: --value title=Emma"),
        (["title="], "--value: field title: its text is empty. It would help to leave it out"),
        (["title= "], "--value: field title: its text is empty. It would help to leave it out"),
        (
            ["title=Emma", "price=$5", "title=Kim", "price=$7"],
            "--value: field title: it is given again after price. It would help to put --record before",
        ),
        ([""], "--record: there is no value after it. It would help to give --value NAME=TEXT"),
        (["title=Emmma"], "list.html: field title: 'Emmma' is not on the page; nearest: 'Emma'"),
    ],
)
def test_what_it_refuses(given: list[str], message: str, call: Call) -> None:
    """One line says what happened and what would help; exit status 2, and no wrapper is written."""
    result = call("learn", "list.html", *values(*given), "-o", "w.json")
    assert (result.exit_code, result.stdout, Path("w.json").exists()) == (2, "", False)
    assert in_one_line(result.stderr).startswith(message)
    assert result.stderr.count("\n") in {2, 3}


def test_values_are_on_one_page(call: Call) -> None:
    """A folder first is refused: which of its pages has the values?"""
    result = call("learn", ".", *values("title=Emma"), "-o", "w.json")
    assert (result.exit_code, "put the page of the values first" in result.stderr) == (2, True)


def test_a_page_without_values(call: Call) -> None:
    """Without a terminal the error says how to show a record of it."""
    result = call("learn", "list.html", "-o", "w.json")
    assert result.exit_code == 2
    assert "It would help to show a record: --value NAME=TEXT" in result.stderr


def test_missing_values_may_be_unknown(call: Call) -> None:
    """With --missing unknown the rest is learned, and the missing value is printed."""
    given = values("title=Emma", "price=$55", "", "title=Kim", "price=$7")
    result = call("learn", "list.html", *given, "--missing", "unknown", "-o", "w.json")
    assert result.exit_code == 0
    assert "list.html: record 1, field price: '$55' is not on the page and is taken as unknown" in result.stdout


@pytest.mark.parametrize(
    "options", [("--recognizers", "r.toml"), ("--json", "--ask"), ("--json", "--sure"), ("--save-answers", "a.json")]
)
def test_options_that_do_not_go_together(options: tuple[str, ...], call: Call) -> None:
    """They are refused before anything is read."""
    result = call("learn", "list.html", *values("title=Emma"), *options, "-o", "w.json")
    assert (result.exit_code, Path("w.json").exists()) == (2, False)


def test_complete_is_not_for_examples_files(call: Call) -> None:
    """There each page has its status."""
    Path("ex.json").write_text('{"unweave": 1, "pages": []}')
    result = call("learn", "ex.json", "--complete", "-o", "w.json")
    assert (result.exit_code, "an examples file has a status for each page" in result.stderr) == (2, True)


def test_a_mark_alone_is_an_error() -> None:
    """Records need values."""
    with pytest.raises(BadInput, match="there is no value after it"):
        records_of([RECORD, RECORD])
