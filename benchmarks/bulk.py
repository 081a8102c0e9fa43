"""How fast are runs over many pages, what do they cost beyond the work itself, and do they survive being killed?

    python benchmarks/bulk.py [--quick] [--pages N] [--site NAME] [--kinds rules,tree,lr]
    python benchmarks/bulk.py --memory N      memory and throughput over a long run of N pages, with two workers
    python benchmarks/bulk.py --faults N      kill -9 the parent at N random moments, and resume

Pages of an SWDE site are repeated in a compressed WARC, which is written to a temporary folder and removed. For each
kind of wrapper:

    parse     pages a second that are only decoded and parsed, from memory, in one process
    extract   the same with extraction and rows, from memory
    bare      a loop in one process that reads the WARC, decodes, extracts, and writes Parquet
    1, 2      ``unweave.run.extract`` with one and two workers, from WARC to Parquet

Times are CPU times of all processes, but for the speed-up from one to two workers, which is by the clock and means
something only on a quiet machine. ``--quick`` takes 1,500 pages. The last line has the figures as JSON.
"""

import argparse
import gzip
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any

import unweave
from adapters.learned_site import learn_site
from data import bench_root, read_pages, sites, skip_word
from unweave.errors import UnweaveError
from unweave.page.parser import parse
from unweave.run import RunOptions, extract, open_sink
from unweave.run.outcomes import outcome_of
from unweave.run.raw_pages import RawPage
from unweave.run.warc_parts import read_part
from unweave.run.warc_records import Window
from unweave.wrapper import Wrapper

SITE, PAGES, QUICK_PAGES = "job-monster", 20_000, 1_500
KINDS = ("lr", "rules", "tree")
CLEAN_PAGES = 160


