"""M-LR: records that lack some of their values."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.delimiters import LR, MLR
from unweave.demo.pages import shelf_pages
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import reproduces


def test_the_thesis_s_example() -> None:
    """Countries are bold, missing ones blink (section 9.2.1)."""
    page = Page("<B>Congo</B> <I>242</I>\n<BLINK>Missing</BLINK> <I>20</I>\n<B>Spain</B> <I>34</I>\n")
    records: list[dict[str, object]] = [
        {"country": "Congo", "code": "242"},
        {"country": None, "code": "20"},
        {"country": "Spain", "code": "34"},
    ]
    wrapper = MLR().learn([Example.from_values(page, records)])
    assert wrapper.scan.cuts[0].missing == "<BLINK>"
    assert [record.to_dict() for record in wrapper.extract(page)] == records


def test_a_bookshop_whose_middle_fields_are_missing() -> None:
    """From one list page of the demo, with adverts between records, it reads all the others."""
    examples = shelf_pages()
    wrapper = MLR().learn(examples[:1])
    assert any(record["format"] is None for record in wrapper.extract(examples[1].page))
    assert [each.page.name for each in examples if not reproduces(wrapper, each)] == []


@pytest.mark.parametrize("lacking", [0, 1, 2])
def test_any_place_in_a_record_may_be_empty(lacking: int) -> None:
    """The first, a middle or the last field, also in the first and in the last record."""
    names = ("title", "state", "price")
    rows = [("Emma", "new", "5"), ("Kim", "used", "7"), ("Dune", "old", "9"), ("Ulysses", "torn", "1")]
    records = [
        {
            name: None if at == lacking and number % 2 == 0 else value
            for at, (name, value) in enumerate(zip(names, row, strict=True))
        }
        for number, row in enumerate(rows)
    ]
    tags = {"title": "b", "state": "i", "price": "u"}
    body = "".join(
        "<li>" + "".join(f"<{tags[name]}>{value}</{tags[name]}>" for name, value in record.items() if value) + "</li>\n"
        for record in records
    )
    page = Page(f"<ul>\n{body}</ul>", name="shelf")
    wrapper = MLR().learn([Example.from_values(page, records)])
    assert [record.to_dict() for record in wrapper.extract(page)] == records
    with pytest.raises(NoConsistentWrapper, match="no value for it"):
        LR().learn([Example.from_values(page, records)])


def test_without_missing_values_it_is_lr() -> None:
    """No third delimiter is learned where none is needed."""
    page = Page("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i>")
    shown = Example.from_values(page, [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}])
    assert MLR().learn([shown]).scan == LR().learn([shown]).scan


def test_it_says_when_nothing_stands_for_the_missing_value() -> None:
    """Where the value is missing there is no string that is not also before it elsewhere."""
    page = Page("a1b2a1b2a1", html=False)
    records: list[dict[str, object]] = [{"x": (1, 2), "y": (3, 4)}, {"x": (5, 6), "y": None}, {"x": (9, 10), "y": None}]
    with pytest.raises(NoConsistentWrapper):
        MLR().learn([Example.from_spans(page, records)])


def shelf(present: list[tuple[bool, ...]], number: int, closing: str) -> Example:
    """A page of books: each has a title, and a state and a price as the flags tell."""
    records = [
        {
            "title": f"Book {number}{at}",
            "state": f"new{at}" if flags[0] else None,
            "price": f"{number}.{at}" if flags[1] else None,
        }
        for at, flags in enumerate(present)
    ]
    tags = {"title": "b", "state": "i", "price": "u"}
    body = (
        "".join(f"<{tags[name]}>{value}</{tags[name]}>" for name, value in record.items() if value)
        for record in records
    )
    source = "<ul>" + "".join(f"<li>{one}{closing}" for one in body) + "</ul>"
    return Example.from_values(Page(source, name=f"shelf{number}"), records)


PATTERNS = list(product([True, False], repeat=2))


@pytest.mark.parametrize("closing", ["</li>", "<hr>", ";"])
@settings(max_examples=30, deadline=None)
@given(shown=st.lists(st.sampled_from(PATTERNS), min_size=2, max_size=5))
def test_no_record_of_the_next_page_is_lost(closing: str, shown: list[tuple[bool, ...]]) -> None:
    """Whichever records of the first page lack a value: on the next page any of them may."""
    if not all(any(flags[at] for flags in shown) for at in range(2)):
        return  # a field without any value cannot be learned
    wrapper = MLR().learn([shelf(shown, 1, closing)])
    lacks = [not all(flags[at] for flags in shown) for at in range(2)]
    possible = [flags for flags in PATTERNS if all(flag or lacks[at] for at, flag in enumerate(flags))]
    for following in product(possible, repeat=3):
        assert reproduces(wrapper, shelf(list(following), 2, closing))


def test_the_last_record_lacks_the_last_value() -> None:
    """What ends every record is chosen, not the end of the list, nor the next left delimiter."""
    wrapper = MLR().learn([shelf([(True, True), (True, True), (True, False)], 1, "</li>")])
    assert wrapper.scan.cuts[-1].missing == "</li>"


def test_no_part_of_a_value_announces_a_missing_one() -> None:
    """All that is shown after the missing value begins with the same letter as the next one."""
    page = Page("<b>Emma</b><i>5</i><b>Kim</b><b>King</b><i>7</i>")
    records: list[dict[str, object]] = [
        {"title": "Emma", "price": "5"},
        {"title": "Kim", "price": None},
        {"title": "King", "price": "7"},
    ]
    example = Example.from_values(page, records)
    wrapper = MLR().learn([example])
    assert wrapper.scan.cuts[1].missing == "<b>"
    assert reproduces(wrapper, example)
