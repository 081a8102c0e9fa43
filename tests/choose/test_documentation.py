import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "learn.md"


def test_documented_code() -> None:
    """The code in the documentation gives what the documentation says."""
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (failed, tried > 5) == (0, True)
