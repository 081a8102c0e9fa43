"""Corrob: every label that could be the true one, given the reports of the recognizers (thesis, section 6.4).

Legend

    instances  {'code': Instances(sure, possible), ...}    per field (see ``instances``)
    order      ('country', 'code', 'capital')              one of the K! orders in which a row may have its fields
    label      PageLabel(order, rows)                      a table of spans, with holes (None) where nothing is known
    complete   whether all labels were listed, or only as many as the limit allows
    anchor     the first field of the order that is settled: it determines how many rows there are, and where
    cell       (Span(41, 46), Span(42, 47))                its candidates; one candidate: decided; none: a hole
    table      M rows by K cells, in the order of the page

At least one field must be settled (the thesis: at least one perfect recognizer, none unreliable). A label of some order
has all sure instances, one of the possible ones in every cell of a field that has them, and holes only where a field
has no recognizer that misses nothing. The thesis chooses sets of instances first and then asks whether they fit into a
table (the tests compare with that definition). Ours finds the cell of each instance first, and only lists what fits.

A label is tabular when its values, read row by row, follow one another (they may touch, not overlap). The fields that
come before the anchor in a row lie between the anchor's value of the row before and that of the row, those that come
after it likewise; so the order decides in which row an instance lies. Candidates that are in no label are removed:
forwards, a candidate needs one in the cell before that ends in time; backwards, one in the cell after that begins late
enough. Holes do not matter, since "follows" is transitive.

Departures: several recognizers per field (see ``instances``); a limit, since the number of labels grows exponentially,
and ``complete`` is False when it is reached; at most 7 fields without a given order, since all K! orders are tried.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, permutations
from operator import attrgetter
from typing import TypeAlias

from unweave.errors import BadInput
from unweave.labels.instances import Instances, PageInstances
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Example, Record
from unweave.tuning import LABELS_LISTED, ORDERED_FIELDS

Cell: TypeAlias = tuple[Span, ...]
Table: TypeAlias = list[list[Cell]]
LabelRow: TypeAlias = tuple[Span | None, ...]


@dataclass(frozen=True, slots=True)
class PageLabel:
    """A possible label of a page: fields in the order of the page, and rows of spans, None for a hole.

    >>> PageLabel(("code",), ((Span(3, 6),),)).example(Page("<i>242</i>")).records[0].to_dict()
    {'code': '242'}
    """

    order: tuple[str, ...]
    rows: tuple[LabelRow, ...]

    def example(self, page: Page) -> Example:
        """The label as an example: complete, since all rows are there; its holes are unknown cells."""
        records = tuple(
            Record(page, {name: UNKNOWN if span is None else span for name, span in zip(self.order, row, strict=True)})
            for row in self.rows
        )
        return Example(page, records, status="complete")


@dataclass(frozen=True, slots=True)
class PageLabels:
    """The labels that could be true; ``complete`` when there are no others."""

    labels: tuple[PageLabel, ...]
    complete: bool


def corrob(
    instances: PageInstances, *, orders: Sequence[Sequence[str]] | None = None, limit: int = LABELS_LISTED
) -> PageLabels:
    """Every label that could be true, order by order; all orders are tried unless some are given.

    >>> from unweave.labels.instances import Report, combined_reports
    >>> code = combined_reports([Report("perfect", (Span(22, 27),))])
    >>> country = combined_reports([Report("unsound", (Span(5, 10), Span(15, 20)))])
    >>> for label in corrob({"country": country, "code": code}).labels:
    ...     print(label.order, [tuple(span) for span in label.rows[0]])
    ('country', 'code') [(5, 10), (22, 27)]
    ('country', 'code') [(15, 20), (22, 27)]
    """
    check_reasonable(instances)
    found: list[PageLabel] = []
    for order in all_orders(instances) if orders is None else orders:
        table = table_of(instances, order)
        rows = [] if table is None else _labels_in(table, limit=limit + 1 - len(found))
        found += [PageLabel(tuple(order), row) for row in rows]
        if len(found) > limit:
            return PageLabels(tuple(found[:limit]), complete=False)
    return PageLabels(tuple(found), complete=True)


def all_orders(fields: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Every order of the fields; it raises BadInput when there are too many fields for that.

    >>> list(all_orders(["a", "b"]))
    [('a', 'b'), ('b', 'a')]
    """
    if len(fields) > ORDERED_FIELDS:
        reason = f"{len(fields)} fields have too many orders to try them all: give the order of the fields in a record"
        raise BadInput(source="the recognizers", reason=reason)
    return permutations(fields)


def check_reasonable(instances: PageInstances) -> None:
    """Assumption 6.1, as far as it is needed: at least one field is settled, and no field has only unreliable reports.

    >>> from unweave.labels.instances import Report, combined_reports
    >>> check_reasonable({"code": combined_reports([Report("unsound", (Span(3, 7),))])})
    Traceback (most recent call last):
    unweave.errors.BadInput: the recognizers: none of them is perfect: corroboration needs one that is,
    to determine how many records there are; without one, learn by likelihood
    """
    if not any(each.settled for each in instances.values()):
        reason = "none of them is perfect: corroboration needs one that is, to determine how many records there are"
        raise BadInput(source="the recognizers", reason=f"{reason}; without one, learn by likelihood")
    for name, each in instances.items():
        if any(report.kind == "unreliable" for report in each.reports) and each.possible is None and not each.sure:
            reason = "it has only unreliable recognizers: add an incomplete or an unsound one, or learn by likelihood"
            raise BadInput(source="the recognizers", field=name, reason=reason)


