"""The page about questions is correct."""

import re
import subprocess
import sys
from pathlib import Path

DOCUMENT = (Path(__file__).parents[2] / "docs" / "ask.md").read_text(encoding="utf-8")


def test_the_example_runs() -> None:
    """The code prints what the page shows."""
    (code, shown) = re.findall(r"```python\n(.*?)```\s+```text\n(.*?)```", DOCUMENT, re.DOTALL)[0]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == shown
