"""What a discovered wrapper finds on pages: numbers and examples for each column.

Legend

    column      "reviews[].name": the full name of a column, with the nested lists that it is in
    records     4: how many records have a value of the column; values, how many values it has in all
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.records import Record
from unweave.templates.wrappers import ColumnWrapper


@dataclass(frozen=True, slots=True)
class ColumnSummary:
    """One column: its full name, the number of records that have it, of values and different values, and examples."""

    name: str
    records: int
    values: int
    different: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataSummary:
    """The number of pages that fit and of their records, and all columns in the order of the schema."""

    pages: int
    records: int
    columns: tuple[ColumnSummary, ...]


def summarise(wrapper: ColumnWrapper, pages: Iterable[Page], *, examples: int = 3) -> DataSummary:
    """What the wrapper finds on these pages; pages that do not fit are left out.

    Copies of the pages are read, so that their trees are not kept in memory.

    >>> from unweave.templates import discover
    >>> pages = [Page(f"<h1>{title}</h1><p>A book</p>") for title in ("Emma", "Kim", "Dune")]
    >>> summarise(discover(pages), pages).columns
    (ColumnSummary(name='h1', records=3, values=3, different=3, examples=('Emma', 'Kim', 'Dune')),)
    """
    fitting: list[int] = []
    texts: dict[str, list[list[str]]] = defaultdict(list)
    for page in pages:
        try:
            records = wrapper.extract(copy(page))
        except DoesNotFit:
            continue
        fitting.append(len(records))
        for name, found in (item for record in records for item in columns_of(record).items()):
            texts[name].append(found)
    columns = tuple(_summary(column.full_name, texts[column.full_name], examples) for column in wrapper.columns)
    return DataSummary(len(fitting), sum(fitting), columns)


def columns_of(record: Record) -> dict[str, list[str]]:
    """The values of a record, and of the records in it, by full name, as in ``list_1.price``."""
    columns: dict[str, list[str]] = defaultdict(list)
    for name, text in _flattened(record):
        columns[name].append(text)
    return dict(columns)


def _flattened(record: Record, above: str = "") -> Iterator[tuple[str, str]]:
    for name in record:
        value = record[name]
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Record):
                yield from _flattened(item, f"{above}{name}.")
            elif item:
                yield above + name, item


def _summary(name: str, texts: Sequence[Sequence[str]], examples: int) -> ColumnSummary:
    values = [text for found in texts for text in found]
    different = list(dict.fromkeys(values))
    return ColumnSummary(name, len(texts), len(values), len(different), tuple(different[:examples]))
