"""How many pages do the delimiter classes need, how often do they become exact on unseen ones, and what do they cover?

    python benchmarks/wien.py [--quick] [--trials N] [--seed N]

The protocol is that of the thesis (section 7.3), run by the scorer that lies beside the data: random halves of each
site's pages, one training page after the other until the wrapper is exact on the other half. ``reached`` is the share
of trials that get there. Beside it: which sites each class covers at all (next to figure 7.3 of the thesis, which is
of 30 sites, of which these are some), and what the choice among the consistent delimiters does for LR.
"""

import importlib.util
import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from data import command_line, required_data, sites
from unweave.delimiters import DelimiterWrapper, choice, lr
from unweave.delimiters.candidates import Candidates
from unweave.delimiters.interpretations import WrapperClass, interpretations
from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.program import Scan
from unweave.records import Example, schema_of

HERE = Path(__file__).resolve().parent
CLASSES = ("lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt")
THESIS_COVERAGE = {"lr": 53, "hlrt": 57, "oclr": 53, "hoclrt": 57, "n-lr": 13, "n-hlrt": 50, "all six": 70}
QUICK_TRIALS = 2
TRIALS = 30


def main() -> int:
    """Print the tables, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick=f"{QUICK_TRIALS} trials per site and class")
    parser.add_argument("--trials", type=int)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    root = required_data()
    trials = arguments.trials or (QUICK_TRIALS if arguments.quick else TRIALS)
    scorer = load(root / "score_wien.py")
    documents = [scorer.load_site(path) for path in sorted(sites("wien"), key=lambda path: (len(path.stem), path.stem))]
    cells = score(scorer, documents, load(HERE / "adapters" / "wien_adapter.py"), trials, arguments.seed)
    figures = {**classes_table(cells), **coverage_table(cells, len(documents))}
    if not arguments.quick:
        figures |= choices_table(scorer, documents, trials, arguments.seed)
    print(json.dumps(figures))
    return 0


def load(path: Path) -> ModuleType:
    """A module by its path."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None  # noqa: S101 - the path is ours
    assert spec.loader is not None  # noqa: S101 - same
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def score(scorer: Any, documents: list[Any], adapter: Any, trials: int, seed: int) -> list[dict[str, Any]]:
    """The scorer's figures for every site and class that has labels for it."""
    print(f"{'site':5} {'class':7} {'reference':9} {'covers':6} {'pages':>6} {'reached':>7} {'seconds':>8}")
    cells = []
    for document in documents:
        for name in CLASSES:
            examples = scorer.site_examples(document, name)
            if examples is not None:
                row = scorer.Cell(adapter, name, examples).run(document["site"], trials, seed, float("inf"))
                row |= {"site": document["site"], "class": name, "reference": name in document["reference"]}
                cells.append(row)
                print_cell(row)
    return cells


def print_cell(row: dict[str, Any]) -> None:
    """One line of the table."""
    pages = "-" if row["pages"] is None else f"{row['pages']:.2f}"
    print(
        f"{row['site']:5} {row['class']:7} {'yes' if row['reference'] else 'no':9} "
        f"{'yes' if row['covers'] else 'no':6} "
        f"{pages:>6} {row['reached']:>7.0%} {row['learn_seconds_median']:>8.4f}",
        flush=True,
    )


def classes_table(cells: list[dict[str, Any]]) -> dict[str, float]:
    """Per class, over the sites that the reference says it can wrap: covered, pages, reached, seconds."""
    print("\non the sites that a class can wrap, says the reference (the thesis: 3.0 pages for HLRT)")
    print(f"{'class':7} {'sites':>5} {'covered':>7} {'pages':>6} {'reached':>8} {'seconds':>8}")
    figures: dict[str, float] = {}
    for name in CLASSES:
        rows = [row for row in cells if row["class"] == name and row["reference"]]
        covered = sum(row["covers"] for row in rows) / len(rows)
        pages = statistics.mean(row["pages"] for row in rows if row["pages"] is not None)
        reached = statistics.mean(row["reached"] for row in rows)
        seconds = statistics.median(row["learn_seconds_median"] for row in rows)
        print(f"{name:7} {len(rows):5} {covered:7.0%} {pages:6.2f} {reached:8.1%} {seconds:8.4f}")
        figures |= {f"{name} reached": reached, f"{name} covered": covered, f"{name} pages": pages}
    return figures


def coverage_table(cells: list[dict[str, Any]], number: int) -> dict[str, float]:
    """Which share of the sites each class wraps, whatever the reference says."""
    print(f"\n{'class':7} {'sites':>7} {'share':>6} {'thesis':>7}   (figure 7.3, 30 sites)")
    covered = {name: {row["site"] for row in cells if row["class"] == name and row["covers"]} for name in CLASSES}
    covered["all six"] = set().union(*covered.values())
    for name, found in covered.items():
        print(f"{name:7} {f'{len(found)}/{number}':>7} {len(found) / number:6.0%} {THESIS_COVERAGE[name]:6}%")
    return {"sites covered": float(len(covered["all six"]))}


def choices_table(scorer: Any, documents: list[Any], trials: int, seed: int) -> dict[str, float]:
    """What LR reaches with other choices among the consistent delimiters."""
    rules: dict[str, Callable[[Candidates], str]] = {
        "shortest": lambda one: one.string(one.least),
        "longest": lambda one: one.string(one.most),
        "natural": choice.best,
    }
    print(f"\n{'LR with':10} {'reached':>8}   sites below 100 %")
    figures = {}
    for rule, pick in rules.items():
        rows = {}
        for document in (one for one in documents if "lr" in one["reference"]):
            adapter = ChoosingLR(pick)
            row = scorer.Cell(adapter, "lr", scorer.site_examples(document, "lr")).run(
                document["site"], trials, seed, float("inf")
            )
            rows[document["site"]] = row["reached"]
        figures[f"lr {rule}"] = statistics.mean(rows.values())
        below = ", ".join(f"{site} {share:.0%}" for site, share in rows.items() if share < 1)
        print(f"{rule:10} {figures[f'lr {rule}']:8.1%}   {below}")
    return figures


class ChoosingLR:
    """An adapter for LR with some rule of choice."""

    def __init__(self, pick: Callable[[Candidates], str]) -> None:
        self._pick = pick

    def learn(self, cls: str, examples: list[Any]) -> DelimiterWrapper | None:
        """The LR wrapper made of the picked delimiters."""
        del cls
        shown = [
            Example.from_spans(Page(text), [{f"a{at}": span for at, span in enumerate(row)} for row in label])
            for text, label in examples
        ]
        interpretation = next(interpretations(shown, WrapperClass("lr", empty=True)))
        try:
            found = lr.lr_candidates(interpretation)
        except NoConsistentWrapper:
            return None
        strings = [self._pick(one) for one in found.all]
        return DelimiterWrapper(schema_of(shown), Scan(lr.cuts(interpretation.order, strings)))

    def extract(self, wrapper: DelimiterWrapper, text: str) -> list[Any] | None:
        """The label of a page, or None when the wrapper does not fit it."""
        try:
            return [[list(record.spans(name)[0]) for name in record] for record in wrapper.extract(Page(text))]
        except DoesNotFit:
            return None


if __name__ == "__main__":
    sys.exit(main())
