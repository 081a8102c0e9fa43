"""Which voters of a panel are asked together, and in which order.

Legend

    leader      a voter without tests whose selector is the most general of some: "h4 > span"
    followers   voters whose selectors say more: where the leader finds one element, they find that one or nothing
    vote        (places, weight, silence, most): what one or several voters find, and how much they count

The order is by weight for the time it takes, which is guessed in microseconds. It changes no result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from unweave.targets.rules_query import FEW, Asked, Query
from unweave.targets.rules_sheet import Sheet

Vote = tuple[Sequence[Any], float, float, float]
_SELECT, _MATCH, _LOOK, _HEADING, _PAGE = 3.0, 0.3, 4.0, 90.0, 900.0


@dataclass(frozen=True, slots=True)
class Voter:
    """A rule with a vote; without a query, only the slow form can ask it."""

    query: Query | None
    weight: float
    silence: float

    @property
    def most(self) -> float:
        """As much as it can add to an answer."""
        return max(self.weight, self.silence)


class Alone:
    """One voter, asked by itself."""

    def __init__(self, voter: Asked) -> None:
        self._voter, self.most, self.weight = voter, voter.most, voter.weight
        self.is_labelled = voter.query.anchor is not None
        self.cost = _cost(voter.query)

    def believed(self, sheet: Sheet, near: Any) -> bool:
        """Whether it names the place that others have found, be it alone or with others."""
        return self._voter.query.names(sheet, near)

    def is_quick(self, sheet: Sheet) -> bool:
        """Whether its label need not be searched for: its selector, if that is not vague, finds few."""
        query = self._voter.query
        return bool(query.selector) and not query.is_vague and len(sheet.select(query.selector)) <= FEW

    def votes(self, sheet: Sheet, near: Any) -> Sequence[Vote]:
        """What it finds."""
        query, weight, silence, most = self._voter
        return ((query.find(sheet, near), weight, silence, most),)


def _cost(query: Query) -> float:
    if query.anchor:
        return _LOOK
    return _PAGE if not query.selector else _SELECT if query.is_simple else _HEADING


class Together:
    """A leader and the followers that have no tests."""

    is_labelled = False

    def __init__(self, voters: Sequence[Asked]) -> None:
        self._voters = voters
        self._selector = voters[0].query.selector
        self._all = "".join(dict.fromkeys(f":is({one.query.selector})" for one in voters[1:]))
        self._sums = tuple(sum(counts) for counts in zip(*(one[1:] for one in voters), strict=True))
        self._has_texts = any(one.query.is_text for one in voters)
        self._takes_first = all(one.query.takes_first for one in voters)
        self.most = self._sums[2]
        self.cost = _SELECT + _MATCH * len(voters)

    def votes(self, sheet: Sheet, near: Any) -> Sequence[Vote]:
        """What they find: all the same, if they do."""
        peers = sheet.select(self._selector)
        if len(peers) <= FEW and all(self._is_of_all(sheet, peer) for peer in peers):
            return ((peers, *self._sums),)  # type: ignore[return-value]  # three sums
        return [(one.query.find(sheet, near), *one[1:]) for one in self._voters]

    def _is_of_all(self, sheet: Sheet, peer: Any) -> bool:
        """Whether all of them find an element which the leader finds."""
        if self._has_texts and not (self._takes_first and sheet.is_plain(peer)):
            return False
        return not self._all or bool(peer.matches(self._all))


class Follower:
    """A voter with tests, of which a leader shows the only candidate."""

    is_labelled = False

    def __init__(self, voter: Asked, leader: Query) -> None:
        self._voter, self._leader, self.most = voter, leader.selector, voter.most
        self._matches = voter.query.selector if voter.query.selector != leader.selector else ""
        self.cost = _LOOK if voter.query.anchor else _HEADING

    def votes(self, sheet: Sheet, near: Any) -> Sequence[Vote]:
        """What it finds, by a look at the one candidate where there is only one."""
        query, weight, silence, most = self._voter
        peers: Sequence[Any] = sheet.select(self._leader)
        if len(peers) == 1:
            peers = query.among(sheet, peers) if not self._matches or peers[0].matches(self._matches) else ()
        elif peers:
            peers = query.find(sheet, near)
        return ((peers, weight, silence, most),)


Task = Alone | Together | Follower


def asked_of(voters: Sequence[Voter], stake: float) -> list[Asked]:
    """The voters that can be asked; as long as they are not, they count ``stake`` times."""
    return [Asked(one.query, one.weight, one.silence, stake * one.most) for one in voters if one.query is not None]


def tasks_of(asked: Sequence[Asked]) -> list[Task]:
    """The voters that can be asked, as tasks, those first that say most for their time."""
    left = sorted(asked, key=lambda one: len(one.query.chain))
    tasks: list[Task] = []
    for leader in [one for one in left if one.query.is_simple and one.query.chain]:
        if any(one is leader for one in left):
            group = [one for one in left if one is leader or one.query.says_more_than(leader.query)]
            left = [one for one in left if not any(one is other for other in group)]
            tasks += _tasks(leader, group)
    return sorted([*tasks, *map(Alone, left)], key=lambda task: -task.most / task.cost)


def _tasks(leader: Asked, group: Sequence[Asked]) -> Iterator[Task]:
    plain = [leader, *(one for one in group if one is not leader and one.query.is_simple)]
    yield Together(plain) if len(plain) > 1 else Alone(leader)
    yield from (Follower(one, leader.query) for one in group if not one.query.is_simple)
