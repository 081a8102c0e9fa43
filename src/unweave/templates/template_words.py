"""Template words inside the texts of a column: "eBay item 133 (Ends Feb-09)" has two values.

Legend

    words       ``("eBay", "item", "(Ends")``: words that every text of the column has once, in the same order
    slot        ``2``: the text behind the second of them, up to the third

The paper names this as a remedy for attributes that are extracted only in part. It is FindEq within one column: words
with the occurrence vector (1, 1, ...). Numbers are never template words.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape

from unweave.page import Span

WORD = re.compile(r"&nbsp;|&#160;|((?:(?!&nbsp;|&#160;)[^\s\xa0])+)")
BLANK = r"(?:[\s\xa0]|&nbsp;|&#160;)"
LEADING, TRAILING = re.compile(f"{BLANK}*+"), re.compile(f"{BLANK}$")
NUMBER = re.compile(r"[\d.,]+")


def template_words(texts: Sequence[str]) -> tuple[str, ...]:
    """The words that all texts have once, in one order.

    >>> template_words(["1 - 3 of 3", "1 - 20 of 47", "21 - 40 of 47"])
    ('-', 'of')
    """
    if len(texts) < 2:
        return ()
    split = [text.split() for text in texts]
    common = _once(split[0])
    for words in split[1:]:
        common &= _once(words)
        if not common:
            return ()
    order = [word for word in split[0] if word in common]
    for words in split[1:]:
        order = _in_order(order, words)
    return tuple(order)


def _once(words: Sequence[str]) -> set[str]:
    return {word for word, times in Counter(words).items() if times == 1 and not NUMBER.fullmatch(word)}


def _in_order(order: Sequence[str], words: Sequence[str]) -> list[str]:
    """The longest subsequence of ``order`` whose words have the same order in ``words``."""
    at = {word: index for index, word in enumerate(words)}
    tails: list[int] = []
    ends: list[int] = []
    back: list[int] = []
    for number, word in enumerate(order):
        length = bisect_left(tails, at[word])
        tails[length:] = [at[word], *tails[length + 1 :]]
        ends[length:] = [number, *ends[length + 1 :]]
        back.append(ends[length - 1] if length else -1)
    return [order[number] for number in _chain(back, ends[-1] if ends else -1)]


def _chain(back: Sequence[int], at: int) -> list[int]:
    found: list[int] = []
    while at >= 0:
        found.append(at)
        at = back[at]
    return found[::-1]


def slots(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Start and end of each slot in a text; an empty slot ends where it begins.

    >>> text = "1 - 3 of 3"
    >>> [text[start:end] for start, end in slots(text, ("-", "of"))]
    ['1', '3', '3']
    """
    found: list[tuple[int, int]] = []
    start, end, expected = -1, -1, list(words)
    for at, until, word in _words(text):
        if expected and word == expected[0]:
            found.append((max(start, 0), max(end, 0)) if start >= 0 else (at, at))
            start, end = -1, -1
            expected.pop(0)
        else:
            start, end = at if start < 0 else start, until
    found.append((start, end) if start >= 0 else (len(text), len(text)))
    return found


def _words(text: str) -> Iterator[tuple[int, int, str]]:
    for match in WORD.finditer(text):
        if match[1]:
            yield match.start(), match.end(), unescape(match[1])


def slot_span(source: str, span: Span, words: Sequence[str], slot: int) -> Span | None:
    """The span of a slot of a text in the source; None where it is empty or a word is missing."""
    found = slots(source[span.start : span.end], words)
    if len(found) != len(words) + 1:
        return None
    start, end = found[slot]
    return Span(span.start + start, span.start + end) if start < end else None


def tight(source: str, span: Span) -> Span:
    """The span without the white space at its ends, no-break spaces included.

    >>> source = "<b>&nbsp; Emma&nbsp;</b>"
    >>> source[slice(*tight(source, Span(3, 20)))]
    'Emma'
    """
    leading = LEADING.match(source, span.start, span.end)
    start, end = leading.end() if leading else span.start, span.end
    while end > start and (blank := TRAILING.search(source, max(start, end - 6), end)):
        end = blank.start()
    return Span(start, end)
