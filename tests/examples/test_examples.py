"""The scripts in examples/ run, and print what they say they print."""

import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script(script: Path) -> None:
    """A script prints the block under "Prints:" in its docstring, exactly, and nothing on standard error."""
    docstring = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""
    promised = textwrap.dedent(docstring.partition("Prints:\n")[2]).strip("\n")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{promised}\n", "")


def test_there_are_scripts() -> None:
    """The folder is where we think it is."""
    assert len(SCRIPTS) >= 5
