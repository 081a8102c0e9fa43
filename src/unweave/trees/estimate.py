"""Width and depth when nothing was rejected: the parameterless form.

Legend

    stable point    a point for which each positive is accepted by the language of the other positives
    count           how many nodes of the given pages it accepts; a small count excludes most of the unwanted nodes
    near            per positive the texts, or the marks, that could be labels in its contexts
    path            per positive the contexts of the marked node and its ancestors: (3, 8, 12)

The most specific stable point is taken, up to a width of 2 and a depth of 4: beyond that a few examples do not show the
variety of the pages, and more is lost than gained (measured on result pages of fourteen sites). With a single positive
every point is stable; then width 1 and depth 4 are taken.

Leaving each of n positives out and learning from the others costs n languages. But few of them differ: where another
positive has the same path nothing is to be learned, and what all but one have near follows from counting. So only
positives with a path of their own cost a language.

Departure: the heuristic of the paper's [25] was not available; this one is ours.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from unweave.budget import check_time
from unweave.trees.automaton import Automaton, ContextTable
from unweave.trees.search import WORDS, ParameterSearch, Point, Solution, Words
from unweave.trees.vocabulary import Vocabulary
from unweave.tuning import TREE_ESTIMATE_DEEPEST, TREE_ESTIMATE_WIDEST

Path = tuple[int, ...]


def estimated(search: ParameterSearch, *, slack: float = 1.0) -> Solution:
    """The simplest of the stable points whose count is within ``slack`` times the smallest."""
    points = [Point(1, TREE_ESTIMATE_DEEPEST)] if len(search.positives) == 1 else _small_points(search)
    stable = [point for point in points if is_stable(search, point)] or [Point(1, 2)]
    least = min(len(search.accepted(point)) for point in stable)
    close = [point for point in stable if len(search.accepted(point)) <= slack * least]
    best = min(close, key=lambda point: _complexity(point, len(search.accepted(point))))
    return Solution(best, search.vocabulary(best), len(search.accepted(best)), tuple(stable))


def _complexity(point: Point, count: int) -> tuple[int, int, int]:
    return point.width * point.depth, WORDS.index(point.words), count


def solutions(search: ParameterSearch) -> list[Solution]:
    """Every point of small width and depth that accepts no negative."""
    search.memory.begin(search.positives, search.negatives)
    points = [point for point in _small_points(search) if search.solves(point)]
    return [Solution(point, search.vocabulary(point), 0, ()) for point in points]


def _small_points(search: ParameterSearch) -> list[Point]:
    return [
        Point(width, depth, words)
        for words in search.limits.words
        for depth in range(2, TREE_ESTIMATE_DEEPEST + 1)
        for width in range(1, TREE_ESTIMATE_WIDEST + 1)
    ]


def is_stable(search: ParameterSearch, point: Point) -> bool:
    """Whether each of the search's positives is accepted by the language of the others; a single one is.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("ul", [("li", ["a"]), ("li", ["b"]), ("p", ["c"])]))
    >>> searches = [ParameterSearch([(page, at) for at in some], [], []) for some in ((2, 4), (2, 4, 6))]
    >>> [is_stable(search, Point(1, 2)) for search in searches]
    [True, False]
    """
    if len(search.positives) == 1:
        return True
    texts, marks = (_without_each(search, point, words) for words in ("texts", "marks"))
    left_out: dict[Vocabulary, list[int]] = {}
    for at, vocabulary in enumerate(map(Vocabulary, texts, marks)):
        left_out.setdefault(vocabulary, []).append(at)
    return all(_each_is_accepted(search, point, vocabulary, some) for vocabulary, some in left_out.items())


def _without_each(search: ParameterSearch, point: Point, words: Words) -> list[frozenset[str]]:
    """For each positive, what all the others have near."""
    if point.words not in {words, "both"}:
        return [frozenset()] * len(search.positives)
    near = [search.memory.near(marked, replace(point, words=words)) for marked in search.positives]
    counts = Counter(word for one in near for word in one)
    all_have = frozenset(word for word, count in counts.items() if count == len(near))
    one_lacks = frozenset(word for word, count in counts.items() if count == len(near) - 1)
    return [all_have | (one_lacks - one) for one in near]


def _each_is_accepted(search: ParameterSearch, point: Point, vocabulary: Vocabulary, some: Iterable[int]) -> bool:
    """Whether each of some positives is accepted by the language of the others with this vocabulary."""
    check_time()
    marked = [(search.memory.contexts(outline, point.width, vocabulary), at) for outline, at in search.positives]
    paths = [contexts.marked_path(at, point.depth) for contexts, at in marked]
    times = Counter(paths)
    return all(
        _of_others(marked[at][0].table, times, paths[at], point.depth).accepts(*marked[at])
        for at in some
        if times[paths[at]] == 1
    )


def _of_others(table: ContextTable, paths: Iterable[Path], own: Path, depth: int) -> Automaton:
    """The automaton of all paths but one."""
    check_time()
    steps = zip_longest(*(path for path in paths if path != own))
    accepted = [{context for context in each if context is not None} for each in steps]
    return Automaton(table, [*accepted, *([] for _ in range(depth - len(accepted)))])
