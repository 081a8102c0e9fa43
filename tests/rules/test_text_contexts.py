"""Contexts of texts, and what is kept about a view."""

from unweave.page import Page
from unweave.program import Step
from unweave.rules.execute import execute, extents_of
from unweave.rules.partial_views import AttributeView, RecordView
from unweave.rules.paths import path_of
from unweave.rules.text_contexts import TextContexts, contexts_of
from unweave.rules.views import Extent, PageView

SHOP = Page(
    "<ul class=facts><li><b>By</b> Ann<li><b>Price</b> $5 <i>new</i></ul>"
    "<ul><li><a href=/1>One</a> x<li><a href=/2>Two</a> <b>y</b></ul><p>end"
)


def plain_context(view: PageView, at: int, positions: int) -> tuple[object, ...]:
    """The context by its definition: the path without positions, and those of its innermost levels."""
    path = path_of(view, view.texts[at])
    return tuple((level.tag, level.attributes) for level in path), tuple(level.nth for level in path[:positions])


def views() -> list[PageView]:
    whole = PageView(SHOP)
    return [whole, *(RecordView(whole, node) for node in whole.by_tag["li"])]


def test_a_context_is_the_path_without_most_positions() -> None:
    """Of whole pages and of records, with any number of positions."""
    for view in views():
        for positions in (0, 1, 2, 9):
            contexts = TextContexts(view)
            found = [contexts.of(at, positions) for at in view.text_numbers]
            assert found == [plain_context(view, at, positions) for at in view.text_numbers]


def test_alike_are_the_texts_with_the_same_tags_and_context() -> None:
    """No other text is, and a record has only its own."""
    for view in views():
        contexts = TextContexts(view)
        for at in view.text_numbers:
            tags, context = contexts.tags(at), contexts.of(at, 2)
            same = [one for one in view.text_numbers if (contexts.tags(one), contexts.of(one, 2)) == (tags, context)]
            assert list(contexts.alike(tags, 2, context)) == same
            assert contexts.alike(("none", "none"), 2, context) == []


def test_texts_of_another_page_are_alike() -> None:
    """A context of one page is asked of another one, of which nothing has been asked before."""
    here, there = PageView(SHOP), PageView(Page("<p><b>x</b><ul><li><a href=/3>Three</a></ul>"))
    contexts = TextContexts(here)
    at = next(at for at in here.text_numbers if here.strings[at] == "One")
    assert TextContexts(there).alike(contexts.tags(at), 0, contexts.of(at, 0)) == [1]


def test_what_is_kept_of_a_page_is_not_that_of_its_parts() -> None:
    """The extents of a concept in a record, and of an attribute, are others than on the page."""
    whole = PageView(SHOP)
    record, links = RecordView(whole, whole.by_tag["li"][2]), AttributeView(whole, "href")
    concept = Step("descendant", "a")
    found = [list(extents_of(concept, view)) for view in (whole, record, links)]
    assert found == [view.extents(execute(concept, view)) for view in (whole, record, links)]
    assert found[0] != found[1]
    assert found[0] != found[2]
    assert found[1] == [Extent(found[0][0].first, found[0][0].end)]
    assert contexts_of(whole) is not contexts_of(record)
