"""The span of a single node of the parser, without computing those of all the others.

Legend
    peer        a node of the parser: an ``Element`` or a ``Text``

The parser knows where tags are, but not where texts and comments are. A text begins where its previous sibling ends, or
else its parent's start tag. Of siblings that are texts and comments too, each is located behind the one before it. A
position is accepted only if the source there decodes to the text, so the answer is right or there is none; then the
spans of the whole tree are computed (``tree.node_spans``), which takes about as long as thousands of single texts.

    >>> from unweave.page import Page
    >>> page = Page("<p>Tea &amp; <b>cake</b> $5")
    >>> [page[text_span(page, peer)] for peer in page.document.descendants if peer.__class__.__name__ == "Text"]
    ['Tea &amp; ', 'cake', ' $5']
"""

from typing import TYPE_CHECKING, Any

from unweave.page.entities import decode_text
from unweave.page.node_spans import DROPS_NEWLINE
from unweave.page.parser import kinds
from unweave.page.span import Span
from unweave.page.tokens import attributes

if TYPE_CHECKING:
    from unweave.page.page import Page


def text_span(page: "Page", peer: Any) -> Span | None:
    """The span of a text; None if the parser has joined it from several places.

    >>> from unweave.page import Page
    >>> page = Page("<p>x<b>y</b>")
    >>> text_span(page, page.document.select_one("b")[0])
    Span(start=7, end=8)
    """
    source = page.source
    start = _start(source, peer)
    found = _matched(source, start, peer) if start is not None else None
    return found or page.tree.node_of(peer).span


def tag_span(peer: Any) -> Span | None:
    """The span of an element's start tag; None if the parser has added the element.

    >>> from unweave.page import Page
    >>> tag_span(Page("<p>x<b>y</b>").document.select_one("b"))
    Span(start=4, end=7)
    """
    location = peer.source_location
    return Span(location.start_tag[2], location.start_tag[5]) if location is not None else None


def attribute_span(page: "Page", peer: Any, name: str) -> Span | None:
    """The span of an attribute's value, without its quotes; None if there is no value in the source.

    >>> from unweave.page import Page
    >>> page = Page('<a href="/x">Emma</a>')
    >>> attribute_span(page, page.document.select_one("a"), "href")
    Span(start=9, end=11)
    """
    tag = tag_span(peer)
    found = {one.name: one.value_span for one in attributes(page.source, tag)} if tag else {}
    return found[name] if name in found else page.tree.node_of(peer).attribute_span(name)


def around_span(page: "Page", peer: Any) -> Span:
    """The smallest tag-to-tag span of a node or of what is around it; the page where no element has one.

    >>> from unweave.page import Page
    >>> page = Page("<table><tr>a<td>b</table>")
    >>> around_span(page, page.document.select_one("body"))
    Span(start=0, end=25)
    """
    for above in (peer, *peer.ancestors):
        location = getattr(above, "source_location", None)
        if location is not None and location.end_tag is not None:
            return Span(location.start_tag[2], location.end_tag[5])
    return Span(0, len(page))


def _start(source: str, peer: Any) -> int | None:
    """Where a text begins: where the node before it ends; None where its tags do not tell."""
    before = peer.previous_sibling
    if before is None:
        parent = peer.parent
        location = parent.source_location if type(parent) is kinds().element else None
        return None if location is None else int(location.start_tag[5])
    return _end(before) if type(before) is kinds().element else _end_without_tags(source, before)


def _end_without_tags(source: str, peer: Any) -> int | None:
    """Where a text or a comment ends: those before it are located first, from the nearest tag on."""
    element, waiting = kinds().element, [peer]
    while (before := waiting[-1].previous_sibling) is not None and type(before) is not element:
        waiting.append(before)
    end = _start(source, waiting[-1])
    while waiting and end is not None:
        end = _end_from(source, end, waiting.pop())
    return end


def _end_from(source: str, start: int, peer: Any) -> int | None:
    """Where a text or a comment that begins here ends; None where it does not begin here."""
    if type(peer) is kinds().text:
        span = _matched(source, start, peer)
        return span.end if span else None
    comment = f"<!--{getattr(peer, 'data', '')}-->"
    return start + len(comment) if source.startswith(comment, start) else None


def _end(element: Any) -> int | None:
    location = element.source_location
    if location is None:
        return None
    if location.end_tag is not None:
        return int(location.end_tag[5])
    return None if len(element) else int(location.start_tag[5])  # it is void, or empty and not closed


def _matched(source: str, start: int, peer: Any) -> Span | None:
    """The span from this start whose source decodes to the text; None where there is none."""
    data: str = peer.data
    if source.startswith(data, start) and "&" not in data:
        return Span(start, start + len(data))
    end = source.find("<", start)
    end = len(source) if end < 0 else end
    if decode_text(source[start:end]) == data:
        return Span(start, end)
    if getattr(peer.parent, "tag", "") in DROPS_NEWLINE and decode_text(source[start + 1 : end]) == data:
        return Span(start + 1, end)
    return None
