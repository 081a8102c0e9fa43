"""Profile: what the values of a field look like and what is around them, as counts.

Legend

    feature     one way to describe a value: its kind ("price"), its shape ("$0"), the text before it, ...
    counts      how often each value of a feature was seen: ``Counts({"price": 9, "number": 1})``
    once        how many sightings were the only ones of their kind; their share estimates how often the next value will
                be one that was never seen
    profile     the counts of each feature of a field; ``described`` makes it, ``joined`` adds another to it

Kushmerick (Regression testing for wrapper maintenance, 1999) keeps means and deviations of a few numbers of the values,
Lerman, Minton and Knoblock (Wrapper maintenance: a machine learning approach, 2003) keep how often token patterns of
their beginnings and ends are met. Departures: a feature is any text, and all that is kept of it is how often each was
seen. Whether a feature tells anything about its field then follows from the counts, by the estimate of Good (The
population frequencies of species, 1953): titles are all different, so an unseen title is no news; prices have one
shape, so an unseen shape is.

    >>> prices = described(["$5.50", "$12", None])
    >>> prices.fill, prices.features["kind"].seen, prices.features["shape"].seen
    (0.6666666666666666, {'price': 2}, {'$0': 2})

A profile is a plain value: msgspec writes it as JSON and reads it back.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from unweave.page.html import collapse
from unweave.values.kinds import kind_of
from unweave.values.patterns import class_of, split

LOOKS = ("kind", "shape", "size", "text")
"""The features of a value alone."""
MOST_KEPT = 40
"""So many different values of a feature are kept, the most frequent ones; the others are counted as seen once."""
LONGEST_TEXT = 60
"""A longer text is no word of a vocabulary, so its beginning stands for it."""
MOST_CLASSES = 5
_LETTERS = {"Capitalised": "Aa", "UPPER": "AA", "lower": "aa", "word": "aA"}
_NUMBER = re.compile(r"\d[\d,]*+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each value of a feature was seen; ``rest`` counts those that are not kept by name.

    >>> kinds = Counts({"price": 9, "number": 1})
    >>> kinds.total, kinds.once, kinds.is_known("date")
    (10, 1, False)
    """

    seen: Mapping[str, int] = field(default_factory=dict)
    rest: int = 0

    @classmethod
    def of(cls, values: Iterable[str]) -> "Counts":
        """The counts of some values."""
        return cls._kept(Counter(values), 0)

    @classmethod
    def _kept(cls, counter: Mapping[str, int], rest: int) -> "Counts":
        ranked = sorted(counter.items(), key=lambda one: (-one[1], one[0]))
        return cls(dict(ranked[:MOST_KEPT]), rest + sum(count for _, count in ranked[MOST_KEPT:]))

    @property
    def total(self) -> int:
        """How many values were seen."""
        return sum(self.seen.values()) + self.rest

    @property
    def once(self) -> int:
        """How many of them were met only once."""
        return sum(count == 1 for count in self.seen.values()) + self.rest

    @property
    def is_telling(self) -> bool:
        """Whether an unseen value tells something: most values were met more than once.

        >>> Counts({"price": 9, "number": 1}).is_telling, Counts({"Emma": 1, "Kim": 1}).is_telling
        (True, False)
        """
        return 2 * self.once < self.total

    def is_known(self, value: str) -> bool:
        """Whether a value is among those that are kept by name."""
        return value in self.seen

    def joined(self, other: "Counts") -> "Counts":
        """The counts of both.

        >>> Counts({"price": 9}).joined(Counts({"price": 1, "number": 1}))
        Counts(seen={'price': 10, 'number': 1}, rest=0)
        """
        return Counts._kept(Counter(self.seen) + Counter(other.seen), self.rest + other.rest)


@dataclass(frozen=True, slots=True)
class FieldProfile:
    """What is known of one field: pages, records, records with a value, and the counts of each feature of the values.

    ``elsewhere`` has, for the surroundings of the values, how often they were met around other texts of the pages;
    ``shown`` are the first values, for people.

    >>> FieldProfile(pages=1, records=4, filled=3).fill
    0.75
    """

    pages: int = 0
    records: int = 0
    filled: int = 0
    features: Mapping[str, Counts] = field(default_factory=dict)
    elsewhere: Mapping[str, Counts] = field(default_factory=dict)
    shown: tuple[str, ...] = ()

    @property
    def fill(self) -> float:
        """The share of records that have a value; 0 where there are no records."""
        return self.filled / self.records if self.records else 0.0

    def fits(self, text: str) -> bool:
        """Whether a text looks like a value of the field: no feature that tells anything has an unseen value.

        >>> prices = described(["$5.50", "$7.20", "$9"])
        >>> prices.fits("$8"), prices.fits("Emma")
        (True, False)
        """
        return self.fitting([text]) == [0]

    def fitting(self, texts: Iterable[str]) -> list[int]:
        """The numbers of those texts that look like values of the field.

        >>> described(["$5.50", "$7.20", "$9"]).fitting(["Emma", "$8"])
        [1]
        """
        telling = [
            (look, self.features[name].seen)
            for name, look in _LOOK.items()
            if name in self.features and self.features[name].is_telling
        ]
        plain = map(collapse, texts)
        return [at for at, text in enumerate(plain) if all(look(text) in seen for look, seen in telling)]

    def joined(self, other: "FieldProfile") -> "FieldProfile":
        """The profile of the values of both.

        >>> described(["$5"]).joined(described(["$7", None])).features["kind"]
        Counts(seen={'price': 2}, rest=0)
        """
        return FieldProfile(
            self.pages + other.pages,
            self.records + other.records,
            self.filled + other.filled,
            _joined(self.features, other.features),
            _joined(self.elsewhere, other.elsewhere),
            self.shown or other.shown,
        )


