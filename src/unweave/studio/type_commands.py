"""Requests about page types -> events: types are made and renamed, pages are moved, links lead to other types.

As in ``commands``, everything that a request refers to is written out, since the log must not depend on what is
computed later: the pages and the fields of each type, the links that become the first values of a link field.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from unweave.sites.learning import LINK
from unweave.sites.type_proposals import proposed_types
from unweave.studio.linking import row_links
from unweave.studio.naming import checked_name, free_name
from unweave.studio.problems import StudioProblem
from unweave.studio.project import Project

Request: TypeAlias = Mapping[str, Any]
StudioEvent: TypeAlias = dict[str, Any]

FIRST_NAME = "page"
"""The name of the type that all pages have had so far, when the first other one is added."""


def _known_type(project: Project, value: Any) -> str:
    if not isinstance(value, str) or value not in project.state.types:
        raise StudioProblem("not_found", f"there is no page type {value!r}")
    return value


def _new_type(project: Project, number: int, name: str, pages: Sequence[str], fields: Sequence[str]) -> dict[str, Any]:
    return {"page_type": f"t{project.seq + 1}_{number}", "name": name, "pages": list(pages), "fields": list(fields)}


def _types_take(project: Project, _request: Request) -> StudioEvent:
    """The types that the pages look like; a field belongs to the type that has most of its values."""
    pages = list(project.pages.pages.values())
    ids = [one.id for one in pages]
    proposed = proposed_types([one.page for one in pages], [one.links for one in pages])
    if len(proposed) < 2:
        raise StudioProblem("not_supported", "all pages look alike", "add a page type, and move pages to it")
    made = []
    homes = {ids[at]: number for number, one in enumerate(proposed) for at in one.numbers}
    fields: dict[int, list[str]] = {}
    for name in project.state.fields:
        fields.setdefault(_home(project, name, homes), []).append(name)
    for number, one in enumerate(proposed):
        made.append(_new_type(project, number, one.name, [ids[at] for at in one.numbers], fields.get(number, ())))
    counts = ", ".join(f"{one['name']} ({len(one['pages'])})" for one in made)
    return {"page_types": made, "sentence": f"made the page types {counts}"}


def _home(project: Project, field: str, homes: Mapping[str, int]) -> int:
    """The type on whose pages a field has most labels; the first one if there are none."""
    counts = Counter(homes[key.page] for key, label in project.state.labels.items() if _is_of(key, label, field, homes))
    return min(counts, key=lambda number: (-counts[number], number), default=0)


def _is_of(key: Any, label: Any, field: str, homes: Mapping[str, int]) -> bool:
    return key.field == field and label.sign > 0 and key.page in homes


def _moved(project: Project, request: Request) -> list[str]:
    given = request.get("moved", [])
    if not isinstance(given, list):
        raise StudioProblem("bad_request", "'moved' is a list of page ids")
    return [project.pages[page].id for page in given]


def _type_add(project: Project, request: Request) -> StudioEvent:
    """One more type; in a project without types all other pages, and all fields, are of a first one."""
    pages, types = _moved(project, request), project.state.types
    first = [] if types else [page for page in project.pages.pages if page not in pages]
    made = [_new_type(project, 0, FIRST_NAME, first, list(project.state.fields))] if not types else []
    taken = [*types.values(), *(one["name"] for one in made)]
    name = free_name(checked_name(request["name"], "page type") if request.get("name") else "type", taken)
    made.append(_new_type(project, 1, name, pages, ()))
    return {"page_types": made, "sentence": f"added the page type {name}"}


def _type_change(project: Project, request: Request) -> StudioEvent:
    kind = _known_type(project, request.get("page_type"))
    name = checked_name(request.get("name"), "page type")
    if any(shown == name for one, shown in project.state.types.items() if one != kind):
        raise StudioProblem("bad_name", f"another page type has the name {name!r}")
    return {"page_type": kind, "name": name, "sentence": f"page type {project.state.types[kind]} is now {name}"}


def _type_remove(project: Project, request: Request) -> StudioEvent:
    kind = _known_type(project, request.get("page_type"))
    if project.pages_of(kind):
        raise StudioProblem("has_pages", f"{project.state.types[kind]} has pages", "move them to another type first")
    fields = [one.id for one in project.state.fields_of(kind)]
    return {"page_type": kind, "fields": fields, "sentence": f"removed the page type {project.state.types[kind]}"}


def _page_move(project: Project, request: Request) -> StudioEvent:
    kind, pages = _known_type(project, request.get("page_type")), _moved(project, request)
    if not pages:
        raise StudioProblem("bad_request", "'moved' is a list of page ids")
    names = ", ".join(project.pages[page].name for page in pages)
    sentence = f"{names} {'is' if len(pages) == 1 else 'are'} of type {project.state.types[kind]}"
    return {"page_type": kind, "pages": pages, "sentence": sentence}


def _next_page(project: Project, request: Request) -> StudioEvent:
    """The next page of a list page, as its link has it; None: there is none; with ``auto`` it is recognized again."""
    page, target = project.pages[request.get("page")], request.get("target")
    auto = request.get("auto") is True
    if not auto and target is not None and target not in {link.target for link in page.links}:
        raise StudioProblem("not_found", f"no link of {page.name} leads to {target!r}")
    said = "is recognized" if auto else f"is {target}" if target else "does not exist"
    members = {"page": page.id, "target": None if auto else target, "auto": auto}
    return {**members, "sentence": f"the next page of {page.name} {said}"}


def _site_rows(project: Project, request: Request) -> StudioEvent:
    kind = None if request.get("page_type") is None else _known_type(project, request["page_type"])
    said = f"{project.state.types[kind]} page records" if kind else "chosen by the links"
    return {"page_type": kind, "sentence": f"the rows of the joined table are {said}"}


def _link_add(project: Project, request: Request) -> StudioEvent:
    """A field with the links from the records of one type to pages of another."""
    kind, to = _known_type(project, request.get("page_type")), _known_type(project, request.get("to"))
    found = row_links(project, kind, to)
    if not found:
        types = project.state.types
        raise StudioProblem("not_found", f"no link of {types[kind]} pages leads to a {types[to]} page of the project")
    _check_leads(project, kind, to)
    name = free_name(LINK, list(project.names.values()))
    field = f"f{project.seq + 1}"
    labels = [[page, field, *span, 1] for page, spans in found.items() for span in spans]
    new = [{"field": field, "name": name, "page_type": kind, "leads_to": to}]
    return {
        "new_fields": new,
        "labels": labels,
        "sentence": f"added {name}, which leads to {project.state.types[to]} pages",
    }


def leads_to(project: Project, field: str, to: Any) -> StudioEvent:
    """The members of the event that a field leads to pages of another type; it must not lead in a circle."""
    name = project.names[field]
    if to is None:
        return {"field": field, "changes": {"leads_to": None}, "sentence": f"{name} leads nowhere"}
    to = _known_type(project, to)
    _check_leads(project, project.state.field_type(field), to)
    sentence = f"{name} leads to {project.state.types[to]} pages"
    return {"field": field, "changes": {"leads_to": to}, "sentence": sentence}


def _check_leads(project: Project, kind: str, to: str) -> None:
    reached, state = [to], project.state
    for one in reached:
        reached += [each.leads_to for each in state.fields_of(one) if each.leads_to and each.leads_to not in reached]
    if kind in reached:
        message = f"then links would lead from {state.types[to]} pages in a circle"
        raise StudioProblem("bad_request", message, "the next pages of a list need no field: they are recognized")


TYPE_COMMANDS: dict[str, Callable[[Project, Request], StudioEvent]] = {
    "types_take": _types_take,
    "type_add": _type_add,
    "type_change": _type_change,
    "type_remove": _type_remove,
    "page_move": _page_move,
    "next_page": _next_page,
    "site_rows": _site_rows,
    "link_add": _link_add,
}
"""What makes the event of each type of request."""
