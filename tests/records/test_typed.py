"""Records that know the types of their fields."""

import pickle
from datetime import date
from decimal import Decimal

import pytest

import unweave
from contract.cases import CASES, Case
from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records import Field, Record, Schema
from unweave.records.typed import bound, leaves, typed_values, types_of_fields, with_types
from unweave.store import dumps, loads
from unweave.values.types import Misfit, Money, ValueType

NESTED = Schema((Field("title"), Field("reviews", fields=(Field("stars"), Field("on")))))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_wrapper_gives_typed_records(case: Case) -> None:
    """With a type, texts and spans stay the same, and the typed values are what the type makes of them."""
    plain = case.learner.learn(case.examples)
    paths = [path for path, _ in leaves(plain.schema)]
    typed = unweave.with_types(plain, dict.fromkeys(paths, "integer"))
    assert types_of_fields(typed.schema) == dict.fromkeys(paths, "integer")
    assert loads(dumps(typed)) == typed
    assert unweave.with_types(typed, dict.fromkeys(paths, "")) == plain
    for page, _ in case.unseen:
        records = plain.extract(page)
        assert typed.extract(page) == records
        assert [one.to_dict(typed=True) for one in typed.extract(page)] == [_integers(one.to_dict()) for one in records]


def _integers(value: object) -> object:
    if isinstance(value, dict):
        return {name: _integers(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_integers(item) for item in value]
    try:
        return ValueType("integer").value(value) if isinstance(value, str) else value
    except Misfit:
        return value


def test_nested_values() -> None:
    """Fields of nested records have types of their own, named by their path."""
    schema = with_types(NESTED, {"reviews.stars": "integer", "reviews.on": "date"})
    values = {"title": "Emma", "reviews": [{"stars": "5", "on": "12 mars 2026"}, {"stars": "many", "on": None}]}
    told: list[tuple[str, str, str]] = []
    typed = typed_values(values, schema.fields, told=lambda *misfit: told.append(misfit))
    reviews = [{"stars": 5, "on": date(2026, 3, 12)}, {"stars": "many", "on": None}]
    assert typed == {"title": "Emma", "reviews": reviews}
    assert told == [("reviews.stars", "many", "it is no whole number")]


def test_addresses_are_absolute() -> None:
    """An address is joined to that of the page, or of its base element."""
    schema = Schema((Field("link", type="url"),))
    for source, wanted in (("<p>x</p>", "https://a.org/x"), ("<base href='/new/'><p>x</p>", "https://a.org/new/x")):
        page = Page(source, url="https://a.org/list")
        at = source.index(">x<") + 1
        [record] = bound([Record(page, {"link": Span(at, at + 1)})], schema)
        assert record.to_dict(typed=True) == {"link": wanted}


def test_a_pickled_record_keeps_its_types() -> None:
    """Records go to other processes with the types of their fields."""
    schema = Schema((Field("price", type="money"),))
    [record] = bound([Record(Page("<b>$5</b>"), {"price": Span(3, 5)})], schema)
    copy = pickle.loads(pickle.dumps(record))  # noqa: S301  # our own
    assert copy.to_dict(typed=True) == {"price": Money(Decimal(5), "$")}
    assert copy == record


def test_types_are_checked() -> None:
    """A type that does not exist, or stands where no value is, is an error."""
    with pytest.raises(BadInput, match="there is no such type"):
        Field("price", type="prize")
    with pytest.raises(BadInput, match="nested records have no type"):
        Field("reviews", fields=(Field("by"),), type="text")
    with pytest.raises(BadInput, match="there is no such field"):
        with_types(NESTED, {"stars": "integer"})
