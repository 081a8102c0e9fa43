"""Can the weights of rules be estimated from what rules find on other pages, instead of being set by hand?

    python benchmarks/weights.py [--every N] [--jobs N]

Legend

    kind        the entry of the bias that a rule comes from: ``attributes``, ``attributes, specific``
    factor      the part of its kind's weight that a rule has, where a value has several candidates or samples
    answer      what some of the rules of a field find on a page; ``()`` for "no value"
    features    of an answer: per kind, the sum of the factors of the rules that give it

Rules are learned from one labelled page of each site, and run on its other pages. Where rules differ, the right answer
should have the greatest sum of weights. The estimate maximises the likelihood of the right answers, if the probability
of an answer grows with the exponential of that sum (a conditional logit model; McFadden, *Conditional logit analysis of
qualitative choice behavior*, 1974), with a small penalty for weights far from one value. Votes for "no value" keep
their part of the weight: the pages of SWDE hardly ever lack a value, and say nothing about it.

Five folds by site: the weights of four are measured on the fifth. Each collection is also measured with the weights of
the other one. Every site counts the same in the estimate, and every field in the figure.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from adapters.learn_swde import examples_of
from data import bench_root, sites, skip_word
from unweave import Page
from unweave.choose.voters import FieldVoter, rule_voters
from unweave.engine.vote import winning
from unweave.program import Selection, Step
from unweave.records.field_shapes import fields_without_values, with_same_shapes, without_fields
from unweave.rules import Rules
from unweave.rules.bias import BIAS, weight
from unweave.rules.learner import relabelled
from unweave.tuning import RULES_PER_PANEL_UNCOMPARED

FOLDS = 5
STEPS = 200
PENALTY, CENTRE = 0.1, 0.3
KINDS = [f"{entry.builder.name}{', specific' * (entry.aim == 'specific')}" for entry in BIAS]
BY_HAND = np.array([weight(rank) for rank in range(len(KINDS))])

Answers = Sequence[tuple[str, ...]]


class Case(NamedTuple):
    """A field of a site: of each rule its kind, factor, part of silence and panel; what it finds, and what is right."""

    site: str
    many: bool
    kinds: Sequence[int]
    factors: Sequence[float]
    silences: Sequence[float]
    panels: Sequence[int]
    found: Sequence[Answers]
    right: Answers


def main() -> None:
    """Print a line for each way to get the weights, then the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="every so manieth site of SWDE, half of these of recipes")
    parser.add_argument("--jobs", type=int, default=2, help="sites run at once")
    options = parser.parse_args()
    if bench_root() is None:
        print(skip_word())
        return
    chosen = [*sites("swde")[:: options.every], *sites("recipes")[:: 2 * options.every]]
    with ProcessPoolExecutor(options.jobs) as pool:
        cases = [case for found in pool.map(cases_of, chosen) for case in found]
    swde, recipes = ([case for case in cases if case.site.startswith(name)] for name in ("swde", "recipes"))
    fold_of = {site: number % FOLDS for number, site in enumerate(sorted({case.site for case in cases}))}
    folds = [estimated([case for case in cases if fold_of[case.site] != fold]) for fold in range(FOLDS)]
    ways: dict[str, Callable[[Case], Any]] = {
        "by hand": lambda _case: BY_HAND,
        "of the other folds": lambda case: folds[fold_of[case.site]],
    }
    across = {"swde": estimated(recipes), "recipes": estimated(swde)}
    ways["of the other collection"] = lambda case: across[case.site.split("/")[0]]
    figures = {}
    for name, weights in ways.items():
        for collection, some in (("swde", swde), ("recipes", recipes)):
            scores = [f1(case, weights(case)) for case in some]
            perfect = sum(score == 1 for score in scores) / len(scores)
            figures[f"{collection}_{name.replace(' ', '_')}"] = round(float(np.mean(scores)), 4)
            print(f"{collection:9}weights {name:26}F1 {np.mean(scores):.4f}  perfect {perfect:.1%}")
    every = estimated(cases)
    for kind, by_hand, one in zip(KINDS, BY_HAND, every, strict=True):
        print(f"{kind:30}by hand {by_hand:.1f}  estimated on all sites {one:.1f}")
    print(json.dumps(figures))


def cases_of(site: Path) -> list[Case]:
    """The fields of a site, with what each rule of one labelled page finds on the test pages."""
    sys.path.insert(0, str(bench_root()))
    scorer: Any = import_module("score_swde")  # it is in the benchmark folder
    labels = scorer.read_labels(site)
    name = labels["train"][0]
    (text,) = scorer.read_pages(site, [name])
    shown = with_same_shapes(examples_of([(text, labels["values"][name])]))
    shown = without_fields(shown, fields_without_values(shown))
    wrapper = Rules(lenient=True).learn(shown)
    wrapper = relabelled(wrapper, [example.page for example in shown])
    pages = [Page(html) for html in scorer.read_pages(site, labels["test"])]
    cases = []
    for field in wrapper.schema.fields:
        right = [_texts(scorer.as_list(labels["values"][page].get(field.name, []))) for page in labels["test"]]
        if wrapper.of(field.name) and any(right):
            voters = rule_voters(wrapper, field.name, pages, with_spans=False)
            cases.append(_case(f"{site.parent.name}/{site.stem}", wrapper.of(field.name), voters, right, field.many))
    return cases


