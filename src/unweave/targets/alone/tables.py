"""What a stand-alone file says of its fields: rules, panels, parts, as plain values.

Legend

    Rule       a path and what else must hold of what it finds; ``near=((-1, "Brand:"),)``: right before it stands this
    panel      rules that vote: each gives its weight to what it finds or, finding nothing, its silence to nothing
    Part       the fields' panels, and what a record is: all of the page ("page"), a node that rules of its own find
               ("node"), a value ("value"), or values that follow each other ("order")
"""

from typing import NamedTuple


class Rule(NamedTuple):
    """A path, what must stand near what it finds, and which part of it is meant."""

    path: str
    weight: float = 1.0
    silence: float = 0.0
    near: tuple[tuple[int, str], ...] = ()
    heading: str = ""
    left: str = ""
    right: str = ""


class Field(NamedTuple):
    """The panels of a field; whether a record may have many values, or the same one twice; labels of something else.

    A rule that finds what stands right behind such a strange label has no vote.
    """

    panels: tuple[tuple[Rule, ...], ...]
    many: bool = False
    repeats: bool = False
    strange: frozenset[str] = frozenset()


class Part(NamedTuple):
    """Fields that are found together, and what a record of them is."""

    fields: dict[str, Field]
    record: str = "page"
    nodes: tuple[Rule, ...] = ()
    tag: str = ""
    anchor: str = ""
