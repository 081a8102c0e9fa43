"""When it cannot learn: which field, which page, what nearly worked, and what would help."""

import pytest

import unweave
from unweave.choose.list_pages import most_informative
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example


def failure(*examples: Example) -> NoConsistentWrapper:
    with pytest.raises(NoConsistentWrapper) as raised:
        unweave.learn(examples)
    return raised.value


def test_a_letter_inside_a_word() -> None:
    """One record a page: what each family has to say against the field, on the page that shows it."""
    error = failure(
        Example.from_spans(Page("<p>abcdef ghijkl</p>", name="c.html"), [{"letter": (5, 6)}]),
        Example.from_spans(Page("<p>mnopqrst</p>", name="d.html"), [{"letter": (9, 10)}]),
    )
    assert (error.field, error.page) == ("letter", "c.html")
    assert error.reason.startswith("no method finds 'c' and nothing wrong. tree: ")
    assert all(f"{method}: " in error.reason for method in ("tree", "lr", "hlrt", "rules"))
    assert error.reason.endswith("or to leave it unknown")


def test_lists_in_records_that_are_nothing_alike() -> None:
    """Many records a page: the method that came nearest, with the field and the page where it failed."""
    page = Page("<h1>A</h1><ul><li>r1<li>r2</ul><h1>B</h1>q w e", name="nest.html")
    records = [{"title": "A", "rows": [{"v": "r1"}, {"v": "r2"}]}, {"title": "B", "rows": [{"v": "w"}]}]
    told = failure(Example.from_values(page, records))
    assert (told.field, told.page) == ("rows[].v", "nest.html")
    assert told.reason.startswith("nearest came N-LR: C2, the left delimiter: the text before 'w e' and the")
    assert told.reason.endswith("to give places as spans, or to leave a field out")


def test_the_most_informative_error_is_raised() -> None:
    """One that names field, page and constraint before one that names less; bad input stays what it is."""
    vague = NoConsistentWrapper(kind="tree", reason="no edge is found")
    exact = NoConsistentWrapper(kind="LR", field="price", page="p1.html", constraint="l1", reason="none fits")
    error = most_informative([vague, exact])
    assert (error.field, getattr(error, "page", None)) == ("price", "p1.html")
    assert error.reason.startswith("nearest came LR: l1: none fits. It would help")
    bad = BadInput(source="p1.html", field="price", reason="it is unknown everywhere")
    assert most_informative([vague, bad]) is bad


def test_a_value_across_several_nodes_is_no_crash() -> None:
    """A span that begins inside one element and ends inside another is learned, or refused with field and page."""
    page = Page("<div><b>Em</b>ma<i>x</i></div><div>yz<b>Kim</b></div>", name="n.html")
    example = Example.from_spans(page, [{"name": (8, 20)}, {"name": (40, 45)}])
    try:
        found = unweave.learn([example]).extract(page)
    except NoConsistentWrapper as error:
        assert (error.field, error.page) == ("name", "n.html")
    else:
        assert found == list(example.records)
