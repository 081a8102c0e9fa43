"""Typed columns: rows of texts become rows of numbers, dates and amounts, once all texts are known.

Legend

    types       {"price": "money"}: what fields are turned into; "auto" suggests a type for all others
    spool       the rows of a run, kept in a temporary file until its end: which number of 03/12/2026 is the day is told
                by the other dates of the field
    columns     money is two columns, ``price`` and ``price_currency``; with ``raw``, a field with a type has its text
                beside it, ``price_raw``
    misfit      a text that does not fit its type: it stays, as text. A column of a Parquet file has one type, so there
                it is empty, and the text is in ``price_raw``
    native      Parquet has dates, times and durations; other files have them as ISO 8601 texts

A number has at most 15 digits, so every file gives back the number that was written.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date, time, timedelta
from decimal import Decimal
from typing import IO, Any

import msgspec

from unweave.records import Field, Schema
from unweave.records.typed import leaves, texts_of, typed_values, types_of_fields
from unweave.run.rows import OutputRow, free
from unweave.values.suggest import suggested_type
from unweave.values.types import Money, ValueType
from unweave.values.types.times import iso_duration

CURRENCY, RAW = "currency", "raw"
MOST_TEXTS = 10_000
"""So many texts of a field tell its setting and, with "auto", its type."""
SHOWN = 3
NATIVE = {"integer": int, "decimal": float, "money": float, "date": date, "time": time, "duration": timedelta,
          "boolean": bool}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShownMisfit:
    """A value that does not fit its type, and where it is.

    >>> ShownMisfit("p1.html", 2, "Sold out", "there is no amount in it").text
    'Sold out'
    """

    page: str
    record: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class TypedField:
    """What became of the values of a field with a type: how many there are, how many do not fit, and the first of them.

    >>> str(TypedField("price", "money", values=120))
    'price: money'
    """

    name: str
    type: str
    values: int = 0
    misfits: int = 0
    shown: tuple[ShownMisfit, ...] = ()

    def __str__(self) -> str:
        if not self.misfits:
            return f"{self.name}: {self.type}"
        first = "; ".join(f"{one.text!r:.60} on {one.page} ({one.reason})" for one in self.shown)
        more = "; ..." if self.misfits > len(self.shown) else ""
        count = f"{self.misfits:,} of {self.values:,} values do not fit and stay text"
        return f"{self.name}: {self.type}; {count}: {first}{more}"

    def to_dict(self) -> dict[str, Any]:
        """Plain data.

        >>> TypedField("price", "money", values=2).to_dict()["values"]
        2
        """
        return asdict(self)


@dataclass(slots=True)
class Spool:
    """The rows of a run, in a temporary file, and the texts that tell types and settings.

    >>> import tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     spool = Spool(file, Schema((Field("price"),)))
    ...     spool.write(OutputRow("p1.html", 1, 0, 2, {"price": "$5"}))
    ...     spool.types({}, auto=True), [row.values for row in spool.rows()]
    ({'price': 'money'}, [{'price': '$5'}])
    """

    file: IO[bytes]
    schema: Schema
    _texts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _encoder: Any = field(default_factory=msgspec.msgpack.Encoder)

    def write(self, row: OutputRow) -> None:
        """Keep a row."""
        data = self._encoder.encode(row)
        self.file.write(len(data).to_bytes(4, "big") + data)
        inside = f"{row.type}." if self.schema.types else ""
        for path, text in texts_of(row.values, inside):
            if len(self._texts[path]) < MOST_TEXTS:
                self._texts[path].append(text)

    def rows(self) -> Iterator[OutputRow]:
        """The rows, in order."""
        self.file.seek(0)
        decoder = msgspec.msgpack.Decoder(OutputRow)
        while size := self.file.read(4):
            yield decoder.decode(self.file.read(int.from_bytes(size, "big")))

    def types(self, given: Mapping[str, str], *, auto: bool) -> dict[str, str]:
        """The types of the fields with their settings; with ``auto``, also those that are suggested."""
        types = {path: str(ValueType.of(name).decided(self._texts.get(path, ()))) for path, name in given.items()}
        for path, _ in leaves(self.schema) if auto else ():
            if path not in types and (suggested := suggested_type((), self._texts.get(path, ()))):
                types[path] = str(suggested)
        return types


@dataclass(slots=True)
class TypedRows:
    """Turns rows of texts into typed rows, and counts what does not fit.

    ``mixed`` are the paths of fields with misfits (``mixed_paths``): a file must know them before its first row.

    >>> typed = TypedRows(Schema((Field("price", type="money"),)), raw=True)
    >>> typed.row(OutputRow("p1.html", 1, 0, 2, {"price": "$5"})).values
    {'price': 5.0, 'price_currency': '$', 'price_raw': '$5'}
    >>> typed.columns().names
    ('price', 'price_currency', 'price_raw')
    """

    schema: Schema
    raw: bool = False
    native: bool = False
    mixed: frozenset[str] = frozenset()
    _values: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _misfits: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _shown: dict[str, list[ShownMisfit]] = field(default_factory=lambda: defaultdict(list))

    def row(self, row: OutputRow) -> OutputRow:
        """The row with typed values, in the columns of the output."""
        inside = f"{row.type}." if self.schema.types else ""
        values = self._columns_of(self._fields(row), self.count(row), row.values, inside)
        return msgspec.structs.replace(row, values=values)

    def count(self, row: OutputRow) -> dict[str, Any]:
        """The typed values of a row; those that do not fit are counted."""
        inside = f"{row.type}." if self.schema.types else ""
        for path, _ in texts_of(row.values, inside):
            self._values[path] += 1

        def told(path: str, text: str, reason: str) -> None:
            self._misfits[path] += 1
            if len(self._shown[path]) < SHOWN:
                self._shown[path].append(ShownMisfit(row.page, row.record, text, reason))

        fields = self._fields(row)
        typed = typed_values(row.values, fields, base=row.base, told=told, inside=inside)
        for each in fields:
            texts = row.values.get(each.name)
            if each.type and not (each.many or each.fields) and isinstance(texts, list):
                typed[each.name] = ", ".join(texts)  # a column of numbers holds no lists
                told(inside + each.name, typed[each.name], "these are several values, where one was shown")
        return typed

    def _fields(self, row: OutputRow) -> tuple[Field, ...]:
        schemas = {each.name: each.fields for each in self.schema.each}
        return schemas[row.type] if self.schema.types else self.schema.fields

    def columns(self) -> Schema:
        """The schema of the output."""
        if self.schema.types:
            types = (replace(each, fields=self._output(each.fields, f"{each.name}.")) for each in self.schema.types)
            return replace(self.schema, types=tuple(types))
        return replace(self.schema, fields=self._output(self.schema.fields, ""))

    def _output(self, fields: Sequence[Field], inside: str) -> tuple[Field, ...]:
        names = self._names(fields, inside)
        found: list[Field] = []
        for each in fields:
            if each.fields:
                found.append(replace(each, fields=self._output(each.fields, f"{inside}{each.name}.")))
                continue
            is_mixed = not self.native and inside + each.name in self.mixed
            found.append(replace(each, type=MIXED) if is_mixed else each)
            found += [Field(name, each.optional, each.many) for name in names[each.name].values()]
        return tuple(found)

    def _names(self, fields: Sequence[Field], inside: str) -> dict[str, dict[str, str]]:
        """The columns besides each field: of its currency, and of its text."""
        taken = {each.name for each in fields}
        return {each.name: {what: free(f"{each.name}_{what}", taken, fold=False)
                            for what in self._besides(each, inside + each.name)} for each in fields}  # fmt: skip

    def _besides(self, each: Field, path: str) -> Iterator[str]:
        if ValueType.of(each.type or "text").name == "money":
            yield CURRENCY
        if each.type and (self.raw or (self.native and path in self.mixed)):
            yield RAW

    def _columns_of(
        self, fields: Sequence[Field], typed: Mapping[str, Any], texts: Mapping[str, Any], inside: str
    ) -> dict[str, Any]:
        names = self._names(fields, inside)
        values: dict[str, Any] = {}
        for each in fields:
            if each.name not in typed:
                continue
            value, text = typed[each.name], texts[each.name]
            if each.fields:
                below = f"{inside}{each.name}."
                pairs = zip(value or (), text or (), strict=True)
                values[each.name] = [self._columns_of(each.fields, one, other, below) for one, other in pairs]
                continue
            values[each.name] = _each(value, self._stored(each))
            for what, name in names[each.name].items():
                values[name] = _each(value, _currency) if what == CURRENCY else text
        return values

    def _stored(self, each: Field) -> Callable[[Any], Any]:
        if not self.native:
            return _written
        wanted = NATIVE.get(ValueType.of(each.type or "text").name, str)

        def stored(value: Any) -> Any:
            plain = _number(value)
            return plain if isinstance(plain, wanted) else None

        return stored

    def fields(self) -> tuple[TypedField, ...]:
        """What became of the values of each field with a type."""
        return tuple(
            TypedField(path, name, self._values[path], self._misfits[path], tuple(self._shown[path]))
            for path, name in types_of_fields(self.schema).items()
        )


def mixed_paths(schema: Schema, rows: Iterable[OutputRow]) -> frozenset[str]:
    """The fields with texts that do not fit their types.

    >>> rows = [OutputRow("p1.html", 1, 0, 2, {"price": text}) for text in ("$5", "Sold out")]
    >>> mixed_paths(Schema((Field("price", type="money"),)), rows)
    frozenset({'price'})
    """
    typed = TypedRows(schema)
    for row in rows:
        typed.count(row)
    return frozenset(each.name for each in typed.fields() if each.misfits)


MIXED = "text"
"""The type of a column that has numbers and texts: SQLite must not make a number of a text that looks like one."""


def _each(value: Any, change: Callable[[Any], Any]) -> Any:
    return [change(item) for item in value] if isinstance(value, list) else change(value)


def _number(value: Any) -> Any:
    if isinstance(value, Money):
        return float(value.amount)
    return float(value) if isinstance(value, Decimal) else value


def _written(value: Any) -> Any:
    """A value as JSON, SQLite and CSV have it: dates as ISO 8601 writes them."""
    plain = _number(value)
    if isinstance(plain, timedelta):
        return iso_duration(plain)
    return plain.isoformat() if isinstance(plain, date | time) else plain


def _currency(value: Any) -> str | None:
    return value.currency or None if isinstance(value, Money) else None
