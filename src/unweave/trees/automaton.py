"""The automaton of a (k,l)-contextual language, built from the examples without listing forks.

Legend

    Shape("li", ((3, 7), (7, 7)))   a node as its windows of children, which are shapes again, by number; the sets of
                                    forks of two nodes are equal when their shapes are
    Shape("@", None)                a node at the last level: nothing is said of its children
    Shape("@", None, marked=True)   the marked node
    Sight                           an outline seen with a width and a vocabulary: the shape of each node, to each depth
    state                           a set of the examples' shapes, as bits: those that have a certain fork
    states of a node                one state per fork of it, of which only the smallest are kept

A node's forks are all in the language when each of them belongs to the shape of some example: when no fork has the
empty state. The states of a node follow from those of its children, window by window, so a fork is never written
down; and what belongs to fewer examples belongs to fewer with anything around it, so only states that contain no
other are kept. ``forks.py`` is the definition.

Departures from the paper: [26] of the paper builds its automaton from the examples too, but is not at hand; this
construction is ours. A marked element may be a leaf, so that what is inside the value does not matter (``inside``).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from unweave.trees.labels import Vocabulary
from unweave.trees.outline import TEXT, Outline

Windows = tuple[tuple[int, ...], ...]


class Shape(NamedTuple):
    """A node's label over the windows of its children; None at the last level.

    >>> Shape("b", None).marked
    False
    """

    label: str
    windows: Windows | None
    marked: bool = False


class Shapes:
    """Shapes by number, each once.

    >>> shapes = Shapes()
    >>> shapes.number(Shape("b", None)), shapes.number(Shape("i", None)), shapes.number(Shape("b", None))
    (0, 1, 0)
    """

    def __init__(self, known: Iterable[Shape] = ()) -> None:
        self.all = list(known)
        self._numbers = {shape: number for number, shape in enumerate(self.all)}

    def number(self, shape: Shape) -> int:
        """The shape's number, a new one where it is new."""
        number = self._numbers.setdefault(shape, len(self.all))
        if number == len(self.all):
            self.all.append(shape)
        return number


class Sight:
    """An outline seen with a width and a vocabulary.

    >>> from unweave.trees.outline import sketched
    >>> sight = Sight(sketched(("ul", [("li", ["a"]), ("li", ["b"])])), 2, Vocabulary(), Shapes())
    >>> sight.shape(1, 2) == sight.shape(3, 2)
    True
    """

    def __init__(
        self, outline: Outline, width: int, vocabulary: Vocabulary, shapes: Shapes, *, inside: bool = True
    ) -> None:
        self.outline = outline
        self.width = width
        self.vocabulary = vocabulary
        self.shapes = shapes
        self.inside = inside
        self._seen: dict[tuple[int, int], int] = {}
        self._marked: dict[tuple[int, int, int], int] = {}

    def shape(self, at: int, depth: int) -> int:
        """The number of the node's shape, down to the depth."""
        known = self._seen.get((at, depth))
        if known is None:
            label = self.vocabulary.label(self.outline, at)
            known = self._seen[at, depth] = self.shapes.number(Shape(label, self._below(at, depth)))
        return known

    def marked(self, at: int, way: Sequence[int], steps: int, depth: int) -> int:
        """The shape of the node ``steps`` above a marked one; only windows that hold the mark count."""
        known = self._marked.get((at, steps, depth))
        if known is None:
            shape = self._above(at, way, steps, depth) if steps else self._itself(at, depth)
            known = self._marked[at, steps, depth] = self.shapes.number(shape)
        return known

    def _below(self, at: int, depth: int) -> Windows | None:
        if depth == 1:
            return None
        deeper = depth - 1
        return windows([self.shape(child, deeper) for child in self.outline.children[at]], self.width)

    def _itself(self, at: int, depth: int) -> Shape:
        if self.outline.tags[at] == TEXT:
            return Shape(TEXT, None, marked=True)
        label = self.vocabulary.label(self.outline, at)
        return Shape(label, self._below(at, depth) if self.inside else None, marked=True)

    def _above(self, at: int, way: Sequence[int], steps: int, depth: int) -> Shape:
        parent, child = way[steps], way[steps - 1]
        place = self.outline.position[child]
        first = max(0, place - self.width + 1)
        beside = self.outline.children[parent][first : place + self.width]
        below = [
            self.marked(at, way, steps - 1, depth - 1) if other == child else self.shape(other, depth - 1)
            for other in beside
        ]
        return Shape(self.vocabulary.label(self.outline, parent), windows(below, self.width))


def windows(below: Sequence[int], width: int) -> Windows:
    """Every window of that width, each once; all in one where there are fewer.

    >>> windows([4, 4, 4, 5], 2), windows([4], 2)
    (((4, 4), (4, 5)), ((4,),))
    """
    if len(below) <= width:
        return (tuple(below),)
    if width == 1:
        return tuple((each,) for each in sorted(set(below)))
    return tuple(sorted(set(zip(*(below[start:] for start in range(width)), strict=False))))


