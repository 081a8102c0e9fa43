"""What undoing a move promises: a block that has changed its place among its neighbours is back for the old wrapper."""

import pytest

from unweave import Example, Page, check, errors, learn, repair
from unweave.budget import Budget, OutOfTime
from unweave.observations import profile_of
from unweave.verify.moves import moved_back, moves, undone_on
from unweave.wrapper import Wrapper, with_origin

TITLES = ("Emma", "Kim", "She", "Dune", "Vathek", "Nana", "Ulysses", "Walden", "Carrie", "Holes", "Cujo", "Emile")
CITIES = ("Bonn", "Kyiv", "Lima", "Oslo", "Rome", "Cairo", "Delhi", "Paris", "Quito", "Sofia", "Tunis", "Vaduz")
PLACE = "<dt>Place</dt><dd>{place}</dd><dt>Shelf</dt><dd>{shelf}</dd>"
MOVED = "<dt>Place</dt><dt>Shelf</dt><dd>{place}</dd><dd>{shelf}</dd>"


def book(at: int, facts: str, shelf: str = "") -> Page:
    """A book with its place and its shelf, on every second page behind the place of its printer."""
    printer = f"<dt>Printer</dt><dd>{CITIES[(at + 3) % 12]}</dd>" * (at % 2)
    told = facts.format(place=CITIES[at], shelf=shelf or f"{at} B")
    return Page(f"<p>Shop</p><h1>{TITLES[at]}</h1><dl>{printer}{told}</dl><p>The end</p>", name=f"{at}.html")


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    """A wrapper for titles and places."""
    good = [book(at, PLACE) for at in range(6)]
    shown = [{"title": TITLES[at], "place": CITIES[at]} for at in range(3)]
    found = learn([Example.from_values(page, [row]) for page, row in zip(good, shown, strict=False)])
    return with_origin(found, site_profile=profile_of(found, good))


def read(wrapper: Wrapper, pages: list[Page]) -> list[tuple[object, ...]]:
    return [tuple(record.to_dict().values()) for page in pages for record in wrapper.extract(page)]


ROWS = [(TITLES[at], CITIES[at]) for at in range(6, 12)]


def test_a_value_behind_the_next_label_is_brought_back(wrapper: Wrapper) -> None:
    """The place has moved behind the label of the shelf; it looks like the place of the printer."""
    pages = [book(at, MOVED) for at in range(6, 12)]
    assert check(wrapper, pages)["place"].status == "drifted"
    found = moved_back(wrapper, pages, ["place"])
    assert found is not None
    assert [tuple(one.to_dict().values()) for example in found.examples for one in example.records] == ROWS
    assert read(repair(wrapper, pages), pages) == ROWS


def test_two_blocks_that_could_have_been_there_are_refused(wrapper: Wrapper) -> None:
    """Where the shelf is named after a city, nothing tells which of the two texts was at the label."""
    pages = [book(at, MOVED, shelf=CITIES[(at + 5) % 12]) for at in range(6, 12)]
    assert check(wrapper, pages)["place"].status == "drifted"
    assert moved_back(wrapper, pages, ["place"]) is None
    with pytest.raises(errors.CannotRepair) as refused:
        repair(wrapper, pages)
    assert refused.value.field == "place"


def test_what_is_next_to_its_anchor_is_not_moved(wrapper: Wrapper) -> None:
    """Where all is as it was, there is nothing to try for the fields that are read right."""
    assert moves(wrapper, [book(6, PLACE)], []) == []


def test_a_field_that_is_read_right_tells_what_has_moved(wrapper: Wrapper) -> None:
    """The list of facts stands before the title now: the title is read right, but what follows is not the list."""
    page = book(7, PLACE)
    title, facts = page.source.index("<h1>"), page.source.index("<dl>")
    end = page.source.index("<p>The")
    moved = Page(
        page.source[:title] + page.source[facts:end] + page.source[title:facts] + page.source[end:], name=page.name
    )
    assert wrapper.extract(moved)[0]["title"] == TITLES[7]
    tried = [undone_on(moved, one, wrapper.origin.site_profile).page.source for one in moves(wrapper, [moved], [])]
    assert page.source in tried


def test_undoing_a_move_ends_with_its_time(wrapper: Wrapper) -> None:
    """A step of undoing asks for the time."""
    with pytest.raises(OutOfTime), Budget(0.0, least=0.0).limit("undoing the change"):
        moved_back(wrapper, [book(at, MOVED) for at in range(6, 12)], ["place"])
