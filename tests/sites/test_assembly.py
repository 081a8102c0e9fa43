"""A site program from page types that are known, and the types that are proposed for a collection."""

from typing import Any

import pytest

from sites.shop import Shop
from unweave import Example, Page, errors, learn
from unweave.sites import SavedPages, start_pages, visit
from unweave.sites.assembly import KnownType, assembled_site
from unweave.sites.type_proposals import proposed_types, type_links
from unweave.wrapper import Wrapper

SHOP = Shop()
PAGES = [Page(html, url=url, name=url) for url, html in SHOP.pages.items()]
LISTS = [page for page in PAGES if "/c/" in str(page.url)]
DETAILS = [page for page in PAGES if "/item/" in str(page.url)]


def wrapper_of(pages: list[Page], *shown: dict[str, Any]) -> Wrapper:
    return learn([Example.from_values(pages[0], list(shown)), *map(Example, pages[1:])])


def list_type(**more: Any) -> KnownType:
    rows = [{name: item[name] for name in ("title", "price")} for item in SHOP.database[:3]]
    links = [item["link"].removeprefix(SHOP.host) for item in SHOP.database[:3]]
    wrapper = wrapper_of(LISTS, *({**row, "link": link} for row, link in zip(rows, links, strict=True)))
    return KnownType("list", wrapper, LISTS, {"link": "detail"}, many=True, **more)


def detail_type(**more: Any) -> KnownType:
    return KnownType("detail", wrapper_of(DETAILS, {"maker": SHOP.database[0]["maker"]}), DETAILS, **more)


def category_type() -> KnownType:
    index = [page for page in PAGES if page.url == f"{SHOP.host}/"]
    shown = [{"kind": "Kettles", "list link": "/c/kettles"}, {"kind": "Lamps", "list link": "/c/lamps"}]
    return KnownType("categories", wrapper_of(index, *shown), index, {"list link": "list"}, many=True)


def joined(types: list[KnownType], **more: Any) -> list[Any]:
    site = assembled_site(types, **more)
    return list(visit(site, SavedPages(PAGES), start_pages(site, PAGES)))


def test_rows_are_completed_over_links_and_next_pages() -> None:
    """The list goes on over its next pages, and every row has the value of its detail page."""
    site = assembled_site([detail_type(), list_type()])
    assert [(one.name, one.next_pages) for one in site.types] == [("list", "labels"), ("detail", "none")]
    assert (site.start, site.rows) == ("list", "list")
    assert dict(site.sources) == {"title": "list", "price": "list", "link": "list", "maker": "detail"}
    rows = joined([detail_type(), list_type()])
    wanted = [{name: item[name] for name in ("title", "price", "link", "maker")} for item in SHOP.database]
    assert [dict(row.values) for row in rows] == wanted


def test_a_type_above_the_rows_gives_its_values_to_each_of_them() -> None:
    """Categories are a list, too; the rows are the records of the list that they lead to."""
    site = assembled_site([detail_type(), list_type(), category_type()])
    assert [one.name for one in site.types] == ["categories", "list", "detail"]
    assert (site.start, site.rows) == ("categories", "list")
    assert site.schema.names == ("kind", "title", "price", "link", "maker")
    rows = joined([detail_type(), list_type(), category_type()])
    assert [row.values["kind"] for row in rows] == [item["category"] for item in SHOP.database]


def test_a_type_with_many_records_below_the_rows_is_a_nested_list() -> None:
    """The rows can be chosen; what they lead to is then a list in each row."""
    types = [list_type(), category_type()]
    site = assembled_site(types, rows="categories")
    assert site.schema.names == ("kind", "list link", "list")
    first = joined(types, rows="categories")[0].values
    titles = [item["title"] for item in SHOP.database[:3]]
    assert (first["kind"], [one["title"] for one in first["list"]]) == ("Kettles", titles)


def test_types_without_a_connection_are_left_out() -> None:
    """A list alone is a site program, too."""
    alone = assembled_site([KnownType("list", list_type().wrapper, LISTS, many=True), detail_type()])
    assert [one.name for one in alone.types] == ["list"]


def test_what_does_not_fit_together_is_named() -> None:
    """A circle of links, two fields of one name, no type at all."""
    with pytest.raises(errors.BadInput, match="in a circle: from list to detail to list"):
        assembled_site([list_type(), detail_type(links={"maker": "list"})])
    same = KnownType("detail", wrapper_of(DETAILS, {"title": SHOP.database[0]["title"]}), DETAILS)
    with pytest.raises(errors.BadInput, match="list and detail pages have a field of this name"):
        assembled_site([list_type(), same])
    with pytest.raises(errors.BadInput, match="no page type has a wrapper"):
        assembled_site([])


def test_a_next_page_can_be_corrected() -> None:
    """Shown that there is none, the list ends; a next page that no link leads to is an error."""
    last = {str(page.url): None for page in LISTS}
    assert assembled_site([list_type(next_page=last), detail_type()])["list"].next_pages == "none"
    with pytest.raises(errors.BadInput, match="no link leads to"):
        assembled_site([list_type(next_page={str(LISTS[0].url): "/nowhere"}), detail_type()])


def test_types_are_proposed_with_names() -> None:
    """What leads to details is a list, what leads to lists has the categories."""
    found = {
        one.name: [str(PAGES[at].url).removeprefix(SHOP.host) for at in one.numbers] for one in proposed_types(PAGES)
    }
    assert list(found) == ["categories", "list", "detail"]
    assert found["detail"] == SHOP.details
    assert "/" in found["categories"]
    assert all(path.startswith("/c/") for path in found["list"])


def test_a_menu_does_not_make_types_lead_to_each_other() -> None:
    """Every page links to the page about the shop; nothing leads to it."""
    groups = [[PAGES.index(page) for page in some] for some in (LISTS, DETAILS)]
    about = [number for number, page in enumerate(PAGES) if page.url == f"{SHOP.host}/about"]
    assert list(type_links(PAGES, [*groups, about])) == [(0, 1)]


def test_pages_of_one_type_are_one_type() -> None:
    """And pages without links between them are only told apart."""
    assert [(one.name, len(one.numbers)) for one in proposed_types(DETAILS)] == [("page", len(DETAILS))]
    others = [Page(f"<table><tr><td class=a>{n}<td class=b>{n}</table>", name=f"{n}.html") for n in range(3)]
    assert [one.name for one in proposed_types([*DETAILS, *others])] == ["page 1", "page 2"]
