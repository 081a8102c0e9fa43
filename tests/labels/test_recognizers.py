"""The library of recognizers: each finds what it should, at token boundaries, with the spans of the text."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from unweave.errors import BadInput
from unweave.labels import (
    Recognizer,
    estimate,
    estimated,
    of_file,
    of_function,
    of_kind,
    of_pattern,
    of_property,
    of_values,
    self_labelled,
    structured_data,
)
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Example
from unweave.values.finding import kinds_to_find

TEXT = (
    "<p>Emma by Jane Austen, $5.50 (was 1,250.00 USD), 12.5 %, 5 March 1815, 10:30 am, +44 20 7946 0958, "
    "jane@pemberley.org, http://example.com/emma. ISBN 978-0-14-143958-7; SW1A 1AA; Germany; NY; 52.5200, 13.4050; "
    "12 kg; 192.168.0.1; 4111 1111 1111 1111; 12 Main Street; Acme Rockets Inc.; 3,120 &amp; 17</p>"
)
FOUND = {
    "price": ["$5.50", "1,250.00 USD"],
    "percentage": ["12.5 %"],
    "date": ["5 March 1815"],
    "time": ["10:30 am"],
    "email": ["jane@pemberley.org"],
    "url": ["http://example.com/emma"],
    "isbn": ["ISBN 978-0-14-143958-7"],
    "country": ["Germany"],
    "us state": ["NY"],
    "coordinates": ["52.5200, 13.4050"],
    "measure": ["12 kg"],
    "ip address": ["192.168.0.1"],
    "card number": ["4111 1111 1111 1111"],
    "street address": ["12 Main Street"],
}


def texts(recognizer: Recognizer, page: Page) -> list[str]:
    return [page.text(span) for span in recognizer(page)]


@pytest.mark.parametrize("kind", FOUND)
def test_kinds_are_found_in_running_text(kind: str) -> None:
    """Each kind finds its values in a sentence, and nothing else."""
    assert texts(of_kind("x", kind), Page(TEXT)) == FOUND[kind]


def test_kinds_that_say_less_find_at_least_theirs() -> None:
    """Numbers, years, phones, postal codes, names: what they should find is among what they find."""
    page = Page(TEXT)
    assert "Jane Austen" in texts(of_kind("x", "person"), page)
    assert "+44 20 7946 0958" in texts(of_kind("x", "phone"), page)
    assert "1815" in texts(of_kind("x", "year"), page)
    assert "SW1A 1AA" in texts(of_kind("x", "postal code"), page)
    assert {"3,120", "17"} <= set(texts(of_kind("x", "integer"), page))
    assert any("Acme Rockets Inc" in text for text in texts(of_kind("x", "company"), page))


def test_there_are_more_than_twenty() -> None:
    """Kinds, pattern, values, file, structured data, wrapper, function."""
    assert len(kinds_to_find()) + 6 >= 20


@pytest.mark.parametrize("kind", kinds_to_find())
@pytest.mark.parametrize("bit", ["1 ", "A ", "1", "A.", "a@", "1,", "97-", "Aa-", "x "])
def test_no_text_makes_a_search_slow(kind: str, bit: str) -> None:
    """A hundred thousand characters of whatever kind end at once (a quadratic search would take minutes)."""
    assert len(of_kind("x", kind)(Page(bit * (100_000 // len(bit)), html=False))) >= 0


def test_a_value_lies_within_one_text_or_attribute() -> None:
    """Tags separate texts, references are decoded, and attributes are searched on request."""
    page = Page('<b>No</b>12 <i title="3 &amp; 4" alt="5">Tom &amp; 6</i> x7')
    assert texts(of_kind("n", "integer"), page) == ["12", "6"]
    assert texts(of_kind("n", "integer", where="attributes"), page) == ["5"]
    assert texts(of_kind("n", "integer", where="both"), page) == ["12", "5", "6"]


def test_patterns_of_users_run_in_linear_time() -> None:
    """A pattern that would hang a backtracking engine ends at once; what RE2 does not know is refused."""
    assert of_pattern("x", "(a+)+$")(Page("a" * 5000 + "b", html=False)) == ()
    page = Page("<p>No 12, no 13</p>")
    assert texts(of_pattern("x", "no ([0-9]+)", ignore_case=True), page) == ["12", "13"]
    with pytest.raises(BadInput, match="not a regular expression that can be used"):
        of_pattern("x", "(?=a)")


def test_known_values_come_from_lists_and_files(tmp_path: Path) -> None:
    """A list, the lines of a file, a column of a CSV or an SQLite table; only whole words count."""
    page = Page("<li>Emma<li>Kim<li>Emmanuel <img alt='Kim'>")
    (tmp_path / "t.txt").write_text("Emma\n\nDune\n")
    (tmp_path / "t.csv").write_text("id,title\n1,Kim\n")
    with sqlite3.connect(tmp_path / "t.sqlite") as database:
        database.execute('CREATE TABLE "b""s" (title)')
        database.execute('INSERT INTO "b""s" VALUES (\'Emma\'), (NULL)')
    database.close()
    assert texts(of_values("x", ["Emma", "Emm", "Kim"]), page) == ["Emma", "Kim", "Kim"]
    assert texts(of_file("x", tmp_path / "t.txt"), page) == ["Emma"]
    assert texts(of_file("x", tmp_path / "t.csv", column="title"), page) == ["Kim", "Kim"]
    assert texts(of_file("x", tmp_path / "t.sqlite", column="title"), page) == ["Emma"]


@pytest.mark.parametrize(
    ("name", "column", "reason"),
    [
        ("none.txt", None, "No such file"),
        ("t.csv", "price", "no column 'price'"),
        ("t.db", "x", "SQLite"),
        ("t.db", None, "the column of"),
    ],
)
def test_files_that_cannot_be_used_are_named(tmp_path: Path, name: str, column: str | None, reason: str) -> None:
    """A missing file, a missing column, and what is no database: one clear sentence each."""
    (tmp_path / "t.csv").write_text("id,title\n1,Kim\n")
    (tmp_path / "t.db").write_text("no database at all, but long enough to be taken for one" * 20)
    with pytest.raises(BadInput, match=reason):
        of_file("x", tmp_path / name, column=column)


TEA = '{"@graph": [{"@type": ["Recipe"], "name": "Tea &amp; cake", "n": ["1/2 cup", "salt"]}]}'
SHOWN = "<title>Tea &amp; cake</title><h1>Tea &amp; cake</h1><li>½ cup<li>salt<li>pepper"


def test_a_page_labels_itself() -> None:
    """A text of the structured data is found where it is visible, never in the structured data itself."""
    page = Page(f'<script type="application/ld+json">{TEA}</script>{SHOWN}')
    assert structured_data(page)["Recipe.name"] == structured_data(page)["name"] == ["Tea & cake"]
    heading = page.source.index("<h1>") + 4
    assert of_property("title", "Recipe.name")(page) == (Span(heading, heading + len("Tea &amp; cake")),)
    record = self_labelled(page, {"title": "Recipe.name", "items": "Recipe.n", "by": "author"}, many={"items"}).records[
        0
    ]
    assert (record["items"], record.cell("by")) == (["½ cup", "salt"], UNKNOWN)


MICRODATA = """<div itemscope itemtype="http://schema.org/Book"><h1 itemprop="name">Emma</h1>
<a itemprop="url" href="/emma">read it</a><img itemprop="image" src="emma.jpg">
<time itemprop="datePublished" datetime="1815-12-23"> 23 December 1815 </time><meta itemprop="isbn" content="97801">
<p itemprop="author" itemscope itemtype="http://schema.org/Person"><b itemprop="name">Jane Austen</b></p>
<p itemprop="offers" itemscope><data itemprop="price" value="5.50">$5.50</data></p></div>"""
RDFA = """<div vocab="http://schema.org/" typeof="Book"><h1 property="name">Emma</h1>
<a property="url" href="/emma">read it</a><span property="isbn" content="97801">isbn</span></div>"""


def test_microdata_and_rdfa() -> None:
    """Values are where the specifications say, in attributes or texts, and nested items are nested."""
    found = structured_data(Page(MICRODATA))
    assert {path: texts for path, texts in found.items() if "@" not in path} == {
        "name": ["Emma", "Jane Austen"],
        "Book.name": ["Emma"],
        "url": ["/emma"],
        "Book.url": ["/emma"],
        "image": ["emma.jpg"],
        "Book.image": ["emma.jpg"],
        "datePublished": ["1815-12-23"],
        "Book.datePublished": ["1815-12-23"],
        "isbn": ["97801"],
        "Book.isbn": ["97801"],
        "author.name": ["Jane Austen"],
        "Person.name": ["Jane Austen"],
        "offers.price": ["5.50"],
        "price": ["5.50"],
        "Book.offers.price": ["5.50"],
    }
    rdfa = structured_data(Page(RDFA))
    assert {path: rdfa[path] for path in ("Book.name", "url", "isbn")} == {
        "Book.name": ["Emma"],
        "url": ["/emma"],
        "isbn": ["97801"],
    }


def test_what_shows_a_value_of_an_attribute() -> None:
    """Where a property is in an attribute, the text of its element is the instance; of a link, its address."""
    page = Page(MICRODATA)
    shown = {path: texts(of_property("x", path), page) for path in ("Book.datePublished", "url", "Book.name", "isbn")}
    assert shown == {
        "Book.datePublished": ["23 December 1815"],
        "url": ["/emma"],
        "Book.name": ["Emma"],
        "isbn": [],
    }


def test_items_that_have_no_end() -> None:
    """Items in a circle, or nested very deeply, have no data and are no error."""
    circle = '<p itemscope itemref="a"></p><p id="a" itemprop="x" itemscope itemref="a">y</p>'
    deep = '<div itemscope itemprop="x">' * 600 + "y"
    for source in (circle, deep):
        assert "name" not in structured_data(Page(source))


def test_microdata_is_that_of_extruct() -> None:
    """The reference reader finds the same items."""
    extruct = pytest.importorskip("extruct", reason="a tool to compare with")
    [wanted] = extruct.MicrodataExtractor().extract(MICRODATA)
    [found] = [json.loads(item.json()) for item in Page(MICRODATA).document.microdata()]
    assert _plain(wanted) == _plain(found)


def _plain(item: Any) -> Any:
    if not isinstance(item, dict):
        return " ".join(item.split())
    values = {name: each if isinstance(each, list) else [each] for name, each in item.get("properties", {}).items()}
    types = item.get("type") or ""
    return types if isinstance(types, str) else " ".join(types), {
        n: [_plain(one) for one in v] for n, v in values.items()
    }


@pytest.mark.parametrize("broken", ["{", "[" * 100_000, '{"a": NaN}', ""])
def test_broken_structured_data_says_nothing(broken: str) -> None:
    """JSON that cannot be read is passed over."""
    assert structured_data(Page(f'<script type="application/ld+json">{broken}</script><p>x')).get("name") is None


def test_spans_must_lie_on_the_page() -> None:
    """A function that points outside the page is refused, with its field."""
    with pytest.raises(BadInput, match="field x: the span 0-99 does not lie on the page"):
        of_function("x", lambda page: [(0, 99)])(Page("<b>Emma</b>"))


def test_the_kind_can_be_estimated() -> None:
    """From complete examples: what is missed and what is invented decide the kind; without any, that is an error."""
    page = Page("<b>Emma</b> <b>Kim</b> <i>Dune</i>")
    example = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])
    found = {
        "perfect": ["Emma", "Kim"],
        "incomplete": ["Emma"],
        "unsound": ["Emma", "Kim", "Dune"],
        "unreliable": ["Emma", "Dune"],
    }
    kinds = {kind: estimated(of_values("title", values), [example]).kind for kind, values in found.items()}
    assert kinds == {kind: kind for kind in found}
    with pytest.raises(BadInput, match="only from complete examples"):
        estimate(of_values("title", ["Emma"]), [Example(page)])
