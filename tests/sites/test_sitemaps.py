"""Sitemaps of the Web Scraper extension: read, written, and what is not static is named."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sites.shop import Shop
from sites.test_crawl import learned
from unweave import Page, errors
from unweave.page import Page as TreePage
from unweave.program import Selection
from unweave.records import Field, Schema
from unweave.rules import RulesWrapper
from unweave.sites import SavedPages, visit
from unweave.sites.css_rules import css_step
from unweave.sites.sitemaps import read_sitemap, start_addresses, write_sitemap

SHOP = Shop()
PAGES = [Page(html, url=url) for url, html in SHOP.pages.items()]
START = next(page for page in PAGES if page.url == f"{SHOP.host}/")


def selector(name: str, kind: str, css: str, *parents: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "type": f"Selector{kind}", "selector": css, "parentSelectors": list(parents), **more}


SITEMAP = {
    "_id": "tin-shed",
    "startUrl": [f"{SHOP.host}/"],
    "selectors": [
        selector("kind", "Link", "ul.tiles a", "_root", multiple=True),
        selector("next", "Pagination", "a.next", "kind", "next", paginationType="auto"),
        selector("item", "Element", "li.item", "kind", "next", multiple=True),
        selector("title", "Text", "h2 > a", "item"),
        selector("price", "Text", "p.cost b", "item"),
        selector("link", "Link", "h2 a", "item"),
        selector("picture", "Image", "a.pic img", "item"),
        selector("category", "Text", "p.crumbs a:nth-of-type(2)", "link"),
        selector("reviews", "Element", "div.review", "link", multiple=True),
        selector("by", "Text", "p.by b", "reviews"),
        selector("said", "Text", "p.said", "reviews"),
        selector("more", "ElementClick", "button", "link"),
        selector("odd", "Text", "p:has(b)", "link"),
        selector("strange", "Telepathy", "p", "link"),
    ],
}


def test_a_sitemap_runs_as_a_site_program() -> None:
    """Categories, pagination, elements, links to details, nested elements; what cannot be read is named."""
    found = read_sitemap(SITEMAP)
    rows = list(visit(found.site, SavedPages(PAGES), [START]))
    fields = ("title", "price", "link", "category", "reviews")
    assert [{name: row.values[name] for name in fields} for row in rows] == [
        {name: item[name] for name in fields} for item in SHOP.database
    ]
    assert {row.values["picture"] for row in rows} == {"/i.png"}
    assert [each.name for each in found.site.types] == ["categories", "list", "detail"]
    assert [said.partition(":")[0] for said in found.left_out] == ["more", "odd", "strange"]
    assert found.left_out[0] == "more: it clicks"
    assert found.starts == (f"{SHOP.host}/",)


def test_a_table() -> None:
    """Its columns are found by their headers."""
    table = selector(
        "facts",
        "Table",
        "table.f",
        "_root",
        columns=[{"header": "Name", "name": "name"}, {"header": "Size", "name": "size", "extract": False}],
    )
    found = read_sitemap({"startUrl": "http://a.org/", "selectors": [table, selector("h", "Text", "h1", "_root")]})
    page = Page("<h1>T</h1><table class=f><tr><td>Name<td>Size<tr><td>a<td>1<tr><td>b<td>2</table>", html=True)
    lists = found.site["detail"].lists["facts"].extract(page)
    assert [record.to_dict() for record in lists if record["name"] != "Name"] == [{"name": "a"}, {"name": "b"}]


def test_a_written_sitemap_can_be_read_again() -> None:
    """Every selector that both sides understand gives the same values; the others are named."""
    data, _ = write_sitemap(learned(), name="Tin Shed", starts=[f"{SHOP.host}/"], pages=PAGES)
    assert (data["_id"], data["startUrl"]) == ("tin-shed", [f"{SHOP.host}/"])
    kinds = {one["id"]: one["type"] for one in data["selectors"]}
    assert kinds["row"] == "SelectorElement"
    assert kinds["link"] == "SelectorLink"
    assert kinds["next_page"] == "SelectorPagination"
    assert kinds["reviews"] == "SelectorElement"
    again = read_sitemap(data)
    rows = list(visit(again.site, SavedPages(PAGES), [START]))
    assert [(row.values["title"], row.values["price"]) for row in rows] == [
        (item["title"], item["price"]) for item in SHOP.database
    ]
    # Labels of a table need :contains and +, which Web Scraper has and our reader has not.
    assert {said.partition(":")[0] for said in again.left_out} == {"category", "maker", "colour", "weight"}


@pytest.mark.parametrize(
    ("pattern", "addresses"),
    [
        ("http://a.org/", ["http://a.org/"]),
        ("http://a.org/[1-3]/[1-2]", [f"http://a.org/{a}/{b}" for a in (1, 2, 3) for b in (1, 2)]),
        ("http://a.org/?o=[0-100:50]", [f"http://a.org/?o={n}" for n in (0, 50, 100)]),
        ("http://a.org/[001-003]", ["http://a.org/001", "http://a.org/002", "http://a.org/003"]),
    ],
)
def test_ranges(pattern: str, addresses: list[str]) -> None:
    """All of the numbers, with zeros and steps."""
    assert start_addresses(pattern) == addresses


def test_ranges_end() -> None:
    """A range of millions is refused."""
    with pytest.raises(errors.BadInput, match="more than 100,000 addresses"):
        start_addresses("http://a.org/[1-999999999]")
    with pytest.raises(errors.BadInput, match="more than 100,000 addresses"):
        start_addresses("http://a.org/[1-9999]/[1-9999]")


@pytest.mark.parametrize("data", [{}, {"selectors": 5}, {"selectors": [{"type": "SelectorText"}]}])
def test_no_sitemap(data: dict[str, Any]) -> None:
    """An error with advice."""
    with pytest.raises(errors.BadInput, match="it has no list of selectors"):
        read_sitemap(data)


HTML = '<div id=d class="a b"><p class=a>1<b>2</b></p><p><b class=b>3</b><i>4</i></p></div><ul><li>5<li class=a>6</ul>'
COMPOUND = st.sampled_from(["div", "p", "b", ".a", ".b", "#d", "p.a", "li", "*", "p:nth-of-type(2)", "[class=a]"])


@given(st.lists(COMPOUND, min_size=1, max_size=3), st.sampled_from([" ", " > "]))
def test_selectors_mean_what_css_says(compounds: list[str], combinator: str) -> None:
    """The parser's own selectors are the definition; nodes with the same text are one value."""
    css = combinator.join(compounds)
    wrapper = RulesWrapper(
        Schema((Field("x", many=True, optional=True),)), (Selection("x", (css_step(css),)),), repeats=("x",)
    )
    page = TreePage(HTML, html=True)
    found = {str(value).replace(" ", "") for record in wrapper.extract(page) for value in record["x"] or ()}
    assert found == {"".join(node.text.split()) for node in page.document.select(css)} - {""}
