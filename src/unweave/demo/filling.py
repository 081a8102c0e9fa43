"""Templates filled with data; the spans of the values are kept.

A template is text with placeholders, ``{title}``. What a placeholder is filled with decides what is kept of it:

    a text            a value: it is escaped, and its span is kept under the placeholder's name
    None              nothing is put in, and the name is kept as absent
    Markup("...")     put in as it is; nothing is kept
    Filled            a template filled before; its values become values of the whole
    Rows([Filled])    filled templates in sequence; each is a record of its own, kept in a list under the name
    Values([...])     several texts with a string between them, kept as a list of spans under the name

    >>> row = fill("<li><b>{title}</b> {price}</li>", title="Salt & Stone", price=None)
    >>> row.source
    '<li><b>Salt &amp; Stone</b> </li>'
    >>> row.cells
    {'title': Span(start=7, end=23), 'price': None}
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from unweave.page import Span

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Filled:
    """Source text, and the spans of the values in it by name.

    >>> Filled("<b>Emma</b>", {"title": Span(3, 7)}).shifted(10).cells
    {'title': Span(start=13, end=17)}
    """

    source: str
    cells: dict[str, Any] = field(default_factory=dict)

    def shifted(self, by: int) -> "Filled":
        """The same source, with all spans that many characters further on."""
        return Filled(self.source, _shifted(self.cells, by))


@dataclass(frozen=True, slots=True)
class Markup:
    """Text that changes from page to page without being a value.

    >>> fill("<p>{notice}</p>", notice=Markup("Sale!")).cells
    {}
    """

    text: str


@dataclass(frozen=True, slots=True)
class Rows:
    """Filled templates that are records of their own.

    >>> fill("<ul>{books}</ul>", books=Rows([fill("<li>{title}", title="Emma")])).cells
    {'books': [{'title': Span(start=8, end=12)}]}
    """

    rows: list[Filled]


@dataclass(frozen=True, slots=True)
class Values:
    """Several values of one field, with a string between them.

    >>> fill("by {authors}", authors=Values(["Ann", "Bo"], between=" and ")).cells
    {'authors': [Span(start=3, end=6), Span(start=11, end=13)]}
    """

    texts: list[str]
    between: str = ", "


Filling = str | None | Markup | Filled | Rows | Values


def fill(template: str, **fillings: Filling) -> Filled:
    """The template with its placeholders filled, and the spans of the values.

    >>> fill("<b>{title}</b>", title="Emma")
    Filled(source='<b>Emma</b>', cells={'title': Span(start=3, end=7)})
    """
    # Every odd part of the split is the name of a placeholder.
    parts = enumerate(PLACEHOLDER.split(template))
    source, cells = _joined(_filled(part, fillings[part]) if number % 2 else Filled(part) for number, part in parts)
    return Filled(source, {name: cell for each in cells for name, cell in each.items()})


def _filled(name: str, filling: Filling) -> Filled:
    match filling:
        case None:
            return Filled("", {name: None})
        case str():
            source = escape(filling, quote=False)
            return Filled(source, {name: Span(0, len(source))})
        case Markup(text):
            return Filled(text)
        case Filled():
            return filling
        case Rows(rows):
            source, cells = _joined(rows)
            return Filled(source, {name: cells})
        case Values(texts, between):
            values = [part for text in texts for part in (Filled(between), _filled(name, text))][1:]
            source, cells = _joined(values)
            return Filled(source, {name: [each[name] for each in cells]})


def _joined(parts: Iterable[Filled]) -> tuple[str, list[dict[str, Any]]]:
    """The sources of the parts in sequence, and the cells of those that have any, with their spans in the whole."""
    source, cells = "", []
    for part in parts:
        if part.cells:
            cells.append(part.shifted(len(source)).cells)
        source += part.source
    return source, cells


def _shifted(cell: Any, by: int) -> Any:
    match cell:
        case Span(start, end):
            return Span(start + by, end + by)
        case list():
            return [_shifted(part, by) for part in cell]
        case dict():
            return {name: _shifted(part, by) for name, part in cell.items()}
        case _:
            return cell
