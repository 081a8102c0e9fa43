"""Columns that a run adds to the fields, and fields that it reshapes: rows are changed between pages and file.

Legend

    provenance      two columns before the fields: ``wrapper``, the id of the wrapper, and ``version``, of unweave
    id              twelve hexadecimal digits that follow from the rules of a wrapper: equal wrappers have equal ids
    flattened       nested records as columns of lists: ``reviews`` with ``by`` and ``stars`` becomes ``reviews_by`` and
                    ``reviews_stars``, in the order of the records
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from importlib.metadata import version
from typing import Any

import msgspec

from unweave.records import Field, Schema
from unweave.run.routes import Route, RoutedWrappers
from unweave.run.rows import OutputRow, free
from unweave.run.sinks import Write
from unweave.wrapper import Origin, Wrapper

STAMP = ("wrapper", "version")


def wrapper_id(wrapper: Wrapper) -> str:
    """The id of a wrapper's rules.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> from unweave.wrapper import with_origin
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> wrapper_id(wrapper) == wrapper_id(with_origin(wrapper, method="by hand")), len(wrapper_id(wrapper))
    (True, 12)
    """
    if isinstance(wrapper, RoutedWrappers):
        said: Any = [(one.name, one.host, one.url, _route_id(one)) for one in wrapper.routes]
    else:
        said = _rules_of(wrapper)
    return _digest(said)


def _route_id(route: Route) -> str:
    """The id of a route's wrapper, or of all wrappers and links of its site program."""
    if route.wrapper is not None:
        return wrapper_id(route.wrapper)
    site: Any = route.site
    types = [
        replace(one, wrapper=_rules_of(one.wrapper), lists={name: _rules_of(each) for name, each in one.lists.items()})
        for one in site.types
    ]
    return _digest(replace(site, types=tuple(types), origin=Origin()))


def _rules_of(wrapper: Any) -> Any:
    """A wrapper without its origin; it is a dataclass."""
    return replace(wrapper, origin=Origin())


def _digest(said: Any) -> str:
    return blake2b(msgspec.json.encode(said, order="deterministic"), digest_size=6).hexdigest()


def ids_of(wrapper: Wrapper) -> list[str]:
    """The id of the wrapper of each route; of a single wrapper, its own."""
    return list(map(_route_id, wrapper.routes)) if isinstance(wrapper, RoutedWrappers) else [wrapper_id(wrapper)]


def stamped_schema(schema: Schema) -> Schema:
    """The schema with columns for the wrapper and the version; a field of such a name keeps it.

    >>> stamped_schema(Schema((Field("title"), Field("version")))).names
    ('wrapper', '_version', 'title', 'version')
    """
    if schema.types:
        return replace(schema, types=tuple(map(stamped_schema, schema.types)))
    ours = _stamp_names(schema)
    return replace(schema, fields=(*map(Field, ours), *schema.fields))


def stamping(write: Write, schema: Schema, ids: Sequence[str]) -> Write:
    """A function that adds the id of the wrapper of a row's route, and the version, and writes the row."""
    names = {each.name: _stamp_names(each) for each in schema.each}
    first = next(iter(names))
    ours = version("unweave")

    def write_stamped(row: OutputRow) -> None:
        wrapper, made_by = names[row.type if row.type in names else first]
        stamp = {wrapper: ids[row.route], made_by: ours}
        write(msgspec.structs.replace(row, values=stamp | row.values))

    return write_stamped


def _stamp_names(schema: Schema) -> tuple[str, ...]:
    return tuple(_unlike(name, schema.names) for name in STAMP)


def _unlike(name: str, taken: Iterable[str]) -> str:
    return _unlike(f"_{name}", taken) if name in taken else name


def flattened_schema(schema: Schema) -> Schema:
    """The schema with a column of lists for each field of nested records.

    >>> flattened_schema(Schema((Field("title"), Field("reviews", fields=(Field("by"), Field("stars")))))).names
    ('title', 'reviews_by', 'reviews_stars')
    """
    if schema.types:
        return replace(schema, types=tuple(map(flattened_schema, schema.types)))
    return replace(schema, fields=tuple(each for _, each in _columns(schema)))


def flattening(write: Write, schema: Schema) -> Write:
    """A function that turns nested records into lists, and writes the row."""
    columns = {each.name: _columns(each) for each in schema.each}
    first = next(iter(columns))

    def write_flattened(row: OutputRow) -> None:
        found = columns[row.type if row.type in columns else first]
        write(msgspec.structs.replace(row, values={each.name: _value(row.values, path) for path, each in found}))

    return write_flattened


def _columns(schema: Schema) -> list[tuple[tuple[str, ...], Field]]:
    """The path of each value, and its column."""
    taken: set[str] = {each.name for each in schema.fields if not each.fields}
    found: list[tuple[tuple[str, ...], Field]] = []
    for each in schema.fields:
        if each.fields:
            found += [
                (path, Field(free("_".join(path), taken, fold=False), many=True, type=kind))
                for path, kind in _paths(each)
            ]
        else:
            found.append(((each.name,), each))
    return found


def _paths(each: Field) -> Iterable[tuple[tuple[str, ...], str]]:
    """The path and the type of each value of a field."""
    if not each.fields:
        yield (each.name,), each.type
    for inner in each.fields:
        yield from (((each.name, *path), kind) for path, kind in _paths(inner))


def _value(values: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    """The value at a path; below nested records a list, with None for a record that lacks it."""
    value = values.get(path[0])
    if len(path) == 1:
        return value
    below = [_value(inner, path[1:]) for inner in value or ()]
    return [item for one in below for item in (one if isinstance(one, list) else [one])]


def output_schemas(schema: Schema) -> list[Schema]:
    """The schemas that an output of a wrapper may have, by the options of its run.

    >>> [one.names for one in output_schemas(Schema((Field("title"),)))][:2]
    [('title',), ('wrapper', 'version', 'title')]
    """
    shapes = [schema, flattened_schema(schema)]
    return [one for shape in shapes for one in (shape, stamped_schema(shape))]


def with_columns(
    schema: Schema, *, provenance: bool, flatten: bool, ids: Sequence[str]
) -> tuple[Schema, Callable[[Write], Write]]:
    """The schema of the output, and what turns its writer into one for rows of the wrapper.

    >>> with_columns(Schema((Field("title"),)), provenance=True, flatten=False, ids=["3f9a"])[0].names
    ('wrapper', 'version', 'title')
    """
    flat = flattened_schema(schema) if flatten else schema
    full = stamped_schema(flat) if provenance else flat

    def adapt(write: Write) -> Write:
        stamped = stamping(write, flat, ids) if provenance else write
        return flattening(stamped, schema) if flatten else stamped

    return full, adapt
