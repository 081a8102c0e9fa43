"""The README and the guides are correct: their commands print what they show.

With ``UNWEAVE_REFRESH=1`` in the environment the documents are rewritten with what happens now; read the difference.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n```\w*\n(?P<content>.*?)```)|(?P<console>```console\n.*?```)", re.DOTALL
)
COMMAND = re.compile(r"^\$ (.*)\n(?:(?!\$ |```).*\n)*", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)")
# The pages that have commands, and the least number of commands in each.
GUIDES = {
    "tutorial": 7,
    "install": 1,
    "list-page": 3,
    "detail-pages": 4,
    "discover": 5,
    "junk": 6,
    "scrapy": 5,
    "check": 8,
}
DEMO = "unweave demo --out shop > /dev/null"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def environment() -> dict[str, str]:
    """That of a reader's shell, with our program on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    found = {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "LC_COLLATE": "C"}  # the order of ls
    found.pop("LC_ALL", None)
    return found


def shell(command: str, folder: Path) -> str:
    """What a command shows, both streams in order, run in the folder with our program on the path."""
    done = subprocess.run(  # noqa: S602  # a shell, as a reader has one
        command,
        shell=True,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


class CommandsServer:
    """The process of ``commands_server.py``, in which our program is imported already."""

    def __init__(self) -> None:
        command = [sys.executable, str(ROOT / "tests" / "cli" / "commands_server.py")]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
        )

    def shown(self, command: str, folder: Path) -> str:
        """What a command shows, run in the folder; of a pipe and other commands that are not ours by a shell."""
        words = shlex.shlex(command, posix=True, punctuation_chars=True)
        if not command.startswith("unweave ") or any(set(word) <= set("();<>|&") for word in words):
            return shell(command, folder)
        assert self.process.stdin
        assert self.process.stdout
        expanded = shell(f"printf '%s\\0' {command}", folder).split("\0")[:-1]  # the shell knows quotes and stars
        self.process.stdin.write(json.dumps({"folder": str(folder), "words": expanded}) + "\n")
        self.process.stdin.flush()
        return str(json.loads(self.process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


@pytest.fixture(scope="session")
def commands() -> Iterator[CommandsServer]:
    """Runs the commands of all guides."""
    server = CommandsServer()
    yield server
    server.close()


@cache
def demo_folder() -> Path:
    """The files of the demo, made by its command once for all guides."""
    folder = Path(mkdtemp())
    assert shell(DEMO, folder) == ""
    return folder / "shop"


def happened(command: str, folder: Path, commands: CommandsServer) -> str:
    """What a command shows; every guide begins with the demo, and a copy of its files is the same."""
    if command == DEMO:
        copytree(demo_folder(), folder / "shop")
        return ""
    return commands.shown(command, folder)


def followed(text: str, folder: Path, commands: CommandsServer) -> str:
    """The text with what really happens: its files are written, its commands run, what they show put in their place."""

    def happens(block: re.Match[str]) -> str:
        if block["file"]:
            (folder / block["file"]).write_text(block["content"], encoding="utf-8")
            return block[0]
        return COMMAND.sub(lambda found: f"$ {found[1]}\n{happened(found[1], folder, commands)}", block["console"])

    return BLOCK.sub(happens, text)


def check(document: Path, text: str) -> None:
    """Compare a document with what happened, or rewrite it."""
    if os.environ.get("UNWEAVE_REFRESH"):
        document.write_text(text, encoding="utf-8")
    assert document.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", GUIDES)
def test_guide(tmp_path: Path, name: str, commands: CommandsServer) -> None:
    """Followed from top to bottom, every command of a guide shows what the guide shows."""
    document = ROOT / "docs" / f"{name}.md"
    text = document.read_text(encoding="utf-8")
    assert text.count("\n$ unweave ") >= GUIDES[name]
    check(document, followed(text, tmp_path, commands))


def test_readme(tmp_path: Path) -> None:
    """The README's ten lines of code print what the README shows."""
    document = ROOT / "README.md"
    before, code, between, _, behind = re.split(
        r"(?<=```python\n)(.*?)(```\s+```text\n)(.*?)(?=```)", document.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    (tmp_path / "readme.py").write_text(code, encoding="utf-8")
    assert len([line for line in code.splitlines() if line]) == 10
    check(document, before + code + between + shell(f"{sys.executable} readme.py", tmp_path) + behind)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """A link from one page of documentation to another file of the project leads to a file that is there."""
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
