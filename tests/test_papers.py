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


ALGORITHMS = (
    *("delimiters", "trees", "rules", "templates", "labels", "regions", "values", "choose", "combined", "engine"),
    *("sites", "induce.py", "resampling.py", "definition.py", "budget.py", "program.py"),
    *("records/agree.py", "records/attributes.py", "records/field_shapes.py", "records/grouping.py"),
    *("records/headings.py", "records/locate.py", "records/normal_text.py", "records/page_order.py"),
    *("records/record_types.py", "records/visible_text.py"),
    *("session/layout.py", "session/learning.py", "session/rows.py"),
)
"""The packages and modules that hold what the papers describe and algorithms of our own."""
PLAIN = {
    "choose/answers.py": "its table says what each answer means",
    "choose/methods.py": "a table of names",
    "engine/lazy.py": "one kind of dict",
    "sites/explanation.py": "a program in words",
    "sites/files.py": "a program as JSON",
    "sites/picture.py": "a program as a picture",
    "sites/scrapy/spider.py": "text of another project",
    "templates/explanation.py": "one function that puts an explanation together",
    "templates/integers.py": "the name of a type",
    "values/locale_names.py": "a table that is made by a tool",
    "values/place_names.py": "two lists of names",
}
"""Modules in these packages without an algorithm, each with what it is instead."""
SOURCES = ROOT / "src" / "unweave"
MODULES = sorted(
    module
    for name in ALGORITHMS
    for module in ((SOURCES / name).rglob("*.py") if not name.endswith(".py") else [SOURCES / name])
    if module.name != "__init__.py"
)


def test_every_algorithm_has_a_legend() -> None:
    """The words of a module are explained at its top; only tables and the like have none."""
    names = {module.relative_to(SOURCES).as_posix(): module for module in MODULES}
    without = [name for name, file in names.items() if "\nLegend" not in file.read_text("utf-8").split('"""')[1]]
    assert len(names) > 150
    assert without == sorted(PLAIN)


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
