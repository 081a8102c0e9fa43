"""The program as a whole."""

import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import Result

from unweave.cli.commands import COMMANDS

Call = Callable[..., Result]


def test_version(call: Call) -> None:
    """It prints its version."""
    result = call("--version")
    assert (result.exit_code, result.stdout) == (0, f"main {version('unweave')}\n")


def test_help_names_every_command(call: Call) -> None:
    """Help shows all commands, the newcomer's first, each with a sentence."""
    result = call("--help")
    assert result.exit_code == 0
    assert re.findall(r"^  (\w[\w-]*)  +\S", result.stdout, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize(("name", "summary"), COMMANDS.items())
def test_every_command_has_help(name: str, summary: str, call: Call) -> None:
    """Each command explains itself, and first with the sentence that the program's help has for it."""
    result = call(name, "--help")
    assert (result.exit_code, result.stdout.startswith(f"Usage: main {name}")) == (0, True)
    assert summary in " ".join(result.stdout.split())


def test_unknown_command(call: Call) -> None:
    """A command that does not exist is refused with exit status 2."""
    result = call("lern")
    assert result.exit_code == 2
    assert "No such command 'lern'" in result.stderr


def loaded_by(arguments: list[str], modules: set[str], folder: Path | None = None) -> tuple[str, list[str]]:
    """What a command prints, and which of some modules it loads."""
    program = (
        "import sys; from unweave.cli import main\n"
        f"try: main({arguments!r})\n"
        f"except SystemExit: print(*sorted({modules!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True)
    *printed, names = done.stdout.splitlines()
    return "\n".join(printed), names.split()


LEARNERS = {"numpy", "unweave.choose", "unweave.rules", "unweave.templates"}


def test_help_is_light() -> None:
    """Showing help loads neither rich nor numpy nor the HTML parser nor anything that reads a page."""
    heavy = {"rich", "numpy", "turbohtml", "msgspec", "sqlite3", "unweave.page", "unweave.records"}
    printed, loaded = loaded_by(["--help"], heavy)
    assert printed.startswith("Usage: ")
    assert loaded == []


def test_extraction_is_light(demo: Path, wrapper: str) -> None:
    """Extraction loads no learner: their import takes as long as all else that happens before the first page."""
    printed, loaded = loaded_by(["extract", wrapper, "countries/plain", "-o", "codes.csv"], LEARNERS, demo)
    assert printed.startswith("110 records")
    assert loaded == []


def test_explaining_is_light(demo: Path, wrapper: str) -> None:
    """Explaining a wrapper loads no other family of them, and no report."""
    printed, loaded = loaded_by(["explain", wrapper], LEARNERS | {"unweave.cli.html_report"}, demo)
    assert "country" in printed
    assert loaded == []


def test_learning_a_list_is_light(demo: Path) -> None:
    """A list is learned without numpy, which takes a fifth of the time of all imports."""
    shown = ["--value", "title=Harbour & Stair", "--value", "price=$9.25"]
    printed, loaded = loaded_by(["learn", "bookshop/shelves/crime.html", "-o", "list.json", *shown], {"numpy"}, demo)
    assert printed.startswith("Learned title and price")
    assert loaded == []


def test_runs_as_a_module() -> None:
    """``python -m unweave`` is the program too."""
    command = [sys.executable, "-m", "unweave", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == version("unweave")
