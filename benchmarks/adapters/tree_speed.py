"""How fast is it: pages per second, and what a person would write by hand with the parser's own selector."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from turbohtml import parse

from unweave.targets.tree import selector_of
from unweave.trees.language import Language


def by_selector(languages: Sequence[Language], field: str) -> Callable[[str], list[dict[str, Any]]]:
    """Parse, select along the same way, take the texts: no context is checked."""
    selector = selector_of(languages)

    def run(source: str) -> list[dict[str, Any]]:
        return [{field: " ".join(element.text.split())} for element in parse(source).select(selector)]

    return run


def rate(run: Callable[[str], object], sources: Sequence[str], seconds: float) -> float:
    """Pages per second of processor time."""
    run(sources[0])
    started, pages = time.process_time(), 0
    while time.process_time() - started < seconds:
        for source in sources:
            run(source)
        pages += len(sources)
    return pages / (time.process_time() - started)
