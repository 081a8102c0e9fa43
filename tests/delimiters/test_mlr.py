"""M-LR: records that lack some of their values."""

import pytest

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
