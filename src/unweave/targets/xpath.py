"""Selections as XPath 1.0: one expression per field.

Rules vote; an expression does not. What is written is each panel's first rule that has an XPath; panels are joined by
``|``. ``choice`` finds out on pages which rule agrees best with the vote. As lxml adds no ``tbody``, a step through one
is written so that it holds with and without.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from unweave.errors import CannotCompile
from unweave.page.html import HEADINGS, HIDDEN
from unweave.program import Condition, DataPaths, Program, Selection, Selections, Step

TARGET = "xpath"
IN_SCRIPTS = (
    "its values are in the data of scripts, where no expression can look. It would help to export to python, scrapy or "
    "web-poet"
)
_SPACES = "\N{NO-BREAK SPACE}"
_NO_LETTERS = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
TEXT = f"normalize-space(translate(., '{_SPACES}', ' '))"
FILLED = f"{TEXT} and not({' or '.join(f'ancestor::{tag}' for tag in sorted(HIDDEN))})"
FIRST_TEXT_IS = f"descendant::text()[{FILLED}][1][{TEXT}="
"""How a predicate begins that asks whether an element's first visible text is a label; the label and "]" follow."""


_BACK: Mapping[str, str] = {"preceding": "following", "following": "preceding"}


def xpath(program: Program) -> dict[str, str]:
    """Each field's expression, or it raises CannotCompile.

    >>> cell = Step("descendant", "td", (Condition("class", "price"), Condition("has", steps=(Step("parent", "tr"),))))
    >>> print(xpath(Selections((Selection("price", (cell,)),)))["price"])
    //tr/td[contains(concat(' ', normalize-space(@class), ' '), ' price ')]
    """
    return {name: joined(parts) for name, parts in written_panels(program, TARGET, expression).items()}


def joined(parts: Sequence[str]) -> str:
    """What any of the expressions finds; CannotCompile where one is no path.

    >>> joined(["//h1", "//h2"])
    '//h1 | //h2'
    """
    if len(parts) > 1 and not all(part.startswith("/") for part in parts):
        raise CannotCompile(target=TARGET, reason="parts of texts cannot be joined in XPath 1.0")
    return " | ".join(parts)


def in_turn(first: str, second: str) -> str:
    """What the first expression finds and, where that is nothing, what the second does.

    >>> in_turn("//h1", "//h2")
    '//h1 | //h2[not(//h1)]'
    """
    if " | " in second:
        raise CannotCompile(target=TARGET, reason="only one path gives way")
    return joined([first, second]) + f"[not({first})]"


def written_panels(program: Program, target: str, write: Callable[[Selection], str]) -> dict[str, list[str]]:
    """For each field and panel what the first of its rules that can be written is written as.

    >>> written_panels(Selections((Selection("a", (Step("descendant", "b"),)),)), "xpath", expression)
    {'a': ['//b']}
    """
    if isinstance(program, DataPaths):
        raise CannotCompile(target=target, reason=IN_SCRIPTS)
    if not isinstance(program, Selections):
        raise CannotCompile(target=target, reason="it scans the source, and knows no tree")
    written: dict[str, list[str]] = {}
    for (name, _), panel in panels(program).items():
        written.setdefault(name, []).append(_first([from_the_top(program, one) for one in panel], write))
    return written


def panels(program: Selections) -> dict[tuple[str, int], list[Selection]]:
    """The rules of each field's panels.

    >>> list(panels(Selections((Selection("title", ()), Selection("price", ())))))
    [('title', 0), ('price', 0)]
    """
    found: dict[tuple[str, int], list[Selection]] = {}
    for rule in program.fields:
        found.setdefault((rule.field, rule.panel), []).append(rule)
    return found


def from_the_top(program: Selections, selection: Selection) -> Selection:
    """A field's selection with the steps to the record's node, where there is one, before its own.

    >>> record, field = (Selection("", (Step("descendant", tag),)) for tag in ("li", "b"))
    >>> expression(from_the_top(Selections((field,), (record,)), field))
    '//li//b'
    """
    return selection if program.record is None else replace(selection, steps=program.record.steps + selection.steps)


