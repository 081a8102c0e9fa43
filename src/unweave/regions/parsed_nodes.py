"""The visible nodes of a page as regions and rules ask for them, on the parser's own nodes: none has a number.

Legend

    peer        a node of the parser; here it is its own number, and what ``PageNodes`` has for all numbers is found out
                when it is asked for
    root        one of the nodes beside each other that a region is made of; mostly there is one
    mixed       an element with something inside that readers do not see, or not in the order of the page: its text is
                not just what the parser gives as its text

``PageNodes`` reads all nodes of a page; it is the definition. Nothing here refers to what keeps it: in a cycle the
parser's nodes would outlive the page.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from unweave.engine.index import Index, index_of
from unweave.engine.lazy import Lazy
from unweave.page import Page
from unweave.page.html import HIDDEN
from unweave.page.parser import content, kinds
from unweave.regions.features import MOST_NODES, UNREAD, PageFeatures, TextAmount
from unweave.regions.nodes import CELLS, NO_NODE, TEXT, PageNodes, is_visible
from unweave.regions.table_columns import NO_HEADERS, HeadedRow, headed_rows

_MIXED = tuple(sorted(HIDDEN | UNREAD | {"svg", "math"}))
_UNREAD = ", ".join(sorted(UNREAD))
_LINK = "a[href]"


class ParsedRegion:
    """The nodes of one record: some nodes beside each other, with all that is in them.

    Of a ``stretch`` paths begin at the parent of the roots, else at the only root.
    """

    __slots__ = ("nodes", "roots", "start", "stretch")

    def __init__(self, nodes: "ParsedNodes", roots: Sequence[Any], *, stretch: bool) -> None:
        self.nodes = nodes
        self.roots = roots
        self.start = roots[0]
        self.stretch = stretch

    def select(self, selector: str) -> list[Any]:
        """The visible elements that match a selector, in document order; without the record's own element."""
        if not self.stretch:
            return self.nodes.seen(self.start.select(selector)) if _is_element(self.start) else []
        return self.nodes.seen([peer for root in self.roots if _is_element(root) for peer in _selected(root, selector)])

    def elements(self, *, own: bool = False) -> list[Any]:
        """The visible elements, in document order; the record's own element only if it is asked for."""
        inside = [peer for peer in self.select("*") if peer.tag not in HIDDEN]
        return [self.start, *inside] if own and not self.stretch and _is_element(self.start) else inside

    def texts(self) -> list[Any]:
        """The visible texts, in document order."""
        return [text for root in self.roots for text in self.nodes.visible_texts(root)]


class ParsedNodes(PageNodes):
    """The nodes of a page, each its own number.

    >>> nodes = ParsedNodes(Page("<ul><li>Emma <i>1815</i><li>Kim</ul>"))
    >>> item = nodes.index.select("li")[0]
    >>> nodes.tags[item], nodes.text(item), nodes.path(item), [nodes.tags[child] for child in nodes.children[item]]
    ('li', 'Emma 1815', ('html', 'body', 'ul', 'li'), ['#text', 'i'])
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.index: Index = index_of(page)
        self.has_hidden = self.index.has_hidden
        self.peers = _Same()  # type: ignore[assignment]
        self.tags = Lazy(_tag)  # type: ignore[assignment]
        self.parents = Lazy(_parent)  # type: ignore[assignment]
        self.children = children = Lazy(_visible_children)  # type: ignore[assignment]
        self.positions = _positions(self.parents, children)  # type: ignore[arg-type, assignment]
        self._headed: dict[Any, dict[Any, HeadedRow]] = {}
        self.passed = {}
        self.likeness = {}
        self.starts: list[Any] = []
        self.headings = {}

    def seen(self, peers: list[Any]) -> list[Any]:
        """Those of some elements that are in no hidden one."""
        return [peer for peer in peers if not self.index.is_hidden(peer)] if self.has_hidden else peers

    def visible_texts(self, peer: Any) -> Sequence[Any]:
        """The visible texts of a visible node, in document order."""
        return self.index.visible_texts(peer) if _is_element(peer) else (peer,)

    def text(self, number: Any) -> str:
        """The reader's text of a node."""
        return self.index.text(number)

    def path(self, number: Any) -> tuple[str, ...]:
        """The tags from the top down to a node."""
        return tuple(self.tags[above] for above in reversed([number, *self.ancestors(number)]))

    def texts_in(self, region: Any) -> list[Any]:
        """The visible texts of a region."""
        found: list[Any] = region.texts()
        return found

    def size(self, number: Any) -> int:
        """How many nodes a subtree has."""
        count, waiting = 0, [number]
        while waiting:
            count += 1
            waiting += self.children[waiting.pop()]
        return count

    @cached_property
    def features(self) -> "ParsedFeatures":
        """What regions are made of."""
        return ParsedFeatures(self)

    @cached_property
    def mixed(self) -> set[Any]:
        """The elements that have something inside that is hidden, or not read in order."""
        inside = [peer for tag in _MIXED for peer in self.index.document.select(tag)]
        return {above for peer in inside for above in (peer, *peer.ancestors)}

    def headed(self, row: Any) -> HeadedRow:
        """A row with the headers of its cells, where the table has a row of headers.

        >>> nodes = ParsedNodes(Page("<table><tr><th>Title<th>Year<tr><td>Emma<td>1815"))
        >>> nodes.headed(nodes.index.select("tr")[1]).own
        {Element('td'): 'Title', Element('td'): 'Year'}
        """
        if row.tag != "tr":
            return NO_HEADERS
        table = row.closest("table")
        if table not in self._headed:
            every = self.seen((self.index.document if table is None else table).select("tr"))
            rows = [one for one in every if one.closest("table") is table]
            cells = [[child for child in one.children if _is_element(child) and child.tag in CELLS] for one in rows]
            self._headed[table] = dict(zip(rows, headed_rows(cells, _itself, self.text), strict=True))
        return self._headed[table].get(row, NO_HEADERS)


