"""Stable points: the fast form agrees with the definition."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from unweave.trees.estimate import is_stable
from unweave.trees.outline import TEXT, Sketch, sketched
from unweave.trees.search import WORDS, ParameterSearch, Point

sketches = st.recursive(
    st.sampled_from(["x", "y", "name:"]),
    lambda below: st.tuples(st.sampled_from(["p", "b"]), st.lists(below, max_size=4)),
    max_leaves=12,
)
points = st.builds(Point, st.integers(1, 3), st.integers(2, 4), st.sampled_from(WORDS))


def by_definition(search: ParameterSearch, point: Point) -> bool:
    """Each positive in turn is left out, and a language learned from the others must accept it."""
    every = list(enumerate(search.positives))
    return len(every) == 1 or all(
        replace(search, positives=[other for at, other in every if at != left_out]).accepts(point, marked)
        for left_out, marked in every
    )


@given(st.lists(st.lists(sketches, min_size=1, max_size=4), min_size=1, max_size=2), points, st.data())
def test_it_agrees_with_the_definition(pages: list[list[Sketch]], point: Point, data: st.DataObject) -> None:
    """Whatever the pages, the positives and the point."""
    outlines = [sketched(("r", tops)) for tops in pages]
    texts = [(outline, at) for outline in outlines for at, tag in enumerate(outline.tags) if tag == TEXT]
    if texts:
        positives = data.draw(st.lists(st.sampled_from(texts), min_size=1, max_size=6))
        search = ParameterSearch(positives, (), ())
        assert is_stable(search, point) == by_definition(search, point)


def test_a_row_of_its_own_kind_is_not_stable() -> None:
    """Two similar rows support each other; a third one of another kind has no support."""
    page = sketched(("ul", [("li", ["a"]), ("li", ["b"]), ("p", ["c"])]))
    rows = [(page, 2), (page, 4)]
    assert [is_stable(ParameterSearch(some, (), ()), Point(1, 2)) for some in (rows, [*rows, (page, 6)])] == [
        True,
        False,
    ]
