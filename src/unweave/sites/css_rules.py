"""Simple CSS selectors as rules: tag, class, id, ``[name=value]``, ``:nth-of-type(n)``, descendants and children.

    >>> css_step("h2 > a.title").tag
    'a'

Legend

    compound      ``a.title``: what one element must have
    combinator    ``>`` for the parent, a space for any element above
    step          a compound as a rule has it, see ``program``

A rule begins at its node and looks upwards, so the selector is read from right to left: ``h2 > a`` is an ``a`` whose
parent is an ``h2``. What else CSS has is refused, with the part that is not understood.
"""

import re

from unweave.errors import BadInput
from unweave.program import Condition, Step

_PART = re.compile(
    r"""\s*(?P<combinator>>)?\s*(?P<compound>
        (?:[a-zA-Z][\w-]*|\*)?
        (?:\.[\w-]+|\#[\w-]+|\[[\w-]+=(?:"[^"]*"|'[^']*'|[\w-]+)\]|:nth-of-type\(\d{1,4}\))*)""",
    re.VERBOSE,
)
_TEST = re.compile(
    r"\.(?P<class>[\w-]+)|#(?P<id>[\w-]+)|\[(?P<name>[\w-]+)=(?P<value>\"[^\"]*\"|'[^']*'|[\w-]+)\]"
    r"|:nth-of-type\((?P<nth>\d+)\)"
)


def css_step(selector: str) -> Step:
    """The one step of a rule that finds what the selector finds, or BadInput.

    >>> css_step("li:first-child")
    Traceback (most recent call last):
    unweave.errors.BadInput: the selector 'li:first-child': ':first-child' is not understood. It would help to use tags,
    classes, ids, [name=value], :nth-of-type(n), and > or spaces between them
    """
    parts = _parts(selector)
    above: Condition | None = None
    for number, (_, tag, conditions) in enumerate(parts):
        own = (*conditions, above) if above else conditions
        if number == len(parts) - 1:
            return Step("descendant", tag, own)
        axis = "parent" if parts[number + 1][0] else "ancestor"
        above = Condition("has", steps=(Step(axis, tag, own),))  # type: ignore[arg-type]  # an axis
    raise BadInput(source=f"the selector {selector!r}", reason="it is empty")


def _parts(selector: str) -> list[tuple[bool, str, tuple[Condition, ...]]]:
    """The compounds of a selector, from left to right: whether > is before it, its tag, its conditions."""
    found, at, text = [], 0, selector.strip()
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or not part["compound"]:
            advice = (
                "It would help to use tags, classes, ids, [name=value], :nth-of-type(n), and > or spaces between them"
            )
            reason = f"{text[at:].strip()[:40]!r} is not understood. {advice}"
            raise BadInput(source=f"the selector {selector!r}", reason=reason)
        tag = re.match(r"[a-zA-Z][\w-]*", part["compound"])
        found.append((bool(part["combinator"]), tag[0].lower() if tag else "", tuple(_conditions(part["compound"]))))
        at = part.end()
    return found


def _conditions(compound: str) -> list[Condition]:
    found = []
    for test in _TEST.finditer(compound):
        if test["class"]:
            found.append(Condition("class", value=test["class"]))
        elif test["id"]:
            found.append(Condition("attribute", name="id", value=test["id"]))
        elif test["nth"]:
            found.append(Condition("nth", value=test["nth"]))
        else:
            found.append(Condition("attribute", name=test["name"].lower(), value=test["value"].strip("\"'")))
    return found
