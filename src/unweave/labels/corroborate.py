"""Corrob: every label that could be the true one, given what the recognizers say (thesis, section 6.4).

Legend

    evidence   {'code': Evidence(sure, possible), ...}     what is known per field (see ``evidence``)
    order      ('country', 'code', 'capital')              one of the K! orders in which a row may have its fields
    label      Label(order, rows)                          a table of spans, with holes (None) where nothing is known
    whole      whether all labels were listed, or only as many as the limit allows

At least one field must be settled (the thesis: at least one perfect recognizer, none unreliable). A label of some
order has all sure instances, one of the possible ones in every cell of a field that has them, and holes only where a
field has no recognizer that misses nothing. The thesis chooses sets of instances first and asks then whether they fit
into a table; that definition is ``corrob_by_definition``. Ours finds the cell of each instance first, and walks only
through what fits.

Departures: several recognizers per field (see ``evidence``); a limit, since the number of labels grows exponentially,
and a word (``whole``) when it is hit; of K fields at most 7 without a given order, since all K! orders are looked at.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product
from typing import TypeAlias

from unweave.errors import BadInput
from unweave.labels.evidence import Evidence, Evidences
from unweave.labels.tabular import Row, labels_in, table_of
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Example, Record

LIMIT = 1000
"""How many labels are listed."""
WIDEST = 7
"""Up to how many fields all orders are tried."""


@dataclass(frozen=True, slots=True)
class Label:
    """What a page may say: fields in the order of the page, and rows of spans, None for a hole.

    >>> Label(("code",), ((Span(3, 6),),)).example(Page("<i>242</i>")).records[0].to_dict()
    {'code': '242'}
    """

    order: tuple[str, ...]
    rows: tuple[Row, ...]

    def example(self, page: Page) -> Example:
        """The label as an example: complete, since all rows are there; its holes are unknown cells."""
        records = tuple(
            Record(page, {name: UNKNOWN if span is None else span for name, span in zip(self.order, row, strict=True)})
            for row in self.rows
        )
        return Example(page, records, status="complete")


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels that could be true; ``whole`` when there are no others."""

    labels: tuple[Label, ...]
    whole: bool


def corrob(evidence: Evidences, *, orders: Sequence[Sequence[str]] | None = None, limit: int = LIMIT) -> Labels:
    """Every label that could be true, order by order; all orders are tried unless some are given.

    >>> from unweave.labels.evidence import Report, weighed
    >>> code = weighed([Report("perfect", (Span(22, 27),))])
    >>> country = weighed([Report("unsound", (Span(5, 10), Span(15, 20)))])
    >>> for label in corrob({"country": country, "code": code}).labels:
    ...     print(label.order, [tuple(span) for span in label.rows[0]])
    ('country', 'code') [(5, 10), (22, 27)]
    ('country', 'code') [(15, 20), (22, 27)]
    """
    check_reasonable(evidence)
    found: list[Label] = []
    for order in all_orders(evidence) if orders is None else orders:
        table = table_of(evidence, order)
        rows = [] if table is None else labels_in(table, limit=limit + 1 - len(found))
        found += [Label(tuple(order), row) for row in rows]
        if len(found) > limit:
            return Labels(tuple(found[:limit]), whole=False)
    return Labels(tuple(found), whole=True)


def all_orders(evidence: Evidences) -> Iterator[tuple[str, ...]]:
    """Every order of the fields; it raises BadInput when there are too many fields for that.

    >>> from unweave.labels.evidence import weighed
    >>> list(all_orders({"a": weighed([]), "b": weighed([])}))
    [('a', 'b'), ('b', 'a')]
    """
    if len(evidence) > WIDEST:
        reason = f"{len(evidence)} fields have too many orders to try them all: say in which order a record has them"
        raise BadInput(source="the recognizers", reason=reason)
    return permutations(evidence)


def check_reasonable(evidence: Evidences) -> None:
    """Assumption 6.1, as far as it is needed: at least one field is settled, and no field has only unreliable reports.

    >>> from unweave.labels.evidence import Report, weighed
    >>> check_reasonable({"code": weighed([Report("unsound", (Span(3, 7),))])})
    Traceback (most recent call last):
    unweave.errors.BadInput: the recognizers: none of them is perfect: corroboration needs one that is,
    to know how many records there are; without one, learn by likelihood
    """
    if not any(told.settled for told in evidence.values()):
        reason = "none of them is perfect: corroboration needs one that is, to know how many records there are"
        raise BadInput(source="the recognizers", reason=f"{reason}; without one, learn by likelihood")
    for name, told in evidence.items():
        if any(report.kind == "unreliable" for report in told.reports) and told.possible is None and not told.sure:
            reason = (
                "it has only unreliable recognizers: give an incomplete and an unsound half, or learn by likelihood"
            )
            raise BadInput(source="the recognizers", field=name, reason=reason)


Instance: TypeAlias = tuple[int, Span]
"""The number of a field in the order, and a span."""


def corrob_by_definition(evidence: Evidences) -> list[Label]:
    """Figure 6.1 of the thesis, word by word; it takes exponential time.

    All ways to choose as many possible instances per field as there are rows, times all orders, if a table holds them.
    """
    size = next(len(told.sure) for told in evidence.values() if told.settled)
    found = []
    for order in permutations(evidence):
        for sets in product(*(_sets(evidence[name], size) for name in order)):
            rows = _arranged(sets, size, [evidence[name].possible is None for name in order])
            if rows is not None:
                found.append(Label(order, rows))
    return found


def _sets(told: Evidence, size: int) -> list[tuple[Span, ...]]:
    """The sets of instances of one field that may be true."""
    if told.possible is None:
        return [told.sure]
    return [chosen for chosen in combinations(told.possible, size) if set(told.sure) <= set(chosen)]


def _arranged(sets: Sequence[Sequence[Span]], size: int, holes: Sequence[bool]) -> tuple[Row, ...] | None:
    """The table that holds all the instances, or None: every way to give rows to them is tried."""
    instances = [(at, span) for at, spans in enumerate(sets) for span in spans]
    for numbers in product(range(size), repeat=len(instances)):
        cells = {(row, at): span for row, (at, span) in zip(numbers, instances, strict=True)}
        if len(cells) == len(instances) and _tabular(cells) and _full(cells, size, holes):
            return tuple(tuple(cells.get((row, at)) for at in range(len(sets))) for row in range(size))
    return None


def _tabular(cells: dict[tuple[int, int], Span]) -> bool:
    spans = [cells[place] for place in sorted(cells)]
    return all(one.end <= other.start for one, other in pairwise(spans))


def _full(cells: dict[tuple[int, int], Span], size: int, holes: Sequence[bool]) -> bool:
    return all((row, at) in cells for row in range(size) for at, hole in enumerate(holes) if not hole)
