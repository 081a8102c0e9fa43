"""JSON whose values refer to each other by number, as Nuxt writes its state: the same values as a tree.

Legend

    pool        an array, [{"title": 1, "tags": 2}, "Emma", [1]]: each item is a value
    reference   a number in an object or array of the pool: the number of the item that is meant
    wrapped     ["Reactive", 3]: an array with a name says what kind of value the item is
    resolved    {"title": "Emma", "tags": ["Emma"]}: the first item with what it refers to

A value may be meant several times, and is then a node several times; what goes in a circle, or becomes much larger than
the pool, is cut.

    >>> from unweave.page.json_scan import scan_json
    >>> tree = resolved(scan_json('[["Reactive", 1], {"title": 2, "tags": 3, "none": -1}, "Emma", [2]]'))
    >>> [(tree.path(node), tree.text(node)) for node in tree.scalars()]
    [(('title',), 'Emma'), (('tags', 0), 'Emma')]
"""

from collections.abc import Iterator
from itertools import islice

from unweave.page.json_scan import KINDS, JsonTree, Names

WRAPPED = frozenset({"Reactive", "ShallowReactive", "Ref", "ShallowRef", "NuxtError"})
DEEPEST_REFERENCE = 60
GROWTH = 4
"""A resolved tree has at most so many times the nodes of its pool, and a few more."""


class ResolvedTree(JsonTree):
    """A tree whose nodes are anywhere in the text: each knows the numbers of its children.

    >>> from unweave.page.json_scan import ARRAY
    >>> ResolvedTree("[]").add(ARRAY, 0, 2, -1, -1)
    0
    """

    __slots__ = ("_below",)
    is_ordered = False

    def __init__(self, source: str, names: Names | None = None) -> None:
        super().__init__(source, names)
        self._below: list[list[int]] = []

    def add(self, kind: int, start: int, end: int, parent: int, key: int) -> int:
        """Add a node, and give its number."""
        node = super().add(kind, start, end, parent, key)
        self._below.append([])
        if parent >= 0:
            self._below[parent].append(node)
        return node

    def children(self, node: int) -> Iterator[int]:
        """The members of an object, or the items of an array, in order."""
        return iter(self._below[node])


def resolved(tree: JsonTree) -> JsonTree:
    """The first item of a pool with all that it refers to; the tree itself where it is no pool.

    >>> from unweave.page.json_scan import scan_json
    >>> resolved(scan_json('{"a": 1}')).path(1)
    ('a',)
    """
    pool = list(tree.children(0)) if tree.kind(0) == "array" else []
    first = _unwrapped(tree, pool, 0)
    if first is None:
        return tree
    found = ResolvedTree(tree.source, tree.names)
    most = GROWTH * len(tree) + len(pool)
    known: dict[int, list[tuple[int, int]]] = {}  # an item may be meant many times: its references are read once
    waiting = [(first, -1, -1, 0)]  # an item, the node that it is in, its key there, and how deep that is
    while waiting and len(found) < most:
        item, parent, key, depth = waiting.pop()
        node = found.add(KINDS.index(tree.kind(item)), *tree.span(item), parent, key)
        if depth == DEEPEST_REFERENCE:
            continue
        if item not in known:
            known[item] = list(_references(tree, pool, item))
        waiting += [(other, node, its, depth + 1) for other, its in known[item]]
    return found


def _references(tree: JsonTree, pool: list[int], item: int) -> Iterator[tuple[int, int]]:
    """The items that an item refers to, with their keys in it, the last first; what leads nowhere is left out."""
    for child in reversed(list(tree.children(item))):
        other = _unwrapped(tree, pool, _number(tree, child)) if tree.kind(child) == "number" else None
        if other is not None:
            yield other, tree.raw_key(child)


def _unwrapped(tree: JsonTree, pool: list[int], number: int) -> int | None:
    """The node of an item, without the arrays that only say what it is; None where there is no such item."""
    for _ in range(DEEPEST_REFERENCE):
        if not 0 <= number < len(pool):
            return None
        item = pool[number]
        first, *rest = list(islice(tree.children(item), 2)) or [item]
        if tree.kind(item) != "array" or tree.kind(first) != "string":
            return item
        if not rest or tree.text(first) not in WRAPPED:
            return rest[0] if rest and tree.kind(rest[0]) == "string" else item  # ["Date", "2026-11-17"]
        number = _number(tree, rest[0])
    return None


def _number(tree: JsonTree, node: int) -> int:
    text = tree.text(node)
    return int(text) if text.isdecimal() and len(text) < 10 else -1
