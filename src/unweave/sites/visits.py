"""Running a site program: from start pages over links to the joined rows, wherever the pages come from.

    visit start pages -> follow link fields and next pages -> for each record of a list page a row -> complete the row

Legend
    source      gives the page at an address, or raises PageMissing with the reason: saved pages, or the network
    row         a record of a list page with the values of its detail page
    hole        a page that a row needs and that could not be had: its type, its address and the reason. The row is kept
    chain       the pages of one list, from its first page on over next pages
    ended       why a chain has ended, where the last page did not say so itself

The same function runs saved and live pages, so both give the same rows. A chain of next pages always ends: at a page
that was visited before, at a page that shows nothing new (the same records again, or none), or at a limit. A list that
grows from page to page ("load more") gives each record once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from unweave.errors import PageMissing, UnweaveError
from unweave.page import Page
from unweave.page.address import base_of, joined
from unweave.records import Record
from unweave.sites.address_shapes import canonical_address
from unweave.sites.page_addresses import can_be_followed
from unweave.sites.page_sources import PageSource, SavedPages, page_key
from unweave.sites.pagers import next_pages
from unweave.sites.program import LinkField, PageType, SiteProgram
from unweave.sites.rendering import Rendering
from unweave.tuning import EMPTY_PAGES

LITTLE_TEXT = 200  # characters of a page that its scripts fill: a title, "Loading...", a notice
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
    site: SiteProgram, source: PageSource, starts: Iterable[Page], report: VisitReport | None = None
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


def start_addresses(site: SiteProgram, pages: Iterable[Page]) -> list[str]:
    """The addresses of the pages at which a visit of all rows of a collection begins; each page is looked at once.

    First the pages of the start type, then those of the types after it that no other page may lead to: first pages of
    lists, and at last all others. What an earlier one leads to is not visited again.
    """
    leading = {each.name: number for number, each in enumerate(site.leading)}
    found, followed = dict[str, int](), set[str]()
    for page in pages:
        key, kind = page_key(page), site.type_of(page)
        found.pop(key, None)  # a later page takes the place of an earlier one
        if kind is not None and kind.name in leading:
            found[key] = leading[kind.name]
            if kind.next_pages != "none":
                followed.update(map(canonical_address, _next_targets(kind, page)))
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

    def rows(self, starts: Iterable[Page]) -> Iterator[JoinedRow]:
        leading = {each.name for each in self.site.leading}
        for sent in starts:
            kind, page = self._start(sent)
            if kind is None or kind.name not in leading:
                what = f"a {kind.name} page" if kind else "like no page type of the site"
                self.report.missing.append(
                    Hole(self.site.start, _address(page), f"a visit cannot begin here: it is {what}")
                )
            elif self._is_new(_address(page)):
                yield from self._list(kind, copy(page), depth=0, above={})

    def _start(self, sent: Page) -> tuple[PageType | None, Page]:
        """The type of a start page, and the page: one that is like no type may need a browser."""
        kind = self.site.type_of(sent)
        page = self.report.rendering.read(kind or self.site[self.site.start], sent)
        return kind or self.site.type_of(page), page

    def _is_new(self, address: str) -> bool:
        key = canonical_address(address)
        is_new = key not in self.seen
        self.seen.add(key)
        return is_new

    def _list(self, kind: PageType, page: Page, *, depth: int, above: Mapping[str, Any]) -> Iterator[JoinedRow]:
        """The rows of a page and of its next pages; ``above`` are the values of the records that led to it."""
        chain = _Chain()
        waiting = [(page, depth)]
        while waiting:
            page, depth = waiting.pop(0)
            self.report.count(kind)
            records, reason = self._new_records(kind, page, chain)
            for number, record in records:
                yield from self._followed(kind, page, number, record, depth=depth, above=above)
            targets = _next_targets(kind, page) if kind.next_pages != "none" else []
            if targets and reason:
                self.report.ended.append((_address(page), reason))
                continue
            waiting += [(one, depth + 1) for one in self._pages_at(kind, page, targets, depth + 1)]

    def _pages_at(self, kind: PageType, page: Page, targets: Iterable[str], depth: int) -> Iterator[Page]:
        """The pages at these addresses that were not visited before."""
        for target in targets:
            if not self._is_new(target):
                self.report.ended.append((_address(page), f"{VISITED} ({target})"))
                continue
            found = self._page_of_type(kind, target, depth)
            if isinstance(found, Hole):
                self.report.missing.append(found)
            elif canonical_address(_address(found)) != canonical_address(target) and not self._is_new(_address(found)):
                self.report.ended.append((_address(page), f"{VISITED} ({_address(found)})"))  # after a redirect
            else:
                yield found

    def _page_of_type(self, kind: PageType, address: str, depth: int) -> Page | Hole:
        try:
            page = self.report.rendering.read(kind, self.source.get(address, depth=depth))
        except PageMissing as problem:
            return Hole(kind.name, address, problem.reason)
        if not kind.test.accepts(page):
            return Hole(kind.name, address, f"the page does not look like a {kind.name} page{_browser_note(page)}")
        return page

    def _new_records(self, kind: PageType, page: Page, chain: _Chain) -> tuple[list[tuple[int, Record]], str]:
        """The records of a page that its chain did not show yet, with their numbers; and why the chain ends here."""
        try:
            records = kind.wrapper.extract(page)
        except (UnweaveError, RecursionError) as problem:
            self.report.missing.append(Hole(kind.name, _address(page), str(problem) or "it is nested too deeply"))
            return [], "the page cannot be read"
        keys = tuple(_key(kind, page, record) for record in records)
        chain.empty = 0 if keys else chain.empty + 1
        if chain.empty >= EMPTY_PAGES:
            return [], f"{EMPTY_PAGES} pages in a row have no records"
        if keys and keys in chain.sets:
            return [], "the page shows the same records as a page before"
        grown = len(chain.before) if chain.before and keys[: len(chain.before)] == chain.before else 0
        numbered = list(enumerate(records, start=1))
        new = [
            one
            for at, (one, key) in enumerate(zip(numbered, keys, strict=True))
            if at >= grown and not (key[0] == "link" and key in chain.keys)
        ]
        ended = "the page shows no record that was not shown before" if keys and not new else ""
        chain.before, chain.keys, chain.sets = keys, chain.keys | set(keys), chain.sets | {keys}
        return new, ended

    def _followed(
        self, kind: PageType, page: Page, number: int, record: Record, *, depth: int, above: Mapping[str, Any]
    ) -> Iterator[JoinedRow]:
        """The rows of a record: itself, or those of the list that it leads to."""
        values = dict(above) | self._own_values(kind, page, record)
        if kind.name == self.site.rows:
            start, end = record.extent or (None, None)
            row = JoinedRow(_shown(page), number, values, start, end)
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
        try:
            records = kind.wrapper.extract(page)
            below = {name: [one.to_dict() for one in wrapper.extract(page)] for name, wrapper in kind.lists.items()}
        except (UnweaveError, RecursionError) as problem:
            return _with_hole(row, Hole(kind.name, target, str(problem) or "it is nested too deeply"))
        if link.nested:
            found = [self._own_values(kind, page, record) for record in records]
            return replace(row, values={**row.values, link.nested: found})
        values = [self._own_values(kind, page, record) for record in records[:1]]
        full = any(value not in (None, []) for one in values for value in one.values())
        if kind.wrapper.schema.fields and not full:
            return _with_hole(
                row, Hole(kind.name, target, f"none of its values was found on the page{_browser_note(page)}")
            )
        merged = {**row.values, **below, **(values[0] if values else {})}
        return self._completed(kind, replace(row, values=merged), depth + 1)

    def _own_values(self, kind: PageType, page: Page, record: Record) -> dict[str, Any]:
        """The values of a record, with the addresses of its link fields made absolute."""
        values = record.to_dict()
        for link in kind.links:
            value = values.get(link.field)
            values[link.field] = target if isinstance(value, str) and (target := _target(page, value)) else None
        return values

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


def _key(kind: PageType, page: Page, record: Record) -> tuple[Any, ...]:
    """What tells a record from others of its list: where its link leads, or else its values."""
    values = record.to_dict()
    link = next((values.get(link.field) for link in kind.links), None)
    if isinstance(link, str) and (target := _target(page, link)):
        return ("link", canonical_address(target))
    return ("values", repr(values))


def _target(page: Page, value: str) -> str:
    """The absolute address of a link; "" where it leads to no page."""
    target = joined(base_of(page), value)
    return target if can_be_followed(target) and not value.startswith("#") else ""


def _next_targets(kind: PageType, page: Page) -> list[str]:
    by: Any = kind.next_pages
    return next_pages(page, by=by, pager=kind.pager)


def _browser_note(page: Page) -> str:
    """What to say of a page that has scripts and hardly any text: they may fill it, and scripts are not run."""
    is_empty = "<script" in page.source.lower() and len(page.text((0, len(page)))) < LITTLE_TEXT
    return "; it has scripts and hardly any text, so it may need a browser" if is_empty else ""


def _with_hole(row: JoinedRow, hole: Hole) -> JoinedRow:
    return replace(row, holes=(*row.holes, hole))


def _address(page: Page) -> str:
    return page.url or page.name


def _shown(page: Page) -> str:
    """How a page is named in the result: by its address on the network, else by its file."""
    return page.url if page.url and page.url.startswith(("http:", "https:")) else page.name or page.url or ""
