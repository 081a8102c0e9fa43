"""Ways to the place of a value: where a rule's selector finds one element, or where values stood on pages at hand.

Legend

    only        the one element that a rule's selector finds, or the one text in it that the rule wants; rules whose
                selectors say more find just that or nothing
    standing    the one of a few elements that stands by the label on which a rule rests
    hint        "the third of all td.value", or the last but one; of its texts one, or all of it
    beside      the text next to a label, which is looked for among the elements that held it on the pages at hand; or
                the element around it, if that has nothing else
    sought      a label of which the parser finds the first element by its tag and text

Rules that rest on labels name places that no selector finds alone. A guess costs little: where the labels of rules that
settle the vote stand by the place that it hits, they need not be searched for.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from unweave.targets import rules_roads as roads
from unweave.targets.rules_flat import Piece
from unweave.targets.rules_query import Anchor, Chain, Query, label_of
from unweave.targets.rules_script import Fits
from unweave.targets.rules_sheet import Sheet

_TAG = re.compile("[a-z0-9]+")
MOST_HINTS = 12
MOST_BESIDE = 8
MOST_LISTED = 200
MOST_PEERS = 16
_SELECT, _STEP, _PEER, _LISTED, _TEXT, _SOUGHT = 0.8, 0.3, 0.02, 0.03, 0.2, 0.015  # microseconds


def selecting(selector: str, sheet: Sheet, share: float = 1.0) -> float:
    """What it takes to select, in microseconds, on a page like this, up to some share of the page."""
    tag = _TAG.match(selector.rpartition(" > ")[2])
    crowd = len(sheet.select(tag.group())) if tag else len(sheet.select("*"))
    return _SELECT + _STEP * (1 + selector.count(" > ")) + _PEER * crowd * share


class Only(NamedTuple):
    """The one element that a rule finds, or its text."""

    leader: Query

    @property
    def chain(self) -> Chain:
        """What is known of the element."""
        return self.leader.chain

    def cost(self, sheet: Sheet) -> float:
        """What it takes on a page, in microseconds."""
        return selecting(self.leader.selector, sheet)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Only where the selector finds just one element, and the rule one place in it."""
        leader = self.leader
        return (
            roads.only(leader.selector),
            *((roads.text_of(leader.texts, takes_alone=leader.takes_first),) * leader.is_text),
        )

    def follows(self, query: Query) -> Fits | None:
        """How to tell that a rule which says more finds the same."""
        return _Follower(query, self.leader).fits if query.says_more_than(self.leader) else None


class _Follower:
    """A rule whose selector says more than one that finds a single element."""

    def __init__(self, query: Query, leader: Query) -> None:
        self._query, self._is_simple = query, query.is_simple
        self._selector = query.selector if query.selector != leader.selector else ""

    def fits(self, sheet: Sheet, place: Any) -> bool:
        """Whether it finds this place."""
        peer = place.parent if type(place) is sheet.text else place
        if self._selector and not peer.matches(self._selector):
            return False
        node = self._node(sheet, peer, place)
        return node is not None and (self._is_simple or self._query.holds(sheet, node))

    def _node(self, sheet: Sheet, peer: Any, place: Any) -> Any:
        """What it would find of the element, if that says what the place says."""
        if sheet.is_plain(peer):
            return peer if not self._query.is_text else peer[0] if self._query.takes_first else None
        if self._query.is_text is (peer is place):
            return None
        return place if peer is place or self._query.texts(sheet, peer) == [place] else None


class Standing(NamedTuple):
    """The one of a few elements that a rule's selector finds which stands by the rule's label, or its text."""

    query: Query
    leader: None = None

    @property
    def chain(self) -> Chain:
        """What is known of the element."""
        return self.query.chain

    def cost(self, sheet: Sheet) -> float:
        """What it takes on a page, in microseconds."""
        return selecting(self.query.selector, sheet) + _TEXT * MOST_PEERS

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Only where there is just one."""
        return (roads.called(self._place),)

    def _place(self, sheet: Sheet) -> Any:
        peers = sheet.select(self.query.selector)
        found = [peer for peer in peers if self.query.among(sheet, [peer])] if len(peers) <= MOST_PEERS else ()
        if len(found) != 1:
            return None
        texts = self.query.among(sheet, found) if not sheet.is_plain(found[0]) else found
        return texts[0] if len(texts) == 1 else None

    def follows(self, query: Query) -> Fits | None:
        """It cannot tell: there may be others."""


class Hint(NamedTuple):
    """One of the elements that a selector finds; and which of its children, or -1 for the element itself."""

    selector: str
    at: int
    child: int
    known: Chain = ()
    leader: None = None

    @property
    def chain(self) -> Chain:
        """What is known of the element; nothing if the place is a text in it."""
        return self.known if self.child < 0 else ()

    def cost(self, sheet: Sheet) -> float:
        """What it takes on a page, in microseconds."""
        if not self.at:
            return selecting(self.selector, sheet, 0.5)
        return selecting(self.selector, sheet) + _LISTED * len(sheet.select(self.selector))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Where there are as many."""
        return (roads.one_of(self.selector, self.at), *((roads.child(self.child),) if self.child >= 0 else ()))

    def follows(self, query: Query) -> Fits | None:
        """It cannot tell: there may be others."""


