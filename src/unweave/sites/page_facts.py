"""What a visit needs to know of a page: found on the page when it is asked for, or stored when the page was read.

Legend
    facts       of a page for one page type: the records with absolute links, the nested lists, the next pages
    seen page   a page of a visit: its address, its type, and its facts for the types that it may be of. A page at hand
                finds them when they are asked for (``PageAtHand``); where many processes read the pages of a site, they
                store them (``StoredFacts``), and the rows are joined when all pages are read

A stored page has the facts for all types that accept it, since only the link that leads to it tells which is wanted.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.page.address import base_of, joined
from unweave.records import Record
from unweave.sites.address_shapes import canonical_address
from unweave.sites.page_addresses import can_be_followed
from unweave.sites.pagers import next_pages
from unweave.sites.program import PageType, SiteProgram

WHOLE_PAGE = ""  # in the place of a field: the page is not like its type
LITTLE_TEXT = 200  # characters of a page that its scripts fill: a title, "Loading...", a notice


class FoundRecord(msgspec.Struct, frozen=True, array_like=True):
    """A record of a page: its values, with the addresses of link fields made absolute, and where it is.

    >>> FoundRecord({"title": "Emma", "link": "http://a.org/1"}).values["title"]
    'Emma'
    """

    values: dict[str, Any]
    start: int | None = None
    end: int | None = None

    def key(self, kind: PageType) -> tuple[str, str]:
        """What tells a record from others of its list: where its link leads, or else its values."""
        link = next((self.values.get(link.field) for link in kind.links), None)
        return ("link", canonical_address(link)) if isinstance(link, str) else ("values", repr(self.values))


class PageFacts(msgspec.Struct, frozen=True, array_like=True):
    """What a page has, read as a page of one type; ``problem`` is why its records could not be extracted.

    ``empty`` are the fields that every record has by the schema, and that no record of the page has.

    >>> PageFacts(problem="p1.html: the page is empty").records
    ()
    """

    records: tuple[FoundRecord, ...] = ()
    lists: dict[str, list[dict[str, Any]]] = {}
    next_pages: tuple[str, ...] = ()
    problem: str = ""
    empty: tuple[str, ...] = ()


class SeenPage(Protocol):
    """A page of a visit."""

    @property
    def address(self) -> str:
        """Its address, or its name where it has none."""
        ...

    @property
    def shown(self) -> str:
        """How it is named in the result."""
        ...

    @property
    def type(self) -> str | None:
        """The name of its page type; None if it is like none."""
        ...

    @property
    def note(self) -> str:
        """What to say where it is not what it should be."""
        ...

    def accepted(self, kind: PageType) -> bool:
        """Whether it may be of this type."""
        ...

    def facts(self, kind: PageType) -> PageFacts:
        """What it has as a page of this type."""
        ...


class PageAtHand:
    """A page whose facts are found when they are asked for.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> page = Page("<b>Emma</b><b>Kim</b>", url="http://a.org/")
    >>> wrapper = LR().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> seen = PageAtHand(site, page)
    >>> seen.type, [record.values["title"] for record in seen.facts(site["list"]).records]
    ('list', ['Emma', 'Kim'])
    """

    def __init__(self, site: SiteProgram, page: Page) -> None:
        self.site, self.page = site, page

    @property
    def address(self) -> str:
        """Its address, or its name where it has none."""
        return self.page.url or self.page.name

    @property
    def shown(self) -> str:
        """How it is named in the result: by its address on the network, else by its file."""
        url = self.page.url or ""
        return url if url.startswith(("http:", "https:")) else self.page.name or url

    @property
    def type(self) -> str | None:
        """The name of its page type; None if it is like none."""
        kind = self.site.type_of(self.page)
        return kind.name if kind else None

    @property
    def note(self) -> str:
        """What to say of a page that has scripts and hardly any text: they may fill it, and scripts are not run."""
        page = self.page
        is_empty = "<script" in page.source.lower() and len(page.text((0, len(page)))) < LITTLE_TEXT
        return "; it has scripts and hardly any text, so it may need a browser" if is_empty else ""

    def accepted(self, kind: PageType) -> bool:
        """Whether it may be of this type."""
        return kind.test.accepts(self.page)

    def facts(self, kind: PageType) -> PageFacts:
        """What it has as a page of this type: next pages if it is on the way to the rows, nested lists if it is not."""
        is_leading = any(kind.name == each.name for each in self.site.leading)
        following = tuple(self.next_pages(kind)) if is_leading else ()
        try:
            extracted = kind.wrapper.extract(self.page)
            records = tuple(self._found(kind, record) for record in extracted)
            below = {} if is_leading else {name: self._list(wrapper) for name, wrapper in kind.lists.items()}
        except (UnweaveError, RecursionError) as problem:
            reason = str(problem) or "it is nested too deeply"
            return PageFacts(next_pages=following, problem=reason, empty=lacking_fields(kind, ()))
        return PageFacts(records, below, following, empty=lacking_fields(kind, extracted))

    def next_pages(self, kind: PageType) -> list[str]:
        """The addresses of the next pages of its list."""
        by: Any = kind.next_pages
        return next_pages(self.page, by=by, pager=kind.pager) if by != "none" else []

    def _list(self, wrapper: Any) -> list[dict[str, Any]]:
        return [one.to_dict() for one in wrapper.extract(self.page)]

    def _found(self, kind: PageType, record: Record) -> FoundRecord:
        values = record.to_dict()
        for link in kind.links:
            value = values.get(link.field)
            values[link.field] = target if isinstance(value, str) and (target := self._target(value)) else None
        start, end = record.extent or (None, None)
        return FoundRecord(values, start, end)

    def _target(self, value: str) -> str:
        """The absolute address of a link; "" where it leads to no page."""
        target = joined(base_of(self.page), value)
        return target if can_be_followed(target) and not value.startswith("#") else ""


def lacking_fields(kind: PageType, records: Sequence[Record]) -> tuple[str, ...]:
    """The fields of a page type that every record has by the schema, and that none of these records has.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> lacking_fields(PageType("list", wrapper), ())
    ('title',)
    """
    wanted = [each.name for each in kind.wrapper.schema.fields if not each.optional]
    return tuple(name for name in wanted if not any(record.get(name) for record in records))


class StoredFacts(msgspec.Struct, frozen=True, array_like=True):
    """A page with its facts, as a process that has read it stores them.

    >>> StoredFacts("http://a.org/1", "http://a.org/1", "list", {"list": PageFacts(next_pages=("http://a.org/2",))}).type
    'list'
    """

    address: str
    shown: str
    type: str | None
    known: dict[str, PageFacts] = {}
    note: str = ""

    @classmethod
    def of(cls, site: SiteProgram, page: Page) -> "StoredFacts":
        """The facts of a page for all types that accept it."""
        seen = PageAtHand(site, page)
        known = {kind.name: seen.facts(kind) for kind in site.types if seen.accepted(kind)}
        return cls(seen.address, seen.shown, seen.type, known, seen.note)

    def accepted(self, kind: PageType) -> bool:
        """Whether it may be of this type."""
        return kind.name in self.known

    def next_pages(self, kind: PageType) -> list[str]:
        """The addresses of the next pages of its list."""
        return list(self.facts(kind).next_pages)

    def empty(self, kind: PageType) -> tuple[str, ...]:
        """The fields that it lacks as a page of this type; besides them ``WHOLE_PAGE`` where it is not of this type."""
        return self.facts(kind).empty if self.accepted(kind) else (*lacking_fields(kind, ()), WHOLE_PAGE)

    def facts(self, kind: PageType) -> PageFacts:
        """What it has as a page of this type."""
        return self.known.get(kind.name, PageFacts(problem=f"it was not read as a {kind.name} page"))
