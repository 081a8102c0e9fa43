"""The contract of every family: Learner and Wrapper, and the data that describes a wrapper.

A *learner* is a recipe: immutable parameters and ``learn(examples) -> Wrapper``. A *wrapper* is a value: it extracts
records, explains itself, compiles to a program, is equal to a wrapper with the same rules, and is stored as JSON. A
*teacher* returns labelled pages. An *origin* describes how a wrapper was learned, an *explanation* how it finds
records.

A wrapper is a frozen dataclass with at least ``kind``, ``schema`` and ``origin``, where ``origin`` does not take part
in equality::

    @dataclass(frozen=True, slots=True)
    class Constant:
        schema: Schema
        kind: Literal["constant"] = "constant"
        origin: Origin = field(default=Origin(), compare=False)
        summary = summary_of
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from importlib import import_module
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page, PageSignature, Span
from unweave.program import Program
from unweave.records import Example, Record, Schema
from unweave.records.agree import contradictions, disagreements
from unweave.records.notebook import html_table, records_table
from unweave.values.profile import SiteProfile

Level = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure a wrapper is of one field, and why.

    >>> Confidence("medium", ("learned from 1 labelled page",)).level
    'medium'
    """

    level: Level
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gates:
    """Limits that a user sets for a check: where one does not hold, the verdict is ``drifted``.

    ``fill`` is the least share of records with a value, by field; ``records`` the least number of records in all;
    ``change`` the largest share by which the number of records for each page may differ from that of the good pages.

    >>> Gates(fill={"price": 0.95}, records=10).records
    10
    """

    fill: Mapping[str, float] = field(default_factory=dict)
    records: int = 0
    change: float | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """How a wrapper was learned; stored with it, not part of its equality.

    ``examples`` are page entries in the form of the examples file; ``rivals`` are other rules that agreed with the
    examples, described; ``site_profile`` describes what the wrapper found on the pages it was learned from and on later
    good ones; ``history`` are notes about learning and later changes; ``signature`` describes the markup of the
    labelled pages, and ``most_records`` is the largest number of records that the wrapper found on a page that it was
    learned from: a run compares its pages with these; ``gates`` are limits that the user has set.

    >>> Origin(method="lr", history=("learned from 2 pages",)).method
    'lr'
    """

    method: str = ""
    examples: tuple[Mapping[str, Any], ...] = ()
    confidence: Mapping[str, Confidence] = field(default_factory=dict)
    rivals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    site_profile: SiteProfile = field(default=SiteProfile())
    history: tuple[str, ...] = ()
    signature: PageSignature = field(default=PageSignature())
    most_records: int = 0
    gates: Gates = field(default=Gates())


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked span of a page: its role, its field, and a note.

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
    """One sentence of an explanation, about a field or (``field=""``) about the whole wrapper, with its evidence.

    >>> Statement("price", "the text between '<i>' and '</i>'", ("'</i>' follows all 8 values",)).text
    "the text between '<i>' and '</i>'"
    """

    field: str
    text: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a wrapper finds its records, as data for the command line and the studio.

    ``problem`` is why the extraction failed on this page, if it did; the marks up to there are kept.

    >>> Explanation(title="LR wrapper of 2 fields").marks
    ()
    """

    title: str
    statements: tuple[Statement, ...] = ()
    page: Page | None = None
    marks: tuple[Mark, ...] = ()
    records: tuple[Record, ...] = ()
    problem: str | None = None

    def _repr_html_(self) -> str:
        rules = html_table(
            ["field", "rule", "evidence"], [(one.field, one.text, list(one.evidence)) for one in self.statements]
        )
        found = records_table([(one.page.name, one.to_dict()) for one in self.records]) if self.records else ""
        problem = f"<p>{escape(self.problem)}</p>" if self.problem else ""
        return f"<p><b>{escape(self.title)}</b></p>{rules}{problem}{found}"


@runtime_checkable
class Wrapper(Protocol):
    """A learned extractor: an immutable value.

    >>> from unweave.delimiters import LR
    >>> isinstance(LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])]), Wrapper)
    True
    """

    @property
    def kind(self) -> str:
        """The name of its kind in stored files."""

    @property
    def schema(self) -> Schema:
        """The fields of its records."""

    @property
    def origin(self) -> Origin:
        """How it was learned."""

    def extract(self, page: Page) -> list[Record]:
        """The page's records, or it raises DoesNotFit."""

    def explain(self, page: Page | None = None) -> Explanation:
        """Its rules and, given a page, where they apply on it."""

    def summary(self, pages: Iterable[Page | Example]) -> Any:
        """What it finds on the pages, in numbers: ``unweave.summary``."""

    def program(self) -> Program:
        """The program from which it is compiled and exported, or it raises CannotCompile."""


