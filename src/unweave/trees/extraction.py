"""Tree wrappers on a parsed page: candidates by native selectors, contexts only around the candidates.

Legend

    chain       ("p", "b", "@"): the labels from the top of an accepted context down to the marked node
    selector    "p > b": the chain as CSS. It says at most what the language says, so it misses no node of it
    outline     the part of the page's outline around the candidates, made while the automaton looks at it

``NodeTarget.candidates`` on the whole outline of our own tree is the slow definition.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from unweave.engine.index import Index
from unweave.page import Page, Span
from unweave.page.html import HIDDEN, collapse
from unweave.page.parser import kinds
from unweave.page.spans import attribute_span, text_span
from unweave.trees.language import TreeLanguage
from unweave.trees.nodes import NodeTarget
from unweave.trees.outline import TEXT, Outline, marks_of

DOCUMENT = "#document"
_NAME = re.compile(r"[a-z][a-z0-9-]*")


class PageOutline(Outline):
    """An outline of the parser's own nodes; it grows where the automaton looks at it.

    >>> document = Page("<p>name: <b>Emma</b></p>").document
    >>> outline = PageOutline()
    >>> outline.tags[outline.number(document.select_one("b"))]
    'b'
    """

    def __init__(self) -> None:
        super().__init__()
        self.children = _Children(self)  # type: ignore[assignment]  # a list that fills itself
        self.peers: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, peer: Any) -> int:
        """The number of a node; the nodes above it are numbered first."""
        if peer not in self._numbers:
            above = peer.parent
            if above is None:
                self._register(peer, -1, 0)
            else:
                self.children[self.number(above)]
        return self._numbers[peer]

    def _register(self, peer: Any, parent: int, position: int) -> int:
        at = self._numbers[peer] = len(self.tags)
        is_text = type(peer) is kinds().text
        self.peers.append(peer)
        self.tags.append(TEXT if is_text else getattr(peer, "tag", DOCUMENT))
        self.texts.append(collapse(peer.data) if is_text else "")
        self.parent.append(parent)
        self.position.append(position)
        return at

    def grown(self, at: int) -> list[int]:
        """The numbers of a node's children, which are registered."""
        is_open = self.tags[at] != TEXT and self.tags[at] not in HIDDEN
        children = [child for child in self.peers[at].children if _counts(child)] if is_open else []
        return [self._register(child, at, position) for position, child in enumerate(children)]

    def marks(self, at: int) -> tuple[str, ...]:
        """The class tokens, role, itemprop and id of an element, as in ``.price`` and ``id=main``."""
        return marks_of(self.peers[at].attr) if self.tags[at] not in {DOCUMENT, TEXT} else ()


class _Children:
    """Lists of children that are made when they are asked for."""

    def __init__(self, outline: PageOutline) -> None:
        self._outline = outline
        self._made: dict[int, list[int]] = {}

    def __getitem__(self, at: int) -> list[int]:
        if at not in self._made:
            self._made[at] = self._outline.grown(at)
        return self._made[at]


def _counts(peer: Any) -> bool:
    text, element, _ = kinds()
    return type(peer) is element or (type(peer) is text and not peer.data.isspace())


def selected(index: Index, target: NodeTarget, languages: Sequence[TreeLanguage]) -> list[Any]:
    """The nodes of the target that one of the languages accepts, in document order.

    >>> from unweave.trees.outline import outlined
    >>> page = Page("<p><b>Emma</b></p><i>Kim</i>")
    >>> language = TreeLanguage.learned([(outlined(page), 6)], width=1, depth=3)
    >>> selected(Index(page.document), NodeTarget("text"), [language])
    [Text('Emma')]
    """
    outline = PageOutline()
    found: dict[Any, None] = {}
    for language in languages:
        peers = list(dict.fromkeys(_candidates(index, target, language)))
        numbers = {outline.number(peer): peer for peer in peers}
        found.update(dict.fromkeys(numbers[at] for at in language.select(outline, numbers)))
    return index.in_order(found) if len(found) > 1 else list(found)


def _candidates(index: Index, target: NodeTarget, language: TreeLanguage) -> Iterator[Any]:
    text = kinds().text
    for selector in dict.fromkeys(map(_selector, language.chains())):
        for peer in index.select(selector):
            if target.kind == "text":
                yield from (child for child in peer.children if type(child) is text and index.is_visible(child))
            elif peer.tag in target.tags or (target.kind == "attribute" and target.name in peer.attrs):
                yield peer


def _selector(chain: tuple[str, ...]) -> str:
    """A chain as CSS: of a text, its parent's."""
    labels = [label for label in chain if label != DOCUMENT and not label.startswith(TEXT)]
    return " > ".join(map(_compound, labels)) or "*"


def _compound(label: str) -> str:
    tag, *marks = label.split("\x1f")
    return (tag if _NAME.fullmatch(tag) else "*") + "".join(map(_attribute, marks))


def _attribute(mark: str) -> str:
    name, _, value = (".class~", "", mark[1:]) if mark.startswith(".") else mark.partition("=")
    if any(sign in '"\\' or ord(sign) < 32 for sign in value):
        return ""
    return f'[class~="{value}"]' if name == ".class~" else f'[{name}="{value}" s]'


def span_of(page: Page, peer: Any, target: NodeTarget) -> Span | None:
    """The span of a node's text, of its content, or of its attribute's value.

    >>> page = Page("<a href=/x>Emma</a>")
    >>> span_of(page, page.document.select_one("a"), NodeTarget("attribute", "href"))
    Span(start=8, end=10)
    """
    if target.kind == "text":
        return text_span(page, peer)
    if target.kind == "attribute":
        return attribute_span(page, peer, target.name)
    location = peer.source_location
    if location is None or location.end_tag is None:
        return page.tree.node_of(peer).inner
    return Span(location.start_tag[5], location.end_tag[2])
