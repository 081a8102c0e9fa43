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

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from unweave.page import Node, Span
from unweave.page.html import CELLS, HEADINGS, HIDDEN, class_tokens, collapse
from unweave.program import Axis, Condition, Property, Step
from unweave.values import kinds_of

Walk = Callable[[Node, Node | None], Iterable[Node]]
"""From a node, inside a scope, to the nodes that a step leads to."""
Test = Callable[[Node, Node | None], bool]
"""Whether a node, inside a scope, meets a condition."""


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
    for walk in map(_walk, steps):
        reached = {node.index: node for origin in nodes for node in walk(origin, scope)}
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


def _walk(step: Step) -> Walk:
    """A step as a function; it is taken from very many nodes."""
    axis, has_tag = AXES[step.axis], _tag_test(step.tag)
    if step.axis == "preceding" and step.conditions[:1] == (Condition("heading"),):
        axis = _headings_before  # there are few, often far away
    is_scoped = step.tag == "#text" and step.axis in {"preceding", "following"}
    filters = _filters(step.conditions)

    def walk(origin: Node, scope: Node | None) -> Iterator[Node]:
        nodes: Iterator[Node] = filter(has_tag, axis(origin))
        if is_scoped and scope is not None:
            first, last = scope.index, scope.last
            nodes = (node for node in nodes if first < node.index <= last)
        return _filtered(nodes, filters, scope)

    return walk


def meeting(step: Step, nodes: Iterable[Node], scope: Node | None = None) -> Iterator[Node]:
    """Of some nodes, all with the tag of a step, those that meet its conditions; a position counts them.

    >>> from unweave.page import Page
    >>> nodes = Page("<b>a</b><b>b</b>").tree.texts()
    >>> [node.data for node in meeting(Step("descendant", "#text", (Condition("text", "b"),)), nodes)]
    ['b']
    """
    return _filtered(iter(nodes), _filters(step.conditions), scope)


def _filtered(nodes: Iterator[Node], filters: "Sequence[Filter]", scope: Node | None) -> Iterator[Node]:
    for each in filters:
        nodes = each(nodes, scope)
    return nodes


def _tag_test(tag: str) -> Callable[[Node], bool]:
    if tag == "#text":
        return lambda node: node.kind == "text"
    return lambda node: node.kind == "element" and tag in {"", node.tag}


Filter = Callable[[Iterator[Node], Node | None], Iterator[Node]]


def _filters(conditions: Sequence[Condition]) -> list[Filter]:
    if any(one.property in POSITIONS for one in conditions):
        return [_filter(one) for one in conditions]
    return [_filter(one) for one in sorted(conditions, key=_cost)]  # then their order does not matter


def _cost(condition: Condition) -> int:
    if condition.steps:
        return 1 if condition.steps[0].axis in {"parent", "ancestor"} else 3
    return 0 if condition.property in {"attribute", "class"} else 2


def _filter(condition: Condition) -> Filter:
    """A filter for the nodes that meet a condition; a position counts those that are left."""
    if condition.property not in POSITIONS:
        holds = _test(condition)
        return lambda nodes, scope: (node for node in nodes if holds(node, scope))
    wanted = int(condition.value)
    if condition.property == "position" and not condition.negated:
        return lambda nodes, _scope: islice(nodes, wanted - 1, wanted)
    return lambda nodes, _scope: _at_position(condition, wanted, list(nodes))


def _at_position(condition: Condition, wanted: int, left: Sequence[Node]) -> Iterator[Node]:
    at = wanted - 1 if condition.property == "position" else len(left) - wanted
    return (node for number, node in enumerate(left) if (number == at) is not condition.negated)


def _test(condition: Condition) -> Test:
    negated = condition.negated
    if condition.property == "has":
        walks = [_walk(step) for step in condition.steps]
        return lambda node, scope: _leads_somewhere(node, walks, scope) is not negated
    test = _TESTS[condition.property]
    return lambda node, _scope: test(condition, node) is not negated


def _leads_somewhere(node: Node, walks: Sequence[Walk], scope: Node | None) -> bool:
    """Whether steps lead to a node. Without recursion: on a page that nests deep there are many steps."""
    waiting: list[Iterator[Node]] = [iter((node,))]  # what is left at each step, in the order of the axis
    while waiting:
        reached = next(waiting[-1], None)
        if reached is None:
            waiting.pop()
        elif len(waiting) > len(walks):
            return True
        else:
            waiting.append(iter(walks[len(waiting) - 1](reached, scope)))
    return False


POSITIONS = frozenset({"position", "position-from-end"})
_TESTS: Mapping[Property, Callable[[Condition, Node], bool]] = {
    "attribute": lambda wanted, node: node.attributes.get(wanted.name) == wanted.value,
    "class": lambda wanted, node: wanted.value in class_tokens(node.attributes.get("class", "")),
    "text": lambda wanted, node: reader_text(node) == wanted.value,
    "contains": lambda wanted, node: wanted.value in reader_text(node),
    "nth": lambda wanted, node: place_among_like(node)[0] == int(wanted.value),
    "nth-from-end": lambda wanted, node: place_among_like(node)[1] == int(wanted.value),
    "filled": lambda _wanted, node: _first_seen(node) is not None,
    "heading": lambda _wanted, node: node.tag in HEADINGS and _first_seen(node) is not None,
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
    return (nodes[at] for at in range(node.last + 1, len(nodes)))


def _preceding(node: Node) -> Iterator[Node]:
    nodes, index = node.tree.nodes, node.index
    return (nodes[at] for at in range(index - 1, -1, -1) if nodes[at].last < index)  # else it is around the node


def _headings_before(node: Node) -> Iterator[Node]:
    return (one for one in reversed(node.tree.headings) if one.last < node.index)


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
    kind, tag = node.kind, node.tag
    siblings = node.parent.children if node.parent else [node]
    like = [child for child in siblings if child.tag == tag and child.kind == kind]
    at = like.index(node)
    return at + 1, len(like) - at


def is_seen(node: Node) -> bool:
    """Whether a text node shows something: it is not blank and does not stand in a script or its like.

    >>> from unweave.page import Page
    >>> [node.data for node in Page("<p> <b>a</b><script>b</script>").tree.texts() if is_seen(node)]
    ['a']
    """
    return node.kind == "text" and _first_seen(node) is not None


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
    seen = _first_seen(node)
    return collapse(seen.data) if seen else ""


def _first_seen(node: Node) -> Node | None:
    tree = node.tree
    visible = tree.visible_texts
    at = bisect_left(visible, node.index)
    return tree.nodes[visible[at]] if at < len(visible) and visible[at] <= node.last else None


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
    return before_span(node.tree.source, node.span)


def source_behind(node: Node) -> str:
    """The source just behind a node.

    >>> from unweave.page import Page
    >>> source_behind(Page("<b>Emma</b>").tree.nodes[-1])
    '</b>'
    """
    return behind_span(node.tree.source, node.span)


def before_span(source: str, span: Span | None) -> str:
    """The source just before a span; empty where there is none.

    >>> before_span("<b>Emma</b>", Span(3, 7))
    '<b>'
    """
    return source[max(span.start - REACH, 0) : span.start] if span else ""


def behind_span(source: str, span: Span | None) -> str:
    """The source just behind a span; empty where there is none.

    >>> behind_span("<b>Emma</b>", Span(3, 7))
    '</b>'
    """
    return source[span.end : span.end + REACH] if span else ""
