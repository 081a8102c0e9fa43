"""Further values in a row with the one that was found: "Ann Lee, Bob Ray and Cy Lo", on the parser's own nodes.

Legend

    row          elements of one parent with the same tag and class, with a separator or a line break between any two;
                 items of a list (``li``) need none
    separator    a text without any word, or a conjunction (``values.separators``)

The value that was found is one of the row, or is all of it: the cell of a table around the links of a row. A definition
on our own nodes is ``oracles.selections`` in the tests; ``rules.rows`` asks for rows around spans.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from turbohtml import Element, Text

from unweave.engine.index import Index
from unweave.values.separators import separates


def row_of(index: Index, peer: Any, last: Any = None) -> list[Any]:
    """The elements in a row of which the value is one, or which are all of it; none where it is in no row.

    The value is the node, or what is from there up to the ``last`` text.

    >>> from unweave.page import Page
    >>> index = Index(Page("<p>by <b><a>Ann Lee</a>, <a>Bob Ray</a></b> <i>Cy Lo</i>").document)
    >>> [[index.text(one) for one in row_of(index, index.select(tag)[0])] for tag in ("a", "b", "i")]
    [['Ann Lee', 'Bob Ray'], ['Ann Lee', 'Bob Ray'], []]
    """
    first = peer if type(peer) is Text else index.first_text(peer)
    inner, node = first, first.parent if first is not None else None
    while type(node) is Element and not (len(node) > 1 and _is_beside_text(index, inner)):
        if node.tag == "li" or _is_beside_separator(node):
            row = [*reversed(list(_beside(index, node, before=True))), node, *_beside(index, node, before=False)]
            if len(row) > 1 and _is_all_or_one(index, first, index.last_text(peer) if last is None else last, row):
                return row
        inner, node = node, node.parent
    return []


def _is_beside_text(index: Index, node: Any) -> bool:
    """Whether a sibling of a node is, or has, a visible text; the nearest ones most often do."""
    for siblings in (node.next_siblings, node.previous_siblings):
        for one in siblings:
            if type(one) is Text:
                if not one.data.isspace() and index.is_visible(one):
                    return True
            elif type(one) is Element and len(one) and index.first_text(one) is not None:
                return True
    return False


def _is_beside_separator(node: Any) -> bool:
    """Whether a text or a line break is right behind or before an element: most often there is none, and no row."""
    return _is_separator(node.next_siblings) or _is_separator(node.previous_siblings)


def _is_separator(nodes: Iterable[Any]) -> bool:
    """Whether the first of the nodes that is not white space or a comment is a text or a line break."""
    for one in nodes:
        if type(one) is Element:
            return bool(one.tag == "br")
        if type(one) is Text and not one.data.isspace():
            return True
    return False


def _is_all_or_one(index: Index, first: Any, last: Any, row: list[Any]) -> bool:
    return last is first or (index.first_text(row[0]) is first and index.last_text(row[-1]) is last)


def _beside(index: Index, node: Any, *, before: bool) -> Iterator[Any]:
    """The siblings that continue the row of an element, backward or forward."""
    separated = is_item = node.tag == "li"
    for one in node.previous_siblings if before else node.next_siblings:
        if type(one) is Text:
            if one.data.strip():
                if not separates(one.data):
                    return
                separated = True
        elif type(one) is Element:
            if one.tag == "br":
                separated = True
                continue
            is_like = one.tag == node.tag and one.attr("class") == node.attr("class")
            if not (separated and is_like and index.text(one)):
                return
            separated = is_item
            yield one
