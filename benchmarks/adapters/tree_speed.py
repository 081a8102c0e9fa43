"""How fast is it: pages per second, and what a person would write by hand with the parser's own selector."""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from turbohtml import parse

from unweave.errors import CannotCompile
from unweave.trees.language import TreeLanguage
from unweave.trees.outline import TEXT


def by_selector(languages: Sequence[TreeLanguage], field: str) -> Callable[[str], list[dict[str, Any]]]:
    """Parse, select along the same way, take the texts: no context is checked."""
    selector = selector_of(languages)

    def run(source: str) -> list[dict[str, Any]]:
        return [{field: " ".join(element.text.split())} for element in parse(source).select(selector)]

    return run


def selector_of(languages: Sequence[TreeLanguage]) -> str:
    """The paths down to the values' elements, as CSS."""
    paths = (path for each in languages for path in each.chains())
    return ", ".join(dict.fromkeys(" > ".join(map(_compound, path)) for path in map(_elements, paths)))


def _elements(path: Sequence[str]) -> list[str]:
    found = [label for label in path if label not in {"#document", TEXT}]
    if not found:
        raise CannotCompile(target="css", reason="texts without a selectable element around them")
    return found


def _compound(label: str) -> str:
    tag, *marks = label.split("\x1f")
    return tag + "".join(map(_mark, marks))


def _mark(mark: str) -> str:
    if mark.startswith("."):
        return f'[class*="{_quoted(mark[1:])}"]'
    name, _, value = mark.partition("=")
    return f'[{name}="{_quoted(value)}"]'


def _quoted(value: str) -> str:
    return "".join(f"\\{ord(sign):x} " if sign in '"\\\n' else sign for sign in value)


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
