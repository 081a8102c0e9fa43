"""The records that a person has shown, with all places at which their values are.

Legend

    place          a node, or an attribute of one, that says a value
    core           the places of one shown record that lie closest together
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from unweave.engine.values import whole_span
from unweave.page import Span
from unweave.page.spans import around_span, attribute_span
from unweave.records import Example, Field, Record, Schema
from unweave.records.cells import possible_spans
from unweave.records.normal_text import normal
from unweave.records.record import members
from unweave.regions.nodes import PageNodes
from unweave.regions.places import Core, Place, PlaceFinder, core_of


class ShownRecord(NamedTuple):
    """A shown record: its page's nodes, the known values of its fields, their places, and the core of these.

    ``absent`` are the fields that it is known not to have.
    """

    nodes: PageNodes
    absent: frozenset[str]
    values: Mapping[str, tuple[str, ...]]
    places: Mapping[str, Sequence[Place]]
    core: Core
    finder: PlaceFinder


def shown_records(examples: Sequence[Example], pages: Sequence[PageNodes], schema: Schema) -> Iterator[ShownRecord]:
    """The shown records of all pages with their places; one that is given twice, and is on its page once, is one.

    >>> from unweave.page import Page
    >>> from unweave.regions.nodes import nodes_of
    >>> example = Example.from_values(Page("<p><b>Emma</b><p><b>Kim</b>"), [{"title": "Kim"}], status="partial")
    >>> shown = list(shown_records([example], [nodes_of(example.page)], Schema((Field("title"),))))
    >>> [(one.values, one.nodes.path(one.core.around)) for one in shown]
    [({'title': ('Kim',)}, ('html', 'body', 'p', 'b', '#text'))]
    """
    for example, nodes in zip(examples, pages, strict=True):
        finder = PlaceFinder(nodes)
        known: set[tuple[Place, ...]] = set()
        taken: set[int] = set()
        for record in example.records:
            values = {one.name: found for one in schema.fields if (found := values_of(record, one))}
            places = {name: _places(finder, example, record, name, some[0]) for name, some in values.items()}
            absent = frozenset(one.name for one in schema.fields if example.cell(record, one.name) in {None, ()})
            core = core_of(nodes, places, taken)
            if core is not None and (key := tuple(core.places.values())) not in known:
                known.add(key)
                taken.update(place.node for place in core.places.values())
                yield ShownRecord(nodes, absent, values, places, core, finder)


def values_of(record: Record, field: Field) -> tuple[str, ...]:
    """The texts of a record's values of a field, as they are compared.

    >>> from unweave.page import Page
    >>> values_of(Record(Page("<b>Emma</b>"), {"title": Span(3, 7)}), Field("title"))
    ('Emma',)
    """
    value = record.get(field.name)
    texts = value if isinstance(value, list | tuple) else [value]
    return tuple(normal(text) for text in texts if text)


def _places(finder: PlaceFinder, example: Example, record: Record, name: str, value: str) -> list[Place]:
    """The places of a value: all of them if it was given as a text, else those around its spans."""
    places = finder.places(value)
    if example.by_value:
        return places
    items = members(record.cell(name))
    spans = [span for item in items[:1] for span in possible_spans(item)]  # type: ignore[arg-type]  # no record inside
    return [place for place in places if any(_place_span(finder.nodes, place).contains(span) for span in spans)]


def _place_span(nodes: PageNodes, place: Place) -> Span:
    peer = nodes.peers[place.node]
    if place.attribute:  # the parser's copy of an element that is not closed has no attribute in the source
        return attribute_span(nodes.page, peer, place.attribute) or around_span(nodes.page, peer)
    return whole_span(nodes.index, nodes.page, peer)
