"""How well can wrappers be learned from recognizers that err, without a person?

    python benchmarks/labels.py [--quick] [--trials N] [--svg FILE] [--only PART ...]

errors      The experiment of the thesis's section 7.3 on the WIEN sites with flat records: recognizers simulated from
            the gold labels, incomplete or unsound at a rate of 0 to 40 %, one of them, or all but one. Random halves;
            1, 2, 3, ... pages until the wrapper is exact on the other half: ``reached`` is the share of trials that get
            there, ``pages`` how many they need.
generated   The same on more than a hundred pages from the bundled templates, beside the thesis's 2 to 44 pages.
unreliable  No perfect recognizer: all miss 30 % and invent 30 % of what they report. Learned from half of the pages at
            once, tested on the other half: the share of exact splits per site.
said        Title and ingredients of recipe pages, labelled by the training page's own JSON-LD, extracted from the
            unseen page with its JSON-LD removed: F1 over the sites whose training page has it, and over all.

The order of the fields is given; the learner is HLRT. Nested sites are not tried.
"""

import json
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import scorers
from curves import as_svg, as_text
from data import bench_root, command_line, read_json, read_pages, required_data, sites
from simulated import Site, among_words, anywhere, exact, flat_site, generated_sites, simulated
from unweave.delimiters import HLRT
from unweave.errors import UnweaveError
from unweave.labels import FromRecognizers, Recognizer, structured_data
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import Wrapper

RATES = (0.0, 0.1, 0.2, 0.3, 0.4)
LEARNER = HLRT(empty_values=True)
STEPS = (1, 2, 3, 5, 8, 12, 20, 30, 44, 60)
PROPERTIES = {"title": "Recipe.name", "ingredients": "Recipe.recipeIngredient"}
PARTS = ("errors", "generated", "unreliable", "said")
Figures = dict[str, Any]


@dataclass(frozen=True)
class Trial:
    """How many pages were needed (None: not reached), and the seconds a page took."""

    pages: int | None
    seconds: float


def learned(site: Site, recognizers: Sequence[Recognizer], shown: Sequence[Example]) -> Wrapper | None:
    """The wrapper that the recognizers lead to, or None."""
    learner = FromRecognizers(recognizers=tuple(recognizers), learner=LEARNER, order=site.fields)
    try:
        return learner.learn([Example(example.page) for example in shown])
    except UnweaveError:
        return None


