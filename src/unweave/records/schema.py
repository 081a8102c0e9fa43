"""Schema: the fields of a type of record, in order; or several named types, each with fields of its own.

>>> Schema((Field("title"), Field("price", optional=True))).names
('title', 'price')
>>> book, author = Schema((Field("title"),), name="book"), Schema((Field("name"),), name="author")
>>> [each.name for each in Schema(types=(book, author)).each]
['book', 'author']
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from unweave.errors import BadInput
from unweave.page import Span
from unweave.records.cells import Either
from unweave.records.record import Cell, Record, bad_input, members
from unweave.values.types import ValueType

_IN_WORDS = {
    "one": "a single value",
    "many": "a list of values",
    "nested": "a list of records",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field: whether a record may lack it, whether it has many values, and the fields of a nested level.

    A field with ``fields`` holds a list of nested records, so it always has ``many``. ``type`` is what its values are
    turned into where typed values are asked for (see ``unweave.values.types``); "" is text.

    >>> Field("reviews", fields=(Field("by"),)).many, Field("price", type="money").type
    (True, 'money')
    """

    name: str
    optional: bool = False
    many: bool = False
    fields: tuple["Field", ...] = ()
    type: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise BadInput(source="the schema", reason=f"{self.name!r} cannot be the name of a field")
        if self.type:
            _check_type(self)
        _check_distinct(self.fields)
        object.__setattr__(self, "many", self.many or bool(self.fields))


@dataclass(frozen=True, slots=True)
class Schema:
    """The fields of one type of record, in order; ``name`` is that type's name where it has one.

    A page with several independent lists has records of several ``types``; their schema has no fields of its own.

    >>> schema = Schema((Field("title"), Field("price", optional=True)), name="book")
    >>> schema["price"].optional, "isbn" in schema, schema.anchor
    (True, False, 'title')
    """

    fields: tuple[Field, ...] = ()
    name: str = ""
    types: tuple["Schema", ...] = ()

    def __post_init__(self) -> None:
        _check_distinct(self.fields)
        if self.types:
            _check_types(self)

    @property
    def each(self) -> tuple["Schema", ...]:
        """The schema of each type of record: its types, or itself where there is only one.

        >>> schema = Schema((Field("title"),))
        >>> schema.each == (schema,)
        True
        """
        return self.types or (self,)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields, in order.

        >>> Schema((Field("title"), Field("price"))).names
        ('title', 'price')
        """
        return tuple(field.name for field in self.fields)

    @property
    def anchor(self) -> str | None:
        """The field every record has once: the first that is neither optional nor many; None if there is none.

        >>> Schema((Field("badge", optional=True), Field("tags", many=True), Field("title"))).anchor
        'title'
        """
        return next((field.name for field in self.fields if not (field.optional or field.many)), None)

    def __getitem__(self, name: str) -> Field:
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    @classmethod
    def of(cls, records: Iterable[Record], *, partial: Iterable[Record] = ()) -> "Schema":
        """The schema that the records follow.

        Fields come in the order in which records name them. A field is optional when it is absent in a record, or
        a record does not name it (in ``partial`` records a field that is not named is unknown, and does not count).
        A field that is a list in one of them has many values. Records that give values and nested records for the same
        field raise BadInput.

        >>> from unweave.page import Page
        >>> page = Page("Emma $5 Persuasion")
        >>> emma = Record(page, {"title": Span(0, 4), "price": Span(5, 7)})
        >>> Schema.of([emma, Record(page, {"title": Span(8, 18)})])["price"].optional
        True
        >>> Schema.of([emma], partial=[Record(page, {"title": Span(8, 18)})])["price"].optional
        False
        """
        rows = [(record, True) for record in records] + [(record, False) for record in partial]
        types = list(dict.fromkeys(record.type for record, _ in rows))
        if len(types) > 1:
            raise bad_input(rows[0][0].page, None, f"one schema cannot hold records of several types: {types}")
        return cls(_fields_of(rows), name=types[0] if types else "")


Rows: TypeAlias = Sequence[tuple[Record, bool]]
"""Records, each with whether a field that it does not name is absent."""


def _check_type(field: Field) -> None:
    ValueType.of(field.type)
    if field.fields:
        raise BadInput(source="the schema", field=field.name, reason="nested records have no type: their fields have")


def _check_distinct(fields: Sequence[Field]) -> None:
    twice = _first_repeated([field.name for field in fields])
    if twice is not None:
        raise BadInput(source="the schema", field=twice, reason="two fields have this name")


def _check_types(schema: Schema) -> None:
    names = [each.name for each in schema.types]
    twice = _first_repeated(names)
    if schema.fields or any(each.types for each in schema.types):
        raise BadInput(source="the schema", reason="one of several types has fields of its own; nothing else has")
    if not all(name.strip() for name in names):
        raise BadInput(source="the schema", reason=f"where there are several types each needs a name: {names}")
    if twice is not None:
        raise BadInput(source="the schema", reason=f"two types have the name {twice!r}")


def _first_repeated(names: Sequence[str]) -> str | None:
    return next((name for name in names if names.count(name) > 1), None)


def _fields_of(rows: Rows) -> tuple[Field, ...]:
    return tuple(_field_of(name, rows) for name in _merged_names(record for record, _ in rows))


def _merged_names(records: Iterable[Record]) -> list[str]:
    """Names in the records' own order: a new name comes after the name it follows in its record."""
    names: list[str] = []
    for order in dict.fromkeys(tuple(record) for record in records):
        place = 0
        for name in order:
            if name not in names:
                names.insert(place, name)
            place = names.index(name) + 1
    return names


def _field_of(name: str, rows: Rows) -> Field:
    return Field(
        name,
        optional=any(_lacks(record, name, whole) for record, whole in rows),
        many=_is_list(name, [record for record, _ in rows if name in record]),
        fields=_fields_of(
            [(child, whole) for record, whole in rows if name in record for child in _children(record.cell(name))]
        ),
    )


def _lacks(record: Record, name: str, whole: bool) -> bool:
    return record.cell(name) is None if name in record else whole


def _is_list(name: str, records: Iterable[Record]) -> bool:
    """Whether the field holds lists: in one record is enough. Values and nested records cannot be mixed."""
    shapes: dict[str, Record] = {}
    for record in records:
        shapes.setdefault(_shape(record.cell(name)), record)
    shapes.pop("", None)
    if "nested" in shapes and ("one" in shapes or "many" in shapes):
        shapes.pop("empty", None)
        raise bad_input(
            list(shapes.values())[1].page,
            name,
            f"it is given as {' and as '.join(_IN_WORDS[shape] for shape in shapes)}",
        )
    return bool(shapes) and set(shapes) != {"one"}


def _shape(cell: Cell) -> str:
    """The shape of a cell; empty when it is absent or unknown."""
    if isinstance(cell, Span | Either):
        return "one"
    if not isinstance(cell, tuple):
        return ""
    return "empty" if not cell else "nested" if isinstance(cell[0], Record) else "many"


def _children(cell: Cell) -> list[Record]:
    return [item for item in members(cell) if isinstance(item, Record)]
