"""Where tags, comments, raw text and running text begin and end: one pass, by the rules of the HTML5 tokenizer.

Legend:
    piece       a Token of kind "start", "end", "text", "raw", "comment" or "doctype"
    text        a run between tags; in it ``&amp;`` is a reference, and a lone ``<`` is a letter
    raw         the content of script, style and their like, where neither tags nor references count
    foreign     inside svg or math, where title and style are elements like any other

Every quantifier of the patterns is possessive, so each character is looked at only a few times, whatever the input.
Pieces are adjacent and cover the source:

    >>> [(piece.kind, piece.name) for piece in scan("<p>1 < 2<br>&amp;<!-- x --></p>")]
    [('start', 'p'), ('text', ''), ('start', 'br'), ('text', ''), ('comment', ''), ('end', 'p')]

What HTML5 throws away (an unfinished tag at the end of the page, ``</>``) is a comment here: it belongs to the source,
and no reader sees it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from unweave.page.span import Span


class Token(NamedTuple):
    """A stretch of source and what it is; the name is the tag's, or that of the element a raw text stands in.

    >>> token = Token("start", 4, 17, "a")
    >>> token.span, token.name
    (Span(start=4, end=17), 'a')
    """

    kind: str
    start: int
    end: int
    name: str = ""

    @property
    def span(self) -> Span:
        """Where it stands.

        >>> Token("word", 0, 5).span
        Span(start=0, end=5)
        """
        return Span(self.start, self.end)


new = tuple.__new__  # twice as fast as Token(...), and pages have many tokens

WHITE = " \t\n\f\r"
_VALUE = r"""(?:"[^"]*+"|'[^']*+'|(?=>)|(?!["'])[^ \t\n\f\r>]++)"""
_ATTRIBUTE = rf"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+{_VALUE}|(?![ \t\n\f\r]*+=))"
_TAG = rf"([a-zA-Z][^ \t\n\f\r/>]*+)(?:[ \t\n\f\r/]++|{_ATTRIBUTE})*+>"
ATTRIBUTE = re.compile(
    r"([^ \t\n\f\r/>][^ \t\n\f\r/>=]*+)"
    r"""(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+(?:"([^"]*+)"|'([^']*+)'|(?!["'])([^ \t\n\f\r>]++)|(?=>)))?+"""
)
_COMMENT = r"<!--(?:-?>|(?:[^-]++|-(?!-!?>))*+(?:--!?>|\Z))"
_BOGUS = r"<(?:[!?]|/(?![a-zA-Z]))[^>]*+(?:>|\Z)"
_UNFINISHED = r"<.*+"
PIECE = re.compile(
    r"(?P<text>(?:[^<]++|<(?![a-zA-Z/!?])|</\Z)++)"
    rf"|(?P<start><{_TAG})"
    rf"|(?P<end></{_TAG})"
    r"|(?P<doctype><![dD][oO][cC][tT][yY][pP][eE][^>]*+(?:>|\Z))"
    rf"|(?P<comment>{_COMMENT}|{_BOGUS}|{_UNFINISHED})",
    re.DOTALL,
)
NAME_GROUP = {"start": 3, "end": 5}

CDATA = "<![CDATA["
ESCAPABLE = frozenset({"title", "textarea"})
RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"})
OPAQUE = ESCAPABLE | RAW
SCRIPT_TURN = re.compile(r"<!--(?!-*+>)|-->|<(/?)[sS][cC][rR][iI][pP][tT](?=[ \t\n\f\r/>])")

