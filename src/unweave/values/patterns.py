"""Token patterns: what texts look like, token by token.

Legend:
    token      a small piece of a text: ``"$5.50 each"`` is ``"$" "5.50" " " "each"``
    class      what a token is: number, Capitalised, lower, UPPER, word (any letters), currency, punctuation, space
    part       one element of a pattern: an exact token, a class, ``any`` (one token) or ``gap`` (any tokens, or none)
    pattern    parts in a row, with at most one gap: ``"$<number>"``, ``"Page <number><...>"``

Parts are ordered from specific to general: an exact token, its class, ``word`` for the three cases of letters, ``any``.
``generalise`` joins texts token by token, as specifically as it can. Texts with different numbers of tokens are joined
from both ends with a gap between: first as far as tokens are equal, then as far as their classes are, the beginning
before the end. (Among patterns with a gap there is no single most specific one.) The order of the texts does not
matter.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

_TOKEN = re.compile(r"\d++(?:[.,]\d++)*+|[^\W\d_]++|\s++|.", re.DOTALL)
_CURRENCIES = frozenset("$€£¥₹₩₽₺₫฿₴₪¢")
_LETTERS = frozenset({"Capitalised", "lower", "UPPER", "word"})
_TELLING = _LETTERS | {"exact", "number", "currency", "punctuation", "space"}


class PatternToken(NamedTuple):
    """One element of a pattern: an exact token (``text``), or a class of tokens, ``any`` or ``gap``.

    >>> str(PatternToken("number")), str(PatternToken("exact", "$"))
    ('<number>', '$')
    """

    kind: str
    text: str = ""

    def __str__(self) -> str:
        return self.text if self.kind == "exact" else "<...>" if self.kind == "gap" else f"<{self.kind}>"

    def admits(self, token: str) -> bool:
        """Whether the part matches the token.

        >>> PatternToken("word").admits("Emma"), PatternToken("lower").admits("Emma")
        (True, False)
        """
        if self.kind == "exact":
            return token == self.text
        kind = class_of(token)
        return self.kind in {"any", kind} or (self.kind == "word" and kind in _LETTERS)


GAP = PatternToken("gap")


@dataclass(frozen=True, slots=True)
class Pattern:
    """What some texts look like: a sequence of parts, at most one of them a gap.

    >>> price = generalise(["$5.50", "$12"])
    >>> str(price), price.matches("$7.20"), price.matches("7.20")
    ('$<number>', True, False)
    """

    parts: tuple[PatternToken, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.parts))

    def matches(self, text: str) -> bool:
        """Whether the text looks like this, in time linear in the text.

        >>> generalise(["Page 3", "Page 12 of 20"]).matches("Page 7 of nine")
        True
        """
        tokens = split(text)
        head, tail = self._sides()
        if len(tokens) < len(head) + len(tail) or (len(tokens) > len(head) and GAP not in self.parts):
            return False
        ends = tokens[len(tokens) - len(tail) :]
        return _admit(head, tokens) and _admit(tail, ends)

    def _sides(self) -> tuple[tuple[PatternToken, ...], tuple[PatternToken, ...]]:
        """The parts before and after the gap; all of them before it when there is none."""
        if GAP not in self.parts:
            return self.parts, ()
        gap = self.parts.index(GAP)
        return self.parts[:gap], self.parts[gap + 1 :]


def split(text: str) -> list[str]:
    """The tokens of a text: numbers, words, white space (as one space), and single other characters.

    >>> split("$1,250.50 each")
    ['$', '1,250.50', ' ', 'each']
    """
    return [" " if token.isspace() else token for token in _TOKEN.findall(text)]


def class_of(token: str) -> str:
    """The class of a token.

    >>> [class_of(token) for token in ("Emma", "ISBN", "iPod", "5.50", "€", "-", " ")]
    ['Capitalised', 'UPPER', 'word', 'number', 'currency', 'punctuation', 'space']
    """
    if token[0].isalpha():
        return _case_of(token)
    if token[0].isdecimal():
        return "number"
    return "space" if token.isspace() else "currency" if token in _CURRENCIES else "punctuation"


def _case_of(word: str) -> str:
    if word.islower():
        return "lower"
    if word.isupper() and len(word) > 1:
        return "UPPER"
    return "Capitalised" if word[0].isupper() and word[1:] == word[1:].lower() else "word"


def generalise(texts: Iterable[str]) -> Pattern:
    """The pattern of the texts, which matches each of them.

    >>> str(generalise(["Emma, 1815", "Persuasion, 1817"])), str(generalise(["Page 3", "Page 12 of 20"]))
    ('<Capitalised>, <number>', 'Page <number><...>')
    """
    rows = [split(text) for text in texts]
    sizes = {len(row) for row in rows}
    if len(sizes) < 2:
        return Pattern(tuple(_join(column) for column in zip(*rows, strict=True)))
    return Pattern(_with_gap(_columns(rows), _columns([row[::-1] for row in rows])))


def _columns(rows: Sequence[Sequence[str]]) -> list[PatternToken]:
    """What the first tokens have in common, the second ones, and so on, as far as the shortest row goes."""
    return [_join(column) for column in zip(*rows, strict=False)]


def _with_gap(left: Sequence[PatternToken], right: Sequence[PatternToken]) -> tuple[PatternToken, ...]:
    """A beginning of the left columns, a gap, and an end of the right ones: equal tokens first, then classes."""
    size, head, tail = len(left), 0, 0
    for wanted in ({"exact"}, _TELLING):
        while head + tail < size and left[head].kind in wanted:
            head += 1
        while head + tail < size and right[tail].kind in wanted:
            tail += 1
    return (*left[:head], GAP, *reversed(right[:tail]))


def _join(tokens: Iterable[str]) -> PatternToken:
    """The most specific part that matches all the tokens."""
    distinct = list(dict.fromkeys(tokens))
    if len(distinct) == 1:
        return PatternToken("exact", distinct[0])
    classes = {class_of(token) for token in distinct}
    if len(classes) == 1:
        return PatternToken(classes.pop())
    return PatternToken("word" if classes <= _LETTERS else "any")


def _admit(parts: Sequence[PatternToken], tokens: Sequence[str]) -> bool:
    return all(part.admits(token) for part, token in zip(parts, tokens, strict=False))
