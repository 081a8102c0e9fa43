"""How to come to a place, as pieces of a function (``rules_flat``); where there is none, it ends with None."""

from collections.abc import Callable
from typing import Any

from unweave.targets.rules_flat import FAILS, SELECT, Piece, Texts

_ONLY = """
if len(peers) != 1:
    return None
place = peers[0]
"""
_FIRST = """
place = document.select_one({0})
if place is None or (hidden and place in hidden):
    return None
"""
_LISTED = """
if not -len(peers) <= {1} < len(peers):
    return None
place = peers[{1}]
"""
_CHILD = """
if len(place) <= {0}:
    return None
place = place[{0}]
if place.__class__ is not text:
    return None
"""
_WRITTEN = """
for peer in peers:
    if peer.text == {1} and len(peer) == 1:
        place = peer[0]
        if place.__class__ is text:
            break
else:
    return None
"""
_SOUGHT = """
peer = document.find({0}, text={1})
if peer is None or len(peer) != 1 or (hidden and peer in hidden):
    return None
place = peer[0]
if place.__class__ is not text:
    return None
"""
_OUTER = """
place = node.parent
if len(place) != 1:
    place = node
"""
_TEXT_OF = """
if len(place) != 1 or place[0].__class__ is not text:
    peers = {0}(sheet, place)
    if len(peers) != 1:
        return None
    place = peers[0]
elif not {1}:
    return None
"""
_CALL = """
place = {0}(sheet)
if place is None:
    return None
"""


def only(selector: str) -> Piece:
    """The place is the only element that a selector finds."""
    return Piece(SELECT + _ONLY, (selector,))


def one_of(selector: str, at: int) -> Piece:
    """The place is one of the elements that a selector finds, counted from the end if below 0."""
    return Piece(SELECT + _LISTED, (selector, at)) if at else Piece(_FIRST, (selector,))


def text_of(texts: Texts, *, takes_alone: bool) -> Piece:
    """The place is the one text below the one so far that a function gives; or all of it, if it has no other."""
    return Piece(_TEXT_OF, (texts, takes_alone))


def child(at: int) -> Piece:
    """The place is a text right below the one so far."""
    return Piece(_CHILD, (at,))


def written(selector: str, form: str) -> Piece:
    """The place is the first text that is written so and alone in an element which a selector finds."""
    return Piece(SELECT + _WRITTEN, (selector, form))


def sought(tag: str, form: str) -> Piece:
    """The same where the first element with a tag that is written so has nothing but a text."""
    return Piece(_SOUGHT, (tag, form))


def beside(distance: int, *, is_behind: bool) -> Piece:
    """The place is so many texts behind or before the one so far; the element around it if it is alone."""
    axis = "following" if is_behind else "preceding"
    return Piece(f"nodes = place.{axis}\n{FAILS * distance}{_OUTER}")


def called(place_of: Callable[[Any], Any]) -> Piece:
    """The place is what a function of a sheet gives."""
    return Piece(_CALL, (place_of,))
