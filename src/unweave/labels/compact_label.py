"""Corrob*: one compact label instead of all labels, given the order of the fields (thesis, section 6.6).

Legend

    unambiguous   an instance that is in every label
    strongly      an instance whose choice depends on the choice in another cell
    weakly        one of several instances of a cell, chosen independently of all other cells
    cluster       neighbouring cells that depend on one another: (62, 67) or (65, 70), then (69, 74) or (72, 78)
    compact       a table whose cells are spans, either/or cells and holes; every way to decide the either/or cells
                  is a label
    proximity     of the instances of an either/or cell, the one nearest to the value before it is tried first

From each cluster the instances of one field are kept and the other cells become holes. The thesis picks that field
arbitrarily; ours is the one that keeps most cells filled, then the one with the fewest alternatives, then the first
in the order. In a table pruned of impossible candidates only neighbouring cells need to be compared: where two cells
further apart conflict, so do the ones between them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice, pairwise
from math import prod
from typing import TypeAlias

from unweave.labels.corroborate import Cell, LabelRow, PageLabel, Table, check_reasonable, table_of
from unweave.labels.instances import PageInstances
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Either, Example, Record
from unweave.records import Cell as RecordCell

Instance: TypeAlias = tuple[str, Span]


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """The instances of the fields that are not settled, by how ambiguous they are."""

    unambiguous: tuple[Instance, ...]
    weakly: tuple[Instance, ...]
    strongly: tuple[Instance, ...]


@dataclass(frozen=True, slots=True)
class CompactLabel:
    """A table with decided cells, either/or cells (several candidates) and holes (none).

    >>> label = CompactLabel(("code",), (((Span(3, 6), Span(9, 12)),),))
    >>> label.size, label.example(Page("<i>242</i> 20")).records[0].cell("code")
    (2, Either(spans=(Span(start=3, end=6), Span(start=9, end=12))))
    """

    order: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def size(self) -> int:
        """How many labels it represents."""
        return prod(max(1, len(cell)) for row in self.rows for cell in row)

    def example(self, page: Page) -> Example:
        """The label as an example with either/or and unknown cells; complete, since it has all rows."""
        records = tuple(
            Record(page, {name: _record_cell(cell) for name, cell in zip(self.order, row, strict=True)})
            for row in self.rows
        )
        return Example(page, records, status="complete")

    def with_left(self) -> Iterator[tuple[Cell, int]]:
        """Every cell, and the end of the value before it; of an either/or cell that of its first instance."""
        end = 0
        for cell in (cell for row in self.rows for cell in row):
            yield cell, end
            end = cell[0].end if cell else end


def corrob_star(instances: PageInstances, order: Sequence[str]) -> CompactLabel | None:
    """The compact label of that order; None when no label agrees with the instances.

    >>> from unweave.labels.instances import Report, combined_reports
    >>> code = combined_reports([Report("perfect", (Span(22, 27),))])
    >>> country = combined_reports([Report("unsound", (Span(5, 10), Span(15, 20)))])
    >>> corrob_star({"country": country, "code": code}, ("country", "code")).size
    2
    """
    check_reasonable(instances)
    table = table_of(instances, order)
    if table is None:
        return None
    cells = [cell for row in table for cell in row]
    for cluster in clusters(table):
        kept = _kept_field(cells, cluster, len(order))
        for at in cluster:
            cells[at] = cells[at] if at % len(order) == kept else ()
    rows = tuple(tuple(cells[at : at + len(order)]) for at in range(0, len(cells), len(order)))
    return CompactLabel(tuple(order), rows)


def ambiguity(instances: PageInstances, order: Sequence[str]) -> Ambiguity:
    """How ambiguous each instance of the fields that are not settled is; nothing when no label agrees.

    >>> from unweave.labels.instances import Report, combined_reports
    >>> code = combined_reports([Report("perfect", (Span(22, 27),))])
    >>> country = combined_reports([Report("unsound", (Span(5, 10), Span(15, 20)))])
    >>> len(ambiguity({"country": country, "code": code}, ("country", "code")).weakly)
    2
    """
    table = table_of(instances, order) or []
    strong = {at for cluster in clusters(table) for at in cluster}
    found: dict[str, list[Instance]] = {"unambiguous": [], "weakly": [], "strongly": []}
    for at, cell in enumerate(cell for row in table for cell in row):
        name = order[at % len(order)]
        word = "strongly" if at in strong else "weakly" if len(cell) > 1 else "unambiguous"
        found[word] += [(name, span) for span in cell if span not in instances[name].sure]
    return Ambiguity(*(tuple(found[word]) for word in ("unambiguous", "weakly", "strongly")))


def clusters(table: Table) -> list[list[int]]:
    """The numbers of the cells that depend on one another, cluster by cluster.

    >>> clusters([[(Span(0, 2), Span(1, 3)), (Span(2, 4), Span(3, 5)), (Span(9, 10),)]])
    [[0, 1]]
    """
    found: list[list[int]] = []
    filled = [(at, cell) for at, cell in enumerate(cell for row in table for cell in row) if cell]
    for (here, cell), (there, following) in pairwise(filled):
        if max(span.end for span in cell) > min(span.start for span in following):
            if found and found[-1][-1] == here:
                found[-1].append(there)
            else:
                found.append([here, there])
    return found


def _kept_field(cells: Sequence[Cell], cluster: Sequence[int], width: int) -> int:
    """The field of a cluster whose instances are kept, by the rule above."""

    def rank(field: int) -> tuple[int, int, int]:
        own = [cells[at] for at in cluster if at % width == field]
        return -len(own), prod(map(len, own)), field

    return min(sorted({at % width for at in cluster}), key=rank)


def _by_proximity(cell: Cell, left: int) -> list[Span | None]:
    return [*sorted(cell, key=lambda span: (abs(span.start - left), span))] or [None]


def _record_cell(cell: Cell) -> RecordCell:
    return UNKNOWN if not cell else cell[0] if len(cell) == 1 else Either(cell)


def nearest_first(cells: Sequence[Sequence[Span | None]]) -> Iterator[LabelRow]:
    """One candidate of each cell, in every combination, by the sum of their ranks.

    >>> a, b, c, d = (Span(at, at + 1) for at in range(4))
    >>> [(one.start, other.start) for one, other in nearest_first([[a, b], [c, d]])]
    [(0, 2), (1, 2), (0, 3), (1, 3)]
    """
    either_or = [at for at, cell in enumerate(cells) if len(cell) > 1]
    heap: list[tuple[int, tuple[tuple[int, int], ...]]] = [(0, ())]
    while heap:
        total, raised = heappop(heap)
        ranks = dict(raised)
        yield tuple(cell[ranks.get(at, 0)] for at, cell in enumerate(cells))
        for step in _raised(raised, either_or, cells):
            heappush(heap, (total + 1, step))


def _raised(
    raised: tuple[tuple[int, int], ...], either_or: Sequence[int], cells: Sequence[Sequence[Span | None]]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """The next combinations: the last raised cell, or one after it, is raised, so that each is reached once."""
    *before, (last, rank) = raised or ((-1, 0),)
    if raised and rank + 1 < len(cells[last]):
        yield (*before, (last, rank + 1))
    for at in either_or:
        if at > last:
            yield (*raised, (at, 1))


def joint_labels(compacts: Sequence[CompactLabel]) -> Iterator[list[PageLabel]]:
    """A label of each compact one, in every combination, those with the nearest instances first.

    >>> code = CompactLabel(("code",), (((Span(3, 6), Span(9, 12)),),))
    >>> [[label.rows[0][0].start for label in labels] for labels in joint_labels([code, code])]
    [[3, 3], [9, 3], [3, 9], [9, 9]]
    """
    cells = [_by_proximity(cell, left) for compact in compacts for cell, left in compact.with_left()]
    for choice in nearest_first(cells):
        rest = iter(choice)
        yield [
            PageLabel(compact.order, tuple(tuple(islice(rest, len(row))) for row in compact.rows))
            for compact in compacts
        ]
