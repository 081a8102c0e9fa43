"""Which short ways tell the most pages at hand what wins there.

Legend

    way         a leader or a hint, which finds a place, and rules that agree on it (``rules_quick``, ``rules_guess``)
    said        a page, the text that wins there, and which voters say just that
    members     the voters that a way tells to agree on nearly all pages where it finds the place, and never wrongly
    both        two ways to places that say the same, where neither settles the vote alone

What is chosen changes no result as long as a label is right to be believed; on the pages at hand it is.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from unweave.targets.rules_guess import Guess, guesses_of
from unweave.targets.rules_query import Asked
from unweave.targets.rules_quick import EPSILON, Quick, quicks_of, settles
from unweave.targets.rules_sheet import Sheet

MOST_TRIED = 3
MOST_COMBINED = 6
FEWEST = 3
NEARLY = 0.9
FULL_VOTE = 200.0  # microseconds that it saves to tell a page
FEWEST_PARTS = 5  # a way that finds the place on less than a fifth of the pages is not worth its time


class Said(NamedTuple):
    """What wins on a page."""

    sheet: Sheet
    text: str
    places: Sequence[Any]
    agrees: Sequence[bool]


class Both:
    """Two ways to places that say the same."""

    def __init__(self, first: Quick | Guess, second: Quick | Guess) -> None:
        self._first, self._second, self.cost = first, second, first.cost + second.cost

    def find(self, sheet: Sheet) -> Any:
        """The first place; None where one is not found, or they do not say the same."""
        first = self._first.find(sheet)
        second = self._second.find(sheet) if first is not None else None
        return first if second is not None and sheet.says(first) == sheet.says(second) else None

    def other(self, sheet: Sheet) -> Any:
        """The second place."""
        return self._second.find(sheet)


Short = Quick | Guess | Both


def tried(voters: Sequence[Asked], total: float, said: Sequence[Said]) -> list[Short]:
    """The few ways that tell the most pages; none where there are too few pages."""
    if len(said) < FEWEST:
        return []
    places = ((one.sheet, place) for one in said for place in one.places)
    bare: list[Quick | Guess] = [*quicks_of(voters, believes=True), *guesses_of(places)]
    held = [(way, members) for way in bare if (members := _members(way, voters, said))]
    alone = [way.having(chosen) for way, members in held if settles(chosen := _fewest(members, total), total)]
    return _best([*alone, *_combined(held, total)], said)


def _members(way: Quick | Guess, voters: Sequence[Asked], said: Sequence[Said]) -> list[Asked]:
    found = [one for one in said if _says(way, one)]
    if len(found) * FEWEST_PARTS < len(said):
        return []
    asked = [(at, voter, way.having([voter])) for at, voter in enumerate(voters) if way.tells(voter)]
    return [voter for at, voter, one in asked if _is_member(one, at, found)]


def _is_member(way: Quick | Guess, at: int, found: Sequence[Said]) -> bool:
    told = [one for one in found if _says(way, one)]
    return len(told) >= NEARLY * len(found) and all(one.agrees[at] for one in told)


def _says(way: Short, said: Said) -> bool:
    place = way.find(said.sheet)
    return place is not None and said.sheet.says(place) == said.text


def _fewest(members: Sequence[Asked], total: float) -> list[Asked]:
    chosen: list[Asked] = []
    for one in sorted(members, key=lambda one: (not one.query.is_simple) * 4.0 / max(one.weight, EPSILON)):
        if not settles(chosen, total):
            chosen.append(one)
    return chosen


def _combined(held: Sequence[tuple[Quick | Guess, list[Asked]]], total: float) -> Iterator[Both]:
    heaviest = sorted(held, key=lambda pair: -sum(one.weight for one in pair[1]))
    for (first, mine), (second, theirs) in combinations(_varied(heaviest), 2):
        more = [one for one in theirs if not any(one is other for other in mine)]
        chosen = _fewest([*mine, *more], total)
        parts = [[one for one in chosen if any(one is other for other in part)] for part in (mine, more)]
        if settles(chosen, total) and all(parts):
            yield Both(first.having(parts[0]), second.having(parts[1]))


def _varied(held: Sequence[tuple[Quick | Guess, list[Asked]]]) -> list[tuple[Quick | Guess, list[Asked]]]:
    """Those with the most weight, no two with the same members."""
    first: dict[frozenset[int], tuple[Quick | Guess, list[Asked]]] = {}
    for way, members in held:
        first.setdefault(frozenset(map(id, members)), (way, members))
    return list(first.values())[:MOST_COMBINED]


def _best(ways: Sequence[Short], said: Sequence[Said]) -> list[Short]:
    """Those first that tell most of what the ones before do not; none that tells anything wrong."""
    left = {one: told for one in ways if (told := _told(one, said))}
    found: list[Short] = []
    while left and len(found) < MOST_TRIED:
        best = max(left, key=lambda one: len(left[one]) * FULL_VOTE - one.cost * len(said))
        told = left.pop(best)
        found += [best] if told else []
        left = {one: pages - told for one, pages in left.items()}
    return found


def _told(way: Short, said: Sequence[Said]) -> set[int]:
    found = [(at, one, way.find(one.sheet)) for at, one in enumerate(said)]
    if any(place is not None and one.sheet.says(place) != one.text for _, one, place in found):
        return set()
    return {at for at, _, place in found if place is not None}
