"""Parts of a text: where inside a text the wanted values begin and end, learned from a few examples.

Legend

    text = "Brand: Acme (US)"       the wanted part is text[7:11], "Acme"
    TextPart                        what is between two strings: TextPart(left="Brand: ", right=" (U"). Rules use it,
                                    since every export can express it
    TokenParts                      what is between two token boundaries; it may be several values, "A, B and C". Tree
                                    wrappers use it; one example is enough
    place                           where a part begins and ends in its text: (7, 11)
    sample                          a text and the places of its values: ("by Ann, Bob", [(3, 6), (8, 11)])
    separators                      the strings between the values of one text: (" and ", ", ")

How boundaries are described, learned and chosen: :mod:`unweave.values.boundaries`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

from unweave.errors import NoConsistentWrapper
from unweave.tuning import UNLABELLED_TEXTS
from unweave.values.boundaries import BEGIN, END, GRAINS, Grain, TokenBoundary, TokenizedText, best_boundary
from unweave.values.separators import CONJUNCTIONS, REMARK, separated, without_remarks

_NUMBERS = re.compile(r"^(?:.*\s)?\d[\d.,]*(?=\s)", re.DOTALL)  # up to the last word that is a number
_WORD_OR_SIGN = re.compile(r"\s*(?:\w+|[^\w\s])\s*")
Place = tuple[int, int]
Sample = tuple[str, Sequence[Place]]


class TextPart(NamedTuple):
    """What follows the first ``left`` up to the next ``right``; an empty one is the beginning or the end of the text.

    >>> TextPart(left="Brand: ").apply("Brand: Acme")
    'Acme'
    """

    left: str = ""
    right: str = ""

    def apply(self, text: str) -> str | None:
        """The part, without white space around it; None where the text does not have it, or it is empty.

        >>> TextPart("(", ")").apply("Emma (1815)"), TextPart("(", ")").apply("Emma")
        ('1815', None)
        """
        begin = text.find(self.left) + len(self.left) if self.left in text else -1
        end = text.find(self.right, begin) if self.right else len(text)
        return text[begin:end].strip() or None if 0 <= begin <= end else None


def learn_text_part(pairs: Sequence[tuple[str, str]]) -> TextPart | None:
    """The longest strings around the parts of these texts that give exactly these parts; None where there are none.

    One text does not show which of the words around its part are on other pages, too. Before the part there is mostly a
    label, which is taken whole, without a number and what is before that; behind it the nearest word or sign is enough.

    >>> learn_text_part([("Brand: Acme (US)", "Acme"), ("Brand: Bolt (UK)", "Bolt")])
    TextPart(left='Brand: ', right=' (U')
    >>> learn_text_part([("Published in 1998 by Acme.", "1998")])
    TextPart(left='Published in ', right=' by ')
    >>> learn_text_part([("Published in 1998 by Acme.", "Acme")]), learn_text_part([("ISBN-13: 978", "978")])
    (TextPart(left=' by ', right='.'), TextPart(left='ISBN-13: ', right=''))
    >>> learn_text_part([("5 of 9", "5"), ("6 of 7", "7")]) is None
    True
    """
    for candidate in _text_parts(pairs) if len(pairs) > 1 else _parts_of_one(*pairs[0]):
        if all(candidate.apply(text) == part for text, part in pairs):
            return candidate
    return None


def _text_parts(pairs: Sequence[tuple[str, str]]) -> Iterator[TextPart]:
    """One candidate for each occurrence of the first part in its text."""
    text, part = pairs[0]
    at = text.find(part)
    while at >= 0:
        starts = [at, *(_most_similar_start(other, inner, text[:at]) for other, inner in pairs[1:])]
        lefts = [whole[:start] for (whole, _), start in zip(pairs, starts, strict=True)]
        rights = [whole[start + len(inner) :] for (whole, inner), start in zip(pairs, starts, strict=True)]
        yield TextPart(_common_end(lefts), common_start(rights))
        at = text.find(part, at + 1)


def _parts_of_one(text: str, part: str) -> Iterator[TextPart]:
    """For each occurrence of the part, the strings around it, with more and more words and signs behind it."""
    at = text.find(part)
    while at >= 0:
        lefts = dict.fromkeys((_NUMBERS.sub("", text[:at]), text[:at]))
        yield from (TextPart(left, right) for left in lefts for right in _growing(text[at + len(part) :]))
        at = text.find(part, at + 1)


def _growing(text: str) -> list[str]:
    """The beginnings of a text that end with a whole word or sign, and the white space behind it, the shortest first.

    >>> _growing(" (US) only"), _growing("")
    ([' (', ' (US', ' (US) ', ' (US) only'], [''])
    """
    return [text[: found.end()] for found in _WORD_OR_SIGN.finditer(text)] or [text]


def _most_similar_start(text: str, part: str, left: str) -> int:
    """Where the part begins, of several occurrences the one whose left side ends most like this one."""
    starts = [at for at in range(len(text)) if text.startswith(part, at)]
    return max(starts, key=lambda at: len(_common_end([text[:at], left])), default=0)


def common_start(texts: Sequence[str]) -> str:
    """The longest string with which all the texts begin.

    >>> common_start(["Brand: A", "Brand: B"])
    'Brand: '
    """
    shortest = min(texts, key=len, default="")
    for at, letter in enumerate(shortest):
        if any(text[at] != letter for text in texts):
            return shortest[:at]
    return shortest


def _common_end(texts: Sequence[str]) -> str:
    return common_start([text[::-1] for text in texts])[::-1]


@dataclass(frozen=True, slots=True)
class TokenParts:
    """Where the values of a text begin and end.

    >>> parts = learn_token_parts([("Call (415) 555-1234", [(6, 9)])])
    >>> [text[start:end] for text in ("Call (650) 321-0000", "or (212) 99") for start, end in parts.find(text)]
    ['650', '212']
    """

    start: TokenBoundary
    end: TokenBoundary
    separators: tuple[str, ...] = ()
    grain: Grain = "token"

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole text, without white space around it.

        >>> WHOLE.is_whole
        True
        """
        return (self.start, self.end, self.separators) == (WHOLE.start, WHOLE.end, ())

    def find(self, text: str) -> list[Place]:
        """The places of the values; none where the boundaries are not found.

        >>> learn_token_parts([("by Ann, Bob and Cy", [(3, 6), (8, 11), (16, 18)])]).find("by Al and Di")
        [(3, 5), (10, 12)]
        """
        if self.is_whole and self.grain == "token":
            begin, whole = len(text) - len(text.lstrip()), text.strip()
            return [(begin, begin + len(whole))] if whole else []
        tokenized = TokenizedText(text, self.grain)
        start = self.start.position(tokenized, tokenized.positions())
        end = None if start is None else self.end.position(tokenized, tokenized.positions(start + 1))
        if start is None or end is None:
            return []
        return list(separated(text, tokenized.offsets[start], tokenized.offsets[end], self.separators))


