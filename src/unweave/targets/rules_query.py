"""A rule as a query of the parser's own tree: a selector for what CSS can say, tests for the rest.

Legend

    selector    "tr > td[class~="price"]:nth-of-type(2)": tags, marks and places; of a rule for texts, of their parents
    chain       the same, taken apart, the last step first: (("td", {...}), ("tr", {})); empty where it is no way of
                parents: ".price td"
    tests       what is asked of each candidate besides, by looking around it: what it says, the heading above it, ...
    anchor      the label on which a rule rests, and how far it is from the place. Where the selector finds few, they
                are asked for their label; else the label is looked up, and the candidates stand so far from it
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from unweave.targets.rules_sheet import Sheet

Test = Callable[[Sheet, Any], bool]
Chain = tuple[tuple[str, frozenset[str]], ...]
MOST_BESIDE = 5
FEW = 8  # candidates that are tested one by one before their label is looked up


@dataclass(frozen=True, slots=True)
class Anchor:
    """A label and where it stands: so many texts before or behind the place, or first in the row so far above it."""

    side: Literal["before", "behind", "row"]
    label: str
    distance: int


@dataclass(frozen=True, slots=True)
class Query:
    """One rule, ready to be asked of pages; ``nth`` and ``from_end`` are places of texts among their like."""

    selector: str
    is_text: bool = False
    nth: int = 0
    from_end: int = 0
    tests: tuple[Test, ...] = ()
    anchor: Anchor | None = None
    chain: Chain = ()

    @property
    def takes_first(self) -> bool:
        """Whether of an element with one text it takes that one."""
        return self.nth <= 1 >= self.from_end

    @property
    def is_any_text(self) -> bool:
        """Whether any text will do that stands by the label."""
        return self.is_text and not (self.selector or self.tests or self.nth or self.from_end)

    @property
    def is_vague(self) -> bool:
        """Whether the selector names but tags, which many elements have."""
        return bool(self.chain) and not any(marks for _, marks in self.chain[:2])

    def says_more_than(self, other: "Query") -> bool:
        """Whether the selector finds nothing that the other's does not find."""
        return is_within(self.chain, other.chain)

    def find(self, sheet: Sheet, near: Any = None) -> Sequence[Any]:
        """The places in document order; an element with nothing but one text may stand for that text.

        ``near`` is a place that other rules have found: the label may well stand before it.
        """
        if self.anchor is not None and sheet.is_unsaid(self.anchor.label):
            return ()
        if self.anchor is not None and (not self.selector or len(sheet.select(self.selector)) > FEW):
            return self._by_label(sheet, self.anchor, near)
        if not self.selector:
            return [peer for peer in sheet.numbers if self.fits(sheet, peer)]
        return self.among(sheet, sheet.select(self.selector))

    def among(self, sheet: Sheet, peers: Sequence[Any]) -> Sequence[Any]:
        """The places below elements that the selector has found."""
        if self.is_text and not (len(peers) == 1 and self.is_simple and self.takes_first and sheet.is_plain(peers[0])):
            peers = [text for peer in peers for text in self.texts(sheet, peer)]
        return peers if self.is_simple else [peer for peer in peers if self.holds(sheet, peer)]

    @property
    def is_simple(self) -> bool:
        """Whether the selector says it all."""
        return self.anchor is None and not self.tests

    def texts(self, sheet: Sheet, parent: Any) -> list[Any]:
        """The texts of an element that stand where the rule wants them."""
        if len(parent) == 1 and self.takes_first:
            only = parent[0]
            return [only] if type(only) is sheet.text and sheet.is_seen(only) else []
        texts = [child for child in parent.children if type(child) is sheet.text]
        if self.nth:
            texts = texts[self.nth - 1 : self.nth] if not self.from_end else _both(texts, self.nth, self.from_end)
        elif self.from_end:
            texts = texts[-self.from_end :][:1] if self.from_end <= len(texts) else []
        return [text for text in texts if sheet.is_seen(text)]

    def holds(self, sheet: Sheet, peer: Any) -> bool:
        """Whether a peer that the selector found stands by the label and passes the tests."""
        anchor = self.anchor
        if anchor is not None and not sheet.says_label(label_of(sheet, peer, anchor), anchor.label):
            return False
        return not self.tests or all(test(sheet, peer) for test in self.tests)

    def fits(self, sheet: Sheet, peer: Any) -> bool:
        """Whether a peer by the label is where the selector and the places want it, and passes the tests."""
        above = peer
        if self.is_text:
            if type(peer) is not sheet.text:
                return False
            above = peer.parent
            if (self.nth or self.from_end) and peer not in self.texts(sheet, above):
                return False
        if self.selector and not (type(above) is sheet.element and above.matches(self.selector)):
            return False
        return not self.tests or all(test(sheet, peer) for test in self.tests)

    def names(self, sheet: Sheet, place: Any) -> bool:
        """Whether one of the places that it finds is this one."""
        anchor = self.anchor
        if anchor is None or anchor.side == "row":
            return self.suits(sheet, place)
        return stands(sheet, place, anchor) and self.suits(sheet, place)

    def suits(self, sheet: Sheet, place: Any) -> bool:
        """The same of a place that stands by the label before or behind it."""
        anchor = self.anchor
        is_row = anchor is not None and anchor.side == "row"
        if self.is_any_text and not is_row and sheet.is_plain(place):
            return True
        for peer in _alike(sheet, place):
            if (type(peer) is sheet.text) is self.is_text and self.fits(sheet, peer):
                return not is_row or anchor is None or stands(sheet, peer, anchor)
        return False

    def finds_only(self, sheet: Sheet, place: Any) -> bool:
        """Whether it finds one place, which says what this one says and begins where it begins."""
        found = self.find(sheet)
        if len(found) != 1 or found[0] is place:
            return len(found) == 1
        return sheet.says(found[0]) == sheet.says(place) and sheet.first(found[0]) is sheet.first(place)

    def _by_label(self, sheet: Sheet, anchor: Anchor, near: Any) -> Sequence[Any]:
        if anchor.side == "row":
            return self._in_rows(sheet, anchor, near)
        spots = sheet.spots.get(anchor)
        if spots is None:
            spots = sheet.spots[anchor] = list(_spots(sheet, anchor, near))
        if self.is_text:
            return [text for text, _ in spots if self.fits(sheet, text)]
        around = (peer for spot in spots for peer in _around(sheet, *spot))
        found = dict.fromkeys(peer for peer in around if self.fits(sheet, peer))
        return sheet.in_order(list(found)) if len(found) > 1 else list(found)

    def _in_rows(self, sheet: Sheet, anchor: Anchor, near: Any) -> Sequence[Any]:
        guess = label_of(sheet, near, anchor) if near is not None else None
        height = anchor.distance - self.is_text
        found: dict[Any, None] = {}
        for label in sheet.sayers(anchor.label, guess):
            for row in _widest(label, sheet.before(label)):
                below = _below(row, self.selector, height, sheet) if type(row) is sheet.element else ()
                texts = [text for peer in below for text in self.texts(sheet, peer)] if self.is_text else below
                found.update(dict.fromkeys(one for one in texts if all(test(sheet, one) for test in self.tests)))
        return sheet.in_order(list(found)) if len(found) > 1 else list(found)


