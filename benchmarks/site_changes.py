"""Changes that sites make, applied to the source of real pages, with the values that are right afterwards.

Legend

    place       where the wrapper reads the value of a field on the unchanged page
    target      the field that a change is about: its places are changed
    edit        (start, end, text): a piece of the source and what takes its place
    change      a function from a page, its places, the target and the site's values to the changed page; it raises
                NotApplicable where the page has nothing to change: no table, no label, no price

Every edit is made in the source, so that pages keep all other peculiarities of their site. All pages of a case are
changed in the same way. What a reader would take from the changed page is known: mostly the same values; after
``currency_moved`` and ``date_format_changed`` those values in their new form; after ``field_removed`` none.
"""

import random
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from drift_sites import LabelledPage, Row, normal
from unweave import Page, Span
from unweave.page import Node
from unweave.values import kind_of

Edit = tuple[int, int, str]
Places = Sequence[Mapping[str, Sequence[Span]]]
"""For each record of a page, where the values of its fields are."""


class NotApplicable(Exception):
    """The page has nothing that this change could change."""


@dataclass(frozen=True, slots=True)
class Given:
    """A page with its places, the target, a number that differs from case to case, and values of the target."""

    page: LabelledPage
    places: Places
    target: str
    seed: int
    pool: Sequence[str]

    @property
    def source(self) -> str:
        """The source of the page."""
        return self.page.page.source

    @property
    def spans(self) -> list[Span]:
        """Where the values of the target are."""
        found = [span for record in self.places for span in record.get(self.target, ())]
        if not found:
            raise NotApplicable
        return found

    def changed(self, edits: Iterable[Edit], rows: Sequence[Row] | None = None) -> LabelledPage:
        """The page after these edits; where two overlap, the first counts."""
        source, last = self.source, len(self.source)
        for start, end, text in sorted(set(edits), key=lambda one: (-one[1], -one[0])):
            if end <= last:
                source, last = source[:start] + text + source[end:], start
        if source == self.source:
            raise NotApplicable
        page = Page(source, name=self.page.page.name)
        return LabelledPage(page, self.page.rows if rows is None else tuple(rows))

    def with_values(self, rewrite: Callable[[str], str]) -> LabelledPage:
        """The page with every value of the target rewritten, and what is right then."""
        edits = []
        for span in self.spans:
            text = self.source[span.start : span.end]
            edits.append((span.start, span.end, rewrite(text)))
        rows = [
            {name: tuple(map(rewrite, values)) if name == self.target else values for name, values in row.items()}
            for row in self.page.rows
        ]
        return self.changed(edits, rows)


Change = Callable[[Given], LabelledPage]


# --- the elements around places ---


def element_at(page: Page, span: Span) -> Node:
    """The innermost element around a span that has both its tags in the source."""
    best: Node | None = None
    for node in page.tree.elements():
        inside = node.span
        if inside and inside.start <= span.start and span.end <= inside.end and node.start_tag and node.end_tag:
            best = node
    if best is None or best.tag in {"html", "body"}:
        raise NotApplicable
    return best


def visible_siblings(node: Node) -> list[Node]:
    """The elements beside a node, itself among them, that have a place in the source and show some text."""
    beside = node.parent.children if node.parent else []
    return [one for one in beside if one.kind == "element" and one.span and one.text.strip()]


def around(node: Node, *tags: str) -> Node | None:
    """The element or the nearest one around it with one of these tags."""
    return next((one for one in (node, *node.ancestors()) if one.tag in tags), None)


def holds_only(node: Node, places: Places, target: str) -> bool:
    """Whether no other field has a value inside the node."""
    inside = node.span
    others = [one for record in places for name, spans in record.items() if name != target for one in spans]
    return inside is not None and not any(inside.start <= one.start < inside.end for one in others)


# --- cosmetic changes ---

_CLASS = re.compile(r"(\sclass\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s>\"']+)", re.IGNORECASE)


def _with_classes(given: Given, rename: Callable[[str], str]) -> LabelledPage:
    def replaced(found: re.Match[str]) -> str:
        names = found[2].strip("\"'").split()
        return f'{found[1]}"{" ".join(map(rename, names))}"'

    source = _CLASS.sub(replaced, given.source)
    return given.changed([(0, len(given.source), source)])