class Beside(NamedTuple):
    """The text beside a label, which is the only text of an element that a selector finds, or that has a tag."""

    selector: str
    form: str
    anchor: Anchor
    is_sought: bool = False
    chain: Chain = ()
    leader: None = None

    def cost(self, sheet: Sheet) -> float:
        """What it takes on a page, in microseconds."""
        if not self.is_sought:
            return selecting(self.selector, sheet) + _TEXT * len(sheet.select(self.selector))
        passed, label = sheet.select("*"), sheet.document.find(self.selector, text=self.form)
        return _SELECT + _SOUGHT * (passed.index(label) if label in passed else len(passed))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What stands beside the first such label; the element around it, if it is alone there."""
        road, anchor = roads.sought if self.is_sought else roads.written, self.anchor
        return road(self.selector, self.form), roads.beside(anchor.distance, is_behind=anchor.side == "before")

    def follows(self, query: Query) -> Fits | None:
        """It cannot tell: there may be others."""


def hints_of(places: Iterable[tuple[Sheet, Any]], queries: Iterable[Query]) -> list[Hint]:
    """Hints from where values stood, those first that were right most often; and what rules find first."""
    hints = Counter(hint for sheet, place in places for hint in _hints(sheet, place))
    children = Counter(hint.child for hint in hints.elements()).most_common(1)
    firsts = [Hint(query.selector, 0, child, query.chain) for query in queries for child, _ in children]
    return list(dict.fromkeys([*(hint for hint, _ in hints.most_common(MOST_HINTS)), *firsts]))


def _hints(sheet: Sheet, place: Any) -> Iterator[Hint]:
    is_text = type(place) is sheet.text
    peer = place.parent if is_text else place
    child = -1 if not is_text or len(peer) == 1 else peer.children.index(place)
    if type(peer) is not sheet.element:
        return
    for chain in _chains(peer):
        peers = sheet.select(selector := selector_of(chain))
        if peer in peers and len(peers) <= MOST_LISTED:
            at = peers.index(peer)
            yield Hint(selector, at, child, chain)
            yield Hint(selector, at - len(peers), child, chain)


def besides_of(places: Iterable[tuple[Sheet, Any]], anchors: Iterable[Anchor]) -> list[Beside]:
    """Ways by labels, from where values stood, those first that were right most often."""
    beside = [anchor for anchor in anchors if anchor.side != "row"]
    found = Counter(way for sheet, place in places for anchor in beside for way in _besides(sheet, place, anchor))
    return [way for way, _ in found.most_common(MOST_BESIDE)]


def _besides(sheet: Sheet, place: Any, anchor: Anchor) -> Iterator[Beside]:
    label = label_of(sheet, place, anchor)
    if sheet.says_label(label, anchor.label) and sheet.is_plain(label.parent):
        yield Beside(label.parent.tag, label.data, anchor, is_sought=True)
        for chain in _chains(label.parent):
            yield Beside(selector_of(chain), label.data, anchor)


def selector_of(chain: Chain) -> str:
    """The selector of a chain."""
    return " > ".join(tag + "".join(sorted(marks)) for tag, marks in reversed(chain))


def _chains(peer: Any) -> list[Chain]:
    """Two chains that find an element, among others."""
    own = (_compound(peer),)
    return list(dict.fromkeys((own, (*own, _compound(peer.parent)) if peer.parent is not None else own)))


def _compound(peer: Any) -> tuple[str, frozenset[str]]:
    """The tag with its first class or its id, where these are plain words."""
    tag = getattr(peer, "tag", "")
    if not (tag.isalnum() and tag.isascii()):
        return "*", frozenset()
    name, classes = peer.attr("id") or "", (peer.attr("class") or "").split()
    if _is_word(name):
        return tag, frozenset({f'[id="{name}" s]'})
    return tag, frozenset(f'[class~="{one}"]' for one in classes[:1] if _is_word(one))


def _is_word(name: str) -> bool:
    return name.isascii() and name.replace("_", "").replace("-", "").isalpha()
