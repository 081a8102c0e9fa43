"""The options ``--type NAME=TYPE`` and ``--types auto``."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

import click

from unweave.errors import UnweaveError
from unweave.field_types import decided_types, suggest_types, texts_by_path, with_types
from unweave.page import Page
from unweave.page.address import base_of
from unweave.records import Example
from unweave.records.typed import types_of_fields
from unweave.run.rows import row_of
from unweave.run.typed_rows import TypedField, TypedRows
from unweave.values.types import ValueType
from unweave.wrapper import Wrapper

AUTO = "auto"


def read_types(given: Sequence[str]) -> dict[str, str]:
    """The types of fields, by path.

    >>> read_types(["price=money", "reviews.on=date:day-first"])
    {'price': 'money', 'reviews.on': 'date:day-first'}
    >>> read_types(["price"])
    Traceback (most recent call last):
    click.exceptions.UsageError: --type 'price': give a field and its type, such as price=money
    """
    types: dict[str, str] = {}
    for text in given:
        path, equals, name = text.rpartition("=")
        if not equals or not path.strip() or not name.strip():
            raise click.UsageError(f"--type {text!r}: give a field and its type, such as price=money")
        types[path.strip()] = str(ValueType.of(name.strip()))
    return types


def typed_wrapper(
    wrapper: Wrapper, types: dict[str, str], examples: Iterable[Page | Example], *, auto: bool
) -> Wrapper:
    """The wrapper with these types, and with ``auto`` those that are suggested; settings are told by all values."""
    if not types and not auto:
        return wrapper
    with_types(wrapper, types)  # an unknown field is told before pages are read
    pages = list(examples)
    suggested = suggest_types(wrapper, pages) if auto else {}
    _, found = texts_by_path(wrapper, pages)
    return with_types(wrapper, decided_types({**suggested, **types}, found))


def type_lines(wrapper: Wrapper, pages: Iterable[Page | Example]) -> list[str]:
    """The types of a wrapper's fields, and what does not fit them on some pages; nothing where there are none."""
    if not types_of_fields(wrapper.schema):
        return []
    typed = TypedRows(wrapper.schema)
    for given in pages:
        page = given.page if isinstance(given, Example) else given
        with suppress(UnweaveError):
            for number, record in enumerate(wrapper.extract(page), start=1):
                typed.count(row_of(record, page=page.name, number=number, base=base_of(page)))
    return typed_lines(typed.fields())


def typed_lines(fields: Sequence[TypedField]) -> list[str]:
    """What became of the values of typed fields: the types in one line, and a line for each field with misfits.

    >>> typed_lines([TypedField("price", "money", 120), TypedField("sold", "integer", 120)])
    ['Types: price money, sold integer']
    """
    if not fields:
        return []
    named = ", ".join(f"{each.name} {each.type}" for each in fields)
    return [f"Types: {named}", *(f"  {each}" for each in fields if each.misfits)]
