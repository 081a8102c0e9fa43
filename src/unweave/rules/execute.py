"""Concepts, executed: the nodes of a page that a step selects, fast.

A *concept* is a ``program.Step`` along the axis "descendant": a tag and the conditions its nodes must meet. The slow,
obvious definition is ``program.select``; here conditions become functions that look at what a ``View`` keeps at hand.
Both give the same nodes among those a reader sees.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from unweave.page import Node
from unweave.page.text import collapse
from unweave.program import Condition, Step, select
from unweave.properties import before, behind, column_title
from unweave.rules.view import Extent, View
from unweave.values import kinds_of

Test: TypeAlias = Callable[[View, Node], bool]


def execute(concept: Step, view: View, among: Sequence[Node] | None = None) -> list[Node]:
    """The nodes of the page (or among some) that the concept selects, in document order.

    >>> from unweave.page import Page
    >>> bold = Step("descendant", "b", (Condition("nth", "2"),))
    >>> [node.text for node in execute(bold, View(Page("<p><b>a</b><b>b</b>")))]
    ['b']
    """
    nodes = list(view.by_tag.get(concept.tag, ()) if concept.tag else view.elements) if among is None else among
    for condition in concept.conditions:
        test = compiled(condition)
        nodes = [node for node in nodes if test(view, node)]
    return list(nodes)


def holds(concept: Step, view: View, node: Node) -> bool:
    """Whether the concept selects this node.

    >>> from unweave.page import Page
    >>> view = View(Page("<p><b>a</b>"))
    >>> holds(Step("descendant", "b"), view, view.by_tag["b"][0])
    True
    """
    return has_tag(node, concept.tag) and all(compiled(condition)(view, node) for condition in concept.conditions)


def extents(nodes: Sequence[Node], view: View) -> list[Extent]:
    """The places that the nodes are.

    >>> from unweave.page import Page
    >>> view = View(Page("<b><b>a</b></b><b></b>"))
    >>> extents(execute(Step("descendant", "b"), view), view)
    [Extent(first=0, end=1)]
    """
    return view.places(nodes)


def has_tag(node: Node, tag: str) -> bool:
    """Whether a node has the tag that a step asks for; "#text" is that of texts, and any element has none.

    >>> from unweave.page import Page
    >>> has_tag(Page("<b>a</b>").tree.nodes[-1], "#text")
    True
    """
    if node.kind == "text":
        return tag == "#text"
    return node.kind == "element" and tag in {"", node.tag}


def compiled(condition: Condition) -> Test:
    """The condition as a function of a view and a node.

    >>> from unweave.page import Page
    >>> view = View(Page("<p>Brand:<b>Acme</b>"))
    >>> compiled(Condition("text", "Acme"))(view, view.by_tag["b"][0])
    True
    """
    if condition.property != "has":
        return _simple(condition)
    test = _has(condition.steps)
    return (lambda view, node: not test(view, node)) if condition.negated else test


@lru_cache(maxsize=8192)
def _simple(condition: Condition) -> Test:
    test = _SIMPLE[condition.property](condition)
    return (lambda view, node: not test(view, node)) if condition.negated else test


def _attribute(wanted: Condition) -> Test:
    return lambda _view, node: node.attributes.get(wanted.name) == wanted.value


def _class(wanted: Condition) -> Test:
    return lambda _view, node: wanted.value in node.attributes.get("class", "").split()


def _text(wanted: Condition) -> Test:
    return lambda view, node: said_by(view, node) == wanted.value


def said_by(_view: View, node: Node) -> str:
    """What a node says to a reader.

    >>> from unweave.page import Page
    >>> view = View(Page("<p>a <b>b</b>"))
    >>> said_by(view, view.by_tag["p"][0])
    'a b'
    """
    return collapse(node.data) if node.kind == "text" else node.text


def _nth(wanted: Condition) -> Test:
    place = int(wanted.value)
    return lambda view, node: view.place(node)[0] == place


def _nth_from_end(wanted: Condition) -> Test:
    place = int(wanted.value)
    return lambda view, node: view.place(node)[1] == place


def _begins(wanted: Condition) -> Test:
    def test(view: View, node: Node) -> bool:
        first, end = view.extent(node)
        return end > first and view.words[first] == wanted.value

    return test


def _filled(_wanted: Condition) -> Test:
    return lambda view, node: view.extent(node).end > view.extent(node).first


_SIMPLE: dict[str, Callable[[Condition], Test]] = {
    "attribute": _attribute,
    "class": _class,
    "text": _text,
    "contains": lambda wanted: lambda view, node: wanted.value in said_by(view, node),
    "nth": _nth,
    "nth-from-end": _nth_from_end,
    "filled": _filled,
    "begins": _begins,
    "column": lambda wanted: lambda _view, node: column_title(node) == wanted.value,
    "kind": lambda wanted: lambda view, node: wanted.value in kinds_of(said_by(view, node)),
    "left": lambda wanted: lambda _view, node: before(node).endswith(wanted.value),
    "right": lambda wanted: lambda _view, node: behind(node).startswith(wanted.value),
}


def _has(steps: Sequence[Step]) -> Test:
    if all(step.axis == "parent" for step in steps):
        return _has_parents(steps)
    if len(steps) == 1 and steps[0].axis == "ancestor" and not _counts(steps[0]):
        return lambda view, node: any(holds(steps[0], view, above) for above in node.ancestors())
    return _neighbour(steps) or (lambda _view, node: bool(select(node, steps)))


def _has_parents(steps: Sequence[Step]) -> Test:
    levels = [(step.tag, [compiled(condition) for condition in step.conditions]) for step in steps]

    def test(view: View, node: Node) -> bool:
        above = node.parent
        for tag, tests in levels:
            if above is None or not above.tag or (tag and above.tag != tag):
                return False
            for each in tests:
                if not each(view, above):
                    return False
            above = above.parent
        return True

    return test


def _counts(step: Step) -> bool:
    return any(condition.property.startswith("position") for condition in step.conditions)


def _neighbour(steps: Sequence[Step]) -> Test | None:
    """The fast form of "the k-th text before (behind) it says ..." and "the heading above it says ..."."""
    if len(steps) != 1 or len(steps[0].conditions) != 3:
        return None
    step, (first, position, text) = steps[0], steps[0].conditions
    if (position.property, text.property, text.negated) != ("position", "text", False):
        return None
    far, said = int(position.value), text.value
    match step.axis, step.tag, first.property:
        case "preceding", "#text", "filled":
            return lambda view, node: view.before(node, far) == said
        case "following", "#text", "filled":
            return lambda view, node: view.behind(node, far) == said
        case "preceding", "", "heading" if position.value == "1":
            return lambda view, node: view.heading(node) == text.value
    return None
