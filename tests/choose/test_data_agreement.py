"""Text and data that agree in another form, in fields of nested levels, and in lists."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unweave
from unweave import Example, Page
from unweave.rules import RulesWrapper
from unweave.values.comparison import TypedComparison
from unweave.values.types import ValueType

MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
DAYS = [date(2026, 3, 12) + timedelta(days=31 * at) for at in range(8)]
PRICES = ["12.50", "7.05", "1,299.00", "8", "19.90", "3.25", "140.00", "66.60"]


def in_words(day: date) -> str:
    """A date in English, whatever the locale."""
    return f"{day:%d} {MONTHS[day.month - 1]} {day.year}"


def product(at: int, price: float | None = None) -> Page:
    """A page whose text has a price and a date in the form of a reader, and its data in that of a machine."""
    said = float(PRICES[at].replace(",", "")) if price is None else price
    data = {"@type": "Product", "offer": {"price": said}, "released": DAYS[at].isoformat()}
    text = f"<p>Price: <b>${PRICES[at]}</b></p><p>Released: <i>{in_words(DAYS[at])}</i></p>"
    script = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    return Page(f"<h1>P{at}</h1>{text}{script}", name=f"{at}.html")


def learned(*unlabelled: Page) -> unweave.Wrapper:
    shown = Example.from_values(product(0), [{"price": "$12.50", "released": "12 March 2026"}])
    return unweave.learn([shown, *map(Example, unlabelled)])


def test_forms_that_differ_agree_after_conversion() -> None:
    """12.5 is what "$12.50" says, and 2026-03-12 what "12 March 2026" says, on every page."""
    sure = learned(*map(product, range(1, 8))).origin.confidence
    same = "the data in scripts says the same on 7 of them"
    assert {name: (one.level, same in one.reasons) for name, one in sure.items()} == {
        "price": ("high", True),
        "released": ("high", True),
    }


def test_another_value_is_a_reason_for_doubt() -> None:
    """On one page the data has another price; the date, which it has right, stays high."""
    sure = learned(*map(product, range(1, 7)), product(7, price=60.0)).origin.confidence
    assert "the data in scripts says something else on 1 unlabelled page" in sure["price"].reasons
    assert {name: one.level for name, one in sure.items()} == {"price": "medium", "released": "high"}


def test_values_have_the_form_that_was_shown() -> None:
    """Data in another form has no vote in the wrapper: where the text has no price, none is found."""
    wrapper = learned()
    assert isinstance(wrapper, RulesWrapper)
    assert wrapper.data == ()
    bare = Page(product(1).source.replace("<p>Price: <b>$7.05</b></p>", ""))
    assert [record.to_dict() for record in wrapper.extract(bare)] == [{"price": None, "released": "12 April 2026"}]


def test_a_number_by_chance_is_no_agreement() -> None:
    """The 12.5 of an advertisement is no price."""
    page = Page('<b>$12.50</b><script>ad = {"width": 12.5}</script>')
    other = Page('<b>$7.00</b><script>ad = {"width": 12.5}</script>')
    wrapper = unweave.learn([Example.from_values(page, [{"price": "$12.50"}]), Example(other)])
    assert "script" not in str(wrapper.origin.confidence["price"].reasons)


@pytest.mark.parametrize(
    ("kind", "text", "data", "same"),
    [
        ("money:comma", "1.299,50 €", "1299.5", True),
        ("money", "$5", "5.00", True),
        ("money", "$5", "5 USD", True),
        ("money", "$5", "5.01", False),
        ("decimal:comma", "1.299", "1299", True),
        ("decimal:comma", "1.299", "1.299", True),  # the same text
        ("integer", "1,299", "1299", True),
        ("date", "12 March 2026", "2026-03-12T23:59:00-08:00", True),
        ("date", "03/12/2026", "2026-03-12", False),  # it may be in December
        ("date:month-first", "03/12/2026", "2026-03-12", True),
        ("duration", "1 h 30 min", "PT90M", True),
        ("url", "/emma", "https://books.org/emma", True),
        ("boolean", "yes", "true", True),
        ("boolean", "no", "true", False),
        ("date", "never", "never mind", False),
        ("money", "$" + "9" * 400, "9" * 400, False),
    ],
)
def test_what_is_equal(kind: str, text: str, data: str, *, same: bool) -> None:
    """Texts are equal to values of the data if the type makes the same of both."""
    assert TypedComparison(ValueType.of(kind), "https://books.org/").is_equal(text, data) is same


@given(st.text(max_size=30), st.sampled_from(["money", "date", "decimal", "integer", "url", "boolean", "phone"]))
def test_a_text_is_equal_to_itself(text: str, kind: str) -> None:
    """Whatever the type makes of it."""
    assert TypedComparison(ValueType.of(kind)).is_equal(text, text)


def reviewed(at: int, *, said: str = "") -> Page:
    """A page with reviews, in the text and in the data; ``said`` is another first author in the data."""
    by = [f"Ann {at}", f"Bob {at}", f"Cleo {at}"][: 2 + at % 2]
    data = {"@type": "Book", "review": [{"author": {"name": name}, "rating": 5 - n} for n, name in enumerate(by)]}
    data["review"][0]["author"]["name"] = said or by[0]  # type: ignore[index]
    rows = "".join(f'<li><b class="by">{name}</b> <i>{5 - n} stars</i></li>' for n, name in enumerate(by))
    script = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    return Page(f"<h1>Book {at}</h1><ul>{rows}</ul>{script}", name=f"{at}.html")


def with_reviews(*unlabelled: Page) -> Any:
    shown = {"title": "Book 0", "reviews": [{"by": "Ann 0"}, {"by": "Bob 0"}]}
    wrapper = unweave.learn([Example.from_values(reviewed(0), [shown]), *map(Example, unlabelled)])
    return wrapper.origin.confidence["reviews.by"]


def test_fields_of_nested_levels_agree() -> None:
    """The authors of all reviews of a page are compared with those in the data."""
    assert "the data in scripts says the same on 6 of them" in with_reviews(*map(reviewed, range(1, 7))).reasons
    doubted = with_reviews(*map(reviewed, range(1, 6)), reviewed(6, said="Zoe"))
    assert "the data in scripts says something else on 1 unlabelled page" in doubted.reasons
    assert doubted.level != "high"


BOOKS = [(f"Book {at}", f"Author {at % 7}", f"{at}.50") for at in range(1, 13)]


def shelf(rendered: int = 12, *, said: str = "", form: str = "{}") -> Page:
    """A list in the text and in the data; ``said`` is another author of the third book, ``form`` how prices look."""
    items = [{"title": title, "by": by, "price": price} for title, by, price in BOOKS]
    items[2]["by"] = said or items[2]["by"]
    rows = "".join(
        f"<li><h3>{title}</h3><p>{by}</p><b>{form.format(price)}</b></li>" for title, by, price in BOOKS[:rendered]
    )
    script = f"<script>window.STATE = {json.dumps({'books': items})}</script>"
    return Page(f"<h1>Books</h1><ul>{rows}</ul>{script}", name="shelf.html")


def of_shelf(page: Page, form: str = "{}", status: Any = "partial", number: int = 2) -> unweave.Wrapper:
    shown = [{"title": title, "by": by, "price": form.format(price)} for title, by, price in BOOKS[:number]]
    return unweave.learn([Example.from_values(page, shown, status=status)])


@pytest.mark.parametrize(("status", "number"), [("partial", 2), ("complete", 12)])
def test_a_list_that_the_data_has_too(status: str, number: int) -> None:
    """The records are found in the text, and the reasons say that the data has the same."""
    wrapper = of_shelf(shelf(), status=status, number=number)
    assert wrapper.origin.method == "regions"
    assert all("the data in scripts has the same records" in one.reasons for one in wrapper.origin.confidence.values())
    assert wrapper.origin.history == ()


def test_another_value_in_the_data_of_a_list() -> None:
    """The field is not called high, and the reason says how much differs; what the text has is extracted."""
    page = shelf(said="Nobody")
    wrapper = of_shelf(page)
    sure = wrapper.origin.confidence
    assert "the data in scripts has other values in 8 % of the records" in sure["by"].reasons
    assert sure["by"].level != "high"
    assert "script" not in str(sure["title"].reasons)
    assert wrapper.extract(page)[2]["by"] == "Author 3"


def test_records_that_are_not_rendered_are_told() -> None:
    """Where the data has more of the list it is taken from there, and a note says how many the text has."""
    page = shelf(4)
    wrapper = of_shelf(page)
    assert len(wrapper.extract(page)) == 12
    note = "the data in scripts has 12 records, the text 4: those of the data are taken"
    assert wrapper.origin.history == (note,)
    assert note in wrapper.summary([page]).notes


def test_a_longer_list_in_another_form_is_told() -> None:
    """Prices have another form in the data, so the records of the text are taken; a note says what the data has."""
    page = shelf(4, form="£{} only")
    wrapper = of_shelf(page, "£{} only")
    assert len(wrapper.extract(page)) == 4
    [note] = wrapper.origin.history
    assert note == (
        "the data in scripts has 12 records with title and by, the text 4; to take them, show the other fields as the "
        "data has them, or leave these out"
    )


def test_a_list_of_something_else_says_nothing() -> None:
    """Data that has less than half of the shown records is another list."""
    page = shelf(12)
    films = page.source.replace('"Book ', '"Film ').replace('"Film 1"', '"Book 1"').replace('"Film 2"', '"Book 2"')
    wrapper = of_shelf(Page(films))
    assert "script" not in str([one.reasons for one in wrapper.origin.confidence.values()])
    assert wrapper.origin.history == ()
