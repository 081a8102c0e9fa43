"""The source of a page in an exported program: how bytes are decoded, what a reader sees of a span, and scans.

Legend

    span      (16, 19)                  a stretch of the source
    found     ((16, 19), "242")         a span and its text
    row       {"code": [found]}         the values of a record
    level     2                         how deep a value is in a hierarchy; 1 is the outermost

It gives what ``unweave.page`` and ``unweave.delimiters`` give, but finds markup with one pattern, not with a tokenizer.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from html import unescape
from html.entities import html5
from typing import Any

from unweave.page.html import BLOCKS
from unweave.page.page import MARKUP
from unweave.program import Cut, Scan
from unweave.targets.standalone.records import Found

CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
IN_TAG = r"(?:=\s*\"[^\"]*\"|=\s*'[^']*'|[^>])*?>"
TAG_OR_COMMENT = re.compile(
    r"<!--.*?(?:--!?>|\Z)"
    rf"|<(script|style|iframe|noembed|noframes)(?=[\s/>]){IN_TAG}.*?(?=</\1[\s/>]|\Z)"
    rf"|</?([a-z][^\s/>]*){IN_TAG}"
    r"|<(?:[!?]|/[^a-z>])[^>]*>",
    re.IGNORECASE | re.DOTALL,
)
REFERENCE = re.compile(r"&(?:#[xX]?[0-9a-fA-F]+;?|[a-zA-Z][a-zA-Z0-9]*;?)(?![=])")


def decoded(data: bytes) -> str:
    r"""The text of a file: as its byte order mark or its meta element declares, as UTF-8, or as Windows-1252."""
    declared = CHARSET.search(data[:4096])
    for name in ("utf-8-sig", declared[1].decode() if declared else "utf-8", "cp1252"):
        try:
            return data.decode({"iso-8859-1": "cp1252", "latin1": "cp1252"}.get(name.lower(), name))
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("latin-1")


def fit(text: str) -> str:
    r"""The text with newlines as ``\n``, and U+FFFD for what is no character."""
    return re.sub("[\0\ud800-\udfff]", "\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


class SourceText:
    """A source, and what a reader sees of it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._is_html = MARKUP.search(source) is not None
        self._tags: list[re.Match[str]] | None = None

    def text(self, start: int, end: int) -> str:
        """What a reader sees of a span: no tags, references decoded, white space collapsed."""
        text = self.source[start:end]
        if self._is_html and ("<" in text or "&" in text):
            text = self._read(start, end)
        return " ".join(text.split())

    def _read(self, start: int, end: int) -> str:
        if self._tags is None:
            self._tags = list(TAG_OR_COMMENT.finditer(self.source))
        first = max(bisect_right(self._tags, start, key=lambda tag: tag.start()) - 1, 0)
        around = self._tags[first] if self._tags else None
        if around and around.start() <= start and end <= around.end() and (start, end) != around.span():
            text = self.source[start:end]  # inside a tag, a comment or a script
            return REFERENCE.sub(decoded_in_attribute, text) if around[2] else text
        return "".join(self._pieces(self._tags[first:], start, end))

    def _pieces(self, tags: list[re.Match[str]], start: int, end: int) -> Iterator[str]:
        at = start
        for tag in tags:
            if tag.start() >= end:
                break
            if tag.end() > start:
                yield unescape(self.source[at : max(at, tag.start())])
                yield " " if (tag[2] or "").lower() in BLOCKS else ""
                at = min(tag.end(), end)
        yield unescape(self.source[at:end])


def decoded_in_attribute(reference: re.Match[str]) -> str:
    """A reference in the value of an attribute: a name without its semicolon counts only if it is a whole one."""
    name = reference[0][1:]
    return unescape(reference[0]) if name.startswith("#") or name in html5 else reference[0]


class PageDoesNotFit(ValueError):
    """The page does not follow the wrapper: nothing is given rather than something wrong."""


def scan_rows(text: SourceText, scan: Scan) -> list[dict[str, list[Found]]]:
    """The records that a scan finds, or it raises PageDoesNotFit; with ``lines``, between the ends of the page, too."""
    rows = []
    if scan.lines:
        text = SourceText("\n" + text.source.rstrip("\n") + "\n\x03")
    at = position(text, scan.head, 0) if scan.head else 0
    while (begin := next_record(text, scan, at)) is not None:
        row, at = one_record(text, scan, begin)
        if not any(row.values()):
            raise PageDoesNotFit(f"a record begins behind character {begin}, but has no value")
        rows.append(row)
        if scan.opening:
            at = position(text, scan.closing, at)
    return rows


