"""Columns that a run adds to the fields, and fields that it reshapes: rows are changed between pages and file.

Legend

    provenance      two columns before the fields: ``wrapper``, the id of the wrapper, and ``version``, of unweave
    time            another one, where it is asked for: when the run began. A run that is resumed keeps it, so that its
                    output is that of an undisturbed run
    id              twelve hexadecimal digits that follow from the rules of a wrapper: equal wrappers have equal ids
    flattened       nested records as columns of lists: ``reviews`` with ``by`` and ``stars`` becomes ``reviews_by`` and
                    ``reviews_stars``, in the order of the records
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
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
TIME = "time"


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


def stamped_schema(schema: Schema, stamp: Sequence[str] = STAMP) -> Schema:
    """The schema with columns for the wrapper, the version or the time; a field of such a name keeps it.

    >>> stamped_schema(Schema((Field("title"), Field("version")))).names
    ('wrapper', '_version', 'title', 'version')
    """
    if schema.types:
        return replace(schema, types=tuple(stamped_schema(each, stamp) for each in schema.types))
    ours = _stamp_names(schema, stamp)
    return replace(schema, fields=(*map(Field, ours), *schema.fields))


def stamping(write: Write, schema: Schema, stamp: Sequence[str], ids: Sequence[str], time: str) -> Write:
    """A function that adds the id of the wrapper of a row's route, the version or the time, and writes the row."""
    names = {each.name: _stamp_names(each, stamp) for each in schema.each}
    first = next(iter(names))
    known = {"version": version("unweave"), TIME: time}

    @cache
    def columns(kind: str, route: int) -> dict[str, str]:
        values = [ids[route] if what == "wrapper" else known[what] for what in stamp]
        return dict(zip(names.get(kind, names[first]), values, strict=True))

    def write_stamped(row: OutputRow) -> None:
        write(msgspec.structs.replace(row, values=columns(row.type, row.route) | row.values))

    return write_stamped


def _stamp_names(schema: Schema, stamp: Sequence[str]) -> tuple[str, ...]:
    return tuple(_unlike(name, schema.names) for name in stamp)


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
    stamps = [(), STAMP, (TIME,), (*STAMP, TIME)]
    return [stamped_schema(shape, stamp) for shape in (schema, flattened_schema(schema)) for stamp in stamps]


def with_columns(
    schema: Schema, *, provenance: bool, flatten: bool, ids: Sequence[str], time: str = ""
) -> tuple[Schema, Callable[[Write], Write]]:
    """The schema of the output, and what turns its writer into one for rows of the wrapper; ``time`` is a column.

    >>> with_columns(Schema((Field("title"),)), provenance=True, flatten=False, ids=["3f9a"])[0].names
    ('wrapper', 'version', 'title')
    """
    flat = flattened_schema(schema) if flatten else schema
    stamp = (*(STAMP if provenance else ()), *((TIME,) if time else ()))
    full = stamped_schema(flat, stamp)

    def adapt(write: Write) -> Write:
        stamped = stamping(write, flat, stamp, ids, time) if stamp else write
        return flattening(stamped, schema) if flatten else stamped

    return full, adapt
