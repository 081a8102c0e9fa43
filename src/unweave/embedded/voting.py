"""Paths in the data that vote with what is learned from the text: for fields that both have, in the same form or not.

Legend

    voting path   a path that gives the shown values of a field, and can hardly do so by chance
    type          of a voting path: the data has the values in another form, 12.5 for "12.50 €"; they are equal after
                  conversion by this type. None where it has the shown texts
    nested        a field of a nested level, "reviews.by": its path gives the values of all records of the level

A path is not by chance if it leads through an object with a type, or through one that another field is in too, or has
the name of the field: a number or a short text is somewhere in the settings of an advertisement, too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from unweave.combined import of_path
from unweave.embedded.details import best_paths, paths_that_fit
from unweave.embedded.learner import Embedded
from unweave.embedded.proposals import TYPES, fragility, name_match
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.program import DataPath, DataPaths
from unweave.records import Example, Field
from unweave.records.grouping import paths
from unweave.values.suggest import suggested_type
from unweave.values.types import ValueType


class VotingPath(NamedTuple):
    """A path that votes, whether all its values count or the first, and the type by which they are compared."""

    path: DataPath
    many: bool = False
    type: ValueType | None = None


def voting_paths(examples: Sequence[Example], fields: Sequence[Field]) -> dict[str, VotingPath]:
    """The best paths of those fields that can hardly have them by chance, so that they may vote.

    >>> from unweave.page import Page
    >>> page = Page('<script>s = {"book": {"title": "Emma", "cost": 5.5}, "ad": {"width": 7}}</script><b>$5.50</b>')
    >>> shown = Example.from_values(page, [{"title": "Emma", "cost": "$5.50", "pages": "7"}])
    >>> found = voting_paths([shown], [Field("title"), Field("cost"), Field("pages")])
    >>> {name: (one.path.keys, str(one.type)) for name, one in found.items()}
    {'title': (('book', 'title'), 'None'), 'cost': (('book', 'cost'), 'money:point')}
    """
    flat = [one for one in fields if not one.fields]
    ranked, failures = paths_that_fit(examples, flat)
    kinds = dict(_types(examples, failures))
    typed, _ = paths_that_fit(examples, [one for one in flat if one.name in kinds], kinds)
    best = best_paths({**ranked, **typed})
    many = {one.name for one in flat if one.many}
    found = {name: VotingPath(path, name in many, kinds.get(name)) for name, path in best.items()}
    found |= _nested_paths(examples, fields)
    objects = Counter(map(_object_of, found.values()))
    return {name: one for name, one in found.items() if _is_certain(name, one.path, objects[_object_of(one)])}


def _types(examples: Sequence[Example], names: Mapping[str, str]) -> Iterator[tuple[str, ValueType]]:
    """The types of those of the fields that seem to have one, by what is shown of them."""
    for name in names:
        records = [record for example in examples for record in example.records if name in record]
        texts = [record.page.text(span) for record in records for span in record.spans(name)]
        kind = suggested_type(texts, [])
        if kind is not None:
            yield name, kind


def _nested_paths(examples: Sequence[Example], fields: Sequence[Field]) -> dict[str, VotingPath]:
    """Paths of fields of nested levels, each learned by itself as a list."""
    found: dict[str, VotingPath] = {}
    for path in paths([one for one in fields if one.fields]):
        with suppress(NoConsistentWrapper, BadInput):
            learned = Embedded().learn([of_path(example, path) for example in examples])
            found.update((path, VotingPath(one, many=True)) for one in _from_the_page(learned.paths))
    return found


def _from_the_page(learned: DataPaths) -> Iterator[DataPath]:
    """The path of a list of single values from the documents of the page."""
    [one] = learned.fields
    record = learned.record
    if record is None:
        yield one
    elif not one.up:
        deeper = tuple(replace(each, depth=each.depth + len(record.keys)) for each in one.neighbours)
        yield replace(record, field=one.field, keys=record.keys + one.keys, neighbours=record.neighbours + deeper)


def _object_of(one: VotingPath) -> tuple[str, tuple[str | int | None, ...]]:
    return one.path.document, one.path.keys[:-1]


def _is_certain(name: str, path: DataPath, fields: int) -> bool:
    """Whether a path can hardly have the values by chance, given how many fields its object has."""
    return not fragility(path) and (
        any(one.key in TYPES for one in path.neighbours)
        or (len(path.keys) > 1 and fields > 1)
        or name_match(path, name) > 0
    )
