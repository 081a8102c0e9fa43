"""The span of a single node of the parser, without computing those of all the others.

Legend
    peer        a node of the parser: an ``Element`` or a ``Text``
    copy        of a formatting element, made by the parser where tags overlap (``<b>x<p>y</b>z``): it has the position
                of the element that it was copied from, but no tag of its own

The parser knows where tags are, but not where texts and comments are. A text begins where its previous sibling ends, or
else its parent's start tag. Of siblings that are texts and comments too, each is located behind the one before it. A
position is accepted only if the source there decodes to the text, so the answer is right or there is none; then the
spans of the whole tree are computed (``tree.node_spans``), which takes about as long as thousands of single texts.

All that the parser knows of an element's tags (``source_location``) takes it 5 to 11 microseconds to tell, the line and
column where the element begins 0.1. So the start tag is read from the source at that place; end tags are asked for, and
the start tags of the first few elements, since the lines of the page have to be counted once.

    >>> from unweave.page import Page
    >>> page = Page("<p>Tea &amp; <b>cake</b> $5")
    >>> [page[text_span(page, peer)] for peer in page.document.descendants if peer.__class__.__name__ == "Text"]
    ['Tea &amp; ', 'cake', ' $5']
"""

import re
from bisect import bisect_right
from collections import Counter
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from unweave.page.entities import decode_text
from unweave.page.html import FORMATTING
from unweave.page.markup import ATTRIBUTE, START_TAG, TAG_NAME, lower
from unweave.page.node_spans import DROPS_NEWLINE
from unweave.page.parser import kinds
from unweave.page.span import Span

if TYPE_CHECKING:
    from unweave.page.page import Page

_FORMATTING = ", ".join(sorted(FORMATTING))
_TAG_BEGIN = re.compile(r"<[a-zA-Z/!?]")
FEW = 8  # start tags that the parser is asked for before lines are counted
_EMPTY = frozenset({"br", "embed", "hr", "img", "meta"})  # without end tags, and in svg and math too


class StartTags:
    """Where the start tags of a page's elements are.

    >>> from unweave.page import Page
    >>> document = Page("<p>x<b>y</b>").document
    >>> StartTags("<p>x<b>y</b>", document).span(document.select_one("b"))
    Span(start=4, end=7)
    """

    def __init__(self, source: str, document: Any, *, few: int = FEW) -> None:
        self._source = source
        self._document = document
        self._left = few

    def span(self, element: Any) -> Span | None:
        """The span of an element's start tag; None if the parser has added the element."""
        if self._left > 0:
            self._left -= 1
            location = element.source_location
            return None if location is None else Span(location.start_tag[2], location.start_tag[5])
        place = element.position
        if place is None or (element.tag in FORMATTING and place in self._repeated and _is_copy(element)):
            return None
        line, column = place
        tag = START_TAG.match(self._source, self._lines[line - 1] + line - 1 + column)
        return Span(*tag.span()) if tag else None

    def place(self, position: int) -> tuple[int, int]:
        """The line and the column of a position, as the parser counts them."""
        lines = self._lines
        line = bisect_right(range(len(lines)), position, key=lambda at: lines[at] + at)
        return line, position - lines[line - 1] - line + 1

    @property
    def has_copies(self) -> bool:
        """Whether the parser has copied formatting elements."""
        return bool(self._repeated)

    @cached_property
    def _lines(self) -> list[int]:
        """How many characters are before each line, newlines left out."""
        return list(accumulate(map(len, self._source.split("\n")), initial=0))

    @cached_property
    def _repeated(self) -> frozenset[tuple[int, int]]:
        """The places of formatting elements that have copies."""
        places = [peer.position for peer in self._document.select(_FORMATTING)]
        if len(set(places)) == len(places):
            return frozenset()
        return frozenset(place for place, count in Counter(places).items() if count > 1)


def _is_copy(element: Any) -> bool:
    return element.source_location is None


