"""The vote: what the rules of one panel find together on a page. There is no other vote in the project.

Legend

    voter       a rule: its query, its weight, and its silence, the weight of its answer where it finds nothing
    answer      the texts of what a voter finds, in document order, each once; () where it finds nothing
    reading     the texts of the nodes that a voter finds; nodes that the next voter finds too are not read again
    foreign     a label of the template that names another field; a voter whose find is right behind one, or is one, has
                no vote: the value's own row is empty or absent, and the next one is found instead; of many values one
                may be the label of another field
    fuller      an answer that has all texts of another one, and more
    data        a data path that votes with the rules: its answer is what the data in scripts says

The heaviest answer wins; of equally heavy ones the first. Where several values are wanted, a fuller answer wins with
half of the votes: a rule more often misses a value than it finds too much, which the labelled pages have refuted.

The data is asked last, and read only if its vote can change the winner: reading scripts takes several times as long as
all rules. Where its texts differ from those of a rule by typography alone, it votes for these.

The vote ends as soon as the voters that are left cannot change the winner. That is exact; what wins is what would win
if all were asked. So those voters are asked first that settle the vote at the least cost if they agree. Most often they
do, and find the same nodes: then nothing is counted.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations
from operator import eq
from typing import Any, NamedTuple, TypeVar

from turbohtml import Text

from unweave.engine.data import as_shown, voted_values
from unweave.engine.index import Index
from unweave.engine.select import Query, query_of
from unweave.page.html import collapse
from unweave.program import DataVote, Selection
from unweave.tuning import FULLER, LABEL_COST
from unweave.values.parts import TextPart

Answer = TypeVar("Answer", bound=tuple[Any, ...])
MOST_SETTLING = 8  # of more rules, not all subsets are compared
_EPSILON = 1e-9  # weights are sums of decimal fractions


class Voter(NamedTuple):
    """A rule with its query; ``rest`` is the most that the voters behind it can add to an answer."""

    rule: Selection
    query: Query
    rest: float


class Winner(NamedTuple):
    """The nodes that won, in document order, their texts, and the first rule that found them; None where none did.

    What the data alone says is values of it in place of nodes, and a rule without steps.
    """

    peers: tuple[Any, ...]
    texts: tuple[str, ...]
    rule: Selection | None


class Reading(NamedTuple):
    """Of some nodes those with a text, the texts, and the answer; None where one is a foreign label, or behind one."""

    peers: tuple[Any, ...]
    texts: tuple[str, ...]
    answer: tuple[str, ...] | None


NOTHING, NO_WINNER = Reading((), (), ()), Winner((), (), None)


@dataclass(frozen=True, slots=True)
class Panel:
    """Rules that vote; with ``many``, several values are wanted. The ``first`` settle the vote if they agree.

    Where the first one looks up a label, ``hint`` is a cheap query: what it finds may well have the label. ``data`` is
    a data path that votes too.
    """

    voters: tuple[Voter, ...]
    attribute: str = ""
    foreign: frozenset[str] = frozenset()
    many: bool = False
    first: tuple[Query, ...] = ()
    hint: Query | None = None
    data: DataVote | None = None

    def winner(self, index: Index, scope: Any = None) -> Winner:
        """What the rules find together inside the scope."""
        asked: list[Sequence[Any]] = []
        near = self._likely(index, scope) if self.hint is not None else None
        for query in self.first:
            nodes = query.find(index, scope, near)
            asked.append(nodes)
            if not nodes or (nodes != asked[0] and not self._are_same(nodes, asked[0])):
                return self._counted(index, scope, asked)
            near = nodes[0]
        peers, texts, answer = self._reading(index, tuple(asked[0]), scope) if asked else NOTHING
        return Winner(peers, texts, self.voters[0].rule) if answer else self._counted(index, scope, asked)

    def _are_same(self, nodes: Sequence[Any], others: Sequence[Any]) -> bool:
        """Whether nodes say the same because they are each other's only content: ``<b>`` and the text in it."""
        if self.attribute or len(nodes) != len(others):
            return False
        return all(map(eq, map(_only_text, nodes), map(_only_text, others)))

    def _likely(self, index: Index, scope: Any) -> Any:
        """The node that the hint finds; None where it finds none or several, or the label is looked up already."""
        label = self.voters[0].query.label
        if self.hint is None or label is None or index.has_looked_up(label.text):
            return None
        found = self.hint.find(index, scope)
        return found[0] if len(found) == 1 else None

    def _counted(self, index: Index, scope: Any, asked: Sequence[Sequence[Any]]) -> Winner:
        """The answer with most votes; what the first voters find is known."""
        votes: dict[tuple[str, ...], float] = {}
        found: dict[tuple[str, ...], Winner] = {}
        answers: dict[tuple[Any, ...], tuple[str, ...] | None] = {(): ()}  # voters often find the same places
        near = None
        for at, (rule, query, rest) in enumerate(self.voters):
            nodes = asked[at] if at < len(asked) else query.find(index, scope, near)
            places = tuple(nodes) if self.attribute else tuple([_only_text(node) for node in nodes])
            reading = NOTHING
            if places not in answers:
                reading = self._reading(index, tuple(nodes), scope)
                answers[places] = reading.answer
                if near is None and len(reading.peers) == 1:
                    near = reading.peers[0]
            answer = answers[places]
            if answer is None:
                continue
            weight = rule.weight if answer else rule.silence
            if answer in votes:
                votes[answer] += weight
            else:
                votes[answer], found[answer] = weight, Winner(reading.peers, reading.texts, rule)
            if not rest or _is_settled(votes, rest, many=self.many):
                break
        else:
            self._count_data(index, votes, found)
        return found[winning(votes, many=self.many)] if votes else NO_WINNER

    def _count_data(self, index: Index, votes: dict[tuple[str, ...], float], found: dict[Any, Winner]) -> None:
        """Add the vote of the data, if it says anything."""
        if self.data is None:
            return
        values = voted_values(index.documents, self.data.path, many=self.many)
        part = next((TextPart(one.rule.left, one.rule.right) for one in self.voters), TextPart())
        known = {part.apply(text) or text: text for answer in votes for text in answer}
        if answer := as_shown((value.shown for value in values), known):
            votes[answer] = votes.get(answer, 0.0) + self.data.weight
            texts = tuple(value.shown for value in values)
            found.setdefault(answer, Winner(tuple(values), texts, Selection(self.data.path.field, ())))

    def _reading(self, index: Index, nodes: tuple[Any, ...], scope: Any) -> Reading:
        """The texts of the nodes that a voter finds."""
        texts = tuple([self.text(index, peer) for peer in nodes])
        if not all(texts):
            nodes = tuple([peer for peer, text in zip(nodes, texts, strict=True) if text])
            texts = tuple(filter(None, texts))
        is_label = not self.many and bool(self.foreign.intersection(texts))
        if self.foreign and (is_label or _is_misled(index, nodes, scope, self.foreign)):
            return Reading(nodes, texts, None)
        return Reading(nodes, texts, texts if len(texts) <= 1 else tuple(dict.fromkeys(texts)))

    def text(self, index: Index, peer: Any) -> str:
        """The text that a rule takes of a node: its attribute, or what a reader sees of it."""
        if self.attribute:
            return collapse(peer.attr(self.attribute) or "") if hasattr(peer, "attr") else ""
        return index.text(peer)


