"""The effect of the order of builders, the time of learning, and the share of rules that can be exported.

    python benchmarks/rules.py [--quick] [--only builders,builders_reversed]

On SWDE with three labelled pages: the default bias, the same reversed, a flat bias (one conjunction of all builders);
the same three for the paper's learner (``builders``: the first consistent builder, no vote); the time to learn a field,
pages parsed; and the share of fields whose XPath and CSS, run in Scrapy's engine, give the wrapper's values on some
test pages. ``--quick`` takes every eighth site.
"""

import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from adapters.rules_swde import examples_of, page_of, predict
from data import command_line, required_data, sites
from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.records import Schema
from unweave.rules import BIAS, BUILDERS, BiasEntry, Builders, Rules, RulesWrapper
from unweave.rules.builder import Conjunction
from unweave.targets.choice import chosen
from unweave.targets.runners import differences, run_expressions

FLAT = (BiasEntry(Conjunction(tuple(dict.fromkeys(one.builder for one in BIAS))), "specific"),)
LEARNERS: dict[str, Rules | Builders] = {
    "default": Rules(lenient=True),
    "reversed": Rules(lenient=True, bias=tuple(reversed(BIAS))),
    "flat": Rules(lenient=True, bias=FLAT),
    "builders": Builders(lenient=True),
    "builders_reversed": Builders(lenient=True, builders=BUILDERS[::-1]),
    "builders_flat": Builders(lenient=True, builders=(Conjunction(BUILDERS),)),
}
SHOWN = 3
EXPORTED = 4  # pages that choose what is exported, and as many on which it is run


def main() -> None:
    """Print the tables, then the figures as JSON."""
    parser = command_line(__doc__, quick="every eighth site")
    parser.add_argument("--only", help="the learners, separated by commas; all by default")
    options = parser.parse_args()
    quick, only = options.quick, options.only.split(",") if options.only else list(LEARNERS)
    required_data()
    every, pages = (8, 8) if quick else (1, 8)
    results = [result for site in sites("swde")[::every] for result in measure(site, pages, only)]
    print(json.dumps(report(results, only)))


def measure(site: Path, pages: int, only: list[str]) -> Iterator[dict[str, Any]]:
    """One result per learner for one site."""
    scorer: Any = import_module("score_swde")  # it is in the benchmark folder
    labels = scorer.read_labels(site)
    train, test = labels["train"][:SHOWN], labels["test"][:pages]
    shown = [(text, labels["values"][page]) for page, text in zip(train, scorer.read_pages(site, train), strict=True)]
    unseen = scorer.read_pages(site, test)
    examples = examples_of(shown)
    for name, learner in ((name, LEARNERS[name]) for name in only):
        begun = time.process_time()
        wrapper = learner.learn(examples)
        seconds = time.process_time() - begun
        found = [predict(wrapper, text) for text in unseen]
        yield {
            "learner": name,
            "cases": list(cases(scorer, labels | {"test": test}, found)),
            "milliseconds": 1000 * seconds / len(labels["attributes"]),
            "exports": exported(wrapper, [page_of(text) for text in unseen[: 2 * EXPORTED]])
            if name == "default"
            else {},
        }


def cases(scorer: Any, labels: Any, predictions: list[dict[str, list[str]]]) -> Iterator[float]:
    """The F1 of each field that has values on the test pages."""
    for name in labels["attributes"]:
        pairs = [
            (scorer.as_list(labels["values"][page][name]), scorer.as_list(found.get(name, ())))
            for page, found in zip(labels["test"], predictions, strict=True)
        ]
        if any(gold for gold, _ in pairs):
            yield scorer.score_case(pairs)["f1"]


def exported(wrapper: RulesWrapper, pages: list[Page]) -> Counter[str]:
    """For each target, how many fields are the same on all pages, differ somewhere, or cannot be written."""
    found: Counter[str] = Counter()
    for name in wrapper.schema.names:
        rules = tuple(wrapper.of(name))
        if rules:
            one = RulesWrapper(Schema((wrapper.schema[name],)), rules, repeats=wrapper.repeats)
            for target in ("xpath", "css"):
                found[f"{target} {outcome(one, pages, target)}"] += 1
    return found


def outcome(wrapper: RulesWrapper, pages: list[Page], target: str) -> str:
    """The result of one export."""
    try:
        run = run_expressions(target, chosen(wrapper, pages[:EXPORTED], target))
    except CannotCompile as failure:
        return f"cannot be written: {failure.reason}"
    return "differs" if any(differences(wrapper, [page], run) for page in pages[EXPORTED:]) else "identical"


def report(results: list[dict[str, Any]], only: list[str]) -> dict[str, float]:
    """Print the tables; return the figures."""
    figures: dict[str, float] = {}
    print(f"{'bias':<16}{'cases':>6}{'F1':>8}{'perfect':>9}{'ms a field (CPU, median)':>26}")
    for name in only:
        mine = [result for result in results if result["learner"] == name]
        f1 = [case for result in mine for case in result["cases"]]
        figures[f"f1_{name}"] = round(statistics.fmean(f1), 4)
        middle = statistics.median(result["milliseconds"] for result in mine)
        perfect = statistics.fmean(x == 1 for x in f1)
        print(f"{name:<16}{len(f1):>6}{statistics.fmean(f1):>8.4f}{perfect:>9.1%}{middle:>26.1f}")
        if name == "default":
            figures["milliseconds"] = round(middle, 1)
    exports = sum((result["exports"] for result in results if result["exports"]), Counter[str]())
    for outcome_, count in sorted(exports.items()):
        print(f"{outcome_:<70}{count:>5}")
    for target in ("xpath", "css") if exports else ():
        total = sum(count for name, count in exports.items() if name.startswith(target))
        figures[f"{target}_identical"] = round(exports[f"{target} identical"] / total, 4)
    return figures


if __name__ == "__main__":
    main()
