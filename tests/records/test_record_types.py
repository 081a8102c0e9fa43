"""The example of one type, where records have several."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page, Span
from unweave.records import Either, Example, Record
from unweave.records.record_types import excluding, rejecting

TEXT = Page("0123456789" * 3)
SPANS = st.builds(lambda start, length: Span(start, start + length), st.integers(0, 20), st.integers(1, 9))
ITEMS = SPANS | st.sets(SPANS, min_size=2, max_size=4).map(lambda spans: Either(tuple(spans)))
NESTED = st.lists(ITEMS, max_size=3).map(lambda items: tuple(Record(TEXT, {"by": item}) for item in items))
CELLS = {"title": ITEMS | st.none(), "tags": st.lists(ITEMS, max_size=3).map(tuple), "reviews": NESTED}
RECORDS = st.fixed_dictionaries(CELLS).map(lambda cells: Record(TEXT, cells, type="book"))


def possible(record: Record) -> list[list[Span]]:
    """The places of each value, in order."""
    items: list[Any] = [record.cell("title"), *record.cell("tags")]  # type: ignore[misc]  # a tuple, as drawn
    items += [review.cell("by") for review in record.cell("reviews")]  # type: ignore[union-attr]  # records, as drawn
    return [list(item.spans) if isinstance(item, Either) else [item] for item in items if item is not None]


@given(st.lists(RECORDS, max_size=3), st.sets(SPANS, max_size=6))
def test_excluding_keeps_a_span_for_every_value(records: list[Record], spans: set[Span]) -> None:
    """The excluded spans of each value go, unless all are excluded; nothing else changes, and once is enough."""
    example = Example(TEXT, tuple(records), status="partial")
    fewer = excluding(example, spans)
    assert sorted([places for record in fewer.records for places in possible(record)]) == sorted(
        [place for place in places if place not in spans] or places
        for record in example.records
        for places in possible(record)
    )
    assert excluding(fewer, spans) == fewer


@given(st.lists(RECORDS, min_size=1, max_size=3), st.sets(SPANS, max_size=6))
def test_what_is_given_is_never_rejected(records: list[Record], spans: set[Span]) -> None:
    """Every field rejects the spans that no value can have."""
    own = {place for record in records for places in possible(record) for place in places}
    refused = rejecting(Example(TEXT, tuple(records), status="partial"), spans).rejected
    assert {frozenset(each) for each in refused.values()} == {frozenset(spans - own)}
    assert {"title", "tags"} <= set(refused)
