"""Which regions of a page are records."""

from collections.abc import Sequence

from unweave import Example, Page, learn


def numbered_cases(numbers: Sequence[str]) -> Page:
    """A list of cases, each a link and a number."""
    items = (
        f"<div class=item><a href=/{at}.pdf>Case {at}</a> <b>{number}</b></div>" for at, number in enumerate(numbers)
    )
    return Page(f"<div>{''.join(items)}</div><p>Contact us")


def test_records_whose_values_look_different() -> None:
    """On another page half of the records have long numbers; they are made of the same elements, and all are given."""
    first = numbered_cases([f"A-{at}-22" for at in range(10, 18)])
    shown = [{"case": "Case 0", "number": "A-10-22"}, {"case": "Case 1", "number": "A-11-22"}]
    wrapper = learn([Example.from_values(first, shown, status="partial")])
    numbers = [
        "A-1-22" if at % 2 == 0 else ", ".join(f"{case:06}-{2010 + at}" for case in range(12)) for at in range(9)
    ]
    records = [record.to_dict() for record in wrapper.extract(numbered_cases(numbers))]
    assert records == [{"case": f"Case {at}", "number": number} for at, number in enumerate(numbers)]


def test_other_rows_between_records() -> None:
    """A row behind each record that lacks a value is no record, where there are as many of them as records."""
    rows = "".join(f"<tr><td><a href=/{at}>Case {at}</a><td>A-{at}-22<tr><td>&nbsp;<td>Note {at}" for at in range(9))
    page = Page(f"<table>{rows}</table>")
    shown = [{"case": "Case 0", "number": "A-0-22"}, {"case": "Case 1", "number": "A-1-22"}]
    wrapper = learn([Example.from_values(page, shown, status="partial")])
    records = [record.to_dict() for record in wrapper.extract(page)]
    assert records == [{"case": f"Case {at}", "number": f"A-{at}-22"} for at in range(9)]
