"""Selections as CSS selectors, one list per field, where a rule says nothing but tags, marks and places.

CSS cannot look at text: rules that rest on a label or a heading are passed over for the next one of their panel, and
where there is none the reason is said. Texts are asked for as Scrapy writes it, ``td.price::text``.
"""

import re
from collections.abc import Callable, Iterator

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.program import Condition, Program, Selection, Step
from unweave.targets.xpath import Run, expressions, is_path, shown

TARGET = "css"


def css(program: Program) -> dict[str, str]:
    """Each field's selector, or it raises CannotCompile.

    >>> from unweave.program import Selections
    >>> cell = Step("descendant", "td", (Condition("class", "price"), Condition("has", steps=(Step("parent", "tr"),))))
    >>> css(Selections((Selection("price", (cell,)),)))
    {'price': 'tr > td.price'}
    """
    return {name: ", ".join(parts) for name, parts in expressions(program, TARGET, selector).items()}


def selector(selection: Selection) -> str:
    """One rule's selector.

    >>> selector(Selection("title", (Step("descendant", "h1", (Condition("nth", "2"),)),)))
    'h1:nth-of-type(2)'
    """
    if selection.left or selection.right or selection.take != "text":
        raise CannotCompile(target=TARGET, reason="CSS selects whole elements")
    if any(step.axis != "descendant" for step in selection.steps):
        raise CannotCompile(target=TARGET, reason="only ways down are written as CSS")
    return " ".join(map(_concept, selection.steps))


def _concept(concept: Step) -> str:
    parents = [step for one in concept.conditions if is_path(one) for step in reversed(one.steps)]
    own = Step("child", concept.tag, tuple(one for one in concept.conditions if not is_path(one)))
    if sum(map(is_path, concept.conditions)) > 1:
        raise CannotCompile(target=TARGET, reason="CSS has one path")
    return "".join(_compounds([*parents, own]))


def _compounds(steps: list[Step]) -> Iterator[str]:
    joint = ""
    for step in steps:
        if step.tag == "tbody":
            joint = " "
        elif step.tag == "#text":
            if step.conditions:
                raise CannotCompile(target=TARGET, reason="CSS cannot tell the texts of an element apart")
            yield "::text"
        else:
            yield joint + (step.tag or "*") + "".join(map(_simple, step.conditions))
            joint = " > "


def _simple(condition: Condition) -> str:
    if condition.negated or condition.property not in _WRITTEN:
        raise CannotCompile(target=TARGET, reason="CSS cannot look at text")
    return _WRITTEN[condition.property](condition)


_WRITTEN: dict[str, Callable[[Condition], str]] = {
    "class": lambda one: f".{escaped(one.value)}",
    "attribute": lambda one: f"[{one.name}={quoted(one.value)}]",
    "nth": lambda one: f":nth-of-type({one.value})",
    "nth-from-end": lambda one: f":nth-last-of-type({one.value})",
}


def escaped(name: str) -> str:
    r"""A name as CSS writes it.

    >>> print(escaped("md:w-1"), escaped("2x"))
    md\:w-1 \32 x
    """
    safe = re.sub(r"[^\w-]", lambda match: "\\" + match[0], name)
    return f"\\3{safe[0]} {safe[1:]}" if safe[:1].isdigit() else safe


def quoted(value: str) -> str:
    r"""A value as a CSS string.

    >>> quoted('say "hi"')
    '"say \\"hi\\""'
    """
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ") + '"'


def runner(program: Program) -> Run:
    """The selectors as Scrapy runs them: from a page to each field's values."""
    from parsel import Selector  # noqa: PLC0415  # only where an export is checked

    written = css(program)

    def run(page: Page) -> dict[str, list[str]]:
        found = Selector(page.source)
        return {name: [shown(one) for one in found.css(path)] for name, path in written.items()}

    return run
