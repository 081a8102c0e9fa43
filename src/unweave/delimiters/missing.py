"""The delimiter of a missing value: which strings announce it, and which of them is chosen.

Legend, for ``<li><b>Emma</b><i>5</i></li><li><b>Kim</b></li></ul>``, where Kim has no price

    start       the position at which the search for a missing value begins: after "Kim"
    gap         the fragment from there to the next value, or to the end of the page: '</b></li></ul>'
    ending      the fragment after the last value of a record: '</i></li><li><b>' and '</b></li></ul>'
    consistent  x_k begins after every start and before the next l_k, if there is one, and in no fragment before an l_k
    clean       x_k lies within the gap of every missing value: it contains no part of a value
    safe        x_k is clean, and is found before the next record begins, whichever record lacks the value: '</li>'

Every consistent string is right on the pages shown. One that is not safe may lose a record of the next page without an
error: ``</ul>`` is after the last record only, so if another record lacks the value, it takes the value of the record
after it. A string is safe in two ways:

    it ends records    it lies within the ending of every record: ``</li>``
    it is inside       each record that lacks the value has another value after it, and the string is before that one:
                       the left delimiter of the next field, or a text such as ``<BLINK>``

Where an obligatory field follows, strings that are inside come first; elsewhere those that end records, since all other
fields may be missing together. Then come the other clean strings, then all others, so that a wrapper is found wherever
the class has one. Where no l_k follows any missing value, nothing needs to be found, and the last choice is l_k itself.

The thesis leaves all this open (its section 9.2.1).
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from unweave.delimiters.common_substrings import common_substrings, unique
from unweave.delimiters.execution import ForwardSearch
from unweave.delimiters.labelled_page import FlatPage
from unweave.delimiters.suffix_array import SuffixArray, TextRange
from unweave.page import Span


class AbsentValue(NamedTuple):
    """Where the search for a missing value begins, its gap, and whether another value of its record follows.

    >>> AbsentValue(page=0, start=7, gap="</b></li>", followed=False).gap
    '</b></li>'
    """

    page: int
    start: int
    gap: str
    followed: bool


class MissingDelimiters:
    """The strings that can announce the missing values of the fields of some labelled pages.

    >>> source = "<b>Emma</b><i>5</i>;<b>Kim</b>;"
    >>> page = FlatPage("p1", source, ((Span(3, 7), Span(14, 15)), (Span(23, 26), None)))
    >>> next(MissingDelimiters([page]).strings(1, "<i>", before_obligatory=False))
    ';'
    """

    def __init__(self, pages: Sequence[FlatPage]) -> None:
        self.pages = tuple(pages)
        self.endings = list(dict.fromkeys(ending for page in pages for ending in _endings(page)))
        self._values: dict[int, list[AbsentValue]] = {}

    def strings(self, at: int, left: str, *, before_obligatory: bool) -> Iterator[str]:
        """The consistent strings for a field with this left delimiter, the preferred one first."""
        values = self._missing(at)
        sources = [ForwardSearch(page.source) for page in self.pages]
        needed = [
            self._source(value.page, value.start, found)
            for value in values
            if (found := sources[value.page].find(left, value.start)) >= 0
        ]
        gaps = list(dict.fromkeys(value.gap for value in values))
        inside = [gaps] if all(value.followed for value in values) else []
        safe = [*inside, self.endings] if before_obligatory else [self.endings, *inside]
        clean = (one for texts in (*safe, gaps) for one in self._common(at, left, needed, texts))
        others = self._common(at, left, needed, []) if needed else iter([left])
        return unique(chain(clean, others))

    def _common(self, at: int, left: str, needed: Sequence[TextRange], texts: Sequence[str]) -> Iterator[str]:
        """The strings that begin in all ranges that need one, and lie within all texts."""
        whole = [TextRange(self._numbers[text], 0, len(text)) for text in texts]
        if not all(texts) or not (whole or needed):
            return
        present = [
            self._source(number, fragment.start, fragment.end - len(left))
            for number, page in enumerate(self.pages)
            for fragment in (page.lefts[at] if page.rows else ())
            if fragment.certain
        ]
        yield from common_substrings(self._array, [*whole, *needed], present).preferred("first")

    def _missing(self, at: int) -> list[AbsentValue]:
        if at not in self._values:
            numbered = enumerate(self.pages)
            self._values[at] = [value for number, page in numbered for value in _missing_values(page, number, at)]
        return self._values[at]

    @cached_property
    def _texts(self) -> list[str]:
        """The sources of all pages, then every ending and every gap, each once."""
        fields = range(max((len(page.rows[0]) for page in self.pages if page.rows), default=0))
        gaps = (value.gap for at in fields for value in self._missing(at))
        return [*(page.source for page in self.pages), *dict.fromkeys(chain(self.endings, gaps))]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        fragments = self._texts[len(self.pages) :]
        return {text: number for number, text in enumerate(fragments, len(self.pages))}

    @cached_property
    def _array(self) -> SuffixArray:
        return SuffixArray(self._texts)

    def _source(self, page: int, first: int, end: int) -> TextRange:
        return TextRange(page, first, end)


def _missing_values(page: FlatPage, number: int, at: int) -> Iterator[AbsentValue]:
    """The missing values of a field on a page, as far as it is known where the search for them begins."""
    starts = [cell.start for row in page.rows for cell in row if isinstance(cell, Span)]
    end: int | None = 0
    for row in page.rows:
        end = end if page.complete else None
        for which, cell in enumerate(row):
            if which == at and cell is None and end is not None:
                after = bisect_left(starts, end)
                following = starts[after] if after < len(starts) else len(page.source)
                followed = any(isinstance(one, Span) for one in row[at:])
                yield AbsentValue(number, end, page.source[end:following], followed)
            if cell is not None:
                end = cell.end if isinstance(cell, Span) else None


def _endings(page: FlatPage) -> Iterator[str]:
    """The fragments after the last value of each record, as far as they are known."""
    firsts = [next((cell for cell in row if cell is not None), None) for row in page.rows]
    lasts = [next((cell for cell in reversed(row) if cell is not None), None) for row in page.rows]
    size = len(page.source)
    for last, following in zip(lasts, [*firsts, Span(size, size)][1:], strict=True):
        if isinstance(last, Span) and isinstance(following, Span):
            yield page.source[last.end : following.start]