def _only_text(peer: Any) -> Any:
    """The text that is all of an element; else the node itself."""
    return peer[0] if type(peer) is not Text and len(peer) == 1 and type(peer[0]) is Text else peer


def panel_of(
    rules: Sequence[Selection],
    *,
    foreign: AbstractSet[str] = frozenset(),
    many: bool = False,
    data: DataVote | None = None,
) -> Panel:
    """The panel of some rules, in the order in which they are asked.

    >>> from unweave.page import Page
    >>> from unweave.program import Step
    >>> panel = panel_of([Selection("x", (Step("descendant", tag),)) for tag in ("b", "b", "i")])
    >>> panel.winner(Index(Page("<b>a</b><i>b</i>").document)).peers
    (Element('b'),)
    """
    asked = _asked(rules, many=many)
    most = [max(rule.weight, rule.silence) for rule, _ in asked]
    last = data.weight if data is not None else 0.0
    voters = [Voter(rule, query, sum(most[at + 1 :]) + last) for at, (rule, query) in enumerate(asked)]
    take = rules[0].take if rules else "text"
    attribute = take.removeprefix("@") * take.startswith("@")
    return Panel(tuple(voters), attribute, frozenset(foreign), many, _first(voters, many=many), _hint(voters), data)


def _first(voters: Sequence[Voter], *, many: bool) -> tuple[Query, ...]:
    """The queries of the first voters that settle the vote if they agree."""
    for at, voter in enumerate(voters, 1):
        if not voter.rest or _is_settled({(): sum(one.rule.weight for one in voters[:at])}, voter.rest, many=many):
            return tuple(one.query for one in voters[:at])
    return ()


