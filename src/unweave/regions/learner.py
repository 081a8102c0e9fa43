"""Regions: the wrapper for a list, from a few of its records.

    places of the shown values -> cores -> hypotheses for the boundary -> rules of each field inside the regions -> best

Legend

    core           the places of one shown record that lie closest together
    hypothesis     a boundary that puts the shown records into different regions, with the best rules of each field
    region score   the mean, over the fields, of how plausible the region's value is; a missing value counts 0, or not
                   at all where the field is known to be optional. 0 in a menu, a sidebar and the like, unless a shown
                   record is in one
    record         a region with a score of at least ``REGION_KEPT``
    total          of a hypothesis: what its records score, less a little for each region that is none; all of it times
                   the square of the share of the fields that have a rule
    stability      of a field: rules are learned from each shown record alone; the share of the regions in which the
                   rules of all of them find what the chosen rules find

Of the hypotheses whose total is close to the best one, that with the outermost elements is taken: it says most about
where a record ends. A value that belongs to a group of records (a date in its heading) makes a core too large, so cores
without one of the fields are tried as well. If one of the shown values fits nowhere, the others decide.

There is no paper behind it; ``main_list`` finds the regions of a list without examples.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from random import Random
from statistics import fmean
from typing import NamedTuple

from unweave.budget import check_time, out_of_time
from unweave.engine.values import whole_span
from unweave.errors import NoConsistentWrapper
from unweave.page import Span
from unweave.page.spans import attribute_span
from unweave.records import Example, Field, Record, Schema
from unweave.records.agree import disagreements
from unweave.records.cells import possible_spans
from unweave.records.example import schema_of
from unweave.records.normal_text import normal
from unweave.records.record import members
from unweave.regions.boundaries import Boundary, Region, common_tests
from unweave.regions.fields import Features, Likeness, RatedRule, RegionNodes, Shown, agrees, rules_for
from unweave.regions.main_list import is_aside
from unweave.regions.members import between, is_regular
from unweave.regions.nodes import PageNodes, nodes_of
from unweave.regions.places import Core, Place, PlaceFinder, core_of
from unweave.regions.reserves import with_reserves
from unweave.regions.together import RuledField, rules_together
from unweave.regions.wrapper import RegionsWrapper, region_score
from unweave.tuning import (
    REGION_ALONE_SCORE,
    REGION_CLOSE_TOTAL,
    REGION_DROPPED_COST,
    REGION_KEPT,
    REGION_OUTSIDE_COST,
    REGION_REPEATED_FACTOR,
    REGION_REPEATED_SHARE,
    REGION_SKIPPED,
    REGION_TEST_COST,
)

MOST_SHOWN = 24  # shown records that rules are made from: of more, a sample, and those that its wrapper does not find
ROUNDS = 3
MOST_STRETCHES = 16  # tests of a stretch's first node that are tried
MOST_REGIONS = 100  # regions on which the rules of a boundary are compared: more would only take longer
FIRST_REGIONS = 40  # regions on which boundaries are compared
SUFFIX = 2  # steps of a path that are kept where the same list occurs at several depths
FEWEST_REGIONS = 2
FEWEST_BOUNDARIES = 20  # that are tried even if the time is up
ENOUGH_SHOWN = 4
FEWEST_BEFORE = 2  # with more fields, a value before the others may be in a heading
ELEMENT_TESTS = ("class", "attribute", "has", "around")
"""The tests that may make a boundary narrower; of equally good ones the first is taken."""
MOST_TRIED = 8  # hypotheses whose wrappers are compared with the examples


class ShownRecord(NamedTuple):
    """A shown record: its page's nodes, the known values of its fields, their places, and the core of these.

    ``absent`` are the fields that it is known not to have.
    """

    nodes: PageNodes
    absent: frozenset[str]
    values: Mapping[str, tuple[str, ...]]
    places: Mapping[str, Sequence[Place]]
    core: Core
    finder: PlaceFinder


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A boundary with the best rules of each field, and what they find in its regions (or in a sample of them).

    ``weight`` is how many regions one of the sample stands for; ``starts`` are the first nodes of the shown records.
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
    total: float

    @property
    def kept(self) -> int:
        """How many of the regions are records."""
        return sum(score >= REGION_KEPT for score in self.scores)


class RegionsResult(NamedTuple):
    """A wrapper with what is known of it: for each field its stability, and the fields that have no rule.

    ``agrees``: it reproduces the examples. ``nodes``: those of the pages of the examples with records, in their order.
    """

    wrapper: RegionsWrapper
    stability: Mapping[str, float]
    left_out: tuple[str, ...]
    agrees: bool
    nodes: tuple[PageNodes, ...] = ()


@dataclass(frozen=True, slots=True)
class Regions:
    """The learner of lists: finds the regions of the records, then a rule for each field inside them.

    >>> from unweave.page import Page
    >>> page = Page("<ul><li><b>Emma</b> 1815<li><b>Kim</b> 1901<li><b>Dune</b> 1965</ul>")
    >>> shown = [{"title": "Emma", "year": "1815"}, {"title": "Kim", "year": "1901"}]
    >>> wrapper = Regions().learn([Example.from_values(page, shown, status="partial")])
    >>> wrapper.extract(page)[2].to_dict()
    {'title': 'Dune', 'year': '1965'}
    """

    def learn(self, examples: Sequence[Example]) -> RegionsWrapper:
        """The wrapper of the best boundary that agrees with the examples, or it raises NoConsistentWrapper."""
        found = self.closest(examples)
        if not found.agrees:
            reason = "no regions of the page, with one rule for each field, give the shown records"
            field = next(iter((*found.left_out, *found.wrapper.schema.names)), None)
            raise NoConsistentWrapper(kind="regions", field=field, reason=reason)
        return found.wrapper

    def closest(self, examples: Sequence[Example]) -> RegionsResult:
        """The best wrapper that agrees with the examples, or else the best one; fields without a rule are left out.

        >>> from unweave.page import Page
        >>> page = Page("<ul><li><b>Emma</b> 1815<li><b>Kim</b> 1901<li><b>Dune</b> 1965</ul>")
        >>> shown = [{"title": "Emma", "year": "1815"}, {"title": "Dune", "year": "1901"}]
        >>> found = Regions().closest([Example.from_values(page, shown, status="partial")])
        >>> found.agrees, [record["year"] for record in found.wrapper.extract(page)]
        (False, ['1815', '1901', '1965'])
        """
        known = [example for example in examples if example.records]
        schema = schema_of(known)
        nested = [one.name for one in schema.fields if one.fields]
        if nested:
            reason = "records inside records have no regions of their own"
            raise NoConsistentWrapper(kind="regions", field=nested[0], reason=reason)
        nodes = tuple(nodes_of(example.page) for example in known)
        every = list(shown_records(known, nodes, schema))
        shown = [every[at] for at in sorted(_sample(len(every), MOST_SHOWN))]
        for _ in range(ROUNDS):
            found = _closest(shown, schema, lambda wrapper: _agrees(wrapper, examples))
            missed = [] if found.agrees or len(shown) == len(every) else _missed(found.wrapper, every)
            more = [one for one in missed if not any(one is other for other in shown)][:MOST_SHOWN]
            if not more or out_of_time():
                break
            shown += more
        return found._replace(wrapper=with_reserves(found.wrapper, nodes), nodes=nodes)


def _closest(shown: Sequence[ShownRecord], schema: Schema, is_right: Callable[[RegionsWrapper], bool]) -> RegionsResult:
    """The best wrapper that is right, or else the best one."""
    ranked = ranked_hypotheses(shown, schema) if shown else []
    if not ranked:
        reason = "no region of a page holds one of the shown records"
        raise NoConsistentWrapper(kind="regions", field=next(iter(schema.names), None), reason=reason)
    for found in ranked[:MOST_TRIED]:
        hypothesis = refined(found, shown, schema)
        wrapper = wrapper_of(hypothesis, schema)
        if len(hypothesis.rules) == len(schema.fields) and is_right(wrapper):
            return _result(wrapper, hypothesis, shown, schema, agrees=True)
    best = refined(ranked[0], shown, schema)
    return _result(wrapper_of(best, schema), best, shown, schema, agrees=False)


def _missed(wrapper: RegionsWrapper, shown: Sequence[ShownRecord]) -> list[ShownRecord]:
    """The shown records that a wrapper does not find."""
    rows: dict[int, set[tuple[tuple[str, ...], ...]]] = {}
    for nodes in {id(one.nodes): one.nodes for one in shown}.values():
        rows[id(nodes)] = {_texts(record, wrapper.schema) for record in wrapper.found_in(nodes).records}
    own = [tuple(one.values.get(field.name, ()) for field in wrapper.schema.fields) for one in shown]
    return [one for one, texts in zip(shown, own, strict=True) if texts not in rows[id(one.nodes)]]


def _agrees(wrapper: RegionsWrapper, examples: Sequence[Example]) -> bool:
    known = [one for one in examples if one.status != "unlabelled" or one.records]
    return all(_agrees_with(wrapper.extract(one.page), one, wrapper.schema) for one in known)


def _agrees_with(found: Sequence[Record], example: Example, schema: Schema) -> bool:
    """Whether the records found reproduce the example; of values given as texts, any place will do."""
    if not example.by_value or example.rejected or example.section:
        return not disagreements(found, example)
    rows = Counter(_texts(record, schema) for record in found)
    shown = Counter(_texts(record, schema) for record in example.records)
    same = rows == shown if example.status == "complete" else set(shown) <= set(rows)
    return same or not disagreements(found, example)


def _texts(record: Record, schema: Schema) -> tuple[tuple[str, ...], ...]:
    return tuple(_values(record, field) for field in schema.fields)


def _result(
    wrapper: RegionsWrapper,
    best: Hypothesis,
    shown: Sequence[ShownRecord],
    schema: Schema,
    *,
    agrees: bool,
) -> RegionsResult:
    stability = {one.name: _stability(one, best, shown) for one in wrapper.schema.fields}
    left_out = tuple(name for name in schema.names if name not in wrapper.schema.names)
    return RegionsResult(wrapper, stability, left_out, agrees)


def _stability(field: Field, best: Hypothesis, shown: Sequence[ShownRecord]) -> float:
    """The share of the records in which the rules learned from each shown record alone find the same."""
    cases = _cases(field, shown, best.homes)
    if len(cases) < 2:
        return 0.0
    alone = [rules_for([case], places, best.regions)[:1] for case, places in cases]
    if not all(alone):
        return 0.0
    chosen = best.rules[field.name]
    records = [at for at, score in enumerate(best.scores) if score >= REGION_KEPT and _found(chosen, at)]
    same = [all(one[0].found[at] == _found(chosen, at) for one in alone) for at in records]
    return fmean(same) if same else 0.0


def wrapper_of(best: Hypothesis, schema: Schema) -> RegionsWrapper:
    """The wrapper of a hypothesis; fields without a rule are left out."""
    fields = tuple(one for one in schema.fields if best.rules.get(one.name))
    chosen = {one.name: tuple(rated.rule for rated in best.rules[one.name]) for one in fields}
    looks = {one.name: best.looks[one.name] for one in fields}
    return RegionsWrapper(Schema(fields, schema.name), best.boundary, chosen, looks)


def shown_records(examples: Sequence[Example], pages: Sequence[PageNodes], schema: Schema) -> Iterator[ShownRecord]:
    """The shown records of all pages with their places; one that is given twice, and is on its page once, is one."""
    for example, nodes in zip(examples, pages, strict=True):
        finder = PlaceFinder(nodes)
        known: set[tuple[Place, ...]] = set()
        taken: set[int] = set()
        for record in example.records:
            values = {one.name: found for one in schema.fields if (found := _values(record, one))}
            places = {name: _places(finder, example, record, name, some[0]) for name, some in values.items()}
            absent = frozenset(one.name for one in schema.fields if example.cell(record, one.name) in {None, ()})
            core = core_of(nodes, places, taken)
            if core is not None and (key := tuple(core.places.values())) not in known:
                known.add(key)
                taken.update(place.node for place in core.places.values())
                yield ShownRecord(nodes, absent, values, places, core, finder)


def _values(record: Record, field: Field) -> tuple[str, ...]:
    value = record.get(field.name)
    texts = value if isinstance(value, list | tuple) else [value]
    return tuple(normal(text) for text in texts if text)


def _places(finder: PlaceFinder, example: Example, record: Record, name: str, value: str) -> list[Place]:
    """The places of a value: all of them if it was given as a text, else those around its spans."""
    places = finder.places(value)
    if example.by_value:
        return places
    items = members(record.cell(name))
    spans = [span for item in items[:1] for span in possible_spans(item)]  # type: ignore[arg-type]  # no record inside
    return [place for place in places if any(_place_span(finder.nodes, place).contains(span) for span in spans)]


def _place_span(nodes: PageNodes, place: Place) -> Span:
    peer = nodes.peers[place.node]
    span = attribute_span(nodes.page, peer, place.attribute) if place.attribute else None
    return span or whole_span(nodes.index, nodes.page, peer)


def ranked_hypotheses(shown: Sequence[ShownRecord], schema: Schema) -> list[Hypothesis]:
    """The hypotheses, the best first."""
    found = _ranked(_hypotheses(shown, schema), len(shown))
    if found and found[0].boundary.stretch:
        for side in (-1, 1):
            found = _better(found, _on_side(shown, side), shown, schema)
    for name in schema.names if len(schema.fields) > 1 else ():
        others = [one for record in shown if (one := _without(record, name))]
        if (
            not found
            or len(found[0].rules) < len(schema.fields)
            or (len(schema.fields) > FEWEST_BEFORE and _are_before(name, shown, others))
        ):
            found = _better(found, others, shown, schema)
    return found


def _are_before(name: str, shown: Sequence[ShownRecord], others: Sequence[ShownRecord]) -> bool:
    """Whether the values of a field are before the other values, and others like these between: as in headings.

    Where each shown record is the first one behind such a value, the value may be its own, and what follows details.
    """
    pairs = list(zip(shown, others, strict=False))
    before = [name not in one.core.places or one.core.places[name].node < two.core.around for one, two in pairs]
    return len(shown) == len(others) and all(before) and any(_follows(one, two.core.around) for one, two in pairs)


def _follows(one: ShownRecord, inner: int) -> bool:
    """Whether a node inside a core has one of its kind before it."""
    alike = one.nodes.by_path[one.nodes.path(inner)]
    return bisect_left(alike, one.core.around) < bisect_left(alike, inner)


def _better(
    found: list[Hypothesis], others: Sequence[ShownRecord], shown: Sequence[ShownRecord], schema: Schema
) -> list[Hypothesis]:
    """The hypotheses, preceded by those of other cores of the shown records if the best of these is better.

    It must be better by far where nothing is missing.
    """
    if len(others) < len(shown) or [one.core for one in others] == [one.core for one in shown]:
        return found
    ranked = _ranked(_hypotheses(others, schema), len(shown))
    if not ranked or not found:
        return ranked or found
    close = REGION_CLOSE_TOTAL if len(found[0].rules) == len(schema.fields) else 1.0
    return [*ranked, *found] if close * ranked[0].total > found[0].total else found


def _on_side(shown: Sequence[ShownRecord], side: int) -> list[ShownRecord]:
    """The records with cores that prefer places before the rarest value, or behind it.

    Among siblings, the title of the next record may be nearer than the record's own.
    """
    cores: list[Core] = []
    taken: set[int] = set()
    for one in shown:
        cores.append(core_of(one.nodes, one.places, taken, side=side) or one.core)
        taken.update(place.node for place in cores[-1].places.values())
    return [one._replace(core=core) for one, core in zip(shown, cores, strict=True)]


def _hypotheses(shown: Sequence[ShownRecord], schema: Schema) -> Iterator[Hypothesis]:
    known: set[tuple[Region, ...]] = set()
    for number, boundary in enumerate(boundaries(shown)):
        if number > FEWEST_BOUNDARIES and out_of_time():
            return
        check_time()
        every = all_regions(boundary, shown)
        regions = tuple(region for _, region in every)
        found = evaluate(boundary, every, shown, schema) if regions not in known else None
        known.add(regions)
        if found is not None:
            yield max([found, *narrower(found, shown)], key=lambda one: one.total)


def _ranked(every: Iterator[Hypothesis], shown: int) -> list[Hypothesis]:
    """First those with more records than are shown; of these those close to the best, in their order; then the rest."""
    found = list(every)
    least = shown if shown >= ENOUGH_SHOWN else shown + 1  # two or three shown records are seldom the whole list
    if any(one.kept >= least for one in found):
        found = [one for one in found if one.kept >= least]
    best = max((one.total for one in found), default=0.0)
    close = [one for one in found if one.total >= REGION_CLOSE_TOTAL * best]
    rest = [one for one in found if one.total < REGION_CLOSE_TOTAL * best]
    return [*close, *sorted(rest, key=lambda one: -one.total)]


def _without(one: ShownRecord, name: str) -> ShownRecord | None:
    """The record with a core that does without a field: its value may belong to a group of records."""
    core = core_of(one.nodes, {other: some for other, some in one.places.items() if other != name})
    return None if core is None else one._replace(core=core)


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
            total = total_score(boundary, scores, found.share, found.weight)
            every = [score if keep else 0.0 for score, keep in zip(found.scores, kept, strict=True)]
            yield replace(found, boundary=boundary, scores=every, total=total)


def boundaries(shown: Sequence[ShownRecord]) -> Iterator[Boundary]:
    """Boundaries that put the shown records into different regions: elements first, the outermost first."""
    yield from _elements(shown)
    yield from _stretches(shown)


def _elements(shown: Sequence[ShownRecord]) -> Iterator[Boundary]:
    first = shown[0]
    chain = [first.core.around, *first.nodes.ancestors(first.core.around)]
    same_fields = len({frozenset(one.core.places) for one in shown}) == 1  # else different depths tell fields apart
    for number in reversed(chain[:-2]):
        path = first.nodes.path(number)
        wider = Boundary(path[-SUFFIX:])
        around = [_ancestor(one, path) for one in shown]
        if _distinct(shown, around):
            yield Boundary(path)
            if _is_wider(shown, wider.path, path) and not any(map(_is_nested, shown, around, repeat(wider.path))):
                yield wider
        elif None in around and same_fields and _distinct(shown, [_ancestor_ending(one, wider.path) for one in shown]):
            yield wider


def _is_wider(shown: Sequence[ShownRecord], path: tuple[str, ...], than: tuple[str, ...]) -> bool:
    return any(len(one.nodes.ending(path)) > len(one.nodes.ending(than)) for one in shown)


def _is_nested(one: ShownRecord, start: int | None, path: tuple[str, ...]) -> bool:
    """Whether a node has another one around it or inside whose path ends so: a record contains no other record."""
    if start is None:
        return False
    nodes, alike = one.nodes, one.nodes.ending(path)
    inside = bisect_right(alike, start)
    return (inside < len(alike) and alike[inside] < nodes.ends[start]) or any(
        nodes.path(above)[-len(path) :] == path for above in nodes.ancestors(start)
    )


def _ancestor(one: ShownRecord, path: tuple[str, ...]) -> int | None:
    """The node around a core with this path."""
    number = one.core.around
    own = one.nodes.path(number)
    if own[: len(path)] != path:
        return None
    for _ in range(len(own) - len(path)):
        number = one.nodes.parents[number]
    return number


def _ancestor_ending(one: ShownRecord, path: tuple[str, ...]) -> int | None:
    """The innermost node around a core whose path ends so."""
    around = (one.core.around, *one.nodes.ancestors(one.core.around))
    return next((number for number in around if one.nodes.path(number)[-len(path) :] == path), None)


def _distinct(shown: Sequence[ShownRecord], starts: Sequence[int | None]) -> bool:
    if None in starts:
        return False
    return len({(id(one.nodes), start) for one, start in zip(shown, starts, strict=True)}) == len(shown)


def _stretches(shown: Sequence[ShownRecord]) -> Iterator[Boundary]:
    first = shown[0]
    for container in [first.core.around, *first.nodes.ancestors(first.core.around)][:4]:
        path = first.nodes.path(container)
        around = [_ancestor(one, path) for one in shown]
        if None in around:
            continue
        starts = [_first_child(one, top) for one, top in zip(shown, around, strict=True) if top is not None]
        paths = {one.nodes.path(start) for one, start in zip(shown, starts, strict=True)}
        if len(paths) == 1 and _distinct(shown, starts):
            (own,) = paths
            yield Boundary(own, stretch=True)
            tests = common_tests((one.nodes, start) for one, start in zip(shown, starts, strict=True))
            yield from (Boundary(own, (test,), stretch=True) for test in tests[:MOST_STRETCHES])


def _first_child(one: ShownRecord, top: int) -> int:
    """The first child of an element that holds a value of the record."""
    first = min(place.node for place in one.core.places.values())
    return next((child for child in one.nodes.children[top] if child <= first < one.nodes.ends[child]), top)


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
    sample = sorted({*_sample(len(every), most), *own})
    regions = [RegionNodes.of(*every[at], boundary) for at in sample]
    homes = [regions[sample.index(at)] for at in own]
    return _hypothesis(boundary, shown, schema, regions, homes, len(every) / len(regions))


def refined(found: Hypothesis, shown: Sequence[ShownRecord], schema: Schema) -> Hypothesis:
    """The hypothesis on more regions, with rules that are chosen by its records.

    A rule is no better for what it finds elsewhere.
    """
    if found.weight > 1:
        found = evaluate(found.boundary, all_regions(found.boundary, shown), shown, schema, MOST_REGIONS) or found
    if all(score >= REGION_KEPT for score in found.scores):
        return found
    records = [
        score >= REGION_KEPT or region in found.homes for region, score in zip(found.regions, found.scores, strict=True)
    ]
    again = _hypothesis(found.boundary, shown, schema, found.regions, found.homes, found.weight, records)
    return replace(again, scores=found.scores) if again else found


def _by_records(found: Sequence[RatedRule], typical: Likeness, records: Sequence[bool]) -> list[RatedRule]:
    """The rules, scored by the regions that are records; what they find in others counts a little against them."""
    rescored = []
    for one in found:
        every = [typical.plausibility(values[0]) if values else 0.0 for values in one.found]
        inside = [value for value, is_record in zip(every, records, strict=True) if is_record]
        outside = [value for value, is_record in zip(every, records, strict=True) if not is_record]
        cost = fmean(every) - one.score
        rescored.append(one._replace(score=fmean(inside) - cost - REGION_OUTSIDE_COST * fmean([0.0, *outside])))
    return sorted(rescored, key=lambda one: -one.score)


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
    looks = {one.field.name: one.typical.shown for one in fields}
    columns = [_column(one, rules[one.field.name], len(regions), sampled=weight > 1) for one in fields]
    aside = _aside(regions, homes)
    scores = [0.0 if at in aside else region_score(row) for at, row in enumerate(zip(*columns, strict=True))]
    share = len(rules) / len(schema.fields)
    total = total_score(boundary, scores, share, weight)
    starts = [home.region.start for home in homes]
    return Hypothesis(boundary, regions, rules, looks, scores, starts, homes, share, weight, total)


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


def _sample(size: int, most: int) -> Sequence[int]:
    """Some of the regions, without a period: records of seven cells must not be sampled by every seventh."""
    return range(size) if size <= most else Random(size).sample(range(size), most)  # noqa: S311  (always the same sample)


def total_score(boundary: Boundary, scores: Sequence[float], share: float, weight: float) -> float:
    """How good a boundary is, by the scores of its regions and the share of the fields that have a rule.

    >>> total_score(Boundary(("ul", "li")), [1.0, 1.0, 1.0], share=1.0, weight=1.0)
    3.0
    """
    kept = [(score - REGION_KEPT) / (1 - REGION_KEPT) for score in scores if score >= REGION_KEPT]
    total = weight * (share**2 * sum(kept) - REGION_DROPPED_COST * (len(scores) - len(kept)))
    return total - REGION_TEST_COST * len(boundary.tests)


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


def _cases(
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
    cases = _cases(field, shown, homes)
    typical = Likeness(value for case, _ in cases for value in case.values).remembered(regions[0].nodes)
    found = rules_for([case for case, _ in cases], cases[0][1], regions) if cases else []
    if not found and cases:
        first = next(one for one in shown if field.name in one.values)
        found = rules_for([case for case, _ in cases], first.finder.inside_attributes(cases[0][0].values[0]), regions)
    empty = [home for one, home in zip(shown, homes, strict=True) if field.name in one.absent]
    found = [one for one in found if not any(one.rule.values_in(home) for home in empty)]
    if (
        not found and len(cases) > 1 and not empty and not field.many
    ):  # one of the shown values may be wrong: the others decide
        alone = [one for case, places in cases for one in rules_for([case], places, regions)[:1]]
        most = [one for one in alone if 2 * sum(agrees(one.rule, case) for case, _ in cases) >= len(cases)]
        best = max(most, key=lambda one: one.score, default=None)
        found = [best] if best is not None and best.score >= REGION_ALONE_SCORE else []
    return found, typical


def _found(rules: Sequence[RatedRule], at: int) -> tuple[str, ...]:
    return next((rule.found[at] for rule in rules if rule.found[at]), ())


def _plausibility(
    rules: Sequence[RatedRule], at: int, typical: Likeness, missing: float | None, repeated: frozenset[str]
) -> float | None:
    values = _found(rules, at)
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
        if values := _found(rules, at):
            found.setdefault(values[0], []).append(at)
    least = max(2, REGION_REPEATED_SHARE * regions)
    return frozenset(value for value, some in found.items() if len(some) > least and (sampled or is_regular(some)))
