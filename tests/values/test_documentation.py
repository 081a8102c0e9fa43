import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "values.md"


def test_its_examples_are_right() -> None:
    """The page about values shows what happens."""
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
    assert tried > 5
