"""A compiled wrapper gives what the wrapper gives, in the form that it names."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import unweave
from unweave.choose.auto import Auto
from unweave.combined import Combined, PerField
from unweave.delimiters import HLRT, LR, MLR
from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.records import Example, Field, Schema
from unweave.records.grouping import Grouping
from unweave.rules import Rules
from unweave.targets.compile import compile as compiled
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


def extracted(wrapper: Wrapper, page: Page) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.extract(page)]


def test_the_front_door() -> None:
    """It is one of the verbs of the package."""
    run = unweave.compile(Rules().learn(SHOWN))
    assert [run(page.source) for page in PAGES] == [[{"by": name, "year": "1815"}] for name in NAMES]


def test_rules_as_a_scan() -> None:
    """With pages a scan runs on request, and is described as such."""
    run = compiled(Rules().learn(SHOWN), pages=PAGES, scan=True)
    assert (run.form, run(book(7, by="Gus Sly").source)) == ("scan with guard", [{"by": "Gus Sly", "year": "1815"}])
    assert str(run).startswith("rules wrapper, compiled as scan with guard: it agrees with extract on 6 pages")


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
    """A page that the guard refuses is parsed."""
    wrapper = Rules().learn(SHOWN)
    run = compiled(wrapper, pages=PAGES, scan=True)
    assert run.form == "scan with guard"
    assert run(page.source) == extracted(wrapper, page)


def test_a_field_without_rules_is_never_found() -> None:
    """It is absent in every record of the scan, as in those of the wrapper."""
    wrapper = Rules().learn([Example.from_values(page, [{"by": NAMES[at], "isbn": None}]) for at, page in _first()])
    run = compiled(wrapper, pages=PAGES, scan=True)
    assert (run.form, run(PAGES[5].source)) == ("scan with guard", extracted(wrapper, PAGES[5]))


def _first() -> list[tuple[int, Page]]:
    return list(enumerate(PAGES[:3]))


def test_no_scan_unless_asked_for() -> None:
    """Nor from two pages, nor for fields with many values."""
    wrapper = Rules().learn(SHOWN)
    many = Rules().learn([Example.from_values(page, [{"by": [NAMES[at]]}]) for at, page in _first()])
    runs = [
        compiled(wrapper),
        compiled(wrapper, pages=PAGES),
        compiled(wrapper, pages=PAGES[:2], scan=True),
        compiled(many, pages=PAGES, scan=True),
    ]
    assert [run.form for run in runs] == ["extract"] * 4


def test_delimiters_and_trees_have_their_forms() -> None:
    """Each family has its own."""
    page = Page("<h1>Top</h1><b>Emma</b><b>Kim</b><hr>")
    example = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])
    runs = [compiled(learner.learn([example])) for learner in (LR(), HLRT(), KL())]
    assert [run.form for run in runs] == ["scan", "scan", "extract"]
    assert [run("<h1>Top</h1><b>Dune</b><hr>") for run in runs] == [[{"title": "Dune"}]] * 3


def test_what_does_not_fit_is_raised() -> None:
    """As extract does."""
    page = Page("<p>x</p><b>Emma</b><i>1815</i><hr>")
    wrapper = LR().learn([Example.from_values(page, [{"title": "Emma", "year": "1815"}])])
    with pytest.raises(DoesNotFit):
        compiled(wrapper, pages=[page])("<p>x</p><b>Emma</b> and no year")


def test_wrappers_of_wrappers() -> None:
    """One wrapper per field: parsed, or as a scan."""
    examples = [(page, {"by": NAMES[at], "year": "1815"}) for at, page in _first()]
    parts = [
        Rules().learn([Example.from_values(page, [{name: value[name]}]) for page, value in examples])
        for name in ("by", "year")
    ]
    wrapper = Combined(schema=Schema((Field("by"), Field("year"))), parts=tuple(parts), grouping=Grouping("page"))
    runs = [compiled(wrapper), compiled(wrapper, pages=PAGES[:5], scan=True)]
    assert [run.form for run in runs] == ["extract", "scan with guard"]
    assert [run(PAGES[5].source.encode()) for run in runs] == [extracted(wrapper, PAGES[5])] * 2


def test_compiled_wrappers_can_be_pickled() -> None:
    """Pools of processes, Spark and Ray send them; before and after they have run."""
    lists = Page("<ul><li><b>Emma</b> <i>1815</i><li><b>Kim</b> <i>1901</i></ul>")
    rows = [{"title": "Emma", "year": "1815"}, {"title": "Kim", "year": "1901"}]
    listed = [Example.from_values(lists, rows)]
    rules = Rules().learn(SHOWN)
    runs = [
        (compiled(rules), PAGES[5]),
        (compiled(rules, pages=PAGES[:5], scan=True), PAGES[5]),
        (compiled(unweave.learn(SHOWN)), PAGES[5]),
        *((compiled(learner.learn(listed)), lists) for learner in (LR(), HLRT(), PerField(KL()), MLR(), Auto())),
    ]
    assert {run.form for run, _ in runs} == {"extract", "scan", "scan with guard"}
    for run, page in runs:
        for _ in range(2):
            again = pickle.loads(pickle.dumps(run))  # noqa: S301  # our own
            assert (again, again(page.source), str(again)) == (run, run(page.source.encode()), str(run))


def test_the_documentation() -> None:
    """What the page shows is what happens."""
    text = (Path(__file__).parents[2] / "docs" / "compile.md").read_text(encoding="utf-8")
    program, shown = (re.search(rf"```{kind}\n(.*?)```", text, re.DOTALL) for kind in ("python", "text"))
    assert program is not None
    assert shown is not None
    command = [sys.executable, "-c", program[1]]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == shown[1]
