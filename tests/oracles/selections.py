"""The slow, obvious definition of what a program of selections extracts, on our own tree.

It shares with the engine only what is no part of it: the meaning of single steps (``unweave.definition``), grouping
(``unweave.records.group``) and the order in which equally heavy answers are preferred (``asking_order``). There is no
index, no selector and no early stop; spans come from ``tree.places``, which places the whole page.

Legend

    scope       the node inside which rules look: the document, or the element of one record
    answer      the texts that a rule finds, in document order, each once; () where it finds nothing
    Value       a node that won, and the rule that found it first
    place       the first and the last visible text of a node: nodes with the same ones are the same place
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from oracles.data_paths import everywhere, present
from unweave.definition import POSITIONS, is_seen, meeting, select
from unweave.engine.data import text_key
from unweave.engine.vote import asking_order
from unweave.page import Node, Page, Span, around
from unweave.page.embedded_document import EmbeddedValue
from unweave.page.html import HIDDEN, collapse
from unweave.program import Selection, Selections, labels_of
from unweave.records import Field, Record, Schema, group
from unweave.tuning import FULLER
from unweave.values.separators import CONJUNCTIONS

BLANK = re.compile(r"(?:\s|&nbsp;|&#160;|&#[xX][aA]0;)*")
SOME_BLANK = re.compile(r"\s|&nbsp;|&#160;|&#[xX][aA]0;")


class Value(NamedTuple):
    """A node that won, the rule that found it first, and the text of the value; or a value of the data."""

    node: Any
    rule: Selection
    text: str


def extracted(program: Selections, schema: Schema, page: Page) -> tuple[list[Record], list[dict[str, Any]]]:
    """The records of a page with their spans, and as plain values: the texts of the tree, not of the source."""
    if program.grouped:
        found = {field.name: values_of(program, field, page.tree.root, page) for field in schema.fields}
        spans = {name: [span_of(page, value) for value in values] for name, values in found.items()}
        records = group(page, spans, schema)
        return records, [record.to_dict() for record in records]
    rows = [[values_of(program, field, scope, page) for field in schema.fields] for scope in scopes_of(program, page)]
    rows = [row for row in rows if any(row)]
    return [_record(page, program, schema, row) for row in rows], [_dict(program, schema, row) for row in rows]


def _record(page: Page, program: Selections, schema: Schema, row: Sequence[Sequence[Value]]) -> Record:
    cells: dict[str, Any] = {}
    for field, values in zip(schema.fields, row, strict=True):
        spans = tuple(span_of(page, value) for value in values)
        cells[field.name] = spans if _is_list(program, field, values) else spans[0] if spans else None
    return Record(page, cells, type=schema.name)


def _dict(program: Selections, schema: Schema, row: Sequence[Sequence[Value]]) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for field, values in zip(schema.fields, row, strict=True):
        texts = [value.text for value in values]
        plain[field.name] = texts if _is_list(program, field, values) else texts[0] if texts else None
    return plain


def _is_list(program: Selections, field: Field, values: Sequence[Value]) -> bool:
    return field.many or (field.name in program.rows and len(values) > 1)


def scopes_of(program: Selections, page: Page) -> list[Node]:
    """The elements of the records, of those around the same texts the innermost; the document for one record a page."""
    if not program.records:
        return [page.tree.root]
    nodes = [node for node, _ in vote(program.records, page.tree.root) if node.kind == "element"]
    innermost = {place_of(node): node for node in nodes}
    return [node for node in nodes if innermost[place_of(node)] is node]


def values_of(program: Selections, field: Field, scope: Node, page: Page) -> list[Value]:
    """The values of a field inside a scope, in document order; or what the data says, where that has won."""
    rules = [rule for rule in program.fields if rule.field == field.name]
    own = {label for rule in rules for label in labels_of(rule.steps[0])}
    foreign = set(program.labels) - own
    many = program.grouped or (field.many and field.name not in program.rows)
    won: list[tuple[Node, Selection]] = []
    for number in sorted({rule.panel for rule in rules}, key=[rule.panel for rule in rules].index):
        panel = [rule for rule in rules if rule.panel == number]
        weights, first = counted(panel, scope, foreign=foreign, many=many)
        for data in (one for one in program.data if one.path.field == field.name):
            said = present(list(everywhere(page, data.path)))[: None if many else 1]
            answer = data_answer(said, weights, panel[0])
            if answer:
                weights[answer] = weights.get(answer, 0.0) + data.weight
            if answer and answer not in first and winner_of(weights, many=many) == answer:
                return [Value(one, Selection(field.name, ()), text) for one, text in _texts(said, field, program)]
        won += first[winner_of(weights, many=many)] if weights else []
    won.sort(key=lambda pair: pair[0].index)  # of one node, the first panel stays first
    distinct = not program.grouped and field.name not in program.repeats
    kept: dict[Any, tuple[Node, Selection]] = {}
    for node, rule in won:
        kept.setdefault(text_of(node, rule.take) if distinct else place_of(node, rule.take), (node, rule))
    values = [(node, rule, part_of(text_of(node, rule.take), rule)) for node, rule in kept.values()]
    found = [Value(node, rule, text) for node, rule, text in values if text]
    return in_row(found[0], program.labels) if field.name in program.rows and found else found


def data_answer(
    values: Sequence[EmbeddedValue], weights: dict[tuple[str, ...], float], rule: Selection
) -> tuple[str, ...]:
    """What the data says, each text once, with the text of a rule's answer for one that has the same letters."""
    texts = [text for answer in weights for text in answer]
    found = []
    for value in values:
        same = [text for text in texts if text_key(part_of(text, rule) or text) == text_key(value.shown)]
        found.append(same[-1] if same else value.shown)
    return tuple(dict.fromkeys(found))


