"""How much values look like some that are known: which signs and kinds of letters they have, and how long they are.

Legend

    features      of a value: the share of digits, the kind of the first character, the signs, the numbers of characters
                  and of words
    likeness      of a value to the shown ones, between 0 and 1: that to the one which it is most like
    plausibility  the likeness, where everything that looks enough like a shown value is equally good
"""

import re
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from unweave.regions.nodes import PageNodes
from unweave.tuning import REGION_ENOUGH_LIKE, REGION_LOOK_WEIGHTS

_SIGN = re.compile(r"[^\w\s]|_")
_DIGIT = re.compile(r"\d")


class Likeness:
    """How much values look like the shown ones."""

    def __init__(self, shown: Iterable[str]) -> None:
        texts = list(shown)
        self.shown = tuple(dict.fromkeys(map(_features, texts)))
        self.differ = len(texts) > 1 and len(set(texts)) == len(texts)
        self._plausible: dict[str, float] = {}

    @classmethod
    def like(cls, shown: Sequence["Features"]) -> "Likeness":
        """The likeness to values that look so."""
        made = cls(())
        made.shown = tuple(shown)
        return made

    def remembered(self, nodes: PageNodes) -> "Likeness":
        """The same; what is computed is kept with a page, since many boundaries are tried on the same texts."""
        self._plausible = nodes.likeness.setdefault(self.shown, {})
        return self

    def of(self, text: str) -> float:
        """Between 0 and 1.

        >>> dates = Likeness(["22-0282/AR", "21-0193/AR"])
        >>> dates.of("20-0001/NA"), dates.of("Home") < 0.3
        (1.0, True)
        """
        own = _features(text)
        return max((_alike(own, other) for other in self.shown), default=1.0)

    def plausibility(self, text: str) -> float:
        """The likeness, where everything that looks enough like a shown value is equally good."""
        found = self._plausible.get(text)
        if found is None:
            own, most = _features(text), 0.0 if self.shown else 1.0
            for other in self.shown:
                most = max(most, _alike(own, other))
                if most >= REGION_ENOUGH_LIKE:
                    break
            found = self._plausible[text] = min(1.0, most / REGION_ENOUGH_LIKE)
        return found


class Features(NamedTuple):
    """What a value looks like."""

    digits: float
    first: str
    signs: frozenset[str]
    size: int
    words: int


def _features(text: str) -> Features:
    signs = frozenset(_SIGN.findall(text))
    digits = len(_DIGIT.findall(text)) if text.isascii() else sum(map(str.isdigit, text))
    first = "" if not text else "9" if text[0].isdigit() else "A" if text[0].isalpha() else text[0]
    return Features(digits / max(1, len(text)), first, signs, len(text), len(text.split()))


def _alike(one: Features, other: Features) -> float:
    digits, first, signs, size, words = one
    other_digits, other_first, other_signs, other_size, other_words = other
    of_digits, of_first, of_signs, of_size, of_words = REGION_LOOK_WEIGHTS
    shared = 1.0 if signs == other_signs else len(signs & other_signs) / len(signs | other_signs)
    sizes = sqrt(min(size, other_size) / max(1, size, other_size))
    counts = sqrt(min(words, other_words) / max(1, words, other_words))
    return (
        (1 - of_digits * (1 - (1 - abs(digits - other_digits))))
        * (1 - of_first * (1 - (first == other_first)))
        * (1 - of_signs * (1 - shared))
        * (1 - of_size * (1 - sizes))
        * (1 - of_words * (1 - counts))
    )
