"""The vote in an exported program: the rules of a panel vote on the values, panels are joined; record by record.

Legend

    answer     ("Emma", "Kim")      what one rule finds: the texts it shows, in order
    node                            a record's node, in which its fields are looked for; None for all of the page

It gives what ``unweave.engine`` gives.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from unweave.targets.standalone.records import Found, by_field, by_order, in_document_order
from unweave.targets.standalone.tables import FieldRules, PathRule, RecordRules
from unweave.targets.standalone.tree import Place, ReaderTexts
from unweave.tuning import FULLER
from unweave.values.separators import CONJUNCTIONS, REMARK, REMARKS, separated  # noqa: F401  # separated needs them


def places_of(texts: ReaderTexts, rule: PathRule, node: Any) -> list[Place]:
    """Where a rule finds something, in order, inside a record's node if there is one; "." is all of the record."""
    if rule.path == "." and node is not None:
        return [(*texts.shown[node], "")]
    places = dict.fromkeys(hit[1] for hit in texts.find(rule.path) if texts.is_inside(node, hit))
    meant = sorted((place for place in places if is_meant(texts, rule, place, node)), key=in_page_order)
    if rule.ordinal is None:
        return meant
    at = rule.ordinal if rule.ordinal >= 0 else len(meant) + rule.ordinal
    return [meant[at]] if 0 <= at < len(meant) else []


def in_page_order(place: Place) -> tuple[int, int]:
    """By where places begin; of those that begin with the same text the outer one first."""
    return place[0], -place[1]


def is_meant(texts: ReaderTexts, rule: PathRule, place: Place, node: Any) -> bool:
    """Whether a place shows something, and what must be near it is there, inside the record's node."""
    first, end, value = place
    return (
        (first < end or bool(value))
        and all(texts.near(place, distance, node) == text for distance, text in rule.near)
        and (not rule.heading or texts.heading(place) == rule.heading)
    )


def elected(
    texts: ReaderTexts, field: FieldRules, node: Any, are_many: bool = False, said: Any = None
) -> dict[Place, PathRule]:
    """The places that win the vote of each panel, in order, each with a rule that has found it.

    ``said`` gives what the data in scripts says; a value that only it has is at a place behind all texts.
    """
    chosen: dict[Place, PathRule] = {}
    for panel in field.panels:
        votes: dict[tuple[str, ...], float] = defaultdict(float)
        voters: dict[tuple[str, ...], tuple[PathRule, list[Place]]] = {}
        for rule in panel:
            places = places_of(texts, rule, node)
            if not any(is_foreign(texts, place, node, field.other_labels, are_many) for place in places):
                answer = tuple(dict.fromkeys(texts.text(place) for place in places))
                votes[answer] += rule.weight if answer else rule.silence
                voters.setdefault(answer, (rule, places))
        if said is not None and field.data is not None and is_open(votes, field.data.weight, are_many):
            known = {part_of(text, panel[0]) or text: text for answer in votes for text in answer}
            answer, found = said(field.data, known, are_many)
            votes[answer] += field.data.weight if answer else 0.0
            numbers = range(len(texts.words), len(texts.words) + len(found))
            behind = [(at, at, text) for at, text in zip(numbers, found, strict=True)]
            voters.setdefault(answer, (PathRule(""), behind))
        if votes:
            rule, places = voters[winning(votes, are_many)]
            chosen.update(dict.fromkeys(places, rule))
    return {place: chosen[place] for place in sorted(chosen, key=in_page_order)}


def is_foreign(texts: ReaderTexts, place: Place, node: Any, labels: frozenset[str], are_many: bool) -> bool:
    """Whether a place is right behind the label of another field; or is one, where one value is wanted."""
    return texts.near(place, -1, node) in labels or (not are_many and texts.text(place) in labels)


def is_open(votes: dict[tuple[str, ...], float], weight: float, are_many: bool) -> bool:
    """Whether one more vote of this weight can change what wins."""
    *_, second, best = sorted([0.0, 0.0, *votes.values()])
    return best * (FULLER if are_many else 1.0) <= second + weight


def winning(votes: dict[tuple[str, ...], float], are_many: bool) -> tuple[str, ...]:
    """The heaviest answer; of many values, as long as one that holds more has half of its votes, that one."""
    won = max(votes, key=votes.__getitem__)
    while are_many and won:
        enough = FULLER * votes[won]
        fuller = [answer for answer, weight in votes.items() if weight >= enough and set(won) < set(answer)]
        if not fuller:
            break
        won = max(fuller, key=votes.__getitem__)
    return won


def tree_row(
    texts: ReaderTexts, fields: dict[str, FieldRules], node: Any, is_single: bool, said: Any
) -> dict[str, list[Found]]:
    """The values of all fields, and where they are."""
    row = {}
    for name, field in fields.items():
        chosen = elected(texts, field, node, (field.many and not field.rows) or not is_single, said)
        row[name] = values_at(texts, chosen, is_single and not field.repeats)
        if field.rows:
            row[name] = in_row(texts, row[name][:1], field.own_labels | field.other_labels)
    return row


