import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.values import KINDS, kind_of, kinds_of
from unweave.values.kinds import LONGEST

BY_KIND = {
    "url": ["https://books.org/emma?x=1", "www.books.org", "mailto:jane@pemberley.org"],
    "email": ["jane.austen@pemberley.co.uk"],
    "isbn": ["978-0-14-143958-7", "0-306-40615-2", "080442957X", "ISBN-13: 9780141439587"],
    "percentage": ["50%", "12,5 %", "-3.25%"],
    "price": ["$5.50", "US$ 1,250", "€12", "12 €", "1.250,50 EUR", "-$3", "Rs. 500", "99 kr"],
    "date": ["2010-05-31", "31/12/1999", "12/31/99", "March 5, 2010", "5th March 2010", "Mon, 5 Mar 2010", "May 2010"],
    "time": ["10:30", "9:05 pm", "23:59:59", "7am"],
    "phone": ["+44 20 7946 0958", "(555) 123-4567", "555-123-4567"],
    "year": ["1815", "2024"],
    "integer": ["242", "+242", "1,250", "0"],
    "number": ["5.50", "1.250,50", "-0.5", ".5"],
    "text": ["Emma", "5 stars", "v1.2.3", "$", "1815 and 1817"],
    "empty": ["", " \u00a0 "],
}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in BY_KIND.items() for text in texts])
def test_kind(kind: str, text: str) -> None:
    """A text is of the most telling kind that it looks like as a whole."""
    assert kind_of(text) == kind


@pytest.mark.parametrize("text", ["978-0-14-143958-8", "0-306-40615-3", "9770141439587"])
def test_isbn_has_check_digit(text: str) -> None:
    """A number whose check digit is wrong is no ISBN."""
    assert "isbn" not in kinds_of(text)


def test_white_space_does_not_matter() -> None:
    """White space around a value, and no-break spaces in it, do not change its kind."""
    assert kinds_of("\n 12\u00a0€ ") == kinds_of("12 €") == ("price",)


@given(st.text())
def test_every_text_has_a_kind(text: str) -> None:
    """Any text has at least one kind, and the first of them is the kind."""
    kinds = kinds_of(text)
    assert kinds
    assert kind_of(text) == kinds[0]
    assert set(kinds) <= {*KINDS, "text", "empty"}


@pytest.mark.parametrize("unit", ["1", "1,", "1,234", "(", "a.", "a@a.", "+1 ", "$1 ", "0-", "jan ", "1:", "\u00a0"])
def test_long_texts(unit: str) -> None:
    """A text longer than any value is text, and the longest value has some kind."""
    assert kinds_of(unit * LONGEST + "x") == ("text",)
    assert kinds_of(unit * (LONGEST // len(unit)))
