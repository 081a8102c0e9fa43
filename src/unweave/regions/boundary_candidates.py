"""The boundaries that are tried: those that put the shown records into different regions.

Legend

    element        each record is inside an element of its own; around the core of one record there are several
    stretch        each record is some siblings, from one that passes the tests to the next
    wider          the last steps of an element's path: the same list may occur at several depths
    nested         a node with another one around it, or inside, whose path ends alike: no record contains another one
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import repeat

from unweave.regions.boundaries import Boundary, common_tests
from unweave.regions.shown_records import ShownRecord

MOST_STRETCHES = 16  # tests of a stretch's first node that are tried
SUFFIX = 2  # steps of a path that are kept where the same list occurs at several depths


def boundaries(shown: Sequence[ShownRecord]) -> Iterator[Boundary]:
    """Boundaries that put the shown records into different regions: elements first, the outermost first.

    >>> from unweave.page import Page
    >>> from unweave.records import Example, Field, Schema
    >>> from unweave.regions.nodes import nodes_of
    >>> from unweave.regions.shown_records import shown_records
    >>> page = Page("<ul><li><b>Emma</b><li><b>Kim</b></ul>")
    >>> example = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}], status="partial")
    >>> shown = list(shown_records([example], [nodes_of(page)], Schema((Field("title"),))))
    >>> [boundary.path for boundary in boundaries(shown)][:2]
    [('html', 'body', 'ul', 'li'), ('html', 'body', 'ul', 'li', 'b')]
    """
    yield from _elements(shown)
    yield from _stretches(shown)


def _elements(shown: Sequence[ShownRecord]) -> Iterator[Boundary]:
    first = shown[0]
    chain = [first.core.around, *first.nodes.ancestors(first.core.around)]
    same_fields = len({frozenset(one.core.places) for one in shown}) == 1  # else different depths tell fields apart
    for number in reversed(chain[:-2]):
        path = first.nodes.path(number)
        wider = Boundary(path[-SUFFIX:])
        around = [_ancestor(one, path) for one in shown]
        if _distinct(shown, around):
            yield Boundary(path)
            if _is_wider(shown, wider.path, path) and not any(map(_is_nested, shown, around, repeat(wider.path))):
                yield wider
        elif None in around and same_fields and _distinct(shown, [_ancestor_ending(one, wider.path) for one in shown]):
            yield wider


def _is_wider(shown: Sequence[ShownRecord], path: tuple[str, ...], than: tuple[str, ...]) -> bool:
    return any(len(one.nodes.ending(path)) > len(one.nodes.ending(than)) for one in shown)


def _is_nested(one: ShownRecord, start: int | None, path: tuple[str, ...]) -> bool:
    """Whether a node has another one around it or inside whose path ends so: a record contains no other record."""
    if start is None:
        return False
    nodes, alike = one.nodes, one.nodes.ending(path)
    inside = bisect_right(alike, start)
    return (inside < len(alike) and alike[inside] < nodes.ends[start]) or any(
        nodes.path(above)[-len(path) :] == path for above in nodes.ancestors(start)
    )


def _ancestor(one: ShownRecord, path: tuple[str, ...]) -> int | None:
    """The node around a core with this path."""
    number = one.core.around
    own = one.nodes.path(number)
    if own[: len(path)] != path:
        return None
    for _ in range(len(own) - len(path)):
        number = one.nodes.parents[number]
    return number


def _ancestor_ending(one: ShownRecord, path: tuple[str, ...]) -> int | None:
    """The innermost node around a core whose path ends so."""
    around = (one.core.around, *one.nodes.ancestors(one.core.around))
    return next((number for number in around if one.nodes.path(number)[-len(path) :] == path), None)


def _distinct(shown: Sequence[ShownRecord], starts: Sequence[int | None]) -> bool:
    if None in starts:
        return False
    return len({(id(one.nodes), start) for one, start in zip(shown, starts, strict=True)}) == len(shown)


def _stretches(shown: Sequence[ShownRecord]) -> Iterator[Boundary]:
    first = shown[0]
    for container in [first.core.around, *first.nodes.ancestors(first.core.around)][:4]:
        path = first.nodes.path(container)
        around = [_ancestor(one, path) for one in shown]
        if None in around:
            continue
        starts = [_first_child(one, top) for one, top in zip(shown, around, strict=True) if top is not None]
        paths = {one.nodes.path(start) for one, start in zip(shown, starts, strict=True)}
        if len(paths) == 1 and _distinct(shown, starts):
            (own,) = paths
            yield Boundary(own, stretch=True)
            tests = common_tests((one.nodes, start) for one, start in zip(shown, starts, strict=True))
            yield from (Boundary(own, (test,), stretch=True) for test in tests[:MOST_STRETCHES])


def _first_child(one: ShownRecord, top: int) -> int:
    """The first child of an element that holds a value of the record."""
    first = min(place.node for place in one.core.places.values())
    return next((child for child in one.nodes.children[top] if child <= first < one.nodes.ends[child]), top)
