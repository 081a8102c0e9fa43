"""Does extraction agree with its slow definition, on the pages of every public collection and on mutated ones?

    python benchmarks/agreement.py [--quick] [--pages N] [--site-pages N] [--jobs N] [--minutes N]

Wrappers are learned by ``unweave.learn`` from three pages of each SWDE site and from one page of each recipes site, by
rules, trees and LR on the WIEN sites, and by ``unweave.learn`` from two records of each page of lists. Each is run on
every page of its site and on mutated copies (``tests/mutations``: tags deleted, doubled, cut off; attributes dropped;
texts swapped), N mutated pages in all: the smaller the pages of a site, the more, so that all sites take about as long.
``--site-pages`` takes the smallest pages of each site only, since the slow definition takes most of the time. What a
wrapper extracts, spans included, is compared with the slow definition
(``tests/oracles``). The last line is JSON; the exit code is 1 where something differs.

A run that is cut short by ``--minutes``, SIGTERM or ctrl-C reports what it has compared. Sites of all collections come
in turn, so that a part of a run is like the whole.
"""

import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate, count, cycle, islice, pairwise
from math import inf
from pathlib import Path
from statistics import median
from typing import Any
from zipfile import ZipFile

from data import bench_root, command_line, read_json, read_pages, required_data, sites

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import unweave
from adapters.learn_swde import fit
from adapters.tree_tasks import _field
from adapters.wien_adapter import learn as learn_delimiters
from mutations.mutate import mutated
from oracles.agreement import differences
from unweave.errors import NoConsistentWrapper, UnweaveError
from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules
from unweave.trees import KL
from unweave.wrapper import Wrapper

PAGES, QUICK_PAGES = 100_000, 24
QUICK_SITE_PAGES = 2
SHOWN = {"swde": 3, "recipes": 1}
RECORDS = 2  # shown of each page of lists
EVERY = {"swde": 20, "recipes": 120, "wien": 7, "lists": 40}
"""Of the sites (of lists, the pages), with ``--quick`` every so many."""
REPORTED = 20


@dataclass(frozen=True)
class Job:
    """A site (of lists, a page), and how many mutated pages it is to be run on."""

    collection: str
    site: Path
    mutated: int
    pages: int | None
    page: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of a job: pages that were compared, the CPU seconds that this took, and the differences."""

    job: Job
    pages: int = 0
    mutated: int = 0
    seconds: float = 0.0
    differences: tuple[str, ...] = ()


def main() -> int:
    """Print a table, the differences, and the figures as one line of JSON."""
    parser = command_line(__doc__, quick=f"some sites, {QUICK_PAGES} mutated pages")
    parser.add_argument("--pages", type=int, help=f"mutated pages in all; {PAGES} unless given")
    parser.add_argument("--site-pages", type=int, help="the smallest pages of each site; all unless given")
    parser.add_argument("--jobs", type=int, default=2, help="sites run at once")
    parser.add_argument("--minutes", type=float, default=inf, help="stop then, and report what is done")
    arguments = parser.parse_args()
    required_data()
    wanted = arguments.pages or (QUICK_PAGES if arguments.quick else PAGES)
    most = arguments.site_pages or (QUICK_SITE_PAGES if arguments.quick else None)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    outcomes = []
    try:
        for outcome in outcomes_of(jobs(wanted, most, quick=arguments.quick), arguments.jobs, arguments.minutes * 60):
            outcomes.append(outcome)
            name = outcome.job.page or outcome.job.site.stem
            counts = f"{outcome.pages} pages, {outcome.mutated} mutated, {len(outcome.differences)} differences"
            counts += f" in {outcome.seconds:.1f} CPU seconds"
            total = sum(one.mutated for one in outcomes)
            print(f"{outcome.job.collection} {name}: {counts}; {total} mutated so far", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    return report(outcomes)


def outcomes_of(wanted: Sequence[Job], processes: int, seconds: float) -> Iterator[Outcome]:
    """What comes of the jobs, as they end; those that end too late are left out."""
    end = time.monotonic() + seconds
    # A worker takes an interrupt for a job's error and goes on; it must end by the signal itself.
    pool = ProcessPoolExecutor(processes, initializer=signal.signal, initargs=(signal.SIGTERM, signal.SIG_DFL))
    waiting = {pool.submit(run, job) for job in wanted}
    try:
        while waiting and (left := end - time.monotonic()) > 0:
            done, waiting = wait(waiting, min(left, threading.TIMEOUT_MAX), return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        workers = list((pool._processes or {}).values())  # noqa: SLF001 - there is no other way to end them
        pool.shutdown(wait=not waiting, cancel_futures=True)
        for worker in workers if waiting else ():
            worker.terminate()


def jobs(wanted: int, most: int | None, *, quick: bool) -> list[Job]:
    """A job for each site; mutated pages are shared out by the size of a site's pages: of small ones there are more."""
    found = [(name, site, "") for name in ("swde", "recipes", "wien") for site in sites(name)]
    found += [("lists", site, page) for site in sites("lists") for page in read_json(site, "gold.json")]
    if quick:
        found = [one for name, every in EVERY.items() for one in [job for job in found if job[0] == name][::every]]
    numbers = {name: count() for name in EVERY}
    order = {job: next(numbers[job[0]]) / sum(one[0] == job[0] for one in found) for job in found}
    found.sort(key=order.__getitem__)  # collections in turn
    sizes = dict(zip(found, (page_size(site, page) for _, site, page in found), strict=True))
    shares = shared_out(wanted, [1 / size for size in sizes.values()])
    return [Job(*job[:2], share, most, job[2]) for job, share in zip(sizes, shares, strict=True)]


