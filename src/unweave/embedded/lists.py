"""Pages with any number of records: a path to the objects of records, and a path from there for each field.

Legend

    record path   products[*]: the path of the anchor's values up to the last key in which records differ
    anchor        a field by which objects of records are found: of those that every record has, one with few places
    bound         each shown record with its object
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from unweave.embedded.fields import RankedPath, Target, ranked_paths
from unweave.embedded.proposals import merged, nodes_on, scalar_neighbours, typed_neighbours
from unweave.embedded.shown import KIND, ShownRecord
from unweave.embedded.wrapper import EmbeddedWrapper, repeats, wrapper_of
from unweave.engine.data import DataPlace, places_at, record_rows
from unweave.errors import NoConsistentWrapper
from unweave.page.embedded_document import EmbeddedDocument
from unweave.program import DataKey, DataPath, DataPaths, Neighbour
from unweave.records import Example, Field, Schema
from unweave.tuning import EMBEDDED_PLACES, EMBEDDED_RECORD_PATHS
from unweave.wrapper import check_agrees


@dataclass(frozen=True, slots=True)
class ShownPage:
    """An example with a record, and its records as places in the data."""

    example: Example
    records: Sequence[ShownRecord]


def _failure(field: str | None, reason: str) -> NoConsistentWrapper:
    return NoConsistentWrapper(kind=KIND, field=field, reason=reason)


def learn_list(known: Sequence[ShownPage], schema: Schema, examples: Sequence[Example]) -> EmbeddedWrapper:
    """The wrapper of the best record path that agrees with all examples."""
    failure = _failure(None, "the shown records are in no list of objects in the data of scripts")
    ranked = []
    for record, bound in _record_paths(known, schema.fields):
        fields = _list_fields(bound, schema.fields)
        if isinstance(fields, NoConsistentWrapper):
            failure = fields
            continue
        rank = tuple(map(sum, zip(*(one.rank for one in fields), strict=True)))
        ranked.append(((sum(key is None for key in record.keys), *rank), record, [one.path for one in fields], bound))
    for _, record, paths, bound in sorted(ranked, key=lambda one: one[0]):
        for narrow in _narrower(record, [place for place, _ in bound]):
            wrapper = wrapper_of(schema, DataPaths(tuple(paths), narrow, repeats(schema.fields)))
            try:
                check_agrees(wrapper, examples, KIND)
            except NoConsistentWrapper as problem:
                failure = problem
            else:
                return _widened(_deepened(wrapper, examples), examples)
    raise failure


def _deepened(wrapper: EmbeddedWrapper, examples: Sequence[Example]) -> EmbeddedWrapper:
    """The wrapper with the items of an array below its records as records, if most fields are in the same item.

    The shown records are then the first of their groups: those at groups[*].products[0] are some of the records at
    groups[*].products[*].
    """
    record, fields = wrapper.paths.record, wrapper.paths.fields
    single = [one for one in fields if one.field not in wrapper.paths.repeats]
    ways = [_each(one.keys) for one in single]
    firsts = Counter(way[: at + 1] for way in ways for at, key in enumerate(way) if key is None)
    for prefix, count in sorted(firsts.items(), key=lambda one: (-len(one[0]), str(one[0]))):
        if record is None or 2 * count <= len(fields) or any(one.neighbours for one in fields):
            continue
        deep = replace(record, keys=(*record.keys, *prefix))
        other = replace(wrapper, paths=replace(wrapper.paths, record=deep, fields=_moved(fields, prefix)))
        documents = [one.page.embedded.documents for one in examples if one.records]
        is_longer = all(_number_at(each, deep) > _number_at(each, record) for each in documents)
        if is_longer and _agrees(other, examples):
            return other
    return wrapper


def _number_at(documents: Sequence[EmbeddedDocument], path: DataPath) -> int:
    return sum(1 for _ in places_at(documents, path))


def _each(keys: Sequence[DataKey]) -> tuple[DataKey, ...]:
    return tuple(None if isinstance(key, int) else key for key in keys)


def _moved(fields: Sequence[DataPath], prefix: tuple[DataKey, ...]) -> tuple[DataPath, ...]:
    """The paths of fields from an object below the record's."""
    return tuple(
        replace(one, keys=one.keys[len(prefix) :])
        if one.up == 0 and _each(one.keys)[: len(prefix)] == prefix
        else replace(one, up=one.up + len(prefix))
        for one in fields
    )


def _widened(wrapper: EmbeddedWrapper, examples: Sequence[Example]) -> EmbeddedWrapper:
    """The wrapper with each item of an array on the way to the records, if all its items have such records.

    A list in groups is wanted whole, as one under headings is.
    """
    record = wrapper.paths.record
    for at, key in enumerate(record.keys if record else ()):
        if record is not None and isinstance(key, int):
            wide = replace(record, keys=(*record.keys[:at], None, *record.keys[at + 1 :]))
            other = replace(wrapper, paths=replace(wrapper.paths, record=wide))
            if all(_is_filled(one, other.paths, at) for one in examples) and _agrees(other, examples):
                wrapper, record = other, wide
    return wrapper


