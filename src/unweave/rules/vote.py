"""What a field's rules find on a page: the rules of a panel vote on the values, the panels are joined.

Legend

    answer     what one rule finds: the texts it shows, in order
    silence    a rule that finds nothing: it speaks for there being nothing, as much as it was given
    strange    a label that names something else; a rule that takes what stands right behind it has no vote
    fuller     an answer that says all that another says, and more

Of several values a rule is more likely to miss one than to find one too many: what finds too much the labelled pages
have refuted. So where many are wanted, a fuller answer than the heaviest needs but half of its votes.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, TypeAlias, TypeVar

from unweave.program import Selection
from unweave.rules.attribute import seen
from unweave.rules.execute import execute, extents
from unweave.rules.view import Extent, View

Answers: TypeAlias = Sequence[tuple[Selection, list[Extent]]]
"""What each of a field's rules finds, in document order."""
Said = TypeVar("Said", bound=tuple[Any, ...])
FULLER = 0.5
"""The part of the heaviest answer's votes with which a fuller one wins."""


def answers(selections: Sequence[Selection], view: View) -> Answers:
    """What each rule finds.

    >>> from unweave.page import Page
    >>> from unweave.program import Step
    >>> [places for _, places in answers([Selection("x", (Step("descendant", "b"),))], View(Page("<i>a</i><b>b</b>")))]
    [[Extent(first=1, end=2)]]
    """
    return [(one, sorted(extents(execute(one.steps[0], view), view))) for one in selections]


def misled(places: Iterable[Extent], view: View, labels: AbstractSet[str]) -> bool:
    """Whether one of the places stands right behind one of these labels.

    >>> from unweave.page import Page
    >>> misled([Extent(1, 2)], View(Page("<b>Year</b> 1815")), {"Year"})
    True
    """
    return any(view.word_before(place) in labels for place in places)


def elect(selections: Sequence[Selection], view: View) -> list[tuple[Extent, Selection]]:
    """The places that a field's rules find together, in document order.

    >>> from unweave.page import Page
    >>> from unweave.program import Step
    >>> rules = [Selection("x", (Step("descendant", tag),)) for tag in ("b", "b", "i")]
    >>> [place for place, _ in elect(rules, View(Page("<b>a</b><i>b</i>")))]
    [Extent(first=0, end=1)]
    """
    own = seen(view, selections[0].take) if selections else view
    return elected(answers(selections, own), own)


def elected(
    found: Answers, view: View, strange: AbstractSet[str] = frozenset(), *, many: bool = False
) -> list[tuple[Extent, Selection]]:
    """The places that win the vote of each panel; who is misled by a ``strange`` label has none.

    With ``many``, the places of several values are wanted.
    """
    panels: dict[int, list[tuple[Selection, list[Extent]]]] = defaultdict(list)
    for selection, places in found:
        if not strange or not misled(places, view, strange):
            panels[selection.panel].append((selection, places))
    chosen = {place: one for panel in panels.values() for place, one in _winner(panel, view, many=many)}
    return sorted(chosen.items(), key=lambda item: item[0])


def _winner(panel: Answers, view: View, *, many: bool) -> list[tuple[Extent, Selection]]:
    votes: dict[tuple[str, ...], float] = defaultdict(float)
    speaker: dict[tuple[str, ...], tuple[Selection, list[Extent]]] = {}
    for selection, places in panel:
        answer = tuple(dict.fromkeys(view.said(place) for place in places))
        votes[answer] += selection.weight if answer else selection.silence
        speaker.setdefault(answer, (selection, places))
    selection, places = speaker[winning(votes, many=many)]
    return [(place, selection) for place in places]


def winning(votes: Mapping[Said, float], *, many: bool) -> Said:
    """The answer that wins: the heaviest; with ``many``, as long as a fuller one has half of its votes, that one.

    >>> votes = {("flour",): 4.0, ("flour", "eggs"): 3.0, ("salt",): 2.0}
    >>> winning(votes, many=False), winning(votes, many=True)
    (('flour',), ('flour', 'eggs'))
    """
    won = max(votes, key=votes.__getitem__)
    while many and (fuller := [one for one in votes if _is_fuller(one, won, votes)]):
        won = max(fuller, key=votes.__getitem__)
    return won


def _is_fuller(one: Said, other: Said, votes: Mapping[Said, float]) -> bool:
    return bool(other) and votes[one] >= FULLER * votes[other] and set(other) < set(one)


def distinct(places: Iterable[tuple[Extent, Selection]], view: View) -> list[tuple[Extent, Selection]]:
    """The places without those that say what an earlier one has said."""
    first: dict[str, tuple[Extent, Selection]] = {}
    for place, selection in places:
        first.setdefault(view.said(place), (place, selection))
    return list(first.values())
