"""Plain CSV and its like: the beginning and the end of a page are delimiters."""

from collections.abc import Sequence
from itertools import product

import pytest

import unweave
from unweave.delimiters import HLRT, DelimiterWrapper
from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules
from unweave.store import dumps, loads
from unweave.targets.export import export
from unweave.trees import KL

Table = Sequence[tuple[str, str, str]]
NAMES = ("tree", "age", "shape")
SHOWN = [("Oak", "31", "tall"), ("Elm", "7", "broad"), ("Ash", "12", "slim")]
UNSEEN = [("Yew", "900", "old"), ("Fir", "4", "green"), ("Box", "55", "round"), ("Bay", "3", "new")]
DIALECTS = list(product([",", ";", "\t"], [True, False], [True, False]))
"""Separator, with or without a header line, with or without a line end at the end: twelve."""


def page(table: Table, separator: str, header: bool, final: bool, ending: str = ".csv") -> Page:
    rows = [*([NAMES] if header else []), *table]
    return Page("\n".join(separator.join(row) for row in rows) + "\n" * final, name="trees" + ending)


def records(table: Table, names: Sequence[str] = NAMES) -> list[dict[str, object]]:
    return [{name: value for name, value in zip(NAMES, row, strict=True) if name in names} for row in table]


def found(wrapper: unweave.Wrapper, where: Page) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.extract(where)]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_csv_in_twelve_dialects(dialect: tuple[str, bool, bool]) -> None:
    """One table is shown, to ``learn`` without a method; another one is read, whole."""
    wrapper = unweave.learn([Example.from_values(page(SHOWN, *dialect), records(SHOWN))])
    assert isinstance(wrapper, DelimiterWrapper)
    assert found(wrapper, page(UNSEEN, *dialect)) == records(UNSEEN)
    assert unweave.compile(wrapper)(page(UNSEEN, *dialect).source) == records(UNSEEN)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_first_two_rows_are_enough(dialect: tuple[str, bool, bool]) -> None:
    """On a page of which only some records are known."""
    shown = Example.from_values(page([*SHOWN, *UNSEEN], *dialect), records(SHOWN[:2]), status="partial")
    wrapper = unweave.learn([shown])
    assert found(wrapper, shown.page) == records([*SHOWN, *UNSEEN])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_some_columns(dialect: tuple[str, bool, bool]) -> None:
    """The last column is not wanted; its text never becomes a tail."""
    names = ("tree", "age")
    wrapper = HLRT().learn([Example.from_values(page(SHOWN, *dialect), records(SHOWN, names))])
    assert found(wrapper, page(UNSEEN, *dialect)) == records(UNSEEN, names)


def test_a_final_line_end_may_come_and_go() -> None:
    """A wrapper of pages with one reads pages without, or with several."""
    wrapper = HLRT().learn([Example.from_values(page(SHOWN, ",", header=True, final=True), records(SHOWN))])
    assert found(wrapper, page(UNSEEN, ",", header=True, final=False)) == records(UNSEEN)
    assert found(wrapper, Page(page(UNSEEN, ",", header=True, final=True).source + "\n\n")) == records(UNSEEN)


def test_a_row_with_too_few_values_is_refused_at_its_place() -> None:
    """The place is one of the page as it is."""
    wrapper = HLRT().learn([Example.from_values(page(SHOWN, ",", header=False, final=True), records(SHOWN))])
    source = "Yew,900,old\nFir\n"
    with pytest.raises(DoesNotFit) as raised:
        wrapper.extract(Page(source))
    assert raised.value.where == source.index("Fir")
    explained = wrapper.explain(Page(source))
    assert explained.problem == str(raised.value)
    assert [source[slice(*mark.span)] for mark in explained.marks if mark.role == "value"] == ["Yew", "900", "old"]


def test_marks_are_inside_the_page() -> None:
    """The frame around the page is not shown."""
    shown = page(SHOWN, ",", header=False, final=False)
    wrapper = HLRT().learn([Example.from_values(shown, records(SHOWN))])
    explained = wrapper.explain(shown)
    assert all(0 <= mark.span.start < mark.span.end <= len(shown) for mark in explained.marks)
    assert [shown[mark.span] for mark in explained.marks if mark.role == "value"] == [v for row in SHOWN for v in row]
    assert "read as lines" in explained.statements[0].text


def test_it_is_stored_and_exported() -> None:
    """The frame belongs to the program."""
    shown = page(SHOWN, ";", header=False, final=True)
    wrapper = HLRT().learn([Example.from_values(shown, records(SHOWN))])
    assert loads(dumps(wrapper)) == wrapper
    space: dict[str, object] = {"__name__": "exported"}
    exec(compile(export(wrapper, to="python"), "exported.py", "exec"), space)  # noqa: S102  # our own code
    extract = space["extract"]
    assert callable(extract)
    assert extract(page(UNSEEN, ";", header=False, final=True).source) == records(UNSEEN)


@pytest.mark.parametrize("learner", [KL(), Rules()], ids=["tree", "rules"])
def test_a_page_that_is_not_html_gets_no_tree(learner: KL | Rules) -> None:
    """The error has the page and what would help."""
    with pytest.raises(NoConsistentWrapper, match=r"page trees\.csv: it is not HTML.*hlrt"):
        learner.learn([Example.from_values(page(SHOWN, ",", header=True, final=True), records(SHOWN))])


def test_html_is_not_read_as_lines() -> None:
    """Also where each record begins a line."""
    shown = Page("<ul>\nOak<br>\nElm<br>\n</ul>")
    wrapper = HLRT().learn([Example.from_values(shown, [{"tree": "Oak"}, {"tree": "Elm"}])])
    assert not wrapper.scan.lines


def test_a_label_at_the_beginning_of_a_line() -> None:
    """A page of lines with one record: the label is chosen, not the line before it, which has another value."""
    shown, unseen = (Page(f"Name: {name}\nPrice: {price}\nEnd\n") for name, price in (("Emma", "$5"), ("Kim", "$70")))
    wrapper = unweave.learn([Example.from_values(shown, [{"name": "Emma", "price": "$5"}])])
    assert found(wrapper, unseen) == [{"name": "Kim", "price": "$70"}]
