"""A site program: learned from two records, stored, explained, and run on saved pages."""

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sites.shop import Shop
from unweave import Page, errors
from unweave.sites import (
    Hole,
    SavedPages,
    SiteProgram,
    VisitReport,
    dump_site,
    fill_holes,
    load_site,
    start_pages,
    visit,
)
from unweave.sites.learning import learn_site
from unweave.sites.picture import svg_picture

SHOP = Shop()


def pages_of(shop: Shop) -> list[Page]:
    return [Page(html, url=url, name=url) for url, html in shop.pages.items()]


def shown(shop: Shop) -> list[dict[str, Any]]:
    """Two records as a person shows them: without the link."""
    return [{name: value for name, value in item.items() if name != "link"} for item in shop.database[:2]]


@cache
def site() -> SiteProgram:
    """The program of the small shop."""
    return learn_site(pages_of(SHOP), shown(SHOP))


def rows_of(pages: Iterable[Page], report: VisitReport | None = None) -> list[Any]:
    pages = list(pages)
    return list(visit(site(), SavedPages(pages), start_pages(site(), pages), report))


def wanted(shop: Shop) -> list[dict[str, Any]]:
    return [{name: item[name] for name in site().schema.names} for item in shop.database]


def test_two_records_are_enough() -> None:
    """All records of the site are found, equal to the database, with every field from where it is."""
    report = VisitReport()
    rows = rows_of(pages_of(SHOP), report)
    assert [dict(row.values) for row in rows] == wanted(SHOP)
    assert [(row.holes, row.start is not None) for row in rows] == [((), True)] * len(rows)
    assert (report.missing, report.ended) == ([], [])
    assert [each.name for each in site().types] == ["categories", "list", "detail"]
    assert dict(site().sources) == {
        "category": "detail",
        "title": "list",
        "price": "list",
        "maker": "detail",
        "colour": "detail",
        "weight": "detail",
        "reviews": "detail",
        "link": "list",
    }


def test_a_row_is_kept_without_its_detail_page() -> None:
    """With a fifth of the detail pages missing no row is lost, and every hole has its page and the reason."""
    failing = frozenset(SHOP.details[::5])
    rows = rows_of(pages_of(replace(SHOP, failing=failing)))
    holes = {row.values["link"].removeprefix(SHOP.host): row.holes for row in rows if row.holes}
    assert [row.values["title"] for row in rows] == [item["title"] for item in SHOP.database]
    assert [row.values["price"] for row in rows] == [item["price"] for item in SHOP.database]
    reason = "it is not in the collection"
    assert holes == {path: (Hole("detail", SHOP.host + path, reason),) for path in failing}


def test_holes_are_filled_later() -> None:
    """With the pages that were missing, the rows are those of a run without holes."""
    rows = rows_of(pages_of(replace(SHOP, failing=frozenset(SHOP.details[::5]))))
    later = SavedPages(pages_of(SHOP))
    assert [fill_holes(site(), later, row) for row in rows] == rows_of(pages_of(SHOP))


def test_an_error_page_is_no_detail_page() -> None:
    """A page with other markup at the address of a detail page is a hole, and so is one without any of the values."""
    pages = {page.url: page for page in pages_of(SHOP)}
    first, second = (SHOP.host + path for path in SHOP.details[:2])
    long = "".join(f"<div class=c{n}><em><u>x</u></em></div>" for n in range(60))
    pages[first] = Page(long, url=first)
    pages[second] = Page(pages[second].source.replace("<td>", "<td hidden>").replace("crumbs", "x"), url=second)
    third = SHOP.host + SHOP.details[2]
    pages[third] = Page(f"<title>Shop</title><div id=app></div><script>{'x' * 900}</script>{'<p>' * 50}", url=third)
    rows = rows_of(pages.values())
    reason = "the page does not look like a detail page; it has scripts and hardly any text, so it may need a browser"
    assert rows[2].holes == (Hole("detail", third, reason),)
    assert rows[0].holes == (Hole("detail", first, "the page does not look like a detail page"),)
    assert [row.values["title"] for row in rows] == [item["title"] for item in SHOP.database]


def test_missing_list_pages_are_reported() -> None:
    """Their rows are not known, so the report names them."""
    gone = f"{SHOP.host}/c/kettles?page=2"
    report = VisitReport()
    rows = rows_of([page for page in pages_of(SHOP) if page.url != gone], report)
    assert report.missing == [Hole("list", gone, "it is not in the collection")]
    left = [item["title"] for at, item in enumerate(SHOP.database) if at not in (3, 4, 5)]
    # The third page is at hand: it is visited after the others, since nothing leads there.
    assert sorted(row.values["title"] for row in rows) == sorted(left)


def test_without_the_index_the_lists_are_visited() -> None:
    """Each chain from its first page on."""
    pages = [page for page in pages_of(SHOP) if page.url not in (f"{SHOP.host}/", f"{SHOP.host}/about")]
    assert [dict(row.values) for row in rows_of(pages)] == wanted(SHOP)


