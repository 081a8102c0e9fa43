"""Strings that begin in each of some ranges and nowhere in others: the candidates for heads, tails, openings, closings.

Legend

    index         the heads, the fragments between records and the whole pages, as texts of one suffix array
    everywhere    ranges in each of which the string must begin
    nowhere       ranges in which it must not begin
    start         7      the offset at which some of the strings begin in the text they are read from
    least, most   3, 12  the lengths of the strings that begin there
    new           5      from this length on they are not already counted at another start

Of the strings that begin at a start, a longer one begins at fewer other positions. So for each start the lengths that
satisfy the condition form an interval: more than it shares with any forbidden start, no more than it shares with some
start of every required range.

The choice among them: a whole tag without attributes, then one with them (or a comment) or two tags, then words, then
anything; if asked, one that occurs only once on its page before others. Of equal ones the first or the last, as asked;
of the last ones those that touch another tag, as at the end of a block, before those inside text.

A delimiter is *read* from a fragment, since it must lie within one. It is *refused* where it begins anywhere on a page,
since a search also finds it across the border of a value.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

from unweave.budget import check_time
from unweave.delimiters.interpretations import Shown
from unweave.delimiters.suffix_array import SuffixArray, TextRange
from unweave.tuning import TOKEN_COST, UNIQUE_AMONG

if TYPE_CHECKING:
    from unweave.delimiters.suffix_array import Starts

Item = TypeVar("Item", bound=Hashable)
Prefer = Literal["first", "last"]
FEW_STARTS = 400
"""Up to how many starts are looked up one by one, which is faster then."""

_TOKEN = re.compile(r"<[^<>]*>|\w+|[^\w\s]")
_PLAIN_TAG, _TAG, _WORD, _SIGN, _NO_BORDER = 0, 1, 2, 3, 9


@dataclass(frozen=True, slots=True)
class CommonSubstrings:
    """All strings that satisfy the condition, read from one text: where they begin, and how long they may be.

    >>> index = SuffixArray(["<b><p>", "<i><p><b>"])
    >>> found = common_substrings(index, [TextRange(0, 0, 6), TextRange(1, 0, 6)], [TextRange(1, 6, 9)])
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

        ``count`` gives the number of places at which a string is found. A longer one is found at some of those of a
        shorter one, so where both are found equally often they are found at the same places, and so are all lengths
        between them.
        """
        for start, new, most in zip(self.starts.tolist(), self.new.tolist(), self.most.tolist(), strict=True):
            lengths = range(new, most + 1)
            while lengths:
                string = self.text[start : start + lengths[0]]
                yield string
                lengths = lengths[_run(self.text, start, lengths, count, count(string)) :]

    def longest(self) -> Iterator[str]:
        """The longest string of every start: it begins at the fewest other places."""
        return self._strings(self.most)

    def shortest(self) -> Iterator[str]:
        """The shortest string of every start."""
        return self._strings(self.least)

    def _strings(self, lengths: "Starts") -> Iterator[str]:
        each = zip(self.starts.tolist(), lengths.tolist(), strict=True)
        return (self.text[start : start + length] for start, length in each)

    def preferred(self, prefer: Prefer, *, page: str = "") -> Iterator[str]:
        """Every string once, best first; with ``page``, those that occur only once on it before others."""
        return unique(chain(self.graded(prefer, page=page), self.all()))

    def graded(self, prefer: Prefer, *, page: str = "") -> Iterator[str]:
        """The best string of every start, in the order of preference, some perhaps several times."""
        import numpy as np  # noqa: PLC0415 - only learners pay for it

        borders = _borders(self.text)
        ends, grades = _best_ends(borders, self.starts + self.least, self.starts + self.most)
        grades = grades + borders.begin[self.starts]
        grades += TOKEN_COST * (borders.number[ends] - borders.number[self.starts])
        if prefer == "first":
            order = np.lexsort((self.starts, grades)).tolist()
        else:
            loose = (borders.end[self.starts] > _TAG) & (borders.begin[ends] > _TAG)
            order = np.lexsort((-self.starts, loose, grades)).tolist()
        strings = [self.text[self.starts[at] : ends[at]] for at in order[:UNIQUE_AMONG]]
        short = sorted(range(len(strings)), key=lambda rank: (grades[order[rank]], page.count(strings[rank]) > 1, rank))
        yield from (strings[rank] for rank in short)
        yield from (self.text[self.starts[at] : ends[at]] for at in order[UNIQUE_AMONG:])


def common_substrings(
    index: SuffixArray, everywhere: Sequence[TextRange], nowhere: Sequence[TextRange]
) -> CommonSubstrings:
    """The strings that begin in each range of ``everywhere`` and in none of ``nowhere``.

    >>> index = SuffixArray(["<b><p>", "<i><p>"])
    >>> next(common_substrings(index, [TextRange(0, 0, 6), TextRange(1, 0, 6)], []).preferred("first"))
    '<p>'
    """
    shortest = min(everywhere, key=lambda each: each.end - each.first)
    source, text = shortest.text, index.texts[shortest.text]
    starts = index.starts([shortest])
    least = index.longest(starts, index.starts(nowhere)) + 1
    most = least + len(text)
    for required in dict.fromkeys(everywhere):
        if len(starts) > FEW_STARTS:
            shared = index.longest(starts, index.starts([required]))
        else:
            shared = _shared(index.texts, source, starts - index.at(source, 0), least, most, required)
        most = most.clip(max=shared)
        good = most >= least
        starts, least, most = starts[good], least[good], most[good]
        if not len(starts):
            break
    new = least.clip(min=index.shared_before(starts) + 1)
    return CommonSubstrings(source, text, starts - index.at(source, 0), least, most, new)


def _shared(
    texts: Sequence[str], source: int, starts: "Starts", least: "Starts", most: "Starts", required: TextRange
) -> "Starts":
    """As ``longest`` of the suffix array, for few starts: the length at each start that also begins in the range.

    It is 0 where even the least length does not.
    """
    import numpy as np  # noqa: PLC0415 - as above

    text, there, first, end = texts[source], texts[required.text], required.first, required.end

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
    """How many of the lengths, from the first on, give strings that are found as often as ``number``."""

    def rarer(length: int) -> bool:
        return count(text[start : start + length]) < number

    return bisect_left(lengths, True, key=rarer) if rarer(lengths[-1]) else len(lengths)


class _Borders(NamedTuple):
    """For every offset of a text, the grades of a beginning and of an end there, and the number of tokens before it."""

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
    """For each range of ends the one with the best grade, the first of them; and its grade."""
    import numpy as np  # noqa: PLC0415 - as above

    ends, grades = least.copy(), np.full(len(least), _NO_BORDER, dtype=np.int64)
    for grade in range(_SIGN, -1, -1):
        good = np.flatnonzero(borders.end <= grade)
        if len(good):
            found = good[np.minimum(np.searchsorted(good, least), len(good) - 1)]
            fits = (found >= least) & (found <= most)
            ends[fits], grades[fits] = found[fits], grade
    return ends, grades


class FragmentIndex(Generic[Shown]):
    """The heads, the fragments between records and the sources of some labelled pages, as texts of one suffix array.

    >>> from unweave.delimiters.labelled_page import FlatPage
    >>> from unweave.page import Span
    >>> index = FragmentIndex([FlatPage("p", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))])
    >>> index.texts
    ['h[', 'h[A](B)t']
    """

    def __init__(self, pages: Sequence[Shown]) -> None:
        self.pages = tuple(pages)
        between = [fragment.text for page in pages for fragment in page.between]
        self.texts = [page.head.text for page in pages] + between + [page.source for page in pages]
        self._counts: dict[str, int] = {}
        self._fragments = list(accumulate((len(page.between) for page in pages), initial=len(pages)))

    @cached_property
    def array(self) -> SuffixArray:
        """The suffix array of all texts, made when first used."""
        return SuffixArray(self.texts)

    def head(self, page: int) -> int:
        """The number of the text that is the head of a page."""
        return page

    def fragment(self, page: int, number: int) -> int:
        """The number of the text that is one of the fragments between records of a page."""
        return self._fragments[page] + number

    def source(self, page: int, first: int, end: int) -> TextRange:
        """A range of the source of a page."""
        return TextRange(self._fragments[-1] + page, first, end)

    def count(self, string: str) -> int:
        """At how many positions of the pages a string begins.

        >>> from unweave.delimiters.labelled_page import FlatPage
        >>> FragmentIndex([FlatPage("p", "ababa[A", ())]).count("aba")
        2
        """
        if string not in self._counts:
            self._counts[string] = sum(_count(page.source, string) for page in self.pages)
        return self._counts[string]

    def common(self, everywhere: Sequence[TextRange], nowhere: Sequence[TextRange]) -> CommonSubstrings:
        """The strings that begin in each of some ranges and in none of others."""
        check_time()
        return common_substrings(self.array, everywhere, nowhere)

    def beginning(self, found: CommonSubstrings, ranges: Sequence[TextRange]) -> CommonSubstrings:
        """Those of some strings that also begin in one of the ranges."""
        starts = found.starts + self.array.at(found.number, 0)
        shared = self.array.longest(starts, self.array.starts(ranges))
        return replace(found, most=found.most.clip(max=shared))

    def tried(self, found: CommonSubstrings, prefer: Prefer) -> Iterator[str]:
        """The strings to try, the best of every start first, of others those that are found at different places.

        >>> from unweave.delimiters.labelled_page import FlatPage
        >>> index = FragmentIndex([FlatPage("p", "<li><b>A", ())])
        >>> next(index.tried(index.common([TextRange(0, 0, 7)], []), "last"))
        '<b>'
        """
        return unique(chain(found.graded(prefer), found.different(self.count)) if found else ())


def unique(items: Iterable[Item]) -> Iterator[Item]:
    """Every item once, in the order of the first occurrences.

    >>> list(unique("abab"))
    ['a', 'b']
    """
    seen: set[Item] = set()
    for item in items:
        check_time()
        if item not in seen:
            seen.add(item)
            yield item


def occurrences(source: str, string: str, end: int | None = None) -> Iterator[int]:
    """The positions at which a string begins, overlapping ones included, up to some position.

    >>> list(occurrences("aaab", "aa"))
    [0, 1]
    """
    at, end = source.find(string), len(source) if end is None else end
    while 0 <= at < end:
        yield at
        at = source.find(string, at + 1)


def _count(text: str, string: str) -> int:
    """At how many positions a string begins; ``str.count`` is faster, but leaves out occurrences that overlap."""
    return sum(1 for _ in occurrences(text, string)) if string[0] in string[1:] else text.count(string)
