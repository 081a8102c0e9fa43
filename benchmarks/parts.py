"""Parts of texts: how well are values cut out of the right texts, learned from a few of them?

    python benchmarks/parts.py [--quick] [--detail] [--order] [--nested] [--seeds N]

wien     The fields of the WIEN sites that are parts of texts or attributes. Five random values are shown with the texts
         around them; F1 on the texts of all other values of the site.
lists    The part fields of the pages with lists (courts). The texts around the values of the first two records are
         shown; F1 on the texts of all other records of the page. Records are given, so only the cut can be wrong.

For each collection two figures:

shipped  With the order of preference in ``unweave.tuning``, which the sites of both collections teach.
left_out Leave one site out: with the order that all sites but the tested one teach, by the same procedure.

The procedure: of each field one or two random values are shown. Every boundary that is right there is tried on up to 40
other texts. A pattern's rate is the share of these texts in which its boundaries are right; of its boundaries those
count that most of the texts have. Patterns are ordered by the mean of their rates over the sites. ``order_is_shipped``
is 1 if the order in ``unweave.tuning`` is the one that all sites teach; ``--order`` prints it.

With ``--nested`` the setting is chosen too: which kinds of patterns are told apart, and how much a text counts in which
a boundary fits several positions. The sites are divided into five folds. For each fold, all settings are compared on
the other four, each of these with the order that the remaining three teach; the best one then learns its order from the
four, and the fold is tested with it. So neither order nor setting was chosen on the tested sites. In the comparison
each field counts with one seed and 20 texts. ``chosen_by_all`` is the setting that the five folds together choose.

The texts are those of the nodes in which the values are: which nodes these are is not learned here.
"""

import json
import random
import re
import statistics
import sys
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any, get_args
from unittest.mock import patch

from adapters.tree_tasks import wien_tasks
from data import bench_root, command_line, required_data
from unweave import tuning
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.trees.nodes import locate, trimmed
from unweave.values import boundaries
from unweave.values.boundaries import (
    Case,
    Side,
    TokenBoundary,
    TokenizedText,
    is_right,
    pattern_of,
    right_boundaries,
    support,
)
from unweave.values.parts import Place, Sample, learn_token_parts

SHOWN_WIEN, SHOWN_LISTS = 5, 2
TESTED = 40
"""On how many texts of a field patterns are tested."""
SHOWN_ORDER = (1, 2)
"""How many values are shown where the order is learned: with more, most patterns that are right are reliable."""
ORDER_SEEDS = 2
LEAST_SITES = 5
"""A pattern that fewer sites have is not in the order."""
FOLDS = 5

Pattern = Callable[[TokenBoundary, Side], str]


def _told_apart(*, outside: bool = True, exact: bool = True, inside: str = "classes", counted: bool = True) -> Pattern:
    """A way to name patterns: which of the differences between boundaries it keeps."""

    def name(boundary: TokenBoundary, side: Side) -> str:
        before, within, is_counted = boundaries.nearest_tokens(boundary, side)
        before = before if exact else before.strip("<>")
        is_class = within.startswith("<") or within in {"nothing", "space"}
        within = "" if inside == "nothing" else within if inside == "all" or is_class else "exact"
        return f"{before if outside else ''} | {within}{', counted' if counted and is_counted else ''}"

    return name


PATTERNS: Mapping[str, Pattern] = {
    "shipped": pattern_of,
    "exact tokens inside by kind": _told_apart(inside="all"),
    "inside not looked at": _told_apart(inside="nothing"),
    "outside not looked at": _told_apart(outside=False),
    "exact and class outside alike": _told_apart(exact=False),
    "counted not told apart": _told_apart(counted=False),
    "outside alone": _told_apart(inside="nothing", counted=False),
    "all alike": _told_apart(outside=False, inside="nothing", counted=False),
}
SEVERAL = (0.5, 0.0, 1.0)
"""What a text may count in which a boundary fits several positions; the shipped number first."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is compared in nested folds."""

    patterns: str = "shipped"
    several: float = SEVERAL[0]

    @contextmanager
    def used(self, order: tuple[str, ...]) -> Iterator[None]:
        """Parts are learned with this setting and order."""
        with (
            patch.object(boundaries, "pattern_of", PATTERNS[self.patterns]),
            patch.object(tuning, "BOUNDARY_SEVERAL_SUPPORT", self.several),
            patch.object(tuning, "BOUNDARY_ORDER", order),
        ):
            yield


