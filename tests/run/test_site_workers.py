"""A site program with workers: other processes read the pages, and the rows are those of a run in one process."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oracles.warcs import compressed, record
from run.test_site_routes import SHOP, program
from sites.shop import Shop
from unweave.cli import main
from unweave.errors import PageMissing
from unweave.run import site_workers
from unweave.run.collections import read_collection
from unweave.run.run_summary import problems_file
from unweave.run.site_job import SiteSummary, extract_site
from unweave.run.site_workers import FactsSource, SiteWorkers
from unweave.sites import dump_site


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, and shards of a few pages."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(site_workers, "SHARD_PAGES", 5)


def saved_warc(shop: Shop = SHOP, *, solid: bool = False) -> str:
    """The pages of a shop as a WARC, and a page twice."""
    found = [record(url, html.encode()) for url, html in shop.pages.items()]
    found += [record(*next((url, html.encode()) for url, html in shop.pages.items()))]
    Path("shop.warc.gz").write_bytes(compressed([b"".join(found)] if solid else found))
    return "shop.warc.gz"


def saved_folder(shop: Shop = SHOP) -> str:
    """The pages of a shop in a folder with a manifest, in which a page has no file, and one has moved."""
    folder = Path("pages")
    folder.mkdir()
    lines = []
    for number, (url, html) in enumerate(shop.pages.items()):
        (folder / f"{number}.html").write_text(html, encoding="utf-8")
        lines.append({"file": f"{number}.html", "url": url})
    lines[-1] = {"url": lines[-1]["url"], "reason": "HTTP 410 Gone"}
    lines.append({"url": f"{shop.host}/old", "moved": lines[0]["url"]})
    (folder / "empty.html").write_text("")
    (folder / "manifest.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return "pages"


def results(name: str, workers: int, **options: Any) -> tuple[SiteSummary, list[bytes]]:
    """The summary, the rows and the problems of a run."""
    summary = extract_site(program(), [name], "out.jsonl", workers=SiteWorkers(workers), **options)
    files = [Path("out.jsonl"), problems_file(Path("out.jsonl"))]
    return summary, [one.read_bytes() for one in files if one.exists()]


@pytest.mark.parametrize("solid", [False, True])
def test_the_rows_are_the_same(*, solid: bool) -> None:
    """From a WARC, also from one that only a single process can read; with a page that is there twice."""
    name = saved_warc(solid=solid)
    alone = results(name, 0)
    assert results(name, 2) == alone
    assert alone[0].rows == len(SHOP.database)


def test_holes_and_empty_fields_are_the_same() -> None:
    """What is missing in a folder with a manifest is named by the same words."""
    name = saved_folder(Shop(sizes=SHOP.sizes, failing=frozenset(SHOP.details[::5])))
    alone = results(name, 0)
    assert alone[0].holes > 0
    assert len(alone[1]) == 2
    assert results(name, 2) == alone


def test_holes_are_filled() -> None:
    """With --resume, when the missing pages are there."""
    results(saved_warc(Shop(sizes=SHOP.sizes, failing=frozenset(SHOP.details[::5]))), 2)
    filled = results(saved_warc(), 2, resume=True)
    Path("out.jsonl").unlink()
    assert filled[1] == results(saved_warc(), 0)[1]


def test_a_page_that_a_worker_could_not_read_is_not_there() -> None:
    """Its reason is what a row that needs it is told."""
    found = read_collection([saved_warc()])
    url = found.stored[0].url
    with closing(FactsSource(found)) as source:
        source.set_aside(0, f"{url}: it takes more than 60 s")
        source.set_aside(len(found.stored) - 1, f"{url}: it takes more than 60 s")  # the same page once more
        source.complete()
        with pytest.raises(PageMissing, match="it takes more than 60 s") as raised:
            source.get(url, depth=0)
    assert raised.value.reason == "it takes more than 60 s"


def test_the_command_uses_workers_and_refuses_what_it_does_not_use() -> None:
    """-j reads with workers; an option that only a routing file has is an error, not ignored."""
    dump_site(program(), "shop.site.json")
    arguments = ["extract", "shop.site.json", saved_warc(), "-o", "out.csv"]
    alone = CliRunner().invoke(main, [*arguments, "-j", "0"])
    rows = Path("out.csv").read_bytes()
    assert (CliRunner().invoke(main, [*arguments, "-j", "2"]).output, Path("out.csv").read_bytes()) == (
        alone.output,
        rows,
    )
    refused = CliRunner().invoke(main, [*arguments, "--max-rejects", "3"])
    assert (refused.exit_code, "a routing file with the site program has them" in " ".join(refused.output.split())) == (
        2,
        True,
    )
