"""From wrappers to the tables of exported programs, and from tables to Python text.

An XPath selects a node by its path and its attributes. What is near it ("the text before it is ``Brand:``") is kept
apart from the path: a program that numbers a page's texts answers that at once, where XPath would search the page for
every node. The first text of a row is a function in the paths of programs, ``first-text()``: lxml would read all texts
of all rows that are inside a row.
"""

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from re import Pattern
from typing import Any

from unweave.engine.run import wants_many_values
from unweave.engine.vote import asking_order
from unweave.errors import CannotCompile
from unweave.program import Condition, Cut, Selection, Selections, Step, labels_of
from unweave.regions import RegionsWrapper
from unweave.regions.lowering import LoweredRule, lowered_record, lowered_rules
from unweave.rules import RulesWrapper
from unweave.targets.standalone.tables import FieldRules, PathRule, RecordRules
from unweave.targets.xpath import FIRST_TEXT_IS, asks_for_neighbour, expression
from unweave.wrapper import Wrapper

WIDTH = 110  # of a line of the tables


def rules_table(wrapper: Wrapper) -> RecordRules:
    """The table of a wrapper that selects nodes, or it raises CannotCompile."""
    if isinstance(wrapper, RegionsWrapper):
        return _regions_table(wrapper)
    if isinstance(wrapper, RulesWrapper):
        fields = {each.name: _field(wrapper, each.name, many=each.many) for each in wrapper.schema.fields}
        if wrapper.records:
            return RecordRules(fields, "node", path_rules(wrapper.records)[0], wrapper.records[0].steps[0].tag)
        return (
            RecordRules(fields) if wrapper.single else RecordRules(fields, "order", anchor=wrapper.schema.anchor or "")
        )
    selections = wrapper.program()
    if not isinstance(selections, Selections):
        raise CannotCompile(target="a file", reason=f"a wrapper of kind {wrapper.kind} selects no nodes")
    each = wrapper.schema.fields[0]
    if len(wrapper.schema.fields) > 1 or selections.record or selections.grouped:
        raise CannotCompile(target="a file", reason=f"no way is known to run a wrapper of kind {wrapper.kind}")
    rules = path_rules(selections.fields, many=each.many)
    return RecordRules({each.name: FieldRules(rules, each.many, repeats=True)}, "value")


def _regions_table(wrapper: RegionsWrapper) -> RecordRules:
    """The table of a wrapper by regions: of the rules of a field, the first that finds something has its way."""
    rules = lowered_rules(wrapper.boundary, wrapper.rules)
    record = lowered_record(wrapper.boundary)
    fields = {
        each.name: FieldRules((tuple(_region_rule(one, record) for one in rules[each.name]),), each.many, repeats=True)
        for each in wrapper.schema.fields
    }
    if record is None:
        return RecordRules(fields, "order", anchor=wrapper.schema.anchor or "")
    return RecordRules(fields, "node", path_rules([record])[0], record.steps[0].tag)


def _region_rule(rule: LoweredRule, record: Selection | None) -> PathRule:
    """A rule of a field; as a program looks from the top of the page, one that begins at the record begins there.

    The path of the record itself stays ".".
    """
    selection = rule.selection
    steps, take = selection.steps, selection.take
    if record is not None and steps[0] == Step("self") and (len(steps) > 1 or take != "text"):
        selection = replace(selection, steps=(*record.steps, *selection.steps[1:]))
    return replace(path_rule(selection), ordinal=rule.ordinal, pattern=rule.pattern)


def _field(wrapper: RulesWrapper, name: str, *, many: bool) -> FieldRules:
    rules = wrapper.of(name)
    own_labels = {text for rule in rules for text in labels_of(rule.steps[0])}
    labels = frozenset(wrapper.labels)
    panels = path_rules(rules, many=wants_many_values(wrapper.program(), wrapper.schema[name]))
    data = next((one for one in wrapper.data if one.path.field == name), None)
    is_in_rows = name in wrapper.rows
    row_labels = labels & own_labels if is_in_rows else frozenset()
    return FieldRules(panels, many, name in wrapper.repeats, labels - own_labels, is_in_rows, data, row_labels)


