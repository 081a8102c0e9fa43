"""Equivalence classes that cannot come from one type constructor are split or dropped (HandInv).

Legend

    rows        ``[[3, 5], [9, 12]]``: the indices of a set of dtokens, row l holding the l-th occurrence of each
    ordered     every occurrence of the class has its members in the same order, and occurrences do not overlap
    parts       ``[{A, B}, {C, D}]``: the ordered classes that an almost ordered class is split into
    unsettled   two classes that may not be nested; their relation is worked out
    relation    of two ordered classes: "nested", "nearly" (nested wherever they overlap) or "bad"

Departures from the paper: any set of dtokens splits into single ones that are ordered and do not overlap, so "almost
ordered" is taken as: the parts that grow greedily, largest part first, from left to right; a part that is badly nested
with a larger one is dropped, and so is a part of one dtoken, which has no positions; the others stay. A class's vote
against another counts once for each of its members, and is divided by the size of the other: otherwise many small
classes of data outvote the page's root. Ties go against the class with fewer occurrences, then against the later one.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import numpy as np

from unweave.budget import check_time
from unweave.templates.dtokens import Corpus
from unweave.templates.equivalence import EquivalenceClass
from unweave.templates.integers import Integers

Relation = Literal["nested", "nearly", "bad"]


def valid_classes(corpus: Corpus, found: Iterable[tuple[tuple[int, ...], Integers]]) -> list[EquivalenceClass]:
    """Ordered classes, each pair of them nested (HandInv)."""
    ordered = [part for members, indices in found for part in ordered_parts(corpus, members, indices)]
    return nested_classes(ordered)


def ordered_parts(corpus: Corpus, members: tuple[int, ...], indices: Integers) -> list[EquivalenceClass]:
    """The class in order; or, if it is almost ordered, the ordered classes that it splits into."""
    size = len(members)
    grid = indices.reshape(-1, size)
    order = corpus.dtokens[grid[0]]
    if (corpus.dtokens[grid] == order).all():
        return [EquivalenceClass(tuple(order.tolist()), grid)]
    return _not_overlapping(part for part in _chains(corpus, _rows(corpus, indices, size)) if part.size > 1)


def _rows(corpus: Corpus, indices: Integers, size: int) -> Integers:
    """One column of indices per dtoken, the columns by first occurrence."""
    rows = indices[np.argsort(corpus.dtokens[indices], kind="stable")].reshape(size, -1).T
    return rows[:, np.argsort(rows[0], kind="stable")]


def _chains(corpus: Corpus, rows: Integers) -> list[EquivalenceClass]:
    """Columns joined, from left to right, to the largest chain that stays ordered."""
    same_page = corpus.pages[rows[1:, 0]] == corpus.pages[rows[:-1, 0]]
    chains: list[list[int]] = []
    for column in range(rows.shape[1]):
        here = rows[:, column]
        for chain in sorted(chains, key=len, reverse=True):
            first, last = rows[:, chain[0]], rows[:, chain[-1]]
            if (last < here).all() and (here[:-1] < first[1:])[same_page].all():
                chain.append(column)
                break
        else:
            chains.append([column])
    joined = [EquivalenceClass(tuple(corpus.dtokens[rows[0, chain]].tolist()), rows[:, chain]) for chain in chains]
    return sorted(joined, key=lambda part: (-part.size, int(np.min(part.starts))))


def _not_overlapping(parts: Iterable[EquivalenceClass]) -> list[EquivalenceClass]:
    """The parts that do not overlap badly with a larger one."""
    kept: list[EquivalenceClass] = []
    for part in parts:
        if all(relation(part, other) == "nested" for other in kept):
            kept.append(part)
    return kept


def relation(one: EquivalenceClass, other: EquivalenceClass) -> Relation:
    """How the occurrences of two classes are nested."""
    in_other, at_other = other.locate(one.grid)
    in_one, at_one = one.locate(other.grid)
    if _whole(in_other, at_other, at_one) or _whole(in_one, at_one, at_other):
        return "nested"
    return "nearly" if _one_position(at_other) and _one_position(at_one) else "bad"


def _whole(occurrence: Integers, position: Integers, back: Integers) -> bool:
    """Whether all occurrences of the inner class are in one position of the outer, or all are outside of it."""
    if back.any():
        return False
    first = position.flat[0]
    return bool((position == first).all() and (occurrence == occurrence[:, :1]).all())


def _one_position(position: Integers) -> bool:
    """Whether each member, wherever it is inside, is in one and the same position."""
    return bool(((position == 0) | (position == position.max(axis=0))).all())


def unsettled(outer: EquivalenceClass, others: Sequence[EquivalenceClass]) -> list[int]:
    """The numbers of the classes that may not be nested with the outer one.

    The others are: each of them is outside of all occurrences of the outer class or in one of its positions, and has no
    member of the outer class inside. They are looked at together, since most pairs of classes are settled here.
    """
    if not others:
        return []
    sizes = np.array([other.grid.shape for other in others])
    ends = np.cumsum(sizes[:, 0] * sizes[:, 1])[:-1]
    occurrence, position = outer.locate(np.concatenate([other.grid.ravel() for other in others]))
    of_class = np.concatenate(([0], ends))
    of_row = np.concatenate(([0], np.cumsum(np.repeat(sizes[:, 1], sizes[:, 0]))[:-1]))
    rows_of_class = np.concatenate(([0], np.cumsum(sizes[:, 0])[:-1]))
    one_occurrence = np.minimum.reduceat(occurrence, of_row) == np.maximum.reduceat(occurrence, of_row)
    one_position = np.minimum.reduceat(position, of_class) == np.maximum.reduceat(position, of_class)
    members = outer.grid.ravel()
    before = np.searchsorted(members, np.concatenate([other.starts for other in others]))
    around = before != np.searchsorted(members, np.concatenate([other.ends for other in others]))
    sure = one_position & np.logical_and.reduceat(one_occurrence & ~around, rows_of_class)
    return np.flatnonzero(~sure).tolist()


class _Conflicts:
    """The classes that are left, in order, and the pairs of them that are not nested."""

    def __init__(self, classes: Sequence[EquivalenceClass]) -> None:
        self.classes: list[EquivalenceClass] = []
        self.bad: dict[EquivalenceClass, set[EquivalenceClass]] = {}
        self.nearly: dict[EquivalenceClass, set[EquivalenceClass]] = {}
        for cls in sorted(classes, key=lambda cls: cls.grid.size):
            self._add(cls)  # it is compared with the smaller ones only
        self.classes = list(classes)

    def _add(self, cls: EquivalenceClass) -> None:
        check_time()
        self.bad[cls], self.nearly[cls] = set(), set()
        for number in unsettled(cls, self.classes):
            other = self.classes[number]
            found = relation(other, cls)
            if found != "nested":
                pairs = self.bad if found == "bad" else self.nearly
                pairs[cls].add(other)
                pairs[other].add(cls)
        self.classes.append(cls)

    def _drop(self, cls: EquivalenceClass) -> None:
        for pairs in (self.bad, self.nearly):
            for other in pairs.pop(cls):
                pairs[other].discard(cls)

    def drop_bad(self) -> None:
        """Greedily drop the class that is badly nested with most others."""
        places = {cls: at for at, cls in enumerate(self.classes)}
        opposed = {cls for cls, opponents in self.bad.items() if opponents}
        while opposed:
            worst = max(opposed, key=lambda cls: (_votes(cls, self.bad[cls]), -len(cls.grid), places[cls]))
            self._drop(worst)
            opposed = {cls for cls in opposed if cls is not worst and self.bad[cls]}
        self.classes = [cls for cls in self.classes if cls in self.bad]

    def first_nearly(self) -> tuple[int, int] | None:
        """The first pair that is nearly nested, by the later of its classes."""
        places = {cls: at for at, cls in enumerate(self.classes)}
        for at, cls in enumerate(self.classes):
            before = [place for other in self.nearly[cls] if (place := places[other]) < at]
            if before:
                return min(before), at
        return None

    def replace(self, parts: Mapping[int, Sequence[EquivalenceClass]]) -> None:
        """Put parts into the places of classes; a class that is a part of itself stays."""
        new = [part for at, cls in enumerate(self.classes) for part in parts.get(at, [cls])]
        kept = set(new)
        for at in parts:
            if self.classes[at] not in kept:
                self._drop(self.classes[at])
        self.classes = [cls for cls in self.classes if cls in kept]
        for part in new:
            if part not in self.bad:
                self._add(part)
        self.classes = new


def nested_classes(classes: Sequence[EquivalenceClass]) -> list[EquivalenceClass]:
    """Drop the badly nested by votes, then split the nearly nested, until each pair is nested."""
    left = _Conflicts(classes)
    left.drop_bad()
    while pair := left.first_nearly():
        left.replace(_parts_of_pair(left.classes, *pair))
        left.drop_bad()
    return left.classes


def _votes(cls: EquivalenceClass, opponents: Iterable[EquivalenceClass]) -> float:
    """The number of members of badly nested classes per member of this one."""
    return sum(opponent.size for opponent in opponents) / cls.size


def _parts_of_pair(
    classes: Sequence[EquivalenceClass], one: int, other: int
) -> Mapping[int, Sequence[EquivalenceClass]]:
    """Split the class whose every occurrence overlaps the other's, else both; drop one if neither can be split."""
    first, second = classes[one], classes[other]
    parts = {one: split(first, second), other: split(second, first)}
    if overlaps(first, second) and not overlaps(second, first):
        parts[other] = [second]
    elif overlaps(second, first) and not overlaps(first, second):
        parts[one] = [first]
    if len(parts[one]) == len(parts[other]) == 1:
        parts[min(parts, key=lambda at: (classes[at].size, len(classes[at].grid), -at))] = []
    return parts


def overlaps(one: EquivalenceClass, other: EquivalenceClass) -> bool:
    """Whether every occurrence of the one overlaps an occurrence of the other."""
    inside = (other.locate(one.grid)[1] > 0).any(axis=1)
    within, _ = one.locate(other.grid)
    around = np.isin(np.arange(len(one.grid)), within[within >= 0])
    return bool((inside | around).all())


def split(cls: EquivalenceClass, by: EquivalenceClass) -> list[EquivalenceClass]:
    """Runs of members that are in the same position of another class."""
    positions = by.locate(cls.grid)[1].max(axis=0).tolist()
    runs: list[list[int]] = []
    for column, position in enumerate(positions):
        if runs and positions[runs[-1][-1]] == position:
            runs[-1].append(column)
        else:
            runs.append([column])
    return [cls.subset(run) for run in runs]