@runtime_checkable
class Learner(Protocol):
    """A recipe: immutable parameters and one method.

    >>> from unweave.delimiters import LR
    >>> isinstance(LR(), Learner)
    True
    """

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """A wrapper that agrees with the examples, or it raises NoConsistentWrapper."""


class Teacher(Protocol):
    """A source of labelled pages: a person, a recognizer, or the labels of a benchmark."""

    def teach(self, wrapper: Wrapper | None) -> Example | None:
        """The next example, given the wrapper so far; None when there is no more."""


def wrapper_html(wrapper: Wrapper) -> str:
    """A wrapper as a notebook shows it: its fields, how sure it is of each, and its rules; all texts escaped.

    >>> from unweave.delimiters import LR
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> "&lt;b&gt;" in wrapper_html(wrapper), "<b>Emma" in wrapper_html(wrapper)
    (True, False)
    """
    explanation = wrapper.explain()
    levels = {name: one.level for name, one in wrapper.origin.confidence.items()}
    rows = [(one.field or "all", levels.get(one.field, ""), one.text) for one in explanation.statements]
    return f"<p><b>{escape(explanation.title)}</b></p>{html_table(['field', 'confidence', 'rule'], rows)}"


W = TypeVar("W", bound=Wrapper)


def with_origin(wrapper: W, **changes: Any) -> W:
    """The same rules with a changed origin: a new wrapper, equal to the old one.

    ``with_origin(wrapper, method="lr")`` replaces one part of the origin and keeps the others.
    """
    origin = replace(wrapper.origin, **changes)
    return replace(wrapper, origin=origin)  # type: ignore[type-var]  # every wrapper is a dataclass


def parts_of(wrapper: Wrapper) -> tuple[Wrapper, ...]:
    """The wrappers that a combined one has; else the wrapper itself: the parts of a tree wrapper are something else.

    >>> from unweave.delimiters import LR
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> parts_of(wrapper) == (wrapper,)
    True
    """
    parts = getattr(wrapper, "parts", None)
    return parts if isinstance(parts, tuple) else (wrapper,)


def summary_of(wrapper: Wrapper, pages: Iterable[Page | Example]) -> Any:
    """What the wrapper finds on the pages, as ``wrapper.summary(pages)``: every wrapper has this as its method.

    >>> from unweave.delimiters import LR
    >>> page = Page("<b>Emma</b><b>Kim</b>", name="p1.html")
    >>> wrapper = LR().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> wrapper.summary([page]).records
    2
    """
    return import_module("unweave.summaries").summary(wrapper, pages)  # a layer above this one


def check_html(kind: str, examples: Sequence[Example]) -> None:
    """It raises NoConsistentWrapper where a page is not HTML: it has no tree.

    >>> check_html("tree", [Example.from_values(Page("Oak,31", name="trees.csv"), [{"tree": "Oak"}])])
    Traceback (most recent call last):
    unweave.errors.NoConsistentWrapper: no tree wrapper agrees with the examples: page trees.csv: it is not HTML, so it
    has no tree. A delimiter method may wrap it, such as hlrt
    """
    for example in examples:
        if not example.page.is_html:
            reason = "it is not HTML, so it has no tree. A delimiter method may wrap it, such as hlrt"
            raise NoConsistentWrapper(kind=kind, page=example.page.name or None, reason=reason)


def check_agrees(wrapper: Wrapper, examples: Sequence[Example], kind: str) -> None:
    """It raises NoConsistentWrapper, with the page, where a wrapper contradicts an example; ``kind`` is the method.

    >>> from unweave.delimiters import LR
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> check_agrees(wrapper, [Example.from_values(Page("<i>Kim</i>"), [{"title": "Kim"}])], "lr")
    Traceback (most recent call last):
    unweave.errors.NoConsistentWrapper: no lr wrapper agrees with the examples: record 1 was not found
    """
    for example in examples:
        field = None
        try:
            problems = contradictions(wrapper.extract(example.page), example)
        except DoesNotFit as misfit:
            problems, field = [str(misfit)] * (example.status != "unlabelled"), misfit.field
        if problems:
            raise NoConsistentWrapper(kind=kind, field=field, page=example.page.name or None, reason=problems[0])


def reproduces(wrapper: Wrapper, example: Example) -> bool:
    """Whether extraction agrees with the example."""
    return not disagreements(wrapper.extract(example.page), example)
