"""A wrapper for lists that only their headings tell apart: another wrapper's records, if they stand under a heading.

    UnderHeading(LR())      makes a learner of such lists out of one that learns all of them as one
    Sectioned               what it learns: a wrapper, and the heading under which its records count

The heading is one that all records shown stand under. Inside its section the other learner sees everything that is
known; outside of it nothing is, so that it need not tell the lists apart.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from unweave.errors import CannotCompile, DoesNotFit, NoConsistentWrapper
from unweave.headings import Heading, headings_of, key_of
from unweave.page import Page
from unweave.program import Program
from unweave.records import Example, Record, Schema, schema_of
from unweave.records.types import retyped
from unweave.wrapper import Explanation, Learner, Origin, Statement, Wrapper, reproduces

KIND = "sectioned"


@dataclass(frozen=True, slots=True)
class Sectioned:
    """The records of another wrapper that stand under a heading; none where the page has no such heading.

    >>> from unweave.delimiters import LR
    >>> page = Page("<h2>Best</h2><b>Emma</b><b>Kim</b><h2>New</h2><b>Dune</b>")
    >>> shown = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])
    >>> wrapper = UnderHeading(LR()).learn([shown])
    >>> [record["title"] for record in wrapper.extract(Page("<h2>Best</h2><b>She</b><h2>New</h2><b>Watt</b>"))]
    ['She']
    """

    schema: Schema
    inner: Wrapper
    heading: str
    kind: Literal["sectioned"] = "sectioned"
    origin: Origin = field(default=Origin(), compare=False)

    def extract(self, page: Page) -> list[Record]:
        """The records under the heading; it raises DoesNotFit when the other wrapper does."""
        return [retyped(record, self.schema.name) for record in self.inner.extract(page) if self.holds(record)]

    def holds(self, record: Record) -> bool:
        """Whether a record stands under the heading."""
        return record.extent is not None and self._is_above(record.page, record.extent.start)

    def explain(self, page: Page | None = None) -> Explanation:
        """What the other wrapper says, and under which heading."""
        told = self.inner.explain(page)
        return replace(
            told,
            title=f"{told.title}, under a heading",
            statements=(Statement("", f"only what stands under the heading {self.heading!r}"), *told.statements),
            marks=tuple(mark for mark in told.marks if page and self._is_above(page, mark.span.start)),
            records=() if page is None or told.problem else tuple(self.extract(page)),
        )

    def program(self) -> Program:
        """Not possible: which heading stands above a value is not in the program of the other wrapper."""
        raise CannotCompile(target="one program", reason="it looks for the heading above each record")

    def _is_above(self, page: Page, place: int) -> bool:
        return key_of(self.heading) in {heading.key for heading in headings_of(page).above(place)}


@dataclass(frozen=True, slots=True)
class UnderHeading:
    """A learner of lists that their headings tell apart, made of one that does not look at headings.

    >>> from unweave.delimiters import LR
    >>> page = Page("<h2>Best</h2><b>Emma</b><b>Kim</b><h2>New</h2><b>Dune</b>")
    >>> UnderHeading(LR()).learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])]).heading
    'Best'
    """

    learner: Learner

    def learn(self, examples: Sequence[Example]) -> Sectioned:
        """A wrapper that agrees with the examples, or it raises NoConsistentWrapper."""
        failure = NoConsistentWrapper(kind=KIND, reason="the records shown have no heading in common")
        for heading in reversed(common_headings(examples)):
            try:
                inner = self.learner.learn([_inside(example, heading.key) for example in examples])
            except NoConsistentWrapper as refusal:
                failure = refusal
                continue
            wrapper = Sectioned(schema_of(examples), inner, heading.text, origin=replace(inner.origin, method=KIND))
            if all(_agrees(wrapper, example) for example in examples):
                return wrapper
            failure = NoConsistentWrapper(kind=KIND, reason=f"what stands under {heading.text!r} is not what was shown")
        raise failure


def common_headings(examples: Sequence[Example]) -> list[Heading]:
    """The headings that all records shown stand under, the highest rank first, as the first of them has it.

    >>> page = Page("<h1>Shop</h1><h2>Best</h2><b>Emma</b><h2>New</h2><b>Kim</b>")
    >>> shown = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])
    >>> [heading.text for heading in common_headings([shown])]
    ['Shop']
    """
    chains = list(_chains(examples))
    keys = [{(one.rank, one.key) for one in chain} for chain in chains]
    return [one for one in (chains[0] if chains else ()) if all((one.rank, one.key) in each for each in keys)]


def _chains(examples: Sequence[Example]) -> Iterator[tuple[Heading, ...]]:
    """What each record shown stands under."""
    for example in examples:
        for record in example.records:
            if record.extent is not None:
                yield headings_of(example.page).above(record.extent.start)


def _inside(example: Example, key: str) -> Example:
    """What the example knows of the section under a heading; all else is unknown."""
    sections = headings_of(example.page).sections(key)
    rejected = {
        name: tuple(span for span in spans if any(section.contains(span) for section in sections))
        for name, spans in example.rejected.items()
    }
    known = {name: spans for name, spans in rejected.items() if spans}
    if example.status != "complete":
        return replace(example, rejected=known)
    if len(sections) == 1 and example.section is None:
        return replace(example, rejected=known, section=sections[0])
    return replace(example, rejected=known, status="partial", section=None)


def _agrees(wrapper: Sectioned, example: Example) -> bool:
    with suppress(DoesNotFit):
        return reproduces(wrapper, example)
    return False
