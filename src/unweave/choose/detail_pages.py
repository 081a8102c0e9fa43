"""Pages with one record each: rules for the fields, and other methods to vote, or as fallback where rules fail.

Legend

    flat field    a field whose values are texts; rules learn all flat fields at once
    path          a field, or a field of a nested level: "reviews.by"; what rules cannot find is learned path by path
    others        wrappers of other methods for a field: they vote on the unlabelled pages
    fallback      another method's wrapper in the result, for a field whose examples the rules do not reproduce

The steps: learn rules from the examples, leniently; learn what they do not reproduce with the other methods, in order;
let all methods vote on the unlabelled pages (``consensus``), and give the rules new weights: the stability of their
kind times their trust in the vote. Each panel keeps its heaviest rules; those of one builder share the weight of one
where they find nothing. A field of which several values are found in a row is learned once more, as a field with many
values, with pages that have such rows (``many_values``).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

from unweave.budget import Budget, OutOfTime
from unweave.choose.consensus import NO_VOTE, Consensus, PlainVote, consensus, plain_vote
from unweave.choose.data_votes import data_voter, is_trusted, with_data
from unweave.choose.evidence import ChosenWrapper, FieldEvidence, further, labelled_evidence, unlabelled
from unweave.choose.held_out import held_out_shares
from unweave.choose.many_values import has_values_in_a_row, row_examples, sibling_rows
from unweave.choose.methods import learner
from unweave.choose.voters import FieldSpans, FieldVoter, discount_constant, rule_voters, spans_on, wrapper_voters
from unweave.combined import Combined, of_path
from unweave.embedded.voting import VotingPath
from unweave.engine.select import query_of
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.program import Selection
from unweave.records import Example, Field, Record, Schema, schema_of
from unweave.records.field_shapes import with_lists
from unweave.records.grouping import Grouping, paths
from unweave.rules import Rules, RulesWrapper
from unweave.rules.learner import relabelled
from unweave.templates import LabelledColumns
from unweave.tuning import (
    CANDIDATE_TIME_SHARE,
    RULE_UNLIKELY_WEIGHT,
    RULES_PER_PANEL,
    RULES_PER_PANEL_UNCOMPARED,
    SETTLING_SHARE,
    TELLING_PAGES,
    TRUST_EXPONENT,
)
from unweave.wrapper import Wrapper

OTHER_METHODS = ("tree", "lr", "hlrt")
"""Methods that learn each field separately and vote; the template is found once for all fields."""
FALLBACKS = ("tree", "lr", "hlrt", "rules", "template")


def is_single(examples: Sequence[Example]) -> bool:
    """Whether the examples have one record a page.

    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> is_single([Example.from_values(page, [{"titles": ["Emma", "Kim"]}])])
    True
    """
    return all(example.status == "complete" and len(example.records) == 1 for example in examples if example.records)


def choose_for_detail_pages(
    examples: Sequence[Example],
    budget: Budget,
    with_rows: Sequence[Example] = (),
    data: Mapping[str, VotingPath] = MappingProxyType({}),
) -> ChosenWrapper:
    """The wrapper for pages with one record each, and the evidence for it.

    ``with_rows`` are unlabelled pages on which some values are known all the same: rules are learned from them too.
    ``data`` has, for fields that the data of scripts has as well, the paths that vote with the rules.
    """
    known = [example for example in examples if example.status != "unlabelled"]
    pages = unlabelled(examples)
    schema = schema_of(known)
    with budget.limit("rules", soft=True):
        ruled = _learned_rules([*known, *with_rows], schema)
    parts: dict[str, Wrapper] = {}
    evidence: dict[str, FieldEvidence] = {}
    found = _spans(ruled, known)
    for path in paths(schema.fields):
        evidence[path] = labelled_evidence(path, found, known, "rules")
        if not evidence[path].is_exact:
            wrapper, evidence[path] = _fallback(path, examples, evidence[path], budget)
            parts |= {path: wrapper} if wrapper is not None else {}
    if pages:
        shown = [*known, *map(Example, pages)]
        columns = _columns(shown, schema, budget, found)
        evidence = {
            path: _in_time(path, parts.get(path, ruled), one, shown, columns.get(path), budget, data.get(path))
            for path, one in evidence.items()
        }
        single = [path for path in evidence if path in schema and not schema[path].many]
        in_a_row = [path for path in single if _is_list(evidence[path], pages)]
        by_siblings = [path for path in single if path not in parts and path not in in_a_row]
        rows = {path: _sibling_rows(path, ruled, evidence[path], known, pages) for path in by_siblings}
        lists = [*in_a_row, *(path for path in by_siblings if rows[path])]
        if lists and budget.allows("fields with several values"):
            trained = row_examples(rows, schema.names)
            left = {path: one for path, one in data.items() if path not in lists}
            return _with_notes(choose_for_detail_pages(with_lists(examples, lists), budget, trained, left), lists)
    if ruled is not None:
        by_rules = {path: one for path, one in evidence.items() if path not in parts}
        for path, shares in held_out_shares(_flat_only(known, schema), list(by_rules), budget).items():
            evidence[path] = replace(evidence[path], held_out=shares)
        ruled = with_data(_weighed(ruled, by_rules), data, by_rules)
        ruled = relabelled(ruled, [example.page for example in known])
        more = further(examples)
        for path in by_rules:
            panels = len({rule.panel for rule in ruled.of(path)})
            evidence[path] = replace(evidence[path], panels=panels, further=_further_vote(ruled, path, more, budget))
    return ChosenWrapper(_joined(schema, ruled, parts), pages, evidence, tuple(filter(None, [budget.note])))


def _is_list(evidence: FieldEvidence, pages: Sequence[Page]) -> bool:
    return evidence.consensus is not None and has_values_in_a_row(evidence, pages)


def _sibling_rows(
    path: str, ruled: RulesWrapper | None, evidence: FieldEvidence, known: Sequence[Example], pages: Sequence[Page]
) -> dict[Page, tuple[Span, ...]]:
    if ruled is None or len(ruled.of(path)) != len(evidence.voters):
        return {}
    labelled = [example.page for example in known if example.records]
    voters = rule_voters(ruled, path, labelled)
    shown = [(page, [one.spans[at] for one in voters]) for at, page in enumerate(labelled)]
    return sibling_rows(evidence, shown, pages)


def _with_notes(chosen: ChosenWrapper, lists: Sequence[str]) -> ChosenWrapper:
    notes = (f"{name}: shown with one value; other pages have several in a row, so it is a list" for name in lists)
    return replace(chosen, notes=(*chosen.notes, *notes))


def _learned_rules(known: Sequence[Example], schema: Schema) -> RulesWrapper | None:
    """Rules for the flat fields; None where there is no flat field."""
    flat = _flat_only(known, schema)
    return Rules(lenient=True).learn(flat) if flat else None


def _flat_only(examples: Sequence[Example], schema: Schema) -> list[Example]:
    """The examples reduced to the flat fields; no example where there are none."""
    flat = tuple(field for field in schema.fields if not field.fields)
    return [_only(example, flat) for example in examples] if flat else []


def _only(example: Example, fields: Sequence[Field]) -> Example:
    """The example reduced to these fields."""
    names = [field.name for field in fields]
    records = (
        Record(one.page, {name: one.cell(name) for name in names if name in one}, type=one.type)
        for one in example.records
    )
    rejected = {name: spans for name, spans in example.rejected.items() if name in names}
    return replace(example, records=tuple(records), rejected=rejected)


def _spans(wrapper: Wrapper | None, known: Sequence[Example]) -> list[FieldSpans]:
    """Where a wrapper finds the values of all fields on the labelled pages."""
    return [{} if wrapper is None else spans_on(wrapper, example.page) for example in known]


def _fallback(
    path: str, examples: Sequence[Example], evidence: FieldEvidence, budget: Budget
) -> tuple[Wrapper | None, FieldEvidence]:
    """The first other method that reproduces the examples, or the one that reproduces more than the rules do."""
    best: tuple[Wrapper | None, FieldEvidence] = (None, evidence)
    failures: list[str] = []
    known = [one for one in examples if one.status != "unlabelled"]
    for method in FALLBACKS:
        wrapper = _learned(method, path, examples, budget, failures)
        offered = labelled_evidence(path, _spans(wrapper, known), known, method)
        if offered.found > best[1].found:
            best = wrapper, offered
        if offered.is_exact:
            break
    return best[0], replace(best[1], failures=tuple(failures))


def _learned(
    method: str, path: str, examples: Sequence[Example], budget: Budget, failures: list[str] | None = None
) -> Wrapper | None:
    """A method's wrapper for one field; None where it has none, or there is no time."""
    step = f"{method} for {path}"
    if not budget.allows(step):
        return None
    try:
        with budget.limit(step, share=CANDIDATE_TIME_SHARE):
            return learner(method).learn([of_path(example, path) for example in examples])
    except (NoConsistentWrapper, BadInput, OutOfTime) as failure:
        if failures is not None:
            failures.append(f"{method}: {getattr(failure, 'reason', failure)}")
        return None


