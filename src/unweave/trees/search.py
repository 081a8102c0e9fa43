"""The search for width, depth and vocabulary: what algorithm 2 of the paper finds, with fewer tests of nodes.

Legend

    Point(width=1, depth=3)         one language, learned from all positives
    Point(1, 3, "texts")            the same with distinguishing contexts as labels; "marks": with class tokens and
                                    the like
    solution                        a point that accepts no negative
    refuted                         a point that accepts one; it stays refuted when examples are added
    front                           the solutions that refine no other solution: for each depth at most one width
    count                           how many candidates of the given pages a point accepts; the best solution has the
                                    largest

The languages are anti-monotone in width and depth, and one with a vocabulary is a subset of the plain one of the same
width and depth. So the best solution is on the front, and the negatives alone decide whether a point is on the front.

Departures from the paper: algorithm 2 counts the extractions of every point that it visits, to go best-first; here the
front is found first, by testing negatives only, and only the points of the front are counted: the same answer for a
fraction of the work. The vocabulary has four steps and not two (see ``vocabulary``). Width and depth are bounded. Once
a solution has been counted the search ends after ``patience`` tests of a node, which unlike seconds is the same on
every machine, or after ``seconds``, or when its caller's time is up (``cut_short``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Literal

from unweave.budget import check_time, out_of_time
from unweave.trees.automaton import Automaton, ContextTable, OutlineContexts
from unweave.trees.language import MarkedNode
from unweave.trees.outline import Outline
from unweave.trees.vocabulary import Vocabulary, marks_above, shared, texts_in_reach
from unweave.tuning import TREE_DEEPEST, TREE_PATIENCE, TREE_SECONDS, TREE_WIDEST

Examples = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]
Words = Literal["tags", "texts", "marks", "both"]
WORDS: tuple[Words, ...] = ("tags", "texts", "marks", "both")


@dataclass(frozen=True, slots=True)
class Point:
    """A width, a depth, and what labels are made of.

    >>> Point(1, 3)
    Point(width=1, depth=3, words='tags')
    """

    width: int
    depth: int
    words: Words = "tags"

    def refines(self, other: "Point") -> bool:
        """Whether this point's language is a subset of the other's, whatever the examples.

        >>> Point(2, 3, "texts").refines(Point(1, 3)), Point(2, 3, "texts").refines(Point(2, 3, "marks"))
        (True, False)
        """
        finer = other.words in {"tags", self.words} or self.words == "both"
        return finer and self.width >= other.width and self.depth >= other.depth


@dataclass(frozen=True, slots=True)
class Solution:
    """The best solution: its point and vocabulary, how many candidates it accepts, the front it was chosen from."""

    point: Point
    vocabulary: Vocabulary
    count: int
    front: tuple[Point, ...]
    cut_short: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search: width, depth, tests of a node, seconds, and what labels may be made of.

    >>> Limits(widest=4).deepest
    10
    """

    widest: int = TREE_WIDEST
    deepest: int = TREE_DEEPEST
    patience: int = TREE_PATIENCE
    seconds: float = TREE_SECONDS
    words: tuple[Words, ...] = WORDS


@dataclass(slots=True)
class Memory:
    """A cache over searches with growing examples: contexts, texts in reach, refuted points and answers."""

    inside: bool = False
    refuted: set[Point] = field(default_factory=set)
    examples: Examples = (frozenset(), frozenset())
    answers: dict[tuple[Examples, int], "Solution | None"] = field(default_factory=dict)
    _tables: dict[tuple[int, Vocabulary], ContextTable] = field(default_factory=dict)
    _contexts: dict[tuple[int, Vocabulary, int], OutlineContexts] = field(default_factory=dict)
    _near: dict[tuple[int, int, Point], frozenset[str]] = field(default_factory=dict)

    def contexts(self, outline: Outline, width: int, vocabulary: Vocabulary) -> OutlineContexts:
        """The contexts of the outline's nodes, for this width and vocabulary."""
        key = (width, vocabulary, id(outline))
        if key not in self._contexts:
            table = self._tables.setdefault((width, vocabulary), ContextTable())
            self._contexts[key] = OutlineContexts(outline, width, vocabulary, table, inside=self.inside)
        return self._contexts[key]

    def near(self, marked: MarkedNode, point: Point) -> frozenset[str]:
        """The texts, or the marks, that could be labels for this example."""
        outline, at = marked
        key = (id(outline), at, point)
        if key not in self._near:
            self._near[key] = (
                texts_in_reach(outline, at, width=point.width, depth=point.depth)
                if point.words == "texts"
                else marks_above(outline, at, depth=point.depth)
            )
        return self._near[key]

    def begin(self, positives: Sequence[MarkedNode], negatives: Sequence[MarkedNode]) -> Examples:
        """Clear the refuted points unless all examples of the last search are still given; the examples as a key."""
        now = frozenset(map(_key, positives)), frozenset(map(_key, negatives))
        if not (self.examples[0] <= now[0] and self.examples[1] <= now[1]):
            self.refuted.clear()
        self.examples = now
        return now


