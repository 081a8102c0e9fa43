"""A good width and depth when nothing was rejected: the parameterless form.

Legend

    stable point    each positive is accepted by the language of the other positives: what it asks for is no accident
                    (``stable``)
    count           how many nodes of the pages at hand it accepts; the smallest count leaves out most of what is not
                    wanted

The most specific among the stable points is taken, up to a width of 2 and a depth of 4: beyond that a few examples do
not show the variety of the pages, and what is lost is more than what is gained (measured on result pages of fourteen
sites). With a single positive there is nothing to hold against each other, and the way up from it, to depth 4, has to
do.

Departure: the heuristic of the paper's [25] is not at hand; this one is ours.
"""

from unweave.trees.search import WORDS, Found, Point, Search
from unweave.trees.stable import is_stable

WIDEST, DEEPEST = 2, 4


def estimated(search: Search, *, slack: float = 1.0) -> Found:
    """The point for the search's positives: of the stable ones within ``slack`` of the least count the simplest."""
    stable = [point for point in _points(search) if is_stable(search, point)] or [Point(1, 2)]
    least = min(len(search.accepted(point)) for point in stable)
    close = [point for point in stable if len(search.accepted(point)) <= slack * least]
    best = min(close, key=lambda point: _effort(point, len(search.accepted(point))))
    return Found(best, search.vocabulary(best), len(search.accepted(best)), tuple(stable))


def _effort(point: Point, count: int) -> tuple[int, int, int]:
    return point.width * point.depth, WORDS.index(point.words), count


def solutions(search: Search) -> list[Found]:
    """Every point of small width and depth that accepts no negative."""
    search.memory.begin(search.positives, search.negatives)
    points = [Point(width, depth, words) for words in search.limits.words for depth in (2, 3, 4) for width in (1, 2)]
    return [Found(point, search.vocabulary(point), 0, ()) for point in points if search.solves(point)]


def _points(search: Search) -> list[Point]:
    if len(search.positives) == 1:
        return [Point(1, DEEPEST)]
    return [
        Point(width, depth, words)
        for words in search.limits.words
        for depth in range(2, DEEPEST + 1)
        for width in range(1, WIDEST + 1)
    ]
