"""Running a site program: from start pages over links to the joined rows, wherever the pages come from.

    visit start pages -> follow link fields and next pages -> for each record of a list page a row -> complete the row

Legend
    source      gives the page at an address, or raises PageMissing with the reason: saved pages, the network, or the
                facts of pages that were read before (``page_facts``)
    row         a record of a list page with the values of its detail page
    hole        a page that a row needs and that could not be had: its type, its address and the reason. The row is kept
    chain       the pages of one list, from its first page on over next pages
    ended       why a chain has ended, where the last page did not say so itself

The same function runs saved and live pages, so both give the same rows. A chain of next pages always ends: at a page
that was visited before, at a page that shows nothing new (the same records again, or none), or at a limit. A list that
grows from page to page ("load more") gives each record once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from unweave.errors import PageMissing
from unweave.page import Page
from unweave.sites.address_shapes import canonical_address
from unweave.sites.page_facts import FoundRecord, PageAtHand, PageFacts, SeenPage, StoredFacts
from unweave.sites.page_sources import PageSource, SavedPages
from unweave.sites.program import LinkField, PageType, SiteProgram
from unweave.sites.rendering import Rendering
from unweave.tuning import EMPTY_PAGES

VISITED = "it leads to a page that was visited before"


@dataclass(frozen=True, slots=True)
class Hole:
    """A page that a row needs and that could not be had.

    >>> str(Hole("detail", "http://a.org/7", "it is not in the collection"))
    'detail: it is not in the collection (http://a.org/7)'
    """

    type: str
    address: str
    reason: str

    def __str__(self) -> str:
        return f"{self.type}: {self.reason} ({self.address})" if self.address else f"{self.type}: {self.reason}"


@dataclass(frozen=True, slots=True)
class JoinedRow:
    """A row of the result: the page and the number of its record there, its values, and its holes.

    >>> JoinedRow("http://a.org/list", 1, {"title": "Emma"}).holes
    ()
    """

    page: str
    number: int
    values: Mapping[str, Any]
    start: int | None = None
    end: int | None = None
    holes: tuple[Hole, ...] = ()


@dataclass(slots=True)
class VisitReport:
    """What happened on a visit besides its rows.

    Attributes:
        visited: the pages that were read, by type.
        missing: pages on the way to the rows that could not be had; each may have held rows.
        ended: the last page of each chain that did not end by itself, and why it ended.
        rendering: the browser for pages that are empty without one, which pages it filled, and what was still empty.
    """

    visited: dict[str, int] = field(default_factory=dict)
    missing: list[Hole] = field(default_factory=list)
    ended: list[tuple[str, str]] = field(default_factory=list)
    rendering: Rendering = field(default_factory=Rendering)

    def count(self, kind: PageType) -> None:
        """One more page of a type."""
        self.visited[kind.name] = self.visited.get(kind.name, 0) + 1


def visit(
    site: SiteProgram, source: PageSource, starts: Iterable[Page | StoredFacts], report: VisitReport | None = None
) -> Iterator[JoinedRow]:
    """The rows of a site, from these pages on, in the order in which a reader meets them.

    A start page may be of any type from ``site.start`` to ``site.rows``; one that was visited already is skipped.
    ``report`` gets what happened besides.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> page = Page("<b>Emma</b><b>Kim</b>", url="http://a.org/")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> [row.values["title"] for row in visit(site, SavedPages([page]), [page])]
    ['Emma', 'Kim']
    """
    return _Visit(site, source, VisitReport() if report is None else report).rows(starts)


def start_pages(site: SiteProgram, pages: Sequence[Page]) -> list[Page]:
    """The pages at which a visit of all rows of these pages begins (``start_addresses``)."""
    known = SavedPages(pages)
    return [known.get(address, depth=0) for address in start_addresses(site, pages)]


def start_addresses(site: SiteProgram, pages: Iterable[Page | StoredFacts]) -> list[str]:
    """The addresses of the pages at which a visit of all rows of a collection begins; each page is looked at once.

    First the pages of the start type, then those of the types after it that no other page may lead to: first pages of
    lists, and at last all others. What an earlier one leads to is not visited again.
    """
    leading = {each.name: number for number, each in enumerate(site.leading)}
    found, followed = dict[str, int](), set[str]()
    for given in pages:
        page = given if isinstance(given, StoredFacts) else PageAtHand(site, given)
        key, name = canonical_address(page.address), page.type
        found.pop(key, None)  # a later page takes the place of an earlier one
        if name is not None and name in leading:
            found[key] = leading[name]
            followed.update(map(canonical_address, page.next_pages(site[name])))
    return sorted(found, key=lambda address: (found[address], address in followed))


@dataclass(slots=True)
class _Chain:
    """The records of a list so far: what was shown on the page before, and which rows there have been."""

    before: tuple[Any, ...] = ()
    keys: set[Any] = field(default_factory=set)
    sets: set[Any] = field(default_factory=set)
    empty: int = 0


class _Visit:
    def __init__(self, site: SiteProgram, source: PageSource, report: VisitReport) -> None:
        self.site = site
        self.source = source
        self.report = report
        self.seen: set[str] = set()

    def rows(self, starts: Iterable[Page | StoredFacts]) -> Iterator[JoinedRow]:
        leading = {each.name for each in self.site.leading}
        for sent in starts:
            kind, page = self._start(sent)
            if kind is None or kind.name not in leading:
                what = f"a {kind.name} page" if kind else "like no page type of the site"
                self.report.missing.append(
                    Hole(self.site.start, page.address, f"a visit cannot begin here: it is {what}")
                )
            elif self._is_new(page.address):
                yield from self._list(kind, page, depth=0, above={})

    def _start(self, sent: Page | StoredFacts) -> tuple[PageType | None, SeenPage]:
        """The type of a start page, and the page: one that is like no type may need a browser."""
        name = sent.type if isinstance(sent, StoredFacts) else PageAtHand(self.site, sent).type
        page = self._seen_page(self.site[name or self.site.start], sent)
        name = name or page.type
        return self.site[name] if name else None, page

    def _seen_page(self, kind: PageType, sent: Page | StoredFacts) -> SeenPage:
        """The page, by a browser where it needs one; of a stored page the facts were found before."""
        if isinstance(sent, StoredFacts):
            self.report.rendering.count_empty(kind, sent.empty(kind))
            return sent
        return PageAtHand(self.site, self.report.rendering.read(kind, sent))

    def _is_new(self, address: str) -> bool:
        key = canonical_address(address)
        is_new = key not in self.seen
        self.seen.add(key)
        return is_new

    def _list(self, kind: PageType, page: SeenPage, *, depth: int, above: Mapping[str, Any]) -> Iterator[JoinedRow]:
        """The rows of a page and of its next pages; ``above`` are the values of the records that led to it."""
        chain = _Chain()
        waiting = [(page, depth)]
        while waiting:
            page, depth = waiting.pop(0)
            self.report.count(kind)
            facts = page.facts(kind)
            records, reason = self._new_records(kind, page.address, facts, chain)
            for number, record in records:
                yield from self._followed(kind, page, number, record, depth=depth, above=above)
            if facts.next_pages and reason:
                self.report.ended.append((page.address, reason))
                continue
            waiting += [(one, depth + 1) for one in self._pages_at(kind, page, facts.next_pages, depth + 1)]

    def _pages_at(self, kind: PageType, page: SeenPage, targets: Iterable[str], depth: int) -> Iterator[SeenPage]:
        """The pages at these addresses that were not visited before."""
        for target in targets:
            if not self._is_new(target):
                self.report.ended.append((page.address, f"{VISITED} ({target})"))
                continue
            found = self._page_of_type(kind, target, depth)
            if isinstance(found, Hole):
                self.report.missing.append(found)
            elif canonical_address(found.address) != canonical_address(target) and not self._is_new(found.address):
                self.report.ended.append((page.address, f"{VISITED} ({found.address})"))  # after a redirect
            else:
                yield found

    def _page_of_type(self, kind: PageType, address: str, depth: int) -> SeenPage | Hole:
        try:
            page = self._seen_page(kind, self.source.get(address, depth=depth))
        except PageMissing as problem:
            return Hole(kind.name, address, problem.reason)
        if not page.accepted(kind):
            return Hole(kind.name, address, f"the page does not look like a {kind.name} page{page.note}")
        return page

    def _new_records(
        self, kind: PageType, address: str, facts: PageFacts, chain: _Chain
    ) -> tuple[list[tuple[int, FoundRecord]], str]:
        """The records of a page that its chain did not show yet, with their numbers; and why the chain ends here."""
        if facts.problem:
            self.report.missing.append(Hole(kind.name, address, facts.problem))
            return [], "the page cannot be read"
        keys = tuple(record.key(kind) for record in facts.records)
        chain.empty = 0 if keys else chain.empty + 1
        if chain.empty >= EMPTY_PAGES:
            return [], f"{EMPTY_PAGES} pages in a row have no records"
        if keys and keys in chain.sets:
            return [], "the page shows the same records as a page before"
        grown = len(chain.before) if chain.before and keys[: len(chain.before)] == chain.before else 0
        numbered = list(enumerate(facts.records, start=1))
        new = [
            one
            for at, (one, key) in enumerate(zip(numbered, keys, strict=True))
            if at >= grown and not (key[0] == "link" and key in chain.keys)
        ]
        ended = "the page shows no record that was not shown before" if keys and not new else ""
        chain.before, chain.keys, chain.sets = keys, chain.keys | set(keys), chain.sets | {keys}
        return new, ended

    def _followed(
        self, kind: PageType, page: SeenPage, number: int, record: FoundRecord, *, depth: int, above: Mapping[str, Any]
    ) -> Iterator[JoinedRow]:
        """The rows of a record: itself, or those of the list that it leads to."""
        values = dict(above) | record.values
        if kind.name == self.site.rows:
            row = JoinedRow(page.shown, number, values, record.start, record.end)
            yield self._shaped(self._completed(kind, row, depth + 1))
            return
        for link in kind.links:
            target = values.get(link.field)
            below = self.site[link.to]
            kept = {name: value for name, value in values.items() if name in self.site.schema and name != link.field}
            for found in self._pages_at(below, page, [target] if target else [], depth + 1):
                yield from self._list(below, found, depth=depth + 1, above=kept)

    def _completed(self, kind: PageType, row: JoinedRow, depth: int) -> JoinedRow:
        """The row with the values of the pages that its links lead to."""
        for link in kind.links:
            row = self._joined(row, link, depth)
        return row

    def _joined(self, row: JoinedRow, link: LinkField, depth: int) -> JoinedRow:
        kind, target = self.site[link.to], row.values.get(link.field)
        if not target:
            return _with_hole(row, Hole(kind.name, "", "the row has no link to it"))
        page = self._page_of_type(kind, target, depth)
        if isinstance(page, Hole):
            return _with_hole(row, page)
        self.report.count(kind)
        facts = page.facts(kind)
        if facts.problem:
            return _with_hole(row, Hole(kind.name, target, facts.problem))
        if link.nested:
            return replace(row, values={**row.values, link.nested: [record.values for record in facts.records]})
        values = facts.records[0].values if facts.records else {}
        if kind.wrapper.schema.fields and not any(value not in (None, []) for value in values.values()):
            return _with_hole(row, Hole(kind.name, target, f"none of its values was found on the page{page.note}"))
        return self._completed(kind, replace(row, values={**row.values, **facts.lists, **values}), depth + 1)

    def filled(self, row: JoinedRow) -> JoinedRow:
        """A row with its holes filled as far as their pages can be had now."""
        return self._shaped(self._completed(self.site.row_type, replace(row, holes=()), 1))

    def _shaped(self, row: JoinedRow) -> JoinedRow:
        return replace(row, values={name: row.values.get(name) for name in self.site.schema.names})


def fill_holes(site: SiteProgram, source: PageSource, row: JoinedRow) -> JoinedRow:
    """A row of an earlier run, with its holes filled as far as their pages can be had now.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> page = Page("<b>Emma</b><b>Kim</b>", url="http://a.org/")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> fill_holes(site, SavedPages([]), JoinedRow("p", 1, {"title": "Emma"})).values
    {'title': 'Emma'}
    """
    return _Visit(site, source, VisitReport()).filled(row) if row.holes else row


def _with_hole(row: JoinedRow, hole: Hole) -> JoinedRow:
    return replace(row, holes=(*row.holes, hole))
