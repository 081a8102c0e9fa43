"""``unweave discover --method exalg``: template, schema and values of plain EXALG."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import unweave
from templates.running import PAGES, VALUES
from unweave.cli.commands import main
from unweave.templates import ExalgWrapper


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the pages of the paper's running example."""
    pages = tmp_path / "pages"
    pages.mkdir()
    for number, page in enumerate(PAGES):
        (pages / f"p{number}.html").write_text(page.source, encoding="utf-8")
    return pages


def discover(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["discover", "--method", "exalg", *map(str, arguments)])


def test_it_prints_template_schema_and_values_of_the_running_example(folder: Path) -> None:
    """Figures 3 and 4 of the paper: a name, and a set of reviewer, rating and text."""
    lines = discover(folder).output.splitlines()
    assert lines[0] == (
        "template: <html> <body> <b> Book Name </b> * <b> Reviews </b> <ol> "
        "{<li> <b> Reviewer Name </b> * <b> Rating </b> * <b> Text </b> * </li>} </ol> </body> </html>"
    )
    assert lines[1] == "schema: <B, {<B, B, B>}>"
    assert [line.split()[0] for line in lines[3:]] == ["a1", "set1.a2", "set1.a3", "set1.a4"]
    assert str(VALUES[0]["a1"]) in lines[3]


def test_it_writes_the_wrapper_and_the_data(folder: Path, tmp_path: Path) -> None:
    """The data are the values of figure 4; the wrapper can be loaded."""
    wrapper, data = tmp_path / "w.json", tmp_path / "d.jsonl"
    done = discover(folder, "-o", wrapper, "--data", data, "--trace")
    assert done.exit_code == 0, done.output
    assert "round 2: 2 classes" in done.output
    assert f"{len(PAGES)} records from {len(PAGES)} pages: {data}" in done.output
    assert isinstance(unweave.load(wrapper), ExalgWrapper)
    rows = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines()]
    assert [{name: row[name] for name in ("a1", "set1")} for row in rows] == VALUES


@pytest.mark.parametrize("option", [["--list"], ["--report", "r.html"], ["--rename", "a1=title"]])
def test_options_of_the_other_method_are_refused(folder: Path, option: list[str]) -> None:
    """With the option in the error."""
    done = discover(folder, *option)
    assert done.exit_code != 0
    assert option[0] in done.output
