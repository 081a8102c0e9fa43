"""Forks, as the paper defines them: slow and obvious, the oracle of the automaton.

Legend

    k = width = 2       how many successive children a fork keeps of each node (all of them where there are fewer)
    l = depth = 3       how many levels a fork has
    root                a fork that begins at the top of a tree: ("li", (("@", ()), ("b", ())))
    marked              the label of the one marked node ends in MARK: ("b", (("@*", ()),))
    forks               the roots of every subtree; only those that contain the marked node matter here

A language is a set of forks; it accepts a marked tree all of whose forks (those with the mark) are in the set. To learn
is to collect the forks of the examples; hence it is anti-monotone: larger width or depth, smaller language.

Departures from the paper: none. The number of forks grows exponentially with width and branching.
"""

from collections.abc import Iterable, Iterator
from itertools import product

from unweave.trees.outline import Outline
from unweave.trees.vocabulary import Vocabulary

MARK = "*"
PLAIN = Vocabulary()
Fork = tuple[str, tuple["Fork", ...]]


def roots(
    outline: Outline, at: int, *, width: int, depth: int, marked: int, vocabulary: Vocabulary = PLAIN
) -> frozenset[Fork]:
    """R(k,l): the node's label over the roots of each window of its children.

    >>> from unweave.trees.outline import sketched
    >>> sorted(roots(sketched(("p", [("a", []), ("b", [])])), 0, width=1, depth=2, marked=1))
    [('p', (('a*', ()),)), ('p', (('b', ()),))]
    """
    label = _label(outline, at, marked, vocabulary)
    if depth == 1:
        return frozenset({(label, ())})
    below = [
        roots(outline, child, width=width, depth=depth - 1, marked=marked, vocabulary=vocabulary)
        for child in outline.children[at]
    ]
    return frozenset((label, chosen) for window in _windows(below, width) for chosen in product(*window))


def forks(outline: Outline, marked: int, *, width: int, depth: int, vocabulary: Vocabulary = PLAIN) -> frozenset[Fork]:
    """F(k,l), but only the forks that contain the marked node: roots of it and its ancestors.

    >>> from unweave.trees.outline import sketched
    >>> sorted(forks(sketched(("p", [("a", ["title"])])), 2, width=1, depth=2))
    [('@*', ()), ('a', (('@*', ()),))]
    """
    path = outline.path_up(marked, depth)
    found = (roots(outline, at, width=width, depth=depth, marked=marked, vocabulary=vocabulary) for at in path)
    return frozenset(fork for some in found for fork in some if _has_mark(fork))


def learned(
    examples: Iterable[tuple[Outline, int]], *, width: int, depth: int, vocabulary: Vocabulary = PLAIN
) -> frozenset[Fork]:
    """Algorithm 1: the forks of all examples, together."""
    return frozenset(
        fork
        for outline, marked in examples
        for fork in forks(outline, marked, width=width, depth=depth, vocabulary=vocabulary)
    )


def accepts(
    language: frozenset[Fork],
    outline: Outline,
    marked: int,
    *,
    width: int,
    depth: int,
    vocabulary: Vocabulary = PLAIN,
) -> bool:
    """Definition 1: every fork of the marked tree is in the language.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("body", [("p", [("a", ["author"])]), ("center", [("a", ["1"])])]))
    >>> authors = learned([(page, 3)], width=1, depth=3)
    >>> accepts(authors, page, 3, width=1, depth=3), accepts(authors, page, 6, width=1, depth=3)
    (True, False)
    """
    return forks(outline, marked, width=width, depth=depth, vocabulary=vocabulary) <= language


def _label(outline: Outline, at: int, marked: int, vocabulary: Vocabulary) -> str:
    """The marked text is always a wildcard."""
    if at != marked:
        return vocabulary.label(outline, at)
    return (outline.tags[at] if outline.texts[at] else vocabulary.label(outline, at)) + MARK


def _windows(below: list[frozenset[Fork]], width: int) -> Iterator[list[frozenset[Fork]]]:
    if len(below) < width:
        yield below
    for start in range(len(below) - width + 1):
        yield below[start : start + width]


def _has_mark(fork: Fork) -> bool:
    label, below = fork
    return label.endswith(MARK) or any(_has_mark(each) for each in below)
