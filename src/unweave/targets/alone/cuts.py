"""What a stand-alone file says of a scan: delimiters, as plain values."""

from typing import NamedTuple


class Cut(NamedTuple):
    """Where a field's value begins (behind left) and ends (at right); missing stands there where there is none."""

    field: str
    left: str
    right: str
    missing: str = ""


class Scan(NamedTuple):
    """One pass over the source; with opening, records begin there, and with nested the cuts are levels."""

    cuts: tuple[Cut, ...]
    head: str = ""
    tail: str = ""
    opening: str = ""
    closing: str = ""
    nested: bool = False
