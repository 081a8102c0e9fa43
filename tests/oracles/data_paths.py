"""The slow definition of paths in the data of scripts: every value of a page is held against every path.

    pattern     a path of keys with ``*`` for any key: a key must be the same, ``*`` may be anything

A value is at a path if its own path fits the pattern, and each object on its way has the neighbours that are asked for.
The value at a record's object is one whose path begins as that of the object does.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

from unweave.page import Page
from unweave.page.embedded_document import EmbeddedDocument, EmbeddedValue
from unweave.page.json_scan import Key
from unweave.program import DataPath, DataPaths
from unweave.records import Field, Schema

KeyPath = tuple[Key, ...]


def rows(paths: DataPaths, schema: Schema, page: Page) -> list[dict[str, Any]]:
    """The records of a page: for each field its text and its spans."""
    if paths.record is None:
        found = {path.field: present(list(everywhere(page, path))) for path in paths.fields}
        return [_row(found, schema)] if any(found.values()) else []
    records = []
    for document, record in everywhere(page, paths.record):
        base = document.tree.path(record)
        places = {
            path.field: [
                (document, node)
                for node in _last_of_equal(document)
                if _fits(document, node, path, base[: len(base) - path.up])
            ]
            for path in paths.fields
        }
        own = [bool(places[path.field]) for path in paths.fields if not path.up]
        if 2 * sum(own) >= len(own):
            records.append(_row({name: present(some) for name, some in places.items()}, schema))
    return records


def everywhere(page: Page, path: DataPath) -> Iterator[tuple[EmbeddedDocument, int]]:
    """Where a path leads in all documents of its name."""
    for document in page.embedded.documents:
        if path.document in ("", document.name):
            yield from ((document, node) for node in _last_of_equal(document) if _fits(document, node, path, ()))


def _last_of_equal(document: EmbeddedDocument) -> list[int]:
    """All nodes without those in a member that a later one of the same name replaces."""
    tree = document.tree
    last = {(tree.parent(node), tree.key(node)): node for node in range(len(tree))}

    def counts(node: int) -> bool:
        return last[tree.parent(node), tree.key(node)] == node and (tree.parent(node) < 0 or counts(tree.parent(node)))

    return [node for node in range(len(tree)) if counts(node)]


def _fits(document: EmbeddedDocument, node: int, path: DataPath, base: KeyPath) -> bool:
    own = document.tree.path(node)
    if own[: len(base)] != base or len(own) != len(base) + len(path.keys):
        return False
    if any(
        key is not None and (key != mine or type(key) is not type(mine))
        for key, mine in zip(path.keys, own[len(base) :], strict=True)
    ):
        return False
    return all(_has(document, own[: len(base) + one.depth], one.key, one.text) for one in path.neighbours)


def _has(document: EmbeddedDocument, above: KeyPath, key: str, text: str) -> bool:
    tree = document.tree
    for node in _last_of_equal(document):
        own = tree.path(node)
        is_member = own == (*above, key)
        is_item = own[:-1] == (*above, key) and isinstance(own[-1], int)
        if (is_member or is_item) and tree.kind(node) not in {"object", "array"} and tree.text(node) == text:
            return True
    return False


def present(places: Sequence[tuple[EmbeddedDocument, int]]) -> list[EmbeddedValue]:
    """The values that are not absent."""
    values = [document.value(node) for document, node in places]
    return [
        value
        for value in values
        if value.kind not in {"object", "array"}
        and value.text.strip()
        and not (value.kind == "constant" and value.text in {"null", "undefined"})
    ]


def _row(found: dict[str, list[EmbeddedValue]], schema: Schema) -> dict[str, Any]:
    return {each.name: _cell(found[each.name], each) for each in schema.fields}


def _cell(values: Sequence[EmbeddedValue], each: Field) -> Any:
    kept = values if each.many else values[:1]
    texts = [" ".join(_decoded(value.text).split()) for value in kept]
    spans = tuple(value.span for value in kept)
    return (texts if each.many else next(iter(texts), None)), spans


def _decoded(text: str) -> str:
    """A text with the references decoded that end with a semicolon."""
    return re.sub(r"&[#A-Za-z0-9]+;", lambda found: unescape(found[0]), text)
