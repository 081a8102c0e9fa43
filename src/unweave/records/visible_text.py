r"""The text of a page as a reader sees it, and the span of source of each part of it.

Legend:
    spaces      which tags are read as white space: those of ``blocks`` (they end a line or a cell), ``all`` or ``none``
    break       a position of the visible text where there is markup between two characters (or at either end)
    boundary    a position where a token may begin or end: beside white space, markup or punctuation, but not inside a
                word and not inside a number such as ``1,250.50``

Hidden elements (script, noscript, ...) and comments are not text. The normal form of texts:
:mod:`unweave.records.normal_text`.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from unweave.page import Page, Span
from unweave.page.html import BLOCKS, visible_markup
from unweave.records.normal_text import TextRun, text_runs

_INSIDE_NUMBER = re.compile(r"\d[.,]\d")

Spaces = Literal["blocks", "all", "none"]
"""Which tags are read as white space."""


def visible_text(page: Page, *, spaces: Spaces = "blocks", typography: bool = True) -> "VisibleText":
    """The page's visible text, cached for the last few pages; without typography it is plain (``normal_text``).

    >>> page = Page("<p><b>Price:</b><i>$5</i><p>new")
    >>> [visible_text(page, spaces=spaces).text for spaces in ("blocks", "all", "none")]
    ['Price:$5 new', 'Price: $5 new', 'Price:$5new']
    """
    return _cached(page, page.is_html, spaces, typography)


@lru_cache(maxsize=8)
def _cached(page: Page, _is_html: bool, spaces: Spaces, typography: bool) -> "VisibleText":
    # Pages that differ only in being HTML are equal, so it is part of the cache's key.
    return VisibleText(page, spaces=spaces, typography=typography)


class VisibleText:
    r"""The visible text of a page, or of what is ``within`` a span of it, in which texts are found, and their spans.

    >>> visible = VisibleText(Page("<b>Tom &amp;\n Ann</b>"))
    >>> visible.text, visible.span(4, 5), list(visible.find("& Ann"))
    ('Tom & Ann', Span(start=7, end=12), [(4, 9)])
    >>> VisibleText(Page("<b>Tom</b> &amp; <b>Ann</b>"), within=Span(3, 21)).text
    'Tom & A'
    """

    __slots__ = ("_breaks", "_runs", "_starts", "text")

    def __init__(
        self, page: Page, *, spaces: Spaces = "blocks", typography: bool = True, within: Span | None = None
    ) -> None:
        self._starts = array("i")
        self._runs: list[TextRun] = []
        self._breaks = array("i")  # in ascending order, each once
        parts: list[str] = []
        length, spaced = 0, False
        for item in _runs_and_breaks(page, spaces, typography=typography, within=within):
            if item is None:
                if not self._breaks or self._breaks[-1] != length:
                    self._breaks.append(length)
            elif item.text == " ":
                spaced = length > 0
            else:
                if spaced:
                    parts.append(" ")
                    length, spaced = length + 1, False
                self._starts.append(length)
                self._runs.append(item)
                parts.append(item.text)
                length += len(item.text)
        self.text = "".join(parts)

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Where a text (in normal form) begins and ends in the visible text; occurrences may overlap.

        >>> list(VisibleText(Page("ha ha ha")).find("ha ha"))
        [(0, 5), (3, 8)]
        """
        start = self.text.find(text) if text else -1
        while start >= 0:
            yield start, start + len(text)
            start = self.text.find(text, start + 1)

    def span(self, start: int, end: int) -> Span:
        """The smallest span of source of these characters; they must not begin or end with a space.

        >>> VisibleText(Page("<b>Em</b>ma")).span(0, 4)
        Span(start=3, end=11)
        """
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, end - 1) - 1
        head, tail = self._runs[first], self._runs[last]
        return Span(
            head.start + (start - self._starts[first] if head.aligned else 0),
            tail.start + end - self._starts[last] if tail.aligned else tail.end,
        )

    def is_boundary(self, position: int) -> bool:
        """Whether a token may begin or end here.

        >>> visible = VisibleText(Page("H<sub>2</sub>O $1,250"))
        >>> [position for position in range(11) if visible.is_boundary(position)]
        [0, 1, 2, 3, 4, 5, 10]
        """
        if not 0 < position < len(self.text) or self._is_break(position):
            return True
        before, after = self.text[position - 1], self.text[position]
        if before.isalnum() and after.isalnum():
            return False
        around = self.text[max(position - 2, 0) : position + 2]
        return not (before.isdigit() or after.isdigit()) or _INSIDE_NUMBER.search(around) is None

    def _is_break(self, position: int) -> bool:
        at = bisect_left(self._breaks, position)
        return at < len(self._breaks) and self._breaks[at] == position

    def text_places(self) -> list[tuple[int, int]]:
        """Where the texts between breaks begin and end, without the white space around them, in document order.

        >>> VisibleText(Page("<b>Tom</b> and <b>Ann</b>")).text_places()
        [(0, 3), (4, 7), (8, 11)]
        """
        found = []
        for start, end in pairwise([0, *self._breaks, len(self.text)]):
            text = self.text[start:end]
            first = start + len(text) - len(text.lstrip())
            if text.strip():
                found.append((first, first + len(text.strip())))
        return found

    def texts(self) -> list[str]:
        """The texts between breaks, each once, in document order.

        >>> VisibleText(Page("<b>Tom</b> and <b>Ann</b>, <b>Tom</b>")).texts()
        ['Tom', 'and', 'Ann', ',']
        """
        return list(dict.fromkeys(self.text[start:end] for start, end in self.text_places()))


def _runs_and_breaks(
    page: Page, spaces: Spaces, *, typography: bool, within: Span | None = None
) -> Iterator[TextRun | None]:
    """Runs of text, a run ``" "`` for white space, and None for a break."""
    first, last = within or (0, len(page))
    if not page.is_html:
        yield from text_runs(page.source, first, last, references=False, typography=typography)
        return
    for token in visible_markup(page.markup() if within is None else page.markup_of(within)):
        start, end = max(token.start, first), min(token.end, last)
        if start >= end:
            continue
        if token.kind in {"text", "raw"} or (within and token.span.contains(within)):  # in a tag: an attribute's value
            yield from text_runs(page.source, start, end, references=token.kind != "raw", typography=typography)
        else:
            yield None
            if spaces == "all" or (spaces == "blocks" and token.name in BLOCKS):
                yield TextRun(" ", token.end, token.end)
