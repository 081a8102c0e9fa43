"""How fast are runs over many pages, and what do they cost beyond the work itself?

    python benchmarks/bulk.py [--quick] [--pages N] [--site NAME] [--kinds lr,tree,rules]

The pages of an SWDE site are repeated in a compressed WARC, which is written to a temporary folder and removed. For
each kind of wrapper:

    parse     pages a second that are only decoded and parsed, from memory, in one process
    extract   the same with extraction and rows, from memory; ``ratio`` is extract to parse
    bare      a loop in one process that reads the WARC, decodes, extracts, and writes the same Parquet file
    1, 2      ``unweave.run.extract`` with one and two workers, from WARC to Parquet
    once      what a run costs once, in seconds of CPU: its processes, and the looks at its first pages, for warnings.
              It is what a run with one worker costs beyond the bare loop over the first 600 pages
    over      what a run with one worker costs beyond the bare loop; ``paged`` is the same without what it costs once
    faster    how many times faster two workers are than one
    allowed   how many times faster two bare loops at the same time are than one after the other: what the machine gives
              to two processes that share nothing
    MB, +MB   the most memory of all processes with two workers; how much it grows, see ``adapters.processes``

Times are CPU times of all processes, but for ``faster``, which is by the clock and means something only on a quiet
machine. All modules are loaded and all processes were started once before anything is measured. That the three Parquet
files are equal is checked. ``--quick`` takes 1,500 pages. The last line has the figures as JSON.

``benchmarks/bulk_memory.py`` is a long run, ``benchmarks/bulk_kills.py`` one that is killed.
"""

import json
import multiprocessing as mp
import os
import sys
import tempfile
import time
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from adapters.processes import Cost, cost_of
from adapters.repeated_site import learned, site_pages, write_warc
from data import command_line, required_data
from unweave.page import LIMIT
from unweave.page.parser import parse
from unweave.run import RunOptions, extract, open_sink
from unweave.run.outcomes import outcome_of
from unweave.run.provenance import ids_of, with_columns
from unweave.run.raw_pages import RawPage
from unweave.run.warc_parts import read_part
from unweave.run.warc_records import Window
from unweave.tuning import SIGNATURE_PAGES
from unweave.wrapper import Wrapper

SITE, PAGES, QUICK_PAGES = "job-monster", 20_000, 1_500
KINDS = "lr,tree,rules"
IN_MEMORY = 400
BEGUN = time.perf_counter()
CRAWL, FIRST, ONE = "crawl.warc.gz", "first.warc.gz", "one.warc.gz"
FIRST_PAGES = SIGNATURE_PAGES + 100
HEAD = (
    f"{'kind':<7}{'parse':>7}{'extract':>9}{'ratio':>7}{'bare':>8}{'1':>8}{'2':>8}"
    f"{'once':>7}{'over':>8}{'paged':>8}{'faster':>8}{'allowed':>9}{'MB':>6}{'+MB':>6}"
)


def main() -> None:
    """Print the tables, then the figures as JSON."""
    parser = command_line(__doc__, quick=f"{QUICK_PAGES} pages")
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--site", default=SITE)
    parser.add_argument("--kinds", default=KINDS)
    options = parser.parse_args()
    required_data()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        count = QUICK_PAGES if options.quick else options.pages
        print(json.dumps(table(options.site, options.kinds.split(","), count)))


def table(site: str, kinds: list[str], count: int) -> dict[str, Any]:
    """The row of each kind of wrapper."""
    data = site_pages(site)
    size = write_warc(CRAWL, data, count)
    write_warc(FIRST, data, min(count, FIRST_PAGES))
    write_warc(ONE, data, 1)
    mean = sum(map(len, data)) / len(data)
    amount = f"{count * mean / 1e9:.2f} GB, compressed {size / 1e9:.2f} GB"
    load = os.getloadavg()[0]
    print(f"{site}: {count:,} pages of {mean / 1000:.0f} kB, {amount}; load of the machine before: {load:.1f}")
    figures: dict[str, Any] = {"page_kb": round(mean / 1000), "pages": count, "load": round(load, 1)}
    rows = [HEAD]
    for kind in kinds:
        tell(f"learning {kind}")
        wrapper = learned(site, kind)
        if wrapper is None:
            rows.append(f"{kind:<7} cannot be learned on this site")
        else:
            line, found = row(kind, wrapper, data, count)
            rows.append(line)
            figures |= found
    print(*rows, sep="\n", flush=True)
    return figures


