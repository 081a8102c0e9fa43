"""A page as a list of tokens: tags, words, white space, comments and raw text; nothing is lost.

    >>> source = "<b>Congo</b> <i>242</i>"
    >>> [token.kind for token in tokenize(source)]
    ['start', 'word', 'end', 'space', 'start', 'word', 'end']
    >>> "".join(source[slice(*token.span)] for token in tokenize(source)) == source
    True

A word is the longest text without white space (the five characters that HTML defines as such); ``&nbsp;`` is part of
a word. Tags are those of HTML5, see :mod:`unweave.page.markup`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from unweave.page.entities import decode_attribute
from unweave.page.markup import ATTRIBUTE, TAG_NAME, Token, lower, new, scan_markup
from unweave.page.span import Span

WORD = re.compile(r"([ \t\n\f\r]++)|[^ \t\n\f\r]++")


class Attribute(NamedTuple):
    """One attribute of a tag: its name in lower case, its decoded value, and the span of the value.

    >>> attributes('<a HREF="/x?a&amp;b" hidden>')
    (Attribute(name='href', value_span=Span(start=9, end=19), value='/x?a&b'),
     Attribute(name='hidden', value_span=None, value=''))
    """

    name: str
    value_span: Span | None
    value: str


def tokenize(source: str, *, html: bool = True) -> list[Token]:
    """The tokens of a source, adjacent and in order; without html only words and white space.

    >>> [token.kind for token in tokenize("if x <y then", html=False)]
    ['word', 'space', 'word', 'space', 'word', 'space', 'word']
    """
    return list(words_of(source, scan_markup(source)) if html else _words(source, 0, len(source)))


def words_of(source: str, markup: Iterable[Token]) -> Iterator[Token]:
    """The tokens of a source, given its markup tokens.

    >>> [token.kind for token in words_of("<b>a b", scan_markup("<b>a b"))]
    ['start', 'word', 'space', 'word']
    """
    for token in markup:
        if token.kind == "text":
            yield from _words(source, token.start, token.end)
        else:
            yield token


def _words(source: str, start: int, end: int) -> Iterator[Token]:
    for match in WORD.finditer(source, start, end):
        yield new(Token, ("space" if match[1] else "word", *match.span(), ""))


def attributes(source: str, tag: Token | Span | None = None) -> tuple[Attribute, ...]:
    """The attributes of a start tag, in order; of several with one name only the first counts.

    >>> [attribute.value for attribute in attributes("<td class=a class=b>")]
    ['a']
    """
    start, end = (tag.start, tag.end) if tag else (0, len(source))
    found: dict[str, Attribute] = {}
    for match in ATTRIBUTE.finditer(source, _after_name(source, start, end), end):
        name = lower(match[1]).replace("\0", "\ufffd")
        if name not in found:
            found[name] = _attribute(name, match)
    return tuple(found.values())


def _attribute(name: str, match: re.Match[str]) -> Attribute:
    group = match.lastindex or 1
    if group == 1:
        return Attribute(name, None, "")
    return Attribute(name, Span(*match.span(group)), decode_attribute(match[group]).replace("\0", "\ufffd"))


def _after_name(source: str, start: int, end: int) -> int:
    name = TAG_NAME.match(source, start, end)
    return name.end() if name else start
