"""The main list of a single page."""

import pytest

from unweave.page import Page
from unweave.templates import find_list, list_spans

RESULTS = "".join(f"<li><a href=/{n}>Result {n}</a> some words about it, number {n}" for n in range(1, 8))


def texts(source: str) -> list[str]:
    return [node.text for node in find_list(Page(source, html=True))]


def test_the_list_with_most_text_is_the_main_one() -> None:
    """Not the navigation, though it has as many links."""
    nav = "".join(f"<li><a href=/n{n}>Link {n}</a>" for n in range(9))
    assert texts(f"<ul>{nav}</ul><ol>{RESULTS}</ol>") == [
        f"Result {n} some words about it, number {n}" for n in range(1, 8)
    ]


def test_layout_around_the_list_is_no_list() -> None:
    """Three rows of which one contains everything are not three records."""
    page = f"<table><tr><td>Head<tr><td><ol>{RESULTS}</ol><tr><td>Foot</table>"
    assert len(texts(page)) == 7


def test_a_pager_at_the_end_is_trimmed() -> None:
    """A short row of links alone is not a record."""
    rows = "".join(
        f"<p><a href=/{n}>Result {n}</a> with a long line of text about number {n} in it</p>" for n in range(6)
    )
    pager = "<p><a href=/p2>2</a> <a href=/p3>3</a> <a href=/p4>Next</a></p>"
    assert len(texts(f"<div>{rows}{pager}</div>")) == 6


@pytest.mark.parametrize("source", ["", "<p>one</p>", "just text", "<ul><li><li><li></ul>"])
def test_no_list_is_an_empty_answer(source: str) -> None:
    """Pages without a list give none."""
    assert texts(source) == []


def test_spans_are_those_of_the_records() -> None:
    """Each span is that of its record's element."""
    page = Page(f"<ol>{RESULTS}</ol>")
    assert [page[span][:4] for span in list_spans(page)] == ["<li>"] * 7
