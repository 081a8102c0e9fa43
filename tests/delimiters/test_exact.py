"""A learner finds a wrapper if and only if the class has one: every wrapper of the class is tried by executing it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest
from hypothesis import example, given, settings

from oracles.labelled_pages import flat_pages, nested_pages
from oracles.wrappers import (
    contains_values,
    flat_scans,
    is_clean,
    is_safe,
    missing_scans,
    nested_result,
    nested_scans,
    result,
)
from unweave.delimiters import hlrt, hoclrt, lr, mlr, nhlrt, nlr, oclr
from unweave.delimiters.common_substrings import FragmentIndex
from unweave.delimiters.interpretations import Interpretation
from unweave.delimiters.labelled_page import FlatPage, NestedPage
from unweave.errors import NoConsistentWrapper
from unweave.page import Span
from unweave.program import Scan

FLAT: dict[str, Callable[[Interpretation[FlatPage]], Iterator[Scan]]] = {
    "lr": lr.scans,
    "hlrt": hlrt.scans,
    "oclr": oclr.scans,
    "hoclrt": hoclrt.scans,
}
NESTED = {"n-lr": nlr.scans, "n-hlrt": nhlrt.scans}


def interpretation(pages: Sequence[FlatPage]) -> Interpretation[FlatPage]:
    width = len(pages[0].rows[0])
    return Interpretation(tuple(f"f{at}" for at in range(width)), tuple(pages))


def nested_interpretation(shown: Sequence[NestedPage]) -> Interpretation[NestedPage]:
    return Interpretation(tuple(f"f{at}" for at in range(shown[0].depth)), tuple(shown))


def first(scans: Callable[[], Iterator[Scan]]) -> Scan | None:
    try:
        return next(scans(), None)
    except NoConsistentWrapper:
        return None


@pytest.mark.parametrize(("name", "size"), [("lr", 4), ("hlrt", 3), ("oclr", 3), ("hoclrt", 2)])
def test_a_flat_wrapper_is_found_iff_there_is_one(name: str, size: int) -> None:
    """And it gives every label back."""

    @settings(max_examples=60, deadline=None)
    @given(pages=flat_pages(size=size, fields=2 if size > 2 else 1))
    def law(pages: list[FlatPage]) -> None:
        found = first(lambda: FLAT[name](interpretation(pages)))
        assert (found is not None) == any(True for _ in flat_scans(name, pages))
        assert found is None or all(result(each.source, found) == list(each.rows) for each in pages)

    law()


def test_filtering_the_closings_loses_no_wrapper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where closings are filtered before anything has led to nothing."""
    monkeypatch.setattr(hoclrt, "FAILURES_BEFORE_FILTER", 0)

    @settings(max_examples=60, deadline=None)
    @given(pages=flat_pages(size=2, fields=1))
    def law(pages: list[FlatPage]) -> None:
        found = first(lambda: hoclrt.scans(interpretation(pages)))
        assert (found is not None) == any(True for _ in flat_scans("hoclrt", pages))

    law()


@pytest.mark.parametrize("name", ["n-lr", "n-hlrt"])
def test_a_nested_wrapper_is_found_iff_there_is_one(name: str) -> None:
    """And it gives every label back."""

    @settings(max_examples=60, deadline=None)
    @given(shown=nested_pages(depth=3 if name == "n-lr" else 2))
    def law(shown: list[NestedPage]) -> None:
        found = first(lambda: NESTED[name](nested_interpretation(shown)))
        assert (found is not None) == any(True for _ in nested_scans(name, shown))
        assert found is None or all(nested_result(each.source, found) == list(each.values) for each in shown)

    law()


@settings(max_examples=60, deadline=None)
@given(pages=flat_pages(size=3, absent=True))
def test_a_wrapper_for_missing_values_is_found_iff_there_is_one(pages: list[FlatPage]) -> None:
    """And it gives every label back, absent values included."""
    found = first(lambda: mlr.scans(interpretation(pages)))
    assert (found is not None) == any(True for _ in missing_scans(pages))
    assert found is None or all(result(each.source, found) == list(each.rows) for each in pages)


