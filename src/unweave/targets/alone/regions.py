"""Records by where their values stand in the tree: in the node around an anchor, or in a column of a table.

It is the twin of the ways "node" and "column" of ``unweave.records.grouping``.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from unweave.targets.alone.order import Row
from unweave.targets.alone.rows import by_sequence
from unweave.targets.alone.sight import Place, Sight


def by_node(sight: Sight, values: Row, anchor: str, order: Sequence[str], many: Sequence[str]) -> list[Row]:
    """A record is what stands in the highest node around its anchor that holds no other anchor."""
    anchors = [place for name, (place, _) in values if name == anchor]
    regions = [region(sight, place, anchors) for place in anchors]
    rows: list[Row] = [[] for _ in regions]
    outside: Row = []
    for name, (place, text) in values:
        at = bisect_left([one[0] for one in regions], place[0] + 1) - 1
        is_inside = at >= 0 and place[1] <= regions[at][1]
        (rows[at] if is_inside else outside).append((name, (place, text)))
    rows += by_sequence(outside, order, many)
    return sorted((row for row in rows if row), key=lambda row: row[0][1][0])


def region(sight: Sight, place: Place, anchors: Sequence[Place]) -> tuple[int, int]:
    """The texts of the highest node around an anchor that holds no other one."""
    found = place[:2]
    for node in sight.around(place):
        first, end = sight.shown[node]
        if sum(first <= other[0] < end for other in anchors) > 1:
            break
        found = first, end
    return found if len(anchors) > 1 else (0, len(sight.words))


def by_column(sight: Sight, values: Row) -> list[Row]:
    """A record is what stands in the same column of a table."""
    columns: dict[tuple[int, int], Row] = {}
    for name, value in values:
        columns.setdefault(column(sight, value[0]), []).append((name, value))
    return [columns[key] for key in sorted(columns)]


def column(sight: Sight, place: Place) -> tuple[int, int]:
    """Where the table begins in which a place stands, and the number of its cell in its row."""
    around: list[Any] = list(sight.around(place))
    cell = next((node for node in around if node.tag in {"td", "th"}), None)
    if cell is None:
        return -1, 0
    table = next((sight.shown[node][0] for node in cell.iterancestors("table")), -1)
    return table, sum(1 for _ in cell.itersiblings("td", "th", preceding=True))
