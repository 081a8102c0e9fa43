"""The nodes that a tree wrapper extracts: texts, whole elements, or an attribute of elements; the node of a value.

Legend

    NodeTarget("text")                      text nodes
    NodeTarget("attribute", "href")         the value of href in the elements that have one
    NodeTarget("element", tags=("li",))     the content of the elements with these tags
    LocatedNode(NodeTarget("text"), 17, Span(...))
                                            the node that a value is, or is a part of: its number, and its span
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from unweave.page import Page, Span
from unweave.trees.outline import Outline, outlined


@dataclass(frozen=True, slots=True)
class NodeTarget:
    """A kind of node; for attributes the attribute's name, for elements their tags.

    >>> NodeTarget("attribute", "href").description
    'the attribute href'
    """

    kind: Literal["text", "element", "attribute"]
    name: str = ""
    tags: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """The kind in words."""
        if self.kind == "attribute":
            return f"the attribute {self.name}"
        return "the text" if self.kind == "text" else "the content"

    def candidates(self, outline: Outline) -> list[int]:
        """The nodes of this kind.

        >>> outline = outlined(Page("<a href='/x'>Emma</a>"))
        >>> [outline.tags[at] for at in NodeTarget("attribute", "href").candidates(outline)]
        ['a']
        """
        if self.kind == "text":
            return outline.text_nodes()
        if self.kind == "element":
            return [at for at, tag in enumerate(outline.tags) if tag in self.tags]
        return [at for at, node in enumerate(outline.nodes) if self.name in node.attributes]

    def span(self, outline: Outline, at: int) -> Span | None:
        """The span of the node's text, of its content, or of its attribute's value."""
        node = outline.nodes[at]
        return node.attribute_span(self.name) if self.kind == "attribute" else node.inner


class LocatedNode(NamedTuple):
    """A node that contains a value, and its span."""

    target: NodeTarget
    node: int
    span: Span


class NodePositions:
    """The spans of the texts, start tags and contents of a page, to be looked up by position."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline

    @cached_property
    def texts(self) -> list[tuple[int, int, int]]:
        """Start, end and number of every text."""
        spans = ((self.outline.nodes[at].span, at) for at in self.outline.text_nodes())
        return sorted((span.start, span.end, at) for span, at in spans if span)

    @cached_property
    def tags(self) -> list[tuple[int, int, int]]:
        """Start, end and number of every start tag."""
        spans = ((node.start_tag, at) for at, node in enumerate(self.outline.nodes))
        return sorted((span.start, span.end, at) for span, at in spans if span)

    @cached_property
    def contents(self) -> dict[Span, int]:
        """The elements by the span of their content; of several with the same span the innermost."""
        spans = [(node.inner, at) for at, node in enumerate(self.outline.nodes) if node.kind == "element"]
        return {span: at for span, at in spans if span}

    def text_at(self, position: int) -> int | None:
        """The text that contains a character."""
        return _at(self.texts, position)

    def tag_at(self, position: int) -> int | None:
        """The element whose start tag contains a character."""
        return _at(self.tags, position)


def _at(spans: Sequence[tuple[int, int, int]], position: int) -> int | None:
    before = bisect_right(spans, (position, 1 << 60, 0)) - 1
    return spans[before][2] if before >= 0 and position < spans[before][1] else None


def positions(outline: Outline) -> NodePositions:
    """The positions of an outline, made once."""
    kept = vars(outline)
    if "positions" not in kept:
        kept["positions"] = NodePositions(outline)
    known: NodePositions = kept["positions"]
    return known


def trimmed(page: Page, span: Span) -> Span:
    """The span without white space at its ends.

    >>> trimmed(Page("a  b "), Span(1, 5))
    Span(start=3, end=4)
    """
    text = page[span]
    start = span.start + len(text) - len(text.lstrip())
    return Span(start, max(start, span.end - len(text) + len(text.rstrip())))


def locate(page: Page, span: Span) -> LocatedNode | None:
    """The one node that the span is, or is a part of; None where it begins in one text and ends in another.

    >>> page = Page("<p>Call <a href='/x'>Emma</a></p>")
    >>> [locate(page, Span(*each)).target.description for each in ((3, 7), (17, 19), (3, 29))]
    ['the text', 'the attribute href', 'the content']
    """
    return next(_located(page, outlined(page), trimmed(page, span)), None)


def _located(page: Page, outline: Outline, span: Span) -> Iterator[LocatedNode]:
    known = positions(outline)
    text = known.text_at(span.start)
    if text is not None:
        whole = outline.nodes[text].span
        if whole and whole.contains(span):
            yield LocatedNode(NodeTarget("text"), text, whole)
    tag = known.tag_at(span.start)
    if tag is not None:
        yield from _attributes(outline, tag, span)
    yield from (
        LocatedNode(NodeTarget("element", tags=(outline.tags[at],)), at, content)
        for content, at in known.contents.items()
        if content.contains(span) and trimmed(page, content) == span
    )


def _attributes(outline: Outline, tag: int, span: Span) -> Iterator[LocatedNode]:
    node = outline.nodes[tag]
    for name in node.attributes:
        value = node.attribute_span(name)
        if value and value.contains(span):
            yield LocatedNode(NodeTarget("attribute", name), tag, value)
