"""The view: a copy of a page that can be shown but not run, with the number of every element.

Legend

    wid         the number of an element in the learner's tree; ``data-wid`` in the view
    inert       an element that loads and runs nothing: ``wid-x``, or an empty ``style`` or ``meta`` where the parser of
                the browser would move a ``wid-x`` elsewhere (in the head, in a table)
    styled      with the page's own CSS, without what it would load
    unstyled    without CSS, and with the head: what meta and link elements hold is shown by ``attr(data-show)``, which
                adds no text

Attributes are taken from a list of allowed ones; all others are left out, also a ``data-wid`` of the page. No element
is dropped, and none is put around a text, so the text children of an element keep their numbers. The text of hidden
elements (scripts) is left out. The learner never sees this copy.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from unweave.page import Node, Page
from unweave.page.html import HIDDEN
from unweave.page.node_spans import DROPS_NEWLINE

VIEW_POLICY = (
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The Content-Security-Policy of a view."""
_VOID_TAGS = "area base br col embed hr img input link meta param source track wbr"
VOID = frozenset(_VOID_TAGS.split())
INERT = "wid-x"
_ACTIVE = frozenset(
    (
        *("script", "iframe", "frame", "frameset", "object", "embed", "applet", "base", "meta", "link", "noscript"),
        *("template", "portal", "fencedframe", "noframes", "noembed", "xmp", "plaintext", "audio", "video", "source"),
        *("track", "picture", "set", "animate", "animatetransform", "animatemotion", "use", "image", "feimage"),
    )
)
_UNSEEN = frozenset({"script", "noscript", "template", "noframes", "noembed", "iframe", "style"})
_IN_TABLES = frozenset({"table", "tbody", "thead", "tfoot", "tr", "colgroup"})
_FOREIGN = frozenset({"svg", "math"})
_TAG = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*")
_ALLOWED_NAMES = (
    "class id style title alt dir lang colspan rowspan width height align valign bgcolor color face size type value "
    "checked start span role hidden border cellpadding cellspacing nowrap rows cols open reversed selected media "
    "placeholder clear noshade hspace vspace text summary scope headers abbr datetime label"
)
_DRAWN_NAMES = (
    "viewbox preserveaspectratio d points x y x1 x2 y1 y2 cx cy r rx ry dx dy fx fy transform fill fill-opacity "
    "fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray opacity offset stop-color "
    "stop-opacity gradientunits gradienttransform font-size font-family text-anchor display mathvariant displaystyle"
)
_ALLOWED, _DRAWN = frozenset(_ALLOWED_NAMES.split()), frozenset(_DRAWN_NAMES.split())
_DISABLED = frozenset({"input", "select", "textarea", "button", "fieldset", "optgroup", "option"})
_DOCTYPE = re.compile(r"<!doctype[ \t\n]+html(?:[ \t\n]+(?:public|system)[ \t\n]+[\w \t\n\"'/.:-]*)?>", re.IGNORECASE)
_CSS_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})[ \t\n\f\r]?|\\([^0-9a-fA-F\n])")
_LOADS = re.compile(
    r"(?:(?<![\w-])(?:url\((?!\s*[\"']?data:)|(?:-webkit-)?(?:image-set|cross-fade)\(|(?:image|src|element|expression)\())"
    r"|@import|@namespace|-moz-binding|behavior\s*:",
    re.IGNORECASE,
)
_UNSTYLED = (
    "[data-show]{display:block;font:12px monospace;color:GrayText}[data-show]::before{content:attr(data-show)}"
    "wid-x[data-tag=head],wid-x[data-tag=title]{display:block}"
)


def harmless_css(css: str) -> str:
    r"""The style sheet without what could load something; names written with escapes are read first.

    >>> harmless_css('b { color: red; background: url(//x.test/a.png) } @import "x";')
    'b { color: red; background: wid-none(//x.test/a.png) } wid-none "x";'
    >>> harmless_css("u { background: u\\72l(/x) }")
    'u { background: wid-none(/x) }'
    """
    if "\\" in css:
        css = _CSS_ESCAPE.sub(_unescaped, css)
    found = _LOADS.sub(lambda match: "wid-none(" if match[0].endswith("(") else "wid-none", css)
    return found.replace("<", "\\3c ")


def _unescaped(match: re.Match[str]) -> str:
    character = chr(min(int(match[1], 16), 0x10FFFF)) if match[1] else match[2]
    return character if character.isascii() and (character.isalnum() or character in "@(-:_") else match[0]


def view_of(page: Page, *, styled: bool = True) -> str:
    """The view of a page as HTML.

    >>> page = Page('<p onclick="x()" data-wid="9">Tea <a href="/x">cake</a><script>run()</script>')
    >>> print(view_of(page).partition('data-wid="3">')[2])
    <p data-wid="4">Tea <a data-wid="6">cake</a><style data-wid="8" data-tag="script"></style></p></body></html>
    """
    if not page.is_html:
        return '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body></body></html>'
    return _doctype(page) + "".join(_ViewWriter(styled=styled).parts(page.tree.root))


