"""Values into records in an exported program; it gives what ``unweave.records`` gives.

Legend

    Found      where a value is, as something that can be compared, and its text: (3, "Emma")
    Row        the values of a record, each with its field: [("title", (3, "Emma"))]
    path       a field, or a field of a level below: "title", "reviews.by"
    order      the paths in their order within a record
    anchor     the field that every record has once; a leading field is one that comes before it
    schema     {"title": False, "tags": True, "reviews": {"by": False}}: True is many, a dict is a level below
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any

from unweave.targets.standalone.tree import Place, ReaderTexts

Found = tuple[Any, str]
Row = list[tuple[str, Found]]


def in_document_order(found: dict[str, list[Found]]) -> Row:
    """All values, each with its field."""
    return sorted(((name, value) for name in found for value in found[name]), key=lambda one: one[1][0])


def by_field(row: Iterable[tuple[str, Found]]) -> dict[str, list[Found]]:
    """Values by their fields."""
    fields: dict[str, list[Found]] = {}
    for name, value in row:
        fields.setdefault(name, []).append(value)
    return fields


def by_order(values: Row, fields: Sequence[str], many: Sequence[str], anchor: str) -> list[Row]:
    """Records that end before a value that they cannot hold."""
    names = [name for name, _ in values]
    anchor = anchor or max((name for name in fields if name not in many), key=names.count, default="")
    leading = leading_fields(names, fields, anchor)
    rows: list[Row] = []
    for name, value in values:
        filled = {other for other, _ in rows[-1]} if rows else set[str]()
        if not rows or (name in filled and name not in many) or (name in leading and anchor in filled):
            rows.append([])
        rows[-1].append((name, value))
    return rows


def leading_fields(names: Sequence[str], fields: Sequence[str], anchor: str) -> set[str]:
    """The fields that come before their record's anchor."""
    if anchor not in names:
        return set()
    before = set(names[: names.index(anchor)])
    behind = set(names[len(names) - names[::-1].index(anchor) :])
    listed = set(fields[: fields.index(anchor)])
    return {name for name in fields if name in (before if (name in before) != (name in behind) else listed)}


def by_sequence(values: Row, order: Sequence[str], many: Sequence[str]) -> list[Row]:
    """Records that end before a value whose field does not come later in the order than what they have."""
    rows: list[Row] = []
    reached = -1
    for name, value in values:
        rank = order.index(name)
        last = rows[-1][-1][0] if rows else None
        level = name.rpartition(".")[0]
        is_same_level = last is not None and bool(level) and last.rpartition(".")[0] == level
        if last is None or not (rank > reached or (name in many and rank == reached) or is_same_level):
            rows.append([])
            reached = -1
        rows[-1].append((name, value))
        reached = max(reached, rank)
    return rows


def by_node(texts: ReaderTexts, values: Row, anchor: str, order: Sequence[str], many: Sequence[str]) -> list[Row]:
    """A record is what the highest node around its anchor shows that holds no other anchor."""
    anchors = [place for name, (place, _) in values if name == anchor]
    regions = [region(texts, place, anchors) for place in anchors]
    rows: list[Row] = [[] for _ in regions]
    outside: Row = []
    for name, (place, text) in values:
        at = bisect_left([one[0] for one in regions], place[0] + 1) - 1
        is_inside = at >= 0 and place[1] <= regions[at][1]
        (rows[at] if is_inside else outside).append((name, (place, text)))
    rows += by_sequence(outside, order, many)
    return sorted((row for row in rows if row), key=lambda row: row[0][1][0])


def region(texts: ReaderTexts, place: Place, anchors: Sequence[Place]) -> tuple[int, int]:
    """The texts of the highest node around an anchor that holds no other one."""
    highest = place[:2]
    for node in texts.around(place):
        first, end = texts.shown[node]
        if sum(first <= other[0] < end for other in anchors) > 1:
            break
        highest = first, end
    return highest if len(anchors) > 1 else (0, len(texts.words))


def by_column(texts: ReaderTexts, values: Row) -> list[Row]:
    """A record is what is in the same column of a table."""
    columns: dict[tuple[int, int], Row] = {}
    for name, value in values:
        columns.setdefault(column(texts, value[0]), []).append((name, value))
    return [columns[key] for key in sorted(columns)]


def column(texts: ReaderTexts, place: Place) -> tuple[int, int]:
    """Where the table around a place begins, and the number of the place's cell in its row."""
    cell = next((node for node in texts.around(place) if node.tag in {"td", "th"}), None)
    if cell is None:
        return -1, 0
    table = next((texts.shown[node][0] for node in cell.iterancestors("table")), -1)
    return table, sum(1 for _ in cell.itersiblings("td", "th", preceding=True))


def paths_of(schema: dict[str, Any], inside: str = "", is_many: bool = False) -> list[str]:
    """Every field that holds values, with the names of the levels above; or only those that may hold many."""
    paths = []
    for name, kind in schema.items():
        if isinstance(kind, dict):
            paths += paths_of(kind, f"{inside}{name}.")
        elif kind or not is_many:
            paths.append(inside + name)
    return paths


def plain_record(values: Row, schema: dict[str, Any], order: Sequence[str]) -> dict[str, Any]:
    """A record made of its values."""
    record: dict[str, Any] = {}
    for name, kind in schema.items():
        if isinstance(kind, dict):
            level = f"{name}."
            below = [(path.removeprefix(level), value) for path, value in values if path.startswith(level)]
            inner = [path.removeprefix(level) for path in order if path.startswith(level)]
            rows = by_sequence(below, inner, paths_of(kind, is_many=True))
            record[name] = [plain_record(row, kind, inner) for row in rows]
        else:
            texts = [text for path, (_, text) in values if path == name]
            record[name] = texts if kind else next(iter(texts), None)
    return record
