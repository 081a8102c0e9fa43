"""One wrapper per type of record: several independent lists on one page.

    PerType(LR())       makes a learner of records of several types out of a learner of one type
    SeveralTypes        what it learns: a part per type; ``extract`` runs every part and sorts the records by position

Legend

    type        the name of a kind of record: "book" on a page of books and authors; ``Record.type``, ``Schema.name``
    own         an example reduced to one type: its records of that type, without the name of the type
    theirs      spans that belong to records of other types

A complete page is complete for every type: if it shows no record of a type, it has none. What is rejected for a field
is rejected for every type with that field. The types are learned with regard to each other in two ways. First, where a
text occurs at several places, the places of values of other types are excluded, as long as one place is left; the type
with the fewest such texts is learned first, and the values it finds are then known. Second, a type whose wrapper
extracts a known value of another type is learned again with all those values rejected.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from heapq import merge
from typing import Literal, TypeAlias, TypeVar

from unweave.errors import BadInput, CannotCompile, DoesNotFit, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.program import Program
from unweave.records import Example, Record, Schema
from unweave.records.record_types import (
    ambiguous_share,
    excluding,
    of_type,
    rejecting,
    retyped,
    spans_of_other_types,
    types_of,
)
from unweave.records.typed import with_bound_types
from unweave.wrapper import Explanation, Learner, Origin, Statement, Wrapper, summary_of, wrapper_html

T = TypeVar("T")
Spans: TypeAlias = set[Span]
Learned: TypeAlias = tuple[Wrapper, Sequence[Example]]
"""A wrapper and the examples it was learned from."""


@dataclass(frozen=True, slots=True)
class SeveralTypes:
    """One wrapper per type of record; the types' names and fields are those of the parts' schemas.

    >>> from unweave.delimiters import LR
    >>> page = Page("<b>Emma</b><i>Jane</i><b>Kim</b><i>Rudyard</i>")
    >>> books = [{"type": "book", "record": {"title": title}} for title in ("Emma", "Kim")]
    >>> authors = [{"type": "author", "record": {"name": name}} for name in ("Jane", "Rudyard")]
    >>> wrapper = PerType(LR()).learn([Example.from_values(page, books + authors)])
    >>> [(record.type, record.to_dict()) for record in wrapper.extract(Page("<b>Dune</b><i>Frank</i>"))]
    [('book', {'title': 'Dune'}), ('author', {'name': 'Frank'})]
    """

    parts: tuple[Wrapper, ...]
    kind: Literal["several"] = "several"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    def __post_init__(self) -> None:
        Schema(types=self._types())

    @property
    def schema(self) -> Schema:
        """A schema without fields of its own: one schema per type."""
        return Schema(types=self._types())

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The records of all types in the order of the page; it raises DoesNotFit when a part does."""
        found = [_extracted(part, page) for part in self.parts]
        return list(merge(*found, key=_place))

    def explain(self, page: Page | None = None) -> Explanation:
        """The rules of each part, fields by their full name (``book.title``), and the records of all types."""
        explanations = [(part.schema.name, part.explain(page)) for part in self.parts]
        names = ", ".join(kind for kind, _ in explanations)
        marks = (replace(mark, field=_full(kind, mark.field)) for kind, one in explanations for mark in one.marks)
        records, problem = ([], None) if page is None else self._outcome(page)
        return Explanation(
            title=f"{len(explanations)} wrappers, one per type of record: {names}",
            statements=tuple(line for kind, one in explanations for line in _statements(kind, one)),
            page=page,
            marks=tuple(sorted(marks, key=lambda mark: mark.span)),
            records=tuple(records),
            problem=problem,
        )

    def program(self) -> Program:
        """Not possible: the page order of records of different types is no part of a program."""
        reason = "it has one wrapper per type of record; each of its parts can be written by itself"
        raise CannotCompile(target="one program", reason=reason)

    def _types(self) -> tuple[Schema, ...]:
        return tuple(part.schema for part in self.parts)

    def _outcome(self, page: Page) -> tuple[list[Record], str | None]:
        try:
            return self.extract(page), None
        except DoesNotFit as misfit:
            return [], str(misfit)


@dataclass(frozen=True, slots=True)
class PerType:
    """A learner of records of several types, made of a learner of one type.

    Where the examples have a single type, it learns what the other learner learns.

    >>> from unweave.delimiters import LR
    >>> example = Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])
    >>> PerType(LR()).learn([example]) == LR().learn([example])
    True
    """

    learner: Learner

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """One part per type, in the order of the examples; an error names the type that cannot be learned."""
        types = types_of(examples)
        if len(types) < 2:
            return self.learner.learn(examples)
        learned: dict[str, Wrapper] = {}
        for kind in sorted(types, key=lambda kind: ambiguous_share(of_type(example, kind) for example in examples)):
            learned[kind] = _learned(self.learner, examples, kind, tuple(learned.values()))
        parts = tuple(learned[kind] for kind in types)
        return SeveralTypes(parts, origin=_origin(parts))


