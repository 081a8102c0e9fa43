r"""A wrapper by regions as selections, for exports: the record's element, and the fields inside it.

Legend

    up          the elements around a node as a condition: ("table", "tr") is "in a tr, which is in a table"
    lowered     a field's rule as a selection; besides, which of the nodes is taken, and the pattern of a part
    plain       a pattern of a part that is a plain text: ``No\.\s+`` is "No. "

A program of selections cannot take the second node with a class, nor a part that is described by its form: there
``lowered`` raises CannotCompile. An exported Python file can do both (``lowered_rules``). What neither can express
raises CannotCompile with the reason: a link by the ending of its target, a heading before the record, a first word. The
values of stretches are grouped by their order on the page. That a region must look like a record is left to the
elements that are selected; exports are compared with the wrapper on the pages at hand.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from unweave.errors import CannotCompile
from unweave.program import Condition, Selection, Selections, Step
from unweave.regions.addresses import FieldRule
from unweave.regions.boundaries import Boundary, NodeTest
from unweave.regions.nodes import TEXT
from unweave.regions.parts import PartPattern

_STEP = re.compile(r"([^/\[]+)\[(\d+)\]")
_ATTRIBUTE = re.compile(r"([^\[]*)\[([^=]+)=(.*)\]", re.DOTALL)
_META = re.compile(r"(?<!\\)[\[\]()+*?^$|.{}]|\\[dswWSDbB]")
_SHOWN_TEXT = Condition("filled")


class LoweredRule(NamedTuple):
    """A rule of a field as a selection; of what it finds in a record, the node with this number (None: all).

    ``pattern`` is a regular expression with one group for the part of the text; "" for all of it.
    """

    selection: Selection
    ordinal: int | None = None
    pattern: str = ""


def lowered(boundary: Boundary, rules: Mapping[str, Sequence[FieldRule]]) -> Selections:
    """The program of a boundary and the rules of its fields; of several rules of a field, the first has most weight.

    >>> from unweave.regions.addresses import Address
    >>> program = lowered(Boundary(("ul", "li")), {"title": [FieldRule(Address("path", "b[1]"))]})
    >>> program.record.steps[0].tag, program.fields[0].steps[0].tag
    ('li', 'b')
    """
    fields = []
    for name, some in lowered_rules(boundary, rules).items():
        for rule in some:
            if rule.ordinal:
                raise _cannot(f"field {name} is not the first node of its kind in a record")
            if rule.pattern:
                raise _cannot(f"field {name} is a part of a text that two plain texts around it do not describe")
            fields.append(rule.selection)
    record = lowered_record(boundary)
    if record is None:
        return Selections(tuple(fields), grouped=True, repeats=tuple(rules))
    return Selections(tuple(fields), (record,), repeats=tuple(rules))


def lowered_record(boundary: Boundary) -> Selection | None:
    """The selection of the elements of records; None where records are stretches.

    >>> lowered_record(Boundary(("ul", "li"))).steps[0].tag
    'li'
    """
    *above, tag = boundary.path
    if boundary.stretch:
        return None
    if tag == TEXT:
        raise _cannot("its records are texts")
    tests = tuple(condition for test in boundary.tests for condition in _conditions(test))
    return Selection("", (Step("descendant", tag, (*tests, *_up(above))),), builder="regions")


def lowered_rules(boundary: Boundary, rules: Mapping[str, Sequence[FieldRule]]) -> dict[str, list[LoweredRule]]:
    """The rules of each field as selections, as far as they can be; it raises CannotCompile for a field without any.

    >>> from unweave.regions.addresses import Address
    >>> second = FieldRule(Address("class", "td.price"), ordinal=1)
    >>> lowered_rules(Boundary(("table", "tr")), {"price": [second]})["price"][0].ordinal
    1
    """
    *above, tag = boundary.path
    around = above if boundary.stretch else [tag]
    found: dict[str, list[LoweredRule]] = {}
    for name, some in rules.items():
        failures = []
        for at, rule in enumerate(some):
            try:
                one = _lowered_rule(name, rule, around, 2.0**-at, stretch=boundary.stretch)
            except CannotCompile as failure:
                failures.append(failure)
            else:
                found.setdefault(name, []).append(one)
        if name not in found and failures:
            raise failures[0]
    return found


def part_patterns_of(rules: Mapping[str, Sequence[FieldRule]]) -> dict[str, list[str]]:
    r"""The regular expressions for the parts of texts that the rules take, each with one group.

    >>> from unweave.regions.addresses import Address
    >>> part_patterns_of({"number": [FieldRule(Address("path", "p[1]"), part=PartPattern(left="No\\. ", right=","))]})
    {'number': ['No\\. (.+?),']}
    """
    return {name: [rule.part.expression for rule in some if rule.part] for name, some in rules.items()}


def _lowered_rule(name: str, rule: FieldRule, around: Sequence[str], weight: float, *, stretch: bool) -> LoweredRule:
    take = f"@{rule.attribute}" if rule.attribute else "text"
    steps = _steps(name, rule, around, stretch=stretch)
    sides = _sides(rule.part)
    left, right = sides or ("", "")
    selection = Selection(name, steps, take, left, right, weight=weight, builder="regions")
    if stretch and rule.ordinal:
        raise _cannot(f"field {name} is not the first node of its kind in a record")
    ordinal = None if stretch else rule.ordinal
    return LoweredRule(selection, ordinal, rule.part.expression if rule.part and sides is None else "")


def _up(tags: Sequence[str], nths: Sequence[str] = ()) -> tuple[Condition, ...]:
    """The condition that these are the tags of the elements around a node, the innermost last."""
    places = [*nths, *[""] * (len(tags) - len(nths))]
    steps = [
        Step("parent", tag, (Condition("nth", nth),) if nth else ()) for tag, nth in zip(tags, places, strict=True)
    ]
    return (Condition("has", steps=tuple(reversed(steps))),) if steps else ()


def _conditions(test: NodeTest) -> Iterator[Condition]:
    tags = test.value.split()
    if test.kind == "class":
        yield Condition("class", test.value)
    elif test.kind == "attribute":
        name, _, value = test.value.partition("=")
        yield Condition("attribute", value, name)
    elif test.kind == "has" and TEXT not in test.value:
        yield Condition("has", steps=tuple(Step("child", tag) for tag in test.value.split("/")))
    elif test.kind == "around":
        own = Condition("attribute", test.value[1:], "id") if test.value[0] == "#" else Condition("class", test.value)
        yield Condition("has", steps=(Step("ancestor", "", (own,)),))
    elif test.kind == "children" and TEXT not in tags:
        for tag, count in Counter(tags).items():
            yield Condition("has", steps=(Step("child", tag, (Condition("nth", str(count)),)),))
            yield Condition("has", steps=(Step("child", tag, (Condition("nth", str(count + 1)),)),), negated=True)
    elif test.kind in {"before", "after"} and TEXT not in tags:
        nearest = Condition("position", "1")
        if test.kind == "before":
            steps = tuple(Step("preceding-sibling", "", (nearest, _is(tag))) for tag in reversed(tags))
        else:
            steps = tuple(Step("following-sibling", "", (nearest, _is(tag))) for tag in tags)
        yield Condition("has", steps=steps)
    else:
        raise _cannot(f"its records are elements {test}")


def _is(tag: str) -> Condition:
    return Condition("has", steps=(Step("self", tag),))


def _steps(name: str, rule: FieldRule, around: Sequence[str], *, stretch: bool) -> tuple[Step, ...]:
    kind, value = rule.address
    if kind == "path":
        return (Step("self"),) if value == "." else _path_steps(name, _STEP.findall(value), around, stretch=stretch)
    if kind == "tags":
        *above, tag = value.split("/")
        return (Step("descendant", tag, (*_shown(tag), *_up([*around, *above]))),)
    if kind == "header":
        header, _, tag = value.rpartition(" > ")
        return (Step("descendant", tag, (Condition("column", header),)),)
    if kind == "label":
        label, _, tag = value.rpartition(" > ")
        before = (_SHOWN_TEXT, Condition("position", "1"), Condition("text", label))
        return (Step("descendant", tag, (*_shown(tag), Condition("has", steps=(Step("preceding", TEXT, before),)))),)
    if kind == "parallel":
        raise _cannot(f"field {name} is in another list beside that of the records")
    found = _ATTRIBUTE.fullmatch(value) if kind == "attribute" else None
    tag, _, text = value.partition("." if kind == "class" else "=")
    if found:
        tag, own = found[1], Condition("attribute", found[3], found[2])
    elif kind in {"class", "own text"}:
        own = Condition("class" if kind == "class" else "text", text)
    else:
        raise _cannot(f"field {name} is found by its {kind}")
    return (Step("descendant", tag, (own,)),)


def _shown(tag: str) -> tuple[Condition, ...]:
    """A text must show something; an element need not."""
    return (_SHOWN_TEXT,) if tag == TEXT else ()


def _path_steps(name: str, steps: list[tuple[str, str]], around: Sequence[str], *, stretch: bool) -> tuple[Step, ...]:
    """The steps of a path of tags and positions; its last step may be a text."""
    if stretch:  # the first step counts the siblings of one record
        if steps[0][1] != "1":
            raise _cannot(f"field {name} is not the first element of its kind in a record")
        steps[0] = (steps[0][0], "")
    last = steps.pop() if steps[-1][0] == TEXT else None
    ending = (Step("child", TEXT, (_SHOWN_TEXT, Condition("position", last[1] or "1"))),) if last else ()
    if not steps:
        if stretch:
            raise _cannot(f"field {name} is a text of the record's parent")
        return (Step("self"), *ending)
    *above, (tag, nth) = steps
    up = _up([*around, *(one for one, _ in above)], [*("" for _ in around), *(place for _, place in above)])
    return (Step("descendant", tag, (*((Condition("nth", nth),) if nth else ()), *up)), *ending)


def _sides(part: PartPattern | None) -> tuple[str, str] | None:
    """The plain texts before and behind a part; None where they do not describe it."""
    if part is None:
        return "", ""
    sides = [side.replace(r"\s+", "") for side in (part.left, part.right)]
    if part.shape or part.last or part.optional or any(map(_META.search, sides)):
        return None
    return _plain(part.left), _plain(part.right)


def _plain(pattern: str) -> str:
    return re.sub(r"\\(.)", r"\1", pattern.replace(r"\s+", " "))


def _cannot(reason: str) -> CannotCompile:
    return CannotCompile(target="a program", reason=reason)
