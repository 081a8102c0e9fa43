"""Fields with several values, in layouts in which nothing but a label, or nothing but a separator, tells them."""

from collections.abc import Sequence

import pytest

import unweave
from choose.value_layouts import DIRECTORS, Film, Markup, film
from unweave.combined import Separated
from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.records import Example
from unweave.targets.programs import python
from unweave.targets.runners import run_program

GROUPS: list[tuple[str, Markup]] = [
    ("terms", ("block", "dd")),
    ("lines", ("link", "space")),
    ("lines", ("class", "nothing")),
    ("lines", ("nested", "space")),
    ("lines", ("plain", "line")),
    ("lines", ("block", "div")),
    ("bold", ("block", "div")),
]
TEXTS: list[tuple[str, Markup]] = [
    ("bold", ("plain", "comma")),
    ("lines", ("plain", "enumeration")),
    ("inline", ("plain", "enumeration")),
    ("td", ("plain", "slash")),
    ("class", ("plain", "dot")),
]


def shown(place: str, markup: Markup, counts: Sequence[int]) -> list[Example]:
    films = [film(place, markup, number, count) for number, count in enumerate(counts, 1)]
    return [Example.from_values(one.page, [{"director": _given(one)}]) for one in films]


def _given(one: Film) -> str | list[str]:
    names = one.values["director"]
    return names if len(names) > 1 else names[0]


@pytest.mark.parametrize("counts", [(1, 2), (2,)], ids=["one and two", "two"])
@pytest.mark.parametrize(("place", "markup"), [*GROUPS, *TEXTS], ids=str)
def test_all_values_on_every_page(place: str, markup: Markup, counts: Sequence[int]) -> None:
    """Whether the shown pages have one and two values, or two on a single page."""
    wrapper = unweave.learn(shown(place, markup, counts))
    unseen = [film(place, markup, number, count) for number, count in enumerate(DIRECTORS[:6], 20)]
    found = [wrapper.extract(one.page)[0]["director"] for one in unseen]
    assert found == [one.values["director"] for one in unseen]


def test_a_group_is_described_by_its_label() -> None:
    """A person reads which values are meant."""
    wrapper = unweave.learn(shown("terms", ("block", "dd"), (1, 2)))
    assert wrapper.explain().statements[0].text == "the text in the group that begins with 'Director'"


def test_each_value_of_a_text_has_its_span_and_is_exported() -> None:
    """The parts of a text are values as all others are."""
    wrapper = unweave.learn(shown("bold", ("plain", "enumeration"), (2,)))
    assert isinstance(wrapper, Separated)
    other = film("bold", ("plain", "enumeration"), 23, 3)
    (record,) = wrapper.extract(other.page)
    assert [other.page[span] for span in record.spans("director")] == other.values["director"]
    assert run_program(python(wrapper))(other.page) == [record.to_dict()] == unweave.compile(wrapper)(other.page.source)


LINES = "<h1>{title}</h1><p>Director: {names}</p><p>Genre: Drama</p>"


def of_lines(title: str, *names: str) -> Page:
    """A film whose directors are lines of a text that begins with their label."""
    return Page(LINES.format(title=title, names="<br />\n".join(names)))


@pytest.mark.parametrize("first", [["Ann Lee"], ["Ann Lee", "Bob Ray"]], ids=["one and two", "two"])
def test_lines_of_a_text_that_begins_with_its_label(first: list[str]) -> None:
    """The label is no part of the first value, and the other lines are values too."""
    films = [("Emma", first), ("Kim", ["Cy Lo", "Di Ott"])]
    shown = [Example.from_values(of_lines(title, *names), [{"director": names}]) for title, names in films]
    wrapper = unweave.learn(shown)
    other = of_lines("Dune", "Ed Poe", "Flo Nu", "Gus Ab")
    (record,) = wrapper.extract(other)
    assert [other[span] for span in record.spans("director")] == ["Ed Poe", "Flo Nu", "Gus Ab"]
    assert wrapper.extract(of_lines("She", "Ida Jo"))[0]["director"] == ["Ida Jo"]


def test_lines_of_a_text_are_not_exported() -> None:
    """A program reads the text of an element as one line: it says so instead of giving other values."""
    page = of_lines("Kim", "Cy Lo", "Di Ott")
    wrapper = unweave.learn([Example.from_values(page, [{"title": "Kim", "director": ["Cy Lo", "Di Ott"]}])])
    with pytest.raises(CannotCompile, match="the values of director are lines of one text"):
        python(wrapper)


def test_names_with_a_comma_stay_whole() -> None:
    """Where a shown value has a comma, "and" alone separates values."""
    page = "<h1>Film</h1><p><b>Director:</b> {}</p><p><b>Year:</b> 1999</p>".format
    example = Example.from_values(Page(page("Lee, Ann and Ray, Bob")), [{"director": ["Lee, Ann", "Ray, Bob"]}])
    (record,) = unweave.learn([example]).extract(Page(page("Lo, Cy and Ott, Di and Poe, Ed")))
    assert record["director"] == ["Lo, Cy", "Ott, Di", "Poe, Ed"]
