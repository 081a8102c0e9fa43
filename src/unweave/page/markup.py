"""Where tags, comments, raw text and text begin and end in a source: one pass, by the rules of the HTML5 tokenizer.

Legend:
    markup token  a Token of kind "start", "end", "text", "raw", "comment" or "doctype"
    text          what is between two tags; in it ``&amp;`` is a character reference, and a lone ``<`` is a character
    raw           the content of script, style and similar elements, where neither tags nor references count
    opaque        an element whose content has no tags: those with raw content, and title and textarea
    foreign       inside svg or math, where title and style are elements like any other

Every quantifier of the patterns is possessive, so each character is examined only a few times, whatever the input.
The tokens are adjacent and cover the source:

    >>> [(token.kind, token.name) for token in scan_markup("<p>1 < 2<br>&amp;<!-- x --></p>")]
    [('start', 'p'), ('text', ''), ('start', 'br'), ('text', ''), ('comment', ''), ('end', 'p')]

What HTML5 ignores (an unfinished tag at the end of the page, ``</>``) is a comment here: it is part of the source, and
no reader sees it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from sys import intern
from typing import NamedTuple

from unweave.page.span import Span


class Token(NamedTuple):
    """A part of the source and its kind; the name is that of the tag, or of the element that contains a raw text.

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
        """Its span.

        >>> Token("word", 0, 5).span
        Span(start=0, end=5)
        """
        return Span(self.start, self.end)


new = tuple.__new__  # twice as fast as Token(...), and pages have many tokens

