"""Do memory and throughput of a run stay as they are, however large its input is?

    python benchmarks/bulk_memory.py [--quick] [--gigabytes N] [--minutes N] [--site NAME] [--kind lr|tree|rules]

The input is N gigabytes of pages (300 by default): one compressed WARC with 10,000 pages of an SWDE site, named many
times by links. A run with two workers reads it into a .jsonl file, and is stopped after some minutes (10 by default).
Pages a second and the memory of all processes are printed for each tenth of the time. ``--quick``: half a minute. The
last line has the figures as JSON: the slowest tenth to the mean, and how much memory the last tenth has more than the
second.
"""

import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from adapters.processes import resident
from adapters.repeated_site import learned, site_pages, write_warc
from data import command_line, required_data
from unweave.run import RunOptions, RunProgress, extract

SITE, EACH, PARTS, QUICK_MINUTES = "job-monster", 10_000, 10, 0.5


class TimeIsUp(Exception):
    """The run has gone on for as long as it should."""


@dataclass
class Watch:
    """Takes a mark at the begin of the run and after each part of its time."""

    seconds: float
    marks: list[tuple[float, int, float]] = field(default_factory=list)

    def told(self, now: RunProgress) -> None:
        """How far the run is."""
        at = time.perf_counter()
        if not now.pages:
            return
        if not self.marks or at >= self.marks[-1][0] + self.seconds / PARTS:
            self.marks.append((at, now.pages, resident()))
            if len(self.marks) > 1:
                _, _, memory = self.marks[-1]
                print(f"{now.pages:>11,} pages{self.rates[-1]:>8.0f} pages/s{memory:>8.0f} MB", flush=True)
        if len(self.marks) > PARTS:
            raise TimeIsUp

    @property
    def rates(self) -> list[float]:
        """Pages a second of each part."""
        return [(later[1] - before[1]) / (later[0] - before[0]) for before, later in pairwise(self.marks)]


def main() -> None:
    """Print the parts, then the figures as JSON."""
    parser = command_line(__doc__, quick="half a minute")
    parser.add_argument("--gigabytes", type=float, default=300)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--site", default=SITE)
    parser.add_argument("--kind", default="rules")
    options = parser.parse_args()
    required_data()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        minutes = QUICK_MINUTES if options.quick else options.minutes
        print(json.dumps(long_run(options.site, options.kind, options.gigabytes, minutes)))


def long_run(site: str, kind: str, gigabytes: float, minutes: float) -> dict[str, Any]:
    """The figures of a run over so many gigabytes, stopped after so many minutes."""
    data, wrapper = site_pages(site), learned(site, kind)
    if wrapper is None:
        sys.exit(f"{kind} cannot be learned on {site}")
    write_warc("crawl.warc.gz", data, EACH)
    mean = sum(map(len, data)) / len(data)
    names = [f"crawl-{at:05}.warc.gz" for at in range(max(1, round(gigabytes * 1e9 / (EACH * mean))))]
    for name in names:
        Path(name).hardlink_to("crawl.warc.gz")
    load, begun, watch = os.getloadavg()[0], time.perf_counter(), Watch(minutes * 60)
    try:
        extract(wrapper, names, "out.jsonl", options=RunOptions(workers=2, progress=watch.told))
    except TimeIsUp:
        pass
    else:
        sys.exit("the input was too small: it was read in less time. It would help to give more --gigabytes")
    memory, rates = [mark[2] for mark in watch.marks[1:]], watch.rates
    return {
        "input_gb": round(len(names) * EACH * mean / 1e9),
        "read_gb": round(watch.marks[-1][1] * mean / 1e9, 1),
        "pages": watch.marks[-1][1],
        "plan_s": round(watch.marks[0][0] - begun),
        "seconds": round(watch.marks[-1][0] - watch.marks[0][0]),
        "pages_s": round((watch.marks[-1][1] - watch.marks[0][1]) / (watch.marks[-1][0] - watch.marks[0][0])),
        "slowest_to_mean": round(min(rates) * len(rates) / sum(rates), 3),
        "memory_mb": round(max(memory)),
        "memory_gained_mb": round(memory[-1] - memory[1]),
        "load": round(load, 1),
    }


if __name__ == "__main__":
    main()
