"""``unweave discover``."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import unweave
from templates.test_discover import PAGES, stranger
from unweave.cli.group import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the pages of a shop."""
    pages = tmp_path / "pages"
    pages.mkdir()
    for page in PAGES:
        (pages / page.name).write_text(page.source, encoding="utf-8")
    return pages


def discover(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["discover", *map(str, arguments)])


def test_it_shows_the_schema_with_fill_rates_and_examples(folder: Path) -> None:
    """A line for each column, lists indented."""
    done = discover(folder)
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0] == "7 columns on 5 pages"
    assert [line.split()[:3] for line in lines if line.lstrip().startswith("year")] == [["year", "80%", "4"]]
    assert "  list_1: a list of" in lines


def test_it_writes_wrapper_data_and_report(folder: Path, tmp_path: Path) -> None:
    """Tables with keys for the lists; the wrapper can be loaded; the report is one file."""
    out, data, report = tmp_path / "w.json", tmp_path / "d.sqlite", tmp_path / "r.html"
    done = discover(folder, "-o", out, "--data", data, "--report", report, "--rename", "list_1=opinions")
    assert done.exit_code == 0, done.output
    assert "opinions" in unweave.load(out).schema.names
    assert report.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    with closing(sqlite3.connect(data)) as connection:
        assert connection.execute("select count(*) from records").fetchone() == (5,)
        assert connection.execute("select count(*) from records_opinions").fetchone() == (8,)


def test_several_templates_are_told(folder: Path) -> None:
    """The largest family is discovered, the others are counted."""
    for number in range(2):
        (folder / f"zz{number}.html").write_text(stranger(number).source, encoding="utf-8")
    done = discover(folder)
    assert "2 templates:" in done.output
    assert "2 pages like zz0.html (too few to discover)" in done.output


def test_the_rounds_of_the_plain_algorithm_can_be_printed(folder: Path) -> None:
    """--trace."""
    assert "round 1:" in discover(folder, "--trace").output


@pytest.mark.parametrize(("rename", "reason"), [("list_1", "OLD=NEW"), ("price=cost", "no column 'price'")])
def test_a_wrong_rename_is_one_paragraph(folder: Path, rename: str, reason: str) -> None:
    """Exit status 2, the reason on standard error, no traceback."""
    done = discover(folder, "--rename", rename)
    assert done.exit_code == 2
    assert reason in done.output


def test_a_single_page_is_not_enough(folder: Path) -> None:
    """It says that a template shows only on several pages."""
    done = discover(folder / "Emma.html")
    assert done.exit_code == 2
    assert "several pages" in done.output
