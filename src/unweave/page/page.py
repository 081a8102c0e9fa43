r"""Page: a source text with its name and url and, when asked for, its tokens, its tree and its reader's text.

    >>> page = Page("<h1>Tea &amp; cake</h1>\r\n<p>$5.50</p>", name="menu.html")
    >>> price = Span(27, 32)
    >>> page[price], page.where(price.start), page.text(Span(0, len(page)))
    ('$5.50', 'line 2, column 4', 'Tea & cake $5.50')

The source is normalized once, when the page is made: newlines become ``\n``, and invalid characters (NUL, half a
surrogate pair) become U+FFFD. Every Span of the project refers to ``page.source``.
"""

import re
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any

from unweave.errors import BadInput
from unweave.page.embedded import CHUNKS, EmbeddedData
from unweave.page.encoding import Encoding, decode, normalize_newlines
from unweave.page.html import collapse, span_text
from unweave.page.input_files import check_size, check_text, read_bytes
from unweave.page.markup import MarkupTokens, Token
from unweave.page.parser import is_wide, parse
from unweave.page.span import Span
from unweave.page.spans import StartTags
from unweave.page.tokens import tokenize, words_of
from unweave.page.tree import Tree

LIMIT = 32 * 1024 * 1024
"""The largest page, in bytes, that is read unless another limit is given."""
NOSCRIPT = re.compile("<noscript", re.IGNORECASE | re.ASCII)
INVALID_CHARACTER = re.compile("[\0\ud800-\udfff]")
MARKUP = re.compile(
    r"<(?:!--|!doctype\b|/[a-z][a-z0-9:-]*\s*>|(?:p|br|hr|li|td|tr|img|input|meta|link)\b[^<>]*>)", re.IGNORECASE
)
HTML_ENDINGS = frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml", ".php", ".asp", ".aspx", ".jsp"})
TEXT_ENDINGS = frozenset({".txt", ".text", ".log", ".csv", ".tsv", ".tex", ".md", ".rst", ".json", ".jsonl"})


