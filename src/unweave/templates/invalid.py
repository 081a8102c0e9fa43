"""Equivalence classes that cannot come from one type constructor are split or dropped (HandInv).

Legend

    rows        ``[[3, 5], [9, 12]]``: the indices of a set of dtokens, row l holding the l-th occurrence of each
    ordered     every occurrence of the class has its members in the same order, and occurrences do not overlap
    parts       ``[{A, B}, {C, D}]``: the ordered classes that an almost ordered class is split into
    relation    of two ordered classes: "nested", "nearly" (nested wherever they overlap) or "bad"

Departures from the paper: any set of dtokens splits into single ones that are ordered and do not overlap, so "almost
ordered" is taken as: the parts that grow greedily, largest part first, from left to right; a part that is badly nested
with a larger one is dropped, and so is a part of one dtoken, which has no positions; the others stay. A class's vote
against another counts once for each of its members, and is divided by the size of the other: otherwise many small
classes of data outvote the page's root. Ties go against the class with fewer occurrences, then against the later one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import numpy as np

from unweave.templates.dtokens import Corpus, Integers
from unweave.templates.equivalence import EquivalenceClass

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


class _Relations:
    """Relations of pairs of classes, each worked out once."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], tuple[Relation, EquivalenceClass, EquivalenceClass]] = {}

    def __call__(self, one: EquivalenceClass, other: EquivalenceClass) -> Relation:
        pair = (id(one), id(other))
        if pair not in self.known:
            # the classes are kept, so that their ids are not reused
            self.known[pair] = relation(one, other), one, other
        return self.known[pair][0]


def nested_classes(classes: Sequence[EquivalenceClass]) -> list[EquivalenceClass]:
    """Drop the badly nested by votes, then split the nearly nested, until each pair is nested."""
    relations = _Relations()
    left = _without_bad(list(classes), relations)
    while True:
        pair = _first_nearly(left, relations)
        if pair is None:
            return left
        left = _without_bad(_split_pair(left, *pair), relations)


def _without_bad(classes: list[EquivalenceClass], relations: _Relations) -> list[EquivalenceClass]:
    """Greedily drop the class that is badly nested with most others."""
    opponents = {at: set[int]() for at in range(len(classes))}
    for at, before in _pairs(classes):
        if relations(classes[before], classes[at]) == "bad":
            opponents[at].add(before)
            opponents[before].add(at)
    while any(opponents.values()):
        worst = max(opponents, key=lambda at: (_votes(classes, at, opponents[at]), -len(classes[at].grid), at))
        for other in opponents.pop(worst):
            opponents[other].discard(worst)
    return [classes[at] for at in sorted(opponents)]


def _votes(classes: Sequence[EquivalenceClass], at: int, opponents: Iterable[int]) -> float:
    """The number of members of badly nested classes per member of this one."""
    return sum(classes[opponent].size for opponent in opponents) / classes[at].size


def _pairs(classes: Sequence[EquivalenceClass]) -> Iterator[tuple[int, int]]:
    return ((at, before) for at in range(len(classes)) for before in range(at))


def _first_nearly(classes: Sequence[EquivalenceClass], relations: _Relations) -> tuple[int, int] | None:
    nearly = ((before, at) for at, before in _pairs(classes) if relations(classes[before], classes[at]) == "nearly")
    return next(nearly, None)


def _split_pair(classes: list[EquivalenceClass], one: int, other: int) -> list[EquivalenceClass]:
    """Split the class whose every occurrence overlaps the other's, else both; drop one if neither can be split."""
    first, second = classes[one], classes[other]
    parts = {one: split(first, second), other: split(second, first)}
    if overlaps(first, second) and not overlaps(second, first):
        parts[other] = [second]
    elif overlaps(second, first) and not overlaps(first, second):
        parts[one] = [first]
    if len(parts[one]) == len(parts[other]) == 1:
        parts[min(parts, key=lambda at: (classes[at].size, len(classes[at].grid), -at))] = []
    return [part for at, cls in enumerate(classes) for part in parts.get(at, [cls])]


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
