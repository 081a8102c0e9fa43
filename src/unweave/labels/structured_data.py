"""Recognizers that use the structured data of a page: JSON-LD, microdata, RDFa, OpenGraph.

Legend

    property         "name", "offers.price", "Recipe.name"          a path into the structured data, from any object in
                                                                    it, or from one of that type
    structured_data  {"name": ["Emma"], "offers.price": ["5.50"]}   every path, and the texts of that path
    shown            "5 March 1815" for the property "1815-03-05"   what a reader sees of a value in an attribute, as in
                                                                    ``<time itemprop="born" datetime="1815-03-05">``

Visible text that equals a text of the structured data, or shows it, is an instance, and so is the address of a link or
an image that is a property; other structured data never is. Microdata is read by the parser, by its specification, and
RDFa in ``rdfa``. JSON-LD is read here: of 531 blocks on public pages the parser reads 507, and this reading 517, since
it allows line breaks in strings.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from unweave.labels.rdfa import local_name, rdfa_items
from unweave.labels.recognizer import Kind, Recognizer
from unweave.page import Node, Page, Span
from unweave.page.entities import decode_text
from unweave.records import UNKNOWN, Cell, Either, Example, Record, occurrences
from unweave.records.normal_text import normal

FRACTIONS = {"1/2": "½", "1/4": "¼", "3/4": "¾", "1/3": "⅓", "2/3": "⅔", "1/8": "⅛"}
SLASHES = {sign: text for text, sign in FRACTIONS.items()}
ITEMS = re.compile(r"\b(?:itemprop|typeof)\b", re.IGNORECASE)
VALUE_ATTRIBUTES = ("content", "datetime", "value")
SHORTEST = 2
"""Shorter texts occur everywhere, and label nothing."""


def of_property(field: str, path: str, *, kind: Kind = "unreliable", **rates: float) -> Recognizer:
    """Reports the visible texts that equal a property in the structured data of the page.

    >>> page = Page('<script type="application/ld+json">{"@type": "Book", "name": "Emma"}</script><h1>Emma</h1>')
    >>> [tuple(span) for span in of_property("title", "name")(page)]
    [(81, 85)]
    """
    return Recognizer(field, partial(_find, path=path), kind, name=f"property {path}", **rates)


def structured_data(page: Page) -> dict[str, list[str]]:
    """The texts of all properties in the JSON-LD, microdata, RDFa and OpenGraph of a page.

    >>> structured_data(Page('<p itemscope><b itemprop="name">Emma</b><meta property="og:title" content="Emma"></p>'))
    {'og:title': ['Emma'], 'name': ['Emma']}
    """
    return {path: list(texts) for path, texts in _properties(page, page.is_html)}


@lru_cache(maxsize=8)
def _properties(page: Page, is_html: bool) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, dict[str, None]] = {}

    def add(path: str, text: str) -> None:
        clean = normal(text)
        if len(clean) >= SHORTEST:
            found.setdefault(path, {})[clean] = None

    for node in page.tree.elements() if is_html else ():
        for path, text in (*_json_ld(node), *_meta(node)):
            add(path, decode_text(text) if "&" in text else text)
    for item in _items(page) if is_html else ():
        for path, text in _leaves(item):
            add(path, text)
    return tuple((path, tuple(texts)) for path, texts in found.items())


def _json_ld(node: Node) -> Iterator[tuple[str, str]]:
    if node.tag != "script" or node.attributes.get("type", "").strip().lower() != "application/ld+json":
        return
    try:
        data = json.loads("".join(child.data for child in node.children), strict=False)
    except (ValueError, RecursionError):
        return  # pages contain broken JSON too
    yield from _leaves(data)


def _leaves(data: Any) -> Iterator[tuple[str, str]]:
    """Every text with every suffix of its path, and with its path inside the nearest object that has a type.

    So ``name`` and ``Recipe.name`` both find the text of ``@graph.name`` of an object of the type Recipe.
    """
    stack: list[tuple[tuple[str, ...], tuple[str, ...], Any]] = [((), (), data)]
    while stack:
        path, typed, value = stack.pop()
        if isinstance(value, dict):
            start = _type_of(value) or typed
            stack += [((*path, key), (*start, key) if start else (), value[key]) for key in reversed(value)]
        elif isinstance(value, list):
            stack += [(path, typed, item) for item in reversed(value)]
        elif isinstance(value, str | int | float) and not isinstance(value, bool):
            names = [".".join(path[at:]) for at in range(len(path))] + [".".join(typed)] * bool(typed)
            yield from ((name, str(value)) for name in names)


def _type_of(data: dict[str, Any]) -> tuple[str, ...]:
    kind = data.get("@type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    return (kind,) if isinstance(kind, str) else ()


def _items(page: Page) -> list[dict[str, Any]]:
    """The items of microdata and RDFa, in the form of JSON-LD; none where they are nested too deeply or in a circle."""
    if not ITEMS.search(page.source):
        return []
    try:
        found = [_item(item) for item in page.document.microdata()]
    except RecursionError:
        found = []
    return [*found, *rdfa_items(page)]


def _item(item: Any) -> dict[str, Any]:
    """An item in the form of JSON-LD; its address, where it has one, is "@id"."""
    types = (item.type or "").split()
    properties = {
        local_name(name): [value if isinstance(value, str) else _item(value) for value in values]
        for name, values in item.properties.items()
    }
    kind = {"@type": local_name(types[0])} if types else {}
    return kind | ({"@id": item.id} if item.id else {}) | properties


@lru_cache(maxsize=8)
def _shown(page: Page) -> dict[tuple[str, str], tuple[Span, ...]]:
    """The places of elements that show a value which they have in an attribute, by property and value."""
    found: dict[tuple[str, str], tuple[Span, ...]] = {}
    for node in page.tree.elements() if ITEMS.search(page.source) else ():
        names = f"{node.attributes.get('itemprop', '')} {node.attributes.get('property', '')}".split()
        values = [normal(node.attributes[name]) for name in VALUE_ATTRIBUTES if node.attributes.get(name)]
        if not names or not values or node.inner is None or not normal(node.text):
            continue
        for key in dict.fromkeys((local_name(name), value) for name in names for value in values):
            found[key] = (*found.get(key, ()), _trimmed(page, node.inner))
    return found


def _trimmed(page: Page, span: Span) -> Span:
    """The span without white space at its ends."""
    text = page[span]
    return Span(span.start + len(text) - len(text.lstrip()), span.end - len(text) + len(text.rstrip()))


def _meta(node: Node) -> Iterator[tuple[str, str]]:
    if node.tag == "meta":
        name = node.attributes.get("property") or node.attributes.get("name") or ""
        if ":" in name:
            yield name, node.attributes.get("content", "")


def self_labelled(page: Page, properties: Mapping[str, str], *, many: Collection[str] = ()) -> Example:
    """The page as an example of one record whose values are those of its structured data, where they are visible.

    A field in ``many`` takes all visible texts of its property, if at least half are visible; another one takes the
    first. What is not visible is unknown.

    >>> script = '<script type="application/ld+json">{"@type": "Book", "name": "Emma", "isbn": "12"}</script>'
    >>> example = self_labelled(Page(f"{script}<h1>Emma</h1>"), {"title": "Book.name", "isbn": "Book.isbn"})
    >>> example.records[0].cell("title"), example.records[0].cell("isbn")
    (Span(start=95, end=99), UNKNOWN)
    """
    cells = {
        field: _cell(page, structured_data(page).get(path, []), many=field in many)
        for field, path in properties.items()
    }
    return Example(page, (Record(page, cells),), status="complete")


def _cell(page: Page, texts: Sequence[str], *, many: bool) -> Cell:
    """The spans of the texts; of a list at least half must be visible."""
    places = [spans for text in (texts if many else texts[:1]) if (spans := _visible(page, text))]
    items = tuple(spans[0] if len(spans) == 1 else Either(tuple(spans)) for spans in places)
    if not items or 2 * len(items) < len(texts[: None if many else 1]):
        return UNKNOWN
    return items if many else items[0]


def _visible(page: Page, text: str) -> list[Span]:
    """The visible occurrences of a text, written with 1/2 or with ½."""
    for form in dict.fromkeys((text, _replaced(FRACTIONS, text), _replaced(SLASHES, text))):
        found = [span for span in occurrences(page, form, embedded=False) if not _is_metadata(page.tree.smallest(span))]
        if found:
            return found
    return []


def _is_metadata(node: Node) -> bool:
    """Whether a node describes the page instead of being part of what a reader sees."""
    return any(each.tag in {"meta", "title"} for each in (node, *node.ancestors()))


def _replaced(replacements: Mapping[str, str], text: str) -> str:
    for old, new in replacements.items():
        text = text.replace(old, new)
    return text


def _find(page: Page, path: str) -> Iterator[Span]:
    for text in structured_data(page).get(path, ()):
        yield from _shown(page).get((path.rpartition(".")[2], text)) or _visible(page, text)
