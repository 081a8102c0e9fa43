"""The fast form of a tree wrapper: candidates are selected natively, their surroundings checked locally.

Legend

    selector        "p > b > a", the ways of the languages as CSS; with width 1 it says all there is to say
    peer            the parser's own node
    Neighbourhood   an outline that grows around the nodes it is asked about, and no further
    verdict         what was found out about surroundings of that kind, kept from page to page

The parser runs without positions, so values come back as texts. Where texts hold entities and the wrapper takes parts
of them, the slow form runs: parts are learned on the source.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.page.encoding import decode
from unweave.page.page import fit
from unweave.page.text import collapse
from unweave.page.tree import _parse
from unweave.trees.automaton import Automaton, Shapes, Sight
from unweave.trees.language import Language
from unweave.trees.outline import HIDDEN, TEXT, Outline, marks_of
from unweave.trees.wrapper import TreeWrapper

Compiled = Callable[[str | bytes], list[dict[str, Any]]]
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_FOLDED = "noscript, template"


def compile_tree(wrapper: TreeWrapper) -> Compiled:
    """The wrapper as a function from a page's text (or bytes) to its records as plain dicts.

    >>> from unweave.records import Example
    >>> from unweave.trees import KL
    >>> page = Page("<p><b>Emma</b></p><p><b>Kim</b></p><h1><b>Top</b></h1>")
    >>> run = compile_tree(KL().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])]))
    >>> run("<p><b>Dune</b></p><b>No</b>")
    [{'title': 'Dune'}]
    """
    if wrapper.last is not None or wrapper.first.aim.kind != "text" or wrapper.schema.fields[0].many:
        raise CannotCompile(target="fast", reason="only wrappers of texts have a fast form")
    name, whole = wrapper.name, wrapper.parts.is_whole
    selector = selector_of(wrapper.first.languages)
    checks = [_Check(each) for each in wrapper.first.languages]

    def run(page: str | bytes) -> list[dict[str, Any]]:
        source = fit(page if isinstance(page, str) else decode(page)[0])
        if not whole and "&" in source:
            return [record.to_dict() for record in wrapper.extract(Page(source))]
        document = _parse(source, located=False)
        peers = _texts(document, selector)
        if any(check.needed for check in checks):
            around = Neighbourhood()
            peers = [peer for peer in peers if any(check.holds(around, peer) for check in checks)]
        if whole:
            return [{name: collapse(peer.data)} for peer in peers]
        cut = ((peer.data, wrapper.parts.find(peer.data)) for peer in peers)
        return [{name: collapse(text[start:end])} for text, places in cut for start, end in places]

    return run


def selector_of(languages: Sequence[Language]) -> str:
    """The ways down to the texts' elements, as CSS.

    >>> from unweave.trees.outline import sketched
    >>> selector_of([Language.learned([(sketched(("p", [("b", ["x"])])), 2)], width=1, depth=3)])
    'p > b'
    """
    return ", ".join(dict.fromkeys(_selector(way) for each in languages for way in each.chains()))


def _selector(way: tuple[str, ...]) -> str:
    steps = [_compound(label) for label in way if label not in {"#document", TEXT}]
    if not steps or steps[-1] in HIDDEN:
        raise CannotCompile(target="fast", reason="texts without a selectable element around them")
    return " > ".join(steps)


def _compound(label: str) -> str:
    tag, *marks = label.split("\x1f")
    if not _NAME.fullmatch(tag):
        raise CannotCompile(target="fast", reason=f"the tag {tag!r} cannot be selected")
    return tag + "".join(map(_mark, marks))


def _mark(mark: str) -> str:
    if mark.startswith("."):
        return f'[class~="{_quoted(mark[1:])}"]'
    name, _, value = mark.partition("=")
    return f'[{name}="{_quoted(value)}"]'


def _quoted(value: str) -> str:
    return "".join(f"\\{ord(sign):x} " if sign in '"\\\n' else sign for sign in value)


def _texts(document: Any, selector: str) -> list[Any]:
    """The texts right below the selected elements, in document order, that are not blank and not hidden."""
    peers = document.select(selector)
    if document.select_one(_FOLDED) is not None:
        peers = [peer for peer in peers if not _is_hidden(peer)]
    kind = _text_type()
    return [child for peer in peers for child in peer.children if type(child) is kind and not child.data.isspace()]


@cache
def _text_type() -> Any:
    from turbohtml import Text  # noqa: PLC0415 - heavy, and only pages that are parsed need it

    return Text


def _is_hidden(peer: Any) -> bool:
    while peer is not None:
        if getattr(peer, "tag", "") in HIDDEN:
            return True
        peer = peer.parent
    return False


class _Check:
    """Whether a text's surroundings are in a language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.needed = language.width > 1 or bool(language.texts)
        self.shapes = Shapes(language.shapes)
        self.automaton = Automaton(self.shapes, language.accepted)
        self.vocabulary = language.vocabulary
        self.verdicts: dict[tuple[object, ...], bool] = {}

    def holds(self, around: "Neighbourhood", peer: Any) -> bool:
        sight = around.sights.get(id(self))
        if sight is None:
            sight = around.sights[id(self)] = Sight(around, self.language.width, self.vocabulary, self.shapes)
        at = around.numbered(peer)
        key = self._signature(sight, at)
        if key not in self.verdicts:
            self.verdicts[key] = self.automaton.accepts(sight, at)
        return self.verdicts[key]

    def _signature(self, sight: Sight, at: int) -> tuple[object, ...]:
        """What the verdict depends on: on each level the label, and what stands within reach beside the way up."""
        outline, width, depth = sight.outline, self.language.width, self.language.depth
        told: list[object] = []
        for child, parent in pairwise(outline.way(at, depth)):
            place = outline.position[child]
            first = max(0, place - width + 1)
            beside = outline.children[parent][first : place + width]
            told += [self.vocabulary.label(outline, parent), place - first]
            told += [0 if each == child else sight.shape(each, depth - 1) for each in beside]
        return tuple(told)


