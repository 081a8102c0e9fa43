"""The demo as a folder: all pages, an examples file per task as a person would write it, and a recognizers file.

demo-out/
  countries/plain/page-01.html ...           lists of countries and codes
  countries/distracted/page-01.html ...      the same, with bold text that is no country
  bookshop/shelves/poetry.html ...           list pages of a bookshop
  bookshop/books/001.html ...                detail pages, one book each
  countries.examples.json  distracted.examples.json  books.examples.json
  books.recognizers.toml  known-titles.txt   the bookshop without labels: half of the titles are known, and recognizers
                                             find persons and prices
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
class DemoTask:
    """Something to learn: its name, the pages with their true records, the fields, and how many pages are examples.

    >>> COUNTRIES.name, COUNTRIES.fields, len(COUNTRIES.pages()) > COUNTRIES.shown
    ('countries', ('country', 'code'), True)
    """

    name: str
    pages: Callable[[], list[Example]]
    fields: tuple[str, ...]
    shown: int = 2

    def examples(self) -> list[Example]:
        """The pages to learn from, with the fields to learn."""
        return [_only(example, self.fields) for example in self.pages()[: self.shown]]

    def rest(self) -> list[Example]:
        """The other pages, with what should be found on them."""
        return [_only(example, self.fields) for example in self.pages()[self.shown :]]


def _distracted_pages() -> list[Example]:
    return country_pages(distracted=True)


COUNTRIES = DemoTask("countries", country_pages, ("country", "code"))
DISTRACTED = DemoTask("distracted", _distracted_pages, ("country", "code"))
BOOKS = DemoTask("books", shelf_pages, ("title", "author", "price"))
TASKS = (COUNTRIES, DISTRACTED, BOOKS)

TITLES = "known-titles.txt"
RECOGNIZERS = "books.recognizers.toml"
RECOGNIZERS_TEXT = f"""\
# What is known of the bookshop's fields. No page is labelled by hand.
order = ["title", "author", "price"]

[[recognizer]]
field = "title"
find = "file"
file = "{TITLES}"        # half of the titles, some of them occur elsewhere on the pages
kind = "unreliable"
misses = 0.5
invents = 0.2

[[recognizer]]
field = "author"
find = "person"                  # two capitalised words: many titles are taken for persons
kind = "unreliable"
misses = 0.2
invents = 0.7

[[recognizer]]
field = "price"
find = "price"                   # old prices and prices in adverts are found too
kind = "unsound"
invents = 0.5
"""


def write_demo(folder: Path) -> int:
    """Write all pages and the examples files into the folder; how many pages that were.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> write_demo(folder)
    116
    >>> sorted(path.name for path in folder.iterdir())
    ['books.examples.json', 'bookshop', 'countries', 'countries.examples.json', 'distracted.examples.json']
    """
    pages = [example.page for task in TASKS for example in task.pages()]
    pages += [example.page for example in book_pages()]
    try:
        for page in pages:
            _write(folder / page.name, page.source.encode())
    except OSError as error:
        raise BadInput(source=str(folder), reason=f"cannot write there: {error.strerror}") from error
    for task in TASKS:
        _write(folder / f"{task.name}.examples.json", examples_file(task.examples()))
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


def known_titles() -> list[str]:
    """Every second title, in alphabetical order.

    >>> len(known_titles()) > 20
    True
    """
    return sorted({str(record["title"]) for example in BOOKS.pages() for record in example.records})[::2]


def write_recognizers(folder: Path) -> Path:
    """Write the recognizers file and the known titles into the folder; the path of the recognizers file.

    >>> import tempfile
    >>> write_recognizers(Path(tempfile.mkdtemp())).name
    'books.recognizers.toml'
    """
    _write(folder / TITLES, ("\n".join(known_titles()) + "\n").encode())
    _write(folder / RECOGNIZERS, RECOGNIZERS_TEXT.encode())
    return folder / RECOGNIZERS


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
