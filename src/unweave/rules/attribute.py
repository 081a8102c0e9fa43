"""A page of which the values of one attribute are the places: a link's address, an image's source.

Builders see the page as it is, with its texts and labels; only what a place is, what it says and where it stands is the
attribute's. The numbers of a place are those of its element among the page's nodes.
"""

from collections.abc import Sequence

from unweave.page import Node, Span
from unweave.page.text import collapse
from unweave.rules.view import Extent, View

MARK = "@"


class AttributeView(View):
    """A view in which each element with the attribute is a place of its own.

    >>> from unweave.page import Page
    >>> view = AttributeView(View(Page("<p>Cover: <img src=/1.jpg><p>Logo: <img src=/2.jpg>")), "src")
    >>> places = view.places(view.by_tag["img"])
    >>> [view.said(place) for place in places], [view.word_before(place) for place in places]
    (['/1.jpg', '/2.jpg'], ['Cover:', 'Logo:'])
    """

    def __init__(self, whole: View, name: str) -> None:
        vars(self).update(vars(whole))
        self._whole, self._name = whole, name

    @property
    def shown(self) -> range:
        """The numbers of the texts that are seen."""
        return self._whole.shown

    def before(self, node: Node, distance: int = 1) -> str:
        """The text so many texts before a node."""
        return self._whole.before(node, distance)

    def behind(self, node: Node, distance: int = 1) -> str:
        """The text so many texts behind a node."""
        return self._whole.behind(node, distance)

    def places(self, nodes: Sequence[Node]) -> list[Extent]:
        """The nodes that have the attribute, as places."""
        return [Extent(node.index, node.index + 1) for node in nodes if self._value(node)]

    def chain(self, extent: Extent) -> list[Node]:
        """The one node of a place."""
        return [self.nodes[extent.first]]

    def innermost(self, place: Extent) -> Node:
        """The one node of a place."""
        return self.nodes[place.first]

    def around(self, extent: Extent) -> Extent:
        """The place itself."""
        return extent

    def said(self, extent: Extent) -> str:
        """The attribute's value."""
        return self._value(self.nodes[extent.first])

    def texts_before(self, place: Extent) -> int:
        """How many texts stand before a place."""
        return self.extent(self.nodes[place.first]).first

    def word_behind(self, place: Extent) -> str:
        """The text right behind an element."""
        return self.behind(self.nodes[place.first])

    def span(self, extent: Extent) -> Span | None:
        """Where the attribute's value stands."""
        return self.nodes[extent.first].attribute_span(self._name)

    def shown_by(self, span: Span) -> Extent | None:
        """The element whose attribute's value holds the span; of a longer one, the elements that begin in it."""
        node = self.page.tree.smallest(span)
        value = node.attribute_span(self._name) if node in self.by_tag.get(node.tag, ()) else None
        if value is not None and value.contains(span):
            return Extent(node.index, node.index + 1)
        inside = [one.index for one in self.elements if one.span and span.contains(one.span)]
        return Extent(min(inside), max(inside) + 1) if inside else None

    def _value(self, node: Node) -> str:
        return collapse(node.attributes.get(self._name, "")) if node.kind == "element" else ""


def attribute_of(span: Span, view: View) -> str:
    """The name of the attribute whose value holds a span; empty where it stands in none.

    >>> from unweave.page import Page
    >>> view = View(Page("<a href=/x>Emma</a>"))
    >>> attribute_of(Span(8, 10), view), attribute_of(Span(11, 15), view)
    ('href', '')
    """
    node = view.page.tree.smallest(span)
    names = node.attributes if node.kind == "element" else ()
    held = ((name, node.attribute_span(name)) for name in names)
    return next((name for name, value in held if value is not None and value.contains(span)), "")


def seen(view: View, take: str) -> View:
    """The view in which what a selection takes are the places.

    >>> from unweave.page import Page
    >>> seen(View(Page("<a href=/x>Emma</a>")), "text").words
    ['Emma']
    """
    return AttributeView(view, take.removeprefix(MARK)) if take.startswith(MARK) else view
