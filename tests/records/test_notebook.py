"""What a notebook shows: tables in which everything that comes from pages is escaped."""

import re
from typing import Any

import pytest

import unweave
from unweave import Example, Page
from unweave.records.notebook import MOST_ROWS
from unweave.wrapper import Explanation, Statement

HOSTILE = "<script>alert(1)</script> & \"quotes\" 'and' <img src=x onerror=alert(1)>"
ALLOWED = re.compile(r"</?(?:table|thead|tbody|tr|th|td|p|b|br)>")


def assert_harmless(html: str) -> None:
    """Nothing but the tags of our tables is markup."""
    assert "<" not in ALLOWED.sub("", html)


@pytest.fixture
def page() -> Page:
    """A page whose values look like markup to whoever does not escape them."""
    return Page(f"<ul><li>{'&lt;script&gt;x&lt;/script&gt;'}<li>Kim &amp; co</ul>", name="<b onclick=x>.html")


@pytest.mark.parametrize("method", ["auto", "lr", "tree", "rules", "regions"])
def test_wrappers_records_and_explanations_are_tables(page: Page, method: str) -> None:
    """All have the method that notebooks call, and nothing of a page gets through as markup."""
    shown = [{"<i>title": "<script>x</script>"}, {"<i>title": "Kim & co"}]
    wrapper = unweave.learn([Example.from_values(page, shown)], method=method)
    found = unweave.extract(wrapper, page)
    shown_in_notebooks: list[Any] = [wrapper, found, found[0], wrapper.explain(page)]
    for one in shown_in_notebooks:
        html = one._repr_html_()
        assert_harmless(html)
        assert "<table>" in html
        assert "&lt;i&gt;title" in html


def test_discovered_wrappers_are_tables() -> None:
    """So are those that nobody labelled."""
    pages = [Page(f"<h1>{title}</h1><p>A book</p>") for title in ("Emma", "Kim", "Dune")]
    assert_harmless(unweave.discover(pages)._repr_html_())  # what a notebook calls


def test_an_explanation_with_a_problem_shows_it() -> None:
    """Escaped as well."""
    html = Explanation(HOSTILE, (Statement(HOSTILE, HOSTILE, (HOSTILE,)),), problem=HOSTILE)._repr_html_()
    assert_harmless(html)
    assert html.count("&lt;script&gt;") == 5


def test_of_many_records_the_first_are_shown() -> None:
    """And how many there are."""
    page = Page("".join(f"<b>{number}</b>" for number in range(200)), name="p.html")
    wrapper = unweave.learn([Example.from_values(page, [{"n": str(number)} for number in range(200)])], method="lr")
    html = unweave.extract(wrapper, page)._repr_html_()  # what a notebook calls
    assert (html.count("<tr>"), "of 200 records" in html) == (MOST_ROWS + 1, True)
