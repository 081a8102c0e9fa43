"""The README and the tutorial are correct: their commands print what they show.

With ``UNWEAVE_REFRESH=1`` in the environment the documents are rewritten with what happens now; read the difference.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n```\w*\n(?P<content>.*?)```)|(?P<console>```console\n.*?```)", re.DOTALL
)
COMMAND = re.compile(r"^\$ (.*)\n(?:(?!\$ |```).*\n)*", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def shell(command: str, folder: Path) -> str:
    """What a command shows, both streams in order, run in the folder with our program on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(  # noqa: S602
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def followed(text: str, folder: Path) -> str:
    """The text with what really happens: its files are written, its commands run, what they show put in their place."""

    def happens(block: re.Match[str]) -> str:
        if block["file"]:
            (folder / block["file"]).write_text(block["content"], encoding="utf-8")
            return block[0]
        return COMMAND.sub(lambda found: f"$ {found[1]}\n{shell(found[1], folder)}", block["console"])

    return BLOCK.sub(happens, text)


def check(document: Path, happened: str) -> None:
    """Compare a document with what happened, or rewrite it."""
    if os.environ.get("UNWEAVE_REFRESH"):
        document.write_text(happened, encoding="utf-8")
    assert document.read_text(encoding="utf-8") == happened


def test_tutorial(tmp_path: Path) -> None:
    """Followed from top to bottom, every command of the tutorial shows what the tutorial shows."""
    document = ROOT / "docs" / "tutorial.md"
    text = document.read_text(encoding="utf-8")
    assert text.count("\n$ unweave ") >= 7
    check(document, followed(text, tmp_path))


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
