"""Lists for ``unweave.learn``: WIEN with a few records labelled in part, and the bookshop that comes with it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import unweave
from data import read_json, read_pages
from unweave.demo.pages import book_pages, shelf_pages
from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.wrapper import Wrapper

SHOWN_PAGES, SHOWN_RECORDS = 2, 3


class Site(NamedTuple):
    """What came of one site: the method that was chosen, the record F1 on unseen pages, the time to learn."""

    name: str
    method: str
    f1: float
    seconds: float


def wien_site(path: Path) -> Site:
    """Three records on each of two pages are shown by their values; all records of the other pages are wanted."""
    labels = read_json(path, "labels.json")
    texts = {Path(page.name).name: page.data.decode() for page in read_pages(path)}
    pages = {name: unweave.Page(texts[name], name=name) for name in sorted(labels["pages"])}
    truth = {name: [_record(tree, labels["nested"]) for tree in labels["pages"][name]] for name in pages}
    wanted = {name: unweave.Example.from_spans(page, truth[name]) for name, page in pages.items()}
    shown = sorted(pages, key=lambda name: -min(SHOWN_RECORDS, len(truth[name])))[:SHOWN_PAGES]
    examples = [_by_values(wanted[name], SHOWN_RECORDS) for name in shown]
    return _site(path.stem, examples, [wanted[name] for name in pages if name not in shown])


def bookshop(kind: str) -> Site:
    """Two pages of values: the first lists, or the first two details that together show every field."""
    every = shelf_pages() if kind == "shelves" else book_pages()
    shown = tuple(every[:2]) if kind == "shelves" else next(pair for pair in combinations(every, 2) if _shows_all(pair))
    examples = [_by_values(example) for example in shown]
    return _site(f"bookshop/{kind}", examples, [example for example in every if example not in shown])


def _site(name: str, examples: Sequence[unweave.Example], unseen: Sequence[unweave.Example]) -> Site:
    started = process_time()
    try:
        wrapper = unweave.learn(examples)
    except NoConsistentWrapper:
        return Site(name, "none", 0.0, process_time() - started)
    seconds = process_time() - started
    return Site(name, wrapper.origin.method, record_f1(wrapper, unseen), seconds)


def record_f1(wrapper: Wrapper, unseen: Sequence[unweave.Example]) -> float:
    """Twice the records that are right in every field, by all records wanted and found."""
    common = size = 0
    for example in unseen:
        wanted = Counter(str(_filled(record.to_dict())) for record in example.records)
        found = Counter(str(_filled(record)) for record in _extracted(wrapper, example.page))
        common, size = common + (wanted & found).total(), size + wanted.total() + found.total()
    return 2 * common / size if size else 0.0


def _extracted(wrapper: Wrapper, page: unweave.Page) -> list[dict[str, Any]]:
    try:
        return [record.to_dict() for record in wrapper.extract(page)]
    except DoesNotFit:
        return []


def _filled(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record without what is absent, its fields in order."""
    return {name: record[name] for name in sorted(record) if record[name]}


def _by_values(example: unweave.Example, records: int | None = None) -> unweave.Example:
    values = [record.to_dict() for record in example.records[:records]]
    return unweave.Example.from_values(example.page, values, status="partial" if records else "complete")


def _record(tree: Any, nested: bool) -> dict[str, Any]:
    if nested:
        return _nested(tree)
    return {f"a{number}": tuple(span) for number, span in enumerate(tree, 1)}


def _nested(tree: Any, level: int = 1) -> dict[str, Any]:
    span, children = tree
    below = {f"level{level + 1}": [_nested(child, level + 1) for child in children]} if children else {}
    return {f"a{level}": tuple(span)} | below


def _shows_all(pair: Sequence[unweave.Example]) -> bool:
    names = {name for example in pair for record in example.records for name in record}
    return all(any(record.get(name) for example in pair for record in example.records) for name in names)
