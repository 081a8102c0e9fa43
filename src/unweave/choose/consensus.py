"""Consensus: the vote of all voters of a field on unlabelled pages, and how far each voter is trusted after it.

Legend

    vote        on each page every voter of a panel gives its weight to what it finds; the heaviest values win, or of a
                field with many values a fuller set (``rules.vote``)
    against     of the weight of the voters that find something, the share of those that find something else than won
    trust       the share of pages on which a voter finds what won, between 0 and 1
    others      voters of other methods: they vote here, but are not part of the wrapper that is learned

Independent voters seldom agree by accident. So a voter that mostly agrees with the others is trusted: weights are
multiplied by ``trust ** TRUST_EXPONENT``, and the vote is repeated with the new weights, ``CONSENSUS_ROUNDS`` times.
This is the idea of Dawid and Skene's estimate of observers' error rates, with one number per observer.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unweave.choose.voters import FieldVoter, PageValues
from unweave.engine.vote import winning
from unweave.tuning import CONSENSUS_ROUNDS, TRUST_EXPONENT
from unweave.votes import trust_of


class PageWinner(NamedTuple):
    """The values that won on a page, their share of the weight, and the share against them."""

    values: PageValues
    share: float
    against: float


class PlainVote(NamedTuple):
    """On each page, the share of the weight behind the values that won, and the share against them."""

    shares: tuple[float, ...] = ()
    against: tuple[float, ...] = ()


NO_VOTE = PlainVote()


@dataclass(frozen=True, slots=True)
class Consensus:
    """The values that won on each page, their share of the weight, the trust in each voter, the share against them.

    >>> Consensus((("Emma",),), (1.0,), (1.0, 1.0)).values
    (('Emma',),)
    """

    values: tuple[PageValues, ...]
    shares: tuple[float, ...]
    trust: tuple[float, ...]
    against: tuple[float, ...] = ()


def consensus(voters: Sequence[FieldVoter], others: Sequence[FieldVoter] = (), *, many: bool = False) -> Consensus:
    """The result of the vote, panel by panel, and the trust in each of the voters.

    The others vote where the voters form one panel. With ``many``, a page may have several values.

    >>> voters = [FieldVoter("rules", "a", (("x",), ("y",))), FieldVoter("rules", "b", (("x",), ("z",)))]
    >>> agreed = consensus(voters, [FieldVoter("tree", "c", (("x",), ("y",)))])
    >>> agreed.values, agreed.trust
    ((('x',), ('y',)), (0.75, 0.5))
    """
    panels = _panels(voters)
    results = [_panel_vote(panel, others if len(panels) == 1 else (), many=many) for panel in panels]
    trusted = {
        id(voter): value
        for panel, (_, trusts) in zip(panels, results, strict=True)
        for voter, value in zip(panel, trusts, strict=True)
    }
    pages = list(zip(*(winners for winners, _ in results), strict=True))
    return Consensus(
        values=tuple(map(_joined, pages)),
        shares=tuple(map(_least, pages)),
        trust=tuple(trusted[id(voter)] for voter in voters),
        against=tuple(map(_most_against, pages)),
    )


def plain_vote(voters: Sequence[FieldVoter], *, many: bool = False) -> PlainVote:
    """On each page the shares for and against the winner of a vote without trust.

    Of several panels it is the least share for, and the largest against.

    >>> plain_vote([FieldVoter("rules", "a", (("x",),), weight=3.0), FieldVoter("rules", "b", (("y",),))])
    PlainVote(shares=(0.75,), against=(0.25,))
    """
    panels = (_vote(panel, [1.0] * len(panel), many=many) for panel in _panels(voters))
    pages = list(zip(*panels, strict=True))
    return PlainVote(tuple(map(_least, pages)), tuple(map(_most_against, pages)))


def _panels(voters: Sequence[FieldVoter]) -> list[list[FieldVoter]]:
    return [[one for one in voters if one.panel == panel] for panel in sorted({one.panel for one in voters})]


def _panel_vote(
    panel: Sequence[FieldVoter], others: Sequence[FieldVoter], *, many: bool
) -> tuple[list[PageWinner], list[float]]:
    trusts = [1.0] * len(panel)
    winners: list[PageWinner] = []
    for _ in range(CONSENSUS_ROUNDS):
        factors = [*(one**TRUST_EXPONENT for one in trusts), *(1.0 for _ in others)]
        winners = _vote([*panel, *others], factors, many=many)
        trusts = [trust(voter, [one.values for one in winners]) for voter in panel]
    return winners, trusts


def _vote(voters: Sequence[FieldVoter], factors: Sequence[float], *, many: bool) -> list[PageWinner]:
    """The winner of each page, with the weights multiplied by these factors."""
    return [_page_vote(voters, factors, page, many=many) for page in range(len(voters[0].values))]


def _page_vote(voters: Sequence[FieldVoter], factors: Sequence[float], page: int, *, many: bool) -> PageWinner:
    votes: dict[PageValues, float] = defaultdict(float)
    total = 0.0  # added up like the votes: since Python 3.12, sum() rounds differently, and a share could exceed 1
    for voter, factor in zip(voters, factors, strict=True):
        values = voter.values[page]
        votes[values] += factor * (voter.weight if values else voter.silence)
        total += factor * voter.weight
    won = winning(votes, many=many)
    return PageWinner(won, votes[won] / total if total else 0.0, _against(votes, won))


def _against(votes: Mapping[PageValues, float], won: PageValues) -> float:
    """The share of the weight behind other values; some of those that won are no other values."""
    against = sum(weight for values, weight in votes.items() if not set(values) <= set(won))
    agreed = sum(weight for values, weight in votes.items() if values == won or (values and set(values) <= set(won)))
    return against / (against + agreed) if against else 0.0


def trust(voter: FieldVoter, won: Sequence[PageValues]) -> float:
    """The trust in a voter, by the pages on which it finds what won.

    >>> trust(FieldVoter("rules", "a", (("x",), ("z",))), [("x",), ("y",)])
    0.5
    """
    return trust_of(sum(mine == other for mine, other in zip(voter.values, won, strict=True)), len(won))


def _joined(winners: Sequence[PageWinner]) -> PageValues:
    return tuple(dict.fromkeys(text for one in winners for text in one.values))


def _least(winners: Sequence[PageWinner]) -> float:
    return min(one.share for one in winners)


def _most_against(winners: Sequence[PageWinner]) -> float:
    return max(one.against for one in winners)
