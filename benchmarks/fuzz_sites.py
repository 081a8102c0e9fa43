"""What the fuzzer mutates, and the wrappers that it runs: sites with their pages, labels and learned wrappers.

Legend

    site        pages that belong together, with wrappers learned from them before any of them is mutated
    made site   a case of ``tests/contract``, or a layout of ``tests/regions/layouts.py``: pages below 5,000 characters
    real site   a site of a public collection; of its pages the smallest, at most 60,000 characters of each
    forms       a wrapper and all that it can be run as: compiled (and pickled in between), exported programs and
                expressions
    spots       where the wrappers find values on the pages, so that stretches with values can be cut out

A seed draws the real sites, one or two of each collection, and the methods that learn on each. A site is learned when a
page of it is first asked for.
"""

import pickle
import random
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import Any

from contract.cases import CASES
from data import COLLECTIONS, read_json, read_pages, sites
from regions.layouts import LAYOUTS, NOISE, fields, made_page
from unweave.choose import learn
from unweave.choose.methods import AUTO, METHODS
from unweave.embedded import DiscoverData
from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.records import Example
from unweave.targets.compile import Compiled
from unweave.targets.compile import compile as compile_wrapper
from unweave.targets.export import EXPRESSIONS, FILES, export
from unweave.targets.expressions import Expressions
from unweave.targets.runners import RunProgram, run_program
from unweave.templates import Discover, DiscoverList, Exalg
from unweave.wrapper import Wrapper

LARGEST_PAGE = 60_000  # characters of a real page that are used
SITES = {"swde": 2, "recipes": 2, "wien": 2, "lists": 2}  # of each collection; of the others one
SITE_PAGES = 3
METHODS_A_SITE = 4  # of those that have labels; and one that has none
BUDGET = 5.0  # seconds for each


@dataclass(frozen=True, eq=False)
class Forms:
    """A wrapper, ready to be run in every way."""

    wrapper: Wrapper
    compiled: Compiled
    programs: tuple[RunProgram, ...]
    expressions: tuple[Expressions, ...]


@dataclass(frozen=True, eq=False)
class Site:
    """Unmutated pages, and the wrappers that were learned from them."""

    name: str
    pages: tuple[str, ...]
    forms: tuple[Forms, ...]
    spots: tuple[tuple[int, ...], ...] = ()
    is_real: bool = False


def forms_of(wrapper: Wrapper, pages: Sequence[Page]) -> Forms:
    """All forms of a wrapper; exports that cannot be written are left out."""
    compiled = pickle.loads(pickle.dumps(compile_wrapper(wrapper)))  # noqa: S301  # our own
    programs = [run_program(text) for to in FILES if (text := _exported(wrapper, to)) is not None]
    written = [_exported(wrapper, to, some) for to in EXPRESSIONS for some in ((), tuple(pages))]
    return Forms(wrapper, compiled, tuple(programs), tuple(one for one in written if one is not None))


def _exported(wrapper: Wrapper, to: str, pages: Sequence[Page] = ()) -> Any:
    try:
        return export(wrapper, to=to, pages=pages)
    except UnweaveError:
        return None


@cache
def made_sites() -> tuple[Callable[[], Site], ...]:
    """The cases of the contract and the layouts; each is learned when it is called."""
    contract = [cache(partial(_contract_site, number)) for number in range(len(CASES))]
    return (*contract, *(cache(partial(_layout_site, layout)) for layout in LAYOUTS))


def _contract_site(number: int) -> Site:
    case = CASES[number]
    pages = [*(example.page for example in case.examples), *(page for page, _ in case.unseen)]
    wrapper = case.learner.learn(case.examples)
    return _site(case.name, list(dict.fromkeys(page.source for page in pages)), [wrapper])


def _layout_site(layout: str) -> Site:
    made = [made_page(layout, noise, optional=True, seed=1) for noise in NOISE]
    shown = Example.from_values(Page(made[0].source), fields(made[0], layout)[:2], status="partial")
    return _site(layout, [one.source for one in made], _learned([partial(learn, [shown], budget=BUDGET)]))


@cache
def real_sites(seed: int, *, quick: bool = False) -> tuple[Callable[[], Site], ...]:
    """The sites of a seed, with ``quick`` one of each collection; each is learned when it is called."""
    chance = random.Random(seed)
    drawn = [
        (collection, site, chance.random())
        for collection in (*COLLECTIONS, "lists")
        for site in _drawn(collection, chance, 1 if quick else SITES.get(collection, 1))
    ]
    return tuple(cache(partial(_real_site, *one)) for one in drawn)