def classes_renamed(given: Given) -> LabelledPage:
    """The classes of the elements around the target's values get other names."""
    names: set[str] = set()
    for span in given.spans:
        node = element_at(given.page.page, span)
        for one in (node, *node.ancestors()):
            found = one.attributes.get("class", "").split() if one.kind == "element" else []
            if found:
                names.update(found)
                break
    return _with_classes(given, lambda name: f"{name}-{given.seed + 2}" if name in names else name)


def classes_rerolled(given: Given) -> LabelledPage:
    """All classes get new hashes, as a new build of a style sheet gives them."""
    return _with_classes(given, lambda name: f"css-{zlib.crc32(f'{given.seed} {name}'.encode()):08x}")


def div_added(given: Given) -> LabelledPage:
    """The content of the body gets an element around it."""
    body = next((node for node in given.page.page.tree.elements() if node.tag == "body" and node.start_tag), None)
    if body is None or body.start_tag is None:
        raise NotApplicable
    at = body.start_tag.end
    end = body.end_tag.start if body.end_tag else len(given.source)
    return given.changed([(at, at, f'<div id="layout-{given.seed}" class="page">'), (end, end, "</div>")])


def div_around_value(given: Given) -> LabelledPage:
    """The block around each value of the target gets an element around it."""
    edits = []
    for span in given.spans:
        node = element_at(given.page.page, span)
        block = around(node, "div", "p", "table", "ul", "dl", "h1", "h2", "h3")
        if block is None or block.span is None or block.tag in {"html", "body"}:
            raise NotApplicable
        start, end = block.span
        edits += [(start, start, '<div class="box">'), (end, end, "</div>")]
    return _nested(given, edits)


def _nested(given: Given, edits: Sequence[Edit]) -> LabelledPage:
    """Insertions, several of which may be at one position."""
    source = given.source
    for start, end, text in sorted(dict.fromkeys(edits), key=lambda one: -one[0]):
        source = source[:start] + text + source[end:]
    return given.changed([(0, len(given.source), source)])


def block_moved(given: Given) -> LabelledPage:
    """The block that holds the target changes places with the one before or behind it; of a list, the whole list."""
    spans = given.spans
    is_list = len(given.places) > 1
    span = Span(min(one.start for one in spans), max(one.end for one in spans)) if is_list else spans[0]
    node: Node | None = element_at(given.page.page, span)
    while node is not None and node.tag not in {"body", "html", "td", "th", ""}:
        beside = visible_siblings(node)
        if len(beside) > 1 and node in beside and (is_list or holds_only(node, given.places, given.target)):
            at = beside.index(node)
            other = beside[at + 1] if at + 1 < len(beside) and (given.seed % 2 or at == 0) else beside[at - 1]
            return _swapped(given, [(node, other)])
        node = node.parent
    raise NotApplicable


def _swapped(given: Given, pairs: Iterable[tuple[Node, Node]]) -> LabelledPage:
    edits: list[Edit] = []
    for one, other in pairs:
        if one.span is None or other.span is None:
            continue
        first, second = given.source[slice(*one.span)], given.source[slice(*other.span)]
        edits += [(*one.span, second), (*other.span, first)]
    return given.changed(edits)


_TAGS = {
    "b": "strong", "strong": "b", "i": "em", "em": "i", "h1": "h2", "h2": "h3", "h3": "h4", "div": "section",
    "span": "bdi", "p": "div", "font": "span", "td": "th", "th": "td", "dd": "dt", "li": "div", "a": "u", "big": "b",
}  # fmt: skip


def tag_changed(given: Given) -> LabelledPage:
    """The elements that hold the target's values get another tag."""
    edits = []
    for span in given.spans:
        node = element_at(given.page.page, span)
        if node.tag not in _TAGS or node.start_tag is None or node.end_tag is None:
            raise NotApplicable
        start, end = node.start_tag.start, node.end_tag.start
        size = len(node.tag)
        edits += [(start + 1, start + 1 + size, _TAGS[node.tag]), (end + 2, end + 2 + size, _TAGS[node.tag])]
    return given.changed(edits)


# --- changes of what is around values ---


def label_before(given: Given, span: Span) -> Span:
    """The text before a value that has letters, up to 60 characters before it."""
    before = given.source[max(0, span.start - 300) : span.start]
    found = list(re.finditer(r">\s*([^<>]*[A-Za-z][^<>]*?)\s*(?=<|$)", before))
    if not found or len(found[-1][1]) > 40:
        raise NotApplicable
    offset = span.start - len(before)
    return Span(offset + found[-1].start(1), offset + found[-1].end(1))


