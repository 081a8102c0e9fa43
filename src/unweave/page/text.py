r"""What a reader sees: tags out, references decoded, white space collapsed.

    >>> collapse("  Congo \n (Kinshasa) ")
    'Congo (Kinshasa)'

The tags of blocks, and ``<br>``, part words as they do on the screen; those of inline elements do not:

    >>> source = "<td>C<b>ongo</b><br>242</td>"
    >>> reading(source, list(scan(source)), Span(0, 28))
    ' Congo 242 '
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter

from unweave.page.entities import decode_attribute, decode_text
from unweave.page.markup import Token, scan
from unweave.page.span import Span

__all__ = ["BLOCKS", "HIDDEN", "collapse", "reading", "scan"]

HIDDEN = frozenset({"script", "style", "iframe", "noembed", "noframes"})
_BLOCKS = (
    "address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main "
    "menu nav ol optgroup option p plaintext pre search section select summary table tbody td textarea tfoot th thead "
    "title tr ul xmp"
)
BLOCKS = frozenset(_BLOCKS.split())


def collapse(text: str) -> str:
    r"""The text with every run of white space made one space, and none at its ends.

    >>> collapse("a\u00a0 b")
    'a b'
    """
    return " ".join(text.split())


def reading(source: str, pieces: Sequence[Token], span: Span) -> str:
    """What a span says, given the pieces of the page; white space is not yet collapsed.

    >>> source = "<p>1 &lt; 2</p><script>a < b</script>"
    >>> pieces = list(scan(source))
    >>> reading(source, pieces, Span(3, 37)), reading(source, pieces, Span(23, 28))
    ('1 < 2 ', 'a < b')
    """
    first = max(bisect_right(pieces, span.start, key=attrgetter("start")) - 1, 0)
    if pieces and _is_part(span, pieces[first]):
        inside = source[span.start : span.end]
        return decode_attribute(inside) if pieces[first].kind == "start" else inside
    return "".join(_parts(source, pieces, first, span))


def _is_part(span: Span, piece: Token) -> bool:
    """Whether the span lies in a tag or a comment without being all of it, or in a raw text."""
    inside = piece.kind != "text" and piece.span.contains(span)
    return inside and (piece.kind == "raw" or piece.span != span)


def _parts(source: str, pieces: Sequence[Token], first: int, span: Span) -> Iterator[str]:
    for index in range(first, len(pieces)):
        kind, start, end, name = pieces[index]
        if start >= span.end:
            return
        if kind == "text":
            yield decode_text(source[max(start, span.start) : min(end, span.end)])
        elif kind == "raw" and name not in HIDDEN:
            yield source[max(start, span.start) : min(end, span.end)]
        elif name in BLOCKS:
            yield " "
