"""Selections as XPath 1.0: one expression per field.

Rules vote; an expression does not. What is written is each panel's first rule that has an XPath (``fitted`` puts the
one first that speaks best for all), panels joined by ``|``. ``differences`` runs the expressions as Scrapy does
(parsel, on lxml's tree) and names the pages on which they give other values than the wrapper: where rules disagree, or
where lxml builds another tree than HTML5 asks for. As lxml adds no ``tbody``, a step through one is written as ``//``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.page.text import collapse
from unweave.program import Condition, Program, Selection, Selections, Step
from unweave.properties import HEADINGS, UNSEEN
from unweave.rules.execute import execute, extents
from unweave.rules.view import View, view_of
from unweave.wrapper import Wrapper

TARGET = "xpath"
_SPACES = "\N{NO-BREAK SPACE}"
SAID = f"normalize-space(translate(., '{_SPACES}', ' '))"
FILLED = f"{SAID} and not({' or '.join(f'ancestor::{tag}' for tag in sorted(UNSEEN))})"


def xpath(program: Program) -> dict[str, str]:
    """Each field's expression, or it raises CannotCompile.

    >>> cell = Step("descendant", "td", (Condition("class", "price"), Condition("has", steps=(Step("parent", "tr"),))))
    >>> print(xpath(Selections((Selection("price", (cell,)),)))["price"])
    //tr/td[contains(concat(' ', normalize-space(@class), ' '), ' price ')]
    """
    return {name: " | ".join(parts) for name, parts in expressions(program, TARGET, expression).items()}


def expressions(program: Program, target: str, write: Callable[[Selection], str]) -> dict[str, list[str]]:
    """For each field and panel what the first of its rules that can be written is written as.

    >>> expressions(Selections((Selection("a", (Step("descendant", "b"),)),)), "xpath", expression)
    {'a': ['//b']}
    """
    if not isinstance(program, Selections):
        raise CannotCompile(target=target, reason="it scans the source, and knows no tree")
    panels: dict[tuple[str, int], list[Selection]] = {}
    for selection in map(partial(from_the_top, program), program.fields):
        panels.setdefault((selection.field, selection.panel), []).append(selection)
    written: dict[str, list[str]] = {}
    for (name, _), panel in panels.items():
        written.setdefault(name, []).append(_first(panel, write))
    return written


def from_the_top(program: Selections, selection: Selection) -> Selection:
    """A field's selection with the steps to the record's node, where there is one, before its own.

    >>> record, field = (Selection("", (Step("descendant", tag),)) for tag in ("li", "b"))
    >>> expression(from_the_top(Selections((field,), record), field))
    '//li//b'
    """
    return selection if program.record is None else replace(selection, steps=program.record.steps + selection.steps)


def relative(program: Selections) -> tuple[str, dict[str, str]]:
    """The record's expression, and each field's from the record's node; it raises CannotCompile without a record.

    >>> record, field = (Selection(name, (Step("descendant", tag),)) for name, tag in (("", "li"), ("title", "b")))
    >>> relative(Selections((field,), record))
    ('//li', {'title': './/b'})
    """
    if program.record is None:
        raise CannotCompile(target=TARGET, reason="it has no rule for a record's node")
    here = Selections(tuple(replace(one, steps=(Step("self"), *one.steps)) for one in program.fields))
    inside = expressions(here, TARGET, expression)
    return expression(program.record), {name: " | ".join(parts) for name, parts in inside.items()}


def _first(panel: Sequence[Selection], write: Callable[[Selection], str]) -> str:
    failures: list[CannotCompile] = []
    for selection in panel:
        try:
            return write(selection)
        except CannotCompile as failure:
            failures.append(failure)
    raise failures[0]


def expression(selection: Selection) -> str:
    """One rule's expression.

    >>> expression(Selection("title", (Step("descendant", "h1", (Condition("nth", "2"),)),)))
    '//h1[2]'
    """
    found = "".join(_path(number, step) for number, step in enumerate(selection.steps))
    found += f"/{selection.take}" * selection.take.startswith("@")
    if selection.left:
        found = f"substring-after({found}, {quoted(selection.left)})"
    return f"substring-before({found}, {quoted(selection.right)})" if selection.right else found


def _path(number: int, step: Step) -> str:
    """A step; the parents it asks for come first, as the way down."""
    parents = next((one.steps for one in step.conditions if is_path(one)), ())
    others = [one for one in step.conditions if not (is_path(one) and one.steps is parents)]
    axis = {"descendant": "//", "child": "/"}.get(step.axis, f"/{step.axis}::")
    if number == 0 and step == Step("self"):
        return "."
    if number == 0 and axis == "//" and step.tag == "#text" and (named := next(filter(_is_label, others), None)):
        return _from_label(named, [one for one in step.conditions if one is not named])
    if number == 0 and axis == "//" and parents:
        return "/" + "/".join(_down([*reversed(parents), Step("child", step.tag, tuple(others))]))
    return axis + node_test(step.tag, tuple(others)) + "".join(f"[{_has(parents)}]" for _ in range(bool(parents)))


def _is_label(condition: Condition) -> bool:
    """Whether a condition asks what the k-th text before a node says."""
    if condition.property != "has" or len(condition.steps) != 1 or condition.negated:
        return False
    step, wanted = condition.steps[0], ("filled", "position", "text")
    return (step.axis, step.tag) == ("preceding", "#text") and tuple(one.property for one in step.conditions) == wanted


def _from_label(condition: Condition, others: Sequence[Condition]) -> str:
    """From each text that says so to the k-th text behind it: the same nodes, found in a fraction of the time."""
    _, position, text = condition.steps[0].conditions
    label = f"//text()[{_predicate(text, 'text()')}][{FILLED}]"
    rest = "".join(f"[{_predicate(one, 'text()')}]" for one in others)
    return f"{label}/following::text()[{FILLED}][{position.value}]{rest}"


def is_path(condition: Condition) -> bool:
    """Whether a condition is nothing but a way up.

    >>> is_path(Condition("has", steps=(Step("parent", "td"),)))
    True
    """
    return (
        condition.property == "has" and not condition.negated and all(one.axis == "parent" for one in condition.steps)
    )


def _down(steps: Iterable[Step]) -> Iterator[str]:
    gap = True
    for step in steps:
        if step.tag == "tbody":
            gap = True
            continue
        yield ("/" if gap else "") + node_test(step.tag, step.conditions)
        gap = False


def node_test(tag: str, conditions: Sequence[Condition]) -> str:
    """A node test with its predicates, places first.

    >>> node_test("td", (Condition("attribute", "x", "id"), Condition("nth", "2")))
    "td[2][@id='x']"
    """
    name = {"#text": "text()", "": "*"}.get(tag, tag)
    places = [f"[{one.value}]" for one in conditions if one.property == "nth"]
    others = [f"[{_predicate(one, name)}]" for one in conditions if one.property != "nth"]
    return name + "".join(places) + "".join(others)


def _predicate(condition: Condition, name: str) -> str:
    if condition.property == "nth":
        said = f"count(preceding-sibling::{name})={int(condition.value) - 1}"
    elif condition.property == "nth-from-end":
        said = f"count(following-sibling::{name})={int(condition.value) - 1}"
    elif condition.property in _WRITTEN:
        said = _WRITTEN[condition.property](condition)
    else:
        raise CannotCompile(target=TARGET, reason=f"XPath 1.0 has no words for {condition.property!r}")
    return f"not({said})" if condition.negated else said


_WRITTEN: Mapping[str, Callable[[Condition], str]] = {
    "attribute": lambda one: f"@{one.name}={quoted(one.value)}",
    "class": lambda one: f"contains(concat(' ', normalize-space(@class), ' '), {quoted(f' {one.value} ')})",
    "text": lambda one: f"{SAID}={quoted(one.value)}",
    "contains": lambda one: f"contains({SAID}, {quoted(one.value)})",
    "position": lambda one: one.value,
    "position-from-end": lambda one: f"last()-{int(one.value) - 1}",
    "filled": lambda _one: FILLED,
    "heading": lambda _one: f"({' or '.join(f'self::{tag}' for tag in HEADINGS)}) and {SAID}",
    "begins": lambda one: f"descendant::text()[{FILLED}][1][{SAID}={quoted(one.value)}]",
    "has": lambda one: _has(one.steps),
}


def _has(steps: Sequence[Step]) -> str:
    return "/".join(_along(step) for step in steps if step.tag != "tbody")


def _along(step: Step) -> str:
    """A step inside a predicate, where a place among siblings is no position along the axis."""
    name = {"#text": "text()", "": "*"}.get(step.tag, step.tag)
    return f"{step.axis}::{name}" + "".join(f"[{_predicate(one, name)}]" for one in step.conditions)


def quoted(text: str) -> str:
    """A text as an XPath literal, whatever quotes it holds.

    >>> print(quoted("x"), quoted("it's"), quoted("6' 11" + chr(34)))
    'x' "it's" concat('6', "'", ' 11"')
    """
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text:
        return f'"{text}"'
    pieces = text.split("'")
    return "concat(" + ', "\'", '.join(f"'{piece}'" for piece in pieces) + ")"


Run = Callable[[Page], dict[str, list[str]]]


def runner(program: Program) -> Run:
    """The expressions as Scrapy runs them: from a page to each field's values."""
    from parsel import Selector  # noqa: PLC0415  # only where an export is checked

    written = xpath(program)

    def run(page: Page) -> dict[str, list[str]]:
        selector = Selector(page.source)
        return {name: [shown(one) for one in selector.xpath(path)] for name, path in written.items()}

    return run


