"""Which records are shown must not matter: how many, which ones, in which order, and one that is wrong."""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from regions.lists import BOOKS, CASES, found, in_items, in_table, learned, rows_of
from unweave import learn
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.regions import Regions
from unweave.store import dumps, loads

TABLE = in_table(CASES)
MANY = [{"title": f"Book {at:02}", "year": str(1900 + 3 * at)} for at in range(40)]


@pytest.mark.parametrize("shown", [(0,), (3,), (2, 5), (6, 0), (1, 2, 3), (0, 1, 2, 3, 4, 5)])
def test_any_records_give_all_records(shown: tuple[int, ...]) -> None:
    """One record or several, from anywhere in the list."""
    assert found(TABLE, [CASES[at] for at in shown]) == CASES


def test_no_element_around_a_record_is_a_record() -> None:
    """Elements with the tag of the records are around them and inside, and each of them has the shown values."""
    form = "<div><div><div><b>{title}</b></div><div><i>{year}</i></div></div></div>"
    menu = "<div><div><a href=/>Home</a></div><div><a href=/help>Help</a></div></div>"
    source = f"<div>{menu}<div><div><div>{''.join(form.format(**book) for book in BOOKS)}</div></div></div></div>"
    assert found(source, BOOKS[:1]) == BOOKS


def test_all_records_are_shown() -> None:
    """A partial example may show every record."""
    assert found(TABLE, CASES) == CASES


def test_all_records_of_a_table_without_links_are_shown() -> None:
    """The same where all cells are plain texts."""
    rows = [{name: row[name] for name in ("docket", "name", "filed")} for row in CASES]
    cells = "".join("<tr><td>{docket}<td>{name}<td>{filed}".format(**row) for row in rows)
    assert found(f"<table><tr><th>Docket<th>Case<th>Filed{cells}</table>", rows) == rows


def test_twenty_records_are_shown() -> None:
    """Twenty of forty."""
    assert found(in_items(MANY), MANY[:20]) == MANY


def test_all_of_many_records_are_shown() -> None:
    """More than the rules are made from: each of them is found."""
    assert found(in_items(MANY), MANY[::-1]) == MANY


def test_records_that_a_sample_does_not_have_count() -> None:
    """One of forty shown records has its year in another element."""
    source = in_items(MANY).replace("<i>1951</i>", "<u><i>1951</i></u>")
    assert found(source, MANY) == MANY


