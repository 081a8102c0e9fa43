"""Discovery is never worse than plain EXALG on small pages that EXALG can read."""

import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave import store
from unweave.errors import BadInput
from unweave.page import Page
from unweave.templates import Discover, Exalg
from unweave.templates.report import columns_of

WORDS = st.text("abcdefghij", min_size=1, max_size=6)
TEAMS = st.lists(
    st.tuples(WORDS, WORDS, st.lists(WORDS, min_size=1, max_size=4)),
    min_size=4,
    max_size=6,
    unique_by=lambda team: team[0],
)


def team_page(name: str, coach: str, players: Sequence[str]) -> Page:
    """A page whose values are words among words: discovery by texts sees one text, EXALG sees the values."""
    rows = "".join(f"<p>player {player} plays</p>" for player in players)
    return Page(f"<h1>{name}</h1><p>The coach of {name} is {coach} now</p><div>{rows}</div><hr>end of page")


def readings(wrapper: object, pages: Sequence[Page]) -> set[tuple[frozenset[str], ...]]:
    """The values of every column on every page."""
    found: list[Mapping[str, list[str]]] = [columns_of(wrapper.extract(page)[0]) for page in pages]  # type: ignore[attr-defined]  # of a template wrapper
    names = {name for page in found for name in page}
    return {tuple(frozenset(page.get(name, ())) for page in found) for name in names}


@settings(max_examples=20, deadline=None)
@given(TEAMS)
def test_every_position_of_plain_exalg_is_a_column(teams: list[tuple[str, str, list[str]]]) -> None:
    """What EXALG as published finds, and what varies, is a column of discovery, unless a limit cuts it."""
    pages = [team_page(*team) for team in teams]
    plain = {reading for reading in readings(Exalg().discover(pages), pages) if len(set(reading)) > 1}
    without = readings(Discover(exalg=False).largest(pages), pages)
    found = readings(Discover().largest(pages), pages)
    assert without <= found
    assert plain <= found or len(plain - without) > min(len(without), 6)


PAGES = [team_page("Ajax", "Blind", ["Litmanen"]), team_page("Roma", "Zeman", ["Totti", "Cafu"])]
PAGES += [team_page("Porto", "Santos", ["Jardel"]), team_page("Celtic", "Jansen", ["Larsson", "Lambert"])]


def test_positions_survive_the_store_and_read_other_pages() -> None:
    """A position is a column like others: named by the words before it, stored, and read on pages not seen before."""
    wrapper = store.loads(store.dumps(Discover(parts=False).largest(PAGES)))
    unseen = wrapper.extract(team_page("Lyon", "Lacombe", ["Maurice"]))[0].to_dict()
    assert {name: unseen[name] for name in ("h1", "is", "player")} == {
        "h1": "Lyon",
        "is": "Lacombe",
        "player": ["Maurice"],
    }


def test_a_page_that_exalg_cannot_read_keeps_its_other_columns() -> None:
    """Where the template of tokens does not fit, its positions are empty and the other columns are filled."""
    wrapper = Discover(parts=False).largest(PAGES)
    broken = wrapper.extract(Page("<h1>Lyon</h1><p>The coach is away</p><hr>end of page"))[0].to_dict()
    assert (broken["h1"], broken["is"]) == ("Lyon", None)


def test_a_position_that_the_template_lacks_is_refused() -> None:
    """A damaged file is refused with a word."""
    document = json.loads(store.dumps(Discover(parts=False).largest(PAGES)))
    for column in document["wrapper"]["columns"]:
        if column["selector"]["scope"] == "position":
            column["selector"]["path"] = "a99"
    with pytest.raises(BadInput, match="a position that its template does not have"):
        store.loads(json.dumps(document).encode())


def test_titles_with_colons_do_not_split_a_list() -> None:
    """A few titles that begin alike ("Java: ...") are values of their list, not a column of their own."""
    titles = [
        ["Java: a primer", "Emma", "Kim"],
        ["Java: the end", "Dune", "Ulysses"],
        ["Dracula", "Carrie", "She"],
        ["It", "Ada"],
    ]
    pages = [Page("<h1>Found</h1><ul>" + "".join(f"<li>{t}" for t in page) + "</ul>") for page in titles]
    wrapper = Discover(exalg=False, attributes=(), runs=False).largest(pages)
    assert [wrapper.extract(page)[0].to_dict() for page in pages] == [{"found": page} for page in titles]
