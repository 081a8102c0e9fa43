"""The slow definitions of corroboration: all labels by trying all sets of instances, and those of a compact one."""

from collections.abc import Sequence
from itertools import combinations, islice, pairwise, permutations, product

from unweave.labels.compact_label import CompactLabel, joint_labels
from unweave.labels.corroborate import LabelRow, PageLabel
from unweave.labels.instances import Instances, PageInstances
from unweave.page import Span


def first_labels(compact: CompactLabel, *, limit: int) -> list[PageLabel]:
    """The first labels of a compact one."""
    return [labels[0] for labels in islice(joint_labels([compact]), limit)]


def corrob_by_definition(instances: PageInstances) -> list[PageLabel]:
    """Figure 6.1 of the thesis, word by word; it takes exponential time.

    All ways to choose as many possible instances per field as there are rows, times all orders, if a table holds them.
    """
    size = next(len(each.sure) for each in instances.values() if each.settled)
    found = []
    for order in permutations(instances):
        for sets in product(*(_sets(instances[name], size) for name in order)):
            rows = _arranged(sets, size, [instances[name].possible is None for name in order])
            if rows is not None:
                found.append(PageLabel(order, rows))
    return found


def _sets(field: Instances, size: int) -> list[tuple[Span, ...]]:
    """The sets of instances of one field that may be true."""
    if field.possible is None:
        return [field.sure]
    return [chosen for chosen in combinations(field.possible, size) if set(field.sure) <= set(chosen)]


def _arranged(sets: Sequence[Sequence[Span]], size: int, holes: Sequence[bool]) -> tuple[LabelRow, ...] | None:
    """The table that holds all the instances, or None: every way to give rows to them is tried."""
    instances = [(at, span) for at, spans in enumerate(sets) for span in spans]
    for numbers in product(range(size), repeat=len(instances)):
        cells = {(row, at): span for row, (at, span) in zip(numbers, instances, strict=True)}
        if len(cells) == len(instances) and _tabular(cells) and _full(cells, size, holes):
            return tuple(tuple(cells.get((row, at)) for at in range(len(sets))) for row in range(size))
    return None


def _tabular(cells: dict[tuple[int, int], Span]) -> bool:
    spans = [cells[place] for place in sorted(cells)]
    return all(one.end <= other.start for one, other in pairwise(spans))


def _full(cells: dict[tuple[int, int], Span], size: int, holes: Sequence[bool]) -> bool:
    return all((row, at) in cells for row in range(size) for at, hole in enumerate(holes) if not hole)
