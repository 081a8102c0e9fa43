"""The links between the pages of a collection, and the part of a list page that belongs to one link.

    >>> html = '<ul><li>Emma <a href="/1">more</a> $5</li><li>Kim <a href="/2">more</a> $7</li></ul>'
    >>> page = Page(html, url="http://a.org/")
    >>> links = links_of(page)
    >>> [link.target for link in links], [page[row] for row in rows_around(page, links, "http://a.org/2")]
    (['http://a.org/1', 'http://a.org/2'], ['">more</a> $5</li><li>Kim <a href="/2">more</a> $7</li></ul>'])

Legend
    link        the address that an ``<a>`` or ``<area>`` leads to, and the span of its ``href``
    row         the source between the last link to another page of the same kind before a link, and the first after it:
                the values of its record are there, and those of its neighbours are at most in part
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from unweave.page import Page, Span
from unweave.page.address import base_of, joined
from unweave.records.attributes import attribute_values
from unweave.sites.address_shapes import canonical_address
from unweave.sites.page_addresses import can_be_followed


class SourceLink(NamedTuple):
    """A link: where it leads, and where its address is in the source.

    >>> links_of(Page('<a href="/1">', html=True))
    [SourceLink(target='/1', span=Span(start=9, end=11))]
    """

    target: str
    span: Span


def links_of(page: Page) -> list[SourceLink]:
    """The links of a page in source order, without those to the page itself and those that lead to no page."""
    base, own = base_of(page), canonical_address(page.url or "")
    found = [
        SourceLink(canonical_address(joined(base, value.text)), value.span)
        for value in attribute_values(page).all
        if value.tag in {"a", "area"} and value.name == "href" and not value.text.startswith("#")
    ]
    return [link for link in found if link.target != own and can_be_followed(link.target)]


def rows_around(page: Page, links: Sequence[SourceLink], target: str, among: Collection[str] = ()) -> list[Span]:
    """The row around each link to a target; links to it that follow each other have one row.

    >>> page = Page('<a href="/1">x</a><a href="/2">y</a><a href="/1">z</a>', url="http://a.org/")
    >>> len(rows_around(page, links_of(page), "http://a.org/1"))
    2
    """
    wanted = canonical_address(target)
    others = [link for link in links if link.target != wanted and (not among or link.target in among)]
    found = []
    for link in links:
        if link.target == wanted:
            start = max((other.span.end for other in others if other.span.end <= link.span.start), default=0)
            end = min((other.span.start for other in others if other.span.start >= link.span.end), default=len(page))
            found.append(Span(start, end))
    return list(dict.fromkeys(found))