def relative(program: Selections) -> tuple[str, dict[str, str]]:
    """The record's expression, and each field's from the record's node; it raises CannotCompile without a record.

    >>> record, field = (Selection(name, (Step("descendant", tag),)) for name, tag in (("", "li"), ("title", "b")))
    >>> relative(Selections((field,), (record,)))
    ('//li', {'title': './/b'})
    """
    if program.record is None:
        raise CannotCompile(target=TARGET, reason="it has no rule for a record's node")
    here = Selections(tuple(replace(one, steps=(Step("self"), *one.steps)) for one in program.fields))
    inside = written_panels(here, TARGET, expression)
    return expression(program.record), {name: " | ".join(inside[name]) for name in inside}


def _first(panel: Sequence[Selection], write: Callable[[Selection], str]) -> str:
    """The first rule that can be written."""
    failures: list[CannotCompile] = []
    for selection in panel:
        try:
            return write(selection)
        except CannotCompile as failure:
            failures.append(failure)
    raise CannotCompile(target=failures[0].target, reason=f"{panel[0].field}: {failures[0].reason}")


def expression(selection: Selection) -> str:
    """One rule's expression.

    >>> expression(Selection("title", (Step("descendant", "h1", (Condition("nth", "2"),)),)))
    '//h1[2]'
    >>> expression(Selection("link", (Step("descendant", "a"),), take="@href"))
    '//a/@href'
    """
    shows = selection.take == "text"
    found = "".join(_path(number, step, shows=shows) for number, step in enumerate(selection.steps))
    found += f"/@{_named(selection.take[1:])}" if selection.take.startswith("@") else ""
    if not (selection.left or selection.right):
        return found
    text = f"normalize-space(translate({found}, '{_SPACES}', ' '))"
    text = f"substring-after({text}, {quoted(selection.left)})" if selection.left else text
    return f"substring-before({text}, {quoted(selection.right)})" if selection.right else text


def _path(number: int, step: Step, *, shows: bool) -> str:
    """A step; the parents it asks for come first, as the way down. An element that ``shows`` nothing is not wanted."""
    parents = next((one.steps for one in step.conditions if is_path(one)), ())
    others = tuple(one for one in step.conditions if not (is_path(one) and one.steps is parents))
    if number == 0 and step == Step("self"):
        return "."
    if number == 0 and step.axis == "descendant":
        labels = (one for one in others if asks_for_neighbour(one, "#text", "filled")) if shows else ()
        label = next(iter(labels), None)
        return _from_label(label, step) if label else _from_root(step, parents, others)
    axis = {"descendant": "//", "child": "/"}.get(step.axis, f"/{step.axis}::")
    return axis + _node_test(step.tag, others) + "".join(f"[{_has(parents)}]" for _ in range(bool(parents)))


def _from_root(step: Step, parents: Sequence[Step], others: tuple[Condition, ...]) -> str:
    return "//" + "/".join(_down([*reversed(parents), Step("child", step.tag, others)]))


def asks_for_neighbour(condition: Condition, tag: str, kind: str) -> bool:
    """Whether a condition asks what the k-th text ("#text", "filled") or heading ("", "heading") beside a node is.

    >>> asked = (Condition("filled"), Condition("position", "1"), Condition("text", "Brand"))
    >>> asks_for_neighbour(Condition("has", steps=(Step("preceding", "#text", asked),)), "#text", "filled")
    True
    """
    if condition.property != "has" or condition.negated or len(condition.steps) != 1:
        return False
    step = condition.steps[0]
    if step.axis not in _BACK or step.tag != tag or any(one.negated for one in step.conditions):
        return False
    return [one.property for one in step.conditions] == [kind, "position", "text"] and bool(step.conditions[2].value)


def _from_label(condition: Condition, wanted: Step) -> str:
    """From each label to the k-th text beside it, and to what begins there: the same nodes, found faster.

    Of an element all is asked again, as what begins there may hold the label as well.
    """
    _, position, text = condition.steps[0].conditions
    label = f"//text()[{_predicate(text, 'text()')}][{FILLED}]"
    there = f"{label}/{_BACK[condition.steps[0].axis]}::text()[{FILLED}][{position.value}]"
    if wanted.tag != "#text":
        return f"{there}/{_along(replace(wanted, axis='ancestor'))}"
    return there + "".join(f"[{_predicate(one, 'text()')}]" for one in wanted.conditions if one is not condition)


