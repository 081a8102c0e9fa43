"""A budget for discovery: it ends in time, with an answer, and says what was left out."""

from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from unweave import Page, discover
from unweave.budget import Budget
from unweave.cli import main
from unweave.templates.discover import Discover, DiscoverList

WORDS = ("red", "blue", "green", "grey", "black")


def page(number: int, rows: int = 60) -> Page:
    """A page with a headline and a table."""
    cells = [f"<tr><td>Item {number * 1000 + row}<td>{WORDS[(number * row) % 5]}" for row in range(rows)]
    return Page(f"<h1>Shop {number}</h1><p>Open: <b>{number} hours</b><table>{''.join(cells)}</table>")


def test_with_no_time_there_is_still_a_wrapper() -> None:
    """The first template is deduced from a few pages, and what was not done is named."""
    found = Discover(budget=0.0).templates([page(number) for number in range(1, 12)])
    assert found.wrapper.extract(page(3))[0].to_dict()["h1"] == "Shop 3"
    assert found.note == "the budget of 0 s was used up before: records, EXALG"
    assert found.wrapper.origin.history[-1] == found.note


def test_enough_time_changes_nothing() -> None:
    """Ten seconds and a hundred give the same wrapper, and nothing is noted."""
    pages = [page(number) for number in range(1, 8)]
    one, other = discover(pages, budget=10.0), discover(pages, budget=100.0)
    assert (one, one.origin.history) == (other, ("discovered on 7 pages",))


def test_reading_stops_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """At least as many pages as a template needs are read, and no more."""
    monkeypatch.setattr(import_module("unweave.templates.discover"), "out_of_time", lambda: True)
    found = Discover().templates([page(number) for number in range(1, 12)])
    assert [len(template.pages) for template in found.templates] == [4]


def test_a_list_is_discovered_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no time to compare all of its records, some are compared, and that is said."""
    module = import_module("unweave.templates.discover")
    monkeypatch.setattr(module, "Budget", lambda seconds: Budget(seconds, least=0.0))
    found = DiscoverList(settings=Discover(budget=0.0)).templates([page(1), page(2)])
    assert [record.to_dict()["td2"] for record in found.wrapper.extract(page(3))][:3] == ["red", "grey", "blue"]
    note = "the budget of 0 s cut short: reading pages, comparing all records"
    assert (found.note, found.wrapper.origin.history) == (note, ("discovered on 60 records of 1 pages", note))


def test_the_command_says_what_was_left_out(tmp_path: Path) -> None:
    """With what would help."""
    for number in range(1, 8):
        (tmp_path / f"{number}.html").write_text(page(number).source)
    shown = CliRunner().invoke(main, ["discover", str(tmp_path), "--budget", "0"])
    note = "the budget of 0 s was used up before: records, EXALG"
    advice = "It would help to allow more (--budget), or to give fewer or smaller pages"
    assert (shown.exit_code, shown.output.splitlines()[-1]) == (0, f"{note}. {advice}")
