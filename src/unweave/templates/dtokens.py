"""Pages as strings of dtokens, and what tells the roles of one token apart by form (DiffForm).

Legend

    token       ``<td>``, ``</td>`` or a word; white space, comments and scripts are none
    path        ``html body table tr td``: the elements around a token, outermost first
    key         ``("Reviews", "html body b")``: a token and its path; two keys are two roles
    dtoken      ``17``: a token with a context, as an integer; at first one per key, later more
    corpus      all pages behind each other as one array of dtokens; each page is guarded on both sides
    place       ``1042``: an index into that array

Departures from the paper: the elements around a token come from a stack of tags with HTML's rules for end tags that
are left out, not from a full parser: the paper's own pages are too broken for two parsers to agree on them, and the
same template breaks in the same way on every page. Cells of a row count as different elements, ``td1``, ``td2``: the
paper does not say so, but no row of a table comes apart without it, and its collections consist of tables.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unweave.page import Page, Span

Integers = NDArray[np.int64]

GUARDS = 3
VOID = frozenset(
    (
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
        "basefont",
        "frame",
        "isindex",
    )
)
BLOCKS = frozenset(
    (
        "address",
        "blockquote",
        "center",
        "div",
        "dl",
        "fieldset",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "ol",
        "p",
        "pre",
        "table",
        "ul",
    )
)
# start tag -> (the open elements that it ends, the elements that shield what is outside of them)
ENDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li", "p"}), frozenset({"ul", "ol", "table"})),
    "dt": (frozenset({"dt", "dd", "p"}), frozenset({"dl", "table"})),
    "dd": (frozenset({"dt", "dd", "p"}), frozenset({"dl", "table"})),
    "td": (frozenset({"td", "th"}), frozenset({"table", "tr"})),
    "th": (frozenset({"td", "th"}), frozenset({"table", "tr"})),
    "tr": (frozenset({"tr"}), frozenset({"table"})),
    "option": (frozenset({"option"}), frozenset({"select"})),
    **{tag: (frozenset({"p"}), frozenset({"table", "td", "th", "li", "div", "center"})) for tag in BLOCKS},
}
# end tags do not reach beyond these
WALLS = frozenset({"table", "td", "th"})
CELLS = frozenset({"td", "th"})
TABLE_PARTS = frozenset({"table", "tbody", "tr", "td", "th", "body", "html"})


class Key(NamedTuple):
    """A token and the path to it.

    >>> Key("Emma", "html body b").text
    'Emma'
    """

    text: str
    path: str


class Piece(NamedTuple):
    """One token of a page: its key and where it stands."""

    key: Key
    span: Span


class _Stack:
    """The open elements while tags go by."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.paths: list[str] = [""]
        self.cells: list[int] = [0]

    @property
    def path(self) -> str:
        return self.paths[-1]

    def push(self, name: str) -> None:
        step = self._numbered(name) if name in CELLS else name
        self.names.append(name)
        self.paths.append(f"{self.path} {step}" if self.path else step)
        self.cells.append(0)

    def _numbered(self, name: str) -> str:
        self.cells[-1] += 1
        return f"{name}{self.cells[-1]}"

    def cut(self, depth: int) -> None:
        del self.names[depth:]
        del self.paths[depth + 1 :]
        del self.cells[depth + 1 :]

    def make_room(self, name: str) -> None:
        """End what a start tag of that name ends."""
        ended, shields = ENDS.get(name, (frozenset(), frozenset()))
        for depth in range(len(self.names) - 1, -1, -1):
            if self.names[depth] in ended:
                self.cut(depth)
                return
            if self.names[depth] in shields or not ended:
                return

    def close(self, name: str) -> str:
        """End the nearest element of that name and tell its path; without one in reach, the path to here."""
        for depth in range(len(self.names) - 1, -1, -1):
            if self.names[depth] == name:
                path = self.paths[depth + 1]
                self.cut(depth)
                return path
            if self.names[depth] in WALLS and name not in TABLE_PARTS:
                break
        return self.path


def pieces(page: Page) -> list[Piece]:
    """The tokens of a page with their keys.

    >>> [tuple(piece.key) for piece in pieces(Page("<ul><li>A b<li>c</ul>"))]
    [('<ul>', 'ul'), ('<li>', 'ul li'), ('A', 'ul li'), ('b', 'ul li'),
     ('<li>', 'ul li'), ('c', 'ul li'), ('</ul>', 'ul')]
    """
    return list(_pieces(page))


def _pieces(page: Page) -> Iterator[Piece]:
    stack = _Stack()
    source = page.source
    for kind, start, end, name in page.tokens:
        if kind == "word":
            yield Piece(Key(source[start:end], stack.path), Span(start, end))
        elif kind == "start":
            stack.make_room(name)
            stack.push(name)
            yield Piece(Key(f"<{name}>", stack.path), Span(start, end))
            if name in VOID:
                stack.cut(len(stack.names) - 1)
        elif kind == "end":
            yield Piece(Key(f"</{name}>", stack.close(name)), Span(start, end))


@dataclass(frozen=True, slots=True)
class Corpus:
    """All pages as one array of dtokens.

    ``keys[dtoken]`` is the key that a dtoken stands for, ``dtokens[place]`` and ``pages[place]`` tell what stands at a
    place and on which page; ``spans[place]`` where on that page (guards are empty spans at its ends).
    """

    keys: tuple[Key, ...]
    dtokens: Integers
    pages: Integers
    spans: tuple[Span, ...]
    count: int

    def key(self, place: int) -> Key:
        """The key of what stands at a place."""
        return self.keys[int(self.dtokens[place])]


def guards(before: bool) -> list[Key]:
    """The tokens that stand before, or behind, every page.

    >>> [key.text for key in guards(before=True)]
    ['^1', '^2', '^3']
    """
    return [Key(f"{'^' if before else '$'}{number}", "") for number in range(1, GUARDS + 1)]


def guarded(strings: Sequence[Piece], length: int) -> list[Piece]:
    """A page's pieces between guards, so that a root class is certain."""
    first = [Piece(key, Span(0, 0)) for key in guards(before=True)]
    last = [Piece(key, Span(length, length)) for key in guards(before=False)]
    return [*first, *strings, *last]


def corpus(pages: Iterable[Page]) -> Corpus:
    """The pages of a collection as one corpus, roles told apart by path (DiffForm).

    >>> made = corpus([Page("<b>Emma</b>"), Page("<b>Kim</b>")])
    >>> made.dtokens.tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 9, 5, 6, 7, 8]
    """
    return corpus_of([guarded(pieces(page), len(page.source)) for page in pages])


def corpus_of(strings: Sequence[Sequence[Piece]]) -> Corpus:
    """A corpus from pages that are already strings of pieces."""
    numbers: dict[Key, int] = {}
    dtokens = [numbers.setdefault(piece.key, len(numbers)) for string in strings for piece in string]
    pages = np.repeat(np.arange(len(strings)), [len(string) for string in strings])
    spans = tuple(piece.span for string in strings for piece in string)
    return Corpus(tuple(numbers), np.array(dtokens, dtype=np.int64), pages, spans, len(strings))
