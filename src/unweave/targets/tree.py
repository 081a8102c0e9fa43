"""The fast form of a tree wrapper: candidates are selected natively, their surroundings checked locally.

Legend

    peer            the parser's own node
    select          from the parsed page to the candidates, natively: see ``tree_select``
    Finder          from the parsed page to what the picked nodes say: texts, or the values of an attribute

What a selector cannot say (what stands beside the way, which marks an element has not) is looked at for all candidates
together: see ``tree_context``. The parser runs without positions, so values come back as texts. Where the source holds
entities and the wrapper takes parts of values, the slow form runs: parts are learned on the source.

Departure from ``extract``: values come in the order of the tree, and a text is what the tree says. That is the order
and the text of the source unless the parser had to move things (a text right in a table) or skip a stray end tag.
"""

from collections.abc import Callable, Iterator
from typing import Any

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.page.encoding import decode
from unweave.page.page import fit
from unweave.page.text import collapse
from unweave.page.tree import MARK, _parse
from unweave.targets.tree_context import Check, checks_of
from unweave.targets.tree_peers import filled, in_order, parser, sorted_texts
from unweave.targets.tree_select import folds, path_of, selecting
from unweave.trees.wrapper import Picker, TreeWrapper

Compiled = Callable[[str | bytes], list[dict[str, Any]]]
Finder = Callable[[Any], list[str]]
FEW = 20
_UNUSUAL = ("\n", "  ", *"\t\v\f\r\x1c\x1d\x1e\x1f")  # white space in ASCII, but for single spaces


def compile_tree(wrapper: TreeWrapper) -> Compiled:
    """The wrapper as a function from a page's text (or bytes) to its records as plain dicts.

    >>> from unweave.records import Example
    >>> from unweave.trees import KL
    >>> page = Page("<p><b>Emma</b></p><p><b>Kim</b></p><h1><b>Top</b></h1>")
    >>> run = compile_tree(KL().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])]))
    >>> run("<p><b>Dune</b></p><b>No</b>")
    [{'title': 'Dune'}]
    """
    find, told = finder(wrapper), _teller(wrapper)
    whole, is_attribute = wrapper.parts.is_whole, wrapper.first.aim.kind == "attribute"

    def run(page: str | bytes) -> list[dict[str, Any]]:
        source = page if isinstance(page, str) else decode(page)[0]
        has_entities = "&" in source
        if whole or not has_entities:
            texts = find(_document(fit(_unmarked(source))))
            if not (is_attribute and has_entities and any(map(str.isspace, texts))):
                return told(texts)
        return [record.to_dict() for record in wrapper.extract(Page(source))]

    return run


def _document(source: str) -> Any:
    """The parsed page; one in ASCII needs none of the care that others do."""
    if source.isascii():
        return parser()(source, allow_declarative_shadow_roots=False)
    return _parse(source, located=False)


def _unmarked(source: str) -> str:
    """The source without a byte order mark: without it, most pages are in ASCII."""
    return " " + source[1:] if source.startswith(MARK) else source


def _teller(wrapper: TreeWrapper) -> Callable[[list[str]], list[dict[str, Any]]]:
    """From the texts of the picked nodes to records."""
    name, parts, many = wrapper.name, wrapper.parts, wrapper.schema.fields[0].many
    if parts.is_whole and not many:
        return lambda texts: _whole(name, texts)

    def told(texts: list[str]) -> list[dict[str, Any]]:
        values = [collapse(text[start:end]) for text in texts for start, end in parts.find(text)]
        return [{name: [value] if many else value} for value in values]

    return told


def _whole(name: str, texts: list[str]) -> list[dict[str, Any]]:
    """The texts as records; mostly, there is nothing to collapse, and where there are many, one look at all tells."""
    if len(texts) > FEW and _is_usual("|".join(texts)):
        return [{name: value} for text in texts if (value := text.strip())]
    # A printable text has no white space but spaces.
    return [
        {name: value}
        for text in texts
        if (value := text.strip() if "  " not in text and text.isprintable() else collapse(text))
    ]


def _is_usual(told: str) -> bool:
    return told.isascii() and not any(sign in told for sign in _UNUSUAL)


def finder(wrapper: TreeWrapper) -> Finder:
    """From the parsed page to what the picked nodes say."""
    kind = wrapper.first.aim.kind
    if wrapper.last is not None or kind == "element":
        raise CannotCompile(target="fast", reason="only texts and attributes have a fast form")
    return attributes_finder(wrapper.first) if kind == "attribute" else texts_finder(wrapper.first)


def texts_finder(picker: Picker) -> Finder:
    """From the parsed page to the picked texts."""
    select, checks = selecting(picker.languages, 2), checks_of(picker.languages)
    if not all(check.told_by_way for check in checks):
        return lambda document: _checked(select(document), checks)
    path = path_of(picker.languages, "/text()")

    def find(document: Any) -> list[str]:
        texts: list[str] = path(document)
        return _below(select(document)) if folds(document) else texts

    return find


def _below(peers: list[Any]) -> list[str]:
    """All the texts right below the elements."""
    return in_order([(peer, text, text.data) for peer in peers for text in filled(peer)], is_mixed=True)


def _checked(peers: list[Any], checks: list[Check]) -> list[str]:
    """The texts right below the elements that are in one of the languages."""
    if len(checks) == 1 and (simple := checks[0].simple(peers)) is not None:
        return simple
    looks = [check.look() for check in checks]
    if len(looks) > 1:
        return sorted_texts(found for look in looks for found in look.texts(peers))
    return in_order(looks[0].texts(peers), is_mixed=looks[0].is_mixed)


def attributes_finder(picker: Picker) -> Finder:
    """From the parsed page to the values of the picked elements' attribute."""
    name = picker.aim.name
    select, checks = selecting(picker.languages, 1, attribute=name), checks_of(picker.languages)
    if all(check.told_by_way for check in checks):
        return lambda document: [peer.attr(name) or "" for peer in _once(select(document))]

    def find(document: Any) -> list[str]:
        peers = select(document)
        accepted = {peer for check in checks for peer in check.look().elements(peers)}
        return [peer.attr(name) or "" for peer in _once(peers) if peer in accepted]

    return find


def _once(peers: list[Any]) -> Iterator[Any]:
    """Each start tag once: the parser may make several elements of one."""
    seen = set[Any]()
    for peer in peers:
        place = peer.position
        if place is None or place not in seen:
            seen.add(place)
            yield peer
