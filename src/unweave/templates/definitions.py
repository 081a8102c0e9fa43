"""The slow, obvious definitions of what other modules do with arrays: what their words mean, and what tests compare.

Legend

    vector      ``(1, 2, 1, 0)``: how often a dtoken occurs on each page
    around      ``(2, 5, 1)``: class 2, its fifth occurrence, position 1: what lies around a place
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

from unweave.templates.classes import Class
from unweave.templates.dtokens import Corpus

Around = tuple[int, int, int]


def vector(corpus: Corpus, dtoken: int) -> tuple[int, ...]:
    """How often a dtoken occurs on each page.

    >>> from unweave.page import Page
    >>> from unweave.templates.dtokens import corpus as of_pages
    >>> made = of_pages([Page("<b>x x</b>"), Page("<b>x</b>")])
    >>> vector(made, made.keys.index(("x", "b")))
    (2, 1)
    """
    pages = Counter(
        page for page, here in zip(corpus.pages.tolist(), corpus.dtokens.tolist(), strict=True) if here == dtoken
    )
    return tuple(pages[page] for page in range(corpus.count))


def equal_vectors(corpus: Corpus, support: int) -> list[tuple[tuple[int, ...], list[int]]]:
    """Dtokens with equal vectors on at least ``support`` pages, and their places: ``classes.frequent``."""
    by_vector: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for dtoken in sorted(set(corpus.dtokens.tolist())):
        by_vector[vector(corpus, dtoken)].append(dtoken)
    kept = [members for counts, members in by_vector.items() if sum(count > 0 for count in counts) >= support]
    found = [(tuple(members), _places(corpus, members)) for members in kept]
    return sorted(found, key=lambda item: item[1][0])


def _places(corpus: Corpus, members: Sequence[int]) -> list[int]:
    return [place for place, here in enumerate(corpus.dtokens.tolist()) if here in members]


def located(cls: Class, place: int) -> tuple[int, int]:
    """The occurrence of a class that a place lies in, or on, and the position there: ``Class.locate``."""
    for number, row in enumerate(cls.grid.tolist()):
        if row[0] <= place < row[-1]:
            return number, sum(member <= place for member in row)
    return -1, 0


def around(classes: Sequence[Class], place: int) -> Around | None:
    """The innermost position around a place, of all classes; None outside of them, and on a place of a class."""
    if any(place in cls.grid for cls in classes):
        return None
    found = [(*located(cls, place), number, cls) for number, cls in enumerate(classes) if located(cls, place)[1]]
    inner = min(found, key=lambda item: int(item[3].ends[item[0]] - item[3].starts[item[0]]), default=None)
    return (inner[2], inner[0], inner[1]) if inner else None


def parent(classes: Sequence[Class], number: int, row: int) -> Around | None:
    """The innermost position around an occurrence of a class: ``forest``."""
    start = int(classes[number].starts[row])
    found = [
        (int(other.ends[at] - other.starts[at]), at_class, at, position)
        for at_class, other in enumerate(classes)
        if at_class != number and (position := located(other, start)[1])
        for at in [located(other, start)[0]]
    ]
    return min(found)[1:] if found else None


def nested(one: Class, other: Class) -> bool:
    """Whether all occurrences of one class lie in the same position of the other, or are apart from it."""
    return _all_inside(one, other) or _all_inside(other, one) or _apart(one, other)


def _all_inside(inner: Class, outer: Class) -> bool:
    spots = [{located(outer, place) for place in row} for row in inner.grid.tolist()]
    within = all(len(spot) == 1 for spot in spots)
    positions = {position for spot in spots for _, position in spot}
    return within and len(positions) == 1 and not any(located(inner, p)[1] for p in outer.grid.ravel().tolist())


def _apart(one: Class, other: Class) -> bool:
    mine = any(located(other, place)[1] for place in one.grid.ravel().tolist())
    return not mine and not any(located(one, place)[1] for place in other.grid.ravel().tolist())


def longest_in_order(order: Sequence[str], words: Sequence[str]) -> int:
    """How many words of an order another text keeps in that order: ``parts``, by trying all choices."""
    kept = (
        size
        for size in range(len(order), 0, -1)
        for chosen in combinations(order, size)
        if sorted(chosen, key=words.index) == list(chosen)
    )
    return next(kept, 0)
