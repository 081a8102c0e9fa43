r"""A source text as a stand-alone file reads it: decoded, made fit, and what a reader sees of a stretch of it.

It is the twin of ``unweave.page``, with fewer words: markup is found by one pattern, not by a tokenizer.

>>> reading = Reading("<td>C<b>ongo</b><br>242 &amp; more</td>")
>>> reading.said(0, 38)
'Congo 242 & more'
"""

import re
from bisect import bisect_right
from html import unescape
from html.entities import html5

WORD_BREAKS_NAMES = """
address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset
figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu
nav ol optgroup option p plaintext pre search section select summary table tbody td textarea tfoot th thead title tr
ul xmp
"""
WORD_BREAKS = frozenset(WORD_BREAKS_NAMES.split())
LOOKS_LIKE_HTML = re.compile(
    r"<(?:!--|!doctype\b|/[a-z][a-z0-9:-]*\s*>|(?:p|br|hr|li|td|tr|img|input|meta|link)\b[^<>]*>)", re.IGNORECASE
)
IN_TAG = r"(?:=\s*\"[^\"]*\"|=\s*'[^']*'|[^>])*?>"
MARKUP = re.compile(
    r"<!--.*?(?:--!?>|\Z)"
    rf"|<(script|style|iframe|noembed|noframes)(?=[\s/>]){IN_TAG}.*?(?=</\1[\s/>]|\Z)"
    rf"|</?([a-z][^\s/>]*){IN_TAG}"
    r"|<(?:[!?]|/[^a-z>])[^>]*>",
    re.IGNORECASE | re.DOTALL,
)
REFERENCE = re.compile(r"&(?:#[xX]?[0-9a-fA-F]+;?|[a-zA-Z][a-zA-Z0-9]*;?)(?![=])")


class Reading:
    """A source text, and what a reader sees of it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._is_html = LOOKS_LIKE_HTML.search(source) is not None
        self._markup: list[re.Match[str]] | None = None

    def said(self, start: int, end: int) -> str:
        """What a reader sees of a stretch: tags out, references decoded, white space collapsed."""
        text = self.source[start:end]
        if self._is_html and ("<" in text or "&" in text):
            text = self._read(start, end)
        return " ".join(text.split())

    def _read(self, start: int, end: int) -> str:
        if self._markup is None:
            self._markup = list(MARKUP.finditer(self.source))
        first = max(bisect_right(self._markup, start, key=lambda one: one.start()) - 1, 0)
        around = self._markup[first] if self._markup else None
        if around and around.start() <= start and end <= around.end() and (start, end) != around.span():
            return self._inside(around, start, end)
        return "".join(self._pieces(first, start, end))

    def _inside(self, around: re.Match[str], start: int, end: int) -> str:
        """A stretch inside a tag, where the rules of attributes hold, or inside a comment or a script."""
        text = self.source[start:end]
        return REFERENCE.sub(in_attribute, text) if around[2] else text

    def _pieces(self, first: int, start: int, end: int) -> list[str]:
        pieces, at = [], start
        for one in (self._markup or [])[first:]:
            if one.start() >= end:
                break
            if one.end() > start:
                pieces.append(unescape(self.source[at : max(at, one.start())]))
                pieces.append(" " if (one[2] or "").lower() in WORD_BREAKS else "")
                at = min(one.end(), end)
        return [*pieces, unescape(self.source[at:end])]


def in_attribute(found: re.Match[str]) -> str:
    """A reference inside an attribute's value: without its semicolon it is one only where it is whole."""
    name = found[0][1:]
    return unescape(found[0]) if name.startswith("#") or name in html5 else found[0]
