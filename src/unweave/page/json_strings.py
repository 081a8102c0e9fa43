r"""Strings of JSON and JavaScript: their text, and where its characters are in the source.

An escape that is no character is U+FFFD.

>>> unescaped(r"5 \u20ac"), Offsets.of(r"5 \u20ac!", 10).source_of(3)
('5 €', 18)
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

_escape = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
    r"|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|(\n)|(.))",
    re.DOTALL,
)
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_NO_CHARACTER = "\N{REPLACEMENT CHARACTER}"


def unescaped(raw: str) -> str:
    r"""The text of a string between its quotes: escapes decoded; what is no character is U+FFFD.

    >>> unescaped(r"caf\u00e9 <\/script> \ud83d\ude00") == "café </script> \N{GRINNING FACE}"
    True
    """
    return _escape.sub(_character, raw) if "\\" in raw else raw


def _character(match: re.Match[str]) -> str:
    """The character of an escape; none for the end of a line that goes on."""
    high, low, *codes, line_end, other = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    code = next(filter(None, codes), None)
    if code is None:
        return "" if line_end else _ESCAPED.get(other, other)
    number = int(code, 16)
    return _NO_CHARACTER if number > 0x10FFFF or 0xD800 <= number < 0xE000 else chr(number)


class Offsets(NamedTuple):
    r"""Where the characters of an unescaped string come from: places in the text, and the same ones in the source.

    From one place to the next, each character of the text is one of the source, except where an escape is.

    >>> offsets = Offsets.of(r"a\"b", 100)
    >>> list(offsets.texts), list(offsets.sources), offsets.source_of(2)
    ([0, 1, 2], [100, 101, 103], 103)
    """

    texts: Sequence[int]
    sources: Sequence[int]

    @classmethod
    def of(cls, raw: str, start: int) -> "Offsets":
        """The offsets of a string that begins at ``start`` in the source, without its quote."""
        texts, sources, shift = array("q", [0]), array("q", [start]), 0
        for match in _escape.finditer(raw):
            first, last = match.span()
            texts.append(first - shift)
            sources.append(start + first)
            shift += last - first - len(_character(match))
            texts.append(last - shift)
            sources.append(start + last)
        return cls(texts, sources)

    def source_of(self, position: int) -> int:
        """Where a place in the text is in the source."""
        at = bisect_right(self.texts, position) - 1
        return self.sources[at] + position - self.texts[at]
