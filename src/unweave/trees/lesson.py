"""What examples teach about one field: which nodes are its values, which are not, and which part of them.

Legend

    positives       the nodes that hold values: [(outline, 17), ...]
    samples         the same as texts with the places of the values in them, for the learner of parts
    negatives       nodes that were rejected, and on complete pages every other node of the kind
    stretch         a value that begins in one text and ends in another: two lessons, for its first and its last text
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from unweave.errors import NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example
from unweave.records.cells import UNKNOWN, Either
from unweave.records.record import Cell
from unweave.trees.aims import Aim, Hit, hit, places, trimmed
from unweave.trees.language import Marked
from unweave.trees.outline import outlined
from unweave.values.parts import Sample

Value = tuple[Example, Span]


@dataclass(frozen=True, slots=True)
class Lesson:
    """Nodes and parts of one field."""

    name: str
    aim: Aim
    positives: tuple[Marked, ...]
    samples: tuple[Sample, ...]
    negatives: tuple[Marked, ...]
    pages: tuple[Page, ...]

    def text(self, marked: Marked) -> str:
        """The source that a node fills."""
        outline, at = marked
        place = self.aim.place(outline, at)
        return "" if place is None else outline.nodes[at].tree.source[place.start : place.end]


def values_of(examples: Sequence[Example], name: str) -> list[Value]:
    """Every value of the field; of either/or cells the place that looks most like the others."""
    cells = [
        (example, cell)
        for example in examples
        for record in example.records
        if name in record
        for cell in _single(record.cell(name))
    ]
    cells = list(_one_each(cells))
    common = Counter(look for example, cell in cells for look in {_look(example.page, span) for span in _spans(cell)})
    return [
        (example, max(_spans(cell), key=lambda span: (common[_look(example.page, span)], -span.start)))
        for example, cell in cells
    ]


def _one_each(cells: Sequence[tuple[Example, Span | Either]]) -> Iterator[tuple[Example, Span | Either]]:
    """Where as many cells of a page show a text as places do, the first cell is the first place, and so on."""
    asking = Counter((id(example), cell) for example, cell in cells)
    given: Counter[tuple[int, Span | Either]] = Counter()
    for example, cell in cells:
        key = (id(example), cell)
        fits = isinstance(cell, Either) and asking[key] == len(cell.spans)
        yield example, cell.spans[given[key]] if isinstance(cell, Either) and fits else cell
        given[key] += 1


def taught(examples: Sequence[Example], name: str, values: Sequence[Value]) -> Lesson:
    """The lesson of values that each lie in one node; it raises NoConsistentWrapper where one does not."""
    hits = [_hit(name, example.page, span) for example, span in values]
    aim, hits = _one_aim(name, [(example.page, each) for (example, _), each in zip(values, hits, strict=True)])
    found: dict[tuple[int, int], tuple[Marked, Hit, Page, list[Span]]] = {}
    for (example, span), each in zip(values, hits, strict=True):
        marked = (outlined(example.page), each.node)
        found.setdefault((id(marked[0]), marked[1]), (marked, each, example.page, []))[3].append(span)
    return Lesson(
        name,
        aim,
        tuple(marked for marked, *_ in found.values()),
        tuple(_sample(page, each.place, spans) for _, each, page, spans in found.values()),
        tuple(_negatives(examples, name, aim, found.keys())),
        tuple(example.page for example in examples),
    )


def is_stretch(page: Page, span: Span) -> bool:
    """Whether the value begins in one text and ends in another, and is no whole element either."""
    return hit(page, span) is None and all(end is not None for end in _ends(page, span))


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
    """The trimmed places of the texts in which the span begins and ends."""
    outline, inner = outlined(page), trimmed(page, span)
    known = places(outline)
    numbers = known.text_at(inner.start), known.text_at(inner.end - 1)
    spans = [None if at is None else outline.nodes[at].span for at in numbers]
    first, last = (None if place is None else trimmed(page, place) for place in spans)
    return first, last


def _single(cell: Cell) -> Iterator[Span | Either]:
    if isinstance(cell, Span | Either):
        yield cell
    elif isinstance(cell, tuple):
        yield from (item for item in cell if isinstance(item, Span | Either))


def _spans(cell: Span | Either) -> tuple[Span, ...]:
    return cell.spans if isinstance(cell, Either) else (cell,)


def _look(page: Page, span: Span) -> tuple[object, ...]:
    """What a place looks like from afar: the kind of node, and the tags and classes above it."""
    found = hit(page, span)
    if found is None:
        return ("stretch",)
    outline = outlined(page)
    way = outline.way(found.node, 5)
    whole = trimmed(page, found.place) == trimmed(page, span)
    return found.aim.kind, found.aim.name, whole, *((outline.tags[at], outline.marks(at)) for at in way[1:])


def _hit(name: str, page: Page, span: Span) -> Hit:
    found = hit(page, span)
    if found is None:
        reason = f"{page.text(span)!r} is neither a text, nor an element, nor an attribute, nor a part of one"
        raise NoConsistentWrapper(kind="tree", field=name, page=page.name, reason=reason)
    return found


def _one_aim(name: str, hits: Sequence[tuple[Page, Hit]]) -> tuple[Aim, list[Hit]]:
    """The kind of node that all values are; a text that fills an element counts as it where others are elements."""
    kinds = {each.aim.kind for _, each in hits}
    if kinds == {"text", "element"}:
        hits = [(page, _as_element(page, each)) for page, each in hits]
        kinds = {each.aim.kind for _, each in hits}
    names = {each.aim.name for _, each in hits}
    if len(kinds) > 1 or len(names) > 1:
        told = sorted({each.aim.told for _, each in hits})
        raise NoConsistentWrapper(kind="tree", field=name, reason=f"some values are {' and some '.join(told)}")
    tags = sorted({tag for _, each in hits for tag in each.aim.tags})
    first = hits[0][1].aim
    return Aim(first.kind, first.name, tuple(tags)), [each for _, each in hits]


def _as_element(page: Page, each: Hit) -> Hit:
    outline = outlined(page)
    parent = outline.parent[each.node]
    inside = outline.nodes[parent].inner
    if each.aim.kind == "text" and inside and trimmed(page, inside) == trimmed(page, each.place):
        return Hit(Aim("element", tags=(outline.tags[parent],)), parent, inside)
    return each


def _sample(page: Page, place: Span, spans: Sequence[Span]) -> Sample:
    ordered = sorted(dict.fromkeys(spans))
    return page[place], [(span.start - place.start, span.end - place.start) for span in ordered]


def _negatives(
    examples: Sequence[Example], name: str, aim: Aim, positives: Iterable[tuple[int, int]]
) -> Iterator[Marked]:
    wanted = set(positives)
    for example in examples:
        outline = outlined(example.page)
        refused = [found for span in example.rejected.get(name, ()) if (found := hit(example.page, span))]
        numbers = [found.node for found in refused if (found.aim.kind, found.aim.name) == (aim.kind, aim.name)]
        if _is_complete(example, name):
            numbers += [at for at in aim.candidates(outline) if _inside(example, aim, at)]
        open_ = _open_nodes(example, name)
        yield from (
            (outline, at) for at in dict.fromkeys(numbers) if (id(outline), at) not in wanted and at not in open_
        )


def _open_nodes(example: Example, name: str) -> frozenset[int]:
    """The nodes that may be meant by either/or cells: none of them is a negative."""
    cells = [cell for record in example.records if name in record for cell in _single(record.cell(name))]
    spans = [span for cell in cells if isinstance(cell, Either) for span in cell.spans]
    return frozenset(found.node for span in spans if (found := hit(example.page, span)))


def _is_complete(example: Example, name: str) -> bool:
    """A cell that is not known may be any node."""
    known = all(name in record and record.cell(name) is not UNKNOWN for record in example.records)
    return example.status == "complete" and known


def _inside(example: Example, aim: Aim, at: int) -> bool:
    if example.section is None:
        return True
    place = aim.place(outlined(example.page), at)
    return place is not None and example.section.contains(place)
