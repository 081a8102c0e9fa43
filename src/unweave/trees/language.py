"""A (k,l)-contextual language as a value: learned from positives, ready to be stored and run.

Legend

    TreeLanguage(width=1, depth=3, contexts=(...), accepted=((0,), (2,), (5,)))
    accepted[2]     the contexts that the node two steps above an accepted one may have
    texts, marks    the vocabulary beyond tags: distinguishing contexts, class tokens and the like
    inside          whether the content of a marked element matters
    chain           ("p", "b", "@"): the labels from the top of a context down to the marked node
    prepared        a language with all tables that do not depend on a page

Contexts are numbered by height, then label, then windows, so that two languages that accept the same are equal.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from unweave.trees.automaton import Automaton, Context, ContextTable, OutlineContexts, Windows, windows
from unweave.trees.outline import TEXT, Outline
from unweave.trees.vocabulary import Vocabulary

MarkedNode = tuple[Outline, int]
MARK = "\0"  # in a window of labels, in place of the marked node or the ancestor of it; no label contains it


@dataclass(frozen=True, slots=True)
class TreeLanguage:
    """The marked nodes all of whose forks of this width and depth occur around some example.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("body", [("p", [("a", ["author"])]), ("center", [("a", ["1"])])]))
    >>> authors = TreeLanguage.learned([(page, 3)], width=1, depth=3)
    >>> [page.texts[at] for at in authors.select(page, page.text_nodes())]
    ['author']
    """

    width: int
    depth: int
    contexts: tuple[Context, ...]
    accepted: tuple[tuple[int, ...], ...]
    texts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    inside: bool = False

    @classmethod
    def learned(
        cls,
        positives: Sequence[MarkedNode],
        *,
        width: int,
        depth: int,
        vocabulary: Vocabulary | None = None,
        inside: bool = False,
    ) -> "TreeLanguage":
        """Algorithm 1: the smallest language of this width and depth that accepts the positives."""
        words = vocabulary or Vocabulary()
        table = ContextTable()
        contexts = {
            id(outline): OutlineContexts(outline, width, words, table, inside=inside) for outline, _ in positives
        }
        automaton = Automaton.of([(contexts[id(outline)], at) for outline, at in positives], depth=depth)
        kept, accepted = _canonical(table.all, automaton.accepted)
        return cls(width, depth, kept, accepted, tuple(sorted(words.texts)), tuple(sorted(words.marks)), inside)

    @property
    def vocabulary(self) -> Vocabulary:
        """Which texts and marks are part of a label.

        >>> TreeLanguage(1, 2, (), (), texts=("name:",)).vocabulary.texts
        frozenset({'name:'})
        """
        return Vocabulary(frozenset(self.texts), frozenset(self.marks))

    def select(self, outline: Outline, candidates: Iterable[int]) -> list[int]:
        """The candidates that are in the language."""
        return PreparedLanguage.of(self).select(outline, candidates)

    def chains(self) -> Iterator[tuple[str, ...]]:
        """The labels from the top of the contexts down to the marked node, each chain once.

        >>> from unweave.trees.outline import sketched
        >>> list(TreeLanguage.learned([(sketched(("p", [("b", ["x"])])), 2)], width=1, depth=3).chains())
        [('p', 'b', '@')]
        """
        tops = [*next((some for some in reversed(self.accepted) if some), ())]
        tops += [each for some in self.accepted for each in some if self.contexts[each].label == "#document"]
        marked = self._with_mark()
        return iter(dict.fromkeys(chain for top in tops for chain in self._down(top, marked)))

    def all_chains(self) -> Iterator[tuple[str, ...]]:
        """The chains of all accepted contexts: also of those around nodes that have few ancestors."""
        marked = self._with_mark()
        return (chain for some in self.accepted for each in some for chain in self._down(each, marked))

    def windows_with_mark(self) -> Iterator[set[tuple[str, ...]]]:
        """For each level the windows around the marked node, or around the ancestor of it, as labels."""
        marked = self._with_mark()
        for some in self.accepted:
            around = (
                window for each in some for window in self.contexts[each].windows or () if marked.intersection(window)
            )
            yield {tuple(MARK if one in marked else self.contexts[one].label for one in window) for window in around}

    def windows_below(self) -> dict[tuple[int, str], set[tuple[str, ...]]]:
        """The windows below nodes without the mark, as labels, by the levels that count from such a node on downwards.

        A node of the last level has none, but is there.
        """
        marked, found = self._with_mark(), dict[tuple[int, str], set[tuple[str, ...]]]()
        waiting = {(each, self.depth) for some in self.accepted for each in some}
        while waiting:
            below = set[tuple[int, int]]()
            for number, depth in waiting:
                context = self.contexts[number]
                if number not in marked:
                    labels = (tuple(self.contexts[one].label for one in window) for window in context.windows or ())
                    found.setdefault((depth, context.label), set()).update(labels)
                below.update((one, depth - 1) for window in context.windows or () for one in window)
            waiting = below
        return found

    def _with_mark(self) -> frozenset[int]:
        """The contexts that contain the marked node; the contexts below a context have smaller numbers."""
        marked = set[int]()
        for at, context in enumerate(self.contexts):
            if context.marked or any(each in marked for window in context.windows or () for each in window):
                marked.add(at)
        return frozenset(marked)

    def _down(self, at: int, marked: frozenset[int]) -> Iterator[tuple[str, ...]]:
        context = self.contexts[at]
        if context.marked:
            yield (context.label,)
        for below in sorted({each for window in context.windows or () for each in window if each in marked}):
            yield from ((context.label, *chain) for chain in self._down(below, marked))

    def description(self) -> str:
        """The chains, as text."""
        chains = [
            " > ".join(label.replace("\x1f", "").replace("@", "text") for label in chain) for chain in self.chains()
        ]
        return " or ".join(chains[:3]) + (f" or {len(chains) - 3} others" if len(chains) > 3 else "")

    def evidence(self) -> tuple[str, ...]:
        """The other conditions on an accepted node."""
        near = f"{self.width - 1} siblings to each side and {self.depth} levels up match an example's"
        texts = [f"the text {text!r} nearby is distinguished from other texts" for text in self.texts]
        return (near, *texts)


@dataclass(frozen=True, slots=True)
class PreparedLanguage:
    """A language made ready to run on many pages: its chains, its vocabulary, and the table of its contexts.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("body", [("p", [("a", ["author"])]), ("center", [("a", ["1"])])]))
    >>> prepared = PreparedLanguage.of(TreeLanguage.learned([(page, 3)], width=1, depth=3))
    >>> sorted(prepared.chains), prepared.select(page, page.text_nodes())
    ([('@',), ('a', '@'), ('p', 'a', '@')], [3])
    """

    language: TreeLanguage
    vocabulary: Vocabulary
    chains: frozenset[tuple[str, ...]]
    beside: tuple[frozenset[tuple[str, ...]], ...]
    inner: Mapping[tuple[int, str], set[tuple[str, ...]]]
    table: ContextTable

    @classmethod
    def of(cls, language: TreeLanguage) -> "PreparedLanguage":
        """All that does not depend on a page."""
        chains = frozenset(language.all_chains())
        beside = tuple(map(frozenset, language.windows_with_mark()))
        inner = language.windows_below()
        return cls(language, language.vocabulary, chains, beside, inner, ContextTable(language.contexts))

    def select(self, outline: Outline, candidates: Iterable[int]) -> list[int]:
        """The candidates that are in the language.

        With the width 1 and nothing of the content, a fork is a chain, and the longest one contains all the others.
        """
        likely = list(self._on_a_chain(outline, candidates))
        language = self.language
        if not likely or (language.width == 1 and not language.inside):
            return likely
        surroundings = Surroundings(self, outline)
        likely = [at for at in likely if surroundings.are_known(at)]
        table = self.table.copy()
        contexts = OutlineContexts(outline, language.width, self.vocabulary, table, inside=language.inside)
        automaton = Automaton(table, language.accepted)
        return [at for at in likely if automaton.accepts(contexts, at)]

    def _on_a_chain(self, outline: Outline, candidates: Iterable[int]) -> Iterator[int]:
        """The candidates whose ancestors have an example's labels: no other can be in the language."""
        label_of, depth = self.vocabulary.label, self.language.depth
        above: dict[int, tuple[str, ...]] = {}
        for at in candidates:
            parent = outline.parent[at]
            if parent not in above:
                path = outline.path_up(parent, depth - 1)
                above[parent] = tuple([label_of(outline, each) for each in reversed(path)])
            label = TEXT if outline.tags[at] == TEXT else label_of(outline, at)
            if (*above[parent], label) in self.chains:
                yield at


