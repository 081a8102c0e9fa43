"""Which lanes settle the most pages at hand, for the least time.

Legend

    offer       some steps that were tried (``rules_trial``), and of each the members that its part of a lane checks
    steady      a member that names the place on nearly all pages where the way finds one
    hits        the pages where all of an offer's members say the same

The members of an offer must settle the vote, whatever the others say. They are taken one by one, those first that add
most weight for what is still to be checked; where the places of one way do not settle it, others are added.
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from unweave.targets.rules_guess import Standing
from unweave.targets.rules_lane import Lane, Need, check_of, needs_of, own_needs, part_of, price_on
from unweave.targets.rules_query import Query
from unweave.targets.rules_script import EPSILON, Member, Way
from unweave.targets.rules_sheet import Sheet
from unweave.targets.rules_trial import FULL_VOTE, Trial, Vote, Voters, hoped, members_of, onlys_of

MOST_LANES = 3
MOST_GUESSED = 4
MOST_PARTS = 3
MOST_EXTENDED = 8
NEARLY = 0.9
_EACH = 0.05  # microseconds, so that nothing is for free


class Share(NamedTuple):
    """What one way adds to an offer."""

    way: Way
    trial: Trial
    members: tuple[int, ...]
    needs: tuple[Need, ...]
    price: float


class Offer(NamedTuple):
    """Ways and members; their weight, and what is left of the vote without them."""

    shares: tuple[Share, ...] = ()
    spoken: int = 0
    weight: float = 0.0
    left: float = 0.0

    @property
    def is_settled(self) -> bool:
        """Whether these have more weight than all others together."""
        return self.weight > self.left + EPSILON

    @property
    def cost(self) -> float:
        """What it takes, in microseconds."""
        return sum(share.trial.cost + share.price for share in self.shares)

    @property
    def hits(self) -> set[int]:
        """The pages where all members say the same."""
        pages = range(len(self.shares[0].trial.told))
        return {at for at in pages if _is_one([vote for share in self.shares for vote in _votes(share, at)])}


def _votes(share: Share, at: int) -> Iterator[Vote | None]:
    return (share.trial.told[at][member] for member in share.members)


def _is_one(votes: Sequence[Vote | None]) -> bool:
    """Whether all of them speak, none is misled, and they say the same."""
    return all(vote is not None and vote[1] > 0 for vote in votes) and len({vote[0] for vote in votes if vote}) == 1


def lanes_of(panel: Voters, trials: Sequence[Trial]) -> tuple[list[Lane], set[int]]:
    """The few lanes that settle the most pages, and these pages."""
    looks = [(one.way, one) for one in trials if one.way is not None]
    left = {at: (offer, offer.hits) for at, offer in enumerate(_offers(looks, panel.total))}
    chosen: list[Offer] = []
    settled: set[int] = set()
    while left and len(chosen) < MOST_LANES:
        best = max(left, key=lambda at: len(left[at][1]) * FULL_VOTE - left[at][0].cost * len(trials[0].told))
        offer, hits = left.pop(best)
        if not hits:
            break
        chosen.append(offer)
        settled |= hits
        left = {at: (one, pages - hits) for at, (one, pages) in left.items()}
    return [_lane(offer, panel) for offer in chosen], settled


def guessed(panel: Voters, *, believes: bool) -> list[Lane]:
    """The few lanes that should do as long as no page is at hand, the cheapest first."""
    onlys = [(way, way.leader) for way in onlys_of(panel.asked)]
    labelled = [one.query for one in panel.asked if believes and one.query.anchor and one.query.selector]
    ways: list[tuple[Way, Query]] = [*onlys, *((Standing(query), query) for query in labelled)]
    offers = [_extended(Offer(left=panel.total), way, _hoped(panel, way, query, believes)) for way, query in ways]
    settled = sorted(
        (one.cost, at, query.selector, way.leader is None)
        for at, (one, (way, query)) in enumerate(zip(offers, ways, strict=True))
        if one.is_settled
    )
    first = {tuple(key): at for _, at, *key in reversed(settled)}  # where one finds none or several, so does its like
    return [_lane(offers[at], panel) for _, at, *_ in settled if at in first.values()][:MOST_GUESSED]


def _hoped(panel: Voters, way: Way, query: Query, believes: bool) -> Trial:
    members = members_of(way, panel.asked, believes=believes)
    return hoped(way, query, [one for one in members if one.follows or one.asked.query.anchor])


def _lane(offer: Offer, panel: Voters) -> Lane:
    return Lane([part_of(share.way, share.needs, panel.strange) for share in offer.shares])


def _offers(looks: Sequence[tuple[Way, Trial]], total: float) -> list[Offer]:
    """All that settle the vote: ways alone, and the heaviest together with others, which need not lead."""
    first = [_extended(Offer(left=total), way, trial) for way, trial in looks if trial.leads]
    open_ = sorted((one for one in first if one.shares and not one.is_settled), key=lambda one: -one.weight)
    for _ in range(MOST_PARTS - 1):
        more = [_extended(one, *look) for one in open_[:MOST_EXTENDED] for look in looks]
        first += more
        open_ = sorted((one for one in more if one.shares and not one.is_settled), key=lambda one: -one.weight)
    return [one for one in first if one.is_settled]


def _extended(offer: Offer, way: Way, trial: Trial) -> Offer:
    """The offer with a way more and as many of its steady members as settle the vote; the same if there are none."""
    steady = [at for at in _steady(trial) if not trial.members[at][0].bit & offer.spoken]
    needs = {at: _needs(way, trial, at) for at in steady}
    prices = _prices(trial, {need for each in needs.values() for need in each})
    chosen: list[int] = []
    wanted: dict[Need, None] = {}
    grown = offer
    while steady and not grown.is_settled:
        costs = {at: _EACH + sum(prices[need] for need in needs[at] if need not in wanted) for at in steady}
        best = min(steady, key=lambda at: costs[at] / max(trial.members[at][0].asked.weight, EPSILON))
        steady.remove(best)
        chosen.append(best)
        wanted |= dict.fromkeys(needs[best])
        grown = _with(grown, trial.members[best][0])
    share = Share(way, trial, tuple(chosen), tuple(wanted), sum(prices[need] for need in wanted))
    return grown._replace(shares=(*offer.shares, share)) if chosen else offer


def _prices(trial: Trial, needs: AbstractSet[Need]) -> dict[Need, float]:
    """What it takes to check each on the first page where the way finds a place, if there is one."""
    found = next((found for found in trial.found if found[1] is not None), None)
    return {need: price_on(need, *found) if found else need.price for need in needs}


def _needs(way: Way, trial: Trial, at: int) -> tuple[Need, ...]:
    """What is checked for a member: what others need too, if that tells as much as a look of its own."""
    member = trial.members[at][0]
    offered = needs_of(way, member) if trial.found else _sure(way, member)
    told = [place for place, row in zip(trial.found, trial.told, strict=False) if row[at] is not None]
    return next((needs for needs in offered if _holds_nearly(check_of(needs), told)), own_needs(member))


def _holds_nearly(check: Callable[[Sheet, Any], Any], places: Sequence[tuple[Sheet, Any]]) -> bool:
    return sum(check(*place) is not None for place in places) >= NEARLY * len(places)


def _sure(way: Way, member: Member) -> list[tuple[Need, ...]]:
    """What does without pages: no guess whether it is the place itself that the rule's selector would match."""
    is_text = member.asked.query.is_text and way.leader is not None and way.leader.is_text
    guessed = {"around", "bare", "whole", *["match"] * (not member.follows), *["sole"] * is_text}
    return [needs for needs in needs_of(way, member) if guessed.isdisjoint(need.kind for need in needs)]


def _with(offer: Offer, member: Member) -> Offer:
    asked = member.asked
    return offer._replace(
        spoken=offer.spoken | member.bit, weight=offer.weight + asked.weight, left=offer.left - asked.most
    )


def _steady(trial: Trial) -> list[int]:
    found = [row for row in trial.told if any(row)]
    told = [sum(vote is not None and vote[1] > 0 for vote in column) for column in zip(*found, strict=True)]
    return [at for at, times in enumerate(told) if times >= NEARLY * len(found)]
