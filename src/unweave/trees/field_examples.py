"""The examples of one field as nodes: which nodes are its values, which are not, and which part of them.

Legend

    positives       the nodes that contain values: [(outline, 17), ...]
    samples         their texts, with the positions of the values in them, for learning parts of texts
    negatives       nodes that were rejected, and on complete pages every other node of the kind
    across texts    a value that begins in one text and ends in another: its first and its last text are learned apart
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from unweave.errors import NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example
from unweave.records.cells import UNKNOWN, Either
from unweave.records.record import Cell
from unweave.trees.language import MarkedNode
from unweave.trees.nodes import LocatedNode, NodeTarget, locate, positions, trimmed
from unweave.trees.outline import outlined
from unweave.values.parts import Sample

Value = tuple[Example, Span]


@dataclass(frozen=True, slots=True)
class FieldExamples:
    """The nodes of one field, and the parts of them that are values."""

    name: str
    target: NodeTarget
    positives: tuple[MarkedNode, ...]
    samples: tuple[Sample, ...]
    negatives: tuple[MarkedNode, ...]
    pages: tuple[Page, ...]

    def text(self, marked: MarkedNode) -> str:
        """The source of a node."""
        outline, at = marked
        span = self.target.span(outline, at)
        return "" if span is None else outline.nodes[at].tree.source[span.start : span.end]


def values_of(examples: Sequence[Example], name: str) -> list[Value]:
    """Every value of the field; of either/or cells the span whose surroundings are most common."""
    cells = [
        (example, cell)
        for example in examples
        for record in example.records
        if name in record
        for cell in _single(record.cell(name))
    ]
    cells = list(_one_each(cells))
    common = Counter(
        each for example, cell in cells for each in {_surroundings(example.page, span) for span in _spans(cell)}
    )
    return [
        (example, max(_spans(cell), key=lambda span: (common[_surroundings(example.page, span)], -span.start)))
        for example, cell in cells
    ]


def _one_each(cells: Sequence[tuple[Example, Span | Either]]) -> Iterator[tuple[Example, Span | Either]]:
    """Where a page has as many cells of a text as spans, the first cell is the first span, and so on."""
    cell_counts = Counter((id(example), cell) for example, cell in cells)
    given: Counter[tuple[int, Span | Either]] = Counter()
    for example, cell in cells:
        key = (id(example), cell)
        fits = isinstance(cell, Either) and cell_counts[key] == len(cell.spans)
        yield example, cell.spans[given[key]] if isinstance(cell, Either) and fits else cell
        given[key] += 1


def field_examples(examples: Sequence[Example], name: str, values: Sequence[Value]) -> FieldExamples:
    """The nodes of values, each in one node; it raises NoConsistentWrapper where one is not."""
    nodes = [_locate(name, example.page, span) for example, span in values]
    target, nodes = _one_target(name, [(example.page, each) for (example, _), each in zip(values, nodes, strict=True)])
    found: dict[tuple[int, int], tuple[MarkedNode, LocatedNode, Page, list[Span]]] = {}
    for (example, span), each in zip(values, nodes, strict=True):
        marked = (outlined(example.page), each.node)
        found.setdefault((id(marked[0]), marked[1]), (marked, each, example.page, []))[3].append(span)
    return FieldExamples(
        name,
        target,
        tuple(marked for marked, *_ in found.values()),
        tuple(_sample(page, each.span, spans) for _, each, page, spans in found.values()),
        tuple(_negatives(examples, name, target, found.keys())),
        tuple(example.page for example in examples),
    )


def crosses_texts(page: Page, span: Span) -> bool:
    """Whether the value begins in one text and ends in another, and is not the content of an element."""
    return locate(page, span) is None and all(end is not None for end in _ends(page, span))


def end_values(values: Sequence[Value]) -> tuple[list[Value], list[Value]]:
    """The parts of the values in their first text, and those in their last."""
    firsts, lasts = [], []
    for example, span in values:
        first, last = (end for end in _ends(example.page, span))
        if first is not None and last is not None:
            firsts.append((example, Span(span.start, min(span.end, first.end))))
            lasts.append((example, Span(max(span.start, last.start), span.end)))
    return firsts, lasts


def _ends(page: Page, span: Span) -> tuple[Span | None, Span | None]:
    """The trimmed spans of the texts in which the span begins and ends."""
    outline, inner = outlined(page), trimmed(page, span)
    known = positions(outline)
    numbers = known.text_at(inner.start), known.text_at(inner.end - 1)
    spans = [None if at is None else outline.nodes[at].span for at in numbers]
    first, last = (None if text is None else trimmed(page, text) for text in spans)
    return first, last


def _single(cell: Cell) -> Iterator[Span | Either]:
    if isinstance(cell, Span | Either):
        yield cell
    elif isinstance(cell, tuple):
        yield from (item for item in cell if isinstance(item, Span | Either))


def _spans(cell: Span | Either) -> tuple[Span, ...]:
    return cell.spans if isinstance(cell, Either) else (cell,)


def _surroundings(page: Page, span: Span) -> tuple[object, ...]:
    """The kind of node, and the tags and classes above it."""
    found = locate(page, span)
    if found is None:
        return ("across texts",)
    outline = outlined(page)
    path = outline.path_up(found.node, 5)
    whole = trimmed(page, found.span) == trimmed(page, span)
    return found.target.kind, found.target.name, whole, *((outline.tags[at], outline.marks(at)) for at in path[1:])


def _locate(name: str, page: Page, span: Span) -> LocatedNode:
    found = locate(page, span)
    if found is None:
        reason = f"{page.text(span)!r} is neither a text, nor an element, nor an attribute, nor a part of one"
        raise NoConsistentWrapper(kind="tree", field=name, page=page.name, reason=reason)
    return found


def _one_target(name: str, nodes: Sequence[tuple[Page, LocatedNode]]) -> tuple[NodeTarget, list[LocatedNode]]:
    """The kind of node of all values; where some are elements, a text that is all of an element counts as it."""
    kinds = {each.target.kind for _, each in nodes}
    if kinds == {"text", "element"}:
        nodes = [(page, _as_element(page, each)) for page, each in nodes]
        kinds = {each.target.kind for _, each in nodes}
    names = {each.target.name for _, each in nodes}
    if len(kinds) > 1 or len(names) > 1:
        found = sorted({each.target.description for _, each in nodes})
        raise NoConsistentWrapper(kind="tree", field=name, reason=f"some values are {' and some '.join(found)}")
    tags = sorted({tag for _, each in nodes for tag in each.target.tags})
    first = nodes[0][1].target
    return NodeTarget(first.kind, first.name, tuple(tags)), [each for _, each in nodes]


def _as_element(page: Page, each: LocatedNode) -> LocatedNode:
    outline = outlined(page)
    parent = outline.parent[each.node]
    content = outline.nodes[parent].inner
    if each.target.kind == "text" and content and trimmed(page, content) == trimmed(page, each.span):
        return LocatedNode(NodeTarget("element", tags=(outline.tags[parent],)), parent, content)
    return each


def _sample(page: Page, whole: Span, spans: Sequence[Span]) -> Sample:
    ordered = sorted(dict.fromkeys(spans))
    return page[whole], [(span.start - whole.start, span.end - whole.start) for span in ordered]


def _negatives(
    examples: Sequence[Example], name: str, target: NodeTarget, positives: Iterable[tuple[int, int]]
) -> Iterator[MarkedNode]:
    wanted = set(positives)
    for example in examples:
        outline = outlined(example.page)
        refused = [found for span in example.rejected.get(name, ()) if (found := locate(example.page, span))]
        numbers = [
            found.node for found in refused if (found.target.kind, found.target.name) == (target.kind, target.name)
        ]
        if _is_complete(example, name):
            numbers += [at for at in target.candidates(outline) if _inside(example, target, at)]
        open_ = _open_nodes(example, name)
        yield from (
            (outline, at) for at in dict.fromkeys(numbers) if (id(outline), at) not in wanted and at not in open_
        )


def _open_nodes(example: Example, name: str) -> frozenset[int]:
    """The nodes of all spans of either/or cells: none of them is a negative."""
    cells = [cell for record in example.records if name in record for cell in _single(record.cell(name))]
    spans = [span for cell in cells if isinstance(cell, Either) for span in cell.spans]
    return frozenset(found.node for span in spans if (found := locate(example.page, span)))


def _is_complete(example: Example, name: str) -> bool:
    """Whether every node that is no value is a negative; an unknown cell may be any node."""
    known = all(name in record and record.cell(name) is not UNKNOWN for record in example.records)
    return example.status == "complete" and known


def _inside(example: Example, target: NodeTarget, at: int) -> bool:
    if example.section is None:
        return True
    span = target.span(outlined(example.page), at)
    return span is not None and example.section.contains(span)
