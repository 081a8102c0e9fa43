"""Typed values: the values of records as the types of their fields have them, and the texts that do not fit.

Legend

    values      {"title": "Emma", "price": "$5"}: what ``record.to_dict()`` gives
    typed       {"title": "Emma", "price": Money(5, "$")}; what does not fit its type stays text
    path        "reviews.stars": a field, behind the levels that it is nested in; behind its type of record, where there
                are several
    base        the address that addresses of the page are relative to
    misfit      told with path, text and reason

A record knows the types of its wrapper's schema; a field without a type is text.

    >>> values = {"price": "$5", "sold": "1,299", "tags": ["1", "two"]}
    >>> fields = (Field("price", type="money"), Field("sold", type="integer"), Field("tags", many=True, type="integer"))
    >>> typed_values(values, fields)
    {'price': Money(amount=Decimal('5'), currency='$'), 'sold': 1299, 'tags': [1, 'two']}
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

from unweave.errors import BadInput
from unweave.page import Page
from unweave.records.record import Record
from unweave.records.schema import Field, Schema
from unweave.values.types import Misfit, ValueType

Told = Callable[[str, str, str], None]
"""It takes the path, the text and the reason of a misfit."""
W = TypeVar("W")


def typed_values(
    values: Mapping[str, Any], fields: Iterable[Field], *, base: str = "", told: Told | None = None, inside: str = ""
) -> dict[str, Any]:
    """The values of a record as the types of the fields have them.

    >>> typed_values({"price": "Sold out"}, [Field("price", type="money")], told=print)
    price Sold out there is no amount in it
    {'price': 'Sold out'}
    """
    known = {each.name: each for each in fields}

    def value_of(name: str, value: Any) -> Any:
        each = known.get(name)
        if each is None or not (each.type or each.fields):
            return value
        if isinstance(value, list):
            return [part(each, item) for item in value]
        return part(each, value)

    def part(each: Field, item: Any) -> Any:
        if isinstance(item, dict):
            return typed_values(item, each.fields, base=base, told=told, inside=f"{inside}{each.name}.")
        if not isinstance(item, str) or not each.type:
            return item
        try:
            return ValueType.of(each.type).value(item, base=base)
        except Misfit as misfit:
            if told:
                told(inside + each.name, item, str(misfit))
            return item

    return {name: value_of(name, value) for name, value in values.items()}


def texts_of(values: Mapping[str, Any], inside: str = "") -> Iterator[tuple[str, str]]:
    """Every text of the values of a record, with its path.

    >>> list(texts_of({"title": "Emma", "reviews": [{"by": "Ann"}], "isbn": None}))
    [('title', 'Emma'), ('reviews.by', 'Ann')]
    """
    for name, value in values.items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                yield from texts_of(item, f"{inside}{name}.")
            elif isinstance(item, str):
                yield inside + name, item


def types_of_fields(schema: Schema) -> dict[str, str]:
    """The types of all fields that have one, by path.

    >>> types_of_fields(Schema((Field("title"), Field("price", type="money"))))
    {'price': 'money'}
    """
    return {path: each.type for path, each in leaves(schema) if each.type}


def leaves(schema: Schema) -> Iterator[tuple[str, Field]]:
    """The fields that hold values, with their paths.

    >>> [path for path, _ in leaves(Schema((Field("title"), Field("reviews", fields=(Field("by"),)))))]
    ['title', 'reviews.by']
    """
    for each in schema.each:
        yield from _leaves(each.fields, f"{each.name}." if schema.types else "")


def _leaves(fields: Sequence[Field], inside: str) -> Iterator[tuple[str, Field]]:
    for each in fields:
        if each.fields:
            yield from _leaves(each.fields, f"{inside}{each.name}.")
        else:
            yield inside + each.name, each


def with_types(schema: Schema, types: Mapping[str, str]) -> Schema:
    """The schema with other types for the fields at these paths.

    >>> with_types(Schema((Field("price"),)), {"price": "money"})["price"].type
    'money'
    >>> with_types(Schema((Field("price"),)), {"prise": "money"})
    Traceback (most recent call last):
    unweave.errors.BadInput: the types: field prise: there is no such field. It would help to use one of price
    """
    known = [path for path, _ in leaves(schema)]
    for path in types:
        if path not in known:
            reason = f"there is no such field. It would help to use one of {', '.join(known)}"
            raise BadInput(source="the types", field=path, reason=reason)
    if schema.types:
        return replace(schema, types=tuple(_renewed(each, types, f"{each.name}.") for each in schema.types))
    return _renewed(schema, types, "")


def untyped(schema: Schema) -> Schema:
    """The schema without types.

    >>> untyped(Schema((Field("price", type="money"),)))["price"].type
    ''
    """
    return with_types(schema, dict.fromkeys(types_of_fields(schema), ""))


def _renewed(schema: Schema, types: Mapping[str, str], inside: str) -> Schema:
    return replace(schema, fields=_renewed_fields(schema.fields, types, inside))


def _renewed_fields(fields: Sequence[Field], types: Mapping[str, str], inside: str) -> tuple[Field, ...]:
    return tuple(
        replace(each, fields=_renewed_fields(each.fields, types, f"{inside}{each.name}."))
        if each.fields
        else replace(each, type=types.get(inside + each.name, each.type))
        for each in fields
    )


def bound(records: list[Record], schema: Schema) -> list[Record]:
    """The records, which know the types of the schema; the same ones where it has none.

    >>> from unweave.page import Span
    >>> [record] = bound([Record(Page("<b>$5</b>"), {"price": Span(3, 5)})], Schema((Field("price", type="money"),)))
    >>> record["price"], record.to_dict(typed=True)
    ('$5', {'price': Money(amount=Decimal('5'), currency='$')})
    """
    fields = {each.name: each.fields for each in schema.each if any(map(_is_typed, each.fields))}
    if not fields:
        return records
    return [record.with_fields(fields.get(record.type if schema.types else schema.name, ())) for record in records]


def _is_typed(each: Field) -> bool:
    return bool(each.type) or any(map(_is_typed, each.fields))


def with_bound_types(extract: Callable[[W, Page], list[Record]]) -> Callable[[W, Page], list[Record]]:
    """The method ``extract`` of a wrapper, whose records know the types of its schema."""

    @wraps(extract)
    def extract_typed(wrapper: W, page: Page) -> list[Record]:
        return bound(extract(wrapper, page), wrapper.schema)  # type: ignore[attr-defined]  # every wrapper has one

    return extract_typed
