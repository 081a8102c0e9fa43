"""The tasks of the tree benchmarks: single fields of the wien and swde sites, with the spans of their values."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from data import RawPage, read_json, read_pages, sites
from unweave.page import Page, Span
from unweave.trees.nodes import locate, trimmed
from unweave.trees.outline import outlined


@dataclass(frozen=True, slots=True)
class Task:
    """One field of one site: its pages, and where its values stand on each."""

    name: str
    pages: tuple[Page, ...]
    values: tuple[tuple[Span, ...], ...]


def wien_tasks() -> tuple[list[Task], list[Task]]:
    """The fields whose values are whole text nodes, and the others."""
    whole: list[Task] = []
    parts: list[Task] = []
    for site in sites("wien"):
        labels = read_json(site, "labels.json")
        raw = {page.name.rpartition("/")[2]: page for page in read_pages(site)}
        pages = [_page(raw[name]) for name in labels["pages"]]
        for number in range(labels["attributes"]):
            spans = [_field(label, number, nested=labels["nested"]) for label in labels["pages"].values()]
            task = _trimmed(f"{site.stem}-{number + 1}", pages, spans)
            (whole if _is_whole(task) else parts).append(
                task if _is_whole(task) else Task(task.name, tuple(pages), tuple(map(tuple, spans)))
            )
    return whole, parts


def swde_tasks(most: int) -> Iterator[Task]:
    """The fields whose one value stands in exactly one text node of every page, of every other site."""
    for site in sites("swde")[::2][:most]:
        labels = read_json(site, "labels.json")
        raw = {page.name.rpartition("/")[2].removesuffix(".htm"): page for page in read_pages(site)}
        names = [name.removesuffix(".htm") for name in (*labels["train"], *labels["test"])]
        pages = tuple(_page(raw[name]) for name in names)
        for attribute in labels["attributes"]:
            given = {name.removesuffix(".htm"): values.get(attribute, []) for name, values in labels["values"].items()}
            found = [_only(page, given.get(name, [])) for page, name in zip(pages, names, strict=True)]
            if all(found):
                yield Task(f"{site.stem} {attribute}", pages, tuple(found))


def _page(raw: RawPage) -> Page:
    return Page(raw.data.decode("utf-8", "replace"), name=raw.name, html=True)


def _field(label: Any, number: int, *, nested: bool) -> list[Span]:
    """The spans of one attribute; in a nested label the attribute's number is its level."""
    if not nested:
        return [Span(*record[number]) for record in label if record[number][0] < record[number][1]]
    if number == 0:
        return [Span(*span) for span, _ in label]
    return [span for _, children in label for span in _field(children, number - 1, nested=True)]


def _trimmed(name: str, pages: list[Page], spans: list[list[Span]]) -> Task:
    values = [tuple(trimmed(page, span) for span in some) for page, some in zip(pages, spans, strict=True)]
    return Task(name, tuple(pages), tuple(values))


def _is_whole(task: Task) -> bool:
    return all(_fills_text(page, span) for page, spans in zip(task.pages, task.values, strict=True) for span in spans)


def _fills_text(page: Page, span: Span) -> bool:
    found = locate(page, span)
    return found is not None and found.target.kind == "text" and trimmed(page, found.span) == span


def _only(page: Page, values: list[str]) -> tuple[Span, ...]:
    """The place of the one value, if it is the text of exactly one text node."""
    if len(values) != 1:
        return ()
    outline, wanted = outlined(page), " ".join(Page(values[0], html=True).tree.root.text.split())
    nodes = [outline.nodes[at].span for at in outline.text_nodes() if outline.texts[at] == wanted]
    return (trimmed(page, nodes[0]),) if len(nodes) == 1 and nodes[0] else ()
