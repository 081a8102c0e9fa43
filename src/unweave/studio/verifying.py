"""Verification: the wrapper on more pages, the suspicious ones first.

Legend

    reference    the project's own pages: how many records they have, how full each field is, what its values look like
    distance     how unlike a page is to the most similar page of the project: 1 less the share of common element roles
    suspicion    0 to 1: the largest of a few signs, each with a reason in words
    expected     a CSV file with the right values: a column for each field, and "page" where there are several pages
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.records import Record
from unweave.studio.marks import TableRow, odd_values, table_rows
from unweave.studio.pages import StudioPage
from unweave.summaries import value_text
from unweave.wrapper import Wrapper

MOST_ROLES = 20_000


@dataclass(frozen=True, slots=True)
class PageToVerify:
    """A page to verify: its name, its id if it is in the project, its file if it is one, and how to read it."""

    name: str
    page: Page | None
    id: str | None = None
    file: Mapping[str, str] | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class VerifiedPage:
    """What was found on one page."""

    name: str
    id: str | None = None
    file: Mapping[str, str] | None = None
    records: int = 0
    missing: Mapping[str, int] = field(default_factory=dict)
    odd: Mapping[str, int] = field(default_factory=dict)
    distance: float = 0.0
    suspicion: float = 0.0
    reasons: tuple[str, ...] = ()
    passed: bool | None = None
    error: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The page for the client."""
        return {name: getattr(self, name) for name in self.__slots__}


class PageVerifier:
    """The reference, and what is compared with it."""

    def __init__(self, wrapper: Wrapper, ids: Mapping[str, str], reference: Sequence[StudioPage]) -> None:
        self.wrapper = wrapper
        self.ids = ids
        self.names = {name: shown for shown, name in ids.items()}
        self._roles = [roles(one.page) for one in reference]
        self._rows = [row for one in reference for row in table_rows(one, _records(wrapper, one.page), ids)]
        self._has_lists = len(self._rows) > 2 * max(1, len(reference))

    def verified(self, given: PageToVerify, expected: Mapping[str, Counter[tuple[str, ...]]] | None) -> VerifiedPage:
        """What the wrapper finds on a page, and how suspicious that is."""
        if given.page is None:
            return VerifiedPage(
                given.name, given.id, given.file, suspicion=1.0, reasons=(given.error,), error=given.error
            )
        try:
            records = self.wrapper.extract(given.page)
        except UnweaveError as problem:
            error = str(problem)
            return VerifiedPage(given.name, given.id, given.file, suspicion=1.0, reasons=(error,), error=error)
        page = StudioPage(given.id or "", "", given.name, given.page)
        rows = table_rows(page, records, self.ids)
        missing = {name: sum(not row.values.get(name) for row in rows) for name in self.names}
        odd = self._odd(rows)
        distance = round(min((1 - _common(roles(given.page), other) for other in self._roles), default=0.0), 3)
        signs = sorted(self._signs(rows, missing, odd, distance), reverse=True)
        return VerifiedPage(
            given.name,
            given.id,
            given.file,
            records=len(rows),
            missing=missing,
            odd=odd,
            distance=distance,
            suspicion=round(max((sign for sign, _ in signs), default=0.0), 3),
            reasons=tuple(reason for sign, reason in signs if sign > 0.1),
            passed=None if expected is None else self._passes(given.name, rows, expected),
        )

    def _odd(self, rows: Sequence[TableRow]) -> dict[str, int]:
        """How many values of each field are unlike those of the project's pages."""
        strange = odd_values([*self._rows, *rows])
        return {
            name: sum(text in strange.get(name, ()) for row in rows for text in row.texts.get(name, ()))
            for name in self.names
        }

    def _signs(
        self, rows: Sequence[TableRow], missing: Mapping[str, int], odd: Mapping[str, int], distance: float
    ) -> Iterator[tuple[float, str]]:
        if not rows and self._rows:
            yield 0.95, "no record was found"
        if self._has_lists and len(rows) == 1:
            yield 0.6, "only one record was found"
        for name, count in missing.items():
            usual = sum(not row.values.get(name) for row in self._rows) / max(1, len(self._rows))
            share = count / max(1, len(rows))
            if rows and share > usual:
                yield 0.9 * (share - usual), f"{count} of {len(rows)} records have no {self.names[name]}"
        for name, count in odd.items():
            if count:
                yield 0.7 * count / max(1, len(rows)), f"{count} values of {self.names[name]} look different"
        if distance:
            yield 0.5 * distance, f"the page is built differently ({distance:.0%})".replace("%", " %")

    def _passes(self, name: str, rows: Sequence[TableRow], expected: Mapping[str, Counter[tuple[str, ...]]]) -> bool:
        fields = sorted(self.names, key=self.names.__getitem__)
        found = Counter(tuple(value_text(list(row.texts.get(one, ()))) for one in fields) for row in rows)
        return found == expected.get(name, expected.get("", Counter()))


def _records(wrapper: Wrapper, page: Page) -> list[Record]:
    try:
        return wrapper.extract(page)
    except UnweaveError:
        return []


def roles(page: Page) -> frozenset[str]:
    """The roles of the elements of a page: tag and class, with the tag above.

    >>> sorted(roles(Page('<p class="x">Emma')))
    ['/html', 'body/p.x', 'html/body', 'html/head']
    """
    nodes = page.tree.nodes[:MOST_ROLES] if page.is_html else ()
    return frozenset(
        f"{node.parent.tag if node.parent else ''}/{node.tag}{'.' if node.attributes.get('class') else ''}"
        f"{node.attributes.get('class', '')}"
        for node in nodes
        if node.kind == "element"
    )


def _common(one: frozenset[str], other: frozenset[str]) -> float:
    every = len(one | other)
    return len(one & other) / every if every else 1.0


def expected_rows(text: str, names: Sequence[str]) -> dict[str, Counter[tuple[str, ...]]]:
    r"""The expected rows of each page, the fields in the order of their names; "" has those without a page.

    >>> expected_rows("page,title\np1.html,Emma\n", ["title"])
    {'p1.html': Counter({('Emma',): 1})}
    """
    found: dict[str, Counter[tuple[str, ...]]] = {}
    for row in csv.DictReader(io.StringIO(text)):
        values = tuple(" ".join((row.get(name) or "").split()) for name in sorted(names))
        found.setdefault(row.get("page") or "", Counter())[values] += 1
    return found