def _is_filled(example: Example, paths: DataPaths, at: int) -> bool:
    """Whether every item of an array on the way to the records has records, with nearly all of the fields each."""
    documents = example.page.embedded.documents
    record = paths.record
    if record is None or example.status == "unlabelled":
        return True
    items = list(places_at(documents, replace(record, keys=record.keys[: at + 1], neighbours=())))
    objects = list(places_at(documents, record))
    having = {way[at + 1] for one in objects if len(way := nodes_on(one.document.tree, one.node)) > at + 1}
    rows = record_rows(objects, paths)
    return len(having) == len(items) and all(row is not None and all(row.values()) for row in rows)


def _agrees(wrapper: EmbeddedWrapper, examples: Sequence[Example]) -> bool:
    with suppress(NoConsistentWrapper):
        check_agrees(wrapper, examples, KIND)
        return True
    return False


Bound = list[tuple[DataPlace, ShownRecord]]
"""Each shown record with its object."""


def _record_paths(known: Sequence[ShownPage], fields: Sequence[Field]) -> Iterator[tuple[DataPath, Bound]]:
    """Paths to the objects of the shown records, with these objects."""
    records = [record for shown in known for record in shown.records]
    seen = set[DataPath]()
    for anchor in _anchors(records, fields):
        for record in _patterns(records, anchor):
            if record in seen or len(seen) > EMBEDDED_RECORD_PATHS:
                continue
            seen.add(record)
            bound = _bound(known, record, anchor)
            if bound is not None:
                yield record, bound


def _anchors(records: Sequence[ShownRecord], fields: Sequence[Field]) -> list[str]:
    """The fields with one value in each record, those with the fewest places first."""
    single = [one.name for one in fields if all(len(record.get(one.name, ())) == 1 for record in records)]
    return sorted(single, key=lambda name: sum(len(record[name][0].places) for record in records))


def _patterns(records: Sequence[ShownRecord], anchor: str) -> Iterator[DataPath]:
    """Record paths by the places of two records, or by each array around the places of the only one."""
    first, *rest = [record[anchor][0].places[:EMBEDDED_PLACES] for record in records]
    if not rest:
        for place in first:
            path = place.document.tree.path(place.node)
            for at in range(len(path) - 1, -1, -1):
                if isinstance(path[at], int):
                    yield _record_path((*path[:at], None), place)
        return
    for one, other in product(first, rest[0]):
        keys = merged(one.document.tree.path(one.node), other.document.tree.path(other.node))
        if keys is None or one.document.name != other.document.name:
            continue
        differing = [at for at, key in enumerate(keys) if key is None]
        if differing and (differing[-1] + 1 < len(keys) or isinstance(one.document.tree.key(one.node), int)):
            yield _record_path(keys[: differing[-1] + 1], one)
        elif not differing and one.document is not other.document:
            yield DataPath("", (), one.document.name)


def _record_path(keys: tuple[DataKey, ...], place: DataPlace) -> DataPath:
    return DataPath("", keys, place.document.name)


def _bound(known: Sequence[ShownPage], record: DataPath, anchor: str) -> Bound | None:
    """For each shown record the object that contains its anchor; None where there is none."""
    bound: Bound = []
    for shown in known:
        objects = set(places_at(shown.example.page.embedded.documents, record))
        taken = set[DataPlace]()
        for one in shown.records:
            around = (_above(place, objects) for place in one[anchor][0].places)
            own = next((place for place in around if place is not None and place not in taken), None)
            if own is None:
                return None
            taken.add(own)
            bound.append((own, one))
    return bound


def _above(place: DataPlace, objects: set[DataPlace]) -> DataPlace | None:
    """The object that a place is in."""
    way = (DataPlace(place.document, node) for node in nodes_on(place.document.tree, place.node))
    return next((one for one in way if one in objects), None)


def _list_fields(bound: Bound, fields: Sequence[Field]) -> list[RankedPath] | NoConsistentWrapper:
    found = []
    for one in fields:
        targets = [Target(place, record[one.name]) for place, record in bound if one.name in record]
        ranked = ranked_paths(one.name, targets, many=one.many)
        if not ranked:
            return _failure(one.name, "no key of the records' objects gives its values and nothing else")
        found.append(ranked[0])
    return found


def _narrower(record: DataPath, objects: Sequence[DataPlace]) -> Iterator[DataPath]:
    """The record path with the types that all shown objects have; then with one more thing that they have in common.

    The number of an item whose type is known is left out first.
    """
    ways = [(one.document.tree, nodes_on(one.document.tree, one.node)) for one in objects]
    types = _common([list(typed_neighbours(tree, nodes)) for tree, nodes in ways])
    typed_at = {one.depth for one in types}
    by_type = tuple(None if isinstance(key, int) and at in typed_at else key for at, key in enumerate(record.keys, 1))
    yield replace(record, keys=by_type, neighbours=tuple(types))
    yield replace(record, neighbours=tuple(types))
    depth = len(record.keys)
    shared = _common([list(scalar_neighbours(one.document.tree, one.node, depth)) for one in objects])
    for one in shared:
        if one not in types:
            yield replace(record, neighbours=(*types, one))


def _common(some: Sequence[Sequence[Neighbour]]) -> list[Neighbour]:
    return [one for one in some[0] if all(one in each for each in some)]
