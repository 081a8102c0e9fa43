"""Rows: records as they are written to files, with page and position.

A row has its page, its number on the page (from 1) and where the record begins and ends in the page's source; its
values are texts, lists of texts, lists of nested records, or None. Where a wrapper gives records of several types, the
row has the type as well.

    >>> from unweave.page import Page, Span
    >>> from unweave.records import Record
    >>> page = Page("<b>Emma</b>", name="p1.html")
    >>> row = row_of(Record(page, {"title": Span(3, 7)}), page="p1.html", number=1)
    >>> flat(row, columns(["title"]))
    {'page': 'p1.html', 'record': 1, 'start': 3, 'end': 7, 'title': 'Emma'}
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from unweave.records import Record, Schema

PLACE = ("page", "record", "start", "end")
TYPED = (*PLACE, "type")
UNWRITABLE = re.compile("[\0\ud800-\udfff]")


class OutputRow(msgspec.Struct, frozen=True, array_like=True):
    """A record's values and where it is; of a run with routes, also the number of its route.

    ``base`` is the address that addresses of its page are relative to, where the wrapper's fields have types.

    >>> OutputRow(page="p1.html", record=1, start=3, end=7, values={"title": "Emma"}).record
    1
    """

    page: str
    record: int
    start: int | None
    end: int | None
    values: dict[str, Any]
    type: str = ""
    route: int = 0
    base: str = ""


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """The names of the columns of a file: ours, and those of the fields.

    >>> columns(["title", "page"])
    ColumnNames(ours={'page': '_page', 'record': 'record', 'start': 'start', 'end': 'end'},
            fields={'title': 'title', 'page': 'page'})
    """

    ours: Mapping[str, str]
    fields: Mapping[str, str]

    @property
    def names(self) -> list[str]:
        """All of them, ours first.

        >>> columns(["title"], ours=["page"]).names
        ['page', 'title']
        """
        return [*self.ours.values(), *self.fields.values()]


def columns(fields: Iterable[str], *, ours: Iterable[str] = PLACE, fold: bool = False) -> ColumnNames:
    """Names of columns that are all different.

    A field keeps its name; a column of ours with the same name gets an underscore in front. ``fold`` is for formats
    that ignore case: there the second of ``price`` and ``Price`` gets a number.

    >>> columns(["price", "Price"], ours=[], fold=True).names
    ['price', 'Price_2']
    """
    taken: set[str] = set()
    names = {name: free(writable(name), taken, fold=fold) for name in fields}
    return ColumnNames(ours={name: _with_underscores(name, taken, fold=fold) for name in ours}, fields=names)


def columns_of(schema: Schema) -> ColumnNames:
    """Names of columns for the fields of all types of a schema; where there are several types, one is for the type.

    >>> from unweave.records import Field
    >>> book, font = Schema((Field("title"),), name="book"), Schema((Field("type"), Field("size")), name="font")
    >>> columns_of(Schema(types=(book, font))).names
    ['page', 'record', 'start', 'end', '_type', 'title', 'type', 'size']
    """
    names = dict.fromkeys(name for each in schema.each for name in each.names)
    return columns(names, ours=TYPED if schema.types else PLACE)


def row_of(record: Record, *, page: str, number: int, route: int = 0, base: str = "") -> OutputRow:
    """The row of a page's record of that number; a record without values has no position.

    >>> from unweave.page import Page
    >>> row_of(Record(Page("<b></b>"), {"title": None}), page="p1.html", number=1)
    OutputRow(page='p1.html', record=1, start=None, end=None, values={'title': None}, type='', route=0, base='')
    """
    start, end = record.extent or (None, None)
    return OutputRow(
        page=writable(page),
        record=number,
        start=start,
        end=end,
        values=record.to_dict(),
        type=record.type,
        route=route,
        base=base,
    )


def flat(row: OutputRow, names: ColumnNames) -> dict[str, Any]:
    """The row as one mapping from column to value, in the columns' order; a field it has not is None.

    >>> flat(OutputRow("p1.html", 1, 3, 7, {"title": "Emma"}), columns(["title", "price"], ours=["page"]))
    {'page': 'p1.html', 'title': 'Emma', 'price': None}
    """
    place = {column: getattr(row, name) for name, column in names.ours.items()}
    return place | {column: row.values.get(name) for name, column in names.fields.items()}


def as_text(value: Any) -> str | None:
    """A value for a cell that holds text only: lists and nested records are written as JSON.

    >>> as_text("Emma"), as_text(["Ann", "Bo"]), as_text(None)
    ('Emma', '["Ann","Bo"]', None)
    """
    return value if value is None or isinstance(value, str) else msgspec.json.encode(value).decode()


def writable(text: str) -> str:
    r"""The text without lone surrogates and NULs, which not every file can hold (file names may contain the former).

    >>> writable("caf\udce9.html") == "caf\N{REPLACEMENT CHARACTER}.html"
    True
    """
    return UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def free(name: str, taken: set[str], *, fold: bool) -> str:
    """The name, with a number where it is taken already; the result is added to ``taken``.

    >>> free("price", {"price", "price_2"}, fold=False)
    'price_3'
    """
    found, number = name, 1
    while _key(found, fold=fold) in taken:
        number += 1
        found = f"{name}_{number}"
    taken.add(_key(found, fold=fold))
    return found


def _with_underscores(name: str, taken: set[str], *, fold: bool) -> str:
    while _key(name, fold=fold) in taken:
        name = f"_{name}"
    taken.add(_key(name, fold=fold))
    return name


def _key(name: str, *, fold: bool) -> str:
    return name.lower() if fold else name
