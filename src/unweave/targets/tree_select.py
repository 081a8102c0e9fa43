"""The candidates of a tree wrapper, selected natively: what a selector can say of the languages, and nothing it cannot.

Legend

    way         ("p", "b", "@"), the labels from the top of the surroundings down to the marked node
    selector    "p > b", the ways as CSS; with width 1 and plain tags it says it all
    narrowed    "p > b:last-child", also which elements may stand beside the end of the way, where no text may
    peer        the parser's own node

Candidates are asked for as CSS, whose ``+`` takes constant time; texts that the way alone tells as XPath, which gives
strings.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from unweave.errors import CannotCompile
from unweave.trees.language import Language
from unweave.trees.outline import HIDDEN, TEXT

_FOLDING = ("noscript", "template", "svg", "math")
_NAME = re.compile(r"[a-z][a-z0-9-]*")


def selecting(languages: Sequence[Language], steps: int, *, attribute: str = "") -> Callable[[Any], list[Any]]:
    """From a parsed page to the elements at the ends of the ways that are not hidden, in document order."""
    if attribute and not _NAME.fullmatch(attribute):
        raise CannotCompile(target="fast", reason=f"the attribute {attribute!r} cannot be selected")
    ending = f"[{attribute}]" if attribute else ""
    narrow, way = narrowed(languages, steps), selector_of(languages, ending)
    selector = narrow + ending if narrow else way

    def select(document: Any) -> list[Any]:
        peers: list[Any] = document.select(selector)
        if not peers or not _folds(document):
            return peers
        known: dict[Any, bool] = {None: False}
        return [peer for peer in peers if not _is_hidden(peer.parent, known)]

    return select


def folds(document: Any) -> bool:
    """Whether there may be elements inside hidden ones."""
    return next(document.iter_elements(_FOLDING), None) is not None


def _folds(document: Any) -> bool:
    """The same, for a page that was asked for elements already: then the parser has a short way to those of one tag."""
    return any(document.select_one(tag) is not None for tag in _FOLDING)


def _is_hidden(peer: Any, known: dict[Any, bool]) -> bool:
    """Whether a node is hidden, or inside one that is; what is found out on the way up is kept."""
    way: list[Any] = []
    while peer not in known:
        way.append(peer)
        if getattr(peer, "tag", "") in HIDDEN:
            known[peer] = True
        else:
            peer = peer.parent
    known.update(dict.fromkeys(way, known[peer]))
    return known[peer]


def path_of(languages: Sequence[Language], ending: str = "") -> Callable[[Any], Any]:
    """The ways as XPath."""
    from turbohtml import XPath  # noqa: PLC0415 - heavy, as in page/tree.py

    ways = dict.fromkeys(_selector(way).replace(" > ", "/") for each in languages for way in each.chains())
    return XPath("|".join(f"//{way}{ending}" for way in ways), smart_strings=False)


def beside(language: Language, steps: int) -> tuple[frozenset[int], frozenset[int]]:
    """The shapes right beside the way, below the node so many steps above the marked one, in the examples' windows."""
    lefts, rights = set[int](), set[int]()
    holding = language.holding()
    for window in (window for each in language.accepted[steps] for window in language.shapes[each].windows or ()):
        place = next((at for at, shape in enumerate(window) if shape in holding), len(window))
        lefts.update(window[:place][-1:])
        rights.update(window[place + 1 :][:1])
    return frozenset(lefts), frozenset(rights)


def neighbours(language: Language, steps: int) -> tuple[frozenset[str], frozenset[str]]:
    """Their labels.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("p", ["x", ("br", [])]))
    >>> neighbours(Language.learned([(page, 1)], width=2, depth=2), 1)
    (frozenset(), frozenset({'br'}))
    """
    lefts, rights = (frozenset(language.shapes[each].label for each in some) for some in beside(language, steps))
    return lefts, rights


def selector_of(languages: Sequence[Language], ending: str = "") -> str:
    """The ways down to the texts' elements, or to the elements meant, as CSS.

    >>> from unweave.trees.outline import sketched
    >>> selector_of([Language.learned([(sketched(("p", [("b", ["x"])])), 2)], width=1, depth=3)])
    'p > b'
    """
    return ", ".join(dict.fromkeys(_selector(way) + ending for each in languages for way in each.chains()))


def narrowed(languages: Sequence[Language], steps: int) -> str:
    """The one way, and which elements may stand beside its end, where only elements may; "" if there are more ways.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("p", [("b", ["x"]), ("i", [])]))
    >>> narrowed([Language.learned([(page, 2)], width=2, depth=3)], 2)
    'p > b:first-child:is(:last-child, :has(+ i))'
    """
    ways = [way for each in languages for way in each.chains()]
    if len(ways) != 1 or languages[0].depth <= steps:
        return ""
    if languages[0].width == 1 or languages[0].marks:
        return _selector(ways[0])
    lefts, rights = (sorted(some) for some in neighbours(languages[0], steps))
    before = _among(":first-child", [f"{tag} + *" for tag in lefts], lefts)
    after = _among(":last-child", [f":has(+ {tag})" for tag in rights], rights)
    return _selector(ways[0]) + before + after


def _among(none: str, some: list[str], labels: list[str]) -> str:
    if not all(map(_NAME.fullmatch, labels)):
        return ""
    return f":is({', '.join([none, *some])})" if some else none


def _selector(way: tuple[str, ...]) -> str:
    steps = [_compound(label) for label in way if label not in {"#document", TEXT}]
    if not steps:
        raise CannotCompile(target="fast", reason="texts without a selectable element around them")
    return " > ".join(steps)


def _compound(label: str) -> str:
    tag, *marks = label.split("\x1f")
    if not _NAME.fullmatch(tag):
        raise CannotCompile(target="fast", reason=f"the tag {tag!r} cannot be selected")
    return tag + "".join(map(_mark, marks))


def _mark(mark: str) -> str:
    # Unicode knows more white space between class tokens than CSS does; the check looks more closely.
    if mark.startswith("."):
        return f'[class*="{_quoted(mark[1:])}"]'
    name, _, value = mark.partition("=")
    return f'[{name}="{_quoted(value)}"]'


def _quoted(value: str) -> str:
    return "".join(f"\\{ord(sign):x} " if sign in '"\\\n' else sign for sign in value)
