"""The wrapper on many pages, as jobs: verify them, or extract them all into a file."""

import csv
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from unweave import run
from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.studio.exporting import TYPES
from unweave.studio.fetching import fetch
from unweave.studio.jobs import StudioJob
from unweave.studio.problems import StudioProblem
from unweave.studio.studio import Studio
from unweave.studio.verifying import PageToVerify, PageVerifier, VerifiedPage, expected_rows

FORMATS = ("csv", "tsv", "json", "jsonl", "sqlite")
SHOWN_ROWS = 200
MOST_URLS = 200
REFERENCE_PAGES = 8
LARGEST_RESULT = 20 * 1024 * 1024


def start_verify(studio: Studio, given: Mapping[str, Any]) -> dict[str, Any]:
    """Start to verify pages of the project, files, or URLs."""
    project = studio.project
    with project.learned():
        kind = project.state.known_type(given.get("page_type"))
        wrapper = project.wrapper(kind)
        if wrapper is None:
            raise StudioProblem("cannot_learn", "there is no rule yet", "accept a value first")
        wanted = list(_wanted(studio, given))
        reference = [project.pages[name] for name in project.pages_of(kind)[:REFERENCE_PAGES]]
        ids = {name: one for name, one in project.ids.items() if name in wrapper.schema}
    text = given.get("expected")
    expected = expected_rows(text, list(ids)) if isinstance(text, str) else None

    def work(job: StudioJob) -> dict[str, Any]:
        verifier = PageVerifier(wrapper, ids, reference)
        found: list[VerifiedPage] = []
        for one in job.watched(wanted, len(wanted), lambda page: page.name):
            found.append(verifier.verified(_with_page(studio, one), expected))
            found.sort(key=lambda page: -page.suspicion)
            job.result = {"pages": [page.to_dict() for page in found]}
        return {"pages": [page.to_dict() for page in found]}

    return {"job": studio.jobs.start("verify", work).to_dict()}


def _wanted(studio: Studio, given: Mapping[str, Any]) -> Iterator[PageToVerify]:
    """The pages to verify; files and URLs are read later, one by one."""
    pages, files, urls = given.get("pages"), given.get("files"), given.get("urls")
    if given.get("root") is not None:
        files = studio.folders.files(given["root"])
    if not any(isinstance(some, list) and some for some in (pages, files, urls)):
        raise StudioProblem("bad_request", "give 'pages', 'files', 'root' or 'urls'")
    for name in pages if isinstance(pages, list) else ():
        page = studio.project.pages[name]
        yield PageToVerify(page.name, page.page, page.id)
    for file in files if isinstance(files, list) else ():
        yield PageToVerify(studio.folders.path(file).name, None, None, {"root": file["root"], "path": file["path"]})
    for url in (urls if isinstance(urls, list) else [])[:MOST_URLS]:
        yield PageToVerify(str(url)[:500], None, None, {"url": str(url)})


def _with_page(studio: Studio, one: PageToVerify) -> PageToVerify:
    if one.page is not None or one.file is None:
        return one
    try:
        if "url" in one.file:
            found = fetch(one.file["url"])
            page = Page.from_bytes(found.data, charset=found.charset, name=one.name, url=found.url)
            return PageToVerify(one.name, page)
        return PageToVerify(
            one.name, Page.from_bytes(studio.folders.read(dict(one.file)), name=one.name), None, one.file
        )
    except UnweaveError as problem:
        return PageToVerify(one.name, None, None, one.file, error=str(problem))


def start_run(studio: Studio, given: Mapping[str, Any]) -> dict[str, Any]:
    """Start to extract all pages of a folder, or some files, into a file of the project."""
    form = given.get("format", "csv")
    if form not in FORMATS:
        raise StudioProblem("bad_request", f"there is no format {form!r}; there are {', '.join(FORMATS)}")
    project = studio.project
    with project.learned():
        wrapper, names = project.wrapper(project.state.known_type(given.get("page_type"))), project.ids
        if wrapper is None:
            raise StudioProblem("cannot_learn", "there is no rule yet", "accept a value first")
        files = given.get("files")
        chosen = files if isinstance(files, list) else studio.folders.files(given.get("root"))
        paths = [studio.folders.path(file) for file in chosen]
        folder = project.folder / "results"
    if not paths:
        raise StudioProblem("bad_request", "there are no pages in this folder")
    folder.mkdir(exist_ok=True)
    out = folder / f"records.{form}"

    def work(job: StudioJob) -> dict[str, Any]:
        def watch(pages: Sequence[Path]) -> Iterable[Path]:
            return job.watched(pages, len(pages), lambda path: path.name)

        summary = run.extract(wrapper, paths, out, spreadsheet_safe=form in {"csv", "tsv"}, watch=watch)
        found = summary.found
        fill = {names[one.name]: round(one.fill, 4) for one in found.fields if one.name in names} if found else {}
        return {
            "pages": summary.pages,
            "records": summary.records,
            "set_aside": summary.set_aside,
            "file": out.name,
            "fill": fill,
            "problems": [{"page": one.page, "reason": one.reason} for one in summary.problems],
            "rows": _first_rows(out, form),
        }

    return {"job": studio.jobs.start("run", work).to_dict()}


def _first_rows(path: Path, form: str) -> list[Any]:
    """The first rows of an output, for the table."""
    if form in {"csv", "tsv"}:
        with path.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream, delimiter="\t" if form == "tsv" else ",")
            return [row for row, _ in zip(reader, range(SHOWN_ROWS), strict=False)]
    if form in {"json", "jsonl"}:
        with path.open(encoding="utf-8") as stream:
            lines = (line.strip().rstrip(",") for line in stream)
            objects = (json.loads(line) for line in lines if line.startswith("{"))
            return [row for row, _ in zip(objects, range(SHOWN_ROWS), strict=False)]
    return []


def result_file(studio: Studio, name: str) -> dict[str, Any]:
    """A file that a run has written."""
    folder = studio.project.folder / "results"
    known = {path.name: path for path in folder.glob("*")} if folder.is_dir() else {}
    if name not in known:
        raise StudioProblem("not_found", "there is no such file")
    data = known[name].read_bytes()
    if len(data) > LARGEST_RESULT:
        raise StudioProblem("too_large", f"the file is too large to be sent; it is in {folder.name}/{name}")
    ending = known[name].suffix.lstrip(".")
    if ending == "sqlite":
        return {
            "name": name,
            "type": "application/vnd.sqlite3",
            "encoding": "base64",
            "content": b64encode(data).decode(),
        }
    kind = TYPES.get(ending, "text/plain")
    return {"name": name, "type": kind, "encoding": "text", "content": data.decode("utf-8")}
