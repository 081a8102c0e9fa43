"""The master learner: rules for one field, made of the builders' concepts in the order of the bias.

Legend

    target       a value to be covered, with its number: (page, target); ``uncovered`` are those without a rule so far
    seed         the uncovered target with the fewest candidates; rules are learned around each of its candidates
    positives    one candidate for each target (``alignment``)
    sample       the positives as nodes of one tag: ``a``, or ``td`` around it
    rule         a concept with its builder and weight
    panel        rules of different builders, which vote; panels of one field are joined
    votes        the total weight of a panel's rules

The outer loop covers the targets with panels, as FOIL covers positives with rules. First it learns a panel for all
uncovered targets. Where that has too few votes, it also learns panels whose rules have exceptions, for one target a
page, and for targets with the same tags; of those with enough votes, the one that covers most is taken. A panel covers
what wins its vote. Where no builder alone is consistent with the examples, the least general concepts of all builders
are conjoined by information gain until no negative is found.

Departures from the paper. There the first consistent builder gives the rule; here every consistent builder has a vote,
earlier ones a greater weight, so that a rule that fails on a new page is outvoted (``builders`` is the paper's way).
There a builder is used for its least general concept only; here the bias may ask for its most general consistent one.
Where a value occurs several times on a page, rules are learned for each occurrence, and the examples decide. Rules that
rest on the label of another row ("the second text after 'Pages'") are left out: rows come and go.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

from unweave.budget import check_time, out_of_time
from unweave.engine.vote import winning
from unweave.page import Node
from unweave.program import labels_of, texts_of
from unweave.rules.alignment import SUBSETS, Positives, Uncovered, align, all_targets, seed_only
from unweave.rules.bias import BIAS, RESERVE, BiasEntry, silence, weight
from unweave.rules.builder import Builder, Concept, Sample, Series, conjoin, lgg
from unweave.rules.exceptions import with_exception
from unweave.rules.template_labels import TemplateLabels
from unweave.rules.training_page import Covered, TargetId, TrainingPage, count_negatives, covered_targets
from unweave.rules.views import PageView
from unweave.tuning import (
    RULE_PANEL_SHARE,
    RULE_PANELS,
    RULE_SAMPLE_TAGS,
    RULE_SEED_CANDIDATES,
    RULE_UNLIKELY_WEIGHT,
)


class LearnedRule(NamedTuple):
    """A concept, the name of its builder, and its weights."""

    concept: Concept
    builder: str
    weight: float
    silence: float = 0.0

    def scaled(self, factor: float) -> "LearnedRule":
        """The same rule with a part of its weight, where several samples of one target have a vote."""
        return self._replace(weight=self.weight * factor, silence=self.silence * factor)


class LearnedPanel(NamedTuple):
    """Consistent rules, the targets that win their vote, and the total weight of all rules that were found."""

    rules: tuple[LearnedRule, ...]
    covered: Covered
    votes: float = 0.0


@dataclass(frozen=True, slots=True)
class MasterLearner:
    """The bias, the builders in reserve, how many rules may vote, and the labels of the template."""

    bias: tuple[BiasEntry, ...] = BIAS
    reserve: tuple[Builder, ...] = RESERVE
    panel: int | None = None
    labels: TemplateLabels | None = None

    def panels(self, training: Sequence[TrainingPage]) -> tuple[list[LearnedPanel], list[TargetId]]:
        """Panels that together cover the targets, and the targets for which no rule was found."""
        uncovered = {(at, n): target for at, page in enumerate(training) for n, target in enumerate(page.targets)}
        panels: list[LearnedPanel] = []
        failed: list[TargetId] = []
        while uncovered and len(panels) < RULE_PANELS and not (panels and out_of_time()):
            seed = min(uncovered, key=lambda one: len(uncovered[one]))
            best = self._best(training, uncovered, seed)
            if best is None:
                failed.append(seed)
                del uncovered[seed]
            else:
                panels.append(best)
                uncovered = {one: target for one, target in uncovered.items() if one not in best.covered}
        return panels, [*failed, *uncovered]

    def _best(self, training: Sequence[TrainingPage], uncovered: Uncovered, seed: TargetId) -> LearnedPanel | None:
        """The panel around the seed that covers most; one for all targets at once if it has enough votes."""
        aligned = [align(training, uncovered, seed, extent) for extent in uncovered[seed][:RULE_SEED_CANDIDATES]]
        enough = RULE_PANEL_SHARE * sum(map(weight, range(len(self.bias))))
        found: list[LearnedPanel] = []
        for subset, exceptions in SUBSETS:
            choices = [subset(training, positives, seed) for positives in aligned]
            panel = self._panel(training, choices, exceptions=exceptions)
            if panel and subset is all_targets and panel.votes >= enough:
                return panel
            found += [panel] if panel else []
            if found and out_of_time():
                break
        enough = RULE_PANEL_SHARE * max((panel.votes for panel in found if _gained(panel, uncovered) > 1), default=0.0)
        strong = [panel for panel in found if panel.votes >= enough]
        best = max(strong, key=lambda panel: _gained(panel, uncovered), default=None)
        return best or self._last_resort(training, aligned, seed)

    def _panel(
        self, training: Sequence[TrainingPage], choices: Sequence[Positives], *, exceptions: bool
    ) -> LearnedPanel | None:
        """The rules for any of these choices of positives."""
        rules: dict[Concept, tuple[LearnedRule, Covered]] = {}
        votes: dict[tuple[TargetId, ...], float] = defaultdict(float)
        for rule, covered in self._rules(training, choices, exceptions=exceptions):
            if rule.concept not in rules:
                rules[rule.concept] = rule, covered
                votes[tuple(sorted(covered))] += rule.weight
            if out_of_time():
                break
        if not rules:
            return None
        won = frozenset(winning(votes, many=True))
        ranked = sorted(rules.values(), key=lambda one: (one[1] != won, -one[0].weight))
        return LearnedPanel(tuple(rule for rule, _ in ranked[: self.panel]), won, sum(votes.values()))

    def _rules(
        self, training: Sequence[TrainingPage], choices: Sequence[Positives], *, exceptions: bool
    ) -> Iterator[tuple[LearnedRule, Covered]]:
        """The rules for each choice of positives, one choice after the other."""
        for positives in choices:
            samples = samples_of(training, positives)
            is_unlikely = any(training[page].is_unlikely(extent) for (page, _), extent in positives.items())
            factor = (RULE_UNLIKELY_WEIGHT if is_unlikely else 1.0) / max(len(samples), 1)
            for sample in samples:
                for rule, covered in self._consistent(training, sample, frozenset(positives), exceptions=exceptions):
                    yield rule.scaled(factor), covered

    def _last_resort(
        self, training: Sequence[TrainingPage], aligned: Sequence[Positives], seed: TargetId
    ) -> LearnedPanel | None:
        """One conjunction of the concepts of all builders, for as many of the positives as possible."""
        for subset in (*dict.fromkeys(subset for subset, _ in SUBSETS), seed_only):
            for positives in aligned:
                for sample in samples_of(training, subset(training, positives, seed)):
                    rule = self._conjunction(training, sample)
                    if rule is not None:
                        return LearnedPanel((rule,), covered_targets(rule.concept, training) or frozenset())
        return None

    def _consistent(
        self, training: Sequence[TrainingPage], sample: Sample, needed: Covered, *, exceptions: bool
    ) -> Iterator[tuple[LearnedRule, Covered]]:
        """For each entry of the bias the first concept that is consistent and covers what it must."""
        other_rows = self._labels_of_other_rows(sample)
        for rank, entry in enumerate(self.bias):
            check_time()
            found = _first_consistent(concepts_of(entry, sample), training, needed, exceptions=exceptions)
            if found and other_rows.isdisjoint(texts_of(found[0])):
                concept, covered = found
                pages = sample.pages + self._is_template_label(sample, entry, concept)
                silent = silence(entry, concept, pages) * weight(rank)
                yield LearnedRule(concept, entry.builder.name, weight(rank), silent), covered

    def _labels_of_other_rows(self, sample: Sample) -> frozenset[str]:
        """Labels of the template like the one right before the value: what rests on them counts rows."""
        view, node = sample.nodes[0]
        before = view.extent(node).first - 1
        if self.labels is None or before not in view.text_numbers:
            return frozenset()
        return self.labels.labels_with(view, before) - {view.strings[before]}

    def _is_template_label(self, sample: Sample, entry: BiasEntry, concept: Concept) -> bool:
        """Whether the label that a concept requires, seen on one page, is a label of the template."""
        if not entry.absence_counts or sample.pages > 1 or self.labels is None:
            return False
        view, node = sample.nodes[0]
        before = view.extent(node).first - 1
        return (
            before >= 0 and view.strings[before] in labels_of(concept) and bool(self.labels.labels_with(view, before))
        )

    def _conjunction(self, training: Sequence[TrainingPage], sample: Sample) -> LearnedRule | None:
        """FOIL's inner loop: conjoin least general concepts by gain until no negative is found, or give up."""
        builders = dict.fromkeys([*(entry.builder for entry in self.bias), *self.reserve])
        candidates = [concept for builder in builders if (concept := lgg(builder, sample)) is not None]
        if not candidates:
            return None
        positives = len(sample.nodes)
        concept = max(candidates, key=lambda one: -count_negatives(one, training))
        while negatives := count_negatives(concept, training):
            conjoined = [conjoin(concept, one) for one in candidates]
            gains = [gain((positives, negatives), (positives, count_negatives(one, training))) for one in conjoined]
            better = conjoined[gains.index(max(gains))]
            if count_negatives(better, training) == negatives:
                return None
            concept = better
        return LearnedRule(concept, "conjunction", weight(len(self.bias)))


