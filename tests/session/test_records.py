"""Records in a session: rows are proposed from the first clicks, and statements about them are learned from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records import Example
from unweave.session import RecordStatement, Session, Value
from unweave.session.layout import has_one_record
from unweave.session.rows import proposed_rows

ROWS = "".join(f"<p><b>title{number}</b> <i>price{number}</i></p>" for number in range(1, 6))
PAGE = Page(f"<h1>Shop</h1>{ROWS}", name="shop.html")


def value(page: Page, field: str, text: str) -> Value:
    start = page.source.index(text)
    return Value(field, Span(start, start + len(text)))


def clicked(page: Page, *texts: tuple[str, str]) -> Session:
    session = Session([page])
    for field, text in texts:
        session.accept(0, field, value(page, field, text).span)
    return session


def test_two_clicks_near_each_other_are_a_record() -> None:
    """The rows of the whole list are found, and the examples have one record."""
    session = clicked(PAGE, ("title", "title2"), ("price", "price2"))
    assert [record.to_dict() for record in session.records[0]] == [
        {"title": f"title{number}", "price": f"price{number}"} for number in range(1, 6)
    ]
    assert [record.to_dict() for record in session.examples[0].records] == [{"title": "title2", "price": "price2"}]
    assert session.layout == "list"


def test_clicks_in_different_rows_are_different_records() -> None:
    """The price of the third row does not belong to the title of the first."""
    session = clicked(PAGE, ("title", "title1"), ("price", "price3"))
    rows = [record.to_dict() for record in session.examples[0].records]
    assert rows == [{"title": "title1"}, {"price": "price3"}]
    assert [record.to_dict() for record in session.records[0]] == [
        {"title": f"title{number}", "price": f"price{number}"} for number in range(1, 6)
    ]


def test_what_was_said_of_records_is_followed() -> None:
    """A value before its title: the page alone does not tell, the statement does."""
    page = Page("<b>A</b><i>1</i><b>B</b><i>2</i><b>C</b><i>3</i><b>D</b>")
    session = Session([page])
    session.records_are(0, [[value(page, "letter", "B"), value(page, "number", "1")]])
    rows = [record.to_dict() for record in session.records[0]]
    assert rows == [{"letter": letter, "number": number} for letter, number in ("B1", "C2", "D3")]
    assert session.state.statements == (
        RecordStatement(0, ((value(page, "letter", "B"), value(page, "number", "1")),)),
    )


def test_rows_are_moved_merged_and_split() -> None:
    """Each is one statement, and undo takes it back."""
    session = clicked(PAGE, ("title", "title1"), ("price", "price1"))
    before = session.rows(0)
    session.split(0, 0, before[0][1])
    assert session.state.statements[-1] == RecordStatement(0, ((before[0][0],), (before[0][1],)))
    session.undo()
    session.merge(0, [0, 1])
    assert session.state.statements[-1] == RecordStatement(0, ((*before[0], *before[1]),))
    session.undo()
    session.move(0, before[0][1], None)
    assert session.state.statements[-1] == RecordStatement(0, ((before[0][0],), (before[0][1],)))
    session.undo()
    assert session.rows(0) == before
    with pytest.raises(BadInput):
        session.records_are(7, [before[0]])


def test_one_record_a_page() -> None:
    """Rows of a table of labels and values are one record; the examples are complete, what was not said is unknown."""
    pages = [
        Page(f"<h1>{name}</h1><dl><dt>Year:<dd>{year}<dt>Pages:<dd>{count}</dl>", name=f"{name}.html")
        for name, year, count in (("Emma", 1815, 474), ("Kim", 1901, 368), ("Dune", 1965, 412))
    ]
    session = Session(pages)
    session.accept(0, "year", value(pages[0], "year", "1815").span)
    session.accept(0, "title", value(pages[0], "title", "Emma").span)
    assert session.layout == "detail"
    assert [record.to_dict() for some in session.records for record in some] == [
        {"year": year, "title": name} for name, year in (("Emma", "1815"), ("Kim", "1901"), ("Dune", "1965"))
    ]
    example = session.examples[0]
    assert (example.status, example.records[0].to_dict()) == ("complete", {"year": "1815", "title": "Emma"})


def test_many_values_of_one_record() -> None:
    """A field that is clicked twice on a page that shows the others once has many values."""
    page = Page("<h1>Emma</h1><ul><li>red<li>blue<li>green</ul>")
    session = clicked(page, ("title", "Emma"), ("tag", "red"), ("tag", "blue"))
    assert [record.to_dict() for record in session.examples[0].records] == [{"title": "Emma", "tag": ["red", "blue"]}]


def test_a_list_and_a_table_of_labels() -> None:
    """Labels are the same on other pages, the values before a value of a list are not."""
    labels = [Page(f"<table><tr><th>Year<td>{n}<tr><th>Pages<td>{n + 7}</table>") for n in (1815, 1901, 1965)]
    lists = [Page("".join(f"<tr><td>x{n}{m}<td>y{n}{m}" for m in range(9)).join(["<table>", ""])) for n in range(3)]
    year = Span(labels[0].source.index("1815"), labels[0].source.index("1815") + 4)
    cell = Span(lists[0].source.index("y04"), lists[0].source.index("y04") + 3)
    assert has_one_record(labels[0], year, labels[1:])
    assert not has_one_record(lists[0], cell, lists[1:])


@given(st.lists(st.tuples(st.sampled_from(["title", "price"]), st.integers(1, 5)), max_size=8, unique=True))
def test_rows_are_those_of_the_page(clicks: list[tuple[str, int]]) -> None:
    """Whatever is clicked in a regular list: values of one row are together, others are not, none is lost."""
    values = [value(PAGE, field, f"{field}{number}") for field, number in clicks]
    rows = proposed_rows(PAGE, values)
    assert sorted(one for row in rows for one in row) == sorted(values)
    numbers = [{PAGE.text(one.span)[-1] for one in row} for row in rows]
    assert all(len(some) == 1 for some in numbers)
    assert len({next(iter(some)) for some in numbers}) == len(rows)


def test_the_examples_are_what_learn_reads() -> None:
    """A wrapper learned from the examples of a session finds the same records."""
    from unweave import learn  # noqa: PLC0415  # the front door

    session = clicked(PAGE, ("title", "title1"), ("price", "price1"))
    wrapper = learn([Example(one.page, one.records, status=one.status) for one in session.examples])
    assert [one.to_dict() for one in wrapper.extract(PAGE)] == [one.to_dict() for one in session.records[0]]
