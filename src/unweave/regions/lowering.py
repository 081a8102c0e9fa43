r"""A wrapper by regions as a program of selections, for exports: the record's element, and the fields inside it.

Legend

    up          the elements around a node as a condition: ("table", "tr") is "in a tr, which is in a table"
    plain       a pattern of a part that is a plain text: ``No\.\s+`` is "No. "

What a program cannot express raises CannotCompile: a node found by its label, the second node with a class, parts
described by their form. The values of stretches are grouped by their order on the page. That a region must look like
a record is left to the elements that are selected; exports are compared with the wrapper on the pages at hand.
"""

import re
from collections.abc import Mapping, Sequence

from unweave.errors import CannotCompile
from unweave.program import Condition, Selection, Selections, Step
from unweave.regions.boundaries import Boundary, NodeTest
from unweave.regions.fields import FieldRule
from unweave.regions.nodes import TEXT

_STEP = re.compile(r"([^/\[]+)\[(\d+)\]")
_ATTRIBUTE = re.compile(r"([^\[]*)\[([^=]+)=(.*)\]", re.DOTALL)
_META = re.compile(r"(?<!\\)[\[\]()+*?^$|.{}]|\\[dswWSDbB]")


def lowered(boundary: Boundary, rules: Mapping[str, Sequence[FieldRule]]) -> Selections:
    """The program of a boundary and the rules of its fields; of several rules of a field, the first has most weight.

    >>> from unweave.regions.fields import Address
    >>> program = lowered(Boundary(("ul", "li")), {"title": [FieldRule(Address("path", "b[1]"))]})
    >>> program.record.steps[0].tag, program.fields[0].steps[0].tag
    ('li', 'b')
    """
    *above, tag = boundary.path
    around = above if boundary.stretch else [tag]
    fields = tuple(
        _selection(name, rule, around, 2.0**-at, stretch=boundary.stretch)
        for name, some in rules.items()
        for at, rule in enumerate(some)
    )
    if boundary.stretch:
        return Selections(fields, grouped=True, repeats=tuple(rules))
    tests = tuple(map(_condition, boundary.tests))
    record = Selection("", (Step("descendant", tag, (*tests, *_up(above))),), builder="regions")
    return Selections(fields, (record,), repeats=tuple(rules))


def _up(tags: Sequence[str], nths: Sequence[str] = ()) -> tuple[Condition, ...]:
    """The condition that these are the tags of the elements around a node, the innermost last."""
    places = [*nths, *[""] * (len(tags) - len(nths))]
    steps = [
        Step("parent", tag, (Condition("nth", nth),) if nth else ()) for tag, nth in zip(tags, places, strict=True)
    ]
    return (Condition("has", steps=tuple(reversed(steps))),) if steps else ()


def _condition(test: NodeTest) -> Condition:
    if test.kind == "class":
        return Condition("class", test.value)
    if test.kind == "attribute":
        name, _, value = test.value.partition("=")
        return Condition("attribute", value, name)
    if test.kind == "has" and TEXT not in test.value:
        return Condition("has", steps=tuple(Step("child", tag) for tag in test.value.split("/")))
    if test.kind == "around":
        own = Condition("attribute", test.value[1:], "id") if test.value[0] == "#" else Condition("class", test.value)
        return Condition("has", steps=(Step("ancestor", "", (own,)),))
    raise _cannot(f"its records are elements {test}")


def _selection(name: str, rule: FieldRule, around: Sequence[str], weight: float, *, stretch: bool) -> Selection:
    if rule.ordinal:
        raise _cannot(f"field {name} is not the first node of its kind in a record")
    left, right = _sides(name, rule)
    take = f"@{rule.attribute}" if rule.attribute else "text"
    step = _step(name, rule, around, stretch=stretch)
    return Selection(name, (step,), take, left, right, weight=weight, builder="regions")


def _step(name: str, rule: FieldRule, around: Sequence[str], *, stretch: bool) -> Step:
    kind, value = rule.address
    if kind == "path" and value != "." and TEXT not in value:
        steps = _STEP.findall(value)
        if stretch:  # the first step counts the siblings of one record
            if steps[0][1] != "1":
                raise _cannot(f"field {name} is not the first element of its kind in a record")
            steps[0] = (steps[0][0], "")
        *above, (tag, nth) = steps
        up = _up([*around, *(one for one, _ in above)], [*("" for _ in around), *(place for _, place in above)])
        return Step("descendant", tag, (*((Condition("nth", nth),) if nth else ()), *up))
    if kind == "class":
        tag, _, token = value.partition(".")
        return Step("descendant", tag, (Condition("class", token),))
    if kind == "attribute" and (found := _ATTRIBUTE.fullmatch(value)):
        return Step("descendant", found[1], (Condition("attribute", found[3], found[2]),))
    if kind == "own text":
        tag, _, text = value.partition("=")
        return Step("descendant", tag, (Condition("text", text),))
    if kind == "tags" and TEXT not in value:
        *above, tag = value.split("/")
        return Step("descendant", tag, _up([*around, *above]))
    raise _cannot(f"field {name} is found by its {kind}")


def _sides(name: str, rule: FieldRule) -> tuple[str, str]:
    part = rule.part
    if part is None:
        return "", ""
    if (
        part.shape
        or part.last
        or part.optional
        or _META.search(part.left.replace(r"\s+", ""))
        or (_META.search(part.right.replace(r"\s+", "")))
    ):
        raise _cannot(f"field {name} is a part of a text that two plain texts around it do not describe")
    return _plain(part.left), _plain(part.right)


def _plain(pattern: str) -> str:
    return re.sub(r"\\(.)", r"\1", pattern.replace(r"\s+", " "))


def _cannot(reason: str) -> CannotCompile:
    return CannotCompile(target="a program", reason=reason)
