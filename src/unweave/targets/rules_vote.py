"""The vote of a panel's rules, stopped as soon as no rule that is left can change it.

Legend

    voter       a rule, its weight, and its weight for "there is nothing" where it finds nothing
    answer      what a voter finds: the texts that its places say, each once, in the order of the page
    lead        what the first answer has more than the second; who leads by more than all that is left has won
    stake       how much other votes count against the first answer: where many values are wanted, a fuller one that
                has only half of its votes wins (``rules.vote``)
    task        some voters that are asked at once: those whose selectors say more than one that finds a single
                element can find only that one or nothing, and one question to it settles them all
    believed    a label's voter that names a place which others found, whatever else it may name
    lump        answers of many texts, taken for one answer as long as they can change nothing
    strange     a label that names something else; a voter that takes what stands right behind it has no vote

The order in which voters are asked changes nothing but the time. Where the short way does not decide, all are asked,
in the order of the panel, and the vote is held as ``rules.vote`` defines it.
"""

from collections import defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Any

from unweave.errors import CannotCompile
from unweave.program import Selection
from unweave.rules.vote import FULLER, winning
from unweave.targets.rules_plan import guessed, lanes_of
from unweave.targets.rules_script import EPSILON, LUMP, MANY, Answer, Script, is_fuller, is_strange_to
from unweave.targets.rules_sheet import Sheet, Unsure
from unweave.targets.rules_tasks import Alone, Task, Voter, asked_of, tasks_of
from unweave.targets.rules_trial import FEWEST, Heard, Voters, scripted, trials_of
from unweave.targets.rules_writer import query_of

Place = tuple[int, int]
Places = dict[Place, Any]
"""Which of the numbered texts, and a peer that shows them."""


def voter_of(rule: Selection) -> Voter:
    """The rule as a voter."""
    try:
        return Voter(query_of(rule.steps[0]), rule.weight, rule.silence)
    except CannotCompile:
        return Voter(None, rule.weight, rule.silence)


class Tally:
    """The votes so far, and what is left to be asked."""

    def __init__(self, sheet: Sheet, total: float, stake: float = 1.0, strange: AbstractSet[str] = frozenset()) -> None:
        self.sheet, self.rest, self._stake, self._strange = sheet, total, stake, strange
        self.votes: dict[Answer, float] = {}
        self.named: dict[Answer, dict[Any, None]] = {}
        self.place: Any = None  # the last one that a voter named alone and nobody before

    def take(self, peers: Sequence[Any], weight: float, silence: float, most: float) -> None:
        """Count a vote; of one that a strange label misleads, only that it was asked."""
        if len(peers) <= MANY and is_strange_to(self.sheet, peers, self._strange):
            self.rest -= most
            return
        answer = _answer(self.sheet, peers)
        if answer not in self.named:
            self.named[answer] = {}
            if len(peers) == 1 and answer:
                self.place = peers[0]
        self.named[answer].update(dict.fromkeys(peers))
        self._count(answer, weight if answer else silence, most)

    def believes(self, task: Alone, place: Any) -> bool:
        """Count the vote of a label that names a place, if it does."""
        if not task.believed(self.sheet, place):
            return False
        self._count(_answer(self.sheet, (place,)), task.weight, task.most)
        return True

    def _count(self, answer: Answer, weight: float, most: float) -> None:
        self.votes[answer] = self.votes.get(answer, 0.0) + weight
        self.rest -= most

    @property
    def won(self) -> Answer | None:
        """The answer that no vote left can change, if there is one."""
        best = max(self.votes, key=self.votes.__getitem__, default=LUMP)
        if best is LUMP:
            return None
        bar = self.votes[best] - self.rest - EPSILON
        others = (
            one * (self._stake if is_fuller(said, best) else 1) for said, one in self.votes.items() if said != best
        )
        return best if bar > 0 and all(one < bar for one in others) else None

    @property
    def agreed(self) -> Answer | None:
        """What everybody says, be it without weight, if all were asked and say the same."""
        answer = next(iter(self.votes), LUMP)
        return answer if self.rest < EPSILON and len(self.votes) == 1 and answer is not LUMP else None


