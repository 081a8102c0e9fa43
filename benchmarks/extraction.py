"""How fast is ``extract``, against selectors written by hand, on pages that are read cold from bytes?

    python benchmarks/extraction.py [--quick] [--memory]

On SWDE, wrappers learned with ``unweave.learn`` from three labelled pages of a site and sixteen others. Every other
page is read once by each side, in turn, from its UTF-8 bytes: ``extract`` with records, texts and spans of all values;
``compile``; the parser's own selectors and parsel's, both from ``adapters/by_hand.py``. A ratio is the time of the
selectors by the time of ours, over all pages of a site; 1 means as fast. Times are CPU times of the thread, the garbage
collector is off. On list pages (WIEN and lists) the same for the rule, tree, region and delimiter wrappers that learn
from the first records of a page, against parsing alone. ``--quick`` takes every eighth site of SWDE and every sixteenth
list page. ``--memory`` prints only what memory the process has while it extracts from ten thousand pages, with the
garbage collector off.
"""

import gc
import json
import resource
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice, permutations
from pathlib import Path
from typing import Any

import unweave
from adapters.by_hand import by_hand, by_parsel
from adapters.learned_site import learn_site
from data import command_line, read_json, read_pages, required_data, sites
from unweave.errors import UnweaveError
from unweave.page.parser import parse
from unweave.wrapper import Wrapper

LIST_SHOWN, MEMORY_PAGES = 3, 10_000
Run = Callable[[bytes], object]


def main() -> None:
    """Print the tables, then the figures as JSON."""
    parser = command_line(__doc__, quick="every eighth site, every sixteenth list page")
    parser.add_argument("--memory", action="store_true", help="only the memory")
    options = parser.parse_args()
    required_data()
    if options.memory:
        memory_rows()
        return
    gc.disable()
    print(f"{'site':<24}{'extract':>9}{'compile':>9}{'to parsel':>11}   of selectors written by hand")
    found = figures([detail_row(site) for site in sites("swde")[:: 8 if options.quick else 1]])
    print(f"\n{'list wrapper':<24}{'pages':>9}{'extract':>9}   of parsing alone")
    found |= {f"list_{method}": round(ratio, 3) for method, ratio in list_rows(16 if options.quick else 1)}
    print(json.dumps(found))


def detail_row(site: Path) -> tuple[float, float, float]:
    """The ratios of one site: extract and compile to the parser's selectors, extract to parsel's."""
    wrapper, shown, _, unseen = learn_site(site)
    names = wrapper.schema.names
    runs: list[Run] = [extraction(wrapper), compilation(wrapper), by_hand(shown, names), by_parsel(shown, names)]
    mine, compiled, hand, parsel = seconds(runs, [source.encode() for source in unseen])
    row = hand / mine, hand / compiled, parsel / mine
    print(f"{site.stem:<24}{row[0]:>9.2f}{row[1]:>9.2f}{row[2]:>11.2f}", flush=True)
    return row


def extraction(wrapper: Wrapper) -> Run:
    """Everything that ``extract`` gives: records, the texts of their values, the spans."""

    def run(data: bytes) -> object:
        records = wrapper.extract(unweave.Page.from_bytes(data, charset="utf-8"))
        return [(record.to_dict(), [record.spans(name) for name in record]) for record in records]

    return run


def compilation(wrapper: Wrapper) -> Run:
    """What ``compile`` gives: plain values."""
    run = unweave.compile(wrapper)
    return lambda data: run(data.decode())


def seconds(runs: Sequence[Run], pages: Sequence[bytes]) -> list[float]:
    """The CPU seconds of each over all pages, each page once, in all orders as often.

    The first to read a page brings it into the cache, and a run behind one that parses alike finds memory and
    instructions ready. So the order changes from page to page.
    """
    for run in runs:
        run(pages[0])  # imports and tables are made once, for all pages
    times = [0.0] * len(runs)
    for data, order in zip(pages, cycle(permutations(range(len(runs)))), strict=False):
        for at in order:
            begun = time.thread_time()
            runs[at](data)
            times[at] += time.thread_time() - begun
    return times


def list_rows(every: int) -> Iterator[tuple[str, float]]:
    """For each method the mean ratio on every n-th list page: parsing alone by extract."""
    pages = list(list_pages())[::every]
    for method in ("rules", "tree", "regions", "lr"):
        ratios = [ratio for page, records in pages if (ratio := list_ratio(method, page, records)) is not None]
        mean = statistics.fmean(ratios) if ratios else 0.0
        print(f"{method:<24}{len(ratios):>9}{mean:>9.2f}", flush=True)
        yield method, mean


def list_pages() -> Iterator[tuple[unweave.Page, list[Any]]]:
    """Pages with many records: of WIEN by spans, of lists by values; the first records are shown."""
    for site in sites("wien"):
        labels = read_json(site, "labels.json")
        page = next(iter(read_pages(site)))
        if not labels["nested"]:
            spans = labels["pages"][Path(page.name).name][:LIST_SHOWN]
            rows = [{f"a{at}": tuple(span) for at, span in enumerate(row)} for row in spans]
            yield unweave.Page.from_bytes(page.data, name=page.name), rows
    for site in sites("lists"):
        gold = read_json(site, "gold.json")
        for page in read_pages(site):
            records = gold[Path(page.name).stem]["records"] if Path(page.name).stem in gold else []
            yield unweave.Page.from_bytes(page.data, name=page.name), records[:LIST_SHOWN]


def list_ratio(method: str, page: unweave.Page, records: list[Any]) -> float | None:
    """Parsing alone by extract; None where the method learns nothing."""
    make = unweave.Example.from_spans if _has_spans(records) else unweave.Example.from_values
    try:
        wrapper = unweave.learn([make(page, records, status="partial")], method=method, budget=2.0)
    except UnweaveError:
        return None
    data = page.source.encode()
    mine, alone = seconds([extraction(wrapper), lambda data: parse(data.decode(), located=False)], [data] * 5)
    return alone / mine


def _has_spans(records: list[Any]) -> bool:
    return any(isinstance(value, tuple) for record in records for value in record.values())


def memory_rows() -> None:
    """The memory of the process after every thousandth page of one site, and what it has gained since the first."""
    site = sites("swde")[0]
    run, pages = extraction(learn_site(site).wrapper), [page.data for page in read_pages(site)]
    gc.collect()
    gc.disable()
    used = []
    for number, data in enumerate(islice(cycle(pages), MEMORY_PAGES), 1):
        run(data)
        if number % (MEMORY_PAGES // 10) == 0:
            used.append(_resident())
            print(f"{number:>6} pages {used[-1]:>8.1f} MB", flush=True)
    print(json.dumps({"memory_mb": round(used[-1], 1), "memory_gained_mb": round(used[-1] - used[0], 1)}))


def _resident() -> float:
    """The memory of the process now, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def figures(rows: Sequence[tuple[float, float, float]]) -> dict[str, float]:
    """The means over the sites."""
    names = ("extract_to_selectors", "compile_to_selectors", "extract_to_parsel")
    return {name: round(statistics.fmean(row[at] for row in rows), 3) for at, name in enumerate(names)}


if __name__ == "__main__":
    main()