_VALUE = r"""(?:"[^"]*+"|'[^']*+'|(?=>)|(?!["'])[^ \t\n\f\r>]++)"""
_ATTRIBUTE = rf"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+{_VALUE}|(?![ \t\n\f\r]*+=))"
_NAME = r"[a-zA-Z][^ \t\n\f\r/>]*+"
_NAME_END = r"(?=[ \t\n\f\r/>])"
_ATTRIBUTES = rf"(?:[ \t\n\f\r/]++|{_ATTRIBUTE})*+>"
_TAG = rf"({_NAME}){_ATTRIBUTES}"
ATTRIBUTE = re.compile(
    r"([^ \t\n\f\r/>][^ \t\n\f\r/>=]*+)"
    r"""(?:[ \t\n\f\r]*+=[ \t\n\f\r]*+(?:"([^"]*+)"|'([^']*+)'|(?!["'])([^ \t\n\f\r>]++)|(?=>)))?+"""
)
START_TAG = re.compile(f"<{_NAME}{_ATTRIBUTES}")
TAG_NAME = re.compile(r"</?[^ \t\n\f\r/>]*+")
_COMMENT = r"<!--(?:-?>|(?:[^-]++|-(?!-!?>))*+(?:--!?>|\Z))"
_BOGUS = r"<(?:[!?]|/(?![a-zA-Z]))[^>]*+(?:>|\Z)"
_UNFINISHED = r"<.*+"
MARKUP_TOKEN = re.compile(
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
SCRIPT_STATE_CHANGE = re.compile(r"<!--(?!-*+>)|-->|<(/?)[sS][cC][rR][iI][pP][tT](?=[ \t\n\f\r/>])")

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


def start_tag_pattern(name: str) -> str:
    """The regular expression of a start tag with this name, to be compiled with ``re.IGNORECASE | re.ASCII``.

    >>> re.match(start_tag_pattern("a"), "<A title='x > y'>z", re.IGNORECASE | re.ASCII)[0]
    "<A title='x > y'>"
    """
    return f"<{name}{_NAME_END}{_ATTRIBUTES}"


def _element_pattern(name: str) -> str:
    """The start tag and the content of an opaque element, up to its end tag."""
    other = f"/{name}{_NAME_END}" + "|!--" * (name == "script")  # a script with a comment has rules of its own
    return f"{start_tag_pattern(name)}[^<]*+(?:<(?!{other})[^<]*+)*+(?=</)"


_ELEMENTS = "|".join(map(_element_pattern, sorted(CLOSING)))
_SPECIAL = "|".join(sorted(OPAQUE | {"meta", "svg", "math"}))
OTHER_MARKUP = re.compile(
    rf"(?:[^<]++|<(?![a-zA-Z/!?])|</\Z|<(?!(?:{_SPECIAL}){_NAME_END}){_NAME}{_ATTRIBUTES}|</{_NAME}{_ATTRIBUTES}"
    rf"|{_COMMENT}|{_BOGUS}|{_ELEMENTS})*+",
    re.IGNORECASE | re.DOTALL | re.ASCII,
)
"""All markup up to the next meta tag, svg, math, unfinished tag, or script with a comment."""


_SCRIPT = f"{start_tag_pattern('script')}[^<]*+(?:<(?!/?script{_NAME_END})[^<]*+)*+(?=</script{_NAME_END})"
_CLOSED = "|".join([_SCRIPT, *(_element_pattern(name) for name in sorted(CLOSING) if name != "script")])
_OPENING = "|".join(sorted(OPAQUE | {"svg", "math"}))
COMPLETE_MARKUP = re.compile(
    rf"(?:[^<]++|<(?![a-zA-Z/!?])|<(?!(?:{_OPENING}){_NAME_END}){_NAME}{_ATTRIBUTES}|</{_NAME}{_ATTRIBUTES}"
    rf"|<!--(?:-?>|(?:[^-]++|-(?!-!?>))*+--!?>)|<(?:!(?!--)|\?|/(?![a-zA-Z]))[^>]*+>|{_CLOSED})*+",
    re.IGNORECASE | re.DOTALL | re.ASCII,
)
"""All text, and all tags, comments and opaque elements that end before the end of the search; not svg and math.

A script in which another one is opened has rules of its own.
"""


def scan_markup(source: str, start: int = 0) -> Iterator[Token]:
    """The markup tokens of a source, in order, adjacent, from the first character to the last.

    Or from a start on, which must be in no tag, comment, opaque or foreign element.

    >>> ["<b>x</b>"[token.start : token.end] for token in scan_markup("<b>x</b>")]
    ['<b>', 'x', '</b>']
    """
    position, foreign = start, _Foreign()
    while position < len(source):
        for match in MARKUP_TOKEN.finditer(source, position):
            kind, (start, end) = match.lastgroup, match.span()
            if kind == "text":
                yield new(Token, ("text", start, end, ""))
                continue
            tokens = _tag(match, foreign) if kind in NAME_GROUP else _other(match, foreign)
            yield from tokens
            if tokens[-1].end != end:
                position = tokens[-1].end
                break
        else:
            return


class MarkupTokens:
    """The markup tokens of a source, scanned when they are asked for, and only as far as they are.

    >>> markup = MarkupTokens("<b>x</b><i>y</i>")
    >>> len(markup.until(5)), len(markup.all())
    (4, 6)
    """

    __slots__ = ("_passed", "_scanned", "_source")

    def __init__(self, source: str) -> None:
        self._source = source
        self._scanned: tuple[int, list[Token]] = 0, []
        self._passed = 0  # a position that is in no tag, comment or opaque element

    def all(self) -> list[Token]:
        """All of them.

        >>> [token.kind for token in MarkupTokens("<b>x</b>").all()]
        ['start', 'text', 'end']
        """
        return self.until(len(self._source))

    def until(self, position: int) -> list[Token]:
        """All that begin before a position, and some behind it.

        A second scan begins anew, so that two threads do not disturb each other, and goes at least twice as far.

        >>> [token.kind for token in MarkupTokens("<b>x</b>").until(1)]
        ['start', 'text']
        """
        known, tokens = self._scanned
        if known < position:
            stop = max(position, 2 * known)
            tokens = _tokens_until(self._source, 0, stop)
            self._scanned = stop, tokens
        return tokens

    def around(self, span: tuple[int, int]) -> list[Token]:
        """Those from the one at the start of a span, or some before it, to the one at its end, or some behind it.

        One regular expression passes over what is complete before the start, from the place on that it reached last: up
        to the start, or up to the tag, comment or opaque element around it. Spans that go back, or are behind an svg,
        are found in a scan, which is kept.

        >>> [token.kind for token in MarkupTokens("<b>x</b><i>y</i>").around((11, 12))]
        ['text', 'end']
        """
        start, end = span
        if self._scanned[0] < end and self._passed <= start and self._source[start - 1 : start] != "<":
            passed = COMPLETE_MARKUP.match(self._source, self._passed, start)
            self._passed = passed.end() if passed is not None else self._passed
            near = islice(scan_markup(self._source, self._passed), 2)  # of an opaque element, tag and content
            if self._passed == start or any(token.end >= start for token in near):
                return _tokens_until(self._source, self._passed, end)
        return self.until(end)


def _tokens_until(source: str, start: int, stop: int) -> list[Token]:
    """The markup tokens from a start on (see ``scan_markup``) up to the first that begins at a stop or behind it."""
    tokens = []
    for token in scan_markup(source, start):
        tokens.append(token)
        if token.start >= stop:
            break
    return tokens


def _tag(match: re.Match[str], foreign: "_Foreign") -> tuple[Token, ...]:
    """A tag, and the raw text that it opens."""
    kind = match.lastgroup or ""
    tag = new(Token, (kind, *match.span(), lower(match[NAME_GROUP[kind]])))
    is_opaque = tag.name in OPAQUE and kind == "start" and not foreign.inside
    if foreign.open or tag.name in INTEGRATION:
        foreign.update(tag, match.string)
    return (tag, *_content(match.string, tag)) if is_opaque else (tag,)


def _other(match: re.Match[str], foreign: "_Foreign") -> tuple[Token, ...]:
    """A comment, the doctype or, in a foreign element, a CDATA section."""
    if foreign.inside and match[0].startswith(CDATA):
        return _cdata_section(match.string, match.start())
    return (Token(match.lastgroup or "", *match.span()),)


def _cdata_section(source: str, start: int) -> tuple[Token, ...]:
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
    for change in SCRIPT_STATE_CHANGE.finditer(source, start):
        if change[0] == "-->":
            depth = 0
        elif change[0] == "<!--":
            depth = max(depth, 1)
        elif not change[1]:
            depth = 2 if depth else 0
        elif depth == 2:
            depth = 1
        else:
            return change.start()
    return len(source)


class _Foreign:
    """The open svg and math elements, and the elements in them whose content is HTML again."""

    def __init__(self) -> None:
        self.open: list[str] = []
        self.counts: Counter[str] = Counter()  # of the names in open, so that it need not be searched
        self.inside = False

    def update(self, tag: Token, source: str) -> None:
        if tag.kind == "end":
            self._close(tag.name)
        elif tag.name in INTEGRATION or (self.inside and _begins_html(self.open[-1], tag, source)):
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


def _begins_html(foreign: str, tag: Token, source: str) -> bool:
    if tag.name not in INTEGRATION[foreign]:
        return False
    return tag.name != "annotation-xml" or HTML_INSIDE.search(source, tag.start, tag.end) is not None


def _closes_itself(tag: Token, source: str) -> bool:
    # In <svg width=5/> the slash belongs to the value.
    slash = tag.end - 2
    values = ATTRIBUTE.finditer(source, tag.start + 1 + len(tag.name), tag.end - 1)
    return source[slash] == "/" and all(match.end() <= slash for match in values)


def lower(name: str) -> str:
    """A name in lower case as HTML defines it: only the letters A to Z change.

    >>> lower("DIV"), lower("İ")
    ('div', 'İ')
    """
    lowered = name.lower() if name.isascii() else re.sub("[A-Z]+", lambda match: match[0].lower(), name)
    return intern(lowered)  # a page has few names and thousands of tags
