"""What the conditions of a program ask of a node: its place among its like, the text it shows, its column, its source.

These are the slow, obvious definitions; who asks often keeps the answers of a page at hand.
"""

from unweave.page import Node
from unweave.page.text import HIDDEN, collapse

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
UNSEEN = HIDDEN | {"noscript", "template"}


def place_among_like(node: Node) -> tuple[int, int]:
    """The node's place among its parent's children with its tag (or kind), from the front and from the end.

    >>> from unweave.page import Page
    >>> first, second = (node for node in Page("<p>a<p>b").tree.elements() if node.tag == "p")
    >>> place_among_like(first), place_among_like(second)
    ((1, 2), (2, 1))
    """
    like = [child for child in (node.parent.children if node.parent else [node]) if _alike(child, node)]
    at = next(number for number, child in enumerate(like) if child is node)
    return at + 1, len(like) - at


def _alike(one: Node, other: Node) -> bool:
    return (one.kind, one.tag) == (other.kind, other.tag)


def is_seen(node: Node) -> bool:
    """Whether a text node shows something: it is not blank and does not stand in a script or its like.

    >>> from unweave.page import Page
    >>> [node.data for node in Page("<p> <b>a</b><script>b</script>").tree.texts() if is_seen(node)]
    ['a']
    """
    return bool(node.data.strip()) and not any(around.tag in UNSEEN for around in node.ancestors())


def first_text(node: Node) -> str:
    """The first text that a node shows, white space collapsed; empty where it shows none.

    >>> from unweave.page import Page
    >>> first_text(Page("<table><tr> <th>Brand <td>Acme").tree.root)
    'Brand'
    """
    texts = (each for each in (node, *node.descendants()) if each.kind == "text" and is_seen(each))
    return next((collapse(text.data) for text in texts), "")


def column_title(node: Node) -> str:
    """The text of the first cell in the table's column in which a node stands; empty outside tables.

    >>> from unweave.page import Page
    >>> page = Page("<table><tr><th>Title<th>Price<tr><td>Emma<td>$5</table>")
    >>> column_title(list(page.tree.texts())[3])
    'Price'
    """
    cell = next((each for each in (node, *node.ancestors()) if each.tag in {"td", "th"}), None)
    table = cell and next((each for each in cell.ancestors() if each.tag == "table"), None)
    if cell is None or cell.parent is None or table is None:
        return ""
    first = next((each for each in table.descendants() if each.tag == "tr"), None)
    titles = _cells(first) if first else []
    at = _cells(cell.parent).index(cell)
    return titles[at].text if at < len(titles) and titles[at] is not cell else ""


def _cells(row: Node) -> list[Node]:
    return [child for child in row.children if child.tag in {"td", "th"}]


REACH = 200  # characters of source beside a node that ``left`` and ``right`` may look at


def before(node: Node) -> str:
    """The source just before a node.

    >>> from unweave.page import Page
    >>> before(Page("<b>Emma</b>").tree.nodes[-1])
    '<b>'
    """
    return node.tree.source[max(node.span.start - REACH, 0) : node.span.start] if node.span else ""


def behind(node: Node) -> str:
    """The source just behind a node.

    >>> from unweave.page import Page
    >>> behind(Page("<b>Emma</b>").tree.nodes[-1])
    '</b>'
    """
    return node.tree.source[node.span.end : node.span.end + REACH] if node.span else ""
