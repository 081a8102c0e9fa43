"""Columns of the data in scripts, from unlabelled pages."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from embedded.made_sites import SITES, MadeSite, page_of
from unweave import Page
from unweave.budget import Budget
from unweave.cli import main
from unweave.cli.discover_data import offer_drawn
from unweave.embedded import DiscoverData
from unweave.errors import BadInput
from unweave.store import dumps, loads


def product(name: str, price: str, tags: list[str]) -> Page:
    """A page of a shop, with settings that are the same on every page."""
    graph = [
        {"@type": "Organization", "name": "Shop", "@id": f"#{name}"},
        {"@type": "Product", "name": name, "offers": {"price": price}, "tags": tags},
        {"@type": "WebPage", "name": f"{name} | Shop", "sizes": [[1, len(name)]]},
    ]
    source = f'<h1>{name}</h1><script type="application/ld+json">{json.dumps({"@graph": graph})}</script>'
    return Page(source, name=f"{name}.html")


PRODUCTS = [product("Tea", "5", ["a"]), product("Coffee", "7", ["b", "c"]), product("Mate", "5", ["a"])]
ROWS: list[dict[str, Any]] = [
    {"Product_name": "Tea", "price": "5", "tags": ["a"], "WebPage_name": "Tea | Shop"},
    {"Product_name": "Coffee", "price": "7", "tags": ["b", "c"], "WebPage_name": "Coffee | Shop"},
    {"Product_name": "Mate", "price": "5", "tags": ["a"], "WebPage_name": "Mate | Shop"},
]


def test_columns_are_what_differs_from_page_to_page() -> None:
    """They are named by their keys, and by types where keys are the same; what is the same everywhere is left out."""
    wrapper = DiscoverData().discover(PRODUCTS)
    assert [record.to_dict() for page in PRODUCTS for record in wrapper.extract(page)] == ROWS
    assert loads(dumps(wrapper)) == wrapper


def test_names_can_be_given() -> None:
    """Another name for a column; one that does not exist is an error that lists those that do."""
    wrapper = DiscoverData().discover(PRODUCTS, {"price": "cost"})
    assert wrapper.schema.names == ("Product_name", "cost", "tags", "WebPage_name")
    with pytest.raises(BadInput, match="rice: is no column; there are Product_name, price, tags, WebPage_name"):
        DiscoverData().discover(PRODUCTS, {"rice": "cost"})


def test_the_limit_keeps_what_is_typed_and_near() -> None:
    """With fewer columns than there are, those with short paths in typed objects stay, in the order of the page."""
    assert DiscoverData(limit=2).discover(PRODUCTS).schema.names == ("Product_name", "WebPage_name")


@pytest.mark.parametrize("pages", [[Page("<h1>x</h1>"), Page("<h1>y</h1>")], [PRODUCTS[0], PRODUCTS[0]], []])
def test_pages_without_columns(pages: list[Page]) -> None:
    """No data, or the same data on all pages: a clear error."""
    with pytest.raises(BadInput, match="their scripts have no data that differs from page to page"):
        DiscoverData().discover(pages)
    with pytest.raises(BadInput, match="their scripts have no list of objects"):
        DiscoverData(listing=True).discover([Page("<script>s = [1, 2, 3, 4]</script>")])


@pytest.mark.parametrize("made", SITES, ids=lambda made: made.name)
def test_made_sites(made: MadeSite) -> None:
    """Of two pages with 200 products each, all are found, and each wanted field is a column."""
    pages, wanted = zip(*(page_of(made, seed) for seed in (1, 2)), strict=True)
    wrapper = DiscoverData(listing=True).discover(pages)
    found = [[record.to_dict() for record in wrapper.extract(page)] for page in pages]
    assert [len(rows) for rows in found] == [200, 200]
    for name in wanted[0][0]:
        columns = [_sorted(rows[column] or None for some in found for rows in some) for column in wrapper.schema.names]
        assert _sorted(row[name] or None for some in wanted for row in some) in columns


def _sorted(values: Any) -> list[str]:
    return sorted(map(repr, values))


def test_the_command_offers_them_and_takes_them(tmp_path: Path) -> None:
    """They are listed below the columns of the text; --scripts takes them, --no-embedded leaves them out."""
    for page in PRODUCTS:
        (tmp_path / page.name).write_text(page.source, encoding="utf-8")
    offer = "the scripts have data too (--scripts takes these columns instead):\n4 columns on 3 pages\n  Product_name "
    assert offer in _run("discover", str(tmp_path))
    assert "scripts" not in _run("discover", str(tmp_path), "--no-embedded")
    out, wrapper = tmp_path / "out.jsonl", tmp_path / "w.json"
    shown = _run(
        "discover", str(tmp_path), "--scripts", "--rename", "price=cost", "--data", str(out), "-o", str(wrapper)
    )
    assert shown.startswith("4 columns on 3 pages\n  Product_name             100%      3  ")
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert sorted(row["cost"] for row in rows) == ["5", "5", "7"]
    assert json.loads(wrapper.read_text(encoding="utf-8"))["wrapper"]["kind"] == "embedded"


def test_no_time_for_the_offer() -> None:
    """Where the time is used up, that is said in place of the columns."""
    [line] = offer_drawn(PRODUCTS, listing=False, limit=60, budget=Budget(0.0, least=0.0))
    assert line == "there is no time left for the data in scripts; --scripts takes the time that it needs"


def test_options_that_do_not_go_together(tmp_path: Path) -> None:
    """--scripts makes no report, and does not leave scripts out."""
    for page in PRODUCTS:
        (tmp_path / page.name).write_text(page.source, encoding="utf-8")
    result = CliRunner().invoke(main, ["discover", str(tmp_path), "--scripts", "--report", "r.html"])
    assert result.exit_code != 0
    assert result.output.startswith("unweave: it is not for --scripts\nWhere: --report\n")


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output
