r"""WARC files: responses read from them, and appended to them so that a killed process loses at most the last one.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "pages.warc.gz"
    >>> with WarcWriter(file) as writer:
    ...     _ = writer.add(StoredResponse("http://a.org/", 200, {"content-type": "text/html"}, b"<p>x"))
    >>> [(one.url, one.status, one.body) for one in read_warc(file)]
    [('http://a.org/', 200, b'<p>x')]

Legend
    response    what a server answered: status, headers, body (decompressed); or why there was no answer (status 0)
    member      a record, compressed by itself: the file is a sequence of members, so it can be cut after any of them
    torn        a member that was not written to its end

Records are read by ``unweave.run.warc_records``. Each is on the disk before the next request is made. ISO 28500:2017
(WARC 1.1) is the format; a failure without a response is a ``metadata`` record.
"""

import gzip
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from http.client import responses
from pathlib import Path
from types import TracebackType
from typing import IO, Self
from urllib.parse import urljoin
from uuid import NAMESPACE_URL, uuid5

from unweave.errors import BadInput, PageMissing
from unweave.page import LIMIT, Page
from unweave.page.input_files import check_text
from unweave.run.http_messages import REDIRECTS, charset_in, http_response
from unweave.run.warc_records import WarcRecord, Window, is_solid, read_records

PAGE_TYPES = ("text/", "application/xhtml+xml", "application/xml")
NOT_KEPT = frozenset({"content-encoding", "transfer-encoding", "content-length", "connection", "keep-alive"})
REASON = "reason: "
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """What a server answered to a request, or (status 0) the reason why there is no answer.

    >>> StoredResponse("http://a.org/old", 301, {"location": "/new"}).redirect
    'http://a.org/new'
    """

    url: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    reason: str = ""
    date: str = ""

    @property
    def redirect(self) -> str | None:
        """The address that it leads to, if it is a redirect."""
        target = self.headers.get("location") if self.status in REDIRECTS else None
        return urljoin(self.url, target) if target else None

    @property
    def failure(self) -> str:
        """Why it is no page; "" if it is one."""
        if self.reason or not self.status:
            return self.reason or "there was no answer"
        if self.status != 200:
            return f"HTTP {self.status} {responses.get(self.status, '')}".strip()
        kind = self.headers.get("content-type", "text/html").partition(";")[0].strip().lower()
        return "" if kind.startswith(PAGE_TYPES) else f"it is no page, but {kind}"

    def page(self) -> Page:
        """The page, or it raises PageMissing.

        >>> StoredResponse("http://a.org/", 404).page()
        Traceback (most recent call last):
        unweave.errors.PageMissing: http://a.org/: HTTP 404 Not Found
        """
        if self.failure:
            raise PageMissing(address=self.url, reason=self.failure)
        charset = charset_in(self.headers.get("content-type", ""))
        try:
            page = Page.from_bytes(self.body, charset=charset, name=self.url, url=self.url, html=True)
            check_text(self.url, self.body, wide=page.encoding is not None and page.encoding.is_wide)
        except BadInput as problem:
            raise PageMissing(address=self.url, reason=problem.happened) from problem
        return page


def read_warc(path: str | Path, *, limit: int = LIMIT) -> Iterator[StoredResponse]:
    """The responses of a WARC file, in order; a torn record at its end is left out.

    The body of a response that has more than ``limit`` bytes is not read.
    """
    for _, response in read_positions(path, limit=limit):
        yield response


def read_positions(path: str | Path, *, start: int = 0, limit: int = LIMIT) -> Iterator[tuple[int, StoredResponse]]:
    """The same from a position on, each response with its position in the file, ``SOLID`` where it has none."""
    try:
        with Path(path).open("rb") as stream:
            window = Window(stream, 0, os.fstat(stream.fileno()).st_size)
            if not window.is_warc:
                raise BadInput(source=str(path), reason="this is no WARC file")
            solid = start == 0 and is_solid(window, limit=limit)
            items = partial(_responses, limit=limit)
            yield from read_records(window, items, start=start, stop=window.size, limit=limit, solid=solid)
    except OSError as error:
        raise BadInput(source=str(path), reason=f"cannot be read: {error.strerror or error}") from error


