"""Voters: what each rule of a field finds on the pages at hand."""

from dataclasses import replace

import pytest

from unweave.choose.voters import rule_voters
from unweave.demo.pages import book_pages
from unweave.page import Page
from unweave.program import Condition, Selection, Step
from unweave.records import Example, Field, Schema
from unweave.rules import Rules, RulesWrapper

BOOKS = book_pages()
FLAT = [name for name in BOOKS[0].schema.names if not BOOKS[0].schema[name].fields]


@pytest.mark.parametrize("name", FLAT)
def test_values_are_the_same_without_spans(name: str) -> None:
    """Without spans the voters have the same values, weights and panels."""
    shown = [Example.from_values(one.page, [{name: one.records[0].get(name)}]) for one in BOOKS[:2]]
    wrapper = Rules(lenient=True).learn(shown)
    pages = [one.page for one in BOOKS[2:]]
    voters = rule_voters(wrapper, name, pages)
    assert [replace(one, spans=()) for one in voters] == rule_voters(wrapper, name, pages, with_spans=False)


@pytest.mark.parametrize("with_spans", [True, False])
def test_of_a_link_the_address_is_read(with_spans: bool) -> None:
    """Where a field's values are those of an attribute, these are what the voters find."""
    shown = Page("<p>See <a href='/emma'>Emma</a></p>")
    wrapper = Rules().learn([Example.from_values(shown, [{"link": "/emma"}])])
    voters = rule_voters(wrapper, "link", [Page("<p>See <a href='/kim'>Kim</a></p>")], with_spans=with_spans)
    assert {one.values for one in voters} == {(("/kim",),)}


def test_what_is_behind_a_label_of_another_field_is_not_found() -> None:
    """As in extraction: where the publisher is missing, the second bold text is the date, and no rule finds it."""
    rule = Selection("publisher", (Step("descendant", "b", (Condition("nth", "2"),)),))
    wrapper = RulesWrapper(Schema((Field("publisher"),)), (rule,), labels=("Date:",))
    pages = [Page("<b>Emma</b> by <b>Murray</b> Date: <b>1815</b>"), Page("<b>Emma</b> Date: <b>1901</b>")]
    for with_spans in (True, False):
        (publisher,) = rule_voters(wrapper, "publisher", pages, with_spans=with_spans)
        assert publisher.values == (("Murray",), ())
