"""Discovery of fields with several values: all of them are in one column, however they are written."""

import pytest

from choose.value_layouts import DIRECTORS, Markup, film
from unweave.templates import Discover
from unweave.templates.report import columns_of

FIELDS = ("director", "starring", "genre")


@pytest.mark.parametrize("place", ["dd", "class", "lines"])
@pytest.mark.parametrize(
    "markup", [("plain", "line"), ("link", "comma"), ("link", "nothing"), ("block", "li")], ids=str
)
def test_several_values_are_one_column(place: str, markup: Markup) -> None:
    """A line break does not split a column; genres that many pages share are values, not labels of the template."""
    films = [film(place, markup, number, count) for number, count in enumerate(DIRECTORS, 20)]
    wrapper = Discover(attributes=(), exalg=False).largest([one.page for one in films])
    found = [columns_of(wrapper.extract(one.page)[0]) for one in films]
    names = dict.fromkeys(name for columns in found for name in columns)
    columns = [[columns.get(name, []) for columns in found] for name in names]
    wanted = [[one.values[field] for one in films] for field in FIELDS]
    assert [field for field, values in zip(FIELDS, wanted, strict=True) if values not in columns] == []
