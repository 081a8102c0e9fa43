"""Template discovery on the paper's own collections: the plain algorithm, and discovery with all that goes beyond it.

python benchmarks/exalg.py [--quick] [--detail] [--without SWITCH]

``--without`` turns one step of discovery off, to see what it brings.
"""

import json
import os
from typing import Any

from data import command_line, required_data, sites
from scorers import run
from switches import SWITCHES, without

LARGEST = "ebay"


def totals(report: list[dict[str, Any]]) -> dict[str, int]:
    """The outcomes over all collections."""
    outcomes = ("correct", "split", "partial", "incorrect")
    return {outcome: sum(part["counts"][outcome] for part in report) for outcome in outcomes}


def main() -> None:
    """Print both tables and the figures."""
    parser = command_line(__doc__, quick=f"all collections but the largest, {LARGEST}")
    parser.add_argument("--detail", action="store_true", help="one line per attribute")
    parser.add_argument("--without", choices=SWITCHES)
    options = parser.parse_args()
    required_data()
    os.environ["UNWEAVE_DISCOVER"] = json.dumps(without(options.without))
    chosen = [site.stem for site in sites("exalg") if not (options.quick and site.stem == LARGEST)]
    figures: dict[str, int] = {}
    for name in ("plain", "discover"):
        print(f"\n{name}", flush=True)
        report = run("score_exalg.py", f"exalg_{name}.py", "--only", ",".join(chosen), *["--detail"] * options.detail)
        figures |= {f"{name}_{outcome}": count for outcome, count in totals(report).items()}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