class Surroundings:
    """What is around candidates on one page, label by label.

    Each window of labels around a node of the language occurs in an example, at the same level. Most candidates have
    one that does not, and it is found before their contexts are made.
    """

    def __init__(self, prepared: PreparedLanguage, outline: Outline) -> None:
        self.prepared = prepared
        self.outline = outline
        self._known: dict[tuple[int, int], bool] = {}
        self._labels: dict[int, str] = {}

    def are_known(self, at: int) -> bool:
        """Whether the nodes beside a candidate, and beside its ancestors, have an example's labels, and those below."""
        outline, width, depth = self.outline, self.prepared.language.width, self.prepared.language.depth
        levels = zip(pairwise(outline.path_up(at, depth)), self.prepared.beside[1:], strict=False)
        for (child, parent), known in levels:
            position = outline.position[child]
            near = outline.children[parent][max(0, position - width + 1) : position + width]
            labels = [MARK if other == child else self._label(other) for other in near]
            if not known.issuperset(windows(labels, width)):
                return False
            if not all(other == child or self._is_known(other, depth - 1) for other in near):
                return False
        return True

    def _is_known(self, at: int, depth: int) -> bool:
        known = self._known.get((at, depth))
        if known is None:
            known = self._known[at, depth] = self._has_known_windows(at, depth)
        return known

    def _has_known_windows(self, at: int, depth: int) -> bool:
        known = self.prepared.inner.get((depth, self._label(at)))
        if known is None or depth == 1:
            return known is not None
        below = self.outline.children[at]
        if not known.issuperset(windows([self._label(child) for child in below], self.prepared.language.width)):
            return False
        return all(self._is_known(child, depth - 1) for child in below)

    def _label(self, at: int) -> str:
        label = self._labels.get(at)
        if label is None:
            label = self._labels[at] = self.prepared.vocabulary.label(self.outline, at)
        return label


