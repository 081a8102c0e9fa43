"""The table of records: a window of it, sorted and filtered, with the counts of each facet."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from unweave.studio.marks import FACETS, MarkKey, TableRow, odd_values, written_row
from unweave.studio.problems import StudioProblem
from unweave.studio.project import Project

MOST_ROWS = 1000


def table_window(project: Project, given: Mapping[str, str]) -> dict[str, Any]:
    """The rows that a client asks for, and the counts of all."""
    kind = project.page_type(given["page"]) if given.get("page") else project.state.known_type(given.get("page_type"))
    fields = [one.id for one in project.state.fields_of(kind)]
    pages = [given["page"]] if given.get("page") else project.pages_of(kind)
    rows = [row for page in pages for row in project.rows(page)]
    _add_facets(project, rows)
    matching = [row for row in rows if _matches(row, given)]
    matching = _sorted(project, matching, given)
    offset, limit = _number(given, "offset", 0), min(_number(given, "limit", 200), MOST_ROWS)
    shown = matching[offset : offset + limit]
    flags = project.state.flags
    counts = Counter(facet for row in rows for facet in row.facets)
    return {
        "seq": project.seq,
        "total": len(rows),
        "matching": len(matching),
        "offset": offset,
        "fields": fields,
        "facets": {facet: counts[facet] for facet in FACETS},
        "fill": {name: sum(bool(row.values.get(name)) for row in rows) for name in fields},
        "rows": [
            written_row(project.pages[row.page], row, fields, project.marks(row.page), (row.page, _start(row)) in flags)
            for row in shown
        ],
    }


def _start(row: TableRow) -> int:
    return min((span.start for spans in row.values.values() for span in spans), default=row.extent.start)


def _add_facets(project: Project, rows: list[TableRow]) -> None:
    odd = odd_values(rows)
    fields = {name for row in rows for name in project.fields_on(row.page)}
    needed = {name for name in fields if project.state.fields[name].required} or fields
    new = {page: project.changed_since(page, project.seq - 1) for page in {row.page for row in rows}}
    for row in rows:
        keys = [MarkKey(name, *span) for name, spans in row.values.items() for span in spans]
        states = {project.marks(row.page).get(key, "X") for key in keys}
        found = {
            "missing": any(not row.values.get(name) for name in needed),
            "odd": any(text in odd.get(name, ()) for name, texts in row.texts.items() for text in texts),
            "uncertain": "U" in states,
            "new": any(key in new[row.page] for key in keys),
            "flagged": (row.page, _start(row)) in project.state.flags,
            "conflict": "C" in states,
        }
        row.facets.clear()
        row.facets.update(name for name, holds in found.items() if holds)


def _matches(row: TableRow, given: Mapping[str, str]) -> bool:
    facet, text = given.get("facet"), given.get("q", "").casefold()
    if facet and facet not in FACETS:
        raise StudioProblem("bad_request", f"there is no facet {facet!r}; there are {', '.join(FACETS)}")
    if facet and facet not in row.facets:
        return False
    return not text or any(text in one.casefold() for texts in row.texts.values() for one in texts)


def _sorted(project: Project, rows: list[TableRow], given: Mapping[str, str]) -> list[TableRow]:
    by = given.get("sort") or "page"
    if by == "page":
        return rows[::-1] if given.get("order") == "desc" else rows
    if by not in project.state.fields:
        raise StudioProblem("not_found", f"there is no field {by!r}")
    return sorted(rows, key=lambda row: _key(row.texts.get(by, ())), reverse=given.get("order") == "desc")


def _key(texts: tuple[str, ...]) -> tuple[int, float, str]:
    """Missing values first, then numbers by their size, then texts."""
    if not texts:
        return (0, 0.0, "")
    digits = "".join(one for one in texts[0] if one.isdecimal() or one in ".-")
    try:
        return (1, float(digits), texts[0].casefold())
    except ValueError:
        return (2, 0.0, texts[0].casefold())


def _number(given: Mapping[str, str], name: str, default: int) -> int:
    text = given.get(name) or str(default)
    if not text.isdecimal() or len(text) > 9:
        raise StudioProblem("bad_request", f"{name!r} is {text!r}, which is no number")
    return int(text)