def _drawn(collection: str, chance: random.Random, count: int) -> list[tuple[Path, str]]:
    there = [(path, page) for path in sites(collection) for page in _page_names(collection, path)]
    return chance.sample(there, min(count, len(there)))


def _page_names(collection: str, path: Path) -> list[str]:
    """Of the lists each page is a site of its own, if it is not too large."""
    if collection != "lists":
        return [""]
    with zipfile.ZipFile(path) as archive:
        sizes = {PurePosixPath(one.filename).stem: one.file_size for one in archive.infolist()}
    return sorted(name for name in read_json(path, "gold.json") if sizes[name] < LARGEST_PAGE)


def _real_site(collection: str, drawn: tuple[Path, str], seed: float) -> Site:
    path, page = drawn
    labels = _LABELS[collection](path, page) if collection in _LABELS else {}
    texts = {
        PurePosixPath(raw.name).stem: Page.from_bytes(raw.data).source[:LARGEST_PAGE]
        for raw in read_pages(path)
        if page in {"", PurePosixPath(raw.name).stem}
    }
    names = sorted(texts, key=lambda name: (name not in labels, len(texts[name]), name))[:SITE_PAGES]
    pages = [Page(texts[name], name=name, html=True) for name in names]
    examples = [made for one in pages if (made := _example(one, labels.get(one.name))) is not None]
    chance = random.Random(seed)
    acts: list[Callable[[], Wrapper]] = [
        partial(learn, examples, method=method, budget=BUDGET)
        for method in (AUTO, *chance.sample(list(METHODS), METHODS_A_SITE - 1))
        if examples
    ]
    acts.append(partial(chance.choice(_DISCOVERIES), pages))
    return _site(f"{collection} {path.stem} {page}", [one.source for one in pages], _learned(acts), is_real=True)


def _example(page: Page, given: Callable[[Page], Example] | None) -> Example | None:
    """The labels of a page, as far as the part of it that is used has them."""
    try:
        return given(page) if given else None
    except UnweaveError:
        return None


def _learned(acts: Sequence[Callable[[], Wrapper]]) -> list[Wrapper]:
    found = []
    for act in acts:
        try:
            found.append(act())
        except UnweaveError:
            continue
    return found


def _site(name: str, sources: Sequence[str], wrappers: Sequence[Wrapper], *, is_real: bool = False) -> Site:
    pages = [Page(source, html=True) for source in sources]
    spots = tuple(tuple(_spots(wrappers, page)) for page in pages)
    forms = tuple(forms_of(wrapper, pages[:1]) for wrapper in wrappers)
    return Site(name, tuple(sources), forms, spots, is_real)


def _spots(wrappers: Sequence[Wrapper], page: Page) -> Iterator[int]:
    for wrapper in wrappers:
        try:
            yield from (
                span.start for record in wrapper.extract(page) for name in record for span in record.spans(name)
            )
        except UnweaveError:
            continue


Labels = dict[str, Callable[[Page], Example]]


def _detail_labels(path: Path, _page: str) -> Labels:
    labels = read_json(path, "labels.json")
    return {name: partial(_detail_example, labels["values"][name]) for name in labels["train"]}


def _detail_example(values: Mapping[str, Sequence[str]], page: Page) -> Example:
    row = {name: some[0] if len(some) == 1 else list(some) or None for name, some in values.items()}
    return Example.from_values(page, [row], missing="unknown")


def _wien_labels(path: Path, _page: str) -> Labels:
    labels = read_json(path, "labels.json")
    if labels["nested"]:
        return {}
    names = [f"a{number + 1}" for number in range(labels["attributes"])]
    return {
        PurePosixPath(name).stem: partial(_wien_example, names, rows) for name, rows in labels["pages"].items() if rows
    }


def _wien_example(names: Sequence[str], rows: Sequence[Sequence[Sequence[int]]], page: Page) -> Example:
    spans = [dict(zip(names, map(tuple, row), strict=True)) for row in rows]
    return Example.from_spans(page, spans, status="complete")


def _list_labels(path: Path, page: str) -> Labels:
    rows = read_json(path, "gold.json")[page]["records"][:2]
    return {page: lambda page: Example.from_values(page, rows, status="partial")}


_LABELS: dict[str, Callable[[Path, str], Labels]] = {
    "swde": _detail_labels,
    "recipes": _detail_labels,
    "wien": _wien_labels,
    "lists": _list_labels,
}
_DISCOVERIES: tuple[Callable[[Sequence[Page]], Wrapper], ...] = (
    lambda pages: Discover(budget=BUDGET).discover(pages),
    lambda pages: DiscoverList().discover(pages[:1]),
    lambda pages: Exalg().discover(pages),
    lambda pages: DiscoverData().discover(pages),
)
