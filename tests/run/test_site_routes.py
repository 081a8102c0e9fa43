"""Site programs in routing files: workers read the pages in any order, and the rows are joined at the end."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oracles.warcs import compressed, record
from sites.shop import Shop
from unweave.cli import main
from unweave.delimiters import LR
from unweave.errors import BadInput
from unweave.page import Page
from unweave.records import Example
from unweave.run import RunOptions, RunSummary, extract, find_runs, shards
from unweave.run.provenance import ids_of
from unweave.run.routes import read_routes
from unweave.run.site_job import extract_site
from unweave.sites import SiteProgram, dump_site, load_site
from unweave.sites.learning import learn_site
from unweave.store import dump

SHOP = Shop(sizes=(7, 4, 9))
ROUTES = """
[[route]]
host = "notes.test"
wrapper = "notes.json"

[[route]]
host = "shop.test"
site = "shop.site.json"
name = "item"
"""


@cache
def program() -> SiteProgram:
    """The program of the shop, from two of its records."""
    pages = [Page(html, url=url, name=url) for url, html in SHOP.pages.items()]
    shown = [{name: value for name, value in item.items() if name != "link"} for item in SHOP.database[:2]]
    return learn_site(pages, shown)


def records(shop: Shop = SHOP) -> list[bytes]:
    """The pages of the shop and of another site, in an order that says nothing."""
    found = [record(url, html.encode()) for url, html in shop.pages.items()]
    found += [record(f"http://notes.test/{number}", b"<b>Note %d</b>" % number) for number in range(3)]
    random.Random(2).shuffle(found)
    return found


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A routing file with a wrapper and a site program, and a crawl of both sites in many shards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shards, "SHARD_BYTES", 2000)
    dump(LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"text": "Emma"}])]), "notes.json")
    dump_site(program(), "shop.site.json")
    Path("routes.toml").write_text(ROUTES)
    Path("crawl.warc.gz").write_bytes(compressed(records()))


def run(workers: int = 0, **options: Any) -> RunSummary:
    """A run of the routes over the crawl."""
    how = RunOptions(workers=workers, provenance=False, **options)
    return extract(read_routes("routes.toml"), ["crawl.warc.gz"], "out.jsonl", options=how)


def rows(name: str = "out.jsonl") -> list[dict[str, Any]]:
    """The rows of an output."""
    return [json.loads(line) for line in Path(name).read_text().splitlines()]


def items() -> list[dict[str, Any]]:
    """The rows of the shop, without their type and the fields of the other site."""
    return [{key: value for key, value in row.items() if key != "type"} for row in rows() if row["type"] == "item"]


@pytest.mark.parametrize("workers", [0, 2])
def test_rows_are_those_of_the_site_program_alone(workers: int) -> None:
    """Whatever process has read which page; rows of wrappers come first, and pages of both are counted."""
    summary = run(workers)
    extract_site(program(), ["crawl.warc.gz"], "alone.jsonl")
    alone = rows("alone.jsonl")
    assert [row["title"] for row in sorted(alone, key=lambda row: row["link"])] == [
        item["title"] for item in sorted(SHOP.database, key=lambda item: item["link"])
    ]
    assert items() == alone
    assert [row["type"] for row in rows()] == ["notes"] * 3 + ["item"] * 20
    assert (summary.pages, summary.records, summary.set_aside, summary.bare, summary.holes) == (
        len(records()),
        23,
        0,
        0,
        0,
    )
    assert summary.types == {"notes": 3, "item": 20}


def test_a_missing_page_is_a_hole() -> None:
    """The row is kept, the hole is in its column, and in the list of problems; the command counts them."""
    failing = frozenset(SHOP.details[::5])
    Path("crawl.warc.gz").write_bytes(compressed(records(Shop(sizes=SHOP.sizes, failing=failing))))
    result = CliRunner().invoke(main, ["extract", "routes.toml", "crawl.warc.gz", "-o", "out.jsonl"])
    assert result.exit_code == 3
    assert result.stdout.splitlines()[:2] == [
        f"23 records (3 notes, 20 item) from {len(records()) - 4} pages: out.jsonl",
        "4 rows have a hole: the column `missing` says which page could not be had",
    ]
    holes = {item["link"].removeprefix(SHOP.host): item["missing"] for item in items() if item["missing"]}
    assert set(holes) == failing
    listed = [json.loads(line) for line in Path("out.jsonl.problems.jsonl").read_text().splitlines()]
    assert {one["page"].removeprefix(SHOP.host): f"{one['reason']} ({one['page']})" for one in listed} == holes


def test_redirects_are_followed() -> None:
    """A page that has moved is found by its old address."""
    moved = SHOP.host + SHOP.details[3]
    html = SHOP.pages[moved].encode()
    others = [one for one in records() if f"WARC-Target-URI: {moved}\r\n".encode() not in one]
    others += [record(moved, b"", status=301, more="Location: /moved\r\n"), record(f"{SHOP.host}/moved", html)]
    run()
    wanted = items()
    Path("crawl.warc.gz").write_bytes(compressed(others))
    run(force=True)
    assert items() == wanted


def test_a_run_is_resumed() -> None:
    """What was stored of pages is kept with the shards."""
    run()
    wanted = Path("out.jsonl").read_bytes()
    Path("out.jsonl").unlink()
    Path("crawl.warc.gz").write_bytes(compressed([*records(), record("http://notes.test/9", b"")]))
    with pytest.raises(Exception, match="more than 0 pages were set aside"):
        run(2, max_rejects=0)
    assert [info.state for _, info in find_runs(["."])] == ["stopped"]
    run(1, resume=True)
    assert Path("out.jsonl").read_bytes() == wanted


def test_several_types_in_tables() -> None:
    """A .sqlite has a table for each route, with the id of its wrapper or site program."""
    routes = read_routes("routes.toml")
    extract(routes, ["crawl.warc.gz"], "out.sqlite")
    first, second = ids_of(routes)
    assert first != second
    dump_site(load_site("shop.site.json"), "shop.site.json")
    assert ids_of(read_routes("routes.toml")) == [first, second]


def test_values_of_site_programs_are_texts() -> None:
    """A type for one of their fields is refused; the types of other routes are not."""
    with pytest.raises(BadInput, match=r"item\.price: the values of site programs are texts"):
        run(types={"item.price": "money"})
    assert run(types={"notes.text": "text"}).records == 23


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[[route]]\nhost = "a"\nsite = "no.json"\n', "no.json: cannot be read"),
        ('[[route]]\nhost = "a"\nsite = "notes.json"\n', "notes.json"),
        (
            '[[route]]\nhost = "a"\nwrapper = "notes.json"\nsite = "shop.site.json"\n',
            "route 1 needs a wrapper or a site",
        ),
    ],
)
def test_what_is_wrong_is_said(text: str, reason: str) -> None:
    """With the name of the file."""
    Path("wrong.toml").write_text(text)
    with pytest.raises(BadInput) as caught:
        read_routes("wrong.toml")
    assert reason in str(caught.value)


def test_page_types_have_verdicts() -> None:
    """Those of which pages are checked: they are as they were learned. The other wrapper knows no pages to compare."""
    found = run().routes_drift
    assert {name: one.status for name, one in found.items()} == {"item list": "ok", "item detail": "ok"}
