"""Part of a text: what stands behind one string and before another, both inside the same text.

>>> learn_cut([("Brand: Acme (US)", "Acme"), ("Brand: Bolt (UK)", "Bolt")])
Cut(left='Brand: ', right=' (U')
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Cut(NamedTuple):
    """Behind the first ``left`` and before the next ``right``; empty: from the beginning, up to the end.

    >>> Cut(left="Brand: ").apply("Brand: Acme")
    'Acme'
    """

    left: str = ""
    right: str = ""

    def apply(self, text: str) -> str | None:
        """The part; None where the text does not have it.

        >>> Cut("(", ")").apply("Emma (1815)"), Cut("(", ")").apply("Emma")
        ('1815', None)
        """
        begin = text.find(self.left) + len(self.left) if self.left in text else -1
        end = text.find(self.right, begin) if self.right else len(text)
        return text[begin:end].strip() or None if 0 <= begin <= end else None


def learn_cut(pairs: Sequence[tuple[str, str]]) -> Cut | None:
    """The longest strings around the parts of these texts that cut out exactly them; None where there are none.

    >>> learn_cut([("5 of 9", "5"), ("6 of 7", "7")]) is None
    True
    """
    for cut in _candidates(pairs):
        if all(cut.apply(text) == part for text, part in pairs):
            return cut
    return None


def _candidates(pairs: Sequence[tuple[str, str]]) -> Iterator[Cut]:
    """One cut for each place of the first part in its text."""
    text, part = pairs[0]
    at = text.find(part)
    while at >= 0:
        places = [at, *(_alike(other, inner, text[:at]) for other, inner in pairs[1:])]
        yield _around([(whole, inner, place) for (whole, inner), place in zip(pairs, places, strict=True)])
        at = text.find(part, at + 1)


def _alike(text: str, part: str, left: str) -> int:
    """The place of the part whose left side ends most like this one."""
    places = [at for at in range(len(text)) if text.startswith(part, at)]
    return max(places, key=lambda at: len(common_start([text[:at][::-1], left[::-1]])), default=0)


def _around(placed: Sequence[tuple[str, str, int]]) -> Cut:
    lefts = [text[:at] for text, _, at in placed]
    rights = [text[at + len(part) :] for text, part, at in placed]
    return Cut(common_start([left[::-1] for left in lefts])[::-1], common_start(rights))


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