def page_size(site: Path, page: str) -> float:
    """The characters of a usual page of a site, about; of lists, those of the page."""
    with ZipFile(site) as archive:
        names = (
            [f"pages/{page}.html"] if page else [one for one in archive.namelist() if one.endswith((".htm", ".html"))]
        )
        return median(archive.getinfo(name).file_size for name in names)


def shared_out(wanted: int, weights: Sequence[float]) -> list[int]:
    """Whole numbers with the wanted sum, in proportion to the weights.

    >>> shared_out(10, [1, 1, 2])
    [2, 3, 5]
    """
    ends = [round(wanted * part / sum(weights)) for part in accumulate(weights)]
    return [end - begin for begin, end in pairwise((0, *ends))]


def report(outcomes: Sequence[Outcome]) -> int:
    """The table, some of the differences, and the figures."""
    print(f"{'collection':12}{'sites':>7}{'pages':>8}{'mutated':>9}{'differences':>13}")
    for name in EVERY:
        some = [outcome for outcome in outcomes if outcome.job.collection == name]
        counts = sum(one.pages for one in some), sum(one.mutated for one in some)
        print(f"{name:12}{len(some):7}{counts[0]:8}{counts[1]:9}{sum(len(one.differences) for one in some):13}")
    found = [line for outcome in outcomes for line in outcome.differences]
    print("\n".join(found[:REPORTED]))
    pages, copies = sum(one.pages for one in outcomes), sum(one.mutated for one in outcomes)
    rate = (pages + copies) / max(sum(one.seconds for one in outcomes), 1e-9)
    figures = {"pages": pages, "mutated": copies, "differences": len(found), "pages_a_cpu_second": round(rate, 1)}
    print(json.dumps(figures))
    return 1 if found else 0


def run(job: Job) -> Outcome:
    """Learn the wrappers of a site, and compare them with their definition on its pages and on mutated copies."""
    wrappers, texts = _LEARN[job.collection](job)
    if not wrappers:
        return Outcome(job)
    begun = time.process_time()
    texts = sorted(texts, key=len)[: job.pages]
    copies = [mutated(text, seed=seed) for seed, text in enumerate(islice(cycle(texts), job.mutated))]
    found = [
        f"{job.collection} {job.page or job.site.stem} {where} {number}: {line}"
        for where, some in (("page", texts), ("mutated page", copies))
        for number, text in enumerate(some)
        for line in _compared(wrappers, text)
    ]
    return Outcome(job, len(texts), len(copies), time.process_time() - begun, tuple(found))


def _compared(wrappers: Sequence[Wrapper], text: str) -> Iterator[str]:
    page = Page(text)
    for wrapper in wrappers:
        try:
            yield from differences(wrapper, page)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is a finding
            yield f"{wrapper.kind}: {type(error).__name__}: {error}"


Learned = tuple[list[Wrapper], list[str]]


def _detail_pages(job: Job) -> Learned:
    scorer = _scorer("score_swde")
    labels = scorer.read_labels(job.site)
    texts = scorer.read_pages(job.site, [*labels["train"], *labels["test"]])
    shown = SHOWN[job.collection]
    known = [{name: labels["values"][page].get(name, []) for name in labels["attributes"]} for page in labels["train"]]
    return [fit(list(zip(texts, known[:shown], strict=False)), embedded=True)], texts


def _wien(job: Job) -> Learned:
    labels = read_json(job.site, "labels.json")
    raw = {page.name.rpartition("/")[2]: page.data.decode() for page in read_pages(job.site)}
    texts = [raw[name] for name in labels["pages"]]
    given = list(labels["pages"].values())
    wrappers: list[Wrapper | None] = [
        learn_delimiters(name, list(zip(texts, given, strict=True)))
        for name in (() if labels["nested"] else ("lr", "hlrt"))
    ]
    for number in range(labels["attributes"]):
        spans = [_field(label, number, nested=labels["nested"]) for label in given[:2]]
        pages = [Page(text, html=True) for text in texts[:2]]
        examples = [
            Example.from_spans(page, [{f"a{number + 1}": span} for span in some])
            for page, some in zip(pages, spans, strict=True)
        ]
        wrappers += [_or_none(learner.learn, examples) for learner in (Rules(), KL())]
    if not labels["nested"]:
        rows = [Example.from_spans(Page(text, html=True), [_row(row) for row in label])
                for text, label in zip(texts[:2], given[:2], strict=True)]  # fmt: skip
        wrappers.append(_or_none(Rules().learn, rows))
    return [one for one in wrappers if one is not None], texts


def _row(spans: Sequence[Sequence[int]]) -> dict[str, Any]:
    return {f"a{at}": tuple(span) if span[0] < span[1] else None for at, span in enumerate(spans, 1)}


def _lists(job: Job) -> Learned:
    gold = read_json(job.site, "gold.json")[job.page]
    (text,) = [page.data.decode() for page in read_pages(job.site) if page.name == f"pages/{job.page}.html"]
    shown = gold["records"][:RECORDS]
    try:
        examples = [Example.from_values(Page(text), shown, status="partial")]
    except UnweaveError:
        return [], [text]
    learners = (unweave.learn, Rules().learn)
    return [one for learn in learners if (one := _or_none(learn, examples)) is not None], [text]


def _or_none(learn: Callable[[Sequence[Example]], Wrapper], examples: Sequence[Example]) -> Wrapper | None:
    try:
        return learn(examples)
    except NoConsistentWrapper:
        return None


def _scorer(name: str) -> Any:
    root = str(bench_root())
    if root not in sys.path:
        sys.path.insert(0, root)
    return import_module(name)


_LEARN: dict[str, Callable[[Job], Learned]] = {
    "swde": _detail_pages,
    "recipes": _detail_pages,
    "wien": _wien,
    "lists": _lists,
}

if __name__ == "__main__":
    sys.exit(main())
