"""What the client is told about a project: all of it at the start, then what has changed.

Legend

    version   which marks of a page a client has: "7" after the event 7, "7d" while these are a draft
    base      the version of a page's marks from which a delta leads to the marks now
    draft     the first answer after an event, before learning is done; the client then asks for what was learned
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from time import perf_counter
from typing import Any, TypeAlias

from unweave import __version__
from unweave.choose.evidence import ChosenWrapper
from unweave.page import LIMIT
from unweave.session import Click, RecordStatement
from unweave.studio.marks import MarkKey, written_marks
from unweave.studio.pages import MOST_ELEMENTS, StudioPage
from unweave.studio.project import Project
from unweave.studio.statements import SIDE_EVENTS, LabelKey, StudioField

BODY_LIMIT = 1 << 20
Bases: TypeAlias = Mapping[str, str]
"""The pages of which a client has the marks, and in which version."""


def described_page(project: Project, page: StudioPage, *, count: bool = True) -> dict[str, Any]:
    """A page for the client."""
    labels = project.labels(page.id)
    marks = project.marks(page.id) if count and project.state.fields else {}
    return {
        **page.to_dict(),
        "page_type": project.page_type(page.id),
        "status": "complete" if page.id in project.state.complete else "partial",
        "n": sum(len(project.spans(name, page.id)) for name in project.fields_on(page.id)) if count else None,
        "pos": sum(sign > 0 for _, sign in labels),
        "neg": sum(sign < 0 for _, sign in labels),
        "conflicts": sum(state == "C" for state in marks.values()),
    }


def described_fields(project: Project, pages: Collection[str]) -> list[dict[str, Any]]:
    """All fields for the client, counted on these pages; in a draft without what only learning tells.

    The fields of each page type are numbered from 1.
    """
    learned = _learned_members(project, pages) if project.is_learned else {}
    numbers = {
        one.id: number
        for name in project.sessions.all
        for number, one in enumerate(project.state.fields_of(name), start=1)
    }
    return [
        _field(project, one, numbers[one.id], pages) | learned.get(one.name, {})
        for one in project.state.fields.values()
    ]


def _field(project: Project, field: StudioField, number: int, pages: Collection[str]) -> dict[str, Any]:
    signs = [sign for _, sign in project.labels(field=field.id)]
    return {
        "id": field.id,
        "number": number,
        "name": field.name,
        "color": field.color,
        "required": field.required,
        "many": field.many,
        "recognizer": field.recognizer,
        "page_type": project.state.field_type(field.id),
        "leads_to": field.leads_to if field.leads_to in project.state.types else None,
        "n": sum(len(project.spans(field.id, page)) for page in pages),
        "pos": sum(sign > 0 for sign in signs),
        "neg": sum(sign < 0 for sign in signs),
        "missing": 0,
        "state": "ok" if signs else "empty",
        "message": "",
        "kept": False,
        "confidence": None,
    }


def _learned_members(project: Project, pages: Collection[str]) -> dict[str, dict[str, Any]]:
    """What learning tells about each field: by its name."""
    found: dict[str, dict[str, Any]] = {}
    for name in project.sessions.all:
        own = [page for page in pages if project.page_type(page) == name]
        found |= _learned_of_type(project, name, own)
    return found


def _learned_of_type(project: Project, page_type: str, pages: Sequence[str]) -> dict[str, dict[str, Any]]:
    session = project.sessions.all[page_type]
    conflicts, problems, has_wrapper = session.conflicts, session.problems, session.wrapper is not None
    rows = [row for page in pages for row in project.rows(page)] if has_wrapper else []
    found: dict[str, dict[str, Any]] = {}
    for one in project.state.fields_of(page_type):
        chosen = session.result.by_field.get(one.name)
        found[one.name] = {"missing": sum(not row.values.get(one.id) for row in rows)}
        if one.name in conflicts:
            found[one.name] |= {"state": "conflict", "message": conflicts[one.name].reason, "kept": True}
        elif one.name in problems:
            found[one.name] |= {"state": "no_rule", "message": problems[one.name]}
        if isinstance(chosen, ChosenWrapper) and (level := chosen.wrapper.origin.confidence.get(one.name)):
            found[one.name]["confidence"] = {"level": level.level, "reasons": list(level.reasons)}
    return found


def described_conflicts(project: Project) -> list[dict[str, Any]]:
    """The statements that contradict each other, for the client."""
    found = []
    for kind, session in project.sessions.all.items():
        for name, conflict in session.conflicts.items():
            said = [_described_statement(project, kind, one, name) for one in conflict.clicks]
            unused = [_described_statement(project, kind, one, name)["seq"] for one in conflict.unused]
            found.append({"field": project.ids[name], "reason": conflict.reason, "statements": said, "unused": unused})
    return found


def _described_statement(
    project: Project, page_type: str, statement: Click | RecordStatement, name: str
) -> dict[str, Any]:
    page = project.pages[project.sessions.page_id(page_type, statement.page)]
    if isinstance(statement, RecordStatement):
        texts = [", ".join(page.page.text(value.span) for value in row) for row in statement.rows]
        rows = " | ".join(texts)
        seq = next((one.seq for one in project.state.rows if one.page == page.id), None)
        return {"seq": seq, "text": f"records on {page.name}: {rows}", "mark": None}
    field = project.ids[statement.field]
    key = LabelKey(page.id, field, *statement.span)
    label = project.state.labels.get(key)
    verb = "is" if statement.wanted else "is not"
    text = f"{page.page.text(statement.span)!r} {verb} {name} on {page.name}"
    mark = written_marks(page, {MarkKey(field, *statement.span): "C"})[0]
    return {"seq": label.seq if label else None, "text": text, "mark": mark}


def record_counts(project: Project, pages: Iterable[str]) -> dict[str, Any]:
    """How many records each page has."""
    counts = {page: len(project.session_of(page).page_records(project.number(page))) for page in pages}
    return {
        "total": sum(counts.values()),
        "pages": counts,
        "proposed": not project.state.rows,
        "layout": next(iter(project.sessions.all.values())).layout,
    }


def described_types(project: Project) -> dict[str, Any]:
    """The page types for the client, and the type of each page; without types there is nothing to say."""
    types = [
        {"id": name, "name": shown, "pages": project.pages_of(name)} for name, shown in project.state.types.items()
    ]
    return {"types": types, "page_types": {page: one["id"] for one in types for page in one["pages"]}}


def _learned(project: Project, pages: Sequence[str]) -> dict[str, Any]:
    """Records and conflicts; None in a draft: the client keeps what it has."""
    if not project.is_learned:
        return {"records": None, "conflicts": None}
    return {"records": record_counts(project, pages), "conflicts": described_conflicts(project)}


def described(project: Project, pages: Sequence[str]) -> dict[str, Any]:
    """The project for the client; values are counted on these pages."""
    shown = [page for page in pages if page in project.pages.pages]
    return {
        "name": project.name,
        "version": __version__,
        "seq": project.seq,
        "draft": not project.is_learned,
        "read_only": project.log.read_only,
        "saved": project.log.saved,
        "undo": len(project.history.done),
        "redo": len(project.history.undone),
        "fields": described_fields(project, shown),
        "pages": [described_page(project, one, count=one.id in shown) for one in project.pages.pages.values()],
        **described_types(project),
        **_learned(project, shown),
        "recognizers": project.recognizers.described(project.pages.pages.values()),
        "rule_version": project.rule_version,
        "limits": {"body": BODY_LIMIT, "page": LIMIT, "elements": MOST_ELEMENTS},
    }


def delta(project: Project, since: int, bases: Bases, **more: Any) -> dict[str, Any]:
    """What has changed since an event, with the changes of the marks of some pages."""
    started = perf_counter()
    shown = [page for page in bases if page in project.pages.pages]
    changes = {page: _page_delta(project, bases[page], page) for page in shown}
    dropped = project.history.dropped
    said = (event for event in reversed(project.log.events) if event["type"] not in SIDE_EVENTS)
    last: Mapping[str, Any] = next(said, {})
    answer = {
        "seq": project.seq,
        "since": since,
        "draft": not project.is_learned,
        "full": since > project.seq,
        "learn_ms": project.learn_ms,
        "fields": described_fields(project, shown),
        "undo": len(project.history.done),
        "redo": len(project.history.undone),
        "rule_version": project.rule_version,
        "pages": changes,
        **described_types(project),
        **_learned(project, shown),
        "page_list": _changed_pages(project, since, shown),
        "made": {},
        "sentence": last.get("sentence", ""),
        "dropped": {"count": len(dropped), "last": dropped[-1] if dropped else None},
        "saved": project.log.saved,
    }
    return {**answer, "apply_ms": round(1000 * (perf_counter() - started)), **more}


def _changed_pages(project: Project, since: int, shown: Collection[str]) -> list[dict[str, Any]] | None:
    """All pages of the project, if some were added, removed or read again."""
    types = {event["type"] for event in project.log.events[since:]} & SIDE_EVENTS
    side = any(one.startswith("page_") for one in types)
    every = project.pages.pages.values()
    return [described_page(project, one, count=one.id in shown) for one in every] if side else None


def _page_delta(project: Project, base: str, name: str) -> dict[str, Any]:
    page, now, before = project.pages[name], project.marks(name), project.marks_of(base, name)
    labels = [sign for _, sign in project.labels(name)]
    old = before or {}
    changed = {key: state for key, state in now.items() if old.get(key) != state}
    found, earlier = (sum(state in "XPU" for state in marks.values()) for marks in (now, old))
    gained = sum(state in "XPU" and old.get(key, "N") not in "XPU" for key, state in now.items())
    return {
        "version": project.version,
        "add": written_marks(page, changed),
        "remove": [list(key) for key in old if key not in now],
        "full": before is None,
        "new": gained if before is not None else 0,
        "gone": earlier - found + gained if before is not None else 0,
        "total": found,
        "status": "complete" if name in project.state.complete else "partial",
        "pos": sum(sign > 0 for sign in labels),
        "neg": sum(sign < 0 for sign in labels),
        "conflicts": sum(state == "C" for state in now.values()),
        "records": [[row.number, *row.extent] for row in project.rows(name)] if project.is_learned else None,
    }