def only(wrapper: Wrapper, kind: str) -> Wrapper:
    """The wrapper of one type of record.

    >>> from unweave.delimiters import LR
    >>> only(LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])]), "book")
    Traceback (most recent call last):
    unweave.errors.BadInput: type: the wrapper has no 'book'; its records have no types
    """
    parts = wrapper.parts if isinstance(wrapper, SeveralTypes) else (wrapper,)
    for part in parts:
        if part.schema.name == kind:
            return part
    names = ", ".join(part.schema.name for part in parts)
    there = f"its types are {names}" if names else "its records have no types"
    raise BadInput(source="type", reason=f"the wrapper has no {kind!r}; {there}")


def _origin(parts: Sequence[Wrapper]) -> Origin:
    """The origins of the parts, with the full names of the fields."""
    return Origin(
        method="per-type",
        confidence=_by_full_name((part, part.origin.confidence) for part in parts),
        rivals=_by_full_name((part, part.origin.rivals) for part in parts),
        history=tuple(f"{part.schema.name}: {note}" for part in parts for note in part.origin.history),
    )


def _by_full_name(known: Iterable[tuple[Wrapper, Mapping[str, T]]]) -> dict[str, T]:
    return {_full(part.schema.name, name): value for part, values in known for name, value in values.items()}


def _learned(learner: Learner, examples: Sequence[Example], kind: str, others: Sequence[Wrapper]) -> Wrapper:
    """The wrapper of one type, given the wrappers learned so far; an error names the type."""
    given = [spans_of_other_types(example, kind) for example in examples]
    found = [_found(others, example.page) for example in examples]
    reduced = [of_type(example, kind) for example in examples]
    try:
        return _named(_separated(learner, _least_ambiguous(learner, reduced, given, found), given), kind)
    except NoConsistentWrapper as failure:
        raise NoConsistentWrapper(
            kind=failure.kind,
            field=_full(kind, failure.field or ""),
            page=failure.page,
            constraint=failure.constraint,
            reason=failure.reason,
        ) from failure


def _named(wrapper: Wrapper, kind: str) -> Wrapper:
    """The wrapper with the type's name in its schema."""
    return replace(wrapper, schema=replace(wrapper.schema, name=kind))  # type: ignore[type-var]  # every wrapper is a dataclass


def _least_ambiguous(
    learner: Learner, examples: Sequence[Example], given: Sequence[Spans], found: Sequence[Spans]
) -> Learned:
    """What is learned without the places that other types are known, and if possible found, to occupy."""
    plain = [excluding(example, spans) for example, spans in zip(examples, given, strict=True)]
    fewer = [excluding(example, spans) for example, spans in zip(plain, found, strict=True)]
    if fewer != plain:
        with suppress(NoConsistentWrapper):
            return learner.learn(fewer), fewer
    return learner.learn(plain), plain


def _separated(learner: Learner, learned: Learned, given: Sequence[Spans]) -> Wrapper:
    """The wrapper, if on partial pages it extracts no value of another type; else one learned with these rejected."""
    wrapper, examples = learned
    stricter = [
        rejecting(example, spans) if example.status == "partial" else example
        for example, spans in zip(examples, given, strict=True)
    ]
    return wrapper if all(_avoids_rejected(wrapper, one) for one in stricter) else learner.learn(stricter)


def _avoids_rejected(wrapper: Wrapper, example: Example) -> bool:
    rejected = {span for spans in example.rejected.values() for span in spans}
    return rejected.isdisjoint(_found([wrapper], example.page))


def _found(wrappers: Iterable[Wrapper], page: Page) -> Spans:
    """Where the wrappers find values on the page."""
    found: set[Span] = set()
    for wrapper in wrappers:
        with suppress(DoesNotFit):
            found.update(span for record in wrapper.extract(page) for name in record for span in record.spans(name))
    return found


def _extracted(part: Wrapper, page: Page) -> list[Record]:
    try:
        return [retyped(record, part.schema.name) for record in part.extract(page)]
    except DoesNotFit as misfit:
        named = _full(part.schema.name, misfit.field or "")
        raise DoesNotFit(page=misfit.page, field=named, where=misfit.where, reason=misfit.reason) from misfit


def _statements(kind: str, part: Explanation) -> Iterator[Statement]:
    yield Statement(kind, part.title)
    yield from (replace(line, field=_full(kind, line.field)) for line in part.statements)


def _full(kind: str, name: str) -> str:
    return f"{kind}.{name}" if name else kind


def _place(record: Record) -> tuple[bool, Span]:
    """The position of a record among those of other types; a record without any value comes last."""
    return record.extent is None, record.extent or Span(0, 0)
