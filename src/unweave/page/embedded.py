r"""Data that a page carries in its scripts: every JSON value with its path, its text and its place in the source.

Legend

    script      an element ``<script>``; they are numbered in the order of the page, from 0
    document    a JSON value in a script: its whole content (``type="application/ld+json"``), what is assigned to a
                variable (``window.STATE = {...}``), handed to a function (``dataLayer.push({...})``, ``gtag("event",
                "view", {...})``), or a string that holds JSON (``JSON.parse("{...}")``), also one in another document
                (``{"body": "{...}"}``)
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
from functools import cached_property
from typing import NamedTuple

from unweave.page.embedded_document import DecodedText, EmbeddedDocument, EmbeddedValue
from unweave.page.html import collapse
from unweave.page.json_references import resolved
from unweave.page.json_scan import JsonTree, NotJson, scan_json
from unweave.page.markup import Token
from unweave.page.span import Span
from unweave.page.tokens import attributes

CHUNKS = "__next_f.push"
REFERENCES = "#__NUXT_DATA__"
_begin = re.compile(r"(?:[\s;,]|<!--|(?://|/\*)?\s*<!\[CDATA\[(?:\*/)?)*+").match
_rest = re.compile(r"(?:[\s;]|-->|(?://|/\*)?\s*\]\]>(?:\*/)?)*+").match
_NAME = r"""[A-Za-z_$][\w$]*+(?:\.[A-Za-z_$][\w$]*+|\[(?:"[^"\]]*+"|'[^'\]]*+')\])*+"""
_candidate = re.compile(
    rf"""(?<![\w$.])(?:(?P<name>{_NAME})\s*+|\(\s*+(?P<list>{_NAME})\s*+=\s*+(?P=list)\s*+\|\|\s*+\[\s*+\]\s*+\)\.push(?=\())
    (?:=\s*+|\(\s*+(?:(?:[\w$.]++|"(?![{{\[])[^"\\\n]*+"|'(?![{{\[])[^'\\\n]*+')\s*+,\s*+)*+)(?=[{{\[]|["'][{{\[])""",
    re.VERBOSE,
).search
"""What may come before a value: ``name =``, ``name(`` with names, numbers and strings as the arguments before it, and
``(name = name || []).push(``."""
_row = re.compile(r"[0-9a-f]++:(?:T(?P<bytes>[0-9a-f]{1,7}),|[A-Z]*+(?=[\[{\"]))").match
_string = re.compile(r""""[^"\\]*+(?:\\.[^"\\]*+)*+"|'[^'\\]*+(?:\\.[^'\\]*+)*+'""", re.DOTALL).match


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
        value = self._value_at(Span(*span)) if self.is_inside(span) else None
        return None if value is None else value.shown

    def _value_at(self, span: Span) -> EmbeddedValue | None:
        """The value at a span: looked up in the documents that are in the order of the source, or in all others."""
        at = bisect_right(self._ordered, span.start, key=_start) - 1
        node = self._ordered[at].tree.scalar_at(span) if at >= 0 else None
        return self._unordered.get(span) if node is None else self._ordered[at].value(node)

    @cached_property
    def _ordered(self) -> list[EmbeddedDocument]:
        return sorted((one for one in self.documents if one.is_ordered), key=_start)

    @cached_property
    def _unordered(self) -> dict[Span, EmbeddedValue]:
        return {value.span: value for one in self.documents if not one.is_ordered for value in one.values()}

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


def _start(document: EmbeddedDocument) -> int:
    return document.tree.span(0).start


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
        name = match["name"] or f"{match['list']}.push"
        try:
            if source[match.end()] in "{[":
                tree = scan_json(source, match.end(), content.end)
                document = EmbeddedDocument(number, name, tree)
                at = document.tree.end
            else:
                at, document = _in_string(source, number, name, Span(match.end(), content.end))
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
