"""The joined table of a project for the client and as a file: rows over links, holes with their reasons.

A cell says where its value is: the page, and its place there, so that a click can lead to it. A cell of a page that
could not be had says why.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from unweave.errors import UnweaveError
from unweave.run.sinks import open_sink
from unweave.run.site_rows import output_row, output_schema
from unweave.sites import JoinedRow, SavedPages, SiteProgram, dump_site, start_pages, visit
from unweave.studio.exporting import project_file
from unweave.studio.problems import StudioProblem
from unweave.studio.project import Project
from unweave.studio.site import StudioSite
from unweave.summaries import value_text

MOST_SHOWN = 1000
FORMATS = ("csv", "json", "jsonl")
SHOWN_MISSING = 20


def checked_program(site: StudioSite) -> SiteProgram:
    """The site program, or ``cannot_export`` with the reason."""
    if not site.names:
        message = "the project has no page types, and so no site"
        raise StudioProblem("cannot_export", message, "make page types, and let a link field lead from one to another")
    try:
        return site.program
    except UnweaveError as problem:
        raise StudioProblem("cannot_export", str(problem)) from problem


def joined_window(project: Project, site: StudioSite, *, offset: int, limit: int) -> dict[str, Any]:
    """A part of the joined table; the project's lock is held, and the rows are computed already."""
    program = checked_program(site)
    rows, report = site.visited
    ids = project.ids
    fields = [
        {"name": name, "field": ids.get(name), "source": program.sources.get(name, program.rows)}
        for name in program.schema.names
    ]
    shown = rows[offset : offset + min(limit, MOST_SHOWN)]
    return {
        "seq": site.seq,
        "total": len(rows),
        "offset": offset,
        "holes": sum(bool(row.holes) for row in rows),
        "fields": fields,
        "fill": {name: sum(row.values.get(name) not in (None, []) for row in rows) for name in program.schema.names},
        "visited": report.visited,
        "missing": [str(one) for one in report.missing[:SHOWN_MISSING]],
        "ended": [f"{page}: {reason}" for page, reason in report.ended[:SHOWN_MISSING]],
        "rows": [_row(project, site, row, fields) for row in shown],
    }


def _row(project: Project, site: StudioSite, row: JoinedRow, fields: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    pages = site.pages_of_row(row)
    reasons = _reasons(site.program, row)
    return {
        "page": pages.get(site.program.rows),
        "row": row.number,
        "holes": [str(hole) for hole in row.holes],
        "cells": [
            {
                "text": "" if row.values.get(one["name"]) is None else value_text(row.values[one["name"]]),
                "hole": reasons.get(one["source"], ""),
                **_place(project, site, row, one, pages.get(one["source"])),
            }
            for one in fields
        ],
    }


def _reasons(site: SiteProgram, row: JoinedRow) -> dict[str, str]:
    """Why there are no values of a page type in a row; a page that is not there leads to no other."""
    found = {hole.type: str(hole) for hole in row.holes}
    waiting = list(found)
    for kind in waiting:
        below = [link.to for link in site[kind].links if link.to not in found]
        found |= dict.fromkeys(below, found[kind])
        waiting += below
    return found


def _place(
    project: Project, site: StudioSite, row: JoinedRow, field: Mapping[str, Any], page: str | None
) -> dict[str, Any]:
    """The page of a value and its span there, as far as they are known."""
    if page is None or field["field"] is None:
        return {"page": page, "span": None}
    rows = project.rows(page)
    at = row.number - 1 if field["source"] == site.program.rows else 0
    spans = rows[at].values.get(field["field"], ()) if at < len(rows) else ()
    return {"page": page, "span": list(spans[0]) if spans else None}


def joined_file(project: Project, site: StudioSite, form: str) -> dict[str, Any]:
    """The joined table as a file, as ``unweave extract`` writes it."""
    if form not in FORMATS:
        raise StudioProblem("bad_request", f"there is no format {form!r}; there are {', '.join(FORMATS)}")
    program = checked_program(site)
    schema, pages = output_schema(program), [one.page for one in project.pages.pages.values()]
    with TemporaryDirectory() as folder:
        out = Path(folder, f"rows.{form}")
        with open_sink(out, schema, spreadsheet_safe=form == "csv") as write:
            for row in visit(program, SavedPages(pages), start_pages(program, pages)):
                write(output_row(row, schema))
        return project_file(project, form, out.read_text(encoding="utf-8"), stem=".joined")


def site_file(project: Project, site: StudioSite) -> dict[str, Any]:
    """The site program as a file."""
    program = checked_program(site)
    with TemporaryDirectory() as folder:
        out = Path(folder, "site.json")
        dump_site(program, out)
        return project_file(project, "json", out.read_text(encoding="utf-8"), stem=".site")
