"""What is around a value on its page: the texts before and behind it, and the tags between them and the value.

Legend

    run         a piece of the source between two tags that is not blank: ``Run(start=14, end=19, tags="<b.price>")``
    tags        the tags between a run and the one before it, with their classes: ``"</th><td.price>"``
    before      the text that a reader sees before a value; digits are written as 0, since they vary
    place       the names of the features of this module: "before", "behind" and "tags"

The source is scanned and not parsed: this is done for every page that is checked, whatever family its wrapper is of.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from typing import NamedTuple

from unweave.page import Page
from unweave.page.entities import decode_text
from unweave.page.html import RAW_HIDDEN, collapse

PLACES = ("before", "behind", "tags")
LONGEST = 40
"""A text before or behind a value is cut to so many characters: more tells nothing more about the place."""
SAME = "\u2026"
"""Begins what is before or behind a value in the same text, of which the value is a part."""
ATTRIBUTE = "@"
"""Begins the tag of a value that is in an attribute."""
MOST_TAGS = 6
"""So many tags before a value are kept, the nearest ones."""

_HIDDEN = "|".join(sorted(RAW_HIDDEN))
# What begins and is never closed goes on to the end of the source, so that no source takes more than linear time.
_MARKUP = re.compile(
    rf"<!--(?:.*?-->|.*)|<({_HIDDEN})\b(?:.*?</\1\s*>|.*)|<[!?][^>]*+>"
    r"|<(/?[a-zA-Z][^\s/>]*+)([^<>]*+)>",
    re.DOTALL | re.IGNORECASE,
)
_CLASSES = re.compile(r"\sclass\s*=\s*[\"']?([^\"'<>]*)", re.IGNORECASE)
_DIGITS = re.compile(r"\d++")
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'<>]++))")


class Run(NamedTuple):
    """A text of the source and the tags before it."""

    start: int
    end: int
    tags: str


def runs_of(page: Page) -> list[Run]:
    """The texts of a page that are not blank, in order.

    >>> runs_of(Page("<p>Price: <b class='new'>$5</b>"))
    [Run(start=3, end=10, tags='<p>'), Run(start=25, end=27, tags='<b.new>')]
    """
    source = page.source
    runs: list[Run] = []
    tags: list[str] = []
    at = 0
    for found in _MARKUP.finditer(source):
        start, end = found.span()
        if start > at and not source[at:start].isspace():
            runs.append(Run(at, start, "".join(tags[-MOST_TAGS:])))
            tags = []
        at = end
        tag, attributes = found.group(2, 3)
        if tag:
            tags.append(_written(tag, attributes))
    if at < len(source) and not source[at:].isspace():
        runs.append(Run(at, len(source), "".join(tags[-MOST_TAGS:])))
    return runs


@lru_cache(maxsize=4096)  # few tags have attributes that no other one has
def _written(tag: str, attributes: str) -> str:
    """A tag with its classes: ``"<td.price.new>"``."""
    found = _CLASSES.search(attributes) if attributes else None
    return f"<{'.'.join([tag.lower(), *(found[1].split() if found else ())])}>"


class PageTexts:
    """The runs of a page, and what is around them.

    >>> texts = PageTexts(Page("<p>Price: <b class='new'>$5</b> now 20 % off"))
    >>> texts.places(25, 27)
    {'before': 'Price:', 'behind': 'now 0 % off', 'tags': '<b.new>'}
    >>> [texts.text(at) for at, _ in texts.having("before", {"Price:"})]
    ['$5']
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.runs = runs_of(page)
        self._starts = [run.start for run in self.runs]
        self._cut = [masked(page.source[start:end])[:LONGEST] for start, end, _ in self.runs]

    def text(self, at: int) -> str:
        """The text of a run, which has no tags in it."""
        start, end, _ = self.runs[at]
        source = self.page.source[start:end]
        return collapse(decode_text(source) if self.page.is_html else source)

    def numbers(self, start: int, end: int) -> range:
        """The numbers of the runs that have a part between two positions."""
        first = bisect_right(self._starts, start) - 1
        first += first < 0 or self.runs[first].end <= start
        return range(first, max(bisect_right(self._starts, end - 1), first))

    def places(self, start: int, end: int) -> dict[str, str]:
        """The surroundings of what is between two positions."""
        covered = self.numbers(start, end)
        if not covered:
            return {
                "before": self._at(covered.start - 1),
                "behind": self._at(covered.start),
                "tags": self._tag_around(start),
            }
        first, last = self.runs[covered[0]], self.runs[covered[-1]]
        before, behind = masked(self.page.source[first.start : start]), masked(self.page.source[end : last.end])
        return {
            "before": f"{SAME}{before[-LONGEST:]}" if before else self._at(covered[0] - 1),
            "behind": f"{SAME}{behind[:LONGEST]}" if behind else self._at(covered[-1] + 1),
            "tags": first.tags,
        }

    def _tag_around(self, position: int) -> str:
        """The tag that a position is in: that of an attribute."""
        at = bisect_right(self._tags, position, key=lambda tag: tag[0]) - 1
        return self._tags[at][1] if at >= 0 else ""

    @cached_property
    def _tags(self) -> list[tuple[int, str]]:
        """Where each tag begins, and how it is written; "" for a comment, and for a script with its content."""
        every = _MARKUP.finditer(self.page.source)
        return [(found.start(), f"{ATTRIBUTE}{_written(found[2], found[3])}" if found[2] else "") for found in every]

    def attributes(self, tag: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Where the attributes of a tag are whose names are those of some attributes there.

        >>> page = Page("<a href='x' title='y'>c</a><a title=z href=w>d</a>")
        >>> [page.text(place) for place in PageTexts(page).attributes("@<a>", [(9, 10)])]
        ['x', 'w']
        """
        places = list(self._attributes(tag))
        ordered = sorted(spans)
        names = {name for name, start, end in places if _is_inside(ordered, start, end)}
        for name, start, end in places:
            if name in names:
                yield start, end

    def _attributes(self, tag: str) -> Iterator[tuple[str, int, int]]:
        """The name of each attribute of a tag, and where its value is."""
        source = self.page.source
        for found in _MARKUP.finditer(source):
            if found[2] and f"{ATTRIBUTE}{_written(found[2], found[3])}" == tag:
                for one in _ATTRIBUTE.finditer(source, found.start(), found.end()):
                    group = one.lastindex or 0
                    yield one[1].lower(), one.start(group), one.end(group)

    def having(self, place: str, wanted: AbstractSet[str]) -> Iterator[tuple[int, str]]:
        """The numbers of the runs that have one of these texts before or behind them, or tags before them."""
        return ((at, one) for at, one in enumerate(self._around[place]) if one in wanted)

    @cached_property
    def _around(self) -> dict[str, list[str]]:
        """For each place what each run has there."""
        return {
            "before": ["", *self._cut[:-1]],
            "behind": [*self._cut[1:], ""],
            "tags": [run.tags for run in self.runs],
        }

    def _at(self, number: int) -> str:
        return self._cut[number] if 0 <= number < len(self.runs) else ""


def _is_inside(ordered: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a span begins and ends between two positions; of spans that begin together the shortest comes first."""
    at = bisect_left(ordered, (start, start))
    return at < len(ordered) and ordered[at][1] <= end


def innermost(tags: str) -> str:
    """The last of some tags, the nearest one to the text.

    >>> innermost("</th><td.price>")
    '<td.price>'
    """
    return tags[tags.rfind("<") - tags.startswith(ATTRIBUTE) :] if tags else ""


def masked(text: str) -> str:
    """A text with each number written as 0, and white space collapsed.

    >>> masked("Page 12  of 20")
    'Page 0 of 0'
    """
    return collapse(_DIGITS.sub("0", text))