def next_record(text: SourceText, scan: Scan, at: int) -> int | None:
    """Where the next record begins, or None when there are no more."""
    needed = [cut.left for cut in scan.cuts if not cut.missing][:1] or [cut.left for cut in scan.cuts]
    starts = [text.source.find(left, at) for left in ([scan.opening] if scan.opening else needed)]
    begin = min((start for start in starts if start >= 0), default=-1)
    if begin < 0 or is_stopped(text, scan.tail, at, begin):
        return None
    return begin if scan.opening else at


def is_stopped(text: SourceText, tail: str, at: int, begin: int) -> bool:
    """Whether the tail comes before the next record would begin."""
    return bool(tail) and text.source.find(tail, at, begin + len(tail)) >= 0


def one_record(text: SourceText, scan: Scan, at: int) -> tuple[dict[str, list[Found]], int]:
    """The values of a record, and where the scan goes on."""
    row: dict[str, list[Found]] = {}
    for cut in scan.cuts:
        row[cut.field] = []
        if not (cut.missing and is_absent(text, cut, at)):
            value = one_value(text, cut, at)
            row[cut.field], at = [value], value[0][1]
    return row, at


def is_absent(text: SourceText, cut: Cut, at: int) -> bool:
    """Whether the string that announces a missing value comes before the left delimiter."""
    left = text.source.find(cut.left, at)
    return left < 0 or text.source.find(cut.missing, at, left + len(cut.missing) - 1) >= 0


def one_value(text: SourceText, cut: Cut, at: int) -> Found:
    """The next value of a field."""
    start = position(text, cut.left, at) + len(cut.left)
    end = position(text, cut.right, start)
    return (start, end), text.text(start, end)


def position(text: SourceText, delimiter: str, at: int) -> int:
    """Where a delimiter occurs next."""
    start = text.source.find(delimiter, at)
    if start < 0:
        raise PageDoesNotFit(f"{delimiter!r} does not occur behind character {at}")
    return start


def nested_values(text: SourceText, scan: Scan) -> Iterator[tuple[int, Found]]:
    """The values of a hierarchy in the order of the page, each with its level."""
    at, level = position(text, scan.head, 0) if scan.head else 0, 0
    while True:
        starts = [(text.source.find(cut.left, at), -deep) for deep, cut in enumerate(scan.cuts[: level + 1], 1)]
        begin, deep = min((start for start in starts if start[0] >= 0), default=(-1, 0))
        if begin < 0 or is_stopped(text, scan.tail, at, begin):
            return
        level = -deep
        value = one_value(text, scan.cuts[level - 1], at)
        at = value[0][1]
        yield level, value


def nested_records(text: SourceText, scan: Scan) -> list[dict[str, Any]]:
    """The records of a hierarchy; ``chapters[].name`` is a name in each record of a list."""
    paths = [cut.field for cut in scan.cuts]
    split = [path.split("[].") for path in paths]
    records: list[dict[str, Any]] = []
    opened: list[dict[str, Any]] = []  # the record that is being filled, and those around it, outermost first
    for level, (_, value) in nested_values(text, scan):
        *around, name = split[level - 1]
        if level == 1 or around != split[level - 2][:-1]:
            below = opened[len(around) - 1][around[-1]] if around else records
            below.append(empty_record(paths, "".join(f"{one}[]." for one in around)))
            opened[len(around) :] = [below[-1]]
        fill(opened[len(around)], name, value)
        del opened[len(around) + 1 :]
    return records


def empty_record(paths: list[str], inside: str) -> dict[str, Any]:
    """A record without values, of the level inside these lists."""
    names = [path.removeprefix(inside) for path in paths if path.startswith(inside)]
    return {name.partition("[]")[0]: [] if "[]" in name else None for name in names}


def fill(record: dict[str, Any], name: str, value: str) -> None:
    """Set a field, once, or add to a list."""
    if name.endswith("[]"):
        record[name.removesuffix("[]")].append(value)
    elif record[name] is None:
        record[name] = value
    else:
        raise PageDoesNotFit(f"a record would have a second value for {name!r}")
