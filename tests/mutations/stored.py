"""Stored wrappers made worse on purpose: a node of their JSON is deleted, replaced, moved, repeated or changed.

>>> wrapper = {"kind": "lr", "schema": {"fields": [{"name": "title"}]}}
>>> damaged({"unweave": 1, "wrapper": wrapper}, random.Random(1))["wrapper"] == wrapper
False
"""

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 10**6, 2**70, 1.5, -0.5),
    *("", "x", "<b>", "\0", "a b", "*", "[", "(", "//*[", "title", "li:has(", "é", "\u202e", '"', "\\", "@", "9" * 30),
    *([], {}, [""], [[]], ["x", 1], {"x": 1}, {"": ""}),
)


def damaged(document: Any, chance: random.Random) -> Any:
    """A copy of a stored wrapper with one to three changes, drawn by chance."""
    document = deepcopy(document)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        _change(document["wrapper"], chance)
    return document


def _change(wrapper: Any, chance: random.Random) -> None:
    places = list(_places(wrapper))
    if not places:
        return
    holder, key = chance.choice(places)
    kind = chance.randrange(4)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = deepcopy(chance.choice(VALUES))
    elif kind == 2:
        other, at = chance.choice(places)
        holder[key] = deepcopy(other[at])
    else:
        holder[key] = _similar(holder[key], chance)


def _similar(value: Any, chance: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + chance.choice((-5, -1, 1, 100, 10**9))
    if isinstance(value, str):
        return chance.choice((value[::-1], value[1:], value * 2, value.upper()))
    if isinstance(value, list):
        return deepcopy(value) * chance.choice((2, 3))
    return [value]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every node of a document: what holds it, and its key there."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])
