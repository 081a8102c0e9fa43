"""What echoes tell: a page that says a value once more is believed, and a text that it does not repeat is not."""

from collections.abc import Callable

import pytest

from unweave import Example, Page, check, errors, learn, repair
from unweave.observations import profile_of
from unweave.wrapper import Wrapper, with_origin

NAMES = ["Emma", "Kim", "She", "Dune", "Ida", "Vathek", "Ulysses", "Nana", "Lila", "Zadig", "Silas", "Hilda"]
SIMILAR = ["Adela", "Boris", "Celia", "Dario", "Edwin", "Flora"]


def page(number: int, row: str = "<p><b>{name}</b></p>", head: str = "<title>{name}, a novel</title>") -> Page:
    """A page whose title says the name once more."""
    parts = {"name": NAMES[number], "other": SIMILAR[number % 6]}
    return Page(f"{head}<div>New books</div>{row}<p>Free returns.".format(**parts), name=f"new-{number}.html")


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    """A wrapper for the first six pages."""
    pages = [page(number) for number in range(6)]
    shown = [Example.from_values(one, [{"name": name}]) for one, name in zip(pages[:3], NAMES, strict=False)]
    learned = learn(shown)
    return with_origin(learned, site_profile=profile_of(learned, pages))


def names(wrapper: Wrapper, pages: list[Page]) -> list[str]:
    return [str(record["name"]) for one in pages for record in wrapper.extract(one)]


def later(row: str) -> list[Page]:
    return [page(number, row) for number in range(6, 12)]


def test_pages_that_repeat_their_values_are_known_for_it(wrapper: Wrapper) -> None:
    """The profile has how many values have an echo, and how many values of other pages have one."""
    known = wrapper.origin.site_profile.fields["name"]
    assert (known.features["echo"].seen, known.elsewhere["echo"].seen) == ({"yes": 6}, {"no": 30})


def test_a_text_without_an_echo_in_place_of_the_values(wrapper: Wrapper) -> None:
    """It looks the same, and is in the same place; that it is nowhere else on its page tells."""
    assert check(wrapper, later("<p><b>{name}</b></p>")).status == "ok"
    verdict = check(wrapper, later("<p><b>{other}</b></p><p><b>{name}</b></p>"))
    assert verdict.status == "drifted"
    assert "6 of 6 values are nowhere else on their pages; before 0 of 6" in verdict["name"].evidence


def test_an_echo_speaks_for_the_values(wrapper: Wrapper) -> None:
    """Another text that looks the same has come behind each value: these are still said twice, so nothing is wrong."""
    assert check(wrapper, later("<p><b>{name}</b></p><p><b>{other}</b></p>")).status == "ok"


def test_the_text_with_an_echo_is_the_successor(wrapper: Wrapper) -> None:
    """Of two texts that look the same, repair takes the one that the title of the page has."""
    pages = later("<p><b>{other}</b></p><p><b>{name}</b></p>")
    assert names(repair(wrapper, pages), pages) == NAMES[6:]


def test_without_echoes_it_is_refused(wrapper: Wrapper) -> None:
    """Where no title tells, nothing does: the error names field and page."""
    row = "<p><b>{other}</b></p><p><b>{name}</b></p>"
    pages = [page(number, row, head="<title>A novel</title>") for number in range(6, 12)]
    with pytest.raises(errors.CannotRepair) as refused:
        repair(wrapper, pages)
    assert (refused.value.field, refused.value.page) == ("name", "new-6.html")


def listed(first: int, title: Callable[[int], str]) -> Page:
    rows = "".join(f"<li><b>{title(n)}</b> <i>{n} pages</i>" for n in range(first, first + 6))
    return Page(f"<h1>Books</h1><ul>{rows}</ul>", name=f"list-{first}.html")


def test_one_text_in_place_of_all_values_of_a_page() -> None:
    """Words on one of two pages of a list are noticed, though they look like titles."""
    titles = [f"{name} of {other}" for name in NAMES for other in SIMILAR]
    good = [listed(first, lambda n: titles[n]) for first in (0, 10, 20)]
    rows = [{"title": titles[n], "size": f"{n} pages"} for n in range(6)]
    learned = learn([Example.from_values(good[0], rows, status="complete")])
    known = with_origin(learned, site_profile=profile_of(learned, good))
    new = [listed(30, lambda n: titles[n]), listed(40, lambda n: "Ask of us")]
    assert check(known, [listed(30, lambda n: titles[n]), listed(40, lambda n: titles[n])]).status == "ok"
    verdict = check(known, new)
    assert "on 1 of 2 pages most values are 'Ask of us'" in verdict["title"].evidence
    assert verdict["title"].status != "ok"