def label_reworded(given: Given) -> LabelledPage:
    """The label before the target's values is worded in another way, wherever it occurs."""
    spans = [label_before(given, span) for span in given.spans]
    texts = {given.source[slice(*span)] for span in spans}
    if len(texts) > 1 or texts <= set(given.pool):
        raise NotApplicable
    label = texts.pop()
    if any(label in value for row in given.page.rows for values in row.values() for value in values):
        raise NotApplicable
    words = ("Current", "Item", "Full")
    return given.changed([(*span, f"{words[given.seed % 3]} {label[0].lower()}{label[1:]}") for span in spans])


def columns_swapped(given: Given) -> LabelledPage:
    """The target's column of a table changes places with the next one, header and all."""
    pairs, seen = [], set()
    for span in given.spans:
        cell = around(element_at(given.page.page, span), "td", "th")
        table = around(cell, "table") if cell is not None else None
        if cell is None or table is None or cell.parent is None:
            raise NotApplicable
        cells = [one for one in cell.parent.children if one.tag in {"td", "th"}]
        if len(cells) < 2:
            raise NotApplicable
        at = cells.index(cell)
        other = at + 1 if at + 1 < len(cells) and (given.seed % 2 or at == 0) else at - 1
        for row in (one for one in table.descendants() if one.tag == "tr"):
            its = [one for one in row.children if one.tag in {"td", "th"}]
            if len(its) == len(cells) and row.index not in seen and around(row, "table") is table:
                seen.add(row.index)
                pairs.append((its[at], its[other]))
    return _swapped(given, pairs)


_TO_LIST = {"table": "div", "tbody": "", "thead": "", "tr": "ul", "td": "li", "th": "li"}
_TO_TABLE = {"ul": "table", "ol": "table", "li": "tr><td", "dl": "table", "dt": "tr><th", "dd": "td"}


def list_to_table(given: Given) -> LabelledPage:
    """The list around the target becomes a table, or the table a list."""
    edits: list[Edit] = []
    for span in given.spans:
        node = around(element_at(given.page.page, span), "table", "ul", "ol", "dl")
        if node is None or node.span is None:
            raise NotApplicable
        tags = _TO_LIST if node.tag == "table" else _TO_TABLE
        for one in (node, *node.descendants()):
            if one.tag in tags and one.start_tag:
                edits.append((*one.start_tag, f"<{tags[one.tag]}>" if tags[one.tag] else ""))
                end = tags[one.tag].partition(">")[0]
                if one.end_tag:
                    edits.append((*one.end_tag, f"</{end}>" if end else ""))
    return given.changed(edits)


def similar_in_front(given: Given) -> LabelledPage:
    """Another value of the same kind, with a label of its own, comes before the target's values."""
    edits: list[Edit] = []
    draw = random.Random(f"{given.seed} {given.page.page.name}")
    own = {value for row in given.page.rows for value in row.get(given.target, ())}
    others = sorted(set(given.pool) - own)
    if not others:
        raise NotApplicable
    for span in given.spans:
        node = element_at(given.page.page, span)
        row = around(node, "tr", "li", "p", "dd") or node
        block = row if row.span and holds_only(row, given.places, given.target) else node
        if block.span is None:
            raise NotApplicable
        start, end = block.span
        value = draw.choice(others).replace("&", "&amp;").replace("<", "&lt;")
        clone = given.source[start : span.start] + value + given.source[span.end : end]
        try:
            label = label_before(given, span)
            if start <= label.start:
                at = label.start - start
                clone = f"{clone[:at]}Original {clone[at:]}"
        except NotApplicable:
            pass
        edits.append((start, start, clone))
    return _nested(given, edits)


def field_removed(given: Given) -> LabelledPage:
    """The target's values are no longer on the pages, nor are their rows where these hold nothing else."""
    edits: list[Edit] = []
    for span in given.spans:
        node = element_at(given.page.page, span)
        row = around(node, "tr", "li", "p", "dd")
        small = row is not None and row.span is not None and len(row.text) < 40 + span.end - span.start
        if row is not None and row.span and small and holds_only(row, given.places, given.target):
            edits.append((*row.span, ""))
        else:
            edits.append((span.start, span.end, ""))
    return _without_values(given, edits)


