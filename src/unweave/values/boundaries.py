"""Boundaries: positions between the tokens of a text, described by the tokens before and after them.

Legend

    text = "Call (415) 555-1234 today"
    token       digits, letters, white space, a character reference, or any other single character: "(", "415", ")"
    grain       how a text is split: "token"; "raw", where each character of white space is a token, also at the ends of
                the text; "character"
    position    the number of a token; position 3 is before token 3
    boundary    TokenBoundary(left=("(",), right=("<number>",)): the positions it fits, and which of these is meant
    exact       a token of a boundary is given exactly, "(", or by its class, <number>; see ``patterns`` for the classes
    begin, end  the ends of the text, without the white space around it
    bits        positions as a number, bit 3 for position 3: learning tries a hundred boundaries on each text, and the
                positions that fit both sides of one are those of its left side and those of its right side, by ``&``
    pattern     the kinds of tokens on both sides of a boundary, "mark | exact": an exact mark outside of the value, an
                exact token inside; ", counted" where it is not the first position that fits

Learning: every boundary that the first example allows, up to three tokens before it and two after it, is tried on the
other examples. Of those that are right everywhere, the one wins that occurs in most texts without labels, where a text
in which several positions fit counts half: "before a comma" is doubtful where a text has two. Then the one whose
pattern comes first in ``unweave.tuning.BOUNDARY_ORDER`` wins, then the shorter one. The order is learned from labelled
sites, and checked on sites that it was not learned from (``benchmarks/parts.py``).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, product
from typing import Literal

from unweave import tuning
from unweave.budget import check_time
from unweave.errors import NoConsistentWrapper
from unweave.values.patterns import PatternToken, class_of

Grain = Literal["token", "raw", "character"]
Side = Literal["begin", "end"]
GRAINS: Mapping[Grain, re.Pattern[str]] = {
    "token": re.compile(r"&#?\w{1,32};|\d++|[^\W\d_]++|\s++|.", re.DOTALL),
    "raw": re.compile(r"&#?\w{1,32};|\d++|[^\W\d_]++|.", re.DOTALL),
    "character": re.compile(r".", re.DOTALL),
}
BEGIN = PatternToken("begin")
END = PatternToken("end")
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}
_MARKS = frozenset({"punctuation", "currency"})
_NOTHING = frozenset({"space", "nothing"})


@dataclass(frozen=True, slots=True)
class TokenBoundary:
    """A position between tokens: what is left and right of it, and which of such positions, counted from either end.

    >>> str(TokenBoundary(left=(PatternToken("exact", "("),), right=(PatternToken("number"),)))
    "the 1st position after '(' and before <number>"
    """

    left: tuple[PatternToken, ...] = ()
    right: tuple[PatternToken, ...] = ()
    nth: int = 0
    backwards: bool = False

    def __str__(self) -> str:
        sides = [f"after {_shown(self.left)}"] * bool(self.left) + [f"before {_shown(self.right)}"] * bool(self.right)
        which = f"the {_ordinal(self.nth + 1)} position{' from the end' if self.backwards else ''}"
        return " ".join([which, " and ".join(sides) or "between tokens"])

    def position(self, text: "TokenizedText", positions: Sequence[int]) -> int | None:
        """The one that is meant among these positions; None where there is none."""
        ordered = reversed(positions) if self.backwards else positions
        fitting = (position for position in ordered if self.fits(text, position))
        return next(islice(fitting, self.nth, None), None) if self.nth >= 0 else None

    def offset(self, text: str, grain: Grain = "token") -> int | None:
        """The offset of the boundary in a text, in characters; None where there is none.

        >>> TokenBoundary(left=(PatternToken("exact", ":"),)).offset("a: b")
        2
        """
        tokenized = TokenizedText(text, grain)
        position = self.position(tokenized, tokenized.positions())
        return None if position is None else tokenized.offsets[position]

    def fits(self, text: "TokenizedText", position: int) -> bool:
        """Whether the tokens before and after the position are as described."""
        return text.has(position - len(self.left), self.left) and text.has(position, self.right)


class TokenizedText:
    """A text split into tokens.

    >>> text = TokenizedText(" (415) ", "token")
    >>> text.tokens, text.offsets[text.first], text.offsets[text.last]
    ([' ', '(', '415', ')', ' '], 1, 6)
    """

    __slots__ = ("_admitted", "_classes", "_fitting", "first", "last", "offsets", "tokens")

    def __init__(self, text: str, grain: Grain) -> None:
        self.tokens = GRAINS[grain].findall(text)
        self._classes: dict[int, str] = {}
        self._admitted: dict[PatternToken, int] = {}
        self._fitting: dict[tuple[int, tuple[PatternToken, ...]], int] = {}
        self.offsets = list(accumulate(map(len, self.tokens), initial=0))
        self.first, self.last = 0, len(self.tokens)
        if grain == "token":
            self._strip()

    def _strip(self) -> None:
        while self.first < self.last and self.tokens[self.first].isspace():
            self.first += 1
        while self.last > self.first and self.tokens[self.last - 1].isspace():
            self.last -= 1

    def positions(self, start: int = 0) -> range:
        """The positions from ``start`` on, without those in white space around the text."""
        return range(max(start, self.first), self.last + 1)

    def position_at(self, offset: int) -> int | None:
        """The position at an offset; None inside a token."""
        return self.offsets.index(offset) if offset in self.offsets else None

    def has(self, at: int, tokens: Sequence[PatternToken]) -> bool:
        """Whether the tokens from ``at`` on are as described."""
        return all(self._admits(at + step, token) for step, token in enumerate(tokens))

    def _admits(self, at: int, token: PatternToken) -> bool:
        if token.kind in {"begin", "end"}:
            return at == (self.first - 1 if token.kind == "begin" else self.last)
        if not self.first <= at < self.last:
            return False
        return token.text == self.tokens[at] if token.kind == "exact" else token.kind in {"any", self._class(at)}

    def _class(self, at: int) -> str:
        """The class of a token, found when it is asked for: few tokens of a long text are."""
        found = self._classes.get(at)
        if found is None:
            found = self._classes[at] = class_of(self.tokens[at])
        return found

    def fitting(self, boundary: TokenBoundary, positions: range) -> int:
        """Those of the positions that the boundary fits, as bits.

        >>> text = TokenizedText("a: b", "token")
        >>> bin(text.fitting(TokenBoundary(left=(PatternToken("lower"),)), text.positions()))
        '0b10010'
        """
        allowed = (1 << positions.stop) - (1 << positions.start) if positions else 0
        before = self._side_bits(-len(boundary.left), boundary.left)
        return allowed & before & self._side_bits(0, boundary.right)

    def _side_bits(self, distance: int, tokens: tuple[PatternToken, ...]) -> int:
        """The positions from which on, at that distance, the tokens are as described."""
        found = self._fitting.get((distance, tokens))
        if found is None:
            found = -1
            for step, token in enumerate(tokens, start=distance + 1):
                admitted = self._admitted_bits(token)
                found &= admitted >> step if step > 0 else admitted << -step
            self._fitting[distance, tokens] = found
        return found

    def _admitted_bits(self, token: PatternToken) -> int:
        """The tokens of the text that are as described: bit 1 for token 0, since token -1 may be BEGIN."""
        found = self._admitted.get(token)
        if found is None:
            digits = ("1" if self._admits(at, token) else "0" for at in range(self.last, self.first - 2, -1))
            found = self._admitted[token] = int("".join(digits), 2) << self.first
        return found

    def descriptions(self, at: int) -> list[PatternToken]:
        """What can be said of a token: itself and its class; BEGIN and END beyond the ends, and nothing further out."""
        if at in {self.first - 1, self.last}:
            return [BEGIN if at == self.first - 1 else END]
        if not self.first <= at < self.last:
            return []
        return [PatternToken("exact", self.tokens[at]), PatternToken(self._class(at))]


Case = tuple[TokenizedText, range, int | None]
"""A text, the positions that are allowed in it, and the right one; None where no position is the right one."""


def best_boundary(
    cases: Sequence[Case], unlabelled: Sequence[tuple[TokenizedText, range]], side: Side
) -> TokenBoundary:
    """The boundary of that side of the values: right in every case, in most unlabelled texts, first in the order.

    >>> text = TokenizedText("Brand: Acme", "token")
    >>> str(best_boundary([(text, text.positions(), 3)], [], "begin"))
    "the 1st position after ':' ' '"
    """
    right = right_boundaries(cases)
    if not right:
        raise NoConsistentWrapper(kind="part of a text", reason=f"no boundary fits where the values {side}")
    rank = {name: at for at, name in enumerate(reversed(tuning.BOUNDARY_ORDER), 1)}

    def value(boundary: TokenBoundary) -> tuple[int, int, int]:
        size = len(boundary.left) + len(boundary.right)
        return support(boundary, unlabelled), rank.get(pattern_of(boundary, side), 0), -size

    return max(right, key=value)


def right_boundaries(cases: Sequence[Case]) -> list[TokenBoundary]:
    """Every boundary that is right in all cases.

    >>> text = TokenizedText("a: b", "token")
    >>> len(right_boundaries([(text, text.positions(), 3)])) > 10
    True
    """
    text, positions, wanted = cases[0]
    return [boundary for boundary in _candidates(text, positions, wanted) if _is_right_in_all(boundary, cases[1:])]


def _candidates(text: TokenizedText, positions: range, wanted: int | None) -> Iterator[TokenBoundary]:
    """Every boundary that is right in this text."""
    if wanted is None:
        return
    lefts = _sides(text, wanted, -1, tuning.BOUNDARY_LEFT_TOKENS)
    for left, right in product(lefts, _sides(text, wanted, 1, tuning.BOUNDARY_RIGHT_TOKENS)):
        fitting = text.fitting(TokenBoundary(left, right), positions)
        if fitting >> wanted & 1:
            at = _below(fitting, wanted)
            yield TokenBoundary(left, right, at)
            if fitting.bit_count() > 1:
                yield TokenBoundary(left, right, fitting.bit_count() - 1 - at, backwards=True)


def _below(positions: int, position: int) -> int:
    """How many of the positions come before this one."""
    return (positions & ((1 << position) - 1)).bit_count()


def _sides(text: TokenizedText, position: int, step: int, most: int) -> list[tuple[PatternToken, ...]]:
    """The ways to describe the tokens on one side of the position."""
    sides: list[tuple[PatternToken, ...]] = [()]
    longest = sides
    for distance in range(most):
        at = position + distance if step > 0 else position - 1 - distance
        tokens = text.descriptions(at)
        longest = [(*side, token) if step > 0 else (token, *side) for side in longest for token in tokens]
        sides = sides + longest
    return sides


def _is_right_in_all(boundary: TokenBoundary, cases: Sequence[Case]) -> bool:
    check_time()
    return all(is_right(boundary, case) for case in cases)


def is_right(boundary: TokenBoundary, case: Case) -> bool:
    """Whether the boundary means the right position of a case, or none where no position is right.

    >>> text = TokenizedText("a: b", "token")
    >>> is_right(TokenBoundary(right=(PatternToken("lower"),), nth=1), (text, text.positions(), 3))
    True
    """
    text, positions, wanted = case
    fitting = text.fitting(boundary, positions)
    if wanted is None:
        return fitting.bit_count() <= boundary.nth
    before = _below(fitting, wanted)
    counted = fitting.bit_count() - 1 - before if boundary.backwards else before
    return bool(fitting >> wanted & 1) and counted == boundary.nth


def support(boundary: TokenBoundary, unlabelled: Sequence[tuple[TokenizedText, range]]) -> int:
    """In how many tenths of the unlabelled texts there is such a boundary; one of several that fit counts less.

    >>> texts = [TokenizedText(text, "token") for text in ("Kim, 1901", "Emma, a novel, 1815")]
    >>> comma = TokenBoundary(right=(PatternToken("exact", ","),))
    >>> support(comma, [(text, text.positions()) for text in texts])
    8
    """
    found = 0.0
    for text, positions in unlabelled:
        fitting = text.fitting(boundary, positions).bit_count()
        found += 0 if fitting <= boundary.nth else 1 if fitting == 1 else tuning.BOUNDARY_SEVERAL_SUPPORT
    return round(10 * found / len(unlabelled)) if unlabelled else 0


def pattern_of(boundary: TokenBoundary, side: Side) -> str:
    """The pattern of a boundary: the nearest token outside of the value and inside, white space passed over.

    Inside the value, all exact tokens are one pattern: they are data.

    >>> bracket = TokenBoundary(left=(PatternToken("exact", "("),), right=(PatternToken("number"),))
    >>> pattern_of(bracket, "begin"), pattern_of(bracket, "end")
    ('mark | <number>', '<number> | exact')
    """
    outside, inside, counted = nearest_tokens(boundary, side)
    within = inside if inside.startswith("<") or inside in _NOTHING else "exact"
    return f"{outside} | {within}{', counted' if counted else ''}"


def nearest_tokens(boundary: TokenBoundary, side: Side) -> tuple[str, str, bool]:
    """What the nearest token outside of the value is, and inside; whether it is not the first position that fits.

    >>> nearest_tokens(TokenBoundary(left=(PatternToken("exact", "("),)), "end")
    ('nothing', 'mark', False)
    """
    left, right = boundary.left[::-1], boundary.right
    outside, inside = (left, right) if side == "begin" else (right, left)
    return _nearest(outside), _nearest(inside), bool(boundary.nth or boundary.backwards)


def _nearest(tokens: Sequence[PatternToken]) -> str:
    """What the nearest token is that is not white space: an end, an exact mark, word or number, or a class."""
    kinds = [(token.kind == "exact", _class(token)) for token in tokens]
    exact, kind = next((one for one in kinds if one[1] != "space"), (True, "space" if tokens else "nothing"))
    if kind in {"begin", "end"}:
        return "end"
    if kind in _NOTHING:
        return kind
    name = "mark" if kind in _MARKS else "number" if kind == "number" else "word"
    return name if exact else f"<{name}>"


def _class(token: PatternToken) -> str:
    return class_of(token.text) if token.kind == "exact" else token.kind


def _shown(tokens: Sequence[PatternToken]) -> str:
    ends = {"begin": "the beginning", "end": "the end"}
    if len(tokens) == 1 and tokens[0].kind in ends:
        return ends[tokens[0].kind]
    return " ".join(repr(token.text) if token.kind == "exact" else f"<{token.kind}>" for token in tokens)


def _ordinal(number: int) -> str:
    return f"{number}{_ORDINALS.get(number if number < 20 else number % 10, 'th')}"
