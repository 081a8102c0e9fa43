"""The automaton of a (k,l)-contextual language, built from the examples without listing forks.

Legend

    Context("li", ((3, 7), (7, 7)))     a node's label and the windows of its children; children are contexts again, by
                                        number; two nodes have the same forks if their contexts are equal
    Context("@", None)                  a node at the last level: its children do not matter
    Context("@", None, marked=True)     the marked node
    OutlineContexts                     the contexts of the nodes of an outline, for a width and a vocabulary
    state                               a set of the examples' contexts, as bits: those that have a certain fork
    states of a node                    one state per fork of it, of which only the smallest are kept

A node's forks are all in the language when each of them belongs to the context of some example: when no fork has the
empty state. The states of a node follow from those of its children, window by window, so a fork is never written
down. A fork that belongs to fewer examples belongs to fewer with anything around it, so only states that contain no
other are kept. ``tests/oracles/forks.py`` is the definition.

Departures from the paper: [26] of the paper also builds its automaton from the examples, but was not available; this
construction is ours. A marked element may be a leaf, so that the content of the value does not matter (``inside``).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from unweave.trees.outline import TEXT, Outline
from unweave.trees.vocabulary import Vocabulary

Windows = tuple[tuple[int, ...], ...]
Item = TypeVar("Item", int, str)


class Context(NamedTuple):
    """A node's label and the windows of its children; None at the last level.

    >>> Context("b", None).marked
    False
    """

    label: str
    windows: Windows | None
    marked: bool = False


class ContextTable:
    """Contexts by number, each once.

    >>> table = ContextTable()
    >>> table.number(Context("b", None)), table.number(Context("i", None)), table.number(Context("b", None))
    (0, 1, 0)
    """

    def __init__(self, known: Iterable[Context] = ()) -> None:
        self.all = list(known)
        self._numbers = {context: number for number, context in enumerate(self.all)}

    def copy(self) -> "ContextTable":
        """A table with the same contexts, to which others can be added."""
        copied = ContextTable()
        copied.all, copied._numbers = self.all.copy(), self._numbers.copy()
        return copied

    def number(self, context: Context) -> int:
        """The context's number; a new context is added."""
        number = self._numbers.setdefault(context, len(self.all))
        if number == len(self.all):
            self.all.append(context)
        return number


class OutlineContexts:
    """The contexts of the nodes of an outline, for a width and a vocabulary.

    >>> from unweave.trees.outline import sketched
    >>> outline = sketched(("ul", [("li", ["a"]), ("li", ["b"])]))
    >>> contexts = OutlineContexts(outline, 2, Vocabulary(), ContextTable())
    >>> contexts.context(1, 2) == contexts.context(3, 2)
    True
    """

    def __init__(
        self, outline: Outline, width: int, vocabulary: Vocabulary, table: ContextTable, *, inside: bool = True
    ) -> None:
        self.outline = outline
        self.width = width
        self.vocabulary = vocabulary
        self.table = table
        self.inside = inside
        self._plain: dict[tuple[int, int], int] = {}
        self._marked: dict[tuple[int, int, int], int] = {}

    def context(self, at: int, depth: int) -> int:
        """The number of the node's context, down to the depth."""
        known = self._plain.get((at, depth))
        if known is None:
            label = self.vocabulary.label(self.outline, at)
            known = self._plain[at, depth] = self.table.number(Context(label, self._windows(at, depth)))
        return known

    def marked_path(self, at: int, depth: int) -> tuple[int, ...]:
        """The contexts of a marked node and of its ancestors, innermost first; only windows with the mark count."""
        path = self.outline.path_up(at, depth)
        return tuple(self.marked(at, path, steps, depth) for steps in range(len(path)))

    def marked(self, at: int, path: Sequence[int], steps: int, depth: int) -> int:
        """The context of the node ``steps`` above a marked one; only windows that contain the marked node count."""
        known = self._marked.get((at, steps, depth))
        if known is None:
            context = self._above(at, path, steps, depth) if steps else self._itself(at, depth)
            known = self._marked[at, steps, depth] = self.table.number(context)
        return known

    def _windows(self, at: int, depth: int) -> Windows | None:
        if depth == 1:
            return None
        deeper = depth - 1
        return windows([self.context(child, deeper) for child in self.outline.children[at]], self.width)

    def _itself(self, at: int, depth: int) -> Context:
        if self.outline.tags[at] == TEXT:
            return Context(TEXT, None, marked=True)
        label = self.vocabulary.label(self.outline, at)
        return Context(label, self._windows(at, depth) if self.inside else None, marked=True)

    def _above(self, at: int, path: Sequence[int], steps: int, depth: int) -> Context:
        parent, child = path[steps], path[steps - 1]
        position = self.outline.position[child]
        first = max(0, position - self.width + 1)
        beside = self.outline.children[parent][first : position + self.width]
        below = [
            self.marked(at, path, steps - 1, depth - 1) if other == child else self.context(other, depth - 1)
            for other in beside
        ]
        return Context(self.vocabulary.label(self.outline, parent), windows(below, self.width))


