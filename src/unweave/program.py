"""The two small forms every wrapper lowers itself to; what is compiled and exported.

A **scan** walks the source once, left to right: find a delimiter, find the next one, cut what lies between. It needs no
tree. A **selection** walks the tree: from a node, step by step, to the nodes that hold a field's values.

Legend

    Cut(field="code", left="<I>", right="</I>")         where one value begins and ends
    Scan(cuts=(...), head="<P>", tail="<HR>")           find head; while left_1 comes before tail: cut, cut, ...
    Step("child", tag="td", conditions=(...))           from each node to some of its children
    Selection(field="price", steps=(...), take="text")  the nodes behind the last step, and what is taken of them
    Selections(fields=(...), record=Selection(...))     one selection per field, and what makes a record of them
    Condition("has", steps=(Step("parent", "td"),))     the node from which these steps lead somewhere

Steps and conditions mean what they mean in XPath 1.0: conditions are read left to right, and a position counts the
nodes that are left at that point, in the direction of the axis. ``select`` is their slow, obvious definition. Several
selections of one field either vote or are joined: those of one ``panel`` vote, each with its ``weight``, on what the
values are; what the panels find is joined.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from unweave.page import Node, Span
from unweave.properties import HEADINGS, before, behind, column_title, first_text, place_among_like
from unweave.values import kinds_of


@dataclass(frozen=True, slots=True)
class Cut:
    """Where one field's value begins (behind ``left``) and ends (at ``right``).

    ``missing``, where it is not empty, is what is found before ``left`` when the value is absent.

    >>> Cut("code", "<I>", "</I>").right
    '</I>'
    """

    field: str
    left: str
    right: str
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Scan:
    """One pass over the source: ``head``, then records while they begin before ``tail``.

    An empty ``head`` begins at the top; without a ``tail`` only the absence of the next beginning ends the loop. With
    ``opening`` a record begins where it occurs, and behind a record the scan goes on at ``closing``. With ``nested``
    the cuts are levels of a hierarchy, outermost first.

    >>> Scan((Cut("code", "<I>", "</I>"),), head="<P>").tail
    ''
    """

    cuts: tuple[Cut, ...]
    head: str = ""
    tail: str = ""
    opening: str = ""
    closing: str = ""
    nested: bool = False


Axis = Literal[
    "self",
    "child",
    "descendant",
    "parent",
    "ancestor",
    "following-sibling",
    "preceding-sibling",
    "following",
    "preceding",
]
Property = Literal[
    "attribute",
    "class",
    "text",
    "contains",
    "position",
    "position-from-end",
    "nth",
    "nth-from-end",
    "filled",
    "heading",
    "begins",
    "column",
    "kind",
    "left",
    "right",
    "has",
]


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing a node must have: an attribute's value, a class token, a text, a place among its like.

    ==================== =====================================================================
    ``nth``              it is the nth of its parent's children with its tag (from the end)
    ``filled``           it shows some text, and does not stand in a script or its like
    ``heading``          it is a heading (h1 to h6) that shows some text
    ``begins``           the first text that it shows is this
    ``column``           it stands in a table's column whose first cell has this text
    ``kind``             its text is a price, a date, ... (see ``unweave.values``)
    ``left``, ``right``  the source before it ends so, the source behind it begins so
    ``has``              from it, the steps lead somewhere
    ==================== =====================================================================

    >>> Condition("class", value="price").property
    'class'
    >>> Condition("attribute", name="itemprop", value="name").name
    'itemprop'
    """

    property: Property
    value: str = ""
    name: str = ""
    negated: bool = False
    steps: "tuple[Step, ...]" = ()


@dataclass(frozen=True, slots=True)
class Step:
    """From each node along an axis to the nodes with this tag (empty: any) that meet every condition.

    ``tag="#text"`` asks for text nodes.

    >>> Step("child", tag="td").axis
    'child'
    """

    axis: Axis
    tag: str = ""
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """Steps from the document (or the record's node) to the nodes of one field, and what to take of each.

    ``take`` is ``"text"`` (all a reader sees of it), or ``"@href"`` (an attribute's value). With ``left`` or ``right``
    it is only the part of that text behind the first ``left``, before the next ``right``. In its panel a selection
    counts with its ``weight``, or, where it finds nothing, with its ``silence`` for there being nothing. ``builder``
    says who made it.

    >>> Selection("title", (Step("descendant", "h1"),)).take
    'text'
    """

    field: str
    steps: tuple[Step, ...]
    take: str = "text"
    left: str = ""
    right: str = ""
    panel: int = 0
    weight: float = 1.0
    silence: float = 0.0
    builder: str = ""


