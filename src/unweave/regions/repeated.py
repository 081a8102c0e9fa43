"""The repeated regions of a page: every way in which it may be divided into records.

Legend

    siblings    elements with one tag in one parent, each of them a region: ``tr`` beside ``tr``
    stretches   regions of several siblings, from one node that passes a test to the next one: ``dt dd``, ``h3 p ul``
    across      the same in several parents that have the same path of tags: groups under headings, cells of rows
    turns       two tests take turns if their nodes alternate: ``dt dd dt dd``. They are parts of one record, which
                begins with the one that comes first

They are told apart by the tests of ``boundaries``. Where records are shown, ``learner`` makes its boundaries from the
same tests, but only around the shown records; ``main_list`` chooses among all that the page has.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from unweave.regions.boundaries import Region, TestKind, node_tests
from unweave.regions.features import PLAIN, UNREAD, PageFeatures, start_tag
from unweave.regions.nodes import TEXT, PageNodes

FEWEST = 3
FEWEST_CHILDREN = 4
STRETCH_TESTS: tuple[TestKind, ...] = ("class", "attribute", "first", "children", "divided")
"""The tests by which the first nodes of stretches are told from the others."""
TEXT_TESTS: tuple[TestKind, ...] = ("divided",)
Kind = tuple[str, str]
"""The tag of a node, and ``@`` with the attributes of an element."""


class RepeatedRegions(NamedTuple):
    """Regions that may be the records of one list."""

    regions: tuple[Region, ...]
    across: bool = False


def repeated_regions(features: PageFeatures) -> Iterator[RepeatedRegions]:
    """All repeated regions of a page.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<dl><dt>Emma<dd>1815<dt>Kim<dd>1901<dt>Dune<dd>1965</dl>"))
    >>> [[nodes.text(one.start) for one in found.regions] for found in repeated_regions(PageFeatures(nodes))]
    [['Emma', 'Kim', 'Dune'], ['1815', '1901', '1965'], ['Emma', 'Kim', 'Dune']]
    """
    nodes = features.nodes
    known: set[tuple[Region, ...]] = set()
    for found in (*_elements(features), *_stretches(nodes, features)):
        kept = tuple(region for region in found.regions if features.amount(region).signs)
        if len(kept) >= FEWEST and kept not in known:
            known.add(kept)
            yield found._replace(regions=kept)


def _elements(features: PageFeatures) -> Iterator[RepeatedRegions]:
    nodes = features.nodes
    by_path: dict[tuple[str, ...], list[list[int]]] = defaultdict(list)
    paths: dict[int, tuple[str, ...]] = {-1: ()}
    for parent, tag in enumerate(nodes.tags):
        above = paths[nodes.parents[parent]]
        paths[parent] = above if tag in PLAIN else (*above, tag)
        if tag == TEXT or tag in UNREAD:
            continue
        by_tag: dict[str, list[int]] = defaultdict(list)
        for child in _inner(nodes, parent):
            by_tag[nodes.tags[child]].append(child)
        for own, members in by_tag.items():
            if len(members) >= FEWEST:
                yield RepeatedRegions(_whole(nodes, members))
            if tag not in PLAIN:
                by_path[*paths[parent], own].append(members)
    for groups in by_path.values():
        if len(groups) > 1:
            yield RepeatedRegions(_whole(nodes, sorted(one for some in groups for one in some)), across=True)


def _inner(nodes: PageNodes, parent: int) -> Iterator[int]:
    """The child elements, and those inside plain elements as if they were children."""
    waiting = list(reversed(nodes.children[parent]))
    while waiting:
        child = waiting.pop()
        tag = nodes.tags[child]
        if tag in PLAIN:
            waiting += reversed(nodes.children[child])
        if tag != TEXT and (tag not in PLAIN or nodes.parents[child] == parent):
            yield child


def _whole(nodes: PageNodes, numbers: Sequence[int]) -> tuple[Region, ...]:
    return tuple(Region(number, nodes.ends[number]) for number in numbers)


def _stretches(nodes: PageNodes, features: PageFeatures) -> Iterator[RepeatedRegions]:
    by_path: dict[tuple[tuple[str, ...], str, str], list[tuple[Region, ...]]] = defaultdict(list)
    for parent, tag in enumerate(nodes.tags):
        if nodes.ends[parent] - parent <= FEWEST_CHILDREN or tag in UNREAD:
            continue
        children = nodes.children[parent]
        if len(children) < FEWEST_CHILDREN:
            continue
        kinds = [_kind(nodes, child) for child in children]
        for key, starts in _starts(nodes, features, children, kinds).items():
            regions = stretches_from(nodes, children, kinds, starts)
            if len(regions) >= FEWEST and any(region.stop > nodes.ends[region.start] for region in regions):
                yield RepeatedRegions(regions)
            by_path[nodes.path(parent), *key].append(regions)
    for groups in by_path.values():
        every = tuple(region for regions in groups for region in regions)
        if len(groups) > 1 and any(region.stop > nodes.ends[region.start] for region in every):
            yield RepeatedRegions(every, across=True)


def _starts(
    nodes: PageNodes, features: PageFeatures, children: Sequence[int], kinds: Sequence[Kind]
) -> dict[tuple[str, str], list[int]]:
    """The positions of the children with a tag, and of those that pass a test; the first of tests that take turns."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, child in enumerate(children):
        if features.amount(Region(child, nodes.ends[child])).signs:
            tag = nodes.tags[child]
            if tag != TEXT:
                found[tag, ""].append(at)
                found[kinds[at]].append(at)
            for test in node_tests(nodes, child, STRETCH_TESTS if tag != TEXT else TEXT_TESTS):
                found["" if test.kind == "divided" else tag, str(test)].append(at)
    different = {tuple(starts): key for key, starts in sorted(found.items(), reverse=True) if len(starts) > 1}
    later = _later_in_turn(different)
    return {key: list(starts) for starts, key in sorted(different.items()) if starts not in later}