WHOLE = TokenParts(TokenBoundary(left=(BEGIN,)), TokenBoundary(right=(END,)))


def learn_token_parts(samples: Sequence[Sample], *, unlabelled: Iterable[str] = ()) -> TokenParts:
    """The parts that reproduce every sample; ``unlabelled`` texts of the same field help to choose.

    >>> samples = [("Emma ($5.50)", [(6, 11)]), ("Sanditon and other tales ($12)", [(26, 29)])]
    >>> parts = learn_token_parts(samples)
    >>> print(parts.start, "/", parts.end)
    the 1st position after '(' / the 1st position after <number> and before ')'
    """
    others = list(islice(unlabelled, UNLABELLED_TEXTS))
    *coarser, finest = GRAINS
    for grain in coarser:
        try:
            return _learned(samples, others, grain)
        except NoConsistentWrapper:
            continue
    return _learned(samples, others, finest)


def _learned(samples: Sequence[Sample], unlabelled: Sequence[str], grain: Grain) -> TokenParts:
    others = [TokenizedText(text, grain) for text in unlabelled]
    shown = [(TokenizedText(text, grain), places[0][0], places[-1][1]) for text, places in samples]
    starts = [(text, text.positions(), text.position_at(first)) for text, first, _ in shown]
    start = best_boundary(starts, [(text, text.positions()) for text in others], "begin")
    after = [text.positions((text.position_at(first) or 0) + 1) for text, first, _ in shown]
    ends = [(text, positions, text.position_at(last)) for (text, _, last), positions in zip(shown, after, strict=True)]
    found = [(text, start.position(text, text.positions())) for text in others]
    end = best_boundary(ends, [(text, text.positions(at + 1)) for text, at in found if at is not None], "end")
    parts = TokenParts(start, end, separators_of(samples), grain)
    for text, places in samples:
        if parts.find(text) != [tuple(place) for place in places]:
            raise NoConsistentWrapper(kind="part of a text", reason=f"nothing separates the values of {text[:80]!r}")
    return parts


def separators_of(samples: Sequence[Sample]) -> tuple[str, ...]:
    """The strings between the values, the longest first, so that ", and " is not taken for ", ".

    Where a conjunction is one of them, a comma is too, unless a value has one: three names are "Ann, Bob and Cy".
    Remarks in brackets are one separator, whatever they say.

    >>> separators_of([("Ann and Bob", [(0, 3), (8, 11)])]), separators_of([("Lee, A. and Bob", [(0, 7), (12, 15)])])
    ((', and ', ' and ', ', '), (' and ',))
    >>> separators_of([("Ann (Author), Bob (Editor)", [(0, 3), (14, 17)])])
    ('(…)', ', ')
    """
    written = {text[end:start] for text, places in samples for (_, end), (start, _) in pairwise(places)}
    between = set(filter(str.strip, map(without_remarks, written)))
    between |= {REMARK} if any(without_remarks(each) != each for each in written) else written
    conjunctions = {each for each in between if each.strip().casefold() in CONJUNCTIONS}
    has_comma = any("," in text[slice(*place)] for text, places in samples for place in places)
    if conjunctions and not has_comma:
        between |= {", ", *(f",{each}" for each in conjunctions)}
    return tuple(sorted(between, key=lambda each: (-len(each), each)))
