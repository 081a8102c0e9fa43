"""Values by reserve rules: what the reserves of a field say on a page where its own rules fail.

Legend

    column      what one rule finds in each region of a page; None where it finds nothing
    opinion     reserves that rest on the same: a class, a label, tags counted from the first one. From the first and
                from the last one are two opinions: where a tag is missing, the two are no longer the same node
    fails       the rules of a field find nothing, or values that mostly do not look like the shown ones
    support     of a column: over all regions, how plausible its value is, times the number of opinions that share it

Reserves find the same on known pages, so that a page on which they differ has changed. Then none of them is followed
because it comes first: if the third of six cells becomes ``th``, the third ``td`` is another cell, but the third text
from the front and the fourth from the back are still one text.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from unweave.records.located import Located
from unweave.regions.addresses import Opinion
from unweave.regions.likeness import Likeness
from unweave.tuning import REGION_RESERVE_GAIN, REGION_RESERVE_VALUE, REGION_USEFUL_VALUE

Cell = Any
"""A located value, a tuple of them where a field has several, or None."""


def fails(column: Iterable[Cell], likeness: Likeness) -> bool:
    """Whether what the rules of a field find in all regions is nothing, or mostly does not look like its values."""
    found = [likeness.plausibility(first(cell).text) for cell in column if cell]
    return sum(found) < REGION_USEFUL_VALUE * len(found) or not found


def reserve_column(
    own: Sequence[Cell], columns: Mapping[Opinion, Sequence[Sequence[Cell]]], likeness: Likeness
) -> Sequence[Cell]:
    """The column that most opinions support, if it looks like values, and far more so than what the rules find."""
    said = _said(columns, len(own))
    every = [column for some in columns.values() for column in some]
    best = max(every, key=lambda column: _support(column, said, likeness), default=own)
    total, count = _plausible(best, likeness), sum(map(bool, best))
    is_plausible = total >= REGION_RESERVE_VALUE * count > 0
    return best if is_plausible and total >= REGION_RESERVE_GAIN * _plausible(own, likeness) else own


def _said(columns: Mapping[Opinion, Sequence[Sequence[Cell]]], size: int) -> list[Counter[tuple[str, ...]]]:
    """For each region, how many opinions have each answer."""
    counts = [Counter[tuple[str, ...]]() for _ in range(size)]
    for some in columns.values():
        for at, count in enumerate(counts):
            count.update({_texts(column[at]) for column in some})
    return counts


def _support(column: Sequence[Cell], said: Sequence[Counter[tuple[str, ...]]], likeness: Likeness) -> float:
    both = zip(column, said, strict=True)
    return sum(likeness.plausibility(first(cell).text) * count[_texts(cell)] for cell, count in both if cell)


def _plausible(column: Sequence[Cell], likeness: Likeness) -> float:
    return sum(likeness.plausibility(first(cell).text) for cell in column if cell)


def _texts(cell: Cell) -> tuple[str, ...]:
    return tuple(one.text for one in cell) if isinstance(cell, tuple) else (cell.text,) if cell else ()


def first(cell: Cell) -> Located:
    """The first value of a cell that has one."""
    found: Located = cell[0] if isinstance(cell, tuple) else cell
    return found
