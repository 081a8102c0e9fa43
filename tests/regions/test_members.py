"""Which regions of a page are records."""

from collections.abc import Sequence

import pytest

from unweave import Example, Page, learn
from unweave.regions.boundaries import Region
from unweave.regions.members import members
from unweave.regions.nodes import PageNodes


def numbered_cases(numbers: Sequence[str]) -> Page:
    """A list of cases, each a link and a number."""
    items = (
        f"<div class=item><a href=/{at}.pdf>Case {at}</a> <b>{number}</b></div>" for at, number in enumerate(numbers)
    )
    return Page(f"<div>{''.join(items)}</div><p>Contact us")


def learned_cases(page: Page) -> list[dict[str, object]]:
    """The cases of a page, learned from its first two."""
    shown = [{"case": "Case 0", "number": "A-0-22"}, {"case": "Case 1", "number": "A-1-22"}]
    wrapper = learn([Example.from_values(page, shown, status="partial")])
    return [record.to_dict() for record in wrapper.extract(page)]


def test_records_whose_values_look_different() -> None:
    """On another page half of the records have long numbers; they are made of the same elements, and all are given."""
    first = numbered_cases([f"A-{at}-22" for at in range(10, 18)])
    shown = [{"case": "Case 0", "number": "A-10-22"}, {"case": "Case 1", "number": "A-11-22"}]
    wrapper = learn([Example.from_values(first, shown, status="partial")])
    numbers = [
        "A-1-22" if at % 2 == 0 else ", ".join(f"{case:06}-{2010 + at}" for case in range(12)) for at in range(9)
    ]
    records = [record.to_dict() for record in wrapper.extract(numbered_cases(numbers))]
    assert records == [{"case": f"Case {at}", "number": number} for at, number in enumerate(numbers)]


def test_other_rows_between_records() -> None:
    """A row behind each record that lacks a value is no record, where there are as many of them as records."""
    rows = "".join(f"<tr><td><a href=/{at}>Case {at}</a><td>A-{at}-22<tr><td>&nbsp;<td>Note {at}" for at in range(9))
    page = Page(f"<table>{rows}</table>")
    assert learned_cases(page) == [{"case": f"Case {at}", "number": f"A-{at}-22"} for at in range(9)]


def offers(books: Sequence[tuple[str, str, str, str]]) -> Page:
    """A list of books with a price and, if they have them, a former price and a rating."""
    items = (
        f"<article><h3><a href=/{at}>{title}</a></h3>"
        + (f"<p class=rating>{rating} of 5</p>" if rating else "")
        + f"<p class=price>{f'<s>{former}</s> ' * bool(former)}<span>{price}</span></p></article>"
        for at, (title, price, former, rating) in enumerate(books)
    )
    return Page(f"<h1>Offers</h1><main>{''.join(items)}</main><p>All prices with tax")


OFFERS = [
    ("Emma", "$5.50", "$7.00", "4.5"),
    ("Persuasion", "$6.10", "", "4.1"),
    ("Kim", "$4.99", "$9.50", "3.9"),
    ("Dune", "$8.20", "", ""),
    ("The Warden", "$3.75", "", "4.0"),
    ("Villette", "$7.40", "$8.80", "4.8"),
    ("Ivanhoe", "$2.99", "", "3.2"),
    ("Middlemarch", "$9.00", "", ""),
]
NAMES = ("title", "price", "former", "rating")


def learned_offers(shown: Sequence[int]) -> list[dict[str, object]]:
    """The list of offers, learned from some of its records."""
    page = offers(OFFERS)
    given = [{name: value for name, value in zip(NAMES, OFFERS[at], strict=True) if value} for at in shown]
    wrapper = learn([Example.from_values(page, given, status="partial")])
    return [{name: record.get(name) for name in NAMES} for record in wrapper.extract(page)]


@pytest.mark.parametrize("shown", [(0, 2), (1, 2), (2, 5)])
def test_values_that_records_may_lack(shown: tuple[int, int]) -> None:
    """The only price of a book is not its former price too; the last record is one, though it lacks two values."""
    expected = [{name: value or None for name, value in zip(NAMES, book, strict=True)} for book in OFFERS]
    assert learned_offers(shown) == expected


def test_a_note_below_the_records() -> None:
    """What is made like a record and has one of its values only is none."""
    rows = "".join(f"<div class=item><a href=/{at}.pdf>Case {at}</a> <b>A-{at}-22</b></div>" for at in range(9))
    page = Page(f"<div>{rows}<div class=item><a href=/help.pdf>Case help</a></div></div>")
    assert learned_cases(page) == [{"case": f"Case {at}", "number": f"A-{at}-22"} for at in range(9)]


