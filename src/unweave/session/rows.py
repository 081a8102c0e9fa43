"""Which of the clicked values of a page belong together: the proposal before anything was said about records.

Legend

    value        Value("title", Span(6, 10)): a field and the place of one of its values
    row          the values of one record: [Value("title", ...), Value("price", ...)]
    role         of a node: its path of tags, its class and, of a table cell, its column. Values of one field in
                 different records mostly have nodes of one role
    partner      of the nodes with the role of one value, the one that is closest to another value: under the lowest
                 common ancestor, and there the nearest one, preferably before it
    strong       a partner that is alone under the lowest common ancestor

The values are taken in the order of the page, and each joins the row that it fits best, of several the last one. It
does not join a row that has a value of its field already, and not a value whose partner is another node, if its own
partner is another one as well. So the title of the first row and the price of the first row are one record, and the
price of the second row is not in it, though its title was not clicked. Where nothing speaks against it, the order of
the page decides. Values with the same role, such as two rows of a table of labels and values, belong together unless
they are in different columns.

A field has many values in a record (``many``) if it was said so, or if the page shows each of the other clicked fields
only once.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias
from weakref import WeakKeyDictionary

from unweave.page import Node, Page
from unweave.page.html import CELLS
from unweave.records.grouping import Value

Row: TypeAlias = tuple[Value, ...]
Role: TypeAlias = tuple[str, ...]

STRONG, WEAK, OPEN, AGAINST = 3, 2, 0, -1
DOCUMENT: Role = ("#document",)
COLUMN, ABOVE = 2, 3
"""In a role: where the column is, and where the path of tags begins."""


class PageRoles:
    """The nodes of a page by their roles.

    >>> from unweave.page import Span
    >>> page = Page("<p><b>Emma</b> <i>$5</i></p><p><b>Kim</b> <i>$7</i></p>")
    >>> roles = PageRoles(page)
    >>> emma, five, seven = Value("title", Span(6, 10)), Value("price", Span(18, 20)), Value("price", Span(46, 48))
    >>> roles.relation(emma, five) == STRONG, roles.relation(emma, seven) == AGAINST
    (True, True)
    """

    def __init__(self, page: Page) -> None:
        self.page = page

    @cached_property
    def roles(self) -> list[Role]:
        """The role of each node by its index: ``role_of``, where each node uses what is known of its parent.

        >>> page = Page("<table><tr><td>Emma<td><b>$5</b></table>")
        >>> PageRoles(page).roles == [role_of(node) for node in page.tree.nodes]
        True
        """
        found: list[Role] = []
        for node in self.page.tree.nodes:
            parent = found[node.parent.index] if node.parent else DOCUMENT
            if node.kind == "element":
                column = parent[COLUMN] if parent is not DOCUMENT else ""
                if node.tag in CELLS:
                    column = _column(node)
                above = parent[ABOVE:] if parent is not DOCUMENT else ()
                found.append((node.tag, node.attributes.get("class", ""), column, node.tag, *above))
            else:
                name = "#text" if node.kind == "text" else parent[0]
                found.append((name, *parent[1:]) if parent is not DOCUMENT else DOCUMENT)
        return found

    @cached_property
    def _indices(self) -> Mapping[Role, list[int]]:
        found: dict[Role, list[int]] = {}
        for node, role in zip(self.page.tree.nodes, self.roles, strict=True):
            if node.kind == "element" or (node.kind == "text" and node.data.strip()):
                found.setdefault(role, []).append(node.index)
        return found

    @cached_property
    def texts(self) -> list[int]:
        """The indices of the texts that are not blank."""
        return [node.index for node in self.page.tree.nodes if node.kind == "text" and node.data.strip()]

    def with_role(self, role: Role) -> list[int]:
        """The nodes with a role, in document order."""
        return self._indices.get(role, [])

    def node(self, value: Value) -> Node:
        """The smallest node that contains a value."""
        return self.page.tree.smallest(value.span)

    def alike(self, node: Node) -> list[int]:
        """The nodes with the same role, in document order."""
        return self._indices.get(self.roles[node.index], [node.index])

    def relation(self, one: Value, other: Value) -> int:
        """Whether two values of different fields belong together: STRONG, WEAK, OPEN or AGAINST."""
        first, second = self.node(one), self.node(other)
        if first is second:
            return STRONG
        if role_of(first) == role_of(second):
            return self._same_role(first, second)
        sides = (self._partner(first, second), self._partner(second, first))
        if sides == (AGAINST, AGAINST):
            return AGAINST
        if AGAINST in sides:
            return WEAK if STRONG in sides else OPEN
        return STRONG if STRONG in sides else WEAK if sides == (WEAK, WEAK) else OPEN

    def _partner(self, node: Node, other: Node) -> int:
        """Whether a node is the partner of another value, among the nodes with its role."""
        alike = self.alike(node)
        for above in other.ancestors():
            inside = alike[bisect_left(alike, above.index) : bisect_right(alike, above.last)]
            inside = [index for index in inside if index != other.index]
            if inside:
                if node.index not in inside:
                    return AGAINST
                nearest = min(inside, key=lambda index: (abs(index - other.index), index > other.index))
                return STRONG if len(inside) == 1 else WEAK if nearest == node.index else OPEN
        return OPEN

    def _same_role(self, first: Node, second: Node) -> int:
        """Two nodes of one role are two columns of a list only if their elements have several such nodes each."""
        one, other = _children_of_common(first, second)
        if one is None or other is None or one.tag != other.tag:
            return WEAK
        alike = self.alike(first)
        columns = [alike[bisect_left(alike, each.index) : bisect_right(alike, each.last)] for each in (one, other)]
        if min(map(len, columns)) < 2:
            return WEAK
        return AGAINST if columns[0].index(first.index) != columns[1].index(second.index) else WEAK


_ROLES: WeakKeyDictionary[Page, PageRoles] = WeakKeyDictionary()


def roles_of(page: Page) -> PageRoles:
    """The roles of a page, computed once.

    >>> page = Page("<b>Emma</b>")
    >>> roles_of(page) is roles_of(page)
    True
    """
    if page not in _ROLES:
        _ROLES[page] = PageRoles(page)
    return _ROLES[page]


def role_of(node: Node) -> Role:
    """The role of a node.

    >>> role_of(Page('<ul><li class="x">Emma').tree.nodes[-1])
    ('#text', 'x', '', 'li', 'ul', 'body', 'html')
    """
    element = node if node.kind == "element" else node.parent
    if element is None or element.kind != "element":
        return DOCUMENT
    name = "#text" if node.kind == "text" else element.tag
    above = [one.tag for one in (element, *element.ancestors()) if one.tag]
    return (name, element.attributes.get("class", ""), _column(element), *above)


def _column(element: Node) -> str:
    """The number of a table cell in its row; of any other element the nearest cell's, if it is in one."""
    for one in (element, *element.ancestors()):
        if one.tag in CELLS and one.parent:
            return str(sum(each.tag in CELLS for each in one.parent.children[: one.position]))
    return ""