def _responses(record: WarcRecord, *, limit: int) -> Iterator[tuple[int, StoredResponse]]:
    """The response of a record; none if it is another type, or names no address."""
    if record.kind == "metadata" and isinstance(record.block, bytes):
        lines = record.block.decode("utf-8", "replace").splitlines()
        reason = next((line[len(REASON) :] for line in lines if line.startswith(REASON)), "")
        if record.url and reason:
            yield record.start, StoredResponse(record.url, 0, reason=reason, date=record.date)
    elif record.kind == "response" and record.url.startswith(("http:", "https:")):
        yield from ((record.start, one) for one in _answered(record, limit))


def _answered(record: WarcRecord, limit: int) -> Iterator[StoredResponse]:
    """What the server answered, or why it cannot be read."""
    if isinstance(record.block, str):
        yield StoredResponse(record.url, 0, reason=record.block, date=record.date)
        return
    answer = http_response(record.block)
    if answer is None:
        return
    try:
        body, reason = answer.decoded(limit=limit), ""
    except ValueError as error:
        body, reason = b"", str(error)
    if len(body) > limit:
        body, reason = b"", f"more than the limit of {limit:,} bytes"
    yield StoredResponse(record.url, answer.status, answer.headers, body, reason, record.date)


class WarcWriter:
    """Appends responses to a WARC file; a torn record at its end is cut off first.

    ``add`` returns when the record is on the disk.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self._stream: IO[bytes] = self.path.open("r+b" if self.path.exists() else "w+b")
        except OSError as error:
            raise BadInput(source=str(path), reason=f"cannot write there: {error.strerror}") from error
        self._stream.truncate(whole_members(self._stream))
        self._stream.seek(0, os.SEEK_END)

    def add(self, response: StoredResponse) -> int:
        """Append a response; the position of its record in the file."""
        position = self._stream.tell()
        date = response.date or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        block, kind = _block(response)
        head = [
            "WARC/1.1",
            f"WARC-Type: {'response' if response.status else 'metadata'}",
            f"WARC-Record-ID: <urn:uuid:{uuid5(NAMESPACE_URL, f'{date} {position} {response.url}')}>",
            f"WARC-Date: {date}",
            f"WARC-Target-URI: {_line(response.url)}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(block)}",
        ]
        record = "\r\n".join(head).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"
        self._stream.write(gzip.compress(record, mtime=0))
        self._stream.flush()
        os.fsync(self._stream.fileno())
        return position

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _block(response: StoredResponse) -> tuple[bytes, str]:
    if not response.status:
        return f"{REASON}{_line(response.reason)}\r\n".encode(), "application/warc-fields"
    kept = {name: value for name, value in response.headers.items() if name not in NOT_KEPT}
    lines = [f"HTTP/1.1 {response.status} {responses.get(response.status, 'Unknown')}"]
    lines += [f"{_line(name)}: {_line(value)}" for name, value in kept.items()]
    lines += [f"content-length: {len(response.body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + response.body, "application/http; msgtype=response"


def _line(text: str) -> str:
    return " ".join(text.split())  # a line break would begin another header


def whole_members(stream: IO[bytes]) -> int:
    """How many bytes of a stream are whole gzip members.

    >>> import io
    >>> one = gzip.compress(b"x", mtime=0)
    >>> whole_members(io.BytesIO(one + one[:-3])) == len(one)
    True
    """
    stream.seek(0)
    whole = position = 0
    member = zlib.decompressobj(wbits=31)
    rest = b""
    while data := rest or stream.read(CHUNK):
        try:
            left = data
            while left:
                member.decompress(left, CHUNK)
                left = member.unconsumed_tail
        except zlib.error:
            break
        used = len(data) - len(member.unused_data)
        position, rest = position + used, member.unused_data
        if member.eof:
            whole, member = position, zlib.decompressobj(wbits=31)
    return whole
