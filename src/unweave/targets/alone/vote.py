"""The vote of a stand-alone file: the rules of a panel vote on the values, panels are joined; record by record.

Legend

    answer     what one rule finds: the texts it shows, in order
    node       a record's node, in which its fields are looked for; None where all of the page is meant

It is the twin of ``unweave.rules.vote`` and ``unweave.rules.record``.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from unweave.targets.alone.order import Found, by_field, in_document_order, in_order
from unweave.targets.alone.sight import Place, Sight
from unweave.targets.alone.tables import Field, Part, Rule

Panels = Sequence[Sequence[Rule]]
FULLER = 0.5


def places(sight: Sight, rule: Rule, node: Any) -> list[Place]:
    """Where a rule finds something, in order, inside a record's node where there is one."""
    found = dict.fromkeys(hit[1] for hit in sight.find(rule.path) if sight.holds(node, hit))
    return sorted(place for place in found if is_meant(sight, rule, place, node))


def is_meant(sight: Sight, rule: Rule, place: Place, node: Any) -> bool:
    """Whether a place shows something, and what must stand near it does so, inside the record's node."""
    first, end, value = place
    return (
        (first < end or bool(value))
        and all(sight.near(place, distance, node) == text for distance, text in rule.near)
        and (not rule.heading or sight.heading(place) == rule.heading)
    )


def elected(
    sight: Sight, panels: Panels, node: Any, strange: frozenset[str] = frozenset(), are_many: bool = False
) -> dict[Place, Rule]:
    """The places that win the vote of each panel, in order, each with a rule that has found it."""
    chosen: dict[Place, Rule] = {}
    for panel in panels:
        votes: dict[tuple[str, ...], float] = defaultdict(float)
        speakers: dict[tuple[str, ...], tuple[Rule, list[Place]]] = {}
        for rule in panel:
            here = places(sight, rule, node)
            if not strange or not any(sight.near(place, -1, node) in strange for place in here):
                answer = tuple(dict.fromkeys(map(sight.joined, here)))
                votes[answer] += rule.weight if answer else rule.silence
                speakers.setdefault(answer, (rule, here))
        if votes:
            rule, here = speakers[winning(votes, are_many)]
            chosen.update(dict.fromkeys(here, rule))
    return dict(sorted(chosen.items()))


def winning(votes: dict[tuple[str, ...], float], are_many: bool) -> tuple[str, ...]:
    """The heaviest answer; of many values, as long as one that says more has half of its votes, that one."""
    won = max(votes, key=votes.__getitem__)
    while are_many and won:
        enough, said = FULLER * votes[won], set(won)
        fuller = [one for one, weight in votes.items() if weight >= enough and said < set(one)]
        if not fuller:
            break
        won = max(fuller, key=votes.__getitem__)
    return won


def tree_row(sight: Sight, fields: dict[str, Field], node: Any, is_single: bool) -> dict[str, list[Found]]:
    """The values of all fields, and where they stand."""
    chosen = {
        name: elected(sight, field.panels, node, field.strange, field.many or not is_single)
        for name, field in fields.items()
    }
    return {name: values(sight, chosen[name], is_single and not fields[name].repeats) for name in fields}


def values(sight: Sight, chosen: dict[Place, Rule], are_distinct: bool) -> list[Found]:
    """The texts of the chosen places; where they are to be distinct, each text once."""
    first: dict[str, Place] = {}
    for place in chosen:
        first.setdefault(sight.joined(place), place)
    kept = first.values() if are_distinct else chosen
    texts = [(place, cut_out(sight, place, chosen[place])) for place in kept]
    return [(place, text) for place, text in texts if text]


def cut_out(sight: Sight, place: Place, rule: Rule) -> str:
    """The text of a place, or the part of it that the rule cuts out; empty where it has none."""
    if not (rule.left or rule.right):
        return sight.said(place)
    text = sight.joined(place)
    begin = text.find(rule.left) + len(rule.left) if rule.left in text else -1
    end = text.find(rule.right, begin) if rule.right else len(text)
    return text[begin:end].strip() if 0 <= begin <= end else ""


def record_nodes(sight: Sight, rules: Sequence[Rule], tag: str) -> list[Any]:
    """The nodes of the page's records."""
    chains = [
        [node for node in sight.around(place) if sight.shown[node] == place[:2]]
        for place in elected(sight, [rules], None)
    ]
    return [next((node for node in chain if node.tag == tag), chain[-1]) for chain in chains if chain]


def tree_rows(sight: Sight, part: Part) -> list[dict[str, list[Found]]]:
    """What is found of each record of the page."""
    nodes = record_nodes(sight, part.nodes, part.tag) if part.record == "node" else [None]
    found = [tree_row(sight, part.fields, node, part.record in {"page", "node"}) for node in nodes]
    if part.record == "value":
        return [{name: [value]} for one in found for name in one for value in one[name]]
    if part.record == "order":
        many = [name for name, field in part.fields.items() if field.many]
        return [by_field(one) for one in in_order(in_document_order(found[0]), list(part.fields), many, part.anchor)]
    return [one for one in found if any(one.values())]


def told(found: dict[str, list[Found]], fields: dict[str, Field]) -> dict[str, Any]:
    """A record's values as they are given out."""
    texts = {name: [text for _, text in found.get(name, [])] for name in fields}
    return {name: texts[name] if field.many else next(iter(texts[name]), None) for name, field in fields.items()}
