"""The master learner of Cohen and Jensen: the first consistent builder, else rules by information gain.

Legend

    lgg          the least general concept of a builder that covers all positives
    consistent   it finds all positives, and no negative on any page
    predicate    a concept of one builder; a rule is a conjunction of predicates
    execute      find all nodes that a predicate selects; test: ask whether one node meets it
    definition   a disjunction of rules: one where a builder is consistent, else as many as cover all positives
    seed         the uncovered target with the fewest candidates; a rule must cover it
    place        a node with the view of its page
    gain         FOIL's information gain of a predicate, ``p1 (log p1/(p1+n1) - log p0/(p0+n0))``: p positives and n
                 negatives, before (0) and after (1) it is added

Each builder in order is asked for its lgg, and the first consistent one is the definition. Where no builder is
consistent, rules are learned one after the other until all positives are covered. A rule begins with the predicate of
the greatest gain among all builders' lggs and refinements of the top concept. It is executed, which gives its
negatives. While negatives are left, the predicate of the greatest gain is conjoined, among the builders' lggs and their
refinements of the rule's predicates; these are only tested on the candidates. Of equal gains the one of the earlier
builder is taken.

Departures from the paper. A value given as a text may occur several times on a page; a builder's lgg is then tried for
each candidate (``alignment``). A builder covers all positives of its sample, so that rules of a disjunction begin with
samples of some positives: all, those with the tags of the first, it with each of some others, and it alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unweave.budget import check_time
from unweave.page import Node
from unweave.rules.alignment import Positives, Uncovered, align, same_tags, seed_only
from unweave.rules.builder import Builder, Concept, Sample, conjoin, lgg, refine, top
from unweave.rules.execute import execute, holds
from unweave.rules.master import gain, samples_of
from unweave.rules.training_page import Covered, TargetId, TrainingPage, covered_targets
from unweave.rules.views import PageView
from unweave.tuning import RULE_PARTNERS, RULE_PREDICATES, RULE_SEED_CANDIDATES

Place = tuple[PageView, Node]


class PaperRule(NamedTuple):
    """A conjunction of predicates, the names of their builders, and the targets that it covers."""

    concept: Concept
    builder: str
    covered: Covered


class Predicate(NamedTuple):
    """A concept of a builder; ``rank`` is the number of the builder."""

    rank: int
    builder: str
    concept: Concept


@dataclass(frozen=True, slots=True)
class PaperMaster:
    """The master learner; see the top of this module.

    >>> PaperMaster(()).definition([])
    ([], [])
    """

    builders: tuple[Builder, ...]

    def definition(self, training: Sequence[TrainingPage]) -> tuple[list[PaperRule], list[TargetId]]:
        """Rules that together cover the targets, and the targets for which there is none."""
        uncovered = {(at, n): target for at, page in enumerate(training) for n, target in enumerate(page.targets)}
        if not uncovered:
            return [], []
        first = self._first_consistent(training, uncovered)
        if first is not None:
            return [first], []
        rules: list[PaperRule] = []
        failed: list[TargetId] = []
        while uncovered:
            seed = _seed(uncovered)
            rule = self._rule(training, uncovered, seed)
            if rule is None:
                failed.append(seed)
                del uncovered[seed]
            else:
                rules.append(rule)
                uncovered = {one: target for one, target in uncovered.items() if one not in rule.covered}
        return rules, failed

    def _first_consistent(self, training: Sequence[TrainingPage], uncovered: Uncovered) -> PaperRule | None:
        """The lgg of the first builder that is consistent and covers every target."""
        samples = [one for choice in _choices(training, uncovered) for one in samples_of(training, choice)]
        for builder in self.builders:
            for sample in samples:
                check_time()
                concept = lgg(builder, sample)
                check_time()
                covered = covered_targets(concept, training) if concept is not None else None
                if concept is not None and covered is not None and covered >= frozenset(uncovered):
                    return PaperRule(concept, builder.name, covered)
        return None

    def _rule(self, training: Sequence[TrainingPage], uncovered: Uncovered, seed: TargetId) -> PaperRule | None:
        """FOIL's inner loop: a predicate that is executed, then others that test, until no negative is left."""
        samples = list(_samples(training, uncovered, seed))
        before = (len(uncovered), sum(len(page.view.texts) for page in training))
        generated = [
            (gain(before, (len(covered), len(negatives))), -one.rank, -number, one, covered, negatives)
            for number, one in enumerate(self._generators(samples))
            for covered, negatives in [_executed(one.concept, training, uncovered)]
            if seed in covered
        ]
        if not generated:
            return None
        *_, first, covered, negatives = max(generated, key=lambda one: one[:3])
        # The seed first: a predicate may lose other positives, which further rules then cover.
        chosen, positives = [first], _places(training, first.concept, [seed, *sorted(covered - {seed})], uncovered)
        while negatives:
            counts = (len(positives), len(negatives))
            tested = [
                (gain(counts, (len(kept), len(_passing(one, negatives)))), -one.rank, -number, one)
                for number, one in enumerate(self._refinements(positives, first.concept.tag, chosen))
                for kept in [_passing(one, positives)]
                if kept[:1] == positives[:1]
            ]
            best = max(tested, key=lambda one: one[:3], default=None)
            if best is None or best[0] <= 0 or len(chosen) == RULE_PREDICATES:
                return None
            chosen.append(best[3])
            positives, negatives = _passing(best[3], positives), _passing(best[3], negatives)
        concept = conjoin(*(one.concept for one in chosen))
        found = covered_targets(concept, training)
        names = " and ".join(dict.fromkeys(one.builder for one in chosen))
        return PaperRule(concept, names, found) if found and seed in found else None

    def _generators(self, samples: Iterable[Sample]) -> list[Predicate]:
        """The predicates with which a rule may begin: lggs of all builders, and refinements of the top concept."""
        found: dict[Concept, Predicate] = {}
        for sample in samples:
            for rank, builder in enumerate(self.builders):
                check_time()
                least = lgg(builder, sample)
                for concept in [*([least] if least is not None else []), *refine(builder, top(sample), sample)]:
                    found.setdefault(concept, Predicate(rank, builder.name, concept))
        return sorted(found.values(), key=lambda one: one.rank)

    def _refinements(self, positives: Sequence[Place], tag: str, chosen: Sequence[Predicate]) -> list[Predicate]:
        """The predicates that may be added: lggs, and refinements of the top concept and of the rule's predicates."""
        seed, *others = positives
        groups = dict.fromkeys([tuple(positives), *((seed, other) for other in others[:RULE_PARTNERS]), (seed,)])
        found: dict[Concept, Predicate] = {}
        for sample in (Sample(group, tag) for group in groups):
            for rank, builder in enumerate(self.builders):
                check_time()
                least = lgg(builder, sample)
                starts = [top(sample), *(one.concept for one in chosen if one.rank == rank)]
                refined = [concept for start in starts for concept in refine(builder, start, sample)]
                for concept in [*([least] if least is not None else []), *refined]:
                    found.setdefault(concept, Predicate(rank, builder.name, concept))
        return sorted(found.values(), key=lambda one: one.rank)


