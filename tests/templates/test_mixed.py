"""A mixed folder: every family that is worth it is discovered, and the template that fits reads a page."""

import pytest

from templates.test_discover import PAGES, expected, shop_page, stranger
from unweave.errors import BadInput, DoesNotFit
from unweave.page import Page
from unweave.store import dumps, loads
from unweave.templates import discover_mixed
from unweave.templates.mixed import renamed_everywhere


def author_page(name: str, born: str) -> Page:
    """A page of another template, whose names clash with those of the shop: a title of another shape, a list."""
    works = "".join(f"<p class=work><em>{name} {n}</em><s>{born}{n}</s></p>" for n in range(1, 2 + int(born[-1])))
    return Page(
        f"<div id=who><h3>Name:</h3><span>{name}</span><h3>Year:</h3><span>{born}</span></div>"
        f"<div id=works>{works}</div>",
        name=f"{name}.html",
    )


AUTHORS = [author_page(name, born) for name, born in [("Ann", "1901"), ("Bo", "1902"), ("Cy", "1903"), ("Di", "1904")]]
ALL = [AUTHORS[0], *PAGES, stranger(1), *AUTHORS[1:], stranger(2)]


def test_each_page_is_read_by_its_own_template() -> None:
    """Records have a type, and the fields of the other templates are absent."""
    wrapper = discover_mixed(ALL)
    book = wrapper.extract(PAGES[0])[0]
    author = wrapper.extract(AUTHORS[0])[0]
    assert (book.type, author.type) == ("template_1", "template_2")
    assert {name: book.to_dict()[name] for name in expected(SHOWN)} == expected(SHOWN)
    assert (author["name"], author["year"], author["author"]) == ("Ann", "1901", None)
    works = author["list_1_2"]
    assert isinstance(works, list)
    assert len(works) == 2
    assert author["list_1"] == []


SHOWN = ("Emma", "Austen", "1815", [("Ann", "good"), ("Bob", "fine")])


def test_unseen_pages_find_their_template() -> None:
    """Whichever family they are of."""
    wrapper = discover_mixed(ALL)
    unseen = [shop_page(("Hunger", "Hamsun", None, [])), author_page("Eve", "1905")]
    assert [wrapper.extract(page)[0].type for page in unseen] == ["template_1", "template_2"]


def test_strangers_are_set_aside_and_named() -> None:
    """The wrapper remembers the sizes and who was left out."""
    assert discover_mixed(ALL).origin.history == (
        "template_1: 5 pages",
        "template_2: 4 pages",
        "set aside as strangers: s1, s2",
    )


def test_a_page_of_no_template_does_not_fit() -> None:
    """It is refused as by a single layout."""
    with pytest.raises(DoesNotFit):
        discover_mixed(ALL).extract(stranger(3))


def test_it_survives_the_file() -> None:
    """Layouts inside come back as what they are."""
    wrapper = discover_mixed(ALL)
    assert loads(dumps(wrapper)) == wrapper


def test_renaming_reaches_every_part() -> None:
    """A name of both parts changes in both; a name of none is an error."""
    wrapper = renamed_everywhere(discover_mixed(ALL), {"year": "when"})
    assert [wrapper.extract(page)[0]["when"] for page in (PAGES[0], AUTHORS[0])] == ["1815", "1901"]
    with pytest.raises(BadInput, match="no column 'price'"):
        renamed_everywhere(wrapper, {"price": "cost"})


def test_pages_without_anything_in_common_have_no_template() -> None:
    """It says so."""
    with pytest.raises(BadInput, match="no two are alike"):
        discover_mixed([PAGES[0], stranger(1)])
