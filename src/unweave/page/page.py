r"""Page: a source text with its name and url and, when asked for, its tokens, its tree, and what a reader sees of it.

    >>> page = Page("<h1>Tea &amp; cake</h1>\r\n<p>$5.50</p>", name="menu.html")
    >>> price = Span(27, 32)
    >>> page[price], page.where(price.start), page.text(Span(0, len(page)))
    ('$5.50', 'line 2, column 4', 'Tea & cake $5.50')

The source is made fit once, at load: newlines become ``\n``, and what is no character (NUL, half a surrogate pair)
becomes U+FFFD. Every Span of the project refers to ``page.source``.
"""

import re
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any

from unweave.errors import BadInput
from unweave.page.encoding import Encoding, decode
from unweave.page.markup import Token, scan
from unweave.page.reading import check_size, check_text, read_bytes
from unweave.page.span import Span
from unweave.page.text import collapse, reading
from unweave.page.tokens import tokenize, words_of
from unweave.page.tree import Tree

LIMIT = 32 * 1024 * 1024
NO_CHARACTER = re.compile("[\0\ud800-\udfff]")
MARKUP = re.compile(
    r"<(?:!--|!doctype\b|/[a-z][a-z0-9:-]*\s*>|(?:p|br|hr|li|td|tr|img|input|meta|link)\b[^<>]*>)", re.IGNORECASE
)
HTML_ENDINGS = frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml", ".php", ".asp", ".aspx", ".jsp"})
TEXT_ENDINGS = frozenset({".txt", ".text", ".log", ".csv", ".tsv", ".tex", ".md", ".rst", ".json", ".jsonl"})


