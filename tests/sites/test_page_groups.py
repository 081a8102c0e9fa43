"""The pages of a collection by type."""

from hypothesis import given
from hypothesis import strategies as st

from sites.shop import Shop
from unweave import Page
from unweave.sites.page_groups import page_groups

SHOP = Shop(sizes=(9, 8))
PAGES = [Page(html, url=url) for url, html in SHOP.pages.items()]


def kinds(page: Page) -> str:
    """What a page of the shop is, by its address."""
    path = (page.url or "").removeprefix(SHOP.host)
    return "item" if path.startswith("/item/") else "list" if path.startswith("/c/") else "other"


def test_lists_and_details_are_apart() -> None:
    """Each kind of page that the shop has many of is one group, and no group mixes them."""
    groups = [{kinds(PAGES[number]) for number in group.numbers} for group in page_groups(PAGES)]
    assert groups == [{"item"}, {"list"}, {"other"}]


@given(st.permutations(range(len(PAGES))))
def test_the_order_of_the_pages_does_not_matter(order: list[int]) -> None:
    """The same pages are together."""
    found = page_groups([PAGES[at] for at in order])
    assert {frozenset(order[number] for number in group.numbers) for group in found} == {
        frozenset(group.numbers) for group in page_groups(PAGES)
    }


def test_pages_without_markup_are_one_group() -> None:
    """They have nothing that tells them apart."""
    assert [group.numbers for group in page_groups([Page("one"), Page("<p>x</p><b>y</b>"), Page("two")])] == [
        (0, 2),
        (1,),
    ]
