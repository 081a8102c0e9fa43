"""Where the texts of a page are: the context of each text, and which texts have the same one.

Legend

    context    the tags and attributes of a text's path, ``#text, b, li, ul.facts, ...``, and ``places``
    places     the positions of so many innermost levels of the path among their siblings: none, or ``(1, 2)``
    tags       of the element around a text, and of the one around that
    alike      the texts of a page with the same tags and the same context
    number     of a path without positions: paths of several nodes that are equal have one number, and are made once

The contexts of a page are made once: they are asked for by every field, and again with each labelled page that is held
out. Of a node only the number of its path is kept.
"""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from unweave.page import Node
from unweave.rules.paths import stable_attributes
from unweave.rules.views import PageView

ContextLevel: TypeAlias = tuple[str, frozenset[tuple[str, str]]]
TextContext: TypeAlias = tuple[tuple[ContextLevel, ...], tuple[int, ...]]
Tags: TypeAlias = tuple[str, str]


class TextContexts:
    """The contexts of the texts of a view.

    >>> from unweave.page import Page
    >>> contexts = TextContexts(PageView(Page("<p><b>Author</b> Ann<p><b>Price</b> $5")))
    >>> [contexts.alike(contexts.tags(at), 0, contexts.of(at, 0)) for at in (0, 1)]
    [[0, 2], [1, 3]]
    """

    def __init__(self, view: PageView) -> None:
        self._view = view
        self._paths: list[tuple[ContextLevel, ...]] = [()]
        self._numbers: dict[tuple[ContextLevel, int], int] = {}
        self._number_of = array("i", [-1]) * len(view.nodes)
        self._groups: dict[tuple[Tags, int], list[int]] | None = None

    def of(self, at: int, positions: int) -> TextContext:
        """The context of text number ``at``, with the positions of so many innermost levels."""
        return self._paths[self._number(self._view.texts[at])], self._places(at, positions)

    def tags(self, at: int) -> Tags:
        """The tags of the two elements around a text; empty where there is none."""
        parent = self._view.texts[at].parent
        above = parent.parent if parent else None
        return parent.tag if parent else "", above.tag if above else ""

    def alike(self, tags: Tags, positions: int, context: TextContext) -> list[int]:
        """The numbers of the texts with these tags and this context."""
        path, places = context
        if self._groups is None:  # first: it numbers the paths
            self._groups = self._grouped()
        number = self._known_number(path)
        same = self._groups.get((tags, number), ()) if number is not None else ()
        return [at for at in same if self._places(at, positions) == places] if positions else list(same)

    def _grouped(self) -> dict[tuple[Tags, int], list[int]]:
        groups: dict[tuple[Tags, int], list[int]] = defaultdict(list)
        for at in self._view.text_numbers:
            groups[self.tags(at), self._number(self._view.texts[at])].append(at)
        return dict(groups)

    def _known_number(self, path: Sequence[ContextLevel]) -> int | None:
        """The number of a path that may be another page's; None where this page has no such path."""
        number: int | None = 0
        for level in reversed(path):
            number = None if number is None else self._numbers.get((level, number))
        return number

    def _places(self, at: int, positions: int) -> tuple[int, ...]:
        found: list[int] = []
        node: Node | None = self._view.texts[at]
        while node is not None and len(found) < positions and not self._is_top(node):
            found.append(self._view.position(node)[0])
            node = node.parent
        return tuple(found)

    def _is_top(self, node: Node) -> bool:
        """Whether a path ends below this node: the document, or the node of a record."""
        return node.parent is None or node is self._view.record

    def _number(self, node: Node) -> int:
        if node.parent is None or self._is_top(node):
            return 0
        if self._number_of[node.index] < 0:
            level = ("#text" if node.kind == "text" else node.tag), stable_attributes(node.attributes)
            self._number_of[node.index] = self._number_below(level, self._number(node.parent))
        return self._number_of[node.index]

    def _number_below(self, level: ContextLevel, above: int) -> int:
        if (level, above) not in self._numbers:
            self._numbers[level, above] = len(self._paths)
            self._paths.append((level, *self._paths[above]))
        return self._numbers[level, above]


def contexts_of(view: PageView) -> TextContexts:
    """The contexts of a view, made once and kept as long as the view.

    >>> from unweave.page import Page
    >>> view = PageView(Page("<b>Emma</b>"))
    >>> contexts_of(view) is contexts_of(view)
    True
    """
    if "contexts" not in view.kept:
        view.kept["contexts"] = TextContexts(view)
    contexts: TextContexts = view.kept["contexts"]
    return contexts
