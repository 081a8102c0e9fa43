"""The shown values as places in the data of scripts.

Legend

    place       a document and a node of it (``engine.data.DataPlace``)
    item        a value that was shown: all places that have its text; a field with many values has several items
    shown       for each record of an example its fields, each with its items; None where it is absent
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from unweave.engine.data import DataPlace
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.page.address import base_of
from unweave.records import Example, Field, Record, Unknown
from unweave.records.cells import possible_spans
from unweave.records.embedded_values import embedded_places, places_of_equal
from unweave.records.normal_text import normal
from unweave.records.record import Item, members
from unweave.tuning import EMBEDDED_DEPTH
from unweave.values.comparison import TypedComparison
from unweave.values.types import ValueType

KIND = "embedded"


@dataclass(frozen=True, slots=True)
class ShownItem:
    """The text of a value, and where the data has it."""

    text: str
    places: tuple[DataPlace, ...]


ShownRecord = Mapping[str, tuple[ShownItem, ...]]


def shown_records(
    example: Example, fields: Sequence[Field], kinds: Mapping[str, ValueType] = MappingProxyType({})
) -> list[ShownRecord]:
    """The records of an example; a field whose value is not known is left out, an absent one has no items.

    A value of a field in ``kinds`` is also where the data has one that is equal after conversion by that type. It
    raises NoConsistentWrapper where a value is not in the data.

    >>> page = Page('<p>Emma</p><script>s = {"title": "Emma"}</script>')
    >>> [record] = shown_records(Example.from_values(page, [{"title": "Emma"}]), [Field("title")])
    >>> [place.document.tree.path(place.node) for place in record["title"][0].places]
    [('title',)]
    """
    return [
        {
            one.name: _items(example, record, one.name, kinds.get(one.name))
            for one in fields
            if not _is_unknown(example, record, one.name)
        }
        for record in example.records
    ]


def _is_unknown(example: Example, record: Record, name: str) -> bool:
    return isinstance(example.cell(record, name), Unknown)


def _items(example: Example, record: Record, name: str, kind: ValueType | None) -> tuple[ShownItem, ...]:
    return tuple(_item(example, name, one, kind) for one in members(example.cell(record, name)))


def _item(example: Example, name: str, item: Item | Record, kind: ValueType | None) -> ShownItem:
    if isinstance(item, Record):
        raise _failure(example.page, name, "it is a nested level")
    spans = possible_spans(item)
    text = normal(example.page.text(spans[0]))
    every = embedded_places(example.page).get(text, [])
    if kind is not None:
        every = every or places_of_equal(example.page, text, TypedComparison(kind, base_of(example.page)))
    places = [place for one in every if not _is_deep(place := DataPlace(*one))]
    if not example.by_value:  # a span is a place, and no other will do
        places = [place for place in places if place.document.span(place.node) in spans]
    if not places:
        raise _failure(example.page, name, f"{text!r} is in no data of a script")
    return ShownItem(text, tuple(places))


def _is_deep(place: DataPlace) -> bool:
    node = place.node
    for _ in range(EMBEDDED_DEPTH):
        node = place.document.tree.parent(node)
        if node < 0:
            return False
    return True


def _failure(page: Page, name: str, reason: str) -> NoConsistentWrapper:
    return NoConsistentWrapper(kind=KIND, field=name, page=page.name or None, reason=reason)
