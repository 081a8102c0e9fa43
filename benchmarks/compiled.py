"""Do guarded scans give what ``extract`` gives on pages that they were not learned from, and how fast are they?

    python benchmarks/compiled.py [--quick]

On SWDE, wrappers are learned with ``unweave.learn`` from three labelled pages of a site and sixteen others; from all of
these ``compile(wrapper, pages=..., scan=True)`` learns a scan, where there is one. It is compared with ``extract`` on
every other page, and timed on some pages that it answers without parsing against ``adapters/by_hand.py``: parse, one
selector per value, its text. Times are the best of several rounds in which both take turns. ``--quick`` takes every
eighth site. The speed of ``extract`` itself is measured elsewhere.
"""

import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from adapters.by_hand import by_hand
from adapters.learned_site import learn_site
from data import command_line, required_data, sites
from unweave.engine.guarded_scan_learner import guarded_scan
from unweave.page import Page
from unweave.targets.compile import compile as compiled

TIMED, ROUNDS = 8, 15
Run = Callable[[str], list[dict[str, Any]]]


def main() -> None:
    """Print the table, then the figures as JSON."""
    parser = command_line(__doc__, quick="every eighth site")
    every = 8 if parser.parse_args().quick else 1
    required_data()
    print(f"{'site':<24}{'form':<17}{'agree':>9}{'scanned':>9}{'of hand':>9}")
    print(json.dumps(figures([measure(site) for site in sites("swde")[::every]])))


def measure(site: Path) -> dict[str, Any]:
    """One site: agreement and speed of the scan on the pages that it was not learned from."""
    wrapper, shown, at_hand, unseen = learn_site(site)
    known = [Page(text, html=True) for text in [*(text for text, _ in shown), *at_hand]]
    run, scan = compiled(wrapper, pages=known, scan=True), guarded_scan(wrapper, known)
    answered = [source for source in unseen if scan and scan(source) is not None]
    wanted = [[record.to_dict() for record in wrapper.extract(Page(source, html=True))] for source in unseen]
    result = {
        "site": site.stem,
        "form": run.form,
        "pages": len(unseen),
        "agree": sum(run(source) == want for source, want in zip(unseen, wanted, strict=True)),
        "answered": len(answered),
        "ratio": ratio(run, by_hand(shown, wrapper.schema.names), answered[:: max(1, len(answered) // TIMED)]),
    }
    agree = f"{result['agree']}/{result['pages']}"
    print(f"{site.stem:<24}{run.form:<17}{agree:>9}{len(answered):>9}{result['ratio']:>9.2f}", flush=True)
    return result


def ratio(run: Run, hand: Run, sources: Sequence[str]) -> float:
    """The pages per second of a run as a multiple of those by hand; 0 without pages."""
    rounds = [[(seconds(run, source), seconds(hand, source)) for _ in range(ROUNDS)] for source in sources]
    ours, theirs = (sum(min(one[at] for one in page) for page in rounds) for at in (0, 1))
    return theirs / ours if sources else 0.0


def seconds(run: Run, source: str) -> float:
    """How long a page takes."""
    begun = time.perf_counter()
    run(source)
    return time.perf_counter() - begun


def figures(results: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The shares of sites that are scanned, of their pages that agree, and of those answered without parsing."""
    scans = [one for one in results if one["form"] == "scan with guard"]
    pages = max(1, sum(one["pages"] for one in scans))
    found = {
        "scan_share": len(scans) / len(results),
        "scan_agreement": sum(one["agree"] for one in scans) / pages,
        "scan_answered": sum(one["answered"] for one in scans) / pages,
        "scan_ratio_median": statistics.median([one["ratio"] for one in scans] or [0.0]),
    }
    return {name: round(value, 4) for name, value in found.items()}


if __name__ == "__main__":
    main()
