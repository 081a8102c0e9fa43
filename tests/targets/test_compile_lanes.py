"""Short ways of compiled rules: how a place is found, what is checked there, and how votes are counted."""

import pytest

from unweave.page import Page
from unweave.program import Condition, Selection, Step
from unweave.records import Example, Field, Schema
from unweave.rules import Rules, RulesWrapper
from unweave.targets.probe import probing
from unweave.targets.probe_witness import label_before, label_of
from unweave.targets.rules import Column, compile_rules
from unweave.targets.rules_flat import function_of
from unweave.targets.rules_guess import Beside, Hint, Only
from unweave.targets.rules_parse import parsed
from unweave.targets.rules_query import Anchor, Asked, Query, shows_only
from unweave.targets.rules_script import Ballot, Look, Member, Script
from unweave.targets.rules_sheet import Sheet
from unweave.targets.rules_tasks import Together

TABLE = "<h1>Shop</h1><table><tr><th>By</th><td>Ann</td></tr><tr><th>Of</th><td>1999</td></tr></table><p>End"
BY = Anchor("before", "By", 1)
CELL = Query("td", chain=(("td", frozenset()),))


def sheet(source: str = TABLE) -> Sheet:
    return Sheet(parsed(source))


def behind(label: str) -> Condition:
    said = (Condition("filled"), Condition("position", "1"), Condition("text", label))
    return Condition("has", steps=(Step("preceding", "#text", said),))


@pytest.mark.parametrize(
    ("way", "found"),
    [
        (Only(Query("h1", chain=(("h1", frozenset()),))), "Shop"),
        (Only(CELL), None),
        (Hint("td", 0, -1), "Ann"),
        (Hint("td", -1, -1), "1999"),
        (Hint("p", 0, 0), "End"),
        (Beside("th", "Of", Anchor("before", "Of", 1)), "1999"),
        (Beside("th", "Of", Anchor("behind", "Of", 1)), "Ann"),
        (Beside("th", "On", Anchor("before", "On", 1)), None),
        (Beside("th", "Of", Anchor("before", "Of", 1), is_sought=True), "1999"),
        (Beside("th", "Of", Anchor("behind", "Of", 1), is_sought=True), "Ann"),
        (Beside("td", "Of", Anchor("before", "Of", 1), is_sought=True), None),
        (Beside("tr", "Of1999", Anchor("before", "Of", 1), is_sought=True), None),
    ],
)
def test_ways(way: Only | Hint | Beside, found: str | None) -> None:
    """The one element, one of several, or the text beside a label."""
    page = sheet()
    place = function_of(way.pieces)(page)
    assert (page.says(place) if place is not None else None) == found


def asked(query: Query, weight: float, silence: float = 0.0) -> Asked:
    return Asked(query, weight, silence, max(weight, silence))


def test_who_stands_behind_a_strange_label_has_no_vote() -> None:
    """Three votes for the title count for nothing where a strange label stands before it; one for the cell wins."""
    title, cell = asked(Query("p"), 3.0), asked(Query("", is_text=True, anchor=BY), 1.0)
    steps = [
        Look(Hint("p", 0, -1), [Member(1, title)]),
        Look(Hint("td", 0, -1), [Member(2, cell, BY, cell.query.suits)]),
    ]
    page = sheet()
    runs = [Script(steps, 4.0, strange) for strange in (frozenset(), frozenset({"1999"}))]
    found = [run.find(page) for run in runs]
    assert [page.says(places[0]) if places else None for places in found] == ["End", "Ann"]


def test_a_ballot_tells_that_there_is_nothing() -> None:
    """A label that is nowhere, and a selector that finds nothing, are votes for nothing."""
    members = [
        Member(1, asked(Query("", is_text=True, anchor=Anchor("before", "Price", 1)), 1.0, 1.0)),
        Member(2, asked(Query("h4"), 1.0, 1.0)),
    ]
    script = Script([Ballot(members)], 3.0, frozenset())
    assert list(script.find(sheet()) or ()) == []
    assert script.find(sheet()) is not None
    assert script.find(sheet(TABLE + "<h4>Price</h4>9")) is None


def labelled(at: int, *, rows: int = 0) -> str:
    more = "".join(f"<tr><th>No. {row}</th><td>{row}</td></tr>" for row in range(rows))
    return f"<h1>Page</h1><table>{more}<tr><th>By</th><td>Name {at}</td></tr></table>"


def test_a_place_that_moves_is_found_by_its_label() -> None:
    """However many rows stand above and below, the lane goes to the label."""
    rule = Selection("by", (Step("descendant", "#text", (behind("By"),)),), weight=1, silence=1)
    column = Column(Field("by"), [rule], frozenset(), repeats=False)
    sources = [labelled(at, rows=at % 5) + "<table><tr><td>x</td></tr></table>" * (at % 3) for at in range(9)]
    column.panels[0].try_on([sheet(source) for source in sources])
    (lane,) = column.panels[0].lanes
    places = [(page, lane.find(page)) for page in map(sheet, [*sources, labelled(9, rows=7)])]
    assert [page.says(place) for page, place in places] == [f"Name {at}" for at in range(10)]
    assert lane.find(sheet("<h1>Page</h1><table><tr><th>Of</th><td>Name</td></tr></table>")) is None


