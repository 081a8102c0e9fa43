r"""The label of a node: its tag, refined by a small vocabulary of texts and marks that all positive examples share.

Legend

    Vocabulary(texts={"name:"})                 the text "name:" is a label of its own; every other text is "@"
    Vocabulary(marks={".price", "id=main"})     <td class="price big"> is "td\x1f.price", another td stays "td"
    reach                                       the nodes in the forks of a marked node, for a width and depth

Texts in the vocabulary are the paper's *distinguishing contexts*: those in the reach of every positive example. Marks
(class tokens, ``id``, ``role``, ``itemprop``) are chosen by the same rule, from the marked node and its ancestors.

Departure from the paper: its labels are tags only. On pages of ``div`` and ``span`` they are not enough.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from unweave.trees.outline import TEXT, Outline
from unweave.tuning import TREE_CONTEXT_LENGTH


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Which texts and which marks are part of a label.

    >>> Vocabulary(texts=frozenset({"name:"})).is_plain, Vocabulary().is_plain
    (False, True)
    """

    texts: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()

    @property
    def is_plain(self) -> bool:
        """Whether labels are plain tags."""
        return not self.texts and not self.marks

    def label(self, outline: Outline, at: int) -> str:
        """The node's label.

        >>> from unweave.trees.outline import sketched
        >>> outline = sketched(("p", ["name:", "Emma"]))
        >>> [Vocabulary(texts=frozenset({"name:"})).label(outline, at) for at in range(3)]
        ['p', '@name:', '@']
        """
        tag = outline.tags[at]
        if tag == TEXT:
            return TEXT + outline.texts[at] if self.texts and outline.texts[at] in self.texts else TEXT
        if not self.marks:
            return tag
        return "\x1f".join([tag, *(mark for mark in outline.marks(at) if mark in self.marks)])


def reach(outline: Outline, at: int, *, width: int, depth: int) -> Iterator[int]:
    """The nodes in the forks of a marked node, without the node and its ancestors.

    A fork has ``depth`` levels, so a sibling of the node or of an ancestor has ``depth - 1``.
    """
    for child, parent in pairwise(outline.path_up(at, depth)):
        position = outline.position[child]
        for sibling in outline.children[parent][max(0, position - width + 1) : position + width]:
            if sibling != child:
                yield from _down(outline, sibling, depth - 1)


def _down(outline: Outline, top: int, depth: int) -> Iterator[int]:
    level = [top]
    for _ in range(depth):
        yield from level
        level = [child for at in level for child in outline.children[at]]


def texts_in_reach(outline: Outline, at: int, *, width: int, depth: int) -> frozenset[str]:
    """The texts that could be a distinguishing context of this example: not long, and not the marked one.

    >>> from unweave.trees.outline import sketched
    >>> outline = sketched(("ul", [("li", ["name:", ("b", ["Stefan"])]), ("li", ["supervisor:", ("b", ["Maurice"])])]))
    >>> sorted(texts_in_reach(outline, 4, width=2, depth=3))
    ['name:']
    """
    near = reach(outline, at, width=width, depth=depth)
    return frozenset(text for node in near if (text := outline.texts[node]) and len(text) <= TREE_CONTEXT_LENGTH)


def marks_above(outline: Outline, at: int, *, depth: int) -> frozenset[str]:
    """The class tokens, roles, itemprops and ids of the marked node and of its ancestors, within the depth."""
    path = outline.path_up(at, depth)
    return frozenset(mark for node in path if outline.tags[node] != TEXT for mark in outline.marks(node))


def shared(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    """The strings that are in all of the sets.

    >>> sorted(shared([frozenset("abc"), frozenset("bcd")]))
    ['b', 'c']
    """
    return frozenset.intersection(*sets) if sets else frozenset()
