r"""Runs data paths on the data in a page's scripts: only there is anything read, and no tree is built.

Legend

    place       a document and the number of a node in it
    absent      a value that says there is none: null, undefined, an empty text
    filled      an object is a record if at least half of the fields that are below it have a member there, be it null

    >>> from unweave.page import Page
    >>> from unweave.program import DataPath, DataPaths
    >>> books = '[{"title": "Emma", "year": 1815}, {"title": "Kim", "year": null}, {}]'
    >>> page = Page(f'<script>s = {{"books": {books}}}</script>')
    >>> fields = DataPath("title", ("title",)), DataPath("year", ("year",))
    >>> rows = data_rows(page.embedded.documents, DataPaths(fields, DataPath("", ("books", None), "s")))
    >>> [{name: [value.text for value in found] for name, found in row.items()} for row in rows]
    [{'title': ['Emma'], 'year': ['1815']}, {'title': ['Kim'], 'year': []}]
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple
from unicodedata import normalize

from unweave.page.embedded_document import EmbeddedDocument, EmbeddedValue
from unweave.page.json_scan import JsonTree
from unweave.program import DataKey, DataPath, DataPaths, Neighbour

ABSENT = frozenset({"null", "undefined"})


class DataPlace(NamedTuple):
    """A node of a document."""

    document: EmbeddedDocument
    node: int


def data_rows(documents: Sequence[EmbeddedDocument], paths: DataPaths) -> list[dict[str, list[EmbeddedValue]]]:
    """The values of each field, record by record; one record where the paths have no record, none if it is empty."""
    if paths.record is None:
        page = {one.field: present(places_at(documents, one)) for one in paths.fields}
        return [page] if any(page.values()) else []
    return [row for row in record_rows(places_at(documents, paths.record), paths) if row is not None]


def record_rows(records: Iterable[DataPlace], paths: DataPaths) -> Iterator[dict[str, list[EmbeddedValue]] | None]:
    """The values of each record's object; None for one that has too few of the fields."""
    above: dict[tuple[DataPlace, DataPath], list[DataPlace]] = {}  # what records share is looked up once
    for record in records:
        found = {one.field: _below(record, one, above) for one in paths.fields}
        own = [bool(found[one.field]) for one in paths.fields if not one.up]
        yield {name: present(places) for name, places in found.items()} if 2 * sum(own) >= len(own) else None


def _below(
    record: DataPlace, path: DataPath, above: dict[tuple[DataPlace, DataPath], list[DataPlace]]
) -> list[DataPlace]:
    if not path.up:
        return below(record, path)
    top = _top(record, path), path
    if top not in above:
        above[top] = below(record, path)
    return above[top]


def voted_values(documents: Sequence[EmbeddedDocument], path: DataPath, *, many: bool) -> list[EmbeddedValue]:
    """The values for which a path votes: all that it leads to, or the first.

    >>> from unweave.page import Page
    >>> documents = Page('<script>s = {"tags": ["a", "b"]}</script>').embedded.documents
    >>> [value.text for value in voted_values(documents, DataPath("tags", ("tags", None)), many=True)]
    ['a', 'b']
    """
    found = values_of(places_at(documents, path))
    return list(found if many else islice(found, 1))


def as_shown(texts: Iterable[str], known: Mapping[str, str]) -> tuple[str, ...]:
    """Texts of the data, each once; for one that differs from a known one by typography alone, what that stands for.

    >>> as_shown(["Emma's cat", "9.50"], {"Emma’s cat": "by Emma’s cat", "950": "950"})
    ('by Emma’s cat', '9.50')
    """
    by_key = {text_key(text): other for text, other in known.items()}
    return tuple(dict.fromkeys(by_key.get(text_key(text), text) for text in texts))


