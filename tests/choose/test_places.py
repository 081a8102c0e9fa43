"""Either/or cells of lists, resolved jointly."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.choose.places import padded, resolved, widened
from unweave.page import Page
from unweave.records import Example

WORDS = st.sampled_from(["5", "Kim", "Emma", "7", "x"])
ROWS = st.lists(st.tuples(WORDS, WORDS), min_size=2, max_size=6)


def shelf(rows: list[tuple[str, str]]) -> tuple[Page, list[dict[str, tuple[int, int]]]]:
    """A list of titles and prices below a heading and a sentence with all of them, and the places of the rows."""
    source = f"<h1>{' '.join(word for row in rows for word in row)}</h1>"
    places = []
    for title, price in rows:
        source += "<p><b>"
        at = len(source)
        source += f"{title}</b> costs <i>{price}</i></p>"
        start = at + len(f"{title}</b> costs <i>")
        places.append({"title": (at, at + len(title)), "price": (start, start + len(price))})
    return Page(f"{source}<p>That was it.</p>"), places


@given(ROWS)
def test_rows_are_found_whatever_they_say(rows: list[tuple[str, str]]) -> None:
    """Values that occur in several rows and in the heading are resolved to the rows.

    Records may be given in any order, so where titles are prices as well, their order would be open.
    """
    rows = [(f"T{title}", price) for title, price in rows]
    page, places = shelf(rows)
    shown = Example.from_values(page, [{"title": title, "price": price} for title, price in rows])
    assert resolved([shown])[0].records == Example.from_spans(page, places).records


@given(ROWS)
def test_the_order_in_which_fields_are_given_does_not_matter(rows: list[tuple[str, str]]) -> None:
    """Price before title, in the wrong order, is resolved to the same places, as long as no two titles are alike."""
    different = [(f"T{number}{title}", f"{number}") for number, (title, _) in enumerate(rows)]
    page, places = shelf(different)
    shown = Example.from_values(page, [{"price": price, "title": title} for title, price in different])
    wanted = Example.from_spans(page, [{"price": row["price"], "title": row["title"]} for row in places])
    assert resolved([shown])[0].records == wanted.records


def test_a_value_with_very_many_places() -> None:
    """A state that occurs in each of two hundred rows is taken from the row of its town."""
    towns = [f"Town{number}" for number in range(200)]
    source = "".join(f"<li>{town} (<i>WA</i>)" for town in towns)
    shown = Example.from_values(Page(source), [{"town": town, "state": "WA"} for town in towns])
    (example,) = resolved([shown])
    starts = [(record.span("town").start, record.span("state").start) for record in example.records]  # type: ignore[union-attr]  # every record has both
    assert all(0 < state - town < 20 for town, state in starts)


def test_of_one_shown_record_a_whole_text_is_meant() -> None:
    """A title in bold rather than the same word in a sentence before it."""
    page = Page("<p>Emma by Austen</p><p><b>Emma</b>")
    (example,) = resolved([Example.from_values(page, [{"title": "Emma"}])])
    assert example.records == Example.from_spans(page, [{"title": (27, 31)}]).records


def test_what_is_not_open_stays() -> None:
    """Spans that were given are not changed."""
    page, places = shelf([("Emma", "5"), ("Kim", "5")])
    shown = Example.from_spans(page, places)
    assert resolved([shown]) == [shown]


def test_other_kinds_of_place_are_for_values_that_were_given_as_texts() -> None:
    """Only a value that was given as a text may mean another place, or include the white space around it."""
    page = Page("<b> Emma </b><img alt='Emma.gif'>")
    shown = Example.from_values(page, [{"title": "Emma"}])
    assert (shown.by_value, Example.from_spans(page, [{"title": (4, 8)}]).by_value) == (True, False)
    assert [page[span] for span in widened(shown).records[0].cell("title").spans] == ["Emma", "Emma"]  # type: ignore[union-attr]  # an either/or cell
    assert page[padded(shown).records[0].span("title")] == " Emma "  # type: ignore[index]  # it is there
