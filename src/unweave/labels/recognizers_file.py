"""The recognizers file: the fields, and how their values are recognized, as TOML.

Legend, by an example

    order = ["title", "price"]          # the order of the fields in a record, if it is known

    [[recognizer]]
    field = "price"
    find = "price"                      # a kind of value, or pattern, values, file, property, wrapper
    kind = "unsound"                    # perfect, incomplete, unsound or unreliable

    [[recognizer]]
    field = "title"
    find = "file"
    file = "books.csv"                  # relative to this file
    column = "title"

``docs/labels.md`` describes it for users. A mistake in it raises BadInput with file and line.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, get_args

from unweave.errors import BadInput, UnweaveError
from unweave.labels.known_values import of_file, of_values
from unweave.labels.patterns import Where, of_kind, of_pattern
from unweave.labels.recognizer import KINDS, Recognizer, of_wrapper
from unweave.labels.structured_data import of_property
from unweave.values.finding import kinds_to_find
from unweave.wrapper import Wrapper

Load = Callable[[Path], Wrapper]
_TOP = ("order", "recognizer")
_COMMON: dict[str, type | tuple[type, ...]] = {
    "field": str, "find": str, "kind": str, "misses": (int, float), "invents": (int, float),
}  # fmt: skip
_KEYS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "pattern": {"pattern": str, "where": str, "ignore_case": bool},
    "values": {"values": list},
    "file": {"file": str, "column": str, "table": str},
    "property": {"property": str},
    "wrapper": {"wrapper": str, "of": str},
}
_OF_KINDS: dict[str, type | tuple[type, ...]] = {"where": str}
_WORDS = {"kind": ("kind of recognizer", KINDS), "where": ("place to search", get_args(Where))}
_NEEDED = {"pattern": "pattern", "values": "values", "file": "file", "property": "property", "wrapper": "wrapper"}


@dataclass(frozen=True, slots=True)
class Library:
    """Recognizers, and the order of the fields in a record, if it is known.

    >>> Library((of_kind("price", "price"), of_kind("date", "date"))).fields
    ('price', 'date')
    """

    recognizers: tuple[Recognizer, ...]
    order: tuple[str, ...] | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields, in the given order or that of the recognizers."""
        return self.order or tuple(dict.fromkeys(each.field for each in self.recognizers))


