"""Where recognizers look: the visible text between tags, and the values of telling attributes.

Legend

    search     text -> pairs (begin, end)        finds values in a text as a reader sees it
    place      Place("Emma &", span_of)          such a text of the page, and the way back to the source
    where      "text", "attributes" or "both"

A value lies within one text (between two tags) or one attribute value. Its span is tight, begins and ends where a
token may, and stands for exactly the characters that were found. In an attribute whose value is written with
references (``&amp;``) only the whole value can be pointed at.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias, get_args

from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records.attributes import attribute_values
from unweave.records.visible import visible_text

Where = Literal["text", "attributes", "both"]
Search: TypeAlias = Callable[[str], Iterable[tuple[int, int]]]


def look(page: Page, search: Search, where: Where = "text") -> Iterator[Span]:
    """The spans of a page in which a search finds something.

    >>> import re
    >>> page = Page('<b title="No 7">Chapter 12</b>, 3rd')
    >>> digits = lambda text: [found.span() for found in re.finditer("[0-9]+", text)]
    >>> [page[span] for span in look(page, digits, "both")]
    ['12', '7']
    """
    if where not in get_args(Where):
        reason = f"{where!r} is no place to look at; there are {', '.join(get_args(Where))}"
        raise BadInput(source="the recognizer", reason=reason)
    if where != "attributes":
        yield from _in_text(page, search)
    if where != "text":
        yield from _in_attributes(page, search)


def _in_text(page: Page, search: Search) -> Iterator[Span]:
    visible = visible_text(page, parting="all")
    for start, end in visible.pieces():
        for first, last in search(visible.text[start:end]):
            begin, finish = start + first, start + last
            if first < last and visible.clean(begin) and visible.clean(finish):
                yield visible.span(begin, finish)


def _in_attributes(page: Page, search: Search) -> Iterator[Span]:
    for value in attribute_values(page).all:
        if not value.telling:
            continue
        even = page[value.span] == value.text
        for first, last in search(value.text):
            if even:
                yield Span(value.span.start + first, value.span.start + last)
            elif (first, last) == (0, len(value.text)):
                yield value.span
