"""``unweave learn``: a wrapper file, or one paragraph that says why not."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import unweave
from unweave.demo import COUNTRIES

Call = Callable[..., Result]


@pytest.mark.usefixtures("demo")
def test_it_learns(call: Call) -> None:
    """It says what it learned from how much, and the file gives the wrapper back."""
    result = call("learn", "countries.examples.json", "-o", "w.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "Learned country and code from 10 records on 2 pages: w.json\n"
    page = COUNTRIES.rest()[0]
    assert unweave.load("w.json").extract(page.page) == list(page.records)


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("method", ["auto", "lr"])
def test_methods(method: str, call: Call) -> None:
    """The method may be named; named or not, the country list is learned."""
    assert call("learn", "countries.examples.json", "-o", "w.json", "--method", method).exit_code == 0


@pytest.mark.usefixtures("demo")
def test_lr_says_why_not(call: Call) -> None:
    """On the distracted list LR prints one paragraph with field, constraint and page, and exits with status 2."""
    result = call("learn", "distracted.examples.json", "--method", "lr", "-o", "w.json")
    assert (result.exit_code, result.stdout) == (2, "")
    paragraph = result.stderr.removesuffix("\n")
    assert "\n" not in paragraph
    assert paragraph.startswith("unweave: no LR wrapper agrees with the examples: field country, page ")
    assert "countries/distracted/page-01.html" in paragraph
    assert "the left delimiter" in paragraph
    assert not Path("w.json").exists()


def examples(**entry: object) -> str:
    """An examples file of one page entry."""
    Path("p1.html").write_text("<b>Emma</b> <i>$5.50</i>")
    Path("ex.json").write_text(json.dumps({"unweave": 1, "pages": [{"status": "complete", **entry}]}))
    return "ex.json"


def refused(call: Call, *arguments: str) -> str:
    """What it says when it refuses: one paragraph, exit status 2, no traceback, no wrapper file."""
    result = call("learn", *arguments, "-o", "w.json")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert not Path("w.json").exists()
    return result.stderr


def test_missing_examples_file(call: Call) -> None:
    """An examples file that is not there is named."""
    assert "nowhere.json" in refused(call, "nowhere.json")


def test_examples_file_that_is_no_json(call: Call) -> None:
    """An examples file that is not JSON is named."""
    Path("ex.json").write_text('{"unweave": 1, "pages": [')
    assert "ex.json" in refused(call, "ex.json")


def test_examples_of_a_missing_page(call: Call) -> None:
    """A page that the examples name and that is not there is named."""
    assert "gone.html" in refused(call, examples(page="gone.html", records=[{"title": "Emma"}]))


def test_value_that_is_not_on_its_page(call: Call) -> None:
    """A value that does not stand on its page is named with page, field and what comes nearest."""
    told = refused(call, examples(page="p1.html", records=[{"price": "$5.05"}]))
    assert all(part in told for part in ("p1.html", "price", "'$5.05' is not on the page", "'$5.50'"))


def test_unknown_method(call: Call) -> None:
    """A method that does not exist is refused with the list of those that do."""
    told = refused(call, examples(page="p1.html", records=[{"title": "Emma"}]), "--method", "lra")
    assert "'lra' is not known; there are auto, lr" in told


@pytest.mark.usefixtures("demo")
def test_output_that_cannot_be_written(call: Call) -> None:
    """A wrapper file in a folder that does not exist is refused."""
    result = call("learn", "countries.examples.json", "-o", "no/such/w.json")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_escape_codes_in_names_do_not_reach_the_terminal(call: Call) -> None:
    """What comes from files and is shown in errors cannot command the terminal."""
    told = refused(call, examples(page="\x1b[2Jgone.html", records=[{"title": "Emma"}]))
    assert "\x1b" not in told


@pytest.mark.usefixtures("demo")
def test_sure_says_both_statements(call: Call) -> None:
    """The bound that always holds and the look at these pages, side by side and named."""
    result = call("learn", "countries.examples.json", "-o", "w.json", "--method", "lr", "--sure")
    sentences = result.output.splitlines()[1:]
    assert [sentence.partition(":")[0] for sentence in sentences] == [
        "PAC bound, for any site",
        "Resampling, of these pages",
    ]
    assert "2 of 2 wrappers" in sentences[1]
