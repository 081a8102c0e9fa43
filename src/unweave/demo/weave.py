"""The loom: pages are woven from data and a template, and the cloth remembers where each value stands.

A template is text with holes, ``{title}``. What is put into a hole decides what becomes of it:

    a text          a value: it is escaped, and its span is kept under the hole's name
    None            nothing is put in, and the name is kept as absent
    Plain("...")    put in as it is; nothing is kept
    Woven           a piece woven before; the values in it become values of the whole
    Rows([Woven])   pieces one after the other; each is a record of its own, kept as a list under the name
    Values([...])   several texts with something between them, kept as a list of spans under the name

    >>> row = weave("<li><b>{title}</b> {price}</li>", title="Salt & Stone", price=None)
    >>> row.source
    '<li><b>Salt &amp; Stone</b> </li>'
    >>> row.cells
    {'title': Span(start=7, end=23), 'price': None}
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from unweave.page import Span

Cells = dict[str, Any]
HOLE = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Woven:
    """Source text, and the spans of the values in it by name.

    >>> Woven("<b>Emma</b>", {"title": Span(3, 7)}).moved(10).cells
    {'title': Span(start=13, end=17)}
    """

    source: str
    cells: Cells = field(default_factory=dict)

    def moved(self, by: int) -> "Woven":
        """The same piece, standing so many characters further on."""
        return Woven(self.source, {name: _moved(cell, by) for name, cell in self.cells.items()})


@dataclass(frozen=True, slots=True)
class Plain:
    """Text of the template that changes from page to page without being a value.

    >>> weave("<p>{notice}</p>", notice=Plain("Sale!")).cells
    {}
    """

    text: str


@dataclass(frozen=True, slots=True)
class Rows:
    """Pieces that are records of their own.

    >>> weave("<ul>{books}</ul>", books=Rows([weave("<li>{title}", title="Emma")])).cells
    {'books': [{'title': Span(start=8, end=12)}]}
    """

    pieces: list[Woven]


@dataclass(frozen=True, slots=True)
class Values:
    """Several values of one field, with something between them.

    >>> weave("by {authors}", authors=Values(["Ann", "Bo"], between=" and ")).cells
    {'authors': [Span(start=3, end=6), Span(start=11, end=13)]}
    """

    texts: list[str]
    between: str = ", "


Filling = str | None | Plain | Woven | Rows | Values


def weave(template: str, **fillings: Filling) -> Woven:
    """The template with its holes filled, and where the values stand in it.

    >>> weave("<b>{title}</b>", title="Emma")
    Woven(source='<b>Emma</b>', cells={'title': Span(start=3, end=7)})
    """
    return _joined(_pieces(template, fillings))


def _pieces(template: str, fillings: Mapping[str, Filling]) -> Iterable[Woven]:
    """Template text and filled holes in turn; every odd part of the split is a hole's name."""
    for number, part in enumerate(HOLE.split(template)):
        yield _filled(part, fillings[part]) if number % 2 else Woven(part)


def _filled(name: str, filling: Filling) -> Woven:
    match filling:
        case None:
            return Woven("", {name: None})
        case str():
            source = escape(filling, quote=False)
            return Woven(source, {name: Span(0, len(source))})
        case Plain(text):
            return Woven(text)
        case Woven():
            return filling
        case Rows(pieces):
            moved = _side_by_side(pieces)
            return Woven(
                "".join(piece.source for piece in moved), {name: [piece.cells for piece in moved if piece.cells]}
            )
        case Values(texts, between):
            return _several(name, texts, between)


def _several(name: str, texts: list[str], between: str) -> Woven:
    pieces = [piece for text in texts for piece in (Woven(between), _filled(name, text))][1:]
    moved = _side_by_side(pieces)
    return Woven(
        "".join(piece.source for piece in moved), {name: [piece.cells[name] for piece in moved if piece.cells]}
    )


def _joined(pieces: Iterable[Woven]) -> Woven:
    moved = _side_by_side(pieces)
    cells = {name: cell for piece in moved for name, cell in piece.cells.items()}
    return Woven("".join(piece.source for piece in moved), cells)


def _side_by_side(pieces: Iterable[Woven]) -> list[Woven]:
    moved, position = [], 0
    for piece in pieces:
        moved.append(piece.moved(position))
        position += len(piece.source)
    return moved


def _moved(cell: Any, by: int) -> Any:
    match cell:
        case Span(start, end):
            return Span(start + by, end + by)
        case list():
            return [_moved(part, by) for part in cell]
        case dict():
            return {name: _moved(part, by) for name, part in cell.items()}
        case _:
            return cell
