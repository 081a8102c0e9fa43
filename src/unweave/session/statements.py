"""What can be said in a session, and what follows from it: plain values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from unweave.page import Span
from unweave.records.grouping import Value
from unweave.session.rows import Row


@dataclass(frozen=True, slots=True)
class Click:
    """One statement: this span of this page is a value of the field, or is not.

    >>> Click(0, "title", Span(3, 7), wanted=True).field
    'title'
    """

    page: int
    field: str
    span: Span
    wanted: bool


@dataclass(frozen=True, slots=True)
class RecordStatement:
    """Some values of a page are records: each row is (a part of) one record, and different rows are different records.

    The values are accepted by it, too.

    >>> RecordStatement(0, ((Value("title", Span(3, 7)), Value("price", Span(20, 22))),)).fields
    ('title', 'price')
    """

    page: int
    rows: tuple[Row, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of its values."""
        return tuple(dict.fromkeys(value.field for row in self.rows for value in row))

    def about(self, names: tuple[str, ...]) -> "RecordStatement | None":
        """What it says about these fields; None if it says nothing about them."""
        rows = (tuple(value for value in row if value.field in names) for row in self.rows)
        kept = tuple(row for row in rows if row)
        return RecordStatement(self.page, kept) if kept else None


SessionStatement: TypeAlias = Click | RecordStatement


@dataclass(frozen=True, slots=True)
class SessionState:
    """All statements so far, the pages that are complete, and the fields with many values in a record.

    >>> SessionState().fields
    ()
    """

    statements: tuple[SessionStatement, ...] = ()
    complete: frozenset[int] = frozenset()
    many: frozenset[str] = frozenset()

    @property
    def clicks(self) -> tuple[Click, ...]:
        """The statements about single values."""
        return tuple(one for one in self.statements if isinstance(one, Click))

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that something was said about, in the order of their first statements."""
        names = (name for one in self.statements for name in fields_of(one))
        return tuple(dict.fromkeys(names))

    def about(self, names: tuple[str, ...]) -> tuple[SessionStatement, ...]:
        """The statements about some fields."""
        return about(self.statements, names)


def fields_of(statement: SessionStatement) -> tuple[str, ...]:
    """The fields that a statement is about.

    >>> fields_of(Click(0, "title", Span(3, 7), wanted=True))
    ('title',)
    """
    return (statement.field,) if isinstance(statement, Click) else statement.fields


def about(statements: tuple[SessionStatement, ...], names: tuple[str, ...]) -> tuple[SessionStatement, ...]:
    """What statements say about some fields.

    >>> about((Click(0, "title", Span(3, 7), wanted=True),), ("price",))
    ()
    """
    return tuple(_about(statements, names))


def _about(statements: tuple[SessionStatement, ...], names: tuple[str, ...]) -> Iterator[SessionStatement]:
    for one in statements:
        if isinstance(one, Click):
            if one.field in names:
                yield one
        elif (part := one.about(names)) is not None:
            yield part


def accepted_values(statements: tuple[SessionStatement, ...], page: int) -> list[Value]:
    """The values of a page that were accepted, each once; the last statement about a place counts.

    >>> accepted_values((Click(0, "title", Span(3, 7), wanted=True),), 0)
    [Value(field='title', span=Span(start=3, end=7))]
    """
    found: dict[Value, bool] = {}
    for one in statements:
        if one.page != page:
            continue
        if isinstance(one, Click):
            found[Value(one.field, one.span)] = one.wanted
        else:
            found.update((value, True) for row in one.rows for value in row)
    return [value for value, wanted in found.items() if wanted]


def rejected_spans(statements: tuple[SessionStatement, ...], page: int) -> dict[str, tuple[Span, ...]]:
    """The spans of a page that were rejected, by field.

    >>> rejected_spans((Click(0, "title", Span(3, 7), wanted=False),), 0)
    {'title': (Span(start=3, end=7),)}
    """
    accepted = set(accepted_values(statements, page))
    found: dict[str, tuple[Span, ...]] = {}
    clicks = (one for one in statements if isinstance(one, Click))
    for one in clicks:
        if one.page == page and not one.wanted and Value(one.field, one.span) not in accepted:
            found[one.field] = (*found.get(one.field, ()), one.span)
    return found


def said_rows(statements: tuple[SessionStatement, ...], page: int) -> list[Row]:
    """The rows of a page that were said to be records; a value is in the row that was said last.

    >>> rows = ((Value("title", Span(3, 7)), Value("price", Span(20, 22))),)
    >>> said_rows((RecordStatement(0, rows),), 0) == list(rows)
    True
    """
    kept = set(accepted_values(statements, page))
    rows: list[Row] = []
    for one in reversed(statements):
        if isinstance(one, RecordStatement) and one.page == page:
            mine = [tuple(value for value in row if value in kept) for row in one.rows]
            rows += [row for row in mine if row]
            kept -= {value for row in mine for value in row}
    return rows[::-1]


@dataclass(frozen=True, slots=True)
class ClickConflict:
    """Statements about a field that no wrapper agrees with together: without any of ``clicks`` there is one.

    ``unused`` are those that the field's wrapper does not agree with, ``reason`` is why there is none for all.
    """

    clicks: tuple[SessionStatement, ...]
    unused: tuple[SessionStatement, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of the last statement: values added and removed, as (field, page, span); learning took ``seconds``."""

    added: tuple[tuple[str, int, Span], ...] = ()
    removed: tuple[tuple[str, int, Span], ...] = ()
    problems: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    conflicts: Mapping[str, ClickConflict] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ValueQuestion:
    """Is this a value of the field? ``worth`` is how much the answer is expected to settle."""

    field: str
    page: int
    span: Span
    text: str
    worth: float
