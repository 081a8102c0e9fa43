"""Selections as CSS selectors, one list per field, where a rule says nothing but tags, marks and places.

CSS cannot look at text: rules that rest on a label or a heading are passed over for the next one of their panel, and
where there is none the reason is said. Texts are asked for as Scrapy writes it, ``td.price::text``.
"""

import re
from collections.abc import Callable, Iterator

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.program import Condition, Program, Selection, Step
from unweave.targets.xpath import Run, is_path, shown, written_panels

TARGET = "css"


def css(program: Program) -> dict[str, str]:
    """Each field's selector, or it raises CannotCompile.

    >>> from unweave.program import Selections
    >>> cell = Step("descendant", "td", (Condition("class", "price"), Condition("has", steps=(Step("parent", "tr"),))))
    >>> css(Selections((Selection("price", (cell,)),)))
    {'price': 'tr > td.price'}
    """
    panels = written_panels(program, TARGET, selector)
    return {name: ", ".join(part for (part,) in panels[name]) for name in panels}


def selector(selection: Selection) -> str:
    """One rule's selector.

    >>> selector(Selection("title", (Step("descendant", "h1", (Condition("nth", "2"),)),)))
    'h1:nth-of-type(2)'
    >>> selector(Selection("link", (Step("descendant", "a"),), take="@href"))
    'a::attr(href)'
    """
    if selection.left or selection.right:
        raise CannotCompile(target=TARGET, reason="CSS selects whole elements")
    if any(step.axis not in {"descendant", "child"} for step in selection.steps):
        raise CannotCompile(target=TARGET, reason="only ways down are written as CSS")
    joints = [" > " if step.axis == "child" and step.tag != "#text" else " " for step in selection.steps]
    found = "".join(joint + _concept(step) for joint, step in zip(joints, selection.steps, strict=True))
    found = found.replace(" ::text", "::text").strip()
    return found + (f"::attr({escaped(selection.take[1:])})" if selection.take.startswith("@") else "")


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
            if any(one.property != "filled" for one in step.conditions):
                raise CannotCompile(target=TARGET, reason="CSS cannot tell the texts of an element apart")
            yield "::text"
        else:
            yield joint + (escaped(step.tag) or "*") + "".join(map(_simple, step.conditions))
            joint = " > "


def _simple(condition: Condition) -> str:
    if condition.negated or condition.property not in _WRITTEN:
        raise CannotCompile(target=TARGET, reason="CSS cannot look at text")
    return _WRITTEN[condition.property](condition)


_WRITTEN: dict[str, Callable[[Condition], str]] = {
    "class": lambda one: f".{escaped(one.value)}",
    "attribute": lambda one: f"[{escaped(one.name)}={quoted(one.value)}]",
    "nth": lambda one: f":nth-of-type({one.value})",
    "nth-from-end": lambda one: f":nth-last-of-type({one.value})",
}


def escaped(name: str) -> str:
    r"""A name as CSS writes it.

    >>> print(escaped("md:w-1"), escaped("2x"))
    md\:w-1 \32 x
    """
    return re.sub(r"[^\w-]|^[0-9]|^-(?![A-Za-z_])", _escape, _readable(name))


def quoted(value: str) -> str:
    r"""A value as a CSS string.

    >>> quoted('say "hi"')
    '"say \\22 hi\\22 "'
    """
    return '"' + re.sub(r'["\\\x00-\x1f\x7f]', _escape, _readable(value)) + '"'


def _readable(text: str) -> str:
    """The text, unless engines read it differently: Scrapy's unescapes backslashes twice, browsers once."""
    if "\\" in text:
        raise CannotCompile(target=TARGET, reason="engines read backslashes differently")
    return text


def _escape(found: re.Match[str]) -> str:
    """A letter that would mean something; by its number where it is no plain punctuation, or engines go astray."""
    letter = found[0]
    is_plain = letter.isascii() and letter.isprintable() and not letter.isdigit() and letter not in '\\"'
    return f"\\{letter}" if is_plain else f"\\{ord(letter):x} "


def runner(program: Program) -> Run:
    """The selectors as Scrapy runs them: from a page to each field's values."""
    from parsel import Selector  # noqa: PLC0415  # only where an export is checked

    written = css(program)

    def run(page: Page) -> dict[str, list[str]]:
        found = Selector(page.source)
        return {name: [shown(one) for one in found.css(path)] for name, path in written.items()}

    return run
