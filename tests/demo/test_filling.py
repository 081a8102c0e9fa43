"""Filled templates: the spans are those of the values."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from unweave.demo.filling import Filled, Markup, Rows, Values, fill
from unweave.page import Page, Span

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(
    lambda text: text == " ".join(text.split())
)


def shown(source: str, cell: Any) -> Any:
    """The text of a cell, as a reader sees it."""
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
def test_every_value_is_at_its_span(rows: list[tuple[str, str | None]], name: str) -> None:
    """Whatever the values are, the spans show them, level by level."""
    items = [fill("<li>{title} <i>{price}</i>", title=title, price=price) for title, price in rows]
    filled = fill("<h1>{name}</h1><ul>{books}</ul>", name=name, books=Rows(items))
    assert shown(filled.source, filled.cells) == {
        "name": name,
        "books": [{"title": title, "price": price} for title, price in rows],
    }


def test_a_filled_template_gives_its_values_to_the_whole() -> None:
    """A filled template in a placeholder adds its own values; the placeholder's name is not kept."""
    filled = fill("<p>{cost}</p>", cost=fill("<s>{old}</s> {new}", old="$7", new="$5"))
    assert filled == Filled("<p><s>$7</s> $5</p>", {"old": Span(6, 8), "new": Span(13, 15)})


def test_markup_is_no_value() -> None:
    """Markup goes in as it is, tags and all; rows without values are no records."""
    advert = fill("<li>{advert}", advert=Markup("<b>Sale</b>"))
    assert fill("<ul>{books}</ul>", books=Rows([advert])) == Filled("<ul><li><b>Sale</b></ul>", {"books": []})


def test_several_values() -> None:
    """Several values of a field keep a span each."""
    filled = fill("by {authors}.", authors=Values(["Ann", "Bo & Co"], between=", "))
    assert filled == Filled("by Ann, Bo &amp; Co.", {"authors": [Span(3, 6), Span(8, 19)]})


def test_braces_of_style_sheets_are_no_placeholders() -> None:
    """Only a lower-case name in braces is a placeholder."""
    assert fill("<style>b { color: red }</style>").source == "<style>b { color: red }</style>"
