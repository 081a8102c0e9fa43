"""Calling the program as a user does, in a folder of its own."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

from unweave.cli import main
from unweave.demo import write_demo

Call = Callable[..., Result]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new current folder, a terminal of eighty columns, and our program on the path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.fixture
def call(here: Path) -> Call:  # noqa: ARG001  # commands run there
    """Calls the program with these arguments."""

    def run(*arguments: str, typed: str = "") -> Result:
        named = [str(argument) for argument in arguments]
        return CliRunner().invoke(main, named, input=typed or None, catch_exceptions=False)

    return run


@pytest.fixture(scope="session")
def demo_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's files, made once; a copy takes a twentieth of the time."""
    folder = tmp_path_factory.mktemp("demo")
    write_demo(folder)
    return folder


@pytest.fixture
def demo(here: Path, demo_files: Path) -> Path:
    """The demo's pages and examples files, in the current folder."""
    copytree(demo_files, here, dirs_exist_ok=True)
    return here


@pytest.fixture
def wrapper(demo: Path, call: Call) -> str:  # noqa: ARG001  # learned from it
    """A wrapper file for the country list, made of delimiters."""
    assert call("learn", "countries.examples.json", "--method", "lr", "-o", "w.json").exit_code == 0
    return "w.json"
