"""Labels of the template."""

from itertools import combinations
from random import Random

import pytest

from unweave.choose import learn
from unweave.demo import pages as demo
from unweave.page import Page
from unweave.program import Selections
from unweave.records import Example, Record
from unweave.rules import Rules
from unweave.rules.template_labels import TemplateLabels
from unweave.rules.views import PageView

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
def test_any_two_pages_with_every_row_are_enough(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that only one of the two has is not confused with its neighbours, whatever rows are made of."""
    monkeypatch.setattr(demo, "FACT", ROWS[form])
    books = [flat(example) for example in demo.book_pages()]
    names = set(books[0].records[0])
    pairs = [pair for pair in combinations(books, 2) if shown(pair[0]) | shown(pair[1]) == names]
    for pair in Random(len(form)).sample(pairs, 2):
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


def test_a_label_of_one_page_is_known_by_its_peers() -> None:
    """Cells are all alike; the first of each row are labels, as most of them occur on both pages."""
    first, other = PageView(FIRST), PageView(SECOND)
    template = TemplateLabels([first, other])
    labels = {"Author", "Colour", "Weight", "Price"}
    assert [template.labels_with(first, at) for at in (3, 4)] == [labels, frozenset()]
    assert template.labels_with(other, 1) == labels - {"Colour"}


def test_one_page_shows_labels_by_colons_or_by_rows_of_one_form() -> None:
    """Two rows show nothing; three do, and a text that ends in a colon is a label by itself."""
    row, last = "<b>Brand</b> Acme <b>Price:</b> $5", "<b>New</b> yes"
    two, three = PageView(Page(f"<p>{row}")), PageView(Page(f"<p>{row} {last}"))
    found = [[sorted(TemplateLabels([view]).labels_with(view, at)) for at in (0, 2)] for view in (two, three)]
    assert found == [[[], ["Price:"]], [["Brand", "New", "Price:"]] * 2]


FORMS = {
    "list": "<dl>{}</dl>",
    "items": "<ul>{}</ul>",
    "spans": "<div>{}</div>",
    "classes": "<div>{}</div>",
    "cells": "<table>{}</table>",
    "lines": "<p>{}</p>",
}
FORM_ROWS = {
    "list": "<dt>{}</dt><dd>{}</dd>",
    "items": "<li><em>{}</em> {}</li>",
    "spans": "<p><span>{}</span><span>{}</span></p>",
    "classes": "<p><span class=name>{}</span><span class=value>{}</span></p>",
    "cells": "<tr><td>{}<td>{}",
    "lines": "<b>{}</b> {}<br>",
}
BOOK = {"Publisher": "Acme", "Pages": "312", "Format": "Paperback", "Language": "English"}


def book(form: str, facts: dict[str, str]) -> Page:
    rows = "".join(FORM_ROWS[form].format(label, value) for label, value in facts.items())
    return Page(f"<h1>A book</h1>{FORMS[form].format(rows)}<p>All rights reserved</p>")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("label", BOOK)
def test_where_its_row_is_missing_a_field_has_no_value(form: str, label: str) -> None:
    """One page and one field shown: the next row's value is not taken, and where the row moves it is found."""
    wrapper = learn([Example.from_values(book(form, BOOK), [{"title": "A book", "fact": BOOK[label]}])])
    others = {name: f"{value} B" for name, value in BOOK.items()}
    without = {name: value for name, value in others.items() if name != label}
    moved = {name: others[name] for name in reversed(others)}
    found = [wrapper.extract(book(form, facts))[0]["fact"] for facts in (without, moved)]
    assert found == [None, others[label]]


def test_what_is_behind_another_label_is_not_taken() -> None:
    """Also where that label is of no field: the third row is the weight here, and there is no colour."""
    examples = [Example.from_values(FIRST, [{"colour": "Red"}]), Example(SECOND)]
    wrapper = Rules().learn(examples)
    assert wrapper.labels == ("Author", "Colour", "Price", "Weight")
    page = table(("Author", "Cy"), ("Weight", "5"), ("Price", "$9"))
    assert wrapper.extract(page) == []
    assert [one["colour"] for one in wrapper.extract(table(("Weight", "5"), ("Colour", "Blue")))] == ["Blue"]


def test_a_text_right_before_a_value_is_not_a_label_of_another_field() -> None:
    """Two labels for one field, each on its page: neither excludes the other's value."""
    examples = [
        Example.from_values(table(("Author", "Ann"), ("Year", "1815")), [{"by": "Ann"}]),
        Example.from_values(table(("Writer", "Bob"), ("Year", "1816")), [{"by": "Bob"}]),
    ]
    wrapper = Rules().learn(examples)
    assert [wrapper.extract(one.page)[0]["by"] for one in examples] == ["Ann", "Bob"]
    assert not {"Author", "Writer"} & set(wrapper.labels)


JOB = """<p><a>Jobs Home</a> &gt; <a>Job Search</a> &gt; <a>{0}</a> &gt; {1}</p><h1>{1}: {0}</h1><table>
<tr><th>Job ID<td>7<tr><th>Company Name<td>{0}<tr><th>Location<td>Bath<tr><th>Date Posted<td>May 7</table>"""


def test_a_value_that_is_shown_is_no_label() -> None:
    """The company is also the last of a row of links, right before the title: it is found, here and elsewhere."""
    shown = {"company": "Acme", "title": "> Analyst", "city": "Bath"}
    wrapper = learn([Example.from_values(Page(JOB.format("Acme", "Analyst")), [shown])])
    found = wrapper.extract(Page(JOB.format("Bolt", "Cook")))[0].to_dict()
    assert found == {"company": "Bolt", "title": "> Cook", "city": "Bath"}


TEAMS = ("Bulls", "Hawks", "Heat", "Jazz", "Kings", "Nets")
PLAYER = "<select>{}</select><h1>{}</h1><table><tr><th>Team<td>{}<tr><th>Height<td>{}<tr><th>Born<td>1980</table>"


def test_an_entry_of_a_menu_is_no_label() -> None:
    """All teams are in a menu that is on every page: a team is found as the value of its row all the same."""

    def player(name: str, team: str, height: str) -> Page:
        return Page(PLAYER.format("".join(f"<option>{one}</option>" for one in TEAMS), name, team, height))

    shown = [("Ann", "Hawks", "5-9"), ("Bob", "Nets", "6-1"), ("Cy", "Heat", "6-7")]
    examples = [Example.from_values(player(*one), [{"name": one[0], "team": one[1]}]) for one in shown]
    wrapper = learn(examples)
    program = wrapper.program()
    assert isinstance(program, Selections)
    assert not set(program.labels) & set(TEAMS)
    assert [wrapper.extract(player("Di", team, "6-2"))[0]["team"] for team in TEAMS] == list(TEAMS)
