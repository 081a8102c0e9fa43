"""A mixed folder: every template with enough pages is discovered, and the one that fits reads a page."""

import pytest

from templates.test_discover import PAGES, expected, other_page, shop_page
from unweave.errors import BadInput, DoesNotFit
from unweave.page import Page
from unweave.store import dumps, loads
from unweave.templates import discover


def author_page(name: str, born: str) -> Page:
    """A page of another template, whose names clash with those of the shop: a title of another shape, a list."""
    works = "".join(f"<p class=work><em>{name} {n}</em><s>{born}{n}</s></p>" for n in range(1, 2 + int(born[-1])))
    return Page(
        f"<div id=who><h3>Name:</h3><span>{name}</span><h3>Year:</h3><span>{born}</span></div>"
        f"<div id=works>{works}</div>",
        name=f"{name}.html",
    )


AUTHORS = [author_page(name, born) for name, born in [("Ann", "1901"), ("Bo", "1902"), ("Cy", "1903"), ("Di", "1904")]]
ALL = [AUTHORS[0], *PAGES, other_page(1), *AUTHORS[1:], other_page(2)]


def test_each_page_is_read_by_its_own_template() -> None:
    """Records have a type, and the fields of the other templates are absent."""
    wrapper = discover(ALL)
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
    """Whatever template they follow."""
    wrapper = discover(ALL)
    unseen = [shop_page(("Hunger", "Hamsun", None, [])), author_page("Eve", "1905")]
    assert [wrapper.extract(page)[0].type for page in unseen] == ["template_1", "template_2"]


def test_pages_of_other_templates_are_named() -> None:
    """The history has the sizes and the pages that were not used."""
    assert discover(ALL).origin.history == (
        "template_1: 5 pages",
        "template_2: 4 pages",
        "not used, pages of other templates: s1, s2",
    )


def test_a_page_of_no_template_does_not_fit() -> None:
    """It raises DoesNotFit, as a wrapper of one template does."""
    with pytest.raises(DoesNotFit):
        discover(ALL).extract(other_page(3))


def test_it_survives_the_file() -> None:
    """The templates inside come back, too."""
    wrapper = discover(ALL)
    assert loads(dumps(wrapper)) == wrapper


def test_renaming_reaches_every_template() -> None:
    """A name of both templates changes in both; a name of none is an error."""
    wrapper = discover(ALL).renamed({"year": "when"})
    assert [wrapper.extract(page)[0]["when"] for page in (PAGES[0], AUTHORS[0])] == ["1815", "1901"]
    with pytest.raises(BadInput, match="no column 'price'"):
        wrapper.renamed({"price": "cost"})


def test_pages_without_anything_in_common_have_no_template() -> None:
    """The error names the reason."""
    with pytest.raises(BadInput, match="no two are alike"):
        discover([PAGES[0], other_page(1)])
