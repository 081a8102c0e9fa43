"""Rows of headings between the records of a table: a value of the records behind them, and no records."""

import pytest

from unweave import Example, Page, learn

GROUPS = {
    "Timber": [("Oak board", "$15.50"), ("Ash board", "$9.75"), ("Pine board", "$4.25")],
    "Paint": [("White lime", "$7.25"), ("Red ochre", "$8.50")],
    "Fixings": [("Long nails", "$2.75"), ("Brass screws", "$3.50"), ("Iron hooks", "$5.25")],
}
RECORDS = [{"item": item, "price": price, "group": group} for group, items in GROUPS.items() for item, price in items]


@pytest.mark.parametrize("shown", [(0, 1), (2, 6), (0,), (3, 4)])
def test_headings_in_rows_of_their_own(shown: tuple[int, ...]) -> None:
    """The name of the second group is no item without a price, wherever the shown records are."""
    rows = "".join(
        f"<tr><td colspan=2><b>{group}</b></td></tr>"
        + "".join(f"<tr><td>{item}</td><td>{price}</td></tr>" for item, price in items)
        for group, items in GROUPS.items()
    )
    page = Page(f"<table><tr><th>Item</th><th>Price</th></tr>{rows}</table>")
    wrapper = learn([Example.from_values(page, [RECORDS[at] for at in shown], status="partial")])
    assert [record.to_dict() for record in wrapper.extract(page)] == RECORDS


def test_a_record_with_the_heading_of_its_group() -> None:
    """The first row of a group has its name as well as an item: it is a record."""
    rows = "".join(
        f"<tr><td class=group>{group if not at else ''}</td><td>{item}</td><td>{price}</td></tr>"
        for group, items in GROUPS.items()
        for at, (item, price) in enumerate(items)
    )
    page = Page(f"<table>{rows}</table>")
    shown = [{name: one[name] for name in ("item", "price")} for one in RECORDS]
    wrapper = learn([Example.from_values(page, shown[1:3], status="partial")])
    assert [record.to_dict() for record in wrapper.extract(page)] == shown