SETTINGS = [Setting(patterns, several) for patterns, several in product(PATTERNS, SEVERAL)]


@dataclass(frozen=True, slots=True)
class PartField:
    """The texts of one field, each with the places of its values."""

    site: str
    name: str
    samples: tuple[Sample, ...]
    in_order: bool = False
    """Whether the first values are shown, not random ones."""


def wien_fields() -> list[PartField]:
    """The fields of the wien sites whose values are parts of nodes."""
    _, parts = wien_tasks()
    return [one for task in parts if (one := _wien_field(task)) is not None]


def _wien_field(task: Any) -> PartField | None:
    nodes: dict[tuple[int, Any], list[Place]] = {}
    for number, (page, spans) in enumerate(zip(task.pages, task.values, strict=True)):
        for span in spans:
            found = locate(page, span)
            if found is None:
                return None  # it begins in one text and ends in another
            inside = trimmed(page, span)
            place = (inside.start - found.span.start, inside.end - found.span.start)
            nodes.setdefault((number, found.span), []).append(place)
    samples = tuple((task.pages[number][span], places) for (number, span), places in nodes.items())
    return PartField(task.name.partition("-")[0], task.name, samples)


def list_fields() -> Iterator[PartField]:
    """The part fields of the pages with lists, for which a text can be found for each record."""
    root = bench_root()
    assert root is not None  # noqa: S101 - asked before
    with zipfile.ZipFile(root / "lists" / "courts.zip") as file:
        gold = json.loads(file.read("gold.json"))
        for name, task in gold.items():
            page = Page(file.read(f"pages/{name}.html").decode("utf-8", "replace"), html=True)
            texts = [node.data for node in page.tree.nodes if node.kind == "text" and node.data.strip()]
            for field, kind in task["fields"].items():
                samples = _in_order(texts, [record.get(field) for record in task["records"]])
                if kind == "part" and len(samples) > SHOWN_LISTS:
                    yield PartField(task["site"], f"{name} {field}", tuple(samples), in_order=True)


def _in_order(texts: Sequence[str], values: Sequence[str | None]) -> list[Sample]:
    """For each value the next text that contains it; a value that no text contains is left out."""
    samples: list[Sample] = []
    at = 0
    for value in values:
        whole = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)") if value else None
        found = next((n for n in range(at, len(texts)) if whole and whole.search(texts[n])), None)
        if value and whole and found is not None and (match := whole.search(texts[found])):
            samples.append((texts[found], [match.span()]))
            at = found + (found + 1 < len(texts) and texts[found].count(value) == 1)
    return samples


def score(shown: Sequence[Sample], others: Sequence[Sample]) -> float:
    """F1 of the values that are cut out of the other texts."""
    try:
        parts = learn_token_parts(shown, unlabelled=[text for text, _ in others])
    except NoConsistentWrapper:
        return 0.0
    right = found = wanted = 0
    for text, places in others:
        cut = {text[start:end].strip() for start, end in parts.find(text)}
        gold = {text[start:end].strip() for start, end in places}
        right, found, wanted = right + len(cut & gold), found + len(cut), wanted + len(gold)
    return 2 * right / max(1, found + wanted)


def scores_of(fields: Sequence[PartField], seeds: int, most: int | None = None) -> dict[str, float]:
    """The mean F1 of each field over the seeds; lists show their first records, whatever the seed."""
    scores: dict[str, float] = {}
    for one in fields:
        samples = [list(one.samples)] if one.in_order else [_shuffled(one, seed) for seed in range(seeds)]
        shown = SHOWN_LISTS if one.in_order else SHOWN_WIEN
        results = [score(some[:shown], some[shown:][:most]) for some in samples if len(some) > shown]
        if results:
            scores[one.name] = statistics.fmean(results)
    return scores


def _shuffled(one: PartField, seed: int) -> list[Sample]:
    samples = list(one.samples)
    random.Random(seed).shuffle(samples)
    return samples


Trial = tuple[Side, Mapping[tuple[TokenBoundary, tuple[int, ...]], float]]
"""The side, and for each boundary with its support by each of ``SEVERAL`` the share of texts in which it is right."""
Evidence = Sequence[dict[str, float]]
"""For each trial on a field, the share of texts in which the boundaries of each pattern are right."""
Evidences = Sequence[tuple[PartField, Evidence]]


