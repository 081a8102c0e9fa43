"""Values into records by the order of the page alone; the twin of ``unweave.records.group``.

Legend

    Found      where a value stands, which can be compared, and its text
    Row        a record's values, each with its field
    anchor     the field that every record has once; a field is leading where it stands before it
"""

from collections.abc import Sequence
from typing import Any

Found = tuple[Any, str]
Row = list[tuple[str, Found]]


def in_order(values: Row, fields: Sequence[str], many: Sequence[str], anchor: str) -> list[Row]:
    """Records that go on until a value comes that they cannot hold.

    >>> values = [("title", (0, "Emma")), ("title", (2, "Kim")), ("price", (3, "$5"))]
    >>> [len(row) for row in in_order(values, ("title", "price"), (), "title")]
    [1, 2]
    """
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


def in_document_order(found: dict[str, list[Found]]) -> Row:
    """All values, each with its field.

    >>> in_document_order({"b": [(2, "y")], "a": [(1, "x")]})
    [('a', (1, 'x')), ('b', (2, 'y'))]
    """
    return sorted(((name, value) for name in found for value in found[name]), key=lambda one: one[1][0])


def leading_fields(names: Sequence[str], fields: Sequence[str], anchor: str) -> set[str]:
    """The fields that stand before their record's anchor.

    >>> leading_fields(["badge", "title", "title"], ["title", "badge"], "title")
    {'badge'}
    """
    if anchor not in names:
        return set()
    before = set(names[: names.index(anchor)])
    behind = set(names[len(names) - names[::-1].index(anchor) :])
    named = set(fields[: fields.index(anchor)])
    return {name for name in fields if name in (before if (name in before) != (name in behind) else named)}


def by_field(row: Row) -> dict[str, list[Found]]:
    """A row's values by their fields.

    >>> by_field([("a", (1, "x")), ("a", (2, "y"))])
    {'a': [(1, 'x'), (2, 'y')]}
    """
    fields: dict[str, list[Found]] = {}
    for name, value in row:
        fields.setdefault(name, []).append(value)
    return fields
