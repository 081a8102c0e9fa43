"""A text that is the same on every page is template text, not a value."""

import pytest

from unweave.choose import Auto, voters
from unweave.page import Page
from unweave.records import Example

TEAMS = ("Denver", "Utah", "Miami", "Dallas", "Boston", "Chicago", "Phoenix", "Memphis")
MENU = "".join(f"<li class={team.lower()[0]}x><h3><a>{team}</a></h3>" for team in TEAMS)


def player(name: str, team: str) -> Page:
    """A player's page: a menu of all teams, and the player's own."""
    return Page(f"<ul class=menu>{MENU}</ul><p>{name} plays</p><div>{team}</div>")


PLAYERS = [player(f"Player {number}", team) for number, team in enumerate(TEAMS)]
KNOWN = [
    Example.from_values(PLAYERS[1], [{"team": "Utah"}]),
    *(Example(page) for page in PLAYERS if page != PLAYERS[1]),
]


def teams() -> list[str | None]:
    """What is learned from one page, with the others at hand."""
    wrapper = Auto().learn(KNOWN)
    return [wrapper.extract(page)[0].to_dict()["team"] for page in PLAYERS]


def test_a_menu_is_not_the_value() -> None:
    """A team in the menu of every page and in one place that differs: the latter is meant."""
    assert teams() == list(TEAMS)


def test_without_the_discount_the_menu_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are more rules for the menu's entry, and they agree on every page."""
    monkeypatch.setattr(voters, "CONSTANT_FACTOR", 1.0)
    assert teams() == ["Utah"] * len(TEAMS)