class Level:
    """Some shapes of the examples, at one level: which of them have a given fork?"""

    def __init__(self, shapes: Shapes, members: Iterable[int]) -> None:
        self.shapes = shapes
        self.members = sorted(set(members))
        self._bits = {shapes.all[member]: 1 << at for at, member in enumerate(self.members)}
        self._groups: dict[tuple[str, int, bool], Group] = {}
        self._below: Level | None = None
        self._known: dict[int, list[int]] = {}

    def includes(self, shape: int) -> bool:
        """Whether every fork of the shape belongs to a member."""
        return 0 not in self.states(shape)

    def states(self, shape: int) -> list[int]:
        """For each fork of the shape the members that have it, as bits; only the smallest."""
        known = self._known.get(shape)
        if known is None:
            known = self._known[shape] = smallest(self._found(self.shapes.all[shape]))
        return known

    def _found(self, shape: Shape) -> list[int]:
        if shape.windows is None:
            return [self._bits.get(shape, 0)]
        found: list[int] = []
        for window in shape.windows:
            group = self._group(shape.label, len(window), shape.marked)
            found += group.owners_of(self._below_level, window) if group else [0]
            if 0 in found:
                return [0]
        return found

    def _group(self, label: str, length: int, marked: bool) -> "Group | None":
        if not self._groups:
            self._make_groups()
        return self._groups.get((label, length, marked))

    def _make_groups(self) -> None:
        below: list[int] = []
        for at, member in enumerate(self.members):
            shape = self.shapes.all[member]
            for window in shape.windows or ():
                group = self._groups.setdefault((shape.label, len(window), shape.marked), Group(len(window)))
                group.add(window, 1 << at)
                below += window
        self._below = Level(self.shapes, below)

    @property
    def _below_level(self) -> "Level":
        assert self._below is not None  # noqa: S101 - made with the groups
        return self._below


class Group:
    """The windows of one label and length, each a bit: by what stands where, and whose they are."""

    def __init__(self, length: int) -> None:
        self.owners: list[int] = []
        self.standing: list[dict[int, int]] = [{} for _ in range(length)]

    def add(self, window: tuple[int, ...], owner: int) -> None:
        """One more window of a member."""
        bit = 1 << len(self.owners)
        self.owners.append(owner)
        for place, shape in zip(self.standing, window, strict=True):
            place[shape] = place.get(shape, 0) | bit

    def owners_of(self, level: Level, window: tuple[int, ...]) -> list[int]:
        """For each fork over the window, the members that have it."""
        kept = [(1 << len(self.owners)) - 1]
        for place, shape in zip(self.standing, window, strict=True):
            fits = [_either(place, level.members, state) for state in level.states(shape)]
            kept = smallest([bits & fit for bits in kept for fit in fits])
        return [self._owners(bits) for bits in kept]

    def _owners(self, bits: int) -> int:
        owners = 0
        while bits:
            low = bits & -bits
            owners |= self.owners[low.bit_length() - 1]
            bits ^= low
        return owners


def _either(place: dict[int, int], members: Sequence[int], state: int) -> int:
    """The windows with one of the state's shapes at this place."""
    fit = 0
    while state:
        low = state & -state
        fit |= place.get(members[low.bit_length() - 1], 0)
        state ^= low
    return fit


def smallest(states: Iterable[int]) -> list[int]:
    """The states that contain no other one.

    >>> smallest([0b110, 0b010, 0b001, 0b110])
    [1, 2]
    """
    kept: list[int] = []
    for state in sorted(set(states), key=lambda bits: (bits.bit_count(), bits)):
        if not any(state & other == other for other in kept):
            kept.append(state)
    return kept


class Automaton:
    """Accepts the marked nodes all of whose forks some example has.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("body", [("p", [("a", ["author"])]), ("center", [("a", ["1"])])]))
    >>> sight = Sight(page, 1, Vocabulary(), Shapes())
    >>> authors = Automaton.of([(sight, 3)], depth=3)
    >>> authors.accepts(sight, 3), authors.accepts(sight, 6)
    (True, False)
    """

    def __init__(self, shapes: Shapes, accepted: Sequence[Iterable[int]]) -> None:
        self.depth = len(accepted)
        self.accepted = [frozenset(each) for each in accepted]
        self._levels = [Level(shapes, each) for each in self.accepted]

    @classmethod
    def of(cls, examples: Sequence[tuple[Sight, int]], *, depth: int) -> "Automaton":
        """Algorithm 1, with shapes in place of forks."""
        accepted: list[set[int]] = [set() for _ in range(depth)]
        for sight, at in examples:
            way = sight.outline.way(at, depth)
            for steps in range(len(way)):
                accepted[steps].add(sight.marked(at, way, steps, depth))
        return cls(examples[0][0].shapes, accepted)

    def accepts(self, sight: Sight, at: int) -> bool:
        """Whether the node, marked, is in the language."""
        way = sight.outline.way(at, self.depth)
        if sight.width == 1 and not sight.inside:
            # Then a fork is a chain, and the longest one holds all the others.
            return sight.marked(at, way, len(way) - 1, self.depth) in self.accepted[len(way) - 1]
        return all(self._has(steps, sight.marked(at, way, steps, self.depth)) for steps in range(len(way)))

    def _has(self, steps: int, shape: int) -> bool:
        return shape in self.accepted[steps] or self._levels[steps].includes(shape)
