"""A page's tree reduced to elements and non-blank texts, by number.

Legend

    outline.parent[7] == 5          node 7 is a child of node 5; the root has parent -1
    outline.children[5] == [6, 7]   in order; ``position[7] == 1``
    outline.tags[5] == "td"         "@" for a text
    outline.texts[7] == "name:"     the text, white space collapsed; "" for an element
    outline.marks(5)                class tokens and attributes that may tell elements apart:
                                    (".price", "itemprop=name", "id=main")

Blank texts, comments and the content of scripts and styles are left out: otherwise the width that an example needs
would depend on line breaks in the source.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from unweave.page import Node, Page
from unweave.page.html import HIDDEN

TEXT = "@"
MARKED_BY = ("role", "itemprop", "id")


@dataclass(eq=False)
class Outline:
    """A tree in arrays, nodes in document order.

    >>> outline = outlined(Page("<p>name: <b>Emma</b></p>"))
    >>> outline.tags
    ['#document', 'html', 'head', 'body', 'p', '@', 'b', '@']
    >>> outline.children[4], outline.texts[5], outline.parent[7]
    ([5, 6], 'name:', 6)
    """

    tags: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    position: list[int] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    _marks: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def add(self, tag: str, parent: int, *, text: str = "", node: Node | None = None) -> int:
        """One more node, the last child of its parent; its number."""
        at = len(self.tags)
        self.tags.append(tag)
        self.texts.append(text)
        self.parent.append(parent)
        self.children.append([])
        self.position.append(len(self.children[parent]) if parent >= 0 else 0)
        if parent >= 0:
            self.children[parent].append(at)
        if node is not None:
            self.nodes.append(node)
        return at

    def marks(self, at: int) -> tuple[str, ...]:
        """The class tokens, role, itemprop and id of an element, as in ``.price`` and ``id=main``."""
        if at not in self._marks:
            self._marks[at] = _marks(self.nodes[at]) if self.nodes else ()
        return self._marks[at]

    def path_up(self, at: int, length: int) -> list[int]:
        """The node itself and its ancestors, innermost first, up to that many."""
        path: list[int] = []
        while at >= 0 and len(path) < length:
            path.append(at)
            at = self.parent[at]
        return path

    @property
    def branching(self) -> int:
        """The largest number of children of a node."""
        return max(map(len, self.children))

    def text_nodes(self) -> list[int]:
        """The numbers of the texts."""
        return [at for at, tag in enumerate(self.tags) if tag == TEXT]


Sketch = tuple[str, Sequence["Sketch"]] | str


def sketched(sketch: Sketch) -> Outline:
    """An outline written by hand: ``("p", ["name:", ("b", ["Emma"])])``, texts being plain strings.

    >>> sketched(("p", ["name:", ("b", ["Emma"])])).tags
    ['p', '@', 'b', '@']
    """
    outline = Outline()
    waiting: list[tuple[Sketch, int]] = [(sketch, -1)]
    while waiting:
        item, parent = waiting.pop()
        if isinstance(item, str):
            outline.add(TEXT, parent, text=item)
        else:
            at = outline.add(item[0], parent)
            waiting.extend((child, at) for child in reversed(item[1]))
    return outline


def outlined(page: Page) -> Outline:
    """The outline of a page, made once and kept as long as its tree."""
    kept = vars(page.tree)  # an outline points to its tree, so a table of outlines would keep both for ever
    if "outline" not in kept:
        kept["outline"] = _made(page.tree.root)
    outline: Outline = kept["outline"]
    return outline


def _made(root: Node) -> Outline:
    outline = Outline()
    waiting = [(root, -1)]
    while waiting:
        node, parent = waiting.pop()
        if node.kind == "text":
            text = " ".join(node.data.split())
            if text:
                outline.add(TEXT, parent, text=text, node=node)
        elif node.kind in {"element", "document"}:
            at = outline.add(node.tag or "#document", parent, node=node)
            if node.tag not in HIDDEN:
                waiting.extend((child, at) for child in reversed(node.children))
    return outline


def _marks(node: Node) -> tuple[str, ...]:
    return marks_of(lambda name: node.attributes.get(name, ""))


def marks_of(attribute: Callable[[str], str | None]) -> tuple[str, ...]:
    """The marks of an element whose attributes are asked for by name.

    >>> marks_of({"class": "price big", "id": "p1"}.get)
    ('.price', '.big', 'id=p1')
    """
    classes = tuple(f".{token}" for token in dict.fromkeys((attribute("class") or "").split()))
    return classes + tuple(f"{name}={attribute(name)}" for name in MARKED_BY if attribute(name))