def text_key(text: str) -> str:
    """What two writings of a text have in common: its letters and digits; of a text without letters, all but spaces.

    >>> text_key("Emma’s 1½ cats") == text_key("Emma's 1 1/2 cats"), text_key("9.50") == text_key("950")
    (True, False)
    """
    plain = normalize("NFKC", text)
    if any(map(str.isalpha, plain)):
        return "".join(filter(str.isalnum, plain))
    return "".join(plain.split())


def places_at(documents: Iterable[EmbeddedDocument], path: DataPath) -> Iterator[DataPlace]:
    """Where a path leads in all documents of its name, one place after the other."""
    for document in documents:
        if path.document in {"", document.name}:
            for node in nodes_at(document.tree, 0, path):
                yield DataPlace(document, node)


def below(record: DataPlace, path: DataPath) -> list[DataPlace]:
    """Where the path of a field leads from a record's object."""
    document, node = _top(record, path)
    if path.neighbours or None in path.keys:
        return [DataPlace(document, one) for one in nodes_at(document.tree, node, path)]
    for key in path.keys:  # most paths of fields lead to one node at most
        found = None if key is None else document.tree.child(node, key)
        if found is None:
            return []
        node = found
    return [DataPlace(document, node)]


def _top(record: DataPlace, path: DataPath) -> DataPlace:
    """Where a path begins: at the record's object, or so many levels above it."""
    document, node = record
    for _ in range(path.up):
        node = max(0, document.tree.parent(node))
    return DataPlace(document, node)


def nodes_at(tree: JsonTree, start: int, path: DataPath) -> Iterator[int]:
    """The nodes that the keys of a path lead to from a node, in order; where only the first is asked for, that is fast.

    >>> from unweave.page.json_scan import scan_json
    >>> tree = scan_json('{"tags": ["a", "b"]}')
    >>> next(nodes_at(tree, 0, DataPath("", ("tags", None))))
    2
    """
    nodes = _meeting(tree, iter((start,)), path.neighbours, 0)
    for depth, key in enumerate(path.keys, 1):
        nodes = _meeting(tree, _step(tree, nodes, key), path.neighbours, depth)
    return nodes


def _step(tree: JsonTree, nodes: Iterator[int], key: DataKey) -> Iterator[int]:
    if key is None:
        return chain.from_iterable(map(tree.children, nodes))
    return (found for node in nodes if (found := tree.child(node, key)) is not None)


def _meeting(tree: JsonTree, nodes: Iterator[int], neighbours: Sequence[Neighbour], depth: int) -> Iterator[int]:
    """Those of the nodes that have what is asked for at this depth."""
    asked = [(one.key, one.text) for one in neighbours if one.depth == depth]
    return (node for node in nodes if all(has_beside(tree, node, *one) for one in asked)) if asked else nodes


def has_beside(tree: JsonTree, node: int, key: str, text: str) -> bool:
    """Whether a member of an object has a text, or is an array with it.

    >>> from unweave.page.json_scan import scan_json
    >>> tree = scan_json('{"@type": ["Recipe", "Article"]}')
    >>> has_beside(tree, 0, "@type", "Recipe"), has_beside(tree, 0, "@type", "Book")
    (True, False)
    """
    member = tree.child(node, key)
    if member is None:
        return False
    nodes = tree.children(member) if tree.kind(member) == "array" else (member,)
    return any(tree.text(one) == text and tree.kind(one) not in {"object", "array"} for one in nodes)


def present(places: Iterable[DataPlace]) -> list[EmbeddedValue]:
    """The values at some places that are not absent."""
    return list(values_of(places))


def values_of(places: Iterable[DataPlace]) -> Iterator[EmbeddedValue]:
    """The same, one value after the other."""
    found = (document.value(node) for document, node in places if is_value(document.tree, node))
    return (value for value in found if value.text.strip())


def is_value(tree: JsonTree, node: int) -> bool:
    """Whether a node is a value that is not absent."""
    kind = tree.kind(node)
    return kind in {"string", "number"} or (kind == "constant" and tree.text(node) not in ABSENT)
