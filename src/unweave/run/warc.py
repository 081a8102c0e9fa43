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

Reading needs fastwarc (extra ``bulk``); writing is done here, since each record must be on the disk before the next
request is made. ISO 28500:2017 (WARC 1.1) is the format; a failure without a response is a ``metadata`` record.
"""

import gzip
import os
import warnings
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import responses
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self
from urllib.parse import urljoin
from uuid import NAMESPACE_URL, uuid5

from unweave.errors import BadInput, PageMissing
from unweave.page import LIMIT, Page
from unweave.page.input_files import check_text

WARC_ENDINGS = (".warc", ".warc.gz")
PAGE_TYPES = ("text/", "application/xhtml+xml", "application/xml")
REDIRECTS = frozenset({301, 302, 303, 307, 308})
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
        parameters = self.headers.get("content-type", "").lower().partition("charset=")[2]
        charset = parameters.split(";")[0].strip(" \"'") or None
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
    """The same from a position on, each response with its position in the file."""
    iterator = _iterator(path)
    try:
        with Path(path).open("rb") as stream:
            stream.seek(start)
            for record in iterator(stream, parse_http=True, auto_decode="all", fsspec_args=False):
                position = record.stream_pos
                found = _read(record, limit)
                if found is not None:
                    yield position, found
    except OSError as error:
        raise BadInput(source=str(path), reason=f"cannot be read: {error.strerror or error}") from error


def _iterator(path: str | Path) -> Any:
    try:
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # about its own older modules
            from fastwarc.warc import ArchiveIterator  # noqa: PLC0415  # an extra
    except ImportError as error:
        reason = "reading WARC files needs fastwarc. It would help to install it: pip install fastwarc"
        raise BadInput(source=str(path), reason=reason) from error
    return ArchiveIterator


def _read(record: Any, limit: int) -> StoredResponse | None:
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
    kind, date = record.headers.get("WARC-Type"), record.headers.get("WARC-Date") or ""
    if kind == "metadata":
        text = record.reader.read(CHUNK).decode("utf-8", "replace")
        reason = next((line[len(REASON) :] for line in text.splitlines() if line.startswith(REASON)), "")
        return StoredResponse(url, 0, reason=reason, date=date) if url and reason else None
    if kind != "response" or record.http_headers is None or not url.startswith(("http:", "https:")):
        return None
    headers = {name.lower(): value for name, value in record.http_headers.asdict().items()}
    status = record.http_headers.status_code or 0
    body = record.reader.read(limit + 1)
    if len(body) > limit:
        return StoredResponse(url, status, headers, reason=f"more than the limit of {limit:,} bytes", date=date)
    return StoredResponse(url, status, headers, body, date=date)


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
