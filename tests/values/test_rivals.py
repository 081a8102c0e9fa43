"""Rivals: which other texts of a page could be taken for a value."""

import pytest

from unweave.page import Page
from unweave.values import described
from unweave.values.profile import FieldProfile
from unweave.values.rivals import rival_numbers
from unweave.values.surroundings import PageTexts

PRICES = described(["$5.50", "$7.20", "$4.10"])
TITLES = described(["Emma", "The Call of the Wild", "She: A History of Adventure", "Kim"])
TARGETS = described(["/1.pdf", "/2.pdf", "/3.pdf"])
NUMBERS = described(["4180", "4798", "445"])


def numbers_on(source: str, values: list[str], known: FieldProfile) -> list[int | None]:
    page = Page(source)
    texts = PageTexts(page)
    spans = [(at, at + len(value)) for value in values for at in [source.index(value)]]
    tags = {at: texts.places(*span)["tags"] for at, span in enumerate(spans)}
    found = list(rival_numbers(texts, spans, tags, known))
    some = [list(rival_numbers(texts, spans, {at: tag}, known)) for at, tag in tags.items()]
    assert [[one] for one in found] == some, "of a part of the values: the same numbers"
    return found


@pytest.mark.parametrize(
    ("source", "values", "known", "numbers"),
    [
        ("<p><b>$5.50</b> <i>$6.10</i><p><b>$7.20</b> used", ["$5.50", "$7.20"], PRICES, [1, None]),
        ("<p><b>$5.50</b> <i>new</i><p><b>$7.20</b> <i>$8.30</i>", ["$5.50", "$7.20"], PRICES, [0, None]),
        ("<p><b>Emma</b> <i>Novel</i><p><b>Kim</b>", ["Emma", "Kim"], TITLES, [0, None]),
        ("<p><b>Emma</b> <b>Novel</b><p><b>Kim</b>", ["Emma", "Kim"], TITLES, [1, None]),
        ("<a href=/1.pdf>1</a> <a href=/7.pdf>7</a> <a href=/2.pdf>2</a>", ["/1.pdf", "/2.pdf"], TARGETS, [1, None]),
        ("<a href=/1.pdf>1</a> <a rel=/7.pdf>7</a> <a href=/2.pdf>2</a>", ["/1.pdf", "/2.pdf"], TARGETS, [0, None]),
        ("<b>No. 4180</b><b>No. 12</b><b>No. 445</b>", ["4180", "445"], NUMBERS, [1, None]),
        ("<b>No. 4180</b><b>sold</b><b>No. 445</b>", ["4180", "445"], NUMBERS, [0, None]),
        ("<b>$5.50</b> <i>$6.10</i>", ["$5.50"], PRICES, [None]),
    ],
)
def test_rivals(source: str, values: list[str], known: FieldProfile, numbers: list[int | None]) -> None:
    """They are counted up to the next value; titles, attributes and parts of texts have stricter ones."""
    assert numbers_on(source, values, known) == numbers
