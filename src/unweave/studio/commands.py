"""Requests -> events: units and row numbers become spans, which the log keeps.

Every function takes the project and the members of a request, and returns the event without its number. What the log
says must not depend on what a learner finds, so everything that a request refers to is written out: the values of a
row, the values that are accepted together.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from unweave.errors import BadInput
from unweave.page import Span
from unweave.records.grouping import Value
from unweave.session.rows import Row
from unweave.session.session import merged, moved, split
from unweave.studio.naming import checked_name, free_name, inferred_name
from unweave.studio.pages import StudioPage
from unweave.studio.problems import StudioProblem
from unweave.studio.project import Project
from unweave.studio.statements import FieldValue, LabelKey, of_type
from unweave.studio.type_commands import TYPE_COMMANDS, leads_to
from unweave.studio.units import LocatedUnit, visible

Request: TypeAlias = Mapping[str, Any]
StudioEvent: TypeAlias = dict[str, Any]


def event_of(project: Project, request: Request) -> StudioEvent:
    """The event of a request; StudioProblem where it cannot be done."""
    kind = request.get("type")
    if kind == "pin_rule":
        raise StudioProblem("not_supported", "a rule cannot be edited by hand", "change it by accepting and rejecting")
    if kind not in COMMANDS:
        raise StudioProblem("bad_request", f"{kind!r} is no type of event; there are {', '.join(COMMANDS)}")
    event = COMMANDS[str(kind)](project, request)
    return {"type": kind, "id": _text(request, "id", ""), **event}


def _text(request: Request, name: str, default: str | None = None) -> str:
    value = request.get(name, default)
    if not isinstance(value, str) or len(value) > 10_000:
        raise StudioProblem("bad_request", f"{name!r} is missing, or is no text")
    return value


def _flag(request: Request, name: str) -> bool:
    value = request.get(name, False)
    if not isinstance(value, bool):
        raise StudioProblem("bad_request", f"{name!r} is {value!r}, which is neither true nor false")
    return value


def _field(project: Project, request: Request, name: str = "field") -> str:
    value = request.get(name)
    if not isinstance(value, str) or value not in project.state.fields:
        raise StudioProblem("not_found", f"there is no field {value!r}")
    return value


def check_type(project: Project, page: StudioPage, field: str) -> None:
    """``other_type`` if a field belongs to another page type than a page."""
    kind, own = project.state.field_type(field), project.page_type(page.id)
    if kind != own:
        types = project.state.types
        message = f"{project.names[field]} is a field of {types[kind]} pages, and {page.name} is a {types[own]} page"
        raise StudioProblem("other_type", message, "choose a field of this page type, or move the page")


def _label(project: Project, request: Request) -> StudioEvent:
    page = project.pages[request.get("page")]
    sign = request.get("sign", 1)
    if sign not in {1, -1, 0} or isinstance(sign, bool):
        raise StudioProblem("bad_request", f"'sign' is {sign!r}; it is 1, -1 or 0")
    located = _located(page, request.get("unit"), request.get("value"))
    new: list[dict[str, str]] = []
    if request.get("field") is None:
        if sign != 1:
            raise StudioProblem("bad_request", "'field' is missing: only an accepted value makes a new field")
        taken = list(project.names.values())
        new = [
            {
                "field": _new_id(project),
                "name": inferred_name(page.page, located.span, _attribute(located), taken=taken),
                **of_type(project.page_type(page.id)),
            }
        ]
    field = new[0]["field"] if new else _field(project, request)
    shown = new[0]["name"] if new else project.names[field]
    if not new and sign:
        check_type(project, page, field)
    if sign < 0 and not _flag(request, "force"):
        _check_rejectable(project, page, field, located.span)
    labels = [[page.id, field, *located.span, sign]]
    if sign > 0:
        labels = [*_replaced(project, page.id, field, located.span), *labels]
    if request.get("instead_of") is not None:
        labels.insert(0, [page.id, _field(project, request, "instead_of"), *located.span, 0])
    verb = {1: "accepted", -1: "rejected", 0: "removed the label of"}[sign]
    sentence = f"{verb} {_short(located.value)} as {shown} on {page.name}"
    return {"page": page.id, "field": field, "labels": labels, "new_fields": new, "sentence": sentence}


def _located(page: StudioPage, unit: Any, value: Any) -> LocatedUnit:
    if not isinstance(unit, Mapping):
        raise StudioProblem("bad_request", "'unit' is missing")
    located = page.units.located(unit)
    if value is not None and (not isinstance(value, str) or visible(value) != visible(located.value)):
        message = f"the unit has the text {_short(located.value)}, not {_short(str(value))}"
        raise StudioProblem("value_differs", message, "reload the page view, or use the raw view")
    return located


def _attribute(located: LocatedUnit) -> str:
    return str(located.unit.get("attr", "")) if located.unit["kind"] == "attr" else ""


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


def _new_id(project: Project) -> str:
    return f"f{project.seq + 1}"


def _replaced(project: Project, page: str, field: str, span: Span) -> list[list[Any]]:
    """Labels of the field inside or around the new value: it takes their place."""
    return [
        [*key, 0]
        for key, sign in project.labels(page, field)
        if sign > 0 and key[2:] != span and Span(key.start, key.end).overlaps(span)
    ]


def _check_rejectable(project: Project, page: StudioPage, field: str, span: Span) -> None:
    if LabelKey(page.id, field, *span) in project.state.labels:
        return
    if span in project.recognizers.suggestions(page, [field]).get(field, ()):
        return
    if not project.is_learned and span in project.spans(field, page.id):
        return
    try:
        project.session_of(page.id).check_extracted(project.number(page.id), project.names[field], span)
    except BadInput as error:
        raise StudioProblem("not_extracted", error.reason, "send it with force to keep it") from error


def _bulk_accept(project: Project, request: Request) -> StudioEvent:
    page, field = project.pages[request.get("page")], _field(project, request)
    check_type(project, page, field)
    units = request.get("units")
    if units == "extracted":
        spans = list(project.spans(field, page.id))
    elif units == "suggested":
        spans = project.recognizers.suggestions(page, [field]).get(field, [])
    elif isinstance(units, list):
        spans = [_located(page, unit, None).span for unit in units]
    else:
        raise StudioProblem("bad_request", '\'units\' is a list of units, "extracted" or "suggested"')
    labels = [[page.id, field, *span, 1] for span in sorted(set(spans))]
    sentence = f"accepted {len(labels)} values as {project.names[field]} on {page.name}"
    return {"page": page.id, "field": field, "labels": labels, "sentence": sentence}


def _page_status(project: Project, request: Request) -> StudioEvent:
    page, status = project.pages[request.get("page")], request.get("status")
    if status not in {"partial", "complete"}:
        raise StudioProblem("bad_request", f"'status' is {status!r}; it is partial or complete")
    event: StudioEvent = {"page": page.id, "status": status, "sentence": f"{page.name} is {status}"}
    if status == "complete" and _flag(request, "accept"):
        rows = [_values(project, row) for row in project.session_of(page.id).rows(project.number(page.id))]
        labels = [[page.id, *value, 1] for row in rows for value in row]
        event |= {"labels": labels, "sentence": f"accepted {len(labels)} values, and {page.name} is complete"}
        if len(project.fields_on(page.id)) > 1:
            event["rows"] = [[list(value) for value in row] for row in rows]
    return event


def _values(project: Project, row: Row) -> list[FieldValue]:
    ids = project.ids
    return [FieldValue(ids[value.field], *value.span) for value in row if value.field in ids]


def _field_add(project: Project, request: Request) -> StudioEvent:
    taken = list(project.names.values())
    name = request.get("name")
    shown = free_name(checked_name(name), taken) if name else free_name(f"field {len(taken) + 1}", taken)
    kind = of_type(project.state.known_type(_text(request, "page_type", "")))
    return {"field": _new_id(project), "name": shown, **kind, "sentence": f"added the field {shown}"}


def _field_change(project: Project, request: Request) -> StudioEvent:
    field = _field(project, request)
    changes: dict[str, Any] = {}
    if "name" in request:
        others = [name for one, name in project.names.items() if one != field]
        name = checked_name(request["name"])
        if name in others:
            raise StudioProblem("bad_name", f"another field has the name {name!r}")
        changes["name"] = name
    if "color" in request:
        if type(request["color"]) is not int or not 0 <= request["color"] < 1000:
            raise StudioProblem("bad_request", "'color' is a number from 0 to 999")
        changes["color"] = request["color"]
    changes |= {name: _flag(request, name) for name in ("required", "many") if name in request}
    if "recognizer" in request:
        changes["recognizer"] = None if request["recognizer"] is None else _text(request, "recognizer")
    if "leads_to" in request:
        return leads_to(project, field, request["leads_to"])
    said = ", ".join(f"{name} is {value!r}" for name, value in changes.items())
    return {"field": field, "changes": changes, "sentence": f"field {project.names[field]}: {said}"}


def _field_remove(project: Project, request: Request) -> StudioEvent:
    field = _field(project, request)
    return {"field": field, "sentence": f"removed the field {project.names[field]}"}


def _field_order(project: Project, request: Request) -> StudioEvent:
    fields = request.get("fields")
    if not isinstance(fields, list) or sorted(map(str, fields)) != sorted(project.state.fields):
        raise StudioProblem("bad_request", "'fields' has the ids of all fields, each once")
    return {"fields": fields, "sentence": "changed the order of the fields"}


def _rows_event(project: Project, page: StudioPage, rows: Sequence[Row], sentence: str) -> StudioEvent:
    written = [[list(value) for value in _values(project, row)] for row in rows]
    return {"page": page.id, "rows": [row for row in written if row], "sentence": f"{sentence} on {page.name}"}


def _row(known: Sequence[Row], number: Any) -> int:
    if type(number) is not int or not 1 <= number <= len(known):
        raise StudioProblem("not_found", f"the page has no row {number!r}; it has {len(known)}")
    return number - 1


def _value(project: Project, request: Request, given: Any) -> Value:
    if not isinstance(given, Mapping) or type(given.get("start")) is not int or type(given.get("end")) is not int:
        raise StudioProblem("bad_request", "a value has 'field', 'start' and 'end'")
    name = project.names[_field(project, given)]
    page = project.pages[request.get("page")].page
    if not 0 <= given["start"] < given["end"] <= len(page):
        raise StudioProblem("bad_request", "a value has 'field', 'start' and 'end'")
    return Value(name, Span(given["start"], given["end"]))


def _known_rows(project: Project, request: Request) -> tuple[StudioPage, list[Row]]:
    page = project.pages[request.get("page")]
    return page, project.session_of(page.id).rows(project.number(page.id))


def _record_split(project: Project, request: Request) -> StudioEvent:
    page, known = _known_rows(project, request)
    number = _row(known, request.get("row"))
    at = _value(project, request, request.get("at"))
    if at not in known[number]:
        raise StudioProblem("not_found", f"row {number + 1} does not have this value")
    return _rows_event(project, page, split(known, number, at), f"split row {number + 1}")


def _record_merge(project: Project, request: Request) -> StudioEvent:
    page, known = _known_rows(project, request)
    given = request.get("rows")
    if not isinstance(given, list) or len(given) < 2:
        raise StudioProblem("bad_request", "'rows' has the numbers of two rows or more")
    numbers = [_row(known, number) for number in given]
    said = " and ".join(str(number + 1) for number in sorted(numbers))
    return _rows_event(project, page, merged(known, numbers), f"rows {said} are one record")


def _move_value(project: Project, request: Request) -> StudioEvent:
    page, known = _known_rows(project, request)
    value, to = _value(project, request, request.get("value")), request.get("to")
    text = _short(page.page.text(value.span))
    if to is None:
        labels = [[page.id, project.ids[value.field], *value.span, -1]]
        return {"page": page.id, "labels": labels, "sentence": f"{text} belongs to no record on {page.name}"}
    target = None if to == "new" else _row(known, to)
    where = "a record of its own" if target is None else f"row {target + 1}"
    return _rows_event(project, page, moved(known, value, target), f"moved {text} to {where}")


def _record_together(project: Project, request: Request) -> StudioEvent:
    page = project.pages[request.get("page")]
    given = request.get("values")
    if not isinstance(given, list) or not given:
        raise StudioProblem("bad_request", "'values' is a list of values")
    row = tuple(_value(project, request, one) for one in given)
    return _rows_event(project, page, [row], f"{len(row)} values are one record")


def _record_start(project: Project, request: Request) -> StudioEvent:
    page, known = _known_rows(project, request)
    value = _value(project, request, request.get("value"))
    number = next((at for at, row in enumerate(known) if value in row), None)
    rows = [(value,)] if number is None else split(known, number, value)
    return _rows_event(project, page, rows, f"a record begins with {_short(page.page.text(value.span))}")


def _row_flag(project: Project, request: Request) -> StudioEvent:
    page, known = _known_rows(project, request)
    number, flag = _row(known, request.get("row")), _flag(request, "flag")
    sentence = f"{'flagged' if flag else 'removed the flag of'} row {number + 1} on {page.name}"
    return {"page": page.id, "start": known[number][0].span.start, "flag": flag, "sentence": sentence}


COMMANDS: dict[str, Callable[[Project, Request], StudioEvent]] = {
    "label": _label,
    "bulk_accept": _bulk_accept,
    "page_status": _page_status,
    "field_add": _field_add,
    "field_change": _field_change,
    "field_remove": _field_remove,
    "field_order": _field_order,
    "record_split": _record_split,
    "record_merge": _record_merge,
    "move_value": _move_value,
    "record_together": _record_together,
    "record_start": _record_start,
    "row_flag": _row_flag,
    **TYPE_COMMANDS,
}
"""What makes the event of each type of request."""

AT_ONCE = frozenset(
    {
        *("label", "field_add", "field_change", "field_remove", "field_order"),
        *("types_take", "type_add", "type_change", "type_remove", "page_move", "next_page", "site_rows"),
    }
)
"""The types of request that do not depend on what was learned: they need not wait for it."""
