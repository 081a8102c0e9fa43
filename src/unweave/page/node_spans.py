r"""The spans of all nodes of a tree, computed at once.

The parser knows where tags are, but not where texts and comments are. So each text is replaced by a code for its
number, the coded source is parsed once more, and the codes are read where the parser has put them. What the parser
does with a character depends only on whether it is white space, and white space gets a code of white space; so the two
trees have the same shape, and every text is found wherever the parser has put it.

Legend, for the source ``<p>\n  Congo <b>242</b>``
    source text   a text or raw text between two tags: "\n  Congo " is number 0
    lead          the white space at its start, "\n  ", which the parser may drop or move
    core          the rest, "Congo "
    code          of core 7: "07", its number in hexadecimal; of lead 7: a form feed, then its bits as spaces and tabs
    coded source  the source with codes in place of texts and comments: "<p>\x0c    0<b>1</b>"
    coded text    what a node of the coded tree has where a node of the tree has its text: "\x0c    0"

An element's span begins with its start tag and ends with the last thing that it contains:

    source      <ul><li>Congo<li>Egypt</ul>
    first li    ....<li>Congo..............   its end tag is left out, so it ends with its text
    ul          <ul><li>Congo<li>Egypt</ul>

A text after ``</body>`` belongs to the body, whose span then ends after its end tag.

    >>> locator = TextLocator("<b>Congo</b> &amp; <i>Egypt</i>")
    >>> locator.coded_source
    '<b>0</b>\x0c   \t1<i>2</i>'
    >>> locator.text_span("0", "Congo"), locator.text_span("\x0c   \t1", " & ")
    (Span(start=3, end=8), Span(start=12, end=19))
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from unweave.page.entities import decode_text
from unweave.page.markup import Token, scan_markup
from unweave.page.span import Span

if TYPE_CHECKING:
    from unweave.page.node import Node

DROPS_NEWLINE = frozenset({"pre", "textarea", "listing"})
"""Elements whose content loses a newline at its start."""
# White space to the parser: characters, and references to them.
_REFERENCE = r"&#(?:0*+(?:9|10|12|13|32)|[xX]0*+(?:9|[aAcCdD]|20))(?![0-9a-fA-F]);?|&Tab;|&NewLine;"
_LEAD = {"text": re.compile(rf"(?:[ \t\n\f\r]++|{_REFERENCE})*+"), "raw": re.compile(r"[ \t\n\f\r]*+")}
_NEWLINE = re.compile(r"\n|&#(?:0*+10|[xX]0*+[aA])(?![0-9a-fA-F]);?|&NewLine;")
_END_TAG = re.compile(r"</(?:[a-zA-Z]|>)")
_BITS_TO_WHITE = str.maketrans("01", " \t")
_WHITE_TO_BITS = str.maketrans(" \t", "01")


class SpanTable:
    """A span or None for each node, in 8 bytes each; as objects they would take more memory than the nodes.

    >>> table = SpanTable(2)
    >>> table[1] = Span(3, 7)
    >>> list(table)
    [None, Span(start=3, end=7)]
    """

    __slots__ = ("_ends", "_starts")

    def __init__(self, size: int) -> None:
        self._starts = array("i", [-1]) * size  # -1 for None
        self._ends = array("i", [-1]) * size

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, index: int) -> Span | None:
        start = self._starts[index]
        return None if start < 0 else Span(start, self._ends[index])

    def __setitem__(self, index: int, span: tuple[int, int] | None) -> None:
        self._starts[index], self._ends[index] = span or (-1, -1)

    def __iter__(self) -> Iterator[Span | None]:
        return map(self.__getitem__, range(len(self)))

    def end(self, index: int) -> int:
        """The end of a span; -1 where there is none."""
        return self._ends[index]


class TextBounds(NamedTuple):
    """A text of the source: where it begins, begins without a dropped newline, its core begins, it ends; its kind."""

    start: int
    kept: int
    core: int
    end: int
    kind: str


class CodePart(NamedTuple):
    """What a code refers to: the number of a source text, and whether it is the lead or the core."""

    number: int
    is_lead: bool


class TextLocator:
    """A source with codes in place of its texts, and the spans that the codes refer to.

    >>> locator = TextLocator("<p>Congo<!-- 242 --></p>")
    >>> locator.coded_source, locator.comment_span("0")
    ('<p>0<!--0--></p>', Span(start=8, end=20))
    """

    def __init__(self, source: str, markup: Sequence[Token] | None = None) -> None:
        self._source = source
        self._texts: list[TextBounds] = []
        self._comments: list[Span] = []
        self._whole: dict[str, Span] = {}
        self.document = Span(0, len(source))
        self.doctype: Span | None = None
        markup = list(scan_markup(source)) if markup is None else markup
        self._digits = len(f"{len(markup):x}")
        self._code_pattern = re.compile(rf"\n?(?:\f([ \t]{{{4 * self._digits}}})|([0-9a-f]{{{self._digits}}}))")
        self.coded_source = "".join(self._coded(source, markup))

    def _coded(self, source: str, markup: Iterable[Token]) -> Iterator[str]:
        done, tag_before = 0, ""
        for token in markup:
            kind, start, end, name = token
            if kind in {"text", "raw"} or (kind == "comment" and _makes_comment(source, start, end)):
                yield source[done:start]
                yield self._code_comment(token) if kind == "comment" else self._code_text(source, token, tag_before)
                done = end
            elif kind == "doctype" and self.doctype is None:
                self.doctype = token.span
            tag_before = name if kind == "start" else ""
        yield source[done:]

    def _code_comment(self, token: Token) -> str:
        self._comments.append(token.span)
        return f"<!--{len(self._comments) - 1}-->"

    def _code_text(self, source: str, token: Token, tag_before: str) -> str:
        kind, start, end, _ = token
        lead = _LEAD[kind].match(source, start, end)
        core = lead.end() if lead else start
        newline = _NEWLINE.match(source, start, end) if tag_before in DROPS_NEWLINE else None
        kept = newline.end() if newline else start
        code = self._code(newline=kept > start, lead=core > kept, core=core < end)
        self._texts.append(TextBounds(start, kept, core, end, kind))
        if code != "\n":
            self._whole[code] = Span(start, end)
        return code

    def _code(self, *, newline: bool, lead: bool, core: bool) -> str:
        number = len(self._texts)
        white = "\f" + f"{number:0{4 * self._digits}b}".translate(_BITS_TO_WHITE) if lead else ""
        return "\n" * newline + white + (f"{number:0{self._digits}x}" if core else "")

    def comment_span(self, coded: str) -> Span | None:
        """The span of a comment, given its coded text.

        >>> TextLocator("x<!-- y -->").comment_span("0")
        Span(start=1, end=11)
        """
        return self._comments[int(coded)] if coded.isdecimal() and int(coded) < len(self._comments) else None

    def text_span(self, coded: str, text: str) -> Span | None:
        """The span of a text, given its coded text; None if the parser has joined it from several places.

        >>> TextLocator("a</x>b").text_span("01", "ab"), TextLocator("a<i>-</i>b").text_span("02", "ab")
        (Span(start=0, end=6), None)
        """
        span = self._whole.get(coded) or self._coded_span(coded)
        return span if span and self._has_text(span, text) else None

    def _has_text(self, span: Span, text: str) -> bool:
        # It always has, unless our tokenizer and the parser differ on the page.
        if self._source[span.start : span.end] == text:
            return True
        start = attrgetter("start")
        first, end = bisect_right(self._texts, span.start, key=start) - 1, bisect_left(self._texts, span.end, key=start)
        texts = self._texts[first:end]
        return "".join(self._decoded(one, span) for one in texts) == text

    def _decoded(self, text: TextBounds, span: Span) -> str:
        source = self._source[max(text.start, span.start) : min(text.end, span.end)]
        return decode_text(source) if text.kind == "text" else source

    def _coded_span(self, coded: str) -> Span | None:
        """The span from the first code to the last; None if they are not of adjacent texts."""
        codes = list(self._code_pattern.finditer(coded))
        parts = [_code_part(code) for code in codes]
        numbers = list(dict.fromkeys(part.number for part in parts))
        if "".join(code[0] for code in codes) != coded or not self._are_adjacent(numbers):
            return None
        first, last = self._texts[numbers[0]], self._texts[numbers[-1]]
        start = first.kept if parts[0].is_lead else first.core
        return Span(start, last.core if parts[-1].is_lead else last.end)

    def _are_adjacent(self, numbers: list[int]) -> bool:
        if not numbers or numbers[-1] >= len(self._texts):
            return False
        return numbers == list(range(numbers[0], numbers[-1] + 1))


def _code_part(match: re.Match[str]) -> CodePart:
    lead, core = match.groups()
    if lead:
        return CodePart(int(lead.translate(_WHITE_TO_BITS), 2), is_lead=True)
    return CodePart(int(core, 16), is_lead=False)


def _makes_comment(source: str, start: int, end: int) -> bool:
    """Whether a comment token is a comment of the tree, too, and not markup that the parser ignores."""
    if source.startswith(("<!", "<?"), start):
        return end - start > len("<![CDATA[") or not source.startswith("<![CDATA[", start)
    return source.startswith("</", start) and not _END_TAG.match(source, start)


def aligned(labels: Sequence[str], coded_labels: Sequence[str], coded_texts: Sequence[str]) -> list[str]:
    """The coded texts for the nodes of the tree, given a label for each node of both trees.

    Where the trees differ in shape, which is rare, the nodes between the equal beginnings and ends have none.

    >>> aligned(["p", "text", "b", "text"], ["p", "text", "i", "text"], ["", "0", "", "1"])
    ['', '0', '', '1']
    """
    if labels == coded_labels:
        return list(coded_texts)
    head = _common(labels, coded_labels)
    tail = min(_common(labels[::-1], coded_labels[::-1]), len(labels) - head, len(coded_labels) - head)
    return [*coded_texts[:head], *[""] * (len(labels) - head - tail), *coded_texts[len(coded_texts) - tail :]]


def _common(first: Iterable[str], second: Iterable[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def compute_node_spans(
    nodes: "Sequence[Node]", start_tags: SpanTable, end_tags: SpanTable, locator: TextLocator, coded: Iterable[str]
) -> SpanTable:
    """The spans of all nodes, from the spans of their tags and from their coded texts."""
    spans = SpanTable(len(nodes))
    for node, text in zip(nodes, coded, strict=True):
        spans[node.index] = _leaf_span(locator, node, text)
    _add_element_spans(nodes, spans, start_tags, end_tags)
    return spans


def _leaf_span(locator: TextLocator, node: "Node", coded: str) -> Span | None:
    match node.kind:
        case "text":
            return locator.text_span(coded, node.data)
        case "comment":
            return locator.comment_span(coded)
        case "doctype":
            return locator.doctype
        case "document":
            return locator.document
    return None


def _add_element_spans(nodes: "Sequence[Node]", spans: SpanTable, start_tags: SpanTable, end_tags: SpanTable) -> None:
    ends = array("i", [0]) * len(nodes)  # where each node and all that it contains ends
    for node in reversed(nodes):
        index = node.index
        start = start_tags[index]
        if start:
            ends[index] = max(ends[index], start.end, end_tags.end(index))
            spans[index] = start.start, ends[index]
        else:
            ends[index] = max(ends[index], spans.end(index))
        if node.parent and ends[node.parent.index] < ends[index]:
            ends[node.parent.index] = ends[index]
