"""The chances of a check, compared with their slow definition."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.verify.chance import chance_beside_change, chance_of_at_least


def slow_chance(hits: int, values: int, alpha: int, beta: int) -> Fraction:
    """The same by counting: draw values one by one from an urn, and put each back with another one of its kind."""
    total = Fraction(0)
    for count in range(max(hits, 0), values + 1):
        mass = Fraction(comb(values, count))
        for at in range(count):
            mass *= Fraction(alpha + at, alpha + beta + at)
        for at in range(values - count):
            mass *= Fraction(beta + at, alpha + beta + count + at)
        total += mass
    return total


@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 9), st.integers(1, 9))
def test_the_chance_is_that_of_an_urn(hits: int, values: int, alpha: int, beta: int) -> None:
    """The beta-binomial chance is that of drawing from Polya's urn."""
    wanted = float(slow_chance(hits, values, alpha, beta)) if hits <= values else 0.0
    assert chance_of_at_least(hits, values, (alpha, beta)) == pytest.approx(wanted, abs=1e-9)


@given(st.integers(1, 40), st.floats(0.01, 5), st.floats(0.5, 50))
def test_more_hits_are_less_likely(values: int, alpha: float, beta: float) -> None:
    """The chance falls with the number of hits, from 1 at none."""
    chances = [chance_of_at_least(hits, values, (alpha, beta)) for hits in range(values + 1)]
    assert chances[0] == 1.0
    assert all(one >= other for one, other in pairwise(chances))


@given(st.integers(0, 12), st.integers(1, 12), st.integers(1, 9), st.integers(1, 9))
def test_a_chance_beside_a_change_is_divided_by_that_of_the_change(
    hits: int, values: int, alpha: int, beta: int
) -> None:
    """So many hits from the urn of what is known, against just so many from that of a change, whose likeliest is 1."""
    hits = min(hits, values)
    change = [slow_chance(count, values, 2, 1) - slow_chance(count + 1, values, 2, 1) for count in range(values + 1)]
    wanted = slow_chance(hits, values, alpha, beta) * max(change) / change[hits]
    assert chance_beside_change(hits, values, (alpha, beta)) == pytest.approx(min(1.0, float(wanted)) if hits else 1.0)
