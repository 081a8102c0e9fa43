"""A crawl on loopback: the same rows live and offline, holes and their filling, what was cut off, what has changed."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from sites.server import Server, html, serving, site_of
from sites.shop import Shop
from unweave import Page, SiteProgram, dump_site, errors, learn_site
from unweave.run.collections import read_collection
from unweave.run.crawl import crawl
from unweave.run.fetch import Fetcher
from unweave.run.politeness import Clock, FetchLimits
from unweave.run.site_job import extract_site

QUICK = FetchLimits(delay=0.0, retries=1, allow_private=True)


def fetcher(**changes: Any) -> Fetcher:
    """One that does not wait."""
    return Fetcher(replace(QUICK, **changes), Clock(sleep=lambda _: None))


@contextmanager
def shop_server(**changes: Any) -> Iterator[tuple[Server, Shop]]:
    """A shop and its server."""
    with serving() as server:
        shop = Shop(host=server.host, **changes)
        server.site = site_of(shop.paths)
        yield server, shop


@cache
def learned(sizes: tuple[int, ...] = (7, 4), per_page: int = 3) -> SiteProgram:
    """The program of a shop; it was learned on another host."""
    shop = Shop(sizes=sizes, per_page=per_page)
    pages = [Page(source, url=url, name=url) for url, source in shop.pages.items()]
    shown = [{name: value for name, value in item.items() if name != "link"} for item in shop.database[:2]]
    return learn_site(pages, shown)


def table(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def values(rows: list[dict[str, Any]], shop: Shop) -> list[dict[str, Any]]:
    """The fields of the database."""
    return [{name: row[name] for name in shop.database[0]} for row in rows]


def test_live_and_offline_give_the_database(tmp_path: Path) -> None:
    """300 pages: from two records to a table that is equal to the database, live and from the WARC file."""
    with shop_server(sizes=(33,) * 8, per_page=10) as (server, shop):
        site = learned((33,) * 8, 10)
        live = crawl(site, [f"{server.host}/"], tmp_path / "live.jsonl", fetcher=fetcher())
        assert len(shop.paths) >= 297
        wanted = set(shop.paths) - {"/old", "/about"}
        assert sorted(server.requests) == sorted([*wanted, "/robots.txt"])
    offline = extract_site(site, [live.archive], tmp_path / "offline.jsonl")
    assert values(table(tmp_path / "live.jsonl"), shop) == shop.database
    assert (tmp_path / "offline.jsonl").read_bytes() == (tmp_path / "live.jsonl").read_bytes()
    assert (live.rows.holes, live.rows.missing, offline.holes, offline.missing) == (0, 0, 0, 0)
    assert live.fetched == len(wanted)


def test_holes_are_marked_and_filled(tmp_path: Path) -> None:
    """A fifth of the detail pages fails: no row is lost, each hole has its reason; later they are filled."""
    out = tmp_path / "out.jsonl"
    with shop_server() as (server, shop):
        site, failing = learned(), frozenset(shop.details[::5])
        server.site = site_of(replace(shop, failing=failing).paths)
        first = crawl(site, [f"{server.host}/"], out, fetcher=fetcher())
        rows = table(out)
        assert [row["title"] for row in rows] == [item["title"] for item in shop.database]
        holes = {row["link"]: row["missing"] for row in rows if row["missing"]}
        reason = "detail: HTTP 503 Service Unavailable ({})"
        assert holes == {server.host + path: reason.format(server.host + path) for path in failing}
        assert (first.rows.holes, first.rows.missing) == (len(failing), len(failing))
        again = extract_site(site, [first.archive], tmp_path / "offline.jsonl")
        assert again.holes == len(failing)
        assert (tmp_path / "offline.jsonl").read_bytes() == out.read_bytes()

        server.site = site_of(shop.paths)
        server.requests.clear()
        second = crawl(site, [f"{server.host}/"], out, fetcher=fetcher(), resume=True)
    assert sorted(server.requests) == sorted(failing)
    assert values(table(out), shop) == shop.database
    assert (second.rows.holes, second.fetched) == (0, len(failing))


def test_holes_are_filled_offline(tmp_path: Path) -> None:
    """``extract --resume``: rows whose list page is not given again are kept, and completed from new pages."""
    out = tmp_path / "out.jsonl"
    with shop_server() as (server, shop):
        site, failing = learned(), frozenset(shop.details[1:3])
        server.site = site_of(replace(shop, failing=failing).paths)
        crawl(site, [f"{server.host}/"], out, fetcher=fetcher())
    folder = tmp_path / "later"
    folder.mkdir()
    entries = []
    for number, path in enumerate(sorted(failing)):
        (folder / f"{number}.html").write_text(shop.paths[path][1], encoding="utf-8")
        entries.append({"file": f"{number}.html", "url": server.host + path})
    (folder / "manifest.jsonl").write_text("\n".join(map(json.dumps, entries)))
    extract_site(site, [folder], out, resume=True)
    assert values(table(out), shop) == shop.database
    assert extract_site(site, [f"{out}.warc.gz"], out, resume=True).holes == 0  # what is filled stays filled
    assert values(table(out), shop) == shop.database


def test_a_crawl_that_exists_is_not_begun_again(tmp_path: Path) -> None:
    """Nothing is overwritten by accident."""
    with shop_server() as (server, _):
        site = learned()
        crawl(site, [f"{server.host}/"], tmp_path / "out.jsonl", fetcher=fetcher())
        with pytest.raises(errors.BadInput, match="this crawl was begun already"):
            crawl(site, [f"{server.host}/"], tmp_path / "out.jsonl", fetcher=fetcher())


def test_since_last(tmp_path: Path) -> None:
    """New, changed and vanished rows are told; pages that have not changed are not sent again."""
    out = tmp_path / "out.jsonl"
    sent: list[int] = []
    with shop_server() as (server, shop):
        site = learned()

        def answer(request: Any) -> Any:
            found = current.paths.get(request.path)
            if found is None:
                return None
            tag = f'"{hash(found[1])}"'
            same = request.headers.get("if-none-match") == tag
            sent.append(304 if same else found[0])
            return (304, b"", {"ETag": tag}) if same else html(found[1], found[0], ETag=tag)

        current = shop
        server.site = answer
        first = crawl(site, [f"{server.host}/"], out, fetcher=fetcher(), since_last=True)
        assert (first.diff, dict(first.changes)) == (None, {})
        current = Shop(host=shop.host)
        current.database[0]["price"] = "£1.00"
        gone = current.database.pop(2)
        current.database.insert(4, {**current.database[4], "title": "A new one", "link": f"{shop.host}/item/new"})
        sent.clear()
        second = crawl(site, [f"{server.host}/"], out, fetcher=fetcher(), since_last=True)
        assert values(table(out), shop) == current.database
        diff = table(Path(str(second.diff)))
        assert [(one["change"], one["title"]) for one in diff] == [
            ("changed", shop.database[0]["title"]),
            ("new", "A new one"),
            ("vanished", gone["title"]),
        ]
        assert diff[0]["before"] == {"price": shop.database[0]["price"]}
        assert dict(second.changes) == {"changed": 1, "new": 1, "vanished": 1}
        # The index, the pages of the second category, and all details but two are as they were.
        assert sent.count(304) > sent.count(200)
        third = crawl(site, [f"{server.host}/"], out, fetcher=fetcher(), since_last=True)
    assert dict(third.changes) == {}
    offline = extract_site(site, [third.archive], tmp_path / "offline.jsonl")
    assert offline.holes == 0
    assert (tmp_path / "offline.jsonl").read_bytes() == out.read_bytes()


CRAWL = """
import sys
from pathlib import Path
from unweave import load_site
from unweave.run.crawl import crawl
from unweave.run.fetch import Fetcher
from unweave.run.politeness import FetchLimits
limits = FetchLimits(delay=0.0, allow_private=True)
crawl(load_site(sys.argv[1]), [sys.argv[2]], Path(sys.argv[3]), fetcher=Fetcher(limits), resume=True)
"""


@pytest.mark.parametrize("moment", [4, 9])
def test_killed_and_resumed(moment: int, tmp_path: Path) -> None:
    """After kill -9 nothing is fetched twice but what was in flight, and the table is the same."""
    with shop_server() as (server, shop):
        site, out = learned(), tmp_path / "out.jsonl"
        dump_site(site, tmp_path / "site.json")
        arguments = [sys.executable, "-c", CRAWL, str(tmp_path / "site.json"), f"{server.host}/", str(out)]
        process = subprocess.Popen(arguments)
        while len(server.requests) < moment:
            sleep(0.001)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert not out.exists()
        crawl(site, [f"{server.host}/"], out, fetcher=fetcher(), resume=True)
        assert values(table(out), shop) == shop.database
        twice = [path for path in set(server.requests) if server.requests.count(path) > 1]
        assert len(twice) <= 1


def test_a_torn_archive(tmp_path: Path) -> None:
    """Cut at any place, the archive gives its whole records, and the crawl goes on from there."""
    out, archive = tmp_path / "out.jsonl", tmp_path / "out.jsonl.warc.gz"
    with shop_server(sizes=(3,)) as (server, shop):
        site = learned()
        crawl(site, [f"{server.host}/"], out, fetcher=fetcher())
        whole, rows = archive.read_bytes(), out.read_bytes()
        for cut in (0, 1, len(whole) // 3, len(whole) // 2, len(whole) - 1):
            archive.write_bytes(whole[:cut])
            out.unlink()
            crawl(site, [f"{server.host}/"], out, fetcher=fetcher(), resume=True)
            assert out.read_bytes() == rows
            assert sorted(page.url or "" for page in read_collection([archive]).pages) == sorted(
                {f"{server.host}{path}" for path in shop.paths if path not in ("/old", "/about")}
            )
