"""Values into records in the learned order, and records out of values; the twin of ``unweave.records.grouping``.

Legend

    path       a field, or a field of a level below: "title", "reviews.by"
    order      the paths in the order in which they stand within a record
    schema     {"title": False, "tags": True, "reviews": {"by": False}}: True is many, a dict a level below
"""

from collections.abc import Sequence
from typing import Any

from unweave.targets.alone.order import Found, Row


def by_sequence(values: Row, order: Sequence[str], many: Sequence[str]) -> list[Row]:
    """Records that end before a value whose field does not come later in the order than what they have.

    >>> [len(row) for row in by_sequence([("a", (1, "x")), ("b", (2, "y")), ("a", (3, "z"))], ["a", "b"], [])]
    [2, 1]
    """
    rows: list[Row] = []
    reached = -1
    for name, value in values:
        place = order.index(name)
        last = rows[-1][-1][0] if rows else None
        level = name.rpartition(".")[0]
        is_beside = last is not None and bool(level) and last.rpartition(".")[0] == level
        if last is None or not (place > reached or (name in many and place == reached) or is_beside):
            rows.append([])
            reached = -1
        rows[-1].append((name, value))
        reached = max(reached, place)
    return rows


def many_of(schema: dict[str, Any], inside: str = "") -> list[str]:
    """The fields that a record may have many values of; in a schema True is many, and a dict a level below.

    >>> many_of({"title": False, "tags": True, "reviews": {"by": False}})
    ['tags', 'reviews.by']
    """
    names = []
    for name, kind in schema.items():
        if isinstance(kind, dict):
            names += paths_of(kind, f"{inside}{name}.")
        elif kind:
            names.append(inside + name)
    return names


def paths_of(schema: dict[str, Any], inside: str = "") -> list[str]:
    """Every field that holds values, with the names of the levels above.

    >>> paths_of({"title": False, "reviews": {"by": False}})
    ['title', 'reviews.by']
    """
    found = []
    for name, kind in schema.items():
        found += paths_of(kind, f"{inside}{name}.") if isinstance(kind, dict) else [inside + name]
    return found


def one_row(values: Row, schema: dict[str, Any], order: Sequence[str], inside: str = "") -> dict[str, Any]:
    """A record made of its values.

    >>> one_row([("title", (1, "Emma"))], {"title": False, "tags": True}, ["title", "tags"])
    {'title': 'Emma', 'tags': []}
    """
    record: dict[str, Any] = {}
    for name, kind in schema.items():
        path = inside + name
        if isinstance(kind, dict):
            below = [(one.removeprefix(f"{path}."), value) for one, value in values if one.startswith(f"{path}.")]
            inner = [one.removeprefix(f"{path}.") for one in order if one.startswith(f"{path}.")]
            record[name] = [one_row(row, kind, inner) for row in by_sequence(below, inner, many_of(kind))]
        else:
            texts = [text for one, (_, text) in values if one == path]
            record[name] = texts if kind else next(iter(texts), None)
    return record


def merged(rows: Sequence[dict[str, list[Found]]]) -> dict[str, list[Found]]:
    """The values of all rows by their fields.

    >>> merged([{"a": [(1, "x")]}, {"a": [(2, "y")]}])
    {'a': [(1, 'x'), (2, 'y')]}
    """
    found: dict[str, list[Found]] = {}
    for row in rows:
        for name, values in row.items():
            found.setdefault(name, []).extend(values)
    return found
