"""Names of fields: one for a new field is read from the page around its first value.

>>> page = Page("<table><tr><th>Title<th>Price<tr><td>Emma<td>$5</table>")
>>> inferred_name(page, Span(45, 47), "", taken=())
'price'
"""

import re
from collections.abc import Collection, Iterator
from typing import Any

from unweave.page import Node, Page, Span
from unweave.page.html import CELLS, HEADINGS, class_tokens
from unweave.studio.problems import StudioProblem
from unweave.values.kinds import kind_of

MOST_NODES = 200
"""An element with more nodes has more in it than one value: its class says nothing about the value."""
LONGEST = 30
LONGEST_NAME = 100
_WORDS = re.compile(r"[^\W\d_][\w-]*(?: [\w-]+){0,2}")
_LABEL_TAGS = frozenset({"th", "dt", "label"})
_VAGUE = frozenset({"value", "text", "content", "item", "row", "col", "data", "left", "right", "first", "last", "odd"})


def inferred_name(page: Page, span: Span, attribute: str, *, taken: Collection[str]) -> str:
    """A name that no other field has: of a header, a label, a class, a kind of value, or else a number."""
    names = _candidates(page, span, attribute) if page.is_html else iter(())
    found = next((name for name in map(_cleaned, names) if name), "")
    return free_name(found or "field 1", taken)


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number where it is taken.

    >>> free_name("price", ["price", "price 2"]), free_name("field 1", ["field 1"])
    ('price 3', 'field 2')
    """
    if name not in taken:
        return name
    stem = re.sub(r" \d+$", "", name)
    return next(f"{stem} {number}" for number in range(2, len(taken) + 3) if f"{stem} {number}" not in taken)


def _candidates(page: Page, span: Span, attribute: str) -> Iterator[str]:
    node = page.tree.smallest(span)
    element = node if node.kind == "element" else node.parent
    if element is None:
        return
    yield element.attributes.get("itemprop", "")
    yield _column_header(element)
    yield _label_before(page, node)
    if attribute == "href":
        yield "link"
    if attribute == "src":
        yield "image"
    if element.tag in HEADINGS:
        yield "title"
    for one in (element, *element.ancestors()):
        yield from (token for token in class_tokens(one.attributes.get("class", "")) if token.lower() not in _VAGUE)
        if one.last - one.index > MOST_NODES or len(one.text) > 2 * span.length + LONGEST:
            break
    kind = kind_of(page.text(span))
    yield kind if kind != "text" else ""


def _column_header(element: Node) -> str:
    """The header of the column of a table cell."""
    cell = next((one for one in (element, *element.ancestors()) if one.tag in CELLS), None)
    table = next((one for one in element.ancestors() if one.tag == "table"), None)
    if cell is None or cell.parent is None or table is None:
        return ""
    column = sum(one.tag in CELLS for one in cell.parent.children[: cell.position])
    row = next((one for one in table.descendants() if one.tag == "tr"), None)
    cells = [one for one in row.children if one.tag in CELLS] if row and row is not cell.parent else []
    return cells[column].text if column < len(cells) and cells[column].tag == "th" else ""


def _label_before(page: Page, node: Node) -> str:
    """The text before a value, if it looks like a label."""
    for other in reversed(page.tree.nodes[max(0, node.index - 12) : node.index]):
        if other.kind == "text" and (text := " ".join(other.data.split())):
            in_label = other.parent is not None and other.parent.tag in _LABEL_TAGS
            return text.rstrip(": ") if text.endswith(":") or in_label else ""
    return ""


def _cleaned(text: str) -> str:
    found = _WORDS.match(text.replace("_", " ").replace("-", " ").strip().lower())
    return found[0] if found and len(found[0]) <= LONGEST else ""


def checked_name(name: Any, what: str = "field") -> str:
    """A name that a person has given to a field or a page type, with white space collapsed.

    >>> checked_name(" the   title ")
    'the title'
    """
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or "\0" in name or "." in name:
        reason = f"the name of a {what} has 1 to {LONGEST_NAME} characters, and no full stop"
        raise StudioProblem("bad_name", reason)
    return " ".join(name.split())
