"""The examples of the documentation run."""

import doctest
from pathlib import Path


def test_the_page_on_rules_runs() -> None:
    """Every example of docs/rules.md gives the output in it."""
    page = Path(__file__).parents[2] / "docs" / "rules.md"
    assert doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0
