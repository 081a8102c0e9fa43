"""Selectors of texts: which texts of a page are the values of a column.

Legend

    selector    a path; behind which template texts; with which first words ("Height:"); which one of several
    scope       "anywhere" on the page, "behind" one of the template texts, or "elsewhere" than others of its path
    run         all texts behind a template text up to the next one, as one value
    position    a position of EXALG's template, see ``exalg_columns``; its name is the path
    match       a selector and the texts of one value of it
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from unweave.templates.template_texts import NO_TEXT, TemplateText, runs_in
from unweave.templates.texts import PathText

PREFIX = re.compile(r"[^:]{1,40}:(?=\s)")


@dataclass(frozen=True, slots=True)
class TextSelector:
    """Selects the texts of one column; ``ordinal``: which one of several, ``last``: the highest such number.

    >>> TextSelector("html/body/h1").scope
    'anywhere'
    """

    path: str
    scope: Literal["anywhere", "behind", "elsewhere", "run", "position"] = "anywhere"
    behind: tuple[TemplateText, ...] = ()
    prefix: str = ""
    ordinal: int = -1
    last: int = -1


class SelectorMatch(NamedTuple):
    """One value: its selector and its texts, as indices into the page's row."""

    selector: TextSelector
    first: int
    last: int


def prefix_of(text: str) -> str:
    """The words up to a colon that a text begins with.

    >>> prefix_of("Height: 6'5"), prefix_of("10:30")
    ('Height:', '')
    """
    match = PREFIX.match(text)
    return match[0] if match else ""


class SelectorIndex:
    """Selectors by path, ready to be looked up."""

    def __init__(self, selectors: Iterable[TextSelector], template_texts: Iterable[TemplateText]) -> None:
        self.template_texts = frozenset(template_texts)
        self.paths: set[str] = set()
        self.runs: dict[TemplateText, TextSelector] = {}
        self.applicable: dict[tuple[str, TemplateText], list[TextSelector]] = {}
        self._numbered: dict[tuple[str, str | TemplateText], list[tuple[int, TextSelector]]] = defaultdict(list)
        for number, selector in enumerate(selectors):
            if selector.scope == "run":
                self.runs[selector.behind[0]] = selector
                continue
            self.paths.add(selector.path)
            behind = () if selector.scope == "anywhere" else dict.fromkeys(selector.behind)
            for where in (selector.scope, *behind):
                self._numbered[selector.path, where].append((number, selector))

    def find(self, row: Sequence[PathText]) -> list[list[SelectorMatch]]:
        """The values of each selector that has some on a page."""
        found: dict[int, list[SelectorMatch]] = defaultdict(list)  # by identity: a selector may have thousands of texts
        counter: Counter[tuple[str, TemplateText]] = Counter()
        for behind, start, end in runs_in(row, self.template_texts):
            for at in range(start, end):
                if row[at].path in self.paths and (selector := self._choose(row[at], behind, counter)):
                    found[id(selector)].append(SelectorMatch(selector, at, at))
            if start < end and behind in self.runs:
                found[id(self.runs[behind])].append(SelectorMatch(self.runs[behind], start, end - 1))
        return list(found.values())

    def _choose(
        self, text: PathText, behind: TemplateText, counter: Counter[tuple[str, TemplateText]]
    ) -> TextSelector | None:
        selectors = self._applicable(text.path, behind)
        if len(selectors) == 1 and not selectors[0].prefix:
            return selectors[0]
        prefix = prefix_of(text.text)
        named = [selector for selector in selectors if selector.prefix and selector.prefix == prefix]
        selectors = named or [selector for selector in selectors if not selector.prefix]
        if len(selectors) < 2:
            return selectors[0] if selectors else None
        key = (text.path, min(selectors[0].behind, default=NO_TEXT))
        number = min(counter[key], selectors[0].last)
        counter[key] += 1
        return next((selector for selector in selectors if selector.ordinal == number), None)

    def _applicable(self, path: str, behind: TemplateText) -> list[TextSelector]:
        """The selectors of a path behind a template text, each pair computed once."""
        key = (path, behind)
        if key not in self.applicable:
            there = self._numbered
            found = sorted([*there.get((path, "anywhere"), ()), *there.get(key, ())]) or there.get((path, "elsewhere"))
            self.applicable[key] = [selector for _, selector in found or ()]
        return self.applicable[key]
