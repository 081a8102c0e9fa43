import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "regions.md"


def test_documented_code() -> None:
    """The code in the documentation prints what the documentation shows."""
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (failed, tried > 5) == (0, True)
