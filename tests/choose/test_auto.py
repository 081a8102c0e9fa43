"""One learn: what most people will ever use."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from unweave.choose import Auto, learn
from unweave.choose.confidence import confidence
from unweave.choose.evidence import FieldEvidence
from unweave.demo.pages import book_pages, shelf_pages
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.store import dump, load


def details(number: int, brand: str, price: str, extra: str = "") -> Page:
    """A page about one thing: its rows come and go, and the price may also occur in an offer at the top."""
    offer = f"<p class=offer>Today only <b>{price}</b></p>" * (number % 3 == 1)
    rows = f"<tr><th>Brand:<td>{brand}{extra}<tr><th>Price:<td>{price}"
    return Page(f"<h1>Thing {number}</h1>{offer}<table>{rows}</table>", name=f"{number}.html")


PAGES = [details(n, f"Brand {n % 5}", f"${n}.50", f"<tr><th>Size:<td>{n} cm" * (n % 3 == 0)) for n in range(1, 12)]
SHOWN = Example.from_values(PAGES[0], [{"brand": "Brand 1", "price": "$1.50"}])


def by_values(example: Example) -> Example:
    """The example given by values."""
    return Example.from_values(example.page, [record.to_dict() for record in example.records], status=example.status)


def test_unlabelled_pages_decide_between_places() -> None:
    """The price occurs at two places of the labelled page; on most of the others there is only one of them."""
    wrapper = learn([SHOWN, *map(Example, PAGES[1:])])
    assert [wrapper.extract(page)[0]["price"] for page in PAGES] == [f"${n}.50" for n in range(1, 12)]
    assert wrapper.origin.confidence["brand"].level == "high"


def test_the_order_of_unlabelled_pages_does_not_matter() -> None:
    """Shuffled pages give the same wrapper, with the same confidence."""
    first = learn([SHOWN, *map(Example, PAGES[1:])])
    others = PAGES[1:]
    for seed in range(3):
        Random(seed).shuffle(others)
        again = learn([SHOWN, *map(Example, others)])
        assert again == first
        assert again.origin.confidence == first.origin.confidence


PROGRAM = """
import json, sys, unweave
pages = [unweave.Page(source) for source in json.load(sys.stdin)]
shown = unweave.Example.from_values(pages[0], [{"brand": "Brand 1", "price": "$1.50"}])
wrapper = unweave.learn([shown, *map(unweave.Example, pages[1:])])
unweave.dump(wrapper, sys.argv[1])
"""


def test_the_hash_seed_does_not_matter(tmp_path: Path) -> None:
    """The file is the same, byte for byte."""
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path / seed)],
            input=json.dumps([page.source for page in PAGES]),
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


@pytest.mark.parametrize("pages", [shelf_pages, book_pages])
def test_the_bookshop_from_two_pages_of_values(pages: Callable[[], list[Example]]) -> None:
    """Lists and details of the bundled shop come back whole from two pages: the first that show every field."""
    every = pages()
    names = {name for example in every for record in example.records for name in record}
    first = max(every, key=lambda one: sum(bool(record.get(name)) for record in one.records for name in names))
    second = next(one for one in every if one is not first)
    wrapper = learn([by_values(first), by_values(second)])
    for example in every:
        assert [record.to_dict() for record in wrapper.extract(example.page)] == [
            record.to_dict() for record in example.records
        ]


def test_fields_of_several_families_are_one_wrapper(tmp_path: Path) -> None:
    """A list of reviews inside a record cannot be found by rules; still there is one wrapper and one file."""

    def page(title: str, *rows: tuple[str, str]) -> Page:
        items = "".join(f"<li><b>{by}</b>: <i>{text}</i></li>" for by, text in rows)
        return Page(f"<h1>{title}</h1><p>Reviews</p><ul>{items}</ul>")

    shown = page("Emma", ("Ann", "good"), ("Bob", "long"))
    reviews = [{"by": "Ann", "says": "good"}, {"by": "Bob", "says": "long"}]
    wrapper = learn([Example.from_values(shown, [{"title": "Emma", "reviews": reviews}])])
    dump(wrapper, tmp_path / "w.json")
    unseen = page("Kim", ("Cy", "fine"))
    wanted = [{"title": "Kim", "reviews": [{"by": "Cy", "says": "fine"}]}]
    assert [record.to_dict() for record in load(tmp_path / "w.json").extract(unseen)] == wanted


def test_records_of_several_types() -> None:
    """Two lists on one page, each with its own schema."""
    page = Page("<ul><li><b>Emma</b> $5<li><b>Kim</b> $7</ul><ol><li><i>Jane</i> 1775<li><i>Rudyard</i> 1865</ol>")
    books = [{"type": "book", "record": {"title": t, "price": p}} for t, p in (("Emma", "$5"), ("Kim", "$7"))]
    people = [{"type": "author", "record": {"name": n, "born": b}} for n, b in (("Jane", "1775"), ("Rudyard", "1865"))]
    wrapper = learn([Example.from_values(page, books + people)])
    unseen = Page("<ul><li><b>Dune</b> $9</ul><ol><li><i>Frank</i> 1920</ol>")
    assert [(one.type, one.to_dict()) for one in wrapper.extract(unseen)] == [
        ("book", {"title": "Dune", "price": "$9"}),
        ("author", {"name": "Frank", "born": "1920"}),
    ]


def test_what_cannot_be_learned_is_named() -> None:
    """Field, page, what was tried and what would help."""
    pages = [Page("<p>a<p>b", name=name) for name in ("one.html", "two.html")]
    examples = [Example.from_values(page, [{"letter": letter}]) for page, letter in zip(pages, "ab", strict=True)]
    with pytest.raises(NoConsistentWrapper) as raised:
        Auto().learn(examples)
    assert (raised.value.field, raised.value.page) == ("letter", "one.html")
    assert "would help" in raised.value.reason


def test_a_budget_that_is_used_up_is_reported() -> None:
    """The best answer so far, and what there was no time for."""
    wrapper = learn([SHOWN, *map(Example, PAGES[1:])], budget=0.0)
    assert wrapper.extract(PAGES[2])[0]["brand"] == "Brand 3"
    assert "budget of 0 s" in wrapper.origin.history[0]


def test_low_confidence_says_what_is_missing() -> None:
    """Values that are not found are the first reason."""
    assert confidence(FieldEvidence(known=4, found=3)).reasons[0] == "3 of its 4 known values are found"
    assert confidence(FieldEvidence(known=4, found=3)).level == "low"
