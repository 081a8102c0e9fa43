"""A learner finds a wrapper if and only if the class has one: every wrapper of the class is tried by executing it."""

from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings

from brute.lessons import flat_lessons, nests
from brute.wrappers import flat_scans, missing_scans, nested_result, nested_scans, result
from unweave.delimiters import hlrt, hoclrt, lr, missing, nested, oclr
from unweave.delimiters.ground import Ground
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.nest import Nest, NestedReading
from unweave.delimiters.reading import Reading
from unweave.errors import NoConsistentWrapper
from unweave.program import Scan

FLAT: dict[str, Callable[[Reading], Iterator[Scan]]] = {
    "lr": lr.scans,
    "hlrt": hlrt.scans,
    "oclr": oclr.scans,
    "hoclrt": hoclrt.scans,
}
NESTED = {"n-lr": nested.nlr_scans, "n-hlrt": nested.nhlrt_scans}


def reading(lessons: Sequence[Lesson]) -> Reading:
    width = len(lessons[0].rows[0])
    return Reading(tuple(f"f{at}" for at in range(width)), tuple(lessons))


def nested_reading(shown: Sequence[Nest]) -> NestedReading:
    return NestedReading(tuple(f"f{at}" for at in range(shown[0].depth)), tuple(shown))


def first(scans: Callable[[], Iterator[Scan]]) -> Scan | None:
    try:
        return next(scans(), None)
    except NoConsistentWrapper:
        return None


@pytest.mark.parametrize(("name", "size"), [("lr", 4), ("hlrt", 3), ("oclr", 3), ("hoclrt", 2)])
def test_a_flat_wrapper_is_found_iff_there_is_one(name: str, size: int) -> None:
    """And it gives every label back."""

    @settings(max_examples=150, deadline=None)
    @given(lessons=flat_lessons(size=size, fields=2 if size > 2 else 1))
    def law(lessons: list[Lesson]) -> None:
        found = first(lambda: FLAT[name](reading(lessons)))
        assert (found is not None) == any(True for _ in flat_scans(name, lessons))
        assert found is None or all(result(each.source, found) == list(each.rows) for each in lessons)

    law()


def test_looking_at_all_closings_together_refuses_nothing_that_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the quick look at openings and closings comes before anything has led to nothing."""
    monkeypatch.setattr(hoclrt, "DOUBTFUL", 0)

    @settings(max_examples=200, deadline=None)
    @given(lessons=flat_lessons(size=2, fields=1))
    def law(lessons: list[Lesson]) -> None:
        found = first(lambda: hoclrt.scans(reading(lessons)))
        assert (found is not None) == any(True for _ in flat_scans("hoclrt", lessons))

    law()


@pytest.mark.parametrize("name", ["n-lr", "n-hlrt"])
def test_a_nested_wrapper_is_found_iff_there_is_one(name: str) -> None:
    """And it gives every label back."""

    @settings(max_examples=150, deadline=None)
    @given(shown=nests(depth=3 if name == "n-lr" else 2))
    def law(shown: list[Nest]) -> None:
        found = first(lambda: NESTED[name](nested_reading(shown)))
        assert (found is not None) == any(True for _ in nested_scans(name, shown))
        assert found is None or all(nested_result(each.source, found) == list(each.values) for each in shown)

    law()


@settings(max_examples=150, deadline=None)
@given(lessons=flat_lessons(size=3, absent=True))
def test_a_wrapper_for_missing_values_is_found_iff_there_is_one(lessons: list[Lesson]) -> None:
    """And it gives every label back, absent values included."""
    found = first(lambda: missing.scans(reading(lessons)))
    assert (found is not None) == any(True for _ in missing_scans(lessons))
    assert found is None or all(result(each.source, found) == list(each.rows) for each in lessons)


@settings(max_examples=60, deadline=None)
@given(lessons=flat_lessons(size=3, fields=1, empty_pages=False))
def test_the_wrappers_are_counted_without_being_listed(lessons: list[Lesson]) -> None:
    """The count is the number of wrappers that brute force lists, for LR and for HLRT."""
    shown = reading(lessons)
    for name, count in (("lr", lr.count), ("hlrt", hlrt.count)):
        assert count(shown) == sum(1 for _ in flat_scans(name, lessons))


@settings(max_examples=60, deadline=None)
@given(lessons=flat_lessons(size=2, fields=1))
def test_every_head_and_tail_that_agree_are_listed(lessons: list[Lesson]) -> None:
    """All HLRT wrappers come out in the end, each once, so that unknown cells can be tried against all of them."""
    try:
        listed = list(hlrt.scans(reading(lessons)))
    except NoConsistentWrapper:
        listed = []
    assert len(listed) == len(set(listed))
    assert set(listed) == set(flat_scans("hlrt", lessons))


def test_the_ground_is_indexed_only_when_needed() -> None:
    """LR asks for no index at all."""
    assert "index" not in vars(Ground([]))
