"""Builders for texts near the value: its label, the first text of its row, the text after it, headings, column headers.

Legend, for ``<h2>Facts</h2><table><tr><th>Weight<td>265 lbs``

    LabelBefore       "Weight": the text right before the value; where several values
                      follow one label (``<dt>By<dd>Ann<dd>Bob``), the nearest sibling before each that looks like it
    RowLabel          "Weight": the first text of an ancestor, such as the table row
    TextAfter         "lbs": the text right after the value
    SectionHeading    "Facts": the nearest heading before the value
    ColumnHeader      the first cell of the value's table column

All of them require the same text on every page. Further concepts of a series also require more and more of the path.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from unweave.definition import column_title, select
from unweave.page import Node
from unweave.program import Axis, Condition, Property, Step
from unweave.rules.builder import Sample, Series, conjoin
from unweave.rules.execute import text_of
from unweave.rules.paths import attribute_conditions, growing_concepts, path_concept, path_of, position_condition
from unweave.rules.views import PageView
from unweave.tuning import RULE_LABEL_LEVELS, RULE_ROW_LEVELS


def has_label(label: str, distance: int) -> Condition:
    """The condition that this text is so many texts before a node.

    >>> has_label("Brand:", 1).steps[0].axis
    'preceding'
    """
    return _has_text("preceding", "#text", "filled", distance, label)


def _has_text(axis: Axis, tag: str, kind: Property, distance: int, text: str) -> Condition:
    """The condition that the node at this distance along an axis, of nodes of a kind, has this text."""
    conditions = (Condition(kind), Condition("position", str(distance)), Condition("text", text))
    return Condition("has", steps=(Step(axis, tag, conditions),))


def _with_path(sample: Sample, condition: Condition, levels: int | None, *, positions: bool = False) -> Series:
    """The condition with more and more of the path: tags, attributes and, if asked for, positions."""
    named = Step("descendant", sample.tag, (condition,))
    path = [
        (level.tag, attribute_conditions(level) + position_condition(level) * positions)
        for level in sample.path[:levels]
    ]
    return [conjoin(named, concept) for concept in growing_concepts(sample.tag, path)]


@dataclass(frozen=True, slots=True)
class LabelBefore:
    """The same text is right before every node, or so many texts before; without positions if asked for.

    With positions, several nodes may follow one label: each is behind it, and before the next sibling like it.
    """

    name: str = "label"
    distances: tuple[int, ...] = (1,)
    positions: bool = True

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series for each distance at which all nodes have the same text."""
        for distance in self.distances:
            label = sample.common_text(lambda view, node, far=distance: view.text_before(node, far))
            if label:
                condition = has_label(label, distance)
                exact = _with_path(sample, condition, RULE_LABEL_LEVELS, positions=True) if self.positions else []
                yield [*_with_path(sample, condition, RULE_LABEL_LEVELS), *exact[-1:]]
        for condition in _labels_of_groups(sample) if self.positions and len(sample.nodes) > sample.pages else ():
            yield _with_path(sample, condition, RULE_LABEL_LEVELS)


def _labels_of_groups(sample: Sample) -> Iterator[Condition]:
    """The conditions that the nearest sibling of a kind, before a node or an element around it, has the same text."""
    view, node = sample.nodes[0]
    for height, above in enumerate(islice([node, *node.ancestors()], min(len(sample.path), RULE_LABEL_LEVELS))):
        up = tuple(Step("parent", level.tag) for level in sample.path[1 : height + 1])
        for kind in dict.fromkeys(_kinds_before(view, above)):
            text = sample.common_text(lambda _view, node, steps=(*up, kind): _text_reached(node, steps))
            if text:
                asked = (*kind.conditions, Condition("text", text))
                yield Condition("has", steps=(*up, replace(kind, conditions=asked)))


def _kinds_before(view: PageView, node: Node) -> Iterator[Step]:
    """Steps to the nearest sibling before a node that has another tag, other attributes, or another element inside."""
    own_tag, own = _kind(view, node)
    for sibling in select(node, (Step("preceding-sibling", "", (Condition("filled"),)),)):
        tag, marks = _kind(view, sibling)
        lacking = [replace(one, negated=True) for one in own if one not in marks] if tag == own_tag else []
        if (tag, marks) != (own_tag, own):
            yield Step("preceding-sibling", tag, (*marks, *lacking, Condition("position", "1")))


def _kind(view: PageView, node: Node) -> tuple[str, tuple[Condition, ...]]:
    """The tag of a node, and what tells it from others with this tag: its attributes, the only element inside it."""
    level = path_of(view, node)[0]
    inside = [one.tag for one in node.children if one.kind == "element"]
    only = (Condition("has", steps=(Step("child", inside[0]),)),) if len(inside) == 1 else ()
    return level.tag, attribute_conditions(level) + only


def _text_reached(node: Node, steps: tuple[Step, ...]) -> str:
    return next((text_of(found) for found in select(node, steps)), "")


@dataclass(frozen=True, slots=True)
class RowLabel:
    """An ancestor (row, list item, box) begins with the same text; the node is below it, by attributes or positions."""

    name: str = "row"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series for each level at which all ancestors begin with the same text."""
        for height in range(1, min(len(sample.path), RULE_ROW_LEVELS + 1)):
            label = sample.common_text(lambda view, node, up=height: _first_text_above(view, node, up))
            if label:
                yield [self._concept(sample, height, label, positions=positions) for positions in (False, True)]

    def _concept(self, sample: Sample, height: int, label: str, *, positions: bool) -> Step:
        below = [
            (one.tag, attribute_conditions(one) + position_condition(one) * positions) for one in sample.path[:height]
        ]
        row = sample.path[height]
        found = path_concept(sample.tag, [*below, (row.tag, (*attribute_conditions(row), Condition("begins", label)))])
        return Step("descendant", sample.tag, (*found.conditions, Condition("text", label, negated=True)))


def _first_text_above(view: PageView, node: Node, height: int) -> str:
    """The first text of the ancestor so many levels up, if it is before the node; else an empty text."""
    above: Node | None = node
    for _ in range(height):
        above = above.parent if above else None
    if above is None:
        return ""
    first = view.extent(above).first
    label = view.strings[first] if first < view.extent(node).first else ""
    return "" if label == text_of(node) else label


@dataclass(frozen=True, slots=True)
class TextAfter:
    """The same text is right after every node: "lbs", "pages", "reviews"."""

    name: str = "text after"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series, where all nodes have the same text after them."""
        text = sample.common_text(lambda view, node: view.text_after(node))
        if text:
            yield _with_path(sample, _has_text("following", "#text", "filled", 1, text), RULE_LABEL_LEVELS)


@dataclass(frozen=True, slots=True)
class SectionHeading:
    """The nearest heading before every node has the same text."""

    name: str = "heading"

    def series(self, sample: Sample) -> Iterator[Series]:
        """Two series, without and with positions, where all nodes are under the same heading."""
        text = sample.common_text(lambda view, node: view.heading(node))
        if text:
            condition = _has_text("preceding", "", "heading", 1, text)
            yield from (_with_path(sample, condition, None, positions=positions) for positions in (False, True))


@dataclass(frozen=True, slots=True)
class ColumnHeader:
    """All nodes are in a table column whose first cell has the same text."""

    name: str = "column"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series, where all nodes have the same column header."""
        title = sample.common_text(lambda _view, node: column_title(node))
        if title:
            yield _with_path(sample, Condition("column", title), RULE_LABEL_LEVELS)
