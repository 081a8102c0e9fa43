"""The sites of the drift benchmark: labelled pages to learn from, good pages to describe, pages to change.

Legend

    row         {"title": ("Emma",)}: the values of one record, as texts without white space at their ends
    labelled    the pages that a wrapper is learned from
    good        further pages, unlabelled, of the same layout: a run that was looked at and found right
    later       pages that neither learning nor the profile has seen; the changes are applied to them

SWDE has 45 pages a site: three are labelled, 12 good, 30 later. WIEN has 8 to 10: two, two and the rest. Of the lists a
site has one page or few: the first two records of a page are labelled, and later pages are the same page with half
of its records left out, each half another one.
"""

import json
import random
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data import read_json, sites
from unweave import Example, Page

Row = Mapping[str, tuple[str, ...]]
LATER = 12
LIST_PAGES = 5


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page with its records."""

    page: Page
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """The pages of one site, by what they are used for."""

    name: str
    examples: tuple[Example, ...]
    good: tuple[Page, ...]
    later: tuple[LabelledPage, ...]


def normal(text: str) -> str:
    """A value as it is compared: white space collapsed."""
    return " ".join(text.split())


def every_site(*, later: int = LATER) -> Iterator[Site]:
    """All sites, in order of their names."""
    for path in sites("swde"):
        yield _swde(path, later)
    for path in sites("wien"):
        if not read_json(path, "labels.json")["nested"]:
            yield _wien(path, later)
    for path in sites("lists"):
        yield from _lists(path)


def _swde(path: Path, later: int) -> Site:
    labels = read_json(path, "labels.json")
    with zipfile.ZipFile(path) as archive:
        names = [*labels["train"], *labels["test"]]
        pages = {name: Page.from_bytes(archive.read(f"{name}.htm"), name=f"{name}.htm") for name in names}
    rows = labels["values"]
    shown = labels["train"][:3]
    examples = [Example.from_values(pages[name], [_given(rows[name])], missing="unknown") for name in shown]
    rest = [*labels["train"][3:], *labels["test"]]
    good, after = rest[:12], rest[12 : 12 + later]
    return Site(
        f"swde-{path.stem}",
        tuple(examples),
        tuple(pages[name] for name in good),
        tuple(LabelledPage(pages[name], (_row(rows[name]),)) for name in after),
    )


def _given(row: Mapping[str, Sequence[str]]) -> dict[str, str | list[str] | None]:
    return {name: some[0] if len(some) == 1 else list(some) or None for name, some in row.items()}


def _row(row: Mapping[str, Sequence[str]]) -> Row:
    return {name: tuple(map(normal, some)) for name, some in row.items()}


def _wien(path: Path, later: int) -> Site:
    labels = read_json(path, "labels.json")
    with zipfile.ZipFile(path) as archive:
        pages = {name: Page(archive.read(f"pages/{name}").decode(), name=name) for name in sorted(labels["pages"])}
    shown = [name for name in pages if labels["pages"][name]][:2]
    fields = [f"a{number + 1}" for number in range(labels["attributes"])]
    spans = {
        name: [dict(zip(fields, map(tuple, record), strict=True)) for record in labels["pages"][name]] for name in pages
    }
    examples = [Example.from_spans(pages[name], spans[name], status="complete") for name in shown]
    rest = [name for name in pages if name not in shown]
    after = [
        LabelledPage(
            pages[name],
            tuple({field: (normal(pages[name].text(span)),) for field, span in one.items()} for one in spans[name]),
        )
        for name in rest[2 : 2 + later]
    ]
    return Site(f"wien-{path.stem}", tuple(examples), tuple(pages[name] for name in rest[:2]), tuple(after))


def _lists(path: Path) -> Iterator[Site]:
    with zipfile.ZipFile(path) as archive:
        gold = dict(sorted(json.loads(archive.read("gold.json")).items()))
        seen: set[str] = set()
        for name, one in gold.items():
            if one["complete"] and one["site"] not in seen and len(one["records"]) >= 6:
                seen.add(one["site"])
                page = Page(archive.read(f"pages/{name}.html").decode(), name=f"{name}.html")
                yield _list_site(one, page)


def _list_site(gold: Mapping[str, Any], page: Page) -> Site:
    records = gold["records"]
    example = Example.from_values(page, records[:2], status="partial")
    rows = tuple({name: (normal(str(value)),) if value else () for name, value in one.items()} for one in records)
    return Site(f"lists-{gold['site']}", (example,), (), (LabelledPage(page, rows),))


def halves(page: LabelledPage, spans: Sequence[tuple[int, int]], seed: str) -> LabelledPage:
    """The page with half of its records left out; ``spans`` are where they are."""
    kept = sorted(random.Random(seed).sample(range(len(spans)), (len(spans) + 1) // 2))
    source = page.page.source
    for at in reversed(range(len(spans))):
        if at not in kept:
            start, end = spans[at]
            source = source[:start] + source[end:]
    return LabelledPage(Page(source, name=f"{seed}-{page.page.name}"), tuple(page.rows[at] for at in kept))