def _hint(voters: Sequence[Voter]) -> Query | None:
    """Where the first voter looks up a label, the query that is a selector alone; of several the most specific one."""
    if not voters or voters[0].query.cost != LABEL_COST:
        return None
    selectors = [voter.query for voter in voters if voter.query.cost == 1]
    return max(selectors, key=lambda query: query.selector.count(">"), default=None)


def asking_order(rules: Sequence[Selection], *, many: bool = False) -> list[Selection]:
    """The order in which rules are asked: those first that settle the vote at the least cost if they agree.

    Among these, and among the others, the rule with most weight for its cost comes first.

    >>> from unweave.program import Condition, Step
    >>> tags = [Step("descendant", "b", (Condition("kind", "date"),)), Step("descendant", "i")]
    >>> [rule.steps[0].tag for rule in asking_order([Selection("x", (step,)) for step in tags])]
    ['i', 'b']
    """
    return [rule for rule, _ in _asked(rules, many=many)]


def _asked(rules: Sequence[Selection], *, many: bool) -> list[tuple[Selection, Query]]:
    queries = [query_of(rule.steps[0]) for rule in rules]
    first = set(_settling(rules, queries, many=many))
    by_worth = sorted(range(len(rules)), key=lambda at: -rules[at].weight / queries[at].cost)
    return [(rules[at], queries[at]) for at in sorted(by_worth, key=lambda at: at not in first)]


def _settling(rules: Sequence[Selection], queries: Sequence[Query], *, many: bool) -> Sequence[int]:
    """The numbers of the rules that settle the vote at the least cost if they agree; none of more than a few."""
    if len(rules) > MOST_SETTLING:
        return ()
    most = [max(rule.weight, rule.silence) for rule in rules]
    worth = [(FULLER if many else 1.0) * rule.weight + one for rule, one in zip(rules, most, strict=True)]
    subsets = (some for size in range(1, len(rules)) for some in combinations(range(len(rules)), size))
    # They outweigh the others: their weight, times FULLER with many values, is more than the most that these can add.
    settling = [some for some in subsets if sum(map(worth.__getitem__, some)) > sum(most) + _EPSILON]
    costs = [(query.label.text if query.label is not None else "", query.cost) for query in queries]
    return min(settling, key=lambda some: _cost([costs[at] for at in some]), default=())


def _cost(costs: Sequence[tuple[str, int]]) -> int:
    """What some queries cost together, given the label and the cost of each: a label is looked up once."""
    by_label = dict(costs)
    return sum(one for label, one in by_label.items() if label) + sum(1 if label else one for label, one in costs)


def winning(votes: Mapping[Answer, float], *, many: bool) -> Answer:
    """The answer that wins: the heaviest; with ``many``, as long as a fuller one has half of its votes, that one.

    >>> votes = {("flour",): 4.0, ("flour", "eggs"): 3.0, ("salt",): 2.0}
    >>> winning(votes, many=False), winning(votes, many=True)
    (('flour',), ('flour', 'eggs'))
    """
    if len(votes) == 1:
        return next(iter(votes))
    won = max(votes, key=votes.__getitem__)
    while many and (fuller := [one for one in votes if _is_fuller(one, won, votes)]):
        won = max(fuller, key=votes.__getitem__)
    return won


def _is_fuller(one: Answer, other: Answer, votes: Mapping[Answer, float]) -> bool:
    return bool(other) and votes[one] >= FULLER * votes[other] and set(other) < set(one)


def _is_settled(votes: Mapping[tuple[str, ...], float], rest: float, *, many: bool) -> bool:
    """Whether no answer, known or new, can still come near the heaviest."""
    if len(votes) == 1:
        best, second = next(iter(votes.values())), 0.0
    else:
        second, best = sorted(votes.values())[-2:]
    return best * (FULLER if many else 1.0) > second + rest + _EPSILON


def _is_misled(index: Index, peers: Sequence[Any], scope: Any, foreign: AbstractSet[str]) -> bool:
    """Whether one of the nodes is right behind a label that names another field."""
    for peer in peers:
        first = peer if type(peer) is Text else index.first_text(peer) or peer
        before = index.before(first, 1, scope)
        if before is not None and collapse(before.data) in foreign:
            return True
    return False
