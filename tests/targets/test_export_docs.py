import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_documentation_of_exports() -> None:
    """What the page shows is what happens."""
    failed, tried = doctest.testfile(str(DOCS / "export.md"), module_relative=False)
    assert (failed, tried > 5) == (0, True)