@dataclass(frozen=True, slots=True)
class Unlike:
    """The test that a peer says anything but this."""

    value: str

    def __call__(self, sheet: Sheet, peer: Any) -> bool:
        """Whether it does."""
        return sheet.full_text(peer) != self.value


def is_within(chain: Chain, other: Chain) -> bool:
    """Whether what a chain finds is among what another, not an empty one, finds."""
    return len(chain) >= len(other) > 0 and all(
        theirs[0] in {"*", mine[0]} and theirs[1] <= mine[1] for mine, theirs in zip(chain, other, strict=False)
    )


class Asked(NamedTuple):
    """A voter that has a query."""

    query: Query
    weight: float
    silence: float
    most: float


def _both(texts: list[Any], nth: int, from_end: int) -> list[Any]:
    return texts[nth - 1 : nth] if len(texts) == nth + from_end - 1 else []


def stands(sheet: Sheet, place: Any, anchor: Anchor) -> bool:
    """Whether a place stands by a label."""
    if anchor.side == "before":
        return sheet.said_before(place, anchor.distance) == anchor.label
    return sheet.says_label(label_of(sheet, place, anchor), anchor.label)


def _alike(sheet: Sheet, place: Any) -> Iterator[Any]:
    """Nodes that show the same as a place, and nothing else."""
    yield place
    if type(place) is not sheet.text and sheet.is_plain(place):
        yield place[0]
    while type(above := place.parent) is sheet.element and shows_only(sheet, above, place):
        yield above
        place = above


def shows_only(sheet: Sheet, above: Any, place: Any) -> bool:
    """Whether there is nothing but white space and empty elements beside a child."""
    if len(above) == 1:
        return True
    if len(above) > MOST_BESIDE:
        return False
    kind = sheet.text
    return all(
        child is place or (child.data.isspace() if type(child) is kind else not len(child)) for child in above.children
    )


def label_of(sheet: Sheet, peer: Any, anchor: Anchor) -> Any:
    """The text that would have to be the label for this place; None where there is none."""
    if anchor.side == "before":
        return sheet.before(peer, anchor.distance)
    if anchor.side == "behind":
        return sheet.behind(peer, anchor.distance)
    row = above(peer, anchor.distance)
    return sheet.first(row) if row is not None and type(row) is sheet.element else None


def above(peer: Any, height: int) -> Any:
    """The node so far above a peer; None beyond the top."""
    for _ in range(height):
        peer = peer.parent if peer is not None else None
    return peer


def _spots(sheet: Sheet, anchor: Anchor, near: Any) -> Iterator[tuple[Any, Any]]:
    """The texts that stand so far from the label, each with the text between, or the label itself."""
    guess = label_of(sheet, near, anchor) if near is not None else None
    for label in sheet.sayers(anchor.label, guess):
        go = sheet.behind if anchor.side == "before" else sheet.before
        last = go(label, anchor.distance - 1) if anchor.distance > 1 else label
        text = go(last) if last is not None else None
        if text is not None:
            yield text, last


def _around(sheet: Sheet, text: Any, beside: Any) -> list[Any]:
    """The elements around a text that do not hold the one beside it, outermost first."""
    return [peer for peer in reversed(_widest(text, beside)) if type(peer) is sheet.element]


def _widest(text: Any, beside: Any) -> list[Any]:
    """The nodes around a text that do not hold the one beside it."""
    around = set(beside.ancestors) if beside is not None else set()
    found = []
    for above in text.ancestors:
        if above in around:
            break
        found.append(above)
    return found


def _below(row: Any, selector: str, height: int, sheet: Sheet) -> list[Any]:
    if not height:
        return sheet.among([row] if row.matches(selector) else [])
    return [peer for peer in sheet.among(row.select(selector)) if above(peer, height) is row]
