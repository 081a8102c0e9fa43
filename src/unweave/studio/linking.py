"""The links between the page types of a project: which fields have them, and which links belong to which records.

Legend
    leads       pages of one type have more links to pages of the other than these have back (``sites.type_proposals``)
    proposal    that a field leads to a type, since its values are addresses of pages of that type; or, where no field
                has these links, that one is added
    row         a record; the link that belongs to it is the one that has the smallest element with one of its values
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from unweave.page import Span
from unweave.session.rows import roles_of
from unweave.sites.linked_pages import SourceLink
from unweave.sites.type_proposals import type_links
from unweave.studio.marks import TableRow
from unweave.studio.pages import StudioPage
from unweave.studio.project import Project

SHOWN_LINKS = 3
"""Where nothing was accepted on the pages of a type, so many links become the first values of a link field."""

TypeLinks = dict[tuple[str, str], dict[str, list[SourceLink]]]


def links_between(project: Project) -> TypeLinks:
    """Which page type leads to which, with the links of each page."""
    pages = list(project.pages.pages.values())
    at = {one.id: number for number, one in enumerate(pages)}
    types = list(project.state.types)
    groups = [[at[page] for page in project.pages_of(name)] for name in types]
    found = type_links([one.page for one in pages], groups, [one.links for one in pages])
    return {
        (types[one], types[to]): {pages[number].id: links for number, links in some.items()}
        for (one, to), some in found.items()
    }


def link_proposals(project: Project, between: TypeLinks) -> list[dict[str, Any]]:
    """What may lead where: a field whose values are such links, or (``field`` is null) one that is to be added."""
    state = project.state
    found = []
    for (kind, to), pages in between.items():
        if not any(one.leads_to == to for one in state.fields_of(kind)):
            targets = {page: {link.span for link in links} for page, links in pages.items()}
            counts = {one.id: _count(project, one.id, targets) for one in state.fields_of(kind) if not one.leads_to}
            best = max(counts, key=lambda name: counts[name], default=None)
            field = best if best is not None and counts[best] else None
            count = counts[field] if field else sum(len({link.target for link in some}) for some in pages.values())
            found.append({"page_type": kind, "to": to, "field": field, "count": count})
    return found


def _count(project: Project, field: str, targets: Mapping[str, set[Span]]) -> int:
    return sum(span in spans for page, spans in targets.items() for span in project.spans(field, page))


def row_links(project: Project, kind: str, to: str) -> dict[str, list[Span]]:
    """The links to pages of another type that belong to records with accepted values; else the first few links."""
    pages = links_between(project).get((kind, to), {})
    roles = {_role(project.pages[page], link) for page, links in pages.items() for link in links}
    found = {page: _belonging(project, project.pages[page], roles) for page in project.pages_of(kind)}
    found = {page: spans for page, spans in found.items() if spans}
    if found or not pages:
        return found
    page, links = next(iter(pages.items()))
    return {page: [link.span for link in _first_of_each(links)][:SHOWN_LINKS]}


def _role(page: StudioPage, link: SourceLink) -> tuple[str, ...]:
    return roles_of(page.page).roles[page.page.tree.smallest(link.span).index]


def _belonging(project: Project, page: StudioPage, roles: Collection[tuple[str, ...]]) -> list[Span]:
    """The links of the records with accepted values: of those with such a role. Their pages need not be here."""
    links = [link for link in page.links if _role(page, link) in roles]
    labelled = {(key.field, key.start, key.end) for key, sign in project.labels(page.id) if sign > 0}
    rows = [row for row in project.rows(page.id) if any((name, *span) in labelled for name, span in _values(row))]
    return [_link_of(page, [span for _, span in _values(row)], links).span for row in rows if links]


def _link_of(page: StudioPage, values: Sequence[Span], links: Sequence[SourceLink]) -> SourceLink:
    """The link of a record: in the smallest element that a value and a link are in, the nearest one."""
    inside = {index for span in values for index in _around(page, span)}

    def nearness(link: SourceLink) -> tuple[int, int]:
        common = sum(index in inside for index in _around(page, link.span))
        return -common, min(_gap(link.span, span) for span in values)

    return min(links, key=nearness)


def _around(page: StudioPage, span: Span) -> list[int]:
    """The elements around a span."""
    node = page.page.tree.smallest(span)
    return [one.index for one in (node, *node.ancestors())]


def _gap(one: Span, other: Span) -> int:
    return max(one.start - other.end, other.start - one.end, 0)


def _first_of_each(links: Iterable[SourceLink]) -> list[SourceLink]:
    """The first link to each page."""
    found: dict[str, SourceLink] = {}
    for link in links:
        found.setdefault(link.target, link)
    return list(found.values())


def _values(row: TableRow) -> list[tuple[str, Span]]:
    return [(name, span) for name, spans in row.values.items() for span in spans]
