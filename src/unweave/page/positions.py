"""Where the nodes of a tree stand in the source, computed for the whole tree at once.

Tags are told by the parser, texts and comments are found with :mod:`unweave.page.dye`, and an element reaches from its
start tag over all it contains:

    source      <ul><li>Congo<li>Egypt</ul>
    li          ....<li>Congo..............   its end tag is left out, so it ends with its text
    ul          <ul><li>Congo<li>Egypt</ul>

A text behind ``</body>`` belongs to the body, which then reaches behind its end tag.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from unweave.page.dye import Dye
from unweave.page.span import Span

if TYPE_CHECKING:
    from unweave.page.node import Node


class Places(NamedTuple):
    """The spans of all nodes, by the index of the node.

    >>> from unweave.page import Page
    >>> Page("<p>x").tree.places.start_tags
    [None, None, None, None, Span(start=0, end=3), None]
    """

    spans: list[Span | None]
    start_tags: list[Span | None]
    end_tags: list[Span | None]


def place(
    nodes: "Sequence[Node]", tags: Sequence[tuple[Span | None, Span | None]], dye: Dye, twins: Sequence[str]
) -> Places:
    """The places of all nodes, from their start and end tags and from what their twins in the dyed tree say."""
    start_tags = [start for start, _ in tags]
    end_tags = [end for _, end in tags]
    spans = [_leaf(dye, node, dyed) for node, dyed in zip(nodes, twins, strict=True)]
    _stretch(nodes, spans, start_tags, end_tags)
    return Places(spans, start_tags, end_tags)


def _leaf(dye: Dye, node: "Node", dyed: str) -> Span | None:
    match node.kind:
        case "text":
            return dye.text_span(dyed, node.data)
        case "comment":
            return dye.comment_span(dyed)
        case "doctype":
            return dye.doctype
        case "document":
            return dye.document
    return None


def _stretch(
    nodes: "Sequence[Node]",
    spans: list[Span | None],
    start_tags: Sequence[Span | None],
    end_tags: Sequence[Span | None],
) -> None:
    reach = [0] * len(nodes)
    for node in reversed(nodes):
        index = node.index
        start, end, own = start_tags[index], end_tags[index], spans[index]
        if start:
            reach[index] = max(reach[index], end.end if end else start.end)
            spans[index] = Span(start.start, reach[index])
        elif own:
            reach[index] = own.end
        if node.parent and reach[node.parent.index] < reach[index]:
            reach[node.parent.index] = reach[index]