def trials_of(one: PartField, several: Sequence[float]) -> list[Trial]:
    """What a field shows about patterns: one and two values shown, at the beginning and at the end of the values."""
    trials = product(SHOWN_ORDER, range(ORDER_SEEDS), get_args(Side))
    return [(side, tried) for shown, seed, side in trials if (tried := _tried(one, shown, seed, side, several))]


def _tried(
    one: PartField, shown: int, seed: int, side: Side, several: Sequence[float]
) -> dict[tuple[TokenBoundary, tuple[int, ...]], float]:
    """For each boundary that is right in the shown texts, the share of other texts in which it is right."""
    samples = _shuffled(one, seed)[: shown + TESTED]
    known, others = _cases(samples[:shown], side), _cases(samples[shown:], side)
    if not others or known[0][2] is None:
        return {}
    unlabelled = [(text, positions) for text, positions, _ in others]
    found: dict[tuple[TokenBoundary, tuple[int, ...]], float] = {}
    for boundary in right_boundaries(known):
        right = statistics.fmean(is_right(boundary, case) for case in others)
        found[boundary, tuple(_support(boundary, unlabelled, one) for one in several)] = right
    return found


def _support(boundary: TokenBoundary, unlabelled: Sequence[tuple[TokenizedText, range]], several: float) -> int:
    with patch.object(tuning, "BOUNDARY_SEVERAL_SUPPORT", several):
        return support(boundary, unlabelled)


def evidence_of(trials: Sequence[tuple[PartField, Sequence[Trial]]], setting: Setting) -> Evidences:
    """What the trials show about the patterns of a setting."""
    return [(one, [_rates(trial, setting) for trial in some]) for one, some in trials]


def _rates(trial: Trial, setting: Setting) -> dict[str, float]:
    """For each pattern the share of texts in which its boundaries are right; those that most texts have count."""
    side, tried = trial
    found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for (boundary, supports), right in tried.items():
        found[PATTERNS[setting.patterns](boundary, side)][supports[SEVERAL.index(setting.several)]].append(right)
    return {name: statistics.fmean(some[max(some)]) for name, some in found.items()}


def _cases(samples: Sequence[Sample], side: Side) -> list[Case]:
    """The samples as cases for one side of the values."""
    texts = [(TokenizedText(text, "token"), places) for text, places in samples]
    if side == "begin":
        return [(text, text.positions(), text.position_at(places[0][0])) for text, places in texts]
    return [
        (text, text.positions((text.position_at(places[0][0]) or 0) + 1), text.position_at(places[-1][1]))
        for text, places in texts
    ]


def order_of(evidence: Iterable[tuple[PartField, Evidence]]) -> tuple[str, ...]:
    """The order of preference that some fields teach: by the mean over sites, and one right and one wrong site."""
    sites: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for one, trials in evidence:
        for name, rate in (item for rates in trials for item in rates.items()):
            sites[name][one.site].append(rate)
    means = {name: [statistics.fmean(some) for some in of.values()] for name, of in sites.items()}
    shares = {name: (sum(some) + 1) / (len(some) + 2) for name, some in means.items() if len(some) >= LEAST_SITES}
    return tuple(sorted(shares, key=lambda name: (-round(shares[name], 9), name)))


def left_out_scores(
    fields: Sequence[PartField], evidence: Evidences, seeds: int, most: int | None = None
) -> dict[str, float]:
    """The F1 of each field, by the order that the fields of all other sites, of both collections, teach."""
    scores: dict[str, float] = {}
    for site in dict.fromkeys(one.site for one in fields):
        order = order_of((one, trials) for one, trials in evidence if one.site != site)
        with patch.object(tuning, "BOUNDARY_ORDER", order):
            scores |= scores_of([one for one in fields if one.site == site], seeds, most)
    return scores


