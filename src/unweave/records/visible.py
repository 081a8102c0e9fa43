r"""The text of a page as a reader sees it, made once, with the way back to the source.

Legend:
    parting    which tags part words as white space does: ``blocks`` (they end a line or a cell), ``all`` or ``none``
    break      a position of the visible text where markup stands between two characters (or at either end)
    clean      a position where a token may begin or end: beside white space, markup or punctuation, but not inside a
               word and not inside a number such as ``1,250.50``

Script, style and comments are not text. How texts are brought into normal form: :mod:`unweave.records.stretches`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from unweave.page import Page, Span
from unweave.page.markup import scan
from unweave.page.text import BLOCKS, HIDDEN
from unweave.records.stretches import Stretch, stretches

_INSIDE_NUMBER = re.compile(r"\d[.,]\d")

Parting = Literal["blocks", "all", "none"]
"""Which tags part words, as white space does."""


def visible_text(page: Page, *, parting: Parting = "blocks") -> "VisibleText":
    """The page's visible text, remembered for the last few pages.

    >>> page = Page("<p><b>Price:</b><i>$5</i><p>new")
    >>> [visible_text(page, parting=parting).text for parting in ("blocks", "all", "none")]
    ['Price:$5 new', 'Price: $5 new', 'Price:$5new']
    """
    return _remembered(page, page.is_html, parting)


@lru_cache(maxsize=8)
def _remembered(page: Page, _is_html: bool, parting: Parting) -> "VisibleText":
    # Pages that differ only in being HTML are equal, so the cache is told.
    return VisibleText(page, parting=parting)


class VisibleText:
    r"""The visible text of a page, in which texts are found, and the spans that show them.

    >>> visible = VisibleText(Page("<b>Tom &amp;\n Ann</b>"))
    >>> visible.text, visible.span(4, 5), list(visible.find("& Ann"))
    ('Tom & Ann', Span(start=7, end=12), [(4, 9)])
    """

    __slots__ = ("_at", "_breaks", "_stretches", "text")

    def __init__(self, page: Page, *, parting: Parting = "blocks") -> None:
        self._at: list[int] = []
        self._stretches: list[Stretch] = []
        self._breaks: dict[int, None] = {}
        parts: list[str] = []
        length, parted = 0, False
        for item in _items(page, parting=parting):
            if item is None:
                self._breaks[length] = None
            elif item.text == " ":
                parted = length > 0
            else:
                if parted:
                    parts.append(" ")
                    length, parted = length + 1, False
                self._at.append(length)
                self._stretches.append(item)
                parts.append(item.text)
                length += len(item.text)
        self.text = "".join(parts)

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Every place of a text (in normal form) in the visible text, overlapping ones too.

        >>> list(VisibleText(Page("ha ha ha")).find("ha ha"))
        [(0, 5), (3, 8)]
        """
        start = self.text.find(text) if text else -1
        while start >= 0:
            yield start, start + len(text)
            start = self.text.find(text, start + 1)

    def span(self, start: int, end: int) -> Span:
        """The smallest span of the source that shows these characters; they must not begin or end with a space.

        >>> VisibleText(Page("<b>Em</b>ma")).span(0, 4)
        Span(start=3, end=11)
        """
        first = bisect_right(self._at, start) - 1
        last = bisect_right(self._at, end - 1) - 1
        head, tail = self._stretches[first], self._stretches[last]
        return Span(
            head.start + (start - self._at[first] if head.even else 0),
            tail.start + end - self._at[last] if tail.even else tail.end,
        )

    def clean(self, position: int) -> bool:
        """Whether a token may begin or end here.

        >>> visible = VisibleText(Page("H<sub>2</sub>O $1,250"))
        >>> [position for position in range(11) if visible.clean(position)]
        [0, 1, 2, 3, 4, 5, 10]
        """
        if position in self._breaks or not 0 < position < len(self.text):
            return True
        before, after = self.text[position - 1], self.text[position]
        if before.isalnum() and after.isalnum():
            return False
        around = self.text[max(position - 2, 0) : position + 2]
        return not (before.isdigit() or after.isdigit()) or _INSIDE_NUMBER.search(around) is None

    def pieces(self) -> list[tuple[int, int]]:
        """Where the texts between breaks begin and end, without the white space around them, in document order.

        >>> VisibleText(Page("<b>Tom</b> and <b>Ann</b>")).pieces()
        [(0, 3), (4, 7), (8, 11)]
        """
        found = []
        for start, end in pairwise([0, *sorted(self._breaks), len(self.text)]):
            piece = self.text[start:end]
            first = start + len(piece) - len(piece.lstrip())
            if piece.strip():
                found.append((first, first + len(piece.strip())))
        return found

    def texts(self) -> list[str]:
        """The texts between breaks, each once, in document order.

        >>> VisibleText(Page("<b>Tom</b> and <b>Ann</b>, <b>Tom</b>")).texts()
        ['Tom', 'and', 'Ann', ',']
        """
        cuts = [0, *sorted(self._breaks), len(self.text)]
        texts = (self.text[start:end].strip() for start, end in pairwise(cuts))
        return [text for text in dict.fromkeys(texts) if text]


def _items(page: Page, *, parting: Parting) -> Iterator[Stretch | None]:
    """Stretches of text, a stretch ``" "`` for white space, and None for a break."""
    if not page.is_html:
        yield from stretches(page.source, 0, len(page), references=False)
        return
    for piece in scan(page.source):
        if piece.kind == "text" or (piece.kind == "raw" and piece.name not in HIDDEN):
            yield from stretches(page.source, *piece.span, references=piece.kind == "text")
        else:
            yield None
            if parting == "all" or (parting == "blocks" and piece.name in BLOCKS):
                yield Stretch(" ", piece.end, piece.end)