@dataclass(slots=True)
class ParameterSearch:
    """One search: positives, negatives, and the candidates among which extractions are counted.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("body", [("p", [("a", ["author"])]), ("center", [("a", ["1"])])]))
    >>> author, one = (page, 3), (page, 6)
    >>> ParameterSearch([author], [], [author, one]).best().point
    Point(width=1, depth=2, words='tags')
    >>> ParameterSearch([author], [one], [author, one]).best().point
    Point(width=1, depth=3, words='tags')
    """

    positives: Sequence[MarkedNode]
    negatives: Sequence[MarkedNode]
    candidates: Sequence[MarkedNode]
    limits: Limits = Limits()
    memory: Memory = field(default_factory=Memory)
    tested: int = 0
    _accepted: dict[Point, list[MarkedNode]] = field(default_factory=dict)

    def best(self) -> Solution | None:
        """The solution that accepts most candidates; None when no point within the limits is one."""
        question = (self.memory.begin(self.positives, self.negatives), len(self.candidates))
        if question not in self.memory.answers:
            self.memory.answers[question] = self._best()
        return self.memory.answers[question]

    def _best(self) -> Solution | None:
        front = self.front()
        best: Solution | None = None
        started = monotonic()
        for point in front:
            long = self.tested > self.limits.patience or monotonic() - started > self.limits.seconds
            if best and (long or out_of_time()):
                return replace(best, cut_short=True)
            count = len(self.accepted(point))
            if best is None or (count, *_simplicity(point)) > (best.count, *_simplicity(best.point)):
                best = Solution(point, self.vocabulary(point), count, front)
        return best

    def front(self) -> tuple[Point, ...]:
        """The solutions that refine no other, plain ones first, then by depth."""
        front: list[Point] = []
        for words in self.limits.words:
            for depth in range(2, self.limits.deepest + 1):
                front += self._narrowest(depth, words, front)
        return tuple(front)

    def vocabulary(self, point: Point) -> Vocabulary:
        """The texts and marks that all positives share, within this width and depth."""
        return Vocabulary(self._shared(point, "texts"), self._shared(point, "marks"))

    def accepted(self, point: Point) -> list[MarkedNode]:
        """The candidates that the point accepts; only those that coarser points accept are tested."""
        if point not in self._accepted:
            coarser = _coarser(point)
            left = self.accepted(coarser) if coarser else self.candidates
            self.tested += len(left)
            self._accepted[point] = self.select(point, left)
        return self._accepted[point]

    def accepts(self, point: Point, marked: MarkedNode) -> bool:
        """Whether the point's language accepts this node."""
        return bool(self.select(point, [marked]))

    def first_accepted(self, point: Point, among: Sequence[MarkedNode]) -> MarkedNode | None:
        """The first of these nodes that the point's language accepts."""
        return next(self._accepting(point, among), None)

    def select(self, point: Point, among: Sequence[MarkedNode]) -> list[MarkedNode]:
        """Those of the nodes that the point's language accepts."""
        return list(self._accepting(point, among))

    def _narrowest(self, depth: int, words: Words, front: Sequence[Point]) -> Iterator[Point]:
        """The solution of this depth and vocabulary with the least width, if it refines none of the front."""
        most = Point(self._useful_width(), depth, words)
        width = min((other.width - 1 for other in front if most.refines(other)), default=most.width)
        if width and self.solves(replace(most, width=width)):
            yield next(point for point in _widening(most) if self.solves(point))

    def _useful_width(self) -> int:
        """A width beyond the number of children changes nothing."""
        outlines = {id(outline): outline for outline, _ in (*self.positives, *self.negatives)}
        return min(self.limits.widest, max(outline.branching for outline in outlines.values()))

    def solves(self, point: Point) -> bool:
        """Whether the point accepts no negative."""
        if point in self.memory.refuted:
            return False
        if not self.negatives:
            return True
        check_time()
        if self.first_accepted(point, self.negatives):
            self.memory.refuted.add(point)
            return False
        return True

    def _shared(self, point: Point, words: Words) -> frozenset[str]:
        if point.words not in {words, "both"}:
            return frozenset()
        wanted = replace(point, words=words)
        return shared([self.memory.near(marked, wanted) for marked in self.positives])

    def _accepting(self, point: Point, among: Sequence[MarkedNode]) -> Iterator[MarkedNode]:
        vocabulary = self.vocabulary(point)
        contexts = {
            id(outline): self.memory.contexts(outline, point.width, vocabulary)
            for outline, _ in (*self.positives, *among)
        }
        automaton = Automaton.of([(contexts[id(outline)], at) for outline, at in self.positives], depth=point.depth)
        return ((outline, at) for outline, at in among if automaton.accepts(contexts[id(outline)], at))


def _simplicity(point: Point) -> tuple[int, int, int]:
    """Of solutions that accept equally many the narrowest is preferred, then the shallowest, then plain tags."""
    return -point.width, -point.depth, -WORDS.index(point.words)


def _widening(most: Point) -> Iterator[Point]:
    return (replace(most, width=width) for width in range(1, most.width + 1))


def _coarser(point: Point) -> Point | None:
    """A point that accepts at least as much and is cheap to test."""
    if point.width > 1:
        return replace(point, width=1)
    if point.depth > 2:
        return replace(point, depth=2)
    return replace(point, words="tags") if point.words != "tags" else None


def _key(marked: MarkedNode) -> tuple[int, int]:
    return id(marked[0]), marked[1]
