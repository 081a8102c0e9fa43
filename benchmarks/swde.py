"""How well rules that are learned from a few labelled pages find the fields on other pages.

    python benchmarks/swde.py [--quick] [--jobs N]

Runs the stand-alone scorer of the benchmark folder with ``adapters/rules_swde.py``: SWDE at 1, 3 and 5 labelled pages,
and the recipes (pages of today) at one, all of them together and the group ``other`` by itself. ``--quick`` takes
four sites and nine, with the numbers of pages that have floors.
"""

import json
import statistics
from importlib import import_module
from pathlib import Path
from typing import Any

from data import command_line, required_data, sites

ADAPTER = Path(__file__).resolve().parent / "adapters" / "rules_swde.py"
LIMIT = 240.0  # seconds for one site


def main() -> None:
    """Print the scorer's tables, then the figures as JSON."""
    parser = command_line(__doc__, quick="a site of each vertical, some of the recipes")
    parser.add_argument("--jobs", type=int, default=2, help="sites run at once")
    options = parser.parse_args()
    required_data()
    swde = measured("swde", (1, 3) if options.quick else (1, 3, 5), 13 if options.quick else 1, options.jobs)
    recipes = measured("recipes", (1,), 24 if options.quick else 1, options.jobs)
    print(json.dumps(figures(swde, recipes)))


def measured(collection: str, pages: tuple[int, ...], every: int, jobs: int) -> list[dict[str, Any]]:
    """The scorer's runs on one collection, printed as its table."""
    score_swde: Any = import_module("score_swde")  # it is in the benchmark folder
    chosen = sites(collection)[::every]
    runs = [score_swde.benchmark(ADAPTER, chosen, n, LIMIT, jobs) for n in pages]
    print(f"{collection}, {len(chosen)} sites, rules only\n{score_swde.report(runs)}\n", flush=True)
    return runs


def figures(swde: list[dict[str, Any]], recipes: list[dict[str, Any]]) -> dict[str, float]:
    """The figures for the gate."""
    found = {f"swde_f1_{run['pages']}": run["overall"]["f1"] for run in swde}
    found |= {f"swde_perfect_{run['pages']}": run["overall"]["perfect"] for run in swde}
    cases = recipes[0]["cases"]
    other = [case["f1"] for case in cases if case["site"].startswith("other-")]
    found |= {"recipes_f1": recipes[0]["overall"]["f1"], "recipes_other_f1": statistics.fmean(other)}
    return {name: round(value, 4) for name, value in found.items()}


if __name__ == "__main__":
    main()
