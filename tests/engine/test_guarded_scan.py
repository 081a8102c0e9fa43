"""A guarded scan gives what the wrapper finds, or no answer; context, label and copy are what all pages have."""

from collections.abc import Sequence

import pytest

from unweave.delimiters import DelimiterWrapper
from unweave.engine.guarded_scan import Copy, FieldScan, GuardedScan
from unweave.engine.guarded_scan_learner import SourceValue, copy_of, guarded_scan
from unweave.page import Page
from unweave.program import Cut, Scan
from unweave.records import Field, Schema

NAMES = ("Ann Lee", "Bob Ray", "Cy Lo", "Di Ott", "Ed Poe", "Flo Roy")


def wrapper(**delimiters: tuple[str, str]) -> DelimiterWrapper:
    """A wrapper that finds each field between two strings."""
    cuts = tuple(Cut(name, *sides) for name, sides in delimiters.items())
    return DelimiterWrapper(Schema(tuple(map(Field, delimiters))), Scan(cuts))


def scan_of(sources: Sequence[str], left: str = "By: ", right: str = "<") -> GuardedScan | None:
    """The scan for the names, which a wrapper finds between two strings."""
    return guarded_scan(wrapper(by=(left, right)), [Page(source) for source in sources])


def test_tags_that_differ_are_passed() -> None:
    """A tag that is another on each page is passed over."""
    assert FieldScan("by", "<li>", "<", longest=9, tags=1).cut('<li><a href="/7">Ann</a>', 0) == (17, 20)
    run = scan_of([f'<h1>Book</h1><p>By <a href="/{at}">{name}</a></p>' for at, name in enumerate(NAMES)], '">')
    assert run is not None
    assert run('<h1>Book</h1><p>By <a href="/77">Gus Sly</a></p>') == {"by": "Gus Sly"}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_two_pages_are_too_few(count: int) -> None:
    """Strings that two pages share need not be fixed."""
    assert scan_of([f"<p>By: {name}<br>" for name in NAMES[:count]]) is None


@pytest.mark.parametrize(
    "source",
    [
        "<p>x<p>By: Gus <i>Sly</i><br>end",
        f"<p>x<p>By: {'Gus ' * 20}<br>end",
        "<p>x<p>By: <br>end",
        "<p>x<p>By: Gus Sly<br>other",
        "<p>x<i>By: Gus Sly<br>end",
        "<p>By: Gus Sly",
        "",
    ],
    ids=["markup", "long", "empty", "behind", "before", "no end", "nothing"],
)
def test_the_guard_refuses(source: str) -> None:
    """What looks like no page that it was learned from has no answer."""
    run = scan_of([f"<p>x<p>By: {name}<br>end" for name in NAMES])
    assert run is not None
    assert run("<p>x<p>By: Gus Sly<br>end") == {"by": "Gus Sly"}
    assert run(source) is None


def test_letters_and_digits() -> None:
    """Where no value has a letter, one with letters is refused; where all have a digit, one without."""
    run = scan_of([f"<p>Year: {year}<br>" for year in (1815, 1901, 1965)], "Year: ")
    assert run is not None
    assert [run(f"<p>Year: {year}<br>") for year in ("1999", "none", "-")] == [{"by": "1999"}, None, None]


@pytest.mark.parametrize("times", [-1, 2], ids=["all", "mixed"])
def test_newlines(times: int) -> None:
    """Pages whose lines end otherwise, or now so and now so, are scanned all the same."""
    sources = [f"<p>Intro\n<p>\n<b>By</b>\n{name}\n</p>\n<p>{at}</p>" for at, name in enumerate(NAMES)]
    run = scan_of(sources, "</b>\n", "\n<")
    assert run is not None
    assert run(sources[4].replace("\n", "\r\n", times)) == {"by": "Ed Poe"}


def test_a_copy_is_another_place_with_the_value() -> None:
    """It must show the value on all pages."""
    sources = [f"<title>Shop - {name}</title><h1>{name}</h1>" for name in NAMES]
    places = [SourceValue(one, one.index("<h1>") + 4, one.index("</h1>")) for one in sources]
    assert copy_of(places) == Copy("<title>Shop - ", "<")
    assert copy_of([SourceValue(source[20:], start - 20, end - 20) for source, start, end in places]) is None


def test_a_copy_with_another_value_stops_the_scan() -> None:
    """Where two places spell a name differently there is no answer."""
    run = scan_of([f"<title>{name} - Shop</title><p><b>By:</b> {name}<br>" for name in NAMES], "</b> ")
    assert run is not None
    titles = ("Gus Sly", "August Sly")
    found = [run(f"<title>{title} - Shop</title><p><b>By:</b> Gus Sly<br>") for title in titles]
    assert found == [{"by": "Gus Sly"}, None]


def test_what_has_no_scan() -> None:
    """Values that are elsewhere on each page, pages with several records, and pages that do not fit."""
    moving = ["<p>Ann<i>x</i>", "<b>Bob<i>x</i>", "<u>Cy<i>x</i>"]
    assert scan_of(moving, ">", "<i>") is None
    assert scan_of(["<p>By: Ann<p>By: Bob<br>"] * 3) is None
    assert scan_of(["<p>By: Ann<br>", "<p>By: Bob<br>", "<p>By: Cy"]) is None
