"""Enumerations: a field of which the examples show one value may have several on other pages.

Legend

    row         values of one page with nothing but separators between them: "Ann Lee, Bob Ray and Cy Lo"
    fuller      an answer that says what the heaviest one says, and more (``rules.vote``)

Whoever shows the author of one book has not said that all books have one. Where the readings of a field find more on an
unlabelled page, the fuller answer with at least half of the heaviest one's weight, and what they find stands in a row,
the field is taken for one with many values, and learned again as such. "Ann Lee, read by Bob Ray" is no row.

On the public pages, all rows of authors were right; of the answers that are no row, most were wrong.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from unweave.choose.consensus import consensus
from unweave.choose.readings import Reading
from unweave.choose.study import Ground
from unweave.page import Page, Span
from unweave.records import Either, Example, Record
from unweave.records.record import Cell

CONJUNCTIONS = frozenset(("and", "und", "et", "y", "e", "en", "og", "och"))
_WORD = re.compile(r"\w")


def is_enumerated(ground: Ground, pages: Sequence[Page]) -> bool:
    """Whether several values of a field stand in a row on one of the unlabelled pages.

    >>> page = Page("by <a>Ann Lee</a>, <a>Bob Ray</a>")
    >>> found = Reading("rules", "the <a>", (("AnnLee", "BobRay"),), spans=((Span(6, 13), Span(22, 29)),))
    >>> is_enumerated(Ground(readings=[found]), [page])
    True
    """
    voters = [*ground.readings, *ground.witnesses]
    if len({reading.panel for reading in ground.readings}) != 1:
        return False
    won = consensus(ground.readings, ground.witnesses, many=True).answers
    several = [at for at, answer in enumerate(won) if len(answer) > 1]
    return any(_is_row(pages[at], _spans(voters, at, won[at])) for at in several)


def _spans(voters: Sequence[Reading], page: int, answer: tuple[str, ...]) -> list[Span]:
    return sorted(next((one.spans[page] for one in voters if one.answers[page] == answer), ()))


def _is_row(page: Page, spans: Sequence[Span]) -> bool:
    """Whether there are only separators between the values."""
    return len(spans) > 1 and all(_is_separator(page, *pair) for pair in pairwise(spans))


def _is_separator(page: Page, one: Span, other: Span) -> bool:
    between = page.text(Span(one.end, other.start)).strip() if one.end < other.start else ""
    return bool(between) and (between.casefold() in CONJUNCTIONS or not _WORD.search(between))


def as_lists(examples: Sequence[Example], names: Collection[str]) -> list[Example]:
    """The examples, with lists for the values of these fields.

    >>> page = Page("by <a>Ann Lee</a>")
    >>> one = as_lists([Example.from_values(page, [{"by": "Ann Lee"}])], ["by"])
    >>> one[0].records[0].to_dict()
    {'by': ['Ann Lee']}
    """
    return [replace(one, records=tuple(_with_lists(one.records, names))) for one in examples]


def _with_lists(records: Sequence[Record], names: Collection[str]) -> Iterator[Record]:
    for record in records:
        cells = {name: _listed(record.cell(name)) if name in names else record.cell(name) for name in record}
        yield Record(record.page, cells, type=record.type)


def _listed(cell: Cell) -> Cell:
    return (cell,) if isinstance(cell, Span | Either) else cell
