"""Whether a point is stable: each positive is accepted by the language of all the others.

Legend

    near        per positive the texts, or the marks, that could be labels of its surroundings
    without     the vocabulary of all positives but one: what each of the others has near
    ways        per positive the shapes on its way up, one for each step: (3, 8, 12)

Leaving each of n positives out and learning from the others costs n languages. But few of them differ: where another
positive has the same way nothing is to be learned, and what all but one have near follows from counting. So it costs as
many languages as there are positives with a way of their own.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from unweave.clock import look
from unweave.trees.automaton import Automaton, Shapes, Sight
from unweave.trees.labels import Vocabulary
from unweave.trees.search import Point, Search, Words

Way = tuple[int, ...]


def is_stable(search: Search, point: Point) -> bool:
    """Whether each of the search's positives is accepted by the language of the others; a single one is.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("ul", [("li", ["a"]), ("li", ["b"]), ("p", ["c"])]))
    >>> [is_stable(Search([(page, at) for at in some], [], []), Point(1, 2)) for some in ((2, 4), (2, 4, 6))]
    [True, False]
    """
    if len(search.positives) == 1:
        return True
    texts, marks = (_without_each(search, point, words) for words in ("texts", "marks"))
    left_out: dict[Vocabulary, list[int]] = {}
    for at, words in enumerate(map(Vocabulary, texts, marks)):
        left_out.setdefault(words, []).append(at)
    return all(_each_is_accepted(search, point, words, some) for words, some in left_out.items())


def _without_each(search: Search, point: Point, words: Words) -> list[frozenset[str]]:
    """For each positive, what all the others have near."""
    if point.words not in {words, "both"}:
        return [frozenset()] * len(search.positives)
    near = [search.memory.near(marked, replace(point, words=words)) for marked in search.positives]
    counts = Counter(word for one in near for word in one)
    all_have = frozenset(word for word, count in counts.items() if count == len(near))
    one_lacks = frozenset(word for word, count in counts.items() if count == len(near) - 1)
    return [all_have | (one_lacks - one) for one in near]


def _each_is_accepted(search: Search, point: Point, vocabulary: Vocabulary, some: Iterable[int]) -> bool:
    """Whether each of some positives is accepted by the language that the others have with this vocabulary."""
    look()
    marked = [(search.memory.sight(outline, point.width, vocabulary), at) for outline, at in search.positives]
    ways = [_way(*one, point.depth) for one in marked]
    times = Counter(ways)
    return all(
        _of_others(marked[at][0].shapes, times, ways[at], point.depth).accepts(*marked[at])
        for at in some
        if times[ways[at]] == 1
    )


def _way(sight: Sight, at: int, depth: int) -> Way:
    way = sight.outline.way(at, depth)
    return tuple(sight.marked(at, way, steps, depth) for steps in range(len(way)))


def _of_others(shapes: Shapes, ways: Iterable[Way], own: Way, depth: int) -> Automaton:
    """The automaton of all ways but one."""
    look()
    steps = zip_longest(*(way for way in ways if way != own))
    accepted = [{shape for shape in each if shape is not None} for each in steps]
    return Automaton(shapes, [*accepted, *([] for _ in range(depth - len(accepted)))])
