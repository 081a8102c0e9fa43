"""The fast form of a tree wrapper: candidates are selected natively, their surroundings checked locally.

Legend

    selector        "p > b > a", the ways of the languages as CSS; with width 1 and plain tags it says it all
    peer            the parser's own node
    Finder          from the parsed page to what the picked nodes say: texts, or the values of an attribute

What the selector cannot say (what stands beside the way, which marks an element has not) is asked of each candidate:
see ``tree_context``. The parser runs without positions, so values come back as texts. Where the source holds entities
and the wrapper takes parts of values, the slow form runs: parts are learned on the source.

Departure from ``extract``: values come in the order of the tree, and a text is what the tree says. That is the order
and the text of the source unless the parser had to move things (a text right in a table) or skip a stray end tag.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.page.encoding import decode
from unweave.page.page import fit
from unweave.page.text import collapse
from unweave.page.tree import MARK, _parse
from unweave.targets.tree_context import Check, checks_of, neighbours
from unweave.targets.tree_peers import filled, in_order, sorted_texts
from unweave.trees.language import Language
from unweave.trees.outline import HIDDEN, TEXT
from unweave.trees.wrapper import Picker, TreeWrapper

Compiled = Callable[[str | bytes], list[dict[str, Any]]]
Finder = Callable[[Any], list[str]]
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_FOLDING = ("noscript", "template", "svg", "math")


def compile_tree(wrapper: TreeWrapper) -> Compiled:
    """The wrapper as a function from a page's text (or bytes) to its records as plain dicts.

    >>> from unweave.records import Example
    >>> from unweave.trees import KL
    >>> page = Page("<p><b>Emma</b></p><p><b>Kim</b></p><h1><b>Top</b></h1>")
    >>> run = compile_tree(KL().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])]))
    >>> run("<p><b>Dune</b></p><b>No</b>")
    [{'title': 'Dune'}]
    """
    if wrapper.last is not None or wrapper.first.aim.kind == "element":
        raise CannotCompile(target="fast", reason="only texts and attributes have a fast form")
    whole, is_attribute = wrapper.parts.is_whole, wrapper.first.aim.kind == "attribute"
    find = attributes_finder(wrapper.first) if is_attribute else texts_finder(wrapper.first)
    told = _teller(wrapper)

    def run(page: str | bytes) -> list[dict[str, Any]]:
        source = fit(page if isinstance(page, str) else decode(page)[0])
        has_entities = "&" in source
        if whole or not has_entities:
            texts = find(_parse(" " + source[1:] if source.startswith(MARK) else source, located=False))
            if not (is_attribute and has_entities and any(map(str.isspace, texts))):
                return told(texts)
        return [record.to_dict() for record in wrapper.extract(Page(source))]

    return run


def _teller(wrapper: TreeWrapper) -> Callable[[list[str]], list[dict[str, Any]]]:
    """From the texts of the picked nodes to records."""
    name, parts, many = wrapper.name, wrapper.parts, wrapper.schema.fields[0].many
    if parts.is_whole and not many:
        return lambda texts: [{name: " ".join(words)} for text in texts if (words := text.split())]

    def told(texts: list[str]) -> list[dict[str, Any]]:
        values = [collapse(text[start:end]) for text in texts for start, end in parts.find(text)]
        return [{name: [value] if many else value} for value in values]

    return told


def texts_finder(picker: Picker) -> Finder:
    """From the parsed page to the picked texts."""
    selector = selector_of(picker.languages)
    checks = checks_of(picker.languages)
    if not all(check.told_by_way for check in checks):
        narrow = narrowed(picker.languages, 2) or selector
        return lambda document: _checked(_selected(document, narrow), checks)
    path = _path(picker.languages)
    return lambda document: path(document) if not _folds(document) else _below(_selected(document, selector))


def _path(languages: Sequence[Language]) -> Finder:
    """The ways down to the texts, as XPath."""
    from turbohtml import XPath  # noqa: PLC0415 - heavy, as in page/tree.py

    ways = dict.fromkeys(_selector(way).replace(" > ", "/") for each in languages for way in each.chains())
    path: Any = XPath("|".join(f"//{way}/text()" for way in ways), smart_strings=False)
    return path  # type: ignore[no-any-return]  # the stubs know all that a path can give


def _below(peers: list[Any]) -> list[str]:
    """All the texts right below the elements."""
    return in_order([(peer, text, text.data) for peer in peers for text in filled(peer)], is_mixed=True)


def _checked(peers: list[Any], checks: list[Check]) -> list[str]:
    """The texts right below the elements that are in one of the languages."""
    looks = [check.look() for check in checks]
    if len(looks) > 1:
        return sorted_texts(found for look in looks for found in look.texts(peers))
    return in_order(looks[0].texts(peers), is_mixed=looks[0].is_mixed)


def attributes_finder(picker: Picker) -> Finder:
    """From the parsed page to the values of the picked elements' attribute."""
    name = picker.aim.name
    if not _NAME.fullmatch(name):
        raise CannotCompile(target="fast", reason=f"the attribute {name!r} cannot be selected")
    narrow = narrowed(picker.languages, 1)
    selector = f"{narrow}[{name}]" if narrow else selector_of(picker.languages, f"[{name}]")
    checks = checks_of(picker.languages)
    if all(check.told_by_way for check in checks):
        checks = []

    def find(document: Any) -> list[str]:
        looks = [check.look() for check in checks]
        peers = _selected(document, selector)
        picked = [peer for peer in peers if not looks or any(look.element(peer) for look in looks)]
        return [peer.attr(name) or "" for peer in _once(picked)]

    return find


def _once(peers: list[Any]) -> Iterator[Any]:
    """Each start tag once: the parser may make several elements of one."""
    seen = set[Any]()
    for peer in peers:
        place = peer.position
        if place is None or place not in seen:
            seen.add(place)
            yield peer


def _selected(document: Any, selector: str) -> list[Any]:
    """The selected elements that are not hidden, in document order."""
    peers: list[Any] = document.select(selector)
    return [peer for peer in peers if not _is_hidden(peer)] if _folds(document) else peers


def _folds(document: Any) -> bool:
    """Whether there may be elements inside hidden ones."""
    return any(document.find(tag) is not None for tag in _FOLDING)


def _is_hidden(peer: Any) -> bool:
    while (peer := peer.parent) is not None:
        if getattr(peer, "tag", "") in HIDDEN:
            return True
    return False


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