def test_records_made_differently_are_called_low() -> None:
    """Every fourth item has the values of a record, and is made as no other one: nobody can tell what it is."""
    rows = MANY[:12]
    odd = (
        "<table><tr><th>Title<td>{title}<tr><th>Year<td>{year}<tr><th>Note<td>none</table>",
        "<dl><dt>Name<dd>{title}<dt>Printed<dd>{year}<dt>Sold<dd>12</dl>",
        "<div><h2>{title}</h2><p>See also</p><pre>{year}</pre><form><input></form></div>",
    )
    forms = [odd[at // 4] if at % 4 == 3 else "<b>{title}</b> <i>{year}</i>" for at in range(12)]
    items = "".join(f"<li>{form}</li>".format(**row) for form, row in zip(forms, rows, strict=True))
    wrapper = learn([Example.from_values(Page(f"<ul>{items}</ul>"), rows[:2], status="partial")])
    assert {one.level for one in wrapper.origin.confidence.values()} == {"low"}


def test_all_records_of_a_complete_page() -> None:
    """Nothing else on the page may be a record."""
    assert found(in_items(BOOKS), BOOKS, status="complete") == BOOKS


def test_the_order_does_not_matter() -> None:
    """Reversed, the same records give the same wrapper."""
    assert learned(TABLE, CASES[1::-1]) == learned(TABLE, CASES[:2])


def test_records_from_the_middle_give_the_same_boundary_and_rules() -> None:
    """Only what the shown values look like differs."""
    first, middle = learned(TABLE, CASES[:2]), learned(TABLE, [CASES[2], CASES[5]])
    assert (middle.boundary, middle.rules) == (first.boundary, first.rules)


def test_indentation_and_comments_do_not_matter() -> None:
    """The source of a page may be indented in any way, and each wrapper holds on the other source."""
    indented = in_table(CASES, before_cell="\n\t    ", before_row="\n<!-- row -->\n  ")
    wrapper = learned(TABLE, CASES[:2])
    assert learned(indented, CASES[:2]) == wrapper
    assert rows_of(wrapper, indented) == CASES


def test_a_wrapper_is_the_same_after_writing_and_reading() -> None:
    """As a JSON text and back."""
    wrapper = learned(TABLE, CASES[:2])
    read = loads(dumps(wrapper))
    assert read == wrapper
    assert [record.to_dict() for record in read.extract(Page(TABLE))] == CASES


def test_a_wrong_record_among_right_ones_is_named() -> None:
    """The year of another book: all records are found, the year is called low, and a note names the record."""
    source = in_items(BOOKS)
    shown = [BOOKS[0], {"title": "Kim", "year": "1922"}, BOOKS[2], BOOKS[3]]
    wrapper = learn([Example.from_values(Page(source), shown, status="partial")])
    assert [record.to_dict() for record in wrapper.extract(Page(source))] == BOOKS
    assert {name: one.level for name, one in wrapper.origin.confidence.items()} == {"title": "medium", "year": "low"}
    assert wrapper.origin.confidence["year"].reasons[0] == "3 of its 4 known values are found"
    assert wrapper.origin.history == ("page 1: record 2 was not found: {'title': 'Kim', 'year': '1922'}",)


def test_strictly_learned_nothing_agrees_with_a_wrong_record() -> None:
    """``learn`` of the family raises where ``closest`` gives the nearest wrapper."""
    with pytest.raises(NoConsistentWrapper):
        learned(in_items(BOOKS), [BOOKS[0], {"title": "Kim", "year": "1922"}, BOOKS[2]])


def test_a_left_out_field_is_named_in_the_notes() -> None:
    """The front door keeps the other fields."""
    source = in_items(BOOKS) + "<p>Ann</p><p>Bob</p>"
    shown = [{**BOOKS[0], "buyer": "Bob"}, {**BOOKS[1], "buyer": "Ann"}]
    wrapper = learn([Example.from_values(Page(source), shown, status="partial")])
    assert wrapper.schema.names == ("title", "year")
    assert wrapper.origin.history[0] == "field buyer is left out: no place in the records has its shown values"


def test_one_record_is_never_called_high() -> None:
    """With one shown record there is nothing to compare it with."""
    wrapper = learn([Example.from_values(Page(TABLE), CASES[:1], status="partial")])
    assert {one.level for one in wrapper.origin.confidence.values()} == {"medium"}
    assert wrapper.origin.confidence["docket"].reasons[:2] == (
        "only one record was shown",
        "7 records found, 1 shown",
    )


FILMS = [{"title": "Metropolis", "year": "1927"}, {"title": "Vertigo", "year": "1958"}]


def test_a_rejected_value_is_never_extracted() -> None:
    """By whatever family: the second list is rejected."""
    source = f"<h2>Books</h2>{in_items(BOOKS)}<h2>Films</h2>{in_items(FILMS)}"
    known = Example.from_values(Page(source), BOOKS[:2], status="partial", rejected={"title": ["Metropolis"]})
    assert [record.to_dict() for record in learn([known]).extract(Page(source))] == BOOKS


@pytest.mark.xfail(strict=True, reason="only the best rule of a field is compared with what was rejected")
def test_a_rejected_place_decides_between_two_readings() -> None:
    """The year is in the first or in the second element; the second was rejected in a record that is not shown."""
    source = in_items(BOOKS, "<li><b>{title}</b> <i>{year}</i> <i>{year}</i></li>")
    spans = [(at, at + 4) for at in (source.index("1965"), source.rindex("1965"))]
    for rejected, kept in (spans, spans[::-1]):
        known = Example.from_values(
            Page(source), BOOKS[:2], status="partial", rejected={"year": [{"span": list(rejected)}]}
        )
        records = Regions().learn([known]).extract(Page(source))
        assert [record.to_dict() for record in records] == BOOKS
        assert records[2].span("year") == kept


def test_a_rejected_value_makes_the_boundary_narrower() -> None:
    """A class of the list tells it from the other one."""
    source = f"<div class=books>{in_items(BOOKS)}</div><div class=films>{in_items(FILMS)}</div>"
    assert found(source, BOOKS[:2], rejected={"title": ["Metropolis"]}) == BOOKS


WORDS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8)
NUMBERS = st.integers(100, 99999).map(str)


@st.composite
def tables(draw: st.DrawFn, *columns: st.SearchStrategy[str]) -> tuple[list[dict[str, str]], list[int]]:
    """The rows of a table with different values, and two of their numbers."""
    size = draw(st.integers(3, 8))
    cells = [draw(st.lists(column, min_size=size, max_size=size, unique=True)) for column in columns]
    rows = [dict(zip("abcd", row, strict=False)) for row in zip(*cells, strict=True)]
    return rows, draw(st.permutations(range(size)))[:2]


def check(rows: list[dict[str, str]], shown: list[int]) -> None:
    """From the shown rows of a plain table, all rows."""
    cells = ["".join(f"<td>{value}</td>" for value in row.values()) for row in rows]
    source = f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
    assert found(source, [rows[at] for at in shown]) == rows


@given(tables(WORDS, NUMBERS))
def test_any_two_rows_of_words_and_numbers_give_all_rows(case: tuple[list[dict[str, str]], list[int]]) -> None:
    """Whatever the words, the numbers and the rows that are shown."""
    check(*case)


def test_rows_of_letters_are_whole_rows() -> None:
    """The smallest table on which a row was cut in two."""
    check([dict(zip("abc", letters, strict=True)) for letters in ("abc", "def", "ghi")], [0, 1])


@pytest.mark.xfail(strict=True, reason="as above: every column has the same kind of values")
@settings(phases=[Phase.generate])  # a smaller counterexample is of no use here
@given(tables(WORDS, WORDS, WORDS))
def test_any_two_rows_of_words_give_all_rows(case: tuple[list[dict[str, str]], list[int]]) -> None:
    """The same with columns that all look alike."""
    check(*case)


def test_a_whole_text_is_preferred_to_a_part_that_may_be_the_rest_of_a_text() -> None:
    """An item without "by" is no book; it must not speak for "all before 'by', or else all" as the rule for titles."""
    book = "<li><h2><a class=title>{title}</a></h2><p>by {author}</p><p><b>{price}</b></p></li>".format
    books = [
        {"title": "My Stair and Other Stories", "author": "Clara Grigg", "price": "$7.25"},
        {"title": "The Garden Keeper's Tower", "author": "Farid Okafor", "price": "$7.50"},
        {"title": "No Garden in Doortown", "author": "Jonas Zeller", "price": "$8.25"},
        {"title": "The Lost Orchard", "author": "Quentin Thorne", "price": "$9.50"},
    ]
    gifts = "<li class=promo><p>Gift cards from <b>$10.00</b></p></li>"
    page = Page(
        f"<ol>{''.join(book(**row) for row in books[:2])}{gifts}{''.join(book(**row) for row in books[2:])}</ol>"
    )
    shown = {"title": books[1]["title"], "price": books[1]["price"]}
    wrapper = learn([Example.from_values(page, [shown], status="partial")])
    assert "a.title" in str(wrapper.explain())
    assert [record["title"] for record in wrapper.extract(page)] == [row["title"] for row in books]


def test_a_link_that_is_not_closed() -> None:
    """The parser copies it into what follows; the target of a copy is nowhere in the source."""
    form = "<ul>\n<li>{0}</li>\n<li><a href=/{0}.pdf><img src=file.gif></li>\n</ul>\n"
    titles = ("Emma", "Kim", "She", "Dune")
    page = Page(f"<div>{''.join(map(form.format, titles))}</div>")
    places = [(page.source.index(title), page.source.index(f"/{title}.pdf"), len(title)) for title in titles[:2]]
    shown = [{"title": (at, at + size), "url": (start, start + size + 5)} for at, start, size in places]
    wrapper = learn([Example.from_spans(page, shown, status="partial")])
    assert [record["title"] for record in wrapper.extract(page)] == list(titles)