@dataclass(frozen=True, slots=True)
class Selections:
    """A record's fields, each by its own selection; with ``record`` they start at each record's node.

    With ``grouped`` a page holds many records, and values are grouped into them by the order of the page.

    >>> Selections((Selection("title", (Step("descendant", "h1"),)),)).record is None
    True
    """

    fields: tuple[Selection, ...]
    record: Selection | None = None
    grouped: bool = False


Program = Scan | Selections


def select(start: Node, steps: Sequence[Step]) -> list[Node]:
    """The nodes that the steps lead to, each once, in document order.

    >>> from unweave.page import Page
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> beside_price = (Step("descendant", "th", (Condition("text", "Price"),)), Step("following-sibling", "td"))
    >>> [node.text for node in select(page.tree.root, beside_price)]
    ['$5']
    """
    nodes = [start]
    for step in steps:
        reached = {node.index: node for origin in nodes for node in _step(origin, step)}
        nodes = [reached[index] for index in sorted(reached)]
    return nodes


def taken(node: Node, take: str) -> Span | None:
    """The span of what a selection takes of a node; None where there is nothing to take.

    >>> from unweave.page import Page
    >>> page = Page("<a href='/emma'>Emma</a>")
    >>> link = select(page.tree.root, (Step("descendant", "a"),))[0]
    >>> page[taken(link, "text")], page[taken(link, "@href")]
    ('Emma', '/emma')
    """
    if take.startswith("@"):
        return node.attribute_span(take[1:])
    return node.inner


def _step(origin: Node, step: Step) -> list[Node]:
    nodes = [node for node in AXES[step.axis](origin) if _has_tag(node, step.tag)]
    for condition in step.conditions:
        size = len(nodes)
        nodes = [node for at, node in enumerate(nodes, 1) if _holds(condition, node, at, size)]
    return nodes


def _has_tag(node: Node, tag: str) -> bool:
    if tag == "#text":
        return node.kind == "text"
    return node.kind == "element" and tag in {"", node.tag}


def _holds(condition: Condition, node: Node, position: int, size: int) -> bool:
    return _TESTS[condition.property](condition, node, position, size) is not condition.negated


_TESTS: Mapping[Property, Callable[[Condition, Node, int, int], bool]] = {
    "attribute": lambda wanted, node, _at, _size: node.attributes.get(wanted.name) == wanted.value,
    "class": lambda wanted, node, _at, _size: wanted.value in node.attributes.get("class", "").split(),
    "text": lambda wanted, node, _at, _size: node.text == wanted.value,
    "contains": lambda wanted, node, _at, _size: wanted.value in node.text,
    "position": lambda wanted, _node, at, _size: at == int(wanted.value),
    "position-from-end": lambda wanted, _node, at, size: size - at + 1 == int(wanted.value),
    "nth": lambda wanted, node, _at, _size: place_among_like(node)[0] == int(wanted.value),
    "nth-from-end": lambda wanted, node, _at, _size: place_among_like(node)[1] == int(wanted.value),
    "filled": lambda _wanted, node, _at, _size: bool(first_text(node)),
    "heading": lambda _wanted, node, _at, _size: node.tag in HEADINGS and bool(first_text(node)),
    "begins": lambda wanted, node, _at, _size: first_text(node) == wanted.value,
    "column": lambda wanted, node, _at, _size: column_title(node) == wanted.value,
    "kind": lambda wanted, node, _at, _size: wanted.value in kinds_of(node.text),
    "left": lambda wanted, node, _at, _size: before(node).endswith(wanted.value),
    "right": lambda wanted, node, _at, _size: behind(node).startswith(wanted.value),
    "has": lambda wanted, node, _at, _size: bool(select(node, wanted.steps)),
}


def _siblings_after(node: Node) -> Iterator[Node]:
    return iter(node.parent.children[node.position + 1 :] if node.parent else ())


def _siblings_before(node: Node) -> Iterator[Node]:
    return reversed(node.parent.children[: node.position] if node.parent else ())


def _following(node: Node) -> Iterator[Node]:
    return iter(node.tree.nodes[node.last + 1 :])


def _preceding(node: Node) -> Iterator[Node]:
    around = {ancestor.index for ancestor in node.ancestors()}
    return (other for other in reversed(node.tree.nodes[: node.index]) if other.index not in around)


AXES: Mapping[Axis, Callable[[Node], Iterator[Node]]] = {
    "self": lambda node: iter((node,)),
    "child": lambda node: iter(node.children),
    "descendant": lambda node: node.descendants(),
    "parent": lambda node: iter(() if node.parent is None else (node.parent,)),
    "ancestor": lambda node: node.ancestors(),
    "following-sibling": _siblings_after,
    "preceding-sibling": _siblings_before,
    "following": _following,
    "preceding": _preceding,
}
