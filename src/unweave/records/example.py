"""Example: a page and what is known of it.

Three states of knowledge:

    complete      every record of the page is given (or of its ``section``): any other text is a negative. Another
                  occurrence of the text of a value is not a negative: such a cell is an ``Either``
    partial       the given records are right; of the rest of the page nothing is known
    unlabelled    only the page is known

A field that a record does not name is absent in a complete example and unknown in a partial one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, Self, TypeAlias, get_args

from unweave.page import Page, Span
from unweave.records.cells import UNKNOWN, possible_spans
from unweave.records.readers import ItemReader, SpanReader, TextReader, read_record
from unweave.records.record import Cell, Record, bad_input, checked_span, items_of
from unweave.records.schema import Schema

Status: TypeAlias = Literal["complete", "partial", "unlabelled"]


@dataclass(frozen=True, slots=True)
class Example:
    """A page, its known records, and the spans that are known not to be values of a field.

    ``by_value``: the values were given as texts and located on the page, not as spans.

    >>> page = Page("<b>Congo</b> <i>242</i>")
    >>> Example(page).status
    'unlabelled'
    >>> example = Example.from_values(page, [{"country": "Congo", "code": "242"}], status="partial")
    >>> example.records[0].span("code"), example.schema.names
    (Span(start=16, end=19), ('country', 'code'))
    """

    page: Page
    records: tuple[Record, ...] = ()
    status: Status = field(default="unlabelled", kw_only=True)
    rejected: Mapping[str, tuple[Span, ...]] = field(default_factory=dict, kw_only=True, hash=False)
    section: Span | None = field(default=None, kw_only=True)
    by_value: bool = field(default=False, kw_only=True, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "records", tuple(self.records))
        put(self, "rejected", _checked_rejected(self.page, self.rejected))
        if self.section is not None:
            put(self, "section", checked_span(self.page, "section", self.section))
        _check_status(self)
        _check_records(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.page, self.records, self.status, dict(self.rejected), self.section, self.by_value)

    @classmethod
    def from_values(
        cls,
        page: Page,
        records: Iterable[Mapping[str, Any] | Record],
        *,
        status: Status = "complete",
        rejected: Mapping[str, Any] | None = None,
        section: Sequence[int] | None = None,
    ) -> Self:
        """An example whose values are given as texts to be found on the page.

        A value is a text, or ``{"span": [78, 83]}``, or ``{"text": "Dallas", "nth": 2}``; None is absent,
        ``UNKNOWN`` or ``{"unknown": True}`` is not known; a list of values or of records is a nested level. A text
        that occurs several times, rejected spans aside, becomes an ``Either``. With a section, values are searched (and
        counted) only there.

        >>> page = Page("<li>Ann <li>Bob <li>Ann")
        >>> Example.from_values(page, [{"names": ["Ann", "Bob"]}]).records[0].cell("names")
        (Either(spans=(Span(start=4, end=7), Span(start=20, end=23))), Span(start=12, end=15))
        """
        inside = None if section is None else checked_span(page, "section", section)
        refused = _read_rejected(page, rejected, TextReader(page))
        read = TextReader(page, inside, refused)
        records = list(records)
        given = tuple(read_record(page, record, read) for record in records)
        return cls(page, given, status=status, rejected=refused, section=inside, by_value=_all_texts(records))

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


def _rebuild(
    page: Page,
    records: tuple[Record, ...],
    status: Status,
    rejected: dict[str, tuple[Span, ...]],
    section: Span | None,
    by_value: bool,
) -> Example:
    return Example(page, records, status=status, rejected=rejected, section=section, by_value=by_value)


def _all_texts(given: Any) -> bool:
    """Whether every value was given as a text, none as a span."""
    if isinstance(given, Mapping):
        fields = given.get("record", given) if set(given) == {"type", "record"} else given
        return isinstance(fields, Mapping) and all(_all_texts(value) for value in fields.values())
    if isinstance(given, list | tuple) and not isinstance(given, Span):
        return all(map(_all_texts, given))
    return given is None or given is UNKNOWN or isinstance(given, str)


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
    return tuple(span for item in found for span in possible_spans(item))  # type: ignore[arg-type]  # None was refused above


def _checked_rejected(page: Page, rejected: Mapping[str, Iterable[Span]]) -> Mapping[str, tuple[Span, ...]]:
    return MappingProxyType(
        {name: tuple(sorted({checked_span(page, name, span) for span in spans})) for name, spans in rejected.items()}
    )


def _check_status(example: Example) -> None:
    if example.status not in get_args(Status):
        known = ", ".join(get_args(Status))
        raise bad_input(example.page, None, f"{example.status!r} is no status; there are {known}")
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
