"""Discovery on the swde sites: unlabelled pages in, columns out; each field against the column that matches it best.

    python benchmarks/discover.py [--quick] [--pages 20] [--other-sites] [--cost] [--without SWITCH] [--folds]

Every column counts: texts, parts of texts, attribute values, and each column of a nested list.

``--other-sites`` adds pages of other sites to a site's own 40, so that they are 2, 5, 10 and 20 % of all, and scores
the site's own; a line shows the mean so far. ``--cost`` measures the time for 20 and 40 pages, reading included,
and time and memory at 20, 40, ... 320 pages of some sites: their pages again and again, with other words where a word
is on few pages. ``--without`` turns one step off, to see what it contributes. ``--folds`` chooses the numbers of
discovery on four fifths of the sites and measures the others (``tuned``), on every second site. ``--quick`` takes every
fourth site.
"""

import json
import resource
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import count as numbers
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from data import command_line, read_json, read_pages, required_data, sites
from switches import SWITCHES, without
from tuned import chosen_in_folds, family
from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.templates import Discover, TemplateWrapper
from unweave.templates.report import columns_of

Answer = dict[str, list[str]]
ALTERNATIVES: Mapping[str, Sequence[float]] = {
    "NEARLY_ALL": (0.9, 1.0),
    "TEXT_LABELS": (0.5, 0.85),
    "TEXT_REPLACED": (0.3, 0.9),
    "RUN_LONGEST": (3, 12),
    "RUN_REPEATED": (2, 8),
    "VARIETY_ENOUGH": (3, 12),
}
"""Other values of the numbers of discovery: a smaller and a larger one of each."""
COUNTS = (20, 40, 80, 160, 320)
SHARES = (0, 2, 5, 10, 20)  # percent


def load(site: Path, count: int) -> tuple[list[Page], list[dict[str, list[str]]]]:
    """The first pages of a site and their labels."""
    labels = read_json(site, "labels.json")
    chosen = (labels["train"] + labels["test"])[:count]
    raw = {page.name.rpartition(".")[0]: page.data for page in read_pages(site)}
    pages = [Page(raw[name].decode("utf-8-sig", "replace"), name=name, html=True) for name in chosen]
    return pages, [labels["values"][name] for name in chosen]


def answers(wrapper: TemplateWrapper, pages: list[Page]) -> list[Answer]:
    """The columns of each page."""
    return [_answer(wrapper, page) for page in pages]


def _answer(wrapper: TemplateWrapper, page: Page) -> Answer:
    try:
        return columns_of(wrapper.extract(page)[0])
    except DoesNotFit:
        return {}


def scores(scorer: Any, gold: list[dict[str, list[str]]], got: list[Answer]) -> list[float]:
    """For each field that some page has, the F1 of the column that matches it best."""
    names = sorted({name for answer in got for name in answer})
    columns = [[set(scorer.as_list(answer.get(name, []))) for answer in got] for name in names]
    wanted = [[set(scorer.as_list(values[field])) for values in gold] for field in gold[0]]
    return [max((_f1(field, column) for column in columns), default=0.0) for field in wanted if any(field)]


def _f1(wanted: list[set[str]], column: list[set[str]]) -> float:
    hits = sum(len(want & got) for want, got in zip(wanted, column, strict=True))
    return 2 * hits / (sum(map(len, wanted)) + sum(map(len, column)))


def quality(scorer: Any, chosen: list[Path], count: int, settings: Discover) -> dict[str, float]:
    """A line for each site; mean F1 and columns over sites."""
    found: list[float] = []
    wrappers: list[TemplateWrapper] = []
    for site in chosen:
        pages, gold = load(site, count)
        wrappers.append(settings.largest(pages))
        here = scores(scorer, gold, answers(wrappers[-1], pages))
        found += here
        print(f"{site.stem:22} {statistics.fmean(here):6.3f} {len(wrappers[-1].columns):4d} columns", flush=True)
    return {
        "f1": statistics.fmean(found),
        "perfect": statistics.fmean(score == 1 for score in found),
        "columns": statistics.fmean(len(wrapper.columns) for wrapper in wrappers),
        "attributes": statistics.fmean(sum(bool(c.attribute) for c in wrapper.columns) for wrapper in wrappers),
    }


def folds(scorer: Any, chosen: list[Path], count: int) -> dict[str, float]:
    """The mean F1 of each fold of sites with the numbers that are best on the other folds."""
    known = {site.stem: load(site, count) for site in chosen}

    def measure() -> dict[str, float]:
        found: dict[str, float] = {}
        for name, (pages, gold) in known.items():
            wrapper = Discover().largest([Page(page.source, name=page.name, html=True) for page in pages])
            found[name] = statistics.fmean(scores(scorer, gold, answers(wrapper, pages)))
        return found

    return chosen_in_folds(ALTERNATIVES, measure, {name: family(name) for name in known})


