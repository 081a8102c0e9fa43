import doctest
from pathlib import Path


def test_the_page_about_pages() -> None:
    """What docs/page.md shows is what happens."""
    document = Path(__file__).parents[2] / "docs" / "page.md"
    assert doctest.testfile(str(document), module_relative=False).failed == 0
