r"""Bytes to text: which encoding a page is in, and why we think so.

In this order: a byte order mark, what the caller was told (an HTTP header), ``<meta charset>``, UTF-8 if the bytes are
valid UTF-8, windows-1252. Bytes that do not fit become U+FFFD; nothing raises.

    >>> decode(b"caf\xc3\xa9")
    ('café', Encoding(name='utf-8', why='valid UTF-8'))
    >>> decode(b"caf\xe9")
    ('café', Encoding(name='windows-1252', why='not valid UTF-8'))
    >>> decode(b"caf\xe9", charset="latin-1")
    ('café', Encoding(name='windows-1252', why='given by the caller'))
    >>> decode(b"caf\xe9", charset="klingon")[1].why
    "not valid UTF-8 (unknown label 'klingon')"
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from unweave.page.entities import C1_CONTROLS
from unweave.page.labels import codec_of
from unweave.page.markup import scan
from unweave.page.tokens import attributes

# The marks of UTF-32 come first, since that of UTF-16 begins one of them.
MARKS = (
    (codecs.BOM_UTF8, "utf-8", "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32le", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32be", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16le", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16be", "utf-16-be"),
)
HEAD = 16 * 1024  # where a declaration is looked for
CHARSET = re.compile(r"""charset[ \t\n\f\r]*+=[ \t\n\f\r]*+["']?([^ \t\n\f\r;"']++)""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Encoding:
    """The encoding that was used, by its name in the WHATWG standard, and why.

    >>> Encoding("utf-8", "byte order mark").why
    'byte order mark'
    """

    name: str
    why: str

    @property
    def is_wide(self) -> bool:
        """Whether every character takes two bytes or four, so that NUL bytes are nothing strange.

        >>> Encoding("utf-16le", "byte order mark").is_wide
        True
        """
        return self.name.startswith(("utf-16", "utf-32"))


def decode(data: bytes, charset: str | None = None) -> tuple[str, Encoding]:
    r"""The text of a page and the encoding that was used.

    >>> decode(b"<meta charset=koi8-r>\xcd\xc9\xd2")
    ('<meta charset=koi8-r>мир', Encoding(name='koi8-r', why='<meta charset>'))
    """
    for mark, name, codec in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace"), Encoding(name, "byte order mark")
    unknown: list[str] = []
    for label, why in _labels(data, charset):
        if known := codec_of(label):
            name, codec = known
            return _with_codec(data, codec), Encoding(name, why + _remark(unknown))
        unknown.append(label)
    return _guessed(data, _remark(unknown))


def _labels(data: bytes, charset: str | None) -> Iterator[tuple[str, str]]:
    if charset and charset.strip():
        yield charset, "given by the caller"
    if declared := _declared(data[:HEAD]):
        yield declared, "<meta charset>"


def _remark(unknown: list[str]) -> str:
    return f" (unknown label {', '.join(map(repr, unknown))})" if unknown else ""


def _guessed(data: bytes, remark: str) -> tuple[str, Encoding]:
    if wide := _wide(data[:HEAD]):
        name, codec = wide
        return data.decode(codec, "replace"), Encoding(name, "every second byte is NUL" + remark)
    try:
        return data.decode("utf-8"), Encoding("utf-8", "valid UTF-8" + remark)
    except UnicodeDecodeError:
        return _with_codec(data, "cp1252"), Encoding("windows-1252", "not valid UTF-8" + remark)


def _with_codec(data: bytes, codec: str) -> str:
    if codec != "cp1252":
        return data.decode(codec, "replace")
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:  # five bytes that Python does not know, and the standard reads as controls
        return data.decode("latin-1").translate(C1_CONTROLS)


def _wide(head: bytes) -> tuple[str, str] | None:
    """UTF-16 without a mark: in a page that is mostly ASCII, every second byte is NUL."""
    if b"\0" not in head:
        return None
    even, odd = head[0::2], head[1::2]
    if len(odd) >= 2 and odd.count(0) > 0.9 * len(odd) and not even.count(0):
        return "utf-16le", "utf-16-le"
    if len(odd) >= 2 and even.count(0) > 0.9 * len(even) and not odd.count(0):
        return "utf-16be", "utf-16-be"
    return None


def _declared(head: bytes) -> str | None:
    head = head.partition(b"<body")[0]  # a declaration stands in the head; most pages spell the body's tag like this
    if b"charset" not in head.lower():
        return None
    source = head.decode("latin-1")
    for piece in scan(source):
        if piece.name == "meta" and piece.kind == "start" and (label := _label_of(source[piece.start : piece.end])):
            return _not_wide(label)
    return None


def _label_of(meta: str) -> str | None:
    found = {attribute.name: attribute.value for attribute in attributes(meta)}
    if found.get("charset", "").strip():
        return found["charset"]
    if found.get("http-equiv", "").strip().lower() != "content-type":
        return None
    named = CHARSET.search(found.get("content", ""))
    return named[1] if named else None


def _not_wide(label: str) -> str:
    # A declaration we can read as ASCII cannot be in UTF-16 or UTF-32, whatever it says.
    known = codec_of(label)
    return "utf-8" if known and known[0].startswith(("utf-16", "utf-32")) else label
