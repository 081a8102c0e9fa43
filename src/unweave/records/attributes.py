"""The attribute values of a page, made once: which say what, and where they lead.

A value is *telling* when a reader may learn something from it (``title``, ``href``, ``content``), and *layout* when it
only says how the page looks or is wired (``class``, ``width``). Links are compared by their absolute address, as far as
the page's own address or a ``<base>`` tells it.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar
from urllib.parse import urljoin

from unweave.page import Page, Span, attributes
from unweave.page.markup import scan
from unweave.records.stretches import normal

_is_layout = re.compile(
    r"align|bgcolor|border|cellpadding|cellspacing|class|cols?|colspan|color|face|for|height|hspace|id|lang|maxlength|media"
    r"|method|name|rel|role|rows?|rowspan|size|span|style|tabindex|target|type|valign|vspace|width"
).fullmatch
_is_link = re.compile(r"(?:data-)?(?:href|src|url)|action|background|cite|data|formaction|longdesc|poster").fullmatch
_K = TypeVar("_K", bound=Hashable)


class AttributeValue(NamedTuple):
    """The value of an attribute: on which tag, of which name, what it says in normal form, and where.

    >>> AttributeValue("td", "width", "80", Span(11, 13)).telling
    False
    """

    tag: str
    name: str
    text: str
    span: Span

    @property
    def telling(self) -> bool:
        """Whether it says more than how the page looks.

        >>> AttributeValue("img", "alt", "Emma", Span(10, 14)).telling
        True
        """
        return _is_layout(self.name) is None

    @property
    def link(self) -> bool:
        """Whether it is the address of something.

        >>> AttributeValue("a", "href", "/emma", Span(9, 14)).link
        True
        """
        return _is_link(self.name) is not None


def attribute_values(page: Page) -> "AttributeValues":
    """The page's attribute values, remembered for the last few pages.

    >>> [value.text for value in attribute_values(Page('<a href="/emma" title="Emma &amp; I">', html=True)).all]
    ['/emma', 'Emma & I']
    """
    return _remembered(page, page.is_html)


@lru_cache(maxsize=8)
def _remembered(page: Page, _is_html: bool) -> "AttributeValues":
    # Pages that differ only in being HTML are equal, so the cache is told.
    return AttributeValues(page)


class AttributeValues:
    """All attribute values of a page that are not empty, by what they say and by where they lead.

    >>> page = Page("<a href='/emma'>1</a> <a href='http://books.org/emma'>2</a>", url="http://books.org/new/")
    >>> values = AttributeValues(page)
    >>> len(values.saying("/emma")), len(values.leading_to("../emma"))
    (1, 2)
    """

    def __init__(self, page: Page) -> None:
        self.all = _values(page)
        base = next((value.text for value in self.all if value.tag == "base" and value.name == "href"), "")
        self._base = _join(page.url or "", base)

    def saying(self, text: str) -> list[AttributeValue]:
        """Those whose whole value is this text, in normal form.

        >>> AttributeValues(Page('<img alt=" Emma ">', html=True)).saying("Emma")
        [AttributeValue(tag='img', name='alt', text='Emma', span=Span(start=10, end=16))]
        """
        return self._by_text.get(text, [])

    def leading_to(self, link: str) -> list[AttributeValue]:
        """Those that lead to the same address as this link would on the page.

        >>> AttributeValues(Page('<a href="/emma">')).leading_to("/kim")
        []
        """
        return self._by_address.get(_join(self._base, link), [])

    @cached_property
    def _by_text(self) -> dict[str, list[AttributeValue]]:
        return _index(self.all, lambda value: value.text)

    @cached_property
    def _by_address(self) -> dict[str, list[AttributeValue]]:
        return _index((value for value in self.all if value.link), lambda value: _join(self._base, value.text))


def _values(page: Page) -> tuple[AttributeValue, ...]:
    pieces = (piece for piece in scan(page.source) if piece.kind == "start") if page.is_html else ()
    return tuple(
        AttributeValue(piece.name, attribute.name, normal(attribute.value), attribute.value_span)
        for piece in pieces
        for attribute in attributes(page.source, piece)
        if attribute.value_span is not None and attribute.value
    )


def _index(values: Iterable[AttributeValue], key: Callable[[AttributeValue], _K]) -> dict[_K, list[AttributeValue]]:
    found = defaultdict[_K, list[AttributeValue]](list)
    for value in values:
        found[key(value)].append(value)
    return found


def _join(base: str, link: str) -> str:
    try:
        return urljoin(base, link)
    except ValueError:  # such as an unfinished [IPv6] host
        return link