class ParsedFeatures(PageFeatures):
    """The features of regions on the parser's nodes."""

    nodes: ParsedNodes

    def _roots(self, region: Any) -> tuple[Sequence[Any], int]:
        return region.roots, MOST_NODES

    def amount(self, region: Any) -> TextAmount:
        """How much text a region has; how much it says is not asked for."""
        around = region.start.parent
        if around.closest(_UNREAD) is not None:
            return TextAmount(0, 0, 0.0)
        mixed = self.nodes.mixed
        amounts = [self._mixed_amount(root) if root in mixed else _plain_amount(root) for root in region.roots]
        signs = sum(one for one, _ in amounts)
        is_link = around.closest(_LINK) is not None
        return TextAmount(signs, signs if is_link else sum(one for _, one in amounts), 0.0)

    def _mixed_amount(self, root: Any) -> tuple[int, int]:
        """The signs of a node, and of its links, without those of texts that are not read in order."""
        signs, linked, waiting = 0, 0, [(root, False)]
        while waiting:
            peer, in_link = waiting.pop()
            if not _is_element(peer):
                count = _signs(peer.data)
                signs, linked = signs + count, linked + count * in_link
            elif peer.tag not in UNREAD:
                in_link = in_link or (peer.tag == "a" and "href" in peer.attrs)
                waiting += [(child, in_link) for child in self.nodes.children[peer]]
        return signs, linked


def _plain_amount(root: Any) -> tuple[int, int]:
    """The same for a node of which the parser's text is what is read."""
    if not _is_element(root):
        return _signs(root.data), 0
    signs = _signs(root.text)
    if root.matches(_LINK):
        return signs, signs
    links = root.select(_LINK)
    outer = links if len(links) < 2 else [link for link in links if link.parent.closest(_LINK) is None]
    return signs, sum(_signs(link.text) for link in outer)


def _signs(text: str) -> int:
    return len("".join(text.split()))


class _Same:
    """A node by its number, which is the node itself."""

    def __getitem__(self, peer: Any) -> Any:
        return peer


def _itself(peer: Any) -> Any:
    return peer


def _is_element(peer: Any) -> bool:
    return type(peer) is kinds().element


def _tag(peer: Any) -> str:
    return TEXT if type(peer) is kinds().text else peer.tag


def _parent(peer: Any) -> Any:
    parent = peer.parent
    return parent if _is_element(parent) else NO_NODE


def _visible_children(peer: Any) -> list[Any]:
    return [child for child in content(peer) if is_visible(child)] if _is_element(peer) else []


def _positions(parents: Lazy, children: Lazy) -> Lazy:
    places = Lazy(lambda parent: {child: at for at, child in enumerate(children[parent])})
    return Lazy(lambda peer: 0 if parents[peer] == NO_NODE else places[parents[peer]][peer])


def _selected(root: Any, selector: str) -> Iterator[Any]:
    if root.matches(selector):
        yield root
    yield from root.select(selector)
