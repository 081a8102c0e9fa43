"""Fields inside records: parts of texts, targets of links, values that are missing, spans."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from page.soups import soup
from regions.lists import BOOKS, CASES, found, in_items, in_table, learned
from unweave.page import Page
from unweave.records import Example
from unweave.regions import Regions
from unweave.regions.addresses import RegionNodes
from unweave.regions.boundaries import Boundary, Region
from unweave.regions.nodes import PageNodes

OPINIONS = [
    {"docket": "21-1234", "name": "Smith v. Jones", "judge": "per curiam"},
    {"docket": "21-0077", "name": "In re Brown", "judge": "Ames, J."},
    {"docket": "20-4410", "name": "State v. White", "judge": "per curiam"},
    {"docket": "22-0009", "name": "Green v. Town of Lake", "judge": "Bell, C.J."},
]
STATES = ("open", "open", "closed", "open", "closed")
IN_ONE_TEXT = in_items(OPINIONS, "<li>No. {docket}, {name} ({judge})</li>")


@pytest.mark.parametrize("shown", [(0, 1), (1, 3), (3, 2)])
def test_parts_of_a_text(shown: tuple[int, ...]) -> None:
    """Number, name and judge are parts of one text."""
    assert found(IN_ONE_TEXT, [OPINIONS[at] for at in shown]) == OPINIONS


def test_a_part_with_an_end_that_may_be_missing() -> None:
    """The name ends at the bracket, or at the end of the text where there is no bracket."""
    form = "<li>No. {docket}, {name}</li>"
    rows = [{"docket": row["docket"], "name": row["name"]} for row in OPINIONS]
    texts = [{**row, "name": row["name"] + " (per curiam)" * (at != 2)} for at, row in enumerate(rows)]
    assert found(in_items(texts, form), rows[:2]) == rows


def test_links_as_targets_and_as_texts() -> None:
    """The text of a link is one field, its target another one."""
    rows = [{"name": row["name"], "url": row["url"]} for row in CASES]
    assert found(in_table(CASES), rows[:2]) == rows


def test_one_of_two_links_by_its_target() -> None:
    """The links of a record differ in the ending of their targets, and come in any order."""
    rows = [{"title": row["title"], "url": f"/{row['title']}.pdf"} for row in BOOKS]
    links = (
        "<a href={url}>file</a> <a href=/{title}.html>page</a>",
        "<a href=/{title}.html>page</a> <a href={url}>file</a>",
    )
    items = "".join(f"<li><b>{{title}}</b> {links[at % 2]}</li>".format(**row) for at, row in enumerate(rows))
    assert found(f"<ul>{items}</ul>", rows[:2]) == rows


def test_many_values() -> None:
    """A field given as a list has all values of a record."""
    rows = [
        {"title": "Emma", "colours": ["red", "blue"]},
        {"title": "Kim", "colours": ["green"]},
        {"title": "Dune", "colours": ["red", "white", "black"]},
    ]
    items = [f"<li><b>{row['title']}</b> {''.join(f'<i>{one}</i>' for one in row['colours'])}" for row in rows]
    assert found(f"<ul>{''.join(items)}</ul>", rows[:2]) == rows


def test_equal_values_of_two_fields() -> None:
    """The first record has the same value in both fields: the second one decides which is which."""
    rows = [{"won": "5", "lost": "5"}, {"won": "7", "lost": "3"}, {"won": "2", "lost": "9"}, {"won": "4", "lost": "4"}]
    source = in_items(rows, "<li><i>{won}</i> <i>{lost}</i></li>")
    assert found(source, rows[:2]) == rows


def test_a_value_that_the_shown_records_share_is_not_taken_for_the_template() -> None:
    """Both shown cases are open, others are not."""
    rows = [{"name": name, "state": state} for name, state in zip("ABCDE", STATES, strict=True)]
    source = in_items(rows, "<li><b>Case {name}</b> <i>{state}</i> <u>more</u></li>")
    shown = [{**row, "name": f"Case {row['name']}"} for row in rows]
    assert found(source, shown[:2]) == shown


def test_a_record_without_one_of_four_values_is_a_record() -> None:
    """The link is missing, and with it its target."""
    rows = [{**row, "url": None if at == 2 else row["url"]} for at, row in enumerate(CASES)]
    source = in_table(CASES).replace("<a href=/op/20-4410.pdf>State v. White</a>", "State v. White")
    assert found(source, CASES[:2]) == rows


def test_an_empty_cell_is_a_missing_value() -> None:
    """Not the value of another cell."""
    rows = [{**row, "filed": None if at == 2 else row["filed"]} for at, row in enumerate(CASES)]
    source = in_table([{**row, "filed": row["filed"] or ""} for row in rows])
    assert found(source, CASES[:2]) == rows


def test_missing_values_of_one_of_two_fields() -> None:
    """A record without one of its two values is a record still."""
    source = in_items(BOOKS).replace("<b>Dune</b> <i>1965</i>", "<b>Dune</b>")
    assert found(source, BOOKS[:2]) == [
        {**row, "year": None if row["title"] == "Dune" else row["year"]} for row in BOOKS
    ]


def test_a_field_that_cannot_be_learned_is_left_out_and_named() -> None:
    """The buyer of a book is in no record; title and year stay."""
    source = in_items(BOOKS) + "<p>Ann</p><p>Bob</p>"
    shown = [{**BOOKS[0], "buyer": "Bob"}, {**BOOKS[1], "buyer": "Ann"}]
    result = Regions().closest([Example.from_values(Page(source), shown, status="partial")])
    assert (result.left_out, result.agrees) == (("buyer",), False)
    assert [record.to_dict() for record in result.wrapper.extract(Page(source))] == BOOKS


def test_spans_point_at_the_values_in_the_source() -> None:
    """Texts, parts of texts and targets, with references in the source."""
    form = "<li>No. {docket}, <a href='/q?a=1&amp;b={docket}'>{name} &amp; Sons</a></li>"
    source = in_items(OPINIONS, form)
    shown = [
        {"docket": row["docket"], "name": f"{row['name']} & Sons", "url": f"/q?a=1&b={row['docket']}"}
        for row in OPINIONS
    ]
    page = Page(source)
    records = learned(source, shown[:2]).extract(page)
    assert [record.to_dict() for record in records] == shown
    assert [[page.source[slice(*record.spans(name)[0])] for name in record] for record in records] == [
        [row["docket"], f"{row['name']} &amp; Sons", f"/q?a=1&amp;b={row['docket']}"] for row in OPINIONS
    ]


def test_a_whole_text_that_is_a_value_in_every_record_is_no_part() -> None:
    """Where the text of a node is a plausible value everywhere, no rule takes a part of a longer text."""
    source = in_items(OPINIONS, "<li><b>{docket}</b>, {name} ({judge})</li>")
    rules = learned(source, [{"docket": row["docket"]} for row in OPINIONS[:2]]).rules["docket"]
    assert [rule.part for rule in rules] == [None]


@given(source=soup, seed=st.integers(0, 10**6), stretch=st.booleans())
def test_every_address_of_a_node_leads_to_it(source: str, seed: int, stretch: bool) -> None:
    """Of every node of a region each address is found again, a path by itself; and no other node has its path."""
    nodes, chance = PageNodes(Page(f"<div>{source}</div>", html=True)), random.Random(seed)
    start = chance.randrange(1, len(nodes.tags))
    siblings = [one for one in nodes.children[nodes.parents[start]] if one >= start]
    stop = nodes.ends[chance.choice(siblings) if stretch else start]
    region = RegionNodes(nodes, Region(start, stop), Boundary((), stretch=stretch))
    inside = range(start + (not stretch), stop)
    found = region.addresses_of(inside)
    assert all(number in region.at(address) for number in inside for address in found[number])
    paths = [address for number in inside for address in found[number] if address.kind == "path"]
    assert [tuple(region.at(path)) for path in paths] == [(number,) for number in inside]


@given(source=soup)
def test_children_are_the_nodes_with_that_parent(source: str) -> None:
    """Found from where nodes end, in order; their positions count them."""
    nodes = PageNodes(Page(source, html=True))
    numbers = range(len(nodes.tags))
    by_parent = [[one for one in numbers if nodes.parents[one] == parent] for parent in numbers]
    assert [list(nodes.children[parent]) for parent in numbers] == by_parent
    assert [nodes.positions[one] for some in by_parent for one in some] == [
        at for some in by_parent for at in range(len(some))
    ]