def _case(site: str, rules: Sequence[Selection], voters: Sequence[FieldVoter], right: Answers, many: bool) -> Case:
    kinds = [_kind(rule) for rule in rules]
    return Case(
        site=site,
        many=many,
        kinds=kinds,
        factors=[rule.weight / BY_HAND[kind] for rule, kind in zip(rules, kinds, strict=True)],
        silences=[rule.silence / rule.weight for rule in rules],
        panels=[rule.panel for rule in rules],
        found=[voter.values for voter in voters],
        right=right,
    )


def _kind(rule: Selection) -> int:
    """The entry of the bias; a path up to the root is of the specific one."""
    name = f"{rule.builder}, specific"
    if name not in KINDS or (rule.builder in KINDS and "html" not in _tags(rule.steps[0])):
        name = rule.builder
    return KINDS.index(name) if name in KINDS else len(KINDS) - 1  # a conjunction has the last weight


def _tags(step: Step) -> Iterator[str]:
    yield step.tag
    for condition in step.conditions:
        for below in condition.steps:
            yield from _tags(below)


def _texts(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys("".join(value.split()) for value in values))


def estimated(cases: Sequence[Case]) -> Any:
    """The weights that make the right answers most likely, by ascent with momentum; none is negative."""
    rows = [row for case in cases if len(set(case.panels)) == 1 for row in _rows(case)]
    features = np.concatenate([found for found, _, _ in rows])
    right = np.concatenate([is_right for _, is_right, _ in rows])
    sizes = np.array([len(is_right) for _, is_right, _ in rows])
    share = np.repeat([one for _, _, one in rows], sizes)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    weights, mean, square = np.full(len(KINDS), 0.5), np.zeros(len(KINDS)), np.zeros(len(KINDS))
    for step in range(1, STEPS + 1):
        sums = features @ weights
        odds = np.exp(sums - np.repeat(np.maximum.reduceat(sums, starts), sizes))
        every, wanted = (one / np.repeat(np.add.reduceat(one, starts), sizes) for one in (odds, odds * right))
        slope = features.T @ ((wanted - every) * share) - PENALTY * (weights - CENTRE)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        rate = 0.05 / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
        weights = np.maximum(0, weights + rate * mean / (1 - 0.9**step))
    return weights


def _rows(case: Case) -> Iterator[tuple[Any, Any, float]]:
    """The features of the answers on each page on which rules differ and one is right, and the page's share."""
    for page, right in enumerate(case.right):
        features: dict[tuple[str, ...], Any] = defaultdict(lambda: np.zeros(len(KINDS)))
        for kind, factor, silence, found in zip(case.kinds, case.factors, case.silences, case.found, strict=True):
            answer = found[page] if case.many else found[page][:1]
            features[answer][kind] += factor * (1.0 if answer else silence)
        is_right = np.array([_is_right(answer, right, many=case.many) for answer in features])
        if is_right.any() and not is_right.all():
            yield np.array(list(features.values())), is_right, 1 / len(case.right)


def _is_right(answer: Sequence[str], right: Sequence[str], *, many: bool) -> bool:
    return set(answer) == set(right) if many or not right else bool(answer) and answer[0] in right


def f1(case: Case, weights: Any) -> float:
    """The F1 of a field if its rules vote with these weights."""
    rules = [
        (weights[kind] * factor, number)
        for number, (kind, factor) in enumerate(zip(case.kinds, case.factors, strict=True))
    ]
    kept = [
        sorted((one for one in rules if case.panels[one[1]] == panel), key=lambda one: -one[0])[
            :RULES_PER_PANEL_UNCOMPARED
        ]
        for panel in dict.fromkeys(case.panels)
    ]
    common = found = wanted = 0
    for page, right in enumerate(case.right):
        values = [text for panel in kept for text in winning(_votes(case, panel, page), many=case.many)]
        values = values if case.many else values[:1]
        common, found, wanted = common + len({*values} & {*right}), found + len({*values}), wanted + len({*right})
    return 2 * common / (found + wanted)


def _votes(case: Case, panel: Sequence[tuple[float, int]], page: int) -> Mapping[tuple[str, ...], float]:
    votes: dict[tuple[str, ...], float] = defaultdict(float)
    for vote, number in panel:
        answer = case.found[number][page]
        votes[answer] += vote * (1.0 if answer else case.silences[number])
    return votes


if __name__ == "__main__":
    main()
