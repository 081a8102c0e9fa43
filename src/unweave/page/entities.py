"""Character references such as ``&amp;``, decoded by the two rules of HTML5.

In text every reference is decoded; in an attribute value a name without its semicolon stays as it is
when more letters or an equals sign follow, so that links stay intact:

    >>> decode_text("Tom &amp; Ann&copy2 &#8364;5")
    'Tom & Ann©2 €5'
    >>> decode_attribute("/list?a=1&copy=2&amp;b")
    '/list?a=1&copy=2&b'
"""

import re
from html.entities import html5

# At most seven digits matter: the largest code point has six hexadecimal or seven decimal ones.
REFERENCE = re.compile(r"&(?:#(?:[0-9]++|[xX][0-9a-fA-F]++);?|([a-zA-Z][a-zA-Z0-9]*+;?))")
LONGEST_NAME = max(map(len, html5))
REPLACEMENT = "\ufffd"


def _windows(code: int) -> str:
    # HTML5 reads references to the C1 controls as windows-1252; five of them stay as they are.
    return bytes([code]).decode("cp1252", errors="ignore") or chr(code)


C1_CONTROLS = {code: _windows(code) for code in range(0x80, 0xA0)}


def decode_text(source: str) -> str:
    """The text of a part of the source that is outside tags.

    >>> decode_text("1 &lt 2 &ampersand; AT&T")
    '1 < 2 &ersand; AT&T'
    """
    return REFERENCE.sub(_in_text, source) if "&" in source else source


def decode_attribute(source: str) -> str:
    """The attribute value of a part of the source that is inside a tag.

    >>> decode_attribute("?x=1&lt=2&lt;3")
    '?x=1&lt=2<3'
    """
    return REFERENCE.sub(_in_attribute, source) if "&" in source else source


def _in_text(match: re.Match[str]) -> str:
    name = match[1]
    if name is None:
        return _numeric(match[0])
    known = _known_prefix(name)
    return html5[known] + name[len(known) :] if known else match[0]


def _in_attribute(match: re.Match[str]) -> str:
    name = match[1]
    if name is None:
        return _numeric(match[0])
    known = _known_prefix(name)
    following = name[len(known) :] or match.string[match.end() : match.end() + 1]
    if not known or (not known.endswith(";") and (following[:1].isalnum() or following[:1] == "=")):
        return match[0]
    return html5[known] + name[len(known) :]


def _known_prefix(name: str) -> str:
    for end in range(min(len(name), LONGEST_NAME), 1, -1):
        if name[:end] in html5:
            return name[:end]
    return ""


def _numeric(reference: str) -> str:
    digits = reference[2:].rstrip(";")
    base = 16 if digits[:1] in "xX" else 10
    digits = digits.lstrip("xX").lstrip("0")
    if not digits or len(digits) > 7:
        return REPLACEMENT
    code = int(digits, base)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return REPLACEMENT
    return C1_CONTROLS.get(code) or chr(code)
