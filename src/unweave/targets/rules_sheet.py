"""A parsed page as compiled rules look at it: the parser's own nodes, asked only for what a rule wants to know.

Legend

    peer        a node of the parser
    seen        a text that is not blank and stands in no script or its like
    says        what a peer shows of the texts from its first seen one to its last, joined as they stand
    reads       the same with a space where a block begins or ends: the value
    sayers      the seen texts that say a label, nothing more and nothing less
    hidden      the elements inside a noscript or its like

A label is looked for in the page's whole text, which the parser joins in a moment: where its letters do not occur no
text says it, and where they occur once and a text is known that says it, there is no other. Only else the texts are
taken apart, and only where more of them say it than are known, their nodes are listed, as far as they must be. A label
that the last page had entangled with other texts is looked for in the parts at once.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, cmp_to_key
from itertools import islice
from typing import Any

from unweave.page.text import BLOCKS, HIDDEN, collapse
from unweave.properties import HEADINGS, UNSEEN
from unweave.targets.rules_labels import ENTANGLED, FORMS, PART, remember, search
from unweave.targets.tree_peers import kinds

FOLDING = sorted(UNSEEN - HIDDEN)
_HIDDEN = sorted(HIDDEN)
_ANY_HIDDEN = ", ".join(_HIDDEN)
_ANY_HEADING = ", ".join(HEADINGS)
_STRIDE = 400  # nodes that are listed at once


class Unsure(Exception):
    """The fast form cannot tell what this page says: the slow form answers instead."""


class Sheet:
    """One page, parsed."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.text, self.element = kinds()
        folds = [peer for tag in FOLDING for peer in document.find_all(tag)]
        self.hidden = {node for peer in folds for node in (peer, *peer.descendants)}
        self._selected: dict[str, list[Any]] = {}
        self.said: dict[Any, str] = {}  # what peers are known to say
        self._before: dict[tuple[Any, int], Any] = {}
        self._sayers: dict[str, list[Any]] = {}
        self._under: dict[str, set[Any]] = {}
        self._texts: list[Any] = []  # the first of all texts, and
        self._nodes: Iterator[Any] = iter(document.descendants)  # the nodes behind them
        self.spots: dict[Any, list[tuple[Any, Any]]] = {}  # what queries have found by their labels

    def select(self, selector: str) -> list[Any]:
        """The elements that a selector finds and that are not hidden, in document order."""
        found = self._selected.get(selector)
        if found is None:
            found = self._selected[selector] = self.among(self.document.select(selector))
        return found

    def first_of(self, selector: str) -> Any:
        """The first element that a selector finds; None where it finds none, or the first is hidden."""
        found = self.document.select_one(selector)
        return found if not self.hidden or found not in self.hidden else None

    def among(self, peers: list[Any]) -> list[Any]:
        """Those of the elements that are not hidden."""
        hidden = self.hidden
        return [peer for peer in peers if peer not in hidden] if hidden and not hidden.isdisjoint(peers) else peers

    def is_seen(self, text: Any) -> bool:
        """Whether a text shows something."""
        if text.data.isspace():
            return False
        above = text.parent
        return getattr(above, "tag", "") not in HIDDEN and above not in self.hidden

    def before(self, peer: Any, distance: int = 1) -> Any:
        """The text so many seen texts before a peer; None before the first."""
        known = self._before.get((peer, distance), self)
        if known is self:
            nearer = self.before(peer, distance - 1) if distance > 1 else peer
            known = self._before[peer, distance] = self._nth(nearer.preceding, 1) if nearer is not None else None
        return known

    def said_before(self, peer: Any, distance: int = 1) -> str:
        """What that text says; empty before the first."""
        text = self.before(peer, distance)
        return self.says(text) if text is not None else ""

    def behind(self, peer: Any, distance: int = 1) -> Any:
        """The text so many seen texts behind a peer; None behind the last."""
        return self._nth(peer.following, distance)

    def _nth(self, nodes: Iterable[Any], distance: int) -> Any:
        kind, hidden = self.text, self.hidden
        for node in nodes:
            if type(node) is kind and not node.data.isspace():  # as in is_seen, which would be a call for each
                above = node.parent
                if getattr(above, "tag", "") not in HIDDEN and not (hidden and above in hidden):
                    distance -= 1
                    if not distance:
                        return node
        return None

    def first(self, peer: Any) -> Any:
        """The first seen text of a peer; None where it shows none."""
        if type(peer) is self.text:
            return peer if self.is_seen(peer) else None
        return self._nth(peer.descendants, 1)

    def says(self, peer: Any) -> str:
        """What a peer says to a reader; empty where it shows nothing."""
        said = self.said.get(peer)
        if said is None:
            said = self.said[peer] = self._said(peer)
        return said

    def says_label(self, text: Any, label: str) -> bool:
        """Whether there is a text, and it says this."""
        return text is not None and self.says(text) == label

    def _said(self, peer: Any) -> str:
        if type(peer) is self.text:
            return collapse(peer.data)
        if len(peer) == 1 and type(only := peer[0]) is self.text:
            return collapse(only.data) if peer.tag not in UNSEEN else ""
        if self._is_open(peer):
            return collapse(peer.text)
        return collapse("".join(data for data, is_text in self._between(peer) if is_text))

    def _is_open(self, peer: Any) -> bool:
        """Whether there is nothing below a peer that no reader sees."""
        text, element = self.text, self.element
        return all(
            (type(node) is element and node.tag not in UNSEEN) or type(node) is text for node in peer.descendants
        )

    def reads(self, peer: Any) -> str:
        """What a peer says, with a space where a block begins or ends."""
        if self.is_plain(peer):
            return self.says(peer)
        return collapse("".join(data for data, _ in self._between(peer)))

    def is_plain(self, peer: Any) -> bool:
        """Whether a peer is a text, or an element with nothing but one."""
        return type(peer) is self.text or (len(peer) == 1 and type(peer[0]) is self.text)

    def _between(self, peer: Any) -> list[tuple[str, bool]]:
        """The texts of a peer and the spaces of its blocks, from its first seen text to its last."""
        pieces = list(self._pieces(peer, folded=False))
        shown = [at for at, (_, _, is_seen) in enumerate(pieces) if is_seen]
        return [(data, is_text) for data, is_text, _ in pieces[shown[0] : shown[-1] + 1]] if shown else []

    def _pieces(self, peer: Any, *, folded: bool) -> Iterator[tuple[str, bool, bool]]:
        for child in peer.children:
            if type(child) is self.text:
                yield child.data, True, not folded and not child.data.isspace()
            elif (tag := getattr(child, "tag", "")) not in HIDDEN:
                if tag in BLOCKS:
                    yield " ", False, False
                yield from self._pieces(child, folded=folded or tag in UNSEEN)
                if tag in BLOCKS:
                    yield " ", False, False

    def full_text(self, peer: Any) -> str:
        """All that a peer shows, as ``Node.text`` has it."""
        if self.is_plain(peer):
            return collapse(peer.data if type(peer) is self.text else peer.text)
        return collapse("".join(data for data, _, _ in self._pieces(peer, folded=False)))

    def under(self, title: str) -> set[Any]:
        """The nodes whose nearest heading before them, of those that say something, says this."""
        found = self._under.get(title)
        if found is None:
            found = self._under[title] = set()
            for heading in self.select(_ANY_HEADING):
                if self.says(heading) == title:
                    self._add_under(heading, found)
        return found

    def _add_under(self, heading: Any, found: set[Any]) -> None:
        kind = self.element
        for node in heading.following:
            found.add(node)
            if type(node) is kind and node.tag in HEADINGS and node not in self.hidden and self.says(node):
                found.update(node.descendants)
                return

    def sayers(self, label: str, near: Any = None) -> list[Any]:
        """The texts that say a label, in document order; ``near`` is a text that may be one."""
        found = self._sayers.get(label)
        if found is None:
            found = self._sayers[label] = self._said_by(label, near)
        return found

    def is_unsaid(self, label: str) -> bool:
        """Whether it is known that no text says a label."""
        return self._sayers.get(label) == []

    def lacks(self, label: str) -> bool:
        """Whether no text at all has the longest word of a label."""
        return max(label.split(), key=len, default="") not in self._raw

    def _said_by(self, label: str, near: Any) -> list[Any]:
        known = [near] if self.says_label(near, label) else []
        found = self._at_once(label, known) if label not in ENTANGLED else None
        if found is None:
            found = self._among_all(label, known)
        return [text for text in found if self.is_seen(text) and text.parent.closest(_ANY_HIDDEN) is None]

    def _at_once(self, label: str, known: list[Any]) -> list[Any] | None:
        """The texts that say a label, if there are as many as have its letters, in scripts too; else None."""
        count, _ = search(label)
        times = count(vars(self).get("_parted") or self._raw)
        found = known if len(known) == times else self._alone(label) if times else []
        return found if len(found) >= times else None

    def _among_all(self, label: str, known: list[Any]) -> list[Any]:
        """The same of all texts, taken apart; their nodes are listed only if there are more than are found at once."""
        count, find = search(label)
        starts = find(self._parted)
        found = known if len(known) == len(starts) else self._alone(label)
        if len(found) < len(starts):
            found = [self._text(self._parted.count(PART, 0, start) - 1) for start in starts]
        is_entangled = len(found) < count(self._parted) or any(len(text.parent) > 1 for text in found)
        remember(label, found, is_entangled=is_entangled)
        return found

    def _alone(self, label: str) -> list[Any]:
        """The texts that are written as the label was last and stand alone in their elements."""
        peers = self.document.find_all(text=FORMS.get(label, label))
        return [peer[0] for peer in peers if len(peer) == 1 and type(peer[0]) is self.text]

    def in_order(self, peers: list[Any]) -> list[Any]:
        """The peers in document order; an outer one before those inside."""
        ways = {peer: [peer, *peer.ancestors][::-1] for peer in peers}
        return sorted(peers, key=cmp_to_key(lambda one, other: _order(ways[one], ways[other])))

    @cached_property
    def _raw(self) -> str:
        """All the texts of the page, joined, scripts and all."""
        text: str = self.document.text
        return text

    @cached_property
    def _parted(self) -> str:
        """The same texts with a mark before and behind each."""
        return PART + PART.join(self.document.strings) + PART

    def _text(self, number: int) -> Any:
        """The node of the text with this number."""
        kind, texts = self.text, self._texts
        while len(texts) <= number:
            some = list(islice(self._nodes, _STRIDE))
            if not some:
                raise Unsure
            texts += [node for node in some if node.__class__ is kind]
        return texts[number]

    @cached_property
    def numbers(self) -> dict[Any, int]:
        """The seen texts of the page, numbered."""
        hidden = {node for tag in _HIDDEN for peer in self.document.find_all(tag) for node in peer.descendants}
        texts = map(self._text, range(self._parted.count(PART) - 1))
        seen = (text for text in texts if text not in hidden and self.is_seen(text))
        return {text: at for at, text in enumerate(seen)}


def _order(one: list[Any], other: list[Any]) -> int:
    """How two nodes compare, given the ways to them from the top: by the first step in which these differ."""
    for above, first, second in zip(one, one[1:], other[1:], strict=False):
        if first is not second:
            children = above.children
            return int(children.index(first) - children.index(second))
    return len(one) - len(other)
