"""Other values for numbers of ``tuning``, for a while: what would a benchmark give with them, and is the choice sound?

Choosing in folds: sites are divided into five folds, those of one publisher together. On four of them the best setting
is chosen, one number changed at a time, and the fifth is measured with it. What the folds give less than the shipped
numbers give is the price of having chosen these on all sites; a large one (above 1.5 points) means that they would do
worse on sites that nobody looked at.
"""

import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

FOLDS = 5
SHIPPED = "shipped"
PUBLISHERS = {
    "countryliving": "hearst",
    "delish": "hearst",
    "thepioneerwoman": "hearst",
    "ninjatestkitchen": "sharkninja",
}
"""Sites of a publisher that has another one among the public sites, by other names."""


def family(site: str) -> str:
    """The publisher of a site of swde or recipes: "amazon" of camera-amazon, "bakels" of other-bakels.co.uk."""
    name = max(site.partition("-")[2].split("."), key=len)
    return PUBLISHERS.get(name, name)


def folds_of(families: Iterable[str]) -> dict[str, int]:
    """The fold of each family of sites, in the order of their names."""
    return {name: at % FOLDS for at, name in enumerate(sorted(set(families)))}


@contextmanager
def tuned(setting: Mapping[str, Any]) -> Iterator[None]:
    """Other values for numbers of ``tuning``, or other functions, in all modules that use them by these names."""
    places = [
        (module, name)
        for module in list(sys.modules.values())
        for name in setting
        if getattr(module, "__name__", "").startswith("unweave") and name in vars(module)
    ]
    before = [getattr(module, name) for module, name in places]
    for module, name in places:
        setattr(module, name, setting[name])
    try:
        yield
    finally:
        for (module, name), value in zip(places, before, strict=True):
            setattr(module, name, value)


def chosen_in_folds(
    alternatives: Mapping[str, Sequence[float]], measure: Callable[[], Mapping[str, float]], site_of: Mapping[str, str]
) -> dict[str, float]:
    """The score of each fold with the setting that is best on the others, beside that of the shipped numbers.

    ``measure`` gives a score to each case, and ``site_of`` the site of each, or its family; the shipped setting is
    chosen where no other is better.
    """
    folds = folds_of(site_of.values())
    scores: dict[str, Mapping[str, float]] = {}
    for setting in [{}, *({name: value} for name, values in alternatives.items() for value in values)]:
        title = ", ".join(f"{name} {value}" for name, value in setting.items()) or SHIPPED
        with tuned(setting):
            scores[title] = measure()
        print(f"{title:32}{statistics.fmean(scores[title].values()):8.4f}", flush=True)
    found, shipped = [], []
    for fold in range(FOLDS):
        inside = [case for case, site in site_of.items() if folds[site] == fold]
        outside = [case for case in site_of if case not in inside]
        best = max(scores, key=lambda title: statistics.fmean(scores[title][case] for case in outside))
        found.append(statistics.fmean(scores[best][case] for case in inside))
        shipped.append(statistics.fmean(scores[SHIPPED][case] for case in inside))
        print(f"fold {fold}: {best:32}{found[-1]:8.4f}   shipped {shipped[-1]:.4f}")
    return show_difference("all folds", statistics.fmean(found), statistics.fmean(shipped))


def show_difference(title: str, chosen: float, shipped: float) -> dict[str, float]:
    """Print and return a figure with what other folds choose, that of the shipped numbers, and their difference."""
    points = 100 * (shipped - chosen)
    print(f"{title}: chosen on the other folds {chosen:.4f}, shipped {shipped:.4f}, difference {points:.2f} points")
    return {"chosen_f1": round(chosen, 4), "shipped_f1": round(shipped, 4), "difference": round(points, 2)}
