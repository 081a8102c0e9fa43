"""Template discovery on the paper's own collections: the plain algorithm, and discovery with all that goes beyond it.

    python benchmarks/exalg.py [--quick] [--detail] [--wien] [--without SWITCH]

``--without`` turns one step of discovery off, to see what it brings. ``--wien`` takes the pages of the wien sites as if
they were not labelled, and judges the columns by their labels in the way of the EXALG scorer: no number of discovery
was chosen on them.
"""

import html
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from adapters import exalg_discover, exalg_plain
from data import command_line, read_json, read_pages, required_data, sites
from scorers import run
from switches import SWITCHES, without
from wien import load

LARGEST = "ebay"
TAG = re.compile(r"</?[A-Za-z!][^<>]*>")
Discoverer = Callable[[list[str]], list[dict[str, list[str]]]]
Gold = list[list[list[str]]]
"""For each attribute, on each page its values."""


def totals(report: list[dict[str, Any]]) -> dict[str, int]:
    """The outcomes over all collections."""
    outcomes = ("correct", "split", "partial", "incorrect")
    return {outcome: sum(part["counts"][outcome] for part in report) for outcome in outcomes}


def wien(scorer: ModuleType) -> dict[str, int]:
    """The outcomes on the wien sites, of both programs."""
    figures: dict[str, int] = {}
    programs: dict[str, Discoverer] = {"plain": exalg_plain.discover, "discover": exalg_discover.discover}
    for name, discover in programs.items():
        counts: Counter[str] = Counter()
        for site in sites("wien"):
            found = list(wien_outcomes(site, discover, scorer))
            print(f"{name:9} {site.stem:5} {' '.join(found)}", flush=True)
            counts.update(found)
        figures |= {f"{name}_{outcome}": counts[outcome] for outcome in ("correct", "split", "partial", "incorrect")}
    return figures


def wien_outcomes(site: Path, discover: Discoverer, scorer: ModuleType) -> Iterator[str]:
    """The outcome for each attribute of a site."""
    labels, pages = read_json(site, "labels.json"), list(read_pages(site))
    texts = [page.data.decode() for page in pages]
    columns = scorer.normal_columns(discover(texts), len(texts))
    for attribute in labelled(labels, [Path(page.name).name for page in pages], texts):
        gold = [[({scorer.norm(value, False)}, bool(value)) for value in values] for values in attribute]
        yield scorer.judge({"status": "gold"}, gold, columns)[0]


def labelled(labels: dict[str, Any], names: Sequence[str], texts: Sequence[str]) -> Gold:
    """The labelled values, as a reader sees them."""
    found: Gold = [[[] for _ in names] for _ in range(labels["attributes"])]
    for page, (name, text) in enumerate(zip(names, texts, strict=True)):
        for record in labels["pages"][name]:
            for attribute, span in in_tree(record, 0) if labels["nested"] else enumerate(record):
                value = text[slice(*span)] if span else ""
                found[attribute][page].append(html.unescape(TAG.sub(" ", value)))
    return found


def in_tree(tree: Any, depth: int) -> Iterator[tuple[int, Any]]:
    """The attributes of a nested label with their spans."""
    span, below = tree
    yield depth, span
    for other in below:
        yield from in_tree(other, depth + 1)


def main() -> None:
    """Print both tables and the figures."""
    parser = command_line(__doc__, quick=f"all collections but the largest, {LARGEST}")
    parser.add_argument("--detail", action="store_true", help="one line per attribute")
    parser.add_argument("--wien", action="store_true", help="the wien sites as unlabelled pages")
    parser.add_argument("--without", choices=SWITCHES)
    options = parser.parse_args()
    required_data()
    os.environ["UNWEAVE_DISCOVER"] = json.dumps(without(options.without))
    chosen = [site.stem for site in sites("exalg") if not (options.quick and site.stem == LARGEST)]
    scorer = required_data() / "score_exalg.py"
    print(json.dumps(wien(load(scorer)) if options.wien else collections(chosen, detail=options.detail)))


def collections(chosen: Sequence[str], *, detail: bool) -> dict[str, int]:
    """The outcomes on the collections of the paper, of both programs."""
    figures: dict[str, int] = {}
    for name in ("plain", "discover"):
        print(f"\n{name}", flush=True)
        report = run("score_exalg.py", f"exalg_{name}.py", "--only", ",".join(chosen), *["--detail"] * detail)
        figures |= {f"{name}_{outcome}": count for outcome, count in totals(report).items()}
    return figures


if __name__ == "__main__":
    main()
