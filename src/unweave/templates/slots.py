"""Values from pages, given a template (ExVal): the pages it was deduced from, or any others.

Legend

    string      ``(4, 7, 9)``: keys of the template, as numbers, that stand right behind each other on a page
    place       an index into the page's pieces
    cells       the columns of one tuple: spans, or records of a nested level

The strings of a tuple are found from left to right, each at the first place behind the part before it. In a position
with children the next child and the string that ends the position are looked for together, and the one that comes first
counts.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.records import Record
from unweave.records.record import Cell
from unweave.templates.dtokens import Piece, guarded, pieces
from unweave.templates.template import Part, String, Template, fields_of

Cells = dict[str, Cell]


class Reader:
    """One page read with one template."""

    def __init__(self, template: Template, page: Page) -> None:
        numbers = {key: number for number, key in enumerate(template.keys)}
        self.page = page
        self.pieces: list[Piece] = guarded(pieces(page), len(page.source))
        self.keys = [numbers.get(piece.key, -1) for piece in self.pieces]
        self.places: dict[int, list[int]] = {}
        for place, key in enumerate(self.keys):
            self.places.setdefault(key, []).append(place)
        self.root = template.root

    def cells(self) -> Cells:
        """The root tuple's cells, or it raises DoesNotFit."""
        return self.read(self.root, 0)[1]

    def find(self, string: String, start: int) -> int | None:
        """The first place at or behind ``start`` where the string stands."""
        candidates = self.places.get(string[0], [])
        for at in range(bisect_left(candidates, start), len(candidates)):
            if tuple(self.keys[candidates[at] : candidates[at] + len(string)]) == string:
                return candidates[at]
        return None

    def read(self, part: Part, start: int) -> tuple[int, Cells]:
        """A tuple that begins at a place: where it ends, and its cells."""
        place = start + len(part.strings[0])
        cells: Cells = {}
        for inner, string in zip(part.parts, part.strings[1:], strict=True):
            end, found = self._position(inner, string, place)
            cells.update(found)
            place = end + len(string)
        return place, cells

    def _position(self, part: Part, string: String, start: int) -> tuple[int, Cells]:
        """What stands before the string: the string's place, and the cells found on the way."""
        if part.kind == "basic":
            end = self._needed(string, start, part)
            return end, {part.name: self.span(start, end)}
        return self._children(part, string, start)

    def _needed(self, string: String, start: int, part: Part) -> int:
        end = self.find(string, start)
        if end is None:
            where = self.pieces[min(start, len(self.pieces) - 1)].span.start
            raise DoesNotFit(
                page=self.page.name, field=part.name or None, where=where, reason="what follows is not there"
            )
        return end

    def _children(self, part: Part, string: String, start: int) -> tuple[int, Cells]:
        element, before, between, behind = part.parts
        children: list[Cells] = []
        gaps: list[Span | None] = []
        place, search = start, start
        while (child := self._next_child(element, string, search)) is not None:
            option, at = child
            try:
                end, cells = self.read(option, at)
            except DoesNotFit:
                search = at + 1
                continue
            gaps.append(self.span(place, at))
            children.append(cells)
            place = search = end
        end = self._needed(string, place, part)
        gaps.append(self.span(place, end))
        return end, self._gathered(part, children) | _gap_cells((before, between, behind), gaps)

    def _next_child(self, element: Part, string: String, start: int) -> tuple[Part, int] | None:
        """The child that begins first, if it begins before the string does."""
        options = element.parts if element.kind == "either" else (element,)
        found = [
            (at, number)
            for number, option in enumerate(options)
            if (at := self.find(option.strings[0], start)) is not None
        ]
        end = self.find(string, start)
        if not found or (end is not None and end < min(found)[0]):
            return None
        at, number = min(found)
        return options[number], at

    def _gathered(self, part: Part, children: Sequence[Cells]) -> Cells:
        if part.kind != "set":
            return dict(children[0]) if children else {}
        names = [field.name for field in fields_of(part.parts[0])]
        return {part.name: tuple(Record(self.page, _complete(cells, names)) for cells in children)}

    def span(self, start: int, end: int) -> Span | None:
        """The span of the pieces from one place up to another; None where there is none."""
        return Span(self.pieces[start].span.start, self.pieces[end - 1].span.end) if start < end else None


def _gap_cells(parts: Sequence[Part], gaps: Sequence[Span | None]) -> Cells:
    before, between, behind = parts
    cells: Cells = {}
    if before.kind == "basic":
        cells[before.name] = gaps[0]
    if between.kind == "basic":
        cells[between.name] = tuple(gap for gap in gaps[1:-1] if gap)
    if behind.kind == "basic":
        cells[behind.name] = gaps[-1] if len(gaps) > 1 else None
    return cells


def _complete(cells: Mapping[str, Cell], names: Sequence[str]) -> Cells:
    return {name: cells.get(name) for name in names}


def read_page(template: Template, page: Page) -> Record:
    """The record of a page."""
    names = [(field.name, field.many) for field in fields_of(template.root)]
    cells = Reader(template, page).cells()
    return Record(page, {name: cells.get(name, () if many else None) for name, many in names})