def value_withheld(given: Given) -> LabelledPage:
    """In place of the target's values there are words: a price that is only told on demand."""
    words = ("Not available", "See details", "On request")[given.seed % 3]
    if any(given.source.rfind("<", 0, span.start) > given.source.rfind(">", 0, span.start) for span in given.spans):
        raise NotApplicable  # an attribute
    return _without_values(given, [(span.start, span.end, words) for span in given.spans])


def _without_values(given: Given, edits: Iterable[Edit]) -> LabelledPage:
    """The page after these edits, on which nothing is to be read for the target."""
    rows = [{name: () if name == given.target else some for name, some in row.items()} for row in given.page.rows]
    changed = given.changed(edits, rows)
    left = changed.page.text((0, len(changed.page)))
    if any(value in left for row in given.page.rows for value in row.get(given.target, ())):
        raise NotApplicable  # it is to be read elsewhere, so that both answers would be right
    return changed


# --- changes of the values ---


def currency_moved(given: Given) -> LabelledPage:
    """The currency comes behind the number."""
    values = [given.source[slice(*span)] for span in given.spans]
    if not all(re.fullmatch(r"\s*[$€£]\s*[\d.,]+\s*", value) for value in values):
        raise NotApplicable
    return given.with_values(lambda text: f"{normal(text).lstrip('$€£ ')} {normal(text)[0]}")


_FORMATS = ("%B %d, %Y", "%b %d, %Y", "%m/%d/%Y", "%d %B %Y", "%d %b %Y", "%Y-%m-%d", "%m/%d/%y", "%m-%d-%Y", "%B %Y")


def date_format_changed(given: Given) -> LabelledPage:
    """Dates are written in another way."""
    values = [normal(given.source[slice(*span)]) for span in given.spans]
    if not any(kind_of(value) == "date" for value in values):
        raise NotApplicable
    new = "%d.%m.%Y" if given.seed % 2 else "%d %B %Y"

    def rewrite(text: str) -> str:
        for each in _FORMATS:
            try:
                return datetime.strptime(normal(text), each).strftime(new)  # noqa: DTZ007  # a date has no zone
            except ValueError:
                continue
        return text

    return given.with_values(rewrite)


# --- other pages instead ---

_CONSENT = """<!DOCTYPE html><html><head><title>{title}</title></head><body><div class="dialog"><h1>{title}</h1>
<p>{text}</p><form action="/go" method="post"><button name="ok" value="1">{button}</button>
<a href="/privacy">Privacy policy</a></form></div></body></html>"""
_PAGES = (
    (
        "Before you continue",
        "We and our partners use cookies to store and access information on your device.",
        "Accept",
    ),
    ("Access denied", "Your request was blocked. Please verify that you are a human to continue.", "Verify"),
    ("404 Not Found", "The page that you have requested is no longer available.", "Home"),
    ("Sign in", "Please log in to your account to see this page.", "Log in"),
)


def consent_page(given: Given) -> LabelledPage:
    """A page without content comes instead: consent, block, error or login."""
    title, text, button = _PAGES[given.seed % len(_PAGES)]
    page = Page(_CONSENT.format(title=title, text=text, button=button), name=given.page.page.name)
    return LabelledPage(page, given.page.rows)


def unchanged(given: Given) -> LabelledPage:
    """Nothing happens to the page."""
    return given.page


COSMETIC: Mapping[str, Change] = {
    "classes renamed": classes_renamed,
    "classes rerolled": classes_rerolled,
    "div added": div_added,
    "div around value": div_around_value,
    "block moved": block_moved,
    "tag changed": tag_changed,
}
OTHERS: Mapping[str, Change] = {
    "label reworded": label_reworded,
    "columns swapped": columns_swapped,
    "list to table": list_to_table,
    "similar in front": similar_in_front,
    "field removed": field_removed,
    "value withheld": value_withheld,
    "currency moved": currency_moved,
    "date format": date_format_changed,
    "consent page": consent_page,
}
CHANGES: Mapping[str, Change] = {**COSMETIC, **OTHERS}
HALF = (
    "classes rerolled", "list to table", "similar in front", "field removed", "value withheld", "columns swapped",
    "tag changed",
)  # fmt: skip
"""The changes that are also applied to half of the pages only."""
