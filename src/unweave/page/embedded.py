r"""Data that a page carries in its scripts: every JSON value with its path, its text and its place in the source.

Legend

    script      an element ``<script>``; they are numbered in the order of the page, from 0
    document    a JSON value in a script: its whole content (``type="application/ld+json"``), what is assigned to a
                variable (``window.STATE = {...}``), handed to a function (``dataLayer.push({...})``), or a string that
                holds JSON (``JSON.parse("{...}")``), also one in another document (``{"body": "{...}"}``)
    name        of a document: ``#__NEXT_DATA__`` or ``application/ld+json``, ``window.STATE``, ``dataLayer.push``; of
                one in another, with the key: ``application/json.body``
    value       a string, number or constant of a document, at a path of keys: ("products", 0, "price")
    chunk       a piece of the data that Next.js sends in many scripts, ``self.__next_f.push([1,"..."])``; joined they
                are rows, ``5:{...}``, each a document. A row of plain text is left out. The span of a value that begins
                in one chunk and ends in another goes over the tags between them

The data of Nuxt, in which values refer to each other by number, is resolved (``json_references``). Scripts are read
when they are asked for. What is not JSON is no error, it is no data: a script whose type says JSON has
to be JSON as a whole; of other scripts, the values that are are found.

    >>> from unweave.page import Page
    >>> page = Page('<script>window.S = {"title": "caf\\u00e9", "tags": ["a"]};</script>')
    >>> [(value.path, value.text, page[value.span]) for value in page.embedded.values()]
    [(('title',), 'café', 'caf\\u00e9'), (('tags', 0), 'a', 'a')]
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import NamedTuple

from unweave.page.html import collapse
from unweave.page.json_references import resolved
from unweave.page.json_scan import JsonTree, KeyPath, NotJson, offsets_of, scan_json, unescaped
from unweave.page.markup import Token
from unweave.page.span import Span
from unweave.page.tokens import attributes

CHUNKS = "__next_f.push"
REFERENCES = "#__NUXT_DATA__"
_begin = re.compile(r"(?:[\s;,]|<!--|(?://|/\*)?\s*<!\[CDATA\[(?:\*/)?)*+").match
_rest = re.compile(r"(?:[\s;]|-->|(?://|/\*)?\s*\]\]>(?:\*/)?)*+").match
_candidate = re.compile(
    r"""(?<![\w$.])(?P<name>[A-Za-z_$][\w$]*+(?:\.[A-Za-z_$][\w$]*+|\[(?:"[^"\]]*+"|'[^'\]]*+')\])*+)\s*+
    (?:=\s*+(?=[{\[]|["'][{\[])|\(\s*+(?=[{\[]|["'][{\[]))""",
    re.VERBOSE,
).search
_row = re.compile(r"[0-9a-f]++:(?:T(?P<bytes>[0-9a-f]{1,7}),|[A-Z]*+(?=[\[{\"]))").match
_reference = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});").sub
_string = re.compile(r""""[^"\\]*+(?:\\.[^"\\]*+)*+"|'[^'\\]*+(?:\\.[^'\\]*+)*+'""", re.DOTALL).match


class EmbeddedValue(NamedTuple):
    """A string, number or constant in a document: where, what, and its place in the source of the page.

    ``kind`` is "string", "number" or "constant"; the span of a string is without its quotes.
    """

    document: "EmbeddedDocument"
    path: KeyPath
    kind: str
    text: str
    span: Span

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

    ``pieces`` has, for each string, where it begins in the text, and its offsets (``json_scan.offsets_of``).

    >>> joined = DecodedText.of(r'{"a": "x\u0041"}', [Span(7, 14)])
    >>> joined.text, joined.span(0, 2), joined.span(1, 2)
    ('xA', Span(start=7, end=14), Span(start=8, end=14))
    """

    text: str
    pieces: tuple[tuple[int, list[tuple[int, int]]], ...]

    @classmethod
    def of(cls, source: str, spans: Sequence[Span]) -> "DecodedText":
        """The strings at these spans, which are without their quotes."""
        texts = [unescaped(source[start:end]) for start, end in spans]
        begins = [0]
        for text in texts:
            begins.append(begins[-1] + len(text))
        pieces = [
            (begin, offsets_of(source[one.start : one.end], one.start))
            for begin, one in zip(begins, spans, strict=False)
        ]
        return cls("".join(texts), tuple(pieces))

    def span(self, start: int, end: int) -> Span:
        """Where a part of the text is in the source; what is in several strings goes over what is between them."""
        return Span(self._source_at(start, start), self._source_at(end, max(start, end - 1)))

    def _source_at(self, position: int, inside: int) -> int:
        """Where a position is in the source, in the string that has the character at ``inside``."""
        begin, offsets = self.pieces[bisect_right(self.pieces, inside, key=lambda piece: piece[0]) - 1]
        return _source_of(offsets, position - begin)


def _source_of(offsets: Sequence[tuple[int, int]], position: int) -> int:
    text, source = offsets[bisect_right(offsets, position, key=lambda pair: pair[0]) - 1]
    return source + position - text


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

    def value(self, node: int) -> EmbeddedValue:
        """The value of a node."""
        return EmbeddedValue(self, self.tree.path(node), self.tree.kind(node), self.tree.text(node), self.span(node))

    def values(self) -> Iterator[EmbeddedValue]:
        """All values, in order."""
        return map(self.value, self.tree.scalars())


class Script(NamedTuple):
    """A script element: its attributes ``type`` and ``id``, "" where it has none, and where its content is."""

    type: str
    id: str
    content: Span


class EmbeddedData:
    """The documents in the scripts of a page.

    >>> from unweave.page import Page
    >>> page = Page('<script type="application/json">{"price": 5}</script><script>a = [1, f()]; b = ["x"]</script>')
    >>> [(document.script, document.name) for document in page.embedded.documents]
    [(0, 'application/json'), (1, 'b')]
    """

    def __init__(self, source: str, markup: Sequence[Token]) -> None:
        self._source, self._markup = source, markup

    @cached_property
    def documents(self) -> tuple[EmbeddedDocument, ...]:
        """All documents, in the order of the page; those of chunks are at the end."""
        return documents_of(self._source, self._scripts)

    @cached_property
    def _scripts(self) -> tuple[Script, ...]:
        return tuple(_scripts(self._source, self._markup))

    def is_inside(self, span: tuple[int, int]) -> bool:
        """Whether a span is in the content of a script, or goes from one into another.

        >>> from unweave.page import Page
        >>> [Page("<b>1</b><script>2</script>").embedded.is_inside(span) for span in [(3, 4), (16, 17)]]
        [False, True]
        """
        return all(map(self._is_in_script, span))

    def _is_in_script(self, position: int) -> bool:
        at = bisect_right(self._scripts, position, key=lambda one: one.content.start) - 1
        return at >= 0 and position <= self._scripts[at].content.end

    def text(self, span: tuple[int, int]) -> str | None:
        r"""The text of the value at a span, as a reader would see it; None where no value is.

        >>> from unweave.page import Page
        >>> Page('<script>s = {"a": "caf\\u00e9"}</script>').embedded.text((19, 28))
        'café'
        """
        return self._texts.get(Span(*span)) if self.is_inside(span) else None

    @cached_property
    def _texts(self) -> dict[Span, str]:
        return {value.span: value.shown for value in self.values()}

    def values(self) -> Iterator[EmbeddedValue]:
        """The values of all documents."""
        for document in self.documents:
            yield from document.values()

    def find(self, text: str) -> list[EmbeddedValue]:
        """The values with this text, as a reader would see it.

        >>> from unweave.page import Page
        >>> [value.path for value in Page('<script>s = {"a": "x  y", "b": ["x y"]}</script>').embedded.find("x y")]
        [('a',), ('b', 0)]
        """
        wanted = collapse(text)
        return [value for value in self.values() if value.shown == wanted]


def _scripts(source: str, markup: Iterable[Token]) -> Iterator[Script]:
    """The script elements, with an empty one where a tag has no content."""
    tag: Token | None = None
    for token in markup:
        if tag is not None:
            known = {each.name: each.value or "" for each in attributes(source, tag)}
            content = token.span if token.kind == "raw" else Span(tag.end, tag.end)
            yield Script(known.get("type", ""), known.get("id", ""), content)
        tag = token if token.kind == "start" and token.name == "script" else None


def documents_of(source: str, scripts: Iterable[Script]) -> tuple[EmbeddedDocument, ...]:
    """The documents in some scripts, in their order; those of chunks are at the end.

    >>> [one.name for one in documents_of('a = {"b": 1}', [Script("", "", Span(0, 12))])]
    ['a']
    """
    found = [one for number, script in enumerate(scripts) for one in _of_script(source, number, script)]
    chunks = [document for document in found if document.name.endswith(CHUNKS)]
    others = [document for document in found if not document.name.endswith(CHUNKS)]
    inside = [inner for document in others for inner in _inside(source, document)]
    return (*others, *inside, *_of_chunks(source, chunks))


def _inside(source: str, document: EmbeddedDocument) -> Iterator[EmbeddedDocument]:
    """The documents in strings of a document that is not in a string itself."""
    tree = document.tree
    for node in tree.scalars() if document.decoded is None else ():
        span = tree.span(node)
        if span.end - span.start > 1 and source[span.start] in "{[" and tree.kind(node) == "string":
            with suppress(NotJson):
                decoded, inner = _decoded_json(source, span)
                if len(inner) > 1:
                    yield EmbeddedDocument(document.script, f"{document.name}.{tree.key(node)}", inner, decoded)


def _decoded_json(source: str, span: Span) -> tuple[DecodedText, JsonTree]:
    """The JSON that a string is made of, given where it is without its quotes."""
    decoded = DecodedText.of(source, [span])
    tree = scan_json(decoded.text)
    if decoded.text[tree.end :].strip():
        raise NotJson(tree.end)
    return decoded, tree


def _of_script(source: str, number: int, script: Script) -> list[EmbeddedDocument]:
    kind = script.type.strip().lower()
    if "json" in kind or (script.id.startswith("__") and kind not in {"", "module"}):
        return _whole(source, number, f"#{script.id}" if script.id else kind, script.content)
    if not kind or kind == "module" or "javascript" in kind or "ecmascript" in kind:
        return list(_assigned(source, number, script.content))
    return []


def _whole(source: str, number: int, name: str, content: Span) -> list[EmbeddedDocument]:
    """The values that a script is made of; nothing if there is anything else in it."""
    found: list[EmbeddedDocument] = []
    at = _end(_begin(source, *content), content.start)
    while at < content.end:
        try:
            tree = scan_json(source, at, content.end)
        except NotJson:
            return []
        found.append(EmbeddedDocument(number, name, resolved(tree) if name == REFERENCES else tree))
        at = _end(_begin(source, tree.end, content.end), tree.end)
        if _end(_rest(source, tree.end, content.end), tree.end) == content.end:
            break
    return found


def _assigned(source: str, number: int, content: Span) -> Iterator[EmbeddedDocument]:
    """The values that are assigned to variables or handed to functions; the search goes on behind what it read."""
    at = content.start
    while match := _candidate(source, at, content.end):
        try:
            if source[match.end()] in "{[":
                tree = scan_json(source, match.end(), content.end)
                document = EmbeddedDocument(number, match["name"], tree)
                at = document.tree.end
            else:
                at, document = _in_string(source, number, match["name"], Span(match.end(), content.end))
            if len(document.tree) > 1:
                yield document
        except NotJson as problem:
            at = max(problem.at, match.end())


def _in_string(source: str, number: int, name: str, rest: Span) -> tuple[int, EmbeddedDocument]:
    """The document in a string that the rest of a script begins with, and where the string ends."""
    start, end = rest
    string = _string(source, start, end)
    if string is None:
        raise NotJson(end)
    try:
        decoded, tree = _decoded_json(source, Span(start + 1, string.end() - 1))
    except NotJson:
        raise NotJson(string.end()) from None
    return string.end(), EmbeddedDocument(number, name, tree, decoded)


def _of_chunks(source: str, chunks: Sequence[EmbeddedDocument]) -> Iterator[EmbeddedDocument]:
    """The rows of all chunks together."""
    spans = [each.tree.span(node) for each in chunks for node in each.tree.scalars() if each.tree.path(node) == (1,)
             and each.tree.kind(node) == "string"]  # fmt: skip
    decoded = DecodedText.of(source, spans)
    for start, end in _rows(decoded.text):
        try:
            tree = scan_json(decoded.text, start, end)
        except NotJson:
            continue
        yield EmbeddedDocument(chunks[0].script, CHUNKS.partition(".")[0], tree, decoded)


def _rows(stream: str) -> Iterator[tuple[int, int]]:
    """Where the JSON of each row of the chunks begins and ends."""
    at = 0
    while at < len(stream):
        row = _row(stream, at)
        line_end = stream.find("\n", at)
        end = len(stream) if line_end < 0 else line_end
        if row and row["bytes"]:
            size = int(row["bytes"], 16)
            at = row.end() + len(stream[row.end() : row.end() + size].encode()[:size].decode(errors="ignore"))
            continue
        if row:
            yield row.end(), end
        at = end + 1


def _end(match: "re.Match[str] | None", otherwise: int) -> int:
    return match.end() if match else otherwise
