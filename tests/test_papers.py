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


FAMILIES = ("delimiters", "trees", "rules", "templates", "labels", "regions", "values")
MODULES = sorted(module for family in FAMILIES for module in (ROOT / "src" / "unweave" / family).rglob("*.py"))


def test_the_modules_of_the_families_have_legends() -> None:
    """Those that are long enough to hold an algorithm; the words of a short one are those of its neighbours."""
    texts = {module: module.read_text(encoding="utf-8") for module in MODULES}
    long = {module: text for module, text in texts.items() if text.count("\n") >= 140}
    assert len(long) > 40
    assert [module.name for module, text in long.items() if "Legend" not in text.split('"""')[1]] == []


@pytest.mark.parametrize("page", ["delimiters", "trees", "rules", "templates", "labels"])
def test_each_family_s_page_opens_with_its_paper(page: str) -> None:
    """Authors, title and year, and where we depart from it."""
    opening = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8").split("```")[0].split("\n## ")[0]
    assert re.search(r"[A-Z]\. [A-Z][a-z]+[^*]*: \*[^*]+\*\.[^*]*(19|20)\d\d", opening), opening
    assert re.search("depart", opening, re.IGNORECASE)


def test_the_five_papers_are_credited() -> None:
    """Their authors are in the table and in the citation file."""
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    authors = "Kushmerick Weld Doorenbos Raeymaekers Bruynooghe Bussche Cohen Jensen Arasu Garcia-Molina"
    for author in authors.split():
        assert author in citation, author
        assert author in PAGE, author
