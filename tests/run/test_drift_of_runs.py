"""A run says whether the site has changed: some of its pages are compared with the good ones that the wrapper knows."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from oracles.warcs import compressed, record
from unweave import Example, Page, Wrapper, dump, learn, run
from unweave.cli import main
from unweave.cli.drift_text import drift_lines
from unweave.run import job, shards
from unweave.run.routes import Route, RoutedWrappers

WORDS = ("amber", "basil", "cedar", "dune", "ember", "fjord", "grove", "haven", "islet", "jade")


def page(number: int, price: str = "{}.50 EUR") -> str:
    """A page with a title and a price."""
    word = WORDS[number % 10]
    return f"<h1>The {word} {number}</h1><p>Price: <b>{price.format(number)}</b></p><p>Sold by <i>{word} & sons</i></p>"


def learned() -> Wrapper:
    """A wrapper for these pages."""
    pages = [Page(page(number)) for number in range(1, 7)]
    rows = [{"title": f"The {WORDS[number]} {number}", "price": f"{number}.50 EUR"} for number in range(1, 7)]
    return learn([Example.from_values(one, [row]) for one, row in zip(pages, rows, strict=True)])


def folder_of(path: Path, price: str = "{}.50 EUR", number: int = 30) -> Path:
    path.mkdir()
    for at in range(10, 10 + number):
        (path / f"{at}.html").write_text(page(at, price))
    return path


def test_good_pages_are_ok(tmp_path: Path) -> None:
    """Of thirty pages twenty are checked."""
    summary = run.extract(learned(), [folder_of(tmp_path / "pages")], tmp_path / "a.jsonl")
    assert drift_lines(summary.drift, "W.json") == ["Compared with 6 pages known before: ok (20 pages checked)"]


@pytest.mark.parametrize("workers", [0, 2])
def test_a_changed_site_is_noticed(tmp_path: Path, workers: int) -> None:
    """All prices are words now: the run goes on, and names the field, with workers as without."""
    pages = folder_of(tmp_path / "pages", "on request, no. {}")
    options = run.RunOptions(workers=workers)
    summary = run.extract(learned(), [pages], tmp_path / "a.jsonl", options=options)
    assert summary.records == 30
    assert drift_lines(summary.drift, "W.json") == [
        "Compared with 6 pages known before: drifted (20 pages checked)",
        "  price: 20 of 20 values now look like text; before mostly a price",
        "  more: unweave check W.json INPUT...",
    ]


@pytest.mark.parametrize("workers", [0, 2])
def test_each_wrapper_of_a_routing_file_has_a_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    """Pages of three sites take turns: those of the second have changed."""
    monkeypatch.chdir(tmp_path)
    dump(learned(), "shop.json")
    hosts = ("a", "b", "c")
    routes = [f'[[route]]\nhost = "{host}.example"\nwrapper = "shop.json"\n' for host in hosts]
    Path("routes.toml").write_text("\n".join(routes))
    prices = {"a": "{}.50 EUR", "b": "on request, no. {}", "c": "{}.50 EUR"}
    pages = [(f"http://{host}.example/{at}", page(at, prices[host]).encode()) for at in range(10, 34) for host in hosts]
    Path("crawl.warc.gz").write_bytes(compressed(record(url, body) for url, body in pages))
    arguments = ["extract", "routes.toml", "crawl.warc.gz", "-o", "a.jsonl", "-j", str(workers)]
    assert CliRunner().invoke(main, arguments).output.splitlines()[-4:] == [
        "2 of 3 wrappers read their pages as before (40 pages checked)",
        "shop_2: compared with 6 pages known before: drifted (20 pages checked)",
        "  price: 20 of 20 values now look like text; before mostly a price",
        "  more: unweave check with this wrapper",
    ]
    told = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).output)
    assert {name: one["status"] for name, one in told["routes_drift"].items()} == {
        "shop": "ok",
        "shop_2": "drifted",
        "shop_3": "ok",
    }


def test_pages_from_all_over_a_run_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first twenty, and the first of each shard: a change in the middle of a run is noticed."""
    monkeypatch.setattr(shards, "SHARD_FILES", 2)
    monkeypatch.setattr(job, "SHARD_FILES", 2)
    folder = folder_of(tmp_path / "pages", number=60)
    for at in range(40, 70):
        (folder / f"{at}.html").write_text(page(at, "on request, no. {}"))
    found = run.extract(learned(), [folder], tmp_path / "a.jsonl").drift
    assert found is not None
    assert (found.status, found.pages) == ("drifted", 20)  # on the second half of them


def test_a_site_that_comes_late_in_a_crawl_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of two sites, one behind the other, in shards of four: the first page of each shard is checked."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shards, "SHARD_FILES", 4)
    monkeypatch.setattr(job, "SHARD_FILES", 4)
    folder_of(tmp_path / "a", number=40)
    folder_of(tmp_path / "b", "on request, no. {}", number=40)
    wrapper = learned()
    routes = RoutedWrappers((Route("a", wrapper, url="a/*"), Route("b", wrapper, url="b/*", number=1)))
    found = run.extract(routes, ["a", "b"], "out.jsonl").routes_drift
    assert {name: (one.status, one.pages) for name, one in found.items()} == {"a": ("ok", 25), "b": ("drifted", 10)}


def test_the_command_tells_it(tmp_path: Path) -> None:
    """For people at the end of the summary, and as JSON."""
    dump(learned(), tmp_path / "W.json")
    pages = folder_of(tmp_path / "pages")
    arguments = ["extract", str(tmp_path / "W.json"), str(pages), "-o", str(tmp_path / "a.csv")]
    assert CliRunner().invoke(main, arguments).output.splitlines()[-1].endswith("ok (20 pages checked)")
    told = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).output)
    assert (told["drift"]["status"], told["drift"]["pages"]) == ("ok", 20)
