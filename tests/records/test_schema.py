from typing import Any

import msgspec
import pytest

from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Cell, Either, Field, Record, Schema

PAGE = Page("Emma $5 Persuasion", name="p1.html")
A, B, C = Span(0, 4), Span(5, 7), Span(8, 18)


def records(*cells: dict[str, Cell]) -> list[Record]:
    return [Record(PAGE, each) for each in cells]


def test_schema_of_flat_records() -> None:
    """Fields keep the order of the records; one that some record lacks, or does not name, is optional."""
    found = Schema.of(records({"title": A, "price": B}, {"title": C, "price": None}, {"title": A, "isbn": UNKNOWN}))
    assert found == Schema((Field("title"), Field("isbn", optional=True), Field("price", optional=True)))


def test_schema_order_is_merged() -> None:
    """A name that an earlier record did not have comes behind the name it follows in its own record."""
    assert Schema.of(records({"a": A, "c": A}, {"z": A, "a": A, "b": A, "c": A}, {"c": A, "d": A})).names == (
        "z",
        "a",
        "b",
        "c",
        "d",
    )


def test_schema_of_levels() -> None:
    """A list of values is many, a list of records is nested, and an empty list may be either."""
    by = Record(PAGE, {"by": A, "stars": B})
    found = Schema.of(records({"tags": (A, Either((B, C))), "reviews": ()}, {"tags": (), "reviews": (by,)}))
    assert found == Schema((Field("tags", many=True), Field("reviews", fields=(Field("by"), Field("stars")))))
    assert [field.many for field in found.fields] == [True, True]


def test_partial_records_say_nothing_by_silence() -> None:
    """What a partial record does not name is not known, so it makes no field optional, at any level."""
    full = Record(PAGE, {"title": A, "reviews": (Record(PAGE, {"by": A, "stars": B}),)})
    part = Record(PAGE, {"reviews": (Record(PAGE, {"by": A}),)})
    found = Schema.of([full], partial=[part])
    assert found == Schema((Field("title"), Field("reviews", fields=(Field("by"), Field("stars")))))
    assert Schema.of([full, part])["reviews"].fields[1].optional


def test_schema_of_nothing() -> None:
    """No records, no fields, no name."""
    assert Schema.of([]) == Schema()
    assert Schema().anchor is None


def test_schema_name_is_the_type() -> None:
    """A schema is named for the type of its records, and cannot hold two types."""
    book, author = Record(PAGE, {"title": A}, type="book"), Record(PAGE, {"name": A}, type="author")
    assert Schema.of([book]).name == "book"
    with pytest.raises(
        BadInput, match=r"^p1.html: one schema cannot hold records of several types: \['book', 'author'\]"
    ):
        Schema.of([book, author])


BOOK, AUTHOR = Schema((Field("title"),), name="book"), Schema((Field("name"),), name="author")


def test_a_schema_of_several_types() -> None:
    """It has no fields of its own, gives each type's schema, and survives JSON; older files have no types."""
    both = Schema(types=(BOOK, AUTHOR))
    assert (both.names, both.anchor, both.each, BOOK.each) == ((), None, (BOOK, AUTHOR), (BOOK,))
    assert msgspec.json.decode(msgspec.json.encode(both), type=Schema) == both
    assert msgspec.json.decode(b'{"fields": [{"name": "title"}], "name": "book"}', type=Schema) == BOOK


@pytest.mark.parametrize(
    ("types", "fields", "reason"),
    [
        ((BOOK, BOOK), (), "two types have the name 'book'"),
        ((BOOK, Schema()), (), r"each needs a name: \['book', ''\]"),
        ((BOOK,), (Field("isbn"),), "fields of its own"),
        ((Schema(types=(BOOK,), name="shelf"),), (), "fields of its own"),
    ],
)
def test_types_that_cannot_be(types: tuple[Schema, ...], fields: tuple[Field, ...], reason: str) -> None:
    """Types have different names and fields of their own, and nothing else has."""
    with pytest.raises(BadInput, match=reason):
        Schema(fields, types=types)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ((A,), (Record(PAGE, {"by": A}),), "a list of values and as a list of records"),
        (Either((A,)), (Record(PAGE, {"by": A}),), "a single value and as a list of records"),
    ],
)
def test_inconsistent_shapes(one: Cell, other: Cell, reason: str) -> None:
    """Records that give values and nested records for a field are refused, naming page, field and both shapes."""
    with pytest.raises(BadInput) as caught:
        Schema.of(records({"a": one}, {"a": None}, {"a": UNKNOWN}, {"a": other}))
    assert str(caught.value) == f"p1.html: field a: it is given as {reason}"


@pytest.mark.parametrize("other", [(A,), ()])
def test_a_value_and_a_list(other: Cell) -> None:
    """A field that is given once as a value and once as a list has many values."""
    assert Schema.of(records({"a": A}, {"a": other}))["a"].many


def test_lookup() -> None:
    """A schema gives a field by name and knows which field every record has once."""
    schema = Schema((Field("badge", optional=True), Field("tags", many=True), Field("title"), Field("price")))
    assert (schema["title"], "title" in schema, "isbn" in schema) == (Field("title"), True, False)
    assert schema.anchor == "title"
    with pytest.raises(KeyError):
        schema["isbn"]


@pytest.mark.parametrize("name", ["", "  ", 3, None])
def test_bad_names(name: Any) -> None:
    """A field's name is a text that is not empty."""
    with pytest.raises(BadInput):
        Field(name)


def test_repeated_names() -> None:
    """Two fields of one level cannot have one name."""
    for make in (lambda: Schema((Field("a"), Field("a"))), lambda: Field("x", fields=(Field("a"), Field("a")))):
        with pytest.raises(BadInput, match="field a: two fields have this name"):
            make()


def test_schema_is_stored_as_json() -> None:
    """A schema written as JSON reads back as the same schema."""
    schema = Schema((Field("title"), Field("reviews", optional=True, fields=(Field("by"),))), name="book")
    assert msgspec.json.decode(msgspec.json.encode(schema), type=Schema) == schema
