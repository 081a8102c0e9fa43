"""A page object gives what the wrapper gives; its code is run as it is written, on parsel's responses."""

import ast

import pytest
from hypothesis import given, settings

from targets.programs import BOOK, DUNE, KIM, hostile, mixed, ruled, scanned
from targets.substitutes import page_item
from unweave.demo.pages import shelf_pages
from unweave.page import Page
from unweave.program import Selection, Step
from unweave.records import Field, Schema
from unweave.rules import Rules, RulesWrapper
from unweave.targets.export import check
from unweave.targets.programs import web_poet
from unweave.wrapper import Wrapper


def methods(wrapper: Wrapper) -> list[str]:
    """The methods of the page object."""
    made = next(one for one in ast.parse(web_poet(wrapper)).body[::-1] if isinstance(one, ast.ClassDef))
    return [one.name for one in made.body if isinstance(one, ast.FunctionDef)]


def test_a_page_with_one_record_has_a_field_for_each_field() -> None:
    """Whatever family found it."""
    wrapper = mixed()
    assert methods(wrapper) == ["found", "title", "colours", "price"]
    assert check(wrapper, [BOOK, KIM, DUNE], to="web-poet") == {}
    for page in (BOOK, KIM, DUNE):
        assert [page_item(web_poet(wrapper), page)] == [record.to_dict() for record in wrapper.extract(page)]


def test_a_page_with_many_records_has_them_in_one_field() -> None:
    """A list of dicts."""
    wrapper = Rules().learn(shelf_pages()[:2])
    assert methods(wrapper) == ["records"]
    assert check(wrapper, [shelf.page for shelf in shelf_pages()], to="web-poet") == {}
    for page in (shelf.page for shelf in shelf_pages()):
        assert page_item(web_poet(wrapper), page) == {"records": [one.to_dict() for one in wrapper.extract(page)]}


@pytest.mark.parametrize("name", ["list price", "class", "url", "to_item", "_price", "2nd", "match", "records"])
def test_fields_that_cannot_be_methods_stay_in_their_record(name: str) -> None:
    """Names that are no identifiers, or that page objects have for themselves."""
    page = Page("<p><b>$5</b></p>")
    wrapper = RulesWrapper(Schema((Field(name),)), (Selection(name, (Step("descendant", "b"),)),))
    assert methods(wrapper) == ["records"]
    assert page_item(web_poet(wrapper), page) == {"records": [{name: "$5"}]}


@settings(max_examples=30, deadline=None)
@given(label=hostile, name=hostile)
def test_texts_of_pages_are_data(label: str, name: str) -> None:
    """Whatever they hold, the page object is valid Python, and gives what the library gives."""
    for wrapper in (ruled(label, left=name), scanned(label, name, name=f"x{name}")):
        assert check(wrapper, [Page("<p>nothing</p>", name="p.html")], to="web-poet") == {}
