"""Doubt: on what the readings of a field differ, and how much would change if some of them were right.

Legend

    voice       the readings of a field that say the same on every page at hand, as one; their weights are added
    matter      something on which voices may differ. With one record a page: what a page says of the field,
                ``("Paperback",)`` or ``()``. With many: whether a text is among its values, ``("Emma",)`` or ``()``
    doubt       of some voices: over all matters, the share of their weight that does not stand behind the heaviest
                answer, added up
    gain        of some voices: how much less doubt there would be if they were alone, times how likely that is

A reading's weight is what it has in the consensus: its prior times ``trust ** SHARPNESS`` or, where it finds nothing,
its silence times that. Here that holds of witnesses too: one that goes its own way everywhere would else be asked about
again and again. Only a doubter (``Ground.doubters``) keeps its weight: it is there to disagree. Panels, which are
joined, are in doubt each by itself.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from unweave.choose.consensus import SHARPNESS, trust
from unweave.choose.readings import Answer, Reading
from unweave.choose.study import Ground


class Weight(NamedTuple):
    """How much a voice counts for a value, and how much for there being none."""

    value: float = 0.0
    silence: float = 0.0


Voters: TypeAlias = Sequence[tuple[Reading, Weight]]
"""The readings of a panel, and the witnesses."""
Voices: TypeAlias = Mapping[tuple[Answer, ...], Weight]
"""What is said on all pages, with the weight of those who say it."""
Weights: TypeAlias = Sequence[Weight]


class Matter(NamedTuple):
    """Something on which voices may differ: on which page, and what each voice says."""

    page: int
    said: tuple[Answer, ...]


def electorates(ground: Ground) -> Iterator[Voters]:
    """The readings of each panel; where there is only one, the witnesses vote with it."""
    if ground.agreed is None:
        return
    trusted = zip(ground.readings, ground.agreed.trust, strict=True)
    weighed = [(one, _weight(one, credit**SHARPNESS)) for one, credit in trusted]
    heard = [(one, _weight(one, trust(one, ground.agreed.answers) ** SHARPNESS)) for one in ground.witnesses]
    heard += [(one, _weight(one, 1.0)) for one in ground.doubters]
    panels = sorted({one.panel for one in ground.readings})
    for panel in panels:
        yield [voter for voter in weighed if voter[0].panel == panel] + (heard if len(panels) == 1 else [])


def _weight(reading: Reading, credit: float) -> Weight:
    return Weight(reading.weight * credit, reading.silence * credit)


def voices(voters: Voters) -> Voices:
    """What is said on all pages, each once, with the weight of all who say it.

    >>> told = [(Reading("rules", "", (("a",),)), Weight(1.0)), (Reading("tree", "", (("a",),)), Weight(2.0))]
    >>> dict(voices(told))
    {(('a',),): Weight(value=3.0, silence=0.0)}
    """
    heard: dict[tuple[Answer, ...], Weight] = defaultdict(Weight)
    for reading, weight in voters:
        before = heard[reading.answers]
        heard[reading.answers] = Weight(before.value + weight.value, before.silence + weight.silence)
    return heard


def matters(heard: Iterable[tuple[Answer, ...]], *, single: bool) -> Iterator[Matter]:
    """What the voices do not all agree on; ``single``: there is one record a page.

    >>> list(matters([(("a",), ("b",)), (("a",), ())], single=True))
    [Matter(page=1, said=(('b',), ()))]
    """
    for page, said in enumerate(zip(*heard, strict=True)):
        every = [Matter(page, said)] if single else _one_by_one(page, said)
        yield from (matter for matter in every if len(set(matter.said)) > 1)


def _one_by_one(page: int, said: tuple[Answer, ...]) -> Iterator[Matter]:
    """Of each text that some voice finds on the page: who finds it."""
    found = [frozenset(answer) for answer in said]
    for text in dict.fromkeys(text for answer in said for text in answer):
        yield Matter(page, tuple((text,) if text in one else () for one in found))


def gain(doubtful: Sequence[Matter], weights: Weights, some: frozenset[int]) -> float:
    """What these voices, if they are alone, put behind their own favourite rather than behind that of all.

    >>> light, heavy = Weight(1.0), Weight(3.0)
    >>> gain([Matter(0, (("a",), ("b",))), Matter(1, (("c",), ("d",)))], [light, heavy], frozenset({0}))
    0.5
    """
    total = sum(weight.value for weight in weights)
    return sum(_shift(matter, weights, sorted(some)) for matter in doubtful) / total if total else 0.0


def _shift(matter: Matter, weights: Weights, some: Sequence[int]) -> float:
    every = votes_on(matter, weights, range(len(weights)))
    own = votes_on(matter, weights, some)
    favourite = max(every, key=every.__getitem__)
    return max(own.values(), default=0.0) - own.get(favourite, 0.0)


def votes_on(matter: Matter, weights: Weights, some: Sequence[int]) -> dict[Answer, float]:
    """How much weight some voices put behind each answer.

    >>> votes_on(Matter(0, (("a",), (), ("a",))), [Weight(1.0), Weight(2.0, 0.5), Weight(3.0)], range(3))
    {('a',): 4.0, (): 0.5}
    """
    votes: dict[Answer, float] = defaultdict(float)
    for at in some:
        answer = matter.said[at]
        votes[answer] += weights[at].value if answer else weights[at].silence
    return dict(votes)
