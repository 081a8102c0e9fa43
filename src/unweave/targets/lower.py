"""From wrappers to the tables of stand-alone files: what is said in XPath, and what in words of their own.

XPath says where a node stands and what it looks like. What is said near it ("the text before it is ``Brand:``") is kept
apart: a file that numbers a page's texts answers that at once, where XPath would look through the page for every node.
"""

from collections.abc import Sequence
from dataclasses import replace

from unweave.errors import CannotCompile
from unweave.program import Condition, Selection, Selections
from unweave.rules import RulesWrapper
from unweave.rules.bias import called
from unweave.targets.alone.tables import Field, Part, Rule
from unweave.targets.xpath import expression
from unweave.wrapper import Wrapper


def part_of(wrapper: Wrapper) -> Part:
    """The tables of a wrapper that selects nodes, or it raises CannotCompile."""
    if isinstance(wrapper, RulesWrapper):
        return _of_rules(wrapper)
    program = wrapper.program()
    if not isinstance(program, Selections):
        raise CannotCompile(target="a file", reason=f"a wrapper of kind {wrapper.kind} selects no nodes")
    each = wrapper.schema.fields[0]
    if len(wrapper.schema.fields) > 1 or program.record or program.grouped:
        raise CannotCompile(target="a file", reason=f"no way is known to run a wrapper of kind {wrapper.kind}")
    return Part({each.name: Field(panels(program.fields), each.many, repeats=True)}, "value")


def _of_rules(wrapper: RulesWrapper) -> Part:
    fields = {each.name: _field(wrapper, each.name, many=each.many) for each in wrapper.schema.fields}
    if wrapper.records:
        return Part(fields, "node", panels(wrapper.records)[0], wrapper.records[0].steps[0].tag)
    return Part(fields) if wrapper.single else Part(fields, "order", anchor=wrapper.schema.anchor or "")


def _field(wrapper: RulesWrapper, name: str, *, many: bool) -> Field:
    rules = wrapper.of(name)
    own = {text for rule in rules for text in called(rule.steps[0])}
    return Field(panels(rules), many, name in wrapper.repeats, frozenset(wrapper.labels) - own)


def panels(selections: Sequence[Selection]) -> tuple[tuple[Rule, ...], ...]:
    """The rules of each panel that can be written, equal ones as one; it raises CannotCompile where one has none.

    >>> from unweave.program import Step
    >>> panels([Selection("title", (Step("descendant", "h1"),), weight=2.0)])
    ((Rule(path='//h1', weight=2.0, silence=0.0, near=(), heading='', left='', right=''),),)
    """
    numbers = dict.fromkeys(one.panel for one in selections)
    return tuple(_panel([one for one in selections if one.panel == number]) for number in numbers)


def _panel(selections: Sequence[Selection]) -> tuple[Rule, ...]:
    kept: dict[Rule, Rule] = {}
    failures: list[CannotCompile] = []
    for selection in selections:
        try:
            rule = rule_of(selection)
        except CannotCompile as failure:
            failures.append(failure)
            continue
        key = rule._replace(weight=0.0, silence=0.0)
        old = kept.get(key, key)
        kept[key] = rule._replace(weight=old.weight + rule.weight, silence=old.silence + rule.silence)
    if not kept:
        raise failures[0]
    return tuple(kept.values())


def rule_of(selection: Selection) -> Rule:
    """One rule, or it raises CannotCompile.

    >>> from unweave.program import Step
    >>> from unweave.rules.elementary.label import named_by
    >>> rule_of(Selection("brand", (Step("descendant", "td", (named_by("Brand:", 1),)),)))[:4]
    ('//td', 1.0, 0.0, ((-1, 'Brand:'),))
    """
    last = selection.steps[-1]
    near = [one for one in last.conditions if _neighbour(one)]
    headings = [one for one in last.conditions if _headed(one)][:1]
    rest = tuple(one for one in last.conditions if one not in [*near, *headings])
    steps = (*selection.steps[:-1], replace(last, conditions=rest))
    return Rule(
        expression(replace(selection, steps=steps, left="", right="")),
        selection.weight,
        selection.silence,
        tuple(map(_said, near)),
        "".join(one.steps[0].conditions[2].value for one in headings),
        selection.left,
        selection.right,
    )


def _neighbour(condition: Condition) -> bool:
    """Whether it asks what the k-th text before or behind a node says."""
    return _asks(condition, "filled") and condition.steps[0].axis in {"preceding", "following"}


def _headed(condition: Condition) -> bool:
    """Whether it asks what the heading above a node says."""
    return (
        _asks(condition, "heading")
        and condition.steps[0].axis == "preceding"
        and condition.steps[0].conditions[1].value == "1"
    )


def _asks(condition: Condition, what: str) -> bool:
    if condition.property != "has" or condition.negated or len(condition.steps) != 1:
        return False
    step = condition.steps[0]
    properties = tuple(one.property for one in step.conditions)
    tag = "#text" if what == "filled" else ""
    return (
        step.tag == tag
        and properties == (what, "position", "text")
        and not any(one.negated for one in step.conditions)
        and bool(step.conditions[2].value)
    )


def _said(condition: Condition) -> tuple[int, str]:
    _, position, text = condition.steps[0].conditions
    far = int(position.value)
    return -far if condition.steps[0].axis == "preceding" else far, text.value
