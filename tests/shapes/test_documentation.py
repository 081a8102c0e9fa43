import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "records.md"


def test_documented_code() -> None:
    """The code in the documentation gives the documented output."""
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (failed, tried > 25) == (0, True)
