"""Examples from a table (.csv, .tsv, .jsonl, .sqlite, .db): a row is a record, a column a field, one names the page.

Legend

    page column   ``page``, or ``url`` where there is no ``page``: the file of the row's page, relative to the table
    cell          a text that is on the page; an empty one is not known; a list in JSON (``["Ann","Bo"]``) has several
    place         the columns ``record``, ``start``, ``end`` and ``id`` of ``unweave extract``; they are not fields
    query         ``SELECT title, file AS page FROM books``: which rows and columns are read, see ``queries``

Rows of one page need not follow one another. A row with only a page adds that page, unlabelled.
"""

import csv
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

from unweave.cli.queries import Row, asked_rows, rows_of_database
from unweave.errors import BadInput
from unweave.labels.known_values import SQLITE_ENDINGS
from unweave.page import Page
from unweave.records import UNKNOWN, Example, IfMissing, Status

TABLE_ENDINGS = (".csv", ".tsv", ".jsonl", *SQLITE_ENDINGS)
PAGE_COLUMNS = ("_page", "page", "url")  # ``unweave extract`` writes _page where a field has the name page
PLACE_COLUMNS = ("record", "start", "end")
ID_COLUMN = "id"  # the fourth one, in a database
FIELD_LIMIT = 10_000_000  # characters of a cell; the csv module's own limit is 131,072


def is_table(name: str) -> bool:
    """Whether a file is read as a table, by its ending.

    >>> is_table("books.csv"), is_table("BOOKS.TSV"), is_table("books.json")
    (True, True, False)
    """
    return name.lower().endswith(TABLE_ENDINGS)


def read_table(
    path: str | Path,
    *,
    missing: IfMissing = "unknown",
    complete: bool = False,
    query: str | None = None,
    embedded: bool = True,
) -> list[Example]:
    r"""The examples of a table, one for each page, partial unless ``complete``.

    With ``complete`` an empty cell means that the record has no such value. ``query`` chooses rows and columns.
    Without ``embedded``, values are not searched in the data of scripts.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "p1.html").write_text("<b>Emma</b> <i>$5</i>")
    >>> _ = (folder / "books.csv").write_text("page,title,price\np1.html,Emma,$6\n")
    >>> (example,) = read_table(folder / "books.csv")
    >>> example.records[0].to_dict(), example.missing, example.status
    ({'title': 'Emma', 'price': None}, (MissingValue(record=1, field='price', value='$6'),), 'partial')
    """
    path = Path(path)
    rows = list(_rows(path, query))
    if not rows:
        raise BadInput(
            source=str(path), reason="the table has no rows. It would help to add a row with a page and its values"
        )
    column = _page_column(path, rows)
    names = _fields(rows, column)
    if not names:
        raise BadInput(
            source=str(path),
            reason=f"the table has no column beside {column}. It would help to add a column for each field",
        )
    by_page: dict[str, list[dict[str, Any]]] = {}
    for line, row in rows:
        page = row.get(column)
        if not isinstance(page, str) or not page.strip():
            raise BadInput(
                source=f"{path}: line {line}",
                reason=f"the column {column!r} is empty. It would help to write the page's file into it",
            )
        name = page.strip()  # p1.html and ./p1.html are one page
        by_page.setdefault(name if "://" in name else os.path.normpath(name), []).append(
            _record(row, names, complete=complete)
        )
    examples = [
        _example(path, page, records, missing, complete=complete, embedded=embedded)
        for page, records in by_page.items()
    ]
    _check_found(path, examples)
    return examples


def _example(
    path: Path,
    name: str,
    records: Sequence[dict[str, Any]],
    missing: IfMissing,
    *,
    complete: bool,
    embedded: bool,
) -> Example:
    if name.startswith(("http://", "https://")):
        reason = "pages are read from files. It would help to save it, and to put the name of the file into the table"
        raise BadInput(source=f"{path}: page {name}", reason=reason)
    try:
        page = Page.read(path.parent / name)
    except BadInput as error:
        raise BadInput(source=f"{path}: page {name}", reason=error.reason) from error
    known = [record for record in records if any(value is not UNKNOWN for value in record.values())]
    if not known:
        return Example(page)
    status: Status = "complete" if complete else "partial"
    example = Example.from_values(page, known, status=status, missing=missing, embedded=embedded)
    return example if complete else _without_unknown_records(example)


def _without_unknown_records(example: Example) -> Example:
    """The example without records whose values are all not on the page; unlabelled where no other is left."""
    given = zip(example.records, example.numbers, strict=True)
    kept = [(record, number) for record, number in given if any(record.cell(name) is not UNKNOWN for name in record)]
    records, numbers = tuple(one for one, _ in kept), tuple(number for _, number in kept)
    return replace(example, records=records, numbers=numbers, status="partial" if kept else "unlabelled")


