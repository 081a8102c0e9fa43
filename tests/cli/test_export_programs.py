"""``unweave export --to python``: a file that runs, and finds the same values."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import unweave

Call = Callable[..., Result]


@pytest.fixture
def codes(demo: Path) -> Path:
    """A delimiter wrapper for the demo's countries."""
    unweave.dump(unweave.learn(unweave.read_examples("countries.examples.json"), method="lr"), demo / "lr.json")
    return demo / "lr.json"


def test_the_file_prints_what_extract_gives(call: Call, codes: Path, demo: Path) -> None:
    """Without any installed package, for a wrapper of delimiters."""
    result = call("export", str(codes), "--to", "python", "-o", "codes.py")
    assert (result.exit_code, result.stdout) == (0, "wrote codes.py\n")
    assert result.stderr == "no pages are given, so it is not checked that the program gives the same values\n"
    page = next(iter(unweave.read_examples("countries.examples.json"))).page
    command = [sys.executable, "-I", "-S", "codes.py", page.name]
    printed = subprocess.run(command, cwd=demo, check=True, capture_output=True, text=True)
    expected = [record.to_dict() for record in unweave.load(codes).extract(page)]
    assert [json.loads(line) for line in printed.stdout.splitlines()] == expected


@pytest.mark.parametrize("to", ["python", "scrapy", "web-poet"])
def test_programs_are_checked_by_running_them(call: Call, codes: Path, to: str) -> None:
    """Standard output has the program alone; the result of the check is on standard error."""
    page = next(iter(unweave.read_examples("countries.examples.json"))).page
    result = call("export", str(codes), page.name, "--to", to)
    compile(result.stdout, "exported.py", "exec")
    assert (result.exit_code, result.stderr) == (0, "the same values on 1 of 1 page\n")
    written = call("export", str(codes), page.name, "--to", to, "-o", "it.py")
    assert written.output == "wrote it.py\nthe same values on 1 of 1 page\n"
