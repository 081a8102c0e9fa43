"""A budget of work, looked at wherever something may take long."""

import pytest

from unweave.clock import Clock, OutOfTime, look, out_of_time


class Ticks:
    """A time that passes with every look at it, one tick each."""

    def __init__(self) -> None:
        self.gone = 0

    def __call__(self) -> float:
        self.gone += 1
        return float(self.gone)


def looks(most: int = 1000) -> int:
    """How often one can look before it raises."""
    for number in range(most):
        try:
            look()
        except OutOfTime:
            return number
    return most


def test_without_a_limit_nothing_is_cut() -> None:
    """Who learns without a budget may take as long as it takes."""
    assert (looks(), out_of_time()) == (1000, False)


@pytest.mark.parametrize(("budget", "share", "possible"), [(10.0, 1.0, 8), (20.0, 0.5, 9), (0.0, 1.0, 0)])
def test_a_step_has_its_share_of_what_is_left(budget: float, share: float, possible: int) -> None:
    """It is cut at the first look behind its end, and remembered by name."""
    clock = Clock(budget, least=0.0, now=Ticks())
    with clock.limits("tree", share=share):
        assert looks() == possible
    assert clock.note == f"the budget of {budget:g} s cut short: tree"


def test_a_soft_limit_is_asked_for() -> None:
    """It never raises; who asks whether there is time left stops with what it has."""
    clock = Clock(3.0, least=0.0, now=Ticks())
    with clock.limits("rules", soft=True):
        assert [looks(5), *(out_of_time() for _ in range(3))] == [5, False, True, True]
    assert clock.cut == ["rules"]


def test_for_a_first_answer_there_is_a_least() -> None:
    """A step that was let in has some time even where the budget is used up; nothing else is let in."""
    clock = Clock(0.0, least=10.0, now=Ticks())
    with clock.limits("rules"):
        assert looks() == 8
    assert (clock.allows("tree"), clock.left_out) == (False, ["tree"])


def test_the_limit_ends_with_its_step() -> None:
    """What comes after it is not cut, whatever happened inside."""
    clock = Clock(0.0, least=0.0)
    with pytest.raises(OutOfTime), clock.limits("tree"):
        look()
    assert looks() == 1000


def test_several_things_share_a_budget() -> None:
    """Each has half of what is left, so that all of them together end with it."""
    ticks = Ticks()
    whole = Clock(101.0, least=0.0, now=ticks)
    for _ in range(20):
        with whole.half().limits("one type"):
            looks()
    assert ticks.gone < 101 + 20 * 5
    assert whole.half().budget == 0.0
