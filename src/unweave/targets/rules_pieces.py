"""What is checked at a place, as pieces of a function (``rules_flat``)."""

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any

from unweave.targets.rules_flat import FAILS, SELECT, WALK, Piece, Texts

_SOLE = """
if len(place) != 1 or place.tag in unseen_tags:
    return None
node = place[0]
if node.__class__ is not text:
    return None
said = sheet.said[place] = " ".join(node.data.split())
"""
_SAYS = """
node = place
if node.__class__ is not text and len(node) == 1 and node.tag not in unseen_tags:
    node = node[0]
if node.__class__ is text:
    said = sheet.said[place] = " ".join(node.data.split())
else:
    said = sheet.says(place)
"""
_UNLIKE = """
if said in {0}:
    return None
"""
_PLAIN = """
if place.__class__ is not text and (len(place) != 1 or place[0].__class__ is not text):
    return None
"""
_MATCHES = """
if not (place.parent if place.__class__ is text else place).matches({0}):
    return None
"""
_ASKS = """
if not {0}(sheet, place):
    return None
"""
_OWN_TEXT = """
if len(peers) != 1 or not (
    ({2} and peers[0] is place and len(place) == 1 and place[0].__class__ is text)
    or (peers[0] is place.parent and {1}(sheet, peers[0]) == [place])
):
    if not {0}(sheet, place):
        return None
"""
_OWN = """
if len(peers) != 1 or (peers[0] is not place and not (peers[0] is place.parent and {1}(sheet, peers[0], place))):
    if not {0}(sheet, place):
        return None
"""
_INSIDE = """
outer = inner.parent if inner.__class__ is element else None
if outer is None or (len(outer) != 1 and not {0}(sheet, outer, inner)):
    return None
inner = outer
"""
_AROUND = """
if inner.__class__ is not element or not inner.matches({1}):
    return None
"""
_ROW = """
if row.__class__ is not element:
    return None
nodes = row.descendants
"""
_HIGHER = """
if row is not None:
    row = row.parent
"""
_LABEL = """
if data != {0} and " ".join(data.split()) != {0}:
    return None
"""
_STRANGE = """
if " ".join(data.split()) in {0}:
    return None
"""
_ELEMENT = """
if place.__class__ is not element:
    return None
"""
_ALONE = """
if {0}(sheet, place.parent) != [place]:
    return None
"""
_TEXT = """
if place.__class__ is not text:
    return None
"""
_PART = """
first, told = place, said
"""
_SAME = """
if said != told:
    return None
"""

_SOUND = """
if not said.isascii():
    said = {0}(said)
"""
_READ = """
node = first.next_sibling if first.__class__ is text else first
if node.__class__ is element and (node.tag == "table" or (node is first and not sheet.is_plain(node))):
    said = {0}(sheet, first)
elif not said.isascii():
    said = {1}(said)
"""

Check = Callable[[Any, Any], bool]
"""Of a sheet and a place: whether something holds there."""
ShowsOnly = Callable[[Any, Any, Any], bool]
"""Of a sheet, an element and a child: whether nothing else is shown; to be asked if there is something beside it."""


def says(*, is_sole: bool = False) -> Piece:
    """What is said: all that the place shows; sole, if it must be an element with nothing but one text."""
    return Piece(_SOLE if is_sole else _SAYS)


def unlike(texts: AbstractSet[str]) -> Piece:
    """None of these may be said."""
    return Piece(_UNLIKE, (texts,))


def plain() -> Piece:
    """The place must be a text, or an element with nothing but one."""
    return Piece(_PLAIN)


def whole() -> Piece:
    """The place must be an element."""
    return Piece(_ELEMENT)


def bare() -> Piece:
    """The place must be a text."""
    return Piece(_TEXT)


def matching(selector: str) -> Piece:
    """A selector must find the place, or the element around a text."""
    return Piece(_MATCHES, (selector,))


def asking(check: Check) -> Piece:
    """A function of a sheet and a place must say yes."""
    return Piece(_ASKS, (check,))


def selected(selector: str) -> Piece:
    """What a selector finds is at hand."""
    return Piece(SELECT, (selector,))


def only_place(check: Check, shows_only: ShowsOnly) -> Piece:
    """Nothing is at hand but the place, or what shows only that; or a check must hold."""
    return Piece(_OWN, (check, shows_only))


def only_text(check: Check, texts: Texts, *, takes_alone: bool) -> Piece:
    """The same for a text of what is at hand; of an element with one text, only if that is told."""
    return Piece(_OWN_TEXT, (check, texts, takes_alone))


def alone(texts: Texts) -> Piece:
    """Of the element around the place, the place and no other text must be wanted."""
    return Piece(_ALONE, (texts,))


def inside(height: int, shows_only: ShowsOnly, selector: str = "") -> Piece:
    """So many elements around the place must show nothing else, and a selector, if given, must find the outermost."""
    text = "inner = place\n" + _INSIDE * height
    return Piece(text + _AROUND, (shows_only, selector)) if selector else Piece(text, (shows_only,))


def in_row(label: str, height: int) -> Piece:
    """The first text of what is so far above the place must be a label."""
    return Piece(f"row = place\n{_HIGHER * height}{_ROW}{FAILS}{_LABEL}", (label,))


def behind_place(label: str, distance: int) -> Piece:
    """So many texts behind the place there must be a label."""
    return Piece(f"nodes = place.following\n{FAILS * distance}{_LABEL}", (label,))


def before_place(labels: Iterable[tuple[int, str]], strange: AbstractSet[str]) -> Iterator[Piece]:
    """So many texts before the place there must be these labels, and no strange one right before it."""
    wanted = sorted(labels)
    yield Piece("nodes = place.preceding\n")
    if strange:
        yield Piece(WALK + ("    return None\n" if wanted else "    data = ''\n") + _STRANGE, (strange,))
    at = 1 if strange else 0
    for distance, label in wanted:
        yield Piece(FAILS * (distance - at) + _LABEL, (label,))
        at = distance


def parted() -> Piece:
    """What follows is about another place."""
    return Piece(_PART)


def same() -> Piece:
    """Both places must say the same."""
    return Piece(_SAME)


def told(sound: Callable[[str], str]) -> Piece:
    """What is said is the value, once a function has looked at what is not ASCII."""
    return Piece(_SOUND, (sound,))


def read(value_of: Callable[[Any, Any], str], sound: Callable[[str], str]) -> Piece:
    """The same of a text or an element with nothing but one; at any other place a function of a sheet reads the value.

    So it does before a table, from which the text may have been gathered.
    """
    return Piece(_READ, (value_of, sound))
