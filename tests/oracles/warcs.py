"""WARC files for tests, written by the definition of the format."""

import gzip
from collections.abc import Iterable


def record(
    url: str, body: bytes, *, kind: str = "text/html; charset=utf-8", more: str = "", status: int = 200
) -> bytes:
    """A response record."""
    http = f"HTTP/1.1 {status} Fine\r\nContent-Type: {kind}\r\n{more}\r\n".encode() + body
    return warc_record("response", url, http)


def warc_record(kind: str, url: str, block: bytes) -> bytes:
    """A record of any type."""
    header = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        "WARC-Record-ID: <urn:uuid:0b5fd1b6-0000-0000-0000-000000000000>\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return header.encode() + block + b"\r\n\r\n"


def compressed(records: Iterable[bytes]) -> bytes:
    """Each record as a gzip member of its own."""
    return b"".join(gzip.compress(one, mtime=0) for one in records)
