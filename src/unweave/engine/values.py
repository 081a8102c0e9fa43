"""The values behind the nodes that won a vote: their text, and their span when it is asked for.

Legend

    whole       the text of a node, from its first visible text to its last, without white space at its ends
    part        what is between two strings of that text (``values.parts.TextPart``)
    trimmed     a span without the white space, and the references to it, at its ends

The text comes from the tree, the span from the source. A text that the parser gathered from several places has no span
of its own: then the value has that of the element around it.
"""

import re
from typing import Any

from turbohtml import Text

from unweave.engine.index import Index
from unweave.page import Page, Span
from unweave.page.html import collapse
from unweave.page.spans import around_span, attribute_span, text_span
from unweave.records.normal_text import normal
from unweave.records.visible_text import VisibleText
from unweave.values.parts import TextPart

_SPACE = re.compile(r"(?:\s|&nbsp;|&#160;|&#[xX][aA]0;)*+")
_REFERENCE = re.compile(r"(?:&nbsp;|&#160;|&#[xX][aA]0;)$")


def whole_span(index: Index, page: Page, peer: Any) -> Span:
    """The span of a node's visible texts, trimmed.

    >>> page = Page("<p>&nbsp; 2 <b>cups</b> <p>")
    >>> index = Index(page.document, page)
    >>> page[whole_span(index, page, index.select("p")[0])]
    '2 <b>cups'
    """
    if type(peer) is Text:
        first = last = peer
    elif len(peer) == 1 and type(peer[0]) is Text:
        first = last = peer[0]
    else:
        first, last = index.first_text(peer), index.last_text(peer)
    start = text_span(page, first)
    end = start if last is first else text_span(page, last)
    if start is None or end is None:
        return around_span(page, first)
    source = page.source
    if start is end and source[start[0]].isalnum() and source[start[1] - 1].isalnum():
        return start  # nothing to trim, as most often
    if start.start > end.start:  # the parser has moved the first text, or the last one, out of a table
        start, end = end, start
    return Span(begin_of(source, start), end_of(source, end))


def value_span(index: Index, page: Page, peer: Any, attribute: str, part: TextPart) -> Span:
    """The span of a value: of an attribute, of a node's texts, or of a part of them.

    >>> page = Page("<p>Emma (1815)</p>")
    >>> index = Index(page.document, page)
    >>> page[value_span(index, page, index.select("p")[0], "", TextPart("(", ")"))]
    '1815'
    """
    if attribute:
        whole = attribute_span(page, peer, attribute) or around_span(page, peer)
    else:
        whole = whole_span(index, page, peer)
    if not (part.left or part.right):
        return whole
    text = collapse(peer.attr(attribute) or "") if attribute else index.text(peer)
    return _part_span(page, whole, text, part)


def _part_span(page: Page, whole: Span, text: str, part: TextPart) -> Span:
    """Where a part of a text is inside the text's span; the whole span where the source does not show it as one."""
    source = page[whole]
    if source == text and "<" not in source and "&" not in source:
        begin = source.find(part.left) + len(part.left)
        end = source.find(part.right, begin) if part.right else len(source)
        return Span(*_stripped(page.source, whole.start + begin, whole.start + end))
    value = part.apply(text)
    if value is None:
        return whole
    begin = text.find(part.left) + len(part.left)
    begin = text.index(value, begin)
    return part_span(page, whole, text, begin, begin + len(value))


def part_span(page: Page, whole: Span, text: str, begin: int, end: int) -> Span:
    """The span of ``text[begin:end]``, given the span of the text; the whole span where the source does not show it so.

    >>> page = Page("<p>Tea &amp; cake (fresh)</p>")
    >>> page[part_span(page, Span(3, 25), "Tea & cake (fresh)", 6, 10)]
    'cake'
    """
    source, value = page[whole], text[begin:end]
    if source == text and "<" not in value and "&" not in text:
        return Span(*_stripped(page.source, whole.start + begin, whole.start + end))
    shown, all_text = VisibleText(page, within=whole), normal(text)
    first, last = len(all_text) - len(normal(text[begin:])), len(normal(text[:end]))
    if shown.text != all_text or all_text[first:last] != normal(value) or first == last:
        return whole
    return shown.span(first, last)


def _stripped(source: str, start: int, end: int) -> tuple[int, int]:
    inside = source[start:end]
    return start + len(inside) - len(inside.lstrip()), end - len(inside) + len(inside.rstrip())


def begin_of(source: str, span: Span) -> int:
    """Where a span begins, behind the white space and its references.

    >>> begin_of("<p>&nbsp; 2 cups", Span(3, 16))
    10
    """
    start = span.start
    if source[start : start + 1].isalnum():
        return start
    space = _SPACE.match(source, start, span.end)
    return space.end() if space else start


def end_of(source: str, span: Span) -> int:
    """Where a span ends, before the white space and its references.

    >>> end_of("2 cups &nbsp;<p>", Span(0, 13))
    6
    """
    end = span.end
    while end > span.start:
        last = source[end - 1]
        if last.isspace():
            end -= 1
        elif last == ";" and (found := _REFERENCE.search(source, max(span.start, end - 6), end)):
            end = found.start()
        else:
            break
    return end
