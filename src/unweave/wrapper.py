"""The contract of every family: what a Learner takes, what a Wrapper promises, and what both say about themselves.

A *learner* is a recipe: immutable parameters and ``learn(examples) -> Wrapper``. A *wrapper* is a value: it extracts,
explains itself, lowers itself to a program, compares equal when it says the same, and is stored as JSON. A *teacher*
answers with labelled pages. An *origin* tells where a wrapper comes from; an *explanation* tells why these records.

A wrapper is a frozen dataclass with at least ``kind``, ``schema`` and ``origin``, where ``origin`` does not take part
in equality::

    @dataclass(frozen=True, slots=True)
    class Constant:
        schema: Schema
        kind: Literal["constant"] = "constant"
        origin: Origin = field(default=Origin(), compare=False)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from unweave.page import Page, Span
from unweave.program import Program
from unweave.records import Example, Record, Schema
from unweave.records.agree import disagreements

Level = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure a wrapper is of one field, and why.

    >>> Confidence("medium", ("one page was shown", "two other places agree with it")).level
    'medium'
    """

    level: Level
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a wrapper comes from; kept in its file, not part of its equality.

    ``examples`` are page entries in the form of the examples file; ``rivals`` are other rules that agreed with the
    examples, in words; ``profile`` is what each field's values look like; ``history`` is what happened to it since.

    >>> Origin(method="lr", history=("learned from 2 pages",)).method
    'lr'
    """

    method: str = ""
    examples: tuple[Mapping[str, Any], ...] = ()
    confidence: Mapping[str, Confidence] = field(default_factory=dict)
    rivals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    profile: Mapping[str, Any] = field(default_factory=dict)
    history: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """One coloured stretch of a page: what it is (``role``), for which field, and a word about it.

    Roles: ``head``, ``tail``, ``open``, ``close``, ``left``, ``right``, ``value``, ``record``, ``anchor``.

    >>> Mark(Span(75, 78), "left", "country").role
    'left'
    """

    span: Span
    role: str
    field: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of an explanation, about a field or (``field=""``) about the whole, with its evidence.

    >>> Statement("price", "the text between '<i>' and '</i>'", ("'</i>' follows all 8 values",)).text
    "the text between '<i>' and '</i>'"
    """

    field: str
    text: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why these records: data, drawn by the command line and the studio.

    ``problem`` is what stopped the extraction on this page, if something did; marks up to there are kept.

    >>> Explanation(title="LR wrapper of 2 fields").marks
    ()
    """

    title: str
    statements: tuple[Statement, ...] = ()
    page: Page | None = None
    marks: tuple[Mark, ...] = ()
    records: tuple[Record, ...] = ()
    problem: str | None = None


@runtime_checkable
class Wrapper(Protocol):
    """A learned extractor: an immutable value."""

    @property
    def kind(self) -> str:
        """The name under which it is stored."""

    @property
    def schema(self) -> Schema:
        """The fields of its records."""

    @property
    def origin(self) -> Origin:
        """Where it comes from."""

    def extract(self, page: Page) -> list[Record]:
        """The page's records, or it raises DoesNotFit."""

    def explain(self, page: Page | None = None) -> Explanation:
        """Its rules and, given a page, why these records come out of it."""

    def program(self) -> Program:
        """The small form it is compiled and exported from, or it raises CannotCompile."""


@runtime_checkable
class Learner(Protocol):
    """A recipe: immutable parameters, and one verb."""

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """A wrapper that agrees with the examples, or it raises NoConsistentWrapper."""


class Teacher(Protocol):
    """Who answers with labelled pages: a person, a recognizer, or a folder of labels in a benchmark."""

    def teach(self, wrapper: Wrapper | None) -> Example | None:
        """The next example, chosen in view of the wrapper so far; None when there is no more."""


W = TypeVar("W", bound=Wrapper)


def with_origin(wrapper: W, **changes: Any) -> W:
    """The same rules with a changed origin: a new wrapper, equal to the old one.

    ``with_origin(wrapper, method="lr")`` replaces one part of the origin and keeps the others.
    """
    origin = replace(wrapper.origin, **changes)
    return replace(wrapper, origin=origin)  # type: ignore[type-var]  # every wrapper is a dataclass


def reproduces(wrapper: Wrapper, example: Example) -> bool:
    """Whether extraction agrees with everything the example knows: the judge of every learner."""
    return not disagreements(wrapper.extract(example.page), example)
