"""``unweave export``: the rules for another engine, and whether they say the same there."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import unweave
from unweave.demo import book_pages
from unweave.records import Example

Call = Callable[..., Result]


@pytest.fixture
def wrapper(demo: Path) -> Path:
    """Rules for the price of a book, learned from two detail pages of the demo."""
    shown = [
        Example.from_values(example.page, [{"title": example.records[0]["title"]}], status="partial")
        for example in book_pages()[:2]
    ]
    unweave.dump(unweave.learn(shown, method="rules"), demo / "w.json")
    return demo / "w.json"


def test_it_writes_an_expression_per_field_and_checks_it(call: Call, wrapper: Path, demo: Path) -> None:
    """The expression runs in the other engine with the same values on every page."""
    result = call("export", str(wrapper), str(demo / "bookshop" / "books"))
    lines = result.output.splitlines()
    assert (result.exit_code, lines[0].partition(": ")[0]) == (0, "title")
    assert lines[1:] == ["the same values on 80 of 80 pages"]


def test_the_long_form_is_written_on_request(call: Call, wrapper: Path, demo: Path) -> None:
    """It is a rule of the wrapper as it is; the short form is the shortest expression with the same values."""
    short, long = (call("export", str(wrapper), str(demo / "bookshop" / "books"), *more) for more in ((), ("--long",)))
    assert short.stdout.splitlines() == ["title: //h1/text()", "the same values on 80 of 80 pages"]
    assert long.stdout.splitlines() == ["title: //h1", "the same values on 80 of 80 pages"]


def test_without_pages_those_of_the_examples_are_used(call: Call, wrapper: Path, demo: Path) -> None:
    """They are found where the examples name them; without them it is the long form, and this is said."""
    loaded = unweave.load(wrapper)
    names = [str(entry["page"]) for entry in loaded.origin.examples]
    assert len(names) == 2
    result = call("export", str(wrapper))
    assert result.stdout.splitlines()[1:] == ["the same values on 2 of 2 pages"]
    for name in names:
        (demo / name).unlink()
    alone = call("export", str(wrapper))
    assert (alone.exit_code, len(alone.stdout.splitlines())) == (0, 1)
    assert alone.stderr.startswith("no pages are given, so this is the long form")


def test_pages_that_differ_are_counted_and_named(call: Call, wrapper: Path, demo: Path) -> None:
    """An export from some pages, checked on a page with other markup: the reader sees how many pages agree."""
    (demo / "odd").mkdir()
    for number in range(12):
        text = (demo / "bookshop" / "books" / "001.html").read_text()
        odd = text.replace("<h1>", "<h1>").replace("</h1>", "</h1><h1>Second</h1>") if number == 3 else text
        (demo / "odd" / f"{number:02}.html").write_text(odd)
    result = call("export", str(wrapper), "odd")
    assert result.exit_code == 0
    assert "of 12 pages" in result.stdout


def test_a_list_is_a_table_to_paste(call: Call, demo: Path) -> None:
    """A path for the records, and one for each field from there."""
    unweave.dump(unweave.learn(unweave.read_examples("countries.examples.json")), demo / "list.json")
    page = next(iter(unweave.read_examples("countries.examples.json"))).page
    result = call("export", "list.json", page.name)
    names = [line.partition(": ")[0] for line in result.stdout.splitlines()]
    assert (result.exit_code, names) == (0, ["record", "country", "code", "the same values on 1 of 1 page"])


def test_nothing_is_overwritten_that_it_did_not_write(call: Call, wrapper: Path, demo: Path) -> None:
    """An export may be written again; a file of the person's needs --force."""
    assert call("export", str(wrapper), "-o", "title.txt").exit_code == 0
    assert call("export", str(wrapper), "-o", "title.txt", "--to", "css").exit_code == 0
    assert call("export", str(wrapper), "-o", "books.py", "--to", "python").exit_code == 0
    assert call("export", str(wrapper), "-o", "books.py", "--to", "scrapy").exit_code == 0
    (demo / "mine.py").write_text("print('mine')")
    for name in ("mine.py", str(wrapper), "countries.examples.json"):
        refused = call("export", str(wrapper), "-o", name, "--to", "python")
        assert (refused.exit_code, "--force" in refused.stderr) == (2, True)
    assert (demo / "mine.py").read_text() == "print('mine')"
    assert call("export", str(wrapper), "-o", "mine.py", "--to", "python", "--force").exit_code == 0
    assert "Written by unweave" in (demo / "mine.py").read_text()


def test_delimiters_are_a_regular_expression(call: Call, demo: Path) -> None:
    """A scan has no XPath, which is an error; it has a regular expression."""
    unweave.dump(unweave.learn(unweave.read_examples("countries.examples.json"), method="lr"), demo / "lr.json")
    assert call("export", "lr.json", "--to", "regex").exit_code == 0
    checked = call(
        "export", "lr.json", next(iter(unweave.read_examples("countries.examples.json"))).page.name, "--to", "regex"
    )
    assert checked.stdout.splitlines()[-1] == "the same values on 1 of 1 page"
    refused = call("export", "lr.json", "--to", "xpath", "--long")
    assert (refused.exit_code, "it scans the source" in refused.stderr) == (2, True)


def test_an_unknown_target_is_refused(call: Call, wrapper: Path) -> None:
    """With the known ones."""
    result = call("export", str(wrapper), "--to", "poem")
    assert (result.exit_code, result.stderr) == (
        2,
        "unweave: 'poem' is not known; there are xpath, css, regex, python, scrapy, web-poet\nWhere: export\n",
    )
