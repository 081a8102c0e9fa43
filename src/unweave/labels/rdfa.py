"""RDFa in a page: its items, with their types and properties, in the form of JSON-LD.

RDFa Core 1.1, section 7.5 (the processing sequence), and HTML+RDFa 1.1, section 3.1. The parser reads RDFa Lite: of an
element with ``rel`` and ``property``, or with ``datatype=""``, it takes the address as the value, where the
specification has the text; and ``rel`` and the ``typeof`` of an image it leaves out.

Legend

    subject     what an element says something about: an address, or a number where it has none
    triple      a subject, the name of a property, and its value: a text, or another subject
    pending     a relation (``rel``) without an address: elements further down have what is related
    item        a subject with a type, and its properties; a value that is an item is in its place

Where we depart from them: names are taken without their vocabulary, ``price`` for ``http://schema.org/price``, since
recognizers ask for them so; addresses are as they stand; lists (``inlist``), languages and XML literals are left out.

    >>> rdfa_items(Page('<p vocab="http://a.org/" typeof="Book"><b property="name">Emma</b><a rel="url" href="/emma">'))
    [{'@type': ['Book'], 'name': ['Emma'], 'url': ['/emma']}]
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from unweave.page import Node, Page

TARGETS = ("resource", "href", "src")
DEEPEST_ITEM = 50
"""Items that are nested deeper are left out: items may refer to each other in a circle."""
MOST_NODES = 2_000
"""Of so many nodes in an element the texts are taken: limits the time where thousands of properties are nested."""
_last_part = re.compile(r"[^/#:]*[/#:]*$").search


class Subject(NamedTuple):
    """What something is said about: an address, or a number where it has none."""

    id: str | int


class RdfaContext(NamedTuple):
    """What an element takes over from the one around it."""

    subject: Subject
    object: Subject
    pending: tuple[tuple[str, bool], ...] = ()
    has_vocabulary: bool = False


@dataclass
class RdfaGraph:
    """The types and properties of each subject, in the order of the page."""

    types: dict[Subject, list[str]] = field(default_factory=dict)
    properties: dict[Subject, dict[str, list[str | Subject]]] = field(default_factory=dict)
    count: int = 0

    def new(self) -> Subject:
        """A subject without an address."""
        self.count += 1
        return Subject(self.count)

    def add(self, subject: Subject, name: str, value: "str | Subject") -> None:
        """Add a triple."""
        self.properties.setdefault(subject, {}).setdefault(name, []).append(value)


def rdfa_items(page: Page) -> list[dict[str, Any]]:
    """The items of a page that are no value of another item, with all that is in them."""
    graph = RdfaGraph()
    top = Subject("")
    waiting = [(page.tree.root, RdfaContext(top, top))]
    while waiting:
        node, context = waiting.pop()
        below = _visited(node, context, graph) if node.attributes else context
        waiting += [(child, below) for child in reversed(node.children) if child.tag]
    inner = {one for values in graph.properties.values() for some in values.values() for one in some}
    return [_item(one, graph, ()) for one in graph.types if one not in inner]


def _visited(node: Node, context: RdfaContext, graph: RdfaGraph) -> RdfaContext:
    """Add what an element says; what the elements in it take over from it."""
    given = node.attributes
    vocabulary = bool(given["vocab"].strip()) if "vocab" in given else context.has_vocabulary
    relations = tuple(_relations(given, has_vocabulary=vocabulary))
    is_relating = bool(relations) or ("property" not in given and not {"rel", "rev"}.isdisjoint(given))
    target = next((Subject(given[name].strip()) for name in TARGETS if name in given), None)
    about = Subject(given["about"].strip()) if "about" in given else None
    is_typed = "typeof" in given
    is_item = is_typed and about is None
    related: Subject | None = None
    is_skipped = False
    if is_relating:
        subject = about or context.object
        related = target or (graph.new() if is_item else None)
        typed = about or related
    elif "property" in given and "content" not in given and "datatype" not in given:
        subject = about or context.object
        typed = about or target or (graph.new() if is_typed else None)
        related = typed if is_typed else None
    else:
        subject = about or target or (graph.new() if is_typed else context.object)
        typed = subject
        is_skipped = not (about or target or is_typed or "property" in given)
    if is_typed and typed is not None:
        graph.types.setdefault(typed, []).extend(_names(given["typeof"], has_vocabulary=vocabulary))
    pending: tuple[tuple[str, bool], ...] = ()
    if relations and related is None:
        related, pending = graph.new(), relations
    for name, is_reversed in relations if not pending else ():
        _relate(graph, subject, name, related or subject, is_reversed=is_reversed)
    for name in _names(given.get("property", ""), has_vocabulary=vocabulary):
        graph.add(subject, name, _value(node, None if is_relating else target, typed if is_item else None))
    if is_skipped:
        return context._replace(has_vocabulary=vocabulary)
    for name, is_reversed in context.pending:
        _relate(graph, context.subject, name, subject, is_reversed=is_reversed)
    return RdfaContext(subject, related or subject, pending, vocabulary)


def _relate(graph: RdfaGraph, subject: Subject, name: str, other: Subject, *, is_reversed: bool) -> None:
    graph.add(*((other, name, subject) if is_reversed else (subject, name, other)))


def _relations(given: Mapping[str, str], *, has_vocabulary: bool) -> Iterator[tuple[str, bool]]:
    """The names of relations, and whether they are reversed; beside a property, those of HTML do not count."""
    for attribute in ("rel", "rev"):
        words = given.get(attribute, "").split()
        kept = [word for word in words if ":" in word] if "property" in given else words
        for name in _names(" ".join(kept), has_vocabulary=has_vocabulary):
            yield name, attribute == "rev"


def _names(words: str, *, has_vocabulary: bool) -> list[str]:
    """The names of properties or types, without their vocabulary; a word without any is none."""
    return [local_name(word) for word in words.split() if ":" in word or has_vocabulary]


def local_name(name: str) -> str:
    """The last part of a name that is an address, or has a prefix.

    >>> local_name("http://schema.org/price"), local_name("v:title"), local_name("http://a.org/b#"), local_name("name")
    ('price', 'title', 'b', 'name')
    """
    found = _last_part(name)
    return found[0].rstrip("/#:") if found else name


def _value(node: Node, target: Subject | None, item: Subject | None) -> "str | Subject":
    """The value of the properties of an element, given the address and the item that it may be."""
    given = node.attributes
    if "content" in given:
        return given["content"]
    if "datetime" in given:
        return given["datetime"]
    if "datatype" not in given and (target is not None or item is not None):
        return target or item or ""
    inside = node.tree.nodes[node.index + 1 : min(node.last, node.index + MOST_NODES) + 1]
    return "".join(one.data for one in inside if one.kind == "text")


def _item(subject: Subject, graph: RdfaGraph, above: tuple[Subject, ...]) -> dict[str, Any]:
    address = {"@id": subject.id} if isinstance(subject.id, str) and subject.id else {}
    inside = (*above, subject)

    def shown(value: "str | Subject") -> Any:
        if isinstance(value, str):
            return value
        if value in graph.types and value not in inside and len(inside) < DEEPEST_ITEM:
            return _item(value, graph, inside)
        return value.id if isinstance(value.id, str) else ""

    values = graph.properties.get(subject, {})
    return (
        {"@type": graph.types[subject]}
        | address
        | {name: [shown(value) for value in some] for name, some in values.items()}
    )
