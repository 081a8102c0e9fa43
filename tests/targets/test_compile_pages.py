"""Compiled rules with pages at hand: short ways change the time, not the values; the scan has second witnesses."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.page import Page
from unweave.program import Condition, Selection, Step
from unweave.records import Example, Field, Schema
from unweave.rules import Rules, RulesWrapper
from unweave.targets.compile import compile as compiled
from unweave.targets.probe import probing
from unweave.targets.probe_witness import Frame, Witness, frame_of, witness_of
from unweave.targets.rules import Column, compile_rules
from unweave.targets.rules_flat import function_of
from unweave.targets.rules_guess import Hint
from unweave.targets.rules_parse import parsed
from unweave.targets.rules_sheet import Sheet

NAMES = ("Ann Lee", "Bob Ray", "Cy Lo", "Di Ott", "Ed Poe", "Flo Roy")


def said(wrapper: RulesWrapper, source: str) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.extract(Page(source, html=True))]


def job(at: int, *, rows: int = 3, more: str = "") -> str:
    """A page with a table of facts; where the row stands is not the same on all."""
    other = "".join(f"<tr><td>Fact {one}</td><td>{at * one}</td></tr>" for one in range(rows))
    return f"<h1>Job {at}</h1><table>{other}<tr><td>By</td><td>{NAMES[at % 6]}</td></tr>{more}</table><p>End {at}</p>"


PAGES = [Page(job(at), html=True) for at in range(6)]
WRAPPER = Rules().learn([Example.from_values(page, [{"by": NAMES[at]}]) for at, page in enumerate(PAGES[:3])])


@settings(deadline=None, max_examples=60)
@given(at=st.integers(0, 5), rows=st.integers(0, 6), more=st.sampled_from(("", "<tr><td>X</td><td>Y</td></tr>")))
def test_short_ways_change_no_value(at: int, rows: int, more: str) -> None:
    """Wherever the row stands, compiled with pages, without, and extract say the same."""
    source = job(at, rows=rows, more=more)
    runs = [compile_rules(WRAPPER, PAGES), compile_rules(WRAPPER)]
    assert [run(source) for run in runs] == [said(WRAPPER, source)] * 2


def test_pages_find_short_ways() -> None:
    """A field of which only a label tells is guessed where it stood."""
    before = Step("preceding", "#text", (Condition("filled"), Condition("position", "1"), Condition("text", "By")))
    rule = Selection("by", (Step("descendant", "#text", (Condition("has", steps=(before,)),)),), weight=1, silence=1)
    column = Column(Field("by"), [rule], frozenset(), repeats=False)
    assert column.panels[0].lanes == []
    sheets = [Sheet(parsed(page.source)) for page in PAGES]
    column.panels[0].try_on(sheets)
    assert [[column.panels[0].lanes[0].find(sheet).text for sheet in sheets]] == [list(NAMES)]


def test_a_label_that_stands_twice_is_not_believed() -> None:
    """Where pages at hand show that a label names two places, both are found."""
    before = Step("preceding", "#text", (Condition("filled"), Condition("position", "1"), Condition("text", "By")))
    rule = Selection("by", (Step("descendant", "#text", (Condition("has", steps=(before,)),)),), weight=1, silence=1)
    wrapper = RulesWrapper(Schema((Field("by", many=True),)), (rule,))
    sources = [job(at, more=f"<tr><td>By</td><td>{at}</td></tr>") for at in range(6)]
    run = compile_rules(wrapper, [Page(source, html=True) for source in sources])
    assert [run(source) for source in sources] == [[{"by": [name, str(at)]}] for at, name in enumerate(NAMES)]


def test_hints() -> None:
    """One of the elements from the front or from the end, or a text in it."""
    sheet = Sheet(parsed("<ul><li>one</li><li>two<br>three</li></ul>"))
    hints = [Hint("li", 0, -1), Hint("li", -1, 2), Hint("li", 1, 1), Hint("li", 2, -1)]
    assert [
        sheet.says(place) if (place := function_of(hint.pieces)(sheet)) is not None else None for hint in hints
    ] == [
        "one",
        "three",
        None,
        None,
    ]


@pytest.mark.parametrize("kind", ["hidden", "HIDDEN", "text"])
@pytest.mark.parametrize("space", ["", "\n"])
def test_inputs_in_tables_of_wide_pages(kind: str, space: str) -> None:
    """What the parser does to hidden inputs of pages beyond Latin-1 does not reach the values."""
    form = f'<table>{space}<input type="{kind}" name="x">{space}<tr><td>By</td><td>Zo\u0119 Lo</td></tr></table>'
    assert compile_rules(WRAPPER)(f"<h1>Job</h1>{form}") == said(WRAPPER, f"<h1>Job</h1>{form}")


def test_frames() -> None:
    """A frame is what all places have around them, and holds there only."""
    sources = ["<p>a<b>By: Ann</b>!", "<i>a<b>By: Bob</b>?"]
    frame = frame_of([(source, source.index("By"), source.index("</b>")) for source in sources])
    assert frame == Frame(">a<b>", "</b>")
    assert [frame.holds(one, 7, 14) for one in ("<p>a<b>By: Ann</b>", "<p>b<b>By: Ann</b>")] == [True, False]


def test_witnesses() -> None:
    """A witness is another place that shows the value on all pages."""
    sources = [f"<title>Shop - {name}</title><h1>{name}</h1>" for name in NAMES]
    places = [(source, source.index("<h1>") + 4, source.index("</h1>")) for source in sources]
    witness = witness_of(places)
    assert witness == Witness("<title>Shop - ", "<")
    assert witness_of([(source[20:], start - 20, end - 20) for source, start, end in places]) is None


def test_a_witness_that_says_something_else_stops_the_scan() -> None:
    """Two places that spell a name differently are left to the form that parses."""

    def page(name: str, title: str = "") -> Page:
        return Page(f"<title>{title or name} - Shop</title><p><b>By:</b> {name}<br>", html=True)

    pages = [page(name) for name in NAMES]
    wrapper = Rules().learn([Example.from_values(one, [{"by": NAMES[at]}]) for at, one in enumerate(pages[:3])])
    probe = probing(wrapper, pages)
    assert probe is not None
    found = [probe(one.source) for one in (page("Gus Sly"), page("Gus Sly", "August Sly"))]
    assert found == [{"by": "Gus Sly"}, None]
    other = page("Gus Sly", "August Sly").source
    assert compiled(wrapper, pages=pages)(other) == said(wrapper, other)


def test_lines_that_end_now_so_now_so() -> None:
    """A page of mixed newlines is scanned all the same."""
    pages = [Page(f"<p>Intro\n<p>\n<b>By</b>\n{name}\n</p>\n<p>{at}</p>") for at, name in enumerate(NAMES)]
    wrapper = Rules().learn([Example.from_values(page, [{"by": NAMES[at]}]) for at, page in enumerate(pages[:2])])
    probe = probing(wrapper, pages)
    assert probe is not None
    assert probe(pages[4].source.replace("\n", "\r\n", 2)) == {"by": "Ed Poe"}
