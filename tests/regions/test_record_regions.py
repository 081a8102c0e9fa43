"""Where records begin and end: one element, several siblings, stretches between separators, rows, groups."""

import pytest

from regions.lists import BOOKS, CASES, MENU, found, in_items, in_table, learned, rows_of

AUTHORS = [
    {"title": "Emma", "by": "Jane Austen", "year": "1815"},
    {"title": "Kim", "by": "Rudyard Kipling", "year": "1901"},
    {"title": "Dune", "by": "Frank Herbert", "year": "1965"},
    {"title": "She", "by": "Rider Haggard", "year": "1887"},
]
SIBLINGS = "".join(
    "<h3>{title}</h3><p>by {by}</p><ul><li>{year}</li><li>paper</li></ul>".format(**row) for row in AUTHORS
)
TERMS = f"<dl>{''.join('<dt>{title}</dt><dd>{by}</dd>'.format(**row) for row in AUTHORS)}</dl>"
NAMED = [{"title": row["title"], "by": row["by"]} for row in AUTHORS]
LINES = f"<div>{'<br>'.join('{title} <i>{year}</i>'.format(**row) for row in BOOKS)}</div>"
LINKED = [{**row, "url": f"/{row['title']}.pdf"} for row in BOOKS]
LINKED_LINES = "<p>{}</p>".format("<br>\n".join("<a href={url}>{title}</a>, {year}".format(**row) for row in LINKED))
PAIRED_ROWS = "<table>{}</table>".format(
    "".join("<tr><td>{title}</td></tr><tr><td>by {by}</td><td>{year}</td></tr>".format(**row) for row in AUTHORS)
)


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        pytest.param(in_items(BOOKS), BOOKS, id="one element"),
        pytest.param(SIBLINGS, AUTHORS, id="h3, p and ul"),
        pytest.param(TERMS, NAMED, id="dt and dd"),
        pytest.param(LINES, BOOKS, id="between br"),
        pytest.param(LINKED_LINES, LINKED, id="links between br"),
        pytest.param(PAIRED_ROWS, AUTHORS, id="two rows"),
        pytest.param(in_table(CASES), CASES, id="rows below a header, beside a menu"),
    ],
)
def test_two_records_are_enough(source: str, rows: list[dict[str, str]]) -> None:
    """From the first two records of a list, all of its records and nothing else."""
    assert found(source, rows[:2]) == rows


def test_a_menu_of_links_gives_no_records() -> None:
    """Items with a link each are no records, although the shown records are items with a link each."""
    books = in_items(LINKED, "<li><a href={url}>{title}</a> {year}</li>")
    assert found(MENU + books + MENU, LINKED[:2]) == LINKED


def test_a_record_with_a_second_link_is_one_record() -> None:
    """Title and target are those of the first link of an item; the second one says "more" in all of them."""
    rows = [{"title": row["title"], "url": row["url"]} for row in LINKED]
    source = in_items(rows, "<li><a href={url}>{title}</a> <a href=/more>more</a></li>")
    assert found(source, rows[:2]) == rows


def test_blocks_of_lines_between_two_br() -> None:
    """A record is three lines, and an empty line divides records."""
    lines = "<br><br>".join("{title}<br>{year}<br>{by}".format(**row) for row in AUTHORS)
    assert found(f"<div>{lines}</div>", AUTHORS[:2]) == AUTHORS


def test_groups_under_headings_at_other_depths_belong_to_the_list() -> None:
    """The same items deeper in the page, under a heading of their own."""
    first, second = in_items(BOOKS[:2]), in_items(BOOKS[2:])
    source = f"<div><h2>One</h2>{first}<div><div><h2>Two</h2>{second}</div></div></div>"
    assert found(source, BOOKS[:2]) == BOOKS


def test_groups_at_other_depths_right_below_the_body() -> None:
    """The same where the first list is a child of the body."""
    source = f"<h2>One</h2>{in_items(BOOKS[:2])}<div><h2>Two</h2>{in_items(BOOKS[2:])}</div>"
    assert found(source, BOOKS[:2]) == BOOKS


def test_records_shown_from_groups_at_different_depths() -> None:
    """One record of each group is shown."""
    source = f"<div><h2>One</h2>{in_items(BOOKS[:2])}<div><h2>Two</h2>{in_items(BOOKS[2:])}</div></div>"
    assert found(source, [BOOKS[0], BOOKS[2]]) == BOOKS


DATES = ("January 4, 2024", "February 1, 2024")
DATED = [{**row, "date": DATES[at > 1]} for at, row in enumerate(BOOKS)]
UNDER_DATES = f"<h2>{DATES[0]}</h2>{in_items(BOOKS[:2])}<h2>{DATES[1]}</h2>{in_items(BOOKS[2:])}"


@pytest.mark.parametrize("shown", [(0, 1), (2, 3), (0, 1, 2)])
def test_a_value_in_the_heading_of_a_group_belongs_to_each_of_its_records(shown: tuple[int, ...]) -> None:
    """The date is on the page once for a group, and each record under it has it."""
    assert found(UNDER_DATES, [DATED[at] for at in shown]) == DATED


def test_a_value_in_the_heading_with_one_record_shown_of_each_group() -> None:
    """The shown records have different headings."""
    assert found(UNDER_DATES, [DATED[0], DATED[2]]) == DATED


def test_the_boundary_can_be_read() -> None:
    """It names the element of a record, and where it is."""
    assert learned(in_items(BOOKS), BOOKS[:2]).explain().statements[0].text == (
        "each record is an element 'li' inside html > body > ul"
    )


def test_a_table_of_another_page() -> None:
    """What was learned on one page holds on another page of the list."""
    wrapper = learned(in_table(CASES[:4]), CASES[:2])
    other = in_table(CASES[3:])
    assert rows_of(wrapper, other) == CASES[3:]
