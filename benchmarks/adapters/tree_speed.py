"""How fast is it: pages per second, and what a person would write by hand with the parser's own selector."""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from turbohtml import parse

from unweave.targets.tree_select import selector_of
from unweave.trees.language import Language


def by_selector(languages: Sequence[Language], field: str) -> Callable[[str], list[dict[str, Any]]]:
    """Parse, select along the same way, take the texts: no context is checked."""
    selector = selector_of(languages)

    def run(source: str) -> list[dict[str, Any]]:
        return [{field: " ".join(element.text.split())} for element in parse(source).select(selector)]

    return run


def share(
    run: Callable[[str], object], other: Callable[[str], object], sources: Sequence[str], seconds: float
) -> float:
    """The pages per second of the first as a share of the other's: both in turn, each by its median pass."""
    times: tuple[list[float], list[float]] = ([_pass(run, sources)], [_pass(other, sources)])
    while sum(map(sum, times)) < 2 * seconds or len(times[0]) < 5:
        times[0].append(_pass(run, sources))
        times[1].append(_pass(other, sources))
    return statistics.median(times[1]) / statistics.median(times[0])


def _pass(run: Callable[[str], object], sources: Sequence[str]) -> float:
    """Seconds of processor time for all the pages."""
    started = time.process_time()
    for source in sources:
        run(source)
    return time.process_time() - started