class NestedFolds:
    """The choice of setting and order in folds of sites, and the test on the sites that had no part in it."""

    def __init__(self, trials: Sequence[tuple[PartField, Sequence[Trial]]]) -> None:
        self._fields = [one for one, _ in trials]
        self._evidence = cache(partial(evidence_of, trials))
        sites = sorted({one.site for one in self._fields})
        self._fold_of = {site: at % FOLDS for at, site in enumerate(sites)}
        self._compared = cache(self._scores)

    def outer(self, seeds: int, most: int | None) -> tuple[dict[str, float], list[Setting]]:
        """The F1 of each field, and the setting of each fold."""
        scores: dict[str, float] = {}
        settings = [self.chosen(frozenset({fold})) for fold in range(FOLDS)]
        for fold, setting in enumerate(settings):
            scores |= self._scores(setting, fold, frozenset({fold}), seeds, most)
        return scores, settings

    def chosen(self, left_out: frozenset[int] = frozenset()) -> Setting:
        """The setting that is best on the other folds, each with the order that the remaining ones teach."""
        return max(SETTINGS, key=lambda setting: self.worth(setting, left_out))

    def worth(self, setting: Setting, left_out: frozenset[int] = frozenset()) -> float:
        """The mean of both collections' mean F1 over the other folds."""
        scores: dict[str, float] = {}
        for fold in set(range(FOLDS)) - left_out:
            scores |= self._compared(setting, fold, left_out | {fold}, 1, TESTED // 2)
        in_order = {one.name: one.in_order for one in self._fields}
        means = [
            statistics.fmean(f1 for name, f1 in scores.items() if in_order[name] is kind) for kind in (True, False)
        ]
        return round(statistics.fmean(means), 4)

    def _scores(
        self, setting: Setting, fold: int, without: frozenset[int], seeds: int, most: int | None
    ) -> dict[str, float]:
        """The F1 of the fields of a fold, with the order that the folds outside of ``without`` teach."""
        evidence = self._evidence(setting)
        order = order_of((one, rates) for one, rates in evidence if self._fold_of[one.site] not in without)
        with setting.used(order):
            return scores_of([one for one in self._fields if self._fold_of[one.site] == fold], seeds, most)


def nested_figures(folds: NestedFolds, collections: Mapping[str, Sequence[PartField]], seeds: int) -> dict[str, Any]:
    """The outer figure of each collection, and the settings that were chosen."""
    scores, settings = folds.outer(seeds, None)
    for fold, setting in enumerate(settings):
        print(f"nested, fold {fold}: {setting.patterns}, several {setting.several}", flush=True)
    for setting in sorted(SETTINGS, key=folds.worth, reverse=True):
        print(f"  {folds.worth(setting):.4f}  {setting.patterns}, several {setting.several}")
    figures: dict[str, Any] = {
        f"{title}_nested": round(statistics.fmean(scores[one.name] for one in fields if one.name in scores), 4)
        for title, fields in collections.items()
    }
    best = folds.chosen()
    return figures | {"chosen_by_all": f"{best.patterns}, several {best.several}"}


def main() -> int:
    """Print the figures."""
    parser = command_line(__doc__, quick="one seed, and at most 20 texts a field")
    parser.add_argument("--detail", action="store_true", help="also the fields below 0.95")
    parser.add_argument("--order", action="store_true", help="also the order that all sites teach")
    parser.add_argument("--nested", action="store_true", help="also with the setting chosen in nested folds")
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    required_data()
    seeds, most = (1, TESTED // 2) if options.quick else (options.seeds, None)
    collections = {"wien": wien_fields(), "lists": list(list_fields())}
    several = SEVERAL if options.nested else SEVERAL[:1]
    trials = [(one, trials_of(one, several)) for fields in collections.values() for one in fields]
    evidence = evidence_of(trials, SETTINGS[0])
    order = order_of(evidence)
    if options.order:
        print(*order, sep="\n")
    figures: dict[str, Any] = {"order_is_shipped": int(order == tuning.BOUNDARY_ORDER)}
    for title, fields in collections.items():
        for kind, scores in (
            ("shipped", scores_of(fields, seeds, most)),
            ("left_out", left_out_scores(fields, evidence, seeds, most)),
        ):
            figures[f"{title}_{kind}"] = round(statistics.fmean(scores.values()), 4)
            print(f"{title}, {kind}: {len(scores)} fields, F1 {figures[f'{title}_{kind}']:.4f}", flush=True)
            if options.detail:
                for name, value in sorted(scores.items(), key=lambda one: one[1]):
                    if value < 0.95:
                        print(f"  {name:50} {value:.3f}")
    if options.nested:
        figures |= nested_figures(NestedFolds(trials), collections, seeds)
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
