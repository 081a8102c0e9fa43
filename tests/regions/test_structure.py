"""Where values hardly tell which regions are records, what these are made of does."""

import pytest

from unweave import Example, Page, learn
from unweave.records import Record

BOOKS = [("Emma", 1815), ("Kim", 1901), ("Dune", 1965), ("Walden", 1854), ("Lolita", 1955), ("Solaris", 1961)]
MENU = ("New books", "Old books", "Maps", "Prints", "Letters", "Autographs", "Binding", "Repairs", "Shipping", "Help")


def result(title: str, year: int) -> str:
    """A search result with a title, a text, and links of its own."""
    more = f"<a href=/like/{year}>More like this</a> <a href=/cart/{year}>Into the cart</a>"
    return f"<li><a href=/book/{year}>{title}</a><br>A book of {year} <small>in stock</small><br>{more}</li>"


def results_page(items: str) -> Page:
    """A page whose list of results is among other links."""
    menu = "".join(f"<a href=/shelf/{at}>{name}</a> " for at, name in enumerate(MENU))
    related = "".join(f"<li><a href=/search/{word}>{word}</a></li>" for word in ("novels", "travel", "spice", "ponds"))
    return Page(f"<div>{menu}</div><ol>{items}</ol><p>Related searches</p><ul>{related}</ul><div>{menu}</div>")


def rows(books: list[tuple[str, int]]) -> list[dict[str, str]]:
    """The title and the target of each book."""
    return [{"title": title, "url": f"/book/{year}"} for title, year in books]


def found(page: Page, shown: list[dict[str, str]]) -> list[Record]:
    """What is learned from the shown records finds on the page."""
    return learn([Example.from_values(page, shown, status="partial")]).extract(page)


@pytest.mark.parametrize("shown", [[0, 1], [2, 5], [3]])
def test_links_of_results_among_other_links(shown: list[int]) -> None:
    """Each link of the page has a text and a target like the shown ones; the results have a year and a remark, too."""
    page = results_page("".join(result(*book) for book in BOOKS))
    every = rows(BOOKS)
    assert [one.to_dict() for one in found(page, [every[at] for at in shown])] == every


def test_words_that_are_marked_in_other_records() -> None:
    """The link is the title, not the text that is in the link of each shown record alone."""
    books = [*BOOKS[:3], ("The Dune <b>Emma</b> Book", 1984), ("<b>Emma</b> and her Dunes", 1999), ("A Kim", 2001)]
    page = results_page("".join(result(*book) for book in books))
    plain = rows([(title.replace("<b>", "").replace("</b>", ""), year) for title, year in books])
    assert [one.to_dict() for one in found(page, plain[:2])] == plain


def test_the_same_result_twice() -> None:
    """A record whose title looks different is one, also where it comes again: it is made as the others are."""
    books = [*BOOKS, ("No. 5: 1.7 (rev.)", 1999), *BOOKS[:2], ("No. 5: 1.7 (rev.)", 1999)]
    page = results_page("".join(result(*book) for book in books))
    assert [one.to_dict() for one in found(page, rows(books)[:2])] == rows(books)


def test_without_structure_other_links_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of these tests need it."""
    monkeypatch.setattr("unweave.regions.learner.structure", lambda _records: None)
    page = results_page("".join(result(*book) for book in BOOKS))
    assert len(found(page, rows(BOOKS)[:2])) > len(BOOKS)


def test_regions_that_alternate_are_all_records() -> None:
    """A class that every second record has is no reason to drop the others, though all with it are made alike."""
    books = [(f"{title} {at}", 1800 + at) for at, (title, _) in enumerate(2 * BOOKS)]
    items = [result(*book) for book in books]
    items[::2] = [item.replace("<li>", "<li class=grey>") for item in items[::2]]
    every = rows(books)
    assert [one.to_dict() for one in found(results_page("".join(items)), [every[0], every[2]])] == every


def test_records_that_are_single_links_are_never_high() -> None:
    """Nothing tells them from the links of the menu, though LR finds the same ones; the confidence says so."""
    menu = "".join(f"<li><a href=/shelf/{at}>{name}</a></li>" for at, name in enumerate(MENU))
    items = "".join(f"<li><a href=/book/{year}>{title}</a></li>" for title, year in BOOKS)
    page = Page(f"<div><ul>{menu}</ul></div><ol>{items}</ol>")
    wrapper = learn([Example.from_values(page, rows(BOOKS)[:2], status="partial")])
    assert len(wrapper.extract(page)) == len(MENU) + len(BOOKS)
    assert {one.level for one in wrapper.origin.confidence.values()} == {"medium"}
    assert "its records are single texts, as other links of a page may be" in wrapper.origin.confidence["title"].reasons
