"""EXALG's first stage: DiffForm, then FindEq, HandInv and DiffEq in turn until nothing new is told apart.

Legend

    round       one turn of FindEq, HandInv, DiffEq
    contexts    ``[0, 4, 4, 0]``: for each place the innermost class and position around it, as one number
    analysis    the corpus in its last form and its classes: what ConstTemp works on

Departure from the paper: when DiffEq finds nothing new, tokens behind a class that occurs at most once in its position
are told apart from those before it, and the rounds go on. The second of two like tables, under a heading that not all
pages have, is otherwise one set with the first.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from unweave.page import Page
from unweave.templates.classes import Class, equivalence_classes
from unweave.templates.dtokens import Corpus, Integers, corpus
from unweave.templates.forest import Forest, forest
from unweave.templates.invalid import valid_classes

ROUNDS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """A corpus in its last form, its classes, and the classes of each round."""

    corpus: Corpus
    classes: tuple[Class, ...]
    rounds: tuple[tuple[Class, ...], ...]


def analyse(pages: Sequence[Page], *, size: int = 3, support: float = 0.25) -> Analysis:
    """The classes of a collection; ``support`` is a share of the pages, or a number of pages if it is at least 1."""
    return analyse_corpus(corpus(pages), size=size, support=support)


def analyse_corpus(made: Corpus, *, size: int = 3, support: float = 0.25) -> Analysis:
    """The same for pages that are a corpus already."""
    needed = max(2, ceil(support * made.count if support < 1 else support))
    rounds: list[tuple[Class, ...]] = []
    for _ in range(ROUNDS):
        rounds.append(tuple(valid_classes(made, equivalence_classes(made, size=size, support=needed))))
        told_apart = differentiate(made, contexts(made, rounds[-1]))
        if told_apart is made:
            told_apart = differentiate(made, behind(made, rounds[-1]))
        if told_apart is made:
            break
        made = told_apart
    return Analysis(made, rounds[-1], tuple(rounds))


def differentiate(made: Corpus, around: Integers) -> Corpus:
    """Roles told apart by context (DiffEq); the same corpus where nothing new is told apart."""
    pairs, first, numbers = np.unique(
        made.dtokens * (int(around.max()) + 1) + around, return_index=True, return_inverse=True
    )
    if len(pairs) == len(made.keys):
        return made
    keys = tuple(made.keys[made.dtokens[place]] for place in first)
    return replace(made, keys=keys, dtokens=np.asarray(numbers).ravel())


def contexts(made: Corpus, classes: Sequence[Class]) -> Integers:
    """For each place the innermost position around it, numbered through all classes; 0 is outside of all."""
    around = np.zeros(len(made.dtokens), dtype=np.int64)
    bases = np.cumsum([0] + [cls.size for cls in classes])
    widest_first = sorted(range(len(classes)), key=lambda at: -int((classes[at].ends - classes[at].starts).max()))
    for at in widest_first:
        _paint(around, classes[at], int(bases[at]))
    for cls in classes:
        around[cls.grid.ravel()] = 0
    return around


def _paint(around: Integers, cls: Class, base: int) -> None:
    if cls.size < 2:
        return
    widths = np.diff(cls.grid, axis=1).ravel()
    codes = np.tile(np.arange(1, cls.size), len(cls.grid)) + base
    offsets = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths)
    around[np.repeat(cls.grid[:, :-1].ravel(), widths) + offsets] = np.repeat(codes, widths)


def behind(made: Corpus, classes: Sequence[Class]) -> Integers:
    """For each place which class, of those that occur at most once in a position, ends last before it there."""
    marked = np.zeros(len(made.dtokens), dtype=np.int64)
    if not classes:
        return marked
    grown = forest(classes)
    once = once_in_position(grown)
    for (parent, row, position), children in grown.children.items():
        end = int(classes[parent].grid[row, position])
        for number, at in children:
            if number in once:
                marked[int(classes[number].ends[at]) + 1 : end] = number + 1
    for cls in classes:
        marked[cls.grid.ravel()] = 0
    return marked


def once_in_position(grown: Forest) -> set[int]:
    """The classes that never occur twice in one position of one occurrence."""
    often = {
        number
        for children in grown.children.values()
        for number, times in Counter(n for n, _ in children).items()
        if times > 1
    }
    return set(range(len(grown.classes))) - often
