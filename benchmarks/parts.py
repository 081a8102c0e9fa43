"""Parts of texts: how well are values cut out of the right texts, learned from a few of them?

    python benchmarks/parts.py [--detail] [--seeds N]

wien     The fields of the WIEN sites that are parts of texts or attributes. Five random values are shown with the texts
         around them; F1 on the texts of all other values of the site.
lists    The part fields of the pages with lists (courts). The texts around the values of the first two records are
         shown; F1 on the texts of all other records of the page. Records are given, so only the cut can be wrong.
order    Leave one site out: boundaries are not chosen by the numbers in ``unweave.tuning``, but by an order of
         preference over patterns, learned from all other wien sites. A pattern is what is beside the boundary, outside
         and inside of the value (an end of the text, a mark, a word, white space, a class, nothing), and whether
         positions are counted. Without unlabelled texts, so that nothing but the order decides.

The texts are those of the nodes in which the values are: which nodes these are is not learned here.
"""

import argparse
import json
import random
import re
import statistics
import sys
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from adapters.tree_tasks import wien_tasks
from data import bench_root, skip_word
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.trees.nodes import locate, trimmed
from unweave.values import parts as parts_module
from unweave.values.boundaries import Case, TokenBoundary, TokenizedText, right_boundaries
from unweave.values.parts import Place, Sample, learn_token_parts
from unweave.values.patterns import PatternToken, class_of

SHOWN_WIEN, SHOWN_LISTS = 5, 2
TESTED = 40
"""On how many texts of a field patterns are tested."""


@dataclass(frozen=True, slots=True)
class PartField:
    """The texts of one field, each with the places of its values."""

    site: str
    name: str
    samples: tuple[Sample, ...]


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
                    yield PartField(task["site"], f"{name} {field}", tuple(samples))


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


def wien_scores(fields: Sequence[PartField], seeds: int) -> dict[str, float]:
    """The mean F1 of each field over the seeds."""
    scores: dict[str, float] = {}
    for one in fields:
        results = []
        for seed in range(seeds):
            chance = random.Random(seed)  # noqa: S311 - an experiment
            samples = list(one.samples)
            chance.shuffle(samples)
            if len(samples) > SHOWN_WIEN:
                results.append(score(samples[:SHOWN_WIEN], samples[SHOWN_WIEN:]))
        if results:
            scores[one.name] = statistics.fmean(results)
    return scores


def list_scores(fields: Sequence[PartField]) -> dict[str, float]:
    """The F1 of each field."""
    return {one.name: score(one.samples[:SHOWN_LISTS], one.samples[SHOWN_LISTS:]) for one in fields}


Order = dict[str, float]
"""For each pattern the share of texts in which its boundaries are right, with one right and one wrong text added."""


def pattern(boundary: TokenBoundary, side: str) -> str:
    """What is beside a boundary, and whether positions are counted: "begin m|c", "end E|-#<"."""
    left, right = boundary.left[::-1], boundary.right
    outside, inside = (left, right) if side == "begin" else (right, left)
    behind = _letter(outside[1:2]) if _letter(outside[:1]) == "s" and outside[1:] else ""
    counted = "#" * bool(boundary.nth) + "<" * boundary.backwards
    return f"{side} {_letter(outside[:1])}{behind}|{_letter(inside[:1])}{counted}"


def _letter(tokens: Sequence[PatternToken]) -> str:
    """E an end of the text, s white space, m a mark, w another exact token, p n c classes, - nothing."""
    if not tokens:
        return "-"
    kind = class_of(tokens[0].text) if tokens[0].kind == "exact" else tokens[0].kind
    if kind in {"begin", "end", "space"}:
        return "s" if kind == "space" else "E"
    is_mark = kind in {"punctuation", "currency"}
    if tokens[0].kind == "exact":
        return "m" if is_mark else "w"
    return "p" if is_mark else "n" if kind == "number" else "c"


def cases_of(samples: Sequence[Sample], side: str) -> list[Case]:
    """The samples as cases for one side of the values."""
    texts = [(TokenizedText(text, "token"), places) for text, places in samples]
    if side == "begin":
        return [(text, text.positions(), text.position_at(places[0][0])) for text, places in texts]
    return [
        (text, text.positions((text.position_at(places[0][0]) or 0) + 1), text.position_at(places[-1][1]))
        for text, places in texts
    ]


def rates(one: PartField, shown: int) -> dict[str, float]:
    """For each pattern, the share of a field's other texts in which its boundaries, right in those shown, are right."""
    samples = list(one.samples)
    random.Random(0).shuffle(samples)  # noqa: S311 - an experiment
    found: dict[str, list[float]] = defaultdict(list)
    for side in ("begin", "end"):
        known, others = (cases_of(some, side) for some in (samples[:shown], samples[shown : shown + TESTED]))
        for boundary in right_boundaries(known) if others and known[0][2] is not None else ():
            right = [boundary.position(text, positions) == wanted for text, positions, wanted in others]
            found[pattern(boundary, side)].append(statistics.fmean(right))
    return {name: statistics.fmean(some) for name, some in found.items()}


def order_of(fields: Sequence[PartField]) -> Order:
    """The order of preference that some fields teach; each site counts once."""
    sites: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one in fields:
        for shown in (1, 2):
            for name, rate in rates(one, shown).items():
                sites[one.site, name].append(rate)
    means: dict[str, list[float]] = defaultdict(list)
    for (_, name), some in sites.items():
        means[name].append(statistics.fmean(some))
    return {name: (sum(some) + 1) / (len(some) + 2) for name, some in means.items()}


def choose_by(order: Order) -> Callable[..., TokenBoundary]:
    """A choice of boundaries by an order of preference, in place of ``best_boundary``."""

    def best(cases: Sequence[Case], _unlabelled: object, side: str) -> TokenBoundary:
        right = right_boundaries(cases)
        if not right:
            raise NoConsistentWrapper(kind="part of a text", reason="no boundary fits")
        return max(right, key=lambda one: (order.get(pattern(one, side), 0.3), -len(one.left) - len(one.right)))

    return best


def left_out_scores(fields: Sequence[PartField], seeds: int) -> dict[str, float]:
    """The mean F1 of each field, by the order that the fields of all other sites teach."""
    scores: dict[str, float] = {}
    for site in dict.fromkeys(one.site for one in fields):
        order = order_of([one for one in fields if one.site != site])
        with patch.object(parts_module, "best_boundary", choose_by(order)):
            scores |= wien_scores([one for one in fields if one.site == site], seeds)
    return scores


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--detail", action="store_true", help="also the fields below 0.95")
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    if bench_root() is None:
        print(skip_word())
        return 0
    figures, wien = {}, wien_fields()
    for title, scores in (
        ("wien", wien_scores(wien, options.seeds)),
        ("lists", list_scores(list(list_fields()))),
        ("order", left_out_scores(wien, options.seeds)),
    ):
        figures[title] = round(statistics.fmean(scores.values()), 4)
        print(f"{title}: {len(scores)} fields, F1 {figures[title]:.4f}", flush=True)
        if options.detail:
            for name, value in sorted(scores.items(), key=lambda one: one[1]):
                if value < 0.95:
                    print(f"  {name:50} {value:.3f}")
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
