"""Units: what can be clicked on a page, and the spans of the source that they are.

Legend

    wid        the number of an element in the learner's tree (``node.index``); the view has it as ``data-wid``
    k          the number of a text among the text children of its element, from 0
    unit       {"kind": "text", "wid": 4, "k": 0, "start": 0, "end": 4}; start and end count code points of the text
    span       Span(3, 7) in the page's source
    target     ["t", 4, 0, 0, 4]: where a span is drawn, see ``docs/studio-api.md``
    positions  for each code point of a decoded text its position in the source: "a &amp; b" -> [0, 1, 2, 7, 8, 9]

A text whose source does not decode to it, since the parser has joined it from several places, can only be taken as a
whole, or not at all. Nothing is guessed: what has no span in the source cannot be labelled.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias
from zlib import crc32

from unweave.engine.index import index_of
from unweave.engine.values import begin_of, end_of, whole_span
from unweave.page import Node, Page, Span
from unweave.page.entities import REFERENCE, decode_attribute, decode_text
from unweave.page.html import HIDDEN
from unweave.studio.problems import StudioProblem

Unit: TypeAlias = Mapping[str, Any]
Target: TypeAlias = list[Any]

SHOWN_TEXT = 200
"""At most so many code points of a text are sent with a mark."""
ATTRIBUTES = frozenset(
    ("href", "src", "alt", "title", "content", "datetime", "value", "srcset", "poster", "action", "cite", "label")
)
"""Attributes whose values are offered as units, beside ``data-*`` and ``aria-label``."""


@dataclass(frozen=True, slots=True)
class LocatedUnit:
    """A unit, its span in the source, where it is drawn, and its value."""

    unit: dict[str, Any]
    span: Span
    target: Target
    value: str


def visible(text: str) -> str:
    r"""The text without any white space: two texts with the same characters otherwise look the same.

    >>> visible(" Emma\u00a0 Woodhouse\ufeff\n")
    'EmmaWoodhouse'
    """
    return "".join(text.replace("\ufeff", "").split())


def source_positions(source: str, start: int, *, attribute: bool = False) -> list[int]:
    """The position of each decoded code point of a text or attribute value that begins at ``start``, and of its end.

    >>> source_positions("a &amp; b", 10)
    [10, 11, 12, 17, 18, 19]
    """
    positions: list[int] = []
    done = 0
    for match in REFERENCE.finditer(source) if "&" in source else ():
        positions += range(start + done, start + match.start())
        positions += [start + match.start()] * len(_decoded(source, match.start(), match.end(), attribute=attribute))
        done = match.end()
    positions += range(start + done, start + len(source) + 1)
    return positions


def _decoded(source: str, start: int, end: int, *, attribute: bool) -> str:
    if not attribute:
        return decode_text(source[start:end])
    following = source[end : end + 1]  # it decides whether a name without a semicolon is a reference
    decoded = decode_attribute(source[start : end + 1])
    return decoded[:-1] if following else decoded


class PageUnits:
    """The units of one page.

    >>> units = PageUnits(Page("<p>Tea &amp; <b>cake</b>"))
    >>> units.located({"kind": "text", "wid": 4, "k": 0, "start": 0, "end": 5}).span
    Span(start=3, end=12)
    >>> units.located({"kind": "source", "start": 16, "end": 20}).unit
    {'kind': 'text', 'wid': 6, 'k': 0, 'start': 0, 'end': 4}
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._positions: dict[int, Sequence[int] | None] = {}

    @cached_property
    def nodes(self) -> Sequence[Node]:
        """The nodes of the page's tree; none where the page is not HTML."""
        return self.page.tree.nodes if self.page.is_html else ()

    @cached_property
    def elements(self) -> int:
        """How many elements the page has."""
        return sum(node.kind == "element" for node in self.nodes)

    @cached_property
    def _texts(self) -> list[tuple[int, int, int]]:
        """Start, end and number of every text with a span, sorted."""
        spans = ((node.span, node.index) for node in self.nodes if node.kind == "text")
        return sorted((span.start, span.end, index) for span, index in spans if span)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """For the index of each text its k."""
        numbers: dict[int, int] = {}
        for node in self.nodes:
            texts = (child for child in node.children if child.kind == "text")
            numbers.update((child.index, k) for k, child in enumerate(texts))
        return numbers

    def located(self, unit: Unit) -> LocatedUnit:
        """The unit with its span and value; StudioProblem where there is no such unit, or it is not in the source."""
        kind = unit.get("kind")
        finders = {"text": self._text, "element": self._element, "attr": self._attribute, "source": self._source}
        if kind not in finders:
            raise StudioProblem("bad_request", f"{kind!r} is no kind of unit; there are {', '.join(finders)}")
        span = finders[kind](unit)
        target = self.target(span)
        return LocatedUnit(self._canonical(unit, span, target), span, target, self.page.text(span))

    def _canonical(self, unit: Unit, span: Span, target: Target) -> dict[str, Any]:
        match target:
            case ["t", wid, k, start, end]:
                return {"kind": "text", "wid": wid, "k": k, "start": start, "end": end}
            case ["a", wid, name]:
                return {"kind": "attr", "wid": wid, "attr": name}
            case ["a", wid, name, start, end]:
                return {"kind": "attr", "wid": wid, "attr": name, "start": start, "end": end}
        if unit["kind"] == "element":
            return {"kind": "element", "wid": unit["wid"]}
        return {"kind": "source", "start": span.start, "end": span.end}

    def _node(self, unit: Unit) -> Node:
        wid = unit.get("wid")
        if type(wid) is not int or not 0 < wid < len(self.nodes) or self.nodes[wid].kind != "element":
            raise StudioProblem("not_found", f"the page has no element {wid!r}")
        return self.nodes[wid]

    def _text(self, unit: Unit) -> Span:
        node, k = self._node(unit), unit.get("k", 0)
        texts = [child for child in node.children if child.kind == "text"]
        if type(k) is not int or not 0 <= k < len(texts):
            raise StudioProblem("not_found", f"the element {node.index} has no text {k!r}")
        text = texts[k]
        if text.span is None:
            raise StudioProblem("not_in_source", "the parser has joined this text from several places of the source")
        start, end = unit.get("start"), unit.get("end")
        if start is None and end is None:
            return self._trimmed(text.span)
        positions = self._text_positions(text)
        return self._part(text.span, positions, start, len(text.data) if end is None else end)

    def _part(self, whole: Span, positions: Sequence[int] | None, start: Any, end: Any) -> Span:
        start = 0 if start is None else start
        if type(start) is not int or type(end) is not int:
            raise StudioProblem("bad_request", "start and end of a unit are numbers")
        if positions is None:
            raise StudioProblem("not_in_source", "a part of this text has no place of its own in the source")
        if not 0 <= start < end < len(positions):
            raise StudioProblem(
                "bad_request", f"the text has no part {start}-{end}; it has {len(positions) - 1} characters"
            )
        return self._trimmed(Span(positions[start], whole.end if end == len(positions) - 1 else positions[end]))

    def _trimmed(self, span: Span) -> Span:
        source = self.page.source
        start = begin_of(source, span)
        end = end_of(source, Span(start, span.end))
        if start >= end:
            raise StudioProblem("bad_request", "there is only white space")
        return Span(start, end)

    def _text_positions(self, text: Node) -> Sequence[int] | None:
        """The positions of a text's characters; None where its source does not decode to it."""
        if text.index not in self._positions:
            self._positions[text.index] = self._computed_positions(text)
        return self._positions[text.index]

    def _computed_positions(self, text: Node) -> Sequence[int] | None:
        span = text.span
        if span is None:
            return None
        source = self.page[span]
        if source == text.data:
            return range(span.start, span.end + 1)
        positions = source_positions(source, span.start)
        return positions if decode_text(source) == text.data and len(positions) == len(text.data) + 1 else None

    def _element(self, unit: Unit) -> Span:
        node = self._node(unit)
        peer = self.page.tree.peer(node)
        if not node.text:
            raise StudioProblem("not_in_source", f"this {node.tag} has no text", "take one of its attributes")
        return whole_span(index_of(self.page), self.page, peer)

    def _attribute(self, unit: Unit) -> Span:
        node, name = self._node(unit), str(unit.get("attr", ""))
        span = node.attribute_span(name)
        if span is None or span.start == span.end:
            raise StudioProblem("not_found", f"this {node.tag} has no attribute {name!r} with a value")
        if unit.get("start") is None and unit.get("end") is None:
            return span
        positions = source_positions(self.page[span], span.start, attribute=True)
        end = unit.get("end")
        return self._part(span, positions, unit.get("start"), len(positions) - 1 if end is None else end)

    def _source(self, unit: Unit) -> Span:
        start, end = unit.get("start"), unit.get("end")
        if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(self.page):
            raise StudioProblem("bad_request", f"the source has no span {start!r}-{end!r}")
        return self._trimmed(Span(start, end))

    def target(self, span: Span) -> Target:
        """Where a span is drawn.

        >>> PageUnits(Page("<p>Tea <b>cake</b>")).target(Span(3, 14))
        ['m', [[4, 0, 0, 4], [6, 0, 0, 4]]]
        """
        pieces = list(self._pieces(span))
        if len(pieces) > 1:
            shown = [piece for piece in pieces if not self._is_blank(piece)]
            pieces = shown or pieces
        if pieces:
            return ["t", *pieces[0]] if len(pieces) == 1 else ["m", pieces]
        return self._attribute_target(span)

    def reading(self, span: Span) -> str:
        """The texts in a span, a space between any two: what is beside each other on the page may be columns.

        >>> PageUnits(Page("<b>Emma</b><i>$5</i>")).reading(Span(0, 20))
        'Emma $5'
        """
        texts = self._texts
        first = max(0, bisect_right(texts, (span.start, 1 << 60, 0)) - 1)
        last = bisect_left(texts, (span.end, 0, 0))
        parts = ((max(start, span.start), min(end, span.end)) for start, end, _ in texts[first:last])
        return " ".join(text for start, end in parts if start < end and (text := self.page.text(Span(start, end))))

    def _pieces(self, span: Span) -> list[list[int]]:
        texts = self._texts
        first = max(0, bisect_right(texts, (span.start, 1 << 60, 0)) - 1)
        pieces: list[list[int]] = []
        for at in range(first, len(texts)):
            start, end, index = texts[at]
            if start >= span.end:
                break
            if end > span.start:
                pieces.append(self._piece(self.nodes[index], span))
        return pieces

    def _piece(self, text: Node, span: Span) -> list[int]:
        wid = text.parent.index if text.parent else 0
        positions = self._text_positions(text)
        if positions is None:
            return [wid, self._numbers[text.index], 0, len(text.data)]
        start = bisect_left(positions, max(span.start, positions[0]))
        end = bisect_left(positions, min(span.end, positions[-1]))
        return [wid, self._numbers[text.index], start, end]

    def _is_blank(self, piece: Sequence[int]) -> bool:
        wid, k, start, end = piece
        node = self.nodes[wid]
        texts = [child for child in node.children if child.kind == "text"]
        return node.tag in HIDDEN or not texts[k].data[start:end].strip()

    def _attribute_target(self, span: Span) -> Target:
        node = self.page.tree.smallest(span) if self.page.is_html else None
        if node is None or not (node.start_tag and node.start_tag.contains(span)):
            return ["s"]
        for name in node.attributes:
            value = node.attribute_span(name)
            if value == span:
                return ["a", node.index, name]
            if value and value.contains(span):
                positions = source_positions(self.page[value], value.start, attribute=True)
                return ["a", node.index, name, bisect_left(positions, span.start), bisect_left(positions, span.end)]
        return ["s"]

    def packed(self) -> dict[str, Any]:
        """All texts that a view shows, and all attributes that can be values, as packed arrays.

        >>> units = PageUnits(Page('<p>Tea <a href="/x">cake</a>')).packed()
        >>> units["wid"], units["k"], units["length"], units["attr"]
        ([4, 6], [0, 0], [4, 4], ['href'])
        """
        texts = [node for node in self.nodes if node.kind == "text" and node.parent and node.parent.tag not in HIDDEN]
        pairs = [(node.index, name) for node in self.nodes if node.kind == "element" for name in offered(node)]
        return {
            "wid": [node.parent.index for node in texts if node.parent],
            "k": [self._numbers[node.index] for node in texts],
            "length": [len(node.data) for node in texts],
            "hash": [crc32(node.data.encode("utf-8", "surrogatepass")) for node in texts],
            "attr_wid": [wid for wid, _ in pairs],
            "attr": [name for _, name in pairs],
            "elements": self.elements,
        }

    def element(self, wid: int) -> dict[str, Any]:
        """What the inspector shows of an element: its text, its ancestors, its attributes and texts as units.

        >>> PageUnits(Page('<p><a class="x" href="/x">cake</a>')).element(5)["path"][-1]
        {'wid': 5, 'tag': 'a', 'label': 'a.x'}
        """
        node = self._node({"wid": wid})
        above = [one for one in node.ancestors() if one.kind == "element"]
        attributes = [
            {"name": name, "value": value, "unit": {"kind": "attr", "wid": wid, "attr": name}, "span": list(span)}
            for name, value in node.attributes.items()
            if (span := node.attribute_span(name)) and span.length
        ]
        texts = [child for child in node.children if child.kind == "text"]
        return {
            "wid": wid,
            "tag": node.tag,
            "text": node.text,
            "span": list(node.span) if node.span else None,
            "unit": {"kind": "element", "wid": wid} if node.text else None,
            "path": [_crumb(one) for one in (*reversed(above), node)],
            "attributes": attributes,
            "texts": [
                {
                    "k": k,
                    "text": text.data.strip(),
                    "unit": {"kind": "text", "wid": wid, "k": k},
                    "span": list(text.span) if text.span else None,
                }
                for k, text in enumerate(texts)
                if text.data.strip()
            ],
        }

    def window(self, start: int, end: int) -> list[list[Any]]:
        """The texts and attribute values that overlap a part of the source: start, end and target.

        >>> PageUnits(Page('<a href="/x">cake</a>')).window(0, 20)
        [[9, 11, ['a', 4, 'href']], [13, 17, ['t', 4, 0, 0, 4]]]
        """
        found: list[list[Any]] = []
        for one, other, index in self._texts:
            if one < end and other > start and self.nodes[index].data.strip():
                span = self._trimmed(Span(one, other))
                found.append([*span, self.target(span)])
        for node in self.nodes:
            tag = node.start_tag
            if tag and tag.start < end and tag.end > start:
                spans = ((name, node.attribute_span(name)) for name in offered(node))
                found += [[*span, ["a", node.index, name]] for name, span in spans if span]
        return sorted(found, key=lambda one: (one[0], one[1]))


def offered(node: Node) -> list[str]:
    """The attributes of an element whose values are offered as units.

    >>> offered(Page('<a class="x" href="/x" data-id="7" title="">').tree.nodes[-1])
    ['href', 'data-id']
    """
    return [
        name
        for name, value in node.attributes.items()
        if value.strip() and (name in ATTRIBUTES or name.startswith("data-") or name == "aria-label")
    ]


def _crumb(node: Node) -> dict[str, Any]:
    name = node.attributes.get("id") or ""
    classes = node.attributes.get("class", "").split()
    label = node.tag + (f"#{name}" if name else f".{classes[0]}" if classes else "")
    return {"wid": node.index, "tag": node.tag, "label": label[:60]}
