"""Values of a page, given a template (ExVal): of the pages it was deduced from, or of any others.

Legend

    string      ``(4, 7, 9)``: roles of the template, as numbers, that follow each other on a page
    index       an index into the page's tokens
    cells       the columns of one tuple: spans, or records of a nested set

The strings of a tuple are found from left to right, each at the first index behind the part before it. In a position
with children, the next child and the string that ends the position are searched together; the one that comes first is
taken.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.records import Record
from unweave.records.record import Cell
from unweave.templates.dtokens import PageToken, page_tokens, with_sentinels
from unweave.templates.template import ExalgTemplate, String, TemplateNode, fields_of

Cells = dict[str, Cell]


class TemplateReader:
    """One page read with one template; ``tokens``: those of the page, with sentinels, where they are known."""

    def __init__(self, template: ExalgTemplate, page: Page, tokens: Sequence[PageToken] = ()) -> None:
        numbers = {role: number for number, role in enumerate(template.roles)}
        self.page = page
        self.tokens = tokens or with_sentinels(page_tokens(page), len(page.source))
        self.roles = [numbers.get(token.role, -1) for token in self.tokens]
        self.indices: dict[int, list[int]] = {}
        for index, role in enumerate(self.roles):
            self.indices.setdefault(role, []).append(index)
        self.root = template.root

    def cells(self) -> Cells:
        """The root tuple's cells, or it raises DoesNotFit."""
        return self.read(self.root, 0)[1]

    def find(self, string: String, start: int) -> int | None:
        """The first index at or behind ``start`` where the string occurs."""
        candidates = self.indices.get(string[0], [])
        for at in range(bisect_left(candidates, start), len(candidates)):
            if tuple(self.roles[candidates[at] : candidates[at] + len(string)]) == string:
                return candidates[at]
        return None

    def read(self, node: TemplateNode, start: int) -> tuple[int, Cells]:
        """A tuple that begins at an index: where it ends, and its cells."""
        index = start + len(node.strings[0])
        cells: Cells = {}
        for part, string in zip(node.parts, node.strings[1:], strict=True):
            end, found = self._position(part, string, index)
            cells.update(found)
            index = end + len(string)
        return index, cells

    def _position(self, node: TemplateNode, string: String, start: int) -> tuple[int, Cells]:
        """The content before the string: the string's index, and the cells found up to there."""
        if node.kind == "basic":
            end = self._needed(string, start, node)
            return end, {node.name: self.span(start, end)}
        return self._children(node, string, start)

    def _needed(self, string: String, start: int, node: TemplateNode) -> int:
        end = self.find(string, start)
        if end is None:
            where = self.tokens[min(start, len(self.tokens) - 1)].span.start
            raise DoesNotFit(
                page=self.page.name,
                field=node.name or None,
                where=where,
                reason="the template's text after it is missing",
            )
        return end

    def _children(self, node: TemplateNode, string: String, start: int) -> tuple[int, Cells]:
        element, before, between, behind = node.parts
        children: list[Cells] = []
        gaps: list[Span | None] = []
        index, search = start, start
        while (child := self._next_child(element, string, search)) is not None:
            option, at = child
            try:
                end, cells = self.read(option, at)
            except DoesNotFit:
                search = at + 1
                continue
            gaps.append(self.span(index, at))
            children.append(cells)
            index = search = end
        end = self._needed(string, index, node)
        gaps.append(self.span(index, end))
        return end, self._gathered(node, children) | _gap_cells((before, between, behind), gaps)

    def _next_child(self, element: TemplateNode, string: String, start: int) -> tuple[TemplateNode, int] | None:
        """The child that begins first, if it begins before the string does."""
        options = element.parts if element.kind == "disjunction" else (element,)
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

    def _gathered(self, node: TemplateNode, children: Sequence[Cells]) -> Cells:
        if node.kind != "set":
            return dict(children[0]) if children else {}
        names = [field.name for field in fields_of(node.parts[0])]
        return {node.name: tuple(Record(self.page, _complete(cells, names)) for cells in children)}

    def span(self, start: int, end: int) -> Span | None:
        """The span of the tokens from one index up to another; None where there is none."""
        return Span(self.tokens[start].span.start, self.tokens[end - 1].span.end) if start < end else None


def _gap_cells(parts: Sequence[TemplateNode], gaps: Sequence[Span | None]) -> Cells:
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


def read_page(template: ExalgTemplate, page: Page, tokens: Sequence[PageToken] = ()) -> Record:
    """The record of a page; ``tokens``: see ``TemplateReader``."""
    names = [(field.name, field.many) for field in fields_of(template.root)]
    cells = TemplateReader(template, page, tokens).cells()
    return Record(page, {name: cells.get(name, () if many else None) for name, many in names})
