"""The texts of a page, each with the path that leads to it.

Legend

    step        ``td2``, ``div#main``, ``li.row.odd``: an element by its tag, its column in a row, its id and classes
    path        ``html/body/div#main/h1``: the steps to a text; ``.../~b`` when an element precedes it in its parent
    leaf        a path, a text with white space collapsed, and the text node; or ``.../a@href``, the value, the element
    vocabulary  the ids and classes that enough pages have; others say nothing about the template. Digits become 0
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from unweave.page import Node, Page

HIDDEN = frozenset({"script", "style", "template", "noscript"})
CELLS = frozenset({"td", "th"})
UNSEEN = frozenset({"link", "base", "meta"})  # their addresses are for the browser
DIGITS = re.compile(r"\d+")
SIGNS = str.maketrans("/@~", "___")  # they mean something in a path


class Leaf(NamedTuple):
    """One text of a page, or the value of one attribute."""

    path: str
    text: str
    node: Node
    attribute: str = ""


Vocabulary = frozenset[str]


def names_of(node: Node) -> tuple[str, ...]:
    """An element's id and classes, as they enter a step.

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


def names_on(page: Page) -> frozenset[str]:
    """All ids and classes of a page."""
    return frozenset(name for node in page.tree.elements() for name in names_of(node))


def vocabulary(names: Sequence[frozenset[str]], *, share: float = 0.2) -> Vocabulary:
    """The ids and classes that at least a share of the pages have, given those of each page.

    >>> sorted(vocabulary([frozenset({".a", ".b"}), frozenset({".a"}), frozenset({".c"})]))
    ['.a']
    """
    counts = Counter(name for on_page in names for name in on_page)
    needed = min(len(names), max(2, share * len(names)))
    return frozenset(name for name, pages_with in counts.items() if pages_with >= needed)


def leaves(page: Page, known: Vocabulary, attributes: Sequence[str] = ()) -> list[Leaf]:
    """The texts of a page in document order, and between them the values of these attributes.

    >>> [leaf[:2] for leaf in leaves(Page("<p class=a>One <b>two</b> three"), frozenset({".a"}))]
    [('html/body/p.a', 'One'), ('html/body/p.a/b', 'two'), ('html/body/p.a/~b', 'three')]
    >>> [leaf[:2] for leaf in leaves(Page("<a href=/1>One</a>"), frozenset(), ["href"])]
    [('html/body/a@href', '/1'), ('html/body/a', 'One')]
    """
    paths: list[str | None] = [""] * len(page.tree.nodes)
    columns: Counter[int] = Counter()
    found: list[Leaf] = []
    for node in page.tree.nodes:
        above = paths[node.parent.index] if node.parent else ""
        if node.kind == "element":
            paths[node.index] = path = _below(above, node, known, columns)
            if attributes and path is not None and node.tag not in UNSEEN:
                found += _attribute_leaves(node, path, attributes)
        elif node.kind == "text" and above is not None:
            text = " ".join(node.data.split())
            if text:
                found.append(Leaf(above + _before(node), text, node))
    return found


def _attribute_leaves(node: Node, path: str, attributes: Sequence[str]) -> Iterator[Leaf]:
    given = node.attributes
    for name in attributes:
        value = given.get(name, "").strip() if given else ""
        if value:
            yield Leaf(f"{path}@{name}", value, node, name)


def _below(above: str | None, node: Node, known: Vocabulary, columns: Counter[int]) -> str | None:
    """The path of an element; None where nothing is to be read."""
    if above is None or node.tag in HIDDEN:
        return None
    step = node.tag
    if step in CELLS and node.parent:
        columns[node.parent.index] += 1
        step += str(columns[node.parent.index])
    step += "".join(name for name in names_of(node) if name in known)
    return f"{above}/{step}" if above else step


def _before(node: Node) -> str:
    """Which element stands before a text in its parent."""
    siblings = node.parent.children if node.parent else []
    for at in range(node.position - 1, -1, -1):
        if siblings[at].kind == "element":
            return "/~" + siblings[at].tag
    return ""


def ancestor(node: Node, depth: int) -> Node:
    """The ancestor so many steps below the document; the node itself where it is not that deep."""
    chain = [node, *node.ancestors()]
    return chain[-depth - 1] if depth < len(chain) else node


def rows(pages: Iterable[Page], known: Vocabulary, attributes: Sequence[str] = ()) -> list[list[Leaf]]:
    """The leaves of each page."""
    return [leaves(page, known, attributes) for page in pages]