def _texts(values: Sequence[EmbeddedValue], field: Field, program: Selections) -> list[tuple[EmbeddedValue, str]]:
    if field.name in program.rows:
        return [(values[0], values[0].shown)]
    first = {value.shown: value for value in reversed(values)}
    return [(value, value.shown) for value in values if field.name in program.repeats or first[value.shown] is value]


def in_row(value: Value, labels: Sequence[str]) -> list[Value]:
    """A value and what is in a row with it, each text once; a row that has a label of the template is none."""
    rule = value.rule
    row = row_of(value.node) if (rule.take, rule.left, rule.right) == ("text", "", "") else []
    nodes = {node.text: node for node in reversed(row)}
    found = [Value(node, rule, node.text) for node in row if nodes[node.text] is node]
    return found if len(found) > 1 and not any(one.text in labels for one in found) else [value]


def row_of(node: Node) -> list[Node]:
    """The elements in a row of which the node is one, or which are all of it."""
    texts = visible_texts(node)
    for above in _and_ancestors(texts[0]) if texts else ():
        if above.kind == "document" or visible_texts(above) != texts[:1]:
            return []
        row = [*reversed(beside(above, -1)), above, *beside(above, 1)] if above.kind == "element" else []
        shown = [text for one in row for text in visible_texts(one)]
        if len(row) > 1 and (len(texts) == 1 or (shown[0], shown[-1]) == (texts[0], texts[-1])):
            return row
    return []


def beside(node: Node, step: int) -> list[Node]:
    """The elements that continue a row: of the same tag and class, with a separator before each but items of lists."""
    siblings = node.parent.children if node.parent is not None else []
    row: list[Node] = []
    separated = False
    for one in siblings[node.position + 1 :] if step > 0 else reversed(siblings[: node.position]):
        text = one.data.strip() if one.kind == "text" else ""
        if text and re.search(r"\w", text) and text.casefold() not in CONJUNCTIONS:
            break
        if text or one.tag == "br":
            separated = True
        elif one.kind == "element":
            is_like = (one.tag, one.attributes.get("class")) == (node.tag, node.attributes.get("class"))
            if not is_like or not one.text or not (separated or node.tag == "li"):
                break
            row.append(one)
            separated = False
    return row


def place_of(node: Node, take: str = "text") -> tuple[Any, ...]:
    """What tells one place of a page from another: the first and the last visible text, or an element's attribute."""
    texts = visible_texts(node)
    return (texts[0].index, texts[-1].index) if take == "text" and texts else (node.index, take)


def vote(rules: Sequence[Selection], scope: Node) -> list[tuple[Node, Selection]]:
    """What the rules of one panel find together: the full vote."""
    weights, first = counted(rules, scope, foreign=set(), many=False)
    return first[winner_of(weights, many=False)] if weights else []


Answers = dict[tuple[str, ...], list[tuple[Node, Selection]]]


def counted(
    rules: Sequence[Selection], scope: Node, *, foreign: set[str], many: bool
) -> tuple[dict[tuple[str, ...], float], Answers]:
    """The weight of each answer, and what the first rule that gives it has found."""
    weights: dict[tuple[str, ...], float] = {}
    first: Answers = {}
    for rule in asking_order(rules, many=many):
        nodes = [node for node in found_by(rule, scope) if text_of(node, rule.take)]
        texts = {label_of(node, scope) for node in nodes} | {text_of(n, rule.take) for n in nodes if not many}
        if texts & foreign:
            continue
        answer = tuple(dict.fromkeys(text_of(node, rule.take) for node in nodes))
        weights[answer] = weights.get(answer, 0.0) + (rule.weight if answer else rule.silence)
        first.setdefault(answer, [(node, rule) for node in nodes])
    return weights, first


def winner_of(weights: dict[tuple[str, ...], float], *, many: bool) -> tuple[str, ...]:
    """The heaviest answer; where several values are wanted, a fuller one with enough of its votes."""
    won = max(weights, key=lambda answer: weights[answer])
    while many and won:
        fuller = [one for one in weights if set(won) < set(one) and weights[one] >= FULLER * weights[won]]
        if not fuller:
            break
        won = max(fuller, key=lambda answer: weights[answer])
    return won


