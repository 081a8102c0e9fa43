r"""HTTP messages as archives keep them: the header's fields, and the body without its encodings.

>>> answer = http_response(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<b>Emma</b>")
>>> answer.status, charset_in(answer.headers["content-type"]), answer.decoded(limit=100)
(200, 'utf-8', b'<b>Emma</b>')
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from unweave.run.raw_pages import unpacked

REDIRECTS = frozenset({301, 302, 303, 307, 308})
GZIP = b"\x1f\x8b\x08"
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\s\"';,]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A response: its status (0 where there is none), its fields by their names in lower case, its body as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    def decoded(self, *, limit: int) -> bytes:
        """The body without the encodings that its header names, at most ``limit`` bytes and one more.

        Many archives have removed the encodings and kept their names. ValueError if the body is damaged.
        """
        body = self.body
        if "chunked" in self.headers.get("transfer-encoding", "").lower():
            body = _joined_chunks(body)
        for form in reversed([part.strip().lower() for part in self.headers.get("content-encoding", "").split(",")]):
            is_encoded = _ENCODINGS.get(form)
            if is_encoded is not None and is_encoded(body):
                body = unpacked(body, form=form.removeprefix("x-"), limit=limit)
        return body


def http_response(message: bytes) -> HttpResponse | None:
    """The response in a message; None if it is none."""
    head, separator, body = message.partition(b"\r\n\r\n")
    if not separator or not head.startswith(b"HTTP/"):
        return None
    words = head.split(None, 2)
    status = int(words[1]) if len(words) > 1 and re.fullmatch(rb"[0-9]{3}", words[1]) else 0
    return HttpResponse(status, header_fields(head), body)


def header_fields(head: bytes) -> dict[str, str]:
    r"""The fields of a header behind its first line, by their names in lower case; of two alike, the first.

    >>> header_fields(b"WARC/1.0\r\nWARC-Type: response\r\nwarc-type: request")
    {'warc-type': 'response'}
    """
    found: dict[str, str] = {}
    for line in head.decode("utf-8", "replace").splitlines()[1:]:
        name, colon, value = line.partition(":")
        if colon:
            found.setdefault(name.strip().lower(), value.strip())
    return found


def charset_in(content_type: str) -> str | None:
    """The charset that a content type names.

    >>> charset_in('text/html; Charset = "latin-1"'), charset_in("text/html")
    ('latin-1', None)
    """
    found = _CHARSET.search(content_type)
    return found[1] if found else None


def _joined_chunks(body: bytes) -> bytes:
    parts: list[bytes] = []
    at = 0
    while True:
        line = body.find(b"\r\n", at, at + 64)
        size = body[at : max(line, at)].partition(b";")[0].strip()
        if line < 0 or not re.fullmatch(rb"[0-9a-fA-F]{1,8}", size):
            return body  # it is not in chunks any more
        count = int(size, 16)
        if count == 0:
            return b"".join(parts)
        parts.append(body[line + 2 : line + 2 + count])
        at = line + 2 + count + 2


_ENCODINGS: dict[str, Callable[[bytes], bool]] = {
    "gzip": lambda body: body.startswith(GZIP),
    "x-gzip": lambda body: body.startswith(GZIP),
    "deflate": lambda body: not body.lstrip().startswith(b"<"),
    "br": lambda body: not body.lstrip().startswith(b"<"),
}
"""Encoding -> whether a body seems to have it."""
