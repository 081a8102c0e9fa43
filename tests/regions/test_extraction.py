"""Regions on the parser's nodes, against their definition on the numbered nodes of the page."""

import pickle
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mutations.hostile import hostile
from page.soups import soup
from regions.lists import BOOKS, CASES, in_items, in_table, learned
from unweave.page import Page
from unweave.regions import RegionsWrapper
from unweave.regions.addresses import ANYWHERE, Address, FieldRule, RegionNodes, marks_of
from unweave.regions.boundaries import Boundary, NodeTest, Region, below
from unweave.regions.boundaries import tests_of as what_is_said_of
from unweave.regions.extraction import PreparedRule, prepared_boundary
from unweave.regions.features import PageFeatures
from unweave.regions.nodes import ANY, PageNodes
from unweave.regions.parsed_nodes import ParsedNodes, ParsedRegion

PIECES = st.sampled_from(
    [
        *(
            "<ul>",
            "<li>",
            "<li class='x y'>",
            "</ul>",
            "<p class=x>",
            "<p align=left>",
            "</p>",
            "<br>",
            "<hr>",
            "<h2>A</h2>",
        ),
        *(
            "<table>",
            "<tr>",
            "<th>Title",
            "<th>Year",
            "<td>Emma",
            "<td colspan=2>1815",
            "<td rowspan=2>1990",
            "<table><tr><th>Title<th>Year<tr><td rowspan=3>Emma<td>1815<tr>",
            "<td itemprop=name>",
            "</table>",
        ),
        *(
            "<a href=/x.pdf>",
            "<a href=/y>",
            "</a>",
            "<b>",
            "</b>",
            "<i>i</i>",
            "<select><option>1</select>",
            "<title>t</title>",
        ),
        *(
            "text",
            "No. 5",
            "Name:",
            " ",
            "&nbsp;",
            "<script>s</script>",
            "<noscript><p>n</noscript>",
            "<svg><a href=x>v</a></svg>",
        ),
    ]
)
SOURCES = st.lists(PIECES, min_size=4, max_size=40).map("".join)


def drawn_boundary(nodes: PageNodes, chance: random.Random) -> Boundary:
    """A boundary around some node: its path or the end of it, some tests that it passes, and how far it goes."""
    number = chance.randrange(len(nodes.tags))
    path = nodes.path(number)[chance.choice((0, 0, -1, -2)) :]
    if chance.random() < 0.2:
        path = (*path[:-1], ANY)
    tests = sorted(what_is_said_of(nodes, number) | {NodeTest("has", one) for one in below(nodes, number)})
    chosen = chance.sample(tests, min(len(tests), chance.choice((0, 0, 1, 2))))
    return Boundary(path, tuple(chosen), stretch=chance.random() < 0.5)


def inside(region: ParsedRegion) -> list[Any]:
    """The visible nodes of a region, in document order."""
    found, waiting = [], [*reversed(region.roots)]
    while waiting:
        found.append(waiting.pop())
        waiting += reversed(region.nodes.children[found[-1]])
    return found


def pairs(source: str, seed: int) -> Iterator[tuple[Boundary, PageNodes, Sequence[Region], Sequence[ParsedRegion]]]:
    """Boundaries that have a prepared form, with the regions by the definition and by that form."""
    page, chance = Page(source, html=True), random.Random(seed)
    nodes, parsed = PageNodes(page), ParsedNodes(page)
    for _ in range(6):
        boundary = drawn_boundary(nodes, chance)
        prepared = prepared_boundary(boundary)
        if prepared is not None:
            yield boundary, nodes, boundary.regions(nodes), prepared.regions(parsed)


@given(source=st.one_of(SOURCES, soup), seed=st.integers(0, 10**6))
def test_the_same_regions(source: str, seed: int) -> None:
    """A prepared boundary finds the nodes that its definition finds."""
    for _, nodes, numbered, parsed in pairs(source, seed):
        assert [[nodes.peers[at] for at in range(*region)] for region in numbered] == [inside(one) for one in parsed]


@given(source=st.one_of(SOURCES, soup), seed=st.integers(0, 10**6))
def test_the_same_nodes_by_every_address(source: str, seed: int) -> None:
    """In each region a prepared rule selects the nodes that the rule selects, whatever its address."""
    for boundary, nodes, numbered, parsed in pairs(source, seed):
        read = [RegionNodes(nodes, region, boundary) for region in numbered]
        found = {one for region in read for some in region.addresses_of(range(*region.region)).values() for one in some}
        headings = {Address("before", "/".join(nodes.path(at))) for at in range(len(nodes.tags))}
        headings |= {
            Address("before", f"{'/'.join(nodes.path(at))} {mark}")
            for at in range(len(nodes.tags))
            for mark in marks_of(nodes, at, 2)
        }
        headings |= {Address("column", f"{header} > td") for one in read for header in one.spanned.values()}
        others = {Address(ANYWHERE, "#text"), Address(ANYWHERE, "@href"), Address(ANYWHERE, "@class")}
        for address in [*sorted(found | others)[:60], *sorted(headings)[:40]]:
            for ordinal in (None, 0, 1, -1):
                rule = FieldRule(address, ordinal)
                expected = [[nodes.peers[at] for at in rule.nodes_in(region)] for region in read]
                assert [list(PreparedRule(rule).nodes_in(region)) for region in parsed] == expected, rule


@given(source=st.one_of(SOURCES, soup), seed=st.integers(0, 10**6))
def test_the_same_forms(source: str, seed: int) -> None:
    """What is counted of a region is the same: its features, its length, the part in links."""
    for _, nodes, numbered, parsed in pairs(source, seed):
        by_number = PageFeatures(nodes)
        for region, other in zip(numbered, parsed, strict=True):
            by_node: Any = other.nodes.features
            form, again = by_number.form(region), by_node.form(other)
            names = ({by_number.name(one) for one in form.features}, {by_node.name(one) for one in again.features})
            assert names[0] == names[1]
            assert form[1:] == again[1:]


@cache
def _learned() -> list[tuple[str, RegionsWrapper]]:
    sources = ((in_items(BOOKS), BOOKS), (in_table(CASES), CASES))
    return [(source, learned(source, rows[:2])) for source, rows in sources]


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6))
def test_the_same_records_on_pages_made_worse(seed: int) -> None:
    """On a page with any tags out of place, what is extracted is what the definition finds, spans included."""
    for source, wrapper in _learned():
        page = Page(hostile(source, seed=f"{seed}"), html=True)
        expected = wrapper.uncached(PageNodes(page)).records
        assert wrapper.extract(page) == expected


def test_a_wrapper_that_was_used_can_be_sent_to_another_process() -> None:
    """What it has prepared is left out, and prepared again."""
    source = in_items(BOOKS)
    wrapper = learned(source, BOOKS[:2])
    wrapper.extract(Page(source))
    again = pickle.loads(pickle.dumps(wrapper))  # noqa: S301  # it was made here
    assert again == wrapper
    assert again.extract(Page(source)) == wrapper.extract(Page(source))
