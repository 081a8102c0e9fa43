"""``unweave label`` and ``unweave learn --recognizers``: from pages and a recognizers file, without a person."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import unweave
from unweave.demo import BOOKS, COUNTRIES, write_recognizers

Call = Callable[..., Result]
RECOGNIZERS = """\
order = ["country", "code"]

[[recognizer]]
field = "country"
find = "country"
kind = "incomplete"

[[recognizer]]
field = "code"
find = "integer"
kind = "unsound"
"""


@pytest.mark.usefixtures("demo")
def test_it_labels(call: Call, here: Path) -> None:
    """A table per field, a line that sums it up, and an examples file that reads back."""
    (here / "r.toml").write_text(RECOGNIZERS)
    result = call("label", "countries/plain", "--recognizers", "r.toml", "-o", "e.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "seen" in result.stdout
    assert "records of country and code (most plausible, not corroborated) on 12 pages: e.json" in result.stdout
    assert len(unweave.read_examples("e.json")) == 12


@pytest.mark.usefixtures("demo")
def test_it_learns_by_recognizers(call: Call, here: Path) -> None:
    """In one go from pages to a wrapper, which is right on all pages."""
    (here / "r.toml").write_text(RECOGNIZERS)
    result = call("learn", "--recognizers", "r.toml", "countries/plain", "-o", "w.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Learned country and code with recognizers on 12 pages: w.json\n  field ")
    for example in COUNTRIES.pages():
        assert unweave.load("w.json").extract(example.page) == list(example.records)


def test_errors_are_one_paragraph(call: Call, here: Path) -> None:
    """A recognizers file that is wrong is named with its line; several examples files are refused."""
    (here / "r.toml").write_text('[[recognizer]]\nfield = "a"\nfind = "colour"\n')
    (here / "p.html").write_text("<b>x</b>")
    result = call("label", "p.html", "--recognizers", "r.toml", "-o", "e.json")
    assert (result.exit_code, result.stderr.splitlines()[1]) == (2, "Where: r.toml, line 3")
    assert call("learn", "a.json", "b.json", "-o", "w.json").exit_code == 2


@pytest.mark.usefixtures("demo")
def test_the_bookshop_without_a_hand_label(call: Call, here: Path) -> None:
    """Known titles, persons and prices: labelled, learned and extracted, every record of every shelf is right."""
    path = write_recognizers(here)
    assert call("learn", "--recognizers", path, "bookshop/shelves", "-o", "w.json").exit_code == 0
    wrapper = unweave.load("w.json")
    for example in (*BOOKS.examples(), *BOOKS.rest()):
        assert wrapper.extract(example.page) == list(example.records)
