"""Example: a page and what is known of it.

Three states of knowledge:

    complete      every record of the page is given (or of its ``section``): any other text is a negative. Another
                  occurrence of the text of a value is not a negative: such a cell is an ``Either``
    partial       the given records are right; of the rest of the page nothing is known
    unlabelled    only the page is known

A field that a record does not name is absent in a complete example and unknown in a partial one.

Records may be given in any order: an example has them in the order of the page (:mod:`unweave.records.page_order`), and
``numbers`` has the number under which each was given.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal, Self, TypeAlias, get_args

from unweave.errors import MissingValue
from unweave.page import Page, Span
from unweave.records.cells import UNKNOWN, Either, possible_spans
from unweave.records.locate import not_found
from unweave.records.page_order import page_order, repeated
from unweave.records.readers import ItemReader, SpanReader, TextReader, read_record
from unweave.records.record import Cell, Record, bad_input, checked_span, items_of
from unweave.records.schema import Schema

Status: TypeAlias = Literal["complete", "partial", "unlabelled"]
IfMissing: TypeAlias = Literal["error", "unknown"]
"""What to do with values that are not on the page: raise ValueNotFound, or take them as unknown."""


@dataclass(frozen=True, slots=True)
class Example:
    """A page, its known records, and the spans that are known not to be values of a field.

    ``by_value``: the values were given as texts and located on the page, not as spans. ``numbers``: for each record the
    number under which it was given, from 1. ``missing``: the values that are not on the page and were taken as unknown.
    ``notes``: what was done with these, and with records that were given twice.

    >>> page = Page("<b>Congo</b> <i>242</i>")
    >>> Example(page).status
    'unlabelled'
    >>> example = Example.from_values(page, [{"country": "Congo", "code": "242"}], status="partial")
    >>> example.records[0].span("code"), example.schema.names
    (Span(start=16, end=19), ('country', 'code'))
    >>> page = Page("<b>Congo</b> <b>Egypt</b>")
    >>> example = Example.from_values(page, [{"country": "Egypt"}, {"country": "Congo"}])
    >>> [record["country"] for record in example.records], example.numbers
    (['Congo', 'Egypt'], (2, 1))
    """

    page: Page
    records: tuple[Record, ...] = ()
    status: Status = field(default="unlabelled", kw_only=True)
    rejected: Mapping[str, tuple[Span, ...]] = field(default_factory=dict, kw_only=True, hash=False)
    section: Span | None = field(default=None, kw_only=True)
    by_value: bool = field(default=False, kw_only=True, compare=False)
    numbers: tuple[int, ...] = field(default=(), kw_only=True, compare=False, repr=False)
    missing: tuple[MissingValue, ...] = field(default=(), kw_only=True, compare=False, repr=False)
    notes: tuple[str, ...] = field(default=(), kw_only=True, compare=False, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        records, numbers, notes = _in_page_order(self.page, tuple(self.records), tuple(self.numbers))
        put(self, "records", records)
        put(self, "numbers", numbers)
        put(self, "notes", (*self.notes, *notes))
        put(self, "rejected", _checked_rejected(self.page, self.rejected))
        if self.section is not None:
            put(self, "section", checked_span(self.page, "section", self.section))
        _check_status(self)
        _check_records(self)

    def __reduce__(self) -> tuple[Any, ...]:
        named = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "rejected"}
        return _rebuild, ({**named, "rejected": dict(self.rejected)},)

    @classmethod
    def from_values(
        cls,
        page: Page,
        records: Iterable[Mapping[str, Any] | Record],
        *,
        status: Status = "complete",
        rejected: Mapping[str, Any] | None = None,
        section: Sequence[int] | None = None,
        missing: IfMissing = "error",
        embedded: bool = True,
    ) -> Self:
        """An example whose values are given as texts to be found on the page.

        A value is a text, or ``{"span": [78, 83]}``, or ``{"text": "Dallas", "nth": 2}``; None is absent,
        ``UNKNOWN`` or ``{"unknown": True}`` is not known; a list of values or of records is a nested level. A text
        that occurs several times, rejected spans aside, becomes an ``Either``. With a section, values are searched (and
        counted) only there.

        A text that no text or attribute of the page shows is searched in the data of its scripts (JSON-LD, the state of
        a framework), unless ``embedded`` is False.

        Values that are not on the page raise ValueNotFound, which names all of them. With ``missing="unknown"`` they
        are unknown cells (in a list they are left out), and ``example.missing`` lists them.

        >>> page = Page("<li>Ann <li>Bob <li>Ann")
        >>> Example.from_values(page, [{"names": ["Ann", "Bob"]}]).records[0].cell("names")
        (Either(spans=(Span(start=4, end=7), Span(start=20, end=23))), Span(start=12, end=15))
        >>> example = Example.from_values(page, [{"name": "Bob", "age": "42"}], missing="unknown")
        >>> example.records[0].cell("age"), example.missing
        (UNKNOWN, (MissingValue(record=1, field='age', value='42'),))
        """
        if missing not in get_args(IfMissing):
            raise bad_input(page, None, f"missing={missing!r} is not known; there are {', '.join(get_args(IfMissing))}")
        inside = None if section is None else checked_span(page, "section", section)
        whole = TextReader(page, embedded=embedded)
        refused = _read_rejected(page, rejected, whole)
        read = TextReader(page, inside, refused, embedded=embedded, missing=whole.missing)
        records = list(records)
        given = tuple(
            read_record(page, record, replace(read, record=number)) for number, record in enumerate(records, 1)
        )
        if read.missing and missing == "error":
            raise not_found(page, read.missing, within=inside, embedded=embedded)
        return cls(
            page,
            given,
            status=status,
            rejected=refused,
            section=inside,
            by_value=_all_texts(records),
            missing=tuple(read.missing),
            notes=tuple(_unknown_note(one) for one in read.missing),
        )

    @classmethod
    def from_spans(
        cls,
        page: Page,
        records: Iterable[Mapping[str, Any] | Record],
        *,
        status: Status = "complete",
        rejected: Mapping[str, Any] | None = None,
        section: Sequence[int] | None = None,
    ) -> Self:
        """An example whose values are given as (start, end) pairs, lists of pairs, or lists of records.

        >>> page = Page("<b>Congo</b> <i>242</i>")
        >>> Example.from_spans(page, [{"country": (3, 8), "code": (16, 19)}]).records[0].to_dict()
        {'country': 'Congo', 'code': '242'}
        """
        inside = None if section is None else checked_span(page, "section", section)
        read = SpanReader(page)
        given = tuple(read_record(page, record, read) for record in records)
        return cls(page, given, status=status, rejected=_read_rejected(page, rejected, read), section=inside)

    @property
    def schema(self) -> Schema:
        """The schema that its records follow; one without fields where there are no records.

        >>> Example.from_values(Page("<b>Congo</b>"), [{"country": "Congo", "code": None}]).schema["code"].optional
        True
        """
        return schema_of([self])

    def cell(self, record: Record, name: str) -> Cell:
        """The record's cell, or what it means here that the record does not name that field.

        >>> example = Example.from_values(Page("<b>Congo</b>"), [{"country": "Congo"}], status="partial")
        >>> example.cell(example.records[0], "code")
        UNKNOWN
        """
        if name in record:
            return record.cell(name)
        return None if self.status == "complete" else UNKNOWN


def schema_of(examples: Iterable[Example]) -> Schema:
    """The schema that the records of all these examples follow.

    >>> page = Page("<b>Congo</b> <i>242</i>")
    >>> one = Example.from_values(page, [{"country": "Congo", "code": "242"}])
    >>> two = Example.from_values(page, [{"country": "Congo"}], status="partial")
    >>> [field.optional for field in schema_of([one, two]).fields]
    [False, False]
    """
    examples = list(examples)
    return Schema.of(
        [record for example in examples if example.status == "complete" for record in example.records],
        partial=[record for example in examples if example.status != "complete" for record in example.records],
    )


def _rebuild(named: dict[str, Any]) -> Example:
    return Example(**named)


def _in_page_order(
    page: Page, records: tuple[Record, ...], numbers: tuple[int, ...]
) -> tuple[tuple[Record, ...], tuple[int, ...], list[str]]:
    """The records in the order of the page, without those given twice; their numbers; and notes.

    Records with numbers come from another example, whose order is kept where it is ambiguous: it may have been decided
    with values that they do not have any more.
    """
    known = numbers if len(numbers) == len(records) else tuple(range(1, len(records) + 1))
    if any(not isinstance(record, Record) or record.page != page for record in records):
        return records, known, []  # an error, which is raised when the records are checked
    if numbers and any(isinstance(item, Either) for record in records for _, item in items_of(record)):
        return records, known, []
    twice = {} if numbers else repeated(records)
    kept = [at for at in range(len(records)) if at not in twice]
    order = [kept[at] for at in page_order(page, [records[at] for at in kept])]
    notes = [
        f"record {at + 1} has the same values as record {first + 1}, and the page shows them once: it is used once"
        for at, first in twice.items()
    ]
    return tuple(records[at] for at in order), tuple(known[at] for at in order), notes


def _all_texts(given: Any) -> bool:
    """Whether every value was given as a text, none as a span."""
    if isinstance(given, Mapping):
        fields = given.get("record", given) if set(given) == {"type", "record"} else given
        return isinstance(fields, Mapping) and all(_all_texts(value) for value in fields.values())
    if isinstance(given, list | tuple) and not isinstance(given, Span):
        return all(map(_all_texts, given))
    return given is None or given is UNKNOWN or isinstance(given, str)


def _unknown_note(one: MissingValue) -> str:
    where = f"record {one.record}, field {one.field}" if one.record else f"rejected for field {one.field}"
    return f"{where}: {one.value!r} is not on the page and is taken as unknown"


def _read_rejected(page: Page, given: Mapping[str, Any] | None, read: ItemReader) -> dict[str, tuple[Span, ...]]:
    if not isinstance(given or {}, Mapping):
        raise bad_input(page, None, "what is rejected is given as a mapping from field names to lists of values")
    return {name: _read_refusals(page, name, items, read) for name, items in (given or {}).items()}


def _read_refusals(page: Page, name: str, items: Any, read: ItemReader) -> tuple[Span, ...]:
    if not isinstance(items, list | tuple):
        raise bad_input(page, name, "what is rejected is given as a list of values")
    found = [read(name, item) for item in items]
    if None in found:
        raise bad_input(page, name, f"{items[found.index(None)]!r} cannot be rejected: give a text or a span")
    return tuple(span for item in found if isinstance(item, Span | Either) for span in possible_spans(item))


def _checked_rejected(page: Page, rejected: Mapping[str, Iterable[Span]]) -> Mapping[str, tuple[Span, ...]]:
    return MappingProxyType(
        {name: tuple(sorted({checked_span(page, name, span) for span in spans})) for name, spans in rejected.items()}
    )


def _check_status(example: Example) -> None:
    if example.status not in get_args(Status):
        known = ", ".join(get_args(Status))
        raise bad_input(example.page, None, f"{example.status!r} is no status. It would help to use one of {known}")
    if example.status == "unlabelled" and (example.records or example.rejected):
        raise bad_input(
            example.page,
            None,
            "an unlabelled page has no records and rejects nothing; its status must be complete or partial",
        )
    if example.section is not None and example.status != "complete":
        raise bad_input(example.page, None, f"only a complete example has a section, and this one is {example.status}")


def _check_records(example: Example) -> None:
    for record in example.records:
        if record.page != example.page:
            raise bad_input(
                example.page, None, f"a record belongs to another page, {record.page.name or 'one without name'}"
            )
        for path, item in items_of(record):
            _check_spans(example, path, possible_spans(item))
    for kind in dict.fromkeys(record.type for record in example.records):
        Schema.of(record for record in example.records if record.type == kind)


def _check_spans(example: Example, path: str, spans: Sequence[Span]) -> None:
    shown = f"{example.page.text(spans[0])!r} at {spans[0].start}-{spans[0].end}"
    if example.section and not any(example.section.contains(span) for span in spans):
        raise bad_input(example.page, path, f"{shown} lies outside the section")
    if all(span in example.rejected.get(path, ()) for span in spans):
        raise bad_input(example.page, path, f"{shown} is given as a value and rejected")