def in_row(texts: ReaderTexts, found: list[Found], labels: frozenset[str]) -> list[Found]:
    """A value and what is in a row with it, each text once; a row that has a label is none."""
    places: dict[str, Place] = {}
    for place in [one for value, _ in found for one in row_at(texts, value)]:
        places.setdefault(texts.text(place), place)
    is_row = len(places) > 1 and labels.isdisjoint(places)
    return [(place, text) for text, place in places.items()] if is_row else found


def row_at(texts: ReaderTexts, place: Place) -> list[Place]:
    """The places of the elements in a row of which one is at this place, or which are all of it."""
    first, end, value = place
    for node in texts.around(place):
        if value or first == end or texts.shown[node] != (first, first + 1):
            return []
        row = [*reversed(list(beside(texts, node, True))), node, *beside(texts, node, False)]
        places = [(*texts.shown[one], "") for one in row]
        if len(row) > 1 and (end == first + 1 or (places[0][0], places[-1][1]) == (first, end)):
            return places
    return []


def beside(texts: ReaderTexts, node: Any, is_before: bool) -> Iterator[Any]:
    """The siblings that continue the row of an element, backward or forward."""
    is_separated = is_item = node.tag == "li"
    last = node
    for one in node.itersiblings(preceding=is_before):
        between = ((one if is_before else last).tail or "").strip()
        last = one
        if between and not separates(between):
            return
        is_separated = is_separated or bool(between) or one.tag == "br"
        if one.tag == "br" or not isinstance(one.tag, str):
            continue
        is_like = one.tag == node.tag and one.get("class") == node.get("class")
        if not (is_separated and is_like and texts.shown[one][0] < texts.shown[one][1]):
            return
        is_separated = is_item
        yield one


def separates(text: str) -> bool:
    """Whether a text between two values is a separator: it has no word, or is a conjunction."""
    return text.casefold() in CONJUNCTIONS or not re.search(r"\w", text)


def values_at(texts: ReaderTexts, chosen: dict[Place, PathRule], are_distinct: bool) -> list[Found]:
    """The values at the chosen places; where they are to be distinct, each text once."""
    first: dict[str, Place] = {}
    for place in chosen:
        first.setdefault(texts.text(place), place)
    kept = first.values() if are_distinct else chosen
    found = [(place, part_of(texts.text(place), chosen[place])) for place in kept]
    return [(place, text) for place, text in found if text]


def part_of(text: str, rule: PathRule) -> str:
    """The text of a place, or the part of it that the rule cuts out; empty where it has none."""
    if rule.pattern:
        match = re.search(rule.pattern, text, re.DOTALL)
        return match[1].strip() if match else ""
    if not (rule.left or rule.right):
        return text
    begin = text.find(rule.left) + len(rule.left) if rule.left in text else -1
    end = text.find(rule.right, begin) if rule.right else len(text)
    return text[begin:end].strip() if 0 <= begin <= end else ""


def record_nodes(texts: ReaderTexts, rules: Sequence[PathRule], tag: str) -> list[Any]:
    """The nodes of the page's records."""
    chains = [
        [node for node in texts.around(place) if texts.shown[node] == place[:2]]
        for place in elected(texts, FieldRules((tuple(rules),)), None)
    ]
    return [next((node for node in chain if node.tag == tag), chain[-1]) for chain in chains if chain]


def tree_rows(texts: ReaderTexts, rules: RecordRules, said: Any = None) -> list[dict[str, list[Found]]]:
    """What is found of each record of the page; ``said`` gives what the data in scripts says."""
    nodes = record_nodes(texts, rules.nodes, rules.tag) if rules.record == "node" else [None]
    rows = [tree_row(texts, rules.fields, node, rules.record in {"page", "node"}, said) for node in nodes]
    if rules.record == "value":
        return [{name: [value]} for row in rows for name in row for value in row[name]]
    if rules.record == "order":
        many = [name for name, field in rules.fields.items() if field.many]
        return list(map(by_field, by_order(in_document_order(rows[0]), list(rules.fields), many, rules.anchor)))
    return [row for row in rows if any(row.values())]


def plain_values(row: dict[str, list[Found]], fields: dict[str, FieldRules]) -> dict[str, Any]:
    """A record of single values and lists."""
    texts = {name: [text for _, text in row.get(name, [])] for name in fields}
    lists = {name for name, field in fields.items() if field.many or (field.rows and len(texts[name]) > 1)}
    return {name: texts[name] if name in lists else next(iter(texts[name]), None) for name in fields}


def split_values(record: dict[str, Any], separators: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    """A record with the texts of some fields split into several values, each once."""
    for name, between in separators.items():
        value = record[name]
        texts = value if isinstance(value, list) else [value or ""]
        parts = [text[start:end] for text in texts for start, end in separated(text, 0, len(text), between)]
        record = {**record, name: list(dict.fromkeys(part.strip() for part in parts if part.strip()))}
    return record