class Panel:
    """Voters, in their order and in the order in which they are asked."""

    def __init__(self, voters: Sequence[Voter], strange: AbstractSet[str] = frozenset(), *, many: bool = False) -> None:
        self.voters, self.strange, self.many = tuple(voters), strange, many
        self._stake = 1 / FULLER if many else 1.0
        self.total = self._stake * sum(voter.most for voter in self.voters)
        self.asked = asked_of(self.voters, self._stake)
        self.tasks = tasks_of(self.asked)
        self._known = Voters(self.asked, self.total, strange, ordered=many, stake=self._stake)
        self.lanes = guessed(self._known, believes=not many)
        self.script = Script((), self.total, strange)

    def try_on(self, sheets: Sequence[Sheet]) -> None:
        """Look at pages which short ways tell most of them."""
        if len(sheets) < FEWEST:
            return
        trials = list(trials_of(self._known, [self._heard_on(sheet) for sheet in sheets]))
        self.lanes, settled = lanes_of(self._known, trials)
        open_ = [at for at in range(len(sheets)) if at not in settled]
        self.script = scripted(self._known, [one.on(open_) for one in trials] if len(open_) >= FEWEST else trials)

    def _heard_on(self, sheet: Sheet) -> Heard:
        """What each voter says on a page, and where they find what most of them say."""
        found = [[peer for peer in one.query.find(sheet) if sheet.says(peer)] for one in self.asked]
        answers = [None if is_strange_to(sheet, peers, self.strange) else _answer(sheet, peers) for peers in found]
        votes: dict[Answer, float] = defaultdict(float)
        for answer, one in zip(answers, self.asked, strict=True):
            if answer:
                votes[answer] += one.weight
        best = max(votes, key=votes.__getitem__, default=())
        places = [peers[0] for peers, answer in zip(found, answers, strict=True) if answer == best and len(best) == 1]
        return Heard(sheet, answers, list(dict.fromkeys(places)))

    def lead(self, sheet: Sheet) -> Sequence[Any] | None:
        """What wins whatever the voters left say; None where that takes more than a short look."""
        for lane in self.lanes:
            place = lane.find(sheet)
            if place is not None:
                return (place,)
        found = self.script.find(sheet)
        if found is not None:
            return found
        tally = Tally(sheet, self.total, self._stake, self.strange)
        answer = self._asked(tally)
        if answer is None or is_strange_to(sheet, tally.named[answer], self.strange):
            return None
        return _first(sheet, list(tally.named[answer]), len(answer))

    def _asked(self, tally: Tally) -> Answer | None:
        """Ask those that need not search for a label; then those that have to, if nobody has won."""
        waiting: list[Alone] = []
        for task in self.tasks:
            if isinstance(task, Alone) and task.is_labelled:
                if self.many or tally.place is None or not tally.believes(task, tally.place):
                    waiting.append(task)
                    continue
            else:
                waiting = self._heard(task, tally, waiting)
            if tally.rest < self.total / 2 and (won := tally.won) is not None:
                return won
        return self._searched(tally, waiting)

    def _heard(self, task: Task, tally: Tally, waiting: list[Alone]) -> list[Alone]:
        """Count what a task says; who is still waiting if it shows a place that their labels name."""
        place = tally.place
        for vote in task.votes(tally.sheet, place):
            tally.take(*vote)
        if tally.place is place or self.many:
            return waiting
        return [one for one in waiting if not tally.believes(one, tally.place)]

    def _searched(self, tally: Tally, waiting: list[Alone]) -> Answer | None:
        waiting = sorted(waiting, key=lambda task: not task.is_quick(tally.sheet))
        while (won := tally.won) is None and waiting:
            waiting = self._heard(waiting[0], tally, waiting[1:])
        return tally.agreed if won is None and len(self.asked) == len(self.voters) else won

    def voted(self, sheet: Sheet) -> Sequence[Any] | None:
        """The same by what the places say, without numbers; None where a voter names many."""
        votes: dict[Answer, float] = defaultdict(float)
        speaker: dict[Answer, list[Any]] = {}
        for voter in self.voters:
            peers = [peer for peer in _found(voter, sheet) if sheet.says(peer)]
            if is_strange_to(sheet, peers, self.strange):
                continue
            answer = _answer(sheet, peers)
            if answer is LUMP or len(peers) > 1:
                return None
            votes[answer] += voter.weight if answer else voter.silence
            speaker.setdefault(answer, peers)
        return speaker[max(votes, key=votes.__getitem__)] if votes else []

    def winner(self, sheet: Sheet) -> Places:
        """What wins when all are asked and those who are misled have no vote."""
        votes: dict[Answer, float] = defaultdict(float)
        speaker: dict[Answer, Places] = {}
        for voter in self.voters:
            places = places_of(voter, sheet)
            if not is_strange_to(sheet, places.values(), self.strange):
                answer = tuple(dict.fromkeys(sheet.says(peer) for peer in places.values()))
                votes[answer] += voter.weight if answer else voter.silence
                speaker.setdefault(answer, places)
        return speaker[winning(votes, many=self.many)] if votes else {}


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
    return _places(_found(voter, sheet), sheet)


def _found(voter: Voter, sheet: Sheet) -> Sequence[Any]:
    if voter.query is None:
        raise Unsure
    return voter.query.find(sheet)


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