def with_other_sites(scorer: Any, chosen: list[Path], settings: Discover, count: int = 40) -> dict[str, float]:
    """Mean F1 on a site's own pages where so many percent of all pages are of other sites, one of each."""
    first = [load(site, 1)[0][0] for site in chosen]
    found: dict[int, list[float]] = {share: [] for share in SHARES}
    for number, site in enumerate(chosen):
        others = [first[(number + 1 + 7 * k) % len(first)] for k in range(len(first))]
        added = [page for page in others if page is not first[number]]
        for share, here in zip(SHARES, _among_others(scorer, *load(site, count), added, settings), strict=True):
            found[share] += here
        means = {share: statistics.fmean(found[share]) for share in SHARES}
        print(f"{site.stem:22}", *(f"{share:3d} %: {mean:.4f}" for share, mean in means.items()), flush=True)
    return {f"f1_other_sites_{share}": mean for share, mean in means.items()}


def _among_others(
    scorer: Any, pages: list[Page], gold: list[dict[str, list[str]]], added: list[Page], settings: Discover
) -> Iterator[list[float]]:
    """The F1 of each field for each share; where no page of another site was used the wrapper is known already."""
    known: list[tuple[TemplateWrapper, list[float]]] = []
    for share in SHARES:
        wrapper = settings.largest([*pages, *added[: round(len(pages) * share / (100 - share))]])
        here = next((there for other, there in known if other == wrapper), None)
        known.append((wrapper, here or scores(scorer, gold, answers(wrapper, pages))))
        yield known[-1][1]


def cost(chosen: list[Path]) -> dict[str, float]:
    """Seconds for reading, tokenizing and discovering 20 and 40 pages: the median over sites."""
    seconds = {count: statistics.median(_seconds(site, count) for site in chosen) for count in (20, 40)}
    return {"seconds_20": seconds[20], "seconds_40": seconds[40]}


def _seconds(site: Path, count: int) -> float:
    start = time.process_time()
    pages, _ = load(site, count)
    Discover(sample=count).largest(pages)
    return time.process_time() - start


def growth(chosen: list[Path]) -> dict[str, float]:
    """How time grows when pages double: the median over sites; and the most memory at 320 pages."""
    taken = {count: statistics.median(_seconds_of_many(site, count) for site in chosen) for count in COUNTS}
    for count, seconds in taken.items():
        print(f"{count:4d} pages: {seconds:6.2f} s", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return {f"growth_{a}_{b}": taken[b] / taken[a] for a, b in pairwise(COUNTS)} | {"peak_gb": peak}


def _seconds_of_many(site: Path, count: int) -> float:
    sources = list(islice(varied(load(site, 45)[0]), count))
    start = time.process_time()
    pages = [Page(source, name=str(number), html=True) for number, source in enumerate(sources)]
    Discover(sample=count).largest(pages)
    return time.process_time() - start


def varied(pages: list[Page]) -> Iterator[str]:
    """The pages' sources over and over; from the second time on, words of fewer than one page in nine are changed."""
    on_pages = Counter(
        word for page in pages for word in {page[token.span] for token in page.tokens if token.kind == "word"}
    )
    for number in numbers():
        for page in pages:
            yield "".join(
                f"{page[token.span]}{number or ''}"
                if token.kind == "word" and on_pages[page[token.span]] < len(pages) / 9
                else page[token.span]
                for token in page.tokens
            )


def main() -> None:
    """Print the table and the figures."""
    parser = command_line(__doc__, quick="every fourth site")
    parser.add_argument("--pages", type=int, default=20)
    parser.add_argument("--other-sites", action="store_true")
    parser.add_argument("--without", choices=SWITCHES)
    parser.add_argument("--cost", action="store_true")
    parser.add_argument("--folds", action="store_true")
    options = parser.parse_args()
    required_data()
    scorer = import_module("score_swde")

    chosen = sites("swde")[:: 4 if options.quick else 2 if options.folds else 1]
    if options.folds:
        print(json.dumps(folds(scorer, chosen, options.pages)))
        return
    settings = Discover(**without(options.without))
    figures = quality(scorer, chosen, options.pages, settings)
    if options.other_sites:
        figures |= with_other_sites(scorer, chosen, settings)
    if options.cost:
        figures |= cost(chosen) | growth(chosen[::10])
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
