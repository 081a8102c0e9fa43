"""Site programs in a run with routes: what workers store of each page, and the rows that are joined at the end.

Legend
    site page   what a worker stores of a page of a site program: the route, the address, the page type by its content,
                and its facts (``unweave.sites.page_facts``); or where the address leads to, of a redirect
    first pass  workers read all pages, in any order, and extract them
    second pass when all pages are read: from list pages over links to rows, as ``unweave extract SITE.json`` joins them

Between the two the facts are in a database on disk, so that only the addresses of list pages are in memory.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

import msgspec

from unweave.errors import PageMissing
from unweave.page import Page
from unweave.run.outcomes import PageOutcome, SitePage
from unweave.run.routes import RoutedWrappers
from unweave.run.rows import OutputRow, writable
from unweave.run.run_summary import Problem, RunCounter
from unweave.run.site_rows import output_row, output_schema
from unweave.sites import Hole, SiteProgram, VisitReport, start_addresses, visit
from unweave.sites.address_shapes import canonical_address
from unweave.sites.page_facts import StoredFacts

TABLE = "create table pages (route, address, kind, moved, facts, primary key (route, address))"
ADD = "insert or replace into pages values (?, ?, ?, ?, ?)"
FIND = "select moved, facts from pages where route = ? and address = ?"
LEADING = "select facts from pages where route = ? and kind = ? order by rowid"


def site_page(site: SiteProgram, route: int, page: Page) -> SitePage:
    """What is stored of a page of a site program.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> from unweave.sites import PageType
    >>> page = Page("<b>Emma</b><b>Kim</b>", url="http://a.org/#top")
    >>> wrapper = LR().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> found = site_page(site, 3, page)
    >>> found.route, found.address, found.kind
    (3, 'http://a.org/', 'list')
    """
    facts = StoredFacts.of(site, page)
    stored = msgspec.Raw(msgspec.json.encode(facts))
    return SitePage(route, canonical_address(facts.address), facts.type, facts=stored)


def moved_page(route: int, url: str, target: str) -> SitePage:
    """What is stored of an address that leads to another one.

    >>> moved_page(3, "http://a.org/old", "http://a.org/new#top").moved
    'http://a.org/new'
    """
    return SitePage(route, canonical_address(url), moved=canonical_address(target))


def join_sites(routes: RoutedWrappers, found: Iterable[PageOutcome], counter: RunCounter) -> None:
    """Take all outcomes of a run, and then the joined rows of its site programs."""
    with closing(StoredPages()) as pages:
        for outcome in found:
            if outcome.site_page is None:
                counter.add(outcome)
            else:
                pages.add(outcome.site_page)
                counter.add_site_page(outcome)
        for row, missing in pages.rows(routes):
            for hole in missing:
                counter.list_problem(Problem(writable(hole.address), writable(f"{hole.type}: {hole.reason}")))
            if row is not None:
                counter.add_joined(row, has_hole=bool(missing))


class StoredPages:
    """The site pages of a run, in a database on disk that is gone when it is closed."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("")  # a file of its own, without a name
        self._database.execute("pragma journal_mode = off")
        self._database.execute(TABLE)

    def add(self, page: SitePage) -> None:
        """Keep a page; a later one with the same address takes the place of it."""
        self._database.execute(ADD, (page.route, page.address, page.kind, page.moved, bytes(page.facts)))

    def close(self) -> None:
        """Forget all pages."""
        self._database.close()

    def rows(self, routes: RoutedWrappers) -> Iterator[tuple[OutputRow | None, Sequence[Hole]]]:
        """The joined rows of all site programs, one route after the other, each with its holes.

        In the place of a row is None for pages on the way to rows that could not be had.
        """
        for number, route in enumerate(routes.routes):
            if route.site is not None:
                yield from self._rows(number, route.name, route.site)

    def _rows(self, route: int, name: str, site: SiteProgram) -> Iterator[tuple[OutputRow | None, Sequence[Hole]]]:
        schema = output_schema(site)
        source, report = StoredSource(self._database, route), VisitReport()
        starts = (source.get(one, depth=0) for one in start_addresses(site, self._leading(route, site)))
        for row in visit(site, source, starts, report):
            yield output_row(row, schema, kind=name, route=route), row.holes
            yield None, _drained(report)
        yield None, _drained(report)

    def _leading(self, route: int, site: SiteProgram) -> Iterator[StoredFacts]:
        for kind in site.leading:
            for (facts,) in self._database.execute(LEADING, (route, kind.name)):
                yield msgspec.json.decode(facts, type=StoredFacts)


class StoredSource:
    """The stored pages of a route, as a source of pages for a visit."""

    def __init__(self, database: sqlite3.Connection, route: int) -> None:
        self._database, self._route = database, route

    def get(self, address: str, *, depth: int) -> StoredFacts:  # noqa: ARG002  # the protocol's
        """The facts of the page, or it raises PageMissing."""
        key, seen = canonical_address(address), set[str]()
        while key not in seen:
            seen.add(key)
            found = self._database.execute(FIND, (self._route, key)).fetchone()
            if found is None:
                break
            moved, facts = found
            if not moved:
                return msgspec.json.decode(facts, type=StoredFacts)
            key = moved
        raise PageMissing(address=address, reason="it is not in the collection")


def _drained(report: VisitReport) -> Sequence[Hole]:
    """What the report has so far; it is emptied, for a visit of millions of pages may have many."""
    missing, report.missing, report.ended = report.missing, [], []
    return missing