@pytest.mark.parametrize(
    ("lacking", "are_records"),
    [("1010101010101010101", False), ("1001011100101110101", True), ("1110111011110111011", True)],
)
def test_regions_that_lack_a_value(lacking: str, are_records: bool) -> None:
    """Every second region that lacks a value is something else; as many that come irregularly are records."""
    items = "".join(f"<li><b>Book {at}</b>{'<i>$5</i>' * (one == '1')}" for at, one in enumerate(lacking))
    nodes = PageNodes(Page(f"<ul>{items}</ul>"))
    regions = [Region(at, nodes.ends[at]) for at, tag in enumerate(nodes.tags) if tag == "li"]
    scores = [1.0 if one == "1" else 0.5 for one in lacking]
    found = members(nodes, regions, scores, [1.0] * len(scores), [1 + (one == "1") for one in lacking])
    assert found == [one == "1" or are_records for one in lacking]


@pytest.mark.parametrize("around", ["aside", "nav", "footer"])
def test_a_list_of_the_same_kind_beside_the_content(around: str) -> None:
    """What others have bought is no record, though it is made of the same elements."""
    items = [f"<li class=item><a href=/{at}>Book {at}</a> <b>${at}.50</b></li>" for at in range(14)]
    page = Page(f"<div><ul>{''.join(items[:9])}</ul></div><{around}><ul>{''.join(items[9:])}</ul></{around}>")
    given = [{"title": f"Book {at}", "price": f"${at}.50"} for at in (0, 1)]
    wrapper = learn([Example.from_values(page, given, status="partial")])
    assert [record["title"] for record in wrapper.extract(page)] == [f"Book {at}" for at in range(9)]


@pytest.mark.parametrize("lacking", [{0, 1, 4, 5, 8}, {2, 5, 8, 11}, {0, 3, 6, 10, 11}])
def test_records_at_the_ends_that_lack_a_value(lacking: set[int]) -> None:
    """What is a record between others is one at the end of the list, too; a note there is made of other elements."""
    books = [(f"Book {at}", "" if at in lacking else f"${at}.50") for at in range(12)]
    items = "".join(f"<li><b>{title}</b>{f' <i>{price}</i>' * bool(price)}" for title, price in books)
    page = Page(f"<ul>{items}<li><a href=/more>More books</a></ul>")
    shown = [{"title": title, "price": price} for title, price in books if price][:2]
    wrapper = learn([Example.from_values(page, shown, status="partial")])
    found = [record.to_dict() for record in wrapper.extract(page)]
    assert found == [{"title": title, "price": price or None} for title, price in books]


def test_a_repeated_text_at_the_end_is_no_record() -> None:
    """It has a peer, but so has every remark that is made again and again."""
    books = [(f"Book {at}", "" if at in {3, 5} else f"${at}.50") for at in range(9)]
    items = [f"<li><b>{title}</b>{f' <i>{price}</i>' * bool(price)}" for title, price in books]
    remark = "<li><b>See also</b>"
    page = Page(f"<ul>{''.join([*items[:2], remark, *items[2:6], remark, *items[6:], remark])}</ul>")
    shown = [{"title": title, "price": price} for title, price in books if price][:2]
    wrapper = learn([Example.from_values(page, shown, status="partial")])
    found = [record.to_dict() for record in wrapper.extract(page)]
    assert found == [{"title": title, "price": price or None} for title, price in books]


def test_a_region_with_nothing_in_it_is_no_record() -> None:
    """Between two rows there may be no node at all: nothing of it is as in other records."""
    rows = "".join(f"<p><a href=/{at}>Case {at}</a> <b>A-{at}-22</b></p>" for at in range(5))
    nodes = PageNodes(Page(f"<div>{rows}</div>"))
    regions = [Region(at, nodes.ends[at]) for at, tag in enumerate(nodes.tags) if tag == "p"]
    regions.insert(3, Region(regions[3].start, regions[3].start))
    scores = [1.0, 1.0, 1.0, 0.8, 1.0, 1.0]
    assert members(nodes, regions, scores, scores, [2, 2, 2, 1, 2, 2]) == [True, True, True, False, True, True]


@pytest.mark.parametrize(("tag", "at_ends"), [("p class=price", True), ("p", False)])
def test_records_at_the_ends_whose_values_look_different(tag: str, at_ends: bool) -> None:
    """They have all fields, in elements with the classes of the others; headers and totals may look so without."""
    prices = ["free", "$5.50", "$7.25", "$3.75", "$9.50", "$4.25", "on request"]
    items = "".join(f"<li><h3>Talk No. {at}</h3><{tag}>{price}</p>" for at, price in enumerate(prices))
    shown = [{"talk": f"Talk No. {at}", "price": prices[at]} for at in (1, 2)]
    page = Page(f"<ul>{items}</ul>")
    found = learn([Example.from_values(page, shown, status="partial")]).extract(page)
    assert [record["price"] for record in found] == (prices if at_ends else prices[1:-1])