class Neighbourhood(Outline):
    """An outline of the parser's own nodes that grows where it is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.children = _Children(self)  # type: ignore[assignment]  # a list that fills itself
        self.peers: list[Any] = []
        self.known: dict[Any, int] = {}
        self.sights: dict[int, Sight] = {}

    def numbered(self, peer: Any) -> int:
        """The node's number; everything above it is numbered first."""
        if peer not in self.known:
            above = peer.parent
            if above is None:
                self._register(peer, -1, 0)
            else:
                self.children[self.numbered(above)]
        return self.known[peer]

    def _register(self, peer: Any, parent: int, position: int) -> int:
        at = self.known[peer] = len(self.tags)
        kind = type(peer).__name__
        self.peers.append(peer)
        self.tags.append(TEXT if kind == "Text" else peer.tag if kind == "Element" else "#document")
        self.texts.append(" ".join(peer.data.split()) if kind == "Text" else "")
        self.parent.append(parent)
        self.position.append(position)
        return at

    def grown(self, at: int) -> list[int]:
        """The node's children, numbered."""
        peer = self.peers[at]
        kept = list(_counting(peer)) if self.tags[at] not in HIDDEN and self.tags[at] != TEXT else []
        return [self._register(child, at, position) for position, child in enumerate(kept)]

    def marks(self, at: int) -> tuple[str, ...]:
        """The class tokens, role, itemprop and id of an element."""
        return marks_of(lambda name: self.peers[at].attr(name) or "")


class _Children:
    """Lists of children that are made when they are asked for."""

    def __init__(self, outline: Neighbourhood) -> None:
        self._outline = outline
        self._made: dict[int, list[int]] = {}

    def __getitem__(self, at: int) -> list[int]:
        if at not in self._made:
            self._made[at] = self._outline.grown(at)
        return self._made[at]


def _counting(peer: Any) -> Iterator[Any]:
    for child in peer.children:
        kind = type(child).__name__
        if kind == "Element" or (kind == "Text" and not child.data.isspace()):
            yield child
