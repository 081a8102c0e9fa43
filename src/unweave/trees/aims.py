"""What a wrapper of this family aims at: texts, whole elements, or an attribute of elements.

Legend

    Aim("text")                     text nodes
    Aim("attribute", "href")        the value of href in the elements that have one
    Aim("element", tags=("li",))    what is inside the elements with these tags
    Hit(Aim("text"), 17, Span(...)) what a value on a page is, or lies in: the node's number, and the place it fills
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from unweave.page import Page, Span
from unweave.trees.outline import TEXT, Outline, outlined


@dataclass(frozen=True, slots=True)
class Aim:
    """A kind of node; for attributes the attribute's name, for elements their tags.

    >>> Aim("attribute", "href").told
    'the attribute href'
    """

    kind: Literal["text", "element", "attribute"]
    name: str = ""
    tags: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """In words."""
        if self.kind == "attribute":
            return f"the attribute {self.name}"
        return "the text" if self.kind == "text" else "what is inside"

    def candidates(self, outline: Outline) -> list[int]:
        """The nodes that could be meant.

        >>> outline = outlined(Page("<a href='/x'>Emma</a>"))
        >>> [outline.tags[at] for at in Aim("attribute", "href").candidates(outline)]
        ['a']
        """
        if self.kind == "text":
            return outline.text_nodes()
        if self.kind == "element":
            return [at for at, tag in enumerate(outline.tags) if tag in self.tags]
        return [at for at, node in enumerate(outline.nodes) if self.name in node.attributes]

    def place(self, outline: Outline, at: int) -> Span | None:
        """The part of the source that the node fills: its text, its inside, or its attribute's value."""
        node = outline.nodes[at]
        return node.attribute_span(self.name) if self.kind == "attribute" else node.inner


class Hit(NamedTuple):
    """A node that holds a value, and the part of the source that it fills."""

    aim: Aim
    node: int
    place: Span


class Places:
    """Where the texts and the start tags of a page stand, to be looked up by position."""

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
    def insides(self) -> dict[Span, int]:
        """What is inside of elements, without white space around it: the innermost element counts."""
        spans = [(node.inner, at) for at, node in enumerate(self.outline.nodes) if node.kind == "element"]
        return {span: at for span, at in spans if span}

    def text_at(self, position: int) -> int | None:
        """The text in which a character stands."""
        return _at(self.texts, position)

    def tag_at(self, position: int) -> int | None:
        """The element in whose start tag a character stands."""
        return _at(self.tags, position)


def _at(places: Sequence[tuple[int, int, int]], position: int) -> int | None:
    before = bisect_right(places, (position, 1 << 60, 0)) - 1
    return places[before][2] if before >= 0 and position < places[before][1] else None


def places(outline: Outline) -> Places:
    """The places of an outline, made once."""
    kept = vars(outline)
    if "places" not in kept:
        kept["places"] = Places(outline)
    known: Places = kept["places"]
    return known


def trimmed(page: Page, span: Span) -> Span:
    """The span without white space at its ends.

    >>> trimmed(Page("a  b "), Span(1, 5))
    Span(start=3, end=4)
    """
    text = page[span]
    start = span.start + len(text) - len(text.lstrip())
    return Span(start, max(start, span.end - len(text) + len(text.rstrip())))


def hit(page: Page, span: Span) -> Hit | None:
    """The one node that the span is, or lies in; None where it begins in one text and ends in another.

    >>> page = Page("<p>Call <a href='/x'>Emma</a></p>")
    >>> [hit(page, Span(*each)).aim.told for each in ((3, 7), (17, 19), (3, 29))]
    ['the text', 'the attribute href', 'what is inside']
    """
    return next(_hits(page, outlined(page), trimmed(page, span)), None)


def _hits(page: Page, outline: Outline, span: Span) -> Iterator[Hit]:
    known = places(outline)
    text = known.text_at(span.start)
    if text is not None:
        place = outline.nodes[text].span
        if place and place.contains(span):
            yield Hit(Aim("text"), text, place)
    tag = known.tag_at(span.start)
    if tag is not None:
        yield from _attribute_hits(outline, tag, span)
    yield from (
        Hit(Aim("element", tags=(outline.tags[at],)), at, inside)
        for inside, at in known.insides.items()
        if inside.contains(span) and trimmed(page, inside) == span
    )


def _attribute_hits(outline: Outline, tag: int, span: Span) -> Iterator[Hit]:
    node = outline.nodes[tag]
    for name in node.attributes:
        place = node.attribute_span(name)
        if place and place.contains(span):
            yield Hit(Aim("attribute", name), tag, place)


def is_text(outline: Outline, at: int) -> bool:
    """Whether the node is a text."""
    return outline.tags[at] == TEXT