def test_which_of_two_places_is_found_keeps_the_order_of_many_values() -> None:
    """A value that stands twice does not change places with another."""
    rules = [
        Selection("x", (Step("descendant", "b", (behind("By"),)),), panel=0, weight=2, silence=1),
        Selection("x", (Step("descendant", "u"),), panel=0, weight=1),
        Selection("x", (Step("descendant", "i"),), panel=1, weight=1),
    ]
    wrapper = RulesWrapper(Schema((Field("x", many=True),)), tuple(rules))
    sources = [f"<u>Ann {at}</u><p><i>{at}</i><p>By<b>Ann {at}</b>" for at in range(5)]
    run = compile_rules(wrapper, [Page(source) for source in sources])
    assert [run(source) for source in sources] == [
        [record.to_dict() for record in wrapper.extract(Page(source))] for source in sources
    ]


def test_two_places_that_say_the_same_settle_a_vote_together() -> None:
    """Of many values, none of two places has votes enough against what is left; both together have."""
    rules = [
        Selection("x", (Step("descendant", "b", (behind("By"),)),), weight=3, silence=1),
        Selection("x", (Step("descendant", "u"),), weight=2, silence=1),
    ]
    column = Column(Field("x", many=True), rules, frozenset(), repeats=False)
    sources = [f"<u>Ann {at}</u><p>By<b>Ann {at}</b>" for at in range(5)]
    column.panels[0].try_on([sheet(source) for source in sources])
    pages = [sheet(source) for source in (*sources, "<u>Bo</u><p>By<b>Ann</b>")]
    places = [[lane.find(page) for lane in column.panels[0].lanes] for page in pages]
    assert [[getattr(place, "tag", None) for place in found] for found in places] == [["b"]] * 5 + [[None]]


def test_rules_that_find_the_same_elements_are_asked_at_once() -> None:
    """Where every element that the general selector finds is found by the others too, one vote counts for all."""
    link, heading = ("a", frozenset[str]()), ("h1", frozenset[str]())
    voters = [asked(Query("a", chain=(link,)), 2.0, 0.5), asked(Query("h1 > a", chain=(link, heading)), 1.0, 0.5)]
    same, other = sheet("<h1><a>Ann</a> and <a>Bo</a></h1>"), sheet("<h1><a>Ann</a></h1><a>Bo</a>")
    found = [
        [(list(map(page.says, peers)), *sums) for peers, *sums in Together(voters).votes(page, None)]
        for page in (same, other)
    ]
    assert found == [
        [(["Ann", "Bo"], 3.0, 1.0, 3.0)],
        [(["Ann", "Bo"], 2.0, 0.5, 2.0), (["Ann"], 1.0, 0.5, 1.0)],
    ]


@pytest.mark.parametrize(
    ("cell", "is_alone"),
    [("<br>Ann", True), ("<!-- by -->Ann <img>", True), ("Ann", True), ("<b>by</b>Ann", False), ("by<br>Ann", False)],
)
def test_what_shows_nothing_does_not_count_beside_a_place(cell: str, is_alone: bool) -> None:
    """Comments, line breaks and other empty elements are not seen."""
    page = sheet(f"<table><tr><td>{cell}</td></tr></table>")
    around = page.select("td")[0]
    place = next(child for child in around.children if getattr(child, "data", "").strip() == "Ann")
    assert shows_only(page, around, place) is is_alone


def test_the_label_before_a_place() -> None:
    """The last text before it that is not blank; the same on all pages, or none."""
    sources = [f'<p>Intro<p><b>By:</b>&nbsp;\n<a href="{at}.html">Ann</a>' for at in range(3)]
    places = [(source, source.index("Ann")) for source in sources]
    assert {label_before(*place) for place in places} == {"By:"}
    assert label_of(places) == "By:"
    assert label_of([*places, ("<b>Of:</b> Ann", 11)]) == ""
    assert label_before("Ann", 0) == ""


def test_another_label_stops_the_scan() -> None:
    """Where the string before the value does not reach back to its label, the label is looked at all the same."""

    def page(name: str, label: str = "Author:") -> Page:
        link = name.lower().replace(" ", "+")
        return Page(f'<h1>{len(name)}</h1><p><b>{label}</b>&nbsp;<a href="/q/{link}.html" class="k">{name}</a></p>')

    names = ("Ann Lee", "Bob Ray", "Cyrus Lo", "Di Ott", "Edgar Poe", "Flo Roy")
    pages = [page(name) for name in names]
    wrapper = Rules().learn([Example.from_values(one, [{"by": names[at]}]) for at, one in enumerate(pages[:3])])
    probe = probing(wrapper, pages)
    assert probe is not None
    assert [probe(page("Gus Sly").source), probe(page("Gus Sly", "Editor:").source)] == [{"by": "Gus Sly"}, None]
