"""The parser, turbohtml, behind a few functions. Of the package ``page``, only this module imports it.

Legend

    peer        a node of the parser: an ``Element``, a ``Text``, a ``Comment``, ... ; our own nodes are ``page.Node``
    located     parsed with source locations: elements know the positions of their tags in the source

The parser is imported when a page is first parsed: the import takes 60 ms, and scans of the source do not need it.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from unweave.page.html import BLOCKS, HIDDEN, INLINE, collapse
from unweave.page.repeated_tags import check_repeated_tags

BYTE_ORDER_MARK = "\ufeff"  # left over after decoding, it is not text; a space in its place keeps all positions
NO_PARENT = -1  # the number of the document's parent


class Kinds(NamedTuple):
    """The parser's classes of nodes."""

    text: Any
    element: Any
    fragment: Any


@cache
def kinds() -> Kinds:
    """The parser's classes, imported at the first call.

    >>> kinds().text.__name__
    'Text'
    """
    from turbohtml import DocumentFragment, Element, Text  # noqa: PLC0415  (see above)

    return Kinds(Text, Element, DocumentFragment)


def parse(source: str, *, located: bool = True, name: str = "") -> Any:
    r"""The parsed document of a source; newlines must be ``\n``, as a Page makes them. Errors have the page's name.

    >>> parse("<p>x").text
    'x'
    """
    check_repeated_tags(source, name)
    if source.startswith(BYTE_ORDER_MARK):
        source = " " + source[1:]
    document = _parse_html(source, located=located)
    if is_wide(source) and any(map(_is_moved, document.select(HIDDEN_INPUT))):
        known = document if located else _parse_html(source, located=True)
        return _parse_html(_without_quotes(source, known), located=located)
    return document


def content(peer: Any) -> Sequence[Any]:
    """The children of a node; of a template, whose only child is a fragment, the children of the fragment.

    >>> [child.tag for child in content(parse("<template><b>x</b></template>").select_one("template"))]
    ['b']
    """
    children: Sequence[Any] = peer.children
    if len(children) == 1 and type(children[0]) is kinds().fragment:
        return content(children[0])
    return children


def numbered(document: Any) -> Iterator[tuple[Any, int]]:
    """The document and all nodes in it in document order, each with the number of its parent; the document has none.

    >>> [(str(peer), parent) for peer, parent in numbered(parse("<p>x<br>"))][4:]
    [("Element('p')", 3), ("Text('x')", 4), ("Element('br')", 4)]
    """
    element = kinds().element
    yield document, NO_PARENT
    number, path = 0, [(0, iter(content(document)))]  # no recursion: pages nest deep
    while path:
        parent, peers = path[-1]
        for peer in peers:
            number += 1
            yield peer, parent
            if type(peer) is element:
                path.append((number, iter(content(peer))))
                break
        else:
            path.pop()


def reader_text(peer: Any) -> str:
    """The reader's text of a node (see ``html``); empty for a hidden element, but not for a text inside one.

    >>> reader_text(parse("<td>Congo<br>(Kinshasa)<style>b {}</style> <i>2</i>42</td>"))
    'Congo (Kinshasa) 242'
    """
    text, element, _ = kinds()
    if type(peer) is text:
        return collapse(peer.data)
    if type(peer) is element and peer.tag in HIDDEN:
        return ""
    if len(peer) == 1 and type(only := peer[0]) is text:
        return collapse(only.data)
    if all(inner.tag in INLINE for inner in peer.select("*")):  # then the parser's text is what a reader sees
        return collapse(peer.text)
    texts: list[str] = []
    waiting: list[Any] = [*reversed(content(peer))]  # no recursion: pages nest deep
    while waiting:
        node = waiting.pop()
        if type(node) is text:
            texts.append(node.data)
        elif type(node) is str:
            texts.append(node)
        elif type(node) is element and node.tag not in HIDDEN:
            if node.tag in BLOCKS:
                texts.append(" ")
                waiting.append(" ")
            waiting += reversed(node.children)
    return collapse("".join(texts))


HIDDEN_INPUT = 'input[type="hidden" i]'
QUOTED_HIDDEN = re.compile(r"""(\btype[ \t\n\f]*+=[ \t\n\f]*+)(?:"(hidden)"|'(hidden)')""", re.IGNORECASE)


def _parse_html(source: str, *, located: bool) -> Any:
    from turbohtml import parse as parse_html  # noqa: PLC0415  (see above)

    if located:
        return parse_html(source, source_locations=True, allow_declarative_shadow_roots=False)
    return parse_html(source, positions=False, allow_declarative_shadow_roots=False)


def is_wide(source: str) -> bool:
    """Whether there may be characters beyond Latin-1: where there are, each character takes two bytes or more.

    >>> is_wide("café" * 99), is_wide("мир" * 99)
    (False, True)
    """
    return sys.getsizeof(source) > 2 * len(source)


def _is_moved(peer: Any) -> bool:
    """Whether the parser may have moved a hidden input out of the table behind it: then there is no space between."""
    while (peer := peer.next_sibling) is not None:
        tag = getattr(peer, "tag", "")
        if tag == "table":
            return True
        if tag == "input" and (peer.attr("type") or "").lower() == "hidden":
            return False  # it is tested by itself
        if not tag and getattr(peer, "data", "").isspace():
            return False
    return False


def _without_quotes(source: str, document: Any) -> str:
    # In a page with characters beyond Latin-1, turbohtml 1.15 does not see that a quoted "hidden" is hidden, and moves
    # such inputs out of their tables. Without quotes it does. Spaces keep the length.
    pieces, end = [], 0
    for tag in sorted(peer.source_location.start_tag for peer in document.select(HIDDEN_INPUT)):
        pieces += [source[end : tag[2]], QUOTED_HIDDEN.sub(r"\1\2\3  ", source[tag[2] : tag[5]])]
        end = tag[5]
    return "".join([*pieces, source[end:]])
