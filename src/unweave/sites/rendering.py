"""Which pages of a site need a browser: those whose fields are empty as they were sent, and filled by their scripts.

Legend
    browser     makes of a page what its scripts make of it, and can keep that in the place of what was sent
    empty       a field that every record has by the schema, and that no record of this page has; every field of a page
                that is not like its type
    in vain     a page of which the browser filled no field

Nothing is rendered that is complete as it was sent. The decision is made for each page type: after ``TRIES`` pages in
vain, and none that it helped, pages of the type are empty for another reason, and no more of them are rendered.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from unweave.errors import PageMissing, UnweaveError
from unweave.page import Page
from unweave.sites.page_facts import WHOLE_PAGE, lacking_fields
from unweave.sites.program import PageType

TRIES = 3


class Browser(Protocol):
    """Runs the scripts of pages."""

    def render(self, page: Page) -> Page:
        """The page after its scripts have run, or it raises PageMissing."""

    def keep(self, page: Page) -> None:
        """Keep a rendered page in the place of the page that was sent."""


@dataclass(slots=True)
class Rendering:
    """Reads pages, by the browser where it is needed.

    Attributes:
        browser: what renders; without one, pages are taken as they were sent.
        helped: how many pages of each type the browser filled.
        in_vain: how many it did not.
        empty: how often each field of each type was empty in the end.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> wrapper = learn([Example.from_values(Page("<h1>Emma</h1><b>$5</b>"), [{"title": "Emma", "price": "$5"}])])
    >>> rendering = Rendering()
    >>> rendering.read(PageType("detail", wrapper), Page("<h1>Kim</h1><b></b>")).source
    '<h1>Kim</h1><b></b>'
    >>> rendering.empty
    {('detail', 'price'): 1}
    """

    browser: Browser | None = None
    helped: dict[str, int] = field(default_factory=dict)
    in_vain: dict[str, int] = field(default_factory=dict)
    empty: dict[tuple[str, str], int] = field(default_factory=dict)

    def read(self, kind: PageType, page: Page) -> Page:
        """The page, or what the browser makes of it if that fills fields that are empty otherwise."""
        lacking = empty_fields(kind, page)
        if lacking and self.browser is not None and self._may_help(kind):
            page, lacking = self._rendered(self.browser, kind, page, lacking)
        self.count_empty(kind, lacking)
        return page

    def count_empty(self, kind: PageType, names: Iterable[str]) -> None:
        """Count the fields that a page of this type lacks in the end."""
        for name in sorted(names):
            self.empty[kind.name, name] = self.empty.get((kind.name, name), 0) + 1

    def _may_help(self, kind: PageType) -> bool:
        return kind.name in self.helped or self.in_vain.get(kind.name, 0) < TRIES

    def _rendered(
        self, browser: Browser, kind: PageType, page: Page, lacking: frozenset[str]
    ) -> tuple[Page, frozenset[str]]:
        try:
            rendered = browser.render(page)
        except PageMissing:
            rendered = page
        still = empty_fields(kind, rendered)
        counts = self.helped if still < lacking else self.in_vain
        counts[kind.name] = counts.get(kind.name, 0) + 1
        if not still < lacking:
            return page, lacking
        browser.keep(rendered)
        return rendered, still


def empty_fields(kind: PageType, page: Page) -> frozenset[str]:
    """The fields of a page type that every record has by the schema, and that no record of this page has.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> sorted(empty_fields(PageType("list", wrapper), Page("<i>Kim</i>")))
    ['title']
    """
    if not kind.test.accepts(page):
        return frozenset({*lacking_fields(kind, ()), WHOLE_PAGE})
    try:
        records = kind.wrapper.extract(page)
    except (UnweaveError, RecursionError):
        records = []
    return frozenset(lacking_fields(kind, records))
