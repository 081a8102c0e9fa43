"""The site of a project: its page types put together as a site program, and the table that this gives on its pages.

Legend
    joined      a row for each record of the type that has the rows, completed from the pages that its links lead to
    hole        a page that a row needs and that could not be had, with the reason; the row is there all the same
    left out    page types that are not in the site program: without a wrapper, or not connected with the rows
    proposed    the page types that the pages look like

A ``StudioSite`` is made while the project's lock is held; all that takes long is computed from it later, without.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.sites import JoinedRow, SavedPages, SiteProgram, VisitReport, next_pages, start_pages, visit
from unweave.sites.address_shapes import canonical_address
from unweave.sites.assembly import KnownType, assembled_site
from unweave.sites.learning import LIST
from unweave.sites.page_sources import page_key
from unweave.sites.recognition import page_shapes, page_test, pagination
from unweave.sites.type_proposals import ProposedType, proposed_types
from unweave.studio.linking import link_proposals, links_between
from unweave.studio.pages import StudioPage
from unweave.studio.project import Project

MOST_ROWS = 20_000
"""Of a joined table so many rows are made at most."""


class PageSet:
    """Pages with their links, and the types that they look like; the same as long as no page comes or goes."""

    def __init__(self, pages: Sequence[StudioPage]) -> None:
        self.pages = list(pages)

    def is_of(self, pages: Sequence[StudioPage]) -> bool:
        """Whether these are the pages."""
        return list(map(id, self.pages)) == list(map(id, pages))

    @cached_property
    def proposed(self) -> list[ProposedType]:
        """The page types that the pages look like."""
        return proposed_types([one.page for one in self.pages], [one.links for one in self.pages])


@dataclass(frozen=True)
class StudioSite:
    """What a project's site is made from, in one version of the project.

    Attributes:
        seq: the last event that is taken into account.
        names: the names of the page types by their ids.
        pages: the pages by their ids, which are also their names.
        next_page: the address of the next page of some pages, as it was said.
        known: the page types that have a wrapper.
        rows: the name of the type that has the rows, if it was said.
        proposals: see ``link_proposals``.
        page_set: the pages, with the types that are proposed for them.
    """

    seq: int
    names: Mapping[str, str]
    pages: Mapping[str, Page]
    pages_of: Mapping[str, Sequence[str]]
    next_page: Mapping[str, str | None]
    known: Sequence[KnownType]
    rows: str | None
    proposals: Sequence[Mapping[str, Any]]
    page_set: PageSet

    @cached_property
    def program(self) -> SiteProgram:
        """The site program; BadInput says why there is none."""
        return assembled_site(self.known, rows=self.rows)

    @cached_property
    def visited(self) -> tuple[list[JoinedRow], VisitReport]:
        """The rows of the joined table, and what happened besides."""
        site, pages, report = self.program, list(self.pages.values()), VisitReport()
        rows = visit(site, SavedPages(pages), start_pages(site, pages), report)
        return [row for row, _ in zip(rows, range(MOST_ROWS), strict=False)], report

    @cached_property
    def _page_at(self) -> dict[str, str]:
        """The id of each page by its address, and by its id."""
        return {page_key(page): name for name, page in self.pages.items()} | {name: name for name in self.pages}

    def pages_of_row(self, row: JoinedRow) -> dict[str, str]:
        """The pages that a row is made from, by the names of their types."""
        found = dict[str, str]()
        waiting = [(self.program.rows, row.page)]
        for kind, address in waiting:
            page = self._page_at.get(canonical_address(address))
            found |= {kind: page} if page else {}
            targets = [(link.to, row.values.get(link.field)) for link in self.program[kind].links if not link.nested]
            waiting += [(to, target) for to, target in targets if isinstance(target, str)]
        return found

    def described(self) -> dict[str, Any]:
        """The proposals, the next pages, and what the site program is or why there is none, for the client."""
        ids, proposed = list(self.pages), [] if self.names else self.page_set.proposed
        return {
            "seq": self.seq,
            "proposed": [{"name": one.name, "pages": [ids[at] for at in one.numbers]} for one in proposed],
            "is_linked": any(one.name == LIST for one in proposed),
            "links": list(self.proposals),
            "next": [entry for name in self.names for entry in self._next(name)],
            "program": self._program(),
        }

    def _program(self) -> dict[str, Any]:
        nothing: dict[str, Any] = {"rows": None, "start": None, "types": [], "left_out": [], "problem": ""}
        if not self.names:
            return nothing
        try:
            site = self.program
        except UnweaveError as problem:
            return {**nothing, "problem": str(problem)}
        ids = {shown: name for name, shown in self.names.items()}
        types = [ids[one.name] for one in site.types]
        left = [name for name in self.names if name not in types]
        return {"rows": ids[site.rows], "start": ids[site.start], "types": types, "left_out": left, "problem": ""}

    def _next(self, name: str) -> Iterator[dict[str, Any]]:
        """For each page of a list that goes on over several pages its next page, and what else it could be."""
        pages = [self.pages[page] for page in self.pages_of[name]]
        said = {page.name for page in pages} & self.next_page.keys()
        try:
            by, pager = pagination(pages, {page_key(self.pages[page]): self.next_page[page] for page in said})
        except UnweaveError:  # what was said of one page contradicts the links of another
            return
        way: Any = by
        keys, links = {page_key(page) for page in pages}, {one.id: one.links for one in self.page_set.pages}
        for page in pages if by != "none" or said else ():
            found = next_pages(page, by=way, pager=pager) if by != "none" else []
            yield {
                "page": page.name,
                "target": next(iter(found), None),
                "to": next((self._page_at.get(canonical_address(one)) for one in found), None),
                "said": page.name in said,
                "choices": list(dict.fromkeys(link.target for link in links[page.name] if link.target in keys)),
            }


def likely_type(project: Project, page: Page) -> str:
    """The page type that a new page looks like; the first one if it looks like none."""
    groups = {name: [project.pages[one].page for one in project.pages_of(name)] for name in project.state.types}
    shapes = iter(page_shapes([page, *(one for some in groups.values() for one in some)])[1:])
    tests = {name: page_test(some, [next(shapes) for _ in some]) for name, some in groups.items() if some}
    accepting = [name for name, test in tests.items() if test.accepts(page)]
    named = [name for name in accepting if tests[name].has_address(page)]
    return max(named or accepting, key=lambda name: tests[name].similarity(page), default=project.state.known_type(""))


def studio_site(project: Project, before: StudioSite | None) -> StudioSite:
    """The site of a project in which everything is learned; its lock is held. ``before`` is an earlier version."""
    state, every = project.state, list(project.pages.pages.values())
    pages = {name: one.by_id for name, one in project.pages.pages.items()}
    pages_of = {name: project.pages_of(name) for name in state.types}
    return StudioSite(
        project.seq,
        dict(state.types),
        pages,
        pages_of,
        {page: target for page, target in state.next_pages.items() if page in pages},
        [one for name in state.types if (one := _known_type(project, name, [pages[page] for page in pages_of[name]]))],
        state.types.get(state.site_rows or ""),
        link_proposals(project, links_between(project)) if state.types else [],
        before.page_set if before and before.page_set.is_of(every) else PageSet(every),
    )


def _known_type(project: Project, name: str, pages: Sequence[Page]) -> KnownType | None:
    """A page type with its wrapper; None while it has none."""
    state, session = project.state, project.sessions.all[name]
    if session.wrapper is None or not pages:
        return None
    have = session.wrapper.schema.names
    links = {
        one.name: state.types[one.leads_to]
        for one in state.fields_of(name)
        if one.leads_to in state.types and one.leads_to is not None and one.name in have
    }
    said = {page_key(page): state.next_pages[page.name] for page in pages if page.name in state.next_pages}
    order = [one.name for one in state.fields_of(name)]
    return KnownType(state.types[name], session.wrapper, pages, links, session.layout == "list", said, order)