def _joined(one: Mapping[str, Counts], other: Mapping[str, Counts]) -> dict[str, Counts]:
    names = dict.fromkeys((*one, *other))
    return {name: one.get(name, Counts()).joined(other.get(name, Counts())) for name in names}


def described(values: Iterable[str | None]) -> FieldProfile:
    """The profile of values alone, with None for a record without one.

    >>> described(["Emma", None]).filled
    1
    """
    column = list(values)
    texts = [text for text in column if text is not None]
    looks = [looks_of(text) for text in texts]
    features = {name: Counts.of(look[name] for look in looks) for name in LOOKS}
    return FieldProfile(1, len(column), len(texts), features, shown=tuple(dict.fromkeys(texts))[:3])


def looks_of(text: str) -> dict[str, str]:
    """The features of a value alone.

    >>> looks_of("Emma, 1815")
    {'kind': 'text', 'shape': 'Aa, 0', 'size': 'none', 'text': 'Emma, 1815'}
    >>> looks_of("$12.50")["size"]
    '2'
    """
    plain = collapse(text)
    return {name: _LOOK[name](plain) for name in LOOKS}


def _size_of(text: str) -> str:
    """How many digits a number has before its point."""
    number = _NUMBER.fullmatch(text.strip("$€£¥ %+-"))
    return str(len(number[0].replace(",", "").partition(".")[0])) if number else "none"


def shape_of(text: str) -> str:
    """The tokens of a text by their classes; words in a row of one class count once, and of many only the ends stay.

    >>> shape_of("The Call of the Wild"), shape_of("$1,250.50"), shape_of("5 March 1815")
    ('Aa aa Aa', '$0', '0 Aa 0')
    """
    found: list[str] = []
    for token in split(text):
        kind = class_of(token)
        one = _LETTERS.get(kind, "0" if kind == "number" else token)
        if found[-1:] == [" "] and found[-2:-1] == [one] and one not in {"0", " "}:
            found.pop()
        elif found[-1:] != [one] or one == "0":
            found.append(one)
    if len(found) > 2 * MOST_CLASSES:
        found = [*found[:MOST_CLASSES], "...", *found[-MOST_CLASSES:]]
    return "".join(found)


_LOOK: Mapping[str, Callable[[str], str]] = {
    "text": lambda text: text[:LONGEST_TEXT],
    "size": _size_of,
    "shape": shape_of,
    "kind": kind_of,
}
"""The features of a value alone, those first that are computed at once."""


@dataclass(frozen=True, slots=True)
class SiteProfile:
    """What is known of the pages that a wrapper was learned from, and of later good ones.

    ``records`` counts how many records the pages have, by the number as a text.

    >>> SiteProfile().pages
    0
    """

    pages: int = 0
    records: Counts = Counts()
    fields: Mapping[str, FieldProfile] = field(default_factory=dict)

    @property
    def most_records(self) -> int:
        """The largest number of records of a page.

        >>> SiteProfile(2, Counts({"3": 1, "12": 1})).most_records
        12
        """
        return max(map(int, self.records.seen), default=0)

    @property
    def mean_records(self) -> float:
        """How many records a page has on average.

        >>> SiteProfile(2, Counts({"3": 1, "12": 1})).mean_records
        7.5
        """
        known = self.records.seen
        return sum(int(size) * count for size, count in known.items()) / max(1, sum(known.values()))

    def joined(self, other: "SiteProfile") -> "SiteProfile":
        """The profile of the pages of both.

        >>> SiteProfile(1, Counts({"3": 1})).joined(SiteProfile(2, Counts({"3": 2}))).records.seen
        {'3': 3}
        """
        names = dict.fromkeys((*self.fields, *other.fields))
        fields = {
            name: self.fields.get(name, FieldProfile()).joined(other.fields.get(name, FieldProfile())) for name in names
        }
        return SiteProfile(self.pages + other.pages, self.records.joined(other.records), fields)
