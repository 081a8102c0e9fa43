"""``unweave demo``: it works, and so do the commands that it suggests."""

import os
import re
import shlex
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

from unweave.cli import main
from unweave.demo import BOOKS

Call = Callable[..., Result]


@pytest.fixture(scope="module")
def demo_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What the demo shows, and its folder; it runs once for all tests."""
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
        patch.setenv("COLUMNS", "80")
        result = CliRunner().invoke(main, ["demo"], catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout, folder


@pytest.fixture
def shown(demo_run: tuple[str, Path], here: Path) -> str:
    """What the demo shows; its files are in the current folder."""
    output, folder = demo_run
    copytree(folder, here, dirs_exist_ok=True)
    return output


def test_all_is_right(shown: str) -> None:
    """It learns two tasks, gets every record of the other pages right, and prints that."""
    assert re.findall(r"^  right +(.*)$", shown, re.MULTILINE) == ["100 of 100", "68 of 68", "68 of 68"]


def test_the_database_has_the_truth(shown: str) -> None:  # noqa: ARG001  # the demo has run
    """The SQLite file holds the true records of all pages that were not shown, in order."""
    with closing(sqlite3.connect("demo-out/books.sqlite")) as connection:
        rows = connection.execute("SELECT page, title, author, price FROM records").fetchall()
    assert rows == [
        (f"demo-out/{example.page.name}", *(record[name] for name in BOOKS.fields))
        for example in BOOKS.rest()
        for record in example.records
    ]


def test_it_shows_a_table(shown: str) -> None:
    """The first records are on screen."""
    first = BOOKS.rest()[0].records[0].to_dict()
    line = next(line for line in shown.splitlines() if str(first["title"]) in line)
    assert all(str(value) in line for value in first.values())


def test_the_next_commands_work(shown: str, call: Call) -> None:
    """It suggests exactly three commands, and each works when pasted."""
    commands = re.findall(r"^  unweave (.*)$", shown, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        assert call(*shlex.split(command)).exit_code == 0
    assert Path("demo-out/countries.csv").exists()


def test_another_folder(call: Call) -> None:
    """All files go to the folder of --out, and the commands name that place, in quotes if need be."""
    result = call("demo", "--out", "my demo")
    assert [path.name for path in Path().iterdir()] == ["my demo"]
    commands = re.findall(r"^  unweave (.*)$", result.stdout, re.MULTILINE)
    assert [call(*shlex.split(command)).exit_code for command in commands] == [0, 0, 0]


def test_a_program_that_the_shell_does_not_find(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where ``unweave`` is not on the path, the commands name it as it was called."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.argv", ["some/bin/unweave", "demo"])
    assert len(re.findall(r"^  some/bin/unweave (?:explain|learn|extract) ", call("demo").stdout, re.MULTILINE)) == 3


def test_twice(shown: str, call: Call) -> None:
    """A second run gives the same."""
    assert call("demo").stdout == shown


def test_a_file_in_the_way(call: Call) -> None:
    """A folder that cannot be written is an error with exit status 2."""
    Path("demo-out").write_text("mine")
    result = call("demo")
    assert (result.exit_code, result.stderr.count("\n") in {2, 3}) == (2, True)
    assert result.stderr.splitlines()[1] == "Where: demo-out"
