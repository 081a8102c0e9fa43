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


def test_help_is_light() -> None:
    """Showing help loads neither rich nor numpy nor the HTML parser nor any learner."""
    program = (
        "import sys; from unweave.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: print(*sorted({'rich', 'numpy', 'turbohtml', 'msgspec', 'sqlite3'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n\n")


def test_extraction_is_light(demo: Path, wrapper: str) -> None:
    """Extraction loads no learner: their import takes as long as all else that happens before the first page."""
    program = (
        "import sys; from unweave.cli import main\n"
        f"try: main(['extract', {wrapper!r}, 'countries/plain', '-o', 'codes.csv'])\n"
        "except SystemExit: print(*sorted({'numpy', 'unweave.choose', 'unweave.rules'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=demo, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("110 records")
    assert done.stdout.endswith("\n\n")


def test_runs_as_a_module() -> None:
    """``python -m unweave`` is the program too."""
    command = [sys.executable, "-m", "unweave", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == version("unweave")
