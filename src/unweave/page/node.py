"""Node: an element, a text or a comment of the tree, and its place in the source.

>>> from unweave.page import Page
>>> page = Page("<ul><li>Congo <b>242</b></ul>")
>>> item = next(node for node in page.tree.elements() if node.tag == "li")
>>> item.text, page[item.span], [child.kind for child in item.children]
('Congo 242', '<li>Congo <b>242</b>', ['text', 'element'])
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from unweave.page.span import Span
from unweave.page.text import BLOCKS, HIDDEN, collapse

if TYPE_CHECKING:
    from unweave.page.tree import Tree


class Node:
    """One node of a tree; trees are built whole, nodes are not made by hand.

    Attributes:
        index: its number in document order; ``tree.nodes[node.index] is node``.
        kind: "document", "element", "text", "comment", "doctype" or "instruction".
        tag: the name of an element, else "".
        data: the decoded text of a text, what a comment says, else "".
        parent: the node it stands in; None for the document.
        children: the nodes that stand in it, in order.
        position: its number among its parent's children.
        last: the index of the last node of its subtree.

    >>> from unweave.page import Page
    >>> Page("<p>one<br>two").tree.nodes[3:]
    [Node(3, 'body'), Node(4, 'p'), Node(5, 'one'), Node(6, 'br'), Node(7, 'two')]
    """

    __slots__ = (
        "_attributes",
        "_tree",
        "children",
        "data",
        "index",
        "kind",
        "last",
        "parent",
        "position",
        "tag",
    )

    def __init__(
        self, tree: "Tree", kind: str, tag: str, data: str, parent: "Node | None", index: int, position: int
    ) -> None:
        self._tree = tree
        self._attributes: dict[str, str] | None = None
        self.kind = kind
        self.tag = tag
        self.data = data
        self.parent = parent
        self.index = index
        self.last = index
        self.position = position
        self.children: list[Node] = []

    def __repr__(self) -> str:
        return f"Node({self.index}, {self.tag or self.data[:40] or self.kind!r})"

    @property
    def attributes(self) -> dict[str, str]:
        """The decoded attributes of an element by name, in the order of the tag; empty for other nodes.

        >>> from unweave.page import Page
        >>> Page('<a class="x y" href="/?a&amp;b" download>').tree.nodes[-1].attributes
        {'class': 'x y', 'href': '/?a&b', 'download': ''}
        """
        if self._attributes is None:
            self._attributes = self._tree.attributes(self)
        return self._attributes

    def attribute_span(self, name: str) -> Span | None:
        """Where the value of an attribute stands, without its quotes; None if there is no value in the source.

        >>> from unweave.page import Page
        >>> page = Page('<a href="/x" download>')
        >>> page[page.tree.nodes[-1].attribute_span("href")], page.tree.nodes[-1].attribute_span("download")
        ('/x', None)
        """
        return self._tree.value_spans(self).get(name.lower())

    @property
    def span(self) -> Span | None:
        """Where the node stands, an element with all it contains; None if it is not in the source as one stretch.

        Implied elements, and the copies the parser makes of formatting elements, have no span.

        >>> from unweave.page import Page
        >>> [(node.tag, node.span and tuple(node.span)) for node in Page("<table><td>x").tree.nodes[4:8]]
        [('table', (0, 12)), ('tbody', None), ('tr', None), ('td', (7, 12))]
        """
        return self._tree.places.spans[self.index]

    @property
    def start_tag(self) -> Span | None:
        """Where the start tag of an element stands.

        >>> from unweave.page import Page
        >>> Page("<b>x</b>").tree.nodes[4].start_tag
        Span(start=0, end=3)
        """
        return self._tree.places.start_tags[self.index]

    @property
    def end_tag(self) -> Span | None:
        """Where the end tag of an element stands; None if the source leaves it out.

        >>> from unweave.page import Page
        >>> Page("<b>x</b><p>y").tree.nodes[4].end_tag, Page("<p>y").tree.nodes[4].end_tag
        (Span(start=4, end=8), None)
        """
        return self._tree.places.end_tags[self.index]

    @property
    def text(self) -> str:
        """What a reader sees of it: the texts in it, without scripts and styles, white space collapsed.

        >>> from unweave.page import Page
        >>> Page("<td>Congo<br>(Kinshasa)<style>b {}</style> <i>2</i>42</td>").tree.root.text
        'Congo (Kinshasa) 242'
        """
        return collapse("".join(self._texts()))

    def _texts(self) -> Iterator[str]:
        ends: set[int] = set()
        for node in self._tree.nodes[self.index : self.last + 1]:
            if node.kind == "text":
                hidden = node is not self and node.parent is not None and node.parent.tag in HIDDEN
                yield "" if hidden else node.data
            elif node.tag in BLOCKS:
                yield " "
                ends.add(node.last)
            if node.index in ends:
                yield " "

    def ancestors(self) -> Iterator["Node"]:
        """The nodes it stands in, the nearest first, the document last.

        >>> from unweave.page import Page
        >>> [node.tag or node.kind for node in Page("<p>x").tree.nodes[-1].ancestors()]
        ['p', 'body', 'html', 'document']
        """
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def descendants(self) -> Iterator["Node"]:
        """The nodes that stand in it, at any depth, in document order.

        >>> from unweave.page import Page
        >>> [node.tag for node in Page("<ul><li><b></b><li></ul>").tree.nodes[4].descendants()]
        ['li', 'b', 'li']
        """
        return iter(self._tree.nodes[self.index + 1 : self.last + 1])

    @property
    def tree(self) -> "Tree":
        """The tree that it belongs to.

        >>> from unweave.page import Page
        >>> page = Page("<b>x</b>")
        >>> page.tree.nodes[4].tree is page.tree
        True
        """
        return self._tree

    @property
    def inner(self) -> Span | None:
        """What stands between the tags of an element; the whole of another node.

        >>> from unweave.page import Page
        >>> page = Page("<p><b>x</b> y")
        >>> page[page.tree.nodes[4].inner], page[page.tree.nodes[5].inner]
        ('<b>x</b> y', 'x')
        """
        whole, start, end = self.span, self.start_tag, self.end_tag
        if whole is None or start is None:
            return whole
        return Span(start.end, end.start if end else whole.end)
