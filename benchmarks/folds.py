"""What the numbers and steps of rules are worth on sites that did not choose them.

    python benchmarks/folds.py [--every N] [--jobs N] [NAME ...]

Each entry of ``CHANGES`` replaces a number of ``tuning.py`` by a plain value, or takes a step away. Sites are divided
into five folds, those of one publisher together. On four of them the better of both is chosen (the plain one, if they
are equal) and the fifth is measured with it: its figure is one of a site that did not choose. A mechanism is worth what
this figure is above that of the plain value, in points of F1; one that is worth less than 0.2 does not pay for its
code. ``differ`` is the number of cases whose F1 a change alters at all: where it is zero or one, nothing was measured.
Rules only, values as given: SWDE with one and three labelled pages, recipes with one. Each site is parsed once for all
changes. The last lines have the figures of a choice among all changes together, beside those of the shipped numbers.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import unweave
from adapters.learn_swde import Values, given
from data import bench_root, required_data, sites
from tuned import FOLDS, family, folds_of, show_difference, tuned
from unweave.records.field_shapes import with_same_shapes
from unweave.rules import Rules
from unweave.rules.bias import BIAS, BiasEntry
from unweave.rules.builder import Builder, Filtered
from unweave.rules.elementary import LabelBefore

TEST_PAGES = 20
SETTINGS = (("swde", 1), ("swde", 3), ("recipes", 1))
NEVER = 10**6


def _nothing(*_given: object) -> None:
    return None


def _no_candidates(*_given: object) -> frozenset[Any]:
    return frozenset()


SAME_WEIGHTS = dict.fromkeys(("RULE_SIMILARITY_DEPTH", "RULE_SIMILARITY_POSITION", "RULE_SIMILARITY_LABEL"), 1)
CHANGES: Mapping[str, Mapping[str, Any]] = {
    "all rules weigh the same": {"RULE_WEIGHTS": (1.0,)},
    "no exceptions": {"with_exception": _nothing},
    "no likely candidates": {"likely_candidates": _no_candidates},
    "field names are not looked for": {"RULE_NAME_WORDS": NEVER},
    "prose is not told apart": {"RULE_PROSE": (NEVER, NEVER)},
    "no labels of the template": {"RULE_KNOWN_LABELS": NEVER},
    "no positions of labels": {"RULE_LABEL_POSITIONS": 0},
    "every panel is enough": {"RULE_PANEL_SHARE": 0.0},
    "unlikely candidates count in full": {"RULE_UNLIKELY_WEIGHT": 1.0},
    "one sample for each value": {"RULE_SAMPLE_TAGS": 1},
    "a fuller answer needs all votes": {"FULLER": 1.0},
    "a label on one page is a label": {"RULE_LABEL_PAGES": 1},
    "a value may be in a text that rules use": {"RULE_OWN_VALUE_LENGTH": NEVER},
    "long texts are labels": {"RULE_LABEL_LENGTH": NEVER},
    "labels without a path": {"RULE_LABEL_LEVELS": 1},
    "long attributes are used": {"RULE_ATTRIBUTE_LENGTH": NEVER},
    "all candidates are tried": {"RULE_SEED_CANDIDATES": NEVER},
    "similarity counts each property once": SAME_WEIGHTS,
    "the nearest candidate, however close": {"RULE_NEAR_FACTOR": 1},
    "rows do not show labels": {"RULE_LABEL_ROWS": NEVER},
}
"""Name -> what is replaced: names of ``tuning.py``, or of functions, in every module that uses them."""


def _with(at: int, builder: Builder) -> tuple[BiasEntry, ...]:
    """The bias with another builder in one place; the others keep their ranks, and so their weights."""
    return (*BIAS[:at], replace(BIAS[at], builder=builder), *BIAS[at + 1 :])


BIASES = {
    "a label may be three texts away": _with(0, LabelBefore(distances=(1, 2, 3))),
    **{
        f"no {entry.builder.name}, {entry.aim}": _with(at, Filtered(entry.builder, lambda _sample: False))
        for at, entry in enumerate(BIAS)
    },
}
"""Name -> another bias: a builder is limited, or left out."""
OF_THE_ENGINE = ("a fuller answer needs all votes",)
"""The changes that alter what a wrapper finds, not which wrapper is learned."""
Labelled = Sequence[tuple[unweave.Page, Values]]


class Figure(NamedTuple):
    """The F1 of one case with one change ("" for none)."""

    collection: str
    pages: int
    fold: int
    case: str
    change: str
    f1: float


def main() -> None:
    """Print a line for each change, then the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the changes to measure (default all)")
    parser.add_argument("--every", type=int, default=1, help="every so manieth site of SWDE")
    parser.add_argument("--recipes", type=int, default=4, help="every so manieth site of recipes")
    parser.add_argument("--jobs", type=int, default=2, help="sites run at once")
    options = parser.parse_args()
    required_data()
    names = options.names or [*CHANGES, *BIASES]
    steps = {"swde": options.every, "recipes": options.recipes}
    measured = [site for kind, step in steps.items() for site in sites(kind)[::step]]
    folds = folds_of(family(site.stem) for site in measured)
    chosen = [(site, folds[family(site.stem)]) for site in measured]
    with ProcessPoolExecutor(options.jobs) as pool:
        figures = [one for found in pool.map(partial(run, names), *zip(*chosen, strict=True)) for one in found]
    print(json.dumps(show(figures, names) | show_best_of_all(figures, names)))


