"""The fields of the records of a single page's list."""

import pytest

from unweave.errors import BadInput, DoesNotFit
from unweave.page import Page
from unweave.templates import Discover, DiscoverList, discover_list

Result = tuple[str, str | None, list[str]]
RESULTS: list[Result] = [
    ("Emma", "$5", ["novel", "classic"]),
    ("Kim", None, ["novel"]),
    ("Dune", "$9", ["desert", "worms", "spice"]),
    ("Walden", "$7", ["pond"]),
]


def results(found: list[Result]) -> Page:
    """A page of search results whose prices come and go, between navigation and a pager."""
    items = "".join(
        f"<div class=hit{number}><a href=/b/{number}>{title}</a>"
        + (f"<p><b>Our price:</b> <i>{price}</i></p>" if price else "")
        + f"<p>All about {title} and more</p>"
        + "".join(f"<u>{tag}</u> " for tag in tags)
        + "</div>"
        for number, (title, price, tags) in enumerate(found)
    )
    return Page(f"<ul><li><a href=/>Home</a><li><a href=/x>Help</a></ul><div id=list>{items}</div><p>Next</p>")


def expected(found: list[Result]) -> list[dict[str, object]]:
    return [
        {
            "a": title,
            "link": f"/b/{number}",
            "our_price": price,
            "p": f"All about {title} and more",
            "p_2": title,
            "u": tags,
        }
        for number, (title, price, tags) in enumerate(found)
    ]


def test_records_are_split_into_fields() -> None:
    """Labels name their columns, what a record lacks is absent, what repeats in it is a list."""
    page = results(RESULTS)
    assert [record.to_dict() for record in discover_list(page).extract(page)] == expected(RESULTS)


def test_the_next_page_of_results_is_read_too() -> None:
    """A list wrapper is for all pages of that kind."""
    more: list[Result] = [("Hunger", None, ["x"]), ("Typee", "$1", ["y", "z"]), ("Nature", "$2", ["w"])]
    assert [record.to_dict() for record in discover_list(results(RESULTS)).extract(results(more))] == expected(more)


def test_several_pages_are_better_than_one() -> None:
    """Their records are taken together."""
    wrapper = discover_list([results(RESULTS[:3]), results(RESULTS[1:])])
    assert wrapper.origin.history == ("discovered on 6 records of 2 pages",)


def test_records_in_a_table_have_a_column_per_cell() -> None:
    """Cells of a row are columns."""
    rows = [(f"Result {n}", f"{n} May", f"{n * 7} km") for n in range(1, 6)]
    page = Page("<table>" + "".join(f"<tr><td>{a}<td>{b}<td>{c}" for a, b, c in rows) + "</table>")
    found = DiscoverList(settings=Discover(parts=False)).discover([page]).extract(page)
    assert [tuple(record.to_dict().values()) for record in found] == rows


def test_a_page_without_a_list_says_so() -> None:
    """When learning, and when reading."""
    with pytest.raises(BadInput, match="nothing repeats"):
        discover_list(Page("<p>one</p>"))
    with pytest.raises(DoesNotFit, match="nothing repeats"):
        discover_list(results(RESULTS)).extract(Page("<p>one</p>"))


def test_another_kind_of_list_does_not_fit() -> None:
    """None of the columns is there."""
    page = Page("".join(f"<blockquote>Some quite different text {n}</blockquote>" for n in range(5)))
    with pytest.raises(DoesNotFit, match="none of the columns"):
        discover_list(results(RESULTS)).extract(page)
