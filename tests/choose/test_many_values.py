"""Fields that were shown with one value and have several on other pages."""

import pytest

from unweave.choose import Auto
from unweave.choose.evidence import FieldEvidence
from unweave.choose.many_values import has_values_in_a_row
from unweave.choose.voters import FieldVoter
from unweave.page import Page, Span
from unweave.records import Example

TITLES = ("Emma", "Kim", "Persuasion", "Ulysses", "Walden", "Dracula")


def book(title: str, *authors: str, between: str = ", ") -> Page:
    """A book with its authors, each a link."""
    links = between.join(f"<a class=by>{author}</a>" for author in authors)
    return Page(f"<h1>{title}</h1><p>Author: {links}</p><p>Price: <b>$5</b></p>")


def learned(between: str) -> list[dict[str, object]]:
    """What is found on a book by two, learned from a book by one and pages of which some have two."""
    shown = Example.from_values(book("Emma", "Jane Austen"), [{"title": "Emma", "author": "Jane Austen"}])
    others = [book(title, "Ann Lee", *(["Bob Ray"] * (len(title) > 6)), between=between) for title in TITLES[1:]]
    wrapper = Auto().learn([shown, *map(Example, others)])
    return [record.to_dict() for record in wrapper.extract(book("Hamlet", "Cy Lo", "Di Ott", between=between))]


@pytest.mark.parametrize("between", [", ", " and ", "; ", " &amp; ", " / "])
def test_values_in_a_row_make_a_list(between: str) -> None:
    """Where unlabelled pages show several values with separators between them, the field has many."""
    assert learned(between) == [{"title": "Hamlet", "author": ["Cy Lo", "Di Ott"]}]


@pytest.mark.parametrize("between", [", read by ", " "])
def test_what_is_no_row_changes_nothing(between: str) -> None:
    """Other words between two values, or nothing at all, say that they are not of one kind."""
    assert learned(between) == [{"title": "Hamlet", "author": "Cy Lo"}]


def test_it_is_said() -> None:
    """A note tells that a field was taken for a list, and why."""
    shown = Example.from_values(book("Emma", "Jane Austen"), [{"author": "Jane Austen"}])
    chosen = Auto().choose([shown, Example(book("Kim", "Ann Lee", "Bob Ray")), Example(book("Walden", "Cy Lo"))])
    assert chosen.notes == ("author: shown with one value; other pages have several in a row, so it is a list",)


def test_a_labelled_page_that_shows_one_of_a_row_is_believed() -> None:
    """An example with one of two values in a row means that one is wanted."""
    shown = [
        Example.from_values(book("Emma", "Jane Austen"), [{"author": "Jane Austen"}]),
        Example.from_values(book("Kim", "Ann Lee", "Bob Ray"), [{"author": "Ann Lee"}]),
    ]
    wrapper = Auto().learn([*shown, *(Example(book(title, "Cy Lo", "Di Ott")) for title in TITLES[2:])])
    found = wrapper.extract(book("Hamlet", "Al Ito", "Bo Xu"))
    assert [record.to_dict() for record in found] == [{"author": "Al Ito"}]


def test_several_panels_say_nothing() -> None:
    """Where values come from several panels, a row is no evidence for a list."""
    page = Page("<b>Ann</b>, <i>Bob</i>")
    voters = [
        FieldVoter("rules", "b", (("Ann",),), panel=0, spans=((Span(3, 6),),)),
        FieldVoter("rules", "i", (("Bob",),), panel=1, spans=((Span(15, 18),),)),
    ]
    assert not has_values_in_a_row(FieldEvidence(voters=voters), [page])
