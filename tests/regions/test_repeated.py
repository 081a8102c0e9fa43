"""Repeated regions: which tests begin the records of a list."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as some

from steps import growth
from unweave.page import Page
from unweave.regions.main_list import list_records
from unweave.regions.repeated import _later_in_turn, take_turns

MOST = 2.3  # times the steps when the size doubles
POSITIONS = some.sets(some.integers(0, 9), min_size=2).map(lambda one: tuple(sorted(one)))


@given(some.sets(POSITIONS))
def test_tests_that_take_turns_are_found_without_comparing_all(different: set[tuple[int, ...]]) -> None:
    """They are those of the definition: some other sequence takes turns with them and comes first."""
    defined = {second for second in different if any(take_turns(first, second) for first in different)}
    assert _later_in_turn(different) == defined


def test_rows_in_many_groups_take_time_in_proportion() -> None:
    """Two rows of each group have an attribute in common, so that there are half as many tests as rows."""

    def prepare(rows: int) -> Callable[[], object]:
        listed = "".join(f"<li data-group={at // 2}><b>Book {at}</b> <i>{at * 7919 % 10007}</i>" for at in range(rows))
        page = Page(f"<ul>{listed}</ul>", html=True)
        return lambda: list_records(page)

    assert growth(prepare, 300) < MOST
