"""What becomes of each page of a run: its rows, or why it was set aside. The same in every process and on every engine.

Legend

    outcome     of one page: the rows of its records, or the reason why it was set aside
    unlike      "site" or "type" where the page's markup is far from that of the labelled pages, "" where it is not,
                None where it was not compared
    warnings    about the values of a page (``page_warnings``), for some pages of a long run
    sighted     what the wrapper finds on the page, for the verdict on drift at the end of a run; of some pages only
    site page   of a page whose route has a site program: what its rows are joined from at the end of the run
                (``unweave.run.site_pages``)

Whatever happens with a page, even an error of ours, is its outcome: a run may have taken hours.
"""

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from unweave.errors import UnweaveError
from unweave.observations import Observation, observed
from unweave.page import LIMIT, Page
from unweave.page.address import base_of
from unweave.page_warnings import PageWarnings, page_warnings
from unweave.records.typed import types_of_fields
from unweave.run.raw_pages import Moved, RawPage, Unread
from unweave.run.routes import Route, RoutedWrappers
from unweave.run.rows import OutputRow, row_of, writable
from unweave.tuning import (
    CHECKED_PAGES,
    DRIFT_RUN_MOST,
    DRIFT_RUN_PAGES,
    DRIFT_SHARD_ROUTES,
    LOOKED_EVERY,
    SIGNATURE_PAGES,
)
from unweave.verify.page_kinds import PageKind, page_kind
from unweave.wrapper import Wrapper

if TYPE_CHECKING:
    from unweave.sites import SiteProgram

Raw = Generator[RawPage | Unread | Moved, None, int | None]


class SightedPage(msgspec.Struct, frozen=True, array_like=True):
    """What a check needs of a page: what was found there, and the kind of the page.

    Which wrapper it is of is told by the number of its route and, in a site program, by the name of its page type.

    >>> SightedPage(Observation("p1.html"), "empty").kind
    'empty'
    """

    found: Observation
    kind: PageKind
    route: int = 0
    type: str = ""


class SightedPages:
    """Some sighted pages from all over a run, however long it is: at most ``most``, at equal distances.

    >>> pages = SightedPages(most=3)
    >>> for number in range(9):
    ...     pages.add(SightedPage(Observation(f"{number}.html"), "empty"))
    >>> [one.found.page for one in pages.kept]
    ['0.html', '4.html', '8.html']
    """

    def __init__(self, most: int = DRIFT_RUN_MOST) -> None:
        self.kept: list[SightedPage] = []
        self._most, self._seen, self._every = most, 0, 1

    def add(self, page: SightedPage | None) -> None:
        """One more page, if it was sighted; where there are too many, every second is dropped, and of those to come."""
        if page is None:
            return
        if self._seen % self._every == 0:
            self.kept.append(page)
        self._seen += 1
        if len(self.kept) > self._most:
            self.kept, self._every = self.kept[::2], 2 * self._every


class SitePage(msgspec.Struct, frozen=True, array_like=True):
    """What is known of a page of a site program; ``facts`` are those of ``unweave.sites.page_facts``, as JSON.

    >>> SitePage(0, "http://a.org/old", moved="http://a.org/new").kind is None
    True
    """

    route: int
    address: str
    kind: str | None = None
    moved: str = ""
    facts: msgspec.Raw = msgspec.Raw(b"null")


class PageOutcome(msgspec.Struct, frozen=True, array_like=True):
    """The rows of a page, or the reason why it was set aside.

    >>> PageOutcome("p1.html", reason="p1.html: the file is empty").is_used
    False
    """

    page: str
    rows: tuple[OutputRow, ...] = ()
    reason: str | None = None
    unlike: str | None = None
    warnings: PageWarnings | None = None
    sighted: SightedPage | None = None
    site_page: SitePage | None = None

    @property
    def is_used(self) -> bool:
        """Whether it was extracted, with records or without."""
        return self.reason is None


@dataclass(frozen=True, slots=True)
class PageLooks:
    """What is looked at on a page besides its rows: of all pages in a short run, of some in a long one.

    ``compared`` with the labelled pages, ``checked`` for warnings, ``sighted`` for drift. The first page of each shard
    is sighted, of the first few routes in it, so that these pages are from all over the run, whatever its length.

    >>> PageLooks.of(5)
    PageLooks(compared=True, checked=True, sighted=True)
    >>> PageLooks.of(1001), PageLooks.of(1001, begins=True).sighted
    (PageLooks(compared=False, checked=False, sighted=False), True)
    """

    compared: bool = False
    checked: bool = False
    sighted: bool = False

    @classmethod
    def of(cls, number: int, *, begins: bool = False) -> "PageLooks":
        """What is looked at on the page of that number, or on the one with which a shard begins."""
        first = 0 if number % LOOKED_EVERY == 0 else number
        return cls(first < SIGNATURE_PAGES, first < CHECKED_PAGES, number < DRIFT_RUN_PAGES or begins)


NO_LOOKS = PageLooks()


