"""The pages of a collection as a site is learned from them: their groups, their links, and where values are.

Legend
    number      the place of a page in the collection
    group       pages that are alike (``page_groups``), by its place among the groups
"""

from collections.abc import Sequence

from unweave.page import Page, Span
from unweave.sites.address_shapes import canonical_address
from unweave.sites.linked_pages import SourceLink, links_of
from unweave.sites.page_groups import page_groups
from unweave.sites.shown_records import ValuePlaces


class SitePages:
    """The pages of a collection.

    >>> site = SitePages([Page('<a href="/1">Emma</a>', url="http://a.org/"), Page("Emma", url="http://a.org/1")])
    >>> [link.target for link in site.links(0)], site.at["http://a.org/1"], site.shows(0, "Emma", Span(0, 21))
    (['http://a.org/1'], 1, True)
    """

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = list(pages)
        self.groups = page_groups(self.pages)
        self.group_of = {number: at for at, group in enumerate(self.groups) for number in group.numbers}
        self.at = {canonical_address(page.url or page.name): number for number, page in enumerate(self.pages)}
        self.values = ValuePlaces(self.pages)
        self._links: dict[int, list[SourceLink]] = {}

    def links(self, number: int) -> list[SourceLink]:
        """The links of a page."""
        if number not in self._links:
            self._links[number] = links_of(self.pages[number])
        return self._links[number]

    def address(self, number: int) -> str:
        """The address of a page, or its name."""
        return self.pages[number].url or self.pages[number].name

    def group_at(self, address: str) -> int | None:
        """The group of the page with this canonical address; None if there is no such page."""
        return self.group_of.get(self.at.get(address, -1))

    def shows(self, number: int, text: str, row: Span | None) -> bool:
        """Whether a row shows a text; a part of an address, as in ``/item/1815``, does not count."""
        inside = [link.span for link in self.links(number)]
        return row is not None and any(
            row.contains(span) and not any(link.contains(span) and link != span for link in inside)
            for span in self.values.spans(number, text)
        )