@pytest.mark.parametrize("name", ["lr", "hlrt", "oclr", "hoclrt", "m-lr"])
def test_every_other_flat_wrapper_has_a_delimiter_with_a_part_of_a_value(name: str) -> None:
    """The wrappers of the class as defined are all there are, but for those whose delimiters contain values."""

    @settings(max_examples=60, deadline=None)
    @given(pages=flat_pages(size=2, fields=1 if name == "hoclrt" else 2, absent=name == "m-lr"))
    def law(pages: list[FlatPage]) -> None:
        all_scans = missing_scans if name == "m-lr" else partial(flat_scans, name)
        _excludes_only_values(set(all_scans(pages)), set(all_scans(pages, beyond=True)), pages)

    law()


@pytest.mark.parametrize("name", ["n-lr", "n-hlrt"])
def test_every_other_nested_wrapper_has_a_delimiter_with_a_part_of_a_value(name: str) -> None:
    """As for the flat classes."""

    @settings(max_examples=60, deadline=None)
    @given(shown=nested_pages(depth=2 if name == "n-lr" else 1))
    def law(shown: list[NestedPage]) -> None:
        _excludes_only_values(set(nested_scans(name, shown)), set(nested_scans(name, shown, beyond=True)), shown)

    law()


def _excludes_only_values(
    defined: set[Scan], every: set[Scan], pages: Sequence[FlatPage] | Sequence[NestedPage]
) -> None:
    """All wrappers of the class as defined are among all wrappers, and every other one contains a part of a value."""
    assert defined <= every
    assert [scan for scan in every - defined if not contains_values(scan, pages)] == []


LAST_LACKS_LAST = FlatPage("p1", "[A](B);[C];", ((Span(1, 2), Span(4, 5)), (Span(8, 9), None)))


@settings(max_examples=60, deadline=None)
@given(pages=flat_pages(size=2, absent=True))
@example(pages=[LAST_LACKS_LAST])
def test_a_delimiter_that_loses_a_record_is_chosen_only_where_all_do(pages: list[FlatPage]) -> None:
    """Of all wrappers of the class with the same left delimiter, one with a safe delimiter is taken if there is one."""
    found = first(lambda: mlr.scans(interpretation(pages)))
    if found is None:
        return
    for at, cut in enumerate(found.cuts):
        if cut.missing and not is_safe(cut.missing, at, pages):
            others = [scan.cuts[at] for scan in missing_scans(pages) if scan.cuts[at].left == cut.left]
            assert not any(is_safe(other.missing, at, pages) for other in others)
            if not is_clean(cut.missing, at, pages):
                assert not any(is_clean(other.missing, at, pages) for other in others), "no part of a value"


@settings(max_examples=60, deadline=None)
@given(pages=flat_pages(size=3, fields=1, empty_pages=False))
def test_the_wrappers_are_counted_without_being_listed(pages: list[FlatPage]) -> None:
    """The count is the number of wrappers that brute force lists, for LR and for HLRT."""
    shown = interpretation(pages)
    for name, count in (("lr", lr.count), ("hlrt", hlrt.count)):
        assert count(shown) == sum(1 for _ in flat_scans(name, pages))


@settings(max_examples=60, deadline=None)
@given(pages=flat_pages(size=2, fields=1))
def test_every_head_and_tail_that_agree_are_listed(pages: list[FlatPage]) -> None:
    """All HLRT wrappers come out in the end, each once, so that unknown cells can be tried against all of them."""
    try:
        listed = list(hlrt.scans(interpretation(pages)))
    except NoConsistentWrapper:
        listed = []
    assert len(listed) == len(set(listed))
    assert set(listed) == set(flat_scans("hlrt", pages))


def test_the_suffix_array_is_made_only_when_needed() -> None:
    """LR needs none at all."""
    assert "array" not in vars(FragmentIndex([]))