def shown(found: Any) -> str:
    """What a found node says, white space collapsed."""
    text = found.xpath("string(.)").get() if hasattr(found.root, "tag") else found.get()
    return collapse(text or "")


def differences(wrapper: Wrapper, pages: Iterable[Page], run: Run) -> dict[str, tuple[str, ...]]:
    """The names of the pages on which the export gives other values than the wrapper, with the fields that differ."""
    return {page.name: fields for page in pages if (fields := tuple(_differing(wrapper, page, run)))}


def fitted(wrapper: Wrapper, pages: Sequence[Page]) -> Selections:
    """The wrapper's program with, of each panel, the rule first whose export gives the wrapper's values most often.

    Which rule of a panel stands best for all of them is seen on pages; the more, the better.
    """
    program = wrapper.program()
    if not isinstance(program, Selections):
        raise CannotCompile(target=TARGET, reason="it scans the source, and knows no tree")
    said = [{name: _ours(wrapper, page, name) for name in wrapper.schema.names} for page in pages]
    views = [view_of(page) for page in pages]
    order = sorted(program.fields, key=lambda rule: -sum(_agrees(rule, v, s) for v, s in zip(views, said, strict=True)))
    return replace(program, fields=tuple(order))


def _agrees(rule: Selection, view: View, said: Mapping[str, list[str]]) -> bool:
    """Whether a rule by itself finds what the wrapper finds, or (of a joined field) nothing else."""
    found = {"".join(view.said(place).split()) for place in extents(execute(rule.steps[0], view), view)}
    return found == set(said[rule.field]) or (rule.panel > 0 and found < set(said[rule.field]) and bool(found))


def _ours(wrapper: Wrapper, page: Page, name: str) -> list[str]:
    return ["".join(page.text(span).split()) for record in wrapper.extract(page) for span in record.spans(name)]


def _differing(wrapper: Wrapper, page: Page, run: Run) -> Iterator[str]:
    found = run(page)
    for name in wrapper.schema.names:
        ours = _ours(wrapper, page, name)
        theirs = list(dict.fromkeys("".join(text.split()) for text in found.get(name, ())))
        if list(dict.fromkeys(ours)) != [text for text in theirs if text]:
            yield name
