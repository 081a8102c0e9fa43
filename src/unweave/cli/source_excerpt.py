"""An excerpt of a page's source with its marks, as data.

Legend

    window      a span of the source to show: around the first records, and around the ends of head and tail
    piece       a part of a window with one meaning: a value, a delimiter, outside of all marks, or plain source
    gap         how many characters are omitted
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, pairwise

from unweave.page import Page, Span, around
from unweave.wrapper import Explanation, Mark

CONTEXT = 60
NEAR = 100
LONG = 400
# The role of a mark -> the meaning of the piece; where marks overlap, the first in ORDER wins.
MEANINGS = {"value": "value"} | dict.fromkeys(("left", "right", "open", "close", "head", "tail", "anchor"), "delimiter")
ORDER = ("value", "delimiter")


@dataclass(frozen=True, slots=True)
class SourcePiece:
    """A part of the source with one meaning: ``value`` (of a field), ``delimiter``, ``outside``, or empty.

    >>> SourcePiece("Congo", "value", "country").field
    'country'
    """

    text: str
    meaning: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class SourceGap:
    """Omitted characters.

    >>> SourceGap(3120).length
    3120
    """

    length: int


def pieces(explanation: Explanation, *, records: int) -> list[SourcePiece | SourceGap]:
    """The page's source around its first records, in pieces.

    >>> page = Page("<p><b>Congo</b>")
    >>> marks = (Mark(Span(3, 6), "left", "country"), Mark(Span(6, 11), "value", "country"))
    >>> pieces(Explanation(title="", page=page, marks=marks), records=3)
    [SourcePiece(text='<p>', meaning='outside', field=''), SourcePiece(text='<b>', meaning='delimiter', field=''),
     SourcePiece(text='Congo', meaning='value', field='country'), SourcePiece(text='</b>', meaning='outside', field='')]
    """
    if explanation.page is None:
        return []
    page, marks = explanation.page, explanation.marks
    around_them = _merged(_widened(span, len(page)) for span in _centres(explanation, records))
    windows = _merged(_whole(window, marks) for window in around_them) or [Span(0, min(LONG, len(page)))]
    return [part for part in _with_gaps(page, windows, marks) if part != SourceGap(0)]


def field_colours(marks: Iterable[Mark], colours: Sequence[str]) -> dict[str, str]:
    """A colour for each field with values, in the order of the marks.

    >>> field_colours([Mark(Span(0, 1), "value", "title"), Mark(Span(2, 3), "value", "price")], ["red", "blue"])
    {'title': 'red', 'price': 'blue'}
    """
    names = dict.fromkeys(mark.field for mark in marks if mark.role == "value")
    return dict(zip(names, cycle(colours)))


def _centres(explanation: Explanation, records: int) -> list[Span]:
    """The spans to show: the first records of each type, head and tail; without records, the last marks."""
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
    """The window, extended so that it does not cut a delimiter or a value of usual length."""
    cut = (mark.span for mark in marks if mark.role in MEANINGS and mark.span.length <= LONG)
    return around([window, *(span for span in cut if span.overlaps(window))])


def _merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order; those with little between them are joined."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end + NEAR:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


def _with_gaps(page: Page, windows: Sequence[Span], marks: Sequence[Mark]) -> Iterator[SourcePiece | SourceGap]:
    inside = around(mark.span for mark in marks) if marks else Span(0, len(page))
    position = 0
    for window in windows:
        yield SourceGap(window.start - position)
        yield from _cut(page, window, [mark for mark in marks if mark.span.overlaps(window)], inside)
        position = window.end
    yield SourceGap(len(page) - position)


def _cut(page: Page, window: Span, marks: Sequence[Mark], inside: Span) -> Iterator[SourcePiece | SourceGap]:
    """The window, cut where a mark begins or ends; adjacent pieces with the same meaning are joined."""
    edges = {edge for mark in marks for edge in mark.span if window.start < edge < window.end}
    joined: list[SourcePiece] = []
    for span in map(Span._make, pairwise(sorted({*window, *edges}))):
        piece = _meaning(span, page[span], marks, inside)
        if joined and replace(joined[-1], text="") == replace(piece, text="") and piece.meaning != "value":
            joined[-1] = replace(piece, text=joined[-1].text + piece.text)
        else:
            joined.append(piece)
    for piece in joined:
        yield from _shortened(piece)


def _meaning(span: Span, text: str, marks: Sequence[Mark], inside: Span) -> SourcePiece:
    here = [mark for mark in marks if mark.role in MEANINGS and mark.span.contains(span)]
    if not here:
        return SourcePiece(text, "" if inside.contains(span) else "outside")
    first = min(here, key=lambda mark: ORDER.index(MEANINGS[mark.role]))
    meaning = MEANINGS[first.role]
    return SourcePiece(text, meaning, first.field if meaning == "value" else "")


def _shortened(piece: SourcePiece) -> Iterator[SourcePiece | SourceGap]:
    """A very long piece without its middle."""
    if len(piece.text) <= LONG:
        yield piece
        return
    kept = LONG // 3
    yield replace(piece, text=piece.text[:kept])
    yield SourceGap(len(piece.text) - 2 * kept)
    yield replace(piece, text=piece.text[-kept:])
