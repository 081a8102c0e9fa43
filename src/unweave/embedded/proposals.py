"""From the place of a shown value to paths that may lead to the values of its field on every page.

Legend

    place       products[2].offers.price, in the document "application/ld+json"
    type        the member "@type" or "__typename" of an object on the way: it says what the object is
    volatile    a key with a number in it, recipe-10613: that of one object, not of all; except the key of a value
    label       of a pair {"name": "sku", "value": "123"}: the member that says what the other is
    proposal    a path made from a place: numbers of items are kept, or each item is looked at (``None``) and conditions
                on neighbours decide

The proposals for a place come in the order of how stable they are: types and labels hold where positions change.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from unweave.engine.data import DataPlace
from unweave.page.json_scan import JsonTree, KeyPath
from unweave.program import DataKey, DataPath, Neighbour
from unweave.tuning import EMBEDDED_CONDITIONS

TYPES = ("@type", "__typename")
LABELS = frozenset({"name", "key", "label", "property", "attribute", "title", "term", "header", "id", "code", "type"})
VALUES = frozenset({"value", "values", "content", "text", "data"})
_has_number = re.compile(r"\d\d").search
LONGEST_CONDITION = 40  # characters of a text that is a condition


def is_volatile(key: str) -> bool:
    """Whether a key has a number in it, so that it is that of one object.

    >>> is_volatile("recipe-10613"), is_volatile("image2x")
    (True, False)
    """
    return _has_number(key) is not None


def nodes_on(tree: JsonTree, node: int, top: int = 0) -> list[int]:
    """The nodes from ``top`` to a node below it, both included.

    >>> from unweave.page.json_scan import scan_json
    >>> nodes_on(scan_json('{"a": [1]}'), 2)
    [0, 1, 2]
    """
    nodes = [node]
    while nodes[-1] != top:
        nodes.append(tree.parent(nodes[-1]))
    return nodes[::-1]


def proposals(place: DataPlace, field: str, *, top: int = 0, document: str = "", up: int = 0) -> list[DataPath]:
    """Paths to a place from a node above it, each once, the most stable first.

    >>> from unweave.page import Page
    >>> page = Page('<script>s = [{"@type": "Site"}, {"@type": "Book", "name": "Emma"}]</script>')
    >>> [document] = page.embedded.documents
    >>> first, *others = proposals(DataPlace(document, document.tree.child(3, "name")), "title", document="s")
    >>> first.keys, first.neighbours
    ((None, 'name'), (Neighbour(depth=1, key='@type', text='Book'),))
    """
    tree = place.document.tree
    nodes = nodes_on(tree, place.node, top)
    keys = tuple(tree.key(node) for node in nodes[1:])
    types = tuple(typed_neighbours(tree, nodes[:-1]))
    typed_at = {one.depth for one in types}
    volatile = {at for at, key in enumerate(keys[:-1], 1) if isinstance(key, str) and is_volatile(key)}
    stable = tuple(None if at in volatile else key for at, key in enumerate(keys, 1))
    by_type = tuple(None if isinstance(key, int) and at in typed_at else key for at, key in enumerate(stable, 1))
    each = tuple(None if isinstance(key, int) else key for key in stable)
    label = _pair_label(tree, nodes, keys)
    found = [DataPath(field, by_type, document, up, types), DataPath(field, each, document, up, types)]
    if label is not None:
        at_label = tuple(None if at == label.depth else key for at, key in enumerate(by_type, 1))
        found.insert(0, DataPath(field, at_label, document, up, (*types, label)))
    found += [DataPath(field, one, document, up) for one in (stable, each, keys)]
    found += [
        DataPath(field, (*by_type[: one.depth - 1], None, *by_type[one.depth :]), document, up, (*types, one))
        for one in islice(_other_neighbours(tree, nodes, keys), EMBEDDED_CONDITIONS)
    ]
    return list(dict.fromkeys(found))


def typed_neighbours(tree: JsonTree, nodes: Sequence[int]) -> Iterator[Neighbour]:
    """The types of the objects on a way; of an object with several, the first.

    >>> from unweave.page.json_scan import scan_json
    >>> list(typed_neighbours(scan_json('{"@type": ["Recipe", "Article"]}'), [0]))
    [Neighbour(depth=0, key='@type', text='Recipe')]
    """
    for depth, node in enumerate(nodes):
        for key in TYPES:
            member = tree.child(node, key)
            if member is not None and tree.kind(member) == "array":
                member = next(tree.children(member), None)
            if member is not None and tree.kind(member) == "string":
                yield Neighbour(depth, key, tree.text(member))


def scalar_neighbours(tree: JsonTree, node: int, depth: int) -> Iterator[Neighbour]:
    """What an object has that a condition can ask for: short strings, numbers and constants."""
    if tree.kind(node) != "object":
        return
    for child in tree.children(node):
        text = tree.text(child)
        if tree.kind(child) not in {"object", "array"} and 0 < len(text) <= LONGEST_CONDITION:
            yield Neighbour(depth, str(tree.key(child)), text)


def _pair_label(tree: JsonTree, nodes: Sequence[int], keys: Sequence[DataKey]) -> Neighbour | None:
    """The label of a value in a list of pairs."""
    depth = len(keys) - 1
    if depth < 1 or not isinstance(keys[depth - 1], int) or keys[depth] not in VALUES:
        return None
    return next((one for one in scalar_neighbours(tree, nodes[depth], depth) if one.key in LABELS), None)


def _other_neighbours(tree: JsonTree, nodes: Sequence[int], keys: Sequence[DataKey]) -> Iterator[Neighbour]:
    """What the items on a way have, besides the value itself; the nearest item first."""
    for depth in range(len(keys) - 1, 0, -1):
        if isinstance(keys[depth - 1], int):
            for one in scalar_neighbours(tree, nodes[depth], depth):
                if (depth, one.key) != (len(keys) - 1, keys[-1]):
                    yield one


def fragility(path: DataPath) -> int:
    """How many keys of a path are numbers of items, or names that are volatile.

    >>> fragility(DataPath("", ("a", 0, "p123", None, "b")))
    2
    """
    return sum(isinstance(key, int) for key in path.keys) + sum(
        isinstance(key, str) and is_volatile(key) for key in path.keys[:-1]
    )


def name_match(path: DataPath, field: str) -> int:
    """How much the keys of a path are named like the field: 2 if the last name is, 1 if one contains the other.

    >>> [name_match(DataPath("", keys), "Price") for keys in (("price",), ("offers", "lowPrice"), ("sku",))]
    [2, 1, 0]
    """
    wanted = _letters(field.rpartition(".")[2])
    names = [_letters(key) for key in path.keys if isinstance(key, str)]
    if names and names[-1] == wanted:
        return 2
    return int(any(name and wanted and (name in wanted or wanted in name) for name in names))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def merged(one: KeyPath, other: KeyPath) -> tuple[DataKey, ...] | None:
    """Two paths with None where their keys differ; None if they have different lengths, or differ in kind.

    >>> merged(("a", 0, "b"), ("a", 3, "b")), merged(("a",), ("a", 0)), merged((0,), ("x",))
    (('a', None, 'b'), None, None)
    """
    if len(one) != len(other) or any(type(mine) is not type(its) for mine, its in zip(one, other, strict=True)):
        return None
    return tuple(mine if mine == its else None for mine, its in zip(one, other, strict=True))