def outcomes(  # a function for every engine: all it needs is handed to it
    wrapper: Wrapper,
    pages: Raw,
    *,
    first: int = 0,
    begins: bool = True,
    limit: int = LIMIT,
    skipped: Mapping[int, str] | None = None,
    end: int | None = None,
) -> Generator[PageOutcome, None, int | None]:
    """The outcome of each page; returns what the pages return.

    ``first`` is about how many pages of the run come before, and ``begins`` whether these are the first of their shard:
    of a long run, only some pages are looked at besides their rows. In a run with routes the pages of each route are
    counted. ``skipped`` has the reasons for pages that are set aside unseen, by their number among these; ``end``
    is the number of the page at which reading stops.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> [outcome.rows[0].values for outcome in outcomes(wrapper, (RawPage("p1.html", b"<b>Kim</b>") for _ in "1"))]
    [{'title': 'Kim'}]
    """
    reasons = skipped or {}
    number = 0
    seen = Counter[int]()
    while number != end:
        try:
            raw = next(pages)
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return]  # what the generator returns
        route = wrapper.route_of(_address(raw)) if isinstance(wrapper, RoutedWrappers) else None
        if route is None and isinstance(wrapper, RoutedWrappers):
            pass  # no part of the run
        elif isinstance(raw, Moved):
            if route is not None and route.site is not None:
                yield _moved(route, raw)
        elif number in reasons:
            yield _aside(raw.name, f"{raw.name}: {reasons[number]}")
        else:
            own = route.number if route is not None else 0
            is_first = begins and own not in seen and len(seen) < DRIFT_SHARD_ROUTES
            looks = PageLooks.of(first + (number if route is None else seen[own]), begins=is_first)
            seen[own] += 1
            yield outcome_of(wrapper, raw, limit=limit, looks=looks)
        number += 1
    return None


def outcome_of(
    wrapper: Wrapper, raw: RawPage | Unread, *, limit: int = LIMIT, looks: PageLooks = NO_LOOKS
) -> PageOutcome:
    """The outcome of one page, with what else is looked at.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> outcome_of(wrapper, RawPage("p2.html", b"")).reason
    'p2.html: the page is empty'
    """
    if isinstance(raw, Unread):
        return _aside(raw.name, raw.reason)
    try:
        page = raw.page(limit=limit)
        route = wrapper.route_of(_address(raw)) if isinstance(wrapper, RoutedWrappers) else None
        if route is not None and route.site is not None:
            return _of_a_site(route, route.site, raw.name, page, is_sighted=looks.sighted)
        signature = wrapper.origin.signature
        unlike = signature.unlike(page) or "" if looks.compared and signature.is_large else None
        records = wrapper.extract(page)
        warnings = page_warnings(wrapper, page, records) if looks.checked else None
        base = base_of(page) if types_of_fields(wrapper.schema) else ""
        rows = [
            row_of(record, page=raw.name, number=number, route=route.number if route else 0, base=base)
            for number, record in enumerate(records, start=1)
        ]
        own = route.wrapper if route is not None and route.wrapper is not None else wrapper
        sighted = sighted_page(own, page, route.number if route else 0) if looks.sighted else None
    except Exception as error:  # noqa: BLE001  # one page must not end a run
        return _aside(raw.name, reason_of(error, raw.name))
    return PageOutcome(writable(raw.name), tuple(rows), None, unlike, warnings, sighted)


def _of_a_site(route: Route, site: "SiteProgram", name: str, page: Page, *, is_sighted: bool) -> PageOutcome:
    from unweave.run.site_pages import site_page  # noqa: PLC0415  # heavy, and few runs have site programs

    found = site_page(site, route.number, page)
    if not is_sighted or found.kind is None:
        return PageOutcome(writable(name), site_page=found)
    sighted = sighted_page(site[found.kind].wrapper, page, route.number, found.kind)
    return PageOutcome(writable(name), site_page=found, sighted=sighted)


def _moved(route: Route, moved: Moved) -> PageOutcome:
    from unweave.run.site_pages import moved_page  # noqa: PLC0415  # the same

    return PageOutcome(writable(moved.name), site_page=moved_page(route.number, moved.name, moved.target))


def sighted_page(wrapper: Wrapper, page: Page, route: int = 0, kind: str = "") -> SightedPage | None:
    """What a check needs of a page; None where the wrapper knows no good pages.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> sighted_page(wrapper, Page("<b>Kim</b>")) is None
    True
    """
    profile = wrapper.origin.site_profile
    if not profile.pages:
        return None
    found = observed(wrapper, page, profile)
    return SightedPage(found, page_kind(page, found, wrapper.origin), route, kind)


def reason_of(error: Exception, page: str) -> str:
    """Why a page was set aside with which there was an error, whatever error it is.

    >>> reason_of(RecursionError(), "p1.html")
    'p1.html: it is nested too deeply'
    >>> reason_of(ZeroDivisionError("division by zero"), "p1.html")
    'p1.html: this is an error of unweave, please report it: ZeroDivisionError: division by zero'
    """
    if isinstance(error, UnweaveError):
        return str(error)
    if isinstance(error, MemoryError):
        return f"{page}: there is not enough memory for it"
    if isinstance(error, RecursionError):
        return f"{page}: it is nested too deeply"
    return f"{page}: this is an error of unweave, please report it: {type(error).__name__}: {error}"


def _address(raw: RawPage | Unread | Moved) -> str:
    return getattr(raw, "url", None) or raw.name


def _aside(page: str, reason: str) -> PageOutcome:
    return PageOutcome(writable(page), (), writable(reason))
