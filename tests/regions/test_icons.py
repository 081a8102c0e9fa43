"""Values that only a picture before them names."""

from collections.abc import Callable, Sequence

import pytest

import unweave
from unweave.page import Page
from unweave.records import Example
from unweave.regions.nodes import nodes_of
from unweave.regions.wrapper import RegionsWrapper

NAMES = ("street", "beds", "baths", "size")
Home = tuple[str, str, str, str]
HOMES: Sequence[Home] = [
    ("Elm St", "3", "2", "90 m²"),
    ("Oak St", "4", "1", "70 m²"),
    ("Ash St", "", "2", "50 m²"),
    ("Fir St", "2", "", "80 m²"),
    ("Yew St", "5", "3", ""),
    ("Bay St", "", "1", ""),
    ("Fig St", "1", "2", "65 m²"),
]
ICONS: dict[str, Callable[[str, str], str]] = {
    "a label for the blind": lambda what, value: f"<span><svg aria-label={what}><path d=M0></svg><b>{value}</b></span>",
    "a class": lambda what, value: f"<span><i class='fa fa-{what}'></i> {value}</span>",
    "a picture": lambda what, value: f"<span><img src=/i.svg alt={what}>{value}</span>",
    "a shape that is used": lambda what, value: f"<span><svg><use href='#{what}'></use></svg>{value}</span>",
}


def homes(icon: str, rows: Sequence[Home]) -> Page:
    """Homes with a street, and facts of which some are missing."""
    facts = (
        "".join(ICONS[icon](what, value) for what, value in zip(NAMES[1:], row[1:], strict=True) if value)
        for row in rows
    )
    cards = (f"<article><h3>{row[0]}</h3><div>{some}</div></article>" for row, some in zip(rows, facts, strict=True))
    return Page(f"<main>{''.join(cards)}</main>", name="homes.html")


def rows_of(records: Sequence[unweave.Record]) -> list[tuple[object, ...]]:
    return [tuple(record[name] or "" for name in NAMES) for record in records]


@pytest.mark.parametrize("icon", ICONS)
@pytest.mark.parametrize("shown", [(0, 1), (1, 6), (0, 4)])
def test_a_number_behind_the_picture_of_another_field_is_not_taken(icon: str, shown: Sequence[int]) -> None:
    """Where the number of beds is missing, that of the baths is none; on this page and on another one."""
    page = homes(icon, HOMES)
    given = [{name: value for name, value in zip(NAMES, HOMES[at], strict=True) if value} for at in shown]
    wrapper = unweave.learn([Example.from_values(page, given, status="partial")])
    assert rows_of(wrapper.extract(page)) == HOMES
    assert rows_of(wrapper.extract(homes(icon, HOMES[::-1]))) == HOMES[::-1]
    assert isinstance(wrapper, RegionsWrapper)
    assert rows_of(wrapper.found_in(nodes_of(page)).records) == HOMES


def test_it_is_explained_and_kept_in_a_file(tmp_path: object) -> None:
    """The element that names the value is in the explanation; a file has the same rules."""
    page = homes("a class", HOMES)
    given = [dict(zip(NAMES, HOMES[at], strict=True)) for at in (0, 1)]
    wrapper = unweave.learn([Example.from_values(page, given, status="partial")])
    texts = {statement.field: statement.text for statement in wrapper.explain().statements}
    assert texts["baths"] == "the text of the text right behind i.fa-baths"
    unweave.dump(wrapper, f"{tmp_path}/w.json")
    assert rows_of(unweave.load(f"{tmp_path}/w.json").extract(page)) == HOMES