def _doctype(page: Page) -> str:
    doctype = next((node.span for node in page.tree.root.children if node.kind == "doctype"), None)
    source = page[doctype] if doctype else ""
    return source if _DOCTYPE.fullmatch(source) else "<!DOCTYPE html>" if doctype else ""


class _ViewWriter:
    """Nodes -> the parts of the view."""

    def __init__(self, *, styled: bool) -> None:
        self.styled = styled

    def parts(self, root: Node) -> Iterator[str]:
        """The parts, in document order; without recursion, since pages nest deep."""
        waiting: list[Node | str] = list(reversed(root.children))
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                yield node
            elif node.kind == "text":
                yield self._text(node)
            elif node.kind == "comment":
                yield "<!---->"
            elif node.kind == "element":
                start, end, children = self._element(node)
                yield start
                waiting += [end, *reversed(children)]

    def _text(self, node: Node) -> str:
        parent = node.parent
        first = parent is not None and parent.tag in DROPS_NEWLINE and node.position == 0
        return "\n" * (first and node.data.startswith("\n")) + escape(node.data, quote=False)

    def _element(self, node: Node) -> tuple[str, str, Sequence[Node]]:
        """The start tag, what follows the children, and the children that are written."""
        if node.tag == "head" and not self.styled:
            return self._start(INERT, node, ' data-tag="head"'), f"</{INERT}>", node.children
        if node.tag == "style" and self.styled and not _is_foreign(node):
            css = harmless_css("".join(child.data for child in node.children if child.kind == "text"))
            return f"{self._start('style', node)}{css}", "</style>", []
        if self._is_flat(node):
            return self._flat(node)
        name = self._name(node)
        more = "" if name == node.tag else f' data-tag="{escape(node.tag)}"'
        if name == INERT and node.tag in _UNSEEN:
            more += " hidden"
        start = self._start(name, node, more + self._shown(node))
        if node.tag == "head":
            start += '<meta charset="utf-8">'
        if node.tag == "html" and not self.styled:
            start += f"<head><style>{_UNSTYLED}</style></head>"
        children = [one for one in node.children if one.kind != "text"] if node.tag in HIDDEN else node.children
        return start, "" if name in VOID else f"</{name}>", children

    def _is_flat(self, node: Node) -> bool:
        """Whether a ``wid-x`` would be moved by the browser's parser: in the head, and directly in tables."""
        if _is_foreign(node):
            return False
        in_head = self.styled and any(one.tag == "head" for one in node.ancestors()) and node.tag != "title"
        in_table = node.parent is not None and node.parent.tag in _IN_TABLES and node.tag in _ACTIVE
        return in_head or in_table or node.tag == "script"

    def _flat(self, node: Node) -> tuple[str, str, list[Node]]:
        name = "meta" if node.tag in VOID else "style"
        start = self._start(name, node, f' data-tag="{escape(node.tag)}"{self._shown(node)}', attributes=False)
        elements = [one for one in node.children if one.kind == "element"]
        return start + ("" if name == "meta" else "</style>"), "", elements

    def _shown(self, node: Node) -> str:
        """In the unstyled view: what an element that shows nothing holds."""
        if self.styled or node.tag not in {"meta", "link", "base"}:
            return ""
        held = " ".join(f'{name}="{value}"' for name, value in node.attributes.items())
        return f' data-show="{escape(f"{node.tag} {held}")}"'

    def _name(self, node: Node) -> str:
        tag = node.tag
        if tag.lower() in _ACTIVE or (tag == "style") or not _TAG.fullmatch(tag) or tag.startswith("wid-"):
            return INERT
        return "div" if tag == "form" else tag

    def _start(self, name: str, node: Node, more: str = "", *, attributes: bool = True) -> str:
        kept = "".join(_attributes(node, styled=self.styled)) if attributes else ""
        disabled = " disabled" if name in _DISABLED else ""
        return f'<{name} data-wid="{node.index}"{kept}{more}{disabled}>'


def _is_foreign(node: Node) -> bool:
    return any(one.tag in _FOREIGN for one in node.ancestors())


def _attributes(node: Node, *, styled: bool) -> Iterator[str]:
    given: Mapping[str, str] = node.attributes
    drawn = node.tag in _FOREIGN or _is_foreign(node)
    for name, value in given.items():
        lower = name.lower()
        if lower == "style" and not styled:
            continue
        if lower in _ALLOWED or (lower.startswith("aria-") and _TAG.fullmatch(lower)) or (drawn and lower in _DRAWN):
            safe = harmless_css(value) if lower in {"style", "media"} or drawn else value
            yield f' {lower}="{escape(safe)}"'
