"""The vote of a panel's rules, stopped as soon as no rule that is left can change it.

Legend

    voter       a rule, its weight, and its weight for "there is nothing" where it finds nothing
    answer      what a voter finds: the texts that its places say, each once, in the order of the page
    lead        what the first answer has more than the second; who leads by more than all that is left has won
    task        some voters that are asked at once: those whose selectors say more than one that finds a single
                element can find only that one or nothing, and one question to it settles them all
    believed    a label's voter that names the place which all others found, whatever else it may name
    lump        answers of many texts, taken for one answer as long as they can change nothing
    strange     a label that names something else; a voter that takes what stands right behind it has no vote

The order in which voters are asked changes nothing but the time. Where the short way does not decide, all are asked,
in the order of the panel, and the vote is held as ``rules.vote`` defines it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Any

from unweave.errors import CannotCompile
from unweave.program import Selection
from unweave.targets.rules_sheet import Sheet, Unsure
from unweave.targets.rules_tasks import Alone, Voter, enough, tasks_of
from unweave.targets.rules_writer import query_of

MANY = 6
LUMP = ("", "")
EPSILON = 1e-9

Answer = tuple[str, ...]
Place = tuple[int, int]
Places = dict[Place, Any]
"""Which of the numbered texts, and a peer that shows them."""


def voter_of(rule: Selection) -> Voter:
    """The rule as a voter."""
    try:
        return Voter(query_of(rule.steps[0]), rule.weight, rule.silence)
    except CannotCompile:
        return Voter(None, rule.weight, rule.silence)


class Panel:
    """Voters, in their order and in the order in which they are asked."""

    def __init__(self, voters: Sequence[Voter], strange: AbstractSet[str] = frozenset(), *, many: bool = False) -> None:
        self.voters, self.strange = tuple(voters), strange
        self.tasks = tasks_of(self.voters)
        self.total = sum(voter.most for voter in self.voters)
        self.plan = enough(self.tasks, self.total, believing=not many)

    def agreed(self, sheet: Sheet) -> Sequence[Any] | None:
        """What the few say who settle it if they are of one mind; None where they are not."""
        rest, weight = self.total, 0.0
        answer: Answer | None = None
        named: list[Any] = []
        for task in self.plan:
            if isinstance(task, Alone) and task.is_labelled:
                if len(named) == 0 or not task.believed(sheet, named[0]):
                    return None
                weight, rest = weight + task.most, rest - task.most
                continue
            for peers, counts, silence, most in task.votes(sheet, None):
                said = _answer(sheet, peers)
                if answer is None:
                    answer = said
                elif said != answer:
                    return None
                weight, rest = weight + (counts if said else silence), rest - most
                named.extend(peers)
        if not answer or answer is LUMP or weight <= rest + EPSILON or self._misled(sheet, named):
            return None
        return _first(sheet, named, len(answer))

    def lead(self, sheet: Sheet) -> Sequence[Any] | None:
        """What wins whatever the voters left say; None where that takes more than a short look."""
        votes: dict[Answer, float] = {}
        named: dict[Answer, list[Any]] = {}
        rest, near = self.total, None
        for task in self.tasks:
            for peers, weight, silence, most in task.votes(sheet, near):
                rest -= most
                answer = _answer(sheet, peers)
                votes[answer] = ahead = votes.get(answer, 0.0) + (weight if answer else silence)
                if answer in named:
                    named[answer].extend(peers)
                else:
                    named[answer] = [*peers]
                    near = peers[0] if near is None and len(peers) == 1 else near
            if ahead > rest and answer is not LUMP and _is_ahead(ahead, answer, votes, rest):
                return None if self._misled(sheet, named[answer]) else _first(sheet, named[answer], len(answer))
        return None

    def _misled(self, sheet: Sheet, peers: Iterable[Any]) -> bool:
        """Whether one of the places stands right behind a strange label."""
        if not self.strange:
            return False
        texts = (sheet.before(peer) for peer in peers)
        return any(text is not None and sheet.says(text) in self.strange for text in texts)

    def winner(self, sheet: Sheet) -> Places:
        """What wins when all are asked and those who are misled have no vote."""
        votes: dict[Answer, float] = defaultdict(float)
        speaker: dict[Answer, Places] = {}
        for voter in self.voters:
            places = places_of(voter, sheet)
            if not self._misled(sheet, places.values()):
                answer = tuple(dict.fromkeys(sheet.says(peer) for peer in places.values()))
                votes[answer] += voter.weight if answer else voter.silence
                speaker.setdefault(answer, places)
        return speaker[max(votes, key=votes.__getitem__)] if votes else {}


def _is_ahead(ahead: float, answer: Answer, votes: dict[Answer, float], rest: float) -> bool:
    bar = ahead - rest - EPSILON
    return all(other < bar or one == answer for one, other in votes.items()) and bar > 0


def _answer(sheet: Sheet, peers: Sequence[Any]) -> Answer:
    if not peers:
        return ()
    if len(peers) == 1:
        said = sheet.says(peers[0])
        return (said,) if said else ()
    if len(peers) > MANY and "" != sheet.says(peers[0]) != sheet.says(peers[-1]) != "":
        return LUMP
    if _nested(peers):
        return tuple(dict.fromkeys(sheet.says(peer) for peer in _places(peers, sheet).values()))
    return tuple(dict.fromkeys(said for peer in peers if (said := sheet.says(peer))))


def _nested(peers: Sequence[Any]) -> bool:
    """Whether one of the peers, which come in document order, may stand in another."""
    return any(len(before) and before in set(after.ancestors) for before, after in pairwise(peers))


def _first(sheet: Sheet, named: Sequence[Any], size: int) -> Sequence[Any]:
    """Of all places that say an answer, as many as it has texts."""
    if size == 1:
        return [next(peer for peer in named if sheet.says(peer))]
    first: dict[str, Any] = {}
    for peer in named:
        if said := sheet.says(peer):
            first.setdefault(said, peer)
    return list(first.values())


def places_of(voter: Voter, sheet: Sheet) -> Places:
    """Every place that a voter names, in order; it raises Unsure where only the slow form can tell."""
    if voter.query is None:
        raise Unsure
    return _places(voter.query.find(sheet), sheet)


def _places(peers: Sequence[Any], sheet: Sheet) -> Places:
    found = {place: peer for peer in reversed(peers) if (place := place_of(peer, sheet)) is not None}
    return {place: found[place] for place in sorted(found)}


def place_of(peer: Any, sheet: Sheet) -> Place | None:
    """Which texts a peer shows; None where it shows none."""
    number = sheet.numbers
    if type(peer) is sheet.text:
        return (number[peer], number[peer] + 1) if peer in number else None
    shown = [number[node] for node in peer.descendants if node in number]
    return (shown[0], shown[-1] + 1) if shown else None
