"""Which width, depth and vocabulary: what algorithm 2 of the paper finds, with fewer looks.

Legend

    Point(width=1, depth=3)         one language, learned from all positives
    Point(1, 3, "texts")            the same with distinguishing contexts as labels; "marks": with class tokens and
                                    the like
    solution                        a point that accepts no negative
    refuted                         a point that accepts one; whatever example comes later, it stays refuted
    front                           the solutions that refine no other solution: for each depth at most one width
    count                           how many candidates of the pages at hand a point accepts; the best solution has
                                    the most

The languages are anti-monotone in width and depth, and one with a vocabulary lies inside the plain one of the same
width and depth. So the best solution is on the front, and whether a point is on the front is told by the negatives
alone.

Departures from the paper: algorithm 2 counts the extractions of every point that it visits, to go best-first; here the
front is found first, by looking at the negatives only, and just the points of the front are counted: the same answer
for a fraction of the work. The vocabulary has four steps and not two (see ``labels``). Width and depth are bounded.
Once a solution has been counted the search ends after ``patience`` looks at a node, which unlike seconds is the same
on every machine, or after ``seconds``, or when its caller's time is up, and says so (``cut_short``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Literal

from unweave.clock import look, out_of_time
from unweave.trees.automaton import Automaton, Shapes, Sight
from unweave.trees.labels import Vocabulary, marks_on_the_way, shared, texts_in_reach
from unweave.trees.language import Marked
from unweave.trees.outline import Outline

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
        """Whether this point's language lies inside the other's, whatever the examples.

        >>> Point(2, 3, "texts").refines(Point(1, 3)), Point(2, 3, "texts").refines(Point(2, 3, "marks"))
        (True, False)
        """
        finer = other.words in {"tags", self.words} or self.words == "both"
        return finer and self.width >= other.width and self.depth >= other.depth


@dataclass(frozen=True, slots=True)
class Found:
    """The best solution: its point and vocabulary, how many candidates it accepts, the front it was chosen from."""

    point: Point
    vocabulary: Vocabulary
    count: int
    front: tuple[Point, ...]
    cut_short: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search goes.

    >>> Limits(widest=4).deepest
    10
    """

    widest: int = 16
    deepest: int = 10
    patience: int = 20_000
    seconds: float = 5.0
    words: tuple[Words, ...] = WORDS


@dataclass(slots=True)
class Memory:
    """What outlasts a search when examples are added: shapes, texts in reach, and which points are refuted."""

    inside: bool = False
    refuted: set[Point] = field(default_factory=set)
    examples: Examples = (frozenset(), frozenset())
    answers: dict[tuple[Examples, int], "Found | None"] = field(default_factory=dict)
    _shapes: dict[tuple[int, Vocabulary], Shapes] = field(default_factory=dict)
    _sights: dict[tuple[int, Vocabulary, int], Sight] = field(default_factory=dict)
    _near: dict[tuple[int, int, Point], frozenset[str]] = field(default_factory=dict)

    def sight(self, outline: Outline, width: int, vocabulary: Vocabulary) -> Sight:
        """The outline with this width and vocabulary."""
        key = (width, vocabulary, id(outline))
        if key not in self._sights:
            shapes = self._shapes.setdefault((width, vocabulary), Shapes())
            self._sights[key] = Sight(outline, width, vocabulary, shapes, inside=self.inside)
        return self._sights[key]

    def near(self, marked: Marked, point: Point) -> frozenset[str]:
        """The texts, or the marks, that could be labels for this example."""
        outline, at = marked
        key = (id(outline), at, point)
        if key not in self._near:
            self._near[key] = (
                texts_in_reach(outline, at, width=point.width, depth=point.depth)
                if point.words == "texts"
                else marks_on_the_way(outline, at, depth=point.depth)
            )
        return self._near[key]

    def begin(self, positives: Sequence[Marked], negatives: Sequence[Marked]) -> Examples:
        """Forget what was refuted, unless all examples of the last search are still there; the examples as a key."""
        now = frozenset(map(_key, positives)), frozenset(map(_key, negatives))
        if not (self.examples[0] <= now[0] and self.examples[1] <= now[1]):
            self.refuted.clear()
        self.examples = now
        return now