def windows(below: Sequence[Item], width: int) -> tuple[tuple[Item, ...], ...]:
    """Every window of that width, each once; one window of all where there are fewer.

    >>> windows([4, 4, 4, 5], 2), windows([4], 2)
    (((4, 4), (4, 5)), ((4,),))
    """
    if len(below) <= width:
        return (tuple(below),)
    if width == 1:
        return tuple((each,) for each in sorted(set(below)))
    return tuple(sorted(set(zip(*(below[start:] for start in range(width)), strict=False))))


class ContextSet:
    """Some contexts of the examples, at one level: which of them have a given fork?"""

    def __init__(self, table: ContextTable, members: Iterable[int]) -> None:
        self.table = table
        self.members = sorted(set(members))
        self._bits = {table.all[member]: 1 << at for at, member in enumerate(self.members)}
        self._groups: dict[tuple[str, int, bool], WindowGroup] = {}
        self._below: ContextSet | None = None
        self._known: dict[int, list[int]] = {}

    def includes(self, context: int) -> bool:
        """Whether every fork of the context belongs to a member."""
        return 0 not in self.states(context)

    def states(self, context: int) -> list[int]:
        """For each fork of the context the members that have it, as bits; only the smallest."""
        known = self._known.get(context)
        if known is None:
            known = self._known[context] = smallest(self._found(self.table.all[context]))
        return known

    def _found(self, context: Context) -> list[int]:
        if context.windows is None:
            return [self._bits.get(context, 0)]
        if not self._groups:
            self._make_groups()
        found: list[int] = []
        for window in context.windows:
            group = self._groups.get((context.label, len(window), context.marked))
            found += group.owners_of(self._below_set, window) if group else [0]
            if 0 in found:
                return [0]
        return found

    def _make_groups(self) -> None:
        below: list[int] = []
        for at, member in enumerate(self.members):
            context = self.table.all[member]
            for window in context.windows or ():
                group = self._groups.setdefault((context.label, len(window), context.marked), WindowGroup(len(window)))
                group.add(window, 1 << at)
                below += window
        self._below = ContextSet(self.table, below)

    @property
    def _below_set(self) -> "ContextSet":
        assert self._below is not None  # noqa: S101 - made with the groups
        return self._below


class WindowGroup:
    """The windows of one label and length, each a bit: by the context at each position, and by owner."""

    def __init__(self, length: int) -> None:
        self.owners: list[int] = []
        self.at_position: list[dict[int, int]] = [{} for _ in range(length)]

    def add(self, window: tuple[int, ...], owner: int) -> None:
        """One more window of a member."""
        bit = 1 << len(self.owners)
        self.owners.append(owner)
        for contexts, context in zip(self.at_position, window, strict=True):
            contexts[context] = contexts.get(context, 0) | bit

    def owners_of(self, below: ContextSet, window: tuple[int, ...]) -> list[int]:
        """For each fork over the window, the members that have it."""
        kept = [(1 << len(self.owners)) - 1]
        for contexts, context in zip(self.at_position, window, strict=True):
            fits = [_either(contexts, below.members, state) for state in below.states(context)]
            kept = smallest([bits & fit for bits in kept for fit in fits])
        return [self._owners(bits) for bits in kept]

    def _owners(self, bits: int) -> int:
        owners = 0
        while bits:
            low = bits & -bits
            owners |= self.owners[low.bit_length() - 1]
            bits ^= low
        return owners


def _either(contexts: dict[int, int], members: Sequence[int], state: int) -> int:
    """The windows with one of the state's contexts at this position."""
    fit = 0
    while state:
        low = state & -state
        fit |= contexts.get(members[low.bit_length() - 1], 0)
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
    >>> contexts = OutlineContexts(page, 1, Vocabulary(), ContextTable())
    >>> authors = Automaton.of([(contexts, 3)], depth=3)
    >>> authors.accepts(contexts, 3), authors.accepts(contexts, 6)
    (True, False)
    """

    def __init__(self, table: ContextTable, accepted: Sequence[Iterable[int]]) -> None:
        self.depth = len(accepted)
        self.accepted = [frozenset(each) for each in accepted]
        self._sets = [ContextSet(table, each) for each in self.accepted]

    @classmethod
    def of(cls, examples: Sequence[tuple[OutlineContexts, int]], *, depth: int) -> "Automaton":
        """Algorithm 1, with contexts instead of forks."""
        accepted: list[set[int]] = [set() for _ in range(depth)]
        for contexts, at in examples:
            for steps, context in enumerate(contexts.marked_path(at, depth)):
                accepted[steps].add(context)
        return cls(examples[0][0].table, accepted)

    def accepts(self, contexts: OutlineContexts, at: int) -> bool:
        """Whether the node, marked, is in the language."""
        path = contexts.outline.path_up(at, self.depth)
        return all(self._has(steps, contexts.marked(at, path, steps, self.depth)) for steps in range(len(path)))

    def _has(self, steps: int, context: int) -> bool:
        return context in self.accepted[steps] or self._sets[steps].includes(context)
