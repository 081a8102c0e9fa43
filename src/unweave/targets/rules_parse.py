"""From the source of a page to the tree on which compiled rules look: that of a Page, but without positions."""

from sys import getsizeof
from typing import Any

from unweave.page.page import MARKUP, fit
from unweave.page.tree import MARK, _parse
from unweave.targets.rules_sheet import Unsure
from unweave.targets.tree_peers import parser

_HIDDEN_INPUT = 'input[type="hidden" i]'


def parsed(source: str) -> Any:
    """The tree of a page, without positions; it raises Unsure where the page is no HTML."""
    if source.find("\0") >= 0:  # in a wide string, five times as fast as "in"
        source = fit(source)
    if MARKUP.search(source) is None:
        raise Unsure
    source = " " + source[1:] if source.startswith(MARK) else source
    document: Any = parser()(source, positions=False, allow_declarative_shadow_roots=False)
    if _is_narrow(source) or document.select_one(f"{_HIDDEN_INPUT} ~ table") is None:
        return document
    return _parse(source, located=False) if any(map(_is_moved, document.select(_HIDDEN_INPUT))) else document


def _is_moved(peer: Any) -> bool:
    """Whether the parser may have moved a hidden input out of the table behind it: then there is no space between."""
    while (peer := peer.next_sibling) is not None:
        tag = getattr(peer, "tag", "")
        if tag == "table":
            return True
        if tag == "input" and (peer.attr("type") or "").lower() == "hidden":
            return False  # that one is asked for itself
        if not tag and getattr(peer, "data", "").isspace():
            return False
    return False


def _is_narrow(source: str) -> bool:
    """Whether all is Latin-1, told by how much room it takes; who cannot be told so counts as wide."""
    return source.isascii() or getsizeof(source) < 2 * len(source)
