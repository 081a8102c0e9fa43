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


def test_delimiters_are_a_regular_expression(call: Call, demo: Path) -> None:
    """A scan has no XPath, which is an error; it has a regular expression."""
    unweave.dump(unweave.learn(unweave.read_examples("countries.examples.json"), method="lr"), demo / "lr.json")
    assert call("export", "lr.json", "--to", "regex").exit_code == 0
    refused = call("export", "lr.json", "--to", "xpath")
    assert (refused.exit_code, "it scans the source" in refused.stderr) == (2, True)


def test_an_unknown_target_is_refused(call: Call, wrapper: Path) -> None:
    """With the known ones."""
    result = call("export", str(wrapper), "--to", "poem")
    assert (result.exit_code, result.stderr) == (
        2,
        "unweave: export: 'poem' is not known; there are xpath, css, regex, python, scrapy, web-poet\n",
    )