def is_path(condition: Condition) -> bool:
    """Whether a condition is nothing but a way up.

    >>> is_path(Condition("has", steps=(Step("parent", "td"),)))
    True
    """
    return (
        condition.property == "has" and not condition.negated and all(one.axis == "parent" for one in condition.steps)
    )


def _down(steps: Sequence[Step]) -> Iterator[str]:
    """The way down, from below the last step that lxml may have left out; what is above that is asked of the top."""
    cut = max((at for at, step in enumerate(steps) if _is_optional(step)), default=-1)
    above = f"[{_has(steps[cut::-1])}]" if cut >= 0 else ""
    for at, step in enumerate(steps[cut + 1 :]):
        yield _node_test(step.tag, step.conditions) + above * (at == 0)


def _is_optional(step: Step) -> bool:
    """Whether a step goes through a tbody that the source may leave out, and that lxml does not add."""
    return step.tag == "tbody" and all(one.property in {"nth", "nth-from-end"} for one in step.conditions)


def _node_test(tag: str, conditions: Sequence[Condition]) -> str:
    """A node test with its predicates, positions first."""
    name = _name(tag)
    if name.startswith("*["):
        return name + "".join(f"[{_predicate(one, name)}]" for one in conditions)
    places = [f"[{one.value}]" for one in conditions if one.property == "nth"]
    others = [f"[{_predicate(one, name)}]" for one in conditions if one.property != "nth"]
    return name + "".join(places) + "".join(others)


def _name(tag: str) -> str:
    return {"#text": "text()", "": "*"}.get(tag) or _named(tag)


def _named(name: str) -> str:
    """A name as a node test, whatever it is made of: ``*[name()='o:p']``."""
    return name if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]*", name) else f"*[name()={quoted(name)}]"


def _predicate(condition: Condition, name: str) -> str:
    if condition.property == "nth":
        test = f"count(preceding-sibling::{name})={int(condition.value) - 1}"
    elif condition.property == "nth-from-end":
        test = f"count(following-sibling::{name})={int(condition.value) - 1}"
    elif condition.property in _WRITTEN:
        test = _WRITTEN[condition.property](condition)
    else:
        raise CannotCompile(target=TARGET, reason=f"XPath 1.0 cannot express {condition.property!r}")
    return f"not({test})" if condition.negated else test


_WRITTEN: Mapping[str, Callable[[Condition], str]] = {
    "attribute": lambda one: f"@{_named(one.name)}={quoted(one.value)}",
    "class": lambda one: f"contains(concat(' ', normalize-space(@class), ' '), {quoted(f' {one.value} ')})",
    "text": lambda one: f"{TEXT}={quoted(one.value)}",
    "contains": lambda one: f"contains({TEXT}, {quoted(one.value)})",
    "position": lambda one: one.value,
    "position-from-end": lambda one: f"last()-{int(one.value) - 1}",
    "filled": lambda _one: FILLED,
    "heading": lambda _one: f"({' or '.join(f'self::{tag}' for tag in HEADINGS)}) and {TEXT}",
    "begins": lambda one: f"{FIRST_TEXT_IS}{quoted(one.value)}]",
    "has": lambda one: _has(one.steps),
}


def _has(steps: Sequence[Step]) -> str:
    """Steps inside a predicate; over a tbody that may not be there, to the first that is none."""
    written, over = [], False
    for step in steps:
        if _is_optional(step):
            over = True
            continue
        nearest = f"ancestor::*[not(self::tbody)][1]/{_along(replace(step, axis='self'))}"
        written.append(nearest if over else _along(step))
        over = False
    return "/".join(written) or "parent::*"


def _along(step: Step) -> str:
    """A step inside a predicate, where a place among siblings is no position along the axis."""
    name = _name(step.tag)
    return f"{step.axis}::{name}" + "".join(f"[{_predicate(one, name)}]" for one in step.conditions)


def quoted(text: str) -> str:
    """A text as an XPath literal, whatever quotes it holds; CannotCompile where it holds what XML has no letters for.

    >>> print(quoted("x"), quoted("it's"), quoted("6' 11" + chr(34)))
    'x' "it's" concat('6', "'", ' 11"')
    """
    if _NO_LETTERS.search(text):
        raise CannotCompile(target=TARGET, reason="a text holds control characters, which XPath cannot write")
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text:
        return f'"{text}"'
    pieces = text.split("'")
    return "concat(" + ', "\'", '.join(f"'{piece}'" for piece in pieces) + ")"
