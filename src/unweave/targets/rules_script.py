"""A short way to what a panel votes for: a few looks at the page, until nobody who is left can change the vote.

Legend

    script      looks and ballots in an order; it ends as soon as one answer has more votes than all others could get
    look        a way to a place (``rules_guess``), and voters of which a look around it tells whether they name it
    ballot      voters that are asked outright: what do their selectors find, is their label on the page at all
    count       the votes so far: who has spoken, and how much those who have not could still add to any answer
    strange     a label that names something else; who names a place right behind it has no vote

A voter that names the place may name others too; its label is believed. Pages at hand show whether that is right
(``rules_trial``).
"""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from unweave.targets.rules_flat import Piece, function_of
from unweave.targets.rules_query import Anchor, Asked, Chain, Query, stands
from unweave.targets.rules_sheet import Sheet

MANY = 6
LUMP = ("", "")
EPSILON = 1e-9

Answer = tuple[str, ...]
Fits = Callable[[Sheet, Any], bool]


def _always(_sheet: Sheet, _place: Any) -> bool:
    return True


class Way(Protocol):
    """Leads to a place."""

    @property
    def chain(self) -> Chain:
        """What is known of the element that is the place."""

    @property
    def leader(self) -> Query | None:
        """The rule that finds it, if nothing but that is found."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """How to come there (``rules_flat``)."""

    def follows(self, query: Query) -> Fits | None:
        """How to tell that a rule without a label finds just this place, if the way can tell."""

    def cost(self, sheet: Sheet) -> float:
        """What it takes on a page, in microseconds."""


class Member(NamedTuple):
    """A voter in a script: a bit of its own, what it counts, and the label and the look that tell it to agree."""

    bit: int
    asked: Asked
    anchor: Anchor | None = None
    fits: Fits = _always
    follows: bool = False

    def agrees(self, sheet: Sheet, place: Any) -> bool:
        """Whether it names a place."""
        return (self.anchor is None or stands(sheet, place, self.anchor)) and self.fits(sheet, place)


class Count:
    """The votes so far."""

    __slots__ = ("left", "places", "spoken", "stake", "strange", "votes")

    def __init__(self, total: float, strange: AbstractSet[str], stake: float = 1.0) -> None:
        self.votes: dict[Answer, float] = {}
        self.places: dict[Answer, Sequence[Any]] = {}
        self.left, self.strange, self.stake, self.spoken = total, strange, stake, 0

    def add(self, member: Member, answer: Answer, weight: float) -> bool:
        """Count a vote; whether that settles it."""
        self.spoken |= member.bit
        self.left -= member.asked.most
        votes = self.votes
        if weight:
            votes[answer] = votes.get(answer, 0.0) + weight
        if weight and len(votes) == 1:
            return votes[answer] > self.left + EPSILON and answer is not LUMP
        return self.won is not None

    @property
    def won(self) -> Answer | None:
        """The answer that no vote left can change, if there is one."""
        if not self.votes:
            return () if self.left < EPSILON else None
        best = max(self.votes, key=self.votes.__getitem__, default=LUMP)
        bar = self.votes.get(best, 0.0) - self.left - EPSILON
        others = (
            one * (self.stake if is_fuller(said, best) else 1) for said, one in self.votes.items() if said != best
        )
        is_won = best is not LUMP and bar > 0 and all(one < bar for one in others)
        return best if is_won else None


class Look:
    """A place, and those that may name it."""

    def __init__(self, way: Way, members: Sequence[Member]) -> None:
        self._way = way
        anchors = dict.fromkeys(one.anchor for one in members)
        self._groups = [(anchor, [one for one in members if one.anchor == anchor]) for anchor in anchors]

    @cached_property
    def _place(self) -> Callable[[Sheet], Any]:
        return function_of(self._way.pieces)

    def settles(self, sheet: Sheet, count: Count) -> bool:
        """Count those that name the place; whether that settles the vote."""
        place = self._place(sheet)
        if place is None or not (said := sheet.says(place)):
            return False
        answer, is_strange = (said,), None
        for anchor, members in self._groups:
            if anchor is not None and not stands(sheet, place, anchor):
                continue
            for member in members:
                if count.spoken & member.bit or not member.fits(sheet, place):
                    continue
                if is_strange is None:
                    is_strange = is_strange_to(sheet, (place,), count.strange)
                    if not is_strange:
                        count.places.setdefault(answer, (place,))
                if count.add(member, answer, 0.0 if is_strange else member.asked.weight):
                    return True
        return False


class Ballot:
    """Voters that are asked outright."""

    def __init__(self, members: Sequence[Member]) -> None:
        self.members = members

    def settles(self, sheet: Sheet, count: Count) -> bool:
        """Count them; whether that settles the vote."""
        return any(not count.spoken & member.bit and _asks(member, sheet, count) for member in self.members)


def _asks(member: Member, sheet: Sheet, count: Count) -> bool:
    query, weight, silence, _ = member.asked
    if query.selector and not sheet.select(query.selector):
        return count.add(member, (), silence)
    if not query.is_simple:
        return query.anchor is not None and sheet.lacks(query.anchor.label) and count.add(member, (), silence)
    peers = query.find(sheet)
    if len(peers) > MANY:
        return False
    peers = [peer for peer in peers if sheet.says(peer)]
    if is_strange_to(sheet, peers, count.strange):
        return count.add(member, (), 0.0)
    answer = answer_of(sheet, peers)
    count.places.setdefault(answer, peers[:1])
    return count.add(member, answer, weight if answer else silence)


class Script:
    """Looks and ballots, in their order."""

    def __init__(
        self, steps: Sequence[Look | Ballot], total: float, strange: AbstractSet[str], stake: float = 1.0
    ) -> None:
        self._steps, self._total, self._strange, self._stake = steps, total, strange, stake

    def find(self, sheet: Sheet) -> Sequence[Any] | None:
        """The place that wins, none if that is what wins; None where this does not tell."""
        if not self._steps:
            return None
        count = Count(self._total, self._strange, self._stake)
        is_settled = any(step.settles(sheet, count) for step in self._steps)
        return count.places.get(count.won or (), ()) if is_settled else None


def is_fuller(said: Answer, other: Answer) -> bool:
    """Whether an answer may say all that another says, and more."""
    return said is LUMP or (len(said) > len(other) and set(other) <= set(said))


def answer_of(sheet: Sheet, peers: Sequence[Any]) -> Answer:
    """What some places say, if that is one text or none; else a lump."""
    said = dict.fromkeys(map(sheet.says, peers))
    return tuple(said) if len(said) < 2 else LUMP


def is_strange_to(sheet: Sheet, peers: Iterable[Any], strange: AbstractSet[str]) -> bool:
    """Whether one of the places stands right behind a strange label."""
    return bool(strange) and any(sheet.said_before(peer) in strange for peer in peers)