def _columns(
    shown: Sequence[Example], schema: Schema, budget: Budget, likely: Sequence[FieldSpans]
) -> dict[str, FieldVoter]:
    """Columns of the pages' template, as voters for the fields that have one; ``likely``: where rules find values."""
    flat = _flat_only(shown, schema)
    if not flat or not budget.allows("template"):
        return {}
    with suppress(NoConsistentWrapper, BadInput, OutOfTime), budget.limit("template", share=CANDIDATE_TIME_SHARE):
        wrapper = LabelledColumns(lenient=True).learn(flat)
        voters = wrapper_voters("template", wrapper, _pages(shown))
        mine = _spans(wrapper, _known(shown))
        return {name: _by_place(one, name, mine, likely) for name, one in voters.items() if any(one.values)}
    return {}


def _pages(shown: Sequence[Example]) -> list[Page]:
    return [example.page for example in shown if example.status == "unlabelled"]


def _known(shown: Sequence[Example]) -> list[Example]:
    return [example for example in shown if example.status != "unlabelled"]


def _in_time(
    path: str,
    wrapper: Wrapper | None,
    evidence: FieldEvidence,
    shown: Sequence[Example],
    column: FieldVoter | None,
    budget: Budget,
    data: VotingPath | None,
) -> FieldEvidence:
    """The evidence with the vote on the unlabelled pages; without it where there is nothing to compare, or no time."""
    if wrapper is None or not evidence.found or not budget.allows(f"comparing {path}"):
        return evidence
    with suppress(OutOfTime):
        return _compared(path, wrapper, evidence, shown, column, budget, data)
    return evidence


