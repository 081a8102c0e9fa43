"""Node: an element, a text or a comment of the tree, and its span in the source.

>>> from unweave.page import Page
>>> page = Page("<ul><li>Congo <b>242</b></ul>")
>>> item = next(node for node in page.tree.elements() if node.tag == "li")
>>> item.text, page[item.span], [child.kind for child in item.children]
('Congo 242', '<li>Congo <b>242</b>', ['text', 'element'])
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from unweave.page.parser import reader_text
from unweave.page.span import Span

if TYPE_CHECKING:
    from unweave.page.tree import Tree

HAVE_TEXT = frozenset({"document", "element", "text"})


class Node:
    """One node of a tree; a Tree makes its nodes.

    Attributes:
        index: its number in document order; ``tree.nodes[node.index] is node``.
        kind: "document", "element", "text", "comment" or "doctype".
        tag: the name of an element, else "".
        data: the decoded text of a text, the content of a comment, else "".
        parent: the node that contains it; None for the document.

    >>> from unweave.page import Page
    >>> Page("<p>one<br>two").tree.nodes[3:]
    [Node(3, 'body'), Node(4, 'p'), Node(5, 'one'), Node(6, 'br'), Node(7, 'two')]
    """

    __slots__ = (
        "_attributes",
        "_children",
        "_tree",
        "data",
        "index",
        "kind",
        "parent",
        "tag",
    )

    def __init__(self, tree: "Tree", kind: str, tag: str, data: str, parent: "Node | None", index: int) -> None:
        self._tree = tree
        self._attributes: dict[str, str] | None = None
        self.kind = kind
        self.tag = tag
        self.data = data
        self.parent = parent
        self.index = index
        self._children: list[Node] | None = None  # those of few nodes are asked for

    def __repr__(self) -> str:
        return f"Node({self.index}, {self.tag or self.data[:40] or self.kind!r})"

    @property
    def children(self) -> Sequence["Node"]:
        """The nodes directly in it, in order.

        >>> from unweave.page import Page
        >>> Page("<p>one<br>two").tree.nodes[4].children
        [Node(5, 'one'), Node(6, 'br'), Node(7, 'two')]
        """
        if self._children is None:
            self._children = self._tree.children(self)
        return self._children

    @property
    def position(self) -> int:
        """Its number among its parent's children.

        >>> from unweave.page import Page
        >>> Page("<p>one<br>two").tree.nodes[-1].position
        2
        """
        return self._tree.positions[self.index]

    @property
    def last(self) -> int:
        """The index of the last node of its subtree.

        >>> from unweave.page import Page
        >>> Page("<p>one<br>two").tree.nodes[4].last
        7
        """
        return self._tree.lasts[self.index]

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
        """The span of an attribute's value, without its quotes; None if there is no value in the source.

        >>> from unweave.page import Page
        >>> page = Page('<a href="/x" download>')
        >>> page[page.tree.nodes[-1].attribute_span("href")], page.tree.nodes[-1].attribute_span("download")
        ('/x', None)
        """
        return self._tree.value_spans(self).get(name.lower())

    @property
    def span(self) -> Span | None:
        """The span of the node, of an element with all it contains; None if it is not in one place of the source.

        Implied elements, and the copies the parser makes of formatting elements, have no span.

        >>> from unweave.page import Page
        >>> [(node.tag, node.span and tuple(node.span)) for node in Page("<table><td>x").tree.nodes[4:8]]
        [('table', (0, 12)), ('tbody', None), ('tr', None), ('td', (7, 12))]
        """
        return self._tree.node_spans[self.index]

    @property
    def start_tag(self) -> Span | None:
        """The span of an element's start tag; None if the parser has added the element.

        >>> from unweave.page import Page
        >>> Page("<b>x</b>").tree.nodes[4].start_tag
        Span(start=0, end=3)
        """
        return self._tree.tag_spans[0][self.index]

    @property
    def end_tag(self) -> Span | None:
        """The span of an element's end tag; None if the source leaves it out.

        >>> from unweave.page import Page
        >>> Page("<b>x</b><p>y").tree.nodes[4].end_tag, Page("<p>y").tree.nodes[4].end_tag
        (Span(start=4, end=8), None)
        """
        return self._tree.tag_spans[1][self.index]

    @property
    def text(self) -> str:
        """The reader's text of it: the texts in it, hidden elements left out, white space collapsed.

        >>> from unweave.page import Page
        >>> Page("<td>Congo<br>(Kinshasa)<style>b {}</style> <i>2</i>42</td>").tree.root.text
        'Congo (Kinshasa) 242'
        """
        return reader_text(self._tree.peer(self)) if self.kind in HAVE_TEXT else ""

    def ancestors(self) -> Iterator["Node"]:
        """The nodes that contain it, the nearest first, the document last.

        >>> from unweave.page import Page
        >>> [node.tag or node.kind for node in Page("<p>x").tree.nodes[-1].ancestors()]
        ['p', 'body', 'html', 'document']
        """
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def descendants(self) -> Iterator["Node"]:
        """The nodes in it, at any depth, in document order.

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
        """The span between the tags of an element; the whole span of any other node.

        >>> from unweave.page import Page
        >>> page = Page("<p><b>x</b> y")
        >>> page[page.tree.nodes[4].inner], page[page.tree.nodes[5].inner]
        ('<b>x</b> y', 'x')
        """
        whole, start, end = self.span, self.start_tag, self.end_tag
        if whole is None or start is None:
            return whole
        return Span(start.end, end.start if end else whole.end)
