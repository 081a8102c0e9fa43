"""What a view of a page shows."""

from unweave.page import Page, Span
from unweave.rules.views import Extent, PageView


def test_scripts_and_blank_texts_are_not_seen() -> None:
    """What a reader does not see is no text of the view."""
    view = PageView(Page("<p> <b>a</b> <script>b</script><noscript>c</noscript><style>d</style>e"))
    assert view.strings == ["a", "e"]


def test_a_value_is_found_as_a_text_and_as_an_element() -> None:
    """Both forms are extents; a part of a text is not."""
    view = PageView(Page("<li>2 cups<li><b>2</b> cups<li>2 cups of"))
    assert view.find_value("2 cups") == [Extent(0, 1), Extent(1, 3)]


def test_a_span_is_as_tight_as_the_text() -> None:
    """White space and no-break spaces at the ends are left out, however they are written."""
    page = Page("<p>&nbsp; Emma&#160; </p>")
    assert page[PageView(page).span(Extent(0, 1)) or Span(0, 0)] == "Emma"
