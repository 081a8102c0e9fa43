"""Where a value stood on the pages at hand, as a guess where it stands on the next one.

Legend

    hint        "the third of all td.value", or the last but one; of its texts the first, or all of it

Rules that rest on labels name places that no selector finds alone. A guess costs little: where the labels of rules that
settle the vote stand by the place that it hits, they need not be searched for.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from unweave.targets.rules_query import Asked
from unweave.targets.rules_sheet import Sheet

MOST_HINTS = 12
MOST_LISTED = 200
_COST, _NAME = 12.0, 4.0


class Hint(NamedTuple):
    """One of the elements that a selector finds; and which of its children, or -1 for the element itself."""

    selector: str
    at: int
    child: int

    def place(self, sheet: Sheet) -> Any:
        """What stands there; None if nothing does."""
        peers = sheet.select(self.selector)
        peer = peers[self.at] if -len(peers) <= self.at < len(peers) else None
        if peer is None or self.child < 0:
            return peer
        return peer[self.child] if self.child < len(peer) and type(peer[self.child]) is sheet.text else None


class Guess:
    """A hint, and rules that name its place."""

    def __init__(self, hint: Hint, chosen: Sequence[Asked] = ()) -> None:
        self._hint, self._believers = hint, [one.query for one in chosen]
        self.cost = _COST + _NAME * len(chosen)

    def having(self, chosen: Sequence[Asked]) -> "Guess":
        """The same with other rules."""
        return Guess(self._hint, chosen)

    def tells(self, voter: Asked) -> bool:
        """Whether a look at the place tells if a rule names it."""
        return voter.query.anchor is not None

    def find(self, sheet: Sheet) -> Any:
        """The place, if all the rules name it; else None."""
        place = self._hint.place(sheet)
        if place is None or not all(query.names(sheet, place) for query in self._believers):
            return None
        return place if sheet.says(place) else None


def guesses_of(places: Iterable[tuple[Sheet, Any]]) -> list[Guess]:
    """Guesses from where values stood, those first that were right most often."""
    hints = Counter(hint for sheet, place in places for hint in _hints(sheet, place))
    return [Guess(hint) for hint, _ in hints.most_common(MOST_HINTS)]


def _hints(sheet: Sheet, place: Any) -> Iterator[Hint]:
    is_text = type(place) is sheet.text
    peer = place.parent if is_text else place
    child = -1 if not is_text or len(peer) == 1 else peer.children.index(place)
    if type(peer) is not sheet.element:
        return
    own = _compound(peer)
    for selector in dict.fromkeys((own, f"{_compound(peer.parent)} > {own}" if peer.parent is not None else own)):
        peers = sheet.select(selector) if selector.isprintable() else []
        if peer in peers and len(peers) <= MOST_LISTED:
            at = peers.index(peer)
            yield Hint(selector, at, child)
            yield Hint(selector, at - len(peers), child)


def _compound(peer: Any) -> str:
    """The tag with its first class or its id, where these are plain words."""
    tag = getattr(peer, "tag", "")
    name, classes = peer.attr("id") if tag else "", (peer.attr("class") or "").split() if tag else []
    if not tag.isalnum():
        return "*"
    if name and name.replace("_", "").isalpha() and name.isascii():
        return f"{tag}#{name}"
    return tag + "".join(f".{one}" for one in classes[:1] if one.replace("_", "").isalpha() and one.isascii())
