r"""What a node's label is: its tag, refined by a small vocabulary of texts and marks that were seen to matter.

Legend

    Vocabulary(texts={"name:"})                 the text "name:" is a label of its own; every other text is "@"
    Vocabulary(marks={".price", "id=main"})     <td class="price big"> is "td\x1f.price", another td stays "td"
    reach                                       the nodes that a marked node's forks can touch, for a width and depth

Texts in the vocabulary are the paper's *distinguishing contexts*: those that stand within reach of every positive
example. Marks are ours, by the same rule, from the nodes on the way from the marked node upwards.

Departure from the paper: labels are tags there; on today's pages, which are div and span, a tag says little.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from unweave.trees.outline import TEXT, Outline

LONGEST = 80


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
            return TEXT + outline.texts[at] if outline.texts[at] in self.texts else TEXT
        if not self.marks:
            return tag
        return "\x1f".join([tag, *(mark for mark in outline.marks(at) if mark in self.marks)])


def reach(outline: Outline, at: int, *, width: int, depth: int) -> Iterator[int]:
    """The nodes in the forks around a marked node, without those on the way up from it.

    A fork's root has ``depth`` levels, so what stands beside the way has ``depth - 1``.
    """
    way = list(outline.ancestors(at))[:depth]
    for child, parent in pairwise(way):
        place = outline.position[child]
        for sibling in outline.children[parent][max(0, place - width + 1) : place + width]:
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
    return frozenset(text for node in near if (text := outline.texts[node]) and len(text) <= LONGEST)


def marks_on_the_way(outline: Outline, at: int, *, depth: int) -> frozenset[str]:
    """The class tokens, roles, itemprops and ids of the marked node and of those above it, within the depth."""
    way = list(outline.ancestors(at))[:depth]
    return frozenset(mark for node in way if outline.tags[node] != TEXT for mark in outline.marks(node))


def shared(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    """What all of them have.

    >>> sorted(shared([frozenset("abc"), frozenset("bcd")]))
    ['b', 'c']
    """
    return frozenset.intersection(*sets) if sets else frozenset()
