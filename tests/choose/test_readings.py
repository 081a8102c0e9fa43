"""Readings: what each way of finding a field says on the pages at hand."""

from collections.abc import Callable

import pytest

from unweave.choose.readings import Reading, rule_answers, rule_readings
from unweave.demo.pages import book_pages
from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules, RulesWrapper

BOOKS = book_pages()
FLAT = [name for name in BOOKS[0].schema.names if not BOOKS[0].schema[name].fields]


@pytest.mark.parametrize("name", FLAT)
def test_answers_do_not_depend_on_where_values_stand(name: str) -> None:
    """The form that does not ask where they stand gives the same answers, weights and panels."""
    shown = [Example.from_values(one.page, [{name: one.records[0].get(name)}]) for one in BOOKS[:2]]
    wrapper = Rules(lenient=True).learn(shown)
    pages = [one.page for one in BOOKS[2:]]
    both = [form(wrapper, name, pages) for form in (rule_answers, rule_readings)]
    kept = [[(one.words, one.answers, one.weight, one.silence, one.panel) for one in readings] for readings in both]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("form", [rule_answers, rule_readings])
def test_of_a_link_the_address_is_read(form: Callable[[RulesWrapper, str, list[Page]], list[Reading]]) -> None:
    """Where a field's values are those of an attribute, that is what the readings say."""
    shown = Page("<p>See <a href='/emma'>Emma</a></p>")
    wrapper = Rules().learn([Example.from_values(shown, [{"link": "/emma"}])])
    readings = form(wrapper, "link", [Page("<p>See <a href='/kim'>Kim</a></p>")])
    assert {one.answers for one in readings} == {(("/kim",),)}
