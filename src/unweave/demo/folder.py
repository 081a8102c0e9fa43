"""The demo as a folder: all pages, and an examples file per lesson that a person could have written.

demo-out/
  countries/plain/page-01.html ...           lists of countries and codes
  countries/distracted/page-01.html ...      the same, with bold text that is no country
  bookshop/shelves/poetry.html ...           list pages of a bookshop
  bookshop/books/001.html ...                detail pages, one book each
  countries.examples.json  distracted.examples.json  books.examples.json
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from unweave.demo.pages import book_pages, country_pages, shelf_pages
from unweave.errors import BadInput
from unweave.files import replacing
from unweave.page import Page, Span
from unweave.records import Example, Record, locate


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something to learn: its name, the pages with their truth, the fields to learn, and how many pages are shown.

    >>> COUNTRIES.name, COUNTRIES.fields, len(COUNTRIES.pages()) > COUNTRIES.shown
    ('countries', ('country', 'code'), True)
    """

    name: str
    pages: Callable[[], list[Example]]
    fields: tuple[str, ...]
    shown: int = 2

    def examples(self) -> list[Example]:
        """The pages that are shown, with the fields to learn."""
        return [_only(example, self.fields) for example in self.pages()[: self.shown]]

    def rest(self) -> list[Example]:
        """The other pages, with what should be found on them."""
        return [_only(example, self.fields) for example in self.pages()[self.shown :]]


def _distracted_pages() -> list[Example]:
    return country_pages(distracted=True)


COUNTRIES = Lesson("countries", country_pages, ("country", "code"))
DISTRACTED = Lesson("distracted", _distracted_pages, ("country", "code"))
BOOKS = Lesson("books", shelf_pages, ("title", "author", "price"))
LESSONS = (COUNTRIES, DISTRACTED, BOOKS)


def lay_out(folder: Path) -> int:
    """Write all pages and the examples files into the folder; how many pages that were.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> lay_out(folder)
    116
    >>> sorted(path.name for path in folder.iterdir())
    ['books.examples.json', 'bookshop', 'countries', 'countries.examples.json', 'distracted.examples.json']
    """
    pages = [example.page for lesson in LESSONS for example in lesson.pages()]
    pages += [example.page for example in book_pages()]
    try:
        for page in pages:
            _write(folder / page.name, page.source.encode())
    except OSError as error:
        raise BadInput(source=str(folder), reason=f"cannot write there: {error.strerror}") from error
    for lesson in LESSONS:
        _write(folder / f"{lesson.name}.examples.json", examples_file(lesson.examples()))
    return len(pages)


def examples_file(examples: Sequence[Example]) -> bytes:
    """An examples file as a person writes it: values as texts, and where a text occurs again, which one is meant.

    >>> page = Page("<p>7 poems</p> <b>7</b>", name="p1.html")
    >>> print(examples_file([Example.from_spans(page, [{"count": (18, 19)}])]).decode())
    {
      "unweave": 1,
      "pages": [
        {
          "page": "p1.html",
          "status": "complete",
          "records": [
            {"count": {"text": "7", "nth": 2}}
          ]
        }
      ]
    }
    """
    return (_HEAD + ",\n".join(_entry(example) for example in examples) + _TAIL).encode()


_HEAD = '{\n  "unweave": 1,\n  "pages": [\n'
_TAIL = "\n  ]\n}\n"
_ENTRY = '    {{\n      "page": {page},\n      "status": {status},\n      "records": [\n{records}\n      ]\n    }}'


def _entry(example: Example) -> str:
    """A page's entry, one record a line."""
    rows = ({name: _value(example.page, record.cell(name)) for name in record} for record in example.records)
    records = ",\n".join(f"        {_json(row)}" for row in rows)
    return _ENTRY.format(page=_json(example.page.name), status=_json(example.status), records=records)


def _value(page: Page, cell: Any) -> Any:
    if not isinstance(cell, Span):
        return None if cell is None else [_value(page, part) for part in cell]
    text = page.text(cell)
    found = locate(page, text)
    if cell not in found:
        return {"span": list(cell)}
    return text if found == [cell] else {"text": text, "nth": found.index(cell) + 1}


def _only(example: Example, fields: tuple[str, ...]) -> Example:
    records = (Record(example.page, {name: record.cell(name) for name in fields}) for record in example.records)
    return Example(example.page, tuple(records), status=example.status)


def _json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as draft:
        draft.write_bytes(data)
