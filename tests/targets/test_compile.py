"""A compiled wrapper says what the wrapper says, in the form that it names."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import unweave
from unweave.combined import Combined
from unweave.delimiters import HLRT, LR
from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.records import Example, Field, Schema
from unweave.records.grouping import Grouping
from unweave.rules import Rules
from unweave.targets.compile import compile as compiled
from unweave.targets.probe import Probe, probing
from unweave.trees import KL
from unweave.wrapper import Wrapper

NAMES = ("Ann Lee", "Bob Ray", "Cy Lo", "Di Ott", "Ed Poe", "Flo Roy")


def book(at: int, *, by: str = "", year: str = "1815", more: str = "") -> Page:
    """A page about one book."""
    author = f'<td><a href="/by/{at}">{by or NAMES[at]}</a>'
    rows = f"<tr><th>By<td class=who>{author}</td><tr><th>Year<td class=year> {year} {more}</td>"
    return Page(f"<html><body><h1>Book {at}</h1><table class=facts>{rows}</table><p>Rest</p></body></html>", html=True)


PAGES = [book(at) for at in range(len(NAMES))]
SHOWN = [Example.from_values(page, [{"by": NAMES[at], "year": "1815"}]) for at, page in enumerate(PAGES[:3])]


def said(wrapper: Wrapper, page: Page) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.extract(page)]


def test_the_front_door() -> None:
    """It is one of the verbs of the package."""
    run = unweave.compile(Rules().learn(SHOWN))
    assert [run(page.source) for page in PAGES] == [[{"by": name, "year": "1815"}] for name in NAMES]


def test_rules_with_pages_scan() -> None:
    """With pages at hand a scan runs, and says so."""
    run = compiled(Rules().learn(SHOWN), pages=PAGES)
    assert (run.form, run(book(7, by="Gus Sly").source)) == ("scan with guard", [{"by": "Gus Sly", "year": "1815"}])
    assert str(run).startswith("rules wrapper, compiled as scan with guard; it agrees on 6 pages")


@pytest.mark.parametrize(
    "page",
    [
        book(7, by="<b>Gus</b> Sly"),
        book(7, by="Gus " + "Sly " * 40),
        book(7, by="Gus", year="none"),
        Page("<html><body><h1>Other</h1><p>Nothing here</p></body></html>"),
        book(7, by="Gus&amp;Sly", more="<script>1</script>"),
    ],
    ids=["markup", "long", "letters", "missing", "script"],
)
def test_the_guard_falls_back(page: Page) -> None:
    """What looks like no value at hand is left to the form that parses."""
    wrapper = Rules().learn(SHOWN)
    run = compiled(wrapper, pages=PAGES)
    assert run.form == "scan with guard"
    assert run(page.source) == said(wrapper, page)


def test_newlines() -> None:
    """Pages whose lines end otherwise are scanned all the same."""
    pages = [Page(f"<p>Intro\n<p>\n<b>By</b>\n{name}\n</p>\n<p>{at}</p>") for at, name in enumerate(NAMES)]
    wrapper = Rules().learn([Example.from_values(page, [{"by": NAMES[at]}]) for at, page in enumerate(pages[:2])])
    probe = probing(wrapper, pages)
    assert probe is not None
    assert probe(pages[4].source.replace("\n", "\r\n")) == {"by": "Ed Poe"}


def test_no_scan_without_enough() -> None:
    """Two pages are too few, and who wants no scan gets none."""
    wrapper = Rules().learn(SHOWN)
    assert [compiled(wrapper, pages=PAGES[:2]).form, compiled(wrapper, pages=PAGES, scan=False).form] == ["rules"] * 2


def test_a_probe_passes_tags() -> None:
    """A tag that is another on each page is passed over."""
    assert Probe("by", "<li>", "<", longest=9, passed=1).cut('<li><a href="/7">Ann</a>', 0) == (17, 20)


def test_delimiters_and_trees_have_their_forms() -> None:
    """Each family has its own."""
    page = Page("<h1>Top</h1><b>Emma</b><b>Kim</b><hr>")
    example = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])
    runs = [compiled(learner.learn([example])) for learner in (LR(), HLRT(), KL())]
    assert [run.form for run in runs] == ["scan", "scan", "tree"]
    assert [run("<h1>Top</h1><b>Dune</b><hr>") for run in runs] == [[{"title": "Dune"}]] * 3


def test_what_does_not_fit_is_raised() -> None:
    """As extract does."""
    page = Page("<p>x</p><b>Emma</b><i>1815</i><hr>")
    wrapper = LR().learn([Example.from_values(page, [{"title": "Emma", "year": "1815"}])])
    with pytest.raises(DoesNotFit):
        compiled(wrapper, pages=[page])("<p>x</p><b>Emma</b> and no year")


def test_parts_on_one_page() -> None:
    """Rules for single fields, joined page by page, are run on one tree."""
    parts = [
        Rules().learn([Example.from_values(page, [{name: value[name]}]) for page, value in _values()])
        for name in ("by", "year")
    ]
    schema = Schema((Field("by"), Field("year")))
    wrapper = Combined(schema=schema, parts=tuple(parts), grouping=Grouping("page"))
    run = compiled(wrapper)
    assert (run.form, run(PAGES[5].source)) == ("rules", said(wrapper, PAGES[5]))


def _values() -> list[tuple[Page, dict[str, str]]]:
    return [(page, {"by": NAMES[at], "year": "1815"}) for at, page in enumerate(PAGES[:3])]


def test_what_has_no_fast_form_is_interpreted() -> None:
    """It never fails."""
    page = Page("<b>Emma</b> <i>$5</i><hr><b>Kim</b> <i>$7</i>")
    shown = [{"title": "Emma", "price": "$5"}, {"title": "Kim", "price": "$7"}]
    run = compiled(unweave.learn([Example.from_values(page, shown)], method="rules"))
    assert (run.form, run(page.source.encode())) == ("interpreted", shown)
    assert run.guard.endswith("so every page is read as extract does")


def test_the_documentation() -> None:
    """What the page shows is what happens."""
    text = (Path(__file__).parents[2] / "docs" / "compile.md").read_text(encoding="utf-8")
    program, shown = (re.search(rf"```{kind}\n(.*?)```", text, re.DOTALL) for kind in ("python", "text"))
    assert program is not None
    assert shown is not None
    command = [sys.executable, "-c", program[1]]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own documentation
    assert done.stdout == shown[1]