def _canonical(
    contexts: Sequence[Context], accepted: Sequence[frozenset[int]]
) -> tuple[tuple[Context, ...], tuple[tuple[int, ...], ...]]:
    """Only the contexts that are needed, numbered in an order that depends on their content alone."""
    renumbered: dict[int, int] = {}
    kept: list[Context] = []
    for level in _by_height(contexts, {each for some in accepted for each in some}):
        new = [(_renumber(contexts[old], renumbered), old) for old in level]
        for context, old in sorted(new, key=_order):
            renumbered[old] = len(kept)
            kept.append(context)
    return tuple(kept), tuple(tuple(sorted(renumbered[old] for old in some)) for some in accepted)


def _order(numbered: tuple[Context, int]) -> tuple[str, bool, bool, Windows]:
    context, _ = numbered
    return context.label, context.marked, context.windows is None, context.windows or ()


def _renumber(context: Context, numbers: dict[int, int]) -> Context:
    if context.windows is None:
        return context
    return context._replace(windows=tuple(sorted(tuple(numbers[old] for old in window) for window in context.windows)))


def _by_height(contexts: Sequence[Context], needed: Iterable[int]) -> list[list[int]]:
    """The needed contexts and all below them, the lowest first."""
    heights: dict[int, int] = {}
    waiting = sorted(needed)
    while waiting:
        below = {each for window in contexts[waiting[-1]].windows or () for each in window}
        unknown = sorted(each for each in below if each not in heights)
        if unknown:
            waiting += unknown
        else:
            context = waiting.pop()
            heights[context] = 1 + max((heights[each] for each in below), default=-1)
    levels: list[list[int]] = [[] for _ in range(max(heights.values(), default=-1) + 1)]
    for context in sorted(heights):
        levels[heights[context]].append(context)
    return levels
