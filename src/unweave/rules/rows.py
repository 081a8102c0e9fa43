"""Rows of values around spans: "Ann Lee, Bob Ray and Cy Lo". What a row is, is said by ``engine.rows``.

Legend

    separator    a text without any word, or a conjunction (``values.separators``)
"""

import re
from html import unescape

from unweave.engine.index import index_of
from unweave.engine.rows import row_of
from unweave.engine.values import begin_of, end_of
from unweave.page import Page, Span
from unweave.page.element_spans import SourcePlaces, UnknownPlace
from unweave.page.spans import text_span
from unweave.rules.views import view_of
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
    try:
        return _row_of_text(page, span)
    except UnknownPlace:
        return _row_by_view(page, span)


def _row_of_text(page: Page, span: Span) -> list[Span]:
    """The same for a value that is one text of the parser, or in a tag; else it raises UnknownPlace."""
    places, index = SourcePlaces(page), index_of(page)
    if places.is_in_tag(span):
        return []
    text = places.text_at(span)
    whole = text_span(page, text) if index.is_visible(text) else None
    if whole is None or (begin_of(page.source, whole), end_of(page.source, whole)) != span:
        return []
    ends = ((index.first_text(one), index.last_text(one)) for one in row_of(index, text))
    spans = ((text_span(page, first), text_span(page, last)) for first, last in ends)
    return [Span(begin_of(page.source, first), end_of(page.source, last)) for first, last in spans if first and last]


def _row_by_view(page: Page, span: Span) -> list[Span]:
    """The same by the spans of all nodes."""
    view = view_of(page)
    extent = view.extent_of_span(span)
    if extent is None or view.span(extent) != span:
        return []
    tree = page.tree
    row = row_of(index_of(page), *(tree.peer(view.texts[at]) for at in (extent.first, extent.end - 1)))
    return [found for one in row if (found := view.span(view.extent(tree.node_of(one)))) is not None]


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
