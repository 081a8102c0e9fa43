"""Where the values of a column stand, and how the leaves of a page find their place.

Legend

    place       a path; behind which landmarks; with which first words ("Height:"); the how-manieth of several
    scope       "anywhere" on the page, "behind" one of the landmarks, or "elsewhere" than others of its path
    run         all leaves behind a landmark up to the next one, as one value
    found       a place and the leaves of one value of it
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from unweave.templates.landmarks import NOWHERE, Landmark
from unweave.templates.leaves import Leaf

PREFIX = re.compile(r"[^:]{1,40}:(?=\s)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where values stand.

    >>> Place("html/body/h1").scope
    'anywhere'
    """

    path: str
    scope: Literal["anywhere", "behind", "elsewhere", "run"] = "anywhere"
    marks: tuple[Landmark, ...] = ()
    prefix: str = ""
    ordinal: int = -1
    last: int = -1


class Found(NamedTuple):
    """One value: its place and its leaves, as indices into the page's row."""

    place: Place
    first: int
    last: int


def prefix_of(text: str) -> str:
    """The words up to a colon that a text begins with.

    >>> prefix_of("Height: 6'5"), prefix_of("10:30")
    ('Height:', '')
    """
    match = PREFIX.match(text)
    return match[0] if match else ""


class Index:
    """Places by path, ready to be looked up."""

    def __init__(self, places: Iterable[Place], marks: Iterable[Landmark]) -> None:
        self.marks = frozenset(marks)
        self.by_path: dict[str, list[Place]] = defaultdict(list)
        self.runs: dict[Landmark, Place] = {}
        self.within: dict[tuple[str, Landmark], list[Place]] = {}
        for place in places:
            if place.scope == "run":
                self.runs[place.marks[0]] = place
            else:
                self.by_path[place.path].append(place)

    def find(self, row: Sequence[Leaf]) -> list[Found]:
        """The values of a page."""
        return self._single(row) + self._whole_runs(row)

    def _single(self, row: Sequence[Leaf]) -> list[Found]:
        found: list[Found] = []
        behind = NOWHERE
        counter: Counter[tuple[str, Landmark]] = Counter()
        for at, leaf in enumerate(row):
            here = Landmark(leaf.path, leaf.text)
            if here in self.marks:
                behind = here
            elif leaf.path in self.by_path:
                place = self._choose(leaf, behind, counter)
                found += [Found(place, at, at)] if place else []
        return found

    def _choose(self, leaf: Leaf, behind: Landmark, counter: Counter[tuple[str, Landmark]]) -> Place | None:
        within = self._within(leaf.path, behind)
        if len(within) == 1 and not within[0].prefix:
            return within[0]
        prefix = prefix_of(leaf.text)
        named = [place for place in within if place.prefix and place.prefix == prefix]
        within = named or [place for place in within if not place.prefix]
        if len(within) < 2:
            return within[0] if within else None
        key = (leaf.path, min(within[0].marks, default=NOWHERE))
        number = min(counter[key], within[0].last)
        counter[key] += 1
        return next((place for place in within if place.ordinal == number), None)

    def _within(self, path: str, behind: Landmark) -> list[Place]:
        """The places of a path behind a landmark, each pair worked out once."""
        key = (path, behind)
        if key not in self.within:
            places = self.by_path[path]
            found = [place for place in places if place.scope == "anywhere" or behind in place.marks]
            self.within[key] = found or [place for place in places if place.scope == "elsewhere"]
        return self.within[key]

    def _whole_runs(self, row: Sequence[Leaf]) -> list[Found]:
        found: list[Found] = []
        start, place = 0, None
        for at, leaf in enumerate([*row, None]):
            here = Landmark(leaf.path, leaf.text) if leaf else None
            if here is None or here in self.marks:
                if place and at > start:
                    found.append(Found(place, start, at - 1))
                start, place = at + 1, self.runs.get(here) if here else None
        return found