def test_the_order_of_the_pages_does_not_matter() -> None:
    """The same program is learned, and the rows are the same."""
    pages = pages_of(SHOP)[::-1]
    assert learn_site(pages, shown(SHOP)) == site()


def test_it_survives_its_file(tmp_path: Path) -> None:
    """And the same program gives the same bytes."""
    file, again = tmp_path / "shop.site.json", tmp_path / "again.json"
    dump_site(site(), file)
    assert load_site(file) == site()
    assert load_site(file).origin == site().origin
    dump_site(load_site(file), again)
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.update(start="nowhere"), "start is 'nowhere', which is no page type"),
        (lambda data: data["types"][1]["links"][0].update(to="x"), "leads to 'x', no page type"),
        (lambda data: data["types"][1]["links"][0].update(field="x"), "list: 'x' is no field of its wrapper"),
        (lambda data: data["types"][1]["links"][0].update(to="categories"), "link fields lead in a circle"),
        (lambda data: data.update(rows="categories", start="detail"), "no links lead from 'detail' to 'categories'"),
        (lambda data: data["types"][0].update(name="list"), "two page types have the same name"),
        (lambda data: data["types"][0]["wrapper"].update(kind="x"), "unknown kind"),
        (lambda data: data["types"][0].update(next_pages="x"), "Invalid enum value 'x'"),
        (lambda data: data.pop("rows"), "missing required field `rows`"),
        (lambda data: data["sources"].update(x="list"), "'x', which is no field"),
    ],
)
def test_a_damaged_file(change: Any, reason: str, tmp_path: Path) -> None:
    """The error has the file and what is wrong."""
    file = tmp_path / "shop.site.json"
    dump_site(site(), file)
    data = json.loads(file.read_text())
    change(data["site"])
    file.write_text(json.dumps(data))
    with pytest.raises(errors.BadInput) as caught:
        load_site(file)
    assert caught.value.source == str(file)
    assert reason in caught.value.reason


def test_other_files_are_named(tmp_path: Path) -> None:
    """A wrapper is no site program, and the other way round."""
    from unweave import dump, load  # noqa: PLC0415  # only here

    file = tmp_path / "w.json"
    dump(site()["list"].wrapper, file)
    with pytest.raises(errors.BadInput, match="this is a wrapper, not a site program"):
        load_site(file)
    dump_site(site(), file)
    with pytest.raises(errors.BadInput, match="this is a site program, not a wrapper"):
        load(file)


def test_it_is_explained() -> None:
    """In one line, in sentences, and as a picture; names are escaped there."""
    explanation = site().explain()
    said = [(one.field, one.text) for one in explanation.statements]
    assert explanation.title == "site program: 3 page types, rows of 8 fields from list pages"
    assert said[0] == ("", "[categories] -> [list ↻] rows -link-> [detail]")
    assert ("list", "'link' leads to a detail page; its values complete the row") in said
    assert ("list", "the list goes on over next pages, as the labels of links name them") in said
    assert ("detail", "gives category, maker, colour, weight, reviews") in said
    names = [each.name for each in site().types]
    hostile = replace(site(), sources={**site().sources, "link": "list"}, schema=site().schema)
    picture = svg_picture(hostile)
    assert [f">{name}" in picture for name in names] == [True] * 3
    assert (picture.count("<rect"), picture.count("marker-end")) == (3, 3)


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ([], "there are none"),
        ([{"title": None}], "record 1 has no values"),
        ([{"title": "No such kettle"}], "record 1: 'No such kettle' is on none of the 18 pages"),
        ([{"title": SHOP.database[0]["title"], "shop": "4 Mill Road"}], "is on none of the 18 pages"),
    ],
)
def test_records_that_cannot_be_used(records: list[dict[str, Any]], reason: str) -> None:
    """The error has the value and what would help."""
    with pytest.raises(errors.BadInput, match=reason) as caught:
        learn_site(pages_of(SHOP), records)
    assert caught.value.advice


def test_one_page_type_is_a_site_too() -> None:
    """Lists without detail pages, and detail pages without lists."""
    lists = [page for page in pages_of(SHOP) if "/c/" in (page.url or "")]
    known = [{name: item[name] for name in ("title", "price")} for item in SHOP.database]
    only = learn_site(lists, known[:2])
    assert [(each.name, each.links) for each in only.types] == [("list", ())]
    assert [dict(row.values) for row in visit(only, SavedPages(lists), start_pages(only, lists))] == known
    details = [page for page in pages_of(SHOP) if "/item/" in (page.url or "")]
    known = [{name: item[name] for name in ("title", "maker", "weight")} for item in SHOP.database]
    only = learn_site(details, known[:2])
    assert [each.name for each in only.types] == ["detail"]
    assert [dict(row.values) for row in visit(only, SavedPages(details), start_pages(only, details))] == known