def gain(before: tuple[int, int], after: tuple[int, int]) -> float:
    """FOIL's information gain; each pair has the numbers of positives and of negatives.

    >>> gain((2, 6), (2, 0)), gain((2, 6), (2, 6)), gain((4, 12), (2, 6))
    (4.0, 0.0, 0.0)
    """
    (positives, negatives), (kept, left) = before, after
    return kept * (log2(kept / (kept + left)) - log2(positives / (positives + negatives))) if kept else float("-inf")


def concepts_of(entry: BiasEntry, sample: Sample) -> Iterator[Series]:
    """The concepts to try for an entry of the bias: the builder's series, or its one least general concept."""
    if entry.aim == "general":
        yield from entry.builder.series(sample)
    elif (least := lgg(entry.builder, sample)) is not None:
        yield [least]


def _first_consistent(
    choices: Iterator[Series], training: Sequence[TrainingPage], needed: Covered, *, exceptions: bool
) -> tuple[Concept, Covered] | None:
    for series in choices:
        for one in series:
            check_time()
            concept, covered = one, covered_targets(one, training)
            if exceptions and covered is None:
                concept = with_exception(one, training) or one
                covered = covered_targets(concept, training)
            if covered is not None and needed <= covered:
                return concept, covered
    return None


def samples_of(training: Sequence[TrainingPage], positives: Positives) -> list[Sample]:
    """The positives as nodes of one tag: for the innermost tags that all of them have, and for the outermost."""
    nodes = [(training[page].view, training[page].view.nodes_of(extent)) for (page, _), extent in positives.items()]
    tags = [tag for tag in _by_tag(nodes[0][1]) if all(tag in _by_tag(around) for _, around in nodes)]
    if not tags:
        return [Sample(tuple((view, around[-1]) for view, around in nodes), "")] if _are_elements(nodes) else []
    return [
        Sample(tuple((view, _by_tag(around)[tag]) for view, around in nodes), tag)
        for tag in dict.fromkeys((*tags[:RULE_SAMPLE_TAGS], tags[-1]))
    ]


def _by_tag(nodes: Sequence[Node]) -> dict[str, Node]:
    """The tags of nodes, each with its innermost node."""
    tags: dict[str, Node] = {}
    for node in nodes:
        tags.setdefault("#text" if node.kind == "text" else node.tag, node)
    return tags


def _are_elements(nodes: Sequence[tuple[PageView, Sequence[Node]]]) -> bool:
    return all(around[-1].kind == "element" for _, around in nodes)


def _gained(panel: LearnedPanel, uncovered: Uncovered) -> int:
    return sum(one in panel.covered for one in uncovered)
