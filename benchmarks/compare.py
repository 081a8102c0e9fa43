"""How do other ways of learning from examples do on the same pages, asked the same question by the same scorer?

    python benchmarks/compare.py [--quick] [--every N] [--only NAME]

SWDE with 1 and 3 labelled pages and the recipes with one: unweave.learn, autoscraper and mlscraper (when they are
installed: ``pip install unweave[compare]``; mlscraper is a pre-release), and the absolute path of the first text that
is the value. scrapely, which also learns from examples, cannot be built on the Python of today. ``--every N`` takes
every N-th site, ``--quick`` every thirteenth; with ``--only`` one tool is asked, which then may have an environment of
its own.
"""

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from data import command_line, required_data, sites

ADAPTERS = {
    "unweave": "learn_swde.py",
    "autoscraper": "autoscraper_swde.py",
    "mlscraper": "mlscraper_swde.py",
    "absolute path": "absolute_swde.py",
}
INSTALLED = ("autoscraper", "mlscraper")
ASKED = (("swde", 1), ("swde", 3), ("recipes", 1))
LIMIT = 240.0  # seconds for one site


def main() -> None:
    """Print a table, then the figures as JSON."""
    parser = command_line(__doc__, quick="every thirteenth site")
    parser.add_argument("--every", type=int, default=1, help="every N-th site")
    parser.add_argument("--only", choices=ADAPTERS, help="one of the tools")
    options = parser.parse_args()
    required_data()
    figures: dict[str, float] = {}
    print(f"{'':16}{'pages':>14}{'cases':>7}{'F1':>8}{'perfect':>9}{'fit s':>8}{'pages/s':>9}{'failed':>8}")
    for name, file in ADAPTERS.items():
        if options.only not in {None, name}:
            continue
        if name in INSTALLED and find_spec(name) is None:
            print(f"{name:16}not installed: pip install unweave[compare]")
            continue
        for collection, pages in ASKED:
            figures |= measured(name, file, collection, pages, 13 if options.quick else options.every)
    print(json.dumps(figures))


def measured(name: str, file: str, collection: str, pages: int, every: int) -> dict[str, float]:
    """One tool on one collection, printed as a line."""
    scorer: Any = import_module("score_swde")  # it lies in the benchmark folder
    adapter = Path(__file__).resolve().parent / "adapters" / file
    run = scorer.benchmark(adapter, sites(collection)[::every], pages, LIMIT)
    told, failed = run["overall"], len(run["failures"])
    row = f"{name:16}{collection:>11}{pages:>3}{told['cases']:>7}{told['f1']:>8.3f}{told['perfect']:>9.1%}"
    print(f"{row}{told.get('fit_median', 0):>8.2f}{told.get('pages_per_second', 0):>9.1f}{failed:>8}", flush=True)
    return {f"{name} {collection} {pages}": round(told["f1"], 4)}


if __name__ == "__main__":
    main()
