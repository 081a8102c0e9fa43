"""Routing files: which wrapper is for which pages."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from oracles.warcs import compressed, record
from unweave.cli import main
from unweave.delimiters import LR
from unweave.errors import BadInput
from unweave.field_types import with_types
from unweave.page import Page
from unweave.records import Example
from unweave.run.provenance import wrapper_id
from unweave.run.routes import read_routes
from unweave.store import dump, load

ROUTES = """
[[route]]
url = "http://books.example/author/*"
wrapper = "authors.json"
name = "author"

[[route]]
host = "books.example"
wrapper = "books.json"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two wrappers, a routing file, and a crawl of three sites."""
    monkeypatch.chdir(tmp_path)
    for name, field, tag in (("books.json", "title", "b"), ("authors.json", "name", "i")):
        page = Page(f"<{tag}>Emma</{tag}>")
        dump(LR().learn([Example.from_values(page, [{field: "Emma"}])]), name)
    Path("routes.toml").write_text(ROUTES)
    pages = [
        ("http://www.books.example/1", b"<b>Emma</b><i>no</i>"),
        ("http://books.example/author/2", b"<b>no</b><i>Jane</i>"),
        ("http://notbooks.example/3", b"<b>no</b>"),
        ("http://books.example/4", b""),
    ]
    Path("crawl.warc.gz").write_bytes(compressed(record(url, body) for url, body in pages))


def test_each_page_has_its_wrapper() -> None:
    """The first route that fits is taken; rows have its type and the id of its wrapper; others are no part of it."""
    result = CliRunner().invoke(main, ["extract", "routes.toml", "crawl.warc.gz", "-o", "out.jsonl", "-j", "2"])
    assert (result.exit_code, result.stdout.splitlines()[0]) == (
        3,
        "2 records (1 author, 1 books) from 2 pages: out.jsonl",
    )
    rows = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    assert [(row["page"], row["type"], row.get("title"), row.get("name"), row["wrapper"]) for row in rows] == [
        ("http://www.books.example/1", "books", "Emma", None, wrapper_id(load("books.json"))),
        ("http://books.example/author/2", "author", None, "Jane", wrapper_id(load("authors.json"))),
    ]
    [problem] = Path("out.jsonl.problems.jsonl").read_text().splitlines()
    assert json.loads(problem)["page"] == "http://books.example/4"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it must have [[route]] tables"),
        ("[[route]]\n", "route 1 needs a wrapper or a site program, and a host or a url"),
        ('[[route]]\nwrapper = "books.json"\n', "route 1 needs a wrapper or a site program, and a host or a url"),
        ('[[route]]\nhost = "a"\nwrapper = "no.json"\n', "no.json: cannot be read"),
        ('[[route]]\nhost = "a"\nwrapper = 3\n', "route 1 needs a wrapper"),
        ("route = [", "this is no TOML"),
        (ROUTES.replace('"author"', '"books"'), "two routes are called 'books' and have different fields"),
    ],
)
def test_what_is_wrong_is_said(text: str, reason: str) -> None:
    """With the name of the file, and what would help."""
    Path("wrong.toml").write_text(text)
    with pytest.raises(BadInput) as caught:
        read_routes("wrong.toml")
    assert reason in str(caught.value)


def test_types_of_routed_fields() -> None:
    """Fields are named behind their route; the types of its wrapper hold for its rows."""
    Path("years.toml").write_text('[[route]]\nhost = "books.example"\nwrapper = "years.json"\nname = "year"\n')
    years = LR().learn([Example.from_values(Page("<b>1815</b>"), [{"born": "1815"}])])
    dump(with_types(years, {"born": "integer"}), "years.json")
    Path("years.warc.gz").write_bytes(compressed([record("http://books.example/1", b"<b>1901</b>")]))
    for options, wanted in ((), 1901), (("--type", "year.born=decimal"), 1901.0), (("--types", "none"), "1901"):
        result = CliRunner().invoke(main, ["extract", "years.toml", "years.warc.gz", *options])
        assert (json.loads(result.stdout)["born"], result.exit_code) == (wanted, 0)
