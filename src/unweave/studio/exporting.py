"""Exports of a project: rules in other languages with their verdicts, the wrapper, the data, what was said."""

import io
import json
import re
import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from unweave.combined import Combined
from unweave.errors import BadInput, CannotCompile, DoesNotFit, UnweaveError
from unweave.page import Page
from unweave.records import Example, example_to_data
from unweave.regions import RegionsWrapper
from unweave.run.rows import row_of
from unweave.run.sinks import open_sink
from unweave.store import dumps
from unweave.studio.event_log import NAME as EVENTS
from unweave.studio.pages import FOLDER
from unweave.studio.problems import StudioProblem
from unweave.studio.project import Project
from unweave.targets.export import check, export
from unweave.wrapper import Wrapper

TARGETS = {
    "xpath": "xpath",
    "css": "css",
    "regex": "regex",
    "python": "python",
    "scrapy": "scrapy",
    "page-object": "web-poet",
}
ENDINGS = {"xpath": "txt", "css": "txt", "regex": "txt", "python": "py", "scrapy": "py", "page-object": "py"}
EXPRESSIONS = frozenset({"xpath", "css", "regex"})
TYPES = {
    "csv": "text/csv",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "py": "text/x-python",
    "txt": "text/plain",
}
CHECKED_PAGES = 12
"""An export is run on so many pages at most to compare it with the wrapper."""


def rule(project: Project, name: str, form: str, page_type: str = "") -> dict[str, Any]:
    """The rule of a field, or with "record" of all fields of a page type, in one of the formats, with a verdict."""
    shown = None if name == "record" else _field_name(project, name)
    kind = project.state.known_type(page_type) if shown is None else project.state.field_type(name)
    wrapper = _wrapper(project, kind)
    if form not in {"words", "json", *TARGETS}:
        known = ", ".join(("words", "json", *TARGETS))
        raise StudioProblem("bad_request", f"there is no format {form!r}; there are {known}")
    answer = {"format": form, "rule_version": project.rule_version, "expressible": True, "reason": "", "verdict": None}
    if form == "words":
        return {**answer, "text": words(wrapper, shown)}
    if form == "json":
        return {**answer, "text": dumps(_part(wrapper, shown)).decode()}
    pages = _pages(project, kind)
    wrapper = exportable(wrapper, pages)
    try:
        text = written(wrapper, shown, form, pages)
    except (CannotCompile, BadInput) as problem:
        return {**answer, "text": "", "expressible": False, "reason": problem.reason}
    return {**answer, "text": text, "verdict": verdict(wrapper, form, pages)}


def _wrapper(project: Project, page_type: str) -> Wrapper:
    wrapper = project.wrapper(page_type)
    if wrapper is None:
        raise StudioProblem("not_found", "there is no rule yet", "accept a value first")
    return wrapper


def _field_name(project: Project, name: str) -> str:
    if name not in project.names:
        raise StudioProblem("not_found", f"there is no field {name!r}")
    shown = project.names[name]
    if shown not in project.session_with(name).wrappers:
        raise StudioProblem("not_found", f"there is no rule for {shown} yet", "accept one of its values first")
    return shown


def _pages(project: Project, page_type: str) -> list[Page]:
    """The pages of a type, with their ids as names."""
    pages = project.pages_of(page_type)[:CHECKED_PAGES]
    return [project.pages[name].by_id for name in pages]


def _part(wrapper: Wrapper, name: str | None) -> Wrapper:
    if name is None or not isinstance(wrapper, Combined):
        return wrapper
    return next((part for part in wrapper.parts if name in part.schema), wrapper)


def exportable(wrapper: Wrapper, pages: Sequence[Page]) -> Wrapper:
    """The wrapper, or what is left of it without rules that only regions have, if that finds the same on the pages.

    A wrapper by regions has several rules for a field, of which the first is used wherever it finds something. The
    others are often parts of texts that no other language can describe.
    """
    if not isinstance(wrapper, RegionsWrapper):
        return wrapper
    with suppress(CannotCompile):
        wrapper.program()
        return wrapper
    simple = replace(wrapper, rules={name: some[:1] for name, some in wrapper.rules.items()})
    return simple if all(_records(simple, page) == _records(wrapper, page) for page in pages) else wrapper


def _records(wrapper: Wrapper, page: Page) -> list[dict[str, Any]] | None:
    try:
        return [record.to_dict() for record in wrapper.extract(page)]
    except DoesNotFit:
        return None


def words(wrapper: Wrapper, name: str | None) -> str:
    """The rules in words, one statement a line."""
    explained = _part(wrapper, name).explain()
    kept = [one for one in explained.statements if name is None or one.field in {"", name}]
    lines = [f"{one.field}: {one.text}" if one.field else one.text for one in kept]
    return "\n".join([explained.title, *lines])


def written(wrapper: Wrapper, name: str | None, form: str, pages: Sequence[Page]) -> str:
    """The rules in another language; CannotCompile where they cannot be written so."""
    found = export(_part(wrapper, name) if form in EXPRESSIONS else wrapper, to=TARGETS[form], pages=pages)
    if isinstance(found, str):
        return found
    if name is not None and name in found:
        return found[name]
    return "\n".join(f"{field}: {text}" for field, text in found.items())


def verdict(wrapper: Wrapper, form: str, pages: Sequence[Page]) -> dict[str, Any]:
    """What comes out when the export is run in its own engine on the pages."""
    answer: dict[str, Any] = {"checked": True, "same": len(pages), "pages": len(pages), "differing": [], "reason": ""}
    try:
        found = check(wrapper, pages, to=TARGETS[form])
    except UnweaveError as problem:
        return {**answer, "checked": False, "same": 0, "reason": str(getattr(problem, "reason", problem))}
    differing = [{"page": page, "fields": list(fields)} for page, fields in found.items()]
    return {**answer, "same": len(pages) - len(differing), "differing": differing}


