"""Chances: how often counts as unusual as these come about if nothing has changed.

Legend

    rate         the unknown share of values with some property, on pages of the site as it was
    known        (hits, misses): what was counted on good pages; the rate has a Beta distribution after it
    prior        (0.05, 1.0): hits and misses that are added to what was counted; they say what rates sites have
    chance       the probability of at least so many hits among new values, if the rate is the same as before
    unlikeliness how much likelier just so many hits are without a change than with one: a ratio of likelihoods

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


def unlikeliness(hits: int, values: int, known: tuple[float, float]) -> float:
    """How many times as likely just so many hits are if nothing has changed as they are after a change.

    A change gives any share of hits, large ones more often: its rate has the distribution Beta(2, 1). So one value of
    eight that is missing, after 15 that were not, is no such sign of a change as its chance alone would make it:

    >>> known = (0.02, 15.5)
    >>> [round(unlikeliness(hits, 8, known), 4) for hits in (1, 2, 4, 8)], round(chance_of_at_least(1, 8, known), 4)
    ([0.1586, 0.0176, 0.0004, 0.0], 0.0085)
    """
    if hits <= 0:
        return 1.0
    return min(1.0, _mass(hits, values, *known) / _mass(hits, values, 2.0, 1.0))


def _mass(count: int, values: int, alpha: float, beta: float) -> float:
    """The probability of just so many hits."""
    ways = lgamma(values + 1) - lgamma(count + 1) - lgamma(values - count + 1)
    return exp(ways + _log_beta(count + alpha, values - count + beta) - _log_beta(alpha, beta))


def _log_beta(alpha: float, beta: float) -> float:
    return lgamma(alpha) + lgamma(beta) - lgamma(alpha + beta)