def _later_in_turn(different: Collection[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The sequences of positions that take turns with another one, which comes first.

    A list may have as many tests as rows, so not all are compared: what takes turns with a sequence has a position
    between any two neighbouring ones of it, and of these the nearest two are looked at.
    """
    with_position: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for starts in different:
        for at in starts:
            with_position[at].append(starts)
    found: set[tuple[int, ...]] = set()
    for starts in different:
        before, after = min(pairwise(starts), key=lambda pair: pair[1] - pair[0])
        others = (other for at in range(before + 1, after) for other in with_position.get(at, ()))
        if any(take_turns(other, starts) for other in others):
            found.add(starts)
    return found


def take_turns(first: Sequence[int], second: Sequence[int]) -> bool:
    """Whether two sequences of positions alternate, beginning with the first one.

    >>> take_turns([0, 2, 4], [1, 3, 5]), take_turns([1, 3, 5], [0, 2, 4]), take_turns([0, 1], [2, 3])
    (True, False, False)
    """
    if not len(second) <= len(first) <= len(second) + 1:
        return False
    behind = all(one < other for one, other in zip(first, second, strict=False))
    return behind and all(other < one for one, other in zip(first[1:], second, strict=False))


def stretches_from(
    nodes: PageNodes, children: Sequence[int], kinds: Sequence[Kind], starts: Sequence[int]
) -> tuple[Region, ...]:
    """The regions from each of these children to the next; the last one ends where the list does.

    It has no more nodes than the longest of the others, and none that the others lack.
    """
    longest = max((after - before for before, after in pairwise(starts)), default=1)
    known = set(kinds[starts[0] : starts[-1]])
    end = starts[-1] + 1
    while end < len(children) and end - starts[-1] < longest and kinds[end] in known:
        end += 1
    stops = [*starts[1:], end]
    return tuple(
        Region(children[start], nodes.ends[children[stop - 1]]) for start, stop in zip(starts, stops, strict=True)
    )


def _kind(nodes: PageNodes, number: int) -> Kind:
    tag = nodes.tags[number]
    return tag, "" if tag == TEXT else f"@{start_tag(nodes, number)}"
