r"""A document in a script of a page: its values, each with its path, its text and its place in the source.

Legend

    document    a JSON value in a script (``page.embedded``)
    decoded     JSON inside of strings, ``JSON.parse("{...}")`` or chunks: these are decoded and joined, and the places
                of its values lead back to the source

A value is a document and the number of a node; what it is, is looked up when it is asked for.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from unweave.page.html import collapse
from unweave.page.json_scan import JsonTree, KeyPath
from unweave.page.json_strings import Offsets, unescaped
from unweave.page.span import Span

_reference = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});").sub


class EmbeddedValue(NamedTuple):
    """A string, number or constant in a document.

    >>> from unweave.page import Page
    >>> [value] = Page('<script>s = {"a": "Tea"}</script>').embedded.values()
    >>> value.path, value.kind, value.text, value.span
    (('a',), 'string', 'Tea', Span(start=19, end=22))
    """

    document: "EmbeddedDocument"
    node: int

    @property
    def path(self) -> KeyPath:
        """The keys from the root of the document to the value."""
        return self.document.tree.path(self.node)

    @property
    def kind(self) -> str:
        """What it is: "string", "number" or "constant"."""
        return self.document.tree.kind(self.node)

    @property
    def text(self) -> str:
        """The text of a string, its escapes decoded, or of a number or constant as it stands."""
        return self.document.tree.text(self.node)

    @property
    def span(self) -> Span:
        """Its place in the source of the page; of a string, without its quotes."""
        return self.document.span(self.node)

    @property
    def shown(self) -> str:
        """The text as a reader would see it, see ``shown_text``."""
        return shown_text(self.text)


def shown_text(text: str) -> str:
    """A text of the data with references of HTML decoded, which many sites leave in it, and white space collapsed.

    A name without a semicolon is no reference: it may be a part of an address.

    >>> shown_text("Tea &amp;  cake&#8217;s ?a=1&copy=2")
    'Tea & cake’s ?a=1&copy=2'
    """
    return collapse(_reference(_decoded_reference, text) if "&" in text else text)


def _decoded_reference(match: "re.Match[str]") -> str:
    return unescape(match[0])


@dataclass(frozen=True, slots=True)
class DecodedText:
    r"""Strings of the source, decoded and joined: the text, and where its pieces come from.

    ``pieces`` has, for each string, where it begins in the text, and its offsets.

    >>> joined = DecodedText.of(r'{"a": "x\u0041"}', [Span(7, 14)])
    >>> joined.text, joined.span(0, 2), joined.span(1, 2)
    ('xA', Span(start=7, end=14), Span(start=8, end=14))
    """

    text: str
    pieces: tuple[tuple[int, Offsets], ...]

    @classmethod
    def of(cls, source: str, spans: Sequence[Span]) -> "DecodedText":
        """The strings at these spans, which are without their quotes."""
        texts = [unescaped(source[start:end]) for start, end in spans]
        begins = [0]
        for text in texts:
            begins.append(begins[-1] + len(text))
        pieces = [
            (begin, Offsets.of(source[one.start : one.end], one.start))
            for begin, one in zip(begins, spans, strict=False)
        ]
        return cls("".join(texts), tuple(pieces))

    def span(self, start: int, end: int) -> Span:
        """Where a part of the text is in the source; what is in several strings goes over what is between them."""
        return Span(self._source_at(start, start), self._source_at(end, max(start, end - 1)))

    def _source_at(self, position: int, inside: int) -> int:
        """Where a position is in the source, in the string that has the character at ``inside``."""
        begin, offsets = self.pieces[bisect_right(self.pieces, inside, key=lambda piece: piece[0]) - 1]
        return offsets.source_of(position - begin)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EmbeddedDocument:
    """A JSON value in a script: the number of the script, its name, and its nodes.

    ``decoded`` is given where the JSON is inside of strings.
    """

    script: int
    name: str
    tree: JsonTree
    decoded: DecodedText | None = None

    def __repr__(self) -> str:
        return f"EmbeddedDocument({self.script}, {self.name!r})"

    def span(self, node: int) -> Span:
        """Where a node is in the source of the page."""
        start, end = self.tree.span(node)
        return Span(start, end) if self.decoded is None else self.decoded.span(start, end)

    @property
    def is_ordered(self) -> bool:
        """Whether its nodes are in the order of the source."""
        return self.decoded is None and self.tree.is_ordered

    def value(self, node: int) -> EmbeddedValue:
        """The value of a node."""
        return EmbeddedValue(self, node)

    def values(self) -> Iterator[EmbeddedValue]:
        """All values, in order."""
        return map(self.value, self.tree.scalars())
