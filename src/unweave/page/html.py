"""What HTML's tags mean to a reader: which elements are hidden, which ones break a line, and what a span shows.

Legend
    hidden         an element whose content no reader sees: script, style, noscript, template, ...
    block          an element that begins and ends a line, and ``br``: its tags separate words
    reader's text  the texts that are not hidden, a space where a block begins or ends, white space collapsed

These sets are defined only here. The reader's text of a node is computed on the parser's nodes
(``parser.reader_text``, used by ``Node.text``), that of a span on the source (``span_text``, used by ``Page.text``);
tests compare the two.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from unweave.page.entities import decode_attribute, decode_text
from unweave.page.markup import Token
from unweave.page.span import Span

RAW_HIDDEN = frozenset({"script", "style", "iframe", "noembed", "noframes"})
"""Hidden elements whose content is raw text: nothing in them is an element."""
PARSED_HIDDEN = frozenset({"noscript", "template"})
"""Hidden elements whose content is parsed."""
HIDDEN = RAW_HIDDEN | PARSED_HIDDEN
ENDS_NOSCRIPT = frozenset({"title", "body"})
FORMATTING = frozenset(
    {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)
"""Elements that the parser copies where tags overlap."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
CELLS = frozenset({"td", "th"})
_BLOCKS = (
    "address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html "
    "legend li listing main menu nav ol optgroup option p plaintext pre search section select summary "
    "table tbody td textarea tfoot th thead title tr ul xmp"
)
BLOCKS = frozenset(_BLOCKS.split())
INLINE = FORMATTING | {"abbr", "cite", "img", "ins", "label", "mark", "q", "span", "sub", "sup", "time", "var", "wbr"}
"""Some elements that are neither hidden nor blocks."""
_SPACES = re.compile(r"[ \t\n\f\r]+")


def collapse(text: str) -> str:
    r"""The text with every run of white space made one space, and none at its ends.

    >>> collapse("a\u00a0 b")
    'a b'
    """
    return " ".join(text.split())


def class_tokens(value: str) -> list[str]:
    r"""The tokens of a class attribute, separated by HTML's white space.

    >>> class_tokens("price\n big")
    ['price', 'big']
    """
    return _SPACES.split(value.strip(" \t\n\f\r")) if value else []


def span_text(source: str, markup: Sequence[Token], span: Span) -> str:
    """The text of a span, given the markup tokens of the source; white space is not collapsed yet.

    A span inside a script, a comment or a tag is taken as it is, apart from the references in an attribute value.

    >>> from unweave.page.markup import scan_markup
    >>> source = "<p>1 &lt; 2</p><script>a < b</script>"
    >>> markup = list(scan_markup(source))
    >>> span_text(source, markup, Span(3, 37)), span_text(source, markup, Span(23, 28))
    ('1 < 2 ', 'a < b')
    """
    first = max(bisect_right(markup, span.start, key=attrgetter("start")) - 1, 0)
    if markup and _is_inside(span, markup[first]):
        inside = source[span.start : span.end]
        return decode_attribute(inside) if markup[first].kind == "start" else inside
    return "".join(_texts(source, markup, first, span))


def _is_inside(span: Span, token: Token) -> bool:
    """Whether the span is in a raw text, or is a part of a tag or a comment but not all of it."""
    inside = token.kind != "text" and token.span.contains(span)
    return inside and (token.kind == "raw" or token.span != span)


def _texts(source: str, markup: Sequence[Token], first: int, span: Span) -> Iterator[str]:
    for kind, start, end, name in visible_markup(markup[at] for at in range(first, len(markup))):
        if start >= span.end:
            return
        if kind == "text":
            yield decode_text(source[max(start, span.start) : min(end, span.end)])
        elif kind == "raw":
            yield source[max(start, span.start) : min(end, span.end)]
        elif name in BLOCKS:
            yield " "


def visible_markup(markup: Iterable[Token]) -> Iterator[Token]:
    """The markup tokens that are not inside a hidden element; the tags of hidden elements remain.

    A title or a body ends a noscript, since the parser ends it there in the head. A noscript that is never closed hides
    nothing: the parser closes it somewhere, but only a tree shows where.

    >>> from unweave.page.markup import scan_markup
    >>> source = "a<noscript><b>b</b></noscript><style>c</style>d"
    >>> [source[token.start : token.end] for token in visible_markup(scan_markup(source))]
    ['a', '<noscript>', '</noscript>', '<style>', '</style>', 'd']
    """
    hidden, depth = "", 0  # the hidden element that is open, and how many of its name are
    inside: list[Token] = []
    for token in markup:
        if hidden:
            depth += (token.name == hidden) * ((token.kind == "start") - (token.kind == "end"))
            if depth and not (hidden == "noscript" and token.kind == "start" and token.name in ENDS_NOSCRIPT):
                inside.append(token)
                continue
            hidden, inside = "", []
        elif token.kind == "start" and token.name in PARSED_HIDDEN:
            hidden, depth = token.name, 1
        if token.kind != "raw" or token.name not in RAW_HIDDEN:
            yield token
    if hidden == "noscript":
        yield from (token for token in inside if token.kind != "raw" or token.name not in RAW_HIDDEN)
