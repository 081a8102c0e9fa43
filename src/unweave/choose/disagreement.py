"""Disagreement: where the voters of a field differ, and how much would be settled if some of them were right.

Legend

    group         the voters of a field that find the same on every page at hand, as one; their weights are added
    disagreement  something on which groups differ. With one record a page: what a page has for the field,
                  ``("Paperback",)`` or ``()``. With many records: whether a text is one of its values, ``("Emma",)``
                  or ``()``
    uncertainty   of some groups: over all disagreements, the sum of the shares of their weight that are not behind the
                  heaviest values
    gain          of some groups: how much less uncertainty there would be if they alone were left, times how likely
                  that is

A voter's weight is its weight in the consensus: its prior times ``trust ** TRUST_EXPONENT`` or, where it finds nothing,
its silence times that. Here this holds for other methods too: a method that differs everywhere would else be asked
about again and again. Only alternatives (``FieldEvidence.alternatives``) keep their weight: they are there to differ.
Each of several panels has its own disagreements.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from unweave.choose.consensus import trust
from unweave.choose.evidence import FieldEvidence
from unweave.choose.voters import FieldVoter, PageValues, spans_on
from unweave.page import Page, Span
from unweave.tuning import TRUST_EXPONENT
from unweave.wrapper import Wrapper


class VoteWeight(NamedTuple):
    """How much a group counts for a value, and how much for "no value"."""

    value: float = 0.0
    silence: float = 0.0


WeighedVoters: TypeAlias = Sequence[tuple[FieldVoter, VoteWeight]]
"""The voters of a panel, and those of other methods."""
Groups: TypeAlias = Mapping[tuple[PageValues, ...], VoteWeight]
"""What is found on all pages, with the weight of the voters that find it."""
Weights: TypeAlias = Sequence[VoteWeight]


class Disagreement(NamedTuple):
    """Something on which groups differ: on which page, and what each group finds."""

    page: int
    values: tuple[PageValues, ...]


def voters_by_panel(evidence: FieldEvidence) -> Iterator[WeighedVoters]:
    """The voters of each panel; where there is only one panel, those of other methods vote with it."""
    if evidence.consensus is None:
        return
    won = evidence.consensus.values
    trusted = zip(evidence.voters, evidence.consensus.trust, strict=True)
    weighed = [(one, _weight(one, credit**TRUST_EXPONENT)) for one, credit in trusted]
    others = [(one, _weight(one, trust(one, won) ** TRUST_EXPONENT)) for one in evidence.others]
    others += [(one, _weight(one, 1.0)) for one in evidence.alternatives]
    panels = sorted({one.panel for one in evidence.voters})
    for panel in panels:
        yield [pair for pair in weighed if pair[0].panel == panel] + (others if len(panels) == 1 else [])


def _weight(voter: FieldVoter, factor: float) -> VoteWeight:
    return VoteWeight(voter.weight * factor, voter.silence * factor)


def grouped(voters: WeighedVoters) -> Groups:
    """What is found on all pages, each once, with the weight of all voters that find it.

    >>> rule, other = (FieldVoter(method, "", (("a",),)) for method in ("rules", "lr"))
    >>> dict(grouped([(rule, VoteWeight(1.0)), (other, VoteWeight(2.0))]))
    {(('a',),): VoteWeight(value=3.0, silence=0.0)}
    """
    groups: dict[tuple[PageValues, ...], VoteWeight] = defaultdict(VoteWeight)
    for voter, weight in voters:
        before = groups[voter.values]
        groups[voter.values] = VoteWeight(before.value + weight.value, before.silence + weight.silence)
    return groups


def disagreements(groups: Iterable[tuple[PageValues, ...]], *, single: bool) -> Iterator[Disagreement]:
    """Where the groups do not all agree; ``single``: there is one record a page.

    >>> list(disagreements([(("a",), ("b",)), (("a",), ())], single=True))
    [Disagreement(page=1, values=(('b',), ()))]
    """
    for page, values in enumerate(zip(*groups, strict=True)):
        every = [Disagreement(page, values)] if single else _text_by_text(page, values)
        yield from (one for one in every if len(set(one.values)) > 1)


def _text_by_text(page: int, values: tuple[PageValues, ...]) -> Iterator[Disagreement]:
    """For each text that some group finds on the page: which groups find it."""
    found = [frozenset(texts) for texts in values]
    for text in dict.fromkeys(text for texts in values for text in texts):
        yield Disagreement(page, tuple((text,) if text in one else () for one in found))


def gain(every: Sequence[Disagreement], weights: Weights, some: frozenset[int]) -> float:
    """The weight that these groups give to their own heaviest values rather than to those of all groups, as a share.

    >>> light, heavy = VoteWeight(1.0), VoteWeight(3.0)
    >>> open_ = [Disagreement(0, (("a",), ("b",))), Disagreement(1, (("c",), ("d",)))]
    >>> gain(open_, [light, heavy], frozenset({0}))
    0.5
    """
    total = sum(weight.value for weight in weights)
    return sum(_shift(one, weights, sorted(some)) for one in every) / total if total else 0.0


def _shift(disagreement: Disagreement, weights: Weights, some: Sequence[int]) -> float:
    every = votes_on(disagreement, weights, range(len(weights)))
    own = votes_on(disagreement, weights, some)
    heaviest = max(every, key=every.__getitem__)
    return max(own.values(), default=0.0) - own.get(heaviest, 0.0)


def votes_on(disagreement: Disagreement, weights: Weights, some: Sequence[int]) -> dict[PageValues, float]:
    """How much weight some groups give to each set of values.

    >>> weights = [VoteWeight(1.0), VoteWeight(2.0, 0.5), VoteWeight(3.0)]
    >>> votes_on(Disagreement(0, (("a",), (), ("a",))), weights, range(3))
    {('a',): 4.0, (): 0.5}
    """
    votes: dict[PageValues, float] = defaultdict(float)
    for group in some:
        values = disagreement.values[group]
        votes[values] += weights[group].value if values else weights[group].silence
    return dict(votes)


def disputed(wrappers: Sequence[Wrapper], page: Page, name: str) -> Iterator[tuple[Span, float]]:
    """Each value of a field that some wrappers find on the page and others do not, with the share of the minority.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> page = Page("<b>Emma</b><i>Kim</i>")
    >>> learned = [LR().learn([Example.from_values(page, [{"name": name}])]) for name in ("Emma", "Kim")]
    >>> [(page.text(span), minority) for span, minority in disputed(learned, page, "name")]
    [('Emma', 0.5), ('Kim', 0.5)]
    """
    counts = Counter(span for wrapper in wrappers for span in spans_on(wrapper, page).get(name, ()))
    for span, count in sorted(counts.items()):
        if minority := min(count, len(wrappers) - count) / len(wrappers):
            yield span, minority
