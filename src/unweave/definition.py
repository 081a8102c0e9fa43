"""The slow, obvious definition of what a program's steps and conditions select, on our own tree.

Legend (``program`` has all words of a program)

    step        from each node along an axis (child, ancestor, following sibling, ...) to nodes that meet conditions
    condition   what is asked of such a node: an attribute, a text, its position among those that are left
    scope       the element of a record: texts that may be labels are looked for inside it
    take        what is read of the node that is reached: "text", "@href"

``unweave.engine`` is the fast form; tests hold the two equal on real and on mutated pages. Steps and conditions mean
what they mean in XPath 1.0: conditions are read left to right, and a position counts the nodes that are left at that
point, in the direction of the axis.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from unweave.page import Node, Span
from unweave.page.html import CELLS, HEADINGS, HIDDEN, class_tokens, collapse
from unweave.program import Axis, Condition, Property, Step
from unweave.values import kinds_of


def select(start: Node, steps: Sequence[Step], scope: Node | None = None) -> list[Node]:
    """The nodes that the steps lead to, each once, in document order.

    Texts before and behind a node, which may be its labels, are looked for inside the scope, a record's element.

    >>> from unweave.page import Page
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> beside_price = (Step("descendant", "th", (Condition("text", "Price"),)), Step("following-sibling", "td"))
    >>> [node.text for node in select(page.tree.root, beside_price)]
    ['$5']
    """
    nodes = [start]
    for step in steps:
        reached = {node.index: node for origin in nodes for node in _step(origin, step, scope)}
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


def _step(origin: Node, step: Step, scope: Node | None) -> Iterator[Node]:
    nodes: Iterator[Node] = (node for node in AXES[step.axis](origin) if _has_tag(node, step.tag))
    if scope is not None and step.tag == "#text" and step.axis in {"preceding", "following"}:
        nodes = (node for node in nodes if scope.index < node.index <= scope.last)
    conditions = step.conditions
    if not any(one.property in POSITIONS for one in conditions):  # then their order does not matter
        conditions = tuple(sorted(conditions, key=_cost))
    for condition in conditions:
        nodes = _meeting(condition, nodes, scope)
    return nodes


def _cost(condition: Condition) -> int:
    return 0 if not condition.steps else 1 if condition.steps[0].axis in {"parent", "ancestor"} else 2


def _meeting(condition: Condition, nodes: Iterator[Node], scope: Node | None) -> Iterator[Node]:
    """The nodes that meet a condition; a position counts those that are left."""
    if condition.property not in POSITIONS:
        return (node for node in nodes if _holds(condition, node, scope))
    wanted = int(condition.value)
    if condition.property == "position" and not condition.negated:
        return islice(nodes, wanted - 1, wanted)
    left = list(nodes)
    at = wanted - 1 if condition.property == "position" else len(left) - wanted
    return (node for number, node in enumerate(left) if (number == at) is not condition.negated)


def _has_tag(node: Node, tag: str) -> bool:
    if tag == "#text":
        return node.kind == "text"
    return node.kind == "element" and tag in {"", node.tag}


def _holds(condition: Condition, node: Node, scope: Node | None) -> bool:
    if condition.property == "has":
        return _leads_somewhere(node, condition.steps, scope) is not condition.negated
    return _TESTS[condition.property](condition, node) is not condition.negated


def _leads_somewhere(node: Node, steps: Sequence[Step], scope: Node | None) -> bool:
    """Whether ``select`` finds a node; the last step is only taken up to its first one."""
    origins = select(node, steps[:-1], scope)
    return any(True for origin in origins for _ in _step(origin, steps[-1], scope)) if steps else True


POSITIONS = frozenset({"position", "position-from-end"})
_TESTS: Mapping[Property, Callable[[Condition, Node], bool]] = {
    "attribute": lambda wanted, node: node.attributes.get(wanted.name) == wanted.value,
    "class": lambda wanted, node: wanted.value in class_tokens(node.attributes.get("class", "")),
    "text": lambda wanted, node: reader_text(node) == wanted.value,
    "contains": lambda wanted, node: wanted.value in reader_text(node),
    "nth": lambda wanted, node: place_among_like(node)[0] == int(wanted.value),
    "nth-from-end": lambda wanted, node: place_among_like(node)[1] == int(wanted.value),
    "filled": lambda _wanted, node: bool(first_text(node)),
    "heading": lambda _wanted, node: node.tag in HEADINGS and bool(first_text(node)),
    "begins": lambda wanted, node: first_text(node) == wanted.value,
    "column": lambda wanted, node: column_title(node) == wanted.value,
    "kind": lambda wanted, node: wanted.value in kinds_of(reader_text(node)),
    "left": lambda wanted, node: source_before(node).endswith(wanted.value),
    "right": lambda wanted, node: source_behind(node).startswith(wanted.value),
}


def _siblings_after(node: Node) -> Iterator[Node]:
    return iter(node.parent.children[node.position + 1 :] if node.parent else ())


def _siblings_before(node: Node) -> Iterator[Node]:
    return reversed(node.parent.children[: node.position] if node.parent else ())


def _following(node: Node) -> Iterator[Node]:
    nodes = node.tree.nodes
    return (nodes[index] for index in range(node.last + 1, len(nodes)))


def _preceding(node: Node) -> Iterator[Node]:
    around = {ancestor.index for ancestor in node.ancestors()}
    nodes = node.tree.nodes
    return (nodes[index] for index in range(node.index - 1, -1, -1) if index not in around)


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


def place_among_like(node: Node) -> tuple[int, int]:
    """The node's place among its parent's children with its tag (or kind), from the front and from the end.

    >>> from unweave.page import Page
    >>> first, second = (node for node in Page("<p>a<p>b").tree.elements() if node.tag == "p")
    >>> place_among_like(first), place_among_like(second)
    ((1, 2), (2, 1))
    """
    like = [child for child in (node.parent.children if node.parent else [node]) if _alike(child, node)]
    at = next(number for number, child in enumerate(like) if child is node)
    return at + 1, len(like) - at


def _alike(one: Node, other: Node) -> bool:
    return (one.kind, one.tag) == (other.kind, other.tag)


def is_seen(node: Node) -> bool:
    """Whether a text node shows something: it is not blank and does not stand in a script or its like.

    >>> from unweave.page import Page
    >>> [node.data for node in Page("<p> <b>a</b><script>b</script>").tree.texts() if is_seen(node)]
    ['a']
    """
    if node.data.isspace():
        return False
    around = node.parent
    while around is not None and around.tag not in HIDDEN:
        around = around.parent
    return around is None


def reader_text(node: Node) -> str:
    """What a reader sees of a node: nothing of a hidden element.

    >>> from unweave.page import Page
    >>> [reader_text(node) for node in Page("<b>a</b><script>b</script>").tree.elements()][-2:]
    ['a', '']
    """
    return "" if node.tag in HIDDEN else node.text


def first_text(node: Node) -> str:
    """The first text that a node shows, white space collapsed; empty where it shows none.

    >>> from unweave.page import Page
    >>> first_text(Page("<table><tr> <th>Brand <td>Acme").tree.root)
    'Brand'
    """
    for at in range(node.index, node.last + 1):
        each = node.tree.nodes[at]
        if each.kind == "text" and is_seen(each):
            return collapse(each.data)
    return ""


def column_title(node: Node) -> str:
    """The text of the first cell in the table's column in which a node stands; empty outside tables.

    >>> from unweave.page import Page
    >>> page = Page("<table><tr><th>Title<th>Price<tr><td>Emma<td>$5</table>")
    >>> column_title(list(page.tree.texts())[3])
    'Price'
    """
    cell = next((each for each in (node, *node.ancestors()) if each.tag in CELLS), None)
    table = cell and next((each for each in cell.ancestors() if each.tag == "table"), None)
    if cell is None or cell.parent is None or table is None:
        return ""
    first = next((each for each in table.descendants() if each.tag == "tr"), None)
    titles = _cells(first) if first else []
    at = _cells(cell.parent).index(cell)
    return titles[at].text if at < len(titles) and titles[at] is not cell else ""


def _cells(row: Node) -> list[Node]:
    return [child for child in row.children if child.tag in CELLS]


REACH = 200  # characters of source beside a node that ``left`` and ``right`` may look at


def source_before(node: Node) -> str:
    """The source just before a node.

    >>> from unweave.page import Page
    >>> source_before(Page("<b>Emma</b>").tree.nodes[-1])
    '<b>'
    """
    return node.tree.source[max(node.span.start - REACH, 0) : node.span.start] if node.span else ""


def source_behind(node: Node) -> str:
    """The source just behind a node.

    >>> from unweave.page import Page
    >>> source_behind(Page("<b>Emma</b>").tree.nodes[-1])
    '</b>'
    """
    return node.tree.source[node.span.end : node.span.end + REACH] if node.span else ""
