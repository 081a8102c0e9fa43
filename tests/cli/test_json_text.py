"""What the program prints has no characters that control a terminal, whatever fields and values are called."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import Result

from unweave.cli.json_text import escape_json
from unweave.cli.messages import escape_controls

Call = Callable[..., Result]
NAME = "pri\u202ece\x9b\u200f"
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def odd(here: Path, call: Call) -> str:
    """A wrapper whose field has such a name, and a page whose value has such characters."""
    (here / "p.html").write_text("<ul><li><b>5\u202e1</b><li><b>7\u2066</b></ul>")
    values = ["--value", f"{NAME}=5\u202e1", "--record", "--value", f"{NAME}=7\u2066"]
    result = call("learn", "p.html", *values, "-o", "w.json")
    assert result.exit_code == 0
    assert not CONTROL.search(result.output)
    return "w.json"


@pytest.mark.parametrize(
    "arguments",
    [
        ["extract", "w.json", "p.html", "--json", "-o", "x.csv"],
        ["extract", "w.json", "p.html", "-o", "x.csv"],
        ["explain", "w.json"],
        ["explain", "w.json", "p.html"],
        ["export", "w.json", "--to", "xpath"],
        ["discover", "p.html", "--list"],
        ["learn", "p.html", "--value", f"{NAME}=5\u202e1", "--json", "-o", "w2.json"],
    ],
    ids=lambda arguments: " ".join(arguments[:3]),
)
def test_no_command_prints_them(arguments: list[str], odd: str, call: Call) -> None:
    """Names of fields, values and JSON."""
    assert odd == "w.json"
    assert not CONTROL.search(call(*arguments).output)


def test_records_on_a_terminal(odd: str) -> None:
    """On a terminal the lines are escaped; in a pipe they are as in a file. The data are the same."""
    command = [sys.executable, "-m", "unweave", "extract", odd, "p.html"]
    piped = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    assert CONTROL.search(piped)
    above, below = pty.openpty()
    with subprocess.Popen(command, stdout=below, stderr=subprocess.DEVNULL):
        os.close(below)
        shown = "".join(_read_all(above))
    assert not CONTROL.search(shown)
    assert [json.loads(line) for line in shown.splitlines()] == [json.loads(line) for line in piped.splitlines()]


def _read_all(terminal: int) -> Iterator[str]:
    """What is written to a terminal, until nobody writes any more."""
    with suppress(OSError):
        while data := os.read(terminal, 10_000):
            yield data.decode()


def test_the_data_stay_the_same() -> None:
    """An escape of JSON is the character."""
    text = "a\x7f\x9b\u202e\u200f\u2028é"
    assert json.loads(escape_json(json.dumps(text, ensure_ascii=False))) == text
    assert not CONTROL.search(escape_controls(text))


def test_discovered_data_can_be_made_safe_for_spreadsheets(here: Path, call: Call) -> None:
    """As those of extract."""
    for name, price in (("a", "=1+1"), ("b", "=2"), ("c", "+3")):
        (here / f"{name}.html").write_text(
            f"<html><body><h1>Book {name}</h1><p>Price: <b>{price}</b></p></body></html>"
        )
    result = call("discover", "a.html", "b.html", "c.html", "--data", "x.csv", "--spreadsheet-safe")
    assert result.exit_code == 0
    assert "'=1+1" in Path("x.csv").read_text()
    assert call("discover", "a.html", "b.html", "c.html", "--data", "x.jsonl", "--spreadsheet-safe").exit_code == 2
    assert call("discover", "a.html", "b.html", "c.html", "--spreadsheet-safe").exit_code == 2