INTEGRATION = {
    "svg": frozenset({"foreignobject", "desc", "title"}),
    "math": frozenset({"mi", "mo", "mn", "ms", "mtext", "annotation-xml"}),
}
_BREAKOUT = (
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu "
    "meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
BREAKOUT = frozenset(_BREAKOUT.split())
FONT = re.compile(r"[ \t\n\f\r/](?:color|face|size)[ \t\n\f\r/>=]", re.IGNORECASE)
HTML_INSIDE = re.compile(
    r"""encoding[ \t\n\f\r]*+=[ \t\n\f\r]*+["']?(?:text/html|application/xhtml\+xml)\b""", re.IGNORECASE
)


def _closing(name: str) -> re.Pattern[str]:
    letters = "".join(f"[{letter}{letter.upper()}]" for letter in name)
    return re.compile(rf"</{letters}(?=[ \t\n\f\r/>])")


CLOSING = {name: _closing(name) for name in OPAQUE - {"plaintext"}}


def scan(source: str) -> Iterator[Token]:
    """The pieces of a page, in order, adjacent, from the first character to the last.

    >>> ["<b>x</b>"[piece.start : piece.end] for piece in scan("<b>x</b>")]
    ['<b>', 'x', '</b>']
    """
    position, foreign = 0, _Foreign()
    while position < len(source):
        for match in PIECE.finditer(source, position):
            kind, (start, end) = match.lastgroup, match.span()
            if kind == "text":
                yield new(Token, ("text", start, end, ""))
                continue
            pieces = _tag(match, foreign) if kind in NAME_GROUP else _other(match, foreign)
            yield from pieces
            if pieces[-1].end != end:
                position = pieces[-1].end
                break
        else:
            return


def _tag(match: re.Match[str], foreign: "_Foreign") -> tuple[Token, ...]:
    """A tag, and the raw text that it opens."""
    kind = match.lastgroup or ""
    tag = new(Token, (kind, *match.span(), lower(match[NAME_GROUP[kind]])))
    is_opaque = tag.name in OPAQUE and kind == "start" and not foreign.inside
    if foreign.open or tag.name in INTEGRATION:
        foreign.see(tag, match.string)
    return (tag, *_content(match.string, tag)) if is_opaque else (tag,)


def _other(match: re.Match[str], foreign: "_Foreign") -> tuple[Token, ...]:
    """A comment, the doctype or, in a foreign element, a CDATA section."""
    if foreign.inside and match[0].startswith(CDATA):
        return _section(match.string, match.start())
    return (Token(match.lastgroup or "", *match.span()),)


def _section(source: str, start: int) -> tuple[Token, ...]:
    opened = start + len(CDATA)
    closed = source.find("]]>", opened)
    end = closed if closed >= 0 else len(source)
    parts = (Token("comment", start, opened), Token("raw", opened, end), Token("comment", end, end + 3))
    return tuple(part for part in parts if part.start < part.end <= len(source))


def _content(source: str, tag: Token) -> list[Token]:
    closing = CLOSING[tag.name].search(source, tag.end) if tag.name in CLOSING else None
    end = closing.start() if closing else len(source)
    if tag.name == "script" and source.find("<!--", tag.end, end) >= 0:
        end = _end_of_script(source, tag.end)
    escapable = tag.name in ESCAPABLE
    content = Token("text", tag.end, end) if escapable else Token("raw", tag.end, end, tag.name)
    return [content] if end > tag.end else []


def _end_of_script(source: str, start: int) -> int:
    # HTML5's script states: behind <!-- a script may open and close once more.
    depth = 0
    for turn in SCRIPT_TURN.finditer(source, start):
        if turn[0] == "-->":
            depth = 0
        elif turn[0] == "<!--":
            depth = max(depth, 1)
        elif not turn[1]:
            depth = 2 if depth else 0
        elif depth == 2:
            depth = 1
        else:
            return turn.start()
    return len(source)


class _Foreign:
    """The open svg and math elements, and the places in them where HTML begins again."""

    def __init__(self) -> None:
        self.open: list[str] = []
        self.counts: Counter[str] = Counter()  # of the names in open, for a quick look
        self.inside = False

    def see(self, tag: Token, source: str) -> None:
        if tag.kind == "end":
            self._close(tag.name)
        elif tag.name in INTEGRATION or (self.inside and _integrates(self.open[-1], tag, source)):
            self._open(tag, source)
        elif tag.name in BREAKOUT or (tag.name == "font" and FONT.search(source, tag.start, tag.end)):
            self._break_out()
        self.inside = bool(self.open) and self.open[-1] in INTEGRATION

    def _open(self, tag: Token, source: str) -> None:
        if not _closes_itself(tag, source):
            self.open.append(tag.name)
            self.counts[tag.name] += 1

    def _close(self, name: str) -> None:
        while self.counts[name] and self._pop() != name:
            pass

    def _break_out(self) -> None:
        while self.open and self.open[-1] in INTEGRATION:
            self._pop()

    def _pop(self) -> str:
        name = self.open.pop()
        self.counts[name] -= 1
        return name


def _integrates(foreign: str, tag: Token, source: str) -> bool:
    if tag.name not in INTEGRATION[foreign]:
        return False
    return tag.name != "annotation-xml" or HTML_INSIDE.search(source, tag.start, tag.end) is not None


def _closes_itself(tag: Token, source: str) -> bool:
    # In <svg width=5/> the slash belongs to the value.
    slash = tag.end - 2
    values = ATTRIBUTE.finditer(source, tag.start + 1 + len(tag.name), tag.end - 1)
    return source[slash] == "/" and all(match.end() <= slash for match in values)


def lower(name: str) -> str:
    """A name in lower case as HTML means it: only the letters A to Z change.

    >>> lower("DIV"), lower("İ")
    ('div', 'İ')
    """
    return name.lower() if name.isascii() else re.sub("[A-Z]+", lambda match: match[0].lower(), name)
