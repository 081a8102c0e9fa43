"""A parsed page as compiled rules look at it: who says a label, what stands before a place, and the order of nodes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.targets import rules_sheet
from unweave.targets.rules_parse import parsed
from unweave.targets.rules_query import Anchor, Query
from unweave.targets.rules_sheet import Sheet
from unweave.targets.rules_vote import Tally

LIST = "<ul><li>a<b>b</b><li><i>c</i> d<li>e<p>f<b>g</b>h</ul><p>i"


def sheet(source: str) -> Sheet:
    return Sheet(parsed(source))


@given(chosen=st.lists(st.integers(0, 20), unique=True))
def test_nodes_come_in_document_order(chosen: list[int]) -> None:
    """Whatever the order in which nodes are given, they come as they stand, outer ones first."""
    page = sheet(LIST)
    nodes = list(page.document.descendants)
    found = page.in_order([nodes[at] for at in chosen])
    assert [nodes.index(node) for node in found] == sorted(chosen)


@pytest.mark.parametrize(
    ("source", "said_in"),
    [
        ("<p>Price<p>Price of all", ["p"]),
        ("<p>Price <b>Price</b><p>\n Price\n", ["p", "b", "p"]),
        ("<p>Prices<p>no Price", []),
        ("<p>Price<script>Price</script><noscript><i>Price</i></noscript>", ["p"]),
        ("<p>Price<b>Price</b>!<svg><style><g>Price</g></style></svg>", ["p", "b"]),
        ("<title>Cost</title><p>Pri<b>ce</b>", []),
    ],
)
@pytest.mark.parametrize("is_entangled", [False, True])
def test_who_says_a_label(source: str, said_in: list[str], is_entangled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that say a label, nothing more and nothing less, and that a reader sees; where none does, it is known.

    What other pages had beside the label changes nothing.
    """
    monkeypatch.setattr(rules_sheet, "ENTANGLED", {"Price"} if is_entangled else set())
    page = sheet(source)
    assert [text.parent.tag for text in page.sayers("Price")] == said_in
    assert page.is_unsaid("Price") is (not said_in)


def test_a_text_that_is_known_to_say_a_label() -> None:
    """It changes nothing that one of the texts is known."""
    source = "<p>Price<p>Price of all<p>Price"
    known = sheet(source)
    assert len(known.sayers("Price", known.document.select("p")[2][0])) == len(sheet(source).sayers("Price")) == 2


def test_texts_before_a_place_one_by_one() -> None:
    """The nearest text that is seen, the one before it, and so on, up to the first."""
    page = sheet("<p>one<p> <b>two</b><script>no</script><p>three<h1>here</h1>")
    here = page.document.select_one("h1")
    assert [page.said_before(here, distance) for distance in (3, 1, 2, 4, 5)] == ["one", "three", "two", "", ""]


def test_a_label_that_no_text_says_is_not_sought_again() -> None:
    """Once a label is known to be missing, no rule that rests on it finds anything."""
    page = sheet("<table><tr><td>By<td>Ann</table>")
    anchored = Query("td", anchor=Anchor("before", "Of", 1))
    assert (page.sayers("Of"), page.is_unsaid("Of"), list(anchored.find(page))) == ([], True, [])


def test_silence_of_all_wins_without_weight() -> None:
    """Where everybody was asked and nobody found anything that is the answer, though silence counts for nothing."""
    tally = Tally(sheet("<p>"), 1.0)
    tally.take((), 0.5, 0.0, 0.5)
    assert (tally.won, tally.agreed) == (None, None)
    tally.take((), 0.5, 0.0, 0.5)
    assert (tally.won, tally.agreed) == (None, ())


def test_who_is_misled_was_asked_and_has_no_vote() -> None:
    """A place right behind a strange label counts for nothing, so that the other voter wins."""
    page = sheet("<p>Weight<b>3</b><p>Red<i>x</i>")
    tally = Tally(page, 3.0, strange=frozenset({"Weight"}))
    tally.take(page.select("b"), 2.0, 0.0, 2.0)
    tally.take(page.select("i"), 1.0, 0.0, 1.0)
    assert (tally.votes, tally.rest, tally.won) == ({("x",): 1.0}, 0.0, ("x",))


def test_texts_far_down_a_page() -> None:
    """However many nodes stand before it, a label that is not alone in its element is found."""
    page = sheet("<p>x<b>y</b></p>" * 900 + "<p>Price <i>1</i>" + "<p>Price of all")
    assert [text.parent[1].text for text in page.sayers("Price")] == ["1"]
