"""How good a boundary is: the best rules of each field in its regions, and how plausible the values are that they find.

Legend

    hypothesis     a boundary that puts the shown records into different regions, with the best rules of each field
    home           the region of a shown record
    region score   the mean, over the fields, of how plausible the region's value is; a missing value counts 0, or not
                   at all where the field is known to be optional. 0 in a menu, a sidebar and the like, unless a shown
                   record is in one
    record         a region with a score of at least ``REGION_KEPT``
    by values      of a hypothesis: what its records score, less a little for each region that is none; all of it times
                   the square of the share of the fields that have a rule
    total          the root of that, times the structure of the records (``structure``); by values where it is not known
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean

from unweave.records import Field, Schema
from unweave.records.normal_text import normal
from unweave.regions.addresses import RegionNodes
from unweave.regions.boundaries import Boundary, Region, common_tests
from unweave.regions.fields import RatedRule, Shown, agrees, rules_for, worth
from unweave.regions.likeness import Features, Likeness
from unweave.regions.main_list import is_aside
from unweave.regions.members import SURE, between, is_regular, may_be_records
from unweave.regions.nodes import PageNodes
from unweave.regions.places import Place
from unweave.regions.shown_records import ShownRecord
from unweave.regions.together import RuledField, rules_together
from unweave.regions.wrapper import region_score
from unweave.tuning import (
    REGION_ALONE_SCORE,
    REGION_DROPPED_COST,
    REGION_KEPT,
    REGION_REPEATED_FACTOR,
    REGION_REPEATED_SHARE,
    REGION_SKIPPED,
    REGION_VALUES_POWER,
)

MOST_REGIONS = 100  # regions on which the rules of a boundary are compared: more would only take longer
FIRST_REGIONS = 40  # regions on which boundaries are compared
FEWEST_REGIONS = 2
ELEMENT_TESTS = ("class", "attribute", "has", "around")
"""The tests that may make a boundary narrower; of equally good ones the first is taken."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A boundary with the best rules of each field, and what they find in its regions (or in a sample of them).

    ``weight`` is how many regions one of the sample stands for; ``starts`` are the first nodes of the shown records;
    ``missing`` are fields that a shown record lacks.
    """

    boundary: Boundary
    regions: Sequence[RegionNodes]
    rules: Mapping[str, Sequence[RatedRule]]
    looks: Mapping[str, tuple[Features, ...]]
    scores: Sequence[float]
    starts: Sequence[int]
    homes: Sequence[RegionNodes]
    share: float
    weight: float
    by_values: float
    missing: frozenset[str] = frozenset()
    structure: float | None = None

    @property
    def total(self) -> float:
        """How good the boundary is."""
        if self.structure is None:
            return self.by_values
        return float(max(0.0, self.by_values) ** REGION_VALUES_POWER * self.structure)

    @property
    def kept(self) -> int:
        """How many of the regions are records."""
        return len(self.records)

    @property
    def records(self) -> list[RegionNodes]:
        """The regions that are records."""
        return [one for one, score in zip(self.regions, self.scores, strict=True) if score >= REGION_KEPT]


def all_regions(boundary: Boundary, shown: Sequence[ShownRecord]) -> list[tuple[PageNodes, Region]]:
    """The regions of a boundary on all pages with shown records."""
    pages = list({id(one.nodes): one.nodes for one in shown}.values())
    return [(nodes, region) for nodes in pages for region in boundary.regions(nodes)]


def evaluate(
    boundary: Boundary,
    every: Sequence[tuple[PageNodes, Region]],
    shown: Sequence[ShownRecord],
    schema: Schema,
    most: int = FIRST_REGIONS,
) -> Hypothesis | None:
    """A boundary with the rules of each field; None where a shown record has no region of its own."""
    own = [at for one in shown if (at := _home(one, every)) is not None]
    if len(every) < max(FEWEST_REGIONS, len(shown)) or len(set(own)) < len(shown):
        return None
    sample = sorted({*sample_of(len(every), most), *own})
    regions = [RegionNodes.of(*every[at], boundary) for at in sample]
    homes = [regions[sample.index(at)] for at in own]
    return _hypothesis(boundary, shown, schema, regions, homes, len(every) / len(regions))


def _hypothesis(
    boundary: Boundary,
    shown: Sequence[ShownRecord],
    schema: Schema,
    regions: Sequence[RegionNodes],
    homes: Sequence[RegionNodes],
    weight: float,
    records: Sequence[bool] = (),
) -> Hypothesis | None:
    """The best rules of each field in these regions."""
    every = [_candidates(one, shown, homes, regions, records) for one in schema.fields]
    fields = [one for one in every if one.rules]
    if not fields:
        return None
    rules = rules_together(fields, regions)
    missing = _missing(rules, shown, [regions.index(home) for home in homes])
    fields = [
        one._replace(field=replace(one.field, optional=True)) if one.field.name in missing else one for one in fields
    ]
    looks = {one.field.name: one.typical.shown for one in fields}
    columns = [_column(one, rules[one.field.name], len(regions), sampled=weight > 1) for one in fields]
    aside = _aside(regions, homes)
    scores = [0.0 if at in aside else region_score(row) for at, row in enumerate(zip(*columns, strict=True))]
    share = len(rules) / len(schema.fields)
    by_values = score_by_values(scores, share, weight)
    starts = [home.region.start for home in homes]
    return Hypothesis(boundary, regions, rules, looks, scores, starts, homes, share, weight, by_values, missing)


def _missing(
    rules: Mapping[str, Sequence[RatedRule]], shown: Sequence[ShownRecord], homes: Sequence[int]
) -> frozenset[str]:
    """The fields that a shown record does not give, and whose rules find nothing in it: records may lack them."""
    return frozenset(
        name
        for record, at in zip(shown, homes, strict=True)
        for name, own in rules.items()
        if name not in record.values and not found_in(own, at)
    )


def score_by_values(scores: Sequence[float], share: float, weight: float) -> float:
    """How good a boundary is by the values: the scores of its regions and the share of the fields that have a rule.

    >>> score_by_values([1.0, 1.0, 1.0], share=1.0, weight=1.0)
    3.0
    """
    kept = [(score - REGION_KEPT) / (1 - REGION_KEPT) for score in scores if score >= REGION_KEPT]
    return weight * (share**2 * sum(kept) - REGION_DROPPED_COST * (len(scores) - len(kept)))


def narrower(found: Hypothesis, shown: Sequence[ShownRecord]) -> Iterator[Hypothesis]:
    """The same elements with one test more; what is between records may be one that lacks a value, and passes it."""
    if found.boundary.stretch or all(score >= REGION_KEPT for score in found.scores):
        return
    common = common_tests((one.nodes, start) for one, start in zip(shown, found.starts, strict=True))
    tests = [test for test in common if test.kind in ELEMENT_TESTS]
    inside = between(found.scores, [one.nodes.parents[one.region.start] for one in found.regions])
    missed = [at for at, is_inside in enumerate(inside) if is_inside and found.scores[at] >= REGION_SKIPPED]
    for test in sorted(tests, key=lambda test: ELEMENT_TESTS.index(test.kind)):
        kept = [test.holds(region.nodes, region.region.start) for region in found.regions]
        if not all(kept) and all(kept[at] for at in missed):
            scores = [score for score, keep in zip(found.scores, kept, strict=True) if keep]
            boundary = Boundary(found.boundary.path, (test,))
            by_values = score_by_values(scores, found.share, found.weight)
            every = [score if keep else 0.0 for score, keep in zip(found.scores, kept, strict=True)]
            yield replace(found, boundary=boundary, scores=every, by_values=by_values)


def refined(found: Hypothesis, shown: Sequence[ShownRecord], schema: Schema) -> Hypothesis:
    """The hypothesis on more regions, with rules that are chosen by its records.

    A rule is no better for what it finds elsewhere.
    """
    if found.weight > 1:
        found = evaluate(found.boundary, all_regions(found.boundary, shown), shown, schema, MOST_REGIONS) or found
    if all(score >= REGION_KEPT for score in found.scores):
        return found
    likely = may_be_records(found.scores, [one.nodes.parents[one.region.start] for one in found.regions])
    records = [is_likely or region in found.homes for region, is_likely in zip(found.regions, likely, strict=True)]
    again = _hypothesis(found.boundary, shown, schema, found.regions, found.homes, found.weight, records)
    return replace(again, scores=found.scores) if again else found


def _by_records(found: Sequence[RatedRule], typical: Likeness, records: Sequence[bool]) -> list[RatedRule]:
    """The rules, scored by the regions that are records."""
    rescored = []
    for one in found:
        every = [worth(typical.plausibility(values[0])) if values else 0.0 for values in one.found]
        inside = [value for value, is_record in zip(every, records, strict=True) if is_record]
        cost = fmean(every) - one.score
        rescored.append(one._replace(score=fmean(inside) - cost))
    return sorted(rescored, key=lambda one: -one.score)


def _candidates(
    field: Field,
    shown: Sequence[ShownRecord],
    homes: Sequence[RegionNodes],
    regions: Sequence[RegionNodes],
    records: Sequence[bool],
) -> RuledField:
    """The rules of a field; where the records among the regions are known, scored by these."""
    found, typical = _field_rules(field, shown, homes, regions)
    rules = _by_records(found, typical, records) if found and records else found
    showing = [home for record, home in zip(shown, homes, strict=True) if field.name in record.values]
    return RuledField(field, rules, typical, showing)


def cases_of(
    field: Field, shown: Sequence[ShownRecord], homes: Sequence[RegionNodes]
) -> list[tuple[Shown, Sequence[Place]]]:
    """The regions and values of the records that show the field, and the places of these values."""
    return [
        (Shown(home, one.values[field.name]), one.places[field.name])
        for one, home in zip(shown, homes, strict=True)
        if field.name in one.values
    ]


def _field_rules(
    field: Field, shown: Sequence[ShownRecord], homes: Sequence[RegionNodes], regions: Sequence[RegionNodes]
) -> tuple[list[RatedRule], Likeness]:
    cases = cases_of(field, shown, homes)
    typical = Likeness(value for case, _ in cases for value in case.values).remembered(regions[0].nodes)
    found = rules_for([case for case, _ in cases], cases[0][1], regions) if cases else []
    if not found and cases:
        first = next(one for one in shown if field.name in one.values)
        found = rules_for([case for case, _ in cases], first.finder.inside_attributes(cases[0][0].values[0]), regions)
    empty = [home for one, home in zip(shown, homes, strict=True) if field.name in one.absent]
    found = [one for one in found if not any(one.rule.values_in(home) for home in empty)]
    found = [one for one in found if not _is_refuted(one, field, shown, homes, typical)] or found
    if (
        not found and len(cases) > 1 and not empty and not field.many
    ):  # one of the shown values may be wrong: the others decide
        alone = [one for case, places in cases for one in rules_for([case], places, regions)[:1]]
        most = [one for one in alone if 2 * sum(agrees(one.rule, case) for case, _ in cases) >= len(cases)]
        best = max(most, key=lambda one: one.score, default=None)
        found = [best] if best is not None and best.score >= REGION_ALONE_SCORE else []
    return found, typical


def _is_refuted(
    one: RatedRule, field: Field, shown: Sequence[ShownRecord], homes: Sequence[RegionNodes], typical: Likeness
) -> bool:
    """Whether a rule finds, in a shown record that does not give the field, what cannot be its value.

    It looks like no shown value, or it is given as the value of another field.
    """
    for record, home in zip(shown, homes, strict=True):
        if field.name not in record.values:
            others = {value for values in record.values.values() for value in values}
            found = one.rule.values_in(home)
            if any(normal(value) in others or typical.plausibility(value) < SURE for value in found):
                return True
    return False


def _home(one: ShownRecord, regions: Sequence[tuple[PageNodes, Region]]) -> int | None:
    """The number of the region that holds most places of a record's core."""
    best, most = None, 0
    numbers = [place.node for place in one.core.places.values()]
    first, last = min(numbers), max(numbers)
    for at, (nodes, (start, stop)) in enumerate(regions):
        if start <= last and first < stop and nodes is one.nodes:
            inside = sum(start <= number < stop for number in numbers)
            if inside > most:
                best, most = at, inside
    return best