def halves(site: Site, chance: random.Random) -> tuple[list[Example], list[Example]]:
    """The pages in two random halves."""
    order = list(site.examples)
    chance.shuffle(order)
    return order[: len(order) // 2], order[len(order) // 2 :]


def try_errors(site: Site, rate: float, imperfect: int, number: int) -> Trial:
    """One trial of section 7.3: more and more pages until the wrapper is exact on the other half."""
    chance = random.Random(f"{site.name}/{rate}/{imperfect}/{number}")
    train, test = halves(site, chance)
    erring = set(chance.sample(site.fields, imperfect)) if rate else set()
    kinds = dict.fromkeys(site.fields, "perfect") | {
        field: chance.choice(["incomplete", "unsound"]) for field in site.fields if field in erring
    }
    recognizers = simulated(site, train, kinds, rate, anywhere, chance)  # once: more pages, not other errors
    seconds, tried = 0.0, 0
    for size in (step for step in STEPS if step <= len(train)):
        start = time.perf_counter()
        wrapper = learned(site, recognizers, train[:size])
        seconds, tried = seconds + time.perf_counter() - start, tried + size
        if exact(wrapper, test):
            return Trial(size, seconds / tried)
    return Trial(None, seconds / max(1, tried))


def errors(chosen: Sequence[Site], trials: int, word: str, svg: Path | None) -> Figures:
    """The table and the plot of section 7.3."""
    found: dict[tuple[str, float], list[Trial]] = defaultdict(list)
    for site in chosen:
        for name, imperfect in (("one imperfect", 1), ("all but one", len(site.fields) - 1)):
            for rate in RATES:
                done = [try_errors(site, rate, imperfect, number) for number in range(trials)]
                found[name, rate] += done
                print(f"{site.name:10} {name:14} {rate:4.0%}  {_summary(done)}", flush=True)
    print(f"\n{word}: all {len(chosen)} sites")
    for (name, rate), done in found.items():
        print(f"  {name:14} {rate:4.0%}  {_summary(done)}")
    curves = {
        name: [(rate * 100, reached(done)) for (each, rate), done in found.items() if each == name]
        for name in ("one imperfect", "all but one")
    }
    title = f"{word}: share of trials exact on unseen pages"
    print(as_text(title, curves, most=1.0, unit="% errors of each recognizer, up to"))
    if svg:
        svg.write_text(as_svg(title, curves, most=1.0, unit="% errors of each imperfect recognizer"), encoding="utf-8")
    last = [trial for (name, _), done in found.items() if name == "all but one" for trial in done]
    return {
        f"{word}_reached_20": round(reached(found["all but one", 0.2]), 3),
        f"{word}_reached_40": round(reached(found["all but one", 0.4]), 3),
        f"{word}_pages_40": round(_pages(found["all but one", 0.4]), 2),
        f"{word}_most_pages": max((trial.pages for trial in last if trial.pages), default=0),
        f"{word}_seconds_per_page": round(statistics.median(trial.seconds for trial in last), 3),
    }


def reached(done: Sequence[Trial]) -> float:
    """The share of trials that became exact."""
    return sum(trial.pages is not None for trial in done) / len(done)


def _pages(done: Sequence[Trial]) -> float:
    return statistics.mean([trial.pages for trial in done if trial.pages] or [0])


def _summary(done: Sequence[Trial]) -> str:
    seconds = statistics.median(trial.seconds for trial in done)
    return f"reached {reached(done):5.0%}  pages {_pages(done):5.2f}  {seconds:6.3f} s a page"


def unreliable(chosen: Sequence[Site], splits: int) -> Figures:
    """The table of what is learned without any perfect recognizer, beside what perfect labels lead to."""
    shares = {}
    print(f"\nno perfect recognizer, 30 % missed, 30 % invented: exact splits of {splits}")
    for site in chosen:
        kinds = dict.fromkeys(site.fields, "unreliable")
        right = best = 0
        start = time.perf_counter()
        for number in range(splits):
            chance = random.Random(f"{site.name}/{number}")
            train, test = halves(site, chance)
            right += exact(learned(site, simulated(site, train, kinds, 0.3, among_words, chance), train), test)
            best += exact(LEARNER.learn(train), test)
        shares[site.name] = right / splits
        seconds = (time.perf_counter() - start) / splits
        print(
            f"{site.name:10} {right / splits:5.0%}   from perfect labels {best / splits:5.0%}   {seconds:5.2f} s",
            flush=True,
        )
    return {
        "unreliable_sites_80": sum(share >= 0.8 for share in shares.values()),
        "unreliable_mean": round(statistics.mean(shares.values()), 3),
    }


def said() -> Figures:
    """F1 of title and ingredients on recipe pages without their JSON-LD."""
    root = bench_root()
    result = scorers.run("score_swde.py", "said_recipes.py", str(root and root / "recipes"), "--pages", "1")
    speaking = {path.stem: _said_on(path) for path in sites("recipes")}
    figures: Figures = {}
    print("\nwhat a page says of itself, tested without it (a reader of JSON-LD has .896 and .590 with it)")
    for name in PROPERTIES:
        cases = [case for case in result["runs"][0]["cases"] if case["attribute"] == name]
        own = [case["f1"] for case in cases if name in speaking[case["site"]]]
        every = statistics.mean(case["f1"] for case in cases)
        print(f"  {name:12} F1 {statistics.mean(own):.3f} on {len(own)} that say it, {every:.3f} on all {len(cases)}")
        figures |= {f"said_{name}": round(statistics.mean(own), 3), f"said_{name}_all": round(every, 3)}
    return figures


def _said_on(path: Path) -> set[str]:
    """The fields that the training page of a site says of itself."""
    first = read_json(path, "labels.json")["train"][0]
    data = next(page.data for page in read_pages(path) if Path(page.name).stem == Path(first).stem)
    told = structured_data(Page.from_bytes(data, html=True))
    return {name for name, path in PROPERTIES.items() if told.get(path)}


def main() -> int:
    """Print the tables, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick="few sites and trials, of the parts that have floors")
    parser.add_argument("--trials", type=int, help="trials per site and rate; three times as many splits")
    parser.add_argument("--svg", type=Path, help="write the plot there")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    given = parser.parse_args()
    required_data()
    trials = given.trials or (1 if given.quick else 10)
    flat = [site for path in sites("wien") if (site := flat_site(path)) is not None]
    figures: Figures = {}
    if "errors" in given.only:
        figures |= errors(flat[2:12:3] if given.quick else flat, trials, "wien", given.svg)
    if "generated" in given.only and not given.quick:
        figures |= errors(generated_sites()[:2], max(1, trials // 3), "generated", None)
    if "unreliable" in given.only:
        figures |= unreliable(flat, 3 * trials if not given.quick else 2)
    if "said" in given.only and not given.quick:
        figures |= said()
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
