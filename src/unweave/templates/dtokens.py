"""Pages as sequences of dtokens; the roles of one token told apart by its path (DiffForm).

Legend

    token       ``<td>``, ``</td>`` or a word; white space, comments and scripts are none
    path        ``html body table tr td``: the elements around a token, outermost first
    role        ``("Reviews", "html body b")``: a token and its path; DiffForm gives each path a role of its own
    dtoken      ``17``: a token with a context, as an integer; at first one per role, later more
    corpus      all pages concatenated, as one array of dtokens, with sentinels before and after each page
    index       ``1042``: an index into that array

Departures from the paper: the elements around a token come from a stack of tags with HTML's rules for omitted end tags,
not from a full parser: the paper's own pages are too broken for two parsers to agree on them, and the same template
breaks in the same way on every page. Cells of a row count as different elements, ``td1``, ``td2``: the paper does not
mention it, but without it the cells of a row cannot be told apart, and its collections consist of tables.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from unweave.page import Page, Span
from unweave.page.html import CELLS

if TYPE_CHECKING:
    from unweave.templates.integers import Integers

SENTINELS = 3
_VOID = "area base basefont br col embed frame hr img input isindex link meta param source track wbr"
_END_PARAGRAPHS = "address blockquote center div dl fieldset form h1 h2 h3 h4 h5 h6 hr ol p pre table ul"
VOID = frozenset(_VOID.split())
# start tag -> (the open elements that it closes, the elements at which the search for them stops)
ENDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li", "p"}), frozenset({"ul", "ol", "table"})),
    "dt": (frozenset({"dt", "dd", "p"}), frozenset({"dl", "table"})),
    "dd": (frozenset({"dt", "dd", "p"}), frozenset({"dl", "table"})),
    "td": (frozenset({"td", "th"}), frozenset({"table", "tr"})),
    "th": (frozenset({"td", "th"}), frozenset({"table", "tr"})),
    "tr": (frozenset({"tr"}), frozenset({"table"})),
    "option": (frozenset({"option"}), frozenset({"select"})),
    **{
        tag: (frozenset({"p"}), frozenset({"table", "td", "th", "li", "div", "center"}))
        for tag in _END_PARAGRAPHS.split()
    },
}
# an end tag closes nothing outside of the innermost of these
BARRIERS = frozenset({"table", "td", "th"})
TABLE_PARTS = frozenset({"table", "tbody", "tr", "td", "th", "body", "html"})


class Role(NamedTuple):
    """A token and its path.

    >>> Role("Emma", "html body b").text
    'Emma'
    """

    text: str
    path: str


class PageToken(NamedTuple):
    """One token of a page: its role and its span."""

    role: Role
    span: Span


class _Stack:
    """The open elements while the tags of a page are read."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.paths: list[str] = [""]
        self.cells: list[int] = [0]

    @property
    def path(self) -> str:
        return self.paths[-1]

    def open(self, name: str) -> None:
        """A start tag: close the elements that it ends, then add its own."""
        self._close_implied(name)
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

    def _close_implied(self, name: str) -> None:
        closed, barriers = ENDS.get(name, (frozenset(), frozenset()))
        for depth in range(len(self.names) - 1, -1, -1):
            if self.names[depth] in closed:
                self.cut(depth)
                return
            if self.names[depth] in barriers or not closed:
                return

    def close(self, name: str) -> str:
        """Close the nearest element of that name and return its path; if there is none, the current path."""
        for depth in range(len(self.names) - 1, -1, -1):
            if self.names[depth] == name:
                path = self.paths[depth + 1]
                self.cut(depth)
                return path
            if self.names[depth] in BARRIERS and name not in TABLE_PARTS:
                break
        return self.path


def page_tokens(page: Page) -> list[PageToken]:
    """The tokens of a page with their roles.

    >>> [tuple(token.role) for token in page_tokens(Page("<ul><li>A b<li>c</ul>"))]
    [('<ul>', 'ul'), ('<li>', 'ul li'), ('A', 'ul li'), ('b', 'ul li'),
     ('<li>', 'ul li'), ('c', 'ul li'), ('</ul>', 'ul')]
    """
    return list(_page_tokens(page))


def _page_tokens(page: Page) -> Iterator[PageToken]:
    stack = _Stack()
    source = page.source
    for kind, start, end, name in page.tokens:
        if kind == "word":
            yield PageToken(Role(source[start:end], stack.path), Span(start, end))
        elif kind == "start":
            stack.open(name)
            yield PageToken(Role(f"<{name}>", stack.path), Span(start, end))
            if name in VOID:
                stack.cut(len(stack.names) - 1)
        elif kind == "end":
            yield PageToken(Role(f"</{name}>", stack.close(name)), Span(start, end))


@dataclass(frozen=True, slots=True)
class Corpus:
    """All pages as one array of dtokens.

    ``roles[dtoken]`` is the role of a dtoken; ``dtokens[index]`` and ``pages[index]`` are the dtoken at an index and
    the number of its page; ``spans[index]`` is its span there (sentinels are empty spans at the ends of the page).
    """

    roles: tuple[Role, ...]
    dtokens: "Integers"
    pages: "Integers"
    spans: tuple[Span, ...]
    count: int

    def role(self, index: int) -> Role:
        """The role of the token at an index."""
        return self.roles[int(self.dtokens[index])]


def sentinels(before: bool) -> list[Role]:
    """The tokens that are added before, or after, every page.

    >>> [role.text for role in sentinels(before=True)]
    ['^1', '^2', '^3']
    """
    return [Role(f"{'^' if before else '$'}{number}", "") for number in range(1, SENTINELS + 1)]


def with_sentinels(tokens: Sequence[PageToken], length: int) -> list[PageToken]:
    """A page's tokens between sentinels, so that every corpus has a root class."""
    first = [PageToken(role, Span(0, 0)) for role in sentinels(before=True)]
    last = [PageToken(role, Span(length, length)) for role in sentinels(before=False)]
    return [*first, *tokens, *last]


def corpus(pages: Iterable[Page]) -> Corpus:
    """The pages of a collection as one corpus, roles told apart by path (DiffForm).

    >>> collection = corpus([Page("<b>Emma</b>"), Page("<b>Kim</b>")])
    >>> collection.dtokens.tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 9, 5, 6, 7, 8]
    """
    return corpus_of([with_sentinels(page_tokens(page), len(page.source)) for page in pages])


def corpus_of(pages: Sequence[Sequence[PageToken]]) -> Corpus:
    """A corpus from the tokens of each page."""
    import numpy as np  # noqa: PLC0415 - only learners pay for it

    numbers: dict[Role, int] = {}
    dtokens = [numbers.setdefault(token.role, len(numbers)) for page in pages for token in page]
    page_numbers = np.repeat(np.arange(len(pages)), [len(page) for page in pages])
    spans = tuple(token.span for page in pages for token in page)
    return Corpus(tuple(numbers), np.array(dtokens, dtype=np.int64), page_numbers, spans, len(pages))
