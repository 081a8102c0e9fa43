"""docs/papers.md: every module, test and benchmark that it names exists, and every row names one that checks it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
ROWS = [line.split("|")[1:-1] for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| what")]
NAMED = sorted(set(re.findall(r"`((?:src|tests|benchmarks)/[\w/.:]+)`", PAGE)))


@pytest.mark.parametrize("named", NAMED)
def test_what_is_named_exists(named: str) -> None:
    """A file, and a test in it where one is named."""
    file, _, test = named.partition("::")
    assert (ROOT / file).is_file(), named
    assert not test or f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), named


def test_every_row_can_be_checked() -> None:
    """Its last cell names a test or a benchmark, or refers to another row."""
    assert len(ROWS) > 50
    unchecked = [row[0] for row in ROWS if not re.search(r"`(tests|benchmarks)/|the same", row[-1])]
    assert unchecked == []


def test_the_five_papers_are_credited() -> None:
    """Their authors are in the table and in the citation file."""
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    authors = "Kushmerick Weld Doorenbos Raeymaekers Bruynooghe Bussche Cohen Jensen Arasu Garcia-Molina"
    for author in authors.split():
        assert author in citation, author
        assert author in PAGE, author
