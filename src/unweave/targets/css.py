"""Selections as CSS selectors, one list per field, where a rule asks for tags, marks and positions alone.

CSS cannot compare texts, nor select one of an element's texts: rules that need a label or a heading are passed over for
the next one of their panel, and where there is none the reason is given. Texts are selected as in Scrapy,
``td.price::text``. ``similar`` gives what comes near a rule; whether that is enough must be tested on pages
(``choice``). ``:contains()`` is Scrapy's (cssselect's): browsers do not support it, soupsieve calls it
``:-soup-contains()``.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from unweave.errors import CannotCompile
from unweave.program import Condition, Program, Selection, Selections, Step
from unweave.targets.xpath import is_path, written_panels

TARGET = "css"
_PSEUDO = re.compile(r"::(text|attr\([^()]*\))\Z")
_ROOTED = re.compile(r"html(?![\w-])")


def css(program: Program) -> dict[str, str]:
    """Each field's selector, or it raises CannotCompile.

    >>> cell = Step("descendant", "td", (Condition("class", "price"), Condition("has", steps=(Step("parent", "tr"),))))
    >>> css(Selections((Selection("price", (cell,)),)))
    {'price': 'tr > td.price'}
    """
    return {name: joined(parts) for name, parts in written_panels(program, TARGET, selector).items()}


def relative(program: Selections) -> tuple[str, dict[str, str]]:
    """The record's selector, and each field's inside the record; it raises CannotCompile without a record.

    >>> record, field = (Selection(name, (Step("descendant", tag),)) for name, tag in (("", "li"), ("title", "b")))
    >>> relative(Selections((field,), (record,)))
    ('li', {'title': 'b'})
    """
    if program.record is None:
        raise CannotCompile(target=TARGET, reason="it has no rule for a record's node")
    inside = written_panels(Selections(program.fields), TARGET, selector)
    return selector(program.record), {name: joined(parts) for name, parts in inside.items()}


def joined(parts: Sequence[str]) -> str:
    """What any of the selectors finds.

    >>> joined(["h1", "h2"])
    'h1, h2'
    """
    return ", ".join(parts)


def in_turn(first: str, second: str) -> str:
    """What the first selector finds and, on pages where it finds no element, what the second does.

    >>> in_turn("h1::text", "h2::text")
    'h1::text, :root:not(:has(h1)) h2::text'
    """
    if _ROOTED.match(first) or _ROOTED.match(second):
        raise CannotCompile(target=TARGET, reason="the root has no ancestors")
    return f"{first}, :root:not(:has({_PSEUDO.sub('', first)})) {second}"


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
        raise CannotCompile(target=TARGET, reason="CSS only goes down the tree")
    found = "".join(_joint(step, number) + _concept(step) for number, step in enumerate(selection.steps))
    return found + (attribute_of(selection.take[1:]) if selection.take.startswith("@") else "")


def _joint(step: Step, number: int) -> str:
    if number == 0 or (step.tag == "#text" and not any(map(is_path, step.conditions))):
        return ""
    return " > " if step.axis == "child" and step.tag != "#text" else " "


def attribute_of(name: str) -> str:
    """The ending that selects an attribute's value.

    >>> attribute_of("href")
    '::attr(href)'
    """
    return f"::attr({escaped(name)})"


def similar(selection: Selection) -> Iterator[str]:
    """The rule's selector, or one that is less exact about texts: which of an element's texts it is, and where it ends.

    >>> row = Step("parent", "li", (Condition("begins", "ISBN"),))
    >>> text = Step("descendant", "#text", (Condition("has", steps=(row,)), Condition("nth", "1")))
    >>> list(similar(Selection("isbn", (text,))))
    ['li:contains("ISBN")::text']
    """
    for one in (selection, replace(selection, steps=tuple(map(_relaxed, selection.steps)))):
        try:
            yield selector(one)
        except CannotCompile:
            continue
        return


def _relaxed(step: Step) -> Step:
    kept = [_relaxed_condition(one) for one in step.conditions if not (one.negated or one.property == "filled")]
    return replace(step, conditions=tuple(one for one in kept if step.tag != "#text" or one.property == "has"))


def _relaxed_condition(condition: Condition) -> Condition:
    if condition.property in {"begins", "text"}:
        return replace(condition, property="contains")
    return replace(condition, steps=tuple(map(_relaxed, condition.steps))) if is_path(condition) else condition


def _concept(concept: Step) -> str:
    parents = [step for one in concept.conditions if is_path(one) for step in reversed(one.steps)]
    around = [one.steps[0] for one in concept.conditions if _is_around(one)]
    own = tuple(one for one in concept.conditions if not (is_path(one) or _is_around(one)))
    if sum(map(is_path, concept.conditions)) > 1 or len(around) > 1:
        raise CannotCompile(target=TARGET, reason="CSS has one path")
    if around and not parents and concept.tag == "#text":
        raise CannotCompile(target=TARGET, reason="CSS selects the texts of elements with a known tag")
    above = [f"{_compound(one)} " for one in around]
    return "".join([*above, *_compounds([*parents, Step("child", concept.tag, own)])])


def _is_around(condition: Condition) -> bool:
    """Whether a condition asks for an element anywhere above."""
    steps = condition.steps
    return condition.property == "has" and not condition.negated and [one.axis for one in steps] == ["ancestor"]


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
            yield joint + _compound(step)
            joint = " > "


def _compound(step: Step) -> str:
    """An element by its tag and conditions."""
    if not is_counted(step.tag) and any(one.property in COUNTING for one in step.conditions):
        raise CannotCompile(target=TARGET, reason=f"cssselect does not count elements {step.tag or '*'!r}")
    return (escaped(step.tag) or "*") + "".join(map(condition_of, step.conditions))


def condition_of(condition: Condition) -> str:
    """A condition behind a tag; CannotCompile where CSS cannot express it.

    >>> condition_of(Condition("class", "price"))
    '.price'
    """
    if condition.property not in _WRITTEN:
        raise CannotCompile(target=TARGET, reason="CSS cannot compare texts")
    written = _WRITTEN[condition.property](condition)
    return f":not({written})" if condition.negated else written


_WRITTEN: dict[str, Callable[[Condition], str]] = {
    "class": lambda one: f".{escaped(one.value)}",
    "attribute": lambda one: f"[{escaped(one.name)}={quoted(one.value)}]",
    "contains": lambda one: contains(one.value),
    "nth": lambda one: f":nth-of-type({one.value})",
    "nth-from-end": lambda one: f":nth-last-of-type({one.value})",
}


COUNTING = frozenset({"nth", "nth-from-end"})
_COUNTED = re.compile(r"[A-Za-z_][\w.-]*\Z", re.ASCII)


def is_counted(tag: str) -> bool:
    """Whether cssselect can count the elements of a tag: not those of any tag, nor of ``fb:like``.

    >>> is_counted("td"), is_counted("fb:like"), is_counted("")
    (True, False, False)
    """
    return bool(_COUNTED.match(tag))


def contains(text: str) -> str:
    """The test that an element contains a text.

    >>> contains("Brand:")
    ':contains("Brand:")'
    """
    return f":contains({quoted(text)})"


def escaped(name: str) -> str:
    r"""A name in CSS.

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
    """A letter with a meaning in CSS; by its number where engines read anything else differently."""
    letter = found[0]
    is_plain = letter.isascii() and letter.isprintable() and not letter.isdigit() and letter not in '\\"'
    return f"\\{letter}" if is_plain else f"\\{ord(letter):x} "
