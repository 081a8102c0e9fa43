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
from unweave.engine.lazy import Lazy
from unweave.page import Page, Span
from unweave.page.html import HIDDEN, collapse
from unweave.page.parser import kinds
from unweave.page.spans import attribute_span, text_span
from unweave.trees.language import PreparedLanguage, TreeLanguage
from unweave.trees.nodes import NodeTarget
from unweave.trees.outline import TEXT, Outline, marks_of

DOCUMENT = "#document"
_NAME = re.compile(r"[a-z][a-z0-9-]*")


class PageOutline(Outline):
    """An outline of the parser's own nodes, each its own number; it is made where the automaton looks at it.

    >>> document = Page("<p>name: <b>Emma</b></p>").document
    >>> outline, bold = PageOutline(), document.select_one("b")
    >>> outline.tags[bold], outline.position[bold], outline.path_up(bold, 2)
    ('b', 1, [Element('b'), Element('p')])
    """

    def __init__(self) -> None:
        # Lists by number, made where they are asked for. None refers to the outline: a cycle would outlive the page.
        self.tags = tags = Lazy(_tag)  # type: ignore[assignment]
        self.texts = Lazy(_text)  # type: ignore[assignment]
        self.parent = parents = Lazy(lambda peer: peer.parent)  # type: ignore[assignment]
        self.children = children = Lazy(lambda peer: _children(peer, tags[peer]))  # type: ignore[assignment]
        places = Lazy(lambda parent: {child: at for at, child in enumerate(children[parent])})
        self.position = Lazy(  # type: ignore[assignment]
            lambda peer: 0 if parents[peer] is None else places[parents[peer]][peer]
        )
        self._marks = Lazy(lambda peer: marks_of(peer.attr) if type(peer) is kinds().element else ())

    def marks(self, at: Any) -> tuple[str, ...]:
        """The class tokens, role, itemprop and id of an element, as in ``.price`` and ``id=main``."""
        found: tuple[str, ...] = self._marks[at]
        return found

    def path_up(self, at: Any, length: int) -> list[Any]:
        """The node itself and its ancestors, innermost first, up to that many."""
        path: list[Any] = []
        while at is not None and len(path) < length:
            path.append(at)
            at = self.parent[at]
        return path


def _tag(peer: Any) -> str:
    return TEXT if type(peer) is kinds().text else getattr(peer, "tag", DOCUMENT)


def _children(peer: Any, tag: str) -> list[Any]:
    text, element, _ = kinds()
    if tag == TEXT or tag in HIDDEN:
        return []
    return [
        child for child in peer.children if type(child) is element or (type(child) is text and not child.data.isspace())
    ]


def _text(peer: Any) -> str:
    return collapse(peer.data) if type(peer) is kinds().text else ""


class Selector:
    """Languages made ready to select nodes on many pages.

    >>> from unweave.trees.outline import outlined
    >>> page = Page("<p><b>Emma</b></p><i>Kim</i>")
    >>> language = TreeLanguage.learned([(outlined(page), 6)], width=1, depth=3)
    >>> Selector(NodeTarget("text"), [language]).nodes(Index(page.document))
    [Text('Emma')]
    """

    def __init__(self, target: NodeTarget, languages: Sequence[TreeLanguage]) -> None:
        self.target = target
        self.languages = [PreparedLanguage.of(language) for language in languages]
        self.queries = [tuple(dict.fromkeys(map(_selector, language.chains()))) for language in languages]

    def nodes(self, index: Index, *, in_order: bool = True) -> list[Any]:
        """The nodes of the target that one of the languages accepts; in document order, if that matters."""
        outline: PageOutline = index.kept.setdefault("outline", PageOutline())  # all fields look at the same nodes
        found: dict[Any, None] = {}
        for language, queries in zip(self.languages, self.queries, strict=True):
            candidates = dict.fromkeys(peer for query in queries for peer in self._candidates(index, query))
            found.update(dict.fromkeys(language.select(outline, candidates)))
        return index.in_order(found) if in_order and len(found) > 1 else list(found)

    def _candidates(self, index: Index, query: str) -> Iterator[Any]:
        text, target = kinds().text, self.target
        for peer in index.select(query):
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
