"""Where a visit gets its pages from.

Legend
    source      gives the page at an address, or raises PageMissing with the reason: saved pages, or the network
    readable    a page that is read when it is needed, so that not all pages of a site are in memory
    moved       an address that leads to another one
    failed      an address that is known to have no page, with the reason
"""

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Protocol

from unweave.errors import PageMissing
from unweave.page import Page
from unweave.sites.address_shapes import canonical_address
from unweave.sites.page_facts import StoredFacts


class PageSource(Protocol):
    """Gives the page at an address or its facts, or raises PageMissing; ``depth`` is how many links lead there."""

    def get(self, address: str, *, depth: int) -> Page | StoredFacts:
        """The page."""


class ReadablePage(Protocol):
    """A page that is read when it is needed, by its address."""

    @property
    def url(self) -> str:
        """Its address."""
        ...

    def read(self) -> Page:
        """The page, or it raises PageMissing."""
        ...


class SavedPages:
    """Pages at hand, or read when they are needed, as a source; equal addresses are those of ``canonical_address``.

    ``failed`` has the reasons for pages that are known not to be there, ``moved`` where addresses lead to others.

    >>> pages = SavedPages([Page("<p>x", url="http://a.org/1")], failed={"http://a.org/2": "HTTP 404"})
    >>> pages.get("http://a.org/1#top", depth=0).url
    'http://a.org/1'
    >>> pages.get("http://a.org/2", depth=0)
    Traceback (most recent call last):
    unweave.errors.PageMissing: http://a.org/2: HTTP 404
    """

    def __init__(
        self,
        pages: Iterable[Page | ReadablePage],
        *,
        failed: Mapping[str, str] | None = None,
        moved: Mapping[str, str] | None = None,
    ) -> None:
        self.pages = {page_key(page): page for page in pages}
        self.failed = {canonical_address(address): reason for address, reason in (failed or {}).items()}
        self.moved = {canonical_address(one): canonical_address(other) for one, other in (moved or {}).items()}

    def get(self, address: str, *, depth: int) -> Page:  # noqa: ARG002  # the protocol's
        """The page, or it raises PageMissing."""
        found = self.pages[self.key_of(address)]
        # without the tree that a visit makes of it: there may be many pages
        return copy(found) if isinstance(found, Page) else found.read()

    def key_of(self, address: str) -> str:
        """What the page at an address is found by, also where the address leads to another one; or PageMissing."""
        key, seen = canonical_address(address), set[str]()
        while key in self.moved and key not in seen:
            seen.add(key)
            key = self.moved[key]
        if key not in self.pages:
            raise PageMissing(address=address, reason=self.failed.get(key, "it is not in the collection"))
        return key


def page_key(page: Page | ReadablePage) -> str:
    """What a page is found by: its address in canonical form, or its name."""
    return canonical_address(page.url or page.name if isinstance(page, Page) else page.url)
