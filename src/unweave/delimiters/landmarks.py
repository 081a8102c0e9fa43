"""Strings that begin somewhere in each of some places, and nowhere in others: what heads and openings are chosen from.

Legend

    Place(text=1, first=4, end=9)    the starts at offsets 4 to 8 of text number 1
    everywhere    places in each of which the string must begin
    nowhere       places in which it must not begin
    landmark      (7, 3, 12)         begins at offset 7 of the text it is read from; any of 3 to 12 characters will do
    new           5                  of these, from 5 characters on it is not already counted at another start

Of what begins at a start, a longer string begins at fewer other places. So for each start the lengths that will do
form an interval: more than it shares with any forbidden start, no more than it shares with some start of every
required place.

The choice among landmarks: a whole tag without attributes, then one with them (or a comment) or two tags, then words,
then anything; if asked, one that stands only once on its page before others. Of equal ones the first or the last, as
asked; of the last ones those that touch another tag, as where blocks end, before those that stand in text.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple

from unweave.delimiters.index import Index

if TYPE_CHECKING:
    from unweave.delimiters.index import Starts

Near = Literal["first", "last"]
MORE = 2
"""What each token of a landmark costs, in grades: several tags are as good as one with attributes."""
FEW = 400
"""Up to how many starts are looked up one by one."""
SHORTLIST = 64
"""Among how many of the best landmarks those are preferred that stand only once on their page."""

_TOKEN = re.compile(r"<[^<>]*>|\w+|[^\w\s]")
_PLAIN_TAG, _TAG, _WORD, _SIGN, _NO_BORDER = 0, 1, 2, 3, 9


class Place(NamedTuple):
    """The starts from offset ``first`` up to, but not including, ``end`` of a text.

    >>> Place(text=1, first=4, end=9).first
    4
    """

    text: int
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Landmarks:
    """All the strings that will do, read from one text (of that number): where they begin, and how long they may be.

    >>> texts = ["<b><p>", "<i><p><b>"]
    >>> found = landmarks(Index(texts), texts, [Place(0, 0, 6), Place(1, 0, 6)], [Place(1, 6, 9)])
    >>> next(found.preferred("last")), sorted(found.all())
    ('<p>', ['<p', '<p>', '><', '><p', '><p>', 'p', 'p>'])
    """

    number: int
    text: str
    starts: "Starts"
    least: "Starts"
    most: "Starts"
    new: "Starts"

    def __bool__(self) -> bool:
        return len(self.starts) > 0

    @property
    def count(self) -> int:
        """How many different strings there are."""
        return int((self.most - self.new + 1).clip(min=0).sum())

    def all(self) -> Iterator[str]:
        """Every string once."""
        for start, new, most in zip(self.starts.tolist(), self.new.tolist(), self.most.tolist(), strict=True):
            yield from (self.text[start:end] for end in range(start + new, start + most + 1))

    def different(self, count: Callable[[str], int]) -> Iterator[str]:
        """Of every start the shortest strings that are not found at the same places as a shorter one.

        ``count`` says at how many places a string is found. A longer one is found at some of those of a shorter one, so
        where both are found equally often they are found at the same places, and so is all that lies between them.
        """
        for start, new, most in zip(self.starts.tolist(), self.new.tolist(), self.most.tolist(), strict=True):
            lengths = range(new, most + 1)
            while lengths:
                string = self.text[start : start + lengths[0]]
                yield string
                lengths = lengths[_run(self.text, start, lengths, count, count(string)) :]

    def longest(self) -> Iterator[str]:
        """The longest string of every start: it begins at the fewest other places."""
        return (
            self.text[start : start + most]
            for start, most in zip(self.starts.tolist(), self.most.tolist(), strict=True)
        )

    def shortest(self) -> Iterator[str]:
        """The shortest string of every start."""
        return (
            self.text[start : start + least]
            for start, least in zip(self.starts.tolist(), self.least.tolist(), strict=True)
        )

    def preferred(self, near: Near, *, page: str = "") -> Iterator[str]:
        """Every string once, best first; with ``page``, those that stand only once on it before others."""
        seen: set[str] = set()
        for string in chain(self.natural(near, page=page), self.all()):
            if string not in seen:
                seen.add(string)
                yield string

    def natural(self, near: Near, *, page: str = "") -> Iterator[str]:
        """The most natural string of every start, in the order of preference, some perhaps several times."""
        import numpy as np  # noqa: PLC0415 - only learners pay for it

        borders = _borders(self.text)
        ends, grades = _best_ends(borders, self.starts + self.least, self.starts + self.most)
        grades = grades + borders.begin[self.starts]
        grades += MORE * (borders.number[ends] - borders.number[self.starts])
        if near == "first":
            order = np.lexsort((self.starts, grades)).tolist()
        else:
            loose = (borders.end[self.starts] > _TAG) & (borders.begin[ends] > _TAG)
            order = np.lexsort((-self.starts, loose, grades)).tolist()
        strings = [self.text[self.starts[at] : ends[at]] for at in order[:SHORTLIST]]
        short = sorted(range(len(strings)), key=lambda rank: (grades[order[rank]], page.count(strings[rank]) > 1, rank))
        yield from (strings[rank] for rank in short)
        yield from (self.text[self.starts[at] : ends[at]] for at in order[SHORTLIST:])


def landmarks(index: Index, texts: Sequence[str], everywhere: Sequence[Place], nowhere: Sequence[Place]) -> Landmarks:
    """The strings that begin in each place of ``everywhere`` and in none of ``nowhere``.

    >>> texts = ["<b><p>", "<i><p>"]
    >>> next(landmarks(Index(texts), texts, [Place(0, 0, 6), Place(1, 0, 6)], []).preferred("first"))
    '<p>'
    """
    source, first, end = min(everywhere, key=lambda place: place.end - place.first)
    starts = index.starts([index.stretch(source, first, end)])
    least = index.longest(starts, index.starts(index.stretch(*place) for place in nowhere)) + 1
    most = least + len(texts[source])
    for place in dict.fromkeys(everywhere):
        if len(starts) > FEW:
            shared = index.longest(starts, index.starts([index.stretch(*place)]))
        else:
            shared = _shared(texts, source, starts - index.at(source, 0), least, most, place)
        most = most.clip(max=shared)
        good = most >= least
        starts, least, most = starts[good], least[good], most[good]
        if not len(starts):
            break
    new = least.clip(min=index.shared_before(starts) + 1)
    return Landmarks(source, texts[source], starts - index.at(source, 0), least, most, new)


def _shared(
    texts: Sequence[str], source: int, starts: "Starts", least: "Starts", most: "Starts", place: Place
) -> "Starts":
    """What the index tells, for few starts: how much of what begins at each also begins in the place.

    Nothing is said to, where even the least that would do does not.
    """
    import numpy as np  # noqa: PLC0415 - as above

    text, (number, first, end) = texts[source], place
    there = texts[number]

    def lacks(start: int, length: int) -> bool:
        return there.find(text[start : start + length], first, end - 1 + length) < 0

    def shared(start: int, least: int, most: int) -> int:
        if not lacks(start, most):
            return most
        if lacks(start, least):
            return 0
        return least + bisect_left(range(least + 1, most + 1), True, key=partial(lacks, start))

    most = np.minimum(most, len(text) - starts)
    each = zip(starts.tolist(), np.minimum(least, most).tolist(), most.tolist(), strict=True)
    return np.array([shared(*one) for one in each], dtype=np.int64)


def _run(text: str, start: int, lengths: range, count: Callable[[str], int], number: int) -> int:
    """How many of the lengths, from the first on, give strings that are found so often."""

    def rarer(length: int) -> bool:
        return count(text[start : start + length]) < number

    return bisect_left(lengths, True, key=rarer) if rarer(lengths[-1]) else len(lengths)


class _Borders(NamedTuple):
    """For every offset of a text, how natural it is to begin or to end there, and how many tokens begin before it."""

    begin: "Starts"
    end: "Starts"
    number: "Starts"


@lru_cache(maxsize=4)
def _borders(text: str) -> _Borders:
    import numpy as np  # noqa: PLC0415 - as above

    begin, end = (np.full(len(text) + 1, _NO_BORDER, dtype=np.int64) for _ in range(2))
    tokens = [(token.start(), token.end(), _grade(token[0])) for token in _TOKEN.finditer(text)]
    firsts, ends, grades = np.array(tokens, dtype=np.int64).reshape(-1, 3).T
    begin[firsts], end[ends] = grades, grades
    begins = begin < _NO_BORDER
    return _Borders(begin, end, np.cumsum(begins) - begins)


def _grade(token: str) -> int:
    if token[0] == "<" and len(token) > 1:
        return _PLAIN_TAG if token.strip("</>").isalnum() else _TAG
    return _WORD if token[0].isalnum() else _SIGN


def _best_ends(borders: _Borders, least: "Starts", most: "Starts") -> "tuple[Starts, Starts]":
    """For each range of ends the most natural one, the first of them; and how natural it is."""
    import numpy as np  # noqa: PLC0415 - as above

    ends, grades = least.copy(), np.full(len(least), _NO_BORDER, dtype=np.int64)
    for grade in range(_SIGN, -1, -1):
        good = np.flatnonzero(borders.end <= grade)
        if len(good):
            found = good[np.minimum(np.searchsorted(good, least), len(good) - 1)]
            fits = (found >= least) & (found <= most)
            ends[fits], grades[fits] = found[fits], grade
    return ends, grades