def read_recognizers(path: str | Path, *, load: Load | None = None) -> Library:
    """The recognizers of a file; ``load`` reads the wrappers that it names.

    >>> read_recognizers("no-such-file.toml")
    Traceback (most recent call last):
    unweave.errors.BadInput: no-such-file.toml: No such file or directory
    """
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
        data = tomllib.loads(text)
    except OSError as error:
        raise BadInput(source=str(path), reason=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise BadInput(source=str(path), reason=f"it is not UTF-8 text: {error.reason} at {error.start}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadInput(source=str(path), reason=f"it is not TOML: {_lowered(str(error))}") from error
    return _FileParser(path, text, load).library(data)


def _lowered(message: str) -> str:
    return message[:1].lower() + message[1:]


@dataclass(frozen=True, slots=True)
class _FileParser:
    """Makes recognizers of the parsed file, and finds the line of a mistake."""

    path: Path
    text: str
    load: Load | None

    def library(self, data: Mapping[str, Any]) -> Library:
        for key in data:
            if key not in _TOP:
                self._fail(f"unknown key {key!r}; the keys are {', '.join(_TOP)}", self._line_of(key))
        entries = data.get("recognizer")
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            self._fail("it has no recognizers: each begins with [[recognizer]]", self._line_of("recognizer"))
        recognizers = tuple(self._recognizer(number, entry) for number, entry in enumerate(entries))
        return Library(recognizers, self._order(data.get("order"), recognizers))

    def _order(self, order: Any, recognizers: tuple[Recognizer, ...]) -> tuple[str, ...] | None:
        fields = list(dict.fromkeys(each.field for each in recognizers))
        if order is not None and (not isinstance(order, list) or sorted(map(str, order)) != sorted(fields)):
            self._fail(f"order must list each field once: {', '.join(fields)}", self._line_of("order"))
        return None if order is None else tuple(order)

    def _recognizer(self, number: int, entry: dict[str, Any]) -> Recognizer:
        find = entry.get("find")
        if not isinstance(entry.get("field"), str) or not isinstance(find, str):
            self._fail('a recognizer needs a "field" and a "find"', self._header(number))
        if find not in (*kinds_to_find(), *_KEYS):
            known = ", ".join((*kinds_to_find(), *_KEYS))
            self._fail(f"{find!r} is not a way to find values; possible are {known}", self._line_in(number, "find"))
        self._check_keys(number, entry, _COMMON | _KEYS.get(find, _OF_KINDS))
        if find in _NEEDED and _NEEDED[find] not in entry:
            self._fail(f"a recognizer that finds by {find} needs {_NEEDED[find]!r}", self._header(number))
        try:
            return self._made(entry, find)
        except UnweaveError as error:
            self._fail(str(error), self._line_in(number, _NEEDED.get(find, "find")))

    def _check_keys(self, number: int, entry: dict[str, Any], known: dict[str, type | tuple[type, ...]]) -> None:
        for key, value in entry.items():
            if key not in known:
                reason = f"unknown key {key!r}; with find = {entry['find']!r} the keys are {', '.join(known)}"
                self._fail(reason, self._line_in(number, key))
            if not isinstance(value, known[key]) or (isinstance(value, bool) and known[key] is not bool):
                self._fail(f"{key} is {value!r}, which is of the wrong type", self._line_in(number, key))
        for key, (what, words) in _WORDS.items():
            if key in entry and entry[key] not in words:
                reason = f"{entry[key]!r} is not a {what}; possible are {', '.join(words)}"
                self._fail(reason, self._line_in(number, key))

    def _made(self, entry: dict[str, Any], find: str) -> Recognizer:
        given = {key: value for key, value in entry.items() if key not in {"field", "find"}}
        field = entry["field"]
        match find:
            case "pattern":
                return of_pattern(field, given.pop("pattern"), **given)
            case "values":
                return of_values(field, map(str, given.pop("values")), **given)
            case "file":
                return of_file(field, self.path.parent / given.pop("file"), **given)
            case "property":
                return of_property(field, given.pop("property"), **given)
            case "wrapper":
                return of_wrapper(field, self._wrapper(given.pop("wrapper")), **given)
        return of_kind(field, find, **given)

    def _wrapper(self, name: str) -> Wrapper:
        if self.load is None:
            raise BadInput(source=name, reason="wrappers cannot be read here")
        return self.load(self.path.parent / name)

    def _fail(self, reason: str, line: int | None) -> NoReturn:
        source = f"{self.path}, line {line}" if line else str(self.path)
        raise BadInput(source=source, reason=reason)

    def _lines(self) -> list[str]:
        return self.text.splitlines()

    def _header(self, number: int) -> int | None:
        """The line of the header of a recognizer."""
        found = [at for at, line in enumerate(self._lines(), 1) if re.match(r"\s*\[\[\s*recognizer\s*\]\]", line)]
        return found[number] if number < len(found) else None

    def _line_of(self, key: str, first: int = 0, last: int | None = None) -> int | None:
        pattern = re.compile(rf"\s*(?:\[+\s*)?[\"']?{re.escape(key)}[\"']?\s*(?:[=.\]]|$)")
        lines = list(enumerate(self._lines(), 1))[first:last]
        return next((at for at, line in lines if pattern.match(line)), None)

    def _line_in(self, number: int, key: str) -> int | None:
        """The line of a key of a recognizer, else that of its header."""
        header, following = self._header(number), self._header(number + 1)
        return self._line_of(key, header or 0, following - 1 if following else None) or header