def show(figures: Sequence[Figure], names: Sequence[str]) -> dict[str, float]:
    """A line for each change and setting: as it is, plain, in folds, and the worth in points."""
    worth = {}
    print(f"{'':36}{'setting':>12}{'as it is':>10}{'plain':>8}{'folds':>8}{'worth':>7}{'differ':>8}")
    for name in names:
        for collection, pages in SETTINGS:
            mine = [one for one in figures if (one.collection, one.pages) == (collection, pages)]
            if not mine:
                continue
            now, plain = (_mean(mine, change) for change in ("", name))
            folds = in_folds(mine, name)
            worth[f"{name}, {collection} {pages}"] = round(100 * (folds - plain), 2)
            line = f"{name:36}{collection:>10}{pages:>2}{now:10.4f}{plain:8.4f}{folds:8.4f}{100 * (folds - plain):7.2f}"
            print(f"{line}{differing(mine, name):8}")
    return worth


def show_best_of_all(figures: Sequence[Figure], names: Sequence[str]) -> dict[str, float]:
    """A line for each setting: what the best of all changes on the other folds gives, and the shipped numbers."""
    found: dict[str, float] = {}
    for collection, pages in SETTINGS:
        if mine := [one for one in figures if (one.collection, one.pages) == (collection, pages)]:
            title = f"{collection} {pages}"
            told = show_difference(title, in_folds(mine, *names), _mean(mine, ""))
            found |= {f"{title} {name}": value for name, value in told.items()}
    return found


def differing(figures: Sequence[Figure], name: str) -> int:
    """The number of cases whose F1 is another one with the change."""
    now, plain = ({one.case: one.f1 for one in figures if one.change == change} for change in ("", name))
    return sum(plain[case] != f1 for case, f1 in now.items())


def in_folds(figures: Sequence[Figure], *names: str) -> float:
    """The mean F1 of all cases, each with what the other folds choose: one of the changes, or none."""
    found = []
    for fold in range(FOLDS):
        others = [one for one in figures if one.fold != fold]
        chosen = max((*names, ""), key=lambda name: _mean(others, name))
        found += [one.f1 for one in figures if one.fold == fold and one.change == chosen]
    return statistics.fmean(found)


def _mean(figures: Sequence[Figure], change: str) -> float:
    return statistics.fmean(one.f1 for one in figures if one.change == change)


def run(names: Sequence[str], site: Path, fold: int) -> list[Figure]:
    """The figures of one site with each change."""
    sys.path.insert(0, str(bench_root()))
    scorer: Any = import_module("score_swde")  # it is in the benchmark folder
    labels = scorer.read_labels(site)
    shown = _pages(scorer, site, labels["train"])
    unseen = _pages(scorer, site, labels["test"][:TEST_PAGES])
    figures = []
    for collection, count in SETTINGS:
        if collection == site.parent.name:
            train = [(shown[name], labels["values"][name]) for name in labels["train"][:count]]
            test = [(page, labels["values"][one]) for one, page in unseen.items()]
            for name, scores in _scores_of_changes(scorer, names, train, test):
                figures += [Figure(collection, count, fold, f"{site.stem} {a}", name, f1) for a, f1 in scores.items()]
    return figures


def _scores_of_changes(
    scorer: Any, names: Sequence[str], train: Labelled, test: Labelled
) -> Iterator[tuple[str, dict[str, float]]]:
    """The scores with each change. Wrappers that are equal are run once, unless the change is one of the engine."""
    known: list[tuple[unweave.Wrapper, dict[str, float]]] = []
    for name in ("", *names):
        with tuned(CHANGES.get(name, {})):
            wrapper = _learned(train, BIASES.get(name, BIAS))
            scores = next((there for other, there in known if other == wrapper), None)
            if scores is None or name in OF_THE_ENGINE:
                scores = _scores(scorer, wrapper, test)
        if name not in OF_THE_ENGINE:
            known.append((wrapper, scores))
        yield name, scores


def _pages(scorer: Any, site: Path, names: Sequence[str]) -> dict[str, unweave.Page]:
    return {name: unweave.Page(text) for name, text in zip(names, scorer.read_pages(site, names), strict=True)}


def _learned(train: Labelled, bias: tuple[BiasEntry, ...]) -> unweave.Wrapper:
    examples = [unweave.Example.from_values(page, [given(row)], missing="unknown") for page, row in train]
    return Rules(lenient=True, bias=bias).learn(with_same_shapes(examples))


def _scores(scorer: Any, wrapper: unweave.Wrapper, test: Labelled) -> dict[str, float]:
    """The F1 of each attribute that the test pages have."""
    found = [wrapper.extract(page)[0] for page, _ in test]
    scores = {}
    for name in test[0][1]:
        wanted = [scorer.as_list(row[name]) for _, row in test]
        if any(wanted):
            got = [scorer.as_list(_listed(record.get(name))) for record in found]
            scores[name] = scorer.score_case(list(zip(wanted, got, strict=True)))["f1"]
    return scores


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value] if value else []


if __name__ == "__main__":
    main()
