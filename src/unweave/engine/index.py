"""A parsed page, indexed lazily: visible texts, labels, headings and readers' texts, on the parser's own nodes.

Legend

    peer        a node of the parser
    visible     a text that is not blank and is in no hidden element (``page.html``)
    scope       the node inside which rules look: the document, or the element of one record
    label       a visible text as a whole: "Brand:"

Finding the texts that are a label costs most. The parser gives the text of the whole page as one string, in which the
mentions of the label are counted. There may be none. They may all be in the text near what another rule found, or in
elements that have just the label as text; then no other text is the label. Only else all texts are asked for, joined
with separators, and searched for those that are just the label.

Nothing is kept beyond the page.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice, pairwise, takewhile
from typing import Any
from weakref import ref

from turbohtml import Element, NodeFilter, NodeIterator, Text

from unweave.page import Page, Span, Tree
from unweave.page.embedded_document import EmbeddedDocument
from unweave.page.html import CELLS, HEADINGS, HIDDEN, PARSED_HIDDEN, RAW_HIDDEN, collapse
from unweave.page.parser import reader_text
from unweave.page.spans import text_span

_BETWEEN = "\0"  # no text of a page contains it: a source has U+FFFD in its place, and so does what it refers to
_HEADINGS = ", ".join(HEADINGS)
_HIDING = tuple(sorted(PARSED_HIDDEN))
# In svg and math the content of style and its like is parsed too.
_HIDING_INSIDE = {around: tuple(f"{around} {tag}" for tag in sorted(RAW_HIDDEN)) for around in ("svg", "math")}


class Index:
    """What rules ask of a page.

    >>> index = Index(Page("<p>Brand: <b>Acme</b><noscript><b>x</b></noscript>").document)
    >>> [index.text(peer) for peer in index.select("b")]
    ['Acme']
    """

    def __init__(self, document: Any, page: Page | None = None) -> None:
        self.document = document
        self._page = None if page is None else ref(page)  # the page keeps the index; a cycle would outlive both
        self._hidden = _inside_hidden(document)
        self._selected: dict[Any, list[Any]] = {}
        self._text: dict[Any, str] = {}
        self._labelled: dict[str, list[Any]] = {}
        self._labelled_in: dict[str, Mapping[Any, list[Any]]] = {}
        self._before: dict[tuple[Any, Any], Any] = {}
        self._child_texts: dict[Any, list[Any]] = {}
        self._last_text: dict[Any, Any] = {}
        self._numbers: dict[Any, dict[Any, int]] = {}
        self.kept: dict[str, Any] = {}  # what others find out about the page

    def select(self, selector: str, scope: Any = None) -> list[Any]:
        """The elements inside the scope that match a CSS selector and are in no hidden element, in document order.

        >>> Index(Page("<ul><li>a<li>b</ul>").document).select("ul > li:nth-of-type(2)")
        [Element('li')]
        """
        key = selector if scope is None else (selector, scope)
        found = self._selected.get(key)
        if found is None:
            found = (self.document if scope is None else scope).select(selector)
            if self._hidden and not self._hidden.isdisjoint(found):
                found = [peer for peer in found if peer not in self._hidden]
            self._selected[key] = found
        return found

    @property
    def has_hidden(self) -> bool:
        """Whether any element is inside a hidden one."""
        return bool(self._hidden)

    def is_hidden(self, peer: Any) -> bool:
        """Whether a node is inside a hidden element."""
        element = peer if type(peer) is Element else peer.parent
        return element in self._hidden or (element is not peer and getattr(element, "tag", "") in HIDDEN)

    def source_and_span(self, peer: Any) -> tuple[str, Span | None]:
        """The source of the page, where the page is known, and the span of a node; that of an element takes a tree."""
        page = self._known_page()
        return page.source, text_span(page, peer) if type(peer) is Text else page.tree.node_of(peer).span

    def is_in_source(self, text: str) -> bool:
        """Whether the source of the page, where the page is known, contains a text."""
        return text in self._known_page().source

    @property
    def documents(self) -> tuple[EmbeddedDocument, ...]:
        """The data in the scripts of the page."""
        return self._known_page().embedded.documents

    def _known_page(self) -> Page:
        page = None if self._page is None else self._page()
        if page is None:
            raise ValueError("an index without its page has no source")
        return page

    def is_visible(self, text: Any) -> bool:
        """Whether a text of the parser is visible."""
        parent = text.parent
        if type(parent) is not Element or parent.tag in HIDDEN or parent in self._hidden:
            return False
        return not text.data.isspace()

    def text(self, peer: Any) -> str:
        """The reader's text of a node.

        >>> index = Index(Page("<td>Tea<br>and <i>c</i>ake</td>").document)
        >>> index.text(index.document)
        'Tea and cake'
        """
        if type(peer) is Text:
            return collapse(peer.data)
        found = self._text.get(peer)
        if found is None:
            found = self._text[peer] = reader_text(peer)
        return found

    def before(self, peer: Any, distance: int = 1, scope: Any = None) -> Any:
        """The visible text so many texts before a node, inside the scope; None where there is none.

        >>> index = Index(Page("<p>Brand: <b>Acme</b>").document)
        >>> index.before(index.select("b")[0])
        Text('Brand: ')
        """
        if distance > 1:
            return self._nth(peer.preceding, distance, scope)
        key = peer, scope
        if key not in self._before:
            self._before[key] = self._nth(peer.preceding, 1, scope)
        return self._before[key]

    def behind(self, peer: Any, distance: int = 1, scope: Any = None) -> Any:
        """The visible text so many texts behind a node, inside the scope; None where there is none.

        >>> index = Index(Page("<p><b>265</b> lbs").document)
        >>> index.behind(index.select("b")[0])
        Text(' lbs')
        """
        return self._nth(peer.following, distance, scope)

    def _nth(self, nodes: Iterable[Any], distance: int, scope: Any) -> Any:
        hidden = self._hidden
        for node in nodes:
            if type(node) is not Text or node.data.isspace():  # most texts are white space
                continue
            parent = node.parent  # what follows is is_visible; a call for each node would take longer
            if type(parent) is Element and parent.tag not in HIDDEN and parent not in hidden:
                distance -= 1
                if not distance:
                    return node if scope is None or is_inside(node, scope) else None
        return None

    def first_text(self, peer: Any) -> Any:
        """The first visible text of a node; None where it has none."""
        if type(peer) is Text:
            return peer if self.is_visible(peer) else None
        return self._nth(peer.descendants, 1, None)

    def last_text(self, peer: Any) -> Any:
        """The last visible text of a node; None where it has none."""
        if type(peer) is Text or (len(peer) == 1 and type(peer[0]) is Text):
            return self.first_text(peer)
        if peer not in self._last_text:  # asked for each value of a list, whose element is read once
            texts = [node for node in peer.descendants if type(node) is Text and self.is_visible(node)]
            self._last_text[peer] = texts[-1] if texts else None
        return self._last_text[peer]

    def heading(self, peer: Any) -> str:
        """The text of the nearest heading before a node; empty where there is none.

        >>> index = Index(Page("<h2>Method</h2><h3></h3><p>Stir.").document)
        >>> index.heading(index.select("p")[0])
        'Method'
        """
        paths, path = list(self._headings), self._path([peer, *peer.ancestors][::-1])
        for at in range(bisect_left(paths, path) - 1, -1, -1):
            if paths[at] != path[: len(paths[at])]:  # else it is around the node
                return self.text(self._headings[paths[at]])
        return ""

    @cached_property
    def _headings(self) -> dict[tuple[int, ...], Any]:
        """The headings that have a visible text, by their paths, in document order."""
        shown = [peer for peer in self.select(_HEADINGS) if self.first_text(peer) is not None]
        return {self._path([peer, *peer.ancestors][::-1]): peer for peer in shown}

    def child_texts(self, parent: Any) -> list[Any]:
        """The texts among the children of a node; an element with thousands of children is read once.

        >>> index = Index(Page("<p>a <b>b</b> c").document)
        >>> index.child_texts(index.select("p")[0])
        [Text('a '), Text(' c')]
        """
        if parent not in self._child_texts:
            self._child_texts[parent] = [child for child in parent if type(child) is Text]
        return self._child_texts[parent]

    def column_title(self, peer: Any) -> str:
        """The text of the first cell in the table column of a node; empty outside tables.

        >>> index = Index(Page("<table><tr><th>Title<th>Price<tr><td>Emma<td>$5</table>").document)
        >>> index.column_title(index.select("td")[1])
        'Price'
        """
        cell = (peer if type(peer) is Element else peer.parent).closest("td, th")
        table = cell.parent.closest("table") if cell is not None and type(cell.parent) is Element else None
        first = table.select_one("tr") if table is not None else None
        if cell is None or first is None:
            return ""
        titles, at = _cells(first), _cells(cell.parent).index(cell)
        return self.text(titles[at]) if at < len(titles) and titles[at] is not cell else ""

    def has_looked_up(self, label: str) -> bool:
        """Whether the texts that are this label are known already."""
        return label in self._labelled

    def labelled(self, label: str, near: Any = None, scope: Any = None) -> list[Any]:
        """The visible texts inside the scope that are this label, in document order.

        ``near`` is a text that may well be one.

        >>> index = Index(Page("<b>Brand:</b> Acme <i> Brand: </i> Brand: x").document)
        >>> index.labelled("Brand:"), index.labelled("Brand:", scope=index.select("i")[0])
        ([Text('Brand:'), Text(' Brand: ')], [Text(' Brand: ')])
        """
        found = self._labelled.get(label)
        if found is None:
            found = self._labelled[label] = [text for text in self._having(label, near) if self.is_visible(text)]
        return found if scope is None else self._by_scope(label, found).get(scope, [])

    def _by_scope(self, label: str, texts: Iterable[Any]) -> Mapping[Any, list[Any]]:
        """The texts that are a label, by each node around them: a page of records has many of both."""
        if label not in self._labelled_in:
            self._labelled_in[label] = inside = defaultdict[Any, list[Any]](list)
            for text in texts:
                for above in text.ancestors:
                    inside[above].append(text)
        return self._labelled_in[label]

    def _having(self, label: str, near: Any) -> list[Any]:
        """The texts that collapse to a label, hidden ones too."""
        if not label or collapse(label) != label:
            return []
        known = [near] if near is not None and collapse(near.data) == label else []
        if "_joined_texts" not in vars(self):
            mentions = count_mentions(self._all_text, label)
            if sum(count_mentions(text.data, label) for text in known) == mentions:
                return known
            known = max(known, self._alone(label), key=len)
            if sum(count_mentions(text.data, label) for text in known) == mentions:
                return known
        places = whole_texts(self._joined_texts, label)
        if len(known) < len(places):
            known = self._alone(label)
        return known if len(known) == len(places) else self._numbered(places)

    def _alone(self, label: str) -> list[Any]:
        """The texts in elements that have just the label as text."""
        return [peer[0] for peer in self.document.find_all(text=label) if len(peer) == 1 and type(peer[0]) is Text]

    def _numbered(self, places: Sequence[int]) -> list[Any]:
        """The texts at these places of the joined texts, in order.

        A list of all nodes takes longer to make and to free than to count up to them.
        """
        texts = NodeIterator(self.document, NodeFilter.SHOW_TEXT)
        skipped = [self._joined_texts.count(_BETWEEN, *pair) - 1 for pair in pairwise((0, *places))]
        return [next(islice(texts, count, None)) for count in skipped]

    @cached_property
    def _all_text(self) -> str:
        """What all texts of the page contain, hidden ones too, as one string."""
        text: str = self.document.text
        return text

    @cached_property
    def _joined_texts(self) -> str:
        """What all texts of the page contain, hidden ones too, with a separator before and behind each."""
        return _BETWEEN.join(["", *self.document.strings, ""])

    @cached_property
    def _visible_texts(self) -> list[Any]:
        return [text for text in NodeIterator(self.document, NodeFilter.SHOW_TEXT) if self.is_visible(text)]

    def visible_texts(self, scope: Any = None) -> list[Any]:
        """All visible texts inside the scope.

        >>> Index(Page("<p>a <b>b</b><script>c</script>").document).visible_texts()
        [Text('a '), Text('b')]
        """
        if scope is None:
            return self._visible_texts
        return [node for node in scope.descendants if type(node) is Text and self.is_visible(node)]

    def in_order(self, peers: Iterable[Any]) -> list[Any]:
        """The nodes in document order, each once; an outer one before those inside it.

        >>> index = Index(Page("<p>a <b>b</b>").document)
        >>> index.in_order([index.select("b")[0], index.select("p")[0]])
        [Element('p'), Element('b')]
        """
        if tree := self._tree_if_known():
            return sorted(dict.fromkeys(peers), key=lambda peer: tree.node_of(peer).index)
        chains = {peer: [peer, *peer.ancestors][::-1] for peer in peers}
        if len(chains) < 2:
            return list(chains)
        shared = sum(1 for _ in takewhile(lambda level: len(set(level)) == 1, zip(*chains.values(), strict=False)))
        branches = {chain[shared]: peer for peer, chain in chains.items() if len(chain) > shared}
        if shared and len(branches) == len(chains):  # most often each is below another child of one node
            around = next(iter(chains.values()))[shared - 1]
            return [branches[child] for child in around.children if child in branches]
        return sorted(chains, key=lambda peer: self._path(chains[peer][max(shared - 1, 0) :]))

    def _tree_if_known(self) -> Tree | None:
        """The tree of this document, where the page has it already, as it has while a wrapper is learned."""
        page = None if self._page is None else self._page()
        kept = vars(page) if page is not None else {}
        return kept.get("tree") if kept.get("document") is self.document else None

    def _path(self, chain: Sequence[Any]) -> tuple[int, ...]:
        """The numbers among their siblings of the nodes behind the first of a chain, each the parent of the next."""
        return tuple([self._number(parent, child) for parent, child in pairwise(chain)])

    def _number(self, parent: Any, child: Any) -> int:
        if parent not in self._numbers:
            self._numbers[parent] = {one: at for at, one in enumerate(parent.children)}
        return self._numbers[parent][child]


def _inside_hidden(document: Any) -> set[Any]:
    """The elements inside hidden ones."""
    hiding = [peer for selector in _HIDING for peer in document.select(selector)]
    for around, selectors in _HIDING_INSIDE.items():
        if document.select_one(around) is not None:
            hiding += [peer for selector in selectors for peer in document.select(selector)]
    return {node for peer in hiding for node in peer.descendants if type(node) is Element}


def count_mentions(text: str, label: str) -> int:
    r"""How often the words of a label follow each other in a text, with any white space between them.

    Joined texts have at least as many mentions as the texts together; where they meet there may be more.

    >>> count_mentions("Brand: Brand:\n Sony Brand", "Brand:"), count_mentions("List \n Price List", "List Price")
    (2, 1)
    """
    if " " not in label:
        return text.count(label)
    first, pattern = label.partition(" ")[0], _words(label)
    at, count = text.find(first), 0
    while at >= 0:
        count += pattern.match(text, at) is not None
        at = text.find(first, at + 1)
    return count


def whole_texts(joined: str, label: str) -> list[int]:
    r"""Where the texts are that collapse to a label, in a string of texts with NUL before and behind each.

    >>> whole_texts("\0Brand:\0 Brand:\n\0Brand: Sony\0", "Brand:"), whole_texts("\0List \n Price\0", "List Price")
    ([1, 9], [1])
    """
    first, places, pattern = label.partition(" ")[0], [], _words(label)
    at = joined.find(first)
    while at >= 0:
        if joined[at - 1] == _BETWEEN or joined[at - 1].isspace():
            found = pattern.match(joined, at)
            if found and _is_whole(joined, at, found.end()):
                places.append(at)
        at = joined.find(first, at + len(first))
    return places


def _is_whole(joined: str, start: int, end: int) -> bool:
    """Whether only white space is between two places and the separators on both sides."""
    if joined[end] != _BETWEEN and not joined[end].isspace():
        return False
    before, behind = joined.rfind(_BETWEEN, 0, start), joined.find(_BETWEEN, end)
    return not joined[before + 1 : start].strip() and not joined[end:behind].strip()


@lru_cache(maxsize=1024)
def _words(label: str) -> re.Pattern[str]:
    """The words of a label, with any white space between them."""
    return re.compile(r"\s+".join(map(re.escape, label.split(" "))))


def index_of(page: Page) -> Index:
    """The index of a page, made once and kept as long as the page.

    >>> page = Page("<p>x")
    >>> index_of(page) is index_of(page)
    True
    """
    kept = vars(page)
    if "_index" not in kept:
        kept["_index"] = Index(page.document, page)
    index: Index = kept["_index"]
    return index


def is_inside(peer: Any, scope: Any) -> bool:
    """Whether a node is below another one.

    >>> document = Page("<p>a <b>b</b>").document
    >>> is_inside(document.select_one("b"), document.select_one("p"))
    True
    """
    return scope in peer.ancestors


def _cells(row: Any) -> list[Any]:
    return [child for child in row.children if type(child) is Element and child.tag in CELLS]


def ancestors_without(text: Any, beside: Any) -> Iterator[Any]:
    """The nodes around a text, innermost first, up to those that also hold another node.

    >>> document = Page("<p><i>a</i><b><u>b</u></b>").document
    >>> [peer.tag for peer in ancestors_without(document.select_one("u")[0], document.select_one("i"))]
    ['u', 'b']
    """
    around = set(beside.ancestors) if beside is not None else set()
    for above in text.ancestors:
        if above in around:
            return
        yield above
