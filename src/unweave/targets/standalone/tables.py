"""What was learned, as plain values; an exported program has them at its top.

Legend

    PathRule       an XPath and what else must hold of what it finds; ``near=((-1, "Brand:"),)``: the text before it
    panel          rules that vote: each gives its weight to what it finds or, finding nothing, its silence to nothing
    FieldRules     the panels of a field
    RecordRules    the fields, and what a record is: all of the page ("page"), a node that rules of its own find
                   ("node"), a value ("value"), or values that follow each other ("order")
    Scan, Cut      the delimiters of a record and of a field, as ``unweave.program`` defines them
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PathRule:
    """An XPath, what must be near what it finds, and which part of the text is the value.

    ``ordinal``: of what is found in a record, only the one with this number, from 0 (-1: the last). ``pattern``: a
    regular expression whose group is the part of the text.
    """

    path: str
    weight: float = 1.0
    silence: float = 0.0
    near: tuple[tuple[int, str], ...] = ()
    heading: str = ""
    left: str = ""
    right: str = ""
    ordinal: int | None = None
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class FieldRules:
    """The panels of a field; whether a record may have many values, or the same one twice.

    A rule that finds one of ``other_labels``, the labels of other fields, or what is right behind one, has no vote.
    ``rows``: where the one value that is found is in a row with others, all are values, unless one of them is a label;
    ``own_labels`` are those of the field. ``data``: a DataVote, what the data in scripts says; None if it has no vote.
    """

    panels: tuple[tuple[PathRule, ...], ...]
    many: bool = False
    repeats: bool = False
    other_labels: frozenset[str] = frozenset()
    rows: bool = False
    data: Any = None
    own_labels: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RecordRules:
    """Fields that are found together, and what a record of them is."""

    fields: dict[str, FieldRules]
    record: str = "page"
    nodes: tuple[PathRule, ...] = ()
    tag: str = ""
    anchor: str = ""
