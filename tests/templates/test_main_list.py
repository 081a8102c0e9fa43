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


def test_rows_of_cells_are_the_list_though_paragraphs_say_more() -> None:
    """Three paragraphs may be alike by chance; eight rows with four cells and a link are not."""
    remarks = "".join(f"<p>{'Decisions are released on Thursdays and may be changed. ' * n}</p>" for n in (3, 4, 3))
    rows = "".join(
        f"<tr><td>{n} May<td>No. 10{n}<td><a href=/{n}>Case {n}</a><td class=by>Judge {n}</tr>" for n in range(1, 9)
    )
    assert texts(f"<div>{remarks}</div><table>{rows}</table>") == [
        f"{n} May No. 10{n} Case {n} Judge {n}" for n in range(1, 9)
    ]


def test_a_list_is_not_the_one_that_takes_all_rows_of_the_page() -> None:
    """The rows of the results are the list, not these and those of the search form around them."""
    head = "<tr><td><h1>Shop</h1><form>Search the whole shop for books and other things</form></table><table>"
    sort = "<tr><td><i>Sort by</i> <b>date, newest first, oldest first, price, lowest first, highest first</b></table>"
    rows = "".join(f"<tr class=hit><td><img src={n}><td><a href=/{n}>Book {n}</a><td>${n}<td>New" for n in range(1, 7))
    foot = "<table><tr><td><p>More matches in auctions, and in the shops of our partners in other countries</table>"
    page = f"<table>{head}{sort}<table>{rows}</table>{foot}"
    assert texts(page) == [f"Book {n} ${n} New" for n in range(1, 7)]


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
