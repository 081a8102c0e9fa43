"""Rules as queries of a parsed page: a native selector for what CSS can say, tests for the rest.

Legend

    selector    'tr > td[class~="price"]:nth-of-type(2)': tags, attributes and places; of a rule for texts, that of
                their parents; empty where any text may do
    test        what is asked of each candidate besides: the heading above it, what it contains, ...
    label       the text that a rule rests on, and where it must be: so many texts before or behind the candidate, or
                first in the row so far above it. Few candidates are asked for their label; where there are many, the
                label is looked up and the candidates are found from it

``program.select`` is the slow definition of all this. Every condition has a form here, so every program runs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise, takewhile
from typing import Any, Literal

from turbohtml import Element, Text

from unweave.definition import before_span, behind_span
from unweave.engine.index import Index, ancestors_without, is_inside
from unweave.page.html import HEADINGS, HIDDEN, class_tokens, collapse
from unweave.program import Axis, Condition, Property, Step
from unweave.tuning import EVERY_TEXT_COST, LABEL_COST, TEST_COST
from unweave.values import kinds_of

Test = Callable[[Index, Any, Any], bool]
"""Whether a node passes, given the index and the scope."""
FEW = 8  # candidates that are tested one by one before their label is looked up
TEXT = "#text"
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_CONDITION = re.compile(r"[\[:]")
_POSITIONS = frozenset({"position", "position-from-end"})


@dataclass(frozen=True, slots=True)
class Label:
    """A text and where it must be: so many texts before or behind the node, or first in the row so far above it."""

    side: Literal["before", "behind", "row"]
    text: str
    distance: int

    def of(self, index: Index, peer: Any, scope: Any) -> Any:
        """The text that would have to be the label of this node; None where there is none."""
        if self.side == "before":
            return index.before(peer, self.distance, scope)
        if self.side == "behind":
            return index.behind(peer, self.distance, scope)
        row = above(peer, self.distance)
        return index.first_text(row) if type(row) is Element else None

    def names(self, index: Index, peer: Any, scope: Any) -> bool:
        """Whether this node has the label."""
        text = self.of(index, peer, scope)
        return text is not None and collapse(text.data) == self.text


@dataclass(frozen=True, slots=True)
class Query:
    """One step along "descendant", ready to be asked of pages.

    ``nth`` and ``from_end`` are places among sibling texts; ``row`` selects the row that begins with the label. The
    strings ``beside`` must be in the source: where one is not, no node passes the tests.

    >>> from unweave.page import Page
    >>> index = Index(Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>").document)
    >>> row = Step("parent", "tr", (Condition("begins", "Price"),))
    >>> [index.text(peer) for peer in query_of(Step("descendant", "td", (Condition("has", steps=(row,)),))).find(index)]
    ['$5']
    """

    selector: str
    is_text: bool = False
    nth: int = 0
    from_end: int = 0
    tests: tuple[Test, ...] = ()
    label: Label | None = None
    row: str = ""
    beside: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """About how many times as long as a selector alone it takes."""
        if not self.selector and self.label is None:
            return EVERY_TEXT_COST
        if self.label is not None and not _CONDITION.search(self.selector):  # then there are many candidates
            return LABEL_COST
        return 1 if self.label is None and not self.tests else TEST_COST

    def find(self, index: Index, scope: Any = None, near: Any = None) -> Sequence[Any]:
        """The nodes inside the scope that it selects, in document order.

        ``near`` is a node that another rule has found: the label may well be the one of that node.
        """
        label = self.label
        if self.beside and not all(map(index.is_in_source, self.beside)):
            return ()
        if label is not None and self._begins_at_label(index, label, scope):
            return self._by_label(index, label, scope, near)
        if not self.selector:
            return [text for text in index.visible_texts(scope) if self._suits(index, text, scope)]
        peers: Sequence[Any] = index.select(self.selector, scope)
        if self.is_text:
            peers = self._texts(index, peers[0]) if len(peers) == 1 else self._below(index, peers)
        if label is not None:
            peers = [one for one in peers if label.names(index, one, scope)]
        return [one for one in peers if self._passes(index, one, scope)] if self.tests else peers

    def _begins_at_label(self, index: Index, label: Label, scope: Any) -> bool:
        """Whether the label is looked up, and not the candidates tested: where it is known, or they are many.

        Inside a record candidates are tested even if the label is known, as long as they are few.
        """
        if not self.selector:
            return True
        if scope is None:
            return index.has_looked_up(label.text) or len(index.select(self.selector)) > FEW
        # The row may be around the scope, and many labels outside.
        return label.side != "row" and len(index.select(self.selector, scope)) > FEW

    def _below(self, index: Index, parents: Sequence[Any]) -> list[Any]:
        """The wanted texts in some elements, in document order."""
        texts = [text for peer in parents for text in self._texts(index, peer)]
        is_nested = any(len(one) > 1 and one in other.ancestors for one, other in pairwise(parents))
        return index.in_order(texts) if is_nested else texts

    def _passes(self, index: Index, peer: Any, scope: Any) -> bool:
        return all(test(index, peer, scope) for test in self.tests)

    def _suits(self, index: Index, peer: Any, scope: Any) -> bool:
        return self._is_placed(index, peer) and self._passes(index, peer, scope)

    def _is_placed(self, index: Index, peer: Any) -> bool:
        """Whether a node is where the selector, and for texts their place, want it."""
        element = peer.parent if self.is_text else peer
        if (type(peer) is Text) is not self.is_text or type(element) is not Element:
            return False
        if (self.nth or self.from_end) and self.is_text and self._at_place(index.child_texts(element)) is not peer:
            return False
        return not self.selector or element.matches(self.selector)

    def _texts(self, index: Index, parent: Any) -> list[Any]:
        """The visible texts of an element in no hidden one that are in the wanted place among its texts."""
        if parent.tag in HIDDEN:  # nothing else around it is: it was selected
            return []
        if len(parent) == 1:  # most often there is one text and nothing else
            only = parent[0]
            is_placed = self.nth <= 1 >= self.from_end and type(only) is Text
            return [only] if is_placed and not only.data.isspace() else []
        texts = index.child_texts(parent)
        if self.nth or self.from_end:
            placed = self._at_place(texts)
            return [placed] if placed is not None and not placed.data.isspace() else []
        return [text for text in texts if not text.data.isspace()]

    def _at_place(self, texts: Sequence[Any]) -> Any:
        """Of the texts of an element the one in the wanted place; None where there is none."""
        at = self.nth - 1 if self.nth else len(texts) - self.from_end
        is_placed = 0 <= at < len(texts) and (not self.from_end or at == len(texts) - self.from_end)
        return texts[at] if is_placed else None

    def _by_label(self, index: Index, label: Label, scope: Any, near: Any) -> Sequence[Any]:
        beside = None if near is None or index.has_looked_up(label.text) else label.of(index, near, scope)
        if label.side == "row":
            rows = [row for text in index.labelled(label.text, beside) for row in self._rows(index, text)]
            lists = [some for row in rows if (some := self._in_row(index, label, row, scope))]
            return lists[0] if len(lists) == 1 else index.in_order(chain.from_iterable(lists))
        texts = index.labelled(label.text, beside, scope)
        found = dict.fromkeys(one for text in texts for one in self._beside(index, label, text, scope))
        return list(found) if self.is_text or len(found) < 2 else index.in_order(found)  # texts are, as the labels are

    def _beside(self, index: Index, label: Label, text: Any, scope: Any) -> Iterator[Any]:
        """The nodes that a label names by being so many texts before or behind them."""
        step = index.behind if label.side == "before" else index.before
        last = text if label.distance == 1 else step(text, label.distance - 1)
        if last is None:
            return
        target = step(last)
        for one in self._named(label, last, target):
            if self._in_scope(index, one, text, scope) and self._suits(index, one, scope):
                yield one

    def _named(self, label: Label, last: Any, target: Any) -> Iterator[Any]:
        """What is between two neighbouring texts: the second, elements that begin (or end) with it, and empty ones."""
        if self.is_text:
            yield from () if target is None else (target,)
            return
        if target is not None:
            yield from ancestors_without(target, last)
        beyond = last.following if label.side == "before" else last.preceding
        yield from takewhile(lambda node: node is not target, beyond)

    def _rows(self, index: Index, label: Any) -> Iterator[Any]:
        """The elements that begin with a label and are as rows must be."""
        for row in ancestors_without(label, index.before(label)):
            if type(row) is Element and row.matches(self.row):
                yield row

    def _in_row(self, index: Index, label: Label, row: Any, scope: Any) -> list[Any]:
        """The nodes so far below a row, in document order."""
        height = label.distance - self.is_text
        if height:
            below = [one for one in index.select(self.selector, row) if above(one, height) is row]
        else:
            below = [row] if row.matches(self.selector) else []
        if self.is_text:
            below = self._below(index, below)
        return [one for one in below if self._in_scope(index, one, None, scope) and self._passes(index, one, scope)]

    @staticmethod
    def _in_scope(index: Index, peer: Any, label: Any, scope: Any) -> bool:
        if index.is_hidden(peer):
            return False
        if scope is None:
            return True
        return scope in peer.ancestors and (label is None or scope in label.ancestors)


def above(peer: Any, height: int) -> Any:
    """The node so far above another; None beyond the top."""
    for _ in range(height):
        peer = peer.parent if peer is not None else None
    return peer


def query_of(step: Step) -> Query:
    """The query of a step along "descendant".

    >>> row = Condition("has", steps=(Step("parent", "tr"),))
    >>> query_of(Step("descendant", "td", (Condition("nth", "2"), row))).selector
    'tr > td:nth-of-type(2)'
    """
    return _Writer(step).query()


class _Writer:
    """Takes a step apart into selector, label and tests."""

    def __init__(self, step: Step) -> None:
        self.is_text = step.tag == TEXT
        self.own: list[str] = []
        self.parents: list[str] = []
        self.around = ""
        self.tests: list[Test] = []
        self.label: Label | None = None
        self.row = "*"
        self.places = {"nth": 0, "nth-from-end": 0}
        asked = [one for one in step.conditions if one.property in {"left", "right"} and not one.negated]
        self.beside = tuple(one.value for one in asked)
        if not self.is_text:
            self._tag(step.tag)
        for condition in step.conditions:
            self._take(condition)

    def query(self) -> Query:
        steps = [] if self.is_text else ["".join(self.own)]
        selector = " > ".join(reversed([*steps, *self.parents]))
        if self.around:
            selector = f"{self.around} {selector}" if selector else f"{self.around}, {self.around} *"
        nth, from_end = self.places["nth"], self.places["nth-from-end"]
        return Query(selector, self.is_text, nth, from_end, tuple(self.tests), self.label, self.row, self.beside)

    def _tag(self, tag: str) -> None:
        if tag and not _NAME.fullmatch(tag):
            self.tests.append(lambda _index, peer, _scope: peer.tag == tag)
        self.own.append(tag if _NAME.fullmatch(tag) else "*")

    def _take(self, condition: Condition) -> None:
        parents = None if condition.negated else _parents(condition)
        if self.is_text and not self.places.get(condition.property, 1) and not condition.negated:
            self.places[condition.property] = int(condition.value)
        elif (css := css_of(condition)) is not None and not self.is_text:
            self.own.append(css)
        elif parents is not None and not self.parents and not self.around:
            self._has_parents(parents)
        elif (around := _around(condition)) and not self.parents and not self.around:
            self.around = around
        elif self.label is None and (label := _label(condition)) is not None:
            self.label = label
        else:
            self.tests.append(test_of(condition))

    def _has_parents(self, steps: Sequence[Step]) -> None:
        for height, step in enumerate(steps, 1):
            compound, label = step.tag or "*", self.label
            for condition in step.conditions:
                css = css_of(condition)
                if css is not None:
                    compound += css
                elif self.label is None and condition.property == "begins" and not condition.negated:
                    self.label = Label("row", condition.value, height)
                else:
                    self.tests.append(_test_above(height, test_of(condition)))
            self.parents.append(compound)
            self.row = compound if label is not self.label else self.row


def _test_above(height: int, test: Test) -> Test:
    return lambda index, peer, scope: test(index, above(peer, height), scope)


def _parents(condition: Condition) -> Sequence[Step] | None:
    """The steps of a condition that asks for parents whose tags CSS can name; None for other conditions."""
    steps = condition.steps
    if condition.property != "has" or any(step.axis != "parent" or not _plain(step.tag) for step in steps):
        return None
    return None if any(one.property in _POSITIONS for step in steps for one in step.conditions) else steps


def _plain(tag: str) -> bool:
    return not tag or bool(_NAME.fullmatch(tag))


def _around(condition: Condition) -> str:
    """The selector of an ancestor that a condition asks for; empty where it is no such condition."""
    steps = condition.steps
    if condition.property != "has" or condition.negated or len(steps) != 1 or steps[0].axis != "ancestor":
        return ""
    written = [css_of(one) for one in steps[0].conditions]
    if not _plain(steps[0].tag) or None in written:
        return ""
    return (steps[0].tag or "*") + "".join(one for one in written if one)


def css_of(condition: Condition) -> str | None:
    """A condition behind a tag as CSS; None where CSS cannot say it.

    >>> css_of(Condition("class", "price")), css_of(Condition("contains", "$"))
    ('[class~="price"]', None)
    """
    if condition.property not in _CSS or (condition.property == "attribute" and not _NAME.fullmatch(condition.name)):
        return None
    if condition.property == "class" and (not condition.value or len(condition.value.split()) != 1):
        return None
    written = _CSS[condition.property](condition)
    return f":not({written})" if condition.negated else written


_CSS: Mapping[str, Callable[[Condition], str]] = {
    "class": lambda one: f'[class~="{_quoted(one.value)}"]',
    "attribute": lambda one: f'[{one.name}="{_quoted(one.value)}" s]',
    "nth": lambda one: f":nth-of-type({int(one.value)})",
    "nth-from-end": lambda one: f":nth-last-of-type({int(one.value)})",
}


def _quoted(value: str) -> str:
    return "".join(f"\\{ord(sign):x} " if sign in '"\\' or ord(sign) < 32 else sign for sign in value)


def _label(condition: Condition) -> Label | None:
    """The label that a condition asks for so many texts before or behind; None for other conditions."""
    if condition.property != "has" or condition.negated or len(condition.steps) != 1:
        return None
    step = condition.steps[0]
    asked = tuple(one.property for one in step.conditions)
    if step.tag != TEXT or asked != ("filled", "position", "text") or any(one.negated for one in step.conditions):
        return None
    _, position, text = step.conditions
    if step.axis not in {"preceding", "following"} or not text.value:
        return None
    return Label("before" if step.axis == "preceding" else "behind", text.value, int(position.value))


def test_of(condition: Condition) -> Test:
    """A condition as a test of single nodes, whatever it asks.

    >>> from unweave.page import Page
    >>> index = Index(Page("<p>Brand: <b>Acme</b>").document)
    >>> test_of(Condition("contains", "cm"))(index, index.select("b")[0], None)
    True
    """
    label = _label(condition)
    test = label.names if label is not None else _headed(condition) or _TESTS[condition.property](condition)
    return (lambda index, peer, scope: not test(index, peer, scope)) if condition.negated else test


def _headed(condition: Condition) -> Test | None:
    """The test for the nearest heading; None for other conditions."""
    steps = condition.steps
    if condition.property != "has" or len(steps) != 1 or (steps[0].axis, steps[0].tag) != ("preceding", ""):
        return None
    asked = tuple((one.property, one.negated) for one in steps[0].conditions)
    if asked != (("heading", False), ("position", False), ("text", False)) or steps[0].conditions[1].value != "1":
        return None
    title = steps[0].conditions[2].value
    return lambda index, peer, _scope: index.heading(peer) == title


def _attribute(peer: Any, name: str) -> str | None:
    if type(peer) is not Element or name not in peer.attrs:
        return None
    return str(peer.attr(name) or "")


def _place(peer: Any) -> tuple[int, int]:
    """The node's place among its parent's children of its tag or kind, from the front and from the end."""
    parent = peer.parent
    like = [child for child in parent.children if _alike(child, peer)] if parent is not None else [peer]
    at = next(number for number, child in enumerate(like) if child is peer)
    return at + 1, len(like) - at


def _alike(one: Any, other: Any) -> bool:
    return type(one) is type(other) and getattr(one, "tag", "") == getattr(other, "tag", "")


_TESTS: Mapping[Property, Callable[[Condition], Test]] = {
    "attribute": lambda wanted: lambda _index, peer, _scope: _attribute(peer, wanted.name) == wanted.value,
    "class": lambda wanted: lambda _index, peer, _scope: wanted.value in class_tokens(_attribute(peer, "class") or ""),
    "text": lambda wanted: lambda index, peer, _scope: index.text(peer) == wanted.value,
    "contains": lambda wanted: lambda index, peer, _scope: wanted.value in index.text(peer),
    "nth": lambda wanted: lambda _index, peer, _scope: _place(peer)[0] == int(wanted.value),
    "nth-from-end": lambda wanted: lambda _index, peer, _scope: _place(peer)[1] == int(wanted.value),
    "filled": lambda _wanted: lambda index, peer, _scope: index.first_text(peer) is not None,
    "heading": lambda _wanted: (
        lambda index, peer, _scope: getattr(peer, "tag", "") in HEADINGS and index.first_text(peer) is not None
    ),
    "begins": lambda wanted: (
        lambda index, peer, _scope: (
            (first := index.first_text(peer)) is not None and collapse(first.data) == wanted.value
        )
    ),
    "column": lambda wanted: lambda index, peer, _scope: index.column_title(peer) == wanted.value,
    "kind": lambda wanted: lambda index, peer, _scope: wanted.value in kinds_of(index.text(peer)),
    "left": lambda wanted: lambda index, peer, _scope: before_span(*index.source_and_span(peer)).endswith(wanted.value),
    "right": lambda wanted: (
        lambda index, peer, _scope: behind_span(*index.source_and_span(peer)).startswith(wanted.value)
    ),
    "has": lambda wanted: lambda index, peer, scope: bool(walk(index, peer, wanted.steps, scope)),
}


def walk(index: Index, start: Any, steps: Sequence[Step], scope: Any = None) -> list[Any]:
    """The nodes that steps lead to from a node, each once: the general form, for what has no native one."""
    nodes = [start]
    for step in steps:
        nodes = list(dict.fromkeys(node for origin in nodes for node in _step(index, origin, step, scope)))
    return nodes


def _step(index: Index, origin: Any, step: Step, scope: Any) -> list[Any]:
    found = (node for node in _AXES[step.axis](origin) if _has_tag(node, step.tag))
    if scope is not None and step.tag == TEXT and step.axis in {"preceding", "following"}:
        found = (node for node in found if is_inside(node, scope))
    first = step.conditions[0] if step.conditions else None
    if first is not None and first.property == "position" and not first.negated and int(first.value) > 0:
        nodes, conditions = list(islice(found, int(first.value) - 1, int(first.value))), step.conditions[1:]
    else:
        nodes, conditions = list(found), step.conditions
    for condition in conditions:
        if condition.property in _POSITIONS:
            at = int(condition.value) - 1 if condition.property == "position" else len(nodes) - int(condition.value)
            kept = nodes[at : at + 1] if at >= 0 else []
            nodes = [node for node in nodes if node not in kept] if condition.negated else kept
        else:
            test = test_of(condition)
            nodes = [node for node in nodes if test(index, node, scope)]
    return nodes


def _has_tag(peer: Any, tag: str) -> bool:
    if tag == TEXT:
        return type(peer) is Text
    return type(peer) is Element and tag in {"", peer.tag}


_AXES: Mapping[Axis, Callable[[Any], Iterable[Any]]] = {
    "self": lambda peer: (peer,),
    "child": lambda peer: peer.children,
    "descendant": lambda peer: peer.descendants,
    "parent": lambda peer: () if peer.parent is None else (peer.parent,),
    "ancestor": lambda peer: peer.ancestors,
    "following-sibling": lambda peer: peer.next_siblings,
    "preceding-sibling": lambda peer: peer.previous_siblings,
    "following": lambda peer: peer.following,
    "preceding": lambda peer: peer.preceding,
}
