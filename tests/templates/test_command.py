"""``unweave discover``."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import unweave
from templates.test_discover import PAGES, other_page
from templates.test_discover_list import RESULTS, results
from templates.test_several_templates import ALL, AUTHORS, author_page
from unweave.cli.commands import main
from unweave.page import Page
from unweave.run import find_pages
from unweave.templates import discover_list


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
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")
    with closing(sqlite3.connect(data)) as connection:
        assert connection.execute("select count(*) from records").fetchone() == (5,)
        assert connection.execute("select count(*) from records_opinions").fetchone() == (8,)


def test_several_templates_are_listed(folder: Path) -> None:
    """Those with enough pages are discovered, the others are counted."""
    for number in range(2):
        (folder / f"zz{number}.html").write_text(other_page(number).source, encoding="utf-8")
    done = discover(folder)
    assert "2 templates:" in done.output
    assert "2 pages like zz0.html (too few to discover)" in done.output


def test_every_template_with_enough_pages_is_discovered(folder: Path, tmp_path: Path) -> None:
    """Schemas one behind the other, data and reports in numbered files, one wrapper for all."""
    for page in AUTHORS:
        (folder / page.name).write_text(page.source, encoding="utf-8")
    out, data, report = tmp_path / "w.json", tmp_path / "d.jsonl", tmp_path / "r.html"
    done = discover(folder, "-o", out, "--data", data, "--report", report, "--rename", "author=writer")
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[:3] == [
        "2 templates:",
        "  template_1: 5 pages like Dune.html",
        "  template_2: 4 pages like Ann.html",
    ]
    assert [line for line in lines if line.startswith("template_2: ")]
    assert [len(file.read_text().splitlines()) for file in (data, tmp_path / "d-2.jsonl")] == [5, 4]
    assert (tmp_path / "r-2.html").exists()
    wrapper = unweave.load(out)
    assert [record.type for page in (PAGES[0], AUTHORS[0]) for record in wrapper.extract(page)] == [
        "template_1",
        "template_2",
    ]


def test_of_very_many_pages_some_are_looked_at_and_all_are_read(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page by the template that fits it; what fits none is set aside."""
    monkeypatch.setattr("unweave.cli.discover.DISCOVER_PAGES", 12)
    for page in [*AUTHORS, *(author_page(f"Zoe{n}", f"191{n}") for n in range(5)), other_page(1)]:
        (folder / f"{page.name.removesuffix('.html')}.html").write_text(page.source, encoding="utf-8")
    data = tmp_path / "d.jsonl"
    done = discover(folder, "--data", data)
    assert done.exit_code == 0, done.output
    rows = sum(len(file.read_text().splitlines()) for file in (data, tmp_path / "d-2.jsonl") if file.exists())
    assert rows == 14
    assert "1 page set aside" in done.output


def test_a_list_of_one_page_is_split_into_fields(tmp_path: Path) -> None:
    """--list: a record for each item, in the data as well."""
    page, data = tmp_path / "results.html", tmp_path / "d.jsonl"
    page.write_text(results(RESULTS).source, encoding="utf-8")
    done = discover(page, "--list", "--data", data, "--rename", "a=title")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[0] == "6 columns of 4 records on 1 page"
    assert len(data.read_text().splitlines()) == 4


def test_attributes_can_be_left_out(tmp_path: Path) -> None:
    """--no-attributes."""
    page = tmp_path / "results.html"
    page.write_text(results(RESULTS).source, encoding="utf-8")
    assert "5 columns of 4 records" in discover(page, "--list", "--no-attributes").output


def test_the_rounds_of_the_plain_algorithm_can_be_printed(folder: Path) -> None:
    """--trace."""
    assert "round 1:" in discover(folder, "--trace").output


@pytest.mark.parametrize(("rename", "reason"), [("list_1", "OLD=NEW"), ("price=cost", "no column 'price'")])
def test_a_wrong_rename_is_one_paragraph(folder: Path, rename: str, reason: str) -> None:
    """Exit status 2, the reason on standard error, no traceback."""
    done = discover(folder, "--rename", rename)
    assert done.exit_code == 2
    assert reason in done.output


def test_of_a_single_page_the_list_is_taken(folder: Path) -> None:
    """It says the same as with ``--list``."""
    items = "".join(f"<li><b>{title}</b> a book" for title in ("Emma", "Kim", "Dune"))
    (folder / "books.html").write_text(f"<ul>{items}</ul>", encoding="utf-8")
    done = discover(folder / "books.html")
    assert (done.exit_code, done.output) == (0, discover(folder / "books.html", "--list").output)


def test_a_single_page_without_a_list_is_not_enough(folder: Path) -> None:
    """The message names what is needed."""
    (folder / "one.html").write_text("<p>one</p>", encoding="utf-8")
    done = discover(folder / "one.html")
    assert done.exit_code == 2
    assert "a template needs several pages" in done.output


def written(folder: Path, pages: list[Page]) -> list[Page]:
    """The pages as files of an empty folder, read back in the order of the command."""
    for page in pages:
        (folder / f"{page.name.removesuffix('.html') or 'page'}.html").write_text(page.source, encoding="utf-8")
    return [Page.read(path) for path in find_pages([str(folder)])]


@pytest.mark.parametrize("pages", [PAGES, ALL], ids=["one template", "several templates"])
def test_the_command_and_the_function_give_the_same_wrapper(tmp_path: Path, pages: list[Page]) -> None:
    """The same templates, columns and names, the new ones included; and the same history."""
    folder, out = tmp_path / "pages", tmp_path / "w.json"
    folder.mkdir()
    read = written(folder, pages)
    assert discover(folder, "-o", out, "--rename", "author=writer", "--columns", "20").exit_code == 0
    wrapper = unweave.discover(read, names={"author": "writer"}, limit=20)
    assert unweave.load(out) == wrapper
    assert unweave.load(out).origin == wrapper.origin


def test_the_command_and_the_function_give_the_same_list_wrapper(tmp_path: Path) -> None:
    """--list is discover_list."""
    folder, out = tmp_path / "pages", tmp_path / "w.json"
    folder.mkdir()
    read = written(folder, [results(RESULTS)])
    assert discover(folder, "--list", "-o", out, "--rename", "a=title").exit_code == 0
    assert unweave.load(out) == discover_list(read, names={"a": "title"})
