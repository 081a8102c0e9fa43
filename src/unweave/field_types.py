"""Types of the fields of a wrapper: set by a person, or suggested by the values that it finds.

Legend

    types       {"price": "money", "reviews.stars": "integer"}: the types of fields, by path
    decided     a type with the setting that all values tell of: ``date:day-first``

A wrapper with types gives the same records: ``record["price"]`` is text. ``record.to_dict(typed=True)`` and the files
of a run have the typed values.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.records import Example
from unweave.records.typed import leaves, texts_of
from unweave.records.typed import with_types as schema_with_types
from unweave.values.suggest import suggested_type
from unweave.values.types import ValueType
from unweave.wrapper import W, Wrapper


def with_types(wrapper: W, types: Mapping[str, str]) -> W:
    """The same wrapper with types for some of its fields: a new wrapper.

    Fields of nested records are named behind their level, ``reviews.stars``; where there are several types of records,
    behind the type, ``book.price``.

    >>> from unweave.delimiters import LR
    >>> page = Page("<b>$5</b><b>$7</b>")
    >>> wrapper = LR().learn([Example.from_values(page, [{"price": "$5"}, {"price": "$7"}])])
    >>> [record.to_dict(typed=True) for record in with_types(wrapper, {"price": "money"}).extract(page)]
    [{'price': Money(amount=Decimal('5'), currency='$')}, {'price': Money(amount=Decimal('7'), currency='$')}]
    """
    schema = schema_with_types(wrapper.schema, types)
    return _with_schemas(wrapper, {each.name: each for each in schema.each}) if types else wrapper


def _with_schemas(wrapper: Any, schemas: Mapping[str, Any]) -> Any:
    """The wrapper with the schema of each of its types; some have their schema from the wrappers inside them."""
    if hasattr(wrapper, "routes"):
        routes = [
            replace(one, wrapper=_with_fields(one.wrapper, schemas[one.name])) if one.wrapper else one
            for one in wrapper.routes
        ]
        return replace(wrapper, routes=tuple(routes))
    if wrapper.schema.types:
        parts = [_with_fields(part, schemas[part.schema.name]) for part in wrapper.parts]
        return replace(wrapper, parts=tuple(parts))
    return _with_fields(wrapper, schemas[wrapper.schema.name])


def _with_fields(wrapper: Any, schema: Any) -> Any:
    """The wrapper with the fields of the schema; the wrapper of a section has the same ones."""
    if hasattr(wrapper, "inner"):
        wrapper = replace(wrapper, inner=_with_fields(wrapper.inner, schema))
    return replace(wrapper, schema=replace(wrapper.schema, fields=schema.fields))


def decided_types(types: Mapping[str, str], texts: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The types with the settings that the texts of each field tell of.

    >>> decided_types({"born": "date"}, {"born": ["03/12/1815", "31/12/1815"]})
    {'born': 'date:day-first'}
    """
    return {path: str(ValueType.of(name).decided(texts.get(path, ()))) for path, name in types.items()}


def suggest_types(wrapper: Wrapper, pages: Iterable[Page | Example]) -> dict[str, str]:
    """The types that the values of a wrapper's fields seem to have on some pages; fields of texts are left out.

    All values that an example shows fit the type, and nearly all that the wrapper finds.

    >>> from unweave.delimiters import LR
    >>> page = Page("<b>$5</b><i>Emma</i><b>$7</b><i>Kim</i>")
    >>> shown = Example.from_values(page, [{"price": "$5", "title": "Emma"}, {"price": "$7", "title": "Kim"}])
    >>> suggest_types(LR().learn([shown]), [shown])
    {'price': 'money'}
    """
    shown, found = texts_by_path(wrapper, pages)
    suggested = {path: suggested_type(shown[path], found[path]) for path, _ in leaves(wrapper.schema)}
    return {path: str(one) for path, one in suggested.items() if one is not None}


def texts_by_path(
    wrapper: Wrapper, pages: Iterable[Page | Example]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The texts of each field that examples show, and those that the wrapper finds; pages that do not fit have none."""
    shown, found = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for given in pages:
        example = given if isinstance(given, Example) else Example(given)
        try:
            records = wrapper.extract(example.page)
        except UnweaveError:
            continue
        for texts, some in ((shown, example.records), (found, records)):
            for record in some:
                inside = f"{record.type}." if wrapper.schema.types else ""
                for path, text in texts_of(record.to_dict(), inside):
                    texts[path].append(text)
    return shown, found
