"""The examples file: pages and what is known of them, as JSON shaped like the answer.

    {"unweave": 1, "pages": [
      {"page": "p1.html", "status": "complete", "section": [0, 5200],
       "records": [{"title": "Emma", "price": "$5.50", "isbn": null, "reviews": [{"by": "Ann"}]}],
       "rejected": {"title": ["Best sellers"]}}]}

Pages are named relative to the file. ``docs/examples-file.md`` describes it for users. What is written reads back as
the same examples: a cell is written as its text where reading that text gives the same cell, otherwise with its spans.
"""

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from unweave.errors import BadInput, ValueNotFound
from unweave.files import replacing
from unweave.page import Page, Span
from unweave.records.cells import Either, Unknown, possible_spans
from unweave.records.example import Example, IfMissing
from unweave.records.locate import occurrences
from unweave.records.record import Cell, Item, Record

VERSION = 1
_COMMA = re.compile(r",\s*[}\]]")
_KEYS = ("page", "url", "charset", "status", "section", "records", "rejected")


def read_examples(path: str | Path, *, missing: IfMissing = "error", embedded: bool = True) -> list[Example]:
    """The examples of a file; any error raises BadInput with file, page, field and reason.

    With ``-`` the file is standard input, and pages are named relative to the current folder. ``missing`` is what to do
    with values that are not on their page, and ``embedded`` whether they are searched in the data of scripts, as in
    ``Example.from_values``.

    >>> read_examples("no-such-file.json")
    Traceback (most recent call last):
    unweave.errors.BadInput: no-such-file.json: No such file or directory. It would help to check its name
    """
    path = Path(path)
    entries = _entries(path, _parsed(path, _bytes(path)))
    return [_example(path, number, entry, missing, embedded=embedded) for number, entry in enumerate(entries, 1)]


def write_examples(examples: Iterable[Example], path: str | Path) -> None:
    """Write the examples; the file is written whole or not at all, and the pages are not copied.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "p1.html").write_text("<b>Emma</b>")
    ...     example = Example.from_values(Page.read(f"{folder}/p1.html"), [{"title": "Emma"}])
    ...     write_examples([example], f"{folder}/examples.json")
    ...     read_examples(f"{folder}/examples.json") == [example]
    True
    """
    path = Path(path)
    entries = [example_to_data(example, folder=path.parent) for example in examples]
    with replacing(path) as draft:
        draft.write_bytes(_printed(entries))


def example_from_data(
    data: Mapping[str, Any],
    *,
    folder: str | Path | None = None,
    page: Page | None = None,
    missing: IfMissing = "error",
    embedded: bool = True,
) -> Example:
    """The example of one page entry; its page is read from the folder, unless it is given.

    >>> example_from_data({"page": "p1.html", "records": [{"title": "Emma"}]}, page=Page("<b>Emma</b>")).status
    'complete'
    """
    name = _checked_entry(data)
    if page is None:
        page = Page.read(Path(folder or "", name), charset=data.get("charset"), url=data.get("url"))
    status: Any = data.get("status", "complete" if "records" in data else "unlabelled")
    return Example.from_values(
        page,
        data.get("records", ()),
        status=status,
        rejected=data.get("rejected"),
        section=data.get("section"),
        missing=missing,
        embedded=embedded,
    )


def example_to_data(example: Example, *, folder: str | Path | None = None) -> dict[str, Any]:
    """One page entry; with a folder its page is named relative to that, and must have a name.

    >>> page = Page("<b>Emma</b> <b>Emma</b>", name="p1.html")
    >>> example_to_data(Example.from_spans(page, [{"title": (3, 7), "isbn": None}]))
    {'page': 'p1.html', 'status': 'complete', 'records': [{'title': {'span': [3, 7]}, 'isbn': None}]}
    """
    page = example.page
    write = _Write(example)
    entry = {
        "page": page.name if folder is None else _relative(page.name, Path(folder)),
        "url": page.url,
        "charset": _charset(page),
        "status": example.status,
        "section": None if example.section is None else list(example.section),
        "records": [write.record(record) for record in example.records],
        "rejected": {name: [write.refusal(span) for span in spans] for name, spans in example.rejected.items()},
    }
    kept = {"records"} if example.status == "complete" else set()
    return {key: value for key, value in entry.items() if value or key in kept or key == "page"}


def _bytes(path: Path) -> bytes:
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        reason = f"{error.strerror or error}. It would help to check its name"
        raise BadInput(source=str(path), reason=reason) from error


