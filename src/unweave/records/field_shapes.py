"""Fields as people give them: once as a value and once as a list, never with a value, or with a typo in the name.

Legend

    shape     whether a field holds one value or a list of values
    typo      a field name that differs in one letter from another, in one record only: "pirce" beside "price"
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from unweave.page import Span
from unweave.records.cells import Either
from unweave.records.example import Example, schema_of
from unweave.records.record import Cell, Record, items_of, members
from unweave.records.record_types import of_type, types_of
from unweave.records.schema import Field

_SHORTEST_NAME = 3  # letters; of shorter names many differ in one letter


def with_same_shapes(examples: Sequence[Example]) -> list[Example]:
    """The examples with lists for every field that is a list in one of their records.

    >>> from unweave.page import Page
    >>> page = Page("<p>Ann <p>Bob <p>Cy")
    >>> shown = [Example.from_values(page, [{"by": "Ann"}, {"by": ["Bob", "Cy"]}])]
    >>> [record["by"] for record in with_same_shapes(shown)[0].records]
    [['Ann'], ['Bob', 'Cy']]
    """
    kinds = types_of(examples)
    paths = {
        (kind, path)
        for kind in kinds
        for path in _lists(schema_of([of_type(example, kind) for example in examples]).fields)
    }
    changed = [_with_lists(example, paths) for example in examples]
    return [now if now.records != was.records else was for now, was in zip(changed, examples, strict=True)]


def with_lists(examples: Sequence[Example], names: Collection[str]) -> list[Example]:
    """The examples with lists for the values of these fields; a nested field is named with its path.

    >>> from unweave.page import Page
    >>> page = Page("by <a>Ann Lee</a>")
    >>> one = with_lists([Example.from_values(page, [{"by": "Ann Lee"}])], ["by"])
    >>> one[0].records[0].to_dict()
    {'by': ['Ann Lee']}
    """
    kinds = {record.type for example in examples for record in example.records}
    return [_with_lists(example, {(kind, name) for kind in kinds for name in names}) for example in examples]


def fields_without_values(examples: Sequence[Example]) -> list[str]:
    """The fields, with their paths, of which no record has a value, unless that is all fields.

    >>> from unweave.page import Page
    >>> fields_without_values([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma", "price": None}])])
    ['price']
    """
    filled = {path for example in examples for record in example.records for path, _ in items_of(record)}
    every = [path for example in examples for record in example.records for path in _leaves(record)]
    return [path for path in dict.fromkeys(every) if path not in filled] if filled else []


def without_fields(examples: Sequence[Example], names: Collection[str]) -> list[Example]:
    """The examples without these fields; a nested field is named with its path.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma", "price": None}])
    >>> without_fields([example], ["price"])[0].records[0].to_dict()
    {'title': 'Emma'}
    """
    return [
        replace(
            example,
            records=tuple(_without(record, names) for record in example.records),
            rejected={name: spans for name, spans in example.rejected.items() if name not in names},
        )
        for example in examples
    ]


def likely_typos(examples: Sequence[Example]) -> list[str]:
    """A sentence for each field name that is probably a typo of another.

    >>> from unweave.page import Page
    >>> page = Page("<p>Emma $5 <p>Kim $7 <p>Dune $9")
    >>> rows = [{"title": "Emma", "price": "$5"}, {"title": "Kim", "price": "$7"}, {"title": "Dune", "pirce": "$9"}]
    >>> likely_typos([Example.from_values(page, rows)])
    ["the field 'pirce' is in one record only: is it a typo of 'price'?"]
    """
    rows = [frozenset(record) for example in examples for record in example.records]
    counts = Counter(name for row in rows for name in row)
    return [
        f"the field {rare!r} is in one record only: is it a typo of {name!r}?"
        for rare, name in permutations(counts, 2)
        if counts[rare] == 1 < counts[name] and _one_letter_apart(rare, name)
        if not any({rare, name} <= row for row in rows)
    ]


def _one_letter_apart(one: str, other: str) -> bool:
    """Whether one letter is changed, missing, added, or exchanged with the next; a digit is no typo."""
    if min(len(one), len(other)) < _SHORTEST_NAME or abs(len(one) - len(other)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    tails = one[start:], other[start:]
    if any(tail[:1].isdigit() for tail in tails):
        return False
    left, right = tails
    swapped = left[:2] == right[:2][::-1] and left[2:] == right[2:]
    return left[1:] == right[1:] or left[1:] == right or left == right[1:] or swapped


def _lists(fields: Sequence[Field], inside: str = "") -> Iterator[str]:
    for field in fields:
        if field.fields:
            yield from _lists(field.fields, f"{inside}{field.name}.")
        elif field.many:
            yield inside + field.name


def _with_lists(example: Example, paths: Collection[tuple[str, str]]) -> Example:
    records = (_record(record, {path for kind, path in paths if kind == record.type}) for record in example.records)
    return replace(example, records=tuple(records))


def _record(record: Record, paths: Collection[str], inside: str = "") -> Record:
    cells = {name: _cell(record.cell(name), paths, inside + name) for name in record}
    return Record(record.page, cells, type=record.type)


def _leaves(record: Record, inside: str = "") -> Iterator[str]:
    """The paths of a record's fields; those of a level with records in place of the level's own."""
    for name in record:
        nested = [one for one in members(record.cell(name)) if isinstance(one, Record)]
        yield from (path for one in nested for path in _leaves(one, f"{inside}{name}."))
        yield from () if nested else (inside + name,)


def _without(record: Record, paths: Collection[str], inside: str = "") -> Record:
    cells: dict[str, Cell] = {}
    for name in record:
        cell = record.cell(name)
        if isinstance(cell, tuple) and any(isinstance(one, Record) for one in cell):
            cell = tuple(_without(one, paths, f"{inside}{name}.") for one in cell if isinstance(one, Record))
            cell = tuple(one for one in cell if len(one))
            cells |= {name: cell} if cell else {}
        elif inside + name not in paths:
            cells[name] = cell
    return Record(record.page, cells, type=record.type)


def _cell(cell: Cell, paths: Collection[str], path: str) -> Cell:
    if isinstance(cell, Span | Either):
        return (cell,) if path in paths else cell
    if isinstance(cell, tuple):
        return tuple(_record(one, paths, f"{path}.") if isinstance(one, Record) else one for one in cell)  # type: ignore[return-value]  # all are records, or none is
    return cell