def _compared(
    path: str,
    wrapper: Wrapper,
    evidence: FieldEvidence,
    shown: Sequence[Example],
    column: FieldVoter | None,
    budget: Budget,
    data: VotingPath | None,
) -> FieldEvidence:
    pages = _pages(shown)
    with budget.limit(f"comparing {path}"):
        voters = _voters(path, wrapper, evidence.method, pages)
    wrappers = [(one, _learned(one, path, shown, budget)) for one in OTHER_METHODS if one != evidence.method]
    with budget.limit(f"comparing {path}"):
        likely = _spans(wrapper, _known(shown))
        others = [
            _by_place(wrapper_voters(method, one, pages)[path], path, _spans(one, _known(shown)), likely)
            for method, one in wrappers
            if one is not None
        ]
    others += [column] if column is not None and evidence.method != "template" else []
    voters, others = [*map(discount_constant, voters)], [*map(discount_constant, others)]
    many = wrapper.schema[path].many
    result = consensus(voters, others, many=many)
    if data is not None:
        with budget.limit(f"comparing {path}"):
            voter = data_voter(data, [*voters, *others], pages)
        if is_trusted(voter, result.values):
            others.append(voter)
            result = consensus(voters, others, many=many)
    return replace(evidence, voters=voters, others=others, consensus=result)


def _by_place(voter: FieldVoter, path: str, mine: Sequence[FieldSpans], likely: Sequence[FieldSpans]) -> FieldVoter:
    """A voter of another method, with less weight if it finds values of the labelled pages at other places than rules.

    Of the places of a value, such a method takes any that it can learn, and all methods mostly take the same one. So
    their agreement does not tell which place is meant; the rules know better (``likely_candidates``).
    """
    pairs = zip(mine, likely, strict=True)
    is_likely = all(set(one.get(path, ())) <= set(other.get(path, ())) for one, other in pairs)
    return voter if is_likely else replace(voter, weight=voter.weight * RULE_UNLIKELY_WEIGHT)


def _voters(path: str, wrapper: Wrapper, method: str, pages: Sequence[Page]) -> list[FieldVoter]:
    if isinstance(wrapper, RulesWrapper) and wrapper.single:
        return rule_voters(wrapper, path, pages)
    return [wrapper_voters(method, wrapper, pages)[path]]


def _weighed(wrapper: RulesWrapper, evidence: Mapping[str, FieldEvidence]) -> RulesWrapper:
    """A few rules of each panel of these fields, weighed by their trust in the vote."""
    fields = tuple(field for field in wrapper.schema.fields if field.name in evidence)
    rules = tuple(rule for field in fields for rule in _rules_kept(wrapper.of(field.name), evidence[field.name]))
    return replace(wrapper, schema=replace(wrapper.schema, fields=fields), rules=rules)


def _with_trust(rules: Sequence[Selection], result: Consensus | None) -> list[Selection]:
    if result is None:
        return list(rules)
    factors = [trust**TRUST_EXPONENT for trust in result.trust]
    return [
        replace(rule, weight=rule.weight * factor, silence=rule.silence * factor)
        for rule, factor in zip(rules, factors, strict=True)
    ]


