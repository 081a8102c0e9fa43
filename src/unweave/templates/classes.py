"""Classes of dtokens that occur equally often on every page (FindEq), and the positions between them.

Legend

    vector      ``(1, 2, 1, 0)``: how often a dtoken occurs on each page
    support     ``3``: on how many pages it occurs
    members     ``(4, 7, 9)``: the dtokens of a class, in order once a class is known to be ordered
    grid        the class's places, one row per occurrence of the class, one column per member
    position    ``2``: between the second and the third member of an occurrence; 0 is outside of all occurrences

"Large" and "frequent" mean *at least* the thresholds: in the paper's own example a class with support 3 passes 3.
"""

from dataclasses import dataclass

import numpy as np

from unweave.templates.dtokens import Corpus, Integers


@dataclass(frozen=True, slots=True, eq=False)
class Class:
    """An ordered class: its members in order, and where each of its occurrences stands."""

    members: tuple[int, ...]
    grid: Integers

    @property
    def size(self) -> int:
        """How many dtokens it has."""
        return len(self.members)

    @property
    def starts(self) -> Integers:
        """The place where each occurrence begins."""
        return self.grid[:, 0]

    @property
    def ends(self) -> Integers:
        """The place where each occurrence ends."""
        return self.grid[:, -1]

    def part(self, columns: list[int]) -> "Class":
        """The class of some of its members."""
        return Class(tuple(self.members[column] for column in columns), self.grid[:, columns])

    def locate(self, places: Integers) -> tuple[Integers, Integers]:
        """For each place the occurrence it lies in (-1: none) and the position there (0: outside)."""
        flat = self.grid.ravel()
        before = np.searchsorted(flat, places, side="right") - 1
        occurrence, column = before // self.size, before % self.size
        inside = (before >= 0) & (column < self.size - 1)
        return np.where(inside, occurrence, -1), np.where(inside, column + 1, 0)


def frequent(corpus: Corpus, support: int) -> list[tuple[tuple[int, ...], Integers]]:
    """Sets of dtokens with equal vectors, on at least ``support`` pages: members (as numbered) and their places."""
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
    of_place = label[rank[corpus.dtokens[kept]]]
    order = np.argsort(of_place, kind="stable")
    places = np.split(kept[order], np.cumsum(np.bincount(of_place, minlength=label.max() + 1))[:-1])
    by_label = np.argsort(label, kind="stable")
    members = np.split(chosen[by_label], np.cumsum(np.bincount(label))[:-1])
    found = [(tuple(member.tolist()), place) for member, place in zip(members, places, strict=True)]
    return sorted(found, key=lambda item: int(item[1][0]))


def equivalence_classes(corpus: Corpus, *, size: int, support: int) -> list[tuple[tuple[int, ...], Integers]]:
    """The large and frequent classes, by where they first occur; not yet known to be ordered (FindEq)."""
    return [found for found in frequent(corpus, support) if len(found[0]) >= size]
