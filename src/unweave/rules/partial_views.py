"""Views of a part of a page: the values of one attribute, and one record of a list.

Legend

    AttributeView   the values are those of one attribute: the address of a link, the source of an image. Texts and
                    labels are those of the page. An extent ``(7, 8)`` is the element with index 7
    RecordView      only the texts and elements inside one node are seen: ``<li class=book>``
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from unweave.page import Node, Span
from unweave.page.html import collapse
from unweave.rules.views import Extent, PageView

ATTRIBUTE_SIGN = "@"
"""With this sign a selection's ``take`` names an attribute: ``@href``."""


class AttributeView(PageView):
    """A view in which each element with the attribute is an extent of its own.

    >>> from unweave.page import Page
    >>> view = AttributeView(PageView(Page("<p>Cover: <img src=/1.jpg><p>Logo: <img src=/2.jpg>")), "src")
    >>> extents = view.extents(view.by_tag["img"])
    >>> [view.text(extent) for extent in extents], [view.previous_text(extent) for extent in extents]
    (['/1.jpg', '/2.jpg'], ['Cover:', 'Logo:'])
    """

    def __init__(self, whole: PageView, name: str) -> None:
        vars(self).update(vars(whole))
        self._whole, self._name, self.kept = whole, name, {}

    @property
    def text_numbers(self) -> range:
        """The numbers of the texts in the view below."""
        return self._whole.text_numbers

    def text_before(self, node: Node, distance: int = 1) -> str:
        """The text that is so many texts before a node."""
        return self._whole.text_before(node, distance)

    def text_after(self, node: Node, distance: int = 1) -> str:
        """The text that is so many texts after a node."""
        return self._whole.text_after(node, distance)

    def extents(self, nodes: Sequence[Node]) -> list[Extent]:
        """The extents of the nodes that have the attribute."""
        return [Extent(node.index, node.index + 1) for node in nodes if self._value(node)]

    def extents_of_peers(self, peers: Sequence[Any]) -> tuple[Extent, ...]:
        """The same for nodes of the parser."""
        return tuple(self.extents([self.node(peer) for peer in peers]))

    def nodes_of(self, extent: Extent) -> list[Node]:
        """The one node of an extent."""
        return [self.nodes[extent.first]]

    def first_node(self, extent: Extent) -> Node:
        """The one node of an extent."""
        return self.nodes[extent.first]

    def enclosing(self, extent: Extent) -> Extent:
        """The extent itself."""
        return extent

    def text(self, extent: Extent) -> str:
        """The attribute's value."""
        return self._value(self.nodes[extent.first])

    def count_before(self, extent: Extent) -> int:
        """The number of texts before the element."""
        return self.extent(self.nodes[extent.first]).first

    def next_text(self, extent: Extent) -> str:
        """The text right after the element."""
        return self.text_after(self.nodes[extent.first])

    def span(self, extent: Extent) -> Span | None:
        """The span of the attribute's value."""
        return self.nodes[extent.first].attribute_span(self._name)

    def extent_of_span(self, span: Span) -> Extent | None:
        """The element whose attribute value contains the span; for a longer span, the elements inside it."""
        node = self.page.tree.smallest(span)
        value = node.attribute_span(self._name) if node in self.by_tag.get(node.tag, ()) else None
        if value is not None and value.contains(span):
            return Extent(node.index, node.index + 1)
        inside = [one.index for one in self.elements if one.span and span.contains(one.span)]
        return Extent(min(inside), max(inside) + 1) if inside else None

    def _value(self, node: Node) -> str:
        return collapse(node.attributes.get(self._name, "")) if node.kind == "element" else ""


def attribute_of(span: Span, view: PageView) -> str:
    """The name of the attribute whose value contains a span; empty where there is none.

    >>> from unweave.page import Page
    >>> view = PageView(Page("<a href=/x>Emma</a>"))
    >>> attribute_of(Span(8, 10), view), attribute_of(Span(11, 15), view)
    ('href', '')
    """
    node = view.page.tree.smallest(span)
    names = node.attributes if node.kind == "element" else ()
    values = ((name, node.attribute_span(name)) for name in names)
    return next((name for name, value in values if value is not None and value.contains(span)), "")


def view_for(view: PageView, take: str) -> PageView:
    """The view whose extents are what a selection takes: texts, or the values of an attribute.

    >>> from unweave.page import Page
    >>> view_for(PageView(Page("<a href=/x>Emma</a>")), "text").strings
    ['Emma']
    """
    return AttributeView(view, take.removeprefix(ATTRIBUTE_SIGN)) if take.startswith(ATTRIBUTE_SIGN) else view


class RecordView(PageView):
    """The view of a page, limited to the inside of one node.

    >>> from unweave.page import Page
    >>> whole = PageView(Page("<ul><li><b>Emma</b> $5<li><b>Kim</b></ul>"))
    >>> one = RecordView(whole, whole.by_tag["li"][1])
    >>> [node.text for node in one.by_tag["b"]]
    ['Kim']
    >>> one.text_before(one.by_tag["b"][0]), whole.text_before(one.by_tag["b"][0])
    ('', '$5')
    """

    def __init__(self, whole: PageView, node: Node) -> None:
        whole.heading(node)  # so that the headings are collected once for all records
        vars(self).update(vars(whole))
        self.record, self._extent, self.kept = node, whole.extent(node), {}
        self.scope = whole.peer(node)
        self.elements = _inside(node, whole.elements)
        self.by_tag = defaultdict(list, {"#text": whole.texts[self._extent.first : self._extent.end]})
        for one in self.elements:
            self.by_tag[one.tag].append(one)

    @property
    def text_numbers(self) -> range:
        """The numbers of the record's texts."""
        return range(*self._extent)

    def text_before(self, node: Node, distance: int = 1) -> str:
        """The text that is so many texts before a node, where it is in the record."""
        is_inside = self.extent(node).first - distance >= self._extent.first
        return super().text_before(node, distance) if is_inside else ""

    def text_after(self, node: Node, distance: int = 1) -> str:
        """The text that is so many texts after a node, where it is in the record."""
        return super().text_after(node, distance) if self.extent(node).end + distance <= self._extent.end else ""

    def extent_of_span(self, span: Span) -> Extent | None:
        """The texts that overlap a span, where all of them are in the record."""
        found = super().extent_of_span(span)
        return found if found and self._extent.contains(found) else None


def _inside(node: Node, nodes: Sequence[Node]) -> list[Node]:
    """Those of the nodes, which are in document order, that are inside a node."""
    first, end = (bisect_left(nodes, at, key=lambda one: one.index) for at in (node.index + 1, node.last + 1))
    return list(nodes[first:end])
