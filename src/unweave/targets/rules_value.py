"""What compiled rules give for a place: its text, or Unsure where only the slow form knows it."""

from typing import Any

from unweave.targets.rules_sheet import Sheet, Unsure


def value_of(sheet: Sheet, peer: Any) -> str:
    """The value at a place."""
    if type(peer) is sheet.text or not sheet.is_plain(peer):
        _stay(sheet, peer)
    return sound(sheet.reads(peer))


def sound(value: str) -> str:
    """The value itself; it raises Unsure where that has half a surrogate pair."""
    if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise Unsure
    return value


def _stay(sheet: Sheet, peer: Any) -> None:
    """Raise Unsure for a text that stands before a table: it may have been gathered from inside it."""
    moved = peer.next_sibling if type(peer) is sheet.text else peer.select_one("table")
    if moved is not None and getattr(moved, "tag", "") == "table":
        raise Unsure