def text_span(page: "Page", peer: Any) -> Span | None:
    """The span of a text; None if the parser has joined it from several places.

    >>> from unweave.page import Page
    >>> page = Page("<p>x<b>y</b>")
    >>> text_span(page, page.document.select_one("b")[0])
    Span(start=7, end=8)
    """
    start = _start(page, peer)
    if start is not None:
        found = _matched(page.source, start, peer)
        if found is not None:
            return found
    return page.tree.node_of(peer).span


def attribute_span(page: "Page", peer: Any, name: str) -> Span | None:
    """The span of an attribute's value, without its quotes; None if there is no value in the source.

    >>> from unweave.page import Page
    >>> page = Page('<a href="/x">Emma</a>')
    >>> attribute_span(page, page.document.select_one("a"), "href")
    Span(start=9, end=11)
    """
    tag = page.start_tags.span(peer)
    if tag is not None:
        begin = TAG_NAME.match(page.source, tag.start, tag.end).end()  # type: ignore[union-attr]  # a tag has a name
        for found in ATTRIBUTE.finditer(page.source, begin, tag.end):
            if found[1] == name or lower(found[1]) == name:
                group = found.lastindex or 1
                return None if group == 1 else Span(*found.span(group))
    return page.tree.node_of(peer).attribute_span(name)


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


def _start(page: "Page", peer: Any) -> int | None:
    """Where a text begins: where the node before it ends; None where its tags do not tell."""
    before = peer.previous_sibling
    if before is None:
        parent = peer.parent
        tag = page.start_tags.span(parent) if type(parent) is kinds().element else None
        return None if tag is None else tag.end
    return _end(page, before) if type(before) is kinds().element else end_without_tags(page, before)


def end_without_tags(page: "Page", peer: Any) -> int | None:
    """Where a text or a comment ends; None where its tags do not tell.

    Those before it are located first, from the nearest tag on.

    >>> from unweave.page import Page
    >>> page = Page("<p>Tea<!-- x --> $5")
    >>> end_without_tags(page, page.document.select_one("p")[1])
    16
    """
    element, waiting = kinds().element, [peer]
    while (before := waiting[-1].previous_sibling) is not None and type(before) is not element:
        waiting.append(before)
    end = _start(page, waiting[-1])
    while waiting and end is not None:
        end = _end_from(page.source, end, waiting.pop())
    return end


def _end_from(source: str, start: int, peer: Any) -> int | None:
    """Where a text or a comment that begins here ends; None where it does not begin here."""
    if type(peer) is kinds().text:
        span = _matched(source, start, peer)
        return span.end if span else None
    comment = f"<!--{getattr(peer, 'data', '')}-->"
    return start + len(comment) if source.startswith(comment, start) else None


def _end(page: "Page", element: Any) -> int | None:
    if element.tag in _EMPTY:
        tag = page.start_tags.span(element)
        return None if tag is None else tag.end
    location = element.source_location
    if location is None:
        return None
    if location.end_tag is not None:
        return int(location.end_tag[5])
    return None if len(element) else int(location.start_tag[5])  # it is void, or empty and not closed


def _matched(source: str, start: int, peer: Any) -> Span | None:
    """The span from this start whose source decodes to the text; None where there is none."""
    data: str = peer.data
    if source.startswith(data, start) and "&" not in data and not ("<" in data and _has_tag(source, start, data)):
        return Span(start, start + len(data))
    end = source.find("<", start)
    end = len(source) if end < 0 else end
    if decode_text(source[start:end]) == data:
        return Span(start, end)
    if getattr(peer.parent, "tag", "") in DROPS_NEWLINE and decode_text(source[start + 1 : end]) == data:
        return Span(start + 1, end)
    return None


def _has_tag(source: str, start: int, data: str) -> bool:
    """Whether a tag begins where a text has "<": the parser has joined what is before an ignored tag with more."""
    return _TAG_BEGIN.search(source, start, start + len(data) + 1) is not None
