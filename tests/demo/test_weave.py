"""The loom: what is put in stands where it says."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from unweave.demo.weave import Plain, Rows, Values, Woven, weave
from unweave.page import Page, Span

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(
    lambda text: text == " ".join(text.split())
)


def shown(source: str, cell: Any) -> Any:
    """What stands at a cell, as a reader sees it."""
    match cell:
        case Span():
            return Page(source, html=True).text(cell)
        case list():
            return [shown(source, part) for part in cell]
        case dict():
            return {name: shown(source, part) for name, part in cell.items()}
        case _:
            return cell


@given(st.lists(st.tuples(texts, st.none() | texts), max_size=4), texts)
def test_every_value_stands_where_it_says(rows: list[tuple[str, str | None]], name: str) -> None:
    """Whatever the values are, the cells of the cloth show them, level by level."""
    pieces = [weave("<li>{title} <i>{price}</i>", title=title, price=price) for title, price in rows]
    woven = weave("<h1>{name}</h1><ul>{books}</ul>", name=name, books=Rows(pieces))
    assert shown(woven.source, woven.cells) == {
        "name": name,
        "books": [{"title": title, "price": price} for title, price in rows],
    }


def test_a_piece_gives_its_values_to_the_whole() -> None:
    """A woven piece in a hole adds its own values; the hole's name is forgotten."""
    woven = weave("<p>{cost}</p>", cost=weave("<s>{old}</s> {new}", old="$7", new="$5"))
    assert woven == Woven("<p><s>$7</s> $5</p>", {"old": Span(6, 8), "new": Span(13, 15)})


def test_plain_text_is_no_value() -> None:
    """Plain text goes in as it is, tags and all; pieces without values are no records."""
    advert = weave("<li>{advert}", advert=Plain("<b>Sale</b>"))
    assert weave("<ul>{books}</ul>", books=Rows([advert])) == Woven("<ul><li><b>Sale</b></ul>", {"books": []})


def test_several_values() -> None:
    """Several values of a field keep a span each."""
    woven = weave("by {authors}.", authors=Values(["Ann", "Bo & Co"], between=", "))
    assert woven == Woven("by Ann, Bo &amp; Co.", {"authors": [Span(3, 6), Span(8, 19)]})


def test_braces_of_style_sheets_are_no_holes() -> None:
    """Only a lower-case name in braces is a hole."""
    assert weave("<style>b { color: red }</style>").source == "<style>b { color: red }</style>"