@dataclass(slots=True)
class Search:
    """One search: positives, negatives, and the candidates among which extractions are counted.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("body", [("p", [("a", ["author"])]), ("center", [("a", ["1"])])]))
    >>> author, one = (page, 3), (page, 6)
    >>> Search([author], [], [author, one]).best().point
    Point(width=1, depth=2, words='tags')
    >>> Search([author], [one], [author, one]).best().point
    Point(width=1, depth=3, words='tags')
    """

    positives: Sequence[Marked]
    negatives: Sequence[Marked]
    candidates: Sequence[Marked]
    limits: Limits = Limits()
    memory: Memory = field(default_factory=Memory)
    looked: int = 0
    _accepted: dict[Point, list[Marked]] = field(default_factory=dict)

    def best(self) -> Found | None:
        """The solution that accepts most candidates; None when no point within the limits is one."""
        question = (self.memory.begin(self.positives, self.negatives), len(self.candidates))
        if question not in self.memory.answers:
            self.memory.answers[question] = self._best()
        return self.memory.answers[question]

    def _best(self) -> Found | None:
        front = self.front()
        best: Found | None = None
        started = monotonic()
        for point in front:
            long = self.looked > self.limits.patience or monotonic() - started > self.limits.seconds
            if best and (long or out_of_time()):
                return replace(best, cut_short=True)
            count = len(self.accepted(point))
            if best is None or (count, *_simplicity(point)) > (best.count, *_simplicity(best.point)):
                best = Found(point, self.vocabulary(point), count, front)
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

    def accepted(self, point: Point) -> list[Marked]:
        """The candidates that the point accepts, looking only at what coarser points accept."""
        if point not in self._accepted:
            coarser = _coarser(point)
            left = self.accepted(coarser) if coarser else self.candidates
            self.looked += len(left)
            self._accepted[point] = self.select(point, left)
        return self._accepted[point]

    def accepts(self, point: Point, marked: Marked) -> bool:
        """Whether the point's language holds this node."""
        return bool(self.select(point, [marked]))

    def first_accepted(self, point: Point, among: Sequence[Marked]) -> Marked | None:
        """The first of these nodes that the point's language holds."""
        return next(self._accepting(point, among), None)

    def select(self, point: Point, among: Sequence[Marked]) -> list[Marked]:
        """Those of the nodes that the point's language holds."""
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
        look()
        if self.first_accepted(point, self.negatives):
            self.memory.refuted.add(point)
            return False
        return True

    def _shared(self, point: Point, words: Words) -> frozenset[str]:
        if point.words not in {words, "both"}:
            return frozenset()
        wanted = replace(point, words=words)
        return shared([self.memory.near(marked, wanted) for marked in self.positives])

    def _accepting(self, point: Point, among: Sequence[Marked]) -> Iterator[Marked]:
        vocabulary = self.vocabulary(point)
        sights = {
            id(outline): self.memory.sight(outline, point.width, vocabulary) for outline, _ in (*self.positives, *among)
        }
        automaton = Automaton.of([(sights[id(outline)], at) for outline, at in self.positives], depth=point.depth)
        return ((outline, at) for outline, at in among if automaton.accepts(sights[id(outline)], at))


def _simplicity(point: Point) -> tuple[int, int, int]:
    """Among solutions that accept as many, a narrow one is taken, then a shallow one, then one with plain tags."""
    return -point.width, -point.depth, -WORDS.index(point.words)


def _widening(most: Point) -> Iterator[Point]:
    return (replace(most, width=width) for width in range(1, most.width + 1))


def _coarser(point: Point) -> Point | None:
    """A point that accepts at least as much, and is cheap to look with."""
    if point.width > 1:
        return replace(point, width=1)
    if point.depth > 2:
        return replace(point, depth=2)
    return replace(point, words="tags") if point.words != "tags" else None


def _key(marked: Marked) -> tuple[int, int]:
    return id(marked[0]), marked[1]
