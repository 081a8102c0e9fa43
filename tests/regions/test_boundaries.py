"""Boundaries: which nodes they admit, however often and in whichever order they are asked."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page
from unweave.regions.boundaries import Boundary, NodeTest
from unweave.regions.boundaries import tests_of as what_is_said_of
from unweave.regions.nodes import PageNodes
from unweave.tuning import REGION_NESTED

TAGS = st.sampled_from(["<ul>", "<li>", "<li class=x>", "<p class='x y'>", "<p>No. 5", "<br>", "</ul>", "</p>", "text"])
SOURCES = st.lists(TAGS, min_size=1, max_size=25).map("".join)


def _by_definition(boundary: Boundary, nodes: PageNodes) -> list[int]:
    """The nodes with the path that pass every test, each tested anew, and are not in too many others of them."""
    passing = [
        number
        for number in range(len(nodes.tags))
        if nodes.path(number)[-len(boundary.path) :] == boundary.path
        and all(test.holds(nodes, number) for test in boundary.tests)
    ]
    return [
        number for number in passing if sum(other < number < nodes.ends[other] for other in passing) < REGION_NESTED
    ]


@given(SOURCES, st.data())
def test_regions_begin_at_the_nodes_that_pass_the_tests(source: str, data: st.DataObject) -> None:
    """Boundaries that share tests, asked one after another on one page, admit what the definition says."""
    nodes = PageNodes(Page(source))
    tests: list[NodeTest] = sorted(
        {test for number in range(len(nodes.tags)) for test in what_is_said_of(nodes, number)}
    )
    for _ in range(4):
        path = nodes.path(data.draw(st.integers(0, len(nodes.tags) - 1)))
        path = path[data.draw(st.integers(0, len(path) - 1)) :]
        chosen = data.draw(st.lists(st.sampled_from(tests), max_size=2)) if tests else []
        boundary = Boundary(path, tuple(chosen))
        assert [region.start for region in boundary.regions(nodes)] == _by_definition(boundary, nodes)


def test_records_in_many_others_are_left_out() -> None:
    """Of a thousand tables, each in the one before, only the outer ones are read: time is linear."""
    nodes = PageNodes(Page("<table><tr><td>" * 1_000))
    assert len(Boundary(("tr",)).regions(nodes)) == REGION_NESTED
