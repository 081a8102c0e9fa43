"""Discovery on the swde sites: unlabelled pages in, columns out; each field against the column that matches it best.

    python benchmarks/discover.py [--quick] [--pages 20] [--strangers] [--cost]

``--strangers`` mixes 2, 5, 10 and 20 % pages of other sites in; ``--cost`` measures time at 20 and 40 pages and memory.
"""

import argparse
import json
import resource
import statistics
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from data import bench_root, read_json, read_pages, sites, skip_word
from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.templates import Discover, LayoutWrapper
from unweave.templates.summary import columns_of

Answer = dict[str, list[str]]


def load(site: Path, count: int) -> tuple[list[Page], list[dict[str, list[str]]]]:
    """The first pages of a site and their labels."""
    labels = read_json(site, "labels.json")
    chosen = (labels["train"] + labels["test"])[:count]
    raw = {page.name.rpartition(".")[0]: page.data for page in read_pages(site)}
    pages = [Page(raw[name].decode("utf-8-sig", "replace"), name=name, html=True) for name in chosen]
    return pages, [labels["values"][name] for name in chosen]


def answers(wrapper: LayoutWrapper, pages: list[Page]) -> list[Answer]:
    """The columns of each page."""
    return [_answer(wrapper, page) for page in pages]


def _answer(wrapper: LayoutWrapper, page: Page) -> Answer:
    try:
        return columns_of(wrapper.extract(page)[0])
    except DoesNotFit:
        return {}


def best(scorer: Any, gold: list[dict[str, list[str]]], field: str, got: list[Answer]) -> float | None:
    """The F1 of the column that matches a field best; None where no page has the field."""
    wanted = [set(scorer.as_list(values[field])) for values in gold]
    total = sum(map(len, wanted))
    if not total:
        return None
    names = sorted({name for answer in got for name in answer})
    columns = ([set(scorer.as_list(answer.get(name, []))) for answer in got] for name in names)
    return max((_f1(wanted, total, column) for column in columns), default=0.0)


def _f1(wanted: list[set[str]], total: int, column: list[set[str]]) -> float:
    hits = sum(len(want & got) for want, got in zip(wanted, column, strict=True))
    return 2 * hits / (total + sum(map(len, column)))


def measure(scorer: Any, site: Path, count: int, strangers: list[Page]) -> tuple[list[float], int]:
    """The F1 of each field of a site, and the number of columns."""
    pages, gold = load(site, count)
    wrapper = Discover().discover([*pages, *strangers])
    got = answers(wrapper, pages)
    scores = [best(scorer, gold, field, got) for field in gold[0]]
    return [score for score in scores if score is not None], len(wrapper.columns)


def quality(scorer: Any, chosen: list[Path], count: int, share: int | None = None) -> dict[str, float]:
    """Mean F1 and columns over sites; ``share`` percent of the pages replaced by pages of other sites."""
    scores: list[float] = []
    columns: list[int] = []
    for number, site in enumerate(chosen):
        foreign = round(count * (share or 0) / 100)
        strangers = [load(chosen[(number + 7 + k) % len(chosen)], 1)[0][0] for k in range(foreign)]
        found, width = measure(scorer, site, count - foreign, strangers)
        scores += found
        columns.append(width)
        if share is None:
            print(f"{site.stem:22} {statistics.fmean(found):6.3f} {width:4d} columns", flush=True)
    perfect = statistics.fmean(score == 1 for score in scores)
    return {"f1": statistics.fmean(scores), "perfect": perfect, "columns": statistics.fmean(columns)}


def cost(chosen: list[Path]) -> dict[str, float]:
    """Seconds for reading, tokenizing and discovering 40 pages, and how the time grows when pages double."""
    seconds = {count: statistics.median(_seconds(site, count) for site in chosen) for count in (20, 40)}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return {"seconds_40": seconds[40], "growth_20_40": seconds[40] / seconds[20], "peak_gb": peak}


def _seconds(site: Path, count: int) -> float:
    start = time.process_time()
    pages, _ = load(site, count)
    Discover(sample=count).discover(pages)
    return time.process_time() - start


def growth(site: Path) -> dict[str, float]:
    """Time at 20, 40, ... 320 pages of one site, its 45 pages repeated with changed texts."""
    pages, _ = load(site, 45)
    taken: dict[int, float] = {}
    for count in (20, 40, 80, 160, 320):
        many = [
            Page(pages[n % 45].source.replace("e", "e" * (1 + n // 45)), name=str(n), html=True) for n in range(count)
        ]
        start = time.process_time()
        Discover(sample=count).discover(many)
        taken[count] = time.process_time() - start
    pairs = zip(list(taken)[1:], taken, strict=False)
    return {f"growth_{b}_{a}": taken[a] / taken[b] for a, b in pairs}


def main() -> None:
    """Print the table and the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--pages", type=int, default=20)
    parser.add_argument("--strangers", action="store_true")
    parser.add_argument("--cost", action="store_true")
    options = parser.parse_args()
    root = bench_root()
    if root is None:
        print(skip_word())
        return
    sys.path.insert(0, str(root))
    scorer = import_module("score_swde")

    chosen = sites("swde")[:: 4 if options.quick else 1]
    figures = quality(scorer, chosen, options.pages)
    if options.strangers:
        figures |= {f"f1_strangers_{share}": quality(scorer, chosen, 40, share)["f1"] for share in (0, 2, 5, 10, 20)}
    if options.cost:
        figures |= cost(chosen) | growth(chosen[0])
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