def row(kind: str, wrapper: Wrapper, data: list[bytes], count: int) -> tuple[str, dict[str, Any]]:
    """One kind of wrapper: pages a second of CPU for each way, and what follows."""
    parsing, alone = from_memory(wrapper, list(islice(cycle(data), min(count, IN_MEMORY))))
    for workers in (1, 2):  # everything is loaded once before it counts
        run(wrapper, ONE, workers)
        bare_loop(wrapper, ONE)
    once = cost_of(lambda: run(wrapper, FIRST, 1)).cpu - cost_of(lambda: bare_loop(wrapper, FIRST)).cpu
    bare = told(f"{kind}, bare loop", cost_of(lambda: bare_loop(wrapper, CRAWL)))
    one = told(f"{kind}, one worker", cost_of(lambda: run(wrapper, CRAWL, 1)))
    two = told(f"{kind}, two workers", cost_of(lambda: run(wrapper, CRAWL, 2)))
    both = told(f"{kind}, two bare loops", cost_of(lambda: two_bare_loops(wrapper, CRAWL)))
    if not Path("bare.parquet").read_bytes() == Path("out1.parquet").read_bytes() == Path("out2.parquet").read_bytes():
        sys.exit("the outputs differ")
    figures = {
        "parse_pages_s": round(1 / parsing),
        "extract_pages_s": round(1 / alone),
        "to_parse": round(parsing / alone, 3),
        "bare_pages_s": round(count / bare.cpu),
        "one_pages_s": round(count / one.cpu),
        "two_pages_s": round(count / two.cpu),
        "once_s": round(once, 2),
        "overhead": round(one.cpu / bare.cpu - 1, 3),
        "overhead_paged": round((one.cpu - once) / bare.cpu - 1, 3),
        "speedup": round(one.clock / two.clock, 2),
        "allowed": round(2 * bare.clock / both.clock, 2),
        "memory_mb": round(two.most_memory),
        "memory_gained_mb": round(two.memory_gained),
    }
    return line_of(kind, figures), {f"{kind}_{name}": value for name, value in figures.items()}


def line_of(kind: str, row: dict[str, Any]) -> str:
    """The figures of a kind as a line of the table."""
    return (
        f"{kind:<7}{row['parse_pages_s']:>7}{row['extract_pages_s']:>9}{row['to_parse']:>7.2f}"
        f"{row['bare_pages_s']:>8}{row['one_pages_s']:>8}{row['two_pages_s']:>8}{row['once_s']:>7.2f}"
        f"{row['overhead']:>8.1%}{row['overhead_paged']:>8.1%}{row['speedup']:>8.2f}{row['allowed']:>9.2f}"
        f"{row['memory_mb']:>6}{row['memory_gained_mb']:>6}"
    )


def from_memory(wrapper: Wrapper, pages: list[bytes]) -> tuple[float, float]:
    """CPU seconds a page to parse, and to extract: the least of three rounds, in which they take turns."""
    parsing, alone = [], []
    for _ in range(3):
        parsing.append(cost_of(lambda: [parse(one.decode(errors="replace"), located=False) for one in pages]).cpu)
        raw = [RawPage("p", one, charset="utf-8", html=True) for one in pages]
        alone.append(cost_of(partial(list, map(partial(outcome_of, wrapper), raw))).cpu)
    return min(parsing) / len(pages), min(alone) / len(pages)


def run(wrapper: Wrapper, name: str, workers: int) -> None:
    """The run that users start."""
    extract(wrapper, [name], f"out{workers}.parquet", options=RunOptions(workers=workers, force=True))


def two_bare_loops(wrapper: Wrapper, name: str) -> None:
    """The bare loop in two processes at the same time; each reads the whole input."""
    loops = [mp.get_context("fork").Process(target=bare_loop, args=(wrapper, name, f"bare{at}.parquet")) for at in "12"]
    for loop in loops:
        loop.start()
    for loop in loops:
        loop.join()


def bare_loop(wrapper: Wrapper, name: str, out: str = "bare.parquet") -> None:
    """Read, decode, extract and write the same rows, with nothing around it."""
    size = Path(name).stat().st_size
    schema, adapt = with_columns(wrapper.schema, provenance=True, flatten=False, ids=ids_of(wrapper))
    with Path(name).open("rb") as stream, open_sink(out, schema) as sink:
        write = adapt(sink)
        for raw in read_part(Window(stream, 0, size), name=name, start=0, stop=size, limit=LIMIT):
            if isinstance(raw, RawPage):
                for found in outcome_of(wrapper, raw).rows:
                    write(found)


def told(what: str, cost: Cost) -> Cost:
    """The cost, after a line on how long it took."""
    tell(f"{what}: {cost.cpu:.1f} s of CPU, {cost.clock:.1f} s")
    return cost


def tell(what: str) -> None:
    """A line of progress, with the seconds since the begin."""
    print(f"{time.perf_counter() - BEGUN:7.0f} s  {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