def exported(project: Project, what: str, form: str, *, anyway: bool, page_type: str = "") -> dict[str, Any]:
    """An export as a file, of one page type where there are several.

    ``lossy`` if it gives other values than the wrapper and ``anyway`` was not said.
    """
    kind = project.state.known_type(page_type)
    makers = {"rule": _rule_file, "wrapper": _wrapper_file, "data": _data, "examples": _examples, "events": _events}
    if what == "project":
        return project_file(project, "zip", b64encode(_zip(project)).decode(), "application/zip", "base64")
    if what not in makers:
        raise StudioProblem("bad_request", f"there is no export {what!r}; there are {', '.join((*makers, 'project'))}")
    made: dict[str, Any] = makers[what](project, form, kind)
    given = made.get("verdict") or {}
    made["lossy"] = bool(given.get("differing"))
    if made["lossy"] and not anyway:
        pages = ", ".join(one["page"] for one in given["differing"])
        reason = f"as {form} the rules give other values on {pages}"
        raise StudioProblem("lossy", reason, "export it anyway, or choose another format", verdict=given)
    return made


def project_file(
    project: Project, ending: str, content: str, kind: str = "", encoding: str = "text", stem: str = ""
) -> dict[str, Any]:
    """A file for the client, named after the project."""
    name = re.sub(r"[^\w.-]+", "-", project.name).strip("-.") or "project"
    return {
        "name": f"{name}{stem}.{ending}",
        "type": kind or TYPES[ending],
        "encoding": encoding,
        "content": content,
        "lossy": False,
        "verdict": None,
    }


def _stem(project: Project, page_type: str) -> str:
    """What tells the files of one page type from those of the others."""
    name = re.sub(r"[^\w-]+", "-", project.state.types.get(page_type, "")).strip("-")
    return f".{name}" if name else ""


def _rule_file(project: Project, form: str, page_type: str) -> dict[str, Any]:
    if form not in TARGETS:
        raise StudioProblem("bad_request", f"there is no format {form!r}; there are {', '.join(TARGETS)}")
    pages = _pages(project, page_type)
    wrapper = exportable(_wrapper(project, page_type), pages)
    try:
        text = written(wrapper, None, form, pages)
    except (CannotCompile, BadInput) as problem:
        raise StudioProblem("cannot_export", problem.reason, "export the wrapper as JSON") from problem
    stem = _stem(project, page_type) + (f".{form}" if form in EXPRESSIONS else "")
    made = project_file(project, ENDINGS[form], text, stem=stem)
    return {**made, "verdict": verdict(wrapper, form, pages)}


def _wrapper_file(project: Project, _form: str, page_type: str) -> dict[str, Any]:
    data = dumps(_wrapper(project, page_type)).decode()
    return project_file(project, "json", data, stem=f"{_stem(project, page_type)}.wrapper")


def _data(project: Project, form: str, page_type: str) -> dict[str, Any]:
    if form not in {"csv", "json", "jsonl"}:
        raise StudioProblem("bad_request", f"there is no format {form!r}; there are csv, json, jsonl")
    wrapper = _wrapper(project, page_type)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, f"data.{form}")
        with open_sink(out, wrapper.schema, spreadsheet_safe=form == "csv") as write:
            for page in (project.pages[name] for name in project.pages_of(page_type)):
                records = project.session_of(page.id).page_records(project.number(page.id))
                for number, record in enumerate(records, start=1):
                    write(row_of(record, page=page.name, number=number))
        return project_file(project, form, out.read_text(encoding="utf-8"), stem=_stem(project, page_type))


def examples_data(project: Project, page_type: str) -> dict[str, Any]:
    """What was said about a page type, as an examples file whose pages are those in the project's folder."""
    files = {one.page: f"{FOLDER}/{one.file.name}" for one in project.pages.pages.values() if one.file}
    return {"unweave": 1, "pages": [_entry(example, files) for example in project.examples(page_type)]}


def _entry(example: Example, files: Mapping[Page, str]) -> dict[str, Any]:
    return {**example_to_data(example), "page": files.get(example.page, example.page.name)}


def _examples(project: Project, _form: str, page_type: str) -> dict[str, Any]:
    data = json.dumps(examples_data(project, page_type), ensure_ascii=False, indent=1)
    return project_file(project, "json", data, stem=f"{_stem(project, page_type)}.examples")


def _events(project: Project, _form: str, _page_type: str) -> dict[str, Any]:
    path = project.folder / EVENTS
    return project_file(project, "jsonl", path.read_text(encoding="utf-8") if path.exists() else "", stem=".events")


def _zip(project: Project) -> bytes:
    """The project's folder, with the examples and the wrapper of each page type as files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in [project.folder / EVENTS, *(project.folder / FOLDER).glob("*")]:
            if path.is_file():
                archive.write(path, path.relative_to(project.folder).as_posix())
        for kind, session in project.sessions.all.items():
            begin = _stem(project, kind).removeprefix(".") + "." * bool(kind)
            data = json.dumps(examples_data(project, kind), ensure_ascii=False, indent=1)
            archive.writestr(f"{begin}examples.json", data)
            if session.wrapper is not None:
                archive.writestr(f"{begin}wrapper.json", dumps(session.wrapper))
    return buffer.getvalue()
