"""The smaller parts: views, cuts, votes."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page, Span
from unweave.program import Selection, Step
from unweave.rules.cut import Cut, learn_cut
from unweave.rules.view import Extent, View
from unweave.rules.vote import distinct, elect


def test_scripts_and_blank_texts_are_not_seen() -> None:
    """What a reader does not see is no text of the view."""
    view = View(Page("<p> <b>a</b> <script>b</script><noscript>c</noscript><style>d</style>e"))
    assert view.words == ["a", "e"]


def test_a_value_is_found_as_a_text_and_as_an_element() -> None:
    """Both forms are extents; a part of a text is not."""
    view = View(Page("<li>2 cups<li><b>2</b> cups<li>2 cups of"))
    assert view.find("2 cups") == [Extent(0, 1), Extent(1, 3)]


def test_a_span_is_as_tight_as_the_text() -> None:
    """White space and no-break spaces at the ends are left out, however they are written."""
    page = Page("<p>&nbsp; Emma&#160; </p>")
    assert page[View(page).span(Extent(0, 1)) or Span(0, 0)] == "Emma"


@given(
    before=st.text("ab: ", max_size=4),
    behind=st.text("cd() ", max_size=4),
    parts=st.lists(st.text("xyz", min_size=1, max_size=4), min_size=1, max_size=4),
)
def test_a_cut_gives_back_what_it_was_shown(before: str, behind: str, parts: list[str]) -> None:
    """Whatever cut is learned reproduces its examples."""
    pairs = [(before + part + behind, part) for part in parts]
    cut = learn_cut(pairs)
    assert cut is not None
    assert [cut.apply(text) for text, _ in pairs] == parts


def test_a_text_without_the_strings_has_no_part() -> None:
    """Nothing is cut out by chance."""
    assert Cut("Brand: ").apply("Price: $5") is None


def rule(tag: str, weight: float, *, panel: int = 0, silence: float = 0.0) -> Selection:
    return Selection("x", (Step("descendant", tag),), panel=panel, weight=weight, silence=silence)


def said(rules: list[Selection], source: str) -> list[str]:
    view = View(Page(source))
    return [view.said(place) for place, _ in elect(rules, view)]


def test_the_heavier_answer_wins() -> None:
    """Answers are compared by what they say, so two places with the same text agree."""
    rules = [rule("b", 2), rule("i", 1.5), rule("u", 1)]
    assert said(rules, "<b>one</b><i>two</i><u>two</u>") == ["two"]


def test_panels_are_joined() -> None:
    """Each panel gives its own answer."""
    assert said([rule("b", 1), rule("i", 1, panel=1)], "<b>one</b><i>two</i>") == ["one", "two"]


def test_silence_is_an_answer() -> None:
    """A telling rule that finds nothing can outvote one that finds something."""
    assert said([rule("b", 3, silence=3), rule("i", 1)], "<i>two</i>") == []
    assert said([rule("b", 3), rule("i", 1)], "<i>two</i>") == ["two"]


def test_what_is_said_twice_is_taken_once() -> None:
    """The first place stands for both."""
    view = View(Page("<b>one</b><b>one</b>"))
    assert [place for place, _ in distinct(elect([rule("b", 1)], view), view)] == [Extent(0, 1)]