def found_by(rule: Selection, scope: Node) -> list[Node]:
    """The visible nodes that a rule selects inside a scope."""
    step = rule.steps[0]
    if step.axis != "descendant" or any(one.property in POSITIONS for one in step.conditions):
        return [node for node in select(scope, [step], scope) if is_visible(node)]
    return list(meeting(step, visible_nodes(scope).get(step.tag, []), scope))


@lru_cache(maxsize=2)
def visible_nodes(scope: Node) -> dict[str, list[Node]]:
    """The visible nodes inside a scope by what a step calls them: all rules begin with them."""
    found: dict[str, list[Node]] = {}
    for node in filter(is_visible, scope.descendants()):
        for tag in {"#text"} if node.kind == "text" else {"", node.tag} if node.kind == "element" else ():
            found.setdefault(tag, []).append(node)
    return found


def is_visible(node: Node) -> bool:
    """Whether a text is visible; whether an element is in no hidden one."""
    return is_seen(node) if node.kind == "text" else not any(around.tag in HIDDEN for around in node.ancestors())


def text_of(node: Node, take: str) -> str:
    """What a rule takes of a node: an attribute's value, or what a reader sees."""
    if take.startswith("@"):
        return collapse(node.attributes.get(take[1:], ""))
    return "" if node.tag in HIDDEN else node.text


def part_of(text: str, rule: Selection) -> str:
    """The part of a text that a rule takes: what is behind the first ``left``, before the next ``right``."""
    _, left, behind = text.partition(rule.left) if rule.left else ("", "", text)
    if rule.left and not left:
        return ""
    part, right, _ = behind.partition(rule.right) if rule.right else (behind, "", "")
    if rule.right and not right:
        return ""
    return part.strip()


def label_of(node: Node, scope: Node) -> str | None:
    """The last visible text before a node, inside the scope."""
    for at in range(node.index - 1, scope.index, -1):
        one = node.tree.nodes[at]
        if one.kind == "text" and is_seen(one):
            return collapse(one.data)
    return None


def visible_texts(node: Node) -> list[Node]:
    """The visible texts of a node, or the text itself."""
    return [one for one in (node, *node.descendants()) if one.kind == "text" and is_seen(one)]


def span_of(page: Page, value: Value) -> Span:
    """The span of a value: of an attribute, of all the texts of a node, or of a part of them."""
    node, rule, _ = value
    if isinstance(node, EmbeddedValue):
        return node.span
    if rule.take.startswith("@"):
        whole = node.attribute_span(rule.take[1:]) or around_of(page, node)
    else:
        texts = visible_texts(node)
        first, last = texts[0].span, texts[-1].span
        if first is None or last is None:
            whole = around_of(page, texts[0])
        else:
            whole = around([trimmed(page.source, first), trimmed(page.source, last)])
    if not (rule.left or rule.right):
        return whole
    return part_span(page, whole, value) or whole


def part_span(page: Page, whole: Span, value: Value) -> Span | None:
    """The span of a part: the smallest one with its text, between the texts that are before and behind the part.

    None where the source of the whole does not show the same text as the node.
    """
    node, rule, text = value
    all_text = page.text(whole)
    if all_text != text_of(node, rule.take):
        return None
    start = all_text.find(rule.left) + len(rule.left)
    start += len(all_text[start:]) - len(all_text[start:].lstrip())
    before, behind = all_text[:start].strip(), all_text[start:]
    starts = [
        at
        for at in range(whole.start, whole.end)
        if page.text(Span(whole.start, at)) == before and page.text(Span(at, whole.end)) == behind
    ]
    if not starts:
        return None
    rest = behind[len(text) :].strip()
    ends = (
        at
        for at in range(starts[-1] + 1, whole.end + 1)
        if page.text(Span(starts[-1], at)) == text and page.text(Span(at, whole.end)) == rest
    )
    end = next(ends, None)
    return None if end is None else Span(starts[-1], end)


def around_of(page: Page, node: Node) -> Span:
    """The smallest tag-to-tag span around a node; the page where there is none."""
    for one in _and_ancestors(node):
        if one.start_tag is not None and one.end_tag is not None:
            return Span(one.start_tag.start, one.end_tag.end)
    return Span(0, len(page))


def _and_ancestors(node: Node) -> Iterator[Node]:
    yield node
    yield from node.ancestors()


def trimmed(source: str, span: Span) -> Span:
    """A span without the white space, and the references to it, at its ends."""
    start, end = span
    if found := BLANK.match(source, start, end):
        start = found.end()
    while ending := [at for at in range(max(start, end - 6), end) if SOME_BLANK.fullmatch(source, at, end)]:
        end = ending[0]
    return Span(start, end)
