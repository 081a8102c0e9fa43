"""The parser's own nodes: their kinds, their texts and their order, and an outline made of them.

Legend

    peer            a node of the parser
    Found           an element, the text right below it, and what that says
    Neighbourhood   an outline that grows around the nodes the automaton is asked about, and no further
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from unweave.trees.outline import HIDDEN, TEXT, Outline, marks_of

DOCUMENT = "#document"
Found = tuple[Any, Any, str]


class Kinds(NamedTuple):
    """The parser's classes."""

    text: Any
    element: Any


@cache
def kinds() -> Kinds:
    """The parser's classes, imported when a page is first looked at."""
    from turbohtml import Element, Text  # noqa: PLC0415 - heavy, and only pages that are parsed need it

    return Kinds(Text, Element)


@cache
def parser() -> Callable[..., Any]:
    """The parser itself, imported when a page is first parsed."""
    from turbohtml import parse  # noqa: PLC0415 - as above

    return parse


def filled(peer: Any) -> list[Any]:
    """The texts right below an element that are not blank."""
    kind = kinds().text
    return [child for child in peer.children if type(child) is kind and not child.data.isspace()]


def in_order(found: list[Found], *, is_mixed: bool) -> list[str]:
    """What the texts say, in document order; mixed, if they may have come otherwise.

    Elements come in document order, but the texts of one may stand around those of another inside it.
    """
    if not is_mixed or not any(_is_inside(after, before) for (before, *_), (after, *_) in pairwise(found)):
        return [data for _, _, data in found]
    return sorted_texts(found)


def sorted_texts(found: Iterable[Found]) -> list[str]:
    """What the texts say, in document order and each once."""
    wanted = {text: data for _, text, data in found}
    top = next(iter(wanted), None)
    while top is not None and top.parent is not None:
        top = top.parent
    return [] if top is None else [wanted[peer] for peer in top.descendants if peer in wanted]


def _is_inside(peer: Any, other: Any) -> bool:
    if len(other) == 1 or peer is other:
        return False
    while peer is not None and peer is not other:
        peer = peer.parent
    return peer is not None


class Neighbourhood(Outline):
    """An outline of the parser's own nodes that grows where it is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.children = _Children(self)  # type: ignore[assignment]  # a list that fills itself
        self.peers: list[Any] = []
        self.known: dict[Any, int] = {}

    def numbered(self, peer: Any) -> int:
        """The node's number; everything above it is numbered first."""
        if peer not in self.known:
            above = peer.parent
            if above is None:
                self._register(peer, -1, 0)
            else:
                self.children[self.numbered(above)]
        return self.known[peer]

    def _register(self, peer: Any, parent: int, position: int) -> int:
        at = self.known[peer] = len(self.tags)
        is_text = type(peer) is kinds().text
        self.peers.append(peer)
        self.tags.append(TEXT if is_text else getattr(peer, "tag", DOCUMENT))
        self.texts.append(" ".join(peer.data.split()) if is_text else "")
        self.parent.append(parent)
        self.position.append(position)
        return at

    def grown(self, at: int) -> list[int]:
        """The node's children, numbered."""
        peer = self.peers[at]
        kept = _counting(peer) if self.tags[at] not in HIDDEN and self.tags[at] != TEXT else ()
        return [self._register(child, at, position) for position, child in enumerate(kept)]

    def marks(self, at: int) -> tuple[str, ...]:
        """The class tokens, role, itemprop and id of an element."""
        return marks_of(self.peers[at].attr) if self.tags[at] != DOCUMENT else ()


class _Children:
    """Lists of children that are made when they are asked for."""

    def __init__(self, outline: Neighbourhood) -> None:
        self._outline = outline
        self._made: dict[int, list[int]] = {}

    def __getitem__(self, at: int) -> list[int]:
        if at not in self._made:
            self._made[at] = self._outline.grown(at)
        return self._made[at]


def _counting(peer: Any) -> Sequence[Any]:
    text, element = kinds()
    return [
        child for child in peer.children if type(child) is element or (type(child) is text and not child.data.isspace())
    ]
