"""Short ways to settle the vote of a panel: where a selector finds one element, few looks at it show that most agree.

Legend

    leader      the rule whose selector is asked of the page: "h4 > span"
    labelled    a leader that finds several elements, of which one stands by its label
    followers   rules whose selectors say more than the leader's (and rest on its label, if that is what tells): where
                that finds one element, they find it or nothing; those that agree are told by one match of all their
                selectors, and a look at their labels
    believers   rules that rest on a label and name the place which the leader has found
    mixed       some of them name the element and some its text, which is the same place if it has nothing else

Where the chosen rules are not of one mind, nothing is said, and the vote is held in full.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from unweave.targets.rules_query import Asked, Query
from unweave.targets.rules_sheet import Sheet

MOST_PEERS = 16
EPSILON = 1e-9
_MATCH, _LOOK, _NAME, _SELECT, _VAGUE = 0.5, 3.0, 4.0, 3.0, 50.0  # microseconds; vague is who may find several


class Way(NamedTuple):
    """How a leader and others are asked."""

    mixed: bool
    labelled: bool
    believes: bool


class Quick:
    """A leader and as many others as settle the vote."""

    def __init__(self, leader: Query, way: Way, chosen: Sequence[Asked] = ()) -> None:
        self.leader, self.way = leader, way
        followers = [one.query for one in chosen if self._follows(one.query)]
        selectors = dict.fromkeys(one.selector for one in followers if one.selector != leader.selector)
        self._all = "".join(f":is({one})" for one in selectors)
        self._places = [one for one in followers if one.is_text and not self._is_placed(one)]
        self._takes_first = all(one.takes_first for one in (leader, *followers) if one.is_text)
        self._held = [one for one in followers if not one.is_simple]
        self._believers = [one.query for one in chosen if not self._follows(one.query)]
        self.cost = _SELECT + sum(map(self.price, chosen)) + _VAGUE * (way.labelled or leader.is_vague)

    def having(self, chosen: Sequence[Asked]) -> "Quick":
        """The same with other rules."""
        return Quick(self.leader, self.way, chosen)

    def find(self, sheet: Sheet) -> Any:
        """The place that wins; None where this does not tell."""
        peers: Sequence[Any] = sheet.select(self.leader.selector)
        if self.way.labelled:
            peers = [one for one in peers if self.leader.among(sheet, [one])] if len(peers) <= MOST_PEERS else ()
        if len(peers) != 1 or (self._all and not peers[0].matches(self._all)):
            return None
        place = self._place(sheet, peers[0])
        if place is None or not sheet.says(place):
            return None
        for query in self._held:
            if not query.holds(sheet, place[0] if query.is_text and place is peers[0] else place):
                return None
        for query in self._believers:
            if not query.names(sheet, place):
                return None
        return place

    def _place(self, sheet: Sheet, peer: Any) -> Any:
        if sheet.is_plain(peer):
            return peer if self._takes_first else None
        if self.way.mixed:
            return None
        if not self.leader.is_text:
            return peer
        texts = self.leader.texts(sheet, peer)
        return texts[0] if len(texts) == 1 and all(one.texts(sheet, peer) == texts for one in self._places) else None

    def _follows(self, query: Query) -> bool:
        if query is self.leader:
            return True
        same_label = not self.way.labelled or (query.anchor == self.leader.anchor and not self.leader.tests)
        return same_label and query.says_more_than(self.leader)

    def _is_placed(self, query: Query) -> bool:
        leader = self.leader
        return leader.is_text and (query.nth, query.from_end) == (leader.nth, leader.from_end)

    def tells(self, voter: Asked) -> bool:
        """Whether a look at the element tells if a rule agrees."""
        if self._follows(voter.query):
            return self.way.mixed or voter.query.is_text is self.leader.is_text
        return self.way.believes and voter.query.anchor is not None

    def price(self, voter: Asked) -> float:
        """What a look costs, in microseconds."""
        query = voter.query
        if not self._follows(query):
            return _NAME
        return _MATCH * (query.selector != self.leader.selector) + _LOOK * (not query.is_simple)


def quicks_of(voters: Sequence[Asked], *, believes: bool) -> Iterator[Quick]:
    """A leader each, and no other rule yet."""
    seen: set[tuple[str, bool, int, int, Way]] = set()
    for leader in (one.query for one in voters if one.query.selector):
        for labelled in (False, True)[: 1 + (leader.anchor is not None)]:
            for mixed in (False, True):
                way = Way(mixed, labelled, believes)
                if labelled or (key := (leader.selector, leader.is_text, leader.nth, leader.from_end, way)) not in seen:
                    seen |= set() if labelled else {key}
                    yield Quick(leader, way)


def guessed(voters: Sequence[Asked], total: float, *, believes: bool) -> list[Quick]:
    """Short ways that should do, the cheapest first, as long as no page is at hand to try them on."""
    whole = [
        (one, cheapest(one, [voter for voter in voters if one.tells(voter)], total))
        for one in quicks_of(voters, believes=believes)
    ]
    return sorted((one.having(chosen) for one, chosen in whole if settles(chosen, total)), key=lambda one: one.cost)


def cheapest(way: Quick, voters: Sequence[Asked], total: float) -> list[Asked]:
    """The cheapest voters for their weight until the vote is settled."""
    chosen: list[Asked] = []
    for one in sorted(voters, key=lambda one: way.price(one) / max(one.weight, EPSILON)):
        if not settles(chosen, total):
            chosen.append(one)
    return chosen


def settles(chosen: Sequence[Asked], total: float) -> bool:
    """Whether these have more weight than all others together."""
    return sum(one.weight for one in chosen) > total - sum(one.most for one in chosen) + EPSILON
