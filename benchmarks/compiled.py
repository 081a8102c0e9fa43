"""How fast are compiled rules, against selectors written by hand, and do they say what extract says?

    python benchmarks/compiled.py [--quick]

On SWDE, wrappers learned with ``unweave.learn`` from three labelled pages of a site and sixteen others, which are then
at hand to compile. Without a scan they parse; with it, they may not. Each form is compared with ``extract`` on every
other page, and timed on some of them against ``adapters/by_hand.py``: parse, one selector per value, its text. Times
are the best of several rounds in which the sides take turns, page by page; those of the scan on pages that it answers
without parsing. ``--quick`` takes every eighth site.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from adapters.by_hand import by_hand
from adapters.learn_swde import fit, page_of
from data import bench_root, sites, skip_word
from unweave.targets.compile import compile as compiled_form
from unweave.targets.probe import probing

SHOWN, AT_HAND, TIMED, ROUNDS = 3, 16, 8, 15
Run = Callable[[str], list[dict[str, Any]]]


def main() -> None:
    """Print the table, then the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="every eighth site")
    every = 8 if parser.parse_args().quick else 1
    root = bench_root()
    if root is None:
        print(skip_word())
        return
    sys.path.insert(0, str(root))
    print(f"{'site':<24}{'agree':>9}{'of hand':>9}  {'with a scan':<17}{'agree':>9}{'scanned':>9}{'of hand':>9}")
    results = [measure(site) for site in sites("swde")[::every]]
    print(json.dumps(figures(results)))


def measure(site: Path) -> dict[str, Any]:
    """One site: agreement and speed of both forms."""
    scorer: Any = import_module("score_swde")  # it lies in the benchmark folder
    labels = scorer.read_labels(site)
    train = labels["train"][:SHOWN]
    texts = [page_of(text).source for text in scorer.read_pages(site, train)]
    shown = [(text, labels["values"][page]) for page, text in zip(train, texts, strict=True)]
    sources = [page_of(text).source for text in scorer.read_pages(site, labels["test"])]
    wrapper = fit(shown, sources[:AT_HAND])
    if wrapper is None:
        raise SystemExit(f"nothing could be learned of {site.stem}")
    at_hand = [page_of(text) for text in [*texts, *sources[:AT_HAND]]]
    parsing, scanning = compiled_form(wrapper, pages=at_hand, scan=False), compiled_form(wrapper, pages=at_hand)
    wanted = [[record.to_dict() for record in wrapper.extract(page_of(source))] for source in sources]
    unseen = sources[AT_HAND:]
    hand = by_hand(shown, wrapper.schema.names)
    times = best([parsing, hand], unseen[:: max(1, len(unseen) // TIMED)])
    probe = probing(wrapper, at_hand) if scanning.form == "scan with guard" else None
    answered = [source for source in unseen if probe and probe(source)]
    scan_times = best([scanning, hand], answered[:: max(1, len(answered) // TIMED)])
    result = {
        "site": site.stem,
        "pages": len(sources),
        "agree": agreeing(parsing, sources, wanted),
        "ratio": times[1] / times[0],
        "form": scanning.form,
        "unseen": len(unseen),
        "scan_agree": agreeing(scanning, unseen, wanted[AT_HAND:]),
        "answered": len(answered),
        "scan_ratio": scan_times[1] / scan_times[0] if answered else 0.0,
    }
    print_row(result)
    return result


def agreeing(run: Run, sources: Sequence[str], wanted: Sequence[Any]) -> int:
    """On how many pages a form gives what is wanted."""
    return sum(run(source) == want for source, want in zip(sources, wanted, strict=True))


def best(runs: Sequence[Run], sources: Sequence[str]) -> list[float]:
    """The seconds that each takes for all pages: of each page, the best round."""
    times = [list(_best(runs, source)) for source in sources]
    return [sum(one[at] for one in times) for at in range(len(runs))]


def _best(runs: Sequence[Run], source: str) -> Iterator[float]:
    rounds = [[_seconds(run, source) for run in runs] for _ in range(ROUNDS)]
    return (min(column) for column in zip(*rounds, strict=True))


def _seconds(run: Run, source: str) -> float:
    begun = time.perf_counter()
    run(source)
    return time.perf_counter() - begun


def print_row(result: dict[str, Any]) -> None:
    """One line of the table."""
    agree, scanned = f"{result['agree']}/{result['pages']}", f"{result['scan_agree']}/{result['unseen']}"
    print(
        f"{result['site']:<24}{agree:>9}{result['ratio']:>9.2f}  {result['form']:<17}{scanned:>9}"
        f"{result['answered']:>9}{result['scan_ratio']:>9.2f}",
        flush=True,
    )


def figures(results: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The figures that the gate knows."""
    scans = [one for one in results if one["form"] == "scan with guard"]
    right = [one for one in scans if one["scan_agree"] == one["unseen"]]
    found = {
        "agreement": sum(one["agree"] for one in results) / sum(one["pages"] for one in results),
        "ratio_mean": statistics.fmean(one["ratio"] for one in results),
        "ratio_median": statistics.median(one["ratio"] for one in results),
        "scan_share": len(scans) / len(results),
        "scan_share_right": len(right) / len(results),
        "scan_agreement": sum(one["scan_agree"] for one in scans) / max(1, sum(one["unseen"] for one in scans)),
        "scan_answered": sum(one["answered"] for one in scans) / max(1, sum(one["unseen"] for one in scans)),
        "scan_ratio_median": statistics.median([one["scan_ratio"] for one in scans] or [0.0]),
    }
    return {name: round(value, 4) for name, value in found.items()}


if __name__ == "__main__":
    main()
