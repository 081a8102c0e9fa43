r"""Pages as they come out of inputs, before they are decoded; and inputs that are read as bytes, wherever they are.

raw page    the bytes (or the text) of a page, its name, and what the input knows of it: url, charset
unread      a page that cannot be read, with the reason
moved       an address that leads to another one
bomb        compressed data that becomes far larger than it is; no more than the limit is ever unpacked

>>> raw = RawPage("http://example.org/", b"<b>caf\xe9</b>", url="http://example.org/", charset="latin-1")
>>> raw.page().source
'<b>café</b>'
"""

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from unweave.errors import BadInput
from unweave.page import LIMIT, Page
from unweave.page.input_files import check_text


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page before it is decoded, or one that is decoded already; ``name`` is its url, or the path of its file.

    >>> RawPage("p1.html", b"<b>Emma</b>").page().name
    'p1.html'
    """

    name: str
    data: bytes | str | Page
    url: str | None = None
    charset: str | None = None
    html: bool | None = None

    def page(self, *, limit: int = LIMIT) -> Page:
        """The page; BadInput if it is empty, binary, or larger than limit bytes."""
        if isinstance(self.data, Page):
            return self.data
        if not self.data:
            raise BadInput(source=self.name, reason="the page is empty")
        if isinstance(self.data, str):
            return Page(self.data, name=self.name, url=self.url, html=self.html)
        page = Page.from_bytes(
            self.data, charset=self.charset, name=self.name, url=self.url, html=self.html, limit=limit
        )
        check_text(self.name, self.data, wide=page.encoding is not None and page.encoding.is_wide)
        return page


@dataclass(frozen=True, slots=True)
class Unread:
    """A page that cannot be read, and why.

    >>> Unread("crawl.warc.gz at 512", "the gzip data is damaged").reason
    'the gzip data is damaged'
    """

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Moved:
    """An address that leads to another one; it has no page, but a site program follows it.

    >>> Moved("http://a.org/old", "http://a.org/new").target
    'http://a.org/new'
    """

    name: str
    target: str


def is_remote(name: str) -> bool:
    """Whether a name is a URL that fsspec opens.

    >>> is_remote("s3://crawls/2024.warc.gz"), is_remote("crawl.warc.gz")
    (True, False)
    """
    return "://" in name


def open_binary(name: str) -> IO[bytes]:
    """A file to read, on this machine or behind a URL.

    >>> with open_binary("/dev/null") as stream:
    ...     stream.read()
    b''
    """
    if not is_remote(name):
        return Path(name).open("rb")
    system, path = file_system(name)
    return cast("IO[bytes]", system.open(path, "rb"))


def file_system(url: str) -> tuple[Any, str]:
    """The fsspec file system of a URL, and the path in it; BadInput if there is no driver for it.

    >>> file_system("nonsense://crawl.warc")
    Traceback (most recent call last):
    unweave.errors.BadInput: nonsense://crawl.warc: this kind of URL cannot be opened: Protocol not known: nonsense.
    It would help to install its fsspec driver, or to copy the file here
    """
    advice = "It would help to install its fsspec driver, or to copy the file here"
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise BadInput(source=url, reason=f"URLs need fsspec, which is not installed. {advice}") from error
    try:
        return cast("tuple[Any, str]", url_to_fs(url))
    except (ImportError, ValueError) as error:
        raise BadInput(source=url, reason=f"this kind of URL cannot be opened: {error}. {advice}") from error


def fingerprint(name: str) -> str:
    """What changes when the content of a file changes: its size and time; of a remote file what its system says.

    >>> fingerprint("/no/such/file")
    'missing'
    """
    try:
        if is_remote(name):
            system, path = file_system(name)
            return str(system.ukey(path))
        found = Path(name).stat()
    except OSError:
        return "missing"
    return f"{found.st_size} {found.st_mtime_ns}"


def unpacked(data: bytes, *, form: str, limit: int) -> bytes:
    r"""The content of compressed bytes, at most ``limit`` and one byte more; ValueError if they are damaged.

    >>> unpacked(zlib.compress(b"0" * 1_000_000), form="deflate", limit=10)
    b'00000000000'
    """
    if form == "br":
        return _unpacked_brotli(data, limit)
    wbits = 31 if form == "gzip" else 15 if data[:1] == b"\x78" else -15
    try:
        return zlib.decompressobj(wbits).decompress(data, limit + 1)
    except zlib.error as error:
        raise ValueError(f"the {form} data is damaged: {error}") from error


def _unpacked_brotli(data: bytes, limit: int) -> bytes:
    try:
        import brotli  # type: ignore[import-not-found, import-untyped, unused-ignore]  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise ValueError("it is compressed with brotli; install brotli to read it") from error
    try:
        return cast("bytes", brotli.Decompressor().process(data, output_buffer_limit=limit + 1))
    except (brotli.error, TypeError) as error:
        raise ValueError(f"the brotli data is damaged: {error}") from error
