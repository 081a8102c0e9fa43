"""Regions: the wrapper for a list, from a few of its records.

    places of the shown values -> cores -> hypotheses for the boundary -> rules of each field inside the regions -> best

Legend

    core           the places of one shown record that lie closest together (``shown``)
    hypothesis     a boundary (``tried``) with the best rules of each field, and its total (``hypotheses``)
    stability      of a field: rules are learned from each shown record alone; the share of the regions in which the
                   rules of all of them find what the chosen rules find

Of the hypotheses whose total is close to the best one, that with the outermost elements is taken: it says most about
where a record ends. A value that belongs to a group of records (a date in its heading) makes a core too large, so cores
without one of the fields are tried as well, and where that is not enough, those of fields that are together
(``apart``). If one of the shown values fits nowhere, the others decide.

There is no paper behind it; ``main_list`` finds the regions of a list without examples.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import NamedTuple

from unweave.budget import check_time, out_of_time
from unweave.errors import NoConsistentWrapper
from unweave.records import Example, Field, Record, Schema
from unweave.records.agree import disagreements
from unweave.records.example import schema_of
from unweave.regions.apart import names_apart, with_only
from unweave.regions.boundaries import Region
from unweave.regions.boundary_candidates import boundaries
from unweave.regions.fields import rules_for
from unweave.regions.hypotheses import (
    Hypothesis,
    all_regions,
    cases_of,
    evaluate,
    found_in,
    narrower,
    refined,
    sample_of,
)
from unweave.regions.nodes import PageNodes, nodes_of
from unweave.regions.places import Core, core_of
from unweave.regions.reserves import with_reserves
from unweave.regions.shown_records import ShownRecord, shown_records, values_of
from unweave.regions.structure import LEAST_STRUCTURE, share_among, structure
from unweave.regions.wrapper import RegionsWrapper
from unweave.tuning import REGION_CLOSE_TOTAL, REGION_KEPT

MOST_SHOWN = 24  # shown records that rules are made from: of more, a sample, and those that its wrapper does not find
ROUNDS = 3
FEWEST_BOUNDARIES = 20  # that are tried even if the time is up
ENOUGH_SHOWN = 4
FEWEST_BEFORE = 2  # with more fields, a value before the others may be in a heading
MOST_TRIED = 8  # hypotheses whose wrappers are compared with the examples


class RegionsResult(NamedTuple):
    """A wrapper with what is known of it: for each field its stability, and the fields that have no rule.

    ``agrees``: it reproduces the examples. ``share``: of the regions among the records whose values look like shown
    ones, those that are records. ``nodes``: of the pages of the examples with records, in their order.
    ``otherwise``: of a single shown record, how many records there are if one of its values belongs to a group of them.
    """

    wrapper: RegionsWrapper
    stability: Mapping[str, float]
    left_out: tuple[str, ...]
    agrees: bool
    share: float = 1.0
    nodes: tuple[PageNodes, ...] = ()
    otherwise: int = 0


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
        shown = [every[at] for at in sorted(sample_of(len(every), MOST_SHOWN))]
        for _ in range(ROUNDS):
            found = _closest(shown, schema, lambda wrapper: _agrees(wrapper, examples))
            missed = [] if found.agrees or len(shown) == len(every) else _missed(found.wrapper, every)
            more = [one for one in missed if not any(one is other for other in shown)][:MOST_SHOWN]
            if not more or out_of_time():
                break
            shown += more
        otherwise = _records_otherwise(every, schema) if found.agrees else 0
        return found._replace(wrapper=with_reserves(found.wrapper, nodes), nodes=nodes, otherwise=otherwise)


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
            result = _result(wrapper, hypothesis, shown, schema, agrees=True)
            return result._replace(share=_share_of_records(hypothesis, ranked))
    best = refined(ranked[0], shown, schema)
    return _result(wrapper_of(best, schema), best, shown, schema, agrees=False)


def _share_of_records(best: Hypothesis, ranked: Sequence[Hypothesis]) -> float:
    """The share of the regions among the records that are records, by any boundary around them, if values decide."""
    if best.weight > 1:  # in a sample nobody knows what is among the records
        return 1.0
    around = [one for one in ranked if len(one.rules) == len(best.rules) and _is_around(one, best)]
    return min((share_among(best.records, one.records) for one in around), default=1.0)


def _is_around(outer: Hypothesis, inner: Hypothesis) -> bool:
    """Whether each shown record of one hypothesis is in that of the other one."""
    pairs = zip(outer.homes, inner.homes, strict=False)
    return all(own.region.start <= one.region.start < own.region.stop for own, one in pairs)


def _records_otherwise(shown: Sequence[ShownRecord], schema: Schema) -> int:
    """How many records there are if a value of the only shown one belongs to a group of them, as in a heading."""
    if len(shown) != 1 or len(schema.fields) <= FEWEST_BEFORE:
        return 0
    others = [one for name in schema.names if (one := _without(shown[0], name)) and one.core != shown[0].core]
    best = (_ranked(_hypotheses([one], schema), 1)[:1] for one in others)
    return max((some[0].kept for some in best if some and len(some[0].rules) == len(schema.fields)), default=0)


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
    return tuple(values_of(record, field) for field in schema.fields)


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
    cases = cases_of(field, shown, best.homes)
    if len(cases) < 2:
        return 0.0
    alone = [rules_for([case], places, best.regions)[:1] for case, places in cases]
    if not all(alone):
        return 0.0
    chosen = best.rules[field.name]
    records = [at for at, score in enumerate(best.scores) if score >= REGION_KEPT and found_in(chosen, at)]
    same = [all(one[0].found[at] == found_in(chosen, at) for one in alone) for at in records]
    return fmean(same) if same else 0.0


def wrapper_of(best: Hypothesis, schema: Schema) -> RegionsWrapper:
    """The wrapper of a hypothesis; fields without a rule are left out."""
    known = (one for one in schema.fields if best.rules.get(one.name))
    fields = tuple(replace(one, optional=one.optional or one.name in best.missing) for one in known)
    chosen = {one.name: tuple(rated.rule for rated in best.rules[one.name]) for one in fields}
    looks = {one.name: best.looks[one.name] for one in fields}
    return RegionsWrapper(Schema(fields, schema.name), best.boundary, chosen, looks)


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
    if len(shown) > 1 and not out_of_time() and (not found or len(found[0].rules) < len(schema.fields)):
        apart = dict.fromkeys(names_apart(shown, name, schema.names) for name in schema.names)
        for names in sorted(apart, key=len, reverse=True):  # the list that most of the values are in
            found = _better(found, with_only(shown, names), shown, schema)
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
    best, other = _comparable([found[0], ranked[0]])
    return [*ranked, *found] if close * other.total > best.total else found


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
    known: set[object] = set()
    for number, boundary in enumerate(boundaries(shown)):
        if number > FEWEST_BOUNDARIES and out_of_time():
            return
        check_time()
        every = all_regions(boundary, shown)
        regions = tuple(region for _, region in every)
        found = evaluate(boundary, every, shown, schema) if regions not in known else None
        known.add(regions)
        if found is not None:
            yield _narrowed(found, shown)


def _narrowed(found: Hypothesis, shown: Sequence[ShownRecord]) -> Hypothesis:
    """The hypothesis, or a narrower one that is better.

    Values at several places tell what is a record. Where all are at one, as the text and the target of a link, what
    the records are made of tells, unless what would be dropped is among them.
    """
    others = list(narrower(found, shown))
    if not all(map(_is_one_text, shown)):
        return _with_structure(max([found, *others], key=lambda one: one.by_values))
    at_ends = [one for one in others if share_among(one.records, found.records) == 1]
    return max(map(_with_structure, [found, *at_ends]), key=_total_or_none)


def _with_structure(found: Hypothesis) -> Hypothesis:
    return replace(found, structure=structure(found.records))


def _total_or_none(one: Hypothesis) -> float:
    """The total; less than any other one where the structure is not known."""
    return -1.0 if one.structure is None else one.total


def _is_one_text(one: ShownRecord) -> bool:
    """Whether the values of a record are one text, and attributes of the elements around it."""
    around = one.core.around
    return len(one.nodes.texts_in(Region(around, one.nodes.ends[around]))) < 2


def _ranked(every: Iterator[Hypothesis], shown: int) -> list[Hypothesis]:
    """First those with more records than are shown; of these those close to the best, in their order; then the rest."""
    found = list(every)
    least = shown if shown >= ENOUGH_SHOWN else shown + 1  # two or three shown records are seldom the whole list
    if any(one.kept >= least for one in found):
        found = [one for one in found if one.kept >= least]
    found = _comparable(found)
    best = max((one.total for one in found), default=0.0)
    close = [one for one in found if one.total >= REGION_CLOSE_TOTAL * best]
    rest = [one for one in found if one.total < REGION_CLOSE_TOTAL * best]
    return [*close, *sorted(rest, key=lambda one: -one.total)]


def _comparable(found: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The hypotheses by values alone if the best one by values has too few records to tell their structure.

    Else those that have too few are as if nothing spoke for them.
    """
    if found and max(found, key=lambda one: one.by_values).structure is None:
        return [replace(one, structure=None) for one in found]
    return [replace(one, structure=LEAST_STRUCTURE) if one.structure is None else one for one in found]


def _without(one: ShownRecord, name: str) -> ShownRecord | None:
    """The record with a core that does without a field: its value may belong to a group of records."""
    core = core_of(one.nodes, {other: some for other, some in one.places.items() if other != name})
    return None if core is None else one._replace(core=core)