def _rules_kept(rules: Sequence[Selection], evidence: FieldEvidence) -> list[Selection]:
    """A few rules of a field, weighed by their trust; two that were always right settle a vote together."""
    weighed = _with_trust(rules, evidence.consensus)
    keep = _heaviest if evidence.consensus is None else _different
    kept = [rule for panel in dict.fromkeys(rule.panel for rule in weighed) for rule in keep(weighed, panel)]
    pair = _always_right(weighed, evidence) if len({rule.panel for rule in weighed}) == 1 else []
    if len(pair) == 2:
        kept = _settling(pair, [rule for rule in kept if rule not in pair])
    return _silent_once(kept)


def _silent_once(rules: Sequence[Selection]) -> list[Selection]:
    """The rules, with silences that for those of one builder together weigh as much as the heaviest of them.

    Rules of one builder rest on the same kind of thing, and find nothing for one reason: the value is absent, or its
    class has got another name. Added up, the silence of ten rules by class would outvote the label that still has its
    value. That all rules of a panel are silent once would be too little: where a value is gone and its label is not,
    what the label finds instead must be outvoted. In 80 changes of classes, tags and blocks on ten SWDE sites, 48
    leave all values right without this, 64 with it, and 73 if the panel was silent once. Of 84 pages from which a
    value was taken, 2 get another one without this and 8 with it; if the panel was silent once, 31 of 60.
    """
    groups: dict[tuple[int, str], list[float]] = defaultdict(list)
    for rule in rules:
        groups[rule.panel, rule.builder].append(rule.silence)
    shares = {key: max(some) / (sum(some) or 1.0) for key, some in groups.items()}
    return [replace(rule, silence=shares[rule.panel, rule.builder] * rule.silence) for rule in rules]


def _heaviest(rules: Sequence[Selection], panel: int) -> list[Selection]:
    """The heaviest rules of a panel; without pages to compare them on, many."""
    heaviest = sorted((rule for rule in rules if rule.panel == panel), key=lambda rule: -rule.weight)
    return heaviest[:RULES_PER_PANEL_UNCOMPARED]


def _different(rules: Sequence[Selection], panel: int) -> list[Selection]:
    """The rules of a panel that stay, the heaviest first: one of each builder before the second of any."""
    heaviest = sorted((rule for rule in rules if rule.panel == panel), key=lambda rule: -rule.weight)
    first = {rule.builder: rule for rule in reversed(heaviest)}
    ranked = sorted(heaviest, key=lambda rule: rule is not first[rule.builder])
    return sorted(ranked[:RULES_PER_PANEL], key=lambda rule: -rule.weight)


def _always_right(rules: Sequence[Selection], evidence: FieldEvidence) -> list[Selection]:
    """Two rules of different builders that found what won on every unlabelled page, those that take least time."""
    result = evidence.consensus
    if result is None or len(result.values) < TELLING_PAGES:
        return []
    right = [rule for rule, voter in zip(rules, evidence.voters, strict=True) if voter.values == result.values]
    cheapest = sorted(right, key=lambda rule: (query_of(rule.steps[0]).cost, -rule.weight))
    first = {rule.builder: rule for rule in reversed(cheapest)}
    return [rule for rule in cheapest if rule is first[rule.builder]][:2]


def _settling(pair: Sequence[Selection], others: Sequence[Selection]) -> list[Selection]:
    """The pair with so much weight that together it outvotes the others, of which a few stay."""
    rest = others[: RULES_PER_PANEL - len(pair)]
    enough = SETTLING_SHARE * sum(max(rule.weight, rule.silence) for rule in rest)
    return [*(replace(rule, weight=max(rule.weight, enough)) for rule in pair), *rest]


def _further_vote(wrapper: RulesWrapper, path: str, pages: Sequence[Page], budget: Budget) -> PlainVote:
    """How much the chosen rules agree on pages that had no part in choosing them."""
    step = f"further pages for {path}"
    if pages and wrapper.of(path) and budget.allows(step):
        with suppress(OutOfTime), budget.limit(step):
            voters = rule_voters(wrapper, path, pages, with_spans=False)
            return plain_vote(voters, many=wrapper.schema[path].many)
    return NO_VOTE


def _joined(schema: Schema, ruled: RulesWrapper | None, parts: Mapping[str, Wrapper]) -> Wrapper:
    """One wrapper: the rules alone, or the rules and the fallbacks, whose values form one record."""
    rules = [ruled] if ruled is not None and ruled.schema.fields else []
    if not parts and rules:
        return rules[0]
    order = tuple(paths(schema.fields))
    return Combined(schema, (*rules, *parts.values()), Grouping("page", order))