def main() -> None:
    """Print the tables, then the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_PAGES} pages")
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--site", default=SITE)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--memory", type=int, metavar="N")
    parser.add_argument("--faults", type=int, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if options.faults:
            print(json.dumps(faults(options.faults)))
        elif bench_root() is None:
            print(skip_word())
        elif options.memory:
            print(json.dumps(long_run(options.site, options.memory)))
        else:
            count = QUICK_PAGES if options.quick else options.pages
            print(json.dumps(table(options.site, options.kinds.split(","), count)))


def table(site: str, kinds: list[str], count: int) -> dict[str, Any]:
    """The row of each kind of wrapper."""
    data = site_pages(site)
    size = write_warc("crawl.warc.gz", data, count)
    mean = sum(map(len, data)) / len(data)
    print(
        f"{site}: {count:,} pages of {mean / 1000:.0f} kB, {count * mean / 1e9:.2f} GB, compressed {size / 1e9:.2f} GB"
    )
    print(
        f"{'kind':<7}{'parse':>8}{'extract':>9}{'ratio':>7}{'bare':>8}{'1':>8}{'2':>8}{'over':>7}{'faster':>8}{'MB':>7}"
    )
    figures: dict[str, Any] = {"page_kb": round(mean / 1000), "pages": count}
    for kind in kinds:
        wrapper = learned(site, kind)
        if wrapper is not None:
            figures |= row(kind, wrapper, data, count)
    return figures


def row(kind: str, wrapper: Wrapper, data: list[bytes], count: int) -> dict[str, Any]:
    """One kind of wrapper: pages a second of CPU for each way, and what follows."""
    some = list(islice(cycle(data), min(count, 400)))
    parsing = cpu(lambda: [parse(one.decode(errors="replace"), located=False) for one in some])[0] / len(some)
    alone = cpu(lambda: [outcome_of(wrapper, RawPage("p", one, charset="utf-8", html=True)) for one in some])[0]
    bare, _ = cpu(lambda: bare_loop(wrapper, "bare.parquet"))
    (one, one_clock), _ = peak(lambda: cpu(lambda: run(wrapper, 1)))
    (two, two_clock), memory = peak(lambda: cpu(lambda: run(wrapper, 2)))
    over, faster, ratio = one / bare - 1, one_clock / two_clock, parsing / (alone / len(some))
    rates = f"{1 / parsing:>8.0f}{len(some) / alone:>9.0f}{ratio:>7.2f}"
    print(
        f"{kind:<7}{rates}{count / bare:>8.0f}{count / one:>8.0f}{count / two:>8.0f}"
        f"{over:>7.1%}{faster:>8.2f}{memory:>7.0f}",
        flush=True,
    )
    return {
        f"{kind}_parse_pages_s": round(1 / parsing),
        f"{kind}_to_parse": round(ratio, 3),
        f"{kind}_bare_pages_s": round(count / bare),
        f"{kind}_overhead": round(over, 3),
        f"{kind}_speedup": round(faster, 2),
        f"{kind}_memory_mb": round(memory),
    }


def run(wrapper: Wrapper, workers: int) -> None:
    """The run that users start."""
    extract(wrapper, ["crawl.warc.gz"], f"out{workers}.parquet", options=RunOptions(workers=workers, force=True))


def bare_loop(wrapper: Wrapper, out: str) -> None:
    """Read, decode, extract and write, with nothing around it."""
    size = Path("crawl.warc.gz").stat().st_size
    with Path("crawl.warc.gz").open("rb") as stream, open_sink(out, wrapper.schema) as write:
        window = Window(stream, 0, size)
        for raw in read_part(window, name="crawl.warc.gz", start=0, stop=size, limit=unweave_limit()):
            if isinstance(raw, RawPage):
                for found in outcome_of(wrapper, raw).rows:
                    write(found)


def unweave_limit() -> int:
    """The largest page that is read."""
    return 32 << 20


def site_pages(site: str) -> list[bytes]:
    """The pages of a site."""
    [path] = [path for path in sites("swde") if path.stem == site]
    return [page.data for page in read_pages(path)]


def learned(site: str, kind: str) -> Wrapper | None:
    """A wrapper of a kind for as many fields of the site as it can learn; rules are those of ``learn`` by default."""
    [path] = [path for path in sites("swde") if path.stem == site]
    wrapper, shown, *_ = learn_site(path)
    if kind == "rules":
        return wrapper
    fields = sorted({name for _, values in shown for name, found in values.items() if len(found) == 1})
    while fields:
        examples = [
            unweave.Example.from_values(
                unweave.Page(text, name=f"{at}.html"),
                [{name: values[name][0] for name in fields if len(values.get(name, ())) == 1}],
                status="partial",
            )
            for at, (text, values) in enumerate(shown)
        ]
        try:
            return unweave.learn(examples, method=kind, budget=20.0)
        except UnweaveError as error:
            named = getattr(error, "field", None)
            fields.remove(named if named in fields else fields[-1])
    print(f"{kind}: cannot be learned on {site}")
    return None


def write_warc(name: str, data: list[bytes], count: int) -> int:
    """A compressed WARC with the pages over and over; its size."""
    members = [gzip.compress(record(f"http://site.example/{at}", one)) for at, one in enumerate(data)]
    with Path(name).open("wb") as stream:
        stream.writelines(islice(cycle(members), count))
    return Path(name).stat().st_size


def record(url: str, body: bytes) -> bytes:
    """A response record of a WARC."""
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    header = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(http)}\r\n\r\n"
    return header.encode() + http + b"\r\n\r\n"


def cpu(work: Callable[[], object]) -> tuple[float, float]:
    """CPU seconds of this process and of the worker processes that it waited for; seconds by the clock."""
    before, begun = cpu_now(), time.perf_counter()
    work()
    return cpu_now() - before, time.perf_counter() - begun


def cpu_now() -> float:
    """CPU seconds so far, of this process, its children, and the children of the server that forks workers."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    return mine.ru_utime + mine.ru_stime + sum(map(_family_cpu, _children(os.getpid())))


