"""Records may be given in any order."""

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unweave
from unweave.page import Page, Span
from unweave.records import Either, Example, Record
from unweave.records.agree import disagreements

BOOKS = [("Emma", "$5"), ("Kim", "$7"), ("Dune", "$5"), ("She", "$7")]
ROWS = "".join(f"<tr><td>{title}</td><td>{price}</td></tr>" for title, price in BOOKS)
PAGE = Page(
    f"<h1>Dune and others from $5</h1><ul><li>She<li>Kim</ul><table>{ROWS}</table><p>Emma, $7", name="shelf.html"
)
GIVEN = [{"title": title, "price": price} for title, price in BOOKS]


def titles(example: Example) -> list[object]:
    return [record["title"] for record in example.records]


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_any_order_gives_the_same_example(order: tuple[int, ...]) -> None:
    """Every title and price occurs elsewhere too; the records are near, disjoint and in the same context."""
    example = Example.from_values(PAGE, [GIVEN[at] for at in order])
    assert example == Example.from_values(PAGE, GIVEN)
    assert titles(example) == ["Emma", "Kim", "Dune", "She"]
    assert [order[number - 1] for number in example.numbers] == [0, 1, 2, 3]


@pytest.mark.parametrize("order", list(permutations(range(4), 2)))
def test_partial_records_in_any_order(order: tuple[int, int]) -> None:
    """Two of the records are in the order of the page as well."""
    example = Example.from_values(PAGE, [GIVEN[at] for at in order], status="partial")
    assert titles(example) == [BOOKS[at][0] for at in sorted(order)]


def test_the_same_wrapper_is_learned_from_reversed_records() -> None:
    """The order of the records is no information."""
    pages = [Example.from_values(PAGE, rows) for rows in (GIVEN, GIVEN[::-1])]
    first, second = (unweave.learn([example]) for example in pages)
    assert first == second
    assert [record.to_dict() for record in first.extract(PAGE)] == GIVEN


def test_a_value_of_a_group_does_not_give_the_position() -> None:
    """A date in a heading belongs to every record under it."""
    page = Page("<h2>1 May</h2><p>Emma<p>Kim<h2>2 May</h2><p>Dune<p>She")
    rows = [("2 May", "She"), ("1 May", "Kim"), ("2 May", "Dune"), ("1 May", "Emma")]
    example = Example.from_values(page, [{"date": date, "title": title} for date, title in rows])
    assert titles(example) == ["Emma", "Kim", "Dune", "She"]
    assert example.notes == ()


def test_equal_records_are_two_where_the_page_has_two_places() -> None:
    """Otherwise the record is used once, and a note tells it."""
    page = Page("<p>Emma <i>$5</i><p>Kim <i>$7</i><p>Emma <i>$5</i>")
    twice = Example.from_values(page, [GIVEN[0], GIVEN[0], GIVEN[1]])
    assert titles(twice) == ["Emma", "Kim", "Emma"]
    once = Example.from_values(page, [GIVEN[1], GIVEN[0], GIVEN[1]])
    assert sorted(once.numbers) == [1, 2]
    assert once.notes == ("record 3 has the same values as record 1, and the page shows them once: it is used once",)


def test_records_without_values_follow_their_predecessor() -> None:
    """They have no position of their own."""
    page = Page("<b>Emma</b><b>Kim</b>")
    example = Example.from_values(page, [{"title": "Kim"}, {"title": None}, {"title": "Emma"}])
    assert titles(example) == ["Emma", "Kim", None]


def test_errors_name_the_number_that_was_given() -> None:
    """Not the number on the page."""
    page = Page("<b>Emma</b><b>Kim</b>")
    example = Example.from_values(page, [{"title": "Kim"}, {"title": "Emma"}])
    assert disagreements(example.records[:1], example) == ["record 1 was not found"]
    assert disagreements(example.records[::-1], example) == []


def test_ambiguous_records_need_extracted_records_of_their_own() -> None:
    """Two either/or cells do not agree with one record; which of them has which place does not matter."""
    page = Page("Emma Emma Emma")
    first, second, third = Span(0, 4), Span(5, 9), Span(10, 14)
    known = [Record(page, {"title": Either((first, second))}), Record(page, {"title": Either((first, third))})]
    example = Example(page, tuple(known), status="complete")
    found = {span: Record(page, {"title": span}) for span in (first, second, third)}
    assert disagreements([found[first], found[second]], example) == []
    assert disagreements([found[first], found[third]], example) == []
    assert len(disagreements([found[first]], example)) == 1
    assert len(disagreements([found[second], found[second]], example)) == 1


@given(st.permutations(range(12)), st.data())
def test_order_does_not_depend_on_the_given_order(order: list[int], data: st.DataObject) -> None:
    """Whatever is ambiguous."""
    texts = st.sampled_from(["one", "two", "three", "four"])
    rows = data.draw(st.lists(st.tuples(texts, texts), min_size=12, max_size=12))
    page = Page("".join(f"<p><b>{one}</b> {other}" for one, other in rows))
    records = [{"a": one, "b": other} for one, other in rows]
    assert Example.from_values(page, [records[at] for at in order]) == Example.from_values(page, records)


def test_a_large_page() -> None:
    """246 records of four fields, some of them everywhere on the page, on a page of one megabyte."""
    rows = [(f"Case {at}", f"No. {at % 50}", "open" if at % 3 else "closed", f"{1 + at % 28} May") for at in range(246)]
    filler = f"<p>This case is open and the other one is closed. {'<p>Nothing more. ' * 250}"
    body = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>{filler}" for row in rows)
    page = Page(f"<table>{body}</table>")
    assert len(page) > 900_000
    given_rows = [dict(zip("abcd", row, strict=True)) for row in rows]
    random.Random(1).shuffle(given_rows)
    example = Example.from_values(page, given_rows)
    again = Example(page, example.records[::-1], status="complete")
    assert again == example
    assert [record["a"] for record in example.records] == [row[0] for row in rows]
