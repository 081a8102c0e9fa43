r"""Pages in WARC files: response records with an HTML type, from any part of a file.

How records are found and read, and what a window and a part are, is told in ``unweave.run.warc_records``.
"""

from collections.abc import Generator, Iterator
from urllib.parse import urljoin

from unweave.run.http_messages import REDIRECTS, charset_in, http_response
from unweave.run.raw_pages import Moved, RawPage, Unread
from unweave.run.warc_records import WarcRecord, Window, read_records

HTML_TYPES = ("text/html", "application/xhtml+xml", "application/xhtml")

Pages = Generator[RawPage | Unread | Moved, None, int | None]


def read_part(window: Window, *, name: str, start: int, stop: int, limit: int, solid: bool = False) -> Pages:
    r"""The pages of the records that begin in the part; returns where the next record begins, None at the end.

    >>> import io
    >>> http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<b>Emma</b>"
    >>> header = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: %d\r\n\r\n"
    >>> data = header % len(http) + http + b"\r\n\r\n"
    >>> [page] = read_part(Window(io.BytesIO(data), 0, len(data)), name="a.warc", start=0, stop=len(data), limit=1000)
    >>> page.url, page.data
    ('http://a.example/', b'<b>Emma</b>')
    """
    return read_records(
        window, lambda record: _pages_of(record, name, limit), start=start, stop=stop, limit=limit, solid=solid
    )


def _pages_of(record: WarcRecord, file: str, limit: int) -> Iterator[RawPage | Unread | Moved]:
    """The page of a record, if it is one; a record that cannot be read may have been one."""
    if record.kind != "response":
        return
    name, block = record.url or record.place(file), record.block
    page = block if isinstance(block, str) else _page_of(block, name, record.url or None, limit)
    if isinstance(page, str):
        yield Unread(name, f"{record.place(file)}: {page}")
    elif page is not None:
        yield page


def _page_of(block: bytes, name: str, url: str | None, limit: int) -> RawPage | Moved | str | None:
    """The page in an HTTP response; None if it is another type or no success, a reason if it cannot be read."""
    answer = http_response(block)
    if answer is None:
        return None
    if answer.status in REDIRECTS and url and (target := answer.headers.get("location")):
        return _moved(url, target)
    if not 200 <= answer.status < 300:
        return None
    kind = answer.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() not in HTML_TYPES:
        return None
    try:
        return RawPage(name, answer.decoded(limit=limit), url=url, charset=charset_in(kind), html=True)
    except ValueError as error:
        return str(error)


def _moved(url: str, target: str) -> Moved | None:
    try:
        return Moved(url, urljoin(url, target))
    except ValueError:  # no address
        return None
