"""The commands for sites: learn-site, extract and explain with a site program, fetch and crawl."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sites.server import serving, site_of
from sites.shop import Shop
from unweave.cli import main

SHOP = Shop()


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the saved pages of the shop, their manifest, and the site program."""
    folder = tmp_path_factory.mktemp("shop")
    (folder / "pages").mkdir()
    entries = []
    for number, (url, html) in enumerate(SHOP.pages.items()):
        (folder / "pages" / f"{number}.html").write_text(html, encoding="utf-8")
        entries.append({"file": f"{number}.html", "url": url})
    (folder / "pages" / "manifest.jsonl").write_text("\n".join(map(json.dumps, entries)), encoding="utf-8")
    shown = [{name: value for name, value in item.items() if name != "link"} for item in SHOP.database[:2]]
    (folder / "shown.jsonl").write_text("\n".join(map(json.dumps, shown)), encoding="utf-8")
    done = run("learn-site", folder / "pages", "--records", folder / "shown.jsonl", "-o", folder / "shop.site.json")
    assert done.exit_code == 0, done.output
    return folder


def test_learn_site_tells_what_it_found(place: Path) -> None:
    """The page types and links, and which fields come from where."""
    done = run(
        "learn-site", place / "pages", "--records", place / "shown.jsonl", "-o", place / "shop.site.json"
    ).output.splitlines()
    assert done[1:5] == [
        "  [categories] -> [list ↻] rows -link-> [detail]",
        "  category, maker, colour, weight and reviews: from detail pages",
        "  title, price and link: from list pages",
        "  11 rows on the 18 pages at hand, 0 with holes",
    ]


def test_values_on_the_command_line(place: Path) -> None:
    """The same without a file; a nested level by its name."""
    values = []
    for item in SHOP.database[:2]:
        values += ["--record", "--value", f"title={item['title']}", "--value", f"maker={item['maker']}"]
        values += [part for one in item["reviews"] for part in ("--value", f"reviews.by={one['by']}")]
    done = run("learn-site", place / "pages", *values[1:], "-o", place / "small.site.json")
    assert done.exit_code == 0, done.output
    run("extract", place / "small.site.json", place / "pages", "-o", place / "small.jsonl")
    rows = [json.loads(line) for line in (place / "small.jsonl").read_text().splitlines()]
    assert [[row["title"], row["maker"], [one["by"] for one in row["reviews"]]] for row in rows] == [
        [item["title"], item["maker"], [one["by"] for one in item["reviews"]]] for item in SHOP.database
    ]


def test_extract_and_explain(place: Path) -> None:
    """On saved pages, in each format; in words and as a picture."""
    done = run("extract", place / "shop.site.json", place / "pages", "-o", place / "shop.csv")
    assert (done.exit_code, done.output) == (
        0,
        (
            f"11 rows from 2 categories and 5 list and 11 detail pages: {place / 'shop.csv'}\n"
            "3 of 3 wrappers read their pages as before (18 pages checked)\n"
        ),
    )
    assert (place / "shop.csv").read_text().count("\n") == 12
    assert "'link' leads to a detail page" in run("explain", place / "shop.site.json").output
    assert run("explain", place / "shop.site.json", "--svg", place / "shop.svg").exit_code == 0
    assert (place / "shop.svg").read_text().startswith("<svg")


def test_exports_and_sitemaps(place: Path) -> None:
    """A Scrapy project into a folder; a sitemap out and in again, with what is left out."""
    project = run("export", place / "shop.site.json", place / "pages", "--to", "scrapy", "-o", place / "project")
    assert project.exit_code == 0, project.output
    assert (place / "project" / "scrapy.cfg").is_file()
    sitemap = ["export", place / "shop.site.json", place / "pages", "--to", "web-scraper", "-o", place / "map.json"]
    assert run(*sitemap, "--start", f"{SHOP.host}/").exit_code == 0
    read = run("learn-site", "--sitemap", place / "map.json", "-o", place / "read.site.json")
    assert read.exit_code == 0, read.output
    assert "left out: maker" in read.output
    run("extract", place / "read.site.json", place / "pages", "-o", place / "read.jsonl")
    rows = [json.loads(line) for line in (place / "read.jsonl").read_text().splitlines()]
    assert [(row["title"], row["price"]) for row in rows] == [(item["title"], item["price"]) for item in SHOP.database]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["extract", "shop.site.json", "pages", "--append", "-o", "x.jsonl"], "a site program has --resume"),
        (["extract", "shop.site.json", "pages", "--resume", "-o", "x.csv"], "holes cannot be filled in such a file"),
        (["export", "shop.site.json", "--to", "css"], "a site program cannot be written as css"),
        (["explain", "shop.site.json", "pages/0.html"], "is explained without a page"),
        (["learn-site", "pages", "-o", "x.json"], "Show two records"),
        (["learn-site", "pages", "--value", "title=Nothing at all", "-o", "x.json"], "is on none of the 18 pages"),
        (["learn-site", "pages", "--value", "title=x", "-o", "shown.jsonl"], "this file exists"),
        (["crawl", "shown.jsonl", "http://127.0.0.1:1/", "-o", "x.jsonl"], "this is not a complete site file"),
        (["crawl", "shop.site.json", "http://127.0.0.1:1/", "-o", "x.jsonl"], "127.0.0.1 is a private address"),
    ],
)
def test_mistakes(place: Path, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit status 2, a sentence, no traceback."""
    monkeypatch.chdir(place)
    done = run(*arguments)
    assert (done.exit_code, said in done.output) == (2, True), done.output


def test_fetch_and_crawl(place: Path) -> None:
    """Both obey --allow-private; a crawl tells what it fetched, and --since-last what has changed."""
    with serving() as server:
        shop = Shop(host=server.host)
        server.site = site_of(shop.paths)
        quick = ["--allow-private", "--delay", "0"]
        fetched = run("fetch", f"{server.host}/", f"{server.host}/none", "-o", place / "got", *quick)
        assert fetched.exit_code == 0
        assert fetched.output.splitlines()[-1] == f"1 page of 2 fetched: {place / 'got'}"
        crawl = ["crawl", place / "shop.site.json", f"{server.host}/", "-o", place / "live.jsonl", *quick]
        first = run(*crawl)
        assert (first.exit_code, first.output.splitlines()[-1]) == (
            0,
            f"17 pages fetched: {place / 'live.jsonl.warc.gz'}",
        )
        assert run(*crawl).exit_code == 2
        assert run(*crawl, "--since-last").exit_code == 0
        shop.database.pop()
        server.site = site_of(Shop(host=server.host, sizes=(7, 3)).paths)
        changed = run(*crawl, "--since-last")
    assert (changed.exit_code, changed.output.splitlines()[-1].partition(" since")[0]) == (3, "1 vanished")
