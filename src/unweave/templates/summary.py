"""What a discovered wrapper found: each column with its fill rate, its different values, and examples; and renaming."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import TypeVar

from unweave.errors import BadInput, DoesNotFit
from unweave.page import Page
from unweave.records import Record
from unweave.templates.layout import LayoutWrapper, schema_of
from unweave.templates.listing import ListWrapper

Columned = LayoutWrapper | ListWrapper
C = TypeVar("C", LayoutWrapper, ListWrapper)


@dataclass(frozen=True, slots=True)
class ColumnSummary:
    """One column: its full name, in how many records it has a value, how many values and different ones, and some."""

    name: str
    records: int
    values: int
    different: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """All columns in the order of the schema, over so many pages that fit and their records."""

    pages: int
    records: int
    columns: tuple[ColumnSummary, ...]


def summarise(wrapper: Columned, pages: Iterable[Page], *, examples: int = 3) -> Summary:
    """What the wrapper finds on these pages; pages that do not fit are left out.

    Copies of the pages are read, so that trees do not pile up.
    """
    fitting: list[int] = []
    texts: dict[str, list[list[str]]] = defaultdict(list)
    for page in pages:
        records = _records(wrapper, copy(page))
        fitting += [len(records)] * bool(records)
        for name, found in (item for record in records for item in columns_of(record).items()):
            texts[name].append(found)
    columns = tuple(_column(name, texts[name], examples) for name in full_names(wrapper))
    return Summary(len(fitting), sum(fitting), columns)


def flattened(record: Record, above: str = "") -> Iterator[tuple[str, str]]:
    """Each value of a record and of the records in it, under its full name, as in ``list_1.price``."""
    for name in record:
        value = record[name]
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Record):
                yield from flattened(item, f"{above}{name}.")
            elif item:
                yield above + name, item


def columns_of(record: Record) -> dict[str, list[str]]:
    """The values of a record by full name."""
    columns: dict[str, list[str]] = defaultdict(list)
    for name, text in flattened(record):
        columns[name].append(text)
    return dict(columns)


def full_names(wrapper: Columned) -> list[str]:
    """The columns as a reader of the schema names them."""
    return [f"{column.level}.{column.name}" if column.level else column.name for column in wrapper.columns]


def _records(wrapper: Columned, page: Page) -> list[Record]:
    try:
        return wrapper.extract(page)
    except DoesNotFit:
        return []


def _column(name: str, texts: Sequence[Sequence[str]], examples: int) -> ColumnSummary:
    values = [text for found in texts for text in found]
    different = list(dict.fromkeys(values))
    return ColumnSummary(name, len(texts), len(values), len(different), tuple(different[:examples]))


def known_names(wrapper: Columned) -> list[str]:
    """The names that can be changed: columns and levels."""
    return [*full_names(wrapper), *dict.fromkeys(column.level for column in wrapper.columns if column.level)]


def renamed(wrapper: C, names: Mapping[str, str]) -> C:
    """The same wrapper with other names for columns (``price``, ``list_1.price``) or levels (``list_1``).

    >>> from unweave.templates import discover
    >>> pages = [Page(f"<h1>{title}</h1><p>A book</p>") for title in ("Emma", "Kim", "Dune")]
    >>> renamed(discover(pages), {"h1": "title"}).schema.names
    ('title',)
    """
    known = known_names(wrapper)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise BadInput(source="the new names", reason=f"there is no column {unknown[0]!r}")
    columns = tuple(
        replace(column, name=names.get(full, column.name), level=names.get(column.level, column.level))
        for column, full in zip(wrapper.columns, full_names(wrapper), strict=True)
    )
    return replace(wrapper, columns=columns, schema=schema_of(columns, wrapper.schema.name))
