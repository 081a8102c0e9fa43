import pytest

from unweave.combined import Combined, PerField
from unweave.delimiters import LR
from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.records import Example

SHELF = Page(
    "<ul><li><b>Emma</b> <i>$5</i></li><li><b>Kim</b></li><li><b>Dune</b> <i>$9</i></li></ul>", name="shelf.html"
)
BOOKS: list[dict[str, object]] = [
    {"title": "Emma", "price": "$5"},
    {"title": "Kim", "price": None},
    {"title": "Dune", "price": "$9"},
]


def test_fields_that_are_learned_singly_come_back_as_records() -> None:
    """A field that is missing now and then defeats LR as a whole, not field by field."""
    wrapper = PerField(LR()).learn([Example.from_values(SHELF, BOOKS)])
    assert [record.to_dict() for record in wrapper.extract(SHELF)] == BOOKS


def test_many_values_stay_together() -> None:
    """Each value of a list is learned as one of its own."""
    page = Page("<p><b>Emma</b> <i>red</i><i>blue</i></p><p><b>Kim</b> <i>green</i></p>")
    books: list[dict[str, object]] = [
        {"title": "Emma", "colour": ["red", "blue"]},
        {"title": "Kim", "colour": ["green"]},
    ]
    wrapper = PerField(LR()).learn([Example.from_values(page, books)])
    assert [record.to_dict() for record in wrapper.extract(page)] == books


def test_a_part_that_does_not_fit_stops_the_whole() -> None:
    """Nothing rather than half a record."""
    wrapper = PerField(LR()).learn([Example.from_values(SHELF, BOOKS)])
    broken = Page("<ul><li><b>Emma</b> <i>$5")
    with pytest.raises(DoesNotFit):
        wrapper.extract(broken)
    assert "price" in str(wrapper.explain(broken).problem)


def test_nested_records_are_put_together_again() -> None:
    """A field of a nested level is learned like any other; which review belongs to which book is the grouping's."""
    page = Page("<li><b>Emma</b><i>Ann</i><i>Bob</i></li><li><b>Kim</b></li><li><b>Dune</b><i>Cy</i></li>")
    books: list[dict[str, object]] = [
        {"title": "Emma", "reviews": [{"by": "Ann"}, {"by": "Bob"}]},
        {"title": "Kim", "reviews": []},
        {"title": "Dune", "reviews": [{"by": "Cy"}]},
    ]
    wrapper = PerField(LR()).learn([Example.from_values(page, books)])
    assert [record.to_dict() for record in wrapper.extract(page)] == books


def test_it_says_that_it_has_no_single_program() -> None:
    """Values of several programs are grouped by position."""
    wrapper = PerField(LR()).learn([Example.from_values(SHELF, BOOKS)])
    assert isinstance(wrapper, Combined)
    with pytest.raises(CannotCompile, match="separate wrappers"):
        wrapper.program()
