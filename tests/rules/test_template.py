"""What labels of the template promise."""

from itertools import combinations
from random import Random

import pytest

from unweave.demo import pages as demo
from unweave.page import Page
from unweave.records import Example, Record
from unweave.rules import Rules
from unweave.rules.template import Template
from unweave.rules.view import View

ROWS = {
    "colon": "<li><b>{label}:</b> {value}</li>\n",
    "bold": "<li><b>{label}</b> {value}</li>\n",
    "list": "<dt>{label}</dt><dd>{value}</dd>\n",
    "lines": "<b>{label}</b> {value}<br>\n",
    "one text": "<li>{label}: {value}</li>\n",
}
"""A row of the bookshop's details, in other shops."""


def flat(example: Example) -> Example:
    """The example without its nested reviews."""
    names = [name for name in example.records[0] if name != "reviews"]
    records = tuple(Record(example.page, {name: one.cell(name) for name in names}) for one in example.records)
    return Example(example.page, records, status=example.status)


def shown(book: Example) -> set[str]:
    return {name for name, value in book.records[0].to_dict().items() if value}


@pytest.mark.parametrize("form", ROWS)
def test_any_two_pages_that_show_every_row_teach_all_of_them(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that only one of the two shows is not mixed up with its neighbours, whatever rows are made of."""
    monkeypatch.setattr(demo, "FACT", ROWS[form])
    books = [flat(example) for example in demo.book_pages()]
    names = set(books[0].records[0])
    pairs = [pair for pair in combinations(books, 2) if shown(pair[0]) | shown(pair[1]) == names]
    for pair in Random(len(form)).sample(pairs, 2):  # noqa: S311  # nothing secret
        wrapper = Rules().learn(pair)
        assert [[record.to_dict() for record in wrapper.extract(book.page)] for book in books] == [
            [record.to_dict() for record in book.records] for book in books
        ]


def table(*rows: tuple[str, str]) -> Page:
    return Page(
        "<h1>A thing</h1><table>" + "".join(f"<tr><td>{label}<td>{value}" for label, value in rows) + "</table>"
    )


FIRST = table(("Author", "Ann"), ("Colour", "Red"), ("Weight", "3"), ("Price", "$5"))
SECOND = table(("Author", "Bob"), ("Weight", "4"), ("Price", "$7"))


def test_a_label_that_one_page_shows_is_known_by_its_peers() -> None:
    """Cells are all alike; the first of each row are labels, as most of them stand on both pages."""
    first, other = View(FIRST), View(SECOND)
    template = Template([first, other])
    labels = {"Author", "Colour", "Weight", "Price"}
    assert [template.labels_like(first, at) for at in (3, 4)] == [labels, frozenset()]
    assert template.labels_like(other, 1) == labels - {"Colour"}


def test_without_another_page_only_a_colon_tells() -> None:
    """What ends in a colon names something."""
    view = View(Page("<p><b>Brand:</b> Acme <b>Price:</b> $5 <b>New</b> yes"))
    template = Template([view])
    assert [sorted(template.labels_like(view, at)) for at in (0, 4)] == [["Brand:", "Price:"], []]


def test_what_stands_behind_another_label_is_not_taken() -> None:
    """Also where that label names no field: the third row is the weight's here, and there is no colour."""
    examples = [Example.from_values(FIRST, [{"colour": "Red"}]), Example(SECOND)]
    wrapper = Rules().learn(examples)
    assert wrapper.labels == ("Author", "Colour", "Price", "Weight")
    page = table(("Author", "Cy"), ("Weight", "5"), ("Price", "$9"))
    assert wrapper.extract(page) == []
    assert [one["colour"] for one in wrapper.extract(table(("Weight", "5"), ("Colour", "Blue")))] == ["Blue"]


def test_a_text_that_may_stand_before_a_value_is_no_strange_label() -> None:
    """Two labels for one field, each on its page: neither keeps the other's value away."""
    examples = [
        Example.from_values(table(("Author", "Ann"), ("Year", "1815")), [{"by": "Ann"}]),
        Example.from_values(table(("Writer", "Bob"), ("Year", "1816")), [{"by": "Bob"}]),
    ]
    wrapper = Rules().learn(examples)
    assert [wrapper.extract(one.page)[0]["by"] for one in examples] == ["Ann", "Bob"]
    assert not {"Author", "Writer"} & set(wrapper.labels)
