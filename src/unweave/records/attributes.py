"""The attribute values of a page, by their text and, for links, by their address.

Legend

    content   the value of an attribute that may be data: ``title``, ``href``, ``content``
    layout    the value of an attribute that only says how the page looks or works: ``class``, ``width``
    link      the value of an attribute that is an address: ``href``, ``src``

Links are compared by their absolute address, as far as the page's own address or
a ``<base>`` gives it.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar
from urllib.parse import urljoin

from unweave.page import Page, Span, attributes
from unweave.records.normal_text import normal, plain

_is_layout = re.compile(
    r"align|bgcolor|border|cellpadding|cellspacing|class|cols?|colspan|color|face|for|height|hspace|id|lang|maxlength|media"
    r"|method|name|rel|role|rows?|rowspan|size|span|style|tabindex|target|type|valign|vspace|width"
).fullmatch
_is_link = re.compile(r"(?:data-)?(?:href|src|url)|action|background|cite|data|formaction|longdesc|poster").fullmatch
_K = TypeVar("_K", bound=Hashable)


class AttributeValue(NamedTuple):
    """The value of an attribute: its tag, its name, its text in normal form, and its span.

    >>> AttributeValue("td", "width", "80", Span(11, 13)).is_content
    False
    """

    tag: str
    name: str
    text: str
    span: Span

    @property
    def is_content(self) -> bool:
        """Whether it may be data, and is not only layout.

        >>> AttributeValue("img", "alt", "Emma", Span(10, 14)).is_content
        True
        """
        return _is_layout(self.name) is None

    @property
    def is_link(self) -> bool:
        """Whether it is an address.

        >>> AttributeValue("a", "href", "/emma", Span(9, 14)).is_link
        True
        """
        return _is_link(self.name) is not None


def attribute_values(page: Page) -> "AttributeValues":
    """The page's attribute values, cached for the last few pages.

    >>> [value.text for value in attribute_values(Page('<a href="/emma" title="Emma &amp; I">', html=True)).all]
    ['/emma', 'Emma & I']
    """
    return _cached(page, page.is_html)


@lru_cache(maxsize=8)
def _cached(page: Page, _is_html: bool) -> "AttributeValues":
    # Pages that differ only in being HTML are equal, so it is part of the cache's key.
    return AttributeValues(page)


class AttributeValues:
    """All attribute values of a page that are not empty, by their text and by the address they link to.

    >>> page = Page("<a href='/emma'>1</a> <a href='http://books.org/emma'>2</a>", url="http://books.org/new/")
    >>> values = AttributeValues(page)
    >>> len(values.with_text("/emma")), len(values.linking_to("../emma"))
    (1, 2)
    """

    def __init__(self, page: Page) -> None:
        self.all = _values(page)
        base = next((value.text for value in self.all if value.tag == "base" and value.name == "href"), "")
        self._base = _join(page.url or "", base)

    def with_text(self, text: str) -> list[AttributeValue]:
        """Those whose whole value is this text, in normal form.

        >>> AttributeValues(Page('<img alt=" Emma ">', html=True)).with_text("Emma")
        [AttributeValue(tag='img', name='alt', text='Emma', span=Span(start=10, end=16))]
        """
        return self._by_text.get(text, [])

    def with_plain_text(self, text: str) -> list[AttributeValue]:
        r"""Those whose whole value is this text, typography aside.

        >>> len(AttributeValues(Page('<img alt="Emma\u2019s">', html=True)).with_plain_text("Emma's"))
        1
        """
        return self._by_plain_text.get(text, [])

    def linking_to(self, link: str) -> list[AttributeValue]:
        """Those that link to the same address as this link would on the page.

        >>> AttributeValues(Page('<a href="/emma">')).linking_to("/kim")
        []
        """
        return self._by_address.get(_join(self._base, link), [])

    @cached_property
    def _by_text(self) -> dict[str, list[AttributeValue]]:
        return _index(self.all, lambda value: value.text)

    @cached_property
    def _by_plain_text(self) -> dict[str, list[AttributeValue]]:
        return _index(self.all, lambda value: plain(value.text))

    @cached_property
    def _by_address(self) -> dict[str, list[AttributeValue]]:
        return _index((value for value in self.all if value.is_link), lambda value: _join(self._base, value.text))


def _values(page: Page) -> tuple[AttributeValue, ...]:
    tags = (token for token in page.markup() if token.kind == "start") if page.is_html else ()
    return tuple(
        AttributeValue(tag.name, attribute.name, normal(attribute.value), attribute.value_span)
        for tag in tags
        for attribute in attributes(page.source, tag)
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
