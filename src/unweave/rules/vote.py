"""What a field's rules find on a page: the rules of a panel vote on the values, the panels are joined.

Legend

    answer     what one rule finds: the texts it shows, in order
    silence    a rule that finds nothing: it speaks for there being nothing, as much as it was given
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from unweave.program import Selection
from unweave.rules.execute import execute, extents
from unweave.rules.view import Extent, View


def elect(selections: Sequence[Selection], view: View) -> list[tuple[Extent, Selection]]:
    """The places that a field's rules find together, in document order.

    >>> from unweave.page import Page
    >>> from unweave.program import Step
    >>> rules = [Selection("x", (Step("descendant", tag),)) for tag in ("b", "b", "i")]
    >>> [place for place, _ in elect(rules, View(Page("<b>a</b><i>b</i>")))]
    [Extent(first=0, end=1)]
    """
    panels: dict[int, list[Selection]] = defaultdict(list)
    for selection in selections:
        panels[selection.panel].append(selection)
    found = {place: one for panel in panels.values() for place, one in _winner(panel, view)}
    return sorted(found.items(), key=lambda item: item[0])


def _winner(panel: Sequence[Selection], view: View) -> list[tuple[Extent, Selection]]:
    votes: dict[tuple[str, ...], float] = defaultdict(float)
    speaker: dict[tuple[str, ...], tuple[Selection, list[Extent]]] = {}
    for selection in panel:
        places = sorted(extents(execute(selection.steps[0], view), view))
        answer = tuple(dict.fromkeys(view.said(place) for place in places))
        votes[answer] += selection.weight if answer else selection.silence
        speaker.setdefault(answer, (selection, places))
    selection, places = speaker[max(votes, key=votes.__getitem__)]
    return [(place, selection) for place in places]


def distinct(places: Iterable[tuple[Extent, Selection]], view: View) -> list[tuple[Extent, Selection]]:
    """The places without those that say what an earlier one has said."""
    first: dict[str, tuple[Extent, Selection]] = {}
    for place, selection in places:
        first.setdefault(view.said(place), (place, selection))
    return list(first.values())