def path_rules(selections: Sequence[Selection], *, many: bool = False) -> tuple[tuple[PathRule, ...], ...]:
    """The rules of each panel that can be written, equal ones as one; it raises CannotCompile where none can.

    >>> from unweave.program import Step
    >>> path_rules([Selection("title", (Step("descendant", "h1"),), weight=2.0)])
    ((PathRule(path='//h1', weight=2.0, silence=0.0, near=(), heading='', left='', right='',
        ordinal=None, pattern=''),),)
    """
    panels = dict.fromkeys(one.panel for one in selections)
    return tuple(_panel([one for one in selections if one.panel == panel], many=many) for panel in panels)


def _panel(selections: Sequence[Selection], *, many: bool) -> tuple[PathRule, ...]:
    kept: dict[PathRule, PathRule] = {}
    failures: list[CannotCompile] = []
    for selection in asking_order(selections, many=many):
        try:
            rule = path_rule(selection)
        except CannotCompile as failure:
            failures.append(failure)
            continue
        key = replace(rule, weight=0.0, silence=0.0)
        old = kept.get(key, key)
        kept[key] = replace(rule, weight=old.weight + rule.weight, silence=old.silence + rule.silence)
    if not kept:
        raise failures[0]
    return tuple(kept.values())


def path_rule(selection: Selection) -> PathRule:
    """One rule, or it raises CannotCompile.

    >>> from unweave.program import Step
    >>> from unweave.rules.elementary.text_builders import has_label
    >>> rule = path_rule(Selection("brand", (Step("descendant", "td", (has_label("Brand:", 1),)),)))
    >>> rule.path, rule.near
    ('//td', ((-1, 'Brand:'),))
    """
    last = selection.steps[-1]
    near = [one for one in last.conditions if asks_for_neighbour(one, "#text", "filled")]
    headings = [one for one in last.conditions if _asks_for_heading(one)][:1]
    rest = tuple(one for one in last.conditions if one not in [*near, *headings])
    steps = (*selection.steps[:-1], replace(last, conditions=rest))
    path = expression(replace(selection, steps=steps, left="", right=""))
    return PathRule(
        path.replace(FIRST_TEXT_IS, "self::*[first-text()="),
        selection.weight,
        selection.silence,
        tuple(map(_distance_and_text, near)),
        "".join(one.steps[0].conditions[2].value for one in headings),
        selection.left,
        selection.right,
    )


def _asks_for_heading(condition: Condition) -> bool:
    """Whether it asks for the nearest heading before a node."""
    if not asks_for_neighbour(condition, "", "heading"):
        return False
    return condition.steps[0].axis == "preceding" and condition.steps[0].conditions[1].value == "1"


def _distance_and_text(condition: Condition) -> tuple[int, str]:
    _, position, text = condition.steps[0].conditions
    distance = int(position.value)
    return -distance if condition.steps[0].axis == "preceding" else distance, text.value


def literal(value: object, indent: int = 0) -> str:
    r"""The Python text that gives a value back, a rule or a cut in one line; defaults are left out.

    >>> print(literal(FieldRules(((PathRule("//h1", weight=2.0), PathRule("//b", near=((-1, "Brand"),))),), many=True)))
    FieldRules(((PathRule('//h1', weight=2.0), PathRule('//b', near=((-1, 'Brand'),))),), many=True)
    """
    if is_dataclass(value):
        opening, items, closing = f"{type(value).__name__}(", list(_arguments(value, indent + 1)), ")"
    elif isinstance(value, dict):
        opening, items, closing = "{", [f"{name!r}: {literal(one, indent + 1)}" for name, one in value.items()], "}"
    elif isinstance(value, tuple):
        opening, items, closing = "(", [literal(one, indent + 1) for one in value], ")"
    elif isinstance(value, frozenset):
        return f"frozenset({sorted(value)!r})"
    else:
        return f"re.compile({value.pattern!r}, {value.flags})" if isinstance(value, Pattern) else repr(value)
    line = opening + ", ".join(items) + "," * (opening == "(" and len(items) == 1) + closing
    if isinstance(value, PathRule | Cut) or (len(line) + 4 * indent <= WIDTH and "\n" not in line):
        return line
    return opening + "".join(f"\n{' ' * 4 * (indent + 1)}{item}," for item in items) + f"\n{' ' * 4 * indent}{closing}"


def _arguments(table: Any, indent: int) -> Iterator[str]:
    for each in fields(table):
        value = getattr(table, each.name)
        if each.default is MISSING:
            yield literal(value, indent)
        elif value != each.default:
            yield f"{each.name}={literal(value, indent)}"
