"""Recognizers of what a page says of itself: JSON-LD, microdata, OpenGraph.

    property    "name", "offers.price", "Recipe.name"          a path into the structured data, from any object in it,
                                                               or from one of that type
    said        {"name": ["Emma"], "offers.price": ["5.50"]}   every path, and the texts that stand there

What is said there labels the visible text that shows the same; the structured data itself is never an instance.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from unweave.labels.recognizer import Kind, Recognizer
from unweave.page import Node, Page, Span
from unweave.page.entities import decode_text
from unweave.records import UNKNOWN, Cell, Either, Example, Record, occurrences
from unweave.records.stretches import normal

FRACTIONS = {"1/2": "½", "1/4": "¼", "3/4": "¾", "1/3": "⅓", "2/3": "⅔", "1/8": "⅛"}
SLASHES = {sign: text for text, sign in FRACTIONS.items()}
SHORTEST = 2
"""Shorter texts stand everywhere, and label nothing."""


def of_said(field: str, path: str, *, kind: Kind = "unreliable", **rates: float) -> Recognizer:
    """Recognizes the texts that the page's structured data gives for a property.

    >>> page = Page('<script type="application/ld+json">{"@type": "Book", "name": "Emma"}</script><h1>Emma</h1>')
    >>> [tuple(span) for span in of_said("title", "name")(page)]
    [(81, 85)]
    """
    return Recognizer(field, partial(_find, path=path), kind, name=f"said {path}", **rates)


def said(page: Page) -> dict[str, list[str]]:
    """Everything that the page says of itself in JSON-LD, microdata and OpenGraph, by property.

    >>> said(Page('<p itemscope><b itemprop="name">Emma</b><meta property="og:title" content="Emma"></p>'))
    {'name': ['Emma'], 'og:title': ['Emma']}
    """
    return {path: list(texts) for path, texts in _said(page, page.is_html)}


@lru_cache(maxsize=8)
def _said(page: Page, is_html: bool) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, dict[str, None]] = {}
    for node in page.tree.elements() if is_html else ():
        for path, text in (*_json_ld(node), *_microdata(node), *_meta(node)):
            clean = normal(decode_text(text) if "&" in text else text)
            if len(clean) >= SHORTEST:
                found.setdefault(path, {})[clean] = None
    return tuple((path, tuple(texts)) for path, texts in found.items())


def _json_ld(node: Node) -> Iterator[tuple[str, str]]:
    if node.tag != "script" or node.attributes.get("type", "").strip().lower() != "application/ld+json":
        return
    try:
        data = json.loads("".join(child.data for child in node.children), strict=False)
    except (ValueError, RecursionError):
        return  # pages carry broken JSON too: it says nothing
    yield from _leaves(data)


def _leaves(data: Any) -> Iterator[tuple[str, str]]:
    """Every text with every end of its path, and with its path inside the nearest object that names its type.

    So ``name`` and ``Recipe.name`` both find what ``@graph.name`` says of an object of the type Recipe.
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


def _microdata(node: Node) -> Iterator[tuple[str, str]]:
    names = node.attributes.get("itemprop", "").split()
    value = node.attributes.get("content") or node.text
    yield from ((name, value) for name in names)


def _meta(node: Node) -> Iterator[tuple[str, str]]:
    if node.tag == "meta":
        name = node.attributes.get("property") or node.attributes.get("name") or ""
        if ":" in name:
            yield name, node.attributes.get("content", "")


def self_labelled(page: Page, properties: Mapping[str, str], *, many: Collection[str] = ()) -> Example:
    """The page as an example of one record whose values are what the page says of itself, where it shows them.

    A field in ``many`` takes all texts of its property that are shown, if half of them are, another one the first; what
    is not shown is unknown.

    >>> script = '<script type="application/ld+json">{"@type": "Book", "name": "Emma", "isbn": "12"}</script>'
    >>> example = self_labelled(Page(f"{script}<h1>Emma</h1>"), {"title": "Book.name", "isbn": "Book.isbn"})
    >>> example.records[0].cell("title"), example.records[0].cell("isbn")
    (Span(start=95, end=99), UNKNOWN)
    """
    cells = {field: _cell(page, said(page).get(path, []), many=field in many) for field, path in properties.items()}
    return Example(page, (Record(page, cells),), status="complete")


def _cell(page: Page, texts: Sequence[str], *, many: bool) -> Cell:
    """Where the texts are shown; of a list at least half must be."""
    places = [spans for text in (texts if many else texts[:1]) if (spans := _shown(page, text))]
    items = tuple(spans[0] if len(spans) == 1 else Either(tuple(spans)) for spans in places)
    if not items or 2 * len(items) < len(texts[: None if many else 1]):
        return UNKNOWN
    return items if many else items[0]


def _shown(page: Page, text: str) -> list[Span]:
    """The places where a text is shown, written with 1/2 or with ½."""
    for form in dict.fromkeys((text, _with(FRACTIONS, text), _with(SLASHES, text))):
        found = [span for span in occurrences(page, form) if not _about(page.tree.smallest(span))]
        if found:
            return found
    return []


def _about(node: Node) -> bool:
    """Whether it speaks about the page instead of being part of it."""
    return any(each.tag in {"meta", "title"} for each in (node, *node.ancestors()))


def _with(replacements: Mapping[str, str], text: str) -> str:
    for old, new in replacements.items():
        text = text.replace(old, new)
    return text


def _find(page: Page, path: str) -> Iterator[Span]:
    for text in said(page).get(path, ()):
        yield from _shown(page, text)