def _check_found(path: Path, examples: Sequence[Example]) -> None:
    records = [record for example in examples for record in example.records]
    if any(record.get(name) for record in records for name in record):
        return
    missing = [(example.page.name, one) for example in examples for one in example.missing]
    if not missing:
        raise BadInput(
            source=str(path),
            reason="the table has no values beside the names of the pages. It would help to fill in a row",
        )
    name, first = missing[0]
    which = f"{first.value!r} of {first.field}"
    reason = f"its only value, {which}, is not on {name}"
    if len(missing) > 1:
        reason = f"none of its {len(missing)} values is on its page; the first is {which} on {name}"
    raise BadInput(
        source=str(path), reason=f"{reason}. It would help to check the names of the pages and how values are written"
    )


def _page_column(path: Path, rows: Sequence[Row]) -> str:
    for name in PAGE_COLUMNS:
        if any(name in row for _, row in rows):
            return name
    columns = ", ".join(dict.fromkeys(name for _, row in rows for name in row))
    reason = (
        f"no column is called page or url; its columns are {columns}. It would help to add a column page with files"
    )
    raise BadInput(source=str(path), reason=reason)


def _fields(rows: Sequence[Row], column: str) -> list[str]:
    names = dict.fromkeys(name for _, row in rows for name in row)
    place = {*PLACE_COLUMNS, ID_COLUMN} if set(PLACE_COLUMNS) <= set(names) else set()
    return [name for name in names if name != column and name not in place]


def _record(row: Mapping[str, Any], names: Sequence[str], *, complete: bool) -> dict[str, Any]:
    """The row's fields; a cell without a value is unknown, or absent in a complete table."""
    return {name: (None if complete else UNKNOWN) if row.get(name, "") == "" else row[name] for name in names}


def _rows(path: Path, query: str | None) -> Iterator[Row]:
    if path.suffix.lower() not in SQLITE_ENDINGS and query is None:
        return _rows_of_text(path)
    database = path.suffix.lower() in SQLITE_ENDINGS
    rows = rows_of_database(path, query) if database else asked_rows(path, _rows_of_text(path), query or "")
    return ((line, {name: _cell(text) for name, text in row.items()}) for line, row in rows)


def _rows_of_text(path: Path) -> Iterator[Row]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BadInput(
            source=str(path), reason=f"{error.strerror or error}. It would help to check its name"
        ) from error
    except UnicodeDecodeError as error:
        raise BadInput(
            source=str(path),
            reason=f"it is not UTF-8 text: {error.reason} at {error.start}. It would help to save it as UTF-8",
        ) from error
    return _json_rows(path, text) if path.suffix.lower() == ".jsonl" else _delimited_rows(path, text)


def _json_rows(path: Path, text: str) -> Iterator[Row]:
    for line, each in enumerate(text.split("\n"), 1):
        if not each.strip():
            continue
        try:  # a number is kept as it is written, since it is a text on the page
            row = json.loads(each, parse_int=str, parse_float=str)
        except (ValueError, RecursionError) as error:
            raise BadInput(
                source=f"{path}: line {line}", reason=f"it is not JSON: {error}. It would help to correct this line"
            ) from error
        if not isinstance(row, dict):
            raise BadInput(
                source=f"{path}: line {line}",
                reason='it is not an object. It would help to write {"page": ..., "title": ...}',
            )
        yield line, row


def _delimited_rows(path: Path, text: str) -> Iterator[Row]:
    csv.field_size_limit(FIELD_LIMIT)
    reader = csv.reader(StringIO(text, newline=""), delimiter="\t" if path.suffix.lower() == ".tsv" else ",")
    try:
        names = [name.strip() for name in next(reader, [])]
        _check_names(path, names)
        for cells in reader:
            if not any(map(str.strip, cells)):
                continue
            if len(cells) > len(names):
                reason = (
                    f"it has {len(cells)} cells, and the first line has {len(names)}. "
                    "It would help to put values with a comma into double quotes"
                )
                raise BadInput(source=f"{path}: line {reader.line_num}", reason=reason)
            yield reader.line_num, dict(zip(names, map(_cell, cells), strict=False))
    except csv.Error as error:
        raise BadInput(source=f"{path}: line {reader.line_num}", reason=str(error)) from error


def _check_names(path: Path, names: Sequence[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(source=str(path), reason=f"two columns have the name {twice!r}. It would help to rename one")
    if "" in names:
        raise BadInput(
            source=str(path),
            reason=f"column {names.index('') + 1} has no name in the first line. It would help to give it one",
        )


def _cell(text: str) -> Any:
    """The text, or the list that it has as JSON, as ``unweave extract`` writes fields with several values."""
    text = text.strip()
    if text.startswith("["):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return text
        if isinstance(value, list) and value and all(isinstance(item, str | dict) for item in value):
            return value
    return text