def _aside(regions: Sequence[RegionNodes], homes: Sequence[RegionNodes]) -> frozenset[int]:
    """The numbers of the regions beside the content of the page; none where a shown record is there too."""
    if any(is_aside(home.nodes, home.region.start) for home in homes):
        return frozenset()
    return frozenset(at for at, one in enumerate(regions) if is_aside(one.nodes, one.region.start))


def _column(one: RuledField, rules: Sequence[RatedRule], regions: int, *, sampled: bool) -> list[float | None]:
    """How plausible the field's value is in each region."""
    missing = None if one.field.optional or one.field.many else 0.0
    repeated = _repeated(rules, one.typical, regions, sampled=sampled)
    return [_plausibility(rules, at, one.typical, missing, repeated) for at in range(regions)]


def sample_of(size: int, most: int) -> Sequence[int]:
    """Some of the numbers below a size, without a period: of records of seven cells, not every seventh.

    >>> sample_of(3, 40), sample_of(30, 3)
    (range(0, 3), [17, 25, 9])
    """
    return range(size) if size <= most else Random(size).sample(range(size), most)  # noqa: S311  (always the same sample)


def found_in(rules: Sequence[RatedRule], at: int) -> tuple[str, ...]:
    """What the first rule that finds anything in a region finds there, given the number of the region.

    >>> from unweave.regions.addresses import Address, FieldRule
    >>> rule = FieldRule(Address("class", "b.title"))
    >>> rules = [RatedRule(rule, 0.9, ((), ("Emma",))), RatedRule(rule, 0.5, (("Kim",), ("Dune",)))]
    >>> found_in(rules, 0), found_in(rules, 1)
    (('Kim',), ('Emma',))
    """
    return next((rule.found[at] for rule in rules if rule.found[at]), ())


def _plausibility(
    rules: Sequence[RatedRule], at: int, typical: Likeness, missing: float | None, repeated: frozenset[str]
) -> float | None:
    values = found_in(rules, at)
    if not values:
        return missing
    factor = REGION_REPEATED_FACTOR if values[0] in repeated else 1.0
    return factor * typical.plausibility(values[0])


def _repeated(rules: Sequence[RatedRule], typical: Likeness, regions: int, *, sampled: bool) -> frozenset[str]:
    """The values that many regions have although the shown ones all differ: texts of the template, as "more".

    They come again at the same distance; an author of many books does not. In a sample, distances say nothing.
    """
    if not typical.differ:
        return frozenset()
    found: dict[str, list[int]] = {}
    for at in range(regions):
        if values := found_in(rules, at):
            found.setdefault(values[0], []).append(at)
    least = max(2, REGION_REPEATED_SHARE * regions)
    return frozenset(value for value, some in found.items() if len(some) > least and (sampled or is_regular(some)))