def _family_cpu(process: int) -> float:
    """CPU seconds of a process and of its children, dead and alive."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    ticks = sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK") + sum(map(_family_cpu, _children(process)))


def _children(process: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def peak(work: Callable[[], Any]) -> tuple[Any, float]:
    """What the work gives, and the most memory that this process and those below it had at a time, in MB."""
    most, ended = 0.0, threading.Event()

    def watch() -> None:
        nonlocal most
        while not ended.wait(0.2):
            most = max(most, resident())

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        return work(), most
    finally:
        ended.set()
        thread.join()


def resident() -> float:
    """The memory of this process and of those below it, in MB; what they share counts once for each."""

    def below(process: int) -> Iterator[int]:
        yield process
        for child in _children(process):
            yield from below(child)

    total = 0
    for process in below(os.getpid()):
        try:
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1])
        except OSError:
            continue
    return total * resource.getpagesize() / 2**20


def long_run(site: str, count: int) -> dict[str, Any]:
    """Memory and pages a second in each tenth of a long run; the input is one file, named many times by links."""
    data, wrapper = site_pages(site), learned(site, "rules")
    if wrapper is None:
        return {}
    each = 10_000
    write_warc("crawl.warc.gz", data, each)
    names = [f"crawl-{at:05}.warc.gz" for at in range(-(-count // each))]
    for name in names:
        os.link("crawl.warc.gz", name)
    marks: list[tuple[float, int, float]] = [(time.perf_counter(), 0, resident())]

    def told(now: Any) -> None:
        if now.pages >= marks[-1][1] + count // 10:
            marks.append((time.perf_counter(), now.pages, resident()))
            rate = (marks[-1][1] - marks[-2][1]) / (marks[-1][0] - marks[-2][0])
            print(f"{now.pages:>9,} pages{rate:>8.0f} pages/s{marks[-1][2]:>8.0f} MB", flush=True)

    extract(wrapper, names, "out.parquet", options=RunOptions(workers=2, progress=told))
    rates = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(marks)]
    sizes = [mark[2] for mark in marks[1:]]
    mean = sum(map(len, data)) / len(data)
    return {
        "pages": count,
        "gigabytes": round(count * mean / 1e9, 1),
        "seconds": round(marks[-1][0] - marks[0][0]),
        "slowest_to_fastest_tenth": round(min(rates) / max(rates), 3),
        "memory_mb": round(max(sizes)),
        "memory_gained_mb": round(sizes[-1] - sizes[0]),
    }


def faults(count: int) -> dict[str, int]:
    """Kill the parent at random moments until so many kills, resume with other numbers of workers, compare."""
    Path("pages").mkdir()
    for number in range(CLEAN_PAGES):
        Path(f"pages/{number:03}.html").write_text(f"<b>Book {number}</b>" if number % 50 else "<i>none</i>")
    with _in_tests() as command:
        _started(command, 1).wait()
        wanted = _files()
        moments, kills, runs = random.Random(1), 0, 0
        while kills < count:
            _remove_outputs()
            process, runs = _started(command, 2), runs + 1
            while kills < count and _killed(process, moments.random() * 1.2):
                kills += 1
                workers = moments.choice([1, 2, 3])
                again = ["--resume"] if Path("out.jsonl.run/run.json").exists() else ["--force"]
                process = _started(command, workers, *again)
            if process.wait():
                sys.exit("a run ended with an error")
            if _files() != wanted:
                sys.exit("the output differs from that of an undisturbed run")
            print(f"{kills} kills, {runs} runs", flush=True)
    return {"kills": kills, "runs": runs, "different": 0}


@contextmanager
def _in_tests() -> Iterator[list[str]]:
    """The command of a slow run in small shards, from the tests."""
    tests = Path(__file__).resolve().parents[1] / "tests"
    os.environ["PYTHONPATH"] = str(tests)
    yield [sys.executable, str(tests / "oracles" / "slow_run.py")]


def _started(command: list[str], workers: int, *more: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([*command, str(workers), *more])


def _killed(process: "subprocess.Popen[bytes]", after: float) -> bool:
    """Whether the process was still there to be killed after so many seconds."""
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    return False


def _files() -> list[bytes]:
    return [Path(name).read_bytes() for name in ("out.jsonl", "out.jsonl.problems.jsonl")]


def _remove_outputs() -> None:
    for name in ("out.jsonl", "out.jsonl.problems.jsonl"):
        Path(name).unlink(missing_ok=True)


if __name__ == "__main__":
    main()
