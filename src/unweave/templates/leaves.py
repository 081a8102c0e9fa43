"""What discovery sees of a page: its texts, each with the path that leads to it.

Legend

    step        ``td2``, ``div#main``, ``li.row.odd``: an element by its tag, its column in a row, its id and classes
    path        ``html/body/div#main/h1``: the steps to a text; ``.../~b`` when an element precedes it in its parent
    leaf        a path, a text with white space collapsed, and the text node's index in the tree; or ``.../a@href``, the
                value, the element's index
    vocabulary  the ids and classes that enough pages have; others say nothing about the template. Digits become 0
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from unweave.page import Node

DIGITS = re.compile(r"\d+")
SIGNS = str.maketrans("/@~", "___")  # they mean something in a path


class Leaf(NamedTuple):
    """One text of a page, or the value of one attribute; ``node`` is its index in the tree."""

    path: str
    text: str
    node: int
    attribute: str = ""


Vocabulary = frozenset[str]


def names_of(node: Node) -> tuple[str, ...]:
    """An element's id and classes, as they enter a step.

    >>> from unweave.page import Page
    >>> names_of(Page("<p id=p7 class='b a'>x").tree.nodes[4])
    ('#p0', '.a', '.b')
    """
    attributes = node.attributes
    return _names(attributes.get("id", ""), attributes.get("class", "")) if attributes else ()


@lru_cache(maxsize=20_000)
def _names(identity: str, classes: str) -> tuple[str, ...]:
    made = ("#" + _plain(identity),) if identity else ()
    return made + tuple("." + name for name in sorted(set(_plain(classes).split())))


def _plain(name: str) -> str:
    return DIGITS.sub("0", name).translate(SIGNS)


def vocabulary(names: Sequence[frozenset[str]], *, share: float = 0.2) -> Vocabulary:
    """The ids and classes that at least a share of the pages have, given those of each page.

    >>> sorted(vocabulary([frozenset({".a", ".b"}), frozenset({".a"}), frozenset({".c"})]))
    ['.a']
    """
    counts = Counter(name for on_page in names for name in on_page)
    needed = min(len(names), max(2, share * len(names)))
    return frozenset(name for name, pages_with in counts.items() if pages_with >= needed)


def depth_in_common(parents: Sequence[int], one: int, other: int) -> int:
    """How many steps below the document the innermost node stands that holds both.

    >>> depth_in_common([-1, 0, 1, 2, 1, 4], 3, 5)
    1
    """
    while one != other:  # a parent comes before its children
        one, other = (parents[one], other) if one > other else (one, parents[other])
    depth = -1
    while one >= 0:
        one, depth = parents[one], depth + 1
    return depth


def ancestor(node: Node, depth: int) -> Node:
    """The ancestor so many steps below the document; the node itself where it is not that deep."""
    chain = [node, *node.ancestors()]
    return chain[-depth - 1] if depth < len(chain) else node
