"""A budget of work, checked wherever something may take long."""

import threading
from time import process_time

import pytest

from unweave.budget import Budget, OutOfTime, check_time, first_answer, out_of_time, part_of_time


class Ticks:
    """A time that passes with every check, one tick each."""

    def __init__(self) -> None:
        self.gone = 0

    def __call__(self) -> float:
        self.gone += 1
        return float(self.gone)


def checks(most: int = 1000) -> int:
    """How often the time can be checked before it raises."""
    for number in range(most):
        try:
            check_time()
        except OutOfTime:
            return number
    return most


def test_without_a_limit_nothing_is_cut() -> None:
    """Learning without a budget may take any time."""
    assert (checks(), out_of_time()) == (1000, False)


@pytest.mark.parametrize(("seconds", "share", "possible"), [(10.0, 1.0, 8), (20.0, 0.5, 9), (0.0, 1.0, 0)])
def test_a_step_has_its_share_of_what_is_left(seconds: float, share: float, possible: int) -> None:
    """It is cut at the first check behind its end, and noted by name."""
    budget = Budget(seconds, least=0.0, now=Ticks())
    with budget.limit("tree", share=share):
        assert checks() == possible
    assert budget.note == f"the budget of {seconds:g} s cut short: tree"


def test_a_soft_limit_is_asked_for() -> None:
    """It never raises; a search that asks whether there is time left stops with what it has."""
    budget = Budget(3.0, least=0.0, now=Ticks())
    with budget.limit("rules", soft=True):
        assert [checks(5), *(out_of_time() for _ in range(3))] == [5, False, True, True]
    assert budget.cut == ["rules"]


def test_for_a_first_answer_there_is_a_least() -> None:
    """A step that was let in has some time even where the budget is used up; nothing else is let in."""
    budget = Budget(0.0, least=10.0, now=Ticks())
    with budget.limit("rules"):
        assert checks() == 8
    assert (budget.allows("tree"), budget.skipped) == (False, ["tree"])


def test_a_part_of_the_time_is_a_soft_limit() -> None:
    """Half of what is left may be used by what can stop by itself; the rest is for what comes after it."""
    budget = Budget(20.0, least=0.0, now=Ticks())
    with budget.limit("learning"):
        with part_of_time("reading", 0.5):
            assert [out_of_time() for _ in range(12)] == [False] * 8 + [True] * 4
            assert checks(5) == 5
        assert not out_of_time()
    assert budget.cut == []


def test_a_first_answer_may_still_be_found_when_the_time_is_over() -> None:
    """It has a time of its own, but only where the limit has passed; the step that was cut is noted all the same."""
    budget = Budget(3.0, least=0.0, now=Ticks())
    with budget.limit("all rows"):
        with first_answer("a few rows", seconds=10.0):
            assert checks() == 0
        with first_answer("a few rows", seconds=10.0):
            assert checks() == 9
        assert checks() == 0
    assert budget.cut == ["all rows"]


def test_the_limit_ends_with_its_step() -> None:
    """What comes after it is not cut, whatever happened inside."""
    budget = Budget(0.0, least=0.0)
    with pytest.raises(OutOfTime), budget.limit("tree"):
        check_time()
    assert checks() == 1000


def test_several_things_share_a_budget() -> None:
    """Each has half of what is left, so that all of them together end with it."""
    ticks = Ticks()
    whole = Budget(101.0, least=0.0, now=ticks)
    for _ in range(20):
        with whole.half().limit("one type"):
            checks()
    assert ticks.gone < 101 + 20 * 5
    assert whole.half().seconds == 0.0


def test_other_threads_do_not_use_it_up() -> None:
    """What they compute does not change what is learned here."""
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            sum(range(1000))

    others = [threading.Thread(target=work) for _ in range(2)]
    budget = Budget(0.3)
    for thread in others:
        thread.start()
    before = process_time()
    while process_time() - before < 0.6:
        stop.wait(0.05)
    stop.set()
    for thread in others:
        thread.join()
    assert budget.allows("tree")