def _children_of_common(first: Node, second: Node) -> tuple[Node | None, Node | None]:
    """The children of the lowest common ancestor that contain the two nodes."""
    one, other = _below(first, second), _below(second, first)
    return one, other


def _below(node: Node, other: Node) -> Node | None:
    before: Node | None = node
    for above in node.ancestors():
        if above.index <= other.index <= above.last:
            return before
        before = above
    return None


def proposed_rows(
    page: Page, values: Sequence[Value], *, said: Sequence[Row] = (), many: Collection[str] = ()
) -> list[Row]:
    """The rows that the values make up: those that were said, and a proposal for the others.

    >>> from unweave.page import Span
    >>> page = Page("<p><b>Emma</b> <i>$5</i></p><p><b>Kim</b> <i>$7</i></p>")
    >>> emma, five, seven = Value("title", Span(6, 10)), Value("price", Span(18, 20)), Value("price", Span(46, 48))
    >>> [[value.field for value in row] for row in proposed_rows(page, [emma, five, seven])]
    [['title', 'price'], ['price']]
    """
    roles = roles_of(page)
    rows: list[list[Value]] = [list(row) for row in said if row]
    known = {value for row in rows for value in row}
    several = {*many, *guessed_many(page, values, roles)}
    for value in sorted(set(values) - known, key=lambda one: (one.span, one.field)):
        fits = [(_fit(roles, value, row, several), number) for number, row in enumerate(rows)]
        best, number = max(fits, default=(AGAINST, 0))
        if best > AGAINST:
            rows[number].append(value)
        else:
            rows.append([value])
    return sorted((tuple(sorted(row, key=lambda one: one.span)) for row in rows), key=lambda row: row[0].span)


def _fit(roles: PageRoles, value: Value, row: Sequence[Value], many: Collection[str]) -> int:
    same = [other for other in row if other.field == value.field]
    others = [other for other in row if other.field != value.field]
    if (same and value.field not in many) or not others:
        return STRONG if same and value.field in many else AGAINST
    relations = [roles.relation(value, other) for other in others]
    return AGAINST if AGAINST in relations else max(relations)


def guessed_many(page: Page, values: Sequence[Value], roles: PageRoles | None = None) -> set[str]:
    """The fields with several clicked values on a page that shows each other clicked field once.

    >>> from unweave.page import Span
    >>> page = Page("<h1>Emma</h1><ul><li>red<li>blue<li>green</ul>")
    >>> title, red, blue = Value("title", Span(4, 8)), Value("tag", Span(21, 24)), Value("tag", Span(28, 32))
    >>> guessed_many(page, [title, red, blue])
    {'tag'}
    """
    roles = roles or roles_of(page)
    found = set()
    for name in {value.field for value in values}:
        mine = [value for value in values if value.field == name]
        others = [value for value in values if value.field != name]
        if len(mine) > 1 and others and all(len(roles.alike(roles.node(one))) == 1 for one in others):
            found.add(name)
    return found
