"""A labelled page as the learners see it, and the page fragments into which its label divides it.

Legend

    flat page     FlatPage('p1', 'h[A](B)t', (((2, 3), (5, 6)),))              rows of spans
    nested page   NestedPage('p1', '[I](1)', ((1, (1, 2)), (2, (4, 5))), depth=2)     values with their levels
    head          'h['      the fragment before the first value (on a page without records: the whole page)
    between       the fragments between the last value of a record and the first of the next
    tail          ')t'      the fragment after the last value (on a page without records: the whole page)
    certain       whether a fragment is known to contain no value
    transition    Transition(fragment, 1, 2)    the fragment between a value of level 1 and one of level 2; level 0 is
                  the beginning or the end of the page

The thesis calls the fragments S_{m,k}. Departure: where a cell is unknown, or only some records are known, a fragment
may contain a value, so it is not certain. Only what holds whatever it contains is required of it. The rest is left to
execution, which decides (it is not needed where the page is ``fully_known``).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from unweave.delimiters.execution import Leveled
from unweave.page import Span
from unweave.records import Unknown

Cells = tuple[Span | Unknown | None, ...]


class Fragment(NamedTuple):
    """A part of a page between two known values; ``page`` is the name of the page.

    >>> Fragment("<b>Congo</b>", 0, 3, "p1").text
    '<b>'
    """

    source: str
    start: int
    end: int
    page: str = ""
    certain: bool = True

    @property
    def text(self) -> str:
        """Its text."""
        return self.source[self.start : self.end]


FollowedValue = tuple[Span, Fragment]
"""A value and the fragment after it."""


@dataclass(frozen=True)
class FlatPage:
    """A page and the rows of its label in order; ``complete`` when there are no others.

    >>> page = FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))
    >>> page.head.text, page.tail.text, [fragment.text for fragment in page.lefts[1]]
    ('h[', ')t', [']('])
    """

    name: str
    source: str
    rows: tuple[Cells, ...]
    complete: bool = True
    fields: int = 0

    @property
    def fully_known(self) -> bool:
        """Whether everything is known, so that the constraints decide."""
        return self.complete and not any(isinstance(cell, Unknown) for row in self.rows for cell in row)

    @property
    def has_records(self) -> bool:
        """Whether the page has records."""
        return bool(self.rows)

    @property
    def head(self) -> Fragment:
        """The fragment before the first known value."""
        return self._fragments.head

    @property
    def between(self) -> list[Fragment]:
        """The fragments before the first value of each record but the first."""
        return self.lefts[0][self._heads :] if self.lefts else []

    @property
    def before_records(self) -> list[Fragment]:
        """The fragments before each record's first value; only the end of the head counts, so it is not certain."""
        heads = self.lefts[0][: self._heads] if self.lefts else []
        return [fragment._replace(certain=False) for fragment in heads] + self.between

    @property
    def tail(self) -> Fragment:
        """The fragment after the last known value."""
        return self._fragments.tail

    @property
    def lefts(self) -> list[list[Fragment]]:
        """Per field, the fragments before its values."""
        return self._fragments.lefts

    @property
    def rights(self) -> list[list[FollowedValue]]:
        """Per field, its values and the fragments after them."""
        return self._fragments.rights

    @property
    def _heads(self) -> int:
        """1 when the head is a fragment before a value of the first field, else 0."""
        return int(self.has_records and isinstance(self.rows[0][0], Span))

    @cached_property
    def _fragments(self) -> "_Fragments":
        return _divide(self)


@dataclass
class _Fragments:
    head: Fragment
    tail: Fragment
    lefts: list[list[Fragment]] = field(default_factory=list)
    rights: list[list[FollowedValue]] = field(default_factory=list)


def _divide(page: FlatPage) -> _Fragments:
    known = list(_known(page))
    starts = [0, *(span.end for _, span, _ in known[:-1])]
    fragments = [
        Fragment(page.source, start, span.start, page.name, certain)
        for start, (_, span, certain) in zip(starts, known, strict=True)
    ]
    width = len(page.rows[0]) if page.rows else page.fields
    divided = _Fragments(fragments[0], fragments[-1], [[] for _ in range(width)], [[] for _ in range(width)])
    for (at, span, _), (before, after) in zip(known[:-1], pairwise(fragments), strict=True):
        divided.lefts[at].append(before)
        divided.rights[at].append((span, after))
    return divided


def _known(page: FlatPage) -> Iterator[tuple[int, Span, bool]]:
    """The known values in order: field, span, whether no unknown value can lie before it; last, the end of the page."""
    certain = True
    for row in page.rows:
        certain = certain and page.complete
        for at, cell in enumerate(row):
            if isinstance(cell, Span):
                yield at, cell, certain
            certain = isinstance(cell, Span) or (certain and cell is None)
    size = len(page.source)
    yield -1, Span(size, size), certain and page.complete


class Transition(NamedTuple):
    """A fragment, the level of the value before it (0 for none) and of the value after it (0 for the page's end).

    >>> Transition(Fragment("[I](1)", 2, 4), before=1, level=2).fragment.text
    ']('
    """

    fragment: Fragment
    before: int
    level: int


@dataclass(frozen=True)
class NestedPage:
    """A page and its values in order, each with its level; ``None`` where something is unknown.

    >>> page = NestedPage("p1", "[I](1)", ((1, Span(1, 2)), (2, Span(4, 5))), depth=2)
    >>> [(each.fragment.text, each.before, each.level) for each in page.transitions]
    [('[', 0, 1), ('](', 1, 2), (')', 2, 0)]
    """

    name: str
    source: str
    values: tuple[Leveled | None, ...]
    depth: int
    complete: bool = True

    @property
    def fully_known(self) -> bool:
        """Whether everything is known of the page."""
        return self.complete and None not in self.values

    @property
    def has_records(self) -> bool:
        """Whether the page has values at all."""
        return bool(self.values)

    @property
    def head(self) -> Fragment:
        """The fragment before the first value; on a page without values, the whole page."""
        return self.transitions[0].fragment

    @property
    def tail(self) -> Fragment:
        """The fragment after the last value; on a page without values, the whole page."""
        return self.transitions[-1].fragment

    @property
    def between(self) -> list[Fragment]:
        """The fragments that are neither head nor tail."""
        return [each.fragment for each in self.transitions[1:-1]]

    @cached_property
    def transitions(self) -> list[Transition]:
        """Every fragment, from the page's beginning to its end."""
        return list(_transitions(self))

    @cached_property
    def rights(self) -> list[list[FollowedValue]]:
        """Per level, its values and the fragments after them."""
        found: list[list[FollowedValue]] = [[] for _ in range(self.depth)]
        known = [value for value in self.values if value is not None]
        for (level, span), after in zip(known, self.transitions[1:], strict=True):
            found[level - 1].append((span, after.fragment))
        return found


def _transitions(page: NestedPage) -> Iterator[Transition]:
    at, before, certain = 0, 0, True
    for value in page.values:
        if value is None:
            certain = False
            continue
        level, span = value
        no_value = certain and (page.complete or level > 1)
        yield Transition(Fragment(page.source, at, span.start, page.name, no_value), before, level)
        at, before, certain = span.end, level, True
    yield Transition(Fragment(page.source, at, len(page.source), page.name, certain and page.complete), before, 0)


LabelledPage: TypeAlias = FlatPage | NestedPage
"""What the learners of all classes share: source, head, fragments between, tail, and values with what follows them."""
