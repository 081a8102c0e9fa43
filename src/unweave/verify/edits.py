"""Edits: pages without a change, of which each part is still known on the page itself (``undoing``).

Legend

    edit        Edit(14, 20, "b"): a part of the source, and what was there before
    undone      a page without a change that the site may have made, and where each part of it is on the page itself
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from unweave.page import Page, Span


class Edit(NamedTuple):
    """A part of the source, and what was there before the change."""

    start: int
    end: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """A page without a change; from each of the positions on, it is so many characters behind the page itself."""

    page: Page
    starts: Sequence[int] = ()
    shifts: Sequence[int] = ()

    @classmethod
    def of(cls, page: Page, edits: Iterable[Edit]) -> "Undone":
        """The page after some edits; of two that overlap the first one counts.

        >>> Undone.of(Page("<p><s>$9</s> <b>$5</b>"), [Edit(3, 12)]).page.source
        '<p> <b>$5</b>'
        """
        kept: list[Edit] = []
        for edit in sorted(set(edits)):
            if not kept or edit.start >= kept[-1].end:
                kept.append(edit)
        parts, last = [], 0
        for edit in kept:
            parts += [page.source[last : edit.start], edit.text]
            last = edit.end
        shifts = list(accumulate(len(edit.text) - (edit.end - edit.start) for edit in kept))
        starts = [edit.end + shift for edit, shift in zip(kept, shifts, strict=True)]
        return cls(Page("".join([*parts, page.source[last:]]), name=page.name), starts, shifts)

    @classmethod
    def exchanged(cls, page: Page, pairs: Iterable[tuple[Span, Span]]) -> "Undone":
        """The page with the parts of each pair in each other's places; no two parts overlap.

        >>> Undone.exchanged(Page("<i>a</i><b>b</b>!"), [(Span(0, 8), Span(8, 16))]).page.source
        '<b>b</b><i>a</i>!'
        """
        both = list(pairs)
        instead = dict(both) | {other: one for one, other in both}
        parts, last = [], 0
        for place in sorted(instead):
            parts += [Span(last, place.start), instead[place]]
            last = place.end
        parts.append(Span(last, len(page.source)))
        starts = list(accumulate((part.end - part.start for part in parts), initial=0))[:-1]
        shifts = [start - part.start for start, part in zip(starts, parts, strict=True)]
        return cls(Page("".join(page[part] for part in parts), name=page.name), starts, shifts)

    def span(self, span: Span) -> Span:
        """Where a part of the undone page is on the page itself.

        >>> page = Page("<p><s>$9</s> <b>$5</b>")
        >>> page[Undone.of(page, [Edit(3, 12)]).span(Span(7, 9))]
        '$5'
        """
        return Span(self._before(span.start), self._before(span.end - 1) + 1)

    def _before(self, position: int) -> int:
        at = bisect_right(self.starts, position) - 1
        return position - (self.shifts[at] if at >= 0 else 0)
