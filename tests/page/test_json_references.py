"""Data whose values refer to each other by number."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page
from unweave.page.json_references import GROWTH, resolved
from unweave.page.json_scan import scan_json

values = st.recursive(
    st.text(max_size=5) | st.integers(-5, 5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=15,
)


def pool_of(value: Any) -> list[Any]:
    """A value as a pool: equal texts are in it once."""
    pool: list[Any] = []

    def put(one: Any) -> int:
        if isinstance(one, str) and one in pool:
            return pool.index(one)
        at = len(pool)
        pool.append(one)
        if isinstance(one, dict):
            pool[at] = {key: put(inner) for key, inner in one.items()}
        elif isinstance(one, list):
            pool[at] = [put(inner) for inner in one]
        return at

    put(value)
    return pool


@given(values)
def test_what_was_put_comes_back(value: Any) -> None:
    """The resolved pool has the paths and texts of the value."""
    tree = resolved(scan_json(json.dumps(pool_of(value))))
    plain = scan_json(json.dumps(value))
    assert [(tree.path(node), tree.kind(node), tree.text(node)) for node in range(len(tree))] == [
        (plain.path(node), plain.kind(node), plain.text(node)) for node in range(len(plain))
    ]


@pytest.mark.parametrize(
    "pool", ["[[0, 0]]", "[[0]]", '[["Ref", 0]]', "[" + ",".join(["[1,1]"] * 40) + "]", "[[9], 1]"]
)
def test_circles_are_cut(pool: str) -> None:
    """What refers to itself, or to nothing, ends."""
    tree = scan_json(pool)
    assert len(resolved(tree)) <= (GROWTH + 1) * len(tree) + 1


def test_wrapped_values() -> None:
    """Names of kinds are left out; a date is its text."""
    source = '[["ShallowReactive",1],{"day":2,"ref":3},["Date","2026-11-17"],["Ref",4],"x"]'
    page = Page(f'<script type="application/json" id="__NUXT_DATA__">{source}</script>')
    found = [(one.path, one.text, page[one.span]) for one in page.embedded.values()]
    assert found == [(("day",), "2026-11-17", "2026-11-17"), (("ref",), "x", "x")]
