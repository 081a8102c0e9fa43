"""Lines that one page writes as a list and another as paragraphs."""

import pytest

from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules, RulesWrapper


def card(tag: str, *lines: str, more: str = "") -> Page:
    body = "".join(f"<{tag}>{line}</{tag}>" for line in lines)
    return Page(f"<h1>Pie</h1><div class=parts>{f'<ul>{body}</ul>' if tag == 'li' else body}{more}</div><p>Enjoy!</p>")


def learned(page: Page, *lines: str, panel: int | None = None) -> RulesWrapper:
    return Rules(panel=panel).learn([Example.from_values(page, [{"parts": list(lines)}])])


def parts(wrapper: RulesWrapper, page: Page) -> list[str]:
    return [part for record in wrapper.extract(page) for part in record.to_dict()["parts"]]


@pytest.mark.parametrize(("shown", "other"), [("li", "p"), ("p", "li")])
def test_lines_with_another_tag_are_found(shown: str, other: str) -> None:
    """A list as paragraphs, and paragraphs as a list, inside the same element."""
    wrapper = learned(card(shown, "flour", "eggs", "salt"), "flour", "eggs", "salt")
    assert parts(wrapper, card(other, "tea", "milk")) == ["tea", "milk"]


def test_they_count_only_where_nothing_else_is_found() -> None:
    """A note below the list is no part of it."""
    wrapper = learned(card("li", "flour", "eggs", "salt"), "flour", "eggs", "salt")
    assert parts(wrapper, card("li", "tea", "milk", more="<p>Serve hot.</p>")) == ["tea", "milk"]


def test_lines_of_the_other_tag_that_were_shown_are_something_else() -> None:
    """Where the labelled page has a note as well, paragraphs are notes; so they are with the paper's one rule."""
    lines = ("flour", "eggs", "salt")
    wrapper = learned(card("li", *lines, more="<p>Serve hot.</p>"), *lines)
    assert parts(wrapper, card("p", "tea", "milk")) == []
    assert parts(learned(card("li", *lines), *lines, panel=1), card("p", "tea", "milk")) == []
