"""What was not shown may be something else: the confidence is low, and its first reason says what and where."""

from collections.abc import Callable

import pytest

from unweave import Example, Page, learn

PEOPLE = ["Ada Hale", "Ben Orton", "Cora Vance", "Dan Mercer", "Eva Prior", "Finn Grant", "Gwen Yates", "Hugo Lorne"]
TRADES = ["Baker", "Tailor", "Cooper", "Smith"]
PRICES = ["$12.50", "$8.75", "$31.20", "$17.99", "$24.40", "$9.15", "$40.05", "$13.30"]


def reasons(source: str, *shown: dict[str, str]) -> dict[str, tuple[str, str]]:
    """The level of each field, and the first reason for it."""
    wrapper = learn([Example.from_values(Page(source), shown, status="partial")])
    return {name: (found.level, found.reasons[0]) for name, found in wrapper.origin.confidence.items()}


def person(at: int) -> dict[str, str]:
    """The name and the price of a record."""
    return {"name": PEOPLE[at], "price": PRICES[at]}


def page(item: Callable[[int], str]) -> str:
    """A page with an item for each person."""
    return f"<ul>{''.join(map(item, range(len(PEOPLE))))}</ul>"


def plain(at: int) -> str:
    """An item like all others."""
    return f"<li><h3>{PEOPLE[at]}</h3><p><span>{PRICES[at]}</span></p></li>"


@pytest.mark.parametrize("shown", [(0, 1), (2, 6)])
def test_records_like_the_shown_ones(shown: tuple[int, int]) -> None:
    """Nothing speaks against records that are all made alike."""
    assert reasons(page(plain), *map(person, shown)) == dict.fromkeys(
        ("name", "price"), ("high", "8 records found, 2 shown")
    )


def test_advertisements_between_the_records() -> None:
    """They lack what all others have, and have a label that no other has."""

    def result(at: int) -> str:
        advertised = "<li><i>Ad</i><span>Ad</span><h3>Buy Books</h3><em>$3.99</em></li>" * (at in {3, 6})
        return f"{advertised}<li><h3>{PEOPLE[at]}</h3><p>by mail</p><em>{PRICES[at]}</em></li>"

    doubt = "2 records are made differently from the shown ones, the first is 'Ad Ad Buy Books $3.99'"
    assert reasons(page(result), person(0), person(1)) == dict.fromkeys(("name", "price"), ("low", doubt))


def test_records_that_lack_something() -> None:
    """A record that only lacks what others have, or only has more, is no other kind of record."""

    def member(at: int) -> str:
        return f"<li><h3>{PEOPLE[at]}</h3>{'<p>by mail</p>' * (at != 4)}<em>{PRICES[at]}</em>{'<hr>' * (at == 5)}</li>"

    found = reasons(page(member), person(0), person(1))
    assert not any("differently" in reason for _, reason in found.values())


def test_headers_that_are_repeated() -> None:
    """A row of headers in plain cells, which comes again."""
    header = "<tr><td>Name<td>Town<td>Trade"
    rows = [f"<tr><td>{name}<td>{town}<td>Baker" for name, town in zip(PEOPLE, "KLMNOPQR", strict=True)]
    source = f"<table>{header}{''.join(rows[:4])}{header}{''.join(rows[4:])}</table>".replace("<td>K", "<td>Kelso")
    doubt = "the first record comes again, as headers do: 'Name Town Trade'"
    shown = [{"name": PEOPLE[0], "trade": "Baker"}, {"name": PEOPLE[1], "trade": "Baker"}]
    assert reasons(source, *shown) == dict.fromkeys(("name", "trade"), ("low", doubt))


@pytest.mark.parametrize(
    ("header", "shown", "doubt"),
    [
        ("<td>Name<td>Trade", (2, 6), "the first record has the names of fields: 'Name Trade'"),
        ("<td><b>Who</b><td><b>What</b>", (2, 6), "the first record is in bold, as headers are: 'Who What'"),
        ("<td>Who<td>What", (0, 1), "the first record is the only one before the shown ones: 'Who What'"),
        ("<td>Who<td>What", (2, 6), "9 records found, 2 shown"),
    ],
)
def test_a_row_of_headers(header: str, shown: tuple[int, int], doubt: str) -> None:
    """Headers in plain cells look like names; where nothing tells them from a record, they are one."""
    rows = "".join(f"<tr><td>{name}<td>{trade}" for name, trade in zip(PEOPLE, 2 * TRADES, strict=True))
    records = [{"name": PEOPLE[at], "trade": TRADES[at % 4]} for at in shown]
    level = "high" if "found" in doubt else "low"
    found = reasons(f"<table><tr>{header}{rows}</table>", *records)
    assert found == dict.fromkeys(("name", "trade"), (level, doubt))


