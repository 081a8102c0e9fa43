"""The headings of a page, and the sections below them.

Legend

    heading     PageHeading(12, 2, "Best sellers"): where its element begins, its rank (h2), its text
    above       the headings of the sections that contain an offset, the highest rank first: the last heading before it,
                the last of a higher rank before that, and so on: (h1 "Our shop", h2 "Best sellers")
    key         "best sellers": the text for comparing, without digits ("New (12)"), case and a colon at the end

A section ends where a heading of the same or a higher rank begins. Only ``h1`` to ``h6`` are headings: other elements
have no rank, so it is not known where their sections end.
"""

import re
from bisect import bisect_right
from typing import NamedTuple

from unweave.page import Page, Span

RANKS = {f"h{rank}": rank for rank in range(1, 7)}
_NUMBER = re.compile(r"\d+")


class PageHeading(NamedTuple):
    """Where a heading begins, its rank, and its text.

    >>> PageHeading(0, 2, "New (12):").key
    'new (#)'
    """

    start: int
    rank: int
    text: str

    @property
    def key(self) -> str:
        """Its text for comparing."""
        return key_of(self.text)


class Headings:
    """The headings of a page.

    >>> headings = Headings(Page("<h1>Shop</h1><h2>Best</h2><b>Emma</b><h2>New</h2><b>Kim</b>"))
    >>> [[heading.text for heading in headings.above(offset)] for offset in (3, 30, 56)]
    [['Shop'], ['Shop', 'Best'], ['Shop', 'New']]
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._above: list[tuple[PageHeading, ...]] = []
        for node in page.tree.elements() if page.is_html else ():
            if node.tag in RANKS and node.start_tag is not None and node.text:
                self._add(PageHeading(node.start_tag.start, RANKS[node.tag], node.text))
        self._starts = [chain[-1].start for chain in self._above]

    def _add(self, heading: PageHeading) -> None:
        before = self._above[-1] if self._above else ()
        self._above.append((*(one for one in before if one.rank < heading.rank), heading))

    def above(self, offset: int) -> tuple[PageHeading, ...]:
        """The headings of the sections that contain the offset, the highest rank first."""
        number = bisect_right(self._starts, offset)
        return self._above[number - 1] if number else ()

    def sections(self, key: str) -> list[Span]:
        """The sections whose headings have this key, heading included, up to the next of the same or a higher rank.

        >>> page = Page("<h2>Best</h2><b>Emma</b><h2>New</h2><b>Kim</b>")
        >>> [page[span] for span in Headings(page).sections("best")]
        ['<h2>Best</h2><b>Emma</b>']
        """
        every = [chain[-1] for chain in self._above]
        found = [(at, one) for at, one in enumerate(every) if one.key == key]
        following = ([later.start for later in every[at + 1 :] if later.rank <= one.rank] for at, one in found)
        ends = (starts[0] if starts else len(self._page) for starts in following)
        return [Span(one.start, end) for (_, one), end in zip(found, ends, strict=True)]


def key_of(text: str) -> str:
    """The text of a heading, for comparing.

    >>> key_of("Best  sellers: 7")
    'best sellers: #'
    """
    return _NUMBER.sub("#", " ".join(text.split())).rstrip(" :").casefold()


def headings_of(page: Page) -> Headings:
    """The headings of a page, found once and kept as long as its tree.

    >>> headings_of(Page("<b>Emma</b>")).above(3)
    ()
    """
    kept = vars(page.tree)
    if "headings" not in kept:
        kept["headings"] = Headings(page)
    headings: Headings = kept["headings"]
    return headings
