"""Chances: how often counts as unusual as these come about if nothing has changed.

Legend

    rate         the unknown share of values with some property, on pages of the site as it was
    known        (hits, misses): what was counted on good pages; the rate has a Beta distribution after it
    prior        (0.05, 1.0): hits and misses that are added to what was counted; they say what rates sites have
    chance       the probability of at least so many hits among new values, if the rate is the same as before
    change       after one, the rate may be any, large ones more often: it has the distribution Beta(2, 1)

The chance follows the beta-binomial distribution, exactly: it takes into account that the rate itself is only known
from few pages, which a binomial test with the observed share would not.
"""

from math import exp, lgamma


def chance_of_at_least(hits: int, values: int, known: tuple[float, float]) -> float:
    """The chance of at least so many hits among the values, after what is known of the rate.

    With 3 misses and no hit among good pages, and half a hit and half a miss as prior:

    >>> round(chance_of_at_least(1, 1, (0.5, 3.5)), 3), round(chance_of_at_least(8, 8, (0.5, 3.5)), 4)
    (0.125, 0.0012)
    >>> chance_of_at_least(0, 8, (0.5, 3.5))
    1.0
    """
    if hits <= 0:
        return 1.0
    return min(1.0, sum(_mass(count, values, *known) for count in range(hits, values + 1)))


def chance_beside_change(hits: int, values: int, known: tuple[float, float]) -> float:
    """The chance of at least so many hits, divided by how likely just so many are after a change.

    A change gives any share of hits, large ones more often: its rate has the distribution Beta(2, 1), and the likeliest
    number counts as 1. So one odd page of eight says less than its chance alone would, and eight of eight say the same:

    >>> known = (0.02, 15.5)
    >>> [round(chance_beside_change(hits, 8, known), 5) for hits in (1, 2, 4, 8)]
    [0.03828, 0.00437, 0.0001, 0.0]
    >>> [round(chance_of_at_least(hits, 8, known), 5) for hits in (1, 2, 4, 8)]
    [0.00851, 0.00146, 5e-05, 0.0]
    """
    if hits <= 0:
        return 1.0
    return min(1.0, chance_of_at_least(hits, values, known) * (values + 1) / (hits + 1))


def _mass(count: int, values: int, alpha: float, beta: float) -> float:
    """The probability of just so many hits."""
    ways = lgamma(values + 1) - lgamma(count + 1) - lgamma(values - count + 1)
    return exp(ways + _log_beta(count + alpha, values - count + beta) - _log_beta(alpha, beta))


def _log_beta(alpha: float, beta: float) -> float:
    return lgamma(alpha) + lgamma(beta) - lgamma(alpha + beta)
