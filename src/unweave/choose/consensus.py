"""Consensus: what the readings of a field say together on pages that nobody has labelled, and whom that makes credible.

Legend

    vote        on each page, every reading of a panel gives its weight to its answer; the heaviest wins, or of many
                values a fuller one (``rules.vote``)
    trust       the share of pages on which a reading says what won, between 0 and 1
    witness     a reading of another family: it votes here, but is not part of the wrapper that is learned

Independent ways of saying the same thing seldom agree by accident, so a reading that mostly agrees with the others is
believed, and one that goes its own way is not: weights are multiplied by ``trust ** SHARPNESS``, and the vote is
repeated with the new weights, ``ROUNDS`` times. This is the idea of Dawid and Skene's estimate of observers' error
rates, with one number per observer.

Both numbers were chosen on the public sites; figures are in ``docs/learn.md``.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from unweave.choose.readings import Answer, Reading
from unweave.rules.vote import winning

ROUNDS = 3
SHARPNESS = 4

Ballot = tuple[Answer, float]
"""The answer that won on a page, and its share of the weight."""


@dataclass(frozen=True, slots=True)
class Consensus:
    """What was agreed on: an answer per page, how much of the weight stood behind it, and the trust in each reading.

    >>> Consensus((("Emma",),), (1.0,), (1.0, 1.0)).answers
    (('Emma',),)
    """

    answers: tuple[Answer, ...]
    shares: tuple[float, ...]
    trust: tuple[float, ...]


def consensus(readings: Sequence[Reading], witnesses: Sequence[Reading] = (), *, many: bool = False) -> Consensus:
    """The answers of the vote, panel by panel, and the trust in each of the readings.

    Witnesses vote where the readings form one panel. With ``many``, a page may have several values.

    >>> told = [Reading("rules", "a", (("x",), ("y",))), Reading("rules", "b", (("x",), ("z",)))]
    >>> agreed = consensus(told, [Reading("tree", "c", (("x",), ("y",)))])
    >>> agreed.answers, agreed.trust
    ((('x',), ('y',)), (0.75, 0.5))
    """
    panels = _panels(readings)
    agreed = [_of_panel(panel, witnesses if len(panels) == 1 else (), many=many) for panel in panels]
    trust = {
        id(one): value
        for panel, (_, values) in zip(panels, agreed, strict=True)
        for one, value in zip(panel, values, strict=True)
    }
    ballots = list(zip(*(of_panel for of_panel, _ in agreed), strict=True))
    return Consensus(
        answers=tuple(map(_joined, ballots)),
        shares=tuple(map(_least, ballots)),
        trust=tuple(trust[id(one)] for one in readings),
    )


def vote_shares(readings: Sequence[Reading], *, many: bool = False) -> tuple[float, ...]:
    """On each page the share of the weight behind what wins a plain vote; of several panels the least.

    >>> vote_shares([Reading("rules", "a", (("x",),), weight=3.0), Reading("rules", "b", (("y",),))])
    (0.75,)
    """
    panels = (_plain(panel, many=many) for panel in _panels(readings))
    return tuple(map(_least, zip(*panels, strict=True)))


def _plain(panel: Sequence[Reading], *, many: bool) -> list[Ballot]:
    return [_vote(panel, [1.0] * len(panel), page, many=many) for page in _pages(panel)]


def _panels(readings: Sequence[Reading]) -> list[list[Reading]]:
    return [[one for one in readings if one.panel == number] for number in sorted({one.panel for one in readings})]


def _pages(panel: Sequence[Reading]) -> range:
    return range(len(panel[0].answers))


def _of_panel(
    panel: Sequence[Reading], witnesses: Sequence[Reading], *, many: bool
) -> tuple[list[Ballot], list[float]]:
    voters = [*panel, *witnesses]
    credit = [1.0] * len(panel)
    ballots: list[Ballot] = []
    for _ in range(ROUNDS):
        factors = [*(one**SHARPNESS for one in credit), *(1.0 for _ in witnesses)]
        ballots = [_vote(voters, factors, page, many=many) for page in _pages(panel)]
        won = [answer for answer, _ in ballots]
        credit = [trust(one, won) for one in panel]
    return ballots, credit


def _vote(voters: Sequence[Reading], factors: Sequence[float], page: int, *, many: bool) -> Ballot:
    votes: dict[Answer, float] = defaultdict(float)
    for voter, factor in zip(voters, factors, strict=True):
        answer = voter.answers[page]
        votes[answer] += factor * (voter.weight if answer else voter.silence)
    won = winning(votes, many=many)
    every = sum(factor * voter.weight for voter, factor in zip(voters, factors, strict=True))
    return won, votes[won] / every if every else 0.0


def trust(reading: Reading, agreed: Sequence[Answer]) -> float:
    """The share of pages on which it says what won, drawn a little towards one half where pages are few.

    >>> trust(Reading("rules", "a", (("x",), ("z",))), [("x",), ("y",)])
    0.5
    """
    same = sum(answer == won for answer, won in zip(reading.answers, agreed, strict=True))
    return (same + 1) / (len(agreed) + 2)


def _joined(ballots: Sequence[Ballot]) -> Answer:
    return tuple(dict.fromkeys(text for answer, _ in ballots for text in answer))


def _least(ballots: Sequence[Ballot]) -> float:
    return min(share for _, share in ballots)
