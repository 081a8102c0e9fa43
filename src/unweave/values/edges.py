"""Edges: places inside a text, told by the tokens left and right of them. See ``parts``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from unweave.values.patterns import Part, class_of

_TOKEN = re.compile(r"&#?\w{1,32};|\d++|[^\W\d_]++|\s++|.", re.DOTALL)
_RAW = re.compile(r"&#?\w{1,32};|\d++|[^\W\d_]++|.", re.DOTALL)
_CHARACTER = re.compile(r".", re.DOTALL)
BEGIN = Part("begin")
END = Part("end")
Grain = Literal["token", "raw", "character"]
GRAINS: Mapping[Grain, re.Pattern[str]] = {"token": _TOKEN, "raw": _RAW, "character": _CHARACTER}


@dataclass(frozen=True, slots=True)
class Edge:
    """A place between tokens: what is left and right of it, and which of such places, counted from either end.

    >>> str(Edge(left=(Part("exact", "("),), right=(Part("number"),)))
    "the 1st place behind '(' and before <number>"
    """

    left: tuple[Part, ...] = ()
    right: tuple[Part, ...] = ()
    nth: int = 0
    backwards: bool = False

    def __str__(self) -> str:
        sides = [f"behind {_told(self.left)}"] * bool(self.left) + [f"before {_told(self.right)}"] * bool(self.right)
        which = f"the {_ordinal(self.nth + 1)} place{' from the end' if self.backwards else ''}"
        return " ".join([which, " and ".join(sides) or "between tokens"])

    def among(self, cut: "Cut", places: Sequence[int]) -> int | None:
        """The place among these, or None."""
        there = [place for place in places if self.stands_at(cut, place)]
        at = len(there) - 1 - self.nth if self.backwards else self.nth
        return there[at] if 0 <= at < len(there) else None

    def position(self, text: str, grain: Grain = "token") -> int | None:
        """The character at which the edge stands in a text, or None.

        >>> Edge(left=(Part("exact", ":"),)).position("a: b")
        2
        """
        cut = Cut(text, grain)
        place = self.among(cut, cut.places())
        return None if place is None else cut.offset(place)

    def stands_at(self, cut: "Cut", place: int) -> bool:
        """Whether it looks right left and right of the place."""
        return cut.has(place - len(self.left), self.left) and cut.has(place, self.right)


class Cut:
    """A text cut into tokens; place 3 is the boundary before token 3.

    >>> cut = Cut(" (415) ", "token")
    >>> cut.tokens, cut.offset(cut.first), cut.offset(cut.last)
    ([' ', '(', '415', ')', ' '], 1, 6)
    """

    __slots__ = ("ends", "first", "kinds", "last", "tokens")

    def __init__(self, text: str, grain: Grain) -> None:
        self.tokens = GRAINS[grain].findall(text)
        self.kinds = [class_of(token) for token in self.tokens]
        self.ends = [0]
        for token in self.tokens:
            self.ends.append(self.ends[-1] + len(token))
        self.first, self.last = 0, len(self.tokens)
        if grain == "token":
            self._trim()

    def _trim(self) -> None:
        while self.first < self.last and self.kinds[self.first] == "space":
            self.first += 1
        while self.last > self.first and self.kinds[self.last - 1] == "space":
            self.last -= 1

    def offset(self, place: int) -> int:
        """The character at which the place stands."""
        return self.ends[place]

    def places(self, start: int = 0) -> range:
        """The places from there on, inside the trimmed text."""
        return range(max(start, self.first), self.last + 1)

    def place(self, offset: int) -> int | None:
        """The place at that character, None inside a token."""
        return self.ends.index(offset) if offset in self.ends else None

    def has(self, at: int, parts: Sequence[Part]) -> bool:
        """Whether the parts stand from there on."""
        return all(self.admits(at + step, part) for step, part in enumerate(parts))

    def admits(self, at: int, part: Part) -> bool:
        """Whether the part may be this token; just outside the trimmed text stand BEGIN and END."""
        if part.kind in {"begin", "end"}:
            return at == (self.first - 1 if part.kind == "begin" else self.last)
        if not self.first <= at < self.last:
            return False
        return part.text == self.tokens[at] if part.kind == "exact" else part.kind in {"any", self.kinds[at]}

    def part(self, at: int, *, exact: bool) -> Part | None:
        """The token as a part, exact or as its class; None beyond the ends."""
        if at == self.first - 1:
            return BEGIN
        if at == self.last:
            return END
        if not self.first <= at < self.last:
            return None
        return Part("exact", self.tokens[at]) if exact else Part(self.kinds[at])


def _told(parts: Sequence[Part]) -> str:
    shown = {"begin": "the beginning", "end": "the end"}
    if len(parts) == 1 and parts[0].kind in shown:
        return shown[parts[0].kind]
    return " ".join(repr(part.text) if part.kind == "exact" else f"<{part.kind}>" for part in parts)


ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def _ordinal(number: int) -> str:
    return f"{number}{ENDINGS.get(number if number < 20 else number % 10, 'th')}"
