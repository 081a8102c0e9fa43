"""A (k,l)-contextual language as a value: what was learned from the positives, ready to be stored and run.

Legend

    Language(width=1, depth=3, shapes=(...), accepted=((0,), (2,), (5,)))
    accepted[2]     the shapes that the node two steps above an accepted one may have
    texts, marks    the vocabulary beyond tags: distinguishing contexts, class tokens and the like
    inside          whether what is inside a marked element matters

Shapes are numbered by height, then label, then windows, so that two languages that say the same are equal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from unweave.trees.automaton import Automaton, Shape, Shapes, Sight, Windows
from unweave.trees.labels import Vocabulary
from unweave.trees.outline import TEXT, Outline

Marked = tuple[Outline, int]


@dataclass(frozen=True, slots=True)
class Language:
    """The marked nodes whose surroundings, to this width and depth, are made of what the examples had around them.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("body", [("p", [("a", ["author"])]), ("center", [("a", ["1"])])]))
    >>> authors = Language.learned([(page, 3)], width=1, depth=3)
    >>> [page.texts[at] for at in authors.select(page, page.text_nodes())]
    ['author']
    """

    width: int
    depth: int
    shapes: tuple[Shape, ...]
    accepted: tuple[tuple[int, ...], ...]
    texts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    inside: bool = False

    @classmethod
    def learned(
        cls,
        positives: Sequence[Marked],
        *,
        width: int,
        depth: int,
        vocabulary: Vocabulary | None = None,
        inside: bool = False,
    ) -> "Language":
        """Algorithm 1: the smallest language of this width and depth that holds the positives."""
        words = vocabulary or Vocabulary()
        shapes = Shapes()
        sights = {id(outline): Sight(outline, width, words, shapes, inside=inside) for outline, _ in positives}
        automaton = Automaton.of([(sights[id(outline)], at) for outline, at in positives], depth=depth)
        kept, accepted = _canonical(shapes.all, automaton.accepted)
        return cls(width, depth, kept, accepted, tuple(sorted(words.texts)), tuple(sorted(words.marks)), inside)

    @property
    def vocabulary(self) -> Vocabulary:
        """Which texts and marks are part of a label.

        >>> Language(1, 2, (), (), texts=("name:",)).vocabulary.texts
        frozenset({'name:'})
        """
        return Vocabulary(frozenset(self.texts), frozenset(self.marks))

    def select(self, outline: Outline, candidates: Iterable[int]) -> list[int]:
        """The candidates that are in the language, in one run over the outline."""
        shapes = Shapes(self.shapes)
        sight = Sight(outline, self.width, self.vocabulary, shapes, inside=self.inside)
        automaton = Automaton(shapes, self.accepted)
        likely = candidates if self.width == 1 else self._on_a_chain(outline, candidates)
        return [at for at in likely if automaton.accepts(sight, at)]

    def _on_a_chain(self, outline: Outline, candidates: Iterable[int]) -> Iterator[int]:
        """The candidates with an example's labels on the way up: no other can be in the language."""
        holding, vocabulary = self.holding(), self.vocabulary
        chains = {chain for some in self.accepted for each in some for chain in self._down(each, holding)}
        above: dict[int, tuple[str, ...]] = {}
        for at in candidates:
            parent = outline.parent[at]
            if parent not in above:
                way = outline.way(parent, self.depth - 1)
                above[parent] = tuple(vocabulary.label(outline, each) for each in reversed(way))
            label = TEXT if outline.tags[at] == TEXT else vocabulary.label(outline, at)
            if (*above[parent], label) in chains:
                yield at

    def chains(self) -> Iterator[tuple[str, ...]]:
        """The labels from the top of the surroundings down to the marked node, each way once.

        >>> from unweave.trees.outline import sketched
        >>> list(Language.learned([(sketched(("p", [("b", ["x"])])), 2)], width=1, depth=3).chains())
        [('p', 'b', '@')]
        """
        tops = [*next((some for some in reversed(self.accepted) if some), ())]
        tops += [each for some in self.accepted for each in some if self.shapes[each].label == "#document"]
        holding = self.holding()
        return iter(dict.fromkeys(chain for top in tops for chain in self._down(top, holding)))

    def holding(self) -> frozenset[int]:
        """The shapes that hold the mark; what is below a shape has a smaller number."""
        holding = set[int]()
        for at, shape in enumerate(self.shapes):
            if shape.marked or any(each in holding for window in shape.windows or () for each in window):
                holding.add(at)
        return frozenset(holding)

    def _down(self, at: int, holding: frozenset[int]) -> Iterator[tuple[str, ...]]:
        shape = self.shapes[at]
        if shape.marked:
            yield (shape.label,)
        for below in sorted({each for window in shape.windows or () for each in window if each in holding}):
            yield from ((shape.label, *chain) for chain in self._down(below, holding))

    def told(self) -> str:
        """In words: the ways down to the node."""
        ways = [
            " > ".join(label.replace("\x1f", "").replace("@", "text") for label in chain) for chain in self.chains()
        ]
        return " or ".join(ways[:3]) + (f" or {len(ways) - 3} others" if len(ways) > 3 else "")

    def evidence(self) -> tuple[str, ...]:
        """What else must be around it."""
        near = f"{self.width - 1} to each side and {self.depth} levels up look like an example's"
        texts = [f"one of these texts is told from others: {text!r}" for text in self.texts]
        return (near, *texts)


def _canonical(
    shapes: Sequence[Shape], accepted: Sequence[frozenset[int]]
) -> tuple[tuple[Shape, ...], tuple[tuple[int, ...], ...]]:
    """Only the shapes that are needed, renumbered so that the numbers follow from what they say."""
    renumbered: dict[int, int] = {}
    kept: list[Shape] = []
    for level in _by_height(shapes, {each for some in accepted for each in some}):
        told = [(_renumber(shapes[old], renumbered), old) for old in level]
        for shape, old in sorted(told, key=_in_order):
            renumbered[old] = len(kept)
            kept.append(shape)
    return tuple(kept), tuple(tuple(sorted(renumbered[old] for old in some)) for some in accepted)


def _in_order(told: tuple[Shape, int]) -> tuple[str, bool, bool, Windows]:
    shape, _ = told
    return shape.label, shape.marked, shape.windows is None, shape.windows or ()


def _renumber(shape: Shape, numbers: dict[int, int]) -> Shape:
    if shape.windows is None:
        return shape
    return shape._replace(windows=tuple(sorted(tuple(numbers[old] for old in window) for window in shape.windows)))


def _by_height(shapes: Sequence[Shape], needed: Iterable[int]) -> list[list[int]]:
    """The needed shapes and all below them, the lowest first."""
    heights: dict[int, int] = {}
    waiting = sorted(needed)
    while waiting:
        below = {each for window in shapes[waiting[-1]].windows or () for each in window}
        unknown = sorted(each for each in below if each not in heights)
        if unknown:
            waiting += unknown
        else:
            shape = waiting.pop()
            heights[shape] = 1 + max((heights[each] for each in below), default=-1)
    levels: list[list[int]] = [[] for _ in range(max(heights.values(), default=-1) + 1)]
    for shape in sorted(heights):
        levels[heights[shape]].append(shape)
    return levels
