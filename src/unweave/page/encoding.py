r"""Bytes to text: which encoding a page has, and why.

Legend:
    declaration  ``<meta charset=koi8-r>`` or ``<meta http-equiv=content-type content="text/html; charset=koi8-r">``
    name         what a declaration or the caller calls the encoding: "koi8-r", "latin-1" (``encoding_names``)
    wide         an encoding with two or four bytes for each ASCII character: UTF-16 and UTF-32

The first of these decides: a byte order mark, the name given by the caller (from an HTTP header for example), a
declaration, valid UTF-8, windows-1252. Bytes that are invalid in the encoding become U+FFFD; nothing raises.

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

from unweave.page.encoding_names import codec_of
from unweave.page.entities import C1_CONTROLS
from unweave.page.markup import OTHER_MARKUP, scan_markup, start_tag_pattern
from unweave.page.tokens import attributes

# UTF-32 comes first, since the byte order mark of UTF-16 begins one of its marks.
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32le", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32be", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16le", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16be", "utf-16-be"),
)
_MARKS = tuple(mark for mark, _, _ in BYTE_ORDER_MARKS)
OTHER_NEWLINES = frozenset({"utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "iso-2022-jp"})
"""Codecs whose newlines cannot be replaced in the bytes: a newline has two bytes or four, or ends a shift."""
LONE_RETURN = re.compile(r"\r(?!\n)")
LONE_RETURN_BYTE = re.compile(rb"\r(?!\n)")
HEAD = 16 * 1024  # bytes in which a declaration is looked for
META = re.compile(start_tag_pattern("meta"), re.IGNORECASE | re.ASCII)
CHARSET = re.compile(r"""charset[ \t\n\f\r]*+=[ \t\n\f\r]*+["']?([^ \t\n\f\r;"']++)""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Encoding:
    """The encoding of a page, by its name in the WHATWG standard, and why it was used.

    >>> Encoding("utf-8", "byte order mark").why
    'byte order mark'
    """

    name: str
    why: str

    @property
    def is_wide(self) -> bool:
        """Whether an ASCII character takes two or four bytes, so that the bytes of a text contain NUL.

        >>> Encoding("utf-16le", "byte order mark").is_wide
        True
        """
        return self.name.startswith(("utf-16", "utf-32"))


def decode(data: bytes, charset: str | None = None, *, newlines: bool = False) -> tuple[str, Encoding]:
    r"""The text of a page and its encoding; with ``newlines``, ``\r\n`` and ``\r`` become ``\n``.

    >>> decode(b"<meta charset=koi8-r>\xcd\xc9\xd2")
    ('<meta charset=koi8-r>мир', Encoding(name='koi8-r', why='<meta charset>'))
    >>> decode(b"one\r\ntwo", newlines=True)[0]
    'one\ntwo'
    """
    for mark, name, codec in BYTE_ORDER_MARKS if data.startswith(_MARKS) else ():
        if data.startswith(mark):
            return _decode_with(data[len(mark) :], codec, newlines), Encoding(name, "byte order mark")
    unknown: list[str] = []
    for label, why in _given_names(data, charset):
        if known := codec_of(label):
            name, codec = known
            return _decode_with(data, codec, newlines), Encoding(name, why + _remark(unknown))
        unknown.append(label)
    return _guess(data, newlines, _remark(unknown))


def _given_names(data: bytes, charset: str | None) -> Iterator[tuple[str, str]]:
    if charset and charset.strip():
        yield charset, "given by the caller"
    if declared := declared_name(data[:HEAD]):
        yield declared, "<meta charset>"


def _remark(unknown: list[str]) -> str:
    return f" (unknown label {', '.join(map(repr, unknown))})" if unknown else ""


def _guess(data: bytes, newlines: bool, remark: str) -> tuple[str, Encoding]:
    if wide := _guess_wide(data[:HEAD]):
        name, codec = wide
        return _decode_with(data, codec, newlines), Encoding(name, "every second byte is NUL" + remark)
    if newlines:
        data = _normalize_in_bytes(data)
    try:
        return data.decode("utf-8"), Encoding("utf-8", "valid UTF-8" + remark)
    except UnicodeDecodeError:
        return _decode_with(data, "cp1252", newlines), Encoding("windows-1252", "not valid UTF-8" + remark)


def normalize_newlines(text: str) -> str:
    r"""The text with ``\n`` in place of ``\r\n`` and ``\r``.

    >>> normalize_newlines("one\r\ntwo\r")
    'one\ntwo\n'
    """
    if "\r" not in text:
        return text
    if LONE_RETURN.search(text):
        return text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\r", "")


def _normalize_in_bytes(data: bytes) -> bytes:
    """The same before decoding, which is several times as fast."""
    if b"\r" not in data:
        return data
    if LONE_RETURN_BYTE.search(data):
        data = LONE_RETURN_BYTE.sub(b"\n", data)
    return data.replace(b"\r", b"")


def _decode_with(data: bytes, codec: str, newlines: bool) -> str:
    if newlines and codec in OTHER_NEWLINES:
        return normalize_newlines(data.decode(codec, "replace"))
    if newlines:
        data = _normalize_in_bytes(data)
    if codec != "cp1252":
        return data.decode(codec, "replace")
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:  # five bytes that Python does not accept; the standard decodes them to controls
        return data.decode("latin-1").translate(C1_CONTROLS)


def _guess_wide(head: bytes) -> tuple[str, str] | None:
    """UTF-16 without a mark: in a page that is mostly ASCII, every second byte is NUL."""
    if b"\0" not in head:
        return None
    even, odd = head[0::2], head[1::2]
    if len(odd) >= 2 and odd.count(0) > 0.9 * len(odd) and not even.count(0):
        return "utf-16le", "utf-16-le"
    if len(odd) >= 2 and even.count(0) > 0.9 * len(even) and not odd.count(0):
        return "utf-16be", "utf-16-be"
    return None


def declared_name(head: bytes) -> str | None:
    """The encoding that the beginning of a page declares; None where it declares none.

    One regular expression passes over all markup that is no meta tag, so that Python code runs only for meta tags;
    ``declared_name_by_scan`` is the definition, and answers where the expression stops at other markup, such as svg.

    >>> declared_name(b"<!-- <meta charset=latin1> --><title>Tea</title><meta charset=koi8-r>")
    'koi8-r'
    """
    head = head.partition(b"<body")[0]  # a declaration is in the head; most pages write the body's tag like this
    lower_case = head.lower()
    if b"charset" not in lower_case:
        return None
    source, position = head.decode("latin-1"), 0
    while position < len(source):
        if other := OTHER_MARKUP.match(source, position):
            position = other.end()
        if position == len(source):
            return None
        tag = META.match(source, position)
        if tag is None:
            return declared_name_by_scan(source)
        text = lower_case[slice(*tag.span())]
        if (b"charset" in text or b"&" in text) and (name := _name_in(tag[0])):
            return _without_wide(name)
        position = tag.end()
    return None


def declared_name_by_scan(source: str) -> str | None:
    """The same by a scan of the whole source.

    >>> declared_name_by_scan("<svg></svg><meta charset=koi8-r>")
    'koi8-r'
    """
    for token in scan_markup(source):
        if token.name == "meta" and token.kind == "start" and (name := _name_in(source[token.start : token.end])):
            return _without_wide(name)
    return None


def _name_in(meta: str) -> str | None:
    """The name of the encoding in a meta tag."""
    found = {attribute.name: attribute.value for attribute in attributes(meta)}
    if found.get("charset", "").strip():
        return found["charset"]
    if found.get("http-equiv", "").strip().lower() != "content-type":
        return None
    named = CHARSET.search(found.get("content", ""))
    return named[1] if named else None


def _without_wide(name: str) -> str:
    # A declaration that can be read as ASCII is not in UTF-16 or UTF-32, whatever it declares.
    known = codec_of(name)
    return "utf-8" if known and known[0].startswith(("utf-16", "utf-32")) else name
