"""Discovery: columns, names, nested lists, pages of other templates."""

import pytest

from unweave.errors import BadInput, DoesNotFit
from unweave.page import Page
from unweave.templates import Discover, cluster_pages, discover, discover_list
from unweave.templates.report import summarise

Book = tuple[str, str, str | None, list[tuple[str, str]]]
SHOP: list[Book] = [
    ("Emma", "Austen", "1815", [("Ann", "good"), ("Bob", "fine")]),
    ("Kim", "Kipling", "1901", [("Cy", "long")]),
    ("Dune", "Herbert", None, [("Ann", "dry"), ("Di", "vast"), ("Ed", "odd")]),
    ("Ulysses", "Joyce", "1922", []),
    ("Walden", "Thoreau", "1854", [("Flo", "calm"), ("Gus", "green")]),
]


def shop_page(book: Book) -> Page:
    """A page about one book: rows that come and go, and reviews."""
    title, author, year, reviews = book
    rows = f"<tr><th>Author:<td>{author}" + (f"<tr><th>Year:<td>{year}" if year else "")
    items = "".join(f"<li><b>{who}</b> <i>{text}</i>" for who, text in reviews)
    source = f"<title>Shop - {title}</title><h1 class=name>{title}</h1><table>{rows}<tr><th>Shipped:<td>yes</table>"
    return Page(f"{source}<h2>Reviews</h2><ul class=reviews>{items}</ul><p>All rights reserved", name=f"{title}.html")


def expected(book: Book) -> dict[str, object]:
    title, author, year, reviews = book
    return {
        "title": f"Shop - {title}",
        "title_2": title,
        "name": title,
        "author": author,
        "year": year,
        "list_1": [{"reviews": who, "reviews_2": text} for who, text in reviews],
    }


PAGES = [shop_page(book) for book in SHOP]


def other_page(number: int) -> Page:
    """A page of another site."""
    return Page(
        f"<div class=post><p class=date>{number}<span>x</span></p><em>Post {number}</em></div>", name=f"s{number}"
    )


def test_columns_get_names_from_the_template_and_repeating_ones_become_a_nested_list() -> None:
    """Labels name their columns; optional rows stay apart; reviews are nested records."""
    wrapper = discover(PAGES)
    assert [wrapper.extract(page)[0].to_dict() for page in PAGES] == [expected(book) for book in SHOP]


def test_it_reads_pages_it_has_not_seen() -> None:
    """The wrapper is for the rest of the site."""
    book: Book = ("Hunger", "Hamsun", "1890", [("Ike", "bleak")])
    assert discover(PAGES).extract(shop_page(book))[0].to_dict() == expected(book)


def test_a_page_of_another_site_does_not_fit() -> None:
    """The error names a missing text."""
    with pytest.raises(DoesNotFit, match="Author:"):
        discover(PAGES).extract(other_page(1))


def test_pages_of_other_templates_are_not_used() -> None:
    """The same columns come out, and the history names the pages that were not used."""
    wrapper = discover([*PAGES, other_page(1), other_page(2)])
    assert wrapper == discover(PAGES)
    assert wrapper.origin.history == ("discovered on 5 pages", "not used, pages of other templates: s1, s2")


def test_clusters_are_largest_first() -> None:
    """A mixed folder by template, each with whether it is large enough."""
    found = cluster_pages([other_page(1), *PAGES, other_page(2)])
    assert [(cluster.numbers, cluster.is_large) for cluster in found] == [
        ((1, 2, 3, 4, 5), True),
        ((0, 6), False),
    ]


def test_each_step_beyond_the_paths_can_be_turned_off() -> None:
    """Without labels rows of one path are one column of many values; without parts texts stay whole."""
    plain = Discover(labels=False, runs=False, parts=False).largest(PAGES)
    assert [column.name for column in plain.columns if column.slot >= 0] == []
    assert plain.template_texts == ()


def test_a_value_that_is_often_the_same_is_data() -> None:
    """Another text in its place on the other pages shows that it is a slot."""
    hands = ["Right"] * 9 + ["Left"]
    pages = [
        Page(f"<table><tr><th>Name:<td>player {'x' * n}<tr><th>Plays:<td>{hand}<tr><th>Born:<td>19{n}0</table>")
        for n, hand in enumerate(hands)
    ]
    wrapper = discover(pages)
    assert [wrapper.extract(page)[0]["plays"] for page in pages] == hands


def test_labels_that_occur_once_for_each_team_are_labels() -> None:
    """Three labels or more that come equally often on every page tell the values behind them apart."""
    scores = [[[n + 7 * team + 3 * row for row in range(3)] for team in range(2)] for n in range(8)]
    pages = [Page("<h1>Report</h1>" + "".join(map(_team, teams))) for teams in scores]
    names = ("goals", "shots", "fouls", "goals_2", "shots_2", "fouls_2")
    wanted = [dict(zip(names, map(str, [*one, *other]), strict=True)) for one, other in scores]
    found = discover(pages)
    assert [found.extract(page)[0].to_dict() for page in pages] == wanted


def _team(values: list[int]) -> str:
    rows = zip(("Goals", "Shots", "Fouls"), values, strict=True)
    return f"<table>{''.join(f'<tr><td>{label}<td>{value}' for label, value in rows)}</table>"


def test_of_one_page_the_list_is_found() -> None:
    """It is what ``discover_list`` finds; a page without a list is an error, since a template needs several pages."""
    page = Page("<h1>Books</h1><ul>" + "".join(f"<li><b>{title}</b> a book" for title in ("Emma", "Kim", "Dune")))
    assert discover([page]) == discover_list(page)
    with pytest.raises(BadInput, match="a template needs several pages"):
        discover([Page("<p>one</p>")])


def test_columns_can_be_renamed() -> None:
    """By full name, levels too; a name that is not there is an error."""
    wrapper = discover(PAGES).renamed({"name": "book", "list_1": "opinions", "list_1.reviews": "by"})
    assert wrapper.extract(PAGES[1])[0].to_dict()["opinions"] == [{"by": "Cy", "reviews_2": "long"}]
    with pytest.raises(BadInput, match="no column 'price'"):
        wrapper.renamed({"price": "cost"})


def test_a_summary_counts_and_shows() -> None:
    """Fill rate, values, different ones and examples of each column."""
    summary = summarise(Discover().largest(PAGES), PAGES)
    year = next(column for column in summary.columns if column.name == "year")
    assert (summary.pages, year.records, year.values, year.examples) == (5, 4, 4, ("1815", "1901", "1922"))


def test_settings_are_parameters() -> None:
    """The number of columns, the attributes and the names; a wrong name is an error."""
    assert len(discover(PAGES, limit=3, attributes=()).schema.names) == 3
    assert "book" in discover(PAGES, names={"name": "book"}).schema.names
    with pytest.raises(BadInput, match="no column 'price'"):
        discover(PAGES, names={"price": "cost"})


def test_without_clusters_all_pages_are_of_one_template() -> None:
    """A switch for pages that are known to belong together."""
    found = Discover(cluster=False).templates([*PAGES, other_page(1)])
    assert [cluster.numbers for cluster in found.clusters] == [(0, 1, 2, 3, 4, 5)]