class Page:
    r"""A source text; not necessarily HTML: plain text, logs, CSV and LaTeX have words and spans, too.

    Args:
        source: the text.
        name: what to call it, for example the path of a file; its ending tells whether it is HTML.
        url: where it comes from.
        html: whether it is HTML; with None the ending of the name decides, or else whether there is markup.

    >>> Page("a,b\n1,2").is_html, Page("<p>a").is_html, Page("<p>a", name="x.txt").is_html
    (False, True, False)
    >>> Page("a", name="x") == Page("a", name="x"), Page("a") == Page("b")
    (True, False)
    """

    def __init__(self, source: str, *, name: str = "", url: str | None = None, html: bool | None = None) -> None:
        if not isinstance(source, str):
            raise BadInput(source=name or "the page", reason="bytes need Page.from_bytes, files Page.read")
        self._set(normalize_source(source), name, url, html, None)

    def _set(self, source: str, name: str, url: str | None, html: bool | None, encoding: Encoding | None) -> None:
        self._source = source  # normalized
        self._name = name
        self._url = url
        self._is_html = _looks_like_html(source, name) if html is None else html
        self._encoding = encoding

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
        r"""A page from bytes; charset is the name of the encoding where it is known, from an HTTP header for example.

        >>> page = Page.from_bytes(b"<p>caf\xe9", charset="iso-8859-1")
        >>> page.source, page.encoding
        ('<p>café', Encoding(name='windows-1252', why='given by the caller'))
        """
        check_size(name or "the page", len(data), limit)
        source, encoding = decode(data, charset, newlines=True)
        # A decoded text has no half surrogate pairs, and NUL only where the bytes have it.
        if encoding.is_wide or b"\0" in data:
            source = normalize_source(source)
        return _make(source, name, url, html, encoding)

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
        unweave.errors.BadInput: no-such-page.html: no such file. It would help to check its name and folder
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
        """Its name; "" if it has none.

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
        """How its bytes were decoded, and why; None for a page made from text.

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
        # Tokens and tree are not pickled: they are computed again when asked for.
        return _make, (self._source, self._name, self._url, self._is_html, self._encoding)

    @property
    def _identity(self) -> tuple[str, str, str | None]:
        return self._source, self._name, self._url

    @cached_property
    def tokens(self) -> list[Token]:
        """Its tokens: tags, words, white space, comments, raw text; joined they give the source back.

        >>> [(token.kind, token.name) for token in Page("<b>x</b> y").tokens]
        [('start', 'b'), ('word', ''), ('end', 'b'), ('space', ''), ('word', '')]
        """
        return list(words_of(self._source, self._markup.all())) if self._is_html else tokenize(self._source, html=False)

    @cached_property
    def document(self) -> Any:
        """The parser's own document, with source positions; extraction works on it.

        >>> Page("<p>x").document.select_one("p").text
        'x'
        """
        return parse(self._source, name=self._name)

    @cached_property
    def start_tags(self) -> StartTags:
        """Where the start tags of its elements are.

        >>> page = Page("<p class=x>y")
        >>> page[page.start_tags.span(page.document.select_one("p"))]
        '<p class=x>'
        """
        return StartTags(self._source, self.document)

    @cached_property
    def tree(self) -> Tree:
        """Its HTML5 tree.

        >>> Page("<p>x").tree.nodes[-1].ancestors().__next__().tag
        'p'
        """
        return Tree(self._source, self._markup.all, self.document)

    @cached_property
    def embedded(self) -> EmbeddedData:
        """The JSON in its scripts, which is read when its values are asked for.

        >>> [(value.path, value.text) for value in Page('<script>s = {"price": 5}</script>').embedded.values()]
        [(('price',), '5')]
        """
        return EmbeddedData(self._source, self._markup.all() if self._is_html else ())

    @cached_property
    def _markup(self) -> MarkupTokens:
        # The tree has it too. It must not hold the page, which holds the tree: that would be a cycle.
        return MarkupTokens(self._source)

    def text(self, span: tuple[int, int]) -> str:
        """The reader's text of a span: without tags, references decoded, white space collapsed.

        Hidden elements such as scripts are left out, unless the span is inside one. In an attribute value, references
        are decoded by the rule of attributes; of a string in the data of a script, escapes are.

        >>> page = Page('<td>Tea<br>&amp; <i>c</i>ake<script>1</script></td><a href="?a&amp;b">')
        >>> page.text(Span(0, 50)), page.text(page.tree.nodes[-1].attribute_span("href"))
        ('Tea & cake', '?a&b')
        """
        source = self._source[span[0] : span[1]]
        if ("\\" in source or CHUNKS in source) and self._is_html and (value := self.embedded.text(span)) is not None:
            return collapse(value)
        if not self._is_html or ("<" not in source and "&" not in source):
            return collapse(source)
        text = collapse(span_text(self._source, self.markup_of(span), Span(*span)))
        # Only in a script are references left, in the texts of its data.
        value = self.embedded.text(span) if "&" in text and ";" in text else None
        return text if value is None else value

    def markup(self) -> list[Token]:
        """All its markup tokens: tags, comments and the texts between them; they are scanned once.

        >>> [token.kind for token in Page("<b>x</b>").markup()]
        ['start', 'text', 'end']
        """
        return self._markup.all()

    def markup_of(self, span: tuple[int, int]) -> list[Token]:
        """The markup tokens of a span, and some that are before or behind it.

        >>> [token.kind for token in Page("<b>x</b><i>y</i>").markup_of((11, 12))]
        ['text', 'end']
        """
        # Where a noscript in the span ends decides whether it is hidden, and that may be behind the span.
        if NOSCRIPT.search(self._source, *span):
            return self._markup.all()
        return self._markup.around(span)

    def where(self, position: int) -> str:
        r"""A position as line and column, both counted from one.

        >>> Page("one\ntwo").where(5)
        'line 2, column 2'
        """
        line = self._source.count("\n", 0, position) + 1
        column = position - self._source.rfind("\n", 0, position)
        return f"line {line}, column {column}"


def _make(source: str, name: str, url: str | None, html: bool | None, encoding: Encoding | None) -> Page:
    """A page of a source that is normalized already."""
    page = Page.__new__(Page)
    page._set(source, name, url, html, encoding)  # noqa: SLF001  # another way to make a page
    return page


def normalize_source(source: str) -> str:
    r"""The source as a page has it: newlines are ``\n``, and invalid characters are U+FFFD.

    >>> normalize_source("one\r\ntwo\0")
    'one\ntwo\ufffd'
    """
    source = normalize_newlines(source)
    return source if _has_only_characters(source) else INVALID_CHARACTER.sub("\ufffd", source)


def _has_only_characters(source: str) -> bool:
    if source.isascii() or not is_wide(source):
        return "\0" not in source
    try:
        return b"\0" not in source.encode()  # it fails at half a surrogate pair, and is faster than a search
    except UnicodeEncodeError:
        return False


def _looks_like_html(source: str, name: str) -> bool:
    ending = PurePath(name).suffix.lower() if name else ""
    return ending in HTML_ENDINGS or (ending not in TEXT_ENDINGS and MARKUP.search(source) is not None)
