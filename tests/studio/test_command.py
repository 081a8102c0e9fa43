"""`unweave studio` as a process: it starts, answers, is killed, starts again, and ends with Ctrl-C (C1, U7)."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from studio.client import BOOKS
from unweave.cli import main
from unweave.cli.studio import project_folder
from unweave.studio.event_log import NAME


class Running:
    """A studio that runs."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        lines = iter(process.stdout.readline, "") if process.stdout else iter(())
        found = next(one for line in lines if (one := re.search(r"(http://\S+)/#t=(\S+)", line)))
        self.url, self.token = found[1], found[2]

    def call(self, path: str, data: Any = None) -> Any:
        headers = {"X-Studio-Token": self.token, "Content-Type": "application/json"}
        body = None if data is None else json.dumps(data).encode()
        with urlopen(Request(self.url + path, data=body, headers=headers)) as answer:  # noqa: S310  # our own server
            return json.loads(answer.read())


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Running]:
    code = "from unweave.cli import main; main()"
    command = [sys.executable, "-u", "-c", code, "studio", "--no-browser", *arguments]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Running(process)
        finally:
            process.kill()


def test_a_click_survives_a_kill(tmp_path: Path) -> None:
    """U7: killed right after the answer; the next start shows the same marks. Ctrl-C ends it without an error."""
    (tmp_path / "books.html").write_text(BOOKS)
    with running(tmp_path, "books.html") as studio:
        unit = {"kind": "text", "wid": 7, "k": 0}
        label = {"seq": 1, "type": "label", "page": "p1", "unit": unit, "value": "Title A", "sign": 1, "pages": ["p1"]}
        assert studio.call("/api/events", label)["fields"][0]["n"] == 6
        marks = studio.call("/api/pages/p1/marks")
        studio.process.kill()
    with running(tmp_path, "books.studio") as studio:
        assert studio.call("/api/pages/p1/marks") == marks
        assert studio.call("/api/project")["read_only"] is False
        studio.process.send_signal(signal.SIGINT)
        assert studio.process.wait(20) == 0


@pytest.mark.parametrize(
    ("given", "named", "expected"),
    [
        ((), None, ("untitled.studio", [])),
        (("pages/a.html", "b"), None, ("a.studio", ["pages/a.html", "b"])),
        (("https://example.com:8080/x",), None, ("example.com.studio", ["https://example.com:8080/x"])),
        (("mine.studio", "a.html"), None, ("mine.studio", ["a.html"])),
        (("a.html",), "mine", ("mine", ["a.html"])),
    ],
)
def test_the_folder_of_the_project(
    given: tuple[str, ...],
    named: str | None,
    expected: tuple[str, list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is given, or named after the first input."""
    monkeypatch.chdir(tmp_path)
    folder, inputs = project_folder(given, named)
    assert (str(folder), inputs) == expected


def test_a_folder_with_a_log_is_a_project(tmp_path: Path) -> None:
    """Whatever its name is."""
    (tmp_path / NAME).touch()
    assert project_folder((str(tmp_path),), None) == (tmp_path, [])


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, and exit status 2."""
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = CliRunner().invoke(main, ["studio"])
    assert result.exit_code == 2
    assert "pip install starlette uvicorn" in result.output


def test_a_port_that_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, with what would help."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["studio", "--no-browser", "--port", "99999"])
    assert result.exit_code == 2
    assert "port 99999" in result.output
