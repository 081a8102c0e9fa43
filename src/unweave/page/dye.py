r"""Where a text of the tree comes from: the parser does not tell, so we ask it with dye.

Each run of text is replaced by a code for its number, the page is parsed once more, and the codes are read where they
ended up. What the parser does with a character depends only on whether it is white space, and white space gets a
white code; so the two trees have the same shape, and every text is found wherever the parser has put it.

Legend:
    run         a piece of text or raw text between two tags; run 7 may be "\n  Congo "
    lead        the white space it begins with, "\n  ", which the parser may drop or put elsewhere
    core        the rest, "Congo "
    code        what stands for it: "07" for core 7, a form feed and then the bits of 7 as spaces and tabs for lead 7
    dyed        a source, or the text of a node, with codes for runs

    >>> dye = Dye("<b>Congo</b> &amp; <i>Egypt</i>")
    >>> dye.source
    '<b>0</b>\x0c   \t1<i>2</i>'
    >>> dye.text_span("0", "Congo"), dye.text_span("\x0c   \t1", " & ")
    (Span(start=3, end=8), Span(start=12, end=19))
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from operator import attrgetter
from typing import NamedTuple

from unweave.page.entities import decode_text
from unweave.page.markup import Token, scan
from unweave.page.span import Span

# White space the parser sees: characters, and references to them.
_REFERENCE = r"&#(?:0*+(?:9|10|12|13|32)|[xX]0*+(?:9|[aAcCdD]|20))(?![0-9a-fA-F]);?|&Tab;|&NewLine;"
LEAD = {"text": re.compile(rf"(?:[ \t\n\f\r]++|{_REFERENCE})*+"), "raw": re.compile(r"[ \t\n\f\r]*+")}
NEWLINE = re.compile(r"\n|&#(?:0*+10|[xX]0*+[aA])(?![0-9a-fA-F]);?|&NewLine;")
UNFINISHED = re.compile(r"</(?:[a-zA-Z]|>)")
EATS_NEWLINE = frozenset({"pre", "textarea", "listing"})
TO_WHITE = str.maketrans("01", " \t")
FROM_WHITE = str.maketrans(" \t", "01")


class Run(NamedTuple):
    """A run of text: where it stands, where it begins without an eaten newline, where its core begins; and its kind."""

    start: int
    eaten: int
    core: int
    end: int
    kind: str


class Part(NamedTuple):
    """What a code says: the number of a run, and which part of the run it stands for."""

    number: int
    is_lead: bool


class Dye:
    """A source with codes in place of its texts, and the way back from codes to spans.

    >>> dye = Dye("<p>Congo<!-- 242 --></p>")
    >>> dye.source, dye.comment_span("0")
    ('<p>0<!--0--></p>', Span(start=8, end=20))
    """

    def __init__(self, source: str, pieces: Sequence[Token] | None = None) -> None:
        self._original = source
        self._runs: list[Run] = []
        self._comments: list[Span] = []
        self._whole: dict[str, Span] = {}
        self.document = Span(0, len(source))
        self.doctype: Span | None = None
        pieces = list(scan(source)) if pieces is None else pieces
        self._digits = len(f"{len(pieces):x}")
        self._pattern = re.compile(rf"\n?(?:\f([ \t]{{{4 * self._digits}}})|([0-9a-f]{{{self._digits}}}))")
        self.source = "".join(self._dyed(source, pieces))

    def _dyed(self, source: str, pieces: Iterable[Token]) -> Iterator[str]:
        done, before = 0, ""
        for piece in pieces:
            kind, start, end, name = piece
            if kind in {"text", "raw"} or (kind == "comment" and _makes_comment(source, start, end)):
                yield source[done:start]
                yield self._comment(piece) if kind == "comment" else self._run(source, piece, before)
                done = end
            elif kind == "doctype" and self.doctype is None:
                self.doctype = piece.span
            before = name if kind == "start" else ""
        yield source[done:]

    def _comment(self, piece: Token) -> str:
        self._comments.append(piece.span)
        return f"<!--{len(self._comments) - 1}-->"

    def _run(self, source: str, piece: Token, before: str) -> str:
        kind, start, end, _ = piece
        lead = LEAD[kind].match(source, start, end)
        core = lead.end() if lead else start
        newline = NEWLINE.match(source, start, end) if before in EATS_NEWLINE else None
        eaten = newline.end() if newline else start
        code = self._code(eaten > start, core > eaten, core < end)
        self._runs.append(Run(start, eaten, core, end, kind))
        if code != "\n":
            self._whole[code] = Span(start, end)
        return code

    def _code(self, newline: bool, lead: bool, core: bool) -> str:
        number = len(self._runs)
        white = "\f" + f"{number:0{4 * self._digits}b}".translate(TO_WHITE) if lead else ""
        return "\n" * newline + white + (f"{number:0{self._digits}x}" if core else "")

    def comment_span(self, dyed: str) -> Span | None:
        """Where a comment stands, from what its twin says.

        >>> Dye("x<!-- y -->").comment_span("0")
        Span(start=1, end=11)
        """
        return self._comments[int(dyed)] if dyed.isdecimal() and int(dyed) < len(self._comments) else None

    def text_span(self, dyed: str, text: str) -> Span | None:
        """Where a text stands, from what its twin says; None if it was gathered from several places.

        >>> Dye("a</x>b").text_span("01", "ab"), Dye("a<i>-</i>b").text_span("02", "ab")
        (Span(start=0, end=6), None)
        """
        span = self._whole.get(dyed) or self._part_span(dyed)
        return span if span and self._says(span, text) else None

    def _says(self, span: Span, text: str) -> bool:
        # It always does, unless our tokenizer and the parser do not agree about the page.
        if self._original[span.start : span.end] == text:
            return True
        first = bisect_right(self._runs, span.start, key=attrgetter("start")) - 1
        runs = takewhile(lambda run: run.start < span.end, islice(self._runs, first, None))
        return "".join(self._decoded(run, span) for run in runs) == text

    def _decoded(self, run: Run, span: Span) -> str:
        source = self._original[max(run.start, span.start) : min(run.end, span.end)]
        return decode_text(source) if run.kind == "text" else source

    def _part_span(self, dyed: str) -> Span | None:
        codes = list(self._pattern.finditer(dyed))
        parts = [self._part(code) for code in codes]
        numbers = list(dict.fromkeys(part.number for part in parts))
        if "".join(code[0] for code in codes) != dyed or not self._adjoin(numbers):
            return None
        first, last = self._runs[numbers[0]], self._runs[numbers[-1]]
        start = first.eaten if parts[0].is_lead else first.core
        return Span(start, last.core if parts[-1].is_lead else last.end)

    def _adjoin(self, numbers: list[int]) -> bool:
        if not numbers or numbers[-1] >= len(self._runs):
            return False
        return numbers == list(range(numbers[0], numbers[-1] + 1))

    def _part(self, match: re.Match[str]) -> Part:
        lead, core = match.groups()
        return Part(int(lead.translate(FROM_WHITE), 2), is_lead=True) if lead else Part(int(core, 16), is_lead=False)


def _makes_comment(source: str, start: int, end: int) -> bool:
    if source.startswith(("<!", "<?"), start):
        return end - start > len("<![CDATA[") or not source.startswith("<![CDATA[", start)
    return source.startswith("</", start) and not UNFINISHED.match(source, start)
