"""Lanes written out as one function: every piece says what the page says when it is asked step by step."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.targets import rules_pieces as written
from unweave.targets import rules_roads as roads
from unweave.targets.rules_flat import Piece, function_of
from unweave.targets.rules_guess import Beside, Hint
from unweave.targets.rules_lane import Lane, Need, check_of, part_of
from unweave.targets.rules_parse import parsed
from unweave.targets.rules_query import Anchor, Query, shows_only, stands
from unweave.targets.rules_sheet import Sheet

PIECES = (
    "<p>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<script>no</script>",
    "<noscript>",
    "</noscript>",
    " ",
    "x",
    "y ",
    "&nbsp;",
)
SOURCES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=14).map(lambda parts: "<p>" + "".join(parts))
FACTS = "<table><tr><th>By</th><td>Ann</td></tr><tr><th>Of</th><td> 19<b>99</b></td></tr></table><p>End"


def sheet(source: str = FACTS) -> Sheet:
    return Sheet(parsed(source))


def places(page: Sheet) -> list[Any]:
    """The elements and texts of a page that are not hidden."""
    nodes = [node for node in page.document.descendants if type(node) in (page.text, page.element)]
    return [node for node in nodes if node not in page.hidden and node.parent.parent is not None]


def holding(pieces: Sequence[Piece], page: Sheet, place: Any) -> bool:
    return function_of(pieces)(page, place) is place


@settings(deadline=None, max_examples=150)
@given(source=SOURCES, label=st.sampled_from(("x", "y", "x y")), distance=st.integers(1, 3))
def test_labels_beside_a_place(source: str, label: str, distance: int) -> None:
    """A label stands before, behind or first in the row above a place just where the rules' own question says so."""
    page = sheet(source)
    pieces = {
        "before": list(written.before_place([(distance, label)], frozenset())),
        "behind": [written.behind_place(label, distance)],
        "row": [written.in_row(label, distance)],
    }
    for side, asked in pieces.items():
        anchor = Anchor(side, label, distance)  # type: ignore[arg-type] # one of the three words
        told = [holding(asked, page, place) for place in places(page)]
        assert (side, told) == (side, [stands(page, place, anchor) for place in places(page)])


@settings(deadline=None, max_examples=150)
@given(source=SOURCES)
def test_what_kind_of_place_it_is(source: str) -> None:
    """Plain, a text, an element, alone inside another; and no strange label right before it."""
    page, strange = sheet(source), frozenset({"x"})
    for place in places(page):
        is_text = type(place) is page.text
        around = place.parent if not is_text and type(place.parent) is page.element else None
        wanted = {
            "plain": page.is_plain(place),
            "bare": is_text,
            "whole": not is_text,
            "inside": around is not None and shows_only(page, around, place),
            "strange": page.said_before(place) not in strange,
        }
        asked: dict[str, list[Piece]] = {
            "plain": [written.plain()],
            "bare": [written.bare()],
            "whole": [written.whole()],
            "inside": [written.inside(1, shows_only)],
            "strange": list(written.before_place([], strange)),
        }
        assert {name: holding(pieces, page, place) for name, pieces in asked.items()} == wanted


@settings(deadline=None, max_examples=150)
@given(source=SOURCES, selector=st.sampled_from(("b", "p > b", "p")), is_text=st.booleans(), nth=st.integers(0, 2))
def test_a_rule_that_finds_nothing_else(source: str, selector: str, is_text: bool, nth: int) -> None:
    """The quick look tells what the rule itself tells."""
    page, query = sheet(source), Query(selector, is_text, nth if is_text else 0)
    seen = [place for place in places(page) if page.says(place)]
    check = check_of([Need("own", query)])
    assert [check(page, place) is place for place in seen] == [query.finds_only(page, place) for place in seen]


@pytest.mark.parametrize("words", ["{0}", '"""', "\\", "{value_0}\nreturn 1", "By"])
def test_words_of_a_page_are_no_program(words: str) -> None:
    """Whatever a label says, it is compared, and nothing else."""
    page = sheet(f"<p>{words}</p><b>Ann</b>")
    said = page.says(page.document.select_one("p"))
    find = function_of([roads.only("b"), *written.before_place([(1, said)], frozenset())])
    assert find(page) is page.document.select_one("b")
    assert find(sheet("<p>other</p><b>Ann</b>")) is None


def test_a_text_that_is_alone_stands_for_its_element() -> None:
    """Beside a label, the element around a text is found if it has nothing else; else the text."""
    ways = [Beside("th", label, Anchor("before", label, 1)) for label in ("By", "Of")]
    found = [function_of(way.pieces)(sheet()) for way in ways]
    assert [getattr(place, "tag", place.text) for place in found] == ["td", " 19"]


def test_the_value_of_a_lane() -> None:
    """A place of one text gives that, any other what a reader sees of it; several places must say the same."""
    first, second, last = Hint("td", 0, -1), Hint("td", 1, -1), Hint("td", -2, -1)
    sole = part_of(first, [Need("sole")], frozenset())
    lanes = [
        Lane([sole]),
        Lane([part_of(second, [], frozenset())]),
        Lane([sole, part_of(last, [Need("plain")], frozenset())]),
        Lane([sole, part_of(second, [], frozenset())]),
    ]
    assert [lane.value(sheet()) for lane in lanes] == ["Ann", "1999", "Ann", None]
