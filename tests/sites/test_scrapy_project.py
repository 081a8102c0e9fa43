"""The Scrapy project of a site program: it gives the same rows as a crawl."""

import json
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from sites.server import serving, site_of
from sites.shop import Shop
from sites.test_crawl import learned, values
from unweave import Page, errors
from unweave.sites.scrapy import scrapy_project
from unweave.sites.scrapy.project import reduced_next_pages

SHOP = Shop()
PAGES = [Page(html, url=url) for url, html in SHOP.pages.items()]


def test_the_files_are_python() -> None:
    """Each of them compiles, and none of them imports unweave."""
    files = scrapy_project(learned(), name="tin shed", starts=[f"{SHOP.host}/"], pages=PAGES)
    assert sorted(name for name in files if "/pages/" in name) == [
        "tin_shed/pages/__init__.py",
        "tin_shed/pages/categories.py",
        "tin_shed/pages/detail.py",
        "tin_shed/pages/detail_reviews_list.py",
        "tin_shed/pages/list.py",
    ]
    for name, text in files.items():
        if name.endswith(".py"):
            compile(text, name, "exec")
            assert "import unweave" not in text
            assert "from unweave" not in text


def test_next_pages_that_cannot_be_told() -> None:
    """A pager of numbers alone is refused, with the page."""
    numbers = '<b>1</b> <a href="/c/kettles?page=2">2</a> <a href="/c/kettles?page=3">3</a>'
    page = next(page for page in PAGES if page.url == f"{SHOP.host}/c/kettles")
    source = page.source.replace('<p class="pager">', f'<p class="pager">{numbers}</p><p class="x">').replace(
        "Next", ""
    )
    changed = Page(source.replace('class="next"', ""), url=page.url)
    assert reduced_next_pages(page) == {f"{SHOP.host}/c/kettles?page=2"}
    with pytest.raises(errors.CannotCompile, match=r"list: its next pages cannot be told .*/c/kettles"):
        scrapy_project(learned(), name="shop", pages=[changed])


@pytest.mark.skipif(find_spec("scrapy") is None, reason="Scrapy is no dependency: 40 packages for one test")
def test_scrapy_gives_the_same_rows(tmp_path: Path) -> None:
    """Against the same site, with holes where detail pages fail."""
    with serving() as server:
        shop = Shop(host=server.host)
        failing = frozenset(shop.details[:1])
        server.site = site_of(replace(shop, failing=failing).paths)
        for name, text in scrapy_project(learned(), name="shop", starts=[f"{server.host}/"], pages=PAGES).items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        quick = ["-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=False", "-s", "RETRY_TIMES=0"]
        command = [sys.executable, "-m", "scrapy", "crawl", "site", "-O", "rows.jsonl", *quick]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (tmp_path / "rows.jsonl").exists(), done.stderr
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    order = {item["link"]: number for number, item in enumerate(shop.database)}
    rows.sort(key=lambda row: order[row["link"]])
    assert [row["title"] for row in rows] == [item["title"] for item in shop.database]
    assert values(rows[1:], shop) == shop.database[1:]
    assert [row["missing"] for row in rows[:2]] == [f"detail: HTTP 503 ({server.host}{shop.details[0]})", None]
