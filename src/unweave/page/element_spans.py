"""Which text of the parser a place of the source belongs to, and the spans of elements, without those of all nodes.

Legend
    tidy        an element whose content is all in one stretch of the source, from its start tag to its end tag, or to
                the end of its last child where the end tag is left out

What the parser moves about makes an element untidy: what is behind ``</body>``, what it copies where tags overlap, what
is left open behind ``</form>``, what it moves out of a table. Of these ``UnknownPlace`` is raised, and the spans of all
nodes (``tree.node_spans``), which are the definition, have to be asked.

    >>> from unweave.page import Page
    >>> page = Page("<ul><li>Emma <b>1815</b><li>Kim</ul>")
    >>> places = SourcePlaces(page)
    >>> text = places.text_at(Span(16, 20))
    >>> text, page[places.span(text.parent.parent)]
    (Text('1815'), '<li>Emma <b>1815</b>')
"""

from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from unweave.page.parser import kinds
from unweave.page.span import Span
from unweave.page.spans import end_without_tags, text_span

if TYPE_CHECKING:
    from unweave.page.page import Page

NEAR = 40  # nodes behind a tag among which a text is looked for
UNTIDY = frozenset({"html", "head", "body", "frameset", "form", "template"})


class UnknownPlace(Exception):
    """Only the spans of all nodes tell; who asks catches it."""


class SourcePlaces:
    """The texts and elements of a page by their places in the source."""

    def __init__(self, page: "Page") -> None:
        self._page = page
        self._spans: dict[Any, Span | None] = {}

    @cached_property
    def _elements(self) -> list[Any]:
        """The elements that have a start tag, in document order."""
        found: list[Any] = self._page.document.select("*")
        return found

    def is_in_tag(self, span: Span) -> bool:
        """Whether a span is in the start tag of an element."""
        last = self._last_before(span.start)
        tag = self._page.start_tags.span(last) if last is not None else None
        return tag is not None and tag.contains(span)

    def text_at(self, span: Span) -> Any:
        """The text that contains a span."""
        last = self._last_before(span.start)
        nodes = self._page.document.descendants if last is None else chain(last.descendants, last.following)
        for node in islice(nodes, NEAR):
            if type(node) is kinds().text:
                own = text_span(self._page, node)
                if own is not None and own.contains(span):
                    return node
        raise UnknownPlace

    def _last_before(self, position: int) -> Any:
        """The element with the last start tag before a position; None where there is none."""
        place, elements = self._page.start_tags.place(position), self._elements
        low, high = 0, len(elements)
        while low < high:
            middle = at = (low + high) // 2
            while at > low and elements[at].position is None:  # the parser has added it
                at -= 1
            if (elements[at].position or (0, 0)) <= place:
                low = middle + 1
            else:
                high = at
        return elements[low - 1] if low else None

    def span(self, element: Any) -> Span | None:
        """The span of an element with all that it contains; None if the parser has added it."""
        if element not in self._spans:
            tag = self._page.start_tags.span(element)
            self._spans[element] = None if tag is None else Span(tag.start, self._end(element))
        return self._spans[element]

    def _end(self, element: Any) -> int:
        """Where the last thing in an element ends."""
        while element.tag not in UNTIDY and element.select_one("form, template") is None:
            location, tag = element.source_location, self._page.start_tags.span(element)
            if location is None or tag is None or (element.tag == "table" and location.end_tag is None):
                break
            if location.end_tag is not None:
                return int(location.end_tag[5])
            if not len(element):
                return tag.end
            last = element[len(element) - 1]
            if type(last) is not kinds().element:
                end = end_without_tags(self._page, last)
                if end is None:
                    break
                return end
            element = last
        raise UnknownPlace
