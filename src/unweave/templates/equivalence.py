"""Equivalence classes of dtokens: those that occur equally often on every page (FindEq), and how classes are nested.

Legend

    occurrence vector   ``(1, 2, 1, 0)``: how often a dtoken occurs on each page
    support             ``3``: on how many pages it occurs
    members             ``(4, 7, 9)``: the dtokens of a class, in order once the class is known to be ordered
    grid                the class's indices into the corpus, one row per occurrence of the class, one column per member
    position            ``2``: between the second and the third member of an occurrence; 0 is outside of all occurrences
    nesting             ``{(0, 3, 7): [(2, 5)]}``: occurrence 5 of class 2 is in position 7 of occurrence 3 of class 0

"Large" and "frequent" mean *at least* the thresholds: in the paper's own example a class with support 3 passes 3.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unweave.templates.dtokens import Corpus
from unweave.templates.integers import Integers


@dataclass(frozen=True, slots=True, eq=False)
class EquivalenceClass:
    """An ordered class: its members in order, and the index of each member in each occurrence."""

    members: tuple[int, ...]
    grid: Integers

    @property
    def size(self) -> int:
        """How many dtokens it has."""
        return len(self.members)

    @property
    def starts(self) -> Integers:
        """The index of the first token of each occurrence."""
        return self.grid[:, 0]

    @property
    def ends(self) -> Integers:
        """The index of the last token of each occurrence."""
        return self.grid[:, -1]

    def subset(self, columns: list[int]) -> "EquivalenceClass":
        """The class of some of its members."""
        return EquivalenceClass(tuple(self.members[column] for column in columns), self.grid[:, columns])

    def locate(self, indices: Integers) -> tuple[Integers, Integers]:
        """For each index the occurrence that contains it (-1: none) and the position there (0: outside)."""
        flat = self.grid.ravel()
        before = np.searchsorted(flat, indices, side="right") - 1
        occurrence, column = before // self.size, before % self.size
        inside = (before >= 0) & (column < self.size - 1)
        return np.where(inside, occurrence, -1), np.where(inside, column + 1, 0)


def frequent(corpus: Corpus, support: int) -> list[tuple[tuple[int, ...], Integers]]:
    """Sets of dtokens with equal vectors, on at least ``support`` pages: members (as numbered) and their indices."""
    kinds = int(corpus.dtokens.max()) + 1
    pairs = np.unique(corpus.dtokens * corpus.count + corpus.pages)
    often = np.bincount(pairs // corpus.count, minlength=kinds) >= support
    chosen = np.flatnonzero(often)
    if not len(chosen):
        return []
    rank = np.full(kinds, -1)
    rank[chosen] = np.arange(len(chosen))
    kept = np.flatnonzero(rank[corpus.dtokens] >= 0)
    vectors = np.zeros((len(chosen), corpus.count), dtype=np.int32)
    np.add.at(vectors, (rank[corpus.dtokens[kept]], corpus.pages[kept]), 1)
    _, label = np.unique(vectors, axis=0, return_inverse=True)
    return _grouped(corpus, chosen, np.asarray(label).ravel(), kept, rank)


def _grouped(
    corpus: Corpus, chosen: Integers, label: Integers, kept: Integers, rank: Integers
) -> list[tuple[tuple[int, ...], Integers]]:
    label_at = label[rank[corpus.dtokens[kept]]]
    order = np.argsort(label_at, kind="stable")
    indices = np.split(kept[order], np.cumsum(np.bincount(label_at, minlength=label.max() + 1))[:-1])
    by_label = np.argsort(label, kind="stable")
    members = np.split(chosen[by_label], np.cumsum(np.bincount(label))[:-1])
    found = [(tuple(member.tolist()), index) for member, index in zip(members, indices, strict=True)]
    return sorted(found, key=lambda item: int(item[1][0]))


def equivalence_classes(corpus: Corpus, *, size: int, support: int) -> list[tuple[tuple[int, ...], Integers]]:
    """The large and frequent classes, by their first occurrence; not yet known to be ordered (FindEq)."""
    return [found for found in frequent(corpus, support) if len(found[0]) >= size]


@dataclass(frozen=True, slots=True, eq=False)
class Nesting:
    """Which occurrences are in which position of which occurrence: ``children[class, row, position]``, in order."""

    classes: tuple[EquivalenceClass, ...]
    children: dict[tuple[int, int, int], list[tuple[int, int]]]
    root: int


def nesting(classes: Sequence[EquivalenceClass]) -> Nesting:
    """The occurrences of all classes, each below the innermost position around it."""
    spans = sorted(
        (int(cls.starts[row]), -int(cls.ends[row]), number, row)
        for number, cls in enumerate(classes)
        for row in range(len(cls.grid))
    )
    children: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    stack: list[tuple[int, int, int]] = []
    for start, negative_end, number, row in spans:
        while stack and stack[-1][0] < start:
            stack.pop()
        if stack:
            _, parent, parent_row = stack[-1]
            position = int(np.searchsorted(classes[parent].grid[parent_row], start, side="right"))
            children.setdefault((parent, parent_row, position), []).append((number, row))
        stack.append((-negative_end, number, row))
    return Nesting(tuple(classes), children, spans[0][2])
