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
from unweave.studio.project import Project, renamed_page
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


def rule(project: Project, name: str, form: str) -> dict[str, Any]:
    """The rule of a field, or with "record" of all, in one of the formats, with a verdict."""
    wrapper = _wrapper(project)
    shown = None if name == "record" else _field_name(project, name)
    if form not in {"words", "json", *TARGETS}:
        known = ", ".join(("words", "json", *TARGETS))
        raise StudioProblem("bad_request", f"there is no format {form!r}; there are {known}")
    answer = {"format": form, "rule_version": project.rule_version, "expressible": True, "reason": "", "verdict": None}
    if form == "words":
        return {**answer, "text": words(wrapper, shown)}
    if form == "json":
        return {**answer, "text": dumps(_part(wrapper, shown)).decode()}
    wrapper = exportable(wrapper, _pages(project))
    try:
        text = written(wrapper, shown, form, _pages(project))
    except (CannotCompile, BadInput) as problem:
        return {**answer, "text": "", "expressible": False, "reason": problem.reason}
    return {**answer, "text": text, "verdict": verdict(wrapper, form, _pages(project))}


def _wrapper(project: Project) -> Wrapper:
    if project.wrapper is None:
        raise StudioProblem("not_found", "there is no rule yet", "accept a value first")
    return project.wrapper


def _field_name(project: Project, name: str) -> str:
    if name not in project.names:
        raise StudioProblem("not_found", f"there is no field {name!r}")
    shown = project.names[name]
    if shown not in project.session.wrappers:
        raise StudioProblem("not_found", f"there is no rule for {shown} yet", "accept one of its values first")
    return shown


def _pages(project: Project) -> list[Page]:
    """The pages, with their ids as names."""
    pages = list(project.pages.pages.values())[:CHECKED_PAGES]
    return [renamed_page(one.page, one.id) for one in pages]


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


def exported(project: Project, what: str, form: str, *, anyway: bool) -> dict[str, Any]:
    """An export as a file; ``lossy`` if it gives other values than the wrapper and ``anyway`` was not said."""
    makers = {"rule": _rule_file, "wrapper": _wrapper_file, "data": _data, "examples": _examples, "events": _events}
    if what == "project":
        return _file(project, "zip", b64encode(_zip(project)).decode(), "application/zip", "base64")
    if what not in makers:
        raise StudioProblem("bad_request", f"there is no export {what!r}; there are {', '.join((*makers, 'project'))}")
    made: dict[str, Any] = makers[what](project, form)
    given = made.get("verdict") or {}
    made["lossy"] = bool(given.get("differing"))
    if made["lossy"] and not anyway:
        pages = ", ".join(one["page"] for one in given["differing"])
        reason = f"as {form} the rules give other values on {pages}"
        raise StudioProblem("lossy", reason, "export it anyway, or choose another format", verdict=given)
    return made


def _file(
    project: Project, ending: str, content: str, kind: str = "", encoding: str = "text", stem: str = ""
) -> dict[str, Any]:
    name = re.sub(r"[^\w.-]+", "-", project.name).strip("-.") or "project"
    return {
        "name": f"{name}{stem}.{ending}",
        "type": kind or TYPES[ending],
        "encoding": encoding,
        "content": content,
        "lossy": False,
        "verdict": None,
    }


def _rule_file(project: Project, form: str) -> dict[str, Any]:
    if form not in TARGETS:
        raise StudioProblem("bad_request", f"there is no format {form!r}; there are {', '.join(TARGETS)}")
    pages = _pages(project)
    wrapper = exportable(_wrapper(project), pages)
    try:
        text = written(wrapper, None, form, pages)
    except (CannotCompile, BadInput) as problem:
        raise StudioProblem("cannot_export", problem.reason, "export the wrapper as JSON") from problem
    made = _file(project, ENDINGS[form], text, stem=f".{form}" if form in EXPRESSIONS else "")
    return {**made, "verdict": verdict(wrapper, form, pages)}


def _wrapper_file(project: Project, _form: str) -> dict[str, Any]:
    return _file(project, "json", dumps(_wrapper(project)).decode(), stem=".wrapper")


def _data(project: Project, form: str) -> dict[str, Any]:
    if form not in {"csv", "json", "jsonl"}:
        raise StudioProblem("bad_request", f"there is no format {form!r}; there are csv, json, jsonl")
    wrapper = _wrapper(project)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, f"data.{form}")
        with open_sink(out, wrapper.schema, spreadsheet_safe=form == "csv") as write:
            for page in project.pages.pages.values():
                records = project.session.page_records(project.number(page.id))
                for number, record in enumerate(records, start=1):
                    write(row_of(record, page=page.name, number=number))
        return _file(project, form, out.read_text(encoding="utf-8"))


def examples_data(project: Project) -> dict[str, Any]:
    """What was said, as an examples file whose pages are those in the project's folder."""
    files = {one.page: f"{FOLDER}/{one.file.name}" for one in project.pages.pages.values() if one.file}
    return {"unweave": 1, "pages": [_entry(example, files) for example in project.examples()]}


def _entry(example: Example, files: Mapping[Page, str]) -> dict[str, Any]:
    return {**example_to_data(example), "page": files.get(example.page, example.page.name)}


def _examples(project: Project, _form: str) -> dict[str, Any]:
    return _file(project, "json", json.dumps(examples_data(project), ensure_ascii=False, indent=1), stem=".examples")


def _events(project: Project, _form: str) -> dict[str, Any]:
    path = project.folder / EVENTS
    return _file(project, "jsonl", path.read_text(encoding="utf-8") if path.exists() else "", stem=".events")


def _zip(project: Project) -> bytes:
    """The project's folder, with the examples and the wrapper as files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in [project.folder / EVENTS, *(project.folder / FOLDER).glob("*")]:
            if path.is_file():
                archive.write(path, path.relative_to(project.folder).as_posix())
        archive.writestr("examples.json", json.dumps(examples_data(project), ensure_ascii=False, indent=1))
        if project.wrapper is not None:
            archive.writestr("wrapper.json", dumps(project.wrapper))
    return buffer.getvalue()
