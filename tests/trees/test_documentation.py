"""What the documentation shows is what comes out."""

import contextlib
import io
import re
from pathlib import Path

import pytest

DOCUMENT = (Path(__file__).parents[2] / "docs" / "trees.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```python\n(.*?)```\s+```text\n(.*?)```", DOCUMENT, re.DOTALL)


@pytest.mark.parametrize(("program", "output"), SHOWN)
def test_the_code_prints_what_is_shown(program: str, output: str) -> None:
    """Every program of the page, run, gives the output below it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})  # noqa: S102 - our own documentation
    assert printed.getvalue() == output


def test_there_is_something_to_check() -> None:
    """The page has programs."""
    assert len(SHOWN) == 2