def _parsed(path: Path, data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        reason = f"it is not JSON: {_what_is_wrong(error)}. It would help to correct it there"
        raise BadInput(source=str(path), reason=reason) from error
    except UnicodeDecodeError as error:
        raise BadInput(source=str(path), reason=f"it is not UTF-8 text: {error.reason} at {error.start}") from error
    except RecursionError as error:
        raise BadInput(source=str(path), reason="its lists are nested too deeply") from error
    except ValueError as error:
        raise BadInput(source=str(path), reason=str(error)) from error


def _what_is_wrong(error: json.JSONDecodeError) -> str:
    """What is wrong and where; a comma too many is named, since Python's message about it differs between versions."""
    before = error.doc[: error.pos].rstrip()
    comma = _COMMA.search(error.doc, max(0, len(before) - 1))
    at = comma.start() if comma and comma.start() <= error.pos else None
    if at is None:
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    line = error.doc.count("\n", 0, at) + 1
    return f"a comma before a closing bracket at line {line}, column {at - error.doc.rfind(chr(10), 0, at)}"


def _without_repeats(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} occurs twice in one object")
        found[key] = value
    return found


def _entries(path: Path, data: Any) -> list[Any]:
    if not isinstance(data, dict) or "unweave" not in data:
        reason = 'this is no examples file. It would help to give a file of the form {"unweave": 1, "pages": []}'
        raise BadInput(source=str(path), reason=reason)
    if data["unweave"] != VERSION or isinstance(data["unweave"], bool):
        found = data["unweave"]
        reason = f"it has version {found!r}; this program reads version {VERSION}. It would help to write {VERSION}"
        raise BadInput(source=str(path), reason=reason)
    _refuse_unknown_keys(str(path), data, ("unweave", "pages"))
    if not isinstance(data.get("pages"), list):
        raise BadInput(source=str(path), reason='it has no list of "pages"')
    return list(data["pages"])


def _refuse_unknown_keys(source: str, data: Mapping[str, Any], known: Sequence[str]) -> None:
    unknown = [key for key in data if key not in known]
    if unknown:
        raise BadInput(
            source=source, reason=f"unknown key {unknown[0]!r}. It would help to use one of {', '.join(known)}"
        )


def _example(path: Path, number: int, entry: Any, missing: IfMissing, *, embedded: bool) -> Example:
    try:
        return example_from_data(entry, folder=path.parent, missing=missing, embedded=embedded)
    except BadInput as error:
        name = entry.get("page") if isinstance(entry, dict) else None
        raise _placed(error, f"{path}: page {name if isinstance(name, str) else f'entry {number}'}") from error


def _placed(error: BadInput, source: str) -> BadInput:
    """The same error, with the file and the page entry as its source."""
    if isinstance(error, ValueNotFound):
        return ValueNotFound(
            source=source,
            field=error.field or "",
            value=error.value,
            nearest=error.nearest,
            missing=error.missing,
            hints=error.hints,
        )
    return BadInput(source=source, field=error.field, reason=error.reason)


def _checked_entry(data: Any) -> str:
    """The name of the entry's page, when the entry has the right shape."""
    if not isinstance(data, Mapping) or not isinstance(data.get("page"), str):
        raise BadInput(source="the page entry", reason='it has no "page" with the name of a file')
    name: str = data["page"]
    _refuse_unknown_keys(name, data, _KEYS)
    for key, kind in (("url", str), ("charset", str), ("records", list), ("rejected", Mapping), ("section", list)):
        if not isinstance(data.get(key), kind | None):
            raise BadInput(source=name, reason=f"{key!r} is {data[key]!r}, which is no {_JSON_NAMES[kind]}")
    return name


_JSON_NAMES: dict[type, str] = {str: "text", list: "list", Mapping: "object"}


class _Write:
    """Records -> the data of the file."""

    def __init__(self, example: Example) -> None:
        self.example = example

    def record(self, record: Record, inside: str = "") -> dict[str, Any]:
        fields = {name: self._cell(f"{inside}{name}", record.cell(name)) for name in record}
        return {"type": record.type, "record": fields} if record.type else fields

    def refusal(self, span: Span) -> Any:
        text = self.example.page.text(span)
        return text if occurrences(self.example.page, text) == [span] else {"span": list(span)}

    def _cell(self, path: str, cell: Cell) -> Any:
        match cell:
            case None:
                return None
            case Unknown():
                return {"unknown": True}
            case Span() | Either():
                return self._item(path, cell)
        return [self._member(path, item, cell) for item in cell]

    def _member(self, path: str, item: Item | Record, cell: tuple[Any, ...]) -> Any:
        if isinstance(item, Record):
            return self.record(item, f"{path}.")
        # A text in a list is read at most as often as the page shows it.
        return self._item(path, item, by_text=cell.count(item) <= len(possible_spans(item)))

    def _item(self, path: str, item: Item, *, by_text: bool = True) -> Any:
        spans = possible_spans(item)
        text = self.example.page.text(spans[0])
        same = tuple(self._places(path, text)) == spans and (len(spans) == 1) == isinstance(item, Span)
        if by_text and same:
            return text
        return {"either": [list(span) for span in spans]} if isinstance(item, Either) else {"span": list(item)}

    def _places(self, path: str, text: str) -> Iterable[Span]:
        rejected = self.example.rejected.get(path, ())
        places = occurrences(self.example.page, text, within=self.example.section)
        return (span for span in places if span not in rejected)


def _relative(name: str, folder: Path) -> str:
    if not name:
        raise BadInput(source="the page", reason="it has no name, so an examples file cannot point to it")
    return Path(os.path.relpath(name, folder)).as_posix()


def _charset(page: Page) -> str | None:
    return page.encoding.name if page.encoding and page.encoding.why.startswith("given by the caller") else None


def _printed(entries: Sequence[Mapping[str, Any]]) -> bytes:
    """The file's bytes: a line for each record, so that a person can read and compare it."""
    pages = ",\n  ".join(_printed_entry(entry) for entry in entries)
    return f'{{"unweave": {VERSION}, "pages": [\n  {pages}]}}\n'.encode()


def _printed_entry(entry: Mapping[str, Any]) -> str:
    records = ",\n    ".join(_json(record) for record in entry.get("records", ()))
    texts = {key: _json(value) for key, value in entry.items()} | {"records": f"[\n    {records}]" if records else "[]"}
    return "{" + ",\n   ".join(f"{_json(key)}: {texts[key]}" for key in entry) + "}"


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isascii() or text.encode(errors="replace").decode() == text else json.dumps(value)