class Page:
    r"""A source text; not necessarily HTML, since plain text, logs, CSV and LaTeX have words and spans too.

    Args:
        source: the text.
        name: how to call it, a file's path for instance; its ending tells whether it is HTML.
        url: where it comes from.
        html: whether it is HTML; None decides by the name's ending, else by whether there is markup.

    >>> Page("a,b\n1,2").is_html, Page("<p>a").is_html, Page("<p>a", name="x.txt").is_html
    (False, True, False)
    >>> Page("a", name="x") == Page("a", name="x"), Page("a") == Page("b")
    (True, False)
    """

    def __init__(self, source: str, *, name: str = "", url: str | None = None, html: bool | None = None) -> None:
        if not isinstance(source, str):
            raise BadInput(source=name or "the page", reason="bytes need Page.from_bytes, files Page.read")
        self._source = fit(source)
        self._name = name
        self._url = url
        self._encoding: Encoding | None = None
        self._is_html = _looks_like_html(self._source, name) if html is None else html

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        charset: str | None = None,
        name: str = "",
        url: str | None = None,
        html: bool | None = None,
        limit: int = LIMIT,
    ) -> "Page":
        r"""A page from bytes; charset is what the caller was told, by an HTTP header for instance.

        >>> page = Page.from_bytes(b"<p>caf\xe9", charset="iso-8859-1")
        >>> page.source, page.encoding
        ('<p>café', Encoding(name='windows-1252', why='given by the caller'))
        """
        check_size(name or "the page", len(data), limit)
        source, encoding = decode(data, charset)
        return _restore(source, name, url, html, encoding)

    @classmethod
    def read(
        cls,
        path: str | Path,
        *,
        charset: str | None = None,
        url: str | None = None,
        html: bool | None = None,
        limit: int = LIMIT,
    ) -> "Page":
        """A page from a file; BadInput if it is missing, empty, binary, a folder, or larger than limit bytes.

        >>> Page.read("no-such-page.html")
        Traceback (most recent call last):
        unweave.errors.BadInput: no-such-page.html: no such file
        """
        data = read_bytes(path, limit=limit)
        page = cls.from_bytes(data, charset=charset, name=str(path), url=url, html=html, limit=limit)
        check_text(str(path), data, wide=page.encoding is not None and page.encoding.is_wide)
        return page

    @property
    def source(self) -> str:
        r"""The text that every Span refers to.

        >>> Page("one\r\ntwo").source
        'one\ntwo'
        """
        return self._source

    @property
    def name(self) -> str:
        """How it is called; "" if it has no name.

        >>> Page("x", name="p1.html").name
        'p1.html'
        """
        return self._name

    @property
    def url(self) -> str | None:
        """Where it comes from, if that is known.

        >>> Page("x", url="https://example.com/").url
        'https://example.com/'
        """
        return self._url

    @property
    def encoding(self) -> Encoding | None:
        """How its bytes were decoded, and why so; None for a page made from text.

        >>> Page.from_bytes(b"x").encoding
        Encoding(name='utf-8', why='valid UTF-8')
        """
        return self._encoding

    @property
    def is_html(self) -> bool:
        """Whether ``<b>`` is a tag on it, and ``&amp;`` an ampersand.

        >>> Page("1 < 2").is_html
        False
        """
        return self._is_html

    def __len__(self) -> int:
        return len(self._source)

    def __getitem__(self, span: tuple[int, int]) -> str:
        start, end = span
        return self._source[start:end]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Page) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"Page({self._name or self._source[:40]!r}, {len(self._source)} characters)"

    def __reduce__(self) -> tuple[Any, ...]:
        # Tokens and tree stay at home: a page travels light, and grows them again when asked.
        return _restore, (self._source, self._name, self._url, self._is_html, self._encoding)

    @property
    def _identity(self) -> tuple[str, str, str | None]:
        return self._source, self._name, self._url

    @cached_property
    def tokens(self) -> list[Token]:
        """Its tokens: tags, words, white space, comments, raw text; joined they give the source back.

        >>> [(token.kind, token.name) for token in Page("<b>x</b> y").tokens]
        [('start', 'b'), ('word', ''), ('end', 'b'), ('space', ''), ('word', '')]
        """
        return list(words_of(self._source, self._pieces)) if self._is_html else tokenize(self._source, html=False)

    @cached_property
    def tree(self) -> Tree:
        """Its HTML5 tree.

        >>> Page("<p>x").tree.nodes[-1].ancestors().__next__().tag
        'p'
        """
        return Tree(self._source, lambda: self._pieces)

    @cached_property
    def _pieces(self) -> list[Token]:
        return list(scan(self._source))

    def text(self, span: tuple[int, int]) -> str:
        """What a reader sees of a span: tags out, references decoded, white space collapsed.

        Scripts and styles are out too, unless the span lies in one. In an attribute value the rules of attributes hold.

        >>> page = Page('<td>Tea<br>&amp; <i>c</i>ake<script>1</script></td><a href="?a&amp;b">')
        >>> page.text(Span(0, 50)), page.text(page.tree.nodes[-1].attribute_span("href"))
        ('Tea & cake', '?a&b')
        """
        source = self[span]
        if not self._is_html or ("<" not in source and "&" not in source):
            return collapse(source)
        return collapse(reading(self._source, self._pieces, Span(*span)))

    def where(self, position: int) -> str:
        r"""A position as people count: lines and columns from one.

        >>> Page("one\ntwo").where(5)
        'line 2, column 2'
        """
        line = self._source.count("\n", 0, position) + 1
        column = position - self._source.rfind("\n", 0, position)
        return f"line {line}, column {column}"


def _restore(source: str, name: str, url: str | None, html: bool | None, encoding: Encoding | None) -> Page:
    page = Page(source, name=name, url=url, html=html)
    page._encoding = encoding  # noqa: SLF001  (a page of bytes is a page of text that remembers)
    return page


def fit(source: str) -> str:
    r"""The source as a page holds it: newlines are ``\n``, and what is no character is U+FFFD.

    >>> fit("one\r\ntwo\0")
    'one\ntwo\ufffd'
    """
    if "\r" in source:
        source = source.replace("\r\n", "\n").replace("\r", "\n")
    return source if _has_only_characters(source) else NO_CHARACTER.sub("\ufffd", source)


def _has_only_characters(source: str) -> bool:
    if source.isascii():
        return "\0" not in source
    try:
        return b"\0" not in source.encode()  # fails at half a surrogate pair, and takes less time than a search
    except UnicodeEncodeError:
        return False


def _looks_like_html(source: str, name: str) -> bool:
    ending = PurePath(name).suffix.lower()
    return ending in HTML_ENDINGS or (ending not in TEXT_ENDINGS and MARKUP.search(source) is not None)
