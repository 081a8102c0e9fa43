"""The boundaries that are tried: those that put the shown records into different regions.

Legend

    element        each record is inside an element of its own; around the core of one record there are several
    stretch        each record is some siblings, from one that passes the tests to the next
    wider          the last steps of an element's path: the same list may occur at several depths
    nested         a node with another one around it, or inside, whose path ends alike: no record contains another one.
                   The comments of a thread do: their records are stretches, from the first child of each up to that of
                   the next comment, which may be an answer inside it
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import repeat

from unweave.regions.boundaries import Boundary, common_tests
from unweave.regions.nodes import TEXT, PageNodes
from unweave.regions.shown_records import ShownRecord

MOST_STRETCHES = 16  # tests of a stretch's first node that are tried
FIRST_TESTS = ("class", "attribute", "has", "first")
"""The tests that say most of the first node of a nested stretch; then the others are tried, and at last none."""
UNMARKED = frozenset({"div", "span", "section", "table", "tbody", "tr", "td"})
"""Elements that are nested for many reasons: without a class, one inside another says nothing."""
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
    yield from _nested_stretches(shown)


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


def _nested_stretches(shown: Sequence[ShownRecord]) -> Iterator[Boundary]:
    """Stretches at any depth, where the elements around the shown records are nested."""
    first = shown[0]
    for container in [first.core.around, *first.nodes.ancestors(first.core.around)][:3]:
        around = [_innermost_like(one, first.nodes, container) for one in shown]
        tops = [top for top in around if top is not None]
        if _distinct(shown, around) and _are_nested(shown, tops):
            starts = [_first_child(one, top) for one, top in zip(shown, tops, strict=True)]
            steps = 1 if starts == tops else SUFFIX
            paths = {one.nodes.path(start)[-steps:] for one, start in zip(shown, starts, strict=True)}
            if len(paths) == 1 and _distinct(shown, starts):
                (own,) = paths
                tests = common_tests((one.nodes, start) for one, start in zip(shown, starts, strict=True))
                tests.sort(
                    key=lambda test: FIRST_TESTS.index(test.kind) if test.kind in FIRST_TESTS else MOST_STRETCHES
                )
                yield from (Boundary(own, (test,), stretch=True) for test in tests[:MOST_STRETCHES])
                yield Boundary(own, stretch=True)


def _innermost_like(one: ShownRecord, nodes: PageNodes, wanted: int) -> int | None:
    """The innermost element around a core that is like another one."""
    around = (one.core.around, *one.nodes.ancestors(one.core.around))
    return next((number for number in around if _are_alike(one.nodes, number, nodes, wanted)), None)


def _are_nested(shown: Sequence[ShownRecord], tops: Sequence[int]) -> bool:
    """Whether elements like those of the shown records are nested: these, or, if they have a mark, any on the page."""
    if any(_holds_like(one.nodes, top) for one, top in zip(shown, tops, strict=True)):
        return True
    nodes, top = shown[0].nodes, tops[0]
    if nodes.tags[top] in UNMARKED and not nodes.classes(top):
        return False
    end = 0
    for number in (number for number, tag in enumerate(nodes.tags) if tag == nodes.tags[top]):
        if _are_alike(nodes, number, nodes, top):
            if number < end:
                return True
            end = nodes.ends[number]
    return False


def _holds_like(nodes: PageNodes, number: int) -> bool:
    """Whether an element has one like itself inside or around it."""
    others = (*nodes.ancestors(number), *range(number + 1, nodes.ends[number]))
    return any(_are_alike(nodes, other, nodes, number) for other in others)


def _are_alike(nodes: PageNodes, one: int, others: PageNodes, other: int) -> bool:
    """Whether two elements have the same tag, and a class in common if both have any."""
    if nodes.tags[one] != others.tags[other] or nodes.tags[one] == TEXT:
        return False
    mine, theirs = set(nodes.classes(one)), set(others.classes(other))
    return bool(mine & theirs) or not (mine or theirs)


def _first_child(one: ShownRecord, top: int) -> int:
    """The first child of an element that holds a value of the record."""
    first = min(place.node for place in one.core.places.values())
    return next((child for child in one.nodes.children[top] if child <= first < one.nodes.ends[child]), top)
