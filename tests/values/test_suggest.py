"""Which type the values of a field seem to have."""

import pytest

from unweave.values.suggest import suggested_type

FIELDS = {
    "money:point": ["$5.50", "$7", "£12.25"],
    "money": ["5 €", "7 €"],
    "integer": ["12", "1,250", "0"],
    "decimal:point": ["1.5", "2.25", "3"],
    "date:day-first": ["03/12/2026", "31/12/2026"],
    "date": ["5 March 1815", "6 mai 1816"],
    "time": ["10:30", "9:05 pm"],
    "duration": ["1 h 30 min", "45 min", "PT20M"],
    "boolean": ["yes", "no", "Yes"],
    "url": ["/emma", "https://books.org/kim"],
    "image": ["/a.jpg", "b.png?x=1"],
    "email": ["a@b.org", "c@d.com"],
    "phone": ["+44 20 7946 0958", "(555) 123-4567"],
    "": ["Emma", "Kim"],
}


@pytest.mark.parametrize(("name", "texts"), FIELDS.items())
def test_suggestions(name: str, texts: list[str]) -> None:
    """Values of one type suggest it, with the setting that they tell of."""
    assert str(suggested_type(texts[:1], texts) or "") == name


@pytest.mark.parametrize(
    "texts",
    [["007", "008"], ["978-0-14-143958-7"], ["9780141439587"], ["1.234", "5.678"], [], [" "], ["5 stars", "4 stars"]],
)
def test_names_are_no_numbers(texts: list[str]) -> None:
    """Numbers with leading zeros, ISBNs and what may be two numbers have no type."""
    assert suggested_type([], texts) is None


def test_nearly_all_found_values_must_fit() -> None:
    """One of twenty may differ; but no shown value."""
    prices = [f"${number}" for number in range(1, 40)]
    assert str(suggested_type(["$5"], [*prices, "Sold out"])) == "money"
    assert suggested_type(["Sold out"], [*prices, "Sold out"]) is None
    assert suggested_type(["$5"], [*prices[:10], "Sold out"]) is None
