"""The documentation says what the code does."""

import doctest
from pathlib import Path


def test_the_page_on_rules_runs() -> None:
    """Every example of docs/rules.md gives the output that stands there."""
    page = Path(__file__).parents[2] / "docs" / "rules.md"
    assert doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0
