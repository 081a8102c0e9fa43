"""Rules written as queries of the parser's tree; what has no words there is refused.

Departure from ``extract``: class tokens are parted by the white space that HTML knows, not by all of Unicode's.
"""

import re
from collections.abc import Callable

from unweave.errors import CannotCompile
from unweave.program import Condition, Step
from unweave.targets.rules_query import Anchor, Query, Test, Unlike, label_of
from unweave.values import kinds_of

_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_TEXT = "#text"


def query_of(concept: Step) -> Query:
    """The query of a concept, or it raises CannotCompile.

    >>> query_of(Step("descendant", "td", (Condition("nth", "2"), Condition("has", steps=(Step("parent", "tr"),)))))
    Query(selector='tr > td:nth-of-type(2)', is_text=False, nth=0, from_end=0, tests=(), anchor=None,
          chain=(('td', frozenset({':nth-of-type(2)'})), ('tr', frozenset())))
    """
    return _Writer(concept).query()


class _Writer:
    """Takes a concept apart."""

    def __init__(self, concept: Step) -> None:
        self.is_text = concept.tag == _TEXT
        self.own: list[str] = []
        self.parents: list[list[str]] = []
        self.around: list[str] = []
        self.tests: list[Test] = []
        self.anchor: Anchor | None = None
        self.places = {"nth": 0, "nth-from-end": 0}
        if not self.is_text:
            self.own.append(_tag(concept.tag))
        for condition in concept.conditions:
            self._take(condition)

    def query(self) -> Query:
        """What came of it."""
        steps = [*([] if self.is_text else [self.own]), *self.parents]
        selector = " > ".join("".join(step) for step in reversed(steps))
        tests = [*self.tests, *map(_inside, self.around)]
        if self.around and not self.parents:
            around, tests, steps = self.around[0], [*self.tests, *map(_inside, self.around[1:])], []
            selector = f"{around} {selector}" if selector else f"{around}, {around} *"
        places = self.places["nth"], self.places["nth-from-end"]
        chain = tuple((step[0], frozenset(step[1:])) for step in steps)
        return Query(selector, self.is_text, *places, tuple(tests), self.anchor, chain)

    def _take(self, condition: Condition) -> None:
        if condition.property == "has":
            self._has(condition)
        elif self.is_text and condition.property in self.places and not condition.negated:
            self.places[condition.property] = int(condition.value)
        elif condition.property in _CSS and not self.is_text:
            said = _CSS[condition.property](condition)
            self.own.append(f":not({said})" if condition.negated else said)
        else:
            self.tests.append(_asked(condition))

    def _has(self, condition: Condition) -> None:
        steps = condition.steps
        if condition.negated:
            self._has_not(steps)
        elif all(step.axis == "parent" for step in steps):
            self._has_parents(steps)
        elif len(steps) == 1 and steps[0].axis == "ancestor":
            self.around.append(_compound(steps[0]))
        else:
            self._beside(condition)

    def _has_not(self, steps: tuple[Step, ...]) -> None:
        """Stand in no such element, or hold none."""
        axis = steps[0].axis if len(steps) == 1 else ""
        if axis not in {"ancestor", "descendant"}:
            raise CannotCompile(target="fast", reason="such an exception has no fast form")
        named = _compound(steps[0])
        if axis == "ancestor":
            is_inside = _inside(named)
            self.tests.append(lambda sheet, peer: not is_inside(sheet, peer))
        elif not self.is_text:
            self.tests.append(lambda _sheet, peer: peer.select_one(named) is None)

    def _has_parents(self, steps: tuple[Step, ...]) -> None:
        if self.parents:
            raise CannotCompile(target="fast", reason="two paths have no fast form")
        for height, step in enumerate(steps, 1):
            compound = [_tag(step.tag)]
            for condition in step.conditions:
                if condition.property == "begins" and not condition.negated:
                    self._lean(Anchor("row", condition.value, height))
                else:
                    compound.append(_css(condition))
            self.parents.append(compound)

    def _beside(self, condition: Condition) -> None:
        step = condition.steps[0]
        shape = step.axis, step.tag, *(one.property for one in step.conditions)
        if len(condition.steps) > 1 or shape not in _BESIDE or any(one.negated for one in step.conditions):
            raise CannotCompile(target="fast", reason="such a neighbour has no fast form")
        _, position, text = step.conditions
        distance, label = int(position.value), text.value
        if shape[1]:
            self._lean(Anchor("before" if shape[0] == "preceding" else "behind", label, distance))
        elif distance == 1:
            self.tests.append(lambda sheet, peer: peer in sheet.under(label))
        else:
            raise CannotCompile(target="fast", reason="only the nearest heading has a fast form")

    def _lean(self, anchor: Anchor) -> None:
        """Rest on a label; on a second one as on a test."""
        if self.anchor is None:
            self.anchor = anchor
        else:
            self.tests.append(lambda sheet, peer: sheet.says_label(label_of(sheet, peer, anchor), anchor.label))


_BESIDE = {
    ("preceding", _TEXT, "filled", "position", "text"),
    ("following", _TEXT, "filled", "position", "text"),
    ("preceding", "", "heading", "position", "text"),
}


def _asked(condition: Condition) -> Test:
    if condition.property not in _ASKED:
        raise CannotCompile(target="fast", reason=f"the condition {condition.property!r} has no fast form")
    if condition.property == "text" and condition.negated:
        return Unlike(condition.value)
    test = _ASKED[condition.property](condition)
    return (lambda sheet, peer: not test(sheet, peer)) if condition.negated else test


_ASKED: dict[str, Callable[[Condition], Test]] = {
    "text": lambda wanted: lambda sheet, peer: sheet.full_text(peer) == wanted.value,
    "contains": lambda wanted: lambda sheet, peer: wanted.value in sheet.full_text(peer),
    "kind": lambda wanted: lambda sheet, peer: wanted.value in kinds_of(sheet.full_text(peer)),
    "begins": lambda wanted: lambda sheet, peer: sheet.says_label(sheet.first(peer), wanted.value),
    "filled": lambda _wanted: lambda sheet, peer: sheet.first(peer) is not None,
}


def _inside(selector: str) -> Test:
    return lambda _sheet, peer: peer.parent is not None and peer.parent.closest(selector) is not None


def _compound(step: Step) -> str:
    return _tag(step.tag) + "".join(map(_css, step.conditions))


def _tag(tag: str) -> str:
    if tag and not _NAME.fullmatch(tag):
        raise CannotCompile(target="fast", reason=f"the tag {tag!r} cannot be selected")
    return tag or "*"


def _css(condition: Condition) -> str:
    if condition.negated or condition.property not in _CSS:
        raise CannotCompile(target="fast", reason=f"the condition {condition.property!r} has no fast form up a path")
    return _CSS[condition.property](condition)


def _attribute(condition: Condition) -> str:
    if not _NAME.fullmatch(condition.name):
        raise CannotCompile(target="fast", reason=f"the attribute {condition.name!r} cannot be selected")
    return f'[{condition.name}="{_quoted(condition.value)}" s]'


_CSS: dict[str, Callable[[Condition], str]] = {
    "class": lambda one: f'[class~="{_quoted(one.value)}"]',
    "attribute": _attribute,
    "nth": lambda one: f":nth-of-type({int(one.value)})",
    "nth-from-end": lambda one: f":nth-last-of-type({int(one.value)})",
}


def _quoted(value: str) -> str:
    return "".join(f"\\{ord(sign):x} " if sign in '"\\\n' else sign for sign in value)
