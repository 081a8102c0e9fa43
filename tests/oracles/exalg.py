"""Slow, obvious definitions of what the EXALG modules compute with arrays.

Legend

    vector      ``(1, 2, 1, 0)``: how often a dtoken occurs on each page
    around      ``(2, 5, 1)``: class 2, its fifth occurrence, position 1: the innermost position around an index
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

from unweave.templates.dtokens import Corpus
from unweave.templates.equivalence import EquivalenceClass

Around = tuple[int, int, int]


def vector(corpus: Corpus, dtoken: int) -> tuple[int, ...]:
    """How often a dtoken occurs on each page.

    >>> from unweave.page import Page
    >>> from unweave.templates.dtokens import corpus as of_pages
    >>> collection = of_pages([Page("<b>x x</b>"), Page("<b>x</b>")])
    >>> vector(collection, collection.roles.index(("x", "b")))
    (2, 1)
    """
    pages = Counter(
        page for page, here in zip(corpus.pages.tolist(), corpus.dtokens.tolist(), strict=True) if here == dtoken
    )
    return tuple(pages[page] for page in range(corpus.count))


def equal_vectors(corpus: Corpus, support: int) -> list[tuple[tuple[int, ...], list[int]]]:
    """Dtokens with equal vectors on at least ``support`` pages, and their indices: ``equivalence.frequent``."""
    by_vector: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for dtoken in sorted(set(corpus.dtokens.tolist())):
        by_vector[vector(corpus, dtoken)].append(dtoken)
    kept = [members for counts, members in by_vector.items() if sum(count > 0 for count in counts) >= support]
    found = [(tuple(members), _indices(corpus, members)) for members in kept]
    return sorted(found, key=lambda item: item[1][0])


def _indices(corpus: Corpus, members: Sequence[int]) -> list[int]:
    return [index for index, here in enumerate(corpus.dtokens.tolist()) if here in members]


def located(cls: EquivalenceClass, index: int) -> tuple[int, int]:
    """The occurrence of a class that contains an index, and the position there: ``EquivalenceClass.locate``."""
    for number, row in enumerate(cls.grid.tolist()):
        if row[0] <= index < row[-1]:
            return number, sum(member <= index for member in row)
    return -1, 0


def around(classes: Sequence[EquivalenceClass], index: int) -> Around | None:
    """The innermost position around an index, of all classes; None outside of them, and on an index of a class."""
    if any(index in cls.grid for cls in classes):
        return None
    found = [(*located(cls, index), number, cls) for number, cls in enumerate(classes) if located(cls, index)[1]]
    inner = min(found, key=lambda item: int(item[3].ends[item[0]] - item[3].starts[item[0]]), default=None)
    return (inner[2], inner[0], inner[1]) if inner else None


def parent(classes: Sequence[EquivalenceClass], number: int, row: int) -> Around | None:
    """The innermost position around an occurrence of a class: ``nesting``."""
    start = int(classes[number].starts[row])
    found = [
        (int(other.ends[at] - other.starts[at]), at_class, at, position)
        for at_class, other in enumerate(classes)
        if at_class != number and (position := located(other, start)[1])
        for at in [located(other, start)[0]]
    ]
    return min(found)[1:] if found else None


def nested(one: EquivalenceClass, other: EquivalenceClass) -> bool:
    """Whether all occurrences of one class are in the same position of the other, or outside of it."""
    return _all_inside(one, other) or _all_inside(other, one) or _outside(one, other)


def _all_inside(inner: EquivalenceClass, outer: EquivalenceClass) -> bool:
    spots = [{located(outer, index) for index in row} for row in inner.grid.tolist()]
    within = all(len(spot) == 1 for spot in spots)
    positions = {position for spot in spots for _, position in spot}
    return within and len(positions) == 1 and not any(located(inner, p)[1] for p in outer.grid.ravel().tolist())


def _outside(one: EquivalenceClass, other: EquivalenceClass) -> bool:
    mine = any(located(other, index)[1] for index in one.grid.ravel().tolist())
    return not mine and not any(located(one, index)[1] for index in other.grid.ravel().tolist())


def longest_in_order(order: Sequence[str], words: Sequence[str]) -> int:
    """How many words of an order another text has in that order: ``template_words``, by trying all choices."""
    kept = (
        size
        for size in range(len(order), 0, -1)
        for chosen in combinations(order, size)
        if sorted(chosen, key=words.index) == list(chosen)
    )
    return next(kept, 0)
