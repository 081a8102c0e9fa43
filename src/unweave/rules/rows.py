"""Rows: elements that follow one another with only separators between them: "Ann Lee, Bob Ray and Cy Lo".

Legend

    row          elements of one parent with the same tag and class, with a separator or a line break between any two;
                 items of a list (``li``) need none
    separator    a text without any word, or a conjunction (``values.separators``)

The engine has the same on the parser's nodes (``engine.rows``).
"""

import re
from collections.abc import Iterator
from html import unescape

from unweave.page import Node, Page, Span
from unweave.rules.views import Extent, view_of
from unweave.values.separators import separates

REACH = 300  # characters beside a value in which a separator is looked for
_BEFORE = re.compile(r"(<br\b[^>]*>|<li\b[^>]*>|>[^<>]*)(?:\s|<[^/>][^>]*>)*$", re.IGNORECASE)
_BEHIND = re.compile(r"(?:\s|</[^>]*>)*(<br\b[^>]*>|[^<>]*<)", re.IGNORECASE)


def row_around(page: Page, span: Span) -> list[Span]:
    """The spans of the elements in a row, of which the value is one, or which together are the value; empty where none.

    >>> page = Page("<p>by <b><a>Ann Lee</a>, <a>Bob Ray</a></b>")
    >>> [page[one] for span in (Span(12, 19), Span(12, 35)) for one in row_around(page, span)]
    ['Ann Lee', 'Bob Ray', 'Ann Lee', 'Bob Ray']
    """
    view = view_of(page)
    extent = view.extent_of_span(span)
    if extent is None or view.span(extent) != span:
        return []
    first = Extent(extent.first, extent.first + 1)
    for node in view.nodes_of(first):
        row = [*reversed(list(_in_row(node, -1))), node, *_in_row(node, 1)] if node.kind == "element" else []
        extents = list(map(view.extent, row))
        if len(row) > 1 and (extent == first or (extents[0].first, extents[-1].end) == extent):
            return [found for one in extents if (found := view.span(one)) is not None]
    return []


def has_separator(page: Page, span: Span) -> bool:
    """Whether a separator is beside a value in the source: without one it is in no row. It is told without a tree.

    >>> page = Page("<p>by <a>Ann Lee</a>, <a>Bob Ray</a></p>")
    >>> has_separator(page, Span(9, 16)), has_separator(Page("<p>by <a>Ann Lee</a></p>"), Span(9, 16))
    (True, False)
    """
    before = _BEFORE.search(page.source, max(0, span.start - REACH), span.start)
    behind = _BEHIND.match(page.source, span.end, span.end + REACH)
    return any(found is not None and _separating(found[1]) for found in (before, behind))


def _separating(source: str) -> bool:
    """Whether a tag parts two values, or the text between two tags."""
    text = unescape(source.strip("<>")).strip()
    return source[:3].lower() in {"<br", "<li"} or (bool(text) and separates(text))


def _in_row(node: Node, step: int) -> Iterator[Node]:
    """The siblings that continue the row of a node, forward or backward."""
    siblings = node.parent.children if node.parent is not None else []
    separated = is_item = node.tag == "li"
    for one in siblings[node.position + 1 :] if step > 0 else reversed(siblings[: node.position]):
        is_like = one.tag == node.tag and one.attributes.get("class") == node.attributes.get("class")
        if one.kind == "element" and one.tag != "br":
            if not (separated and is_like and one.text):
                return
            separated = is_item
            yield one
        elif one.tag == "br" or (one.kind == "text" and one.data.strip()):
            separated = True
            if one.kind == "text" and not separates(one.data.strip()):
                return