def _seed(uncovered: Uncovered) -> TargetId:
    return min(uncovered, key=lambda one: len(uncovered[one]))


def _choices(training: Sequence[TrainingPage], uncovered: Uncovered) -> list[Positives]:
    """One candidate for each target, in as many ways as the seed has candidates."""
    seed = _seed(uncovered)
    return [align(training, uncovered, seed, extent) for extent in uncovered[seed][:RULE_SEED_CANDIDATES]]


def _samples(training: Sequence[TrainingPage], uncovered: Uncovered, seed: TargetId) -> Iterator[Sample]:
    """Samples with the seed: all positives, those with its tags, it with each of some others, and it alone."""
    for extent in uncovered[seed][:RULE_SEED_CANDIDATES]:
        every = align(training, uncovered, seed, extent)
        others = [one for one in every if one != seed][:RULE_PARTNERS]
        pairs = [{seed: every[seed], other: every[other]} for other in others]
        choices = [every, same_tags(training, every, seed), *pairs, seed_only(training, every, seed)]
        for choice in {tuple(choice): choice for choice in choices}.values():
            yield from samples_of(training, choice)[:1]


def _executed(
    concept: Concept, training: Sequence[TrainingPage], uncovered: Uncovered
) -> tuple[set[TargetId], list[Place]]:
    """The targets that a predicate covers when it is executed, and the negatives that it finds."""
    check_time()
    covered: set[TargetId] = set()
    negatives: list[Place] = []
    for number, page in enumerate(training):
        for node in execute(concept, page.view):
            for extent in page.in_section(page.view.extents([node])):
                if page.is_negative(extent):
                    negatives.append((page.view, node))
                else:
                    covered |= {(number, at) for at, target in enumerate(page.targets) if extent in target}
    return covered & uncovered.keys(), negatives


def _places(
    training: Sequence[TrainingPage], concept: Concept, covered: Iterable[TargetId], uncovered: Uncovered
) -> list[Place]:
    """The nodes that a predicate finds for the targets that it covers, one for each."""
    places: list[Place] = []
    for number, at in covered:
        view = training[number].view
        wanted = frozenset(uncovered[number, at])
        found = (node for node in execute(concept, view) if not wanted.isdisjoint(view.extents([node])))
        places += [(view, node) for node in list(found)[:1]]
    return places


def _passing(predicate: Predicate, places: Sequence[Place]) -> list[Place]:
    """The places that a predicate accepts; it is tested, not executed."""
    return [
        (view, node)
        for view, node in places
        if all(holds(condition, view, node) for condition in predicate.concept.conditions)
    ]
