"""The recognizers file: which fields there are, and how their values are known by sight, as TOML.

    order = ["title", "price"]          # the fields in the order in which a record has them, if that is known

    [[recognizer]]
    field = "price"
    find = "price"                      # a kind of value, or pattern, values, file, said, wrapper
    kind = "unsound"                    # perfect, incomplete, unsound or unreliable

    [[recognizer]]
    field = "title"
    find = "file"
    file = "books.csv"                  # relative to this file
    column = "title"

``docs/labels.md`` describes it for users. Whatever is wrong with it raises BadInput, which names file and line.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, get_args

from unweave.errors import BadInput, UnweaveError
from unweave.labels.library import of_file, of_kind, of_pattern, of_said, of_values, of_wrapper
from unweave.labels.library.looking import Where
from unweave.labels.recognizer import KINDS, Recognizer
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
    "said": {"property": str},
    "wrapper": {"wrapper": str, "of": str},
}
_OF_KINDS: dict[str, type | tuple[type, ...]] = {"where": str}
_WORDS = {"kind": ("kind of recognizer", KINDS), "where": ("place to look at", get_args(Where))}
_NEEDED = {"pattern": "pattern", "values": "values", "file": "file", "said": "property", "wrapper": "wrapper"}


@dataclass(frozen=True, slots=True)
class Library:
    """Recognizers, and the order in which a record has its fields, if that is known.

    >>> Library((of_kind("price", "price"), of_kind("date", "date"))).fields
    ('price', 'date')
    """

    recognizers: tuple[Recognizer, ...]
    order: tuple[str, ...] | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields, in the given order or as the recognizers name them."""
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
    return _Reader(path, text, load).library(data)


def _lowered(message: str) -> str:
    return message[:1].lower() + message[1:]


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the parsed file, and finds the line of whatever is wrong."""

    path: Path
    text: str
    load: Load | None

    def library(self, data: Mapping[str, Any]) -> Library:
        for key in data:
            if key not in _TOP:
                self._complain(f"unknown key {key!r}; there are {', '.join(_TOP)}", self._line_of(key))
        entries = data.get("recognizer")
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            self._complain("it has no recognizers: each begins with [[recognizer]]", self._line_of("recognizer"))
        recognizers = tuple(self._recognizer(number, entry) for number, entry in enumerate(entries))
        return Library(recognizers, self._order(data.get("order"), recognizers))

    def _order(self, order: Any, recognizers: tuple[Recognizer, ...]) -> tuple[str, ...] | None:
        fields = list(dict.fromkeys(each.field for each in recognizers))
        if order is not None and (not isinstance(order, list) or sorted(map(str, order)) != sorted(fields)):
            self._complain(f"order must list each field once: {', '.join(fields)}", self._line_of("order"))
        return None if order is None else tuple(order)

    def _recognizer(self, number: int, entry: dict[str, Any]) -> Recognizer:
        find = entry.get("find")
        if not isinstance(entry.get("field"), str) or not isinstance(find, str):
            self._complain('a recognizer needs a "field" and a "find"', self._header(number))
        if find not in (*kinds_to_find(), *_KEYS):
            known = ", ".join((*kinds_to_find(), *_KEYS))
            self._complain(
                f"{find!r} is nothing that can be looked for; there are {known}", self._line_in(number, "find")
            )
        self._check_keys(number, entry, _COMMON | _KEYS.get(find, _OF_KINDS))
        if find in _NEEDED and _NEEDED[find] not in entry:
            self._complain(f"a recognizer that finds by {find} needs {_NEEDED[find]!r}", self._header(number))
        try:
            return self._made(entry, find)
        except UnweaveError as error:
            self._complain(str(error), self._line_in(number, _NEEDED.get(find, "find")))

    def _check_keys(self, number: int, entry: dict[str, Any], known: dict[str, type | tuple[type, ...]]) -> None:
        for key, value in entry.items():
            if key not in known:
                reason = f"unknown key {key!r}; with find = {entry['find']!r} there are {', '.join(known)}"
                self._complain(reason, self._line_in(number, key))
            if not isinstance(value, known[key]) or (isinstance(value, bool) and known[key] is not bool):
                self._complain(f"{key} is {value!r}, which is of the wrong type", self._line_in(number, key))
        for key, (what, words) in _WORDS.items():
            if key in entry and entry[key] not in words:
                reason = f"{entry[key]!r} is no {what}; there are {', '.join(words)}"
                self._complain(reason, self._line_in(number, key))

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
            case "said":
                return of_said(field, given.pop("property"), **given)
            case "wrapper":
                return of_wrapper(field, self._wrapper(given.pop("wrapper")), **given)
        return of_kind(field, find, **given)

    def _wrapper(self, name: str) -> Wrapper:
        if self.load is None:
            raise BadInput(source=name, reason="wrappers cannot be read here")
        return self.load(self.path.parent / name)

    def _complain(self, reason: str, line: int | None) -> NoReturn:
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
        header, behind = self._header(number), self._header(number + 1)
        return self._line_of(key, header or 0, behind - 1 if behind else None) or header
