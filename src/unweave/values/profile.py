"""Profile: what the values of a column look like, as numbers and a pattern.

Legend

    column        the values of one field in all records; None where a record has none
    fill          0.75      the share of records that have a value
    distinctness  0.67      the share of values that are different ones
    kind          'price'   what a value is by itself (``kinds``)
    pattern       $<number> what all values have in common (``patterns``)

    >>> prices = profile(["$5.50", "$12", None, "$5.50"])
    >>> prices.fill, prices.distinct, prices.kinds, str(prices.pattern)
    (0.75, 2, {'price': 1.0}, '$<number>')

A profile is a plain value: msgspec writes it as JSON and reads it back.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from unweave.values.kinds import kind_of
from unweave.values.patterns import Pattern, generalise


@dataclass(frozen=True, slots=True)
class Profile:
    """How many values a column has, how long they are, of which kinds, and their pattern.

    ``count`` is the number of records, ``filled`` of those with a value, ``distinct`` of different values;
    ``kinds`` gives each kind's share of the values, the largest first; ``pattern`` is None when there is no value.

    >>> Profile(count=4, filled=3).fill
    0.75
    """

    count: int = 0
    filled: int = 0
    distinct: int = 0
    shortest: int = 0
    longest: int = 0
    kinds: Mapping[str, float] = field(default_factory=dict, hash=False)
    pattern: Pattern | None = None

    @property
    def fill(self) -> float:
        """The share of records that have a value; 0 where there are no records.

        >>> profile(["Emma", None]).fill
        0.5
        """
        return self.filled / self.count if self.count else 0.0

    @property
    def distinctness(self) -> float:
        """The share of values that are different ones: 1 for names, close to 0 for a repeated word.

        >>> profile(["new", "new", "new", "used"]).distinctness
        0.5
        """
        return self.distinct / self.filled if self.filled else 0.0

    @property
    def kind(self) -> str:
        """The kind of most values; ``"empty"`` where there are none.

        >>> profile(["1815", "1817", "unknown"]).kind
        'year'
        """
        return next(iter(self.kinds), "empty")


def profile(values: Iterable[str | None]) -> Profile:
    """The profile of a column, with None for a record without a value.

    >>> profile(["Emma", "Persuasion", None])
    Profile(count=3, filled=2, distinct=2, shortest=4, longest=10, kinds={'text': 1.0},
            pattern=Pattern(parts=(PatternToken(kind='Capitalised', text=''),)))
    """
    column = list(values)
    texts = [text for text in column if text is not None]
    sizes = [len(text) for text in texts]
    return Profile(
        count=len(column),
        filled=len(texts),
        distinct=len(set(texts)),
        shortest=min(sizes, default=0),
        longest=max(sizes, default=0),
        kinds=_shares(texts),
        pattern=generalise(texts) if texts else None,
    )


def _shares(texts: list[str]) -> dict[str, float]:
    counts = Counter(map(kind_of, texts))
    order = sorted(counts, key=lambda kind: (-counts[kind], kind))
    return {kind: counts[kind] / len(texts) for kind in order}
