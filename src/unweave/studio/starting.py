"""The ways to begin: a sample project, columns that are discovered, an examples file."""

from pathlib import Path
from typing import Any

from unweave.demo.pages import shelf_pages
from unweave.errors import UnweaveError
from unweave.page import Span
from unweave.records import example_from_data
from unweave.studio.discovery import discovered
from unweave.studio.jobs import StudioJob
from unweave.studio.pages import StudioPage
from unweave.studio.problems import StudioProblem
from unweave.studio.said import labels_of_example
from unweave.studio.studio import Answer, Given, Studio, bases_of


def sample(studio: Studio) -> Answer:
    """A generated shop, and three steps to try."""
    examples = shelf_pages()[:3]
    pages = [{"name": one.page.name, "html": one.page.source} for one in examples]
    answer = studio.add_pages({"pages": pages})
    page = studio.project.pages[answer["pages"][0]["id"]]
    record = examples[0].records[0]
    words = {
        "title": "Click the title of a book: all titles are found.",
        "price": "Click its price: the values become records.",
        "author": "Click its author, then look at the table and export it.",
    }
    steps = [_step(page, name, text, record.span(name)) for name, text in words.items()]
    return {**answer, "steps": [one for one in steps if one]}


def discover(studio: Studio, given: Given) -> Answer:
    """Start to discover columns on pages."""
    wanted, as_list = given.get("pages"), given.get("list")
    with studio.project.lock:
        names = wanted if isinstance(wanted, list) and wanted else list(studio.project.pages.pages)
        pages = [studio.project.pages[name] for name in names]

    def work(job: StudioJob) -> Answer:
        job.total = 1
        found = discovered(
            pages, as_list=as_list if isinstance(as_list, bool) else None, only_lists=given.get("only_lists") is True
        )
        job.check()
        with studio.project.lock:
            studio.discoveries.append(found)
            job.done = 1
            return found.described(len(studio.discoveries), studio.project.pages.pages)

    return {"job": studio.jobs.start("discover", work).to_dict()}


def import_examples(studio: Studio, given: Given) -> Answer:
    """Take over the statements of an examples file."""
    data, project = given.get("examples"), studio.project
    if not isinstance(data, dict) or data.get("unweave") != 1 or not isinstance(data.get("pages"), list):
        raise StudioProblem("bad_examples", "this is no examples file")
    with project.lock:
        since = project.seq
        for entry in data["pages"]:
            page = _imported_page(studio, entry)
            try:
                example = example_from_data(entry, page=page.page)
            except UnweaveError as error:
                raise StudioProblem("bad_examples", str(error)) from error
            for event in labels_of_example(project, page, example):
                project.append(event)
    return studio.delta(since, list(bases_of(given)))


def _imported_page(studio: Studio, entry: Any) -> StudioPage:
    name = entry.get("page") if isinstance(entry, dict) else None
    if not isinstance(name, str):
        raise StudioProblem("bad_examples", "an entry has no page")
    for one in studio.project.pages.pages.values():
        if name in {one.name, one.page.name} or (one.file and Path(name).name == one.file.name):
            return one
    for root in studio.folders.all:
        if studio.folders.path({"root": root, "path": name}).is_file():
            added = studio.add_pages({"file": {"root": root, "path": name}, "charset": entry.get("charset")})
            return studio.project.pages[added["pages"][0]["id"]]
    raise StudioProblem("bad_examples", f"the page {name} is not in the project", "open it first")


def _step(page: StudioPage, name: str, text: str, span: Span | None) -> Answer | None:
    if span is None:
        return None
    unit = {"kind": "source", "start": span.start, "end": span.end}
    located = page.units.located(unit)
    return {"text": text, "page": page.id, "field": name, "unit": located.unit, "value": located.value}
