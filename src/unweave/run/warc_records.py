r"""The records of WARC files, plain or compressed, from any part of a file.

Legend

    record      a header, a block and two empty lines; the block of a response is an HTTP message
    member      a record compressed by itself, as .warc.gz files have them: ``\x1f\x8b\x08...``
    window      the bytes of a file that hold the WARC; the whole file, or a part of a .wacz
    part        the records that begin from ``start`` on and before ``stop``; offsets count from the window's begin
    solid       a WARC compressed as one stream; it can only be read from its begin

Source: ISO 28500:2017, The WARC file format. FastWARC is faster at reading, but gives a record that is cut off as if it
were whole, and ends at the first damaged member; here both are set aside, and reading goes on with the next record.
FastWARC is the oracle of the tests.

A part may begin anywhere: the first record is the next place that looks like one. A page can contain what looks like a
record, so that is a guess; ``read_records`` returns where the record after the last begins, and whoever reads the parts
of a file compares that with where the next part began (``unweave.run.shard_files``).
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from typing import IO, Any, TypeVar

from unweave.run.http_messages import GZIP as MEMBER
from unweave.run.http_messages import header_fields

try:
    zlib: Any = import_module("isal.isal_zlib")  # the same functions, faster
except ImportError:
    zlib = import_module("zlib")

CHUNK = 1 << 16
HEADERS = 1 << 16
"""The longest header of a record or HTTP message that is read, in bytes."""
SKIPPED_TIMES = 32
"""A member is unpacked to find its end up to so many times the limit of a page; beyond, the next record is guessed."""
RECORD = b"WARC/"
SOLID = -1
"""The position of the records of a solid file: they cannot be read alone."""
T = TypeVar("T")


class Window:
    """A part of a file that can be read from any offset; the last chunk is kept, for records that follow each other.

    >>> import io
    >>> Window(io.BytesIO(b"..WARC/1.0"), 2, 8).read(0, 5)
    b'WARC/'
    """

    def __init__(self, stream: IO[bytes], base: int, size: int) -> None:
        self.size = size
        self._stream, self._base = stream, base
        self._kept_at, self._kept = 0, b""

    @property
    def is_warc(self) -> bool:
        """Whether it begins with a record, or a member; also if it is empty."""
        return not self.size or self.read(0, 5).startswith((MEMBER, RECORD))

    @property
    def is_compressed(self) -> bool:
        """Whether it begins with a member."""
        return self.read(0, 3) == MEMBER

    def read(self, at: int, count: int) -> bytes:
        """The bytes from an offset on, at most count."""
        inside = at - self._kept_at
        if inside >= 0 and inside + count <= len(self._kept):
            return self._kept[inside : inside + count]
        self._stream.seek(self._base + at)
        return self._stream.read(max(0, min(count, self.size - at)))

    def chunks(self, at: int) -> Iterator[bytes]:
        """The bytes from an offset on, chunk by chunk."""
        if 0 <= at - self._kept_at < len(self._kept):
            rest = self._kept[at - self._kept_at :]
            yield rest
            at += len(rest)
        while data := self.read(at, CHUNK):
            self._kept_at, self._kept = at, data
            yield data
            at += len(data)


@dataclass(frozen=True, slots=True)
class WarcRecord:
    """A record: where it begins and the next one begins, its header's fields, and its block or what is wrong with it.

    ``number`` counts the records of a solid file, whose offsets mean nothing.

    >>> record = WarcRecord(512, 812, {"warc-type": "response", "warc-target-uri": "<http://a.org/>"}, b"HTTP/1.1 200")
    >>> record.kind, record.url, record.place("a.warc")
    ('response', 'http://a.org/', 'a.warc at 512')
    """

    start: int
    end: int
    fields: dict[str, str]
    block: bytes | str
    number: int = 0

    @property
    def kind(self) -> str:
        """Its type; what cannot be read may have been a response."""
        return self.fields.get("warc-type", "response")

    @property
    def url(self) -> str:
        """The address that it is about; "" if it names none."""
        return self.fields.get("warc-target-uri", "").strip("<>")

    @property
    def date(self) -> str:
        """When it was written; "" if it does not say."""
        return self.fields.get("warc-date", "")

    def place(self, name: str) -> str:
        """Where it is, in a file of this name."""
        return f"{name}, record {self.number}" if self.number else f"{name} at {self.start}"


def read_records(
    window: Window,
    items: Callable[[WarcRecord], Iterable[T]],
    *,
    start: int,
    stop: int,
    limit: int,
    solid: bool = False,
) -> Generator[T, None, int | None]:
    r"""What ``items`` makes of the records that begin in the part; returns where the next begins, None at the end.

    >>> import io
    >>> data = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n"
    >>> window = Window(io.BytesIO(data), 0, len(data))
    >>> list(read_records(window, lambda record: [record.kind, record.block], start=0, stop=len(data), limit=10))
    ['warcinfo', b'hi']
    """
    if solid:
        for record in _read_solid(window, limit):
            yield from items(record)
        return None
    compressed = window.is_compressed
    read = _read_member if compressed else _read_plain
    at = start if start == 0 else next_record(window, start)
    while at is not None and at < stop:
        record = read(window, at, limit)
        yield from items(record)
        at = record.end if _begins(window, record.end, compressed=compressed) else next_record(window, record.end)
        if isinstance(record.block, bytes) and at != record.end and not _is_padding(window, record.end, at):
            yield from items(WarcRecord(record.end, record.end, {}, "this is no WARC record"))
    return at


def is_solid(window: Window, *, limit: int) -> bool:
    """Whether the first member holds more than one record: such a file cannot be read in parts."""
    if not window.is_compressed:
        return False
    data = b""
    inflate = zlib.decompressobj(31)
    try:
        for chunk in window.chunks(0):
            data += inflate.decompress(chunk, limit)
            length = _record_length(data)
            if inflate.eof or inflate.unconsumed_tail or len(data) > limit or (length and len(data) > length + 4):
                break
    except zlib.error:
        return False
    length = _record_length(data)
    return length is not None and RECORD in data[length : length + 10]


def _record_length(data: bytes) -> int | None:
    """The length of the record that the data begin with, without the empty lines after it."""
    head = _header(data)
    if head is None:
        return None
    fields, length = head
    return length + _content_length(fields)


def _begins(window: Window, at: int, *, compressed: bool) -> bool:
    return window.read(at, 5).startswith(MEMBER if compressed else RECORD)


def next_record(window: Window, at: int) -> int | None:
    """The next place where a record seems to begin."""
    return (_next_member if window.is_compressed else _next_plain)(window, at)


def _is_padding(window: Window, start: int, end: int | None) -> bool:
    """Whether there are only empty lines or zeros between two records, or after the last."""
    return not window.read(start, min(CHUNK, (end or window.size) - start)).strip(b"\0\r\n")


def _next_member(window: Window, at: int) -> int | None:
    """The next place where a member with a record begins."""
    for found in _places(window, at, MEMBER):
        try:
            if zlib.decompressobj(31).decompress(window.read(found, 4096), 16).startswith(RECORD):
                return found
        except zlib.error:
            continue
    return None


def _next_plain(window: Window, at: int) -> int | None:
    """The next place where a plain record begins: behind two empty lines."""
    sign = b"\r\n\r\n" + RECORD
    found = next(_places(window, max(0, at - 4), sign), None)
    return None if found is None else found + 4


def _places(window: Window, at: int, sign: bytes) -> Iterator[int]:
    """Where a sign occurs, from an offset on; found also where two chunks meet."""
    before = b""
    for chunk in window.chunks(at):
        data = before + chunk
        found = data.find(sign)
        while found >= 0:
            yield at - len(before) + found
            found = data.find(sign, found + 1)
        before = data[-(len(sign) - 1) :]
        at += len(chunk)


def _read_member(window: Window, at: int, limit: int) -> WarcRecord:
    """The record in the member that begins here."""
    inflate, size = zlib.decompressobj(31), 0
    parts: list[bytes] = []
    end, room = at, limit + 2 * HEADERS
    try:
        for chunk in window.chunks(at):
            rest = chunk
            while rest and not inflate.eof:
                data = inflate.decompress(rest, CHUNK * 8)
                parts += [data] * (size <= room)
                rest, size = inflate.unconsumed_tail, size + len(data)
            end += len(chunk) - len(inflate.unused_data)
            if inflate.eof or size > SKIPPED_TIMES * room:
                break
    except zlib.error as error:
        return WarcRecord(at, at + 1, {}, f"the gzip data is damaged: {error}")
    if size > room:
        fields, _ = _header(parts[0]) or ({}, 0)
        reason = f"more than the limit of {limit:,} bytes. It would help to give a larger limit"
        return WarcRecord(at, end if inflate.eof else at + 1, fields, reason)
    if not inflate.eof:
        return WarcRecord(at, at + 1, {}, "the gzip data is cut off")
    return _record(b"".join(parts), at, end)


def _record(data: bytes, at: int, end: int) -> WarcRecord:
    head = _header(data)
    if head is None:
        return WarcRecord(at, end, {}, "this is no WARC record")
    fields, length = head
    block = data[length : length + _content_length(fields)]
    if len(block) < _content_length(fields):
        return WarcRecord(at, end, fields, "the record is cut off")
    return WarcRecord(at, end, fields, block)


def _read_plain(window: Window, at: int, limit: int) -> WarcRecord:
    """The record that begins here, without compression."""
    head = _header(window.read(at, HEADERS))
    if head is None:
        return WarcRecord(at, at + 1, {}, "this is no WARC record")
    fields, length = head
    size = _content_length(fields)
    end = at + length + size + 4
    if size > limit + HEADERS:
        reason = f"{size:,} bytes, more than the limit of {limit:,}. It would help to give a larger limit"
        return WarcRecord(at, end if end <= window.size else at + 1, fields, reason)
    block = window.read(at + length, size)
    if len(block) < size:
        return WarcRecord(at, at + 1, fields, "the record is cut off")
    return WarcRecord(at, end, fields, block)


def _read_solid(window: Window, limit: int) -> Iterator[WarcRecord]:
    """The records of a WARC that is compressed as one stream; a damaged place ends it."""
    chunks = _inflated(window)
    data, number = b"", 0
    try:
        while data := _filled(data, chunks, HEADERS):
            number += 1
            head = _header(data)
            if head is None:
                yield WarcRecord(SOLID, SOLID, {}, "this is no WARC record; what follows is not read", number)
                return
            fields, length = head
            size = _content_length(fields)
            kept = min(size, limit + HEADERS + 1)
            data = _filled(data[length:], chunks, kept)
            block: bytes | str = data[:kept] if kept == size else f"{size:,} bytes, more than the limit of {limit:,}"
            if len(data) < kept:
                block = "the record is cut off"
            yield WarcRecord(SOLID, SOLID, fields, block, number)
            data = _skipped(data, chunks, size).lstrip(b"\r\n")
    except zlib.error as error:
        yield WarcRecord(SOLID, SOLID, {}, f"the gzip data is damaged: {error}", number + 1)


def _inflated(window: Window) -> Iterator[bytes]:
    inflate = zlib.decompressobj(31)
    for chunk in window.chunks(0):
        rest = chunk
        while rest:
            if inflate.eof:
                inflate = zlib.decompressobj(31)
            yield inflate.decompress(rest, CHUNK * 4)
            rest = inflate.unused_data if inflate.eof else inflate.unconsumed_tail
    if not inflate.eof:
        raise zlib.error("the data is cut off")


def _filled(data: bytes, chunks: Iterator[bytes], size: int) -> bytes:
    """The data with chunks added, until there are so many bytes or no more chunks."""
    parts, count = [data], len(data)
    while count < size and (chunk := next(chunks, None)) is not None:
        parts.append(chunk)
        count += len(chunk)
    return b"".join(parts)


def _skipped(data: bytes, chunks: Iterator[bytes], size: int) -> bytes:
    """What follows after so many bytes; at least the empty lines after a record are there."""
    for chunk in chain([data], chunks):
        if len(chunk) > size:
            return _filled(chunk[size:], chunks, 8)
        size -= len(chunk)
    return b""


def _header(data: bytes) -> tuple[dict[str, str], int] | None:
    """The fields of a record's header, by their names in lower case, and its length; None if it is none."""
    if not data.startswith(RECORD):
        return None
    end = data.find(b"\r\n\r\n", 0, HEADERS)
    if end < 0:
        return None
    return header_fields(data[:end]), end + 4


def _content_length(fields: dict[str, str]) -> int:
    text = fields.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