def table_of(instances: PageInstances, order: Sequence[str]) -> Table | None:
    """The table of that order, with the candidates that are in at least one label; None when there is no label.

    >>> from unweave.labels.instances import Report, combined_reports
    >>> code = combined_reports([Report("perfect", (Span(22, 27), Span(42, 47)))])
    >>> country = combined_reports([Report("incomplete", (Span(35, 40),))])
    >>> table_of({"country": country, "code": code}, ("country", "code"))
    [[(), (Span(start=22, end=27),)], [(Span(start=35, end=40),), (Span(start=42, end=47),)]]
    """
    anchor = next((name for name in order if instances[name].settled), None)
    if anchor is None:
        return None
    rows = instances[anchor].sure
    columns = [_column(instances[name], rows, _side(order, name, anchor)) for name in order]
    if any(column is None for column in columns):
        return None
    return _pruned([list(row) for row in zip(*(column or () for column in columns), strict=True)])


def _side(order: Sequence[str], name: str, anchor: str) -> int:
    """-1 for a field before the anchor, 0 for the anchor itself, 1 for one after it."""
    here, there = order.index(name), order.index(anchor)
    return (here > there) - (here < there)


def _column(instances: Instances, anchors: Sequence[Span], side: int) -> list[Cell] | None:
    """The candidates of one field, row by row; None when a sure instance has no cell, or two have the same."""
    if side == 0:
        return [(span,) for span in anchors]
    column: list[list[Span]] = [[] for _ in anchors]
    sure = set(instances.sure)
    decided: set[int] = set()
    for span in instances.sure if instances.possible is None else instances.possible:
        row = _row_of(span, anchors, side)
        if row is None or (span in sure and row in decided):
            if span in sure:
                return None
            continue
        if span in sure:
            decided.add(row)
        column[row].append(span)
    cells = [tuple(span for span in cell if row not in decided or span in sure) for row, cell in enumerate(column)]
    return None if instances.possible is not None and not all(cells) else cells


def _row_of(span: Span, anchors: Sequence[Span], side: int) -> int | None:
    """The row in which an instance lies; None when it overlaps an anchor, or lies outside all rows."""
    before = bisect_left(anchors, span.start, key=attrgetter("start"))
    clear = all(
        anchor.end <= span.start or span.end <= anchor.start for anchor in anchors[max(0, before - 1) : before + 1]
    )
    row = before if side < 0 else before - 1
    return row if clear and 0 <= row < len(anchors) else None


def _pruned(table: Table) -> Table | None:
    """The table without the candidates that are in no label; None when no label is left."""
    cells = list(chain.from_iterable(table))
    kept = _ending_in_time(_beginning_late_enough(cells))
    if any(had and not left for had, left in zip(cells, kept, strict=True)):
        return None
    width = len(table[0]) if table else 1
    return [kept[at : at + width] for at in range(0, len(kept), width)]


def _beginning_late_enough(cells: Sequence[Cell]) -> list[Cell]:
    kept, earliest = [], 0
    for cell in cells:
        kept.append(tuple(span for span in cell if span.start >= earliest))
        earliest = min((span.end for span in kept[-1]), default=earliest)
    return kept


def _ending_in_time(cells: Sequence[Cell]) -> list[Cell]:
    kept: list[Cell] = []
    latest = None
    for cell in reversed(cells):
        kept.append(tuple(span for span in cell if latest is None or span.end <= latest))
        latest = max((span.start for span in kept[-1]), default=latest)
    return kept[::-1]


def _labels_in(table: Table, *, limit: int) -> list[tuple[LabelRow, ...]]:
    """The labels of a table, in document order, at most ``limit`` of them."""
    width = len(table[0]) if table else 1
    choices = _choices(list(chain.from_iterable(table)))
    return [tuple(choice[at : at + width] for at in range(0, len(choice), width)) for choice in islice(choices, limit)]


def _choices(cells: Sequence[Cell]) -> Iterator[LabelRow]:
    """One candidate of each cell, each after the one before; depth first.

    There is no dead end: the candidates were pruned, so whatever is chosen so far can be completed.
    """
    path: list[Span | None] = []
    options = [_options(cells, path)]
    while options:
        if len(path) == len(cells):
            yield tuple(path)
            options.pop()
        else:
            option = next(options[-1], False)
            if option is not False:
                path.append(option)  # type: ignore[arg-type]  # False is the end of the options, and no option
                options.append(_options(cells, path))
                continue
            options.pop()
        if path:
            path.pop()


def _options(cells: Sequence[Cell], path: Sequence[Span | None]) -> Iterator[Span | None]:
    if len(path) == len(cells):
        return iter(())
    earliest = next((span.end for span in reversed(path) if span is not None), 0)
    cell = cells[len(path)]
    return iter([span for span in cell if span.start >= earliest] if cell else [None])
