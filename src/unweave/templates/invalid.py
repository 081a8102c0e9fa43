"""Classes that cannot come from one type constructor are split or dropped (HandInv).

Legend

    rows        ``[[3, 5], [9, 12]]``: the places of a set of dtokens, row l holding the l-th occurrence of each
    ordered     every occurrence of the class has its members in the same order, one occurrence behind the other
    parts       ``[{A, B}, {C, D}]``: what an almost ordered class splits into
    relation    of two ordered classes: "nested", "nearly" (nested where they meet) or "bad"

Departures from the paper: any set of dtokens splits into single ones that are ordered and do not overlap, so "almost
ordered" is taken as: the parts that grow greedily, largest part first, from left to right; a part that is badly nested
with a larger one is dropped, and so is a part of one dtoken, which has no positions; the others stay. A class's vote
against another counts once for each of its members, and is divided by the size of the accused: otherwise many small
classes of data outvote the page's root. Ties go against the class with fewer occurrences, then against the later one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import numpy as np

from unweave.templates.classes import Class
from unweave.templates.dtokens import Corpus, Integers

Relation = Literal["nested", "nearly", "bad"]


def valid_classes(corpus: Corpus, found: Iterable[tuple[tuple[int, ...], Integers]]) -> list[Class]:
    """Ordered classes, each pair of them nested (HandInv)."""
    ordered = [part for members, places in found for part in ordered_parts(corpus, members, places)]
    return nested_classes(ordered)


def ordered_parts(corpus: Corpus, members: tuple[int, ...], places: Integers) -> list[Class]:
    """The class in order; or, if it is almost ordered, the ordered classes it splits into."""
    size = len(members)
    grid = places.reshape(-1, size)
    order = corpus.dtokens[grid[0]]
    if (corpus.dtokens[grid] == order).all():
        return [Class(tuple(order.tolist()), grid)]
    return _apart(part for part in _chains(corpus, _rows(corpus, places, size)) if part.size > 1)


def _rows(corpus: Corpus, places: Integers, size: int) -> Integers:
    """Column by column the places of each dtoken, the columns by where they first occur."""
    rows = places[np.argsort(corpus.dtokens[places], kind="stable")].reshape(size, -1).T
    return rows[:, np.argsort(rows[0], kind="stable")]


def _chains(corpus: Corpus, rows: Integers) -> list[Class]:
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
    made = [Class(tuple(corpus.dtokens[rows[0, chain]].tolist()), rows[:, chain]) for chain in chains]
    return sorted(made, key=lambda part: (-part.size, int(np.min(part.starts))))


def _apart(parts: Iterable[Class]) -> list[Class]:
    """The parts that do not overlap badly with a larger one."""
    kept: list[Class] = []
    for part in parts:
        if all(relation(part, other) == "nested" for other in kept):
            kept.append(part)
    return kept


def relation(one: Class, other: Class) -> Relation:
    """How the occurrences of two classes lie to each other."""
    in_other, at_other = other.locate(one.grid)
    in_one, at_one = one.locate(other.grid)
    if _whole(in_other, at_other, at_one) or _whole(in_one, at_one, at_other):
        return "nested"
    return "nearly" if _one_position(at_other) and _one_position(at_one) else "bad"


def _whole(occurrence: Integers, position: Integers, back: Integers) -> bool:
    """Whether all occurrences of the inner class lie in one position of the outer, or all are apart from it."""
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
        self.known: dict[tuple[int, int], tuple[Relation, Class, Class]] = {}

    def __call__(self, one: Class, other: Class) -> Relation:
        pair = (id(one), id(other))
        if pair not in self.known:
            # the classes are kept beside the answer, so that their ids stay theirs
            self.known[pair] = relation(one, other), one, other
        return self.known[pair][0]


def nested_classes(classes: Sequence[Class]) -> list[Class]:
    """Drop the badly nested by votes, then split the nearly nested, until each pair is nested."""
    relations = _Relations()
    left = _without_bad(list(classes), relations)
    while True:
        pair = _first_nearly(left, relations)
        if pair is None:
            return left
        left = _without_bad(_split_pair(left, *pair), relations)


def _without_bad(classes: list[Class], relations: _Relations) -> list[Class]:
    """Greedily drop the class that is badly nested with most others."""
    enemies = {at: set[int]() for at in range(len(classes))}
    for at, before in _pairs(classes):
        if relations(classes[before], classes[at]) == "bad":
            enemies[at].add(before)
            enemies[before].add(at)
    while any(enemies.values()):
        worst = max(enemies, key=lambda at: (_votes(classes, at, enemies[at]), -len(classes[at].grid), at))
        for other in enemies.pop(worst):
            enemies[other].discard(worst)
    return [classes[at] for at in sorted(enemies)]


def _votes(classes: Sequence[Class], at: int, enemies: Iterable[int]) -> float:
    """How many members of other classes speak against each member of this one."""
    return sum(classes[enemy].size for enemy in enemies) / classes[at].size


def _pairs(classes: Sequence[Class]) -> Iterator[tuple[int, int]]:
    return ((at, before) for at in range(len(classes)) for before in range(at))


def _first_nearly(classes: Sequence[Class], relations: _Relations) -> tuple[int, int] | None:
    nearly = ((before, at) for at, before in _pairs(classes) if relations(classes[before], classes[at]) == "nearly")
    return next(nearly, None)


def _split_pair(classes: list[Class], one: int, other: int) -> list[Class]:
    """Split the class whose every occurrence meets the other's, both when neither is such; drop what does not split."""
    first, second = classes[one], classes[other]
    parts = {one: split(first, second), other: split(second, first)}
    if meets(first, second) and not meets(second, first):
        parts[other] = [second]
    elif meets(second, first) and not meets(first, second):
        parts[one] = [first]
    if len(parts[one]) == len(parts[other]) == 1:
        parts[min(parts, key=lambda at: (classes[at].size, len(classes[at].grid), -at))] = []
    return [part for at, cls in enumerate(classes) for part in parts.get(at, [cls])]


def meets(one: Class, other: Class) -> bool:
    """Whether every occurrence of the one overlaps an occurrence of the other."""
    inside = (other.locate(one.grid)[1] > 0).any(axis=1)
    within, _ = one.locate(other.grid)
    around = np.isin(np.arange(len(one.grid)), within[within >= 0])
    return bool((inside | around).all())


def split(cls: Class, by: Class) -> list[Class]:
    """Runs of members that lie in the same position of another class."""
    positions = by.locate(cls.grid)[1].max(axis=0).tolist()
    runs: list[list[int]] = []
    for column, position in enumerate(positions):
        if runs and positions[runs[-1][-1]] == position:
            runs[-1].append(column)
        else:
            runs.append([column])
    return [cls.part(run) for run in runs]
