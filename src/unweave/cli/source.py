"""A page's source with its marks, cut to what is worth seeing: data for the drawing.

windows     stretches of the source to be shown: around the first records, and around where head and tail end
piece       a stretch with one meaning: a value of a field, a delimiter, outside of all marks, or just source
gap         how many characters are left out
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from unweave.page import Page, Span, around
from unweave.wrapper import Explanation, Mark

CONTEXT = 60
NEAR = 100
LONG = 400
# A role -> what it is drawn as; where marks overlap, the first in the order wins.
MEANINGS = {"value": "value"} | dict.fromkeys(("left", "right", "open", "close", "head", "tail", "anchor"), "delimiter")
ORDER = ("value", "delimiter")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of source with one meaning: ``value`` (of a field), ``delimiter``, ``outside``, or nothing special.

    >>> Piece("Congo", "value", "country").field
    'country'
    """

    text: str
    meaning: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """Characters left out.

    >>> Gap(3120).length
    3120
    """

    length: int


def pieces(explanation: Explanation, *, records: int) -> list[Piece | Gap]:
    """The page's source around its first records, in pieces.

    >>> page = Page("<p><b>Congo</b>")
    >>> marks = (Mark(Span(3, 6), "left", "country"), Mark(Span(6, 11), "value", "country"))
    >>> pieces(Explanation(title="", page=page, marks=marks), records=3)
    [Piece(text='<p>', meaning='outside', field=''), Piece(text='<b>', meaning='delimiter', field=''),
     Piece(text='Congo', meaning='value', field='country'), Piece(text='</b>', meaning='outside', field='')]
    """
    if explanation.page is None:
        return []
    page, marks = explanation.page, explanation.marks
    around_them = _merged(_widened(span, len(page)) for span in _centres(explanation, records))
    windows = _merged(_whole(window, marks) for window in around_them) or [Span(0, min(LONG, len(page)))]
    return [part for part in _with_gaps(page, windows, marks) if part != Gap(0)]


def _centres(explanation: Explanation, records: int) -> list[Span]:
    """What to look at: the first records of each type, head and tail; without any, the last marks before it stopped."""
    types: dict[str, list[Span]] = {}
    for record in explanation.records:
        types.setdefault(record.type, []).extend([record.extent] if record.extent else [])
    centres = [extent for extents in types.values() for extent in extents[:records]]
    centres += [mark.span for mark in explanation.marks if mark.role in {"head", "tail"}]
    if not explanation.records:
        centres += [mark.span for mark in explanation.marks[-6:]]
    return centres


def _widened(span: Span, limit: int) -> Span:
    return Span(max(0, span.start - CONTEXT), min(limit, span.end + CONTEXT))


def _whole(window: Span, marks: Sequence[Mark]) -> Span:
    """The window, grown so that it cuts no delimiter and no value of ordinary length in two."""
    cut = (mark.span for mark in marks if mark.role in MEANINGS and mark.span.length <= LONG)
    return around([window, *(span for span in cut if span.overlaps(window))])


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, those with little between them made one."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end + NEAR:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


def _with_gaps(page: Page, windows: Sequence[Span], marks: Sequence[Mark]) -> Iterator[Piece | Gap]:
    inside = around(mark.span for mark in marks) if marks else Span(0, len(page))
    position = 0
    for window in windows:
        yield Gap(window.start - position)
        yield from _cut(page, window, [mark for mark in marks if mark.span.overlaps(window)], inside)
        position = window.end
    yield Gap(len(page) - position)


def _cut(page: Page, window: Span, marks: Sequence[Mark], inside: Span) -> Iterator[Piece | Gap]:
    """The window cut wherever a mark begins or ends; neighbours that mean the same are joined again."""
    edges = {edge for mark in marks for edge in mark.span if window.start < edge < window.end}
    joined: list[Piece] = []
    for span in map(Span._make, pairwise(sorted({*window, *edges}))):
        piece = _meaning(span, page[span], marks, inside)
        if joined and replace(joined[-1], text="") == replace(piece, text="") and piece.meaning != "value":
            joined[-1] = replace(piece, text=joined[-1].text + piece.text)
        else:
            joined.append(piece)
    for piece in joined:
        yield from _shortened(piece)


def _meaning(span: Span, text: str, marks: Sequence[Mark], inside: Span) -> Piece:
    here = [mark for mark in marks if mark.role in MEANINGS and mark.span.contains(span)]
    if not here:
        return Piece(text, "" if inside.contains(span) else "outside")
    first = min(here, key=lambda mark: ORDER.index(MEANINGS[mark.role]))
    meaning = MEANINGS[first.role]
    return Piece(text, meaning, first.field if meaning == "value" else "")


def _shortened(piece: Piece) -> Iterator[Piece | Gap]:
    """A very long piece without its middle."""
    if len(piece.text) <= LONG:
        yield piece
        return
    kept = LONG // 3
    yield replace(piece, text=piece.text[:kept])
    yield Gap(len(piece.text) - 2 * kept)
    yield replace(piece, text=piece.text[-kept:])
