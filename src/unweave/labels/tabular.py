"""The table that evidence leaves open: M rows by K cells, and in each cell the instances that may stand there.

Legend

    order      ('country', 'code', 'capital')        the fields in the order in which a row has them
    anchor     the first field of the order that is settled: it says how many rows there are, and where
    cell       (Span(41, 46), Span(42, 47))          its candidates; one candidate: decided; none: a hole
    table      rows of cells, in the order of the page

A label is tabular when its values, read row by row, stand one behind the other (they may touch, not overlap). In
front of the anchor's value of row m and behind that of row m - 1 stand the row's fields that come before the anchor,
and likewise behind it; so the order decides in which row an instance stands. Candidates that stand in no label are
taken out: going forwards, a candidate needs one in the cell before that ends in time; going backwards, one in the
cell behind that begins late enough. Holes do not matter, since "one behind the other" is transitive.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from operator import attrgetter
from typing import TypeAlias

from unweave.labels.evidence import Evidence, Evidences
from unweave.page import Span

Cell: TypeAlias = tuple[Span, ...]
Table: TypeAlias = list[list[Cell]]


def table_of(evidence: Evidences, order: Sequence[str]) -> Table | None:
    """The table of that order, with the candidates that stand in at least one label; None when there is no label.

    >>> from unweave.labels.evidence import Report, weighed
    >>> code = weighed([Report("perfect", (Span(22, 27), Span(42, 47)))])
    >>> country = weighed([Report("incomplete", (Span(35, 40),))])
    >>> table_of({"country": country, "code": code}, ("country", "code"))
    [[(), (Span(start=22, end=27),)], [(Span(start=35, end=40),), (Span(start=42, end=47),)]]
    """
    anchor = next((name for name in order if evidence[name].settled), None)
    if anchor is None:
        return None
    rows = evidence[anchor].sure
    columns = [_column(evidence[name], rows, _side(order, name, anchor)) for name in order]
    if any(column is None for column in columns):
        return None
    return pruned([list(row) for row in zip(*(column or () for column in columns), strict=True)])


def _side(order: Sequence[str], name: str, anchor: str) -> int:
    """-1 for a field in front of the anchor, 0 for the anchor itself, 1 for one behind it."""
    here, there = order.index(name), order.index(anchor)
    return (here > there) - (here < there)


def _column(evidence: Evidence, anchors: Sequence[Span], side: int) -> list[Cell] | None:
    """The candidates of one field, row by row; None when a sure instance has no cell, or two have the same."""
    if side == 0:
        return [(span,) for span in anchors]
    column: list[list[Span]] = [[] for _ in anchors]
    sure = set(evidence.sure)
    decided: set[int] = set()
    for span in evidence.sure if evidence.possible is None else evidence.possible:
        row = _row_of(span, anchors, side)
        if row is None or (span in sure and row in decided):
            if span in sure:
                return None
            continue
        if span in sure:
            decided.add(row)
        column[row].append(span)
    cells = [tuple(span for span in cell if row not in decided or span in sure) for row, cell in enumerate(column)]
    return None if evidence.possible is not None and not all(cells) else cells


def _row_of(span: Span, anchors: Sequence[Span], side: int) -> int | None:
    """The row in which an instance stands; None when it overlaps an anchor, or stands outside all rows."""
    before = bisect_left(anchors, span.start, key=attrgetter("start"))
    clear = all(
        anchor.end <= span.start or span.end <= anchor.start for anchor in anchors[max(0, before - 1) : before + 1]
    )
    row = before if side < 0 else before - 1
    return row if clear and 0 <= row < len(anchors) else None


def pruned(table: Table) -> Table | None:
    """The table without the candidates that stand in no label; None when no label is left.

    >>> pruned([[(Span(0, 4), Span(5, 9)), (Span(4, 8),)]])
    [[(Span(start=0, end=4),), (Span(start=4, end=8),)]]
    """
    cells = list(chain.from_iterable(table))
    kept = _from_behind(_from_before(cells))
    if any(had and not left for had, left in zip(cells, kept, strict=True)):
        return None
    width = len(table[0]) if table else 1
    return [kept[at : at + width] for at in range(0, len(kept), width)]


def _from_before(cells: Sequence[Cell]) -> list[Cell]:
    kept, earliest = [], 0
    for cell in cells:
        kept.append(tuple(span for span in cell if span.start >= earliest))
        earliest = min((span.end for span in kept[-1]), default=earliest)
    return kept


def _from_behind(cells: Sequence[Cell]) -> list[Cell]:
    kept: list[Cell] = []
    latest = None
    for cell in reversed(cells):
        kept.append(tuple(span for span in cell if latest is None or span.end <= latest))
        latest = max((span.start for span in kept[-1]), default=latest)
    return kept[::-1]


Row: TypeAlias = tuple[Span | None, ...]


def labels_in(table: Table, *, limit: int) -> list[tuple[Row, ...]]:
    """The labels that a table leaves open, in document order, at most ``limit`` of them.

    >>> labels_in([[(Span(0, 2), Span(1, 3)), (Span(2, 4), Span(3, 5))]], limit=9)
    [((Span(start=0, end=2), Span(start=2, end=4)),), ((Span(start=0, end=2), Span(start=3, end=5)),),
     ((Span(start=1, end=3), Span(start=3, end=5)),)]
    """
    width = len(table[0]) if table else 1
    choices = _choices(list(chain.from_iterable(table)))
    return [tuple(choice[at : at + width] for at in range(0, len(choice), width)) for choice in islice(choices, limit)]


def _choices(cells: Sequence[Cell]) -> Iterator[tuple[Span | None, ...]]:
    """One candidate of each cell, each behind the one before; a depth-first walk that never meets a dead end.

    (The candidates were pruned, so whatever is chosen so far can be completed.)
    """
    path: list[Span | None] = []
    walks = [_options(cells, path)]
    while walks:
        if len(path) == len(cells):
            yield tuple(path)
            walks.pop()
        else:
            option = next(walks[-1], False)
            if option is not False:
                path.append(option)  # type: ignore[arg-type]  # False is the end of the walk, and no option
                walks.append(_options(cells, path))
                continue
            walks.pop()
        if path:
            path.pop()


def _options(cells: Sequence[Cell], path: Sequence[Span | None]) -> Iterator[Span | None]:
    if len(path) == len(cells):
        return iter(())
    earliest = next((span.end for span in reversed(path) if span is not None), 0)
    cell = cells[len(path)]
    return iter([span for span in cell if span.start >= earliest] if cell else [None])