@pytest.mark.parametrize(("total", "level"), [("$157.34", "low"), ("$157.35", "high")])
def test_a_row_of_totals(total: str, level: str) -> None:
    """The last row has the sum of all others; where it has another amount, it is a record."""
    rows = "".join(f"<tr><td>{name}<td>{price}" for name, price in zip(PEOPLE, PRICES, strict=True))
    found = reasons(f"<table>{rows}<tr><td>All People<td>{total}</table>", person(0), person(1))
    doubt = "the last record has the sum of the others in price" if level == "low" else "9 records found, 2 shown"
    assert found == dict.fromkeys(("name", "price"), (level, doubt))


def test_numbers_of_thousands_of_digits() -> None:
    """They are no amounts, and not summed."""
    rows = "".join(f"<tr><td>{name}<td>{'7' * (5000 + at)}" for at, name in enumerate(PEOPLE))
    shown = [{"name": PEOPLE[at], "digits": "7" * (5000 + at)} for at in (0, 1)]
    assert {reason for _, reason in reasons(f"<table>{rows}</table>", *shown).values()} == {"8 records found, 2 shown"}


def test_several_values_beside_each_other() -> None:
    """In two records the former price is before the price: the first one is taken, as in all others."""

    def product(at: int) -> str:
        former = "<span>$50.25</span> " * (at in {4, 5})
        return f"<li><h3>{PEOPLE[at]}</h3><p>{former}<span>{PRICES[at]}</span></p></li>"

    found = reasons(page(product), person(0), person(1))
    doubt = "in 2 records others like its value are beside it, first '$50.25'"
    assert found == {"name": ("high", "8 records found, 2 shown"), "price": ("low", doubt)}


def test_labels_that_change_places() -> None:
    """In some records the gross price comes first; the shown ones have the net price first."""

    def item(at: int) -> str:
        prices = [f"<span>Net: {at + 12}.00</span>", f"<span>Gross: {at + 52}.00</span>"]
        return f"<li><b>{PEOPLE[at]}</b> {' '.join(reversed(prices) if at in {2, 5} else prices)}</li>"

    shown = [{"name": PEOPLE[at], "net": f"{at + 12}.00", "gross": f"{at + 52}.00"} for at in (0, 1)]
    found = reasons(page(item), *shown)
    doubt = "in 2 records its value has the label of another field, first"
    assert (found["net"], found["gross"]) == (("low", f"{doubt} '54.00'"), ("low", f"{doubt} '14.00'"))
    assert found["name"][0] != "low"


def test_lines_between_those_of_the_shown_records() -> None:
    """A third line, where the shown records have two."""

    def address(at: int) -> str:
        floor = "Floor 4<br>" * (at == 5)
        return f"<li><b>{PEOPLE[at]}</b><p>{at + 3} Hale Road<br>{floor}Kelso {at}91</p></li>"

    shown = [{"name": PEOPLE[at], "street": f"{at + 3} Hale Road", "town": f"Kelso {at}91"} for at in (0, 1)]
    level, reason = reasons(page(address), *shown)["town"]
    assert (level, reason.partition(",")[0]) == ("low", "in 1 record others like its value are beside it")


def test_several_texts_in_one_value() -> None:
    """Each shown record has one tag, others have several: of these the first is taken, or all as one text."""

    def post(at: int) -> str:
        tags = "".join(f"<li><a>{tag}</a>" for tag in ("law", "art", "food")[: 1 + at // 3])
        return f"<article><h3>{PEOPLE[at]}</h3><ul>{tags}</ul></article>"

    source = "".join(map(post, range(len(PEOPLE))))
    shown = [{"name": PEOPLE[at], "tag": "law"} for at in (0, 1)]
    assert reasons(source, *shown)["tag"] == ("low", "in 5 records others like its value are beside it, first 'law'")
    doubt = "in 5 records its value is several texts, first 'law art'"
    assert reasons(source.replace("<ul>", "<ul class=tags>"), *shown)["tag"] == ("low", doubt)


def test_words_in_bold_are_no_several_texts() -> None:
    """A title in which words are marked is one text."""

    def result(at: int) -> str:
        title = PEOPLE[at].replace("Mercer", "<em>Mercer</em> and <em>Son</em>")
        return f"<li><h3><a href=/{at}>{title}</a></h3><p>{PRICES[at]}</p></li>"

    level, reason = reasons(page(result), person(0), person(1))["name"]
    assert (level, reason) == ("medium", "another kind of wrapper does not find the same records")


def test_pictures_that_are_loaded_later() -> None:
    """Most pictures have the same address, those of the shown records are different."""

    def card(at: int) -> str:
        picture = f"<img src=/{at}.jpg>" if at < 2 else f"<img src=/blank.gif data-src=/{at}.jpg>"
        return f"<li>{picture}<h3>{PEOPLE[at]}</h3></li>"

    found = reasons(page(card), *({"name": PEOPLE[at], "picture": f"/{at}.jpg"} for at in (0, 1)))
    assert found["picture"] == ("low", "most of its values are the same: '/blank.gif'")
